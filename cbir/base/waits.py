"""Legitimate waits: a process declares them, and its watcher and the person in front of it are told.

Use `with waiting("disk"):` around access to a drive, and `with waiting("compiling"):` around numba. A worker passes
both on to its pool, which counts neither as hanging. Elsewhere, `listen` receives the waits that a person should know:
loops are being compiled, or this computer is too busy for the workers to make progress.
"""

from __future__ import annotations

import logging
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Literal

Wait = Literal["disk", "compiling", "busy"]
Listener = Callable[[Wait, bool], object]
"""Called when a kind of wait begins (True) or ends (False)."""

SENTENCES: dict[Wait, str] = {
    "compiling": "Preparing for this computer's processor, once (up to 15 s).",
    "busy": "This computer is very busy; still working.",
}
"""Sentences for a person during such a wait. A drive's waits are short or end in an error that names the file."""

_log = logging.getLogger(__name__)
_lock = threading.Lock()
_open: Counter[Wait] = Counter()
_listeners: list[Listener] = []


def begin(wait: Wait) -> None:
    """Declare a wait that `end` closes. Several waits of a kind may be open at a time."""
    _change(wait, 1)


def end(wait: Wait) -> None:
    _change(wait, -1)


@contextmanager
def waiting(wait: Wait) -> Iterator[None]:
    """Declare a wait for as long as the block lasts."""
    begin(wait)
    try:
        yield
    finally:
        end(wait)


@contextmanager
def listen(listener: Listener) -> Iterator[None]:
    """Call a function when the first wait of a kind opens, and when the last one ends.

    It is called in the thread that waits: keep it short.
    """
    with _lock:
        _listeners.append(listener)
        for wait in [wait for wait, number in _open.items() if number]:
            listener(wait, True)
    try:
        yield
    finally:
        with _lock:
            _listeners.remove(listener)


def _change(wait: Wait, by: int) -> None:
    with _lock:  # held while listeners are called, so that no end overtakes its beginning
        before = _open[wait]
        _open[wait] += by
        if before and _open[wait]:
            return
        if wait in SENTENCES:
            _log.info("%s %s", wait, "begins" if by > 0 else "ends")
        for listener in _listeners:
            listener(wait, by > 0)
