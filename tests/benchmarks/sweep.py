"""Options of the local features against quality, time and bytes: `python -m tests.benchmarks.sweep`.

Chooses on what may be chosen on: altered copies and unrelated pairs of half A of distractors/, and hard views
rendered from camera/. Every pair is compared without an index, so that nothing but the features decides.
One option is varied at a time, around the defaults of FeatureOptions.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from cbir.evaluation import Pixels, generator_for, read_pixels
from cbir.evaluation.views import decode_jpeg, scaled
from cbir.local_features import QUERY_FEATURES, FeatureOptions, Features, describe
from tests.benchmarks.pairs import bytes_per_photo, inliers_between
from tests.benchmarks.report import Table, counted, parser, progress, publish, thinned
from tests.evaluation.altered_copies import KINDS, altered_copy
from tests.evaluation.ground_truth import load_true_pairs, only_half, pictures_in
from tests.evaluation.hard_views import HARD_VIEWS
from tests.evaluation.metrics import mean

HARD_KINDS = ("crop to 30 % of the area", "0.3x to 2x", "blur sigma 4", "text over the middle third")
HALF_A_PHOTOS = 14
VIEWS_OF_EACH = 3  # of each camera photo and kind of hard view
STRANGERS = 3  # photos that each query is compared with in vain
SOURCE_SIDE_PX = 1920  # of the camera photos that views are rendered from: above any working size
VERIFIED = 8  # the issue


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """A query made from the photo of index `photo`. kind : what was done to it."""

    query: Pixels
    photo: int
    kind: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """What one line of the table tries."""

    name: str
    photo: FeatureOptions
    query: FeatureOptions


def main() -> None:
    parsed = parser(__doc__ or "")
    parsed.add_argument("--limit", type=int, help="at most so many photos: a quick look")
    parsed.add_argument("--only", help="settings whose name begins so, besides the defaults")
    arguments = parsed.parse_args()
    photos, cases, strangers = _material(arguments.data.resolve(), arguments.limit)
    progress(f"{len(photos)} photos, {len(cases)} queries")
    chosen = [s for s in settings() if not arguments.only or s.name.startswith((arguments.only, "defaults"))]
    rows = []
    for setting in counted("settings", chosen, every=1):
        rows.append(_row(setting, photos, cases, strangers))
        progress("  " + " | ".join(rows[-1]))
    kinds = (*HARD_KINDS, *HARD_VIEWS)
    others = ("inliers, hard views", "false pairs", "photo, ms", "query, ms", "features", "KB")
    table = Table(
        columns=("setting", *kinds, *others),
        rows=tuple(rows),
        notes=(
            f"Share verified ({VERIFIED} inliers) per kind; median inliers over the hard views, in brackets "
            "what nine tenths of them reach; false: unrelated pairs verified, of "
            f"{sum(map(len, strangers))}, and the most inliers of any; median time of detection and "
            "description; mean features and bytes of a photo.",
        ),
    )
    publish("sweep", "Options of the local features", [table], write=arguments.write)


def settings() -> list[Setting]:
    """The defaults first, then one option changed at a time."""
    photo, query = FeatureOptions(), FeatureOptions(max_features=QUERY_FEATURES)
    listed = [Setting(name=f"defaults: {_in_words(photo, query)}", photo=photo, query=query)]

    def both(name: str, **changes: float) -> None:
        listed.append(
            Setting(
                name=name,
                photo=replace(photo, **changes),  # type: ignore[arg-type]
                query=replace(query, **changes),  # type: ignore[arg-type]
            )
        )

    for side in (640, 800, 1120, 1280):
        both(f"working size {side} px", working_side_px=side)
    for threshold in (0.005, 0.01, 0.02, 0.03, 0.04):
        if threshold != photo.contrast_threshold:
            both(f"contrast threshold {threshold}", contrast_threshold=threshold)
    both("equalised (CLAHE)", equalise=True)
    both("equalised (CLAHE), contrast threshold 0.04", equalise=True, contrast_threshold=0.04)
    listed += [
        Setting(name=f"photo budget {budget}", photo=replace(photo, max_features=budget), query=query)
        for budget in (600, 1200, 1500)
    ]
    listed += [
        Setting(name=f"query budget {budget}", photo=photo, query=replace(query, max_features=budget))
        for budget in (1000, 2000, 4000)
    ]
    return listed


def _in_words(photo: FeatureOptions, query: FeatureOptions) -> str:
    return (
        f"{photo.working_side_px} px, contrast {photo.contrast_threshold:g}, not equalised, "
        f"{photo.max_features} and {query.max_features} features"
    )


def _material(data: Path, limit: int | None) -> tuple[list[Pixels], list[Case], list[list[int]]]:
    """Photos, the queries made from them, and for each query the photos that share nothing with it."""
    half_a = thinned(only_half(pictures_in(data / "distractors"), "A"), limit or HALF_A_PHOTOS)
    pairs = load_true_pairs(data / "distractors" / "true_pairs.json")
    cameras = thinned(pictures_in(data / "camera"), limit)
    names = [path.name for path in (*half_a, *cameras)]
    photos = [read_pixels(path) for path in half_a]
    photos += [scaled(read_pixels(path), SOURCE_SIDE_PX).pixels for path in cameras]
    cases = []
    for number, path in enumerate((*half_a, *cameras)):
        for kind in KINDS:
            if kind.name in HARD_KINDS:
                copy = altered_copy(photos[number], kind, path.name)
                cases.append(Case(query=decode_jpeg(copy.jpeg), photo=number, kind=kind.name))
    for number, path in enumerate(cameras, start=len(half_a)):
        for name, render in HARD_VIEWS.items():
            for seed in range(VIEWS_OF_EACH):
                view = render(photos[number], generator_for(path.name, name, str(seed)))
                cases.append(Case(query=view.pixels, photo=number, kind=name))
    strangers = []
    for number, case in enumerate(cases):
        others = [
            other
            for other in range(len(photos))
            if other != case.photo and not pairs.share(names[case.photo], names[other])
        ]
        drawn = generator_for("strangers", str(number)).permutation(len(others))[:STRANGERS]
        strangers.append([others[i] for i in drawn])
    return photos, cases, strangers


def _row(
    setting: Setting, photos: Sequence[Pixels], cases: Sequence[Case], strangers: Sequence[Sequence[int]]
) -> tuple[str, ...]:
    described, photo_ms = _described(photos, setting.photo)
    queries, query_ms = _described([case.query for case in cases], setting.query)
    inliers = [
        inliers_between(query, described[case.photo]) for query, case in zip(queries, cases, strict=True)
    ]
    wrong = [
        inliers_between(query, described[other])
        for query, others in zip(queries, strangers, strict=True)
        for other in others
    ]
    shares = [
        mean(n >= VERIFIED for n, case in zip(inliers, cases, strict=True) if case.kind == kind)
        for kind in (*HARD_KINDS, *HARD_VIEWS)
    ]
    hard = [n for n, case in zip(inliers, cases, strict=True) if case.kind in HARD_VIEWS]
    return (
        setting.name,
        *(f"{share:.3f}" for share in shares),
        f"{statistics.median(hard):.0f} ({np.quantile(hard, 0.1):.0f})",
        f"{sum(n >= VERIFIED for n in wrong)} (most {max(wrong, default=0)})",
        f"{photo_ms:.0f}",
        f"{query_ms:.0f}",
        f"{mean(len(features) for features in described):.0f}",
        f"{mean(bytes_per_photo(features) for features in described) / 1024:.1f}",
    )


def _described(pictures: Sequence[Pixels], options: FeatureOptions) -> tuple[list[Features], float]:
    """Features of each picture at the working size, and the median time of describe() in milliseconds."""
    described, times = [], []
    for pixels in pictures:
        longer = max(pixels.shape[:2])
        working = scaled(pixels, min(longer, options.working_side_px)).pixels
        started = time.perf_counter()
        described.append(describe(working, options))
        times.append((time.perf_counter() - started) * 1000)
    return described, statistics.median(times)


if __name__ == "__main__":
    main()
