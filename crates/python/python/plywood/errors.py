"""Exceptions. Each carries a sentence that says what was wrong and what was expected."""

from __future__ import annotations

__all__ = [
    "BadPosition",
    "BadSetting",
    "IllegalMove",
    "InternalError",
    "OutOfTime",
    "PlywoodError",
    "WrongAnswer",
]


class PlywoodError(Exception):
    """Anything this package has to say."""


class IllegalMove(PlywoodError, ValueError):
    """A move that cannot be played here."""


class BadPosition(PlywoodError, ValueError):
    """A position or a board that is none."""


class BadSetting(PlywoodError, ValueError):
    """A name, an option or a limit that is none."""


class WrongAnswer(PlywoodError, ValueError):
    """A problem, a game, a heuristic or an evaluator of yours answered with something unusable."""


class OutOfTime(PlywoodError, RuntimeError):
    """Python code of yours was still running when its time was over."""


class InternalError(PlywoodError, RuntimeError):
    """A fault of this package."""
