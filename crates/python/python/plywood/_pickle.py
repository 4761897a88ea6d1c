"""How positions, boards and engines come back from a pickle."""

from __future__ import annotations

from plywood._native import Board, Engine, Position


def position(game: str, text: str, moves: "list[str]", rules: str, seed: int) -> Position:
    """The position with the moves that led to it."""
    return Position(game, text, moves=moves, rules=rules, seed=seed)


def engine(name: str, game: str, rules: str, memory: int, threads: int, seed: int) -> Engine:
    """The engine as it was made."""
    return Engine(name, game, rules=rules, memory=memory, threads=threads, seed=seed)


def board(text: str, name: str) -> Board:
    """The board under its name."""
    return Board(text, name=name)
