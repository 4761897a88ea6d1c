"""Compares our legal moves of Blokus Duo with Pentobi's, in random games.

    python3 crates/xtask/peers/duo_legal.py PLYWOOD PENTOBI_GTP [GAMES]

Both speak GTP. At every ply the moves of the side to move must be the same sets of cells.
"""

import random
import subprocess
import sys


class Engine:
    """A program that answers GTP commands."""

    def __init__(self, command):
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )

    def ask(self, command):
        """The lines of an answer."""
        self.process.stdin.write(command + "\n")
        self.process.stdin.flush()
        lines = []
        while True:
            line = self.process.stdout.readline()
            if not line:
                raise EOFError(f"no answer to {command}")
            if not line.strip():
                break
            lines.append(line.strip())
        if not lines[0].startswith("="):
            raise ValueError(f"{command}: {lines[0]}")
        return [line for line in [lines[0][1:].strip(), *lines[1:]] if line]

    def moves(self, colour):
        """The legal moves as sets of cells."""
        answer = self.ask(f"all_legal {colour}")
        return {frozenset(move.lower().split(",")) for move in answer if move.lower() != "pass"}


def main():
    ours = Engine([sys.argv[1], "gtp", "--game", "blokus-duo"])
    theirs = Engine([sys.argv[2], "--game", "duo", "--nobook", "--noresign", "--threads", "1"])
    n_games = int(sys.argv[3]) if len(sys.argv) > 3 else 400
    dice = random.Random(19)
    n_positions = n_moves = 0
    for _ in range(n_games):
        for engine in (ours, theirs):
            engine.ask("clear_board")
        side = n_passes = 0
        while n_passes < 2:
            colour = "bw"[side]
            moves, others = ours.moves(colour), theirs.moves(colour)
            if moves != others:
                sys.exit(f"{colour}: {sorted(map(sorted, moves ^ others))}")
            n_positions += 1
            n_moves += len(moves)
            side = 1 - side
            n_passes = 0 if moves else n_passes + 1
            if moves:
                move = dice.choice(sorted(",".join(sorted(cells)) for cells in moves))
                for engine in (ours, theirs):
                    engine.ask(f"play {colour} {move}")
    print(f"{n_games} games, {n_positions} positions, {n_moves} moves: equal")


if __name__ == "__main__":
    main()
