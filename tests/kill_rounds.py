"""A library, killed at a random moment of a write -> is it whole, is every photo in it once, does it go on.

prepare() makes a library and pictures for a kind of write; kill_round() copies the library, starts the write
in a process group of its own, kills the group after a while, and looks at what is left.
"""

from __future__ import annotations

import json
import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Self
from unittest import mock

import numpy as np
import psutil  # type: ignore[import-untyped]

from cbir.catalog.schema import MIGRATIONS
from cbir.codebooks import shipped_codebook
from cbir.library import Library
from cbir.types import SearchOptions, Term
from cbir.worker_tasks import warm_up
from cbir.workers import WorkerPool
from tests.kill_nursery import OPTIONS
from tests.pictures import POSTERS, photo, poster, write_jpeg

ACTIONS = ("create", "index", "update", "merge", "delete", "forget", "compact", "migrate")
PHOTOS = 12
_GROUP_ENDS_S = 10.0
_ROOT = Path(__file__).resolve().parent.parent
Hits = list[tuple[str, float, bool]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Scenario:
    """One kind of write.

    library : before it. photos, expected : number of photos, hits of each query after it was not interrupted
    took_s : how long it took then
    """

    action: str
    library: Path
    pictures: Path
    queries: tuple[Path, ...]
    photos: int
    expected: tuple[Hits, ...]
    took_s: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Round:
    """What one kill left. struck : the write had not ended. problems : sentences; none when all is well."""

    struck: bool
    kept: int
    score_difference: float
    problems: tuple[str, ...]


class Nursery:
    """The process that children are forked from."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.kill_nursery"],
            cwd=_ROOT,
            env={**os.environ, "PYTHONPATH": str(_ROOT)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self._hear("warm")

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._process.kill()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                pipe.close()

    def run(
        self, action: str, library: Path, pictures: Path, *, kill_after_s: float | None
    ) -> tuple[bool, float]:
        """Let a child write; kill it, with all of its group, after a while.

        Returns whether it ended before that, and how long it was there.
        """
        assert self._process.stdin is not None
        asked = {"action": action, "library": str(library), "pictures": str(pictures)}
        self._process.stdin.write(json.dumps(asked) + "\n")
        self._process.stdin.flush()
        child = self._hear("ready")
        started = time.perf_counter()
        if kill_after_s is not None:
            time.sleep(kill_after_s)
            with suppress(ProcessLookupError):  # it has ended already
                os.killpg(child, signal.SIGKILL)
        words: list[str] = []
        while not words or words[-1] != "ended":
            words.append(self._line()[0])
        if kill_after_s is not None:
            _wait_for_group(child)
        return "done" in words, time.perf_counter() - started

    def _hear(self, word: str) -> int:
        heard, process = self._line()
        if heard != word:
            raise RuntimeError(f"the nursery said {heard}, not {word}")
        return int(process)

    def _line(self) -> tuple[str, str]:
        assert self._process.stdout is not None
        word, _, process = self._process.stdout.readline().strip().partition(" ")
        if not word:
            raise RuntimeError("the nursery died")
        return word, process


def _wait_for_group(group: int) -> None:
    """Wait until nobody of a killed process group runs any more.

    Its leader has ended, but a worker that was being started may take a moment longer to die, and holds what it was
    forked with until then: the lock, too.
    """
    deadline = time.monotonic() + _GROUP_ENDS_S
    while time.monotonic() < deadline and any(_runs_in(group, process) for process in psutil.process_iter()):
        time.sleep(0.005)


def _runs_in(group: int, process: psutil.Process) -> bool:
    try:
        return os.getpgid(process.pid) == group and process.status() != psutil.STATUS_ZOMBIE
    except (ProcessLookupError, psutil.NoSuchProcess):
        return False


@contextmanager
def shared_pool() -> Iterator[WorkerPool]:
    with WorkerPool(1, initializer=warm_up, initargs=((shipped_codebook(),),)) as pool:
        yield pool


def prepare(action: str, folder: Path, nursery: Nursery, pool: WorkerPool) -> Scenario:
    """A library as it is before a write, and what it says after one that nobody interrupted."""
    pictures, library = folder / "pictures", folder / "before"
    folder.mkdir(parents=True)
    _write_pictures(pictures)
    if action != "create":
        Library.open(library, create=True, options=OPTIONS, pool=pool).close()
    if action not in {"create", "index"}:
        unmerged = (
            mock.patch("cbir.library.merge_postings") if action in {"merge", "compact"} else mock.MagicMock()
        )
        with unmerged, Library.open(library, options=OPTIONS, pool=pool) as opened:
            opened.index([pictures])
            if action == "compact":
                _change(pictures)
                opened.index([pictures])
    if action in {"update", "delete"}:
        _change(pictures, only_deletions=action == "delete")
    if action == "migrate":
        make_old(library / "catalog.sqlite")
    several = np.hstack([poster(name)[:600:3, :600:3] for name in POSTERS[:3]])
    queries = (write_jpeg(folder / "several.jpg", several), pictures / "9.jpg")
    done = folder / "done"
    _copy(library, done)
    _, took_s = nursery.run(action, done, pictures, kill_after_s=None)
    with Library.open(done, options=OPTIONS, pool=pool) as opened:
        expected = tuple(_hits(opened, query) for query in queries)
        photos = opened.info().photos
    return Scenario(
        action=action,
        library=library,
        pictures=pictures,
        queries=queries,
        photos=photos,
        expected=expected,
        took_s=took_s,
    )


def kill_round(
    scenario: Scenario, folder: Path, nursery: Nursery, pool: WorkerPool, chance: random.Random
) -> Round:
    """Kill one write at a moment of its time, and see what is left."""
    _copy(scenario.library, folder)
    moment = chance.uniform(0, scenario.took_s)
    ended, _ = nursery.run(scenario.action, folder, scenario.pictures, kill_after_s=moment)
    problems: list[str] = []
    kept, difference = 0, 0.0
    create = scenario.action == "create"  # it may be that nothing is there yet
    with Library.open(folder, create=create, options=OPTIONS, pool=pool) as library:
        problems += [f"after the kill: {problem.what}" for problem in library.check(deep=True)]
        kept = library.info().photos
        if scenario.action == "forget":
            if library.info().photos > scenario.photos:
                library.forget(scenario.pictures / "some")
        else:
            if scenario.action == "compact":
                library.compact()
            report = library.index([scenario.pictures])
            problems += [f"{skipped.path.name} was skipped: {skipped.reason}" for skipped in report.skipped]
        if library.info().photos != scenario.photos:
            problems.append(f"{library.info().photos} photos after the second run, not {scenario.photos}")
        problems += [f"after the second run: {problem.what}" for problem in library.check(deep=True)]
        for query, expected in zip(scenario.queries, scenario.expected, strict=True):
            found = _hits(library, query)
            if [(name, proof) for name, _, proof in found] != [(name, proof) for name, _, proof in expected]:
                problems.append(f"other hits for {query.name}: {found} instead of {expected}")
                continue
            scores = [abs(a[1] - b[1]) for a, b in zip(found, expected, strict=True)]
            difference = max([difference, *scores])
        if difference > 1e-6:
            problems.append(f"scores differ by {difference:g}")
    shutil.rmtree(folder)
    return Round(struck=not ended, kept=kept, score_difference=difference, problems=tuple(problems))


def make_old(catalog: Path) -> None:
    """Turn a catalog into one that the first version of the program wrote."""
    old = catalog.with_suffix(".old")
    old.unlink(missing_ok=True)
    connection = sqlite3.connect(old, isolation_level=None)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.executescript(MIGRATIONS[0])
    connection.execute("ATTACH ? AS new", (str(catalog),))
    names = "SELECT name FROM main.sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
    for (name,) in connection.execute(names).fetchall():
        columns = ", ".join(row[1] for row in connection.execute(f"PRAGMA main.table_info({name})"))
        connection.execute(f"INSERT INTO main.{name} ({columns}) SELECT {columns} FROM new.{name}")
    connection.execute("DELETE FROM main.sqlite_sequence")
    connection.execute(
        "INSERT INTO main.sqlite_sequence SELECT * FROM new.sqlite_sequence "
        "WHERE name IN ('root', 'photo', 'document')"
    )
    connection.execute("PRAGMA user_version = 1")
    connection.execute("DETACH new")
    connection.close()
    for path in catalog.parent.glob(f"{catalog.stem}.*"):
        if path != old:
            path.unlink()
    old.replace(catalog)


def _write_pictures(folder: Path) -> None:
    """Small pictures with detail: a poster or a photo each, cut and turned so that none is like another."""
    sources = [poster(name) for name in POSTERS[:3]] + [photo(name) for name in ("coffee", "rocket", "china")]
    for number in range(PHOTOS):
        pixels = np.rot90(sources[number % 6], number // 6)[number::3, ::3]
        parent = folder / "some" if number < 4 else folder
        write_jpeg(parent / f"{number}.jpg", np.ascontiguousarray(pixels[:220, :220]))


def _change(folder: Path, *, only_deletions: bool = False) -> None:
    """Delete three, and unless told otherwise change two, add one, move one."""
    for name in ("some/1.jpg", "4.jpg", "5.jpg"):
        (folder / name).unlink()
    if only_deletions:
        return
    for number, name in enumerate(("some/2.jpg", "6.jpg", "new.jpg")):
        pixels = photo("astronaut")[100 * number :: 2, 60 * number :: 2]
        write_jpeg(folder / name, np.ascontiguousarray(pixels[:220, :220]))
    (folder / "7.jpg").rename(folder / "some" / "moved.jpg")


def _hits(library: Library, query: Path) -> Hits:
    found = library.search([Term(path=query)], SearchOptions(top=PHOTOS))
    return [(str(hit.path), hit.score, hit.verified) for hit in found.hits]


def _copy(library: Path, folder: Path) -> None:
    if library.exists():
        shutil.copytree(library, folder)
