"""Plywood's games by OpenSpiel's own checks and searches."""

import numpy as np
import pytest

import plywood

pyspiel = pytest.importorskip("pyspiel")

from open_spiel.python.algorithms import mcts, minimax  # noqa: E402
from open_spiel.python.observation import make_observation  # noqa: E402

from plywood import openspiel  # noqa: E402


@pytest.mark.parametrize("game", list(plywood.games()))
def test_openspiel_accepts_the_game(game):
    loaded = pyspiel.load_game(openspiel.name_of(game))
    pyspiel.random_sim_test(loaded, num_sims=2, serialize=False, verbose=False)


def test_its_searches_agree_with_ours():
    value, _ = minimax.alpha_beta_search(pyspiel.load_game("plywood_tic_tac_toe"))
    assert value == 0 == plywood.Position("tic-tac-toe").solve().value
    state = pyspiel.load_game("plywood_connect_four").new_initial_state()
    for move in ["d", "a", "e", "b", "f", "b"]:
        state.apply_action(state.position.action_of(move))
    rng = np.random.RandomState(1)
    evaluator = mcts.RandomRolloutEvaluator(random_state=rng)
    bot = mcts.MCTSBot(state.get_game(), 2, 200, evaluator, random_state=rng)
    assert state.action_to_string(bot.step(state)) in ("c", "g")


def test_a_clone_goes_its_own_way():
    state = pyspiel.load_game("plywood_quatro").new_initial_state()
    clone = state.clone()
    clone.apply_action(clone.legal_actions()[0])
    assert state.position.ply == 0 and clone.position.ply == 1


def test_tensors_are_our_planes():
    game = pyspiel.load_game("plywood_othello")
    state = game.new_initial_state()
    observation = make_observation(game)
    observation.set_from(state, 0)
    assert (observation.dict["observation"] == state.position.observation()).all()


def test_seeds_shuffle_and_wrong_ones_are_refused():
    texts = {
        str(pyspiel.load_game(f"plywood_cavalo(seed={seed})").new_initial_state())
        for seed in (1, 2, 1)
    }
    assert len(texts) == 2
    with pytest.raises(Exception, match="no seed"):
        pyspiel.load_game("plywood_cavalo(seed=-1)")
