"""How positions and boards come back from a pickle."""

from __future__ import annotations

from plywood._native import Board, Position


def position(game: str, text: str, moves: "list[str]", rules: str, seed: int) -> Position:
    """The position with the moves that led to it."""
    return Position(game, text, moves=moves, rules=rules, seed=seed)


def board(text: str, name: str) -> Board:
    """The board under its name."""
    return Board(text, name=name)
