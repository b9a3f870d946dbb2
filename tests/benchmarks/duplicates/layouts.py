"""Documents of one layout, named with their cause: `python -m tests.benchmarks.duplicates.layouts --write`.

Of each kind pairs of documents that share their layout, and of each first one a true copy, are saved and compared as
the search for duplicates compares its candidates, at the right place. Odd seeds chose what ink.py decides by; this
reports on even ones, and on kinds that chose nothing. Offered for the trash is what is called a copy. With --library
all pictures of all kinds are then indexed into one library, and `cbir duplicates --json` says what it finds there.
"""

import json
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

import numpy as np
from PIL import Image as PilImage
from PIL import ImageEnhance

from cbir.base.types import COPIES
from cbir.duplicates.judgement import judge
from cbir.duplicates.pixels import compare_pictures
from cbir.images import DecodeOptions
from tests.benchmarks.records import Table
from tests.benchmarks.report import parser, progress, publish
from tests.documents import HELD_BACK, KINDS, two_documents

MEASURES = ("cbir/duplicates",)

PAIRS = 20  # of a kind
COPIES_OF = ("re-encoded", "resized", "darker")


def main():
    arguments = parser(__doc__ or "", data=False)
    arguments.add_argument("--pairs", type=int, default=PAIRS, help="of each kind")
    arguments.add_argument(
        "--library", action="store_true", help="also index all of them and find duplicates"
    )
    parsed = arguments.parse_args()
    seeds = [2 * (at + 1) for at in range(parsed.pairs)]
    with tempfile.TemporaryDirectory() as work:
        photos = Path(work, "documents")
        tables = [_judged(photos, seeds)]
        if parsed.library:
            tables.append(_through_library(photos, Path(work, "library"), len(seeds)))
    publish("duplicate documents", "Documents of one layout", tables, write=parsed.write, measures=MEASURES)


def _judged(photos, seeds):
    """The cause of each pair when it is compared alone. photos : the folder that gets the pictures"""
    rows, offered, found = [], Counter[str](), Counter[str]()
    for kind in (*KINDS, *HELD_BACK):
        others, copies = Counter[str](), Counter[str]()
        for seed in seeds:
            first, second, copy = _saved(kind, seed, photos / kind)
            others[_cause(first, second)] += 1
            copies[_cause(first, copy)] += 1
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
    return Table(title="By kind of document", columns=columns, rows=tuple(rows), notes=notes)


def _through_library(photos, library, pairs):
    """The pairs that the command line finds among all pictures of all kinds. pairs : of each kind"""
    own = [sys.executable, "-m", "cbir"]
    subprocess.run([*own, "index", str(photos), "--library", str(library)], check=True)
    asked = [*own, "duplicates", "--json", "--library", str(library)]
    told = json.loads(subprocess.run(asked, check=True, stdout=subprocess.PIPE).stdout)
    offered, found = Counter[str](), Counter[str]()
    wrong = []
    for group in told["groups"]:
        stays = Path(group["keep"]["path"])
        for copy in group["copies"]:
            goes = Path(copy["path"])
            if copy["cause"] not in COPIES:
                continue
            if _document(stays) == _document(goes):
                found[stays.parent.name] += 1
            else:
                offered[goes.parent.name] += 1
                wrong.append(f"{copy['cause']}: {_named(stays)} and {_named(goes)}")
    kinds = (*KINDS, *HELD_BACK)
    rows = [(kind, str(pairs), str(offered[kind]), str(found[kind])) for kind in kinds]
    note = (
        f"{told['photos']} pictures, {told['compared']} pairs compared. Of {len(kinds) * pairs} pairs of "
        f"documents, {offered.total()} are offered for the trash; of as many copies, {found.total()} are found."
    )
    return Table(
        title="All kinds in one library, by the command line",
        columns=("kind", "pairs", "another document offered for the trash", "copies found"),
        rows=tuple(rows),
        notes=(note, *wrong[:20]),
    )


def _document(path):
    """The document that a file shows; its copy shows the same."""
    return path.parent.name, path.stem.replace("copy", "first")


def _named(path):
    return f"{path.parent.name} {path.stem}"


def _saved(kind, seed, folder):
    """A document, another one of its layout, and a copy of the first: of several formats, qualities and sizes."""
    folder.mkdir(parents=True, exist_ok=True)
    first, second = two_documents(kind, seed)
    dice = np.random.default_rng(seed)
    suffix = (".jpg", ".png")[seed // 4 % 2]
    saved_first = _save(first, folder / f"{seed} first{suffix}", int(dice.integers(80, 96)))
    smaller = _resized(second, (1.0, 1.0, 0.85)[seed // 2 % 3])
    saved_second = _save(smaller, folder / f"{seed} second{suffix}", int(dice.integers(60, 96)))
    way = COPIES_OF[seed // 2 % len(COPIES_OF)]
    copy = _resized(first, 0.7) if way == "resized" else first
    copy = ImageEnhance.Brightness(copy).enhance(0.85) if way == "darker" else copy
    saved_copy = _save(copy, folder / f"{seed} copy.jpg", int(dice.integers(60, 90)))
    return saved_first, saved_second, saved_copy


def _resized(picture, scale):
    size = round(picture.width * scale), round(picture.height * scale)
    return picture.resize(size, PilImage.Resampling.LANCZOS)


def _save(picture, path, quality):
    picture.save(path, quality=quality)
    return path


def _cause(first, second):
    sizes = []
    for path in (first, second):
        with PilImage.open(path) as picture:
            sizes.append(picture.size)
    found = compare_pictures(first, second, [np.eye(3)], DecodeOptions())
    finding = None if found is None else judge(found, sizes[0], sizes[1], proven=True)
    return "nothing" if finding is None else finding.cause


def _told(causes):
    return ", ".join(f"{count} {cause}" for cause, count in causes.most_common())


if __name__ == "__main__":
    main()
