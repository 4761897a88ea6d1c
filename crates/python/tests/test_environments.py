"""The environments, by the checkers of the projects they are made for."""

import warnings

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, render_test, seed_test

import plywood
from plywood import pettingzoo_env
from plywood.gymnasium_env import PlywoodEnv

GAMES = list(plywood.games())


@pytest.mark.parametrize("game", GAMES)
def test_gymnasium_accepts_the_environment(game):
    env = gymnasium.make(f"plywood/{game}-v0", render_mode="ansi")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        # A random action is mostly illegal, which ends the game: that is allowed.
        check_env(env.unwrapped, skip_render_check=True)
    env.reset(seed=1)
    assert "\n" in env.render()


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seat", [0, 1, 2])
def test_a_masked_random_agent_plays_to_the_end(game, seat):
    env = PlywoodEnv(game, opponent="random", seat=seat)
    for episode in range(2):
        observation, info = env.reset(seed=episode)
        env.action_space.seed(episode)
        is_over = False
        while not is_over:
            assert observation in env.observation_space
            action = env.action_space.sample(mask=observation["action_mask"])
            observation, reward, is_over, is_cut, info = env.step(action)
            assert not is_cut and "illegal" not in info
        sign = 1 if env.seat == 1 else -1
        assert reward == sign * np.sign(env.position.result)


def test_an_illegal_action_loses():
    env = PlywoodEnv("quatro")
    observation, _ = env.reset(seed=1)
    observation, *_ = env.step(5)
    illegal = int(np.flatnonzero(observation["action_mask"] == 0)[0])
    _, reward, is_over, _, info = env.step(illegal)
    assert reward == -1 and is_over and info["illegal"] == illegal
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step(env.unwrapped.position.legal_actions[0])


def test_the_opponent_may_be_an_engine_or_a_function():
    moves = []

    def first(position):
        moves.append(position.legal_moves[0])
        return moves[-1]

    for opponent in ["alpha-beta:depth=1", first]:
        env = PlywoodEnv("quatro", opponent=opponent, seat=2, rules="squares=true")
        env.reset(seed=3)
        assert env.position.ply == 1 and env.position.to_move == 2
    assert len(moves) == 1
    with pytest.raises(plywood.BadSetting):
        PlywoodEnv("quatro", opponent="nobody")
    with pytest.raises(ValueError, match="no seat"):
        PlywoodEnv("quatro", seat=3)


@pytest.mark.parametrize("game", GAMES)
def test_pettingzoo_accepts_the_environment(game):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        # The checker expects arrays, or the names of PettingZoo's own games with masks.
        warnings.filterwarnings("ignore", message="Observation")
        api_test(pettingzoo_env.env(game), num_cycles=100)
        seed_test(lambda: pettingzoo_env.env(game), num_cycles=50)


def test_pettingzoo_draws():
    env = pettingzoo_env.env("quarto", render_mode="ansi")
    env.reset(seed=1)
    assert "\n" in env.render()
    render_test(lambda render_mode=None: pettingzoo_env.env("quatro", render_mode=render_mode))


@pytest.mark.parametrize("game", GAMES)
def test_agents_play_to_the_end(game):
    env = pettingzoo_env.env(game)
    env.reset(seed=4)
    totals = {agent: 0.0 for agent in env.possible_agents}
    for agent in env.agent_iter():
        observation, reward, is_over, is_cut, _ = env.last()
        totals[agent] += reward
        done = is_over or is_cut
        action = None if done else int(np.flatnonzero(observation["action_mask"])[-1])
        env.step(action)
    result = env.unwrapped.position.result
    assert totals == {"player_1": np.sign(result), "player_2": -np.sign(result)}


def test_an_illegal_action_is_refused_or_loses():
    raw = pettingzoo_env.raw_env("quatro")
    raw.reset(seed=1)
    raw.step(5)
    with pytest.raises(plywood.IllegalMove):
        raw.step(5)
    env = pettingzoo_env.env("quatro")
    env.reset(seed=1)
    env.step(5)
    loser = env.agent_selection
    env.step(5)
    assert env.rewards[loser] == -1 and env.terminations[loser]
