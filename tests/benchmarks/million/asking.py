"""Queries of one process to one library: `python -m tests.benchmarks.million.asking`, by `running.py`.

It reads a request as JSON, asks for one kind of thing, and prints what it measured as one line of JSON.
"""

import contextlib
import json
import os
import resource
import shutil
import sys
import time
from functools import partial
from pathlib import Path

import numpy as np
import psutil

from cbir.base.artifacts import read_ahead
from cbir.base.layout import Layout
from cbir.base.types import Album, Filters, SearchOptions, Term
from cbir.catalog import Catalog, parse_query
from cbir.embeddings import built_in_model, open_text_tower
from cbir.library import Library, LibraryOptions
from cbir.visual_words import segments
from tests.benchmarks.drawn_catalog import FILTERS, TEXTS
from tests.benchmarks.million.running import read_rate

STARS = 20
REPEATS = 5
ALBUMS = (
    Filters(min_rating=4),
    Filters(cameras=("canon",)),
    Filters(taken_from="2015", orientation="portrait"),
)


def main():
    request = json.loads(sys.stdin.read())
    measured = _KINDS[request["kind"]](request)
    print(json.dumps(measured | _of_the_process()))


def opening(request):
    """Open and count; then start what a first search needs."""
    took = {}
    with _timed(took, "open_ms"):
        library = Library.open(Path(request["folder"]))
        took["photos"] = library.photo_count()
    with library:
        with _timed(took, "start_ms"):
            library.start()
        with _timed(took, "info_ms"):
            library.info(sizes=False)
    return took


def searching(request):
    """Real photos of covers: the first from the start of the process on, then each of the others once."""
    queries = [(Path(path), set(map(Path, relevant))) for path, relevant in request["queries"]]
    took = []
    verified = first = by_words = 0
    read, asked = _bytes_read(), _count_reads()
    first_read = first_ms = 0.0
    with Library.open(Path(request["folder"])) as library:
        for number, (path, relevant) in enumerate(queries):
            unproved = []
            began = time.perf_counter()
            result = library.search([Term(path=path)], SearchOptions(), on_partial=unproved.append)
            total = (time.perf_counter() - began) * 1000
            if number == 0:
                first_ms = (time.time() - psutil.Process().create_time()) * 1000
                first_read = _bytes_read() - read
            else:
                steps = ("features", "words", "score", "verify")
                took.append({step: getattr(result.took_ms, step) for step in steps} | {"total": total})
            told = next((one for one in unproved if one.hits), result)
            by_words += bool(told.hits) and told.hits[0].path in relevant
            first += bool(result.hits) and result.hits[0].path in relevant
            verified += bool(result.hits) and result.hits[0].path in relevant and result.hits[0].verified
    read_each = (_bytes_read() - read - first_read) / max(1, len(took))
    return {
        "first_ms": first_ms,
        "first_read": first_read,
        "read": read_each,
        "reads": asked[0] / len(queries),
        "took": took,
        "right": [first / len(queries), verified / len(queries), by_words / len(queries)],
    }


def words(request):
    """Typed words, each after a run that does not count, the broad ones too; then filters alone."""
    took = {}
    with Library.open(Path(request["folder"])) as library:
        options = SearchOptions(engine="metadata")
        for text in TEXTS:
            library.search([Term(text=text)], options)
            took[text] = _median_ms(partial(library.search, [Term(text=text)], options))
    filtered = {}
    with Catalog.open(Layout(Path(request["folder"])).catalog, writable=False) as catalog:
        for text in FILTERS:
            allowed = partial(catalog.full_text.allowed_documents, [parse_query(text)], Filters())
            filtered[text] = _median_ms(allowed)
    return {"texts": took, "filters": filtered}


def sentences(request):
    """Sentences, each beside the bare text tower by turns: all engines, content alone, and after photos were added."""
    os.environ.pop("CBIR_BUILT_IN_MODEL", None)
    model = built_in_model()
    assert model is not None
    folder, texts, others = Path(request["folder"]), request["sentences"], request["others"]
    took = {
        name: []
        for name in (
            "tower_ms",
            "few_ms",
            "page_ms",
            "beyond_ms",
            "content_ms",
            "after_change_ms",
            "warm_ms",
        )
    }
    largest = max((folder / "vectors").rglob("codes.u8"), key=lambda path: path.stat().st_size)
    read = _bytes_read()
    with Library.open(folder, options=LibraryOptions(models=Path(request["models"]))) as library:
        library.search([Term(text=texts[0])], SearchOptions(top=request["top"]))
        first_ms = (time.time() - psutil.Process().create_time()) * 1000
        first_read = _bytes_read() - read
        tower = open_text_tower(model)

        def ask(text, into, top=request["top"], **options):
            encoded = _ms(partial(tower.encode, [text]))
            took["tower_ms"].append(encoded)
            told = []  # when the window could show a page: the last of them has what the photos show
            began = time.perf_counter()
            library.search(
                [Term(text=text)],
                SearchOptions(top=top, **options),
                on_partial=lambda _result: told.append((time.perf_counter() - began) * 1000 - encoded),
            )
            took[into].append((time.perf_counter() - began) * 1000 - encoded)
            if into == "beyond_ms":
                took["page_ms"].append(told[-1])

        for text, other in zip(texts[1:], others[1:], strict=True):
            ask(other, "few_ms", SearchOptions().top)
            ask(text, "beyond_ms")
            ask(f"{text} again", "content_ms", engine="semantic")
        for number in range(REPEATS):
            with (
                Catalog.open(Layout(folder).catalog, writable=True) as catalog,
                catalog.transaction(),
            ):
                catalog.note_index_change()
            ask(f"{texts[1]} {number}", "after_change_ms")
        for text in texts[1:]:
            ask(f"{text} once more", "warm_ms")
    return {
        **{name: float(np.median(values)) for name, values in took.items()},
        "beyond_p95_ms": float(np.percentile(took["beyond_ms"], 95)),
        "first_ms": first_ms,
        "first_read_mb": first_read / 1e6,
        "rate": read_rate(largest),
    }


def counting(request):
    """The wall's first page and the rest of it, what filters offer, and how many photos albums have."""
    first = []
    took = {"first_page_ms": first}
    with Library.open(Path(request["folder"])) as library:
        options = SearchOptions(listed="date")
        for _ in range(REPEATS):
            began = time.perf_counter()
            library.search([], options, on_partial=partial(_note_ms, first, began))
        took["all_ms"] = (time.perf_counter() - began) * 1000
        took["facets_ms"] = _median_ms(library.facets)
        took["places_ms"] = _median_ms(library.places)
        albums = [
            Album(name=f"album {number}", filters=filters, id=f"million{number}")
            for number, filters in enumerate(ALBUMS)
        ]
        library.albums.keep(albums)
        counts = []
        for album in albums:  # once each: at a million photos it takes many seconds
            began = time.perf_counter()
            library.albums.count(album.id)
            counts.append((time.perf_counter() - began) * 1000)
        took["albums_ms"] = counts
        library.albums.keep([], removed=[album.id for album in albums])
    return took


def marking(request):
    """Stars for photos all over the library, one at a time, and the same typed word after each."""
    stars, after = [], []
    with Library.open(Path(request["folder"])) as library:
        photos = [
            hit.photo for hit in library.search([Term(text="lisboa")], SearchOptions(top=STARS + 1)).hits
        ]
        for number, photo in enumerate(photos):
            began = time.perf_counter()
            library.marks.set_rating([photo], 1 + number % 5)
            marked = time.perf_counter()
            library.search([Term(text="img_000123")], SearchOptions(engine="metadata"))
            stars.append((marked - began) * 1000)
            after.append((time.perf_counter() - marked) * 1000)
        library.marks.set_rating(photos, None)
    return {"star_ms": stars, "after_star_ms": after}


def adding(request):
    """New photos, one run for each in a running process, until it is found by itself."""
    took, indexed = [], []
    folder = Path(request["added"])
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    with Library.open(Path(request["folder"])) as library:
        library.start()
        for source in map(Path, request["photos"]):
            photo = folder / source.name
            shutil.copyfile(source, photo)
            began = time.perf_counter()
            library.index([folder])
            indexed.append((time.perf_counter() - began) * 1000)
            hits = library.search([Term(path=photo)], SearchOptions()).hits
            took.append((time.perf_counter() - began) * 1000)
            if not hits or hits[0].path != photo:
                raise SystemExit(f"{photo} was added and is not found.")
        library.forget(folder)
    return {"searchable_ms": took[1:], "added_ms": indexed[1:], "first_added_ms": took[0]}


def indexing(request):
    """An index run of all folders that finds nothing to do."""
    took = {}
    with Library.open(Path(request["folder"])) as library, _timed(took, "nothing_ms"):
        report = library.index([Path(folder) for folder in request["folders"]])
    if report.indexed or report.updated or report.removed:
        raise SystemExit(f"There was something to do: {report}")
    return took | {"unchanged": report.unchanged}


_KINDS = {
    one.__name__: one for one in (opening, searching, words, sentences, counting, marking, adding, indexing)
}


def _of_the_process():
    used = resource.getrusage(resource.RUSAGE_SELF)
    return {
        "read_bytes": _bytes_read(),
        "major_faults": used.ru_majflt,
        "cpu_s": used.ru_utime + used.ru_stime,
    }


def _bytes_read():
    """The bytes that this process read from the disk, by reads and by pages of mapped files."""
    lines = Path("/proc/self/io").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("read_bytes"))


def _count_reads():
    """From now on, how many reads of postings the disk was asked for."""
    asked = [0]

    def counted(*arguments):
        reads = read_ahead(*arguments)
        asked[0] += reads
        return reads

    segments.read_ahead = counted
    return asked


@contextlib.contextmanager
def _timed(into, name):
    began = time.perf_counter()
    yield
    into[name] = (time.perf_counter() - began) * 1000


def _note_ms(into, began, result):
    into.append((time.perf_counter() - began) * 1000)


def _ms(work):
    began = time.perf_counter()
    work()
    return (time.perf_counter() - began) * 1000


def _median_ms(work):
    return sorted(_ms(work) for _ in range(REPEATS))[REPEATS // 2]


if __name__ == "__main__":
    os.environ["CBIR_BUILT_IN_MODEL"] = ""
    main()
