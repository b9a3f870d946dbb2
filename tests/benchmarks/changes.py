"""Planted changes between two views of one thing, and how well they are marked: `python -m tests.benchmarks.changes`.

Pairs are composed from photos: another viewpoint, light, sharpness and compression, and up to four things that are in
one view only. A quarter of the pairs has no change. In covers/, one view is a phone photo of the printed cover, so that
viewpoint and light are real. Options were chosen on half A of distractors/ and covers 1 to 50; the table has the rest.
"""

from __future__ import annotations

import argparse
import tempfile
import zlib
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from cbir.base.types import SearchOptions, Term
from cbir.library import Library, changes_between

IOU = 0.5  # a box marks a change if they have so much of their union in common


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """Two views and the boxes of what was planted, in the second view: (x, y, width, height) in pixels.

    kind : "photo" or "cover"
    """

    name: str
    kind: str
    first: Path
    second: Path
    planted: tuple[tuple[int, int, int, int], ...]


def half(path, report):
    return (zlib.crc32(path.name.encode()) % 2 == 1) is report


def load(path, side=1200):
    picture = cv2.imread(str(path))
    shrink = side / max(picture.shape[:2])
    if shrink >= 1:
        return picture
    return cv2.resize(picture, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA)


def blob(random, width, height):
    """A mask of one of three shapes, soft at its border."""
    mask = np.zeros((height, width), np.uint8)
    kind = random.integers(3)
    if kind == 0:
        cv2.ellipse(mask, (width // 2, height // 2), (width // 2 - 1, height // 2 - 1), 0, 0, 360, 255, -1)
    elif kind == 1:
        cv2.rectangle(mask, (1, 1), (width - 2, height - 2), 255, -1)
    else:
        angles = np.linspace(0, 2 * np.pi, 9)[:-1]
        reach = random.uniform(0.6, 1.0, 8)
        points = np.stack([np.cos(angles) * reach * width / 2, np.sin(angles) * reach * height / 2], axis=1)
        cv2.fillPoly(mask, [(points + np.array([width / 2, height / 2])).astype(np.int32)], 255)
    return mask


def plant(random, picture, others, place=None):
    """The picture with a part of another one, and its mask; None if it can hardly be seen. place : mask of where"""
    height, width = picture.shape[:2]
    short = min(height, width)
    w, h = (int(random.uniform(0.06, 0.24) * short) for _ in range(2))
    left, top = int(random.integers(4, width - w - 4)), int(random.integers(4, height - h - 4))
    shape = blob(random, w, h)
    mask = np.zeros((height, width), np.uint8)
    mask[top : top + h, left : left + w] = shape
    if place is not None and (place[mask > 0] == 0).any():
        return None
    here = np.s_[top : top + h, left : left + w]
    if others is None:  # what is there is removed
        filled = cv2.inpaint(picture, cv2.dilate(mask, np.ones((3, 3))), 5, cv2.INPAINT_TELEA)
    else:
        other = others[random.integers(len(others))]
        y, x = (
            int(random.integers(0, side - size)) for side, size in zip(other.shape[:2], (h, w), strict=True)
        )
        filled = picture.copy()
        filled[here] = other[y : y + h, x : x + w]
    differing = np.abs(filled.astype(int) - picture.astype(int)).max(axis=2)[mask > 0]
    if differing.mean() < 30 or (differing > 20).mean() < 0.6:
        return None
    soft = cv2.GaussianBlur(mask, (0, 0), 1.0)[..., None] / 255
    return (soft * filled + (1 - soft) * picture).astype(np.uint8), mask


def view(random, size, far):
    """A homography from a picture to a view within it. far : share by which corners move at most"""
    width, height = size
    angle = np.deg2rad(random.uniform(-12, 12)) * min(1, far / 0.1)
    corners = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float64)
    middle = corners.mean(axis=0)
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    inner = (corners - middle) * (1 - far) @ turn.T * (1 - abs(np.sin(angle)) * 0.6) + middle
    inner += random.uniform(-far / 2, far / 2, (4, 2)) * (width, height)
    inner = np.clip(inner, 1, (width - 2, height - 2))
    return cv2.getPerspectiveTransform(inner.astype(np.float32), corners.astype(np.float32))


def lit(random, picture, strength=1.0):
    """The picture in another light, with noise and blur."""
    height, width = picture.shape[:2]
    light = (picture.astype(np.float32) / 255) ** (1 + strength * random.uniform(-0.25, 0.35))
    light *= 1 + strength * random.uniform(-0.4, 0.35)
    light *= 1 + strength * random.uniform(-0.1, 0.1, 3).astype(np.float32)
    y, x = np.mgrid[:height, :width].astype(np.float32)
    slope = random.uniform(-0.25, 0.25, 2) * strength
    light *= (1 + slope[0] * (x / width - 0.5) + slope[1] * (y / height - 0.5))[..., None]
    far = ((x / width - 0.5) ** 2 + (y / height - 0.5) ** 2)[..., None]
    light *= 1 - strength * random.uniform(0, 0.5) * far
    light = cv2.GaussianBlur(light, (0, 0), random.uniform(0.1, 1.0))
    light += random.normal(0, random.uniform(0, 3) / 255, light.shape)
    return np.clip(light * 255, 0, 255).astype(np.uint8)


def box_of(mask):
    rows, columns = np.where(mask > 127)
    if len(rows) < 80:
        return None
    return (
        int(columns.min()),
        int(rows.min()),
        int(np.ptp(columns) + 1),
        int(np.ptp(rows) + 1),
    )


def composed(photo, others, seed, folder):
    """Write two views of one photo."""
    random = np.random.default_rng(seed)
    base = load(photo)
    first = second = base
    masks = []
    for _ in range(0 if seed % 4 == 0 else int(random.integers(1, 5))):
        for _ in range(12):
            kind = random.integers(3)  # added, removed, or removed and filled from around
            made = plant(random, first if kind == 1 else second, None if kind == 2 else others)
            if made is None or any((made[1] & cv2.dilate(mask, np.ones((31, 31)))).any() for mask in masks):
                continue
            if kind == 1:
                first = made[0]
            else:
                second = made[0]
            masks.append(made[1])
            break
    size = base.shape[1::-1]
    ways = view(random, size, 0.05), view(random, size, random.uniform(0.08, 0.2))
    first = cv2.warpPerspective(first, ways[0], size)
    second = lit(random, cv2.warpPerspective(second, ways[1], size))
    planted = []
    for mask in masks:
        box = box_of(cv2.warpPerspective(mask, ways[1], size))
        here = cv2.warpPerspective(mask, ways[0], size)
        if box is not None and (here > 127).sum() > 0.5 * (mask > 127).sum() * abs(
            np.linalg.det(ways[0][:2, :2])
        ):
            planted.append(box)
    return written(folder, "photo", f"{photo.stem}-{seed}", first, second, planted, random)


def on_cover(reference, phone, others, seed, folder):
    """Write a cover's reference and a phone photo of it, onto which things were planted."""
    random = np.random.default_rng(seed)
    first, second = load(reference), load(phone)
    inner = cover_in(second, first)
    if inner is None:
        return None
    masks = []
    for _ in range(0 if seed % 4 == 0 else int(random.integers(1, 4))):
        for _ in range(20):
            made = plant(random, second, others, place=inner)
            if made is None or any((made[1] & cv2.dilate(mask, np.ones((31, 31)))).any() for mask in masks):
                continue
            second = made[0]
            masks.append(made[1])
            break
    planted = [box for box in map(box_of, masks) if box is not None]
    return written(
        folder, "cover", f"{phone.parent.name}-{phone.stem}-{seed}", first, second, planted, random
    )


def cover_in(photo, reference):
    """Mask of the cover in a photo, by OpenCV's own SIFT and RANSAC; None if it is not found."""
    sift = cv2.SIFT_create(3000)
    sides = [sift.detectAndCompute(picture, None) for picture in (reference, photo)]
    pairs = cv2.BFMatcher().knnMatch(sides[0][1], sides[1][1], k=2)
    good = [a for a, b in pairs if a.distance < 0.75 * b.distance]
    if len(good) < 20:
        return None
    points = [
        np.float32([sides[at][0][getattr(m, name)].pt for m in good])
        for at, name in enumerate(("queryIdx", "trainIdx"))
    ]
    onto, inliers = cv2.findHomography(*points, cv2.RANSAC, 4.0)
    if onto is None or inliers.sum() < 20:
        return None
    whole = np.full(reference.shape[:2], 255, np.uint8)
    mask = cv2.warpPerspective(whole, onto, photo.shape[1::-1])
    return cv2.erode(mask, np.ones((9, 9)), borderValue=0)


def written(folder, kind, name, first, second, planted, random):
    folder.mkdir(parents=True, exist_ok=True)
    paths = [folder / f"{name}-{side}.jpg" for side in ("first", "second")]
    qualities = random.integers(75, 95), random.integers(55, 90)
    for path, picture, quality in zip(paths, (first, second), qualities, strict=True):
        cv2.imwrite(str(path), picture, [cv2.IMWRITE_JPEG_QUALITY, int(quality)])
    return Pair(name=name, kind=kind, first=paths[0], second=paths[1], planted=tuple(planted))


def pairs_in(data, folder, count, report):
    """Compose `count` pairs of photos and half as many with covers, of the half to choose on, or to report."""
    photos = [path for path in sorted((data / "distractors").glob("*.jpg")) if half(path, report)]
    random = np.random.default_rng(59 + report)
    chosen = [photos[at] for at in random.permutation(len(photos))]
    others = [load(path, 700) for path in chosen[-40:]]
    made = [composed(path, others, seed, folder) for seed, path in enumerate(chosen[:count])]
    covers = sorted(path.name for path in (data / "covers" / "Reference").glob("*.jpg"))
    covers = covers[50:] if report else covers[:50]
    for seed, cover in enumerate(covers[: count // 2]):
        camera = ("Canon", "Droid", "E63", "Palm")[seed % 4]
        phone = data / "covers" / camera / cover
        if phone.exists():
            made.append(on_cover(data / "covers" / "Reference" / cover, phone, others, seed, folder))
    return [pair for pair in made if pair is not None]


def iou(first, second):
    left, top = max(first[0], second[0]), max(first[1], second[1])
    right, bottom = (
        min(first[0] + first[2], second[0] + second[2]),
        min(first[1] + first[3], second[1] + second[3]),
    )
    common = max(0, right - left) * max(0, bottom - top)
    return common / (first[2] * first[3] + second[2] * second[3] - common)


def average_precision(answers, least=IOU):
    """AP, precision and recall of all boxes. answers : of each pair its planted boxes, and its (strength, box)"""
    rows, count = [], 0
    for planted, marked in answers:
        count += len(planted)
        left = list(planted)
        for strength, box in sorted(marked, key=lambda entry: -entry[0]):
            best = max(left, key=lambda other: iou(box, other), default=None)
            right = best is not None and iou(box, best) >= least
            if right:
                left.remove(best)
            rows.append((strength, right))
    rows.sort(key=lambda row: -row[0])
    right = np.array([row[1] for row in rows], float)
    if not len(right) or not count:
        return 0.0, 0.0, 0.0
    precision = right.cumsum() / np.arange(1, len(right) + 1)
    ceiling = np.maximum.accumulate(precision[::-1])[::-1]
    return float((ceiling * right).sum() / count), float(right.mean()), float(right.sum() / count)


def main():
    parsed = argparse.ArgumentParser(description=__doc__)
    parsed.add_argument("--data", type=Path, default=Path("../shared/data"))
    parsed.add_argument("--pairs", type=int, default=40, help="of photos; half as many of covers")
    parsed.add_argument("--tune", action="store_true", help="the half on which options are chosen")
    arguments = parsed.parse_args()
    with tempfile.TemporaryDirectory() as work:
        pairs = pairs_in(arguments.data.resolve(), Path(work, "pairs"), arguments.pairs, not arguments.tune)
        answers = marked(pairs, Path(work))
    for name in ("photo", "cover"):
        rows = [answer for pair, answer in zip(pairs, answers, strict=True) if pair.kind == name]
        precision, right, recalled = average_precision(rows)
        print(
            f"{name}s: {len(rows)} pairs, {sum(len(row[0]) for row in rows)} planted: AP {precision:.3f}, "
            f"of the boxes right {right:.3f}, of the planted marked {recalled:.3f}"
        )


def marked(pairs, work):
    """For each pair its planted boxes, and what the program marks: (strength, box in the second view)."""
    seconds = work / "seconds"
    seconds.mkdir()
    for pair in pairs:
        (seconds / pair.second.name).symlink_to(pair.second)
    answers = []
    with Library.open(work / "library", create=True, writable=True) as library:
        library.index([seconds])
        for pair in pairs:
            hits = library.search([Term(path=pair.first)], SearchOptions(engine="match", top=5)).hits
            hit = next((hit for hit in hits if hit.path.name == pair.second.name and hit.verified), None)
            changes = ()
            if hit is not None:
                pictures = [
                    library.picture(path=path, max_side_px=1024) for path in (pair.first, pair.second)
                ]
                evidence = max(hit.evidence, key=lambda evidence: evidence.inliers)
                changes = changes_between(*pictures, evidence)
            answers.append((pair.planted, [(change.strength, change.second) for change in changes]))
    return answers


if __name__ == "__main__":
    main()
