"""Figures -> tables on stdout and, with --write, a record in docs/benchmarks/; arguments, timing, sharing of cores."""

import argparse
import datetime
import multiprocessing
import os
import platform
import shlex
import statistics
import subprocess
import sys
import time
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from pathlib import Path

import cv2
import numpy as np

from tests.benchmarks.records import PAGE, Record, filled_in, markdown, path_of, save

DEFAULT_DATA = Path(__file__).resolve().parents[3] / "shared" / "data"


def parser(what, *, data=True, work="", limit=""):
    """The arguments that benchmarks take. work : kept between runs in --work. limit : counted by --limit"""
    # The figures of other benchmarks are those of what they name, whatever model comes with the program.
    os.environ["CBIR_BUILT_IN_MODEL"] = ""
    arguments = argparse.ArgumentParser(description=what)
    if data:
        arguments.add_argument(
            "--data", type=Path, default=DEFAULT_DATA, help="the folder with the ground truth (its README.md)"
        )
    if work:
        arguments.add_argument("--work", type=Path, help=f"keep {work} in this folder")
    if limit:
        arguments.add_argument("--limit", type=int, help=f"at most so many {limit}: a quick look")
    arguments.add_argument("--write", action="store_true", help="replace the record in docs/benchmarks/")
    return arguments


def publish(name, heading, tables, *, write, measures=()):
    """Print the tables and, where asked, replace the record `name` and fill in the page's tables from it.

    measures : paths in the repository whose change makes the figures old
    """
    print("\n\n".join(markdown(table) for table in tables), flush=True)
    if write:
        record = Record(
            heading=heading,
            date=datetime.datetime.now(datetime.UTC).date().isoformat(),
            machine=machine(),
            command=command(),
            commit=commit(),
            measures=measures,
            tables=tuple(tables),
        )
        save(record, path_of(name))
        try:
            PAGE.write_text(filled_in(PAGE.read_text(encoding="utf-8")), encoding="utf-8", newline="\n")
        except KeyError as error:
            progress(f"The record is written. {PAGE.name} quotes a figure that no record has now: {error}")


def commit():
    """Short hash of the checked-out commit; empty outside of a repository."""
    git = ["git", "rev-parse", "--short=8", "HEAD"]
    return subprocess.run(git, cwd=PAGE.parent, capture_output=True, text=True, check=False).stdout.strip()


def machine():
    return (
        f"{platform.system()} {platform.machine()}, {cores()} cores, Python {platform.python_version()}, "
        f"OpenCV {cv2.__version__}, NumPy {np.__version__}"
    )


def cores():
    """Cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def command():
    """The typed command, without other people's folders."""
    module = sys.modules["__main__"].__spec__
    shown = [_without_place(argument) for argument in sys.argv[1:]]
    if module is None:
        raise RuntimeError("A benchmark runs as a module: python -m tests.benchmarks.NAME.")
    name = module.name.removesuffix(".__main__")
    return f"python -m {name} {shlex.join(shown)}".rstrip()


def _without_place(argument):
    return Path(argument).name if Path(argument).is_absolute() else argument


def progress(text):
    """Say on stderr what is being done."""
    print(text, file=sys.stderr, flush=True)


def counted(what, items, every=50):
    """Pass items on, and say on stderr how far it is and how long one takes."""
    started = time.perf_counter()
    for number, item in enumerate(items):
        if number and number % every == 0:
            each_ms = (time.perf_counter() - started) * 1000 / number
            progress(f"  {what}: {number} of {len(items)}, {each_ms:.0f} ms each")
        yield item


def side_by_side(what, items, work):
    """Give each core a part of the items in a thread of its own; the results come in the order of the items.

    For asking a library many queries: it describes them in processes of its own, so that threads are enough.
    """
    jobs = max(1, min(cores(), len(items)))
    parts = [items[len(items) * job // jobs : len(items) * (job + 1) // jobs] for job in range(jobs)]
    with ThreadPoolExecutor(jobs) as pool:
        done = pool.map(lambda part: list(work(counted(what, part))), parts)
        return [result for results in done for result in results]


def on_one_core(work, *arguments):
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


def median_ms(work, repeats, *, warm_up=1):
    """Median wall time of one call in milliseconds, after warm_up calls that do not count."""
    return statistics.median(times_ms(work, repeats, warm_up=warm_up))


def times_ms(work, repeats, *, warm_up=1):
    """Wall times of single calls in milliseconds, after warm_up calls that do not count."""
    for _ in range(warm_up):
        work()
    times = []
    for _ in range(repeats):
        started = time.perf_counter()
        work()
        times.append((time.perf_counter() - started) * 1000)
    return times


def thinned(items, limit):
    """At most `limit` of them, evenly spaced, so that a quick look sees every group."""
    if limit is None or limit >= len(items):
        return items
    return [items[i * len(items) // limit] for i in range(limit)]


def verdict(passed):
    return "–" if passed is None else "yes" if passed else "**no**"
