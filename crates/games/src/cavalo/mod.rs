//! Cavalo: two knights on a board of numbers.
