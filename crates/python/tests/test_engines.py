"""Engines: analysing, proving, limits, progress, judges written in Python."""

import math
import threading
import time

import pytest

import plywood

ENDGAME = "a..c/..57/...0/34.. -"


@pytest.mark.parametrize("engine", list(plywood.engines()))
@pytest.mark.parametrize("game", list(plywood.games()))
def test_every_engine_plays_every_game(engine, game):
    position = plywood.Position(game, seed=2)
    position.play(position.legal_moves[0])
    analysis = position.analyse(engine, time=0.05, memory="1MB")
    assert analysis.best in position.legal_moves
    assert analysis.pv[0] == analysis.best == analysis.lines[0].move
    assert position.ply == 1


def test_limits_hold():
    position = plywood.Position("blokus-duo")
    assert position.analyse("alpha-beta:depth=2").depth == 2
    by_nodes = position.analyse("iterative", nodes=2000)
    assert by_nodes.nodes <= 2000 and by_nodes.stopped == "nodes"
    begun = time.perf_counter()
    by_time = position.analyse("iterative", time="100ms")
    assert by_time.stopped == "time" and time.perf_counter() - begun < 5
    assert position.analyse("alpha-beta", depth=1).depth == 1


def test_several_lines_and_progress():
    position = plywood.Position("blokus")
    heard = []
    analysis = position.analyse("iterative", depth=3, lines=3, progress=heard.append)
    assert len(analysis.lines) == 3 and heard
    assert [each.depth for each in heard] == sorted(each.depth for each in heard)
    assert all(line.move in position.legal_moves for line in heard[-1].lines)
    assert analysis.as_dict()["lines"][0]["move"] == analysis.best


def test_a_listener_may_end_the_search_or_break():
    position = plywood.Position("blokus-duo")
    analysis = position.analyse("iterative", time=60, progress=lambda _: False)
    assert analysis.stopped == "cancelled" and analysis.best in position.legal_moves

    def breaks(_):
        raise ZeroDivisionError("mine")

    with pytest.raises(ZeroDivisionError, match="mine"):
        position.analyse("iterative", time=60, progress=breaks)


def test_other_threads_run_meanwhile():
    ticks = []
    done = threading.Event()

    def tick():
        while not done.wait(0.01):
            ticks.append(1)

    ticker = threading.Thread(target=tick)
    ticker.start()
    plywood.Position("blokus-duo").analyse("iterative", time=0.5)
    done.set()
    ticker.join()
    assert len(ticks) > 5


def test_searches_run_side_by_side():
    position = plywood.Position("quarto", moves=[">6"])
    answers = []
    search = lambda: answers.append(position.analyse("mcts:nodes=500,seed=1").best)
    threads = [threading.Thread(target=search) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(answers) == 4 and len(set(answers)) == 1


def test_a_position_is_proven():
    position = plywood.Position("quatro", ENDGAME)
    solution = position.solve(all_moves=True, time=60)
    assert solution.proven and solution.result in ("win", "draw", "loss")
    assert set(solution.moves) == set(position.legal_moves)
    assert max(solution.moves.values()) == solution.value
    unproven = plywood.Position("blokus-duo").solve(nodes=100)
    assert not unproven.proven and unproven.value is None and unproven.stopped == "nodes"


def test_both_spellings_of_analyse_are_there():
    assert plywood.analyze is plywood.analyse
    position = plywood.Position("quatro")
    engine = plywood.Engine("iterative:depth=1", "quatro")
    assert position.analyze("minimax:depth=1").best == position.analyse("minimax:depth=1").best
    assert engine.analyze(position, lines=2).best == engine.analyse(position, lines=2).best


def test_values_are_proven_in_the_way_asked_for():
    position = plywood.Position("quatro", ENDGAME)
    for engine in ["best", "iterative", "df-pn"]:
        assert position.solve(engine=engine, time=60).value == position.solve().value
    with pytest.raises(plywood.BadSetting, match="df-pn"):
        position.solve(engine="guess")



def test_an_engine_stays_at_its_game():
    engine = plywood.Engine("mcts:nodes=200", "quatro", seed=3)
    position = plywood.Position("quatro")
    while not position.is_over:
        position.play(engine.choose(position))
    assert engine.choose(position) is None
    engine.forget()
    assert engine.game == "quatro" and "mcts" in repr(engine)
    with pytest.raises(plywood.BadPosition, match="quatro"):
        engine.choose(plywood.Position("blokus"))


def test_a_position_is_free_while_it_is_thought_about():
    position = plywood.Position("blokus-duo")

    def play_on(_):
        position.play(position.legal_moves[0])
        return False

    position.analyse("iterative", time=20, progress=play_on)
    assert position.ply >= 1
    engine = plywood.Engine("iterative", "blokus-duo")
    engine.analyse(position, time=20, progress=play_on)
    with pytest.raises(plywood.BadSetting, match="thinking already"):
        engine.analyse(position, time=20, progress=lambda _: engine.choose(position))
    assert engine.choose(position, depth=1) in position.legal_moves


def test_seeds_repeat_random_choices():
    position = plywood.Position("blokus-duo")
    choices = [position.analyse("random", seed=seed).best for seed in (1, 1, 2, 3, 4)]
    assert choices[0] == choices[1] and len(set(choices)) > 1


def test_bad_settings_are_explained():
    position = plywood.Position("quatro")
    for bad, message in [
        ({"engine": "alpha-bta"}, "Did you mean `alpha-beta`"),
        ({"engine": "minimax:rave=on"}, "depth, nodes, time, judge"),
        ({"time": "soon"}, "not a time"),
        ({"time": -1.0}, "not a time"),
        ({"time": math.nan}, "not a time"),
        ({"nodes": 0}, "number of nodes"),
        ({"memory": "1 byte"}, "memory"),
        ({"threads": 0}, "1 to 256"),
        ({"memory": "900000GB"}, "cannot be allocated"),
        ({"engine": "iterative:hash=900000GB"}, "cannot be allocated"),
    ]:
        with pytest.raises(plywood.BadSetting, match=message):
            position.analyse(**bad)
    for bad in [{"time": []}, {"depth": "deep"}, {"engine": None}, {"lines": -1}]:
        with pytest.raises((TypeError, OverflowError)):
            position.analyse(**bad)


def test_a_judge_written_in_python_is_asked():
    seen = []

    def corners(position):
        seen.append(position.ply)
        one, two = position.points
        return (one - two) if position.to_move == 1 else (two - one)

    position = plywood.Position("blokus", moves=["b@a1", "b@m13"])
    told = position.analyse("alpha-beta:depth=2", evaluator=corners)
    ours = position.analyse("alpha-beta:depth=2,judge=points")
    assert seen and told.best == ours.best and told.score == ours.score and told.nodes == ours.nodes
    assert position.analyse(evaluator=corners, depth=2).best in position.legal_moves
    assert position.analyse("mcts:nodes=50,playout=4", evaluator=corners).best in position.legal_moves


@pytest.mark.parametrize("engine", ["alpha-beta:depth=3", "iterative:depth=3", "mcts:nodes=500,playout=2"])
def test_a_broken_judge_is_an_exception(engine):
    position = plywood.Position("blokus", moves=["b@a1", "b@m13"])

    def raises(_):
        raise KeyError("lost")

    with pytest.raises(KeyError, match="lost"):
        position.analyse(engine, evaluator=raises, memory="1MB")
    for answer in [math.nan, math.inf, "good", None, []]:
        with pytest.raises(plywood.WrongAnswer, match="the evaluator returned"):
            position.analyse(engine, evaluator=lambda _: answer, memory="1MB")
    with pytest.raises(TypeError):
        position.analyse(engine, evaluator=3, memory="1MB")


def test_a_judge_that_never_returns_is_interrupted():
    def forever(_):
        while True:
            pass

    with pytest.raises(plywood.OutOfTime):
        plywood.Position("blokus").analyse("iterative", time=0.1, evaluator=forever)
    sum(range(100_000))  # Nothing is left over to be raised later.


def test_limits_are_written_in_many_ways():
    position = plywood.Position("quatro")
    for nodes in [2000, 2e3, "2k"]:
        assert position.analyse("alpha-beta:depth=4", nodes=nodes).nodes <= 2000
    for wrong, sentence in [(-1, "`-1`"), (1.5, "`1.5`"), (1e300, "1e300")]:
        with pytest.raises(plywood.BadSetting, match=sentence):
            position.analyse(nodes=wrong)
    with pytest.raises(TypeError, match="list is no amount: expected a number, or a text such as 500ms"):
        position.analyse(time=[])


@pytest.mark.parametrize("engine", ["mcts", "random", "largest"])
def test_an_evaluator_nobody_looks_at_is_refused(engine):
    with pytest.raises(plywood.BadSetting, match="does not look at an evaluator: leave it out"):
        plywood.Position("blokus").analyse(engine, nodes=10, evaluator=lambda _: 0)


def test_a_listener_that_has_heard_enough_hears_no_more():
    heard = []
    plywood.Position("blokus-duo").analyse(
        "iterative", time=2, progress=lambda news: bool(heard.append(news)))
    assert len(heard) == 1
