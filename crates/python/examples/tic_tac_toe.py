"""Tic-tac-toe, written in Python and solved by Plywood's searches.

Run it: python tic_tac_toe.py
"""

from typing import List, Optional

import plywood

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


class TicTacToe(plywood.Game):
    """Positions are texts of nine signs: ``x``, ``o`` and ``.``; moves are cells from 0 to 8."""

    def start(self) -> str:
        return "........."

    def turn(self, position: str) -> int:
        return 1 if position.count(".") % 2 else 2

    def moves(self, position: str) -> List[int]:
        return [cell for cell, sign in enumerate(position) if sign == "."]

    def play(self, position: str, move: int) -> str:
        sign = "x" if self.turn(position) == 1 else "o"
        return position[:move] + sign + position[move + 1 :]

    def result(self, position: str) -> Optional[int]:
        for a, b, c in LINES:
            if position[a] != "." and position[a] == position[b] == position[c]:
                return 1 if position[a] == "x" else -1
        return None if "." in position else 0


def open_lines(position: str) -> float:
    """Lines still open to the side to move, less those open to the other; less than a win."""
    mine, yours = ("x", "o") if position.count(".") % 2 else ("o", "x")
    balance = 0
    for line in LINES:
        signs = [position[cell] for cell in line]
        balance += (yours not in signs) - (mine not in signs)
    return balance / 10


def main() -> None:
    game = TicTacToe()
    print("sequences of three plies:", plywood.perft(game, 3))
    corner = "x...o...."
    for engine in ["minimax", "alpha-beta", "pvs", "mtd", "iterative", "mcts:nodes=500"]:
        analysis = plywood.analyse(game, corner, engine)
        print(f"{engine:<16} {analysis.result:<8} {analysis.nodes:>7} positions, pv {analysis.pv}")
    # Two corners and a fork in sight: a corner of one's own loses, an edge that threatens draws. To see
    # that takes four plies; two plies and a judge that counts open lines fall for the corner.
    fork = "x...o...x"
    for depth in [2, 4]:
        engine = f"alpha-beta:depth={depth}"
        judged = plywood.analyse(game, fork, engine, evaluator=open_lines)
        after = game.play(fork, judged.best)
        told = {"win": "loses", "draw": "draws", "loss": "wins"}[plywood.analyse(game, after).result]
        print(f"{fork}: {depth} plies and open lines play {judged.best}, which {told}")
    best = plywood.analyse(game, fork)
    print(f"{fork}: read to the end, {best.best} is best: a {best.result}")


if __name__ == "__main__":
    main()
