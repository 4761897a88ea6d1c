"""What searches, puzzles and tournaments come to, as plain data.

Every report has ``as_dict()``; the names are those of the JSON that ``plywood`` prints. ``rows()`` are its lines, one
dictionary each, ``to_pandas()`` and ``to_polars()`` make a frame of them, and notebooks show a table.
"""

from __future__ import annotations

import dataclasses
import importlib
from dataclasses import dataclass, field
from typing import Any, Dict, List, Optional, Tuple, Type, TypeVar

from plywood._native import Board

__all__ = [
    "Analysis",
    "Comparison",
    "HeuristicCheck",
    "Line",
    "Maximum",
    "Playouts",
    "ProblemReport",
    "SearchReport",
    "Solution",
    "SolveReport",
    "Standing",
    "Statistics",
    "Tournament",
    "TreeSearch",
    "Tried",
]

R = TypeVar("R", bound="Report")


def _library(name: str) -> Any:
    try:
        return importlib.import_module(name)
    except ImportError as e:
        raise ImportError(f"{name} is not installed: pip install {name}") from e


def _is_plain(value: Any) -> bool:
    return value is None or isinstance(value, (str, int, float)) and "\n" not in str(value)


def _cell(value: Any) -> str:
    if value is None:
        return "–"
    text = f"{value:.4g}" if isinstance(value, float) else str(value)
    return text.replace("|", "\\|")


def _table(rows: List[Dict[str, Any]]) -> str:
    """Rows as a table in Markdown; a column that is empty everywhere is left out."""
    names = [name for name in (rows[0] if rows else {}) if any(row.get(name) is not None for row in rows)]
    lines = [names, ["---"] * len(names)] + [[_cell(row.get(name)) for name in names] for row in rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


class Report:
    """What all reports share."""

    @classmethod
    def _of(cls: Type[R], fields: Dict[str, Any]) -> R:
        known = {item.name for item in dataclasses.fields(cls)}  # type: ignore[arg-type]
        return cls(**{name: value for name, value in fields.items() if name in known})

    def as_dict(self) -> Dict[str, Any]:
        """The fields as a dictionary of plain data."""
        return dataclasses.asdict(self)  # type: ignore[call-overload, no-any-return]

    def rows(self) -> List[Dict[str, Any]]:
        """The report as lines of a table; one line unless it lists something."""
        return [{name: value for name, value in self.as_dict().items() if _is_plain(value)}]

    def to_pandas(self) -> Any:
        """The rows as a pandas ``DataFrame``; pandas must be installed."""
        return _library("pandas").DataFrame(self.rows())

    def to_polars(self) -> Any:
        """The rows as a Polars ``DataFrame``; Polars must be installed."""
        return _library("polars").DataFrame(self.rows())

    def _repr_markdown_(self) -> str:
        return _table(self.rows())

    def _bars(self) -> Tuple[str, Dict[str, float], Optional[Dict[str, float]]]:
        """What a chart shows: a heading, a bar for each name, and how far each may be off."""
        raise TypeError(f"{type(self).__name__} has nothing to draw: expected lines, moves, results or standings")

    def plot(self, ax: Any = None) -> Any:
        """Draws the report as bars with matplotlib, which must be installed, and returns the axes.

        Give ``ax`` to draw into a figure of yours.
        """
        heading, bars, margins = self._bars()
        if ax is None:
            pyplot = _library("matplotlib.pyplot")
            _, ax = pyplot.subplots(figsize=(6, 0.8 + 0.35 * len(bars)))
        names = list(bars)[::-1]
        lengths = [bars[name] for name in names]
        off = [margins[name] for name in names] if margins else None
        ax.barh(names, lengths, xerr=off, capsize=3)
        ax.set_xlabel(heading)
        ax.axvline(0, linewidth=0.8, color="black")
        return ax


@dataclass
class Line(Report):
    """A move and what is expected to follow."""

    move: Any
    """The move: a text, or in a game of yours whatever it calls a move."""
    score: Optional[float] = None
    """What it is worth to the side to move."""
    score_unit: Optional[str] = None
    """What the score counts: ``points`` or ``wins``; ``None`` in a game of yours."""
    exact: bool = False
    """Whether the score follows from the rules alone."""
    win_chance: Optional[float] = None
    """How likely the side to move is to win, from 0 to 1, where the engine estimates that."""
    plies_to_end: Optional[int] = None
    """In how many plies the game is won or lost, if that is proven."""
    pv: List[Any] = field(default_factory=list)
    """The moves expected to follow, this one first."""


@dataclass
class Analysis(Report):
    """What an engine thinks of a position."""

    best: Any = None
    """The move to play; ``None`` if the game is over."""
    origin: str = "search"
    """How the move was chosen: by ``search``, at ``random``, or by the ``points`` it scores at once."""
    score: Optional[float] = None
    """What the position is worth to the player ``score_for``, in ``score_unit``."""
    score_for: Optional[int] = None
    """Whose scores these are, 1 or 2: the side to move's; ``None`` in a game of yours."""
    score_unit: Optional[str] = None
    """``points``: points more than the other side at the end. ``wins``: 1 is a win, -1 a loss, and what lies
    between an expectation. ``None`` in a game of yours."""
    exact: bool = False
    """Whether the score follows from the rules alone."""
    win_chance: Optional[float] = None
    """How likely the side to move is to win, from 0 to 1, where the engine estimates that."""
    plies_to_end: Optional[int] = None
    """In how many plies the game is won or lost, if that is proven."""
    result: str = "unknown"
    """``win``, ``draw``, ``loss`` or ``unknown``, for the side to move."""
    depth: int = 0
    """Plies every line was followed in full."""
    nodes: int = 0
    """Positions looked at."""
    time_s: float = 0.0
    """Wall time in seconds."""
    nps: Optional[float] = None
    """Positions a second; ``None`` if the search took less than a tenth of a second."""
    pv: List[Any] = field(default_factory=list)
    """The moves expected to follow, the best one first."""
    lines: List[Line] = field(default_factory=list)
    """The best lines, best first."""
    stats: Dict[str, Optional[int]] = field(default_factory=dict)
    """What the search did: ``analysed``, ``expanded``, ``alpha_cuts``, ``beta_cuts``, ``pruned`` (moves
    never looked at because of a cut), ``table_hits``. ``None`` for what the engine does not count."""
    stopped: Optional[str] = None
    """The limit that ended the search: ``time``, ``nodes``, ``memory``, ``cancelled``."""

    @classmethod
    def _of(cls, fields: Dict[str, Any]) -> "Analysis":
        analysis = super()._of(fields)
        analysis.lines = [Line._of(line) for line in fields.get("lines", [])]
        return analysis

    def rows(self) -> List[Dict[str, Any]]:
        """One row for each line, best first."""
        # Moves of a game written in Python may be anything.
        return [{**vars(line), "move": str(line.move), "pv": " ".join(map(str, line.pv))} for line in self.lines]


    def _bars(self) -> Tuple[str, Dict[str, float], Optional[Dict[str, float]]]:
        unit = f"score ({self.score_unit})" if self.score_unit else "score"
        return unit, {str(line.move): line.score or 0.0 for line in self.lines}, None


@dataclass
class Solution(Report):
    """What was proven of a position."""

    value: Optional[int] = None
    """What it is worth to the player ``score_for``, in ``score_unit``, if that was proven."""
    score_for: int = 1
    """Whose values these are, 1 or 2: the side to move's."""
    score_unit: str = "points"
    """``points``, or ``wins``: 1, 0 or -1."""
    result: str = "unknown"
    """``win``, ``draw``, ``loss`` or ``unknown``."""
    proven: bool = False
    """Whether everything asked for was proven."""
    moves: Dict[str, Optional[int]] = field(default_factory=dict)
    """What each move is worth to the side to move; empty unless asked for."""
    nodes: int = 0
    """Positions looked at."""
    time_s: float = 0.0
    """Wall time in seconds."""
    stopped: Optional[str] = None
    """The limit that ended the proof."""

    @classmethod
    def _of(cls, fields: Dict[str, Any]) -> "Solution":
        solution = super()._of(fields)
        solution.moves = {each["move"]: each["value"] for each in fields["moves"]}
        return solution

    def rows(self) -> List[Dict[str, Any]]:
        """One row for each move if all were asked for, else one for the position."""
        return [{"move": move, "value": value} for move, value in self.moves.items()] or super().rows()


    def _bars(self) -> Tuple[str, Dict[str, float], Optional[Dict[str, float]]]:
        if not self.moves:
            return super()._bars()
        return f"value ({self.score_unit})", {move: float(value or 0) for move, value in self.moves.items()}, None


@dataclass
class Tried(Report):
    """A move of a `TreeSearch`."""

    move: Any
    action: int
    """Its number among all actions; in a game of yours its place among the moves."""
    prior: float
    """The first impression, as a share of 1; with noise, what that made of it."""
    visits: int
    """Simulations that began with it."""
    value: Optional[float]
    """What the side to move may expect of it, from -1 to 1; ``None`` if it was never tried."""


@dataclass
class TreeSearch(Report):
    """What a search guided by a function of yours found; see `plywood.mcts`."""

    best: Any = None
    """The move tried most often; ``None`` if the game is over."""
    value: float = 0.0
    """What the side to move may expect, from -1 to 1."""
    simulations: int = 0
    moves: List[Tried] = field(default_factory=list)
    """Every move in the game's own order."""
    n_actions: Optional[int] = None
    evaluations: int = 0
    """Positions that the function judged, for all that were searched together."""
    batches: int = 0
    """How often it was asked."""
    time_s: float = 0.0
    """Wall time in seconds, for all together."""
    stopped: Optional[str] = None
    """The limit that ended the search."""

    @classmethod
    def _of(cls, fields: Dict[str, Any]) -> "TreeSearch":
        report = super()._of(fields)
        report.moves = [Tried._of(each) for each in fields["moves"]]
        return report

    def policy(self, temperature: float = 1.0) -> Any:
        """The share of simulations of each action as a NumPy array, raised to 1 / ``temperature``; at 0 the best has
        all. In a game of yours one number for each move."""
        numpy = _library("numpy")
        shares = numpy.zeros(self.n_actions or len(self.moves), numpy.float32)
        if not self.moves:
            return shares
        visits = numpy.array([tried.visits for tried in self.moves], numpy.float64)
        if temperature <= 0:
            weights = numpy.array([float(tried.move == self.best) for tried in self.moves])
        else:
            weights = (visits / max(visits.max(), 1)) ** (1 / temperature)
        if weights.sum() == 0:
            weights = numpy.ones(len(weights))
        shares[[tried.action for tried in self.moves]] = weights / weights.sum()
        return shares

    def rows(self) -> List[Dict[str, Any]]:
        """One row for each move, the most tried first."""
        order = sorted(self.moves, key=lambda tried: -tried.visits)
        return [{**vars(tried), "move": str(tried.move)} for tried in order]

    def _bars(self) -> Tuple[str, Dict[str, float], Optional[Dict[str, float]]]:
        return "simulations", {row["move"]: float(row["visits"]) for row in self.rows() if row["visits"]}, None


@dataclass
class Playouts(Report):
    """How random games ended, seen by player 1."""

    games: int
    wins: int
    draws: int
    losses: int
    results: int
    """All results together, as points for player 1."""
    plies: int
    """All plies together."""
    time_s: float

    @property
    def mean(self) -> float:
        """The average result for player 1."""
        return self.results / self.games if self.games else 0.0


@dataclass
class Statistics(Report):
    """How a one-player search goes."""

    generated: int = 0
    """Children made, counted before duplicates are dropped."""
    expanded: int = 0
    """Nodes whose children were asked for."""
    refused: int = 0
    """Children dropped: duplicates, too deep, over the limit, hopeless."""
    dropped: int = 0
    """Nodes forgotten to save memory."""
    iterations: int = 0
    """Passes over the tree, for searches that make several."""
    depth: int = 0
    """Steps of the solution; without one, the deepest node made."""
    peak_open: int = 0
    """The most nodes that waited."""
    peak_stored: int = 0
    """The most nodes held."""
    peak_bytes: int = 0
    """The most bytes that the search's own structures held; states of yours come on top."""
    pruned: bool = False
    """Whether a limit, a beam or a budget cut something, so that ``exhausted`` is no proof."""
    time_s: float = 0.0
    """Wall time in seconds."""


@dataclass
class SearchReport(Statistics):
    """What a search on a problem of yours found."""

    outcome: str = ""
    """``solved``, ``exhausted``, ``time``, ``memory``, ``nodes`` or ``cancelled``."""
    algorithm: str = ""
    heuristic: Optional[str] = None
    cost: Optional[int] = None
    """What the path costs."""
    penetrance: Optional[float] = None
    """Path length over nodes generated."""
    branching_factor: Optional[float] = None
    """B in B + B² + … + B^L = generated."""
    path: Optional[List[Any]] = None
    """The actions; ``None`` without a solution."""
    states: List[Any] = field(default_factory=list)
    """The states along the path, from the start."""

    @property
    def is_solved(self) -> bool:
        """Whether a path was found."""
        return self.path is not None


@dataclass
class SolveReport(SearchReport):
    """What a search on a board of the puzzle found; ``path`` holds placements such as ``b@a1``."""

    board: str = ""
    """The board's name."""
    objective: int = 0
    """Cells asked for."""
    max_depth: Optional[int] = None
    """The depth limit, if one was given."""
    cells: Optional[int] = None
    """Own cells at the end of the solution."""
    boards: List[Board] = field(default_factory=list)
    """The boards along the path, from the start."""

    @property
    def method(self) -> str:
        """The algorithm and its heuristic in one word: ``a-star/h1``."""
        return f"{self.algorithm}/{self.heuristic}" if self.heuristic else self.algorithm

    @classmethod
    def _of(cls, fields: Dict[str, Any]) -> "SolveReport":
        report = super()._of(fields)
        report.states = list(report.boards)
        report.cost = None if report.path is None else len(report.path)
        return report

    def as_dict(self) -> Dict[str, Any]:
        plain = {item.name: getattr(self, item.name) for item in dataclasses.fields(self)}
        plain["boards"] = plain["states"] = [str(board) for board in self.boards]
        return plain


@dataclass
class ProblemReport(SearchReport):
    """What a search on a problem of the catalogue found; ``states`` are pictures in characters."""

    problem: str = ""
    """The problem's name."""
    board: str = ""
    """The name of the board, tiles or map."""
    max_depth: Optional[int] = None
    """The depth limit, if one was given."""

    @property
    def method(self) -> str:
        """The algorithm and its heuristic in one word: ``a-star/manhattan``."""
        return f"{self.algorithm}/{self.heuristic}" if self.heuristic else self.algorithm


@dataclass
class Comparison(Report):
    """Boards × methods."""

    boards: List[str]
    results: List[Any]
    """One report per board and method, boards outermost."""
    csv: str
    """One line per report, with a heading."""
    markdown: str
    """One table per board."""

    def as_dict(self) -> Dict[str, Any]:
        return {**vars(self), "results": [report.as_dict() for report in self.results]}

    def rows(self) -> List[Dict[str, Any]]:
        """One row for each board and method."""
        return [row for report in self.results for row in report.rows()]

    def _bars(self) -> Tuple[str, Dict[str, float], Optional[Dict[str, float]]]:
        several = len(self.boards) > 1
        names = [f"{report.board} · {report.method}" if several else report.method for report in self.results]
        return "nodes expanded", {name: float(r.expanded) for name, r in zip(names, self.results)}, None

    def _repr_markdown_(self) -> str:
        return self.markdown


@dataclass
class HeuristicCheck(Report):
    """Whether a heuristic keeps its promises.

    *Admissible*: never above the true cost (``not overestimates``). *Zero at goals*: 0 wherever a goal is
    reached (``not nonzero_at_goal``). *Consistent*: zero at goals, and no step lowers the estimate by more
    than the step costs (``not inconsistent``); a consistent heuristic is admissible.
    """

    heuristic: str
    overestimates: bool
    """Whether an estimate above the true cost was found."""
    inconsistent: bool
    """Whether a step was found along which the estimate falls by more than it costs, or a goal whose
    estimate is not 0."""
    complete: bool
    """Whether every state there is was examined, so that finding nothing is a proof."""
    states: int
    samples: int
    overestimated: int
    """How often an estimate was too high."""
    time_s: float
    stopped: Optional[str] = None
    counter_example: Optional[Dict[str, Any]] = None
    """The shallowest overestimate found: ``moves``, ``h``, ``cost``, ``solution``."""
    falling: Optional[Dict[str, Any]] = None
    """The shallowest step found along which it falls too fast: ``moves``, ``step``, ``h``, ``h_after``."""
    nonzero_at_goal: bool = False
    """Whether a goal was found whose estimate is not 0."""
    goal_example: Optional[Dict[str, Any]] = None
    """The shallowest goal found whose estimate is not 0: ``moves``, ``h``."""


@dataclass
class Maximum(Report):
    """The most cells of a board, or the fewest pieces for an objective."""

    board: str
    stock: str
    cells: int
    """Own cells after the moves."""
    bound: Optional[int]
    """No legal sequence covers more cells, or needs fewer pieces."""
    proven: bool
    pieces: int
    moves: List[str]
    outcome: str
    time_s: float
    nodes: int
    objective: Optional[int] = None


@dataclass
class Standing(Report):
    """A player in the table."""

    rank: int
    name: str
    engine: Optional[str]
    elo: float
    """The rating; the average of all is 0."""
    margin: float
    """Half its 95 % interval."""
    games: int
    points: float
    score: float
    wins: int
    draws: int
    losses: int
    forfeits: int
    depth: float
    nodes_per_move: float
    time_per_move_s: float
    nps: float
    cpu_per_move_s: Optional[float] = None
    """Seconds of processor time for a move, on average, where it can be told."""


@dataclass
class Tournament(Report):
    """What a tournament came to."""

    game: str
    n_games: int
    standings: List[Standing]
    """The players, best first."""
    meetings: List[Dict[str, Any]]
    """Who met whom, with Elo differences and likelihoods."""
    sprt: Optional[Dict[str, Any]]
    """The sequential test, if there was one."""
    forfeits: List[Dict[str, Any]]
    """Games lost by a fault, with all it takes to see it again."""
    games: List[Dict[str, Any]]
    """Every game: players, opening, moves, result, what each side spent."""
    markdown: str
    csv: str

    @classmethod
    def _of(cls, fields: Dict[str, Any]) -> "Tournament":
        report = super()._of(fields)
        report.standings = [Standing._of(each) for each in fields["standings"]]
        return report

    def rows(self) -> List[Dict[str, Any]]:
        """One row for each player, best first."""
        return [dict(vars(standing)) for standing in self.standings]

    def _bars(self) -> Tuple[str, Dict[str, float], Optional[Dict[str, float]]]:
        elos = {standing.name: standing.elo for standing in self.standings}
        return "Elo, 95 %", elos, {standing.name: standing.margin for standing in self.standings}

    def _repr_markdown_(self) -> str:
        return self.markdown

    def standing(self, name: str) -> Standing:
        """The line of one player."""
        found: Tuple[Standing, ...] = tuple(each for each in self.standings if each.name == name)
        if not found:
            raise KeyError(name)
        return found[0]
