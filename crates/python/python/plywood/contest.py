"""Tournaments: of a game of the catalogue by its name, or of one written in Python."""

from __future__ import annotations

import csv
import io
import math
import random
import time as clock
from typing import Any, Callable, Dict, Iterable, List, Mapping, Optional, Sequence, Tuple, Union

from plywood import _native
from plywood._native import analyse
from plywood.errors import BadSetting, IllegalMove
from plywood.reports import Standing, Tournament, _table

__all__ = ["tournament"]

#: A game that is not over after so many plies is drawn.
LONGEST = 1000

Bot = Any
Players = Union[Sequence[str], Mapping[str, Union[str, Bot]]]


class _Player:
    """Whoever plays: an engine by name, or a bot. Counts what it spends."""

    def __init__(self, game: Any, name: str, given: Any, limits: Dict[str, Any]) -> None:
        self.name, self.game, self.limits = name, game, limits
        self.engine = given if isinstance(given, str) else None
        self.moves, self.seconds, self.nodes, self.depth = 0, 0.0, 0, 0
        if self.engine is not None:
            if all(value is None for value in limits.values()) and ":" not in given and given != "random":
                raise BadSetting(
                    f"{name} has no limit and would search to the end of the game: expected time, nodes or depth, "
                    "or an option, as in iterative:depth=3 or mcts:nodes=1000"
                )
            self._choose = self._think
        elif isinstance(given, type):
            self._choose = given().choose
        elif hasattr(given, "choose"):
            self._choose = given.choose
        elif callable(given):
            self._choose = given
        else:
            raise TypeError(
                f"{name} is no player: expected an engine, a function, or an object with a method `choose`"
            )

    def _think(self, state: Any) -> Any:
        seed = self.seed + self.moves
        found = analyse(self.game, state, self.engine or "", seed=seed, **self.limits)
        self.nodes += found.nodes
        self.depth += found.depth
        return found.best

    seed = 0

    def choose(self, state: Any) -> Any:
        """The move it makes."""
        begun = clock.perf_counter()
        step = self._choose(state)
        self.seconds += clock.perf_counter() - begun
        self.moves += 1
        return step


def _opening(game: Any, plies: int, chance: random.Random) -> List[Any]:
    """Random moves to begin with, that do not end the game."""
    for _ in range(100):
        state, steps = game.start(), []
        while len(steps) < plies and game.result(state) is None:
            step = chance.choice(list(game.moves(state)))
            state = game.play(state, step)
            steps.append(step)
        if game.result(state) is None:
            return steps
    raise BadSetting(f"every game is over after {plies} random moves: expected fewer, as in openings=0")


def _play(game: Any, seats: Tuple[_Player, _Player], opening: Sequence[Any]) -> Dict[str, Any]:
    """One game; a fault loses it for whoever made it."""
    state = game.start()
    steps: List[Any] = []
    for step in opening:
        if step not in list(game.moves(state)):
            raise IllegalMove(f"{step!r} cannot be played in the opening {list(opening)!r}")
        state = game.play(state, step)
        steps.append(step)
    fault: Optional[Dict[str, Any]] = None
    while (result := game.result(state)) is None and len(steps) < LONGEST:
        seat = game.turn(state) - 1
        legal = list(game.moves(state))
        try:
            step = seats[seat].choose(state)
            kind, why = "illegal", f"{step!r} is not one of the moves"
            is_fault = step not in legal
        except Exception as e:
            if seats[seat].engine is not None:
                raise
            kind, why, is_fault = "crash", f"{type(e).__name__}: {e}", True
        if is_fault:
            result = -1 if seat == 0 else 1
            fault = {"player": seats[seat].name, "kind": kind, "reason": why, "moves": [*map(str, steps)]}
            break
        state = game.play(state, step)
        steps.append(step)
    return {
        "players": [seats[0].name, seats[1].name],
        "opening": [str(step) for step in opening],
        "moves": steps,
        "result": result or 0,
        "fault": fault,
    }


def _elos(names: Sequence[str], games: Sequence[Dict[str, Any]]) -> Dict[str, Tuple[float, float]]:
    """Ratings by Bradley and Terry (Hunter's MM, 2004), and half their 95 % intervals. Each meeting gets one drawn
    game on top, so that who wins everything still has a number."""
    scores = {(a, b): 0.0 for a in names for b in names}
    for game in games:
        (one, two), sign = game["players"], (game["result"] > 0) - (game["result"] < 0)
        scores[one, two] += (1 + sign) / 2
        scores[two, one] += (1 - sign) / 2
    for a in names:
        for b in names:
            if a != b and scores[a, b] + scores[b, a] > 0:
                scores[a, b] += 0.5
    strength = {name: 1.0 for name in names}
    met = {(a, b): scores[a, b] + scores[b, a] for a in names for b in names if a != b}
    for _ in range(500):
        for a in names:
            weight = sum(met[a, b] / (strength[a] + strength[b]) for b in names if b != a)
            wins = sum(scores[a, b] for b in names if b != a)
            strength[a] = wins / weight if weight else 1.0
        mean = math.exp(sum(map(math.log, strength.values())) / len(names))
        strength = {name: value / mean for name, value in strength.items()}
    unit = 400 / math.log(10)

    def information(a: str) -> float:
        share = {b: strength[a] / (strength[a] + strength[b]) for b in names if b != a}
        return sum(met[a, b] * p * (1 - p) for b, p in share.items())

    return {
        name: (unit * math.log(strength[name]), unit * 1.96 / math.sqrt(max(information(name), 1e-9)))
        for name in names
    }


def _standings(players: Sequence[_Player], games: Sequence[Dict[str, Any]]) -> List[Standing]:
    elos = _elos([player.name for player in players], games)
    standings = []
    for player in players:
        own = [game for game in games if player.name in game["players"]]
        signs = [
            ((game["result"] > 0) - (game["result"] < 0)) * (1 if game["players"][0] == player.name else -1)
            for game in own
        ]
        wins, draws, losses = signs.count(1), signs.count(0), signs.count(-1)
        points, moves = wins + draws / 2, max(player.moves, 1)
        standings.append(
            Standing(
                rank=0,
                name=player.name,
                engine=player.engine or "python",
                elo=round(elos[player.name][0], 1),
                margin=round(elos[player.name][1], 1),
                games=len(own),
                points=points,
                score=points / len(own) if own else 0.0,
                wins=wins,
                draws=draws,
                losses=losses,
                forfeits=sum(1 for game in own if game["fault"] and game["fault"]["player"] == player.name),
                depth=player.depth / moves,
                nodes_per_move=player.nodes / moves,
                time_per_move_s=player.seconds / moves,
                nps=player.nodes / player.seconds if player.seconds else 0.0,
            )
        )
    standings.sort(key=lambda standing: (-standing.score, -standing.elo, standing.name))
    for rank, standing in enumerate(standings, 1):
        standing.rank = rank
    return standings


def tournament(game: Any, players: Players, **settings: Any) -> Tournament:
    """Plays a tournament and says what it came to.

    ``players`` is a list of engines, or a dictionary from names to engines and bots. A bot is a function of the
    `Position` that returns a move's text, or an object with a method ``choose(position)`` and, if it likes,
    ``begin(seed)``; a class of such objects makes one for each of the ``concurrency`` games that are played at a time.
    Each meeting is ``pairs`` pairs of games (10) with sides swapped, from ``openings``: a number of random plies (2), or
    lines. ``time``, ``nodes``, ``depth`` and ``clock`` limit moves, ``memory`` and ``threads`` an engine.
    ``format`` is ``"round-robin"``, ``"gauntlet"``, ``"swiss"`` (with ``rounds``) or ``"ladder"``; ``sprt=(elo0, elo1)`` ends it as soon
    as the test is decided; ``store`` keeps every game in a file. ``progress(news)`` hears how it goes; returning ``False``
    ends the tournament.

    The game may also be one of yours: then a bot gets a state and returns a move, everybody meets everybody, and of the
    settings there are ``pairs``, ``openings`` (a number, or lists of moves), ``seed``, ``time``, ``nodes``, ``depth``,
    ``memory`` and ``progress``.
    """
    if isinstance(game, str):
        return _native.tournament(game, players, **settings)
    unknown = sorted(set(settings) - _KNOWN)
    if unknown:
        known = ", ".join(sorted(_KNOWN))
        raise TypeError(f"{unknown[0]} is no setting for a game written in Python: expected {known}")
    return _contest(game, players, **settings)


_KNOWN = {"pairs", "openings", "seed", "time", "nodes", "depth", "memory", "progress"}


def _contest(
    game: Any,
    players: Players,
    *,
    pairs: int = 10,
    openings: Union[None, int, Sequence[Sequence[Any]]] = None,
    seed: int = 0,
    time: Any = None,
    nodes: Any = None,
    depth: Optional[int] = None,
    memory: Any = None,
    progress: Optional[Callable[[Dict[str, Any]], Optional[bool]]] = None,
) -> Tournament:
    """Lets engines and bots play a game of the caller's, each opening with both sides."""
    for name in ("start", "turn", "moves", "play", "result"):
        if not callable(getattr(game, name, None)):
            raise TypeError(f"{type(game).__name__} is no game: it has no method `{name}`")
    if isinstance(players, str) or not isinstance(players, (Mapping, Sequence)):
        raise TypeError("players are a list of engines, or a dictionary from names to engines and bots")
    named = players if isinstance(players, Mapping) else {str(player): player for player in players}
    if len(named) < 2:
        raise BadSetting(f"{len(named)} players cannot meet: expected two or more")
    if isinstance(pairs, bool) or not isinstance(pairs, int) or pairs < 1:
        raise BadSetting(f"{pairs!r} is no number of pairs of games: expected 1 or more")
    limits = {"time": time, "nodes": nodes, "depth": depth, "memory": memory}
    seated = [_Player(game, name, given, limits) for name, given in named.items()]
    for place, player in enumerate(seated):
        player.seed = seed * 1_000_003 + place * 10_007
    chance = random.Random(seed)
    plies = 2 if openings is None else openings
    meetings = [(a, b) for i, a in enumerate(seated) for b in seated[i + 1 :]]
    games: List[Dict[str, Any]] = []
    total = 2 * pairs * len(meetings)
    for number in range(pairs):
        fixed = None if isinstance(plies, int) else list(plies)[number % max(len(list(plies)), 1)]
        for one, two in meetings:
            start = _opening(game, int(plies), chance) if fixed is None else list(fixed)  # type: ignore[arg-type]
            for seats in ((one, two), (two, one)):
                games.append(_play(game, seats, start))
                if progress and progress({"games": len(games), "of": total, "llr": None}) is False:
                    return _report(game, seated, games)
    return _report(game, seated, games)


def _report(game: Any, players: Sequence[_Player], games: List[Dict[str, Any]]) -> Tournament:
    standings = _standings(players, games)
    rows = [
        {
            "rank": each.rank,
            "name": each.name,
            "engine": each.engine,
            "elo": f"{each.elo:+.0f} ± {each.margin:.0f}",
            "score": f"{each.points:g}/{each.games}",
            "wins": each.wins,
            "draws": each.draws,
            "losses": each.losses,
            "forfeits": each.forfeits,
        }
        for each in standings
    ]
    text = io.StringIO()
    writer = csv.DictWriter(text, fieldnames=list(vars(standings[0])), lineterminator="\n")
    writer.writeheader()
    writer.writerows(vars(standing) for standing in standings)
    meetings: Dict[Tuple[str, str], Dict[str, Any]] = {}
    for played in games:
        one, two = sorted(played["players"])
        line = meetings.setdefault(
            (one, two), {"one": one, "two": two, "games": 0, "wins": 0, "draws": 0, "losses": 0}
        )
        sign = ((played["result"] > 0) - (played["result"] < 0)) * (1 if played["players"][0] == one else -1)
        line["games"] += 1
        line[("losses", "draws", "wins")[sign + 1]] += 1
    return Tournament(
        game=type(game).__name__,
        n_games=len(games),
        standings=standings,
        meetings=list(meetings.values()),
        sprt=None,
        forfeits=[played["fault"] for played in games if played["fault"]],
        games=games,
        markdown=_table(rows),
        csv=text.getvalue(),
    )
