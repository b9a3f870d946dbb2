"""Duplicates named with their cause: `python -m tests.benchmarks.duplicates --set DIR`, DIR with a manifest.json.

A set is what duplicate_set.py makes, or anybody else: see there for the manifest. Precision of a cause is over all
pairs that it is named for, those that no manifest names among them; recall is over the pairs of each kind, found with
any cause. Beside it what perceptual hashes find of the same pairs, at the distance at which they name one in a
thousand of the pairs of two different photos.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image

from cbir.base.types import COPIES, DuplicateReport, DuplicateSearch
from cbir.library import Library
from tests.benchmarks.libraries import work_folder
from tests.benchmarks.report import Table, parser, progress, publish

ASKED_PRECISION, ASKED_RECALL, ASKED_NAMED, ASKED_IOU = 0.99, 0.97, 0.95, 0.9


@dataclass(frozen=True, slots=True)
class Named:
    cause: str
    box: tuple[float, ...] | None


Pairs = Mapping[frozenset[str], Named]


def main() -> None:
    arguments = parser(__doc__ or "", data=False)
    arguments.add_argument("--set", type=Path, required=True, help="a folder with photos and a manifest.json")
    arguments.add_argument("--name", default="duplicates", help="of the section in docs/benchmarks.md")
    arguments.add_argument("--title", default="Duplicates, with their cause")
    arguments.add_argument("--work", type=Path, help="keep the library in this folder")
    parsed = arguments.parse_args()
    folder = parsed.set.resolve()
    manifest = json.loads((folder / "manifest.json").read_text())
    with work_folder(parsed.work) as work:
        started = time.perf_counter()
        with Library.open(work / "library", create=True, writable=True) as library:
            library.index([folder])
            progress(f"indexed in {time.perf_counter() - started:.0f} s")
            started = time.perf_counter()
            named = _named(library, folder)
            took_s = time.perf_counter() - started
    kinds, falsely = score(manifest, named)
    tables = [_by_kind(manifest, kinds), _by_cause(manifest, named, falsely)]
    files = sorted({name for pair in manifest["pairs"] for name in (pair["first"], pair["second"])})
    tables.append(_hashes(folder, manifest, files))
    progress(f"found in {took_s:.0f} s")
    publish(parsed.name, parsed.title, tables, write=parsed.write)


def _named(library: Library, folder: Path) -> dict[frozenset[str], Named]:
    """What is said of each pair of files, also of those that are in one group without being compared: nothing."""
    report = library.duplicates.find(DuplicateSearch(), progress=_tell)
    return pairs_of(library, report, folder)


def pairs_of(library: Library, report: DuplicateReport, folder: Path) -> dict[frozenset[str], Named]:
    """Every comparison that the library keeps, by the names of the files, and files of equal bytes."""
    from cbir.base.layout import Layout
    from cbir.catalog import Catalog
    from cbir.duplicates import DuplicateTables
    from cbir.duplicates.judgement import Finding
    from cbir.duplicates.proof import PROOF_VERSION

    with Catalog.open(Layout(library.folder).catalog, writable=False) as catalog:
        tables = catalog.table(DuplicateTables)
        names: dict[str, list[str]] = defaultdict(list)
        for row in tables.photos():
            names[row.fingerprint].append(row.file.relative_to(folder).as_posix())
        compared = tables.compared(PROOF_VERSION)
    found: dict[frozenset[str], Named] = {}
    for (first, second), (cause, finding) in compared.items():
        if not cause:
            continue
        box = Finding.from_json(cause, finding).box  # type: ignore[arg-type]
        for one in names.get(first, ()):
            for other in names.get(second, ()):
                found[frozenset((one, other))] = Named(cause, box)
    for same in names.values():
        for one in same:
            for other in same:
                if one != other:
                    found[frozenset((one, other))] = Named("identical", None)
    return found


def _tell(done: int, total: int) -> None:
    if done % 200 == 0:
        progress(f"  {done} of {total} pairs compared")


def score(
    manifest: Mapping[str, Any], named: Pairs
) -> tuple[dict[str, Counter[str]], list[tuple[frozenset[str], str]]]:
    """What is said of each kind of pair, and what is said of photos that are nothing to each other."""
    kinds: dict[str, Counter[str]] = defaultdict(Counter)
    listed = set()
    for pair in manifest["pairs"]:
        key = frozenset((pair["first"], pair["second"]))
        listed.add(key)
        kinds[pair["kind"]][named[key].cause if key in named else "nothing"] += 1
    origins = manifest["origins"]
    falsely = [
        (key, said.cause)
        for key, said in named.items()
        if key not in listed
        and len(key) == 2
        and all(name in origins for name in key)
        and len({origins[name] for name in key}) == 2
    ]
    return kinds, falsely


def _by_kind(manifest: Mapping[str, Any], kinds: Mapping[str, Counter[str]]) -> Table:
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


def _by_cause(
    manifest: Mapping[str, Any], named: Pairs, falsely: Sequence[tuple[frozenset[str], str]]
) -> Table:
    causes = (*COPIES, "burst", "part")
    wrong = Counter(cause for _, cause in falsely)
    said: Counter[str] = Counter()
    right: Counter[str] = Counter()
    true: Counter[str] = Counter()
    found: Counter[str] = Counter()
    overlaps: list[float] = []
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
    share = float(np.mean([one >= ASKED_IOU for one in overlaps])) if overlaps else 0.0
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


def _iou(one: Sequence[float], other: Sequence[float]) -> float:
    left, top = max(one[0], other[0]), max(one[1], other[1])
    right, bottom = min(one[0] + one[2], other[0] + other[2]), min(one[1] + one[3], other[1] + other[3])
    common = max(0.0, right - left) * max(0.0, bottom - top)
    return common / (one[2] * one[3] + other[2] * other[3] - common)


# --- perceptual hashes


def _hashes(folder: Path, manifest: Mapping[str, Any], files: Sequence[str]) -> Table:
    makers = _makers()
    kinds = list(dict.fromkeys(pair["kind"] for pair in manifest["pairs"]))
    columns, notes = ["kind"], []
    found: dict[str, list[float]] = {kind: [] for kind in kinds}
    for name, make in makers.items():
        started = time.process_time()
        hashes = {}
        for file in files:
            with Image.open(folder / file) as picture:
                hashes[file] = np.asarray(make(picture.convert("RGB"))).ravel()
        each_ms = (time.process_time() - started) * 1000 / len(files)
        cut = _cut(hashes, manifest["origins"])
        columns.append(name)
        notes.append(
            f"{name}: {each_ms:.1f} ms a photo, decoding included, cut {cut} of {len(hashes[files[0]])} bits"
        )
        for kind in kinds:
            pairs = [pair for pair in manifest["pairs"] if pair["kind"] == kind]
            near = [int((hashes[p["first"]] != hashes[p["second"]]).sum()) <= cut for p in pairs]
            found[kind].append(float(np.mean(near)))
    if shutil.which("findimagedupes"):
        columns.append("findimagedupes")
        same = _findimagedupes(folder, files)
        for kind in kinds:
            pairs = [pair for pair in manifest["pairs"] if pair["kind"] == kind]
            found[kind].append(float(np.mean([frozenset((p["first"], p["second"])) in same for p in pairs])))
    return Table(
        title="Perceptual hashes on the same pairs: share of the pairs that they find",
        columns=tuple(columns),
        rows=tuple((kind, *(f"{value:.3f}" for value in found[kind])) for kind in kinds),
        notes=(*notes, *([] if len(makers) > 1 else ["imagehash was not installed."])),
    )


def _makers() -> dict[str, Callable[[Image.Image], Any]]:
    from cbir.duplicates.hashes import hash_picture

    makers: dict[str, Callable[[Image.Image], Any]] = {
        "our first stage": lambda picture: np.unpackbits(
            np.frombuffer(hash_picture(np.asarray(picture)), np.uint8)
        )
    }
    try:
        import imagehash  # type: ignore[import-not-found, import-untyped, unused-ignore]
    except ImportError:
        return makers
    return makers | {
        "imagehash pHash": lambda picture: imagehash.phash(picture).hash,
        "imagehash dHash": lambda picture: imagehash.dhash(picture).hash,
        "imagehash wHash": lambda picture: imagehash.whash(picture).hash,
    }


def _cut(hashes: Mapping[str, Any], origins: Mapping[str, str]) -> int:
    """The distance within which lie one in a thousand of the pairs of different photos."""
    rng = np.random.default_rng(1)
    names = [name for name in hashes if name in origins]
    pairs = rng.choice(len(names), (20_000, 2))
    apart = [
        int((hashes[names[a]] != hashes[names[b]]).sum())
        for a, b in pairs.tolist()
        if origins[names[a]] != origins[names[b]]
    ]
    return int(np.quantile(apart, 0.001))


def _findimagedupes(folder: Path, files: Sequence[str]) -> set[frozenset[str]]:
    """Pairs that findimagedupes groups, at its own threshold."""
    ran = subprocess.run(
        ["findimagedupes", "-q", *(str(folder / file) for file in files)],
        capture_output=True,
        text=True,
        check=False,
    )
    groups = [
        [Path(name).relative_to(folder).as_posix() for name in line.split()]
        for line in ran.stdout.splitlines()
    ]
    return {frozenset((one, other)) for same in groups for one in same for other in same if one != other}


if __name__ == "__main__":
    main()
