"""How much is a heuristic worth? The puzzle's heuristics, and one written here, side by side.

A notebook in cells: open it in an editor that knows ``# %%``, or run it whole.
Plots go to the folder given as the first argument, or to the current one.
"""

# %% [markdown]
# # Comparing heuristics on *Blokus Uno*
# Each search must cover a board's objective with as few pieces as it can.

# %%
import sys
from pathlib import Path

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt

import plywood
from plywood import puzzle

folder = Path(sys.argv[1] if len(sys.argv) > 1 else ".")
names = ["A", "B", "C", "D", "E", "F"]

# %% [markdown]
# ## A* with our heuristics
# h1 and h2 overestimate, h3 and h4 never do.

# %%
methods = [f"a-star:heuristic={name}" for name, _ in puzzle.heuristics()]
comparison = puzzle.compare(names, methods, time=20)
print(comparison.markdown)


# %% [markdown]
# ## One of our own
# Pieces of four for what is missing, and one more for each `a` that the rest would need.

# %%
def rest(board: puzzle.Board) -> float:
    """⌊missing/4⌋ pieces of four, and single cells for the rest."""
    return board.missing // 4 + board.missing % 4


own = [puzzle.solve(name, "a-star", rest, time=20) for name in names]
for report in own:
    print(report.board, report.outcome, report.generated, report.path)

# %% [markdown]
# ## Is it honest?
# The checker looks for boards where a heuristic of ours promises too much.

# %%
for name, promise in puzzle.heuristics():
    check = puzzle.check("B", name, time=10, nodes=200_000)
    verdict = "overestimates" if check.overestimates else "no counter-example"
    print(f"{name}: {verdict} ({promise})")

# %% [markdown]
# ## Nodes generated

# %%
series = {}
for report in comparison.results + own:
    series.setdefault(report.method, {})[report.board] = report
figure, axes = plt.subplots(figsize=(8, 4.5), layout="constrained")
width = 0.8 / len(series)
for i, (method, reports) in enumerate(series.items()):
    heights = [reports[name].generated if name in reports else 0 for name in names]
    axes.bar([x + i * width for x in range(len(names))], heights, width, label=method)
axes.set_yscale("log")
axes.set_xticks([x + 0.4 - width / 2 for x in range(len(names))], names)
axes.set_xlabel("board")
axes.set_ylabel("nodes generated")
axes.legend(fontsize="small")
figure.savefig(folder / "nodes.png", dpi=120)

# %% [markdown]
# ## Effective branching factor against solution length

# %%
figure, axes = plt.subplots(figsize=(8, 4.5), layout="constrained")
for method, reports in series.items():
    solved = [report for report in reports.values() if report.is_solved]
    axes.plot(
        [report.depth for report in solved],
        [report.branching_factor for report in solved],
        marker="o",
        label=method,
    )
axes.set_xlabel("pieces in the solution")
axes.set_ylabel("effective branching factor")
axes.legend(fontsize="small")
figure.savefig(folder / "branching.png", dpi=120)
print("plywood", plywood.__version__, "drew", folder / "nodes.png", "and", folder / "branching.png")
