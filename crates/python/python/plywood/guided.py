"""Monte Carlo tree search guided by a function that judges many positions at once, such as a network.

>>> import numpy as np, plywood
>>> def know_nothing(observations, masks):
...     return masks, np.zeros(len(masks))  # priors of all actions, and what the side to move may expect
>>> found = plywood.mcts(plywood.Position("tic-tac-toe", moves=["a1", "b1", "a2", "b2"]), know_nothing)
>>> found.best
'a3'
"""

from __future__ import annotations

from typing import Any, Callable, List, Optional, Sequence, Tuple, Union

from plywood import _native
from plywood.reports import TreeSearch

__all__ = ["mcts"]


def mcts(
    positions: Any = None,
    evaluate: Optional[Callable[[Any, Any], Tuple[Any, Any]]] = None,
    *,
    game: Any = None,
    simulations: int = 800,
    batch: int = 64,
    exploration: float = 1.5,
    virtual_loss: float = 1.0,
    reduction: float = 0.2,
    noise: Optional[Tuple[float, float]] = None,
    seed: int = 0,
    time: Union[None, float, str] = None,
) -> Union[TreeSearch, List[TreeSearch]]:
    """Searches a `Position`, or a list of them together, and returns a `TreeSearch` for each.

    ``evaluate(observations, masks)`` judges up to ``batch`` positions at once: the planes of `Position.observation` and
    masks of legal actions, one row for each. It returns priors, numbers from 0 for all actions (only legal ones count,
    scaled to 1), and values from -1 to 1 for the side to move.

    With ``game``, a `Game` of yours, positions are states of it (its start unless they are given) and
    ``evaluate(states, moves)`` returns a list of priors for each state, one for each of its moves, and values.

    A move is chosen by PUCT: its value plus ``exploration`` times its prior. One never tried is thought to be worth
    ``reduction`` less than its parent. Leaves under way count as ``virtual_loss`` losses, so that the next simulation
    looks elsewhere; with many positions, or a batch of 1, there is little of that. ``noise`` is the concentration of a
    Dirichlet distribution and its share of the priors at the root, as in self-play: ``(0.3, 0.25)``.
    """
    if not callable(evaluate):
        raise TypeError("mcts needs a function that judges positions: expected evaluate(observations, masks)")
    if game is not None and positions is None:
        positions = game.start()
    is_one = not isinstance(positions, list)
    roots: Sequence[Any] = [positions] if is_one else positions
    if not roots:
        raise ValueError("there is nothing to search: expected a position, or a list of some")
    for root in roots if game is None else ():
        if not isinstance(root, _native.Position):
            raise TypeError(f"{root!r} is no Position: expected one, or a list of them, or a game of yours as game=")
    for name, whole in (("simulations", simulations), ("batch", batch), ("seed", seed)):
        if isinstance(whole, bool) or not isinstance(whole, int) or not 0 <= whole < 1 << 32:
            raise ValueError(f"{whole!r} cannot be the {name}: expected a whole number from 0")
    for name, number in (("exploration", exploration), ("virtual_loss", virtual_loss), ("reduction", reduction)):
        if isinstance(number, bool) or not isinstance(number, (int, float)):
            raise TypeError(f"{number!r} cannot be the {name}: expected a number")
    settings = {
        "simulations": simulations,
        "batch": batch,
        "exploration": exploration,
        "virtual_loss": virtual_loss,
        "reduction": reduction,
        "noise": noise,
        "seed": seed,
        "time": time,
    }
    if game is None:
        found = _native.guided(list(roots), evaluate, settings)
    else:
        found = _native.guided_game(game, list(roots), evaluate, settings)
    shared = {name: found[name] for name in ("evaluations", "batches", "time_s", "stopped")}
    reports = [TreeSearch._of({**shared, **root}) for root in found["roots"]]
    return reports[0] if is_one else reports
