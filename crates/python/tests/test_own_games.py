"""A game written in Python where a name of ours would stand: engines, tournaments, charts."""

import pickle

import pytest

import plywood


class Nim(plywood.Game):
    """Take one to three of some matches; who takes the last one wins."""

    def __init__(self, matches=21):
        self.matches = matches

    def start(self):
        return (self.matches, 1)

    def turn(self, position):
        return position[1]

    def moves(self, position):
        return [n for n in (1, 2, 3) if n <= position[0]]

    def play(self, position, move):
        return (position[0] - move, 3 - position[1])

    def result(self, position):
        return None if position[0] else (1 if position[1] == 2 else -1)


def perfect(position):
    return position[0] % 4 or 1


def test_an_engine_sits_down_at_a_game_of_ones_own():
    nim = Nim()
    engine = plywood.Engine("alpha-beta:depth=30", nim)
    assert engine.game is nim and "Nim" in repr(engine)
    assert engine.choose((21, 1)) == 1 and engine.choose((6, 2)) == 2
    analysis = engine.analyse((7, 1), lines=3)
    assert analysis.result == "win" and [line.move for line in analysis.lines][0] == 3
    assert plywood.Engine("mcts", nim, seed=3).choose((6, 1), nodes=3000) == 2
    again = pickle.loads(pickle.dumps(engine))
    assert again.choose((10, 1)) == 2
    engine.forget()


def test_what_is_no_game_is_refused_when_the_engine_is_made():
    with pytest.raises(TypeError, match="no method `start`"):
        plywood.Engine("alpha-beta", 5)
    with pytest.raises(TypeError, match="expected a Position"):
        plywood.Engine("random", "quatro").choose("somewhere")
    with pytest.raises(plywood.BadSetting, match="largest needs"):
        plywood.Engine("largest", Nim()).choose((3, 1))


def test_engines_and_bots_meet_and_the_perfect_one_wins():
    nim = Nim()
    players = {
        "perfect": perfect,
        "engine": plywood.Engine("alpha-beta:depth=30", nim),
        "named": "alpha-beta:depth=2",
        "chance": "random",
    }
    news = []
    report = plywood.tournament(nim, players, pairs=3, seed=4, progress=news.append)
    assert report.n_games == 36 == len(report.games) == len(news) and news[-1]["of"] == 36
    last = [standing.name for standing in report.standings][-1]
    assert last == "chance"
    # Neither of two perfect players can do better with the same opening and sides swapped.
    meeting = next(m for m in report.meetings if (m["one"], m["two"]) == ("engine", "perfect"))
    assert meeting["wins"] == meeting["losses"] == 3
    assert report.standing("named").nodes_per_move > 0
    for standing in report.standings:
        assert standing.wins + standing.draws + standing.losses == standing.games == 18
    assert sum(standing.elo for standing in report.standings) == pytest.approx(0, abs=1)
    assert report.to_pandas()["name"][0] == report.standings[0].name
    assert report.csv.count("\n") == 5 and "perfect" in report.markdown


def test_games_follow_from_the_seed():
    def moves(seed):
        report = plywood.tournament(Nim(), {"a": "random", "b": "random"}, pairs=3, seed=seed)
        return [game["moves"] for game in report.games]

    assert moves(1) == moves(1) != moves(2)


def test_a_fault_loses_the_game_and_is_told():
    def crash(position):
        raise KeyError("lost")

    report = plywood.tournament(
        Nim(), {"wild": lambda position: 9, "crash": crash, "sound": perfect}, pairs=1
    )
    kinds = {fault["player"]: fault["kind"] for fault in report.forfeits}
    assert kinds["wild"] == "illegal" and kinds["crash"] == "crash"
    assert report.standing("sound").wins == 4 == report.standing("sound").games


def test_openings_can_be_given_and_are_played_with_both_sides():
    report = plywood.tournament(Nim(), ["random", "alpha-beta:depth=3"], pairs=2, openings=[[1], [2, 2]])
    assert [game["moves"][:2] for game in report.games[2:]] == [[2, 2]] * 2
    assert report.games[0]["players"] == report.games[1]["players"][::-1]
    with pytest.raises(plywood.IllegalMove, match="opening"):
        plywood.tournament(Nim(), ["random", "alpha-beta:depth=3"], openings=[[7]])


@pytest.mark.parametrize(
    "use, sentence",
    [
        (lambda: plywood.tournament(Nim(), ["random"]), "expected two or more"),
        (lambda: plywood.tournament(Nim(), ["random", "mcts"]), "no limit"),
        (lambda: plywood.tournament(Nim(), {"a": 5, "b": "random"}), "a is no player"),
        (lambda: plywood.tournament(5, ["random", "mcts"]), "int is no game"),
        (lambda: plywood.tournament(Nim(), ["random", "mcts"], sprt=(0, 5)), "sprt is no setting"),
        (lambda: plywood.tournament(Nim(), ["random", "largest"], nodes=5), "largest needs"),
        (lambda: plywood.tournament(Nim(1), ["random", "mcts"], nodes=5), "openings=0"),
        (lambda: plywood.tournament(Nim(), ["random", "mcts"], nodes=5, pairs=0), "pairs of games"),
    ],
)
def test_wrong_uses_give_a_sentence(use, sentence):
    with pytest.raises((plywood.PlywoodError, TypeError), match=sentence):
        use()
