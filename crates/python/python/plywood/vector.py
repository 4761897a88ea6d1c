"""Many games at once, as a Gymnasium vector environment: one call steps all of them.

>>> import plywood.vector
>>> envs = plywood.vector.make("quatro", 64)
>>> observations, info = envs.reset(seed=1)
>>> observations["observation"].shape[0], observations["action_mask"].shape
(64, (64, 256))

Without an opponent every action is the side to move's, who also sees the observation: play both sides, as in
learning by self-play. A reward is 1, 0 or -1 when a game ends, for whoever made the last action. With
``opponent="random"`` a random player answers at once; you have player 1 in games 0, 2, 4 … and player 2 in the
others, and rewards are yours. An illegal action loses the game; ``info["illegal"]`` tells which ones did.

A game that has ended begins anew with the next step, whose action for it is ignored (Gymnasium's
``AutoresetMode.NEXT_STEP``). Boards of shuffled games and the opponent's moves follow from the seed of ``reset``.
"""

from __future__ import annotations

from typing import Any, Dict, Optional, Tuple

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from plywood._native import Batch, Position
from plywood.gymnasium_env import observation_space

__all__ = ["PlywoodVectorEnv", "make"]


class PlywoodVectorEnv(VectorEnv):
    """``num_envs`` games, stepped together."""

    metadata = {"autoreset_mode": AutoresetMode.NEXT_STEP, "render_modes": []}

    def __init__(
        self,
        game: str,
        num_envs: int,
        *,
        opponent: Optional[str] = None,
        rules: Optional[Any] = None,
    ) -> None:
        if isinstance(num_envs, bool) or not isinstance(num_envs, int) or num_envs < 1:
            raise ValueError(f"{num_envs!r} is no number of games: expected 1 or more")
        self._batch = Batch(game, num_envs, rules=rules, opponent=opponent)
        self.game = game
        self.num_envs = num_envs
        self.single_observation_space = observation_space(Position(game, rules=rules))
        self.single_action_space = spaces.Discrete(self._batch.n_actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._has_begun = False

    def reset(
        self, *, seed: Optional[int] = None, options: Optional[Dict[str, Any]] = None
    ) -> Tuple[Dict[str, Any], Dict[str, Any]]:
        """Begins all games anew."""
        super().reset(seed=seed)
        planes, masks = self._batch.reset(int(self.np_random.integers(1 << 62)))
        self._has_begun = True
        return {"observation": planes, "action_mask": masks}, {}

    def step(self, actions: Any) -> Tuple[Dict[str, Any], Any, Any, Any, Dict[str, Any]]:
        """Plays one action in every game."""
        if not self._has_begun:
            raise RuntimeError("the games have not begun: call reset")
        numbers = np.asarray(actions)
        if numbers.shape != (self.num_envs,) or numbers.dtype.kind not in "iu":
            raise ValueError(
                f"actions of shape {numbers.shape} and type {numbers.dtype} cannot be played: "
                f"expected {self.num_envs} whole numbers"
            )
        raw = np.ascontiguousarray(numbers, np.int64).tobytes()
        planes, masks, rewards, ended, illegal = self._batch.step(raw)
        info = {"illegal": illegal} if illegal.any() else {}
        cut = np.zeros(self.num_envs, np.bool_)
        return {"observation": planes, "action_mask": masks}, rewards, ended, cut, info

    @property
    def to_move(self) -> Any:
        """Whose turn it is in each game: 1 or 2."""
        return np.array(self._batch.to_move)

    @property
    def positions(self) -> "list[str]":
        """The positions as texts."""
        return self._batch.positions


def make(
    game: str, num_envs: int, *, opponent: Optional[str] = None, rules: Optional[Any] = None
) -> PlywoodVectorEnv:
    """Many games of one kind; see the module."""
    return PlywoodVectorEnv(game, num_envs, opponent=opponent, rules=rules)
