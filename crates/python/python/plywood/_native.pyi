"""The native half of `plywood`; use `plywood` itself."""

from os import PathLike
from typing import Any, Callable, Dict, Hashable, Iterable, List, Mapping, Optional, Protocol, Sequence, Tuple, Type, Union

from plywood.reports import (
    Analysis,
    Comparison,
    HeuristicCheck,
    Maximum,
    Playouts,
    ProblemReport,
    SearchReport,
    Solution,
    SolveReport,
    Statistics,
    Tournament,
)

__version__: str

Amount = Union[int, float, str]
Rules = Union[str, Mapping[str, Any]]
BoardLike = Union[str, "PathLike[str]", Board]
Bot = Union[Callable[["Position"], str], "Chooser", "Type[Chooser]"]

class Chooser(Protocol):
    def choose(self, position: "Position") -> str: ...

class ProblemLike(Protocol):
    def start(self) -> Any: ...
    def is_goal(self, state: Any) -> bool: ...
    def actions(self, state: Any) -> Iterable[Hashable]: ...
    def apply(self, state: Any, action: Any) -> Any: ...
    def cost(self, state: Any, action: Any) -> int: ...
    def key(self, state: Any) -> Hashable: ...

class GameLike(Protocol):
    def start(self) -> Any: ...
    def turn(self, position: Any) -> int: ...
    def moves(self, position: Any) -> Iterable[Hashable]: ...
    def play(self, position: Any, move: Any) -> Any: ...
    def result(self, position: Any) -> Optional[int]: ...
    def key(self, position: Any) -> Hashable: ...

class Position:
    """A game under way: the position, and the moves that led to it."""

    def __init__(
        self,
        game: str,
        position: Optional[str] = None,
        *,
        moves: Sequence[str] = (),
        rules: Optional[Rules] = None,
        seed: int = 0,
    ) -> None: ...
    @property
    def game(self) -> str: ...
    @property
    def rules(self) -> str: ...
    @property
    def text(self) -> str: ...
    @property
    def to_move(self) -> int: ...
    @property
    def ply(self) -> int: ...
    @property
    def history(self) -> List[str]: ...
    @property
    def key(self) -> int: ...
    @property
    def legal_moves(self) -> List[str]: ...
    @property
    def result(self) -> Optional[int]: ...
    @property
    def is_over(self) -> bool: ...
    @property
    def points(self) -> Optional[Tuple[int, int]]: ...
    @property
    def n_actions(self) -> int: ...
    @property
    def legal_actions(self) -> List[int]: ...
    @property
    def observation_shape(self) -> Tuple[int, int, int]: ...
    def play(self, step: str) -> None: ...
    def undo(self) -> None: ...
    def copy(self) -> "Position": ...
    def read(self, step: str) -> str: ...
    def draw(self, look: str = "unicode") -> str: ...
    def perft(self, depth: int) -> int: ...
    def divide(self, depth: int) -> Dict[str, int]: ...
    def playouts(self, n: int, *, seed: int = 0) -> Playouts: ...
    def analyse(
        self,
        engine: str = "best",
        *,
        lines: int = 1,
        time: Optional[Amount] = None,
        nodes: Optional[Amount] = None,
        depth: Optional[int] = None,
        memory: Optional[Amount] = None,
        threads: int = 1,
        seed: int = 0,
        evaluator: Optional[Callable[["Position"], float]] = None,
        progress: Optional[Callable[[Analysis], Optional[bool]]] = None,
    ) -> Analysis: ...
    def analyze(self, *args: Any, **kwargs: Any) -> Analysis: ...
    def solve(
        self,
        *,
        engine: str = "best",
        all_moves: bool = False,
        time: Optional[Amount] = None,
        nodes: Optional[Amount] = None,
        memory: Optional[Amount] = None,
        threads: int = 1,
    ) -> Solution: ...
    def play_action(self, action: int) -> None: ...
    def move_of(self, action: int) -> str: ...
    def action_of(self, step: str) -> int: ...
    def action_mask(self) -> Any: ...
    def observation(self) -> Any: ...
    def __eq__(self, other: object) -> bool: ...
    def __hash__(self) -> int: ...
    def _repr_html_(self) -> str: ...
    def __copy__(self) -> "Position": ...
    def __deepcopy__(self, memo: Any) -> "Position": ...

class Engine:
    """An engine seated at one game. It keeps what it learned from one move to the next."""

    def __init__(
        self,
        engine: str,
        game: Union[str, GameLike],
        *,
        rules: Optional[Rules] = None,
        memory: Optional[Amount] = None,
        threads: int = 1,
        seed: int = 0,
    ) -> None: ...
    @property
    def game(self) -> Any: ...
    @property
    def name(self) -> str: ...
    def analyse(
        self,
        position: Any,
        *,
        lines: int = 1,
        time: Optional[Amount] = None,
        nodes: Optional[Amount] = None,
        depth: Optional[int] = None,
        progress: Optional[Callable[[Analysis], Optional[bool]]] = None,
    ) -> Analysis: ...
    def analyze(self, *args: Any, **kwargs: Any) -> Analysis: ...
    def choose(
        self,
        position: Any,
        *,
        time: Optional[Amount] = None,
        nodes: Optional[Amount] = None,
        depth: Optional[int] = None,
    ) -> Any: ...
    def forget(self) -> None: ...

class Batch:
    """Many games of one kind, played at once. Use `plywood.vector`."""

    def __init__(
        self,
        game: str,
        n: int,
        *,
        rules: Optional[Rules] = None,
        opponent: Optional[str] = None,
        seed: int = 0,
    ) -> None: ...
    def reset(self, seed: Optional[int] = None) -> "Tuple[Any, Any]":
        """Begins all games anew; returns observations and masks."""
    def step(self, actions: bytes) -> "Tuple[Any, Any, Any, Any, Any]":
        """Plays one action in every game: observations, masks, rewards, ended, illegal."""
    @property
    def n_games(self) -> int:
        """How many games there are."""
    @property
    def observation_shape(self) -> "Tuple[int, int, int]":
        """Planes, rows and columns of an observation."""
    @property
    def n_actions(self) -> int:
        """Every move there can be in this game has a number below this."""
    @property
    def to_move(self) -> "List[int]":
        """Whose turn it is in each game: 1 or 2."""
    @property
    def positions(self) -> "List[str]":
        """The positions as texts."""

class Board:
    """A board of the *Blokus Uno* puzzle."""

    def __init__(self, board: BoardLike, *, name: Optional[str] = None) -> None: ...
    @property
    def name(self) -> str: ...
    @property
    def rows(self) -> int: ...
    @property
    def columns(self) -> int: ...
    @property
    def objective(self) -> Optional[int]: ...
    @property
    def own(self) -> int: ...
    @property
    def missing(self) -> int: ...
    @property
    def stock(self) -> Tuple[int, int, int]: ...
    @property
    def cells(self) -> List[str]: ...
    @property
    def text(self) -> str: ...
    @property
    def is_goal(self) -> bool: ...
    def moves(self) -> List[str]: ...
    def play(self, step: str) -> "Board": ...
    def __hash__(self) -> int: ...
    def __eq__(self, other: object) -> bool: ...

def guided(
    positions: List[Position], evaluate: Callable[[Any, Any], Tuple[Any, Any]], settings: Dict[str, Any]
) -> Dict[str, Any]: ...
def guided_game(
    game: GameLike, states: List[Any], evaluate: Callable[[Any, Any], Tuple[Any, Any]], settings: Dict[str, Any]
) -> Dict[str, Any]: ...
def games() -> Dict[str, Dict[str, Any]]: ...
def engines() -> Dict[str, Dict[str, Any]]: ...
def search(
    problem: ProblemLike,
    algorithm: str = "a-star",
    heuristic: Optional[Callable[[Any], Optional[float]]] = None,
    *,
    time: Optional[Amount] = None,
    nodes: Optional[Amount] = None,
    depth: Optional[int] = None,
    memory: Optional[Amount] = None,
    progress: Optional[Callable[[Statistics], Optional[bool]]] = None,
) -> SearchReport: ...
def check_heuristic(
    problem: ProblemLike,
    heuristic: Callable[[Any], Optional[float]],
    *,
    dives: int = 100,
    seed: int = 0,
    time: Optional[Amount] = None,
    nodes: Optional[Amount] = None,
    memory: Optional[Amount] = None,
) -> HeuristicCheck: ...
def analyse(
    game: GameLike,
    state: Any = None,
    engine: str = "iterative",
    *,
    evaluator: Optional[Callable[[Any], float]] = None,
    lines: int = 1,
    time: Optional[Amount] = None,
    nodes: Optional[Amount] = None,
    depth: Optional[int] = None,
    memory: Optional[Amount] = None,
    seed: int = 0,
    progress: Optional[Callable[[Analysis], Optional[bool]]] = None,
) -> Analysis: ...
def perft(game: GameLike, depth: int, state: Any = None) -> int: ...
def boards() -> List[Board]: ...
def load(board: BoardLike) -> List[Board]: ...
def problem_catalogue() -> List[Dict[str, Any]]: ...
def solve_problem(
    problem: str,
    board: str,
    algorithm: str = "a-star",
    heuristic: Union[None, str, Callable[[str], Optional[float]]] = None,
    *,
    time: Optional[Amount] = None,
    nodes: Optional[Amount] = None,
    depth: Optional[int] = None,
    memory: Optional[Amount] = None,
    progress: Optional[Callable[[Statistics], Optional[bool]]] = None,
) -> ProblemReport: ...
def compare_problem(
    problem: str,
    boards: Optional[Sequence[str]] = None,
    methods: Optional[Sequence[Union[str, Tuple[str, Callable[[Any], Optional[float]]]]]] = None,
    *,
    time: Optional[Amount] = None,
    nodes: Optional[Amount] = None,
    depth: Optional[int] = None,
    memory: Optional[Amount] = None,
) -> Comparison: ...
def check_problem(
    problem: str,
    board: str,
    heuristic: Union[str, Callable[[Any], Optional[float]]],
    *,
    dives: int = 100,
    seed: int = 0,
    time: Optional[Amount] = None,
    nodes: Optional[Amount] = None,
    memory: Optional[Amount] = None,
) -> HeuristicCheck: ...
def algorithms() -> List[Tuple[str, str]]: ...
def heuristics() -> List[Tuple[str, str]]: ...
def solve(
    board: BoardLike,
    algorithm: str = "a-star",
    heuristic: Union[None, str, Callable[[Board], Optional[float]]] = None,
    *,
    time: Optional[Amount] = None,
    nodes: Optional[Amount] = None,
    depth: Optional[int] = None,
    memory: Optional[Amount] = None,
    progress: Optional[Callable[[Statistics], Optional[bool]]] = None,
) -> SolveReport: ...
def compare(
    boards: Optional[Sequence[BoardLike]] = None,
    methods: Optional[Sequence[Union[str, Tuple[str, Callable[[Any], Optional[float]]]]]] = None,
    *,
    time: Optional[Amount] = None,
    nodes: Optional[Amount] = None,
    depth: Optional[int] = None,
    memory: Optional[Amount] = None,
    progress: Optional[Callable[[SolveReport], Optional[bool]]] = None,
) -> Comparison: ...
def check(
    board: BoardLike,
    heuristic: Union[str, Callable[[Any], Optional[float]]],
    *,
    dives: int = 100,
    seed: int = 0,
    time: Optional[Amount] = None,
    nodes: Optional[Amount] = None,
    memory: Optional[Amount] = None,
) -> HeuristicCheck: ...
def maximize(
    board: BoardLike,
    *,
    stock: str = "10,10,15",
    threads: int = 1,
    time: Optional[Amount] = None,
    nodes: Optional[Amount] = None,
    memory: Optional[Amount] = None,
    progress: Optional[Callable[[Dict[str, Any]], Optional[bool]]] = None,
) -> Maximum: ...
def fewest_pieces(
    board: BoardLike,
    objective: Optional[int] = None,
    *,
    stock: str = "10,10,15",
    threads: int = 1,
    time: Optional[Amount] = None,
    nodes: Optional[Amount] = None,
    memory: Optional[Amount] = None,
    progress: Optional[Callable[[Dict[str, Any]], Optional[bool]]] = None,
) -> Maximum: ...
def tournament(
    game: str,
    players: Union[Sequence[str], Mapping[str, Union[str, Bot]]],
    *,
    pairs: int = 10,
    format: str = "round-robin",
    rounds: int = 0,
    rules: Optional[Rules] = None,
    time: Optional[Amount] = None,
    clock: Optional[str] = None,
    nodes: Optional[Amount] = None,
    depth: Optional[int] = None,
    openings: Union[None, int, Sequence[str]] = None,
    seed: int = 0,
    sprt: Optional[Tuple[float, float]] = None,
    concurrency: int = 1,
    memory: Optional[Amount] = None,
    threads: int = 1,
    patience: Optional[Amount] = None,
    store: "Union[None, str, PathLike[str]]" = None,
    progress: Optional[Callable[[Dict[str, Any]], Optional[bool]]] = None,
) -> Tournament: ...

class Campaign:
    """A set of jobs under way: hands out what can be run and takes in each result once."""

    def __init__(self, jobs: str, store: "Union[None, str, PathLike[str]]" = None) -> None: ...
    def next(self) -> Optional[str]: ...
    def finish(self, line: str) -> bool: ...
    @property
    def over(self) -> bool: ...
    def progress(self) -> Dict[str, Any]: ...
    def known(self) -> List[str]: ...
    def report(self) -> Optional[Dict[str, Any]]: ...
    def close(self) -> None: ...

def run_job(line: str) -> str: ...
def engine_players(
    game: str, players: Union[Sequence[str], Mapping[str, str]]
) -> List[Tuple[str, str]]: ...
def end_all() -> None: ...
def solve_jobs(
    positions: Sequence[str],
    *,
    game: Optional[str] = None,
    rules: str = "",
    all_moves: bool = False,
    time_ms: Optional[int] = None,
    nodes: Optional[int] = None,
    hash: int = 64_000_000,
    seed: int = 0,
) -> List[str]: ...
def compare_jobs(
    boards: Sequence[str],
    methods: Sequence[str],
    *,
    problem: str = "puzzle",
    time_ms: Optional[int] = None,
    nodes: Optional[int] = None,
    bytes: Optional[int] = None,
    depth: Optional[int] = None,
) -> List[str]: ...
