"""The *Blokus Uno* puzzle: boards, searches on them, their maxima, and what heuristics promise."""

from plywood._native import (
    Board,
    algorithms,
    boards,
    check,
    compare,
    fewest_pieces,
    heuristics,
    load,
    maximize,
    solve,
)

__all__ = [
    "Board",
    "algorithms",
    "boards",
    "check",
    "compare",
    "fewest_pieces",
    "heuristics",
    "load",
    "maximize",
    "solve",
]
