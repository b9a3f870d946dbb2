"""Removal of pairs whose only common part is a mark: a watermark, a banner, a date stamp, a station's logo.

A mark is laid over pictures upright and at one place of the frame. A thing photographed twice hardly ever keeps its
place so well. If it does, as from a tripod, most of the rest agrees too; and around an overlay the whole photo agrees.
One mark is on many photos, and on their copies, however these were turned or cut. If two photos have one mark, their
common part counts as that mark unless most of their details agree.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from cbir.base.types import ASIDE
from cbir.duplicates.judgement import Finding

# Chosen on half A, hard/ and photos with marks that are in no set: docs/benchmarks/duplicates-fresh.json.
_NEAR = 0.015  # of the second picture's longer side: a point within this distance keeps its place
_MOST_POINTS = 0.8  # of the agreeing points must keep their place
_MORE_THAN_A_MARK = 0.7  # of the details agree if two photos with one mark share something else
_ANCHORS = (0.0, 0.5, 1.0)  # of the width, or of the height

Size = tuple[int, int]


def keep_their_place(
    first: NDArray[np.floating], second: NDArray[np.floating], first_size: Size, second_size: Size
) -> bool:
    """True if points have equal offsets from a corner, the middle of a side or the centre in both pictures.

    If one picture is turned, the offsets from the centre count, after turning them back.

    first, second : (k, 2), x and y of the same points in shares of the pictures' widths and heights
    first_size, second_size : (width, height) in pixels. Offsets count in pixels, or relative to the widths or heights
    """
    if not len(first):
        return False
    sizes = np.array([first_size, second_size], np.float64)
    first_px, second_px = first * sizes[0], second * sizes[1]
    near_px = _NEAR * sizes[1].max()
    for scale in (1.0, *(sizes[1] / sizes[0])):
        near = [
            np.abs(second_px - anchor * sizes[1] - scale * (first_px - anchor * sizes[0])) < near_px
            for anchor in _ANCHORS
        ]
        turned = (
            np.abs(second_px - sizes[1] / 2 - scale * _turned_onto(first_px, second_px, sizes)).max(axis=1)
            < near_px
        )
        if max(turned.mean(), *((x[:, 0] & y[:, 1]).mean() for x in near for y in near)) >= _MOST_POINTS:
            return True
    return False


def _turned_onto(
    first: NDArray[np.float64], second: NDArray[np.float64], sizes: NDArray[np.float64]
) -> NDArray[np.float64]:
    """The first picture's points about its centre, turned by the angle that best fits the second's points."""
    from_centre = ((first - sizes[0] / 2) @ (1, 1j), (second - sizes[1] / 2) @ (1, 1j))
    turn = np.vdot(*from_centre)
    turned = from_centre[0] * turn / max(abs(turn), 1e-9)
    return np.column_stack([turned.real, turned.imag])


def may_be_a_mark(finding: Finding) -> bool:
    """True if a mark may be all that two pictures share. Other pairs decide it."""
    if finding.cause == "same layout":
        return False
    return finding.detailed < _MORE_THAN_A_MARK and not finding.covered


def without_marks(
    findings: Mapping[tuple[str, str], Finding],
) -> dict[tuple[str, str], Finding]:
    """Findings by pair of contents, without pairs that share nothing but a mark."""
    photos, marks = _Joined(), _Joined()
    for pair, finding in findings.items():
        is_one_scene = finding.cause not in ASIDE and finding.detailed >= _MORE_THAN_A_MARK
        if is_one_scene:
            photos.join(*pair)
        if is_one_scene or finding.laid_over:
            marks.join(*pair)
    return {
        pair: finding
        for pair, finding in findings.items()
        if not may_be_a_mark(finding)
        or photos.of(pair[0]) == photos.of(pair[1])
        # Not linked by a mark, even through copies and neighbouring shots
        or marks.of(pair[0]) != marks.of(pair[1])
    }


class _Joined:
    """Disjoint sets of contents that belong together, directly or through others."""

    def __init__(self) -> None:
        self._above: dict[str, str] = {}

    def of(self, content: str) -> str:
        """The representative of a content's set."""
        while (above := self._above.get(content, content)) != content:
            self._above[content] = self._above.get(above, above)
            content = above
        return content

    def join(self, first: str, second: str) -> None:
        self._above[self.of(first)] = self.of(second)
