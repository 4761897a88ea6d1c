"""The puzzle: boards, searches, comparisons, maxima, heuristics."""

import math
import pickle

import pytest

import plywood
from plywood import puzzle

FEWEST = {"A": 2, "B": 5, "C": 7, "D": 9, "E": 12, "F": 18}
A_STAR = {"A": (6, 2), "B": (39, 5), "C": (68, 7), "D": (135, 9), "E": (199, 12), "F": (299, 18)}


def test_the_boards_are_there():
    assert [board.name for board in puzzle.boards()] == list(FEWEST)
    board = puzzle.boards()[0]
    assert (board.rows, board.columns, board.objective, board.own) == (14, 14, 8, 0)
    assert board.missing == 8 and board.stock == (10, 10, 15)
    assert puzzle.Board(board.text) == board and len(board.cells) == 14
    back = pickle.loads(pickle.dumps(board))
    assert back == board and back.name == "A"


@pytest.mark.parametrize("board", FEWEST)
def test_a_star_generates_what_the_rules_say(board):
    report = puzzle.solve(board, "a-star", "h3")
    assert report.outcome == "solved" and report.is_solved
    assert (report.generated, report.expanded) == A_STAR[board]
    assert report.depth == len(report.path) == report.cost == FEWEST[board]
    assert len(report.boards) == FEWEST[board] + 1 and report.boards[-1].missing == 0
    assert report.method == "a-star/h3" and report.as_dict()["board"] == board


def test_breadth_first_counts():
    report = puzzle.solve("B", "bfs")
    assert (report.generated, report.expanded) == (12471, 972)
    assert report.heuristic is None


def test_limits_end_a_search():
    assert puzzle.solve("F", "bfs", nodes=1000).outcome == "nodes"
    assert puzzle.solve("F", "bfs", time=0.05).outcome == "time"
    assert puzzle.solve("F", "bfs", memory="1MB").outcome == "memory"
    assert puzzle.solve("B", "dfs", depth=2).outcome == "exhausted"
    heard = []
    report = puzzle.solve("F", "bfs", time=20, progress=lambda stats: heard.append(stats) or len(heard) < 2)
    assert report.outcome == "cancelled" and heard[0].generated > 0


def test_a_heuristic_written_in_python_counts_like_ours():
    def h3(board):
        return board.missing / 4

    for name in "ABCDEF":
        ours, told = puzzle.solve(name, "a-star", "h3"), puzzle.solve(name, "a-star", h3)
        assert (told.generated, told.expanded, told.path) == (ours.generated, ours.expanded, ours.path)
        assert told.heuristic == "h3" and told.outcome == "solved"


def test_a_broken_heuristic_is_an_exception():
    def raises(_):
        raise LookupError("mine")

    with pytest.raises(LookupError, match="mine"):
        puzzle.solve("B", "a-star", raises)
    for answer in [math.nan, -1, "far", [], 1e12]:
        with pytest.raises(plywood.WrongAnswer, match="the heuristic returned"):
            puzzle.solve("B", "a-star", lambda _: answer)

    def forever(_):
        while True:
            pass

    with pytest.raises(plywood.OutOfTime):
        puzzle.solve("B", "a-star", forever, time=0.1)
    assert puzzle.solve("B", "a-star", lambda _: None).outcome == "exhausted"
    with pytest.raises(plywood.BadSetting, match="does not look at a heuristic"):
        puzzle.solve("B", "bfs", lambda _: 0)


def test_comparisons_are_tables():
    heard = []
    comparison = puzzle.compare(["A", "B"], ["bfs", "a-star:heuristic=h1"], progress=heard.append)
    assert comparison.boards == ["A", "B"] and len(comparison.results) == 4 == len(heard)
    assert comparison.results[1].method == "a-star/h1"
    assert comparison.as_dict()["results"][0]["algorithm"] == "bfs"
    assert comparison.csv.count("\n") == 5 and "| bfs |" in comparison.markdown


def test_heuristics_are_checked():
    assert puzzle.check("A", "h1").overestimates
    check = puzzle.check("A", "h3")
    assert not check.overestimates and check.counter_example is None
    assert puzzle.check("A", "h1").counter_example["h"] > puzzle.check("A", "h1").counter_example["cost"]


def test_maxima_are_proven():
    small = "...\n...\n...\n"
    best = puzzle.maximize(small)
    assert best.proven and best.cells == best.bound == 5 and len(best.moves) == best.pieces
    fewest = puzzle.fewest_pieces("B")
    assert fewest.proven and fewest.pieces == 5
    heard = []
    puzzle.maximize("C", time=0.5, progress=heard.append)
    assert all(news["best"] <= news["bound"] for news in heard)


def test_what_is_wrong_is_said():
    with pytest.raises(plywood.BadPosition, match="no board and no file"):
        puzzle.solve("Z")
    with pytest.raises(plywood.BadPosition):
        puzzle.solve("..x\n...\n")
    with pytest.raises(plywood.BadSetting, match="Did you mean `a-star`"):
        puzzle.solve("A", "a-satr")
    with pytest.raises(plywood.BadSetting, match="h1, h2, h3 and h4"):
        puzzle.solve("A", "a-star", "h9")
    with pytest.raises(plywood.BadSetting, match="not a stock"):
        puzzle.maximize("A", stock="many")
    with pytest.raises(plywood.BadSetting, match="objective"):
        puzzle.fewest_pieces("...\n...\n...\n")
    for bad in [None, 3, []]:
        with pytest.raises(TypeError):
            puzzle.solve(bad)
        with pytest.raises(TypeError):
            puzzle.solve("A", "a-star", bad if bad is not None else 3)


def test_boards_can_be_keys():
    board = puzzle.boards()[0]
    assert {board: 1}[puzzle.Board(board.text)] == 1


def thirds(board):
    return board.missing / 8


def too_much(board):
    return board.missing


def test_a_board_is_walked_by_hand():
    board = plywood.Board("A")
    steps = board.moves()
    assert steps and board.play(steps[0]).own > board.own and not board.is_goal
    for step in puzzle.solve("A", "bfs").path:
        assert step in board.moves()
        board = board.play(step)
    assert board.is_goal and plywood.Board("A").own < board.own
    with pytest.raises(plywood.IllegalMove):
        board.play("z@z9")


def test_functions_stand_where_heuristics_do():
    comparison = puzzle.compare(["A", "B"], ["bfs", "a-star:heuristic=h3", ("a-star", thirds)])
    assert [report.method for report in comparison.results] == ["bfs", "a-star/h3", "a-star/thirds"] * 2
    assert len({report.cost for report in comparison.results[:3]}) == 1
    assert "thirds" in comparison.markdown and "thirds" in comparison.csv
    assert not puzzle.check("A", thirds, dives=10).overestimates
    found = puzzle.check("A", too_much, dives=10)
    assert found.overestimates and found.heuristic == "too_much" and found.counter_example
    seen = []
    puzzle.compare(["A"], [("greedy", thirds), "bfs"], progress=lambda report: seen.append(report.method))
    assert seen == ["greedy/thirds", "bfs"]


@pytest.mark.parametrize(
    "use, sentence",
    [
        (lambda: puzzle.compare(["A"], [("bfs", thirds)]), "does not look at a heuristic"),
        (lambda: puzzle.compare(["A"], [5]), "5 is no method"),
        (lambda: puzzle.check("A", 5), "5 is no heuristic"),
        (lambda: puzzle.solve("A", "a-star", 5), "5 is no heuristic"),
        (lambda: puzzle.compare(["A"], [("a-star", lambda board: "far")]), "expected a number"),
    ],
)
def test_what_cannot_guide_is_refused_with_a_sentence(use, sentence):
    with pytest.raises((plywood.PlywoodError, TypeError), match=sentence):
        use()


def test_what_a_function_raises_ends_the_comparison():
    def broken(board):
        raise ZeroDivisionError("too far")

    with pytest.raises(ZeroDivisionError, match="too far"):
        puzzle.compare(["A"], [("a-star", broken)])
