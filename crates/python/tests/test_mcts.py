"""Monte Carlo tree search guided by a batched function."""

import numpy as np
import pytest

import plywood
from test_own_games import Nim


def know_nothing(observations, masks):
    return masks, np.zeros(len(masks))


def fork():
    """Connect four: the side to move has three in a row, open at one end."""
    return plywood.Position("connect-four", moves=["d", "a", "e", "b", "f", "b"])


def test_a_win_is_found_and_every_simulation_counted():
    found = plywood.mcts(fork(), know_nothing, simulations=400, batch=16)
    assert found.best in ("c", "g") and found.value > 0.5 and found.simulations == 400
    assert sum(tried.visits for tried in found.moves) == 399
    assert [tried.move for tried in found.moves] == fork().legal_moves
    policy = found.policy()
    assert policy.sum() == pytest.approx(1) and policy.argmax() == fork().action_of(found.best)
    assert found.policy(0)[fork().action_of(found.best)] == 1
    assert found.rows()[0]["move"] == found.best and "| move |" in found._repr_markdown_()


@pytest.mark.parametrize("game", list(plywood.games()))
def test_the_function_sees_observations_and_masks(game):
    sizes = []

    def evaluate(observations, masks):
        sizes.append(len(observations))
        assert observations.shape[1:] == position.observation_shape
        assert masks.shape == (len(observations), position.n_actions) and masks.any(axis=1).all()
        if len(sizes) == 1:
            assert (observations[0] == position.observation()).all()
            assert (masks[0] == position.action_mask()).all()
        return masks / masks.sum(axis=1, keepdims=True), np.zeros((len(masks), 1))

    position = plywood.Position(game)
    found = plywood.mcts(position, evaluate, simulations=100, batch=8)
    assert max(sizes) <= 8 and sum(sizes) == found.evaluations <= 100 and len(sizes) == found.batches
    assert position.ply == 0


def test_priors_and_values_are_believed():
    def evaluate(observations, masks):
        priors = np.full(masks.shape, 0.01)
        priors[:, 4] = 1
        return priors, np.zeros(len(masks))

    assert plywood.mcts(plywood.Position("tic-tac-toe"), evaluate, simulations=60).moves[4].prior > 0.9


def test_many_positions_share_their_batches():
    positions = [plywood.Position("tic-tac-toe", moves=moves) for moves in ([], ["a1"], ["b2", "c3"])]
    together = plywood.mcts(positions, know_nothing, simulations=90, batch=30)
    assert [found.simulations for found in together] == [90] * 3
    assert together[0].batches < 30 and len(together[2].moves) == 7
    over = plywood.Position("tic-tac-toe", moves=["a1", "a2", "b1", "b2", "c1"])
    assert plywood.mcts(over, know_nothing).best is None


def test_noise_follows_from_the_seed():
    def priors(seed):
        found = plywood.mcts(fork(), know_nothing, simulations=20, noise=(0.3, 0.25), seed=seed)
        return [tried.prior for tried in found.moves]

    assert priors(1) == priors(1) != priors(2)


def test_a_game_of_ones_own_is_searched():
    def evaluate(states, moves):
        return [[1.0] * len(each) for each in moves], [0.0] * len(states)

    nim = Nim(10)
    found = plywood.mcts(game=nim, evaluate=evaluate, simulations=3000, batch=4)
    assert found.best == 2 and found.policy().argmax() == 1
    one, two = plywood.mcts([(5, 1), (7, 2)], evaluate, game=nim, simulations=500)
    assert (one.best, two.best) == (1, 3)


def test_a_guided_bot_plays_in_a_tournament():
    bot = lambda position: plywood.mcts(position, know_nothing, simulations=150).best  # noqa: E731
    report = plywood.tournament("tic-tac-toe", {"guided": bot, "chance": "random"}, pairs=8)
    assert report.standing("guided").score > 0.7


@pytest.mark.parametrize(
    "use, sentence",
    [
        (lambda: plywood.mcts(fork()), "expected evaluate"),
        (lambda: plywood.mcts([], know_nothing), "nothing to search"),
        (lambda: plywood.mcts("quatro", know_nothing), "is no Position"),
        (lambda: plywood.mcts([fork(), plywood.Position("quatro")], know_nothing), "positions of one game"),
        (lambda: plywood.mcts(fork(), know_nothing, simulations=0), "simulations in all"),
        (lambda: plywood.mcts(fork(), know_nothing, batch=0), "size of a batch"),
        (lambda: plywood.mcts(fork(), know_nothing, simulations=-3), "cannot be the simulations"),
        (lambda: plywood.mcts(fork(), know_nothing, batch=2.5), "cannot be the batch"),
        (lambda: plywood.mcts(fork(), know_nothing, exploration="much"), "expected a number"),
        (lambda: plywood.mcts(fork(), know_nothing, exploration=-1), "cannot be the exploration"),
        (lambda: plywood.mcts(fork(), know_nothing, noise=(0, 2)), "is no noise"),
        (lambda: plywood.mcts(fork(), lambda o, m: 3), "expected a pair"),
        (lambda: plywood.mcts(fork(), lambda o, m: (m, [0, 1, 2])), "values of shape"),
        (lambda: plywood.mcts(fork(), lambda o, m: (m[:, :2], [0])), "priors of shape"),
        (lambda: plywood.mcts(fork(), lambda o, m: (-1.0 * m, [0])), "expected numbers from 0"),
        (lambda: plywood.mcts(fork(), lambda o, m: (m, [7])), "expected -1 to 1"),
        (lambda: plywood.mcts(fork(), lambda o, m: (["a"], [7])), "no numbers"),
        (lambda: plywood.mcts(game=Nim(), evaluate=lambda s, m: ([[1]], [0])), "for each move"),
        (lambda: plywood.mcts(game=Nim(), evaluate=lambda s, m: ([], [])), "expected 1 of each"),
    ],
)
def test_wrong_uses_give_a_sentence(use, sentence):
    with pytest.raises((plywood.PlywoodError, TypeError, ValueError), match=sentence):
        use()


def test_what_the_function_raises_comes_out():
    def broken(observations, masks):
        raise RuntimeError("no weights")

    with pytest.raises(RuntimeError, match="no weights"):
        plywood.mcts(fork(), broken)
