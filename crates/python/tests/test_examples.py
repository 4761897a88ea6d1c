"""The examples run, and the package's own example holds."""

import doctest
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import plywood

EXAMPLES = Path(__file__).parent.parent / "examples"


def run(name, *arguments, cwd):
    # Matplotlib lists the fonts once and keeps the list in the scratch environment.
    fonts = str(Path(sys.prefix) / "matplotlib")
    environment = dict(os.environ, MPLCONFIGDIR=fonts, PYTHONIOENCODING="utf-8")
    done = subprocess.run(
        [sys.executable, str(EXAMPLES / name), *arguments],
        cwd=cwd,
        env=environment,
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_tic_tac_toe_runs(tmp_path):
    output = run("tic_tac_toe.py", cwd=tmp_path)
    assert "sequences of three plies: 504" in output and output.count("draw") >= 5


def test_tic_tac_toe_recommends_a_move_that_does_not_lose(tmp_path):
    lines = run("tic_tac_toe.py", cwd=tmp_path).splitlines()
    edges = {1, 3, 5, 7}
    # By hand: x holds two opposite corners, o the middle; a corner for o allows a fork, an edge does not.
    judged = [re.fullmatch(r"x\.\.\.o\.\.\.x: (\d) plies .* play (\d), which (\w+)", line) for line in lines]
    told = {int(found[1]): (int(found[2]), found[3]) for found in judged if found}
    assert set(told) == {2, 4}
    for move, verdict in told.values():
        assert verdict == ("draws" if move in edges else "loses")
    assert told[4][1] == "draws"
    best = re.fullmatch(r"x\.\.\.o\.\.\.x: read to the end, (\d) is best: a draw", lines[-1])
    assert best and int(best[1]) in edges


def test_the_eight_puzzle_runs(tmp_path):
    lines = run("eight_puzzle.py", cwd=tmp_path).splitlines()
    steps = {line[:24].strip(): int(line[24:30]) for line in lines[1:]}
    assert steps["bfs"] == steps["a-star manhattan"] == steps["ida-star manhattan"] == 16


def test_the_notebook_draws_its_plots(tmp_path):
    pytest.importorskip("matplotlib")
    output = run("compare_heuristics.py", str(tmp_path), cwd=tmp_path)
    assert "### Board F" in output and "h1: overestimates" in output
    for name in ["nodes.png", "pieces.png"]:
        picture = (tmp_path / name).read_bytes()
        assert picture.startswith(b"\x89PNG") and len(picture) > 5000


def test_every_example_is_tested():
    tested = {"tic_tac_toe.py", "eight_puzzle.py", "compare_heuristics.py"}
    assert {path.name for path in EXAMPLES.glob("*.py")} == tested


def test_the_packages_own_example_holds():
    assert doctest.testmod(plywood).failed == 0
    assert doctest.testmod(plywood).attempted > 0


def test_everything_public_is_documented():
    for name in plywood.__all__:
        thing = getattr(plywood, name)
        assert getattr(thing, "__doc__", None) or name == "__version__", name
    for kind in [plywood.Position, plywood.Engine, plywood.Board]:
        for name in dir(kind):
            if not name.startswith("_"):
                assert getattr(kind, name).__doc__, f"{kind.__name__}.{name}"
