"""Problems and games written in Python, in our searches."""

import math
import sys
import threading
import time
from pathlib import Path

import pytest

import plywood

sys.path.insert(0, str(Path(__file__).parent.parent / "examples"))

from eight_puzzle import EightPuzzle, manhattan, misplaced  # noqa: E402
from tic_tac_toe import TicTacToe, open_lines  # noqa: E402

EASY = EightPuzzle((1, 4, 2, 3, 7, 5, 6, 8, 0))
NEAR = EightPuzzle((1, 2, 0, 3, 4, 5, 6, 7, 8))
ALGORITHMS = [name for name, _ in plywood.puzzle.algorithms()]
ENGINES = ["minimax", "alpha-beta", "pvs", "mtd", "iterative", "best"]


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_every_algorithm_solves_the_eight_puzzle(algorithm):
    informed = algorithm in ("greedy", "a-star", "weighted-a-star", "ida-star", "rbfs", "sma-star", "beam")
    report = plywood.search(NEAR, algorithm, manhattan if informed else None, depth=4)
    assert report.outcome == "solved" and report.path == ["left", "left"] and report.cost == 2
    assert report.states[0] == NEAR.start() and EASY.is_goal(report.states[-1])
    assert report.penetrance == 2 / report.generated and report.branching_factor > 0


def test_better_heuristics_generate_less():
    blind = plywood.search(EASY, "bfs")
    counted = [plywood.search(EASY, "a-star", h) for h in (misplaced, manhattan)]
    assert all(report.cost == blind.cost for report in counted)
    assert blind.generated >= counted[0].generated >= counted[1].generated
    assert counted[1].heuristic == "manhattan" and counted[1].algorithm == "a-star"


def test_paths_lead_where_they_say():
    problem = EightPuzzle((7, 2, 4, 5, 0, 6, 8, 3, 1))
    report = plywood.search(problem, "a-star", manhattan)
    assert report.cost == 26
    state = problem.start()
    for action, after in zip(report.path, report.states[1:]):
        state = problem.apply(state, action)
        assert state == after
    assert problem.is_goal(state)


def test_heuristics_are_checked():
    honest = plywood.check_heuristic(NEAR, manhattan, nodes=3000, dives=5)
    assert not honest.overestimates and not honest.inconsistent
    proud = plywood.check_heuristic(NEAR, lambda state: 1 + manhattan(state), nodes=3000, dives=5)
    assert proud.overestimates and proud.nonzero_at_goal and proud.inconsistent
    assert proud.falling is None and proud.goal_example["h"] == 1
    liar = plywood.check_heuristic(NEAR, lambda state: 3 * manhattan(state), nodes=3000, dives=5)
    assert liar.overestimates and liar.counter_example["h"] > liar.counter_example["cost"]


def test_costs_are_the_problems_own():
    class Roads(plywood.Problem):
        roads = {"a": {"b": 1, "c": 5}, "b": {"c": 1}, "c": {}}

        def start(self):
            return "a"

        def is_goal(self, state):
            return state == "c"

        def actions(self, state):
            return self.roads[state]

        def apply(self, state, action):
            return action

        def cost(self, state, action):
            return self.roads[state][action]

    assert plywood.search(Roads(), "uniform-cost").path == ["b", "c"]
    assert plywood.search(Roads(), "bfs").path == ["c"]


class Line(plywood.Problem):
    """So many steps in a row, each at the same cost; states are lists, which can be changed."""

    def __init__(self, length, price=1):
        self.length, self.price = length, price

    def start(self):
        return [0]

    def is_goal(self, state):
        return state[0] == self.length

    def actions(self, state):
        return ["on"] if state[0] < self.length else []

    def apply(self, state, action):
        return [state[0] + 1]

    def cost(self, state, action):
        return self.price

    def key(self, state):
        return tuple(state)


@pytest.mark.parametrize("algorithm", ["bfs", "dfs", "uniform-cost", "greedy", "a-star", "beam"])
def test_sums_of_costs_are_right_beyond_32_bits(algorithm):
    report = plywood.search(Line(4300, 999_999), algorithm)
    assert report.outcome == "solved" and report.cost == 4_299_995_700
    dear = plywood.search(Line(3, 3_999_999_999), "a-star", lambda state: (3 - state[0]) * 1_300_000_000)
    assert dear.cost == 11_999_999_997


@pytest.mark.parametrize("algorithm", ["ida-star", "rbfs", "ida-star:table=1MB", "rbfs:table=1MB"])
def test_a_ring_without_a_goal_is_exhausted(algorithm):
    class Ring(plywood.Problem):
        def start(self):
            return 0

        def is_goal(self, state):
            return False

        def actions(self, state):
            return [1, -1]

        def apply(self, state, action):
            return (state + action) % 6

    report = plywood.search(Ring(), algorithm, nodes=100_000)
    assert report.outcome == "exhausted" and report.algorithm == algorithm


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_an_apply_that_changes_its_argument_is_an_exception(algorithm):
    class Careless(Line):
        def apply(self, state, action):
            state[0] += 1
            return state

    with pytest.raises(plywood.WrongAnswer, match="apply changed the state it was given"):
        plywood.search(Careless(5), algorithm)


@pytest.mark.parametrize("method", ["is_goal", "actions", "cost"])
def test_no_method_may_change_a_state(method):
    problem = Line(5)
    honest = getattr(problem, method)

    def careless(state, *more):
        answer = honest(state, *more)
        state[0] += 1
        return answer

    setattr(problem, method, careless)
    with pytest.raises(plywood.WrongAnswer, match=f"{method} changed the state it was given"):
        plywood.search(problem, "a-star")


def test_a_heuristic_may_not_change_a_state():
    def careless(state):
        state[0] += 1
        return 0

    with pytest.raises(plywood.WrongAnswer, match="the heuristic changed the state it was given"):
        plywood.search(Line(5), "a-star", careless)


def test_a_mistake_that_comes_late_is_found_too():
    class Late(Line):
        def apply(self, state, action):
            if state[0] > 3000:
                state[0] += 1
                return state
            return [state[0] + 1]

    with pytest.raises(plywood.WrongAnswer, match="changes? a? ?.*state it was given|changed the state"):
        plywood.search(Late(4000), "bfs")


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("has_key", [True, False])
def test_a_play_that_changes_its_position_is_an_exception(engine, has_key):
    class Nim(plywood.Game):
        """One or two of some matches; who takes the last wins."""

        def start(self):
            return [7, 1]

        def turn(self, position):
            return position[1]

        def moves(self, position):
            return [n for n in (1, 2) if n <= position[0]]

        def play(self, position, move):
            position[0] -= move
            position[1] = 3 - position[1]
            return position

        def result(self, position):
            if position[0] > 0:
                return None
            return 1 if position[1] == 2 else -1

    if has_key:
        Nim.key = lambda self, position: tuple(position)
    with pytest.raises(plywood.WrongAnswer, match="play changed the state it was given|hashable"):
        plywood.analyse(Nim(), engine=engine, memory="1MB")


def test_limits_and_progress():
    class Line(EightPuzzle):
        def start(self):
            return 0

        def is_goal(self, state):
            return False

        def actions(self, state):
            return ["on"]

        def apply(self, state, action):
            return state + 1

    endless = Line(())
    assert plywood.search(endless, "bfs", nodes=500).generated == 500
    assert plywood.search(endless, "a-star", lambda state: 1, time=0.2).outcome == "time"
    assert plywood.search(endless, "dfs", depth=30).outcome == "exhausted"
    heard = []
    report = plywood.search(endless, "bfs", progress=lambda stats: heard.append(stats) or len(heard) < 3)
    assert report.outcome == "cancelled" and len(heard) == 3


@pytest.mark.parametrize("algorithm", ["a-star", "ida-star", "greedy", "rbfs", "sma-star", "beam"])
def test_a_broken_heuristic_is_an_exception(algorithm):
    def raises(state):
        raise ArithmeticError("mine")

    with pytest.raises(ArithmeticError, match="mine"):
        plywood.search(EASY, algorithm, raises)
    for answer in [math.nan, -math.inf, -3, "far", [], {}]:
        with pytest.raises(plywood.WrongAnswer, match="the heuristic returned"):
            plywood.search(EASY, algorithm, lambda state: answer)
    with pytest.raises(TypeError):
        plywood.search(EASY, algorithm, 7)

    def forever(state):
        while True:
            pass

    begun = time.perf_counter()
    with pytest.raises(plywood.OutOfTime, match="did not return in time"):
        plywood.search(EASY, algorithm, forever, time=0.05)
    assert time.perf_counter() - begun < 10


@pytest.mark.parametrize("method", ["start", "is_goal", "actions", "apply", "cost", "key"])
def test_a_broken_problem_is_an_exception(method):
    def raises(*_):
        raise OSError("mine")

    problem = EightPuzzle(EASY.start())
    setattr(problem, method, raises)
    with pytest.raises(OSError, match="mine"):
        plywood.search(problem, "a-star", manhattan)


@pytest.mark.parametrize(
    "method, answer, message",
    [
        ("actions", 3, "actions returned 3: expected a list"),
        ("actions", [[]], "unhashable"),
        ("cost", "much", "cost returned 'much'"),
        ("cost", 1.5, "whole number"),
        ("cost", -1, "whole number"),
        ("key", [], "hashable"),
    ],
)
def test_a_wrong_answer_is_explained(method, answer, message):
    problem = EightPuzzle(EASY.start())
    setattr(problem, method, lambda *_: answer)
    with pytest.raises((plywood.WrongAnswer, TypeError), match=message):
        plywood.search(problem, "a-star", manhattan)


def test_what_is_no_problem_is_refused():
    for thing in [None, 3, "problem", object()]:
        with pytest.raises(TypeError, match="is no problem"):
            plywood.search(thing)
        with pytest.raises(TypeError, match="is no game"):
            plywood.analyse(thing, 3)
    with pytest.raises(plywood.BadSetting, match="does not look at a heuristic"):
        plywood.search(EASY, "bfs", manhattan)


def test_keys_that_cannot_be_compared_are_an_exception():
    class Odd:
        def __hash__(self):
            return 1

        def __eq__(self, other):
            raise RuntimeError("incomparable")

    problem = EightPuzzle(EASY.start())
    problem.key = lambda state: Odd()
    with pytest.raises(RuntimeError, match="incomparable"):
        plywood.search(problem, "bfs")


def test_tic_tac_toe_is_counted():
    assert [plywood.perft(TicTacToe(), depth) for depth in range(5)] == [1, 9, 72, 504, 3024]


@pytest.mark.parametrize("engine", ENGINES)
def test_every_engine_solves_tic_tac_toe(engine):
    game = TicTacToe()
    analysis = plywood.analyse(game, "x...o....", engine, memory="1MB")
    assert analysis.exact and analysis.result == "draw" and analysis.score == 0
    assert analysis.best == analysis.pv[0] and analysis.nodes > 0
    lost = plywood.analyse(game, "xx.oo....", engine, memory="1MB")
    assert lost.best == 2 and lost.result == "win" and lost.score == 1


def test_alpha_beta_looks_at_less_than_minimax():
    full = plywood.analyse(TicTacToe(), "x...o....", "minimax")
    cut = plywood.analyse(TicTacToe(), "x...o....", "alpha-beta")
    assert cut.nodes < full.nodes and cut.stats["beta_cuts"] > 0 and full.stats["beta_cuts"] == 0


def test_random_games_find_the_win_too():
    analysis = plywood.analyse(TicTacToe(), "xx.oo....", "mcts:nodes=500", seed=2)
    assert analysis.best == 2
    anything = plywood.analyse(TicTacToe(), engine="random", seed=1)
    assert anything.best in range(9) and anything.origin == "random" and anything.score is None
    assert analysis.origin == "search" and analysis.stats["alpha_cuts"] is None


def test_an_evaluator_is_asked():
    asked = []
    told = plywood.analyse(
        TicTacToe(), engine="alpha-beta:depth=1", evaluator=lambda p: asked.append(p) or open_lines(p)
    )
    assert len(asked) == 9 and told.best == 4
    lines = plywood.analyse(TicTacToe(), engine="iterative:depth=2", evaluator=open_lines, lines=9).lines
    assert len(lines) == 9 and lines[0].move == 4


@pytest.mark.parametrize("engine", [*ENGINES, "mcts:nodes=200"])
@pytest.mark.parametrize("method", ["turn", "moves", "play", "result"])
def test_a_broken_game_is_an_exception(engine, method):
    def raises(*_):
        raise OSError("mine")

    game = TicTacToe()
    setattr(game, method, raises)
    with pytest.raises(OSError, match="mine"):
        plywood.analyse(game, "x...o....", engine, memory="1MB")


@pytest.mark.parametrize("engine", [*ENGINES, "mcts:nodes=200"])
@pytest.mark.parametrize(
    "method, answer, message",
    [
        ("turn", 3, "expected 1 or 2"),
        ("moves", None, "expected a list"),
        ("moves", [], "not over"),
        ("result", "won", "expected None, or a whole number"),
        ("result", math.nan, "expected None, or a whole number"),
    ],
)
def test_a_wrong_answer_of_a_game_is_explained(engine, method, answer, message):
    game = TicTacToe()
    setattr(game, method, lambda *_: answer)
    with pytest.raises(plywood.WrongAnswer, match=message):
        plywood.analyse(game, "x...o....", engine, memory="1MB")


@pytest.mark.parametrize("engine", ["alpha-beta:depth=3", "iterative", "mcts:playout=1"])
def test_a_broken_evaluator_is_an_exception(engine):
    for answer in [math.nan, math.inf, "good", None]:
        with pytest.raises(plywood.WrongAnswer, match="the evaluator returned"):
            plywood.analyse(TicTacToe(), engine=engine, evaluator=lambda _: answer, time=5, memory="1MB")

    def forever(_):
        while True:
            pass

    with pytest.raises(plywood.OutOfTime):
        plywood.analyse(TicTacToe(), engine=engine, evaluator=forever, time=0.05, memory="1MB")


def test_a_game_without_end_is_interrupted():
    class Endless(TicTacToe):
        def play(self, position, move):
            return position

        def result(self, position):
            return None

    assert plywood.analyse(Endless(), engine="mcts", nodes=20).stopped == "nodes"
    assert plywood.analyse(Endless(), engine="mcts", time=0.1).stopped == "time"
    assert plywood.analyse(Endless(), engine="alpha-beta:depth=3").depth == 3

    class Narrow(Endless):
        def moves(self, position):
            return [0]

    for engine in ["minimax", "alpha-beta", "pvs", "iterative"]:
        assert plywood.analyse(Narrow(), engine=engine, depth=4_000_000_000, time=1, memory="1MB").best == 0
    with pytest.raises(plywood.BadSetting, match="too many to count"):
        plywood.perft(Narrow(), 1_000_000)


def test_a_thread_with_a_small_stack_is_told():
    caught = []

    def think():
        try:
            plywood.analyse(TicTacToe(), engine="mtd")
        except plywood.BadSetting as e:
            caught.append(str(e))

    usual = threading.stack_size(256 << 10)
    try:
        thread = threading.Thread(target=think)
        thread.start()
        thread.join()
    finally:
        threading.stack_size(usual)
    assert "too few for a search in this thread" in caught[0]
