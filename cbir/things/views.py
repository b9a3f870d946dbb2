"""Photos of a thing -> for each, the homography that lays it onto one of them, by stored features alone."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from cbir.base.errors import ArtifactMismatch, QueryUnusable
from cbir.base.opencv import cv2
from cbir.base.types import PhotoId
from cbir.catalog import IndexedPhoto
from cbir.matching import MatchOptions, Matrix, Shortlist
from cbir.state import Snapshot, recall_features

MOST_VIEWS = 400
"""Photos of a thing that are aligned: the earliest ones of a larger thing."""
_LEAST_FITTED = 16
_MOST_ANCHORS = 12  # photos with which the rest is compared, the anchor included


def aligned(
    snapshot: Snapshot,
    matching: MatchOptions,
    photos: Sequence[PhotoId],
    anchor: PhotoId,
    cancelled: Callable[[], bool] = lambda: False,
) -> dict[PhotoId, Matrix]:
    """(3, 3) from each photo to the anchor, in shares of their sides. Photos that cannot be aligned are left out.

    A photo that does not agree with the anchor itself is aligned by way of one that does. Raises Cancelled.
    """
    rows = {photo: snapshot.find_photo(photo) for photo in photos}
    transforms: dict[PhotoId, Matrix] = {anchor: np.eye(3)}
    waiting, compared = [anchor], 0
    while waiting and compared < _MOST_ANCHORS and len(transforms) < len(rows):
        middle, compared = waiting.pop(0), compared + 1
        left = [photo for photo in photos if photo not in transforms]
        agreeing = transforms_onto(
            snapshot, matching, rows[middle], [rows[photo] for photo in left], cancelled
        )
        for photo, (_, transform) in sorted(agreeing.items(), key=lambda entry: -entry[1][0]):
            transforms[photo] = transforms[middle] @ transform
            waiting.append(photo)
    return transforms


def transforms_onto(
    snapshot: Snapshot,
    matching: MatchOptions,
    middle: IndexedPhoto,
    others: Sequence[IndexedPhoto],
    cancelled: Callable[[], bool],
) -> dict[PhotoId, tuple[int, Matrix]]:
    """For each photo that agrees with the middle one: the points that agree, and its transform there, in shares."""
    try:
        store, _ = snapshot.stored(middle)
        (features,) = snapshot.features([middle])
        candidates = snapshot.features(others)
    except (QueryUnusable, ArtifactMismatch):
        return {}
    codebook = next(book for book, _ in snapshot.index.indexes if book.fingerprint == store.codebook)
    if not len(features):
        return {}
    query = recall_features(features, codebook, max(features.size) / max(middle.width, middle.height))
    shortlist = Shortlist(query, candidates, codebook.levels, matching, threads=1)
    agreeing: dict[PhotoId, tuple[int, Matrix]] = {}
    for position, verification in shortlist.verify(cancelled).items():
        photo, transform = shortlist.photos[position], verification.transform
        if verification.verified and transform is not None and abs(np.linalg.det(transform)) > 1e-9:
            back = np.linalg.inv(transform)
            if len(verification.rows) >= _LEAST_FITTED:  # a verification by few points has no perspective
                rows = verification.rows.T
                fitted = cv2.findHomography(photo.xy[rows[1]], query.xy[rows[0]], 0)[0]
                back = back if fitted is None else np.asarray(fitted, np.float64)
            shares = np.linalg.inv(_sides(query.size)) @ back @ _sides(photo.size)
            agreeing[others[position].photo] = verification.inliers, shares / shares[2, 2]
    return agreeing


def _sides(size: tuple[int, int]) -> Matrix:
    """Transform from shares of a picture's sides to its pixels, whose centres are whole numbers."""
    return np.array([[size[0], 0, -0.5], [0, size[1], -0.5], [0, 0, 1]], np.float64)
