"""Shelves composed from covers, and which of their items are found: `python -m tests.benchmarks.shelves`.

Each shelf has 6 to 40 covers, each a little askew, seen at an angle, with glare. The library has nine in ten of the
covers, the distractors and objects/. So some items of a shelf are not in it, and must not be found. Options were
chosen on covers 1 to 50: the shelves show covers 51 to 100.
"""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path

import cv2
import numpy as np

from cbir.library import Library

SIZE = 3600, 2400
ABSENT = range(91, 101)  # on shelves, but not in the library
LEAST_OVERLAP = 0.6  # of an item and its place, as a share of the smaller one


def composed(covers, random):
    """A shelf as JPEG, and the corners of each cover on it. covers : paths"""
    columns = int(np.ceil(np.sqrt(len(covers) * 1.5)))
    rows = -(-len(covers) // columns)
    width, height = SIZE[0] / columns, SIZE[1] / rows
    shelf = np.full((SIZE[1], SIZE[0], 3), (60, 90, 120), np.uint8)
    shelf = cv2.add(shelf, random.integers(0, 40, shelf.shape).astype(np.uint8))
    places = {}
    for at, path in enumerate(covers):
        cover = cv2.imread(str(path))
        h, w = cover.shape[:2]
        scale = min(width * 0.86 / w, height * 0.86 / h)
        middle = np.array([(at % columns + 0.5) * width, (at // columns + 0.5) * height])
        angle = random.uniform(-0.08, 0.08)
        turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
        corners = np.array([[-w, -h], [w, -h], [w, h], [-w, h]]) * scale / 2 @ turn.T + middle
        corners += random.uniform(-0.04, 0.04, (4, 2)) * min(width, height)
        onto = cv2.getPerspectiveTransform(
            np.array([[0, 0], [w, 0], [w, h], [0, h]], np.float32), corners.astype(np.float32)
        )
        laid = cv2.warpPerspective(cover, onto, SIZE, flags=cv2.INTER_AREA)
        mask = cv2.warpPerspective(np.full((h, w), 255, np.uint8), onto, SIZE) > 128
        shelf[mask] = laid[mask]
        places[path.name] = corners
    view = _view(random)
    shelf = cv2.warpPerspective(shelf, view, SIZE).astype(np.float32)
    shelf = np.clip(shelf + _glare(random), 0, 255).astype(np.uint8)
    shelf = cv2.GaussianBlur(shelf, (0, 0), 0.8)
    _, encoded = cv2.imencode(".jpg", shelf, [cv2.IMWRITE_JPEG_QUALITY, 85])
    return encoded.tobytes(), {
        name: cv2.perspectiveTransform(corners[None].astype(np.float32), view)[0]
        for name, corners in places.items()
    }


def _view(random):
    inwards = random.uniform(0, 0.1, (4, 2)) * SIZE
    whole = np.array([[0, 0], [SIZE[0], 0], SIZE, [0, SIZE[1]]], np.float32)
    sides = np.array([[1, 1], [-1, 1], [-1, -1], [1, -1]])
    return cv2.getPerspectiveTransform(whole, (whole + inwards * sides).astype(np.float32))


def _glare(random):
    light = np.zeros(SIZE[::-1], np.float32)
    for _ in range(random.integers(2, 6)):
        middle = int(random.uniform(0, SIZE[0])), int(random.uniform(0, SIZE[1]))
        reach = int(random.uniform(80, 320)), int(random.uniform(60, 160))
        cv2.ellipse(light, middle, reach, float(random.uniform(0, 180)), 0, 360, 1.0, -1)
    return cv2.GaussianBlur(light, (0, 0), 60)[..., None] * 220


def overlap(first, second):
    first, second = (np.asarray(corners, np.float32) for corners in (first, second))
    common = cv2.intersectConvexConvex(first, second)[0]
    return common / max(1.0, min(cv2.contourArea(first), cv2.contourArea(second)))


def build(folder, data):
    """A library of covers without the absent ones, of distractors and of objects."""
    pictures = folder.with_suffix(".pictures")
    pictures.mkdir(exist_ok=True)
    for path in sorted((data / "covers" / "Reference").glob("*.jpg")):
        if int(path.stem) not in ABSENT:
            (pictures / path.name).symlink_to(path)
    with Library.open(folder, create=True, writable=True) as library:
        library.index([pictures, data / "distractors", data / "objects"])


def main():
    parsed = argparse.ArgumentParser(description=__doc__)
    parsed.add_argument("--data", type=Path, default=Path("../shared/data"))
    parsed.add_argument("--library", type=Path, help="kept between runs")
    parsed.add_argument("--first", type=int, default=0)
    parsed.add_argument("--shelves", type=int, default=50)
    arguments = parsed.parse_args()
    data = arguments.data.resolve()
    with tempfile.TemporaryDirectory() as work:
        folder = arguments.library or Path(work, "library")
        if not folder.exists():
            build(folder, data)
        shown = right = false = 0
        with Library.open(folder) as library:
            for number in range(arguments.first, arguments.first + arguments.shelves):
                random = np.random.default_rng(5900 + number)
                chosen = random.permutation(np.arange(51, 101))[: random.integers(6, 41)]
                covers = [data / "covers" / "Reference" / f"{cover:03}.jpg" for cover in chosen]
                shelf = Path(work, "shelf.jpg")
                content, places = composed(covers, random)
                shelf.write_bytes(content)
                present = {path.name for path in covers if int(path.stem) not in ABSENT}
                items = library.inventory(shelf)
                listed = {
                    item.path.name
                    for item in items
                    if item.path.name in present
                    and overlap(item.corners, places[item.path.name]) > LEAST_OVERLAP
                }
                strangers = [item.path.name for item in items if item.path.name not in listed]
                shown, right, false = shown + len(present), right + len(listed), false + len(strangers)
                print(number, len(covers), len(present), len(listed), strangers, flush=True)
    print(f"{right} of {shown} items found ({right / shown:.3f}), {false} falsely")


if __name__ == "__main__":
    main()
