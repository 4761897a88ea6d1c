//! Quarto and quatro: sixteen pieces on a 4×4 board.
