"""Two pictures that agree -> boxes around what only one of them has."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from cbir.base.types import Change, Evidence, Preview, Region
from cbir.library.proofs import best_evidence, compare_files, fitted_transform
from cbir.matching import ChangedBox, changed_parts

CHANGES_SIDE_PX = 1024
"""The longer side of pictures that are enough to find changes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Changes:
    """A comparison of two files. evidence : None if nothing agrees; then no changes can be told.

    pictures : both of them, as they were compared
    """

    evidence: Evidence | None
    changes: tuple[Change, ...]
    pictures: tuple[Preview, Preview]


def changes_in_files(first: Path, second: Path) -> Changes:
    """Compare two files as a search for the first would, and find what only one of them has. Raises ImageUnreadable."""
    hit, pictures = compare_files(first, second, CHANGES_SIDE_PX)
    evidence = best_evidence(hit)
    changes = () if evidence is None else changes_between(*pictures, evidence)
    return Changes(evidence=evidence, changes=changes, pictures=pictures)


def changes_between(first: Preview, second: Preview, evidence: Evidence) -> tuple[Change, ...]:
    """Parts that only one of two pictures has, the clearest first. evidence : that the second shows the first

    Only parts that both pictures show are compared. Empty if no transform fits the points.
    """
    transform, _ = fitted_transform(evidence)
    if transform is None:
        return ()
    to_pixels = [
        np.array([[size[0], 0, -0.5], [0, size[1], -0.5], [0, 0, 1]], np.float64)
        for size in (first.full_size, second.full_size)
    ]
    shares = np.linalg.inv(to_pixels[1]) @ transform @ to_pixels[0]
    return tuple(
        Change(
            first=_in_pixels(part.first, first.full_size),
            second=_in_pixels(part.second, second.full_size),
            strength=part.strength,
        )
        for part in changed_parts(first.pixels, second.pixels, shares)
    )


def _in_pixels(box: ChangedBox, size: tuple[int, int]) -> Region:
    x, y, width, height = box
    return x * size[0], y * size[1], width * size[0], height * size[1]
