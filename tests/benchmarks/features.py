"""Detecting and describing beside OpenCV, whole and stage by stage: `python -m tests.benchmarks.features`.

One process on one core describes photos with both, in turn, each as the program uses it: the same number of features
kept, spread over the picture. OpenCV runs with glibc told to keep freed memory, which is the best setting for it.
"""

from __future__ import annotations

import ctypes
import sys
import time
from dataclasses import dataclass

import cv2
import numpy as np

from cbir.evaluation import read_pixels
from cbir.evaluation.altered import scaled
from cbir.images import DecodeOptions
from cbir.local_features import PHOTO_FEATURES, QUERY_FEATURES, FeatureOptions, describe
from cbir.local_features.descriptor import describe_all
from cbir.local_features.features import spread
from cbir.local_features.orientation import orient
from cbir.local_features.refinement import KEYPOINT, refine
from cbir.local_features.scale_space import build, plan_levels
from cbir.state import shipped_codebook
from cbir.workers import describe_query, ingest_photo
from tests.benchmarks.records import Table
from tests.benchmarks.report import counted, on_one_core, parser, publish, thinned, verdict
from tests.evaluation.ground_truth import pictures_in

MEASURES = ("cbir/local_features", "cbir/loops")

_WAYS = ("opencv", "cbir")
PHOTOS = 24
REPEATS = 3
ASKED = {PHOTO_FEATURES: 0.40, QUERY_FEATURES: 0.45}  # of OpenCV's time
PHOTO_ASKED, QUERY_ASKED = 0.55, 0.5  # of a photo indexed all in all, and of a warm query's features
_M_TRIM_THRESHOLD, _M_TOP_PAD, _M_MMAP_THRESHOLD = -1, -2, -3  # malloc.h of glibc


@dataclass(frozen=True, slots=True, kw_only=True)
class Taken:
    """Mean CPU milliseconds of a photo. whole : by implementation and what was done. ratios : photo by photo"""

    whole: dict[tuple[str, str], float]
    stages: dict[str, float]
    ratios: dict[str, list[float]]


def main():
    parsed = parser(__doc__ or "")
    parsed.add_argument("--limit", type=int, default=PHOTOS, help=f"photos; default: {PHOTOS}")
    arguments = parsed.parse_args()
    data = arguments.data.resolve()
    folders = (data / "covers" / "Canon", data / "hard" / "query", data / "hard" / "reference")
    paths = [path for folder in folders for path in thinned(pictures_in(folder), arguments.limit // 3)]
    taken = on_one_core(measure, paths)
    publish(
        "features",
        "Local features beside OpenCV",
        _tables(taken, len(paths)),
        write=arguments.write,
        measures=MEASURES,
    )


def measure(paths):
    """Runs in a process of its own, on one core."""
    cv2.setNumThreads(1)
    _give_back_large_blocks()
    side = FeatureOptions().working_side_px
    pictures = []
    for path in paths:
        pixels = read_pixels(path)
        pictures.append(scaled(pixels, min(side, max(pixels.shape[:2]))).pixels)
    works = _works()
    times = {(way, what): [] for what in works for way in _WAYS}
    for path, pixels in counted("photos", list(zip(paths, pictures, strict=True)), every=6):
        for what, work in works.items():
            for way in _WAYS:
                if not times[way, what]:
                    work(path, pixels, way)  # compiles, and touches its memory
                times[way, what].append(min(work(path, pixels, way) for _ in range(REPEATS)))
    stages = _stages(pictures)
    return Taken(
        whole={way: float(np.mean(values)) for way, values in times.items()},
        stages=stages,
        ratios={
            what: [a / b for a, b in zip(times["cbir", what], times["opencv", what], strict=True)]
            for what in works
        },
    )


def _works():
    """The ways to compare. Each returns its CPU milliseconds."""
    codebook = shipped_codebook()

    def features(budget):
        def work(_, pixels, way):
            options = FeatureOptions(max_features=budget, implementation=way)
            return _cpu_ms(lambda: describe(pixels, options))

        return work

    def photo(path, _, way):
        options = FeatureOptions(implementation=way)
        return _cpu_ms(lambda: ingest_photo(path, codebook, options, DecodeOptions()))

    def query(path, _, way):
        options = FeatureOptions(max_features=QUERY_FEATURES, implementation=way)
        return describe_query(path, None, (codebook,), options, DecodeOptions(), mirror=False).features_ms

    return {
        **{f"features, {budget} kept": features(budget) for budget in ASKED},
        "a photo indexed, all in all": photo,
        "a warm query's features": query,
    }


def _stages(pictures):
    """Mean milliseconds of each stage alone."""
    options = FeatureOptions()
    layers, sigma = options.octave_layers, options.sigma
    contrast = options.contrast_threshold / layers * 255
    sums = {}
    levels = np.empty(0, np.float32)

    def note(stage, work, *arguments):
        sums.setdefault(stage, []).append(_least_ms(lambda: work(*arguments)))
        return work(*arguments)

    for pixels in pictures:
        grey = np.asarray(cv2.cvtColor(pixels, cv2.COLOR_RGB2GRAY), np.uint8)
        plan = plan_levels(*grey.shape, octave_layers=layers, sigma=sigma)
        levels = levels if len(levels) >= plan.pixels else np.zeros(plan.pixels, np.float32)
        room = np.empty((1 << 16, 4), np.int32)
        keypoints = np.empty(1 << 16, KEYPOINT)

        room, n = note("levels and extrema", build, grey, levels, plan, contrast / 2, room)
        edge = options.edge_threshold
        n = note("refinement", refine, levels, plan.octaves, layers, room, n, contrast, edge, keypoints)
        kept = keypoints[np.unique(keypoints["sample"][:n], return_index=True)[1]]
        xy = np.stack([kept["x"], kept["y"]], axis=1) * np.exp2(kept["octave"] - 1.0)[:, None]
        for budget in ASKED:
            size = (grey.shape[1], grey.shape[0])
            most = budget + options.surplus_features
            order = note(f"choice of {budget}", spread, xy, kept["contrast"], size, options.cells, most)
            best = (levels, plan.octaves, layers, sigma, kept[order])
            found = note(f"orientation of {budget}", orient, *best, budget)
            note(f"descriptors of {budget}", describe_all, *best, *found)
    return {stage: float(np.mean(values)) for stage, values in sums.items()}


def _least_ms(work):
    """The fastest of some calls: the machine's other work only ever adds."""
    return min(_cpu_ms(work) for _ in range(REPEATS))


def _cpu_ms(work):
    started = time.process_time()
    work()
    return (time.process_time() - started) * 1000


def _give_back_large_blocks():
    """OpenCV's best setting: freed memory is kept, and blocks of any size come from it."""
    if sys.platform.startswith("linux"):
        mallopt = ctypes.CDLL(None).mallopt
        mallopt(_M_TRIM_THRESHOLD, 2_000_000_000)
        mallopt(_M_TOP_PAD, 300_000_000)
        mallopt(_M_MMAP_THRESHOLD, 1_000_000_000)


def _tables(taken, photos):
    asked = dict(zip(taken.ratios, (*ASKED.values(), PHOTO_ASKED, QUERY_ASKED), strict=True))
    ratio = {what: taken.whole["cbir", what] / taken.whole["opencv", what] for what in asked}
    whole = Table(
        columns=("what", "OpenCV, ms", "ours, ms", "ratio", "asked", "worst photo", "holds"),
        rows=tuple(
            (
                what,
                f"{taken.whole['opencv', what]:.1f}",
                f"{taken.whole['cbir', what]:.1f}",
                f"{ratio[what]:.3f}",
                f"{most:.2f}",
                f"{max(taken.ratios[what]):.2f}",
                verdict(ratio[what] <= most),
            )
            for what, most in asked.items()
        ),
        notes=(
            f"{photos} photos at no more than {FeatureOptions().working_side_px} px; mean CPU time of a photo, the "
            f"least of {REPEATS} calls, both in turn in one process on one core. A query's features are told in wall "
            "time, and begin without the memory of the one before.",
        ),
    )
    stages = Table(
        title="Our stages, each alone",
        columns=("stage", "ms"),
        rows=tuple((stage, f"{took:.1f}") for stage, took in taken.stages.items()),
    )
    return [whole, stages]


if __name__ == "__main__":
    main()
