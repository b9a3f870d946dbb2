"""Learned features: what they find, how far strangers get, and what they cost: `python -m tests.benchmarks.learned`.

Pairs of hard/, of covers/ and of distractors/ are compared as a search does: at a glance, then by the matcher. The
options were chosen on every second pair of hard/ and the strangers of its queries; the other half reports.
"""

from __future__ import annotations

import random
import time
from functools import cache

import numpy as np

from cbir.images import decode, read_file
from cbir.local_features import GLANCE, LearnedOptions, learned_features
from cbir.matching import glance, verify_learned
from cbir.search import LearnedSearchOptions
from tests.benchmarks.records import Table
from tests.benchmarks.report import parser, progress, publish
from tests.evaluation.ground_truth import half_of, load_queries, load_true_pairs, pictures_in

MEASURES = ("cbir/local_features/learned.py", "cbir/matching/learned.py")

STRANGERS = 4  # of the same kind, for each query
EVERY_COVER = 8
UNRELATED = 100


def main():
    arguments = parser(__doc__ or "").parse_args()
    data = arguments.data.resolve()
    hard, covers = load_queries(data / "hard"), load_queries(data / "covers")[::EVERY_COVER]
    pairs = {
        f"{kind}, {half}": made
        for half, queries in (("to choose on", hard[::2]), ("to report", hard[1::2]))
        for kind, made in (
            ("landmarks", _right([query for query in queries if query.group == "landmark"])),
            ("paintings", _right([query for query in queries if query.group == "painting"])),
            ("strangers of the same kind", _strangers(queries, hard)),
        )
    }
    pairs["covers"] = _right(covers)
    pairs["covers and other covers"] = _strangers(covers, covers)
    pairs["unrelated photos of half B"] = _unrelated(data / "distractors")
    compared = Table(
        columns=("pairs", "number", "compared", "proven", "fewest points", "most points", "CPU s"),
        rows=tuple(_row(name, made) for name, made in pairs.items()),
        notes=(
            "Compared: promising at a glance. Points: of those. CPU s: mean of a photo from its file, on one core.",
        ),
    )
    publish("learned", "Learned features", [compared], write=arguments.write, measures=MEASURES)


def _right(queries):
    return [(query.path, photo) for query in queries for photo in query.relevant]


def _strangers(queries, others):
    """Each query with photos that belong to other queries of its kind."""
    pairs = []
    for query in queries:
        alike = [other.relevant for other in others if other.group == query.group]
        photos = sorted(frozenset().union(*alike) - query.relevant)
        chosen = random.Random(query.path.name).sample(photos, min(STRANGERS, len(photos)))
        pairs += [(query.path, photo) for photo in chosen]
    return pairs


def _unrelated(folder):
    true = load_true_pairs(folder / "true_pairs.json")
    photos = [path for path in pictures_in(folder) if half_of(path.name) == "B"]
    random.Random("learned").shuffle(photos)
    pairs = zip(photos[::2], photos[1::2], strict=False)
    return [(a, b) for a, b in pairs if not true.share(a.name, b.name)][:UNRELATED]


def _row(name, pairs):
    progress(name)
    compared = [_compare(query, photo) for query, photo in pairs]
    verifications = [verification for verification, _ in compared if verification is not None]
    points = [verification.inliers for verification in verifications] or [0]
    proven = sum(verification.verified for verification in verifications)
    took = np.mean([seconds for _, seconds in compared])
    return (
        name,
        *map(str, (len(compared), len(verifications), proven, min(points), max(points))),
        f"{took:.2f}",
    )


@cache
def _query(path):
    pixels = _pixels(path)
    return learned_features(pixels), [learned_features(pixels, GLANCE, turn=turn) for turn in range(4)]


def _compare(query_path, photo_path):
    """The verification, None where a glance was enough, and the CPU seconds that it took."""
    query, turned = _query(query_path)
    started, verification = time.process_time(), None
    pixels = _pixels(photo_path)
    alike = glance(turned, learned_features(pixels, GLANCE))
    if alike.pairs >= LearnedSearchOptions().least_pairs:
        verification = verify_learned(query, learned_features(pixels, turn=-alike.turn % 4))
    return verification, time.process_time() - started


def _pixels(path):
    return decode(read_file(path).data, max_side_px=LearnedOptions().working_side_px).pixels


if __name__ == "__main__":
    main()
