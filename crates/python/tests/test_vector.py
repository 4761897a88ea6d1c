"""Many games at once, by Gymnasium's rules and beside single positions."""

import gymnasium
import numpy as np
import pytest

import plywood
from plywood import vector


def some_legal(rng, masks):
    """A legal action of each game."""
    return np.array([rng.choice(np.flatnonzero(mask)) for mask in masks])


@pytest.mark.parametrize("game", list(plywood.games()))
def test_games_go_as_single_positions_do(game):
    envs = vector.make(game, 3)
    observations, _ = envs.reset(seed=5)
    positions = [plywood.Position(game, text) for text in envs.positions]
    rng = np.random.default_rng(1)
    for _ in range(200):
        assert observations in envs.observation_space
        for i, position in enumerate(positions):
            assert (observations["observation"][i] == position.observation()).all()
            assert (observations["action_mask"][i] == position.action_mask()).all()
        actions = some_legal(rng, observations["action_mask"])
        movers = envs.to_move
        observations, rewards, ended, cut, info = envs.step(actions)
        assert not cut.any() and info == {}
        for i, position in enumerate(positions):
            position.play_action(int(actions[i]))
            assert position.text == envs.positions[i]
            assert ended[i] == position.is_over
            if position.is_over:
                sign = 1 if movers[i] == 1 else -1
                assert rewards[i] == sign * np.sign(position.result)
                return


def test_a_game_that_ended_begins_anew_with_the_next_step():
    envs = vector.make("tic-tac-toe", 4, opponent="random")
    observations, _ = envs.reset(seed=2)
    rng = np.random.default_rng(2)
    ended = np.zeros(4, bool)
    n_ended = 0
    for _ in range(60):
        actions = some_legal(rng, np.where(ended[:, None], 1, observations["action_mask"]))
        was_over = ended
        observations, rewards, ended, _, _ = envs.step(actions)
        assert not (ended & was_over).any()
        assert (rewards[was_over] == 0).all()
        n_ended += ended.sum()
    assert n_ended > 20


def test_an_illegal_action_loses_that_game_alone():
    envs = vector.make("othello", 2)
    observations, _ = envs.reset(seed=0)
    illegal = int(np.flatnonzero(observations["action_mask"][0] == 0)[0])
    legal = int(np.flatnonzero(observations["action_mask"][1])[0])
    _, rewards, ended, _, info = envs.step(np.array([illegal, legal]))
    assert list(rewards) == [-1, 0] and list(ended) == [True, False]
    assert list(info["illegal"]) == [True, False]


def test_the_same_seed_plays_the_same_games():
    def play(seed):
        envs = vector.make("cavalo", 5, opponent="random")
        observations, _ = envs.reset(seed=seed)
        rng = np.random.default_rng(0)
        for _ in range(10):
            observations, *_ = envs.step(some_legal(rng, observations["action_mask"]))
        return envs.positions

    assert play(3) == play(3)
    assert play(3) != play(4)


def test_gymnasium_wraps_it():
    envs = gymnasium.wrappers.vector.RecordEpisodeStatistics(vector.make("quatro", 8))
    observations, _ = envs.reset(seed=1)
    rng = np.random.default_rng(1)
    infos = []
    for _ in range(40):
        masks = observations["action_mask"]
        masks = np.where(masks.any(axis=1, keepdims=True), masks, 1)
        observations, _, _, _, info = envs.step(some_legal(rng, masks))
        infos.append(info)
    assert any("episode" in info for info in infos)
    envs.close()


def test_what_cannot_be_played_is_refused_with_a_sentence():
    with pytest.raises(ValueError, match="no number of games"):
        vector.make("quatro", 0)
    with pytest.raises(plywood.BadSetting, match="cannot play many games"):
        vector.make("quatro", 2, opponent="alpha-beta")
    with pytest.raises(plywood.BadSetting, match="chess"):
        vector.make("chess", 2)
    envs = vector.make("quatro", 2)
    with pytest.raises(RuntimeError, match="call reset"):
        envs.step([0, 0])
    envs.reset(seed=1)
    for actions in ([0], [0.5, 1.0], [[0, 1]], ["a", "b"]):
        with pytest.raises(ValueError, match="expected 2 whole numbers"):
            envs.step(actions)
