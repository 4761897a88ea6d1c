"""Tournaments between engines of ours and bots written in Python."""

import math
import random
import subprocess
import sys
import textwrap

import pytest

import plywood


def first(position):
    return position.legal_moves[0]


class Chance:
    """A bot with a seed."""

    def begin(self, seed):
        self.chance = random.Random(seed)

    def choose(self, position):
        return self.chance.choice(position.legal_moves)


def test_engines_meet():
    heard = []
    report = plywood.tournament(
        "blokus", ["random", "new=alpha-beta:depth=2"], pairs=5, seed=1, progress=heard.append
    )
    assert report.n_games == 10 == len(report.games) and report.standings[0].name == "new"
    assert report.standing("new").elo > report.standing("random").elo
    assert heard[-1]["games"] == heard[-1]["of"] == 10
    assert "new" in report.markdown and report.csv.startswith("rank") and report.sprt is None
    assert report.meetings[0]["wins"] + report.meetings[0]["losses"] + report.meetings[0]["draws"] == 10


def test_python_bots_meet_engines():
    players = {"first": first, "chance": Chance, "engine": "largest"}
    report = plywood.tournament("cavalo", players, pairs=2, seed=3, concurrency=2)
    assert report.n_games == 12 and report.forfeits == []
    assert {each.name for each in report.standings} == set(players)
    assert report.standing("first").engine == "python"
    players["chance"] = Chance()
    again = plywood.tournament("cavalo", players, pairs=2, seed=3)
    assert [game["moves"] for game in again.games] == [game["moves"] for game in report.games]


def test_bots_see_the_game_so_far():
    seen = []

    def watch(position):
        seen.append((position.ply, position.history, position.to_move))
        return position.legal_moves[0]

    plywood.tournament("quatro", {"watch": watch, "random": "random"}, pairs=1, openings=2)
    assert seen and all(ply == len(history) >= 2 for ply, history, _ in seen)


def test_a_faulty_bot_loses_its_games_and_is_quoted():
    def breaks(position):
        raise ValueError("out of ideas")

    report = plywood.tournament("quatro", {"breaks": breaks, "random": "random"}, pairs=1)
    assert report.standing("breaks").losses == 2 == len(report.forfeits)
    fault = report.forfeits[0]
    assert fault["reason"] == "crash" and "out of ideas" in fault["detail"]
    assert "in breaks" in fault["output"] and fault["loser"] == "breaks"
    for bad, reason in [(lambda _: "z9", "illegal"), (lambda _: 7, "crash"), (lambda: "a", "crash")]:
        report = plywood.tournament("quatro", {"bad": bad, "random": "random"}, pairs=1)
        assert [fault["reason"] for fault in report.forfeits] == [reason, reason]


def test_a_bot_that_never_returns_loses():
    def forever(position):
        while True:
            pass

    players = {"forever": forever, "random": "random"}
    report = plywood.tournament("quatro", players, pairs=1, time=0.05)
    assert [fault["reason"] for fault in report.forfeits] == ["hang", "hang"]
    report = plywood.tournament("quatro", players, pairs=1, patience=0.1)
    assert report.standing("random").wins == 2


def test_a_store_is_gone_on_with(tmp_path):
    store = tmp_path / "games.sqlite"
    players = {"first": first, "random": "random"}
    one = plywood.tournament("quatro", players, pairs=2, store=store)
    more = plywood.tournament("quatro", players, pairs=4, store=store)
    assert one.n_games == 4 and more.n_games == 8
    assert [game["moves"] for game in more.games[:4]] == [game["moves"] for game in one.games]


def test_a_sequential_test_ends_the_tournament():
    report = plywood.tournament(
        "blokus", ["new=alpha-beta:depth=2", "random"], pairs=500, sprt=(0, 50), seed=2
    )
    assert report.n_games < 1000 and report.sprt["crossing"]["conclusion"] == "passed"


def test_what_is_wrong_is_said():
    for players, message in [
        (["random"], "two players"),
        (["random", "random"], "two players are called"),
        (["random", "alpha-bta"], "Did you mean `alpha-beta`"),
        (["random", "best"], "nothing limits best"),
    ]:
        with pytest.raises(plywood.BadSetting, match=message):
            plywood.tournament("quatro", players)
    with pytest.raises(plywood.BadSetting, match="round-robin, gauntlet, swiss or ladder"):
        plywood.tournament("quatro", ["random", "largest"], format="knockout")
    with pytest.raises(plywood.BadSetting, match="no game"):
        plywood.tournament("chess", ["random", "largest"])
    for players in [None, 3, {"a": 3, "b": "random"}, {"a": None}]:
        with pytest.raises(TypeError):
            plywood.tournament("quatro", players)


def test_a_bot_that_swallows_exceptions_loses_all_the_same():
    def stubborn(_):
        while True:
            try:
                while True:
                    pass
            except Exception:  # noqa: BLE001
                pass

    report = plywood.tournament("quatro", {"a": stubborn, "b": "random"}, pairs=1, patience=0.3)
    assert [fault["reason"] for fault in report.forfeits] == ["hang", "hang"]


def test_the_interpreter_ends_below_bots_that_think():
    program = """
        import plywood, threading, time

        def bot(position):
            for _ in range(10_000):
                pass
            return position.legal_moves[0]

        def play():
            while True:
                plywood.tournament("blokus", {"a": bot, "b": bot}, pairs=10_000, concurrency=2)

        threading.Thread(target=play, daemon=True).start()
        time.sleep(0.4)
    """
    for _ in range(3):
        ended = subprocess.run(
            [sys.executable, "-c", textwrap.dedent(program)], capture_output=True, text=True, timeout=60)
        assert ended.returncode == 0 and "Fatal" not in ended.stderr, ended.stderr


@pytest.mark.parametrize("bounds", [(math.nan, 1), (0, math.inf), (20, 0), (5, 5)])
def test_a_sequential_test_without_sense_is_refused(bounds):
    with pytest.raises(plywood.BadSetting, match="elo"):
        plywood.tournament("quatro", ["a=random", "b=random"], sprt=bounds)


@pytest.mark.parametrize("name", ["", "a=b", "a\nb"])
def test_names_of_players_are_one_line_without_an_equals_sign(name):
    with pytest.raises(plywood.BadSetting, match="no name of a player"):
        plywood.tournament("quatro", {name: first, "b": "random"})
