"""Libraries of 10,000 to a million photos: `python -m tests.benchmarks.million --work DIR --write`.

They are drawn from the real library of 660 photos and its statistics (drawing.py, growing.py); each thing is asked in a
process of its own (asking.py) under 8 GB of memory, page cache included, where the system lets this user say so. What
was measured of a size is kept in the work folder, so that sizes can be measured one at a time, and reported together.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from cbir.base.layout import Layout
from cbir.catalog import Catalog
from tests.benchmarks.libraries import Libraries, work_folder
from tests.benchmarks.million.growing import files_of, grown_libraries
from tests.benchmarks.million.running import measure, memory_limit, read_rate
from tests.benchmarks.records import Table
from tests.benchmarks.report import parser, progress, publish, thinned, verdict
from tests.evaluation.ground_truth import load_queries

MEASURES = ("cbir/visual_words", "cbir/catalog", "cbir/search", "cbir/library", "cbir/state")

SIZES = (10_000, 100_000, 300_000, 1_000_000)
QUERIES = 200
MEMORY = 8 << 30
PHOTOS_ADDED = 6
COLD = {"opening", "searching"}
DISK = ("catalog.sqlite", "postings", "features")

Measured = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Row:
    """asked : at a million photos. fitted : its growth is reported, and asked to stay below an exponent"""

    what: str
    value: Callable[[Measured], float]
    unit: str = "ms"
    asked: float | None = None
    fitted: float | None = None
    digits: int = 0


def _part(kind, key, of=float):
    return lambda measured: of(measured[kind][key])


def _median(values):
    return float(np.median(values))


def _p95(values):
    return float(np.percentile(values, 95))


def _totals(took):
    return [one["total"] for one in took]


def _step(name):
    return lambda measured: _median([one[name] for one in measured["searching"]["took"]])


ROWS = (
    Row("open the library", _part("opening", "open_ms"), asked=1000, fitted=0.2),
    Row("then start the workers and map the index", _part("opening", "start_ms")),
    Row("first query, from the start of its process", _part("searching", "first_ms"), asked=4000),
    Row("a query in a running process, median", _part("searching", "took", lambda t: _median(_totals(t))), asked=1000),
    Row("the same, p95", _part("searching", "took", lambda t: _p95(_totals(t))), asked=2000),
    Row("  of it scoring, median", _step("score")),
    Row("  of it verification, median", _step("verify")),
    Row("typed words, median of 16 queries", _part("words", "texts", lambda t: _median(list(t.values()))), asked=100),
    Row("the slowest of them", _part("words", "texts", lambda t: max(t.values()))),
    Row("a filter, median of 10", _part("words", "filters", lambda t: _median(list(t.values())))),
    Row("the slowest filter", _part("words", "filters", lambda t: max(t.values()))),
    Row("a star, median", _part("marking", "star_ms", _median), asked=50, fitted=0.2),
    Row("the slowest of 21", _part("marking", "star_ms", max)),
    Row("a name typed after a star", _part("marking", "after_star_ms", _median)),
    Row("a commit: one photo more, its run", _part("adding", "added_ms", _median), fitted=0.2),
    Row("the same until it is found", _part("adding", "searchable_ms", _median), asked=10_000),
    Row("`index` with nothing to do", _part("indexing", "nothing_ms"), asked=20_000),
    Row("the wall's first page", _part("counting", "first_page_ms", _median), asked=200),
    Row("all of the wall", _part("counting", "all_ms")),
    Row("counts of all filters", _part("counting", "facets_ms")),
    Row("folders and keywords with their counts", _part("counting", "places_ms")),
    Row("the count of an album, slowest of 3", _part("counting", "albums_ms", max)),
    Row("what `library info` says, without sizes", _part("opening", "info_ms")),
    Row("bytes read by the first query", _part("searching", "first_read", lambda b: b / 1e6), "MB"),
    Row("bytes read by another", _part("searching", "read", lambda b: b / 1e6), "MB"),
    Row("reads of postings that a query asks the disk for", _part("searching", "reads"), ""),
    Row("page faults that waited for the disk, all queries", _part("searching", "major_faults"), ""),
    Row("memory not mapped from files, while searching", _part("searching", "anonymous_mb"), "MB"),
    Row("the same while `index` finds nothing to do", _part("indexing", "anonymous_mb"), "MB"),
    Row("ended for want of memory", _part("limit", "kills"), "", asked=0),
    Row("on the disk, a photo", _part("disk", "all"), "KB", asked=64, digits=1),
    Row("  of it postings", _part("disk", "postings"), "KB", asked=8.5, digits=1),
    Row("  of it the catalog", _part("disk", "catalog.sqlite"), "KB", digits=1),
    Row("right cover first", _part("searching", "right", lambda r: 100 * r[0]), "%", digits=1),
    Row("the same, and proven", _part("searching", "right", lambda r: 100 * r[1]), "%", digits=1),
    Row("the same before verification", _part("searching", "right", lambda r: 100 * r[2]), "%", digits=1),
)  # fmt: skip


def main():
    parsed = parser(__doc__ or "", work="the libraries, 25 GB,")
    parsed.add_argument("--photos", type=int, nargs="+", default=SIZES, help="sizes")
    parsed.add_argument("--queries", type=int, default=QUERIES, help=f"default: {QUERIES}")
    parsed.add_argument("--again", action="store_true", help="measure sizes again that were measured before")
    arguments = parsed.parse_args()
    data = arguments.data.resolve()
    with work_folder(arguments.work) as work, memory_limit(MEMORY) as limit:
        real = Libraries(work, data).main()
        libraries = grown_libraries(real, arguments.photos)
        measured = {}
        for photos, library in libraries.items():
            kept = library.with_suffix(".json")
            if arguments.again or not kept.exists():
                kept.write_text(json.dumps(of_library(library, real, data, limit, arguments.queries)))
            measured[photos] = json.loads(kept.read_text())
    publish(
        "million",
        "Libraries of up to a million photos",
        [table(measured)],
        write=arguments.write,
        measures=MEASURES,
    )


def of_library(library, real, data, limit, queries):
    """All that is measured of one library."""
    asked = thinned(load_queries(data / "covers"), queries + 1)
    added = thinned(sorted((data / "captioned" / "one").rglob("*.jpg")), PHOTOS_ADDED)
    requests = {
        "opening": {},
        "searching": {
            "queries": [(str(request.path), list(map(str, request.relevant))) for request in asked]
        },
        "words": {},
        "counting": {},
        "marking": {},
        "adding": {"added": str(files_of(library) / "added"), "photos": list(map(str, added))},
        "indexing": {"folders": _folders(library)},
    }
    measured = {}
    for kind, request in requests.items():
        progress(f"{library.name}: {kind}")
        measured[kind] = measure(kind, library, limit, cold=kind in COLD, **request)
    disk = {name: disk_kb(library, name) for name in DISK[:2]} | {"features": disk_kb(real, "features")}
    rate = read_rate(
        max((library / "postings").rglob("signatures.u64"), key=lambda path: path.stat().st_size)
    )
    return measured | {
        "disk": disk | {"all": sum(disk.values())},
        "limit": limit.stats | {"held": limit.folder is not None},
        "rate": rate,
        "queries": len(asked) - 1,
        "load": os.getloadavg()[1],
    }


def disk_kb(library, name):
    """Kilobytes per photo of a file or folder of a library."""
    files = [path for path in (library / name, *(library / name).rglob("*")) if path.is_file()]
    with Catalog.open(Layout(library).catalog, writable=False) as catalog:
        return sum(path.stat().st_size for path in files) / 1024 / catalog.photos.count()


def table(measured):
    sizes = sorted(measured)
    largest = measured[sizes[-1]]
    held = largest["limit"]["held"]
    note = (
        "All ran in a memory cgroup of 8 GB, page cache included. "
        if held
        else "No cgroup could be made here: memory was not limited. "
    )
    rates = ", ".join(f"{measured[size]['rate']:.0f}" for size in sizes)
    loads = ", ".join(f"{measured[size]['load']:.1f}" for size in sizes)
    return Table(
        columns=("what", "asked at 1M", *(f"{size:,}" for size in sizes), "exponent", "holds"),
        rows=tuple(_cells(row, measured, sizes) for row in ROWS),
        notes=(
            f"{note}Nothing of the library is in the page cache when opening and first query are timed. The disk "
            f"read {rates} MB/s from the front of a file; {loads} processes wanted the cores meanwhile. "
            f"{largest['queries']} phone photos of covers after the first, each once. The exponent is fitted to all "
            "sizes, log to log; at most .2 is asked of opening, star and commit.",
            "Drawn photos: features and words as the scoring benchmark draws them, names, cameras, dates and keywords "
            "as the catalog benchmark does, the stored features of one of 560 real photos, which are so in memory "
            "sooner than those of a million would be. Their files are links to a few; `index` looks at all of them. "
            "They have no small pictures and no embeddings.",
        ),
    )


def _cells(row, measured, sizes):
    values = [row.value(measured[size]) for size in sizes]
    exponent = "–"
    holds = None
    if row.asked is not None and sizes[-1] == max(SIZES):
        holds = values[-1] <= row.asked
    if len(sizes) > 1 and min(values) > 0:
        slope = float(np.polyfit(np.log(sizes), np.log(values), 1)[0])
        exponent = f"{slope:.2f}"
        if row.fitted is not None:
            holds = holds is not False and slope <= row.fitted
    asked = "–" if row.asked is None else _shown(row.asked, row.unit, row.digits)
    return (
        row.what,
        asked,
        *(_shown(value, row.unit, row.digits) for value in values),
        exponent,
        verdict(holds),
    )


def _shown(value, unit, digits):
    return f"{value:,.{digits}f} {unit}".strip()


def _folders(library):
    """The folders of drawn photos that a library knows."""
    with Catalog.open(Layout(library).catalog, writable=False) as catalog:
        return [str(root.path) for root in catalog.roots.all() if root.path.name == "photos"]


if __name__ == "__main__":
    main()
