"""The workers of a Dask cluster beside those of one computer: `python -m tests.benchmarks.far --data DIR`.

The 660 photos are indexed by `cbir index` alone and by `cbir index --workers`, both with two workers, in turns. Then
once more while one worker and then the scheduler is killed, and the command is run again: each library is compared with
the one that one computer made. Where Linux lets us, scheduler and workers are in three network namespaces.
"""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import signal
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import psutil  # type: ignore[import-untyped]

from cbir.base.errors import CbirError
from cbir.base.types import IndexProgress
from cbir.library import Library, LibraryOptions
from tests.benchmarks.libraries import work_folder
from tests.benchmarks.report import Table, cores, parser, progress, publish, verdict
from tests.cbir.cluster.dask_cluster import DaskCluster, kill, what_it_holds
from tests.source_tree import python_path

ASKED = 0.85
WORKERS = ("a", "b")
_NETWORK = "10.213.71"


@dataclass(frozen=True, slots=True, kw_only=True)
class Took:
    """Of one run, everything included. processor_s : of all processes that took part"""

    wall_s: float
    processor_s: float


def main() -> None:
    parsed = parser(__doc__ or "")
    parsed.add_argument("--work", type=Path, help="make the libraries in this folder")
    parsed.add_argument("--repeats", type=int, default=3)
    arguments = parsed.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # hosts and processes end as on Ctrl-C
    data = arguments.data.resolve()
    folders = [data / "distractors", data / "covers" / "Reference"]
    with work_folder(arguments.work) as work, hosts() as (host, inside):
        (work / "logs").mkdir(exist_ok=True)
        with DaskCluster(work / "logs", host=host) as cluster:
            started = [cluster.scheduler(*inside("scheduler"))]
            started += [cluster.worker(*inside(name), nanny=True) for name in WORKERS]
            alone, far = in_turns(work, folders, cluster, arguments.repeats, [one.pid for one in started])
            whole = what_it_holds(work / "alone", folders)
            equal = what_it_holds(work / "far", folders) == whole
        with DaskCluster(work / "logs", host=host) as cluster:
            killed = with_deaths(work / "killed", folders, cluster, inside)
            again = what_it_holds(work / "killed", folders) == whole
    tables = [speed(alone, far, len(whole), equal=equal), deaths(killed, again=again)]
    where = (
        "in three network namespaces" if inside("a") else "on the loopback device: no network namespaces here"
    )
    publish("far", f"Workers of Dask, {where}", tables, write=arguments.write)


def in_turns(
    work: Path, folders: Sequence[Path], cluster: DaskCluster, repeats: int, started: Sequence[int]
) -> tuple[list[Took], list[Took]]:
    alone, far = [], []
    for turn in range(repeats):
        alone.append(index(work / "alone", folders, []))
        far.append(index(work / "far", folders, ["--workers", cluster.address], started))
        progress(f"turn {turn + 1}: alone {alone[-1].wall_s:.1f} s, far {far[-1].wall_s:.1f} s")
    return alone, far


def index(library: Path, folders: Sequence[Path], extra: Sequence[str], others: Sequence[int] = ()) -> Took:
    """A new library by the command, in a process of its own. others : processes that take part, with their children"""
    shutil.rmtree(library, ignore_errors=True)
    began, own, theirs = time.perf_counter(), os.times(), processor_s(others)
    told = subprocess.run(
        [sys.executable, "-m", "cbir", "index", *folders, "--library", library, "--json", *extra],
        env={**os.environ, "PYTHONPATH": python_path()},
        stdout=subprocess.PIPE,
        check=True,
    )
    wall_s, now = time.perf_counter() - began, os.times()
    if json.loads(told.stdout)["skipped"]:
        raise SystemExit("Photos were skipped.")
    own_s = now.children_user + now.children_system - own.children_user - own.children_system
    return Took(wall_s=wall_s, processor_s=own_s + processor_s(others) - theirs)


def processor_s(processes: Sequence[int]) -> float:
    """Of some processes and their children up to now."""
    total = 0.0
    for top in map(psutil.Process, processes):
        for one in (top, *top.children(recursive=True)):
            with contextlib.suppress(psutil.NoSuchProcess):
                times = one.cpu_times()
                total += times.user + times.system
    return total


def with_deaths(
    library: Path, folders: Sequence[Path], cluster: DaskCluster, inside: Callable[[str], list[str]]
) -> tuple[str, ...]:
    """Index while a worker and the scheduler are killed, then once more. Returns how many were kept, what was said, how
    many followed, and how often photos were skipped.
    """
    shutil.rmtree(library, ignore_errors=True)
    scheduler = cluster.scheduler(*inside("scheduler"))
    workers = [cluster.worker(*inside(name), nanny=True) for name in WORKERS]
    victims = [(200, workers[0]), (400, scheduler)]

    def kill_in_turn(state: IndexProgress) -> None:
        if victims and state.total is not None and state.done >= victims[0][0]:
            kill(victims.pop(0)[1])

    said = "nothing"
    with Library.open(library, create=True, writable=True, options=LibraryOptions(workers=2)) as opened:
        try:
            opened.index(folders, workers=cluster.address, progress=kill_in_turn)
        except CbirError as error:
            said = str(error)
        kept = opened.photo_count()
    cluster.scheduler(*inside("scheduler"))
    cluster.worker(*inside(WORKERS[0]), nanny=True)
    with Library.open(library, writable=True, options=LibraryOptions(workers=2)) as opened:
        report = opened.index(folders, workers=cluster.address)
    return str(kept), said, str(report.indexed), str(report.unchanged), str(len(report.skipped))


@contextlib.contextmanager
def hosts() -> Iterator[tuple[str, Callable[[str], list[str]]]]:
    """The scheduler's address, and what starts a program on a host; one computer where it has no namespaces."""
    names = ("scheduler", *WORKERS)
    try:
        _lay_out(names)
    except (OSError, subprocess.CalledProcessError):
        _remove(names)
        yield "127.0.0.1", lambda _name: []
        return
    try:
        yield f"{_NETWORK}.1", lambda name: ["ip", "netns", "exec", f"cbir-{name}"]
    finally:
        _remove(names)


def _lay_out(names: Sequence[str]) -> None:
    """A bridge, and a namespace with an address on it for each name."""
    _ip("link add cbir-bridge type bridge")
    _ip(f"addr add {_NETWORK}.254/24 dev cbir-bridge")
    _ip("link set cbir-bridge up")
    for number, name in enumerate(names, 1):
        _ip(f"netns add cbir-{name}")
        _ip(f"link add cbir{number} type veth peer name eth0 netns cbir-{name}")
        _ip(f"link set cbir{number} master cbir-bridge up")
        _ip(f"-n cbir-{name} addr add {_NETWORK}.{number}/24 dev eth0")
        for device in ("lo", "eth0"):
            _ip(f"-n cbir-{name} link set {device} up")


def _remove(names: Sequence[str]) -> None:
    for what in (*(f"netns del cbir-{name}" for name in names), "link del cbir-bridge"):
        with contextlib.suppress(OSError, subprocess.CalledProcessError):
            _ip(what)


def _ip(what: str) -> None:
    subprocess.run(["ip", *what.split()], check=True, capture_output=True)


def speed(alone: Sequence[Took], far: Sequence[Took], photos: int, *, equal: bool) -> Table:
    wall = [statistics.median(one.wall_s for one in of) for of in (alone, far)]
    work = [statistics.median(one.processor_s for one in of) for of in (alone, far)]
    shares = [
        statistics.median(near / there for near, there in zip(of_alone, of_far, strict=True))
        for of_alone, of_far in (
            ([one.wall_s for one in alone], [one.wall_s for one in far]),
            ([one.processor_s for one in alone], [one.processor_s for one in far]),
        )
    ]
    return Table(
        columns=("two workers", "s", "photos/s", "processor s", "processor ms a photo"),
        rows=(
            *(
                (name, f"{s:.1f}", f"{photos / s:.1f}", f"{cpu:.1f}", f"{cpu / photos * 1000:.0f}")
                for name, s, cpu in zip(("of one computer", "of Dask"), wall, work, strict=True)
            ),
            *(
                (f"efficiency by {by}: {share:.3f}, asked {ASKED:.2f}", verdict(share >= ASKED), "", "", "")
                for by, share in zip(("the clock", "processor time"), shares, strict=True)
            ),
            ("catalog, features, signatures, thumbnails equal", verdict(equal), "", "", ""),
        ),
        notes=(
            f"{photos} photos on {cores()} cores, which scheduler, both workers and the command share; whole commands, "
            f"medians of {len(alone)} turns. Processor time is that of all of these. Load while it ran: "
            f"{os.getloadavg()[2]:.1f} processes on average, these included; on cores that others use, too, only "
            "processor time says what the work costs.",
        ),
    )


def deaths(killed: tuple[str, ...], *, again: bool) -> Table:
    kept, said, indexed, unchanged, skipped = killed
    return Table(
        title="One worker killed after 200 photos, the scheduler after 400; then the same run again",
        columns=("what", ""),
        rows=(
            ("photos in the library after the deaths", kept),
            ("photos that the next run found finished", unchanged),
            ("photos that it indexed", indexed),
            ("photos skipped", skipped),
            ("catalog, features, signatures, thumbnails equal to those of one computer", verdict(again)),
        ),
        notes=(f"What the run said: “{said}”",),
    )


if __name__ == "__main__":
    main()
