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

# %% [markdown]
# ## The boards of the course
# On these boards A* walks straight to the goal, whatever guides it.

# %%
methods = [f"a-star:heuristic={name}" for name, _ in puzzle.heuristics()]
comparison = puzzle.compare(["A", "B", "C", "D", "E", "F"], methods, time=20)
print(comparison.markdown)


# %% [markdown]
# ## One of our own
# Pieces of four as long as they fit into what is missing, and single cells for the rest.


# %%
def rest(board: puzzle.Board) -> float:
    """⌊missing/4⌋ pieces of four, and a piece for each cell left over."""
    return board.missing // 4 + board.missing % 4


# %% [markdown]
# ## Is it honest?
# The checker looks for boards where a heuristic promises too much.

# %%
for name, promise in puzzle.heuristics():
    check = puzzle.check("B", name, nodes=20_000, dives=20)
    verdict = "overestimates" if check.overestimates else "no counter-example"
    print(f"{name}: {verdict} ({promise})")

# %% [markdown]
# ## Harder and harder
# An empty board of 7×7 holds at most so many cells. The nearer the objective comes to that, the more a
# search must take back. Without a heuristic (uniform cost) it soon runs into its limit of nodes.

# %%
empty = "\n".join(["." * 7] * 7)
most = puzzle.maximize(empty + "\n").cells
objectives = range(4, most + 1, 2)
limit = 100_000
guides = {"none": None, "h1": "h1", "h2": "h2", "h3": "h3", "h4": "h4", "rest": rest}
series = {}
for guide, heuristic in guides.items():
    algorithm = "a-star" if heuristic else "uniform-cost"
    series[guide] = [
        puzzle.solve(f"objective: {objective}\n{empty}", algorithm, heuristic, nodes=limit)
        for objective in objectives
    ]

print("cells", *(f"{guide:>9}" for guide in guides))
for i, objective in enumerate(objectives):
    row = [reports[i].generated if reports[i].is_solved else "-" for reports in series.values()]
    print(f"{objective:>5}", *(f"{count:>9}" for count in row))

# %% [markdown]
# ## Nodes generated
# Hollow marks: the limit came first.


# %%
def draw(value, label, name):
    """A line for each heuristic; shifted a little, for where they agree they would hide each other."""
    figure, axes = plt.subplots(figsize=(8, 4.5), layout="constrained")
    for i, (guide, reports) in enumerate(series.items()):
        shift = 0.12 * (i - len(series) / 2)
        points = [(cells + shift, report) for cells, report in zip(objectives, reports)]
        solved = [(x, value(report)) for x, report in points if report.is_solved]
        (line,) = axes.plot(*zip(*solved), marker="osD^vX"[i], markersize=5, label=guide)
        if name == "nodes.png":
            cut = [(x, report.generated) for x, report in points if not report.is_solved]
            axes.plot(
                [x for x, _ in cut],
                [y for _, y in cut],
                linestyle="none",
                marker="osD^vX"[i],
                color=line.get_color(),
                markerfacecolor="none",
            )
    axes.set_xlabel(f"objective on 7×7 (at most {most} cells)")
    axes.set_ylabel(label)
    axes.legend(title="heuristic", fontsize="small")
    return figure, axes


figure, axes = draw(lambda report: report.generated, "nodes generated", "nodes.png")
axes.set_yscale("log")
figure.savefig(folder / "nodes.png", dpi=120)

# %% [markdown]
# ## What overestimating costs
# h1 hurries, and pays with pieces.

# %%
figure, axes = draw(lambda report: report.depth, "pieces in the solution", "pieces.png")
figure.savefig(folder / "pieces.png", dpi=120)
print("plywood", plywood.__version__, "drew", folder / "nodes.png", "and", folder / "pieces.png")
