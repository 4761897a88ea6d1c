"""Games: positions, moves, texts, drawings, counts."""

import copy
import pickle
import random
import threading
import types

import numpy as np
import pytest

import plywood

GAMES = list(plywood.games())

# The node counts that settle the rules.
PERFT = {
    "blokus": [3, 9, 54, 324],
    "blokus-duo": [414, 171396],
    "quatro": [256, 57600],
    "quarto": [16, 3840, 806400],
    "tic-tac-toe": [9, 72, 504, 3024],
    "connect-four": [7, 49, 343, 2401],
    "othello": [4, 12, 56, 244],
}


def played_at_random(game, seed, plies=1000):
    chance = random.Random(seed)
    position = plywood.Position(game, seed=seed)
    while not position.is_over and position.ply < plies:
        position.play(chance.choice(position.legal_moves))
    return position


def test_all_games_are_there():
    assert GAMES == [
        "quatro", "quarto", "blokus", "blokus-duo", "cavalo", "tic-tac-toe", "connect-four", "othello",
    ]
    assert plywood.games()["cavalo"]["is_shuffled"]
    assert plywood.games()["quarto"]["rules"] == {"squares": ["false", "true"]}


@pytest.mark.parametrize("game", PERFT)
def test_perft_agrees_with_the_rules(game):
    position = plywood.Position(game)
    assert [position.perft(depth + 1) for depth in range(len(PERFT[game]))] == PERFT[game]
    assert position.perft(0) == 1
    assert sum(position.divide(2).values()) == PERFT[game][1]


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_can_be_played_and_taken_back(game):
    position = played_at_random(game, 3)
    start = plywood.Position(game, seed=3)
    assert position.is_over and position.result is not None and position.legal_moves == []
    assert plywood.Position(game, seed=3, moves=position.history) == position
    ply = position.ply
    assert ply == len(position.history)
    for _ in range(ply):
        position.undo()
    assert position == start and position.ply == 0
    with pytest.raises(IndexError, match="no move to take back"):
        position.undo()


@pytest.mark.parametrize("game", GAMES)
def test_texts_copies_and_pickles_bring_positions_back(game):
    position = played_at_random(game, 5, plies=6)
    assert plywood.Position(game, position.text) == position
    for other in [position.copy(), copy.copy(position), copy.deepcopy(position)]:
        assert other == position and other.history == position.history
        other.undo()
        assert other != position
    back = pickle.loads(pickle.dumps(position))
    assert back == position and back.history == position.history and back.key == position.key
    assert game in repr(position) and position.text in repr(position)
    assert position.draw("plain").isascii() and "\n" in str(position)


def test_rules_and_seeds_are_taken():
    text = plywood.Position("quarto", rules="squares=true")
    assert text == plywood.Position("quarto", rules={"squares": True})
    assert text != plywood.Position("quarto")
    one, two = (plywood.Position("cavalo", seed=seed) for seed in (1, 2))
    assert one != two and one == plywood.Position("cavalo", seed=1)
    assert plywood.Position("cavalo", seed=1).points is not None
    assert plywood.Position("quarto").points is None


def test_moves_follow_the_position():
    position = plywood.Position("quarto", "startpos moves >6", moves=["b1>d"])
    assert position.to_move == 1 and position.history == [">6", "b1>d"]
    assert plywood.Position("blokus").read("a1,b1,a2,b2") == "b@a1"


def test_what_is_wrong_is_said():
    position = plywood.Position("quatro")
    with pytest.raises(plywood.IllegalMove, match="z9"):
        position.play("z9")
    assert position.ply == 0
    with pytest.raises(plywood.BadPosition):
        plywood.Position("quatro", "nonsense")
    with pytest.raises(plywood.BadSetting, match="Did you mean `quarto`"):
        plywood.Position("qarto")
    with pytest.raises(plywood.BadSetting, match="squares"):
        plywood.Position("quarto", rules={"square": True})
    with pytest.raises(plywood.BadSetting, match="plain, unicode or coloured"):
        position.draw("pretty")
    for error in [plywood.IllegalMove, plywood.BadPosition, plywood.BadSetting]:
        assert issubclass(error, plywood.PlywoodError) and issubclass(error, ValueError)


def test_wrong_types_are_type_errors():
    for bad in [None, 3, [], b"quarto"]:
        with pytest.raises(TypeError):
            plywood.Position(bad)
    position = plywood.Position("quatro")
    with pytest.raises(TypeError):
        position.play(7)
    with pytest.raises(TypeError):
        plywood.Position("quatro", moves="6@b1")
    with pytest.raises(TypeError):
        plywood.Position("quatro", rules=3)
    with pytest.raises(ValueError, match="expected a whole number from 0"):
        position.perft(-1)
    with pytest.raises(TypeError, match="expected a whole number from 0"):
        position.perft("deep")
    assert position != "quatro" and (position == 3) is False


@pytest.mark.parametrize("game", GAMES)
def test_actions_are_numbers_of_moves(game):
    position = plywood.Position(game, seed=7)
    chance = random.Random(7)
    while not position.is_over:
        moves, actions = position.legal_moves, position.legal_actions
        assert len(set(actions)) == len(moves) == len(actions)
        assert 0 <= min(actions) and max(actions) < position.n_actions
        mask = position.action_mask()
        assert mask.dtype == np.int8 and mask.shape == (position.n_actions,)
        assert sorted(np.flatnonzero(mask)) == sorted(actions)
        place = chance.randrange(len(moves))
        assert position.move_of(actions[place]) == moves[place]
        assert position.action_of(moves[place]) == actions[place]
        other = position.copy()
        other.play_action(actions[place])
        position.play(moves[place])
        assert other == position
    assert position.action_mask().sum() == 0
    with pytest.raises(plywood.IllegalMove):
        position.play_action(0)


@pytest.mark.parametrize("game", GAMES)
def test_observations_are_planes(game):
    position = played_at_random(game, 9, plies=3)
    planes = position.observation()
    assert planes.dtype == np.int16 and planes.shape == position.observation_shape
    assert planes.min() >= 0 and planes.flags.writeable
    assert (planes[-1] == position.to_move - 1).all()
    before = planes.copy()
    position.play(position.legal_moves[0])
    assert (planes == before).all() and (position.observation() != before).any()


def test_the_planes_of_quarto_are_what_they_say():
    planes = plywood.Position("quarto", "5.../..../..../.... 6").observation()
    assert planes[0].sum() == 1 and planes[0, 0, 0] == 1
    assert [int(plane[0, 0]) for plane in planes[1:5]] == [1, 0, 1, 0]
    assert planes[5].sum() == 14 and planes[5].flat[5] == planes[5].flat[6] == 0
    assert planes[6].sum() == 1 and planes[6].flat[6] == 1


@pytest.mark.parametrize("game", GAMES)
def test_playouts_are_whole_games(game):
    position = plywood.Position(game, seed=1)
    one, again = position.playouts(50, seed=4), position.playouts(50, seed=4)
    assert one.games == 50 == one.wins + one.draws + one.losses
    assert (one.wins, one.results, one.plies) == (again.wins, again.results, again.plies)
    assert position.playouts(50, seed=5).plies != one.plies
    assert position.ply == 0 and one.plies >= 50 * 4 and one.mean == one.results / 50
    assert position.playouts(0).games == 0


def test_nobody_counts_for_ever():
    position = plywood.Position("quatro")
    for count in (position.perft, position.divide):
        with pytest.raises(plywood.BadSetting, match="expected at most 1000"):
            count(4_294_967_295)


def test_rules_may_be_any_mapping():
    rules = types.MappingProxyType({"squares": True})
    assert plywood.Position("quatro", rules=rules).rules == "squares=true"


def test_threads_may_share_a_position():
    position = plywood.Position("quatro")
    failures = []

    def shake():
        try:
            for _ in range(300):
                pickle.loads(pickle.dumps(position))
                assert position.action_mask().sum() in (225, 256)
                assert position.observation().shape == position.observation_shape
                copy = position.copy()  # The other thread may play before the next line.
                copy.play(copy.legal_moves[0])
        except Exception as e:  # noqa: BLE001
            failures.append(e)

    def play():
        for _ in range(3000):
            position.play("0@a1")
            position.undo()

    threads = [threading.Thread(target=work) for work in [shake, shake, play]]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []
