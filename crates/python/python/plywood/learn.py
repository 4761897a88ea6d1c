"""Problems and games of your own, for our searches.

Subclass `Problem` or `Game`, or give an object with the same methods, and hand it to `plywood.search`
or `plywood.analyse`.
"""

from __future__ import annotations

from typing import Any, Hashable, Iterable, Optional

__all__ = ["Game", "Problem"]


class Problem:
    """A one-player problem: a start, the actions a state allows, and a goal.

    States are values: `apply` returns a new one and leaves the old one alone.
    """

    def start(self) -> Any:
        """Where every search begins."""
        raise NotImplementedError

    def is_goal(self, state: Any) -> bool:
        """Whether the search may stop here."""
        raise NotImplementedError

    def actions(self, state: Any) -> Iterable[Hashable]:
        """Every action the state allows, always in the same order."""
        raise NotImplementedError

    def apply(self, state: Any, action: Any) -> Any:
        """The state that an action leads to."""
        raise NotImplementedError

    def cost(self, state: Any, action: Any) -> int:
        """What an action costs, a whole number; 1 unless the problem says otherwise."""
        return 1

    def key(self, state: Any) -> Hashable:
        """What makes two states the same; the state itself unless it cannot be hashed."""
        return state  # type: ignore[no-any-return]


class Game:
    """A game for two players, 1 and 2. Positions are values: `play` returns a new one."""

    def start(self) -> Any:
        """Where a game begins."""
        raise NotImplementedError

    def turn(self, position: Any) -> int:
        """Whose turn it is: 1 or 2."""
        raise NotImplementedError

    def moves(self, position: Any) -> Iterable[Hashable]:
        """Every legal move, always in the same order; a forced pass is a move."""
        raise NotImplementedError

    def play(self, position: Any, move: Any) -> Any:
        """The position that a move leads to."""
        raise NotImplementedError

    def result(self, position: Any) -> Optional[int]:
        """What the game was worth to player 1, 1, 0 or -1 or points; ``None`` while it goes on."""
        raise NotImplementedError

    def key(self, position: Any) -> Hashable:
        """What makes two positions the same; the position itself unless it cannot be hashed."""
        return position  # type: ignore[no-any-return]
