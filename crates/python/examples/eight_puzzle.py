"""The 8-puzzle, written in Python and solved by Plywood's searches.

Run it: python eight_puzzle.py
"""

from typing import List, Tuple

import plywood

State = Tuple[int, ...]
"""The tiles row by row; 0 is the gap."""

GOAL: State = (0, 1, 2, 3, 4, 5, 6, 7, 8)
STEPS = {"up": -3, "down": 3, "left": -1, "right": 1}


class EightPuzzle(plywood.Problem):
    """Slide the gap until the tiles are in order."""

    def __init__(self, start: State) -> None:
        self._start = start

    def start(self) -> State:
        return self._start

    def is_goal(self, state: State) -> bool:
        return state == GOAL

    def actions(self, state: State) -> List[str]:
        row, column = divmod(state.index(0), 3)
        can = {"up": row > 0, "down": row < 2, "left": column > 0, "right": column < 2}
        return [name for name in STEPS if can[name]]

    def apply(self, state: State, action: str) -> State:
        gap = state.index(0)
        other = gap + STEPS[action]
        tiles = list(state)
        tiles[gap], tiles[other] = tiles[other], 0
        return tuple(tiles)


def misplaced(state: State) -> int:
    """Tiles that are not in their place."""
    return sum(tile != place for place, tile in enumerate(state) if tile)


def manhattan(state: State) -> int:
    """Rows and columns that tiles are away from their place, added up."""
    return sum(
        abs(place // 3 - tile // 3) + abs(place % 3 - tile % 3)
        for place, tile in enumerate(state)
        if tile
    )


def main() -> None:
    problem = EightPuzzle((0, 2, 8, 3, 5, 1, 6, 7, 4))
    print(f"{'search':<24}{'steps':>6}{'generated':>11}{'expanded':>10}{'seconds':>9}")
    for algorithm, heuristic in [
        ("bfs", None),
        ("a-star", misplaced),
        ("a-star", manhattan),
        ("ida-star", manhattan),
        ("greedy", manhattan),
        ("beam:width=50", manhattan),
    ]:
        report = plywood.search(problem, algorithm, heuristic)
        name = f"{algorithm} {report.heuristic or ''}"
        print(
            f"{name:<24}{report.depth:>6}{report.generated:>11}{report.expanded:>10}"
            f"{report.time_s:>9.2f}"
        )


if __name__ == "__main__":
    main()
