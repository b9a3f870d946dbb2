"""Figures -> a markdown table on stdout and, with --write, in docs/benchmarks.md.

Every benchmark owns one marked section there and replaces it as a whole, with the date, the machine and the
command that made it, so that no old figure survives beside a new one.
"""

from __future__ import annotations

import argparse
import datetime
import multiprocessing
import os
import platform
import shlex
import statistics
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

import cv2
import numpy as np

T = TypeVar("T")
R = TypeVar("R")

DOCUMENT = Path(__file__).resolve().parents[2] / "docs" / "benchmarks.md"
DEFAULT_DATA = Path(__file__).resolve().parents[3] / "shared" / "data"


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """rows : as many texts each as there are columns. notes : sentences under the table."""

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    title: str = ""
    notes: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if any(len(row) != len(self.columns) for row in self.rows):
            raise ValueError(f"Every row needs {len(self.columns)} cells.")


def parser(what: str, *, data: bool = True) -> argparse.ArgumentParser:
    """The arguments that every benchmark takes."""
    # The figures of other benchmarks are those of what they name, whatever model comes with the program.
    os.environ["CBIR_BUILT_IN_MODEL"] = ""
    arguments = argparse.ArgumentParser(description=what)
    if data:
        arguments.add_argument(
            "--data", type=Path, default=DEFAULT_DATA, help="the folder with the ground truth (its README.md)"
        )
    arguments.add_argument(
        "--write", action="store_true", help=f"replace this benchmark's section of {DOCUMENT.name}"
    )
    return arguments


def markdown(table: Table) -> str:
    """A table in GitHub's markdown, its numbers as they are."""
    lines = [f"**{table.title}**", ""] if table.title else []
    lines.append("| " + " | ".join(table.columns) + " |")
    lines.append("|" + "---|" * len(table.columns))
    lines += ["| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |" for row in table.rows]
    for note in table.notes:
        lines += ["", note]
    return "\n".join(lines)


def publish(name: str, heading: str, tables: Sequence[Table], *, write: bool) -> None:
    """Print the tables and, where asked, replace the section `name` of the document."""
    body = "\n\n".join(markdown(table) for table in tables)
    print(body, flush=True)
    if write:
        text = DOCUMENT.read_text(encoding="utf-8") if DOCUMENT.exists() else "# Benchmarks\n"
        section = f"## {heading}\n\n{provenance()}\n\n{body}"
        DOCUMENT.write_text(with_section(text, name, section), encoding="utf-8", newline="\n")


def with_section(text: str, name: str, section: str) -> str:
    """The document with one marked section replaced, or added at its end."""
    first, last = f"<!-- begin {name} -->", f"<!-- end {name} -->"
    marked = f"{first}\n{section}\n{last}"
    if first not in text:
        return f"{text.rstrip()}\n\n{marked}\n"
    before, _, rest = text.partition(first)
    _, found, after = rest.partition(last)
    if not found:
        raise ValueError(f"The section {name} begins but never ends.")
    return before + marked + after


def provenance() -> str:
    """One line: when, on what, by which command."""
    today = datetime.datetime.now(datetime.UTC).date().isoformat()
    return f"{today}, {machine()}: `{command()}`"


def machine() -> str:
    return (
        f"{platform.system()} {platform.machine()}, {cores()} cores, Python {platform.python_version()}, "
        f"OpenCV {cv2.__version__}, NumPy {np.__version__}"
    )


def cores() -> int:
    """Cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def command() -> str:
    """What was typed, with other people's folders left out."""
    module = sys.modules["__main__"].__spec__
    shown = [_without_place(argument) for argument in sys.argv[1:]]
    if module is None:
        raise RuntimeError("A benchmark runs as a module: python -m tests.benchmarks.NAME.")
    name = module.name.removesuffix(".__main__")
    return f"python -m {name} {shlex.join(shown)}".rstrip()


def _without_place(argument: str) -> str:
    return Path(argument).name if Path(argument).is_absolute() else argument


def progress(text: str) -> None:
    """Say on stderr what is being done."""
    print(text, file=sys.stderr, flush=True)


def counted(what: str, items: Sequence[T], every: int = 50) -> Iterator[T]:
    """Pass items on, and say on stderr how far it is and how long one takes."""
    started = time.perf_counter()
    for number, item in enumerate(items):
        if number and number % every == 0:
            each_ms = (time.perf_counter() - started) * 1000 / number
            progress(f"  {what}: {number} of {len(items)}, {each_ms:.0f} ms each")
        yield item


def side_by_side(what: str, items: Sequence[T], work: Callable[[Iterable[T]], Iterable[R]]) -> list[R]:
    """Give each core a part of the items in a thread of its own; the results come in the order of the items.

    For asking a library many queries: it describes them in processes of its own, so that threads are enough.
    """
    jobs = max(1, min(cores(), len(items)))
    parts = [items[len(items) * job // jobs : len(items) * (job + 1) // jobs] for job in range(jobs)]
    with ThreadPoolExecutor(jobs) as pool:
        done = pool.map(lambda part: list(work(counted(what, part))), parts)
        return [result for results in done for result in results]


def on_one_core(work: Callable[..., R], *arguments: object) -> R:
    """Run `work` in a process that has one core from its start, so that none of its threads has another.

    work, arguments and result must pickle.
    """
    if not hasattr(os, "sched_setaffinity"):
        raise SystemExit("This comparison gives every way the same single core, which needs Linux.")
    usable = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(usable)})  # of this thread, from which the process inherits it
    try:
        with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as pool:
            return pool.submit(work, *arguments).result()
    finally:
        os.sched_setaffinity(0, usable)


def median_ms(work: Callable[[], object], repeats: int, *, warm_up: int = 1) -> float:
    """Median wall time of one call in milliseconds, after warm_up calls that do not count."""
    return statistics.median(times_ms(work, repeats, warm_up=warm_up))


def times_ms(work: Callable[[], object], repeats: int, *, warm_up: int = 1) -> list[float]:
    """Wall times of single calls in milliseconds, after warm_up calls that do not count."""
    for _ in range(warm_up):
        work()
    times = []
    for _ in range(repeats):
        started = time.perf_counter()
        work()
        times.append((time.perf_counter() - started) * 1000)
    return times


def thinned(items: Sequence[T], limit: int | None) -> Sequence[T]:
    """At most `limit` of them, evenly spaced, so that a quick look sees every group."""
    if limit is None or limit >= len(items):
        return items
    return [items[i * len(items) // limit] for i in range(limit)]


def verdict(passed: bool | None) -> str:
    return "–" if passed is None else "yes" if passed else "**no**"
