"""A library of 100,000 photos: `python -m tests.benchmarks.large --work DIR`.

The real library of 660 photos, grown: drawn photos get rows in the catalog, postings as the scoring benchmark
draws them, and for the comparison one to one the stored features of a distractor. A process of its own opens
it and asks real queries, features included; its memory is looked at while it answers, with its workers'. Then it
asks each again, once as it is and once after a star was given to a photo. Photos of other things are asked last, of a
library of 2,000 too: each once with the first look alone, and once with all looks at what is stored, in vain.
"""

from __future__ import annotations

import multiprocessing
import shutil
import threading
import time
from collections import defaultdict
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import psutil  # type: ignore[import-untyped]

from cbir.base.layout import Layout, new_segment_name
from cbir.base.types import DocumentId, Ingredient, SearchOptions, Term
from cbir.catalog import Catalog, Found, NewDocument, SegmentRow
from cbir.library import Library
from cbir.visual_words import SegmentBuilder
from tests.benchmarks.libraries import Libraries, open_codebook, open_segments, work_folder
from tests.benchmarks.report import Table, parser, progress, publish, thinned, verdict
from tests.benchmarks.scoring import PHOTOS, draw_photos
from tests.evaluation.ground_truth import load_queries

QUERIES = 40
WARM_UP = 4
STEPS = ("decode", "features", "words", "score", "verify", "total")
ASKED_MS = 500.0
ASKED_MB = 400.0
ASKED_FURTHER_MS = 800.0  # of further looks at what is stored, in vain
STRANGERS = 24
FEW_PHOTOS = 2_000
ASKED_FURTHER_MS_FEW = 400.0
NO_MORE = 1.05  # the same query differs by more from one round to the next
MEGABYTE = 1e6
FURTHER: frozenset[Ingredient] = frozenset({"patience", "nearest", "mirror", "guided"})


def main() -> None:
    parsed = parser(__doc__ or "")
    parsed.add_argument("--work", type=Path, help="keep the libraries in this folder")
    parsed.add_argument("--photos", type=int, default=PHOTOS, help=f"{PHOTOS} unless told")
    arguments = parsed.parse_args()
    data = arguments.data.resolve()
    queries = load_queries(data / "covers")
    asked = [str(query.path) for query in thinned(queries, QUERIES + WARM_UP)]
    unknown = sorted(map(str, (data / "captioned" / "one").rglob("*.jpg")))
    unknown = unknown[:: len(unknown) // (STRANGERS + WARM_UP)][: STRANGERS + WARM_UP]
    with work_folder(arguments.work) as work:
        real = Libraries(work, data).main()
        few, many = grown(real, FEW_PHOTOS), grown(real, arguments.photos)
        times, photos, asked_mb = in_process(ask, many, asked)
        plain, starred, _ = in_process(ask_after_stars, many, asked)
        vain_ms, added_ms, processor_ms, vain_mb = in_process(ask_in_vain, many, unknown)
        few_ms, few_added_ms, _, _ = in_process(ask_in_vain, few, unknown)
        kilobytes = disk_kb(real, "features") + disk_kb(many, "postings", "catalog.sqlite")
    medians = {step: float(np.median([each[step] for each in times])) for step in STEPS}
    parts = ", ".join(f"{step} {medians[step]:.0f}" for step in STEPS[:-1])
    most = plain * NO_MORE
    first = f"a search in vain at {photos:,} photos, first look alone, median"
    further = "what the further looks at what is stored add to it, median"
    table = Table(
        columns=("what", "asked", "measured", "holds"),
        rows=(
            _row(f"a query in a running process at {photos:,} photos, median", ASKED_MS, medians["total"]),
            _row(f"the same query after a star, median, beside {plain:.0f} ms without one", most, starred),
            _row(first, ASKED_MS, vain_ms),
            _row(further, ASKED_FURTHER_MS, added_ms),
            _row(
                f"the same at {FEW_PHOTOS:,} photos, beside {few_ms:.0f} ms",
                ASKED_FURTHER_MS_FEW,
                few_added_ms,
            ),
            _row("resident memory beyond mapped files, highest, all processes", ASKED_MB, asked_mb, "MB"),
            _row("the same in a search in vain", ASKED_MB, vain_mb, "MB"),
            ("disk per photo, thumbnails and codebook apart", "–", f"{kilobytes:.1f} KB", "–"),
        ),
        notes=(
            f"{len(times)} phone photos of covers, ms: {parts}. In vain: {STRANGERS} photos of other things, "
            f"described before; the further looks take {processor_ms:.0f} ms of processors. Memory is the sum of the "
            "anonymous resident memory of the engine's process and its workers, looked at every 10 ms while it "
            "answers. Drawn photos share the features of real ones, so that what disk these take is that of the "
            "real photos.",
        ),
    )
    publish("large", f"A library of {arguments.photos:,} photos", [table], write=arguments.write)


def _row(what: str, asked: float, measured: float, unit: str = "ms") -> tuple[str, str, str, str]:
    return what, f"{asked:.0f} {unit}", f"{measured:.0f} {unit}", verdict(measured <= asked)


def grow(small: Path, large: Path, photos: int, *, own_contents: bool = False) -> None:
    """Copy a library and add drawn photos to the copy until it has so many.

    own_contents : each drawn photo has a content of its own, not that of the photo whose features it has
    """
    shutil.copytree(small, large)
    layout = Layout(large)
    codebook = open_codebook(large)
    with Catalog.open(layout.catalog, writable=True) as catalog:
        every = _all_found(catalog)
        lenders = [found for found in every if "distractors" in found.path.parts] or every
        drawn = draw_photos(open_segments(large), photos - catalog.photos.count())
        (options,) = {segment.options for segment in catalog.segments.all("postings")}
        first = catalog.documents.next_id()
        builder = SegmentBuilder(words=len(codebook), codebook=codebook.fingerprint)
        ends = np.cumsum(drawn.lengths)
        for number, (start, end) in enumerate(zip(ends - drawn.lengths, ends, strict=True)):
            builder.add(DocumentId(first + number), drawn.words[start:end], drawn.signatures[start:end])
        name = new_segment_name()
        builder.write(layout.postings(name))
        _add_rows(catalog, lenders, first, len(drawn.lengths), large, name, own_contents=own_contents)
        with catalog.transaction():
            catalog.segments.add(
                SegmentRow(
                    name=name,
                    kind="postings",
                    codebook=codebook.fingerprint,
                    options=options,
                    documents=len(drawn.lengths),
                )
            )
    progress(f"{photos:,} photos written")


def grown(small: Path, photos: int) -> Path:
    """A library that was grown to so many photos, beside the small one, as an earlier run left it or anew."""
    folder, mark = small.parent / f"grown {photos}", small.parent / f"grown {photos}.finished"
    if not mark.exists():
        shutil.rmtree(folder, ignore_errors=True)
        grow(small, folder, photos)
        mark.touch()
    return folder


def in_process(
    ask: Callable[[str, Sequence[str]], tuple[Any, ...]], folder: Path, paths: Sequence[str]
) -> tuple[Any, ...]:
    """What asking says, in a process of its own, and the highest memory in MB meanwhile.

    Spawned, so that nothing of this process is counted, or warm.
    """
    with ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn")) as pool:
        return pool.submit(_watched, ask, str(folder), paths).result()


def _watched(
    ask: Callable[[str, Sequence[str]], tuple[Any, ...]], folder: str, paths: Sequence[str]
) -> tuple[Any, ...]:
    stopping = threading.Event()
    highest = [0.0]

    def look() -> None:
        while not stopping.wait(0.01):
            highest[0] = max(highest[0], anonymous_mb())

    watcher = threading.Thread(target=look, daemon=True)
    watcher.start()
    said = ask(folder, paths)
    stopping.set()
    watcher.join()
    return *said, highest[0]


def ask(folder: str, paths: Sequence[str]) -> tuple[list[dict[str, float]], int]:
    """Times of the steps of every query after the first few, and how many photos were searched."""
    times = []
    searched = 0
    with Library.open(Path(folder)) as library:
        for number, path in enumerate(paths):
            started = time.perf_counter()
            result = library.search([Term(path=Path(path))], SearchOptions())
            if number >= WARM_UP:
                took = {step: float(getattr(result.took_ms, step)) for step in STEPS}
                took["total"] = (time.perf_counter() - started) * 1000
                times.append(took)
            searched = result.searched
    return times, searched


def ask_in_vain(folder: str, paths: Sequence[str]) -> tuple[float, float, float]:
    """Median ms of a search by the first look alone, and what all looks at what is stored add, in ms and of processors.

    Photos that verify something are left out.
    """
    plain = SearchOptions(engine="match", look_harder=False, without=FURTHER)
    first, added, processor = [], [], []
    with Library.open(Path(folder)) as library:

        def timed(path: str, options: SearchOptions) -> tuple[float, float, bool]:
            started, before = time.perf_counter(), time.process_time()
            result = library.search([Term(path=Path(path))], options)
            took = (time.perf_counter() - started) * 1000, (time.process_time() - before) * 1000
            return *took, any(hit.verified for hit in result.hits)

        for number, path in enumerate(paths):
            library.search([Term(path=Path(path))], plain)  # so that the query is described
            by_turns = [plain, replace(plain, without=frozenset())]
            measured = {one.without: timed(path, one) for one in by_turns[:: 1 if number % 2 else -1]}
            less, all_looks = measured[FURTHER], measured[frozenset()]
            if number >= WARM_UP and not all_looks[2]:
                first.append(less[0])
                added.append(all_looks[0] - less[0])
                processor.append(all_looks[1] - less[1])
    return float(np.median(first)), float(np.median(added)), float(np.median(processor))


def ask_after_stars(folder: str, paths: Sequence[str]) -> tuple[float, float]:
    """Median ms of queries with nothing between them, and of the same queries each after a star."""
    plain: list[float] = []
    starred: list[float] = []
    with Library.open(Path(folder)) as library:
        hits = library.search([Term(path=Path(paths[0]))], SearchOptions()).hits
        for number, path in enumerate(paths):
            library.search([Term(path=Path(path))], SearchOptions())
            for times in (plain, starred) if number % 2 else (starred, plain):
                if times is starred:
                    library.marks.set_rating([hits[0].photo], 1 + number % 5)
                started = time.perf_counter()
                library.search([Term(path=Path(path))], SearchOptions())
                times.append((time.perf_counter() - started) * 1000)
    return float(np.median(plain[WARM_UP:])), float(np.median(starred[WARM_UP:]))


def anonymous_mb() -> float:
    """Anonymous resident memory of this process and all below it, in megabytes."""
    total = 0
    for process in (psutil.Process(), *psutil.Process().children(recursive=True)):
        try:
            status = Path(f"/proc/{process.pid}/status")
            if status.exists():
                lines = status.read_text().splitlines()
                total += sum(int(line.split()[1]) * 1024 for line in lines if line.startswith("RssAnon"))
            else:  # no /proc: what would be freed if it ended, which has some mapped pages in it
                total += process.memory_full_info().uss
        except (psutil.NoSuchProcess, FileNotFoundError):
            continue
    return total / MEGABYTE


def disk_kb(library: Path, *names: str) -> float:
    """Kilobytes per photo of some files and folders of a library."""
    files = [one for name in names for one in (library / name, *(library / name).rglob("*")) if one.is_file()]
    with Catalog.open(Layout(library).catalog, writable=False) as catalog:
        return sum(one.stat().st_size for one in files) / 1024 / catalog.photos.count()


def _all_found(catalog: Catalog) -> list[Found]:
    return list(catalog.photos.of_documents(range(1, catalog.documents.next_id())).values())


def _add_rows(
    catalog: Catalog,
    lenders: Sequence[Found],
    first: int,
    count: int,
    library: Path,
    postings: str,
    *,
    own_contents: bool,
) -> None:
    """A row in the catalog for each drawn photo, with the stored features of a lender."""
    drawn = np.random.default_rng(1).integers(0, len(lenders), count)
    by_store: dict[str, list[NewDocument]] = defaultdict(list)
    with catalog.transaction():
        root = catalog.roots.add(library / "drawn")
        for number, choice in enumerate(drawn.tolist()):
            lender = lenders[choice]
            by_store[lender.store].append(
                NewDocument(
                    root=root.id,
                    path=f"{number // 1000:03}/{number:06}.jpg",
                    size=1,
                    mtime_ns=0,
                    fingerprint=f"{first + number:064x}" if own_contents else lender.fingerprint,
                    format="JPEG",
                    width=lender.width,
                    height=lender.height,
                    document=DocumentId(first + number),
                    store_row=lender.store_row,
                )
            )
        for store, documents in by_store.items():
            catalog.documents.add(documents, store=store, postings=postings)


if __name__ == "__main__":
    main()
