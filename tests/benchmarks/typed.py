"""Typed queries over a made library of 2,000 named, dated, placed and captioned photos: is a right photo first?

    python -m tests.benchmarks.typed

530 photos are in typed_queries/, the others have the words of one of them, another date and another camera. The queries
are there, too: 101 in English and 20 each in German, French, Italian and Spanish, written before anything was measured;
and those of a second writer (later.tsv). A query names the tags of its right photos. R@1: the first hit is right. R@5:
one of the first five is right, and for negation, none of the first five shows what is excluded. Names and metadata
alone answer; the model has seen no photo, but knows which words mean the same.
"""

import os
import random
import tempfile
import time
from collections import defaultdict
from dataclasses import dataclass, replace
from pathlib import Path

from cbir.base.errors import CbirError
from cbir.base.types import DocumentId, Metadata, SearchOptions, Term
from cbir.catalog import NewDocument, Root
from cbir.evaluation import encode_jpeg
from cbir.library import Library
from tests.benchmarks.drawn_catalog import draw_document, fill
from tests.benchmarks.records import Table
from tests.benchmarks.report import parser, publish

DATA = Path(__file__).parent / "typed_queries"
DEPTH = 5
PHOTOS = 2000
CAMERAS = (
    "Canon/Canon EOS 5D",
    "NIKON CORPORATION/NIKON Z 6",
    "SONY/ILCE-7M3",
    "FUJIFILM/X-T3",
    "Apple/iPhone 12",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class MadePhoto:
    name: str
    format: str
    metadata: Metadata
    tags: frozenset[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class TypedQuery:
    """wanted : choices of tags, each with a minus for a tag that a right photo lacks"""

    language: str
    kind: str
    text: str
    wanted: tuple[tuple[str, ...], ...]

    def fits(self, photo: MadePhoto) -> bool:
        return any(
            all((tag[1:] not in photo.tags) if tag[0] == "-" else tag in photo.tags for tag in choice)
            for choice in self.wanted
        )

    def shows_excluded(self, photo: MadePhoto) -> bool:
        return any(tag[0] == "-" and tag[1:] in photo.tags for choice in self.wanted for tag in choice)


def read_photos() -> list[MadePhoto]:
    rows = _rows("photos.tsv")
    draw = random.Random("typed")
    rows += [_varied(draw.choice(rows[:530]), number, draw) for number in range(len(rows), PHOTOS)]
    return [_photo(*row) for row in rows]


def _varied(row: list[str], number: int, draw: random.Random) -> list[str]:
    """Another photo of the same thing: a row with another name, date and camera."""
    name, taken, *words, _, format, tags = row
    month, year = draw.randint(1, 12), draw.randint(2012, 2024)
    camera = draw.choice(CAMERAS)
    own = {
        f"y{taken[:4]}",
        f"m{taken[5:7]}",
        *(maker.partition("/")[0].split()[0].lower() for maker in CAMERAS),
    }
    tags = [tag for tag in tags.split() if tag not in own]
    tags += [f"y{year}", f"m{month:02}", camera.partition("/")[0].split()[0].lower()]
    at = f"{year}-{month:02}-{draw.randint(1, 28):02}T{draw.randint(7, 21):02}:{draw.randint(0, 59):02}:00"
    stem, dot, ending = name.rpartition(".")
    name = f"{stem.rstrip('0123456789')}{number + 40_000}{dot}{ending}"
    return [name, at, *words, camera, format, " ".join(tags)]


def read_queries(name: str) -> list[TypedQuery]:
    return [
        TypedQuery(
            language=language,
            kind=kind,
            text=text,
            wanted=tuple(tuple(choice.split()) for choice in wanted.split("|")),
        )
        for language, kind, text, wanted in _rows(name)
    ]


def _rows(name: str) -> list[list[str]]:
    lines = (DATA / name).read_text(encoding="utf-8").splitlines()
    return [line.split("\t") for line in lines if line and not line.startswith("#")]


def _photo(
    name: str,
    taken: str,
    position: str,
    places: str,
    keywords: str,
    caption: str,
    camera: str,
    format: str,
    tags: str,
) -> MadePhoto:
    make, model = camera.split("/")
    latitude, longitude = map(float, position.split(",")) if position else (None, None)
    metadata = Metadata(
        taken_at=taken,
        make=make,
        model=model,
        latitude=latitude,
        longitude=longitude,
        keywords=tuple(filter(None, keywords.split(", "))),
        places=tuple(filter(None, places.split(", "))),
        caption=caption or None,
    )
    number = "".join(char for char in Path(name).stem if char.isdigit())
    return MadePhoto(
        name=name, format=format, metadata=metadata, tags=frozenset((*tags.split(), f"#{number}"))
    )


def make_library(folder: Path) -> tuple[Path, dict[str, MadePhoto]]:
    """A library of the photos, and the photos by name."""
    import numpy as np

    photos = {photo.name: photo for photo in read_photos()}
    files, library = folder / "photos", folder / "library"
    files.mkdir()
    source = folder / "source.jpg"
    source.write_bytes(encode_jpeg(np.full((48, 64, 3), 128, np.uint8), 80))
    for name in photos:
        os.link(source, files / name)

    def record(
        root: Root, top: Path, path: str, document: DocumentId, row: int, draw: random.Random
    ) -> NewDocument:
        drawn = draw_document(root, top, path, document, row, draw)
        return replace(drawn, metadata=photos[path].metadata, format=photos[path].format)

    fill(library, files, list(photos), record)
    return library, photos


def ranks_right(library: Library, query: TypedQuery, photos: dict[str, MadePhoto]) -> tuple[bool, bool]:
    """R@1 and R@5 of one query."""
    try:
        hits = library.search([Term(text=query.text)], SearchOptions(top=DEPTH)).hits
    except CbirError:
        return False, False
    first = [photos[hit.path.name] for hit in hits]
    right = [query.fits(photo) for photo in first]
    return right[:1] == [True], any(right) and not any(map(query.shows_excluded, first))


def main() -> None:
    arguments = parser(__doc__ or "", data=False)
    arguments.add_argument("--missed", action="store_true", help="list the queries without a right first hit")
    options = arguments.parse_args()
    os.environ.pop("CBIR_BUILT_IN_MODEL", None)  # its text tower knows which words mean the same
    times: list[float] = []
    tables: list[Table] = []
    with tempfile.TemporaryDirectory() as folder:
        place, photos = make_library(Path(folder))
        with Library.open(place) as library:
            library.start()  # encodes the words of the photos
            for name in ("queries.tsv", "later.tsv"):
                results: dict[tuple[str, str], list[tuple[bool, bool]]] = defaultdict(list)
                for query in read_queries(name):
                    if not any(map(query.fits, photos.values())):
                        raise ValueError(f"no photo is right for: {query.text}")
                    started = time.perf_counter()
                    result = ranks_right(library, query, photos)
                    times.append(time.perf_counter() - started)
                    for group in ((query.language, "all"), ("all", query.kind)):
                        results[group].append(result)
                    if options.missed and not all(result):
                        print(f"{query.language} {query.kind:12} {result} {query.text}", flush=True)
                writer = "first" if name == "queries.tsv" else "second"
                tables += [
                    _table(f"The {writer} writer's queries, {title}", results, part)
                    for title, part in PARTS.items()
                ]
    publish("typed", "Typed queries", tables, write=options.write, measures=("cbir/catalog", "cbir/search"))
    print(f"slowest {max(times) * 1000:.0f} ms, median {sorted(times)[len(times) // 2] * 1000:.0f} ms")


PARTS = {"by kind": 1, "by language": 0}
"""For each table, which part of a group's name is in its rows; the other is `all`."""


def _table(title: str, results: dict[tuple[str, str], list[tuple[bool, bool]]], part: int) -> Table:
    rows = []
    for group, right in results.items():
        if group[1 - part] == "all":
            shares = (sum(pair[at] for pair in right) / len(right) for at in (0, 1))
            rows.append((group[part], str(len(right)), *(f"{share:.2f}" for share in shares)))
    return Table(title=title, columns=("queries", "number", "R@1", "R@5"), rows=tuple(rows))


if __name__ == "__main__":
    main()
