"""Photos as somebody keeps them, with copies planted among them, and what is left once they were cleared.

`python -m tests.benchmarks.duplicates.planted --out DIR` writes DIR/Pictures, folders by month, and DIR/planted.json
beside it, which says what was planted. With --count it says what is gone from there since, with --choice what would
be if all that is suggested went, of the planted pairs alone. Every photo is a real one
or a part of one, of parts that share no pixel; of 60 the next shot is there too, which is no copy.
"""

from __future__ import annotations

import argparse
import io
import json
import os
import shutil
import tempfile
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image as PilImage

from cbir.base.types import COPIES, DuplicateSearch
from cbir.library import Library
from tests.benchmarks.duplicates import made_set
from tests.benchmarks.report import DEFAULT_DATA, counted

Pixels = NDArray[np.uint8]
FOLDERS = (
    "distractors",
    "covers/Reference",
    "covers/Canon",
    "covers/Droid",
    "covers/E63",
    "covers/Palm",
    "objects",
    "hard/reference",
    "hard/query",
    "training",
    "captioned/five",
    "captioned/one",
    "captioned_noisy",
)
BURSTS = 60
_LEAST_PART_PX = 280
_CAMERAS = (
    ("Canon", "Canon EOS 600D", "IMG_{:04}"),
    ("Google", "Pixel 6", "PXL_{:06}"),
    ("", "", "scan{:05}"),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Taken:
    """A photo of the folder."""

    path: Path
    camera: tuple[str, str, str]
    when: datetime

    @property
    def pixels(self) -> Pixels:
        return made_set.read_rgb(self.path)


def _edited(make: made_set.Maker) -> Callable[[Taken, np.random.Generator], tuple[str, bytes | None]]:
    def made(photo: Taken, rng: np.random.Generator) -> tuple[str, bytes | None]:
        return f"{photo.path.stem}-edited.jpg", _jpeg(make(photo.pixels, rng).pixels, photo, 90)

    return made


def _same_file(photo: Taken, rng: np.random.Generator) -> tuple[str, bytes | None]:
    return f"{photo.path.stem}{rng.choice([' (1)', ' - Copy', ''])}.jpg", None


def _sent(photo: Taken, rng: np.random.Generator) -> tuple[str, bytes | None]:
    """As a messenger sends it: smaller, and without what the camera wrote."""
    made = made_set.resized(photo.pixels, rng).pixels
    return f"IMG-{photo.when:%Y%m%d}-WA{int(rng.integers(10_000)):04}.jpg", _jpeg(made, None, 75)


def _with_note(photo: Taken, rng: np.random.Generator) -> tuple[str, bytes | None]:
    note, data = b"downloaded from an album", photo.path.read_bytes()
    comment = b"\xff\xfe" + (len(note) + 2).to_bytes(2, "big") + note
    return f"{photo.path.stem}_web.jpg", data[:2] + comment + data[2:]


def _unpacked(photo: Taken, rng: np.random.Generator) -> tuple[str, bytes | None]:
    out = io.BytesIO()
    PilImage.fromarray(photo.pixels).save(out, "PNG")
    return f"{photo.path.stem}.png", out.getvalue()


def _cut(photo: Taken, rng: np.random.Generator) -> tuple[str, bytes | None]:
    made = made_set.cropped(float(rng.uniform(0.45, 0.8)))(photo.pixels, rng).pixels
    return f"{photo.path.stem}-crop.jpg", _jpeg(made, photo, 90)


KINDS: dict[str, tuple[int, Callable[[Taken, np.random.Generator], tuple[str, bytes | None]]]] = {
    "the same file": (60, _same_file),
    "sent by a messenger": (60, _sent),
    "a note added": (30, _with_note),
    "saved as PNG": (20, _unpacked),
    "cropped": (40, _cut),
    "light": (15, _edited(made_set.lit)),
    "colour": (15, _edited(made_set.recoloured)),
    "turned": (20, _edited(made_set.quarter_turned)),
    "lettering": (20, _edited(made_set.lettered)),
    "a border": (20, _edited(made_set.bordered)),
}
"""How many of 300 copies are of a kind, and what makes one: a name, and bytes; None for those of the photo itself."""


def plant(data: Path, out: Path, *, photos: int, copies: int, side_px: int, seed: int) -> None:
    """Write the folder and what was planted. photos : all together, the copies among them"""
    rng = np.random.default_rng(seed)
    own = photos - copies - BURSTS
    taken: list[Taken] = []
    start = datetime(2015, 1, 3, 9, 0)
    for number, (source, part, of) in enumerate(counted("photos", _parts(data, own, rng), 1000)):
        camera = _CAMERAS[int(rng.choice(len(_CAMERAS), p=[0.4, 0.35, 0.25]))]
        start += timedelta(minutes=int(rng.integers(1, 1700)))
        taken.append(_take(out, _small(_part_of(source, part, of), side_px), camera, start, number))
    truth: dict[str, Any] = {"copies": [], "bursts": []}
    order = rng.permutation(len(taken))
    for at in order[:BURSTS]:
        photo = taken[at]
        shot = made_set.next_shot(photo.pixels, rng).pixels
        assert shot is not None
        when = photo.when + timedelta(seconds=1)
        beside = _take(out, shot, photo.camera, when, len(taken) + len(truth["bursts"]))
        truth["bursts"].append([str(one.relative_to(out)) for one in (photo.path, beside.path)])
    kinds = [kind for kind, (share, _) in KINDS.items() for _ in range(round(share * copies / 300))]
    for kind, at in zip(kinds, order[BURSTS:], strict=False):
        copy = _plant(taken[at], out, KINDS[kind][1], rng)
        truth["copies"].append([str(copy.relative_to(out)), str(taken[at].path.relative_to(out)), kind])
    truth["files"] = sorted(str(path.relative_to(out)) for path in out.glob("Pictures/**/*.*"))
    (out / "planted.json").write_text(json.dumps(truth, indent=0))
    print(f"{len(truth['files'])} files, {len(truth['copies'])} copies of others among them, in {out}")


def count(out: Path) -> None:
    """Say what is gone and what is left."""
    truth = json.loads((out / "planted.json").read_text())
    print(json.dumps(counts(truth, {name for name in truth["files"] if (out / name).exists()}), indent=1))


def choice(out: Path) -> None:
    """Say what would be gone if all copies went that are suggested; only the planted pairs are indexed."""
    truth = json.loads((out / "planted.json").read_text())
    with tempfile.TemporaryDirectory(prefix="cbir-benchmark-", ignore_cleanup_errors=True) as folder:
        pairs = Path(folder).resolve() / "pairs"
        for name in {name for copy, photo, _ in truth["copies"] for name in (copy, photo)}:
            (pairs / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(out / name, pairs / name)  # with its date
        with Library.open(pairs.parent / "library", create=True, writable=True) as library:
            library.index([pairs])
            groups = library.duplicates.find(DuplicateSearch()).groups
    gone = {
        copy.photo.path.relative_to(pairs).as_posix()
        for group in groups
        for copy in group.copies
        if copy.cause in COPIES
    }
    print(json.dumps(counts(truth, set(truth["files"]) - gone), indent=1))


def counts(truth: Mapping[str, Any], left: set[str]) -> dict[str, Any]:
    """Of the copies: gone, or there while the photo is gone, or both there; and files that went and have no copy."""
    ends: dict[str, Counter[str]] = {}
    partners = {}
    for copy, photo, kind in truth["copies"]:
        there = copy in left, photo in left
        end = {
            (False, True): "copy gone",
            (True, False): "photo gone, copy kept",
            (True, True): "both left",
            (False, False): "both gone",
        }[there]
        ends.setdefault(kind, Counter())[end] += 1
        partners[copy], partners[photo] = photo, copy
    gone = set(truth["files"]) - left
    return {
        "cleared": sum(ends[kind]["copy gone"] + ends[kind]["photo gone, copy kept"] for kind in ends),
        "of": len(truth["copies"]),
        "by kind": {kind: dict(said) for kind, said in ends.items()},
        "gone without a copy": sorted(name for name in gone if partners.get(name) not in left),
        "of bursts": sorted(name for two in truth["bursts"] for name in two if name in gone),
        "files gone": len(gone),
    }


def _parts(data: Path, count: int, rng: np.random.Generator) -> Sequence[tuple[Path, int, int]]:
    """Photos, and large ones in parts that share no pixel: the file, which part, of how many; well mixed."""
    sources = [path for at in FOLDERS for path in sorted((data / at).glob("*.jpg"))]
    of = dict.fromkeys(sources, 1)
    large = [path for path in sources if max(PilImage.open(path).size) >= 2 * _LEAST_PART_PX]
    for at in rng.permutation(len(large)):
        missing = count - sum(of.values())
        if missing <= 0:
            break
        of[large[at]] = min(missing + 1, max(PilImage.open(large[at]).size) // _LEAST_PART_PX, 3)
    parts = [(path, part, of[path]) for path in sources for part in range(of[path])]
    if len(parts) < count:
        raise SystemExit(f"The photos make {len(parts)} in parts, and {count} were asked for.")
    return [parts[at] for at in rng.permutation(len(parts))[:count]]


def _part_of(source: Path, part: int, of: int) -> Pixels:
    pixels = made_set.read_rgb(source)
    axis = int(pixels.shape[1] > pixels.shape[0])
    return np.ascontiguousarray(np.array_split(pixels, of, axis=axis)[part])


def _small(pixels: Pixels, side_px: int) -> Pixels:
    shrink = side_px / max(pixels.shape[:2])
    if shrink >= 1:
        return pixels
    size = round(pixels.shape[1] * shrink), round(pixels.shape[0] * shrink)
    return np.asarray(cv2.resize(pixels, size, interpolation=cv2.INTER_AREA), np.uint8)


def _take(out: Path, pixels: Pixels, camera: tuple[str, str, str], when: datetime, number: int) -> Taken:
    folder = out / "Pictures" / f"{when:%Y}" / f"{when:%Y-%m}"
    path = folder / f"{camera[2].format(number)}.jpg"
    folder.mkdir(parents=True, exist_ok=True)
    photo = Taken(path=path, camera=camera, when=when)
    path.write_bytes(_jpeg(pixels, photo, 92))
    os.utime(path, (when.timestamp(), when.timestamp()))
    return photo


def _plant(
    photo: Taken,
    out: Path,
    make: Callable[[Taken, np.random.Generator], tuple[str, bytes | None]],
    rng: np.random.Generator,
) -> Path:
    """Write a copy, beside its photo or where people put such."""
    name, data = make(photo, rng)
    place = rng.choice(["", "Pictures/Backup", "Pictures/Received", "Pictures/For the album"])
    folder = out / place if place else photo.path.parent
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / name
    while path.exists():
        path = path.with_stem(f"{path.stem}_")
    if data is None:
        shutil.copy2(photo.path, path)
        return path
    path.write_bytes(data)
    later = (photo.when + timedelta(days=int(rng.integers(1, 300)))).timestamp()
    os.utime(path, (later, later))
    return path


def _jpeg(pixels: Pixels | None, photo: Taken | None, quality: int) -> bytes:
    """photo : whose camera and time are written too"""
    assert pixels is not None
    exif = PilImage.Exif()
    if photo is not None and photo.camera[0]:
        exif[0x010F], exif[0x0110] = photo.camera[:2]
        exif.get_ifd(0x8769)[0x9003] = f"{photo.when:%Y:%m:%d %H:%M:%S}"
    out = io.BytesIO()
    PilImage.fromarray(pixels).save(out, "JPEG", quality=quality, exif=exif)
    return out.getvalue()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--data", type=Path, default=DEFAULT_DATA)
    parser.add_argument("--photos", type=int, default=6000)
    parser.add_argument("--copies", type=int, default=300)
    parser.add_argument("--side", type=int, default=640, help="of the photos, pixels at most")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", action="store_true", help="say what is gone since")
    parser.add_argument("--choice", action="store_true", help="say what would be gone if all suggested went")
    asked = parser.parse_args()
    if asked.count:
        count(asked.out)
    elif asked.choice:
        choice(asked.out)
    else:
        plant(
            asked.data.resolve(),
            asked.out,
            photos=asked.photos,
            copies=asked.copies,
            side_px=asked.side,
            seed=asked.seed,
        )


if __name__ == "__main__":
    main()
