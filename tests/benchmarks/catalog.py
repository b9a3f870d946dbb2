"""A catalog of 100,000 photos: `python -m tests.benchmarks.catalog`.

100,000 small files, hard links to a few, in 300 folders, and a library that knows all of them, with drawn
metadata and no features: opening it, an index run with nothing to do, every filter, and full text.
"""

from __future__ import annotations

import contextlib
import os
import random
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from functools import partial
from pathlib import Path

import numpy as np

from cbir.base.layout import Layout, new_segment_name
from cbir.base.types import DocumentId, Filters, Metadata, PhotoFeatures, SearchOptions, Term
from cbir.catalog import Catalog, NewDocument, Root, SegmentRow, parse_query
from cbir.catalog.migration import provide_functions, statements
from cbir.catalog.schema import MIGRATIONS
from cbir.evaluation import encode_jpeg
from cbir.library import Library, LibraryOptions
from cbir.matching import FeatureStoreBuilder
from cbir.metadata import EXTRACTOR_VERSION
from cbir.visual_words import SegmentBuilder
from tests.benchmarks.report import Table, cores, median_ms, parser, progress, publish, verdict
from tests.source_tree import python_path

PHOTOS = 100_000
FOLDERS = 300
SOURCES, LINKS = 10, 50_000  # files that all others are links to, at least; a file may have 65,000 links
AT_ONCE = 20_000  # rows
REPEATS = 15
VOCABULARY = 5_000
OPEN_MS, INDEX_MS, FILTER_MS, TEXT_MS, BROAD_MS = 300.0, 3000.0, 50.0, 30.0, 100.0
BEFORE_DATES, BEFORE_WRITTEN = 12, 15  # versions of a catalog
BROAD = 10_000  # matching rows beyond which a query is broad

CAMERAS = [("Canon", f"Canon EOS {number}D") for number in range(1, 16)] + [
    (make, f"{letter}{number}")
    for make, letter in (("FUJIFILM", "X-T"), ("NIKON CORPORATION", "NIKON Z"), ("Apple", "iPhone "))
    for number in range(1, 6)
]
FORMATS = ("JPEG",) * 8 + ("HEIF", "PNG")
PLACES = ("Lisboa", "Porto", "Évora", "Faro", "Braga", "Coimbra", "Sintra", "Lagos", "Tavira", "Beja")

FILTERS: tuple[tuple[str, str], ...] = (
    ("`--in FOLDER`, a 300th", "in:{photos}/018"),
    ("`--in FOLDER`, all", "in:{photos}"),
    ("`folder:`", "folder:lisboa"),
    ("`--from`, half", "after:2014"),
    ("`--from --to`, a month", "date:2015-07"),
    ("`--camera`, a sixth", "camera:fuji"),
    ("`--rating 3`, half", "rating:>=3"),
    ("`--orientation`, a third", "orientation:portrait"),
    ("`--min-megapixels`, all", "megapixels:>=10"),
    ("`--format`, four fifths", "format:jpeg"),
    ("`-folder:`", "-folder:lisboa"),
    (
        "all together",
        "in:{photos} after:2010 camera:canon rating:>=1 orientation:landscape megapixels:>=10 format:jpg",
    ),
)


def word(number: int) -> str:
    """A word of the vocabulary: syllables, and an ending as words of four languages have them."""
    syllables, rest = "", number + 60
    while rest:
        rest, at = divmod(rest, 60)
        syllables += "bdfglmnprstv"[at % 12] + "aeiou"[at // 12]
    return syllables + ("", "s", "ing", "e", "en")[number % 5]


TEXTS = (
    f"{word(17)} ",
    word(17),
    f"{word(16)}",
    "lisboa 2015",
    "eos ",
    "img_012345",
    f'"{word(3)} {word(4)}"',
    f"keyword:{word(1)} OR keyword:{word(2)} ",
    f"{word(8)} {word(9)} -{word(5)}",
    "lisboa -camera:canon rating:>=3",
    "lisboa ",
    "canon ",
    "jpg ",
    "img canon jpg ",
    "20",
    "jpg rating:>=3",
)


def main() -> None:
    parsed = parser(__doc__ or "", data=False)
    parsed.add_argument("--photos", type=int, default=PHOTOS, help=f"{PHOTOS} unless told")
    parsed.add_argument("--work", type=Path, help="make the files below this folder")
    arguments = parsed.parse_args()
    with tempfile.TemporaryDirectory(dir=arguments.work, ignore_cleanup_errors=True) as work:
        photos, folder = Path(work) / "photos", Path(work) / "library"
        paths = link_files(photos, arguments.photos)
        fill(folder, photos, paths)
        progress("open and index")
        rows = [_open_row(folder), *_index_rows(folder, photos, arguments.photos), *_renewal_rows(folder)]
        progress("filters and full text")
        with Catalog.open(Layout(folder).catalog, writable=False) as catalog:
            filters = [_filter_row(catalog, name, text.format(photos=photos)) for name, text in FILTERS]
        texts = [_text_row(folder, text) for text in TEXTS]
    heading = f"A catalog of {arguments.photos:,} photos"
    tables = [
        Table(columns=("what", "asked, ms", "median, ms", "holds"), rows=tuple(rows)),
        Table(
            title="Filters: the documents that the match engine may return",
            columns=("filter", "documents", "asked, ms", "median, ms", "holds"),
            rows=tuple(filters),
        ),
        Table(
            title="Full text: a whole search in a running process, ten hits",
            columns=("query", "matching rows", "asked, ms", "median, ms", "holds"),
            rows=tuple(texts),
            notes=(
                f"A query of up to {BROAD:,} matching rows is asked to take under {TEXT_MS:.0f} ms, of more "
                f"under {BROAD_MS:.0f} ms. Medians of {REPEATS}.{_busy()}",
            ),
        ),
    ]
    publish("catalog", heading, tables, write=arguments.write)


def link_files(folder: Path, count: int) -> list[str]:
    """Make the files and return their paths below the folder."""
    noise = np.random.default_rng(0)
    sources = []
    for number in range(max(SOURCES, -(-count // LINKS))):
        source = folder.parent / f"source {number}.jpg"
        source.write_bytes(encode_jpeg(noise.integers(0, 256, (48, 64, 3), np.uint8), 80))
        sources.append(source)
    paths = []
    for number in range(count):
        place = number % FOLDERS
        name = f"{place:03} {PLACES[place % len(PLACES)]}" if place % 3 else f"{place:03}"
        path = f"{name}/IMG_{number:06}.jpg"
        if number < FOLDERS:
            (folder / name).mkdir(parents=True, exist_ok=True)
        os.link(sources[number % len(sources)], folder / path)
        paths.append(path)
    progress(f"{count:,} files linked")
    return paths


def fill(library: Path, photos: Path, paths: Sequence[str]) -> None:
    """Make a library that knows all of the files, as if it had indexed them and found nothing to match."""
    options = LibraryOptions().indexing.features.fingerprint
    Library.open(library, create=True).close()
    empty = photos.parent / "empty"
    empty.mkdir()
    with Library.open(library) as opened:
        opened.index([empty])  # it adopts its codebook
        about = opened.info()
    layout = Layout(library)
    postings = SegmentBuilder(words=about.words, codebook=about.codebook)
    store = FeatureStoreBuilder(words=about.words, codebook=about.codebook, options=options)
    nothing = _no_features()
    draw = random.Random(1)
    with Catalog.open(layout.catalog, writable=True) as catalog:
        with catalog.transaction():
            root = catalog.roots.add(photos)
        first = catalog.documents.next_id()
        stored = []
        for number in range(len(paths)):
            postings.add(DocumentId(first + number), nothing.words, np.zeros(0, np.uint64))
            stored.append(store.add(nothing))
        name, features = new_segment_name(), new_segment_name()
        postings.write(layout.postings(name))
        store.write(layout.features(features))
        with catalog.transaction():
            for segment, kind in ((name, "postings"), (features, "features")):
                catalog.segments.add(
                    SegmentRow(
                        name=segment,
                        kind=kind,
                        codebook=about.codebook,
                        options=options,
                        documents=len(paths),
                    )
                )
        for start in range(0, len(paths), AT_ONCE):
            documents = [
                draw_document(root, photos, path, DocumentId(first + number), stored[number], draw)
                for number, path in enumerate(paths[start : start + AT_ONCE], start)
            ]
            with catalog.transaction():
                catalog.documents.add(documents, store=features, postings=name)
    progress(f"{len(paths):,} photos written")


def _no_features() -> PhotoFeatures:
    flat = np.zeros(0, np.float32)
    return PhotoFeatures(
        words=np.zeros(0, np.uint32),
        codes=np.zeros((0, 32), np.uint8),
        xy=np.zeros((0, 2), np.float32),
        sigma=flat,
        angle=flat,
        size=(64, 48),
    )


def draw_document(
    root: Root, photos: Path, path: str, document: DocumentId, row: int, draw: random.Random
) -> NewDocument:
    status = (photos / path).stat()
    make, model = draw.choice(CAMERAS)
    words = [word(int(draw.paretovariate(0.6)) % VOCABULARY) for _ in range(6)]
    date = f"{draw.randint(2005, 2024)}-{draw.randint(1, 12):02}-{draw.randint(1, 28):02}T12:00:00"
    portrait = draw.random() < 1 / 3
    return NewDocument(
        root=root.id,
        path=path,
        size=status.st_size,
        mtime_ns=status.st_mtime_ns,
        fingerprint=f"{document:032x}",
        format=draw.choice(FORMATS),
        width=3000 if portrait else 4000,
        height=4000 if portrait else 3000,
        document=document,
        store_row=row,
        pixels=f"{document:032x}",
        metadata=Metadata(
            taken_at=date,
            make=make,
            model=model,
            lens="EF24-70mm f/2.8L II USM",
            rating=draw.randint(0, 5),
            keywords=tuple(words[:3]),
            title=" ".join(words[3:]) if draw.random() < 0.3 else None,
            places=(draw.choice(PLACES), "Portugal") if draw.random() < 0.1 else (),
            orientation=1,
        ),
        extractor=EXTRACTOR_VERSION,
    )


def _open_row(folder: Path) -> tuple[str, ...]:
    return _row(
        "open and close the library", OPEN_MS, median_ms(lambda: Library.open(folder).close(), REPEATS)
    )


def _renewal_rows(folder: Path) -> list[tuple[str, ...]]:
    """What a library of the versions before stems and before dates costs when it is opened to write."""
    catalog = Layout(folder).catalog
    with Catalog.open(catalog, writable=True) as opened:
        opened.shrink()
    size = catalog.stat().st_size
    stems = _part(MIGRATIONS[BEFORE_WRITTEN], "DROP TABLE photo_text")
    dates = _part(MIGRATIONS[BEFORE_DATES], "UPDATE facet")
    with contextlib.closing(sqlite3.connect(catalog, isolation_level=None)) as connection:
        provide_functions(connection)

        def run(script: str) -> None:
            connection.execute("BEGIN")
            for statement in statements(script):
                connection.execute(statement)
            connection.execute("ROLLBACK")

        stems_ms, dates_ms = (median_ms(partial(run, script), 1, warm_up=0) for script in (stems, dates))
    return [
        ("the words and stems of a library of before, once", "–", f"{stems_ms:.0f}", verdict(None)),
        ("the dates of a library that has none, once", "–", f"{dates_ms:.0f}", verdict(None)),
        (f"its catalog: {size / 1e6:.0f} MB", "–", "–", verdict(None)),
    ]


def _part(migration: str, first: str) -> str:
    """What a migration does from its first such statement to its next change of a trigger."""
    _, begin, rest = migration.partition(first)
    return begin + rest.partition("DROP TRIGGER")[0]


def _index_rows(folder: Path, photos: Path, count: int) -> list[tuple[str, ...]]:
    def again() -> None:
        with Library.open(folder) as library:
            report = library.index([photos])
        if (report.unchanged, report.indexed, report.updated) != (count, 0, 0):
            raise SystemExit(f"There was something to do: {report}")

    command = [sys.executable, "-m", "cbir", "index", str(photos), "--library", str(folder)]
    environment = {**os.environ, "PYTHONPATH": python_path()}
    process_ms = median_ms(
        lambda: subprocess.run(command, env=environment, check=True, capture_output=True), 3
    )
    return [
        _row("`index` with nothing to do, in a running process", INDEX_MS, median_ms(again, 3)),
        _row("`cbir index` with nothing to do, as a process", INDEX_MS, process_ms),
    ]


def _filter_row(catalog: Catalog, name: str, text: str) -> tuple[str, ...]:
    node = parse_query(text)
    documents = catalog.full_text.allowed_documents([node], Filters())
    assert documents is not None
    measured = median_ms(lambda: catalog.full_text.allowed_documents([node], Filters()), REPEATS)
    return (name, f"{len(documents):,}", f"{FILTER_MS:.0f}", f"{measured:.1f}", verdict(measured < FILTER_MS))


def _text_row(folder: Path, text: str) -> tuple[str, ...]:
    with Library.open(folder) as library, Catalog.open(Layout(folder).catalog, writable=False) as catalog:
        matching = catalog.full_text.allowed_documents([parse_query(text)], Filters())
        assert matching is not None
        terms, options = [Term(text=text)], SearchOptions(engine="metadata")
        measured = median_ms(lambda: library.search(terms, options), REPEATS)
    asked = TEXT_MS if len(matching) <= BROAD else BROAD_MS
    shown = f"`{text}`"
    return (shown, f"{len(matching):,}", f"{asked:.0f}", f"{measured:.1f}", verdict(measured < asked))


def _busy() -> str:
    """Other work on the same cores makes all of these times longer: say how much there was."""
    if not hasattr(os, "getloadavg"):
        return ""
    return f" While it ran, {os.getloadavg()[1]:.1f} processes wanted the {cores()} cores."


def _row(what: str, asked_ms: float, measured_ms: float) -> tuple[str, ...]:
    return what, f"{asked_ms:.0f}", f"{measured_ms:.0f}", verdict(measured_ms < asked_ms)


if __name__ == "__main__":
    main()
