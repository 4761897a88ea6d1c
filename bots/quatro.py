#!/usr/bin/env python3
"""A bot for quatro that speaks UGI: wins if it can, else plays anywhere; a seed may follow its name.
Try it: plywood check-engine "ugi:python3 bots/quatro.py" --game quatro
"""
import random
import sys

CELLS = [column + row for row in "1234" for column in "abcd"]  # a1 is top left
LINES = [[4 * i + j for j in range(4)] for i in range(4)]
LINES += [[4 * i + j for i in range(4)] for j in range(4)]
LINES += [[0, 5, 10, 15], [3, 6, 9, 12]]


def wins(board):
    """Whether four pieces in a line share a bit that is set, or one that is not."""
    for line in LINES:
        a, b, c, d = (board[cell] for cell in line)
        if None not in (a, b, c, d) and (a & b & c & d or a | b | c | d != 15):
            return True
    return False


def read_position(words):
    """`startpos` or `fen ROWS HAND`, then perhaps `moves m1 m2 …`."""
    board = [None] * 16
    if words[0] != "startpos":
        rows = words[1 if words[0] == "fen" else 0]
        board = [None if c == "." else int(c, 16) for c in rows if c != "/"]
    for move in words[words.index("moves") + 1:] if "moves" in words else []:
        board[CELLS.index(move[2:])] = int(move[0], 16)
    return board


def choose(board):
    moves = [(p, c) for p in range(16) for c in range(16) if p not in board and board[c] is None]
    for piece, cell in moves:
        if wins(board[:cell] + [piece] + board[cell + 1:]):
            return f"{piece:x}@{CELLS[cell]}"
    piece, cell = random.choice(moves)
    return f"{piece:x}@{CELLS[cell]}"


random.seed(sys.argv[1] if len(sys.argv) > 1 else 0)
position = [None] * 16
for line in sys.stdin:
    try:
        command, *words = line.split() or [""]
        if command == "ugi":
            print("id name Python sample\nid author Plywood\nugiok", flush=True)
        elif command == "isready":
            print("readyok", flush=True)
        elif command == "position":
            position = read_position(words)
        elif command == "go":
            print("bestmove", choose(position), flush=True)
        elif command == "quit":
            break
    except (ValueError, IndexError) as error:  # a line that makes no sense is no reason to die
        print("info string error:", error, flush=True)
