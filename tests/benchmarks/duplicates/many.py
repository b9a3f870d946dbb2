"""Duplicates among 100,000 photos: `python -m tests.benchmarks.duplicates.many --small LIBRARY --card FOLDER`.

A library of photos is grown by drawn ones, as tests.benchmarks.large does it, each with a hash some way from that of a
real one. A process of its own finds the candidates of all, then those of one folder, the card. The drawn photos have
no files, so that what follows, the comparing of pictures, is not measured here: it depends on how many copies there
are.
"""

from __future__ import annotations

import multiprocessing
import shutil
import threading
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from cbir.base.layout import Layout
from cbir.base.types import DuplicateSearch
from cbir.catalog import Catalog
from cbir.duplicates import DuplicateTables
from cbir.library import Library
from tests.benchmarks.large import anonymous_mb, grow
from tests.benchmarks.libraries import work_folder
from tests.benchmarks.report import DOCUMENT, Table, parser, progress, publish, verdict

SIZES = (10_000, 30_000, 100_000)
ASKED_S, ASKED_MB, ASKED_CARD_S = 60.0, 1000.0, 10.0
FLIPPED = 0.35  # of a hash's bits


@dataclass(frozen=True, slots=True, kw_only=True)
class Cost:
    """Of one size, in CPU seconds. card : photos on the card"""

    photos: int
    candidates_s: float
    pairs: int
    highest_mb: float
    card_candidates_s: float
    card_pairs: int
    card: int


def main() -> None:
    arguments = parser(__doc__ or "", data=False)
    arguments.add_argument("--small", type=Path, required=True, help="a library of photos")
    arguments.add_argument("--card", type=Path, required=True, help="a folder of that library")
    arguments.add_argument("--work", type=Path, help="a folder for what is grown")
    arguments.add_argument("--sizes", type=int, nargs="+", default=list(SIZES))
    parsed = arguments.parse_args()
    costs = []
    with work_folder(parsed.work) as work:
        card = parsed.card.resolve()
        for photos in parsed.sizes:
            folder = work / f"of-{photos}"
            shutil.rmtree(folder, ignore_errors=True)
            grow(parsed.small, folder, photos, own_contents=True)
            _add_hashes(folder)
            with ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn")) as pool:
                costs.append(pool.submit(measure, folder, card).result())
            progress(f"{costs[-1]}")
            shutil.rmtree(folder)
    if parsed.write:
        plot(costs)
    publish("many duplicates", "Duplicates among 100,000 photos", [_table(costs)], write=parsed.write)


def _add_hashes(folder: Path) -> None:
    rng = np.random.default_rng(1)
    with Catalog.open(Layout(folder).catalog, writable=True) as catalog:
        tables = catalog.table(DuplicateTables)
        known = tables.hashes()
        real = np.frombuffer(b"".join(known.values()), np.uint8).reshape(-1, 16)
        missing = [row.fingerprint for row in tables.photos() if row.fingerprint not in known]
        noise = np.packbits(rng.random((len(missing), 128)) < FLIPPED, axis=1)
        drawn = real[rng.integers(0, len(real), len(missing))] ^ noise
        with catalog.transaction():
            tables.add_hashes(dict(zip(missing, map(bytes, drawn), strict=True)))


def candidates(library: Library, folder: Path | None) -> tuple[int, int]:
    """How many pairs may belong together, of all photos or of those in a folder, and how many photos these are."""
    from cbir.duplicates.chosen import Chosen

    with Catalog.open(Layout(library.folder).catalog, writable=False) as catalog:
        rows = catalog.table(DuplicateTables).photos()
    chosen = Chosen(rows, DuplicateSearch(folder=folder))
    return len(library.duplicates._finder.candidates(chosen)), len(chosen.covered)


def measure(folder: Path, card: Path) -> Cost:
    highest, stopping = [0.0], threading.Event()

    def look() -> None:
        while not stopping.wait(0.05):
            highest[0] = max(highest[0], anonymous_mb())

    watcher = threading.Thread(target=look, daemon=True)
    with Library.open(folder) as library:
        watcher.start()
        started = time.thread_time()
        pairs, photos = candidates(library, None)
        candidates_s = time.thread_time() - started
        stopping.set()
        watcher.join()
        started = time.thread_time()
        card_pairs, of_card = candidates(library, card)
        card_candidates_s = time.thread_time() - started
    return Cost(
        photos=photos,
        candidates_s=candidates_s,
        pairs=pairs,
        highest_mb=highest[0],
        card_candidates_s=card_candidates_s,
        card_pairs=card_pairs,
        card=of_card,
    )


def _table(costs: Sequence[Cost]) -> Table:
    last = costs[-1]
    logs = np.log([[one.photos, one.candidates_s] for one in costs])
    slope = f"{np.polyfit(logs[:, 0], logs[:, 1], 1)[0]:.2f}" if len(costs) > 1 else "–"
    return Table(
        columns=(
            "photos",
            "candidates of all, CPU s",
            "pairs",
            "memory, MB",
            f"candidates of a card of {last.card}, CPU s",
            "pairs of the card",
        ),
        rows=tuple(
            (
                f"{one.photos:,}",
                f"{one.candidates_s:.1f}",
                f"{one.pairs:,}",
                f"{one.highest_mb:.0f}",
                f"{one.card_candidates_s:.1f}",
                f"{one.card_pairs:,}",
            )
            for one in costs
        ),
        notes=(
            f"Asked at 100,000: candidates {ASKED_S:.0f} s of CPU, {ASKED_MB:.0f} MB, a card of 500 in "
            f"{ASKED_CARD_S:.0f} s beyond indexing. At {last.photos:,}: {verdict(last.candidates_s <= ASKED_S)}, "
            f"{verdict(last.highest_mb <= ASKED_MB)}, and {verdict(last.card_candidates_s <= ASKED_CARD_S)} for the "
            f"card's candidates. Candidates of all take as long as photos to the power of {slope}.",
            "![Seconds over photos, both logarithmic](duplicates.png)",
        ),
    )


def plot(costs: Sequence[Cost]) -> None:
    """Seconds over photos, both logarithmic."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    photos = [one.photos for one in costs]
    figure, axes = pyplot.subplots(figsize=(6.5, 4.5), layout="constrained")
    axes.loglog(photos, [one.candidates_s for one in costs], "o-", label="candidates of all")
    axes.loglog(photos, [one.card_candidates_s for one in costs], "s-", label="candidates of a card")
    in_proportion = [costs[0].candidates_s * count / photos[0] for count in photos]
    axes.loglog(photos, in_proportion, ":", label="in proportion to the photos")
    axes.set_xlabel("photos")
    axes.set_ylabel("CPU seconds")
    axes.grid(alpha=0.3, which="both")
    axes.legend(fontsize=8)
    figure.savefig(DOCUMENT.with_name("duplicates.png"), dpi=110)
    pyplot.close(figure)


if __name__ == "__main__":
    main()
