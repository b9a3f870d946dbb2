"""A long job -> a bar on stderr, and Ctrl-C as a polite request to stop."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import TYPE_CHECKING

from cbir.cli.console import progress_console

if TYPE_CHECKING:
    from cbir.base.types import IndexProgress


@contextmanager
def stop_on_interrupt() -> Iterator[Callable[[], bool]]:
    """Give a function that says whether the user pressed Ctrl-C.

    The first Ctrl-C only asks: what is at hand is finished and kept. The second one interrupts at once.
    """
    asked = threading.Event()
    if threading.current_thread() is not threading.main_thread():
        yield asked.is_set
        return

    def ask(number: int, frame: FrameType | None) -> None:
        asked.set()
        signal.signal(signal.SIGINT, before)

    before = signal.signal(signal.SIGINT, ask)
    try:
        yield asked.is_set
    finally:
        signal.signal(signal.SIGINT, before)


@contextmanager
def index_progress(stopping: Callable[[], bool]) -> Iterator[Callable[[IndexProgress], None]]:
    """Give a function that draws an index run's progress; it draws nothing where stderr is not a terminal."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    console = progress_console()
    with Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[searchable]} searchable"),
        TimeRemainingColumn(),
        console=console,
        transient=True,
        disable=not console.is_terminal,
    ) as bar:
        task = bar.add_task("Looking for pictures", total=None, searchable=0)

        def show(progress: IndexProgress) -> None:
            description = "Looking for pictures" if progress.total is None else "Indexing"
            bar.update(
                task,
                description="Stopping" if stopping() else description,
                completed=progress.done,
                total=progress.total,
                searchable=progress.searchable,
            )

        yield show


@contextmanager
def bytes_progress(title: str) -> Iterator[Callable[[int, int], None]]:
    """Give a function that draws how much of a file was written; it draws nothing where nobody looks."""
    from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn, TimeRemainingColumn

    console = progress_console()
    with Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        DownloadColumn(),
        TimeRemainingColumn(),
        console=console,
        transient=True,
        disable=not console.is_terminal,
    ) as bar:
        task = bar.add_task(title, total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)
