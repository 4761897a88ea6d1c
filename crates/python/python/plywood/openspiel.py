"""Plywood's games as games of OpenSpiel, registered under ``plywood_`` and their names.

>>> import pyspiel, plywood.openspiel
>>> game = pyspiel.load_game("plywood_quatro")
>>> state = game.new_initial_state()
>>> state.apply_action(state.legal_actions()[0])

Players are 0 and 1, returns 1, 0 or -1. Actions have the numbers of `Position.legal_actions`; ``seed`` shuffles the board
of games that have a shuffled one: ``plywood_cavalo(seed=7)``. Observation tensors are the planes of
`Position.observation`, seen by the side to move.
"""

from __future__ import annotations

from typing import Any, Dict, List, Optional

import numpy as np
import pyspiel  # type: ignore[import-not-found]
from open_spiel.python.observation import (  # type: ignore[import-not-found]
    IIGObserverForPublicInfoGame,
)

from plywood._native import Position, games

__all__ = ["PlywoodGame", "PlywoodObserver", "PlywoodState", "name_of"]

LONGEST = 400
"""No game has more plies."""


def name_of(game: str) -> str:
    """A game's name at OpenSpiel."""
    return "plywood_" + game.replace("-", "_")


def _type_of(game: str) -> Any:
    return pyspiel.GameType(
        short_name=name_of(game),
        long_name=f"Plywood's {game}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
        information=pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=2,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"seed": 0},
    )


class PlywoodGame(pyspiel.Game):  # type: ignore[misc]
    """One of Plywood's games; `pyspiel.load_game` makes it."""

    plywood_name = ""
    plywood_type: Any = None

    def __init__(self, params: Optional[Dict[str, Any]] = None) -> None:
        params = params or {}
        self._seed = int(params.get("seed", 0))
        if self._seed < 0:
            raise ValueError(f"{self._seed} is no seed: expected a whole number from 0")
        info = pyspiel.GameInfo(
            num_distinct_actions=self.position().n_actions,
            max_chance_outcomes=0,
            num_players=2,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=LONGEST,
        )
        super().__init__(self.plywood_type, info, params)

    def position(self) -> Position:
        """Where a game begins."""
        return Position(self.plywood_name, seed=self._seed)

    def new_initial_state(self, state: Any = None) -> "PlywoodState":
        """A new game; other states are made by playing."""
        if state is not None:
            raise ValueError("a state is made by playing from the start: expected no description of one")
        return PlywoodState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
        """Who turns states into planes and texts."""
        if iig_obs_type is None or (iig_obs_type.public_info and not iig_obs_type.perfect_recall):
            return PlywoodObserver(self, params)
        return IIGObserverForPublicInfoGame(iig_obs_type, params)


class PlywoodState(pyspiel.State):  # type: ignore[misc]
    """A game under way; ``state.position`` is Plywood's own form of it."""

    def __init__(self, game: PlywoodGame) -> None:
        super().__init__(game)
        self.position = game.position()

    def current_player(self) -> Any:
        """0 or 1, or that the game is over."""
        return pyspiel.PlayerId.TERMINAL if self.position.is_over else self.position.to_move - 1

    def _legal_actions(self, _player: int) -> List[int]:
        return sorted(self.position.legal_actions)

    def _apply_action(self, action: int) -> None:
        self.position.play_action(action)

    def _action_to_string(self, _player: int, action: int) -> str:
        return self.position.move_of(action)

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.position.is_over

    def returns(self) -> List[float]:
        """What each player got."""
        result = float(np.sign(self.position.result or 0))
        return [result, -result]

    def __str__(self) -> str:
        return self.position.text


class PlywoodObserver:
    """Fills a tensor with the planes of a state."""

    def __init__(self, game: PlywoodGame, params: Any) -> None:
        if params:
            raise ValueError(f"{params} cannot be observed: expected no parameters")
        shape = game.position().observation_shape
        self.tensor = np.zeros(int(np.prod(shape)), np.float32)
        self.dict = {"observation": np.reshape(self.tensor, shape)}

    def set_from(self, state: PlywoodState, player: int) -> None:
        """Looks at a state."""
        self.dict["observation"][:] = state.position.observation()

    def string_from(self, state: PlywoodState, player: int) -> str:
        """The state as text."""
        return state.position.text


for _name in games():
    _kind = _type_of(_name)
    pyspiel.register_game(
        _kind, type(f"Plywood_{_name}", (PlywoodGame,), {"plywood_name": _name, "plywood_type": _kind})
    )
