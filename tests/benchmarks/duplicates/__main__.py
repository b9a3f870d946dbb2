"""Duplicates named with their cause: `python -m tests.benchmarks.duplicates --set DIR`, DIR with a manifest.json.

A set is what other_set.py makes, or anybody else. Precision of a cause is over all pairs that it is named for, those
that no manifest names among them; recall is over the pairs of each kind, found with any cause. The manifest is all that
is known of a set:

    {"pairs": [{"first": FILE, "second": FILE, "kind": TEXT, "cause": CAUSE or null, "accept": [CAUSE, ...],
                "box": [x, y, width, height] or null, "larger": "first" or "second"}, ...],
     "origins": {FILE: NAME, ...}, "things": {FILE: [NAME, ...], ...}}

FILE is relative to DIR. cause : see cbir.base.types.duplicate; null for photos that are no copies of one another.
accept : causes that are right too. box : where the smaller of the two lies in the larger, in pixels of that one.
origins : files of one name come from one photo; what is said of two of them that no pair names is not judged, while
two of different names that no pair names are no copies. A file without an origin is judged by its pairs alone.
things : files that have one in common truly share something, a logo, lettering or a thing seen twice: that they share
a part, or are two shots of one scene, is not judged; that the one is a copy of the other is wrong.
"""

from __future__ import annotations

import json
import time
from collections import Counter, defaultdict
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from cbir.base.layout import Layout
from cbir.base.types import CAUSES, DuplicateSearch
from cbir.catalog import Catalog
from cbir.duplicates import DuplicateTables
from cbir.duplicates.judgement import read_findings, without_marks
from cbir.duplicates.proof import PROOF_VERSION
from cbir.library import Library
from tests.benchmarks.libraries import work_folder
from tests.benchmarks.records import Table
from tests.benchmarks.report import parser, progress, publish

MEASURES = ("cbir/duplicates",)

ASKED_PRECISION, ASKED_RECALL, ASKED_NAMED, ASKED_IOU = 0.99, 0.97, 0.95, 0.9


@dataclass(frozen=True, slots=True)
class Named:
    cause: str
    box: tuple[float, ...] | None


def main():
    arguments = parser(__doc__ or "", data=False, work="the library")
    arguments.add_argument("--set", type=Path, required=True, help="a folder with photos and a manifest.json")
    arguments.add_argument("--name", default="duplicates", help="of the record in docs/benchmarks/")
    arguments.add_argument("--title", default="Duplicates, with their cause")
    parsed = arguments.parse_args()
    folder = parsed.set.resolve()
    manifest = json.loads((folder / "manifest.json").read_text())
    with work_folder(parsed.work) as work:
        started = time.perf_counter()
        with Library.open(work / "library", create=True, writable=True) as library:
            library.index([folder])
            progress(f"indexed in {time.perf_counter() - started:.0f} s")
            started = time.perf_counter()
            report = library.duplicates.find(DuplicateSearch(), progress=_tell)
            named = pairs_of(library, report, folder)
            took_s = time.perf_counter() - started
    kinds, falsely = score(manifest, named)
    tables = [_by_kind(manifest, kinds), _by_cause(manifest, named, falsely)]
    progress(f"found in {took_s:.0f} s")
    publish(parsed.name, parsed.title, tables, write=parsed.write, measures=MEASURES)


def pairs_of(library, report, folder):
    """Every comparison that the library keeps, by the names of the files, and files of equal bytes."""
    with Catalog.open(Layout(library.folder).catalog, writable=False) as catalog:
        tables = catalog.table(DuplicateTables)
        names = defaultdict(list)
        for row in tables.photos():
            names[row.fingerprint].append(row.file.relative_to(folder).as_posix())
        compared = tables.compared(PROOF_VERSION)
    found = {}
    for (first, second), finding in without_marks(read_findings(compared)).items():
        for one in names.get(first, ()):
            for other in names.get(second, ()):
                found[frozenset((one, other))] = Named(finding.cause, finding.box)
    for same in names.values():
        for one in same:
            for other in same:
                if one != other:
                    found[frozenset((one, other))] = Named("identical", None)
    return found


def _tell(done, total):
    if done % 200 == 0:
        progress(f"  {done} of {total} pairs compared")


def score(manifest, named):
    """The causes found for each kind of pair, and those found for unrelated photos."""
    kinds = defaultdict(Counter)
    listed = set()
    for pair in manifest["pairs"]:
        key = frozenset((pair["first"], pair["second"]))
        listed.add(key)
        kinds[pair["kind"]][named[key].cause if key in named else "nothing"] += 1
    origins, things = manifest["origins"], manifest.get("things", {})

    def share(key):
        return bool(set.intersection(*(set(things.get(name, ())) for name in key)))

    falsely = [
        (key, said.cause)
        for key, said in named.items()
        if key not in listed
        and len(key) == 2
        and all(name in origins for name in key)
        and len({origins[name] for name in key}) == 2
        and not (said.cause in ("part", "burst") and share(key))
    ]
    return kinds, falsely


def _by_kind(manifest, kinds):
    wanted = {pair["kind"]: pair for pair in manifest["pairs"]}
    rows = []
    for kind, said in kinds.items():
        right = {wanted[kind]["cause"] or "nothing", *wanted[kind].get("accept", ())}
        total = said.total()
        found = total - said["nothing"]
        correct = sum(count for cause, count in said.items() if cause in right)
        others = ", ".join(f"{count} {cause}" for cause, count in said.most_common() if cause not in right)
        rows.append(
            (
                kind,
                " or ".join(sorted(right)),
                str(total),
                f"{found / total:.3f}",
                f"{correct / total:.3f}",
                others,
            )
        )
    return Table(
        title="By kind of pair",
        columns=("kind", "right", "pairs", "found", "named right", "else"),
        rows=tuple(rows),
    )


def _by_cause(manifest, named, falsely):
    causes = CAUSES
    wrong = Counter(cause for _, cause in falsely)
    said = Counter()
    right = Counter()
    true = Counter()
    found = Counter()
    overlaps = []
    for pair in manifest["pairs"]:
        key = frozenset((pair["first"], pair["second"]))
        cause = named[key].cause if key in named else ""
        if pair["cause"] and pair["kind"] != "crop to 30 %":
            true[pair["cause"]] += 1
            found[pair["cause"]] += bool(cause)
        if cause:
            said[cause] += 1
            right[cause] += cause == pair["cause"] or cause in pair.get("accept", ())
        box = named[key].box if key in named else None
        if cause == pair["cause"] == "cropped" and pair.get("box") and box:
            overlaps.append(_iou(pair["box"], box))
    rows = []
    for cause in causes:
        total = said[cause] + wrong[cause]
        rows.append(
            (
                cause,
                f"{right[cause] / total:.3f}" if total else "",
                str(wrong[cause]),
                str(true[cause]),
                f"{found[cause] / true[cause]:.3f}" if true[cause] else "",
            )
        )
    share = float(np.mean([overlap >= ASKED_IOU for overlap in overlaps])) if overlaps else 0.0
    least = f"; the least {min(overlaps):.3f}" if overlaps else ""
    return Table(
        title="By cause",
        columns=("cause", "precision", "of unrelated photos", "true pairs", "recall"),
        rows=tuple(rows),
        notes=(
            f"Asked: precision {ASKED_PRECISION}, recall {ASKED_RECALL} (crops to 30 % apart), named right "
            f"{ASKED_NAMED}, box IoU {ASKED_IOU}. Boxes of crops: {share:.3f} of {len(overlaps)} have an IoU of "
            f"{ASKED_IOU} or more{least}.",
        ),
    )


def _iou(one, other):
    left, top = max(one[0], other[0]), max(one[1], other[1])
    right, bottom = min(one[0] + one[2], other[0] + other[2]), min(one[1] + one[3], other[1] + other[3])
    common = max(0.0, right - left) * max(0.0, bottom - top)
    return common / (one[2] * one[3] + other[2] * other[3] - common)


if __name__ == "__main__":
    main()
