"""Ctrl-C ends a search, in whatever code it is."""

import signal
import subprocess
import sys
import textwrap
import time

import pytest

SEARCHES = {
    "an engine": 'plywood.Position("blokus-duo").analyse("iterative", time=300)',
    "a proof": 'plywood.Position("blokus-duo").solve(time=300)',
    "a count": 'plywood.Position("blokus-duo").perft(6)',
    "playouts": 'plywood.Position("blokus-duo").playouts(10**9)',
    "the puzzle": 'plywood.puzzle.maximize("\\n".join(["." * 20] * 20), stock="unlimited", time=300)',
    "a heuristic": 'plywood.puzzle.solve("F", "greedy", endless)',
    "an evaluator": 'plywood.Position("blokus").analyse("alpha-beta:depth=2", evaluator=endless)',
    "a listener": 'plywood.Position("blokus").analyse("iterative", time=300, progress=endless)',
    "a tournament": 'plywood.tournament("blokus-duo", ["iterative", "best"], time=100)',
    "a bot": 'plywood.tournament("quatro", {"a": "random", "b": endless})',
}


@pytest.mark.parametrize("search", SEARCHES)
def test_an_interrupt_ends(search):
    program = f"""
        import plywood

        def endless(_):
            while True:
                pass

        print("ready", flush=True)
        try:
            {SEARCHES[search]}
        except KeyboardInterrupt:
            print("interrupted", flush=True)
    """
    with subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(program)],
        stdout=subprocess.PIPE,
        text=True,
        # A child of a background job may have been told to ignore the signal.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    ) as child:
        try:
            assert child.stdout.readline() == "ready\n"
            time.sleep(0.25)
            child.send_signal(signal.SIGINT)
            output, _ = child.communicate(timeout=30)
        finally:
            child.kill()
    assert output == "interrupted\n" and child.returncode == 0
