"""Folders of photos -> those that a set is made of, and what is known of what they share."""

from __future__ import annotations

import json
import zlib
from collections.abc import Sequence
from pathlib import Path

from tests.benchmarks.duplicates.seen import OF_PHOTOS, groups


def photos_of_half(data: Path, half: int) -> list[Path]:
    """The distractors of a half: 0 chooses, 1 reports. See README.md of the data."""
    found = sorted((data / "distractors").glob("*.jpg"))
    return [path for path in found if zlib.crc32(path.name.encode()) % 2 == half]


def reporting_photos(data: Path, count: int | None = None) -> list[Path]:
    """The photos that no option was chosen on, and then others up to `count`.

    The others are half A, the references of hard/, what training/ has but for shelves and prints, which share more than
    anybody listed, and captioned/one.
    """
    folders = ("captioned/five", "covers/Reference", "objects")
    unseen = [*photos_of_half(data, 1), *_photos_in(data, *folders)]
    if count is None:
        return unseen
    training = [
        path for path in _photos_in(data, "training") if not path.name.startswith(("shelf_", "print_"))
    ]
    others = [
        *photos_of_half(data, 0),
        *_photos_in(data, "hard/reference"),
        *training,
        *_photos_in(data, "captioned/one"),
    ]
    return [*unseen, *others][:count]


def fresh_photos(data: Path, count: int | None = None) -> list[Path]:
    """Half of the photos that `reporting_photos` does not come to among 2,000; the other half chooses."""
    seen = set(reporting_photos(data, 2000))
    left = [path for path in _photos_in(data, *_FRESH) if path not in seen]
    return [path for path in left if zlib.crc32(path.name.encode()) % 2 == 1][:count]


def _photos_in(data: Path, *folders: str) -> list[Path]:
    return [path for at in folders for path in sorted((data / at).glob("*.jpg"))]


_FRESH = ("hard/query", "captioned/one", "captioned_noisy")


def things_in(photos: Sequence[Path]) -> dict[Path, list[str]]:
    """What photos of the data truly share: pairs that were judged by eye, and the four photos of each thing."""
    found: dict[Path, list[str]] = {photo: [] for photo in photos}
    by_name = {photo.name: photo for photo in photos}
    judged = next((photo.parent for photo in photos if photo.parent.name == "distractors"), None)
    pairs = json.loads((judged / "true_pairs.json").read_text())["pairs"] if judged else []
    same = [(f"{pair['a']} {pair['b']}", (pair["a"], pair["b"])) for pair in pairs if pair["share"]]
    for thing, names in (*same, *groups(OF_PHOTOS)):
        for name in names:
            if name in by_name:
                found[by_name[name]].append(thing)
    objects = [photo for photo in photos if photo.parent.name == "objects"]
    for number, photo in enumerate(objects):
        found[photo].append(f"thing {number // 4}")
    return found
