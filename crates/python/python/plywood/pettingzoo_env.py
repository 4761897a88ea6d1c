"""A PettingZoo environment: both seats are agents, who take turns.

>>> from plywood import pettingzoo_env
>>> env = pettingzoo_env.env("quarto")

The agents are ``player_1`` and ``player_2``. Observations are as in `plywood.gymnasium_env`. ``env()`` ends the
game as lost for whoever plays an illegal action; ``raw_env()`` raises `plywood.IllegalMove`.
"""

from __future__ import annotations

from typing import Any, Dict, Optional

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv  # type: ignore[import-untyped]
from pettingzoo.utils import wrappers  # type: ignore[import-untyped]

from plywood._native import Position
from plywood.gymnasium_env import observation_space as space_of

__all__ = ["PlywoodAEC", "env", "raw_env"]


class PlywoodAEC(AECEnv):  # type: ignore[misc]
    """A game for two agents who take turns."""

    metadata = {
        "name": "plywood_v0",
        "render_modes": ["ansi", "human"],
        "is_parallelizable": False,
        "render_fps": 1,
    }

    def __init__(
        self, game: str, *, rules: Optional[Any] = None, render_mode: Optional[str] = None
    ) -> None:
        super().__init__()
        self.game = game
        self.rules = rules
        if render_mode not in (None, "ansi", "human"):
            raise ValueError(f"`{render_mode}` is no way to draw: expected ansi or human")
        self.render_mode = render_mode
        self.metadata = dict(self.metadata, name=f"plywood_{game}_v0")
        self.possible_agents = ["player_1", "player_2"]
        self.agents = list(self.possible_agents)
        self.position = Position(game, rules=rules)
        self._rng = np.random.default_rng()
        space = space_of(self.position)
        actions = spaces.Discrete(self.position.n_actions)
        self.observation_spaces = {agent: space for agent in self.possible_agents}
        self.action_spaces = {agent: actions for agent in self.possible_agents}

    def observation_space(self, agent: str) -> Any:
        """The same for both."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """The same for both."""
        return self.action_spaces[agent]

    def reset(
        self, seed: Optional[int] = None, options: Optional[Dict[str, Any]] = None
    ) -> None:
        """Begins a game; the seed shuffles the board of games that have a shuffled one."""
        if seed is not None:
            self._rng = np.random.default_rng(seed)
        board = int(self._rng.integers(1 << 62))
        self.position = Position(self.game, rules=self.rules, seed=board)
        self.agents = list(self.possible_agents)
        self.rewards = {agent: 0.0 for agent in self.agents}
        self._cumulative_rewards = {agent: 0.0 for agent in self.agents}
        self.terminations = {agent: False for agent in self.agents}
        self.truncations = {agent: False for agent in self.agents}
        self.infos: Dict[str, Dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self._mover()

    def _mover(self) -> str:
        return self.possible_agents[self.position.to_move - 1]

    def observe(self, agent: str) -> Dict[str, Any]:
        """The planes as the side to move sees them; actions are legal for that side only."""
        mask = self.position.action_mask()
        if agent != self.agent_selection:
            mask[:] = 0
        return {"observation": self.position.observation(), "action_mask": mask}

    def step(self, action: Any) -> None:
        """Plays an action of the agent whose turn it is."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self.position.play_action(int(action))
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        result = self.position.result
        if result is None:
            self.agent_selection = self._mover()
        else:
            sign = float(np.sign(result))
            self.rewards = {"player_1": sign, "player_2": -sign}
            self.terminations = {each: True for each in self.agents}
            self.agent_selection = self.agents[1 - self.agents.index(agent)]
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> Optional[str]:
        """The position drawn as text; printed if the mode is ``human``."""
        if self.render_mode == "ansi":
            return self.position.draw()
        if self.render_mode == "human":
            print(self.position.draw())
        return None

    def close(self) -> None:
        """There is nothing to close."""


def raw_env(game: str, **options: Any) -> PlywoodAEC:
    """The environment without wrappers."""
    return PlywoodAEC(game, **options)


def env(game: str, **options: Any) -> Any:
    """The environment as PettingZoo's own games wrap theirs."""
    wrapped = wrappers.TerminateIllegalWrapper(raw_env(game, **options), illegal_reward=-1)
    wrapped = wrappers.AssertOutOfBoundsWrapper(wrapped)
    return wrappers.OrderEnforcingWrapper(wrapped)
