"""Documents of one layout, named with their cause: `python -m tests.benchmarks.duplicates.layouts --write`.

Of each kind pairs of documents that share their layout, and of each first one a true copy, are saved and compared as
the search for duplicates compares its candidates, at the right place. Odd seeds chose what ink.py decides by; this
reports on even ones, and on kinds that chose nothing. Offered for the trash is what is called a copy.
"""

from __future__ import annotations

import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from PIL import Image as PilImage
from PIL import ImageEnhance

from cbir.base.types import COPIES
from cbir.duplicates.judgement import judge
from cbir.duplicates.pixels import compare_pictures
from cbir.images import DecodeOptions
from tests.benchmarks.duplicates.documents import HELD_BACK, KINDS, two_documents
from tests.benchmarks.report import Table, parser, progress, publish

MEASURES = ("cbir/duplicates",)

PAIRS = 20  # of a kind
COPIES_OF = ("re-encoded", "resized", "darker")


def main() -> None:
    arguments = parser(__doc__ or "", data=False)
    arguments.add_argument("--pairs", type=int, default=PAIRS, help="of each kind")
    parsed = arguments.parse_args()
    seeds = [2 * (at + 1) for at in range(parsed.pairs)]
    rows, offered, found = [], Counter[str](), Counter[str]()
    for kind in (*KINDS, *HELD_BACK):
        others, copies = Counter[str](), Counter[str]()
        for seed in seeds:
            other, copy = causes_of(kind, seed)
            others[other] += 1
            copies[copy] += 1
        part = "held back" if kind in HELD_BACK else "26 kinds"
        wrong = sum(count for cause, count in others.items() if cause in COPIES)
        right = sum(count for cause, count in copies.items() if cause in COPIES)
        offered[part] += wrong
        found[part] += right
        rows.append((kind, str(len(seeds)), str(wrong), _told(others), str(right), _told(copies)))
        progress(f"{kind}: {wrong} of {len(seeds)} offered, {right} copies found")
    notes = tuple(
        f"{part}: {offered[part]} of {len(kinds) * len(seeds)} pairs of documents are offered for the trash, "
        f"{found[part]} of {len(kinds) * len(seeds)} copies are found."
        for part, kinds in (("26 kinds", KINDS), ("held back", HELD_BACK))
    )
    columns = ("kind", "pairs", "offered for the trash", "named", "copies found", "named")
    table = Table(title="By kind of document", columns=columns, rows=tuple(rows), notes=notes)
    publish("duplicate documents", "Documents of one layout", [table], write=parsed.write, measures=MEASURES)


def causes_of(kind: str, seed: int) -> tuple[str, str]:
    """What two documents of one layout are called, and what a copy of the first is; "nothing" where neither."""
    with tempfile.TemporaryDirectory() as folder:
        paths = list(_saved(kind, seed, Path(folder)))
        return _cause(paths[0], paths[1]), _cause(paths[0], paths[2])


def _saved(kind: str, seed: int, folder: Path) -> Iterator[Path]:
    """A document, another one of its layout, and a copy of the first: of several formats, qualities and sizes."""
    first, second = two_documents(kind, seed)
    dice = np.random.default_rng(seed)
    suffix = (".jpg", ".png")[seed // 4 % 2]
    yield _save(first, folder / f"first{suffix}", int(dice.integers(80, 96)))
    smaller = _resized(second, (1.0, 1.0, 0.85)[seed // 2 % 3])
    yield _save(smaller, folder / f"second{suffix}", int(dice.integers(60, 96)))
    way = COPIES_OF[seed // 2 % len(COPIES_OF)]
    copy = _resized(first, 0.7) if way == "resized" else first
    copy = ImageEnhance.Brightness(copy).enhance(0.85) if way == "darker" else copy
    yield _save(copy, folder / "copy.jpg", int(dice.integers(60, 90)))


def _resized(picture: PilImage.Image, scale: float) -> PilImage.Image:
    size = round(picture.width * scale), round(picture.height * scale)
    return picture.resize(size, PilImage.Resampling.LANCZOS)


def _save(picture: PilImage.Image, path: Path, quality: int) -> Path:
    picture.save(path, quality=quality)
    return path


def _cause(first: Path, second: Path) -> str:
    sizes = []
    for path in (first, second):
        with PilImage.open(path) as picture:
            sizes.append(picture.size)
    found = compare_pictures(first, second, [np.eye(3)], DecodeOptions())
    finding = None if found is None else judge(found, sizes[0], sizes[1], proven=True)
    return "nothing" if finding is None else finding.cause


def _told(causes: Counter[str]) -> str:
    return ", ".join(f"{count} {cause}" for cause, count in causes.most_common())


if __name__ == "__main__":
    main()
