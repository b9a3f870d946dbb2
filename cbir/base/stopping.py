"""Work in a thread that somebody may give up, as whatever it does there sees it, however deep.

A function that is given `cancelled` asks that. What lies below it and is given nothing, such as a statement of SQLite
or a loop over a thousand photos, asks here.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from contextvars import ContextVar

from cbir.base.errors import Cancelled

_stopped: ContextVar[Callable[[], bool]] = ContextVar("stopped")


@contextlib.contextmanager
def stopping(stopped: Callable[[], bool]) -> Iterator[None]:
    """Let the reads of this thread end early once `stopped` says so. It is called often: keep it quick."""
    token = _stopped.set(stopped)
    try:
        yield
    finally:
        _stopped.reset(token)


def is_stopped() -> bool:
    """Whether the work of this thread was given up; False where nobody may give it up."""
    stopped = _stopped.get(None)
    return stopped is not None and stopped()


def raise_if_stopped() -> None:
    """Raise Cancelled where the work of this thread was given up."""
    if is_stopped():
        raise Cancelled("It was cancelled.")
