"""Chains of photos made from one another, and whose parent is told: `python -m tests.benchmarks.origin`.

Each chain has an original and three to five steps: resized, cropped, edited, a screenshot, a photo of the print. A step
starts from the last photo, now and then from an earlier one. Files have the date at which they were written, but in a
fifth of the chains all have one, as copied files may. None has metadata. Options were chosen on chains of half A of
distractors/; the table has those of half B.
"""

from __future__ import annotations

import argparse
import os
import tempfile
import zlib
from pathlib import Path

import cv2
import numpy as np

from cbir.library import Library, origin_of

STEPS = ("resized", "cropped", "edited", "screenshot", "print")


def resized(random, picture):
    shrink = random.uniform(0.5, 0.85)
    return cv2.resize(picture, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA)


def cropped(random, picture):
    height, width = picture.shape[:2]
    w, h = (int(side * random.uniform(0.55, 0.85)) for side in (width, height))
    x, y = int(random.integers(0, width - w)), int(random.integers(0, height - h))
    return picture[y : y + h, x : x + w]


def edited(random, picture):
    light = (picture.astype(np.float32) / 255) ** random.choice([0.72, 0.8, 1.25, 1.4])
    light *= random.uniform(0.85, 1.15, 3).astype(np.float32)
    return np.clip(light * 255, 0, 255).astype(np.uint8)


def screenshot(random, picture):
    height, width = picture.shape[:2]
    shrink = min(1.0, random.uniform(700, 1000) / max(height, width))
    picture = cv2.resize(picture, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA)
    height, width = picture.shape[:2]
    left, right, top, bottom = (int(random.uniform(20, 160)) for _ in range(4))
    grey = int(random.choice([30, 60, 230, 250]))
    screen = np.full((height + top + bottom, width + left + right, 3), grey, np.uint8)
    screen[top : top + height, left : left + width] = picture
    for x in range(20, screen.shape[1] - 60, 70):
        cv2.putText(screen, "File", (x, 15), cv2.FONT_HERSHEY_SIMPLEX, 0.4, (255 - grey,) * 3, 1)
    return screen


def printed(random, picture):
    height, width = picture.shape[:2]
    size = int(width * 1.35), int(height * 1.35)
    table = cv2.resize(
        random.integers(90, 160, (24, 24, 3)).astype(np.uint8), size, interpolation=cv2.INTER_CUBIC
    )
    corners = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    onto = corners + [0.175 * width, 0.175 * height] + random.uniform(-0.1, 0.1, (4, 2)) * [width, height]
    view = cv2.getPerspectiveTransform(corners, onto.astype(np.float32))
    laid = cv2.warpPerspective(picture, view, size)
    mask = cv2.warpPerspective(np.full((height, width), 255, np.uint8), view, size)[..., None] > 128
    light = np.where(mask, laid, table).astype(np.float32) * random.uniform(0.75, 1.05)
    light = cv2.GaussianBlur(light, (0, 0), 0.8) + random.normal(0, 2, light.shape)
    return np.clip(light, 0, 255).astype(np.uint8)


MAKERS = dict(zip(STEPS, (resized, cropped, edited, screenshot, printed), strict=True))


def chain(path, seed, folder):
    """Write the photos of a chain. Returns each photo's parent by name; the original's is None."""
    random = np.random.default_rng(seed)
    picture = cv2.imread(str(path))
    shrink = 1400 / max(picture.shape[:2])
    pictures = [cv2.resize(picture, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_CUBIC)]
    names, parents, before = [f"{seed:02}-{random.integers(1 << 30)}.jpg"], {}, ""
    parents[names[0]] = (None, "original")
    for _ in range(int(random.integers(3, 6))):
        at = len(pictures) - 1 if random.random() < 0.8 else int(random.integers(len(pictures)))
        step = random.choice([step for step in STEPS if step != before])
        pictures.append(MAKERS[step](random, pictures[at]))
        names.append(f"{seed:02}-{random.integers(1 << 30)}.jpg")
        parents[names[-1]] = (names[at], str(step))
        before = step
    dated = seed % 5 > 0
    for at, (name, made) in enumerate(zip(names, pictures, strict=True)):
        cv2.imwrite(str(folder / name), made, [cv2.IMWRITE_JPEG_QUALITY, int(random.integers(75, 95))])
        written = 1_700_000_000 + (3600 * at if dated else 0)
        os.utime(folder / name, (written, written))
    return parents


def main():
    parsed = argparse.ArgumentParser(description=__doc__)
    parsed.add_argument("--data", type=Path, default=Path("../shared/data"))
    parsed.add_argument("--chains", type=int, default=40)
    parsed.add_argument("--tune", action="store_true", help="the half on which options are chosen")
    arguments = parsed.parse_args()
    photos = sorted((arguments.data.resolve() / "distractors").glob("*.jpg"))
    photos = [path for path in photos if (zlib.crc32(path.name.encode()) % 2 == 0) is arguments.tune]
    with tempfile.TemporaryDirectory() as work:
        pictures = Path(work, "pictures")
        pictures.mkdir()
        chosen = np.random.default_rng(77).permutation(len(photos))[: arguments.chains]
        chains = [chain(photos[at], seed, pictures) for seed, at in enumerate(chosen)]
        right, asked, by_step = 0, 0, dict.fromkeys(("original", *STEPS), (0, 0))
        with Library.open(Path(work, "library"), create=True, writable=True) as library:
            library.index([pictures])
            for parents in chains:
                last = list(parents)[-1]
                (photo,) = library.find_photos([pictures / last])
                origin = origin_of(library, photo)
                name_of = {entry.photo: entry.path.name for entry in origin.photos}
                told = {entry.path.name: (name_of.get(entry.parent), entry.step) for entry in origin.photos}
                for name, (parent, step) in parents.items():
                    is_right = name in told and told[name][0] == parent
                    right, asked = right + is_right, asked + 1
                    before = by_step[step]
                    by_step[step] = before[0] + is_right, before[1] + 1
                    if not is_right and arguments.tune:
                        print(name[:2], step, "missing" if name not in told else told[name][1], flush=True)
    print(f"{right} of {asked} parents right ({right / asked:.3f}); by step {by_step}")


if __name__ == "__main__":
    main()
