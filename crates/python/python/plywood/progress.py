"""A bar that shows how something goes, in notebooks and on terminals.

>>> import plywood
>>> bar = plywood.Bar("tic-tac-toe")
>>> table = plywood.tournament("tic-tac-toe", ["random", "alpha-beta:depth=2"], pairs=2, progress=bar)
>>> bar.shown.startswith("tic-tac-toe: 4 of 4 games")
True
"""

from __future__ import annotations

import html
import sys
import time as clock
from typing import Any, Optional

__all__ = ["Bar"]

#: Between two drawings, in seconds: a notebook keeps every one that it is sent.
PAUSE_S = 0.1


def _notebook() -> Any:
    """The display of the notebook this runs in, if it is one."""
    try:
        from IPython import get_ipython  # type: ignore[import-not-found]
        from IPython.display import HTML, display
    except ImportError:
        return None
    shell = get_ipython()
    if shell is None or not hasattr(shell, "kernel"):
        return None
    return HTML, display


def _words(news: Any) -> "tuple[str, Optional[float]]":
    """News in words, and as a share of the whole where that is known."""
    if isinstance(news, dict) and "of" in news:
        text = f"{news['games']} of {news['of']} games"
        if news.get("llr") is not None:
            text += f", llr {news['llr']:.2f}"
        return text, news["games"] / news["of"] if news["of"] else None
    if isinstance(news, dict) and "best" in news:
        bound = f" of at most {news['bound']}" if news.get("bound") is not None else ""
        share = news["best"] / news["bound"] if news.get("bound") else None
        return f"{news['best']}{bound}, {news['nodes']:,} nodes", share
    if hasattr(news, "method"):
        return f"{news.board}: {news.method}, {news.outcome}, {news.expanded:,} nodes", None
    if hasattr(news, "generated"):
        return f"{news.generated:,} nodes, depth {news.depth}, {news.time_s:.1f} s", None
    if hasattr(news, "best"):
        score = f", score {news.score:.4g}" if news.score is not None else ""
        return f"depth {news.depth}: {news.best}{score}, {news.nodes:,} positions", None
    return str(news), None


class Bar:
    """Give it as ``progress`` to `tournament`, `search`, `analyse` and all else that takes one.

    In a notebook it is a bar below the cell, on a terminal a line on the error stream; where neither is, it is silent.
    ``shown`` is what it says.
    """

    def __init__(self, label: str = "") -> None:
        self.shown = ""
        self._label = label
        self._handle: Any = None
        self._place = _notebook()
        self._drawn = 0.0

    def __call__(self, news: Any) -> None:
        text, share = _words(news)
        self.shown = f"{self._label}: {text}" if self._label else text
        now = clock.monotonic()
        if now - self._drawn < PAUSE_S and share != 1:
            return
        self._drawn = now
        if self._place:
            self._draw(share)
        elif sys.stderr is not None and sys.stderr.isatty():
            end = "\n" if share == 1 else ""
            print(f"\r\x1b[K{self.shown}", end=end, file=sys.stderr, flush=True)

    def _draw(self, share: Optional[float]) -> None:
        make, display = self._place
        drawn = make(self._repr_html_(share))
        if self._handle is None:
            self._handle = display(drawn, display_id=True)
        else:
            self._handle.update(drawn)

    def _repr_html_(self, share: Optional[float] = None) -> str:
        value = "" if share is None else f' value="{share:.3f}"'
        return f'<progress max="1"{value}></progress> {html.escape(self.shown)}'
