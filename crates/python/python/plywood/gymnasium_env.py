"""A Gymnasium environment: you play one seat, an engine or a bot the other.

>>> import gymnasium, plywood.gymnasium_env
>>> env = gymnasium.make("plywood/quatro-v0", opponent="random")

The observation is a dictionary: ``observation`` holds the planes of the position as the side to move
sees it, ``action_mask`` which actions are legal. The reward is 1, 0 or -1 at the end of the game. An action
that is not legal ends the game as lost.
"""

from __future__ import annotations

from typing import Any, Callable, Dict, Optional, Tuple, Union

import gymnasium
import numpy as np
from gymnasium import spaces

from plywood._native import Engine, Position, games

__all__ = ["Opponent", "PlywoodEnv", "observation_space"]

Opponent = Union[str, Callable[[Position], str]]
"""An engine such as ``"alpha-beta:depth=2"``, or a function from a position to a move's text."""

NUMBERS_BELOW = 10_000
"""No plane holds a larger number: points are the largest there are."""


def observation_space(position: Position) -> spaces.Dict:
    """The space that observations of this position's game lie in."""
    planes = spaces.Box(0, NUMBERS_BELOW, position.observation_shape, np.int16)
    mask = spaces.Box(0, 1, (position.n_actions,), np.int8)
    return spaces.Dict({"observation": planes, "action_mask": mask})


class PlywoodEnv(gymnasium.Env):
    """One seat of a game. ``seat`` is 1, 2, or 0 to take turns from game to game."""

    metadata = {"render_modes": ["ansi", "human"], "render_fps": 1}

    def __init__(
        self,
        game: str,
        *,
        opponent: Opponent = "random",
        seat: int = 1,
        rules: Optional[Any] = None,
        render_mode: Optional[str] = None,
    ) -> None:
        if seat not in (0, 1, 2):
            raise ValueError(f"{seat} is no seat: expected 1, 2, or 0 to take turns")
        if render_mode not in (None, "ansi", "human"):
            raise ValueError(f"`{render_mode}` is no way to draw: expected ansi or human")
        self.game = game
        self.rules = rules
        self.render_mode = render_mode
        self._opponent = opponent
        self._choice = seat
        self._n_games = 0
        self._begin(0)
        self.observation_space = observation_space(self.position)
        self.action_space = spaces.Discrete(self.position.n_actions)

    def _begin(self, seed: int) -> None:
        """Sets up a new game; the seed shuffles the board and goes to the opponent."""
        self.position = Position(self.game, rules=self.rules, seed=seed)
        self._is_over = False
        self.seat = self._choice or 1 + self._n_games % 2
        opponent = self._opponent
        if isinstance(opponent, str):
            opponent = Engine(opponent, self.game, rules=self.rules, seed=seed).choose  # type: ignore[assignment]
        self._reply: Callable[[Position], str] = opponent  # type: ignore[assignment]

    def reset(
        self, *, seed: Optional[int] = None, options: Optional[Dict[str, Any]] = None
    ) -> Tuple[Dict[str, Any], Dict[str, Any]]:
        """Begins a game; the opponent moves first if it sits at seat 1."""
        super().reset(seed=seed)
        while True:
            self._begin(int(self.np_random.integers(1 << 62)))
            self._n_games += 1
            self._let_opponent_play()
            if not self.position.is_over:
                break
        if self.render_mode == "human":
            self.render()
        return self._observe(), self._info()

    def step(
        self, action: Any
    ) -> Tuple[Dict[str, Any], float, bool, bool, Dict[str, Any]]:
        """Plays an action and the opponent's reply."""
        if self._is_over:
            raise gymnasium.error.ResetNeeded("the game is over: call reset")
        if int(action) not in self.position.legal_actions:
            self._is_over = True
            info = self._info()
            info["illegal"] = int(action)
            return self._observe(), -1.0, True, False, info
        self.position.play_action(int(action))
        self._let_opponent_play()
        self._is_over = self.position.is_over
        if self.render_mode == "human":
            self.render()
        return self._observe(), self._reward(), self._is_over, False, self._info()

    def _let_opponent_play(self) -> None:
        while not self.position.is_over and self.position.to_move != self.seat:
            self.position.play(self._reply(self.position.copy()))

    def _reward(self) -> float:
        result = self.position.result
        if result is None:
            return 0.0
        return float(np.sign(result)) * (1.0 if self.seat == 1 else -1.0)

    def _observe(self) -> Dict[str, Any]:
        return {
            "observation": self.position.observation(),
            "action_mask": self.position.action_mask(),
        }

    def _info(self) -> Dict[str, Any]:
        return {"position": self.position.text, "action_mask": self.position.action_mask()}

    def render(self) -> Optional[str]:
        """The position drawn as text; printed if the mode is ``human``."""
        if self.render_mode == "ansi":
            return self.position.draw()
        if self.render_mode == "human":
            print(self.position.draw())
        return None


for _name in games():
    gymnasium.register(
        id=f"plywood/{_name}-v0",
        entry_point="plywood.gymnasium_env:PlywoodEnv",
        kwargs={"game": _name},
        disable_env_checker=True,
    )
