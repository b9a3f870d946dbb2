"""Files that moved, and many that did not: `python -m tests.benchmarks.moves`.

10,000 photos are renamed into another tree, as another root, and indexed there: none may be decoded again.
Then a catalog of 100,000 rows is opened, and indexed with nothing to do.
"""

from __future__ import annotations

import collections
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path
from typing import Any, TypeVar

import cv2
import numpy as np

from cbir.base.layout import Layout
from cbir.base.types import DocumentId
from cbir.catalog import Catalog, NewDocument
from cbir.library import Library
from cbir.local_features import FeatureOptions
from cbir.state import exclusive_write, shipped_codebook
from cbir.workers import WorkerPool, warm_up
from tests.benchmarks.report import Table, median_ms, parser, progress, publish, verdict
from tests.source_tree import python_path

R = TypeVar("R")
ROOT = Path(__file__).resolve().parents[2]


class CountingPool(WorkerPool):
    """Workers that count what they were asked to do, by the name of the task."""

    def __init__(self) -> None:
        super().__init__(initializer=warm_up, initargs=((shipped_codebook(),),))
        self.asked: collections.Counter[str] = collections.Counter()

    def submit(self, function: Callable[..., R], *args: Any, priority: int = 0) -> Future[R]:
        self.asked[function.__name__] += 1
        return super().submit(function, *args, priority=priority)


def main() -> None:
    parsed = parser(__doc__ or "", data=False)
    parsed.add_argument("--files", type=int, default=10_000, help="that are renamed")
    parsed.add_argument("--rows", type=int, default=100_000, help="of the large catalog")
    arguments = parsed.parse_args()
    with tempfile.TemporaryDirectory() as work, CountingPool() as pool:
        moved = _moved(Path(work), arguments.files, pool)
        large = _large(Path(work), arguments.rows)
    publish("moves", "Moved files", [moved, large], write=arguments.write)


def _moved(work: Path, count: int, pool: CountingPool) -> Table:
    before, after = work / "before", work / "after" / "tree"
    progress(f"writing {count} photos")
    _write(before, count)
    with Library.open(work / "library", create=True, pool=pool) as library:
        progress("indexing them")
        library.index([before])
        known = _documents(library)
        after.parent.mkdir()
        for number, path in enumerate(sorted(before.rglob("*.jpg"))):
            target = after / f"{number % 7}" / f"renamed {number}.jpg"
            target.parent.mkdir(parents=True, exist_ok=True)
            path.rename(target)
        pool.asked.clear()
        progress("finding them again")
        started = time.perf_counter()
        report = library.index([after])
        took_s = time.perf_counter() - started
        kept = len(known & _documents(library))
    decoded = pool.asked["ingest_photo"]
    rows = (
        ("decoded again", "0", str(decoded), verdict(decoded == 0)),
        ("photos, with their ids and index, kept", "100 %", f"{kept / count:.1%}", verdict(kept == count)),
        ("reported as moved", str(count), str(report.moved), verdict(report.moved == count)),
        ("files read for their fingerprint", "–", str(pool.asked["fingerprint_file"]), "–"),
        ("seconds", "–", f"{took_s:.1f}", "–"),
    )
    return Table(columns=("what", "asked", "measured", "holds"), rows=rows, title=f"{count} files renamed")


def _large(work: Path, count: int) -> Table:
    folder, files = work / "large", work / "many"
    progress(f"writing {count} rows")
    _write(files, 1)
    with Library.open(folder, create=True) as library:
        library.index([files])
    _add_rows(folder, files, count)
    opening_ms = median_ms(lambda: Library.open(folder).close(), 5)
    progress("index with nothing to do")
    command = [sys.executable, "-m", "cbir", "index", str(files), "--library", str(folder)]
    said = f"0 indexed, {count + 1} unchanged, 0 removed, 0 skipped\n"

    def again() -> None:
        done = subprocess.run(
            command,
            env={**os.environ, "PYTHONPATH": python_path()},
            capture_output=True,
            text=True,
            check=True,
        )
        if done.stdout != said:
            raise SystemExit(f"index said {done.stdout!r}, not {said!r}")

    again_ms = median_ms(again, 3)
    rows = (
        ("open a library", "300", f"{opening_ms:.0f}", verdict(opening_ms < 300)),
        (
            "`cbir index` with nothing to do, as a process",
            "3000",
            f"{again_ms:.0f}",
            verdict(again_ms < 3000),
        ),
    )
    return Table(columns=("what", "asked, ms", "median, ms", "holds"), rows=rows, title=f"{count} rows")


def _write(folder: Path, count: int) -> None:
    """Tiny photos of noise: quick to index, and no two alike."""
    noise = np.random.default_rng(0)
    for number in range(count):
        path = folder / f"{number // 1000}" / f"{number}.jpg"
        path.parent.mkdir(parents=True, exist_ok=True)
        pixels = noise.integers(0, 256, (6, 6, 3), np.uint8).repeat(8, 0).repeat(8, 1)
        path.write_bytes(cv2.imencode(".jpg", pixels)[1].tobytes())


def _add_rows(folder: Path, files: Path, count: int) -> None:
    """Files of one byte, and rows that say that they were indexed: an unchanged file is not opened."""
    new = []
    with exclusive_write(Layout(folder)) as catalog:
        (root,) = catalog.roots.all()
        (store,), (postings,) = (catalog.segments.all(kind) for kind in ("features", "postings"))
        first = catalog.documents.next_id()
        for number in range(count):
            path = files / f"folder {number // 500}" / f"IMG_{number:06}.jpg"
            path.parent.mkdir(exist_ok=True)
            path.write_bytes(b"x")
            new.append(
                NewDocument(
                    root=root.id,
                    path=path.relative_to(files).as_posix(),
                    size=1,
                    mtime_ns=path.stat().st_mtime_ns,
                    fingerprint=f"{number:032x}",
                    format="JPEG",
                    width=4000,
                    height=3000,
                    document=DocumentId(first + number),
                    store_row=0,
                    extractor=_extractor(catalog),
                )
            )
        with catalog.transaction():
            catalog.documents.add(new, store=store.name, postings=postings.name)


def _extractor(catalog: Catalog) -> int:
    (root,) = catalog.roots.all()
    known = catalog.files.states(root, codebook="", options=FeatureOptions().fingerprint)
    return next(iter(known.values())).extractor


def _documents(library: Library) -> set[tuple[int, int]]:
    with Catalog.open(library.folder / "catalog.sqlite", writable=False) as catalog:
        found = catalog.photos.of_documents(range(1, catalog.documents.next_id()))
    return {(one.photo, one.document) for one in found.values()}


if __name__ == "__main__":
    main()
