"""Sixty wrong uses, each of which gives a sentence: what was wrong, and what was expected."""

import numpy as np
import pytest

import plywood
from plywood import problems, puzzle, vector
from plywood.gymnasium_env import PlywoodEnv


class Steps(plywood.Problem):
    """From 0 to 3 by ones."""

    def start(self):
        return 0

    def is_goal(self, state):
        return state == 3

    def actions(self, state):
        return ["on"]

    def apply(self, state, action):
        return state + 1


class Pile(plywood.Game):
    """Take one or two of five; who takes the last one wins."""

    def start(self):
        return (5, 1)

    def turn(self, position):
        return position[1]

    def moves(self, position):
        return [n for n in (1, 2) if n <= position[0]]

    def play(self, position, move):
        return (position[0] - move, 3 - position[1])

    def result(self, position):
        return None if position[0] else (1 if position[1] == 2 else -1)


def changed(kind, **methods):
    """One of these with other methods."""
    return type("Changed", (kind,), methods)()


def quatro():
    return plywood.Position("quatro")


def over():
    return plywood.Position("tic-tac-toe", moves=["a1", "a2", "b1", "b2", "c1"])


WRONG = {
    "no such game": lambda: plywood.Position("chess"),
    "a game that is no text": lambda: plywood.Position(7),
    "no such position": lambda: plywood.Position("quatro", "nonsense"),
    "no such rule": lambda: plywood.Position("quatro", rules="circles=true"),
    "a rule's value": lambda: plywood.Position("quatro", rules={"squares": "maybe"}),
    "rules that are a number": lambda: plywood.Position("quatro", rules=3),
    "a negative seed": lambda: plywood.Position("cavalo", seed=-1),
    "moves that are one text": lambda: plywood.Position("quatro", moves="6@b1"),
    "a seed that is a text": lambda: plywood.Engine("random", "quarto", seed="seven"),
    "dives below zero": lambda: puzzle.check("A", "h1", dives=-1),
    "an illegal move": lambda: quatro().play("6@z9"),
    "a move that is a number": lambda: quatro().play(6),
    "a move after the end": lambda: over().play("c3"),
    "an undo too many": lambda: quatro().undo(),
    "an action out of range": lambda: quatro().play_action(10_000),
    "a negative action": lambda: quatro().play_action(-1),
    "an action nobody may play": lambda: over().play_action(0),
    "the text of no action": lambda: quatro().move_of(10_000),
    "the number of no move": lambda: quatro().action_of("x"),
    "a look there is not": lambda: quatro().draw("fancy"),
    "a negative depth": lambda: quatro().perft(-1),
    "a depth too far": lambda: quatro().perft(100_000),
    "playouts below zero": lambda: quatro().playouts(-5),
    "no such engine": lambda: quatro().analyse("deep-blue"),
    "an engine's option": lambda: quatro().analyse("alpha-beta:speed=9"),
    "an option's value": lambda: quatro().analyse("alpha-beta:depth=deep"),
    "a time that is none": lambda: quatro().analyse(time="soon"),
    "a negative time": lambda: quatro().analyse(time=-1),
    "a time that is a list": lambda: quatro().analyse(time=[1]),
    "nodes that are none": lambda: quatro().analyse(nodes="many"),
    "memory that is none": lambda: quatro().analyse(memory="lots"),
    "no threads": lambda: quatro().analyse(threads=0, nodes=10),
    "an evaluator that is none": lambda: quatro().analyse("alpha-beta:depth=1", evaluator=5),
    "an evaluator of texts": lambda: quatro().analyse("alpha-beta:depth=1", evaluator=lambda p: "good"),
    "an evaluator for nobody": lambda: quatro().analyse("random", evaluator=lambda p: 0),
    "no such proof": lambda: quatro().solve(engine="magic"),
    "an engine of another game": lambda: plywood.Engine("random", "quarto").choose(quatro()),
    "an engine asked about nothing": lambda: plywood.Engine("random", "quarto").choose(None),
    "an engine without a name": lambda: plywood.Engine("", "quarto"),
    "no such board": lambda: puzzle.solve("Z"),
    "a board that is none": lambda: plywood.Board("what is this"),
    "no such algorithm": lambda: puzzle.solve("A", "magic"),
    "no such heuristic": lambda: puzzle.solve("A", "a-star", "h99"),
    "a heuristic of texts": lambda: puzzle.solve("A", "a-star", lambda board: "near"),
    "a heuristic below zero": lambda: puzzle.solve("A", "a-star", lambda board: -1),
    "a heuristic of nothing": lambda: puzzle.solve("A", "a-star", lambda board: float("nan")),
    "no such problem": lambda: problems.solve("sudoku", "easy"),
    "tiles that are none": lambda: problems.solve("tiles", "1 2 3"),
    "a map without a goal": lambda: problems.solve("grid", "S../..."),
    "a problem that is none": lambda: plywood.search(object(), "bfs"),
    "a search there is not": lambda: plywood.search(Steps(), "magic"),
    "actions that are none": lambda: plywood.search(changed(Steps, actions=lambda self, s: 5), "bfs"),
    "a negative cost": lambda: plywood.search(changed(Steps, cost=lambda self, s, a: -1), "ucs"),
    "states without a hash": lambda: plywood.search(changed(Steps, key=lambda self, s: [s]), "bfs"),
    "a game that is none": lambda: plywood.analyse(object(), depth=2),
    "a turn of nobody": lambda: plywood.analyse(changed(Pile, turn=lambda self, p: 3), depth=2),
    "a result of texts": lambda: plywood.analyse(changed(Pile, result=lambda self, p: "won"), depth=2),
    "one player": lambda: plywood.tournament("quatro", ["random"]),
    "a bot that plays nonsense is told": lambda: plywood.tournament("quatro", {"a": 5, "b": "random"}),
    "a format there is not": lambda: plywood.tournament("quatro", ["random", "largest"], format="party"),
    "a seat there is not": lambda: PlywoodEnv("quatro", seat=3),
    "a way to draw there is not": lambda: PlywoodEnv("quatro", render_mode="oil"),
    "no games at once": lambda: vector.make("quatro", 0),
    "an engine against many": lambda: vector.make("quatro", 2, opponent="best"),
    "actions for other games": lambda: vector.make("quatro", 2).step(np.array([1])),
}


@pytest.mark.parametrize("use", WRONG)
def test_a_wrong_use_gives_a_sentence(use):
    with pytest.raises(Exception) as raised:
        WRONG[use]()
    error, sentence = raised.value, str(raised.value)
    assert not isinstance(error, (plywood.InternalError, AssertionError, AttributeError)), repr(error)
    assert type(error).__name__ != "PanicException"
    assert len(sentence.split()) >= 4, sentence
    assert "convert" not in sentence and "extract" not in sentence, sentence


def test_there_are_sixty_of_them():
    assert len(WRONG) >= 60
