"""Cancellation of a thread's work, visible at any depth of its calls.

A function with a `cancelled` parameter calls that. Code further down without one, such as an SQLite statement or a loop
over a thousand photos, checks here.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from contextvars import ContextVar

from cbir.base.errors import Cancelled


def never_cancelled() -> bool:
    """False: the caller waits until the work is done."""
    return False


_stopped: ContextVar[Callable[[], bool]] = ContextVar("stopped")


@contextlib.contextmanager
def stopping(stopped: Callable[[], bool]) -> Iterator[None]:
    """End the reads of this thread early once `stopped` returns True. It is called often: keep it fast."""
    token = _stopped.set(stopped)
    try:
        yield
    finally:
        _stopped.reset(token)


def is_stopped() -> bool:
    """True if the work of this thread was cancelled; False if it cannot be."""
    stopped = _stopped.get(None)
    return stopped is not None and stopped()


def raise_if_stopped() -> None:
    """Raise Cancelled if the work of this thread was cancelled."""
    if is_stopped():
        raise Cancelled("It was cancelled.")
