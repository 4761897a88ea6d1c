"""Board games, searches, puzzles and tournaments, from the Plywood workbench.

>>> import plywood
>>> position = plywood.Position("quatro")
>>> position.play("6@b1")
>>> position.to_move, len(position.legal_moves)
(2, 225)

Start at `Position` for games, `plywood.puzzle` for the puzzle, `plywood.problems` for tiles and maps, `tournament` for engines and bots,
`mcts` for a network of yours, and `Problem` and `Game` for what you write yourself. Environments for reinforcement learning are in
``plywood.gymnasium_env``, ``plywood.pettingzoo_env``, ``plywood.vector`` and
``plywood.openspiel``.
"""

import atexit as _atexit

from plywood import _native, errors, problems, puzzle, reports
from plywood._native import (
    Board,
    Engine,
    Position,
    __version__,
    analyse,
    check_heuristic,
    engines,
    games,
    perft,
    search,
)
from plywood.errors import (
    BadPosition,
    BadSetting,
    IllegalMove,
    InternalError,
    OutOfTime,
    PlywoodError,
    WrongAnswer,
)
from plywood.contest import tournament
from plywood.guided import mcts
from plywood.learn import Game, Problem
from plywood.progress import Bar

#: The other spelling.
analyze = analyse

_atexit.register(_native.end_all)

__all__ = [
    "BadPosition",
    "BadSetting",
    "Bar",
    "Board",
    "Engine",
    "Game",
    "IllegalMove",
    "InternalError",
    "OutOfTime",
    "PlywoodError",
    "Position",
    "Problem",
    "WrongAnswer",
    "__version__",
    "analyse",
    "analyze",
    "check_heuristic",
    "engines",
    "errors",
    "games",
    "mcts",
    "perft",
    "problems",
    "puzzle",
    "reports",
    "search",
    "tournament",
]
