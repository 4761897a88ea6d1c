"""Interrupts Python code that runs past its time inside a search or a tournament."""

from __future__ import annotations

import ctypes
import threading
from typing import Optional

#: Code that goes on all the same is asked again after so many seconds.
AGAIN_S = 0.2

_active: "set[Guard]" = set()
_lock = threading.RLock()


def _raise_in(thread: int, error: "Optional[type[BaseException]]") -> None:
    """Lets a thread raise an exception at its next step in Python; ``None`` takes that back."""
    what = None if error is None else ctypes.py_object(error)
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), what)


class Overdue(BaseException):
    """What is raised in code whose time is over: no ``except Exception`` takes it for its own."""


class Guard:
    """Raises `Overdue` in this thread, again and again, unless it leaves within ``seconds``.

    A call that waits inside C, such as a long ``time.sleep``, is only interrupted when it returns.
    """

    def __init__(self, seconds: float) -> None:
        self._thread = threading.get_ident()
        self._has_fired = False
        self._seconds = min(seconds, threading.TIMEOUT_MAX)

    def __enter__(self) -> "Guard":
        with _lock:
            _active.add(self)
            self._wait(self._seconds)
        return self

    def _wait(self, seconds: float) -> None:
        self._timer = threading.Timer(seconds, self.fire)
        self._timer.daemon = True
        self._timer.start()

    def fire(self) -> None:
        """Interrupts the thread, if it is still inside."""
        with _lock:
            if self in _active:
                self._timer.cancel()
                self._has_fired = True
                _raise_in(self._thread, Overdue)
                self._wait(AGAIN_S)

    def __exit__(self, *_: object) -> None:
        with _lock:
            _active.discard(self)
            self._timer.cancel()
            if self._has_fired:
                # It was too late: the exception must not turn up somewhere else.
                _raise_in(self._thread, None)


def interrupt_all() -> None:
    """Interrupts every other thread that is inside a guard."""
    with _lock:
        others = [guard for guard in _active if guard._thread != threading.get_ident()]
        for guard in others:
            guard.fire()
