"""Photos whose drive is away, as queries: `python -m tests.benchmarks.offline`.

The references of covers/ and phone photos of them are indexed on a drive, which is a folder. Each photo is searched
for with its file, and again after the folder was renamed away: then by the features that the library keeps.
"""

from __future__ import annotations

import shutil
import statistics
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from cbir.base.types import Filters, PhotoId, SearchOptions, SearchResult, Term
from cbir.library import Library, LibraryOptions
from cbir.local_features import PHOTO_FEATURES
from tests.benchmarks.report import Table, parser, progress, publish

FOLDERS = ("Reference", "Canon", "Droid", "E63", "Palm")


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    verified: tuple[PhotoId, ...]  # best first
    took_ms: float


def main() -> None:
    parsed = parser(__doc__ or "")
    parsed.add_argument("--phones", type=int, default=len(FOLDERS) - 1, help="so many phones' photos")
    parsed.add_argument("--every", type=int, default=1, help="search for every n-th photo alone")
    arguments = parsed.parse_args()
    with tempfile.TemporaryDirectory() as work:
        drive = Path(work) / "drive"
        for name in FOLDERS[: 1 + arguments.phones]:
            shutil.copytree(arguments.data / "covers" / name, drive / name)
        with Library.open(Path(work) / "library", create=True) as library:
            progress("indexing")
            indexed = library.index([drive]).indexed
            every = library.search([], SearchOptions(top=indexed, filters=Filters(folders=(str(drive),))))
            asked = {
                folder: [hit.photo for hit in every.hits if hit.path.parent.name == folder][
                    :: arguments.every
                ]
                for folder in FOLDERS
            }
            photos = [photo for some in asked.values() for photo in some]
            library.start()
            progress(f"searching for {len(photos)} photos by their files")
            with_file = dict(zip(photos, _ask(library, photos), strict=True))
            options = LibraryOptions(query_features=PHOTO_FEATURES)
            with Library.open(Path(work) / "library", options=options) as sparing:
                progress(f"and by {PHOTO_FEATURES} features of their files")
                few = dict(zip(photos, _ask(sparing, photos), strict=True))
            drive.rename(Path(work) / "away")
            progress("and without them")
            without = dict(zip(photos, _ask(library, photos), strict=True))
    rows = [
        _row(f"{name}, {way}", [with_file[photo] for photo in some], [answers[photo] for photo in some])
        for name, some in {**asked, "all": photos}.items()
        for way, answers in ((f"{PHOTO_FEATURES} features of the file", few), ("offline", without))
        if some
    ]
    table = Table(
        columns=(
            *("searched for", "photos", "verified by the whole file", "of these verified", "others verified"),
            *("queries with the same verified hits", "the same first two", "median ms by file", "median ms"),
        ),
        rows=tuple(rows),
        title=f"The same query with its file and without, {indexed} photos",
        notes=(
            "By file a query has up to 3,000 features of exact descriptors; what the library keeps are 900, at 4 bits "
            "for each of 64 coordinates. A photo finds itself, the reference and the other phones' photos of it.",
        ),
    )
    publish("offline", "Photos whose drive is away, as queries", [table], write=arguments.write)


def _ask(library: Library, photos: Sequence[PhotoId]) -> list[Answer]:
    return [_answer(library.search([Term(photo=photo)], SearchOptions(top=200))) for photo in photos]


def _answer(result: SearchResult) -> Answer:
    verified = tuple(hit.photo for hit in result.hits if hit.verified)
    return Answer(verified=verified, took_ms=result.took_ms.total)


def _row(name: str, by_file: Sequence[Answer], offline: Sequence[Answer]) -> tuple[str, ...]:
    pairs = [(set(one.verified), set(other.verified)) for one, other in zip(by_file, offline, strict=True)]
    verified = sum(len(one) for one, _ in pairs)
    kept = sum(len(one & other) for one, other in pairs)
    first = sum(one.verified[:2] == other.verified[:2] for one, other in zip(by_file, offline, strict=True))
    return (
        name,
        str(len(pairs)),
        str(verified),
        f"{kept} ({kept / max(verified, 1):.1%})",
        str(sum(len(other - one) for one, other in pairs)),
        f"{sum(one == other for one, other in pairs) / len(pairs):.1%}",
        f"{first / len(pairs):.1%}",
        f"{statistics.median(one.took_ms for one in by_file):.0f}",
        f"{statistics.median(one.took_ms for one in offline):.0f}",
    )


if __name__ == "__main__":
    main()
