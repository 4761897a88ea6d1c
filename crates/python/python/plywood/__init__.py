"""Board games, searches, puzzles and tournaments, from the Plywood workbench."""

from plywood._native import __version__

__all__ = ["__version__"]
