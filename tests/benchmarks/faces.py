"""Faces of people/ described and compared: `python -m tests.benchmarks.faces`.

--dlib WEIGHTS also compares the distances with dlib's own network, from the published file and the package dlib-bin.
The threshold is dlib's, not chosen on these pairs.
"""

from __future__ import annotations

import itertools
import json
import math
import random
import time
from collections import Counter
from pathlib import Path

import cv2
import numpy as np

from cbir.faces import (
    DetectionOptions,
    FaceFinder,
    FaceGroups,
    FindingOptions,
    aligned_faces,
    detect_faces,
)
from cbir.images import decode
from tests.benchmarks.records import Table
from tests.benchmarks.report import counted, parser, publish

MEASURES = ("cbir/faces", "resources/cbir_resources/faces")
SAME_PERSON = 0.6  # dlib's published threshold
OTHERS = ("distractors", "training", "captioned/one")
ORDERS = 20
SCENES, WIDTHS = 100, (24, 28, 32, 40, 50, 60)
Z = 1.96  # of an interval of 95 %


def main():
    arguments = parser(__doc__ or "")
    arguments.add_argument("--dlib", type=Path, help="dlib's published file, to compare with")
    parsed = arguments.parse_args()
    folder = parsed.data / "people"
    index = json.loads((folder / "index.json").read_text())
    finder = FaceFinder(threads=1)
    pictures = {
        path.name: decode(path.read_bytes(), max_side_px=1280) for path in sorted(folder.glob("*.jpg"))
    }
    faces = {
        name: finder.find(image.pixels, image.full_size)
        for name, image in counted("describing", pictures.items())
    }
    numbers = {
        name: next((face.numbers for face in of_photo if face.numbers is not None), None)
        for name, of_photo in faces.items()
    }
    tables = [pairs(index["pairs"], numbers), by_person(index["pairs"], numbers), times(finder, pictures)]
    others = faces_of_others(finder, parsed.data)
    tables.append(groups(index["pairs"], faces, others))
    tables.append(small_faces(finder, pictures, faces, others))
    if parsed.dlib is not None:
        tables.append(beside_dlib(parsed.dlib, pictures, faces))
    publish("faces", "Faces described and compared", tables, write=parsed.write, measures=MEASURES)


def distance(numbers, first, second):
    if numbers[first] is None or numbers[second] is None:
        return math.inf
    return float(np.linalg.norm(numbers[first] - numbers[second]))


def pairs(rows, numbers):
    same = [distance(numbers, first, second) for first, second, is_same in rows if is_same]
    other = [distance(numbers, first, second) for first, second, is_same in rows if not is_same]
    return Table(
        title="pairs",
        columns=("threshold", "true pairs", "95 % interval", "false pairs"),
        rows=tuple(
            (
                f"{threshold}",
                share(sum(value < threshold for value in same), len(same)),
                interval(sum(value < threshold for value in same), len(same)),
                f"{sum(value < threshold for value in other)} of {len(other)}",
            )
            for threshold in (0.5, SAME_PERSON, 0.65)
        ),
    )


def by_person(rows, numbers):
    """All pairs of the photos of each person: photos that true pairs connect."""
    people = []
    for first, second, is_same in rows:
        if is_same:
            joined = [person for person in people if first in person or second in person]
            people = [person for person in people if person not in joined]
            people.append({first, second}.union(*joined))
    shown = []
    for person in sorted(people, key=lambda photos: -len(photos)):
        values = [distance(numbers, *pair) for pair in itertools.combinations(sorted(person), 2)]
        near = sum(value < SAME_PERSON for value in values)
        shown.append(
            (
                min(person),
                str(len(person)),
                share(near, len(values)),
                interval(near, len(values)),
                f"{max(values):.3f}",
            )
        )
    return Table(
        title="by person",
        columns=("person of", "photos", "pairs under 0.6", "95 % interval", "largest distance"),
        rows=tuple(shown),
    )


def faces_of_others(finder, data):
    """The faces of all photos but people/, by path."""
    paths = [path for name in OTHERS for path in sorted((data / name).rglob("*.jpg"))]
    faces = {}
    for path in counted("other photos", paths):
        image = decode(path.read_bytes(), max_side_px=1280)
        faces[path] = finder.find(image.pixels, image.full_size)
    return faces


def small_faces(finder, pictures, faces, others):
    """Heads of people/ pasted into photos without faces, 1,280 pixels large: how many are found, by width of the face.

    Other faces are counted where none was pasted. Some are real: nobody marked those of the scenes.
    """
    chance = random.Random(77)
    scenes = [path for path, found in others.items() if not found and "covers" not in path.name]
    heads = [name for name, found in faces.items() if found and found[0].numbers is not None]
    found, more, time_s = {"one pass": Counter(), "with small faces": Counter()}, Counter(), 0.0
    for scene in counted("scenes", chance.sample(scenes, SCENES)):
        pixels = decode(scene.read_bytes(), max_side_px=1280).pixels
        factor = 1280 / max(pixels.shape[:2])
        pixels = cv2.resize(pixels, None, fx=factor, fy=factor, interpolation=cv2.INTER_CUBIC)
        truth = [
            paste(pixels, width, chance, at, *head(pictures, faces, chance.choice(heads)))
            for at, width in zip(chance.sample(range(8), len(WIDTHS)), WIDTHS, strict=True)
        ]
        _, packed = cv2.imencode(".jpg", pixels[:, :, ::-1], [cv2.IMWRITE_JPEG_QUALITY, 88])
        pixels = np.ascontiguousarray(cv2.imdecode(packed, 1)[:, :, ::-1])
        for name, sides in (("one pass", (192,)), ("with small faces", FindingOptions().detection.sides_px)):
            started = time.process_time()
            boxes = detect_faces(finder.detector, pixels, DetectionOptions(sides_px=sides)).boxes
            time_s += (time.process_time() - started) * (name != "one pass")
            hits = [[overlap(box, there) > 0.3 for there in boxes] for box in truth]
            found[name].update(width for width, row in zip(WIDTHS, hits, strict=True) if any(row))
            more[name] += sum(not any(row[at] for row in hits) for at in range(len(boxes)))
    total = SCENES * len(WIDTHS)
    return Table(
        title=f"{total} small faces in {SCENES} scenes",
        columns=("detection", *(f"{width} px" for width in WIDTHS), "all", "other faces", "CPU ms"),
        rows=tuple(
            (
                name,
                *(f"{count[width] / SCENES:.2f}" for width in WIDTHS),
                f"{count.total() / total:.3f}",
                str(more[name]),
                f"{time_s * 1000 / SCENES:.0f}" if name != "one pass" else "",
            )
            for name, count in found.items()
        ),
    )


def head(pictures, faces, name):
    """A face with its surroundings, and its left, top and width there."""
    image, face = pictures[name], faces[name][0]
    scale = image.pixels.shape[1] / image.full_size[0]
    left, top, width, height = (value * scale for value in face.box)
    x, y = int(max(0, left - 0.35 * width)), int(max(0, top - 0.5 * height))
    part = image.pixels[y : int(top + 1.25 * height), x : int(left + 1.35 * width)]
    return part, (left - x, top - y, width, height)


def paste(pixels, width, chance, cell, part, box):
    """Paste a head with a soft border into one of eight cells of a picture. Returns the box of its face."""
    factor = width / box[2]
    small = cv2.resize(part, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
    high, wide = small.shape[:2]
    rooms = (pixels.shape[1] / 4 - wide - 4, pixels.shape[0] / 2 - high - 4)
    x, y = (
        int(at * side + chance.random() * max(1, room))
        for at, side, room in zip(
            (cell % 4, cell // 4), (pixels.shape[1] / 4, pixels.shape[0] / 2), rooms, strict=True
        )
    )
    x, y = min(x, pixels.shape[1] - wide), min(y, pixels.shape[0] - high)
    mask = np.zeros((high, wide), np.float32)
    cv2.ellipse(mask, (wide // 2, high // 2), (int(wide * 0.44), int(high * 0.46)), 0, 0, 360, 1, -1)
    mask = cv2.GaussianBlur(mask, (0, 0), max(0.7, wide * 0.03))[..., None]
    there = pixels[y : y + high, x : x + wide]
    there[:] = (there * (1 - mask) + small * mask).astype(np.uint8)
    return (x + box[0] * factor, y + box[1] * factor, width, box[3] * factor)


def overlap(first, second):
    """Intersection over union."""
    sides = [
        min(first[at] + first[at + 2], second[at] + second[at + 2]) - max(first[at], second[at])
        for at in (0, 1)
    ]
    common = max(sides[0], 0) * max(sides[1], 0)
    return common / (first[2] * first[3] + second[2] * second[3] - common)


def groups(rows, faces, others):
    """Pairs put together in a library of people/ and 2,510 other photos, each of 20 orders of arrival.

    All pairs of a person of people/ are true. Pairs with a face of the other photos are to be judged by eye.
    """
    described = {(name, at): face for name, found in faces.items() for at, face in enumerate(found)}
    described |= {(str(path), at): face for path, found in others.items() for at, face in enumerate(found)}
    keys = sorted(key for key, face in described.items() if face.numbers is not None)
    same = [((first, 0), (second, 0)) for first, second, is_same in rows if is_same]
    other = [((first, 0), (second, 0)) for first, second, is_same in rows if not is_same]
    shares = []
    for seed in range(ORDERS):
        order = random.Random(seed).sample(keys, len(keys))
        group_of = grouped(order, described)
        sizes = Counter(group_of.values())
        ours = Counter(group_of[key] for key in keys if key[0] in faces)
        together = [sum(group_of.get(a, a) == group_of.get(b, b) for a, b in part) for part in (same, other)]
        shares.append(
            (
                *together,
                sum(math.comb(size, 2) for size in sizes.values())
                - sum(math.comb(size, 2) for size in ours.values()),
            )
        )
    mean = [sum(column) / ORDERS for column in zip(*shares, strict=True)]
    return Table(
        title="groups in a library of 2,574 photos",
        columns=(
            "described faces",
            "true pairs together",
            "95 % interval",
            "of two people",
            "with strangers",
        ),
        rows=(
            (
                str(len(keys)),
                f"{mean[0] / len(same):.3f}",
                interval(round(mean[0]), len(same)),
                f"{mean[1]:.1f} of {len(other)}",
                f"{mean[2]:.1f}",
            ),
        ),
    )


def grouped(order, faces):
    """The group of each face, as an index run makes them."""
    groups, group_of = FaceGroups(), {}
    for at, key in enumerate(order):
        numbers = faces[key].numbers.astype(np.float16).astype(np.float32)
        joined = groups.nearest(numbers, key[0])
        group_of[key] = at if joined is None else joined
        groups.put(group_of[key], numbers, key[0])
        while joined is not None and (joined := groups.joinable(group_of[key])) is not None:
            group = group_of[key]
            groups.join(group, joined)
            group_of = {face: group if old == joined else old for face, old in group_of.items()}
    return group_of


def times(finder, pictures):
    rows = []
    for what, sides in (("one pass", (192,)), ("with small faces", FindingOptions().detection.sides_px)):
        options = DetectionOptions(sides_px=sides)
        started = time.process_time()
        for image in pictures.values():
            detect_faces(finder.detector, image.pixels, options)
        rows.append((what, f"{(time.process_time() - started) * 1000 / len(pictures):.1f}"))
    image = next(iter(pictures.values()))
    detections = detect_faces(finder.detector, image.pixels)
    started = time.process_time()
    for _ in range(20):
        finder.describe(aligned_faces(image.pixels, detections.points[:1]))
    rows.append(("describing a face", f"{(time.process_time() - started) * 1000 / 20:.1f}"))
    return Table(title="times", columns=("step", "CPU ms, one thread"), rows=tuple(rows))


def beside_dlib(weights, pictures, faces):
    import dlib

    network = dlib.face_recognition_model_v1(str(weights))
    ours, theirs = [], []
    for name, image in counted("dlib", pictures.items()):
        described = [face for face in faces[name] if face.numbers is not None]
        if not described:
            continue
        scale = image.pixels.shape[1] / image.full_size[0]
        points = np.array([face.points for face in described], np.float32) * np.float32(scale)
        for face, chip in zip(described, aligned_faces(image.pixels, points), strict=True):
            ours.append(face.numbers)
            sides = (chip, np.ascontiguousarray(chip[:, ::-1]))
            theirs.append(np.mean([network.compute_face_descriptor(side) for side in sides], axis=0))
    apart = [np.linalg.norm(rows[:, None] - rows[None], axis=2) for rows in map(np.stack, (ours, theirs))]
    difference = np.abs(apart[0] - apart[1])
    return Table(
        title="distances beside dlib's own",
        columns=("faces", "largest difference", "mean"),
        rows=((str(len(ours)), f"{difference.max():.4f}", f"{difference.mean():.4f}"),),
    )


def share(count, of):
    return f"{count / of:.3f} ({count} of {of})"


def interval(count, of):
    """Wilson's, of 95 %."""
    middle = (count + Z * Z / 2) / (of + Z * Z)
    half = Z / (of + Z * Z) * math.sqrt(count * (of - count) / of + Z * Z / 4)
    return f"{max(0.0, middle - half):.3f} to {min(1.0, middle + half):.3f}"


if __name__ == "__main__":
    main()
