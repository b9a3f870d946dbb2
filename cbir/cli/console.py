"""The two streams: results on stdout, everything else on stderr; a long job's bar, and Ctrl-C as a polite request.

Programs get results unchanged: rich would wrap long paths and widen tabs, and no script could read them.
Terminals get no control characters, since a file name may contain a line break or an escape sequence.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import threading
import time
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from io import TextIOWrapper
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Any

from cbir.base.errors import CbirError

if TYPE_CHECKING:
    from rich.progress import ProgressColumn

    from cbir.base.types import BackgroundProgress, IndexProgress, Skipped


EXIT_NOTHING_FOUND = 1
EXIT_PROBLEMS = 1  # something was left undone
EXIT_ERROR = 2
EXIT_INTERRUPTED = 130  # 128 + SIGINT, as a shell counts it
_DIRECTIONS = {"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"}  # of Unicode's bidi algorithm


def prepare_streams() -> None:
    """Make every path and every character printable, on any console or pipe.

    A pipe on Windows would use an old code page. A file name on Linux need not be UTF-8: its bytes are written
    unchanged, so that another program can open the printed path.
    """
    _open_closed()
    errors = "backslashreplace" if os.name == "nt" else "surrogateescape"
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors=errors)


def _open_closed() -> None:
    """Open the null device in place of standard streams that the caller closed.

    Otherwise the next opened file would get the number of stderr, and a C library's warnings would be written into it.
    """
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            opened = os.open(os.devnull, os.O_RDWR)  # the lowest free number
            os.set_inheritable(opened, True)
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open("w", encoding="utf-8"))  # noqa: SIM115


def result(line: str) -> None:
    """Write one line of the result to stdout."""
    sys.stdout.write((printable(line) if result_is_watched() else line) + "\n")


def result_path(path: Path) -> None:
    """Write one path to stdout as it is, followed by a NUL byte: the one character that no name has."""
    sys.stdout.write(f"{path}\0")


def result_json(value: object) -> None:
    """Write one JSON object to stdout; ASCII only, so that file names that are not UTF-8 survive."""
    sys.stdout.write(json.dumps(value, indent=2, allow_nan=False) + "\n")


def skipped_json(problems: Iterable[Skipped]) -> list[dict[str, str]]:
    """Files with the reasons why they were left out, for a JSON object."""
    return [{"path": str(problem.path), "reason": str(problem.reason)} for problem in problems]


def say(sentence: str) -> None:
    """Write a sentence for the user to stderr: anything that is not part of the result."""
    sys.stdout.flush()
    sys.stderr.write(printable(sentence) + "\n")
    sys.stderr.flush()


def counted(count: int, noun: str) -> str:
    """A number with its English noun: "1 photo", "1,200 photos"."""
    return f"{count:,} {noun}{'' if count == 1 else 's'}"


def printable(line: str) -> str:
    """Escape characters that move the cursor, start a line or turn the writing direction, and undecodable bytes."""
    return "".join(_escaped(character) if _acts(character) else character for character in line)


def _acts(character: str) -> bool:
    kind = unicodedata.category(character)
    return (
        (kind == "Cc" and character != "\t")
        or kind in ("Cs", "Zl", "Zp")
        or unicodedata.bidirectional(character) in _DIRECTIONS
    )


def _escaped(character: str) -> str:
    if "\udc80" <= character <= "\udcff":  # a byte of a name that is not UTF-8
        return f"\\x{ord(character) - 0xDC00:02x}"
    return character.encode("unicode_escape").decode("ascii")


def result_is_watched() -> bool:
    """True if a person, not a program, reads the result."""
    return sys.stdout.isatty()


def agreed(question: str, without_asking: str) -> bool:
    """Ask a question on the terminal. Returns True for yes.

    without_asking : what --yes does, for the error if there is no terminal: "move the photos to the trash"
    """
    if not sys.stdin.isatty():
        raise CbirError(
            "There is no terminal to ask in. To {0} without a question, add --yes.", without_asking
        )
    sys.stderr.write(f"{question} [y/N] ")
    sys.stderr.flush()
    return sys.stdin.readline().strip().lower() in ("y", "yes")


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

    counts = TextColumn("{task.fields[listed]} listed, {task.fields[searchable]} searchable")
    columns = (MofNCompleteColumn(), counts, TimeRemainingColumn())
    with progress_bar("Looking for pictures", *columns, listed=0, searchable=0) as update:

        def show(progress: IndexProgress) -> None:
            description = "Looking for pictures" if progress.total is None else "Indexing"
            update(
                description="Stopping" if stopping() else description,
                completed=progress.done,
                total=progress.total,
                listed=progress.listed,
                searchable=progress.searchable,
            )

        yield show


@contextmanager
def background_progress(
    title: str, unit: str, stopping: Callable[[], bool]
) -> Iterator[Callable[[BackgroundProgress], None]]:
    """Give a function that draws the number of photos done, the rate per hour, and the remaining time.

    unit : of the results, such as "faces"
    """
    from rich.progress import MofNCompleteColumn, TextColumn, TimeRemainingColumn

    results, rate = TextColumn("{task.fields[results]} " + unit), TextColumn("{task.fields[rate]}")
    started = time.monotonic()
    with progress_bar(
        title, MofNCompleteColumn(), results, rate, TimeRemainingColumn(), results=0, rate=""
    ) as update:

        def show(progress: BackgroundProgress) -> None:
            hours = (time.monotonic() - started) / 3600
            update(
                description="Stopping" if stopping() else title,
                completed=progress.done,
                total=progress.total,
                results=progress.results,
                rate=f"{progress.done / hours:,.0f} an hour" if progress.done and hours else "",
            )

        yield show


@contextmanager
def bytes_progress(title: str) -> Iterator[Callable[[int, int], None]]:
    """Give a function that draws the written part of a file."""
    from rich.progress import DownloadColumn, TimeRemainingColumn

    with progress_bar(title, DownloadColumn(), TimeRemainingColumn()) as update:
        yield lambda done, total: update(completed=done, total=total)
