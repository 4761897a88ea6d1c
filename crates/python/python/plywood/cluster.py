"""Jobs on a Ray cluster: tournaments, sequential tests, tuning, sets of positions, puzzle sweeps.

>>> from plywood import cluster
>>> report = cluster.tournament(                             # doctest: +SKIP
...     "quarto", {"a": "best:nodes=1k", "b": "random"}, pairs=500, address="auto", store="games.db")

``address`` is the cluster you have (``"auto"`` for the one at hand), or ``"local"`` for one on this
machine. Results reach the store as they arrive, each once; tasks that are lost with their machine are
run again; started again with the same store, a run goes on where it stood. From the command line:
``plywood tournament … --ray ADDRESS``, or ``python -m plywood.cluster jobs.jsonl > results.jsonl``.

Every machine of the cluster needs this package. Ray itself comes with ``pip install "plywood[ray]"``.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import socket
import sys
import time
from collections import deque
from dataclasses import dataclass, field
from typing import Any, Callable, Iterable, Mapping, Sequence

from plywood import _native
from plywood.errors import BadSetting, PlywoodError

__all__ = ["Outcome", "NoRay", "run", "solve_set", "sweep", "tournament", "tune"]

#: A task should last about this long, in seconds: short jobs travel together.
TASK_S = 0.5
#: No task holds more jobs than this.
MOST_JOBS = 64
#: Tasks given to a worker: one that runs, and those that follow before we hear that it has ended.
AHEAD = 4
#: A job that takes its worker down this often is given up.
MOST_LOSSES = 5
#: Seconds between looks at how large the cluster is now.
LOOK_S = 2.0
#: After so many looks at which every new worker had died, we give up.
MOST_FRUITLESS = 3


class NoRay(PlywoodError, ImportError):
    """Ray is not installed."""

    def __init__(self) -> None:
        super().__init__('this needs Ray: install it with `pip install "plywood[ray]"`')


def _ray() -> Any:
    # A cluster of our own reports to nobody.
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    try:
        import ray
    except ImportError:
        raise NoRay() from None
    return ray


@dataclass
class Outcome:
    """What came of a run."""

    #: The result lines as they arrived. Of a list of jobs, those that the store had come first; the
    #: earlier games of a tournament are in the store alone.
    lines: list[str] = field(default_factory=list)
    #: Sentences by key, for jobs that could not be run.
    failed: dict[str, str] = field(default_factory=dict)
    #: The table of a tournament or the values of a tuning run.
    report: dict[str, Any] | None = None
    #: Tasks that were lost with their worker and run again.
    lost: int = 0

    @property
    def results(self) -> list[dict[str, Any]]:
        """The results as dictionaries."""
        return [json.loads(line)["result"] for line in self.lines]


class _Hand:
    """A worker on the cluster, with the jobs it has been given, oldest first."""

    def __init__(self, actor: Any) -> None:
        self.actor = actor
        self.tasks: deque[Any] = deque()
        self.is_up = False
        self.is_lost = False


class _Worker:
    """What a hand does on its machine."""

    def work(self, lines: Sequence[str]) -> list[tuple[str, str | None, str | None, float]]:
        """Runs jobs: for each its key, its result or why there is none, and its seconds."""
        answers = []
        for line in lines:
            begun = time.perf_counter()
            result = error = None
            try:
                result = _native.run_job(line)
            except PlywoodError as e:
                error = str(e)
            answers.append((_key(line), result, error, time.perf_counter() - begun))
        return answers


def _key(line: str) -> str:
    return json.loads(line)["key"]


def _reason(error: Exception | None) -> str:
    """The line of one of Ray's long texts that says why."""
    return str(error).strip().splitlines()[-1].rstrip(".")


class _Driver:
    """Keeps the hands of a cluster busy until the campaign is over.

    A hand for each processor, not a task for each batch: tasks are placed anew each time, and a machine
    that is not the scheduler's first choice waits a tenth of a second for every one.
    """

    def __init__(self, ray: Any, campaign: Any, progress: Callable[[dict[str, Any]], Any] | None,
                 on_result: Callable[[str], Any] | None) -> None:
        self.ray = ray
        self.campaign = campaign
        self.progress = progress
        self.on_result = on_result
        # We run lost jobs again ourselves: a job is counted, a task is not.
        self.worker = ray.remote(num_cpus=1, max_restarts=0, max_task_retries=0)(_Worker)
        self.hands: list[_Hand] = []
        self.under_way: dict[Any, tuple[_Hand, list[str]]] = {}
        self.batch: list[str] = []
        self.again: deque[str] = deque()
        self.losses: dict[str, int] = {}
        self.outcome = Outcome()
        self.job_s: float | None = None
        self.n_processors = 1
        self.looked = -LOOK_S
        self.stillborn: Exception | None = None
        self.n_fruitless = 0
        self.begun = time.monotonic()
        self.done_before = campaign.progress()["done"]

    def run(self) -> Outcome:
        for line in self.campaign.known():
            self._tell(line)
        try:
            while not self._is_over():
                self._hire()
                self._submit()
                tasks = list(self.under_way)
                if not tasks:
                    # All workers are gone, and new ones are due at the next look.
                    time.sleep(0.1)
                    continue
                self.ray.wait(tasks, num_returns=1, timeout=1.0)
                ready, _ = self.ray.wait(tasks, num_returns=len(tasks), timeout=0)
                ready = set(ready)
                # In the order they were given: of the tasks of a lost hand the first was at work.
                for task in tasks:
                    if task in ready:
                        self._take(task)
                self._show()
        finally:
            self._stop()
        self._show(last=True)
        self.outcome.report = self.campaign.report()
        return self.outcome

    def _is_over(self) -> bool:
        if self.campaign.over:
            return True
        self.batch = self.batch or self._next_batch()
        return not self.batch and not any(lines for _, lines in self.under_way.values())

    def _hire(self) -> None:
        """A hand for each processor, and one that waits for the next: a cluster that can grow sees it."""
        now = time.monotonic()
        if now - self.looked < LOOK_S:
            return
        self.looked = now
        self._check_births()
        self.n_processors = max(1, int(self.ray.cluster_resources().get("CPU", 1)))
        while len(self.hands) <= self.n_processors:
            hand = _Hand(self.worker.remote())
            self.hands.append(hand)
            # No jobs before it answers: it may wait for a processor longer than all the work lasts.
            self._give(hand, [])

    def _check_births(self) -> None:
        """Gives up if workers die as soon as they are made, and none is left."""
        is_fruitless = self.stillborn is not None and not any(hand.is_up for hand in self.hands)
        self.n_fruitless = self.n_fruitless + 1 if is_fruitless else 0
        if self.n_fruitless == MOST_FRUITLESS:
            raise PlywoodError(
                f"no worker could be started on the cluster: {_reason(self.stillborn)}. Every machine needs "
                "the package plywood; RAY_AUTH_MODE must be the same here and there") from self.stillborn
        self.stillborn = None

    def _submit(self) -> None:
        """Gives work to every hand that can take more, the idle ones first."""
        # A long job waits for whoever is free first, not behind another.
        are_short = self.job_s is not None and self.job_s <= TASK_S
        for n_given in range(AHEAD if are_short else 1):
            for hand in self.hands:
                if hand.is_up and len(hand.tasks) == n_given:
                    batch = self.batch or self._next_batch()
                    if not batch:
                        return
                    self._give(hand, batch)
                    self.batch = []

    def _give(self, hand: _Hand, lines: list[str]) -> None:
        task = hand.actor.work.remote(lines)
        hand.tasks.append(task)
        self.under_way[task] = hand, lines

    def _next_batch(self) -> list[str]:
        """Jobs for one task: as many as fill it, but so few that the last ones end together."""
        if self.again:
            # A job that was lost travels alone: if it is to blame, it takes no other down.
            return [self.again.popleft()]
        size = 1
        if self.job_s is not None:
            at = self.campaign.progress()
            left = (at["total"] - at["done"]) // (2 if at["unit"] == "games" else 1)
            fair = left // (2 * AHEAD * self.n_processors)
            size = max(1, min(MOST_JOBS, fair, int(TASK_S / max(self.job_s, 1e-6))))
        lines: list[str] = []
        while len(lines) < size:
            line = self.campaign.next()
            if line is None:
                break
            lines.append(line)
        return lines

    def _take(self, task: Any) -> None:
        hand, lines = self.under_way.pop(task)
        hand.tasks.remove(task)
        exceptions = self.ray.exceptions
        try:
            answers = self.ray.get(task)
        except exceptions.RayTaskError as e:
            # Our own code raised there: it would everywhere.
            raise PlywoodError(f"a worker failed: {e.cause}") from e
        except exceptions.RayError as e:
            self._lose(hand, lines, e)
            return
        hand.is_up = True
        for key, result, error, seconds in answers:
            self.job_s = seconds if self.job_s is None else 0.8 * self.job_s + 0.2 * seconds
            if result is None:
                self.outcome.failed[key] = error or "it has no result"
            elif self.campaign.finish(result):
                self._tell(result)

    def _lose(self, hand: _Hand, lines: list[str], error: Exception) -> None:
        """The worker or its machine is gone: its jobs are run again."""
        was_at_work = not hand.is_lost
        if was_at_work:
            hand.is_lost = True
            self.hands.remove(hand)
            self._dismiss(hand)
        if not hand.is_up:
            self.stillborn = error
        if lines:
            self.outcome.lost += 1
        for line in lines:
            key = _key(line)
            self.losses[key] = self.losses.get(key, 0) + was_at_work
            if self.losses[key] < MOST_LOSSES:
                self.again.append(line)
            else:
                self.outcome.failed[key] = f"its worker was lost {MOST_LOSSES} times: {_reason(error)}"

    def _stop(self) -> None:
        """Ends what nobody waits for any more."""
        for hand in self.hands:
            self._dismiss(hand)
        self.hands.clear()
        self.under_way.clear()

    def _dismiss(self, hand: _Hand) -> None:
        # One that is gone already cannot be sent away.
        with contextlib.suppress(self.ray.exceptions.RayError):
            self.ray.kill(hand.actor)

    def _tell(self, line: str) -> None:
        self.outcome.lines.append(line)
        if self.on_result is not None:
            self.on_result(line)

    def _show(self, last: bool = False) -> None:
        if self.progress is None:
            return
        at = self.campaign.progress()
        seconds = time.monotonic() - self.begun
        new = at["done"] - self.done_before
        at["pace"] = new / seconds if seconds > 0 else 0.0
        at["left_s"] = (at["total"] - at["done"]) / at["pace"] if at["pace"] > 0 else None
        at["seconds"] = seconds
        at["workers"] = sum(hand.is_up for hand in self.hands)
        at["last"] = last
        self.progress(at)


def run(
    jobs: str | Iterable[str],
    *,
    address: str | None = "auto",
    store: str | os.PathLike[str] | None = None,
    cpus: int | None = None,
    progress: Callable[[dict[str, Any]], Any] | None = None,
    on_result: Callable[[str], Any] | None = None,
) -> Outcome:
    """Runs jobs, or a set as ``plywood jobs make --set`` prints it, on a cluster.

    ``address`` is as for ``ray.init``; ``"local"`` starts a cluster here with ``cpus`` processors.
    ``progress(news)`` hears how it goes, ``on_result(line)`` each result as it arrives.
    """
    text = jobs if isinstance(jobs, str) else "\n".join(jobs)
    ray = _ray()
    campaign = _native.Campaign(text, store)
    is_ours = not ray.is_initialized()
    if is_ours:
        _connect(ray, address, cpus)
    try:
        return _Driver(ray, campaign, progress, on_result).run()
    finally:
        campaign.close()
        if is_ours:
            ray.shutdown()


def _connect(ray: Any, address: str | None, cpus: int | None) -> None:
    own = {"num_cpus": cpus, "include_dashboard": False} if address == "local" else {}
    try:
        _knock(address)
        ray.init(address=address, log_to_driver=False, logging_level="ERROR", **own)
    except (OSError, ValueError, RuntimeError) as e:
        raise PlywoodError(
            f"there is no Ray cluster at {address!r}, or it does not let us in: {e}. Start one with "
            '`ray start --head`, or use "local"; one that asks for a token needs RAY_AUTH_MODE=token '
            "here too") from None


def _knock(address: str | None) -> None:
    """Fails at once where nobody is; Ray would try for minutes."""
    host, colon, port = (address or "").rpartition("//")[2].rpartition(":")
    if colon:
        socket.create_connection((host, int(port)), timeout=10).close()


def tournament(
    game: str,
    players: Mapping[str, str] | Sequence[str],
    *,
    pairs: int | None = None,
    format: str = "round-robin",
    rounds: int = 0,
    rules: str = "",
    time_ms: int | None = None,
    nodes: int | None = None,
    depth: int | None = None,
    openings: int | Sequence[str] = 4,
    seed: int = 1,
    sprt: Mapping[str, Any] | tuple[float, float] | None = None,
    hash: int = 16_000_000,
    margin_ms: int = 100,
    patience_ms: int = 60_000,
    **where: Any,
) -> Outcome:
    """Plays a tournament; ``sprt`` as in ``(0, 20)`` or ``{"elo0": 0, "elo1": 20}`` ends it at its verdict.

    The games are those that ``plywood tournament`` plays with the same settings. What is left in
    ``where`` goes to `run`.
    """
    settings = _matches(game, rules, time_ms, nodes, depth, openings, seed, hash, margin_ms, patience_ms)
    settings["players"] = _players(game, players)
    settings["format"] = format
    settings["rounds"] = rounds
    settings["pairs"] = pairs if pairs is not None else 1_000_000 if sprt is not None else 50
    if sprt is not None:
        sprt = sprt if isinstance(sprt, Mapping) else dict(zip(("elo0", "elo1"), sprt))
        settings["sprt"] = {"elo0": 0.0, "elo1": 20.0, "alpha": 0.05, "beta": 0.05, "model": "normalized", **sprt}
    return run(json.dumps({"set": "tournament", "settings": settings}), **where)


def tune(
    game: str,
    engine: str,
    parameters: Sequence[Mapping[str, Any]],
    *,
    steps: int = 200,
    pairs: int = 4,
    rate: float | None = None,
    rules: str = "",
    time_ms: int | None = None,
    nodes: int | None = None,
    depth: int | None = None,
    openings: int | Sequence[str] = 4,
    seed: int = 1,
    hash: int = 16_000_000,
    margin_ms: int = 100,
    patience_ms: int = 60_000,
    **where: Any,
) -> Outcome:
    """Tunes an engine's numbers by SPSA; the pairs of each match are played beside each other.

    A parameter is a dictionary with ``name``, ``start``, ``low``, ``high``, and ``step`` and
    ``is_whole`` if wanted.
    """
    matches = _matches(game, rules, time_ms, nodes, depth, openings, seed, hash, margin_ms, patience_ms)
    matches["pairs"] = pairs
    steps = _whole("steps", steps, least=1)
    for parameter in parameters:
        missing = {"name", "start", "low", "high"} - set(parameter)
        if missing:
            raise BadSetting(f"a parameter has no {min(missing)}: expected name, start, low and high")
    settings = {
        "matches": matches,
        "engine": engine,
        "parameters": [
            {"step": (p["high"] - p["low"]) / 20, "is_whole": False, **p} for p in parameters],
        "steps": steps,
        "rate": rate if rate is not None else 4 / steps**0.5,
    }
    return run(json.dumps({"set": "tune", "settings": settings}), **where)


def _matches(game: str, rules: str, time_ms: int | None, nodes: int | None, depth: int | None,
             openings: int | Sequence[str], seed: int, hash: int, margin_ms: int,
             patience_ms: int) -> dict[str, Any]:
    whole = {"time_ms": time_ms, "nodes": nodes, "depth": depth}
    time_ms, nodes, depth = (
        None if value is None else _whole(name, value, least=1) for name, value in whole.items())
    return {
        "game": game,
        "rules": rules,
        "players": [],
        "format": "round-robin",
        "pairs": 1,
        "rounds": 0,
        "control": {"move_ms": time_ms, "clock": None, "nodes": nodes, "depth": depth},
        "margin_ms": margin_ms,
        "patience_ms": patience_ms,
        "openings": {"plies": openings} if isinstance(openings, int) else {"lines": list(openings)},
        "seed": seed,
        "sprt": None,
        "adjudication": None,
        "hash": hash,
        "threads": 1,
    }


def _players(game: str, players: Mapping[str, str] | Sequence[str]) -> list[dict[str, str]]:
    return [{"name": name, "engine": engine} for name, engine in _native.engine_players(game, players)]


def _whole(name: str, value: Any, least: int) -> int:
    if not isinstance(value, int) or value < least:
        raise BadSetting(f"{value!r} is not a number of {name}: expected a whole number from {least} on")
    return value


def solve_set(
    positions: Iterable[str],
    *,
    game: str | None = None,
    rules: str = "",
    all_moves: bool = False,
    time_ms: int | None = None,
    nodes: int | None = None,
    hash: int = 64_000_000,
    seed: int = 0,
    **where: Any,
) -> Outcome:
    """Proves what each position is worth; a position without its game's name before it is of ``game``."""
    jobs = _native.solve_jobs(
        list(positions), game=game, rules=rules, all_moves=all_moves, time_ms=time_ms, nodes=nodes,
        hash=hash, seed=seed)
    return run(jobs, **where)


def sweep(
    boards: Iterable[str],
    methods: Iterable[str],
    *,
    problem: str = "puzzle",
    time_ms: int | None = None,
    nodes: int | None = None,
    bytes: int | None = None,
    depth: int | None = None,
    **where: Any,
) -> Outcome:
    """Solves every board of a problem by every method. Boards are names, files, or their texts."""
    jobs = _native.compare_jobs(
        list(boards), list(methods), problem=problem, time_ms=time_ms, nodes=nodes, bytes=bytes, depth=depth)
    return run(jobs, **where)


class _Line:
    """Progress with an estimate of what is left: one line redrawn on a terminal, a few elsewhere."""

    def __init__(self) -> None:
        self.is_terminal = sys.stderr.isatty()
        self.shown = time.monotonic()

    def __call__(self, at: dict[str, Any]) -> None:
        pause = 0.25 if self.is_terminal else 10.0
        if not at["last"] and time.monotonic() - self.shown < pause:
            return
        self.shown = time.monotonic()
        text = f"{at['done']:,}/{at['total']:,} {at['unit']}  {at['pace']:.1f}/s"
        if at["llr"] is not None:
            llr, low, high = at["llr"]
            text = f"{at['done']:,} {at['unit']}  {at['pace']:.1f}/s  LLR {llr:+.2f} ({low:.2f}, {high:.2f})"
        elif at["left_s"] is not None and not at["last"]:
            text += f"  {_time(at['left_s'])} to go"
        if at["engine"] is not None:
            text += f"  {at['engine']}"
        if not at["workers"] and not at["last"]:
            text += "  waiting for a free processor"
        end = "\n" if at["last"] or not self.is_terminal else ""
        start = "\r\x1b[K" if self.is_terminal else ""
        print(start + text, end=end, file=sys.stderr, flush=True)


def _time(seconds: float) -> str:
    minutes, seconds = divmod(int(seconds + 0.5), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours} h {minutes} min" if hours else f"{minutes} min {seconds} s" if minutes else f"{seconds} s"


def main(arguments: Sequence[str] | None = None) -> int:
    """``python -m plywood.cluster``: like ``plywood jobs run``, on a cluster."""
    parser = argparse.ArgumentParser(prog="python -m plywood.cluster", description=main.__doc__)
    parser.add_argument("jobs", help="the file of jobs or the set; - is stdin")
    parser.add_argument("--address", default="auto",
                        help="the cluster: an address, auto for the one at hand, local for a new one")
    parser.add_argument("--store", help="keep the results here; the same command goes on")
    parser.add_argument("--cpus", type=int, help="processors of a local cluster")
    parser.add_argument("--quiet", action="store_true", help="no progress")
    chosen = parser.parse_args(arguments)

    results = sys.stdout

    def out(line: str) -> None:
        results.write(line + "\n")
        results.flush()

    try:
        text = sys.stdin.read() if chosen.jobs == "-" else open(chosen.jobs, encoding="utf-8").read()
        # Ray tells of lost nodes on stdout, where only results belong.
        with contextlib.redirect_stdout(sys.stderr):
            outcome = run(text, address=chosen.address, store=chosen.store, cpus=chosen.cpus,
                          progress=None if chosen.quiet else _Line(), on_result=out)
    except KeyboardInterrupt:
        print("\ninterrupted; with --store the same command goes on", file=sys.stderr)
        return 130
    except (PlywoodError, OSError) as e:
        print(f"plywood.cluster: {e}", file=sys.stderr)
        return 2
    for key, reason in outcome.failed.items():
        print(f"{key} could not be run: {reason}", file=sys.stderr)
    return 1 if outcome.failed else 0


if __name__ == "__main__":
    sys.exit(main())
