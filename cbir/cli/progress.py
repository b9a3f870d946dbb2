"""A long job -> a bar on stderr, and Ctrl-C as a polite request to stop."""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from types import FrameType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rich.progress import ProgressColumn

    from cbir.base.types import IndexProgress, ReadingProgress


@contextmanager
def stop_on_interrupt() -> Iterator[Callable[[], bool]]:
    """Give a function that returns True after the user pressed Ctrl-C.

    The first Ctrl-C is a request: current work is finished and kept. The second one interrupts at once.
    """
    requested = threading.Event()
    if threading.current_thread() is not threading.main_thread():
        yield requested.is_set
        return

    def on_interrupt(number: int, frame: FrameType | None) -> None:
        requested.set()
        signal.signal(signal.SIGINT, before)

    before = signal.signal(signal.SIGINT, on_interrupt)
    try:
        yield requested.is_set
    finally:
        signal.signal(signal.SIGINT, before)


@contextmanager
def progress_bar(title: str, *columns: ProgressColumn, **fields: Any) -> Iterator[Callable[..., None]]:
    """Give a function that updates a bar by `description`, `completed`, `total` and the fields of its columns.

    Draws nothing if stderr is not a terminal. columns : rich's, after the title and the bar
    """
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn

    console = Console(stderr=True)
    with Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        *columns,
        console=console,
        transient=True,
        disable=not console.is_terminal,
    ) as bar:
        yield partial(bar.update, bar.add_task(title, total=None, **fields))


@contextmanager
def step_progress(title: str, *columns: ProgressColumn) -> Iterator[Callable[[str, int, int | None], None]]:
    """Give a function that draws a step's name, its finished amount and its total."""
    with progress_bar(title, *columns) as update:
        yield lambda step, done, total: update(description=step, completed=done, total=total)


@contextmanager
def index_progress(stopping: Callable[[], bool]) -> Iterator[Callable[[IndexProgress], None]]:
    """Give a function that draws an index run's progress."""
    from rich.progress import MofNCompleteColumn, TextColumn, TimeRemainingColumn

    searchable = TextColumn("{task.fields[searchable]} searchable")
    columns = (MofNCompleteColumn(), searchable, TimeRemainingColumn())
    with progress_bar("Looking for pictures", *columns, searchable=0) as update:

        def show(progress: IndexProgress) -> None:
            description = "Looking for pictures" if progress.total is None else "Indexing"
            update(
                description="Stopping" if stopping() else description,
                completed=progress.done,
                total=progress.total,
                searchable=progress.searchable,
            )

        yield show


@contextmanager
def reading_progress(stopping: Callable[[], bool]) -> Iterator[Callable[[ReadingProgress], None]]:
    """Give a function that draws the number of photos read, the rate per hour, and the remaining time."""
    from rich.progress import MofNCompleteColumn, TextColumn, TimeRemainingColumn

    with_text, rate = TextColumn("{task.fields[with_text]} with text"), TextColumn("{task.fields[rate]}")
    started = time.monotonic()
    with progress_bar(
        "Reading", MofNCompleteColumn(), with_text, rate, TimeRemainingColumn(), with_text=0, rate=""
    ) as update:

        def show(progress: ReadingProgress) -> None:
            hours = (time.monotonic() - started) / 3600
            update(
                description="Stopping" if stopping() else "Reading",
                completed=progress.done,
                total=progress.total,
                with_text=progress.with_text,
                rate=f"{progress.done / hours:,.0f} an hour" if progress.done and hours else "",
            )

        yield show


@contextmanager
def bytes_progress(title: str) -> Iterator[Callable[[int, int], None]]:
    """Give a function that draws the written part of a file."""
    from rich.progress import DownloadColumn, TimeRemainingColumn

    with progress_bar(title, DownloadColumn(), TimeRemainingColumn()) as update:
        yield lambda done, total: update(completed=done, total=total)
