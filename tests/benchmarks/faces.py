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

import numpy as np

from cbir.faces import FaceFinder, FaceGroups, FindingOptions, aligned_faces, detect_faces
from cbir.images import decode
from tests.benchmarks.records import Table
from tests.benchmarks.report import counted, parser, publish

MEASURES = ("cbir/faces", "resources/cbir_resources/faces")
SAME_PERSON = 0.6  # dlib's published threshold
OTHERS = ("distractors", "training", "captioned/one")
ORDERS = 20
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
    tables.append(groups(index["pairs"], finder, parsed.data, faces))
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


def groups(rows, finder, data, faces):
    """Pairs put together in a library of people/ and 2,510 other photos, each of 20 orders of arrival.

    All pairs of a person of people/ are true. Pairs with a face of the other photos are to be judged by eye.
    """
    described = {(name, at): face for name, found in faces.items() for at, face in enumerate(found)}
    paths = [path for name in OTHERS for path in sorted((data / name).rglob("*.jpg"))]
    for path in counted("other photos", paths):
        image = decode(path.read_bytes(), max_side_px=1280)
        found = finder.find(image.pixels, image.full_size)
        described |= {(str(path), at): face for at, face in enumerate(found)}
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
        options = type(FindingOptions().detection)(sides_px=sides)
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
