"""The maximum of puzzle boards by Google OR-Tools CP-SAT, one worker, timed.

    python cp_sat.py LIMIT_SECONDS BOARD...

For each board, the CPU time to the proven optimum is printed, the median of three runs, by the better
of CP-SAT's default and linearization_level 2, on the best of three models. Only the time inside the
solver counts, not the time Python needs to build the models:

- `bare`: pieces that do not share an edge; when the optimum falls apart, what hangs together without
  the start is cut off and the model solved again, from the last solution;
- `lazy`: the same, but each piece must touch another from the beginning;
- `tree`: every piece but the first names one that it touches and that lies nearer to the start.

All use the strongest form of "no common edge": of all placements that cover one of two neighbouring
cells, at most one is chosen.
"""

import statistics
import sys
import threading
import time

from ortools.sat.python import cp_model

PIECES = {
    "a": [(0, 0)],
    "b": [(0, 0), (0, 1), (1, 0), (1, 1)],
    "c1": [(0, 0), (0, 1), (-1, 1), (-1, 2)],
    "c2": [(0, 0), (1, 0), (1, 1), (2, 1)],
}
STOCK = [(("a",), 10), (("b",), 10), (("c1", "c2"), 15)]
EDGES = [(-1, 0), (0, -1), (0, 1), (1, 0)]
CORNERS = [(-1, -1), (-1, 1), (1, -1), (1, 1)]


def read(path):
    lines = [line.strip() for line in open(path) if line.strip()]
    return [line for line in lines if ":" not in line]


def near(cells, steps):
    return {(r + i, c + j) for r, c in cells for i, j in steps}


class Placements:
    """The placements that can be reached from the start, and which of them touch."""

    def __init__(self, rows):
        free = {(r, c) for r, row in enumerate(rows) for c, cell in enumerate(row) if cell == "."}
        every = []
        for piece, shape in PIECES.items():
            for r, c in sorted(free):
                cells = frozenset((r + i, c + j) for i, j in shape)
                if cells <= free:
                    every.append((piece, cells))
        covering = {}
        for k, (_, cells) in enumerate(every):
            for cell in cells:
                covering.setdefault(cell, set()).add(k)

        def touching(cells):
            at = lambda group: set().union(*(covering.get(cell, set()) for cell in group))
            return at(near(cells, CORNERS)) - at(near(cells, EDGES)) - at(cells)

        touch = [touching(cells) for _, cells in every]
        reached = [k for k, (_, cells) in enumerate(every) if (0, 0) in cells]
        seen = set(reached)
        for k in reached:
            reached += sorted(touch[k] - seen)
            seen |= touch[k]
        place = {k: i for i, k in enumerate(reached)}
        self.all = [every[k] for k in reached]
        self.touch = [sorted(place[q] for q in touch[k] if q in place) for k in reached]
        self.starts = {i for i, (_, cells) in enumerate(self.all) if (0, 0) in cells}


def base(placements):
    """All rules but that the pieces hang together."""
    model = cp_model.CpModel()
    chosen = [model.new_bool_var(f"x{i}") for i in range(len(placements.all))]
    covering = {}
    for i, (_, cells) in enumerate(placements.all):
        for cell in cells:
            covering.setdefault(cell, set()).add(i)
    for (r, c), here in covering.items():
        beside = [covering[cell] for cell in ((r, c + 1), (r + 1, c)) if cell in covering]
        for group in beside or [set()]:
            model.add_at_most_one(chosen[i] for i in sorted(here | group))
    model.add_exactly_one(chosen[i] for i in sorted(placements.starts))
    for names, most in STOCK:
        model.add(sum(x for x, (name, _) in zip(chosen, placements.all) if name in names) <= most)
    model.maximize(sum(len(cells) * x for x, (_, cells) in zip(chosen, placements.all)))
    return model, chosen


class Clock:
    """Runs the solver and adds up its CPU time."""

    def __init__(self, level, limit):
        self.level, self.limit, self.spent = level, limit, 0.0

    def run(self, model):
        solver = cp_model.CpSolver()
        solver.parameters.num_workers = 1
        if self.level is not None:
            solver.parameters.linearization_level = self.level
        done = threading.Event()
        start = time.process_time()
        end = start + self.limit - self.spent
        # The solver's own limit is wall time, which says little on a busy machine.
        watch = threading.Thread(target=stop_at, args=(solver, end, done))
        watch.start()
        status = solver.solve(model)
        self.spent += time.process_time() - start
        done.set()
        watch.join()
        return solver, status == cp_model.OPTIMAL and self.spent < self.limit


def stop_at(solver, end, done):
    while not done.wait(0.02):
        if time.process_time() > end:
            solver.stop_search()


def groups(placements, on):
    left = set(on)
    while left:
        group = {left.pop()}
        open_ = list(group)
        while open_:
            more = left.intersection(placements.touch[open_.pop()])
            left -= more
            group |= more
            open_ += more
        yield group


def bare(placements, clock):
    model, chosen = base(placements)
    return cut_until_joined(placements, model, chosen, clock)


def lazy(placements, clock):
    model, chosen = base(placements)
    for i, x in enumerate(chosen):
        if i not in placements.starts:
            model.add_bool_or([x.Not()] + [chosen[q] for q in placements.touch[i]])
    return cut_until_joined(placements, model, chosen, clock)


def cut_until_joined(placements, model, chosen, clock):
    while True:
        solver, is_optimal = clock.run(model)
        if not is_optimal:
            return None
        on = [i for i, x in enumerate(chosen) if solver.value(x)]
        apart = [group for group in groups(placements, on) if not group & placements.starts]
        if not apart:
            return round(solver.objective_value)
        for group in apart:
            around = set().union(*(placements.touch[i] for i in group)) - group
            for i in group:
                model.add_bool_or([chosen[i].Not()] + [chosen[q] for q in sorted(around)])
        model.clear_hints()
        for x in chosen:
            model.add_hint(x, solver.value(x))


def tree(placements, clock):
    model, chosen = base(placements)
    depth = [model.new_int_var(0, 34, "") for _ in chosen]
    for i, x in enumerate(chosen):
        if i in placements.starts:
            continue
        parents = []
        for q in placements.touch[i]:
            parent = model.new_bool_var("")
            model.add_implication(parent, chosen[q])
            model.add(depth[i] >= depth[q] + 1).only_enforce_if(parent)
            parents.append(parent)
        model.add_bool_or(parents + [x.Not()])
    solver, is_optimal = clock.run(model)
    return round(solver.objective_value) if is_optimal else None


def timed(method, placements, level, limit):
    clock = Clock(level, limit)
    value = method(placements, clock)
    return clock.spent, value


def fastest(placements, limits):
    """The best method's median of three runs, as (seconds, value, method, level), or None.

    All methods are tried with a short limit first, then with longer ones. Once one has proven the
    optimum, the others go on only as long as they may be better: for its time and half as much again.
    """
    tried = {(method, level): 0.0 for method in (lazy, bare, tree) for level in (None, 2)}
    best = None
    for limit in limits:
        for (method, level), spent in list(tried.items()):
            most = limit if best is None else min(limit, 1.5 * best[0] + 0.05)
            if most <= spent:
                continue
            first, value = timed(method, placements, level, most)
            tried[method, level] = most
            if value is None:
                continue
            del tried[method, level]
            runs = [first] + [timed(method, placements, level, limits[-1])[0] for _ in range(2)]
            seconds = statistics.median(runs)
            if best is None or seconds < best[0]:
                best = (seconds, value, method.__name__, level)
    return best


def main():
    most = float(sys.argv[1])
    limits = [limit for limit in (2.0, 20.0) if limit < most] + [most]
    for path in sys.argv[2:]:
        best = fastest(Placements(read(path)), limits)
        name = path.replace("\\", "/").split("/")[-1].removesuffix(".txt")
        seconds, value, method, level = best or (most, "-", "none", None)
        print(f"{name}\t{seconds:.6f}\t{value}\t{method}:{level or 'default'}", flush=True)


main()
