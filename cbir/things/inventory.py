"""A photo of a shelf -> the photos of the library that show its items, each with its place.

The shelf is described once, at a larger size than a photo and with more features. Overlapping windows of it are
compared with the photos that share their visual words. Of the photos that agree with one place, the best one stays.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial

import numpy as np
from numpy.typing import NDArray

from cbir.base.opencv import cv2
from cbir.base.types import QueryFeatures
from cbir.catalog import IndexedPhoto
from cbir.matching import MatchOptions, Shortlist, Verification, outline, reach_of, weigh
from cbir.state import Snapshot
from cbir.visual_words import Codebook, ScoringOptions


@dataclass(frozen=True, slots=True, kw_only=True)
class InventoryOptions:
    """Limits chosen on 14 shelves of covers 1 to 50: the best comparison of each item has at least a third more.

    working_side_px, features, cells : of the shelf. windows : along the longer side; they overlap by half
    shortlisted : photos for each window
    least_inliers, least_span, least_agreement, least_middle : of an item, see PairOptions. A banner or a logo that a
        series shares reaches less
    most_overlap : share of the smaller of two places, above which they are one
    """

    working_side_px: int = 2880
    features: int = 12_000
    cells: int = 24
    windows: int = 5
    shortlisted: int = 25
    least_inliers: int = 10
    least_span: float = 0.45
    least_agreement: float = 0.25
    least_middle: float = 0.15
    most_overlap: float = 0.4


@dataclass(frozen=True, slots=True, kw_only=True)
class ItemPlace:
    """A photo of the library that shows an item of a shelf. place : (4, 2), its border in working pixels"""

    photo: IndexedPhoto
    place: NDArray[np.float64]
    inliers: int


def items_on(
    shelf: QueryFeatures,
    codebook: Codebook,
    snapshot: Snapshot,
    matching: MatchOptions,
    options: InventoryOptions = InventoryOptions(),
    cancelled: Callable[[], bool] = lambda: False,
) -> list[ItemPlace]:
    """Items of a shelf, from the top left on. shelf : described with the options' size and number of features"""
    index = next(
        indexed[1] for indexed in snapshot.index.indexes if indexed[0].fingerprint == codebook.fingerprint
    )
    places = list[ItemPlace]()
    ways = [(options.shortlisted, ScoringOptions(weighting="hamming"))]
    for window in _windows(shelf, options):
        (ranking,) = index.search_each(window.words, window.signatures, ways)
        rows = snapshot.catalog.photos.of_documents(ranking.documents.tolist())
        photos = [rows[document] for document in ranking.documents.tolist() if document in rows]
        shortlist = Shortlist(window, snapshot.features(photos), codebook.levels, matching, threads=1)
        for position, verification in shortlist.verify(cancelled).items():
            place = _place(window, shortlist, position, verification, options)
            if place is not None:
                places.append(ItemPlace(photo=photos[position], place=place, inliers=verification.inliers))
    chosen = list[ItemPlace]()
    for item in sorted(places, key=lambda item: (-item.inliers, item.photo.photo)):
        if all(_overlap(item.place, other.place) <= options.most_overlap for other in chosen):
            chosen.append(item)
    return sorted(chosen, key=lambda item: (round(item.place[:, 1].mean() / 200), item.place[:, 0].mean()))


def _windows(shelf: QueryFeatures, options: InventoryOptions) -> Iterator[QueryFeatures]:
    """The shelf's features in overlapping squares. Their positions stay."""
    side = 2 * max(shelf.size) / (options.windows + 1)
    for top in np.arange(0, max(1, shelf.size[1] - side / 2), side / 2):
        for left in np.arange(0, max(1, shelf.size[0] - side / 2), side / 2):
            corner = np.array([left, top])
            inside = ((shelf.xy >= corner) & (shelf.xy < corner + side)).all(axis=1)
            if inside.any():
                yield replace(
                    shelf,
                    words=shelf.words[inside],
                    signatures=shelf.signatures[inside],
                    projected=shelf.projected[inside],
                    xy=shelf.xy[inside],
                    sigma=shelf.sigma[inside],
                    angle=shelf.angle[inside],
                )


def _place(
    window: QueryFeatures,
    shortlist: Shortlist,
    position: int,
    verification: Verification,
    options: InventoryOptions,
) -> NDArray[np.float64] | None:
    """The border of a photo on the shelf; None if the photo is not proven to show an item."""
    photo, transform = shortlist.photos[position], verification.transform
    if not verification.verified or verification.inliers < options.least_inliers or transform is None:
        return None
    reach = reach_of(window, photo, verification)
    if (
        reach.span < options.least_span
        or reach.filled < options.least_agreement
        or reach.middle < options.least_middle
    ):
        return None
    if weigh(window, photo, verification, partial(shortlist.grow, position)).proof != "same":
        return None
    return outline(np.asarray(np.linalg.pinv(transform), np.float64), photo.size)


def _overlap(first: NDArray[np.float64], second: NDArray[np.float64]) -> float:
    """The common area of two places, as a share of the smaller one."""
    left, right = np.asarray(first, np.float32), np.asarray(second, np.float32)
    common = cv2.intersectConvexConvex(left, right)[0]
    return float(common / max(1.0, min(cv2.contourArea(left), cv2.contourArea(right))))
