"""What notebooks show, and what can be kept, hashed and sent elsewhere."""

import os
import pickle
import sys
from pathlib import Path

import pytest

import plywood
from plywood import puzzle
from plywood.gymnasium_env import PlywoodEnv

EXAMPLES = Path(__file__).parent.parent / "examples"


def test_equal_positions_have_equal_hashes():
    one = plywood.Position("tic-tac-toe", moves=["a1", "b2", "c3"])
    two = plywood.Position("tic-tac-toe", moves=["c3", "b2", "a1"])
    assert one == two and hash(one) == hash(two)
    other = one.copy()
    other.play(other.legal_moves[0])
    assert {one: "met"}[two] == "met" and other not in {one, two}


def test_engines_come_back_from_a_pickle_as_they_were_made():
    engine = plywood.Engine("mcts:nodes=300", "quatro", rules="squares=true", memory="8MB", seed=4)
    again = pickle.loads(pickle.dumps(engine))
    position = plywood.Position("quatro", rules="squares=true")
    assert (again.name, again.game) == (engine.name, "quatro")
    assert again.choose(position) == engine.choose(position)


def test_environments_come_back_from_a_pickle_in_the_middle_of_a_game():
    env = PlywoodEnv("connect-four", opponent="alpha-beta:depth=2", seat=2)
    env.reset(seed=3)
    again = pickle.loads(pickle.dumps(env))
    action = env.position.legal_actions[0]
    env.step(action)
    again.step(action)
    assert again.position == env.position


def test_notebooks_show_positions_and_reports():
    position = plywood.Position("connect-four", moves=["d", "d"])
    assert position._repr_html_().startswith("<pre") and "<" not in position.draw()
    analysis = position.analyse("alpha-beta:depth=3", lines=2)
    shown = analysis._repr_markdown_().splitlines()
    assert shown[0].startswith("| move | score |") and len(shown) == 4
    comparison = puzzle.compare(["A"], ["bfs", "a-star:heuristic=h1"])
    assert comparison._repr_markdown_() == comparison.markdown
    assert [row["algorithm"] for row in comparison.rows()] == ["bfs", "a-star"]
    tournament = plywood.tournament(
        "tic-tac-toe", {"a": "random", "b": "alpha-beta:depth=2"}, pairs=1
    )
    assert {row["name"] for row in tournament.rows()} == {"a", "b"}
    solved = plywood.Position("tic-tac-toe", moves=["a1", "b2"]).solve(all_moves=True)
    assert len(solved.rows()) == 7 and solved.rows()[0]["move"]


def test_a_table_needs_its_library():
    analysis = plywood.Position("tic-tac-toe").analyse("alpha-beta:depth=2", lines=3)
    try:
        import pandas
    except ImportError:
        with pytest.raises(ImportError, match="pip install pandas"):
            analysis.to_pandas()
    else:
        frame = analysis.to_pandas()
        assert isinstance(frame, pandas.DataFrame) and list(frame["move"]) == [
            line.move for line in analysis.lines
        ]


@pytest.mark.parametrize("name", ["heuristics", "own_game"])
def test_notebooks_run_from_top_to_bottom(name, tmp_path):
    nbclient = pytest.importorskip("nbclient")
    nbformat = pytest.importorskip("nbformat")
    book = nbformat.read(EXAMPLES / f"{name}.ipynb", as_version=4)
    environment = dict(os.environ, MPLCONFIGDIR=str(Path(sys.prefix) / "matplotlib"), IPYTHONDIR=str(tmp_path))
    client = nbclient.NotebookClient(book, timeout=120, resources={"metadata": {"path": str(tmp_path)}})
    client.execute(env=environment)
    shown = [output.get("data", {}) for cell in book.cells for output in cell.get("outputs", [])]
    assert any("image/png" in data for data in shown), "a chart"
    assert any("text/markdown" in data for data in shown), "a table"
    assert any("<progress" in data.get("text/html", "") for data in shown), "a bar"


def test_reports_draw_themselves():
    pytest.importorskip("matplotlib").use("Agg")
    analysis = plywood.Position("connect-four").analyse("alpha-beta:depth=3", lines=3)
    axes = analysis.plot()
    assert len(axes.patches) == 3 and axes.get_xlabel().startswith("score")
    comparison = puzzle.compare(["A", "B"], ["bfs", "a-star:heuristic=h3"])
    assert [bar.get_width() for bar in comparison.plot().patches] == [
        report.expanded for report in reversed(comparison.results)
    ]
    with pytest.raises(TypeError, match="nothing to draw"):
        plywood.Position("connect-four").playouts(2).plot()


def test_a_bar_says_how_things_go():
    bar = plywood.Bar("board A")
    puzzle.compare(["A"], ["bfs"], progress=bar)
    assert bar.shown.startswith("board A: A: bfs, solved")
    plywood.Position("quatro").analyse("iterative:depth=3", progress=bar)
    assert "depth" in bar.shown and "<progress" in bar._repr_html_(0.5)
