# library
