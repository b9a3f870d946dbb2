"""Comparison of two pictures -> the cause for which they belong together, if any. A common mark is no cause.

A mark is laid over pictures upright and at one place of the frame. A thing photographed twice hardly ever keeps its
place so well. If it does, as from a tripod, most of the rest agrees too; and around an overlay the whole photo agrees.
The same mark is on many photos and on their copies, however these were turned or cut. If two photos have the same
mark, their common part counts as that mark unless most of their details agree.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime

import numpy as np
from numpy.typing import NDArray

from cbir.base.types import ASIDE, Cause, Region
from cbir.duplicates.pixels import Comparison

Size = tuple[int, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgeOptions:
    """Chosen on half A of the development photos, light and sharpness also on half of the fresh ones.

    See docs/benchmarks/duplicates.json.
    """

    whole: float = 0.985  # share of a picture that the other must show to contain it
    agreeing: float = 0.75  # share of agreeing blocks in an edited copy; covers of a series share less
    detailed: float = 0.4  # share among blocks with detail: a plain ground agrees in two shots of a thing
    agreeing_crop: float = 0.85
    even: float = 0.01  # of a side: margins of a border differ by less, margins of a crop by more
    spot: int = 4  # adjacent blocks that differ: fewer are due to compression
    light: float = 3.5  # grey levels
    colour: float = 3.0
    sharpness: float = 0.9
    turned_deg: float = 1.2
    burst_overlap: float = 0.5
    burst_agreeing: float = 0.75  # if the times of the two shots are unknown
    burst_turned_deg: float = 15.0
    burst_s: float = 30.0
    noise: float = 0.4  # correlation: one exposure, whatever the clocks say. Two exposures have none
    turned_share: float = (
        0.3  # least share of a frame filled after a turn; a panorama turned by 45 degrees has it
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """Cause for which two pictures belong together, with its details.

    outline : the first picture's corners in the second, in its pixels, clockwise from the top left
    box : the smaller picture's place in the larger one, in its pixels. first_inside : the smaller is the first
    detailed : share of the details in their overlap that agree. laid_over : few agree, and at one place of both
        frames, as a mark laid over both would. covered : something hides the rest of one of them, see Comparison
    first_more, second_more : content of each file that the other lacks or has in another version, such as "video"
    """

    cause: Cause
    detail: str = ""
    outline: tuple[tuple[float, float], ...] | None = None
    box: Region | None = None
    first_inside: bool = True
    detailed: float = 1.0
    laid_over: bool = False
    covered: bool = False
    first_more: tuple[str, ...] = ()
    second_more: tuple[str, ...] = ()

    def turned_round(self, first: Size, second: Size) -> Finding:
        """The finding with first and second exchanged."""
        outline = None
        if self.outline is not None:
            outline = _landed(np.linalg.inv(_from_corners(first, self.outline)), second)
        return replace(
            self,
            outline=outline,
            first_inside=not self.first_inside,
            first_more=self.second_more,
            second_more=self.first_more,
        )

    def to_json(self) -> str:
        marks = self.detailed, self.laid_over, self.covered, self.first_more, self.second_more
        return json.dumps([self.detail, self.outline, self.box, self.first_inside, *marks])

    @classmethod
    def from_json(cls, cause: Cause, text: str) -> Finding:
        detail, outline, box, first_inside, detailed, laid_over, covered, *more = json.loads(text)
        first_more, second_more = more or ((), ())
        corners = None if outline is None else tuple((float(x), float(y)) for x, y in outline)
        return cls(
            cause=cause,
            detail=detail,
            outline=corners,
            box=None if box is None else tuple(box),
            first_inside=bool(first_inside),
            detailed=float(detailed),
            laid_over=bool(laid_over),
            covered=bool(covered),
            first_more=tuple(first_more),
            second_more=tuple(second_more),
        )


def read_findings(compared: Mapping[tuple[str, str], tuple[str, str]]) -> dict[tuple[str, str], Finding]:
    """Findings of pairs by their cause and text, without the pairs that do not belong together."""
    return {
        pair: Finding.from_json(cause, text)  # type: ignore[arg-type]
        for pair, (cause, text) in compared.items()
        if cause
    }


def judge(
    comparison: Comparison,
    first: Size,
    second: Size,
    times: tuple[str | None, str | None] | None = None,
    *,
    proven: bool,
    in_place: bool = False,
    options: JudgeOptions = JudgeOptions(),
) -> Finding | None:
    """Name the cause; None if two pictures do not belong together.

    first, second : (width, height) of the pictures in their files. times : of their shots, as in Metadata;
        default: the times of the comparison
    proven : enough local features agree, whatever the pixels say. in_place : they agree at one place of both frames
    """
    to_full = (
        np.diag([*map(float, second), 1.0])
        @ comparison.transform
        @ np.diag([1 / first[0], 1 / first[1], 1.0])
    )
    first_inside = comparison.first_seen > comparison.second_seen or (
        comparison.first_seen == comparison.second_seen and first[0] * first[1] <= second[0] * second[1]
    )
    larger = second if first_inside else first
    landed = _landed(to_full, first) if first_inside else _landed(np.linalg.inv(to_full), second)
    outline = landed if first_inside else _landed(to_full, first)
    within = _box(landed, larger)
    even = _is_even(within, larger, options.even)
    times = (comparison.first_at, comparison.second_at) if times is None else times
    cause, detail = _cause(comparison, first == second, times, even=even, proven=proven, options=options)
    if cause is None:
        return None
    box = within if min(comparison.first_seen, comparison.second_seen) < options.whole else None
    return Finding(
        cause=cause,
        detail=detail,
        outline=outline,
        box=box,
        first_inside=first_inside,
        detailed=round(comparison.detailed, 3),
        laid_over=in_place and cause == "part" and comparison.detailed < options.detailed,
        covered=comparison.covered,
        first_more=comparison.first_more,
        second_more=comparison.second_more,
    )


def same_picture(
    size: Size,
    first_more: tuple[str, ...] = (),
    second_more: tuple[str, ...] = (),
    *,
    identical: bool = False,
) -> Finding:
    """The finding for two files whose pictures are equal, pixel by pixel. size : of both"""
    width, height = map(float, size)
    more = ", ".join(sorted({*first_more, *second_more}))
    return Finding(
        cause="identical" if identical else "edited" if more else "same pixels",
        detail=more,
        outline=((0.0, 0.0), (width, 0.0), (width, height), (0.0, height)),
        first_more=first_more,
        second_more=second_more,
    )


def _cause(
    comparison: Comparison,
    same_size: bool,
    times: tuple[str | None, str | None],
    *,
    even: bool,
    proven: bool,
    options: JudgeOptions,
) -> tuple[Cause | None, str]:
    contained = max(comparison.first_seen, comparison.second_seen) >= options.whole
    least_seen = min(comparison.first_seen, comparison.second_seen)
    whole = least_seen >= options.whole
    apart_s = _seconds_between(*times)
    turned = comparison.mirrored or abs(comparison.angle_deg) > options.turned_deg
    contained = contained or (
        turned and comparison.filled
    )  # turned within its own frame, which cut off the corners
    alike = comparison.agreeing >= options.agreeing and comparison.detailed >= options.detailed
    if not whole and not comparison.filled:  # a crop equals its part of the photo; another shot differs
        alike = alike and comparison.differing < options.spot
    one_shot = (
        alike
        and contained
        and not comparison.same_layout
        and _may_be_one_exposure(comparison, apart_s, options)
    )
    if comparison.flat and max(comparison.light, comparison.colour) > options.colour:
        return None, ""  # a plain color is no lighter or darker version of another
    if comparison.same_layout and not apart_s:
        return ("same layout", "") if whole and not turned else ("part", "") if proven else (None, "")
    if not one_shot:
        return _two_shots(comparison, apart_s, same_size, proven=proven, options=options)
    if turned:
        pasted = not comparison.filled and (comparison.parted or comparison.agreeing < options.agreeing_crop)
        if not whole and (pasted or (least_seen < options.turned_share and comparison.filled)):
            return ("part", "") if proven else (None, "")
        return "turned", "mirrored" if comparison.mirrored else f"by {_degrees(comparison.angle_deg)}°"
    if whole:
        return _whole(comparison, options)
    if comparison.filled and (comparison.parted or even):
        return "edited", "border"
    if comparison.parted or comparison.agreeing < options.agreeing_crop:
        return ("part", "") if proven or comparison.agreeing >= options.agreeing_crop else (None, "")
    return "cropped", ""


def _whole(comparison: Comparison, options: JudgeOptions) -> tuple[Cause, str]:
    """Cause and detail for two pictures with the same frame."""
    if comparison.equal:
        more = sorted({*comparison.first_more, *comparison.second_more})
        return ("edited", ", ".join(more)) if more else ("same pixels", "")
    changed = [
        name
        for name, is_changed in (
            ("light", comparison.light > options.light),
            ("colour", comparison.colour > options.colour),
            ("a part of it", comparison.differing >= options.spot),
            ("sharpness", comparison.sharpness < options.sharpness),
        )
        if is_changed
    ]
    return ("edited", ", ".join(changed)) if changed else ("re-encoded", "")


def _may_be_one_exposure(comparison: Comparison, apart_s: float | None, options: JudgeOptions) -> bool:
    """True if both may be one exposure. Clocks may be corrected later, so equal noise counts if the times differ."""
    if apart_s is None or apart_s == 0:
        return True
    return apart_s > options.burst_s and comparison.noise >= options.noise


def _two_shots(
    comparison: Comparison, apart_s: float | None, same_size: bool, *, proven: bool, options: JudgeOptions
) -> tuple[Cause | None, str]:
    """Cause and detail for two pictures that are not one exposure."""
    near = apart_s is not None and apart_s <= options.burst_s
    if apart_s is None:
        near = (
            same_size
            and comparison.agreeing >= options.burst_agreeing
            and comparison.detailed >= options.detailed
        )
    alike = (
        min(comparison.first_seen, comparison.second_seen) >= options.burst_overlap
        and not comparison.mirrored
    )
    steady = abs(comparison.angle_deg) < options.burst_turned_deg and 0.7 < comparison.scale < 1.4
    if near and alike and steady and (proven or comparison.agreeing >= options.burst_agreeing):
        return "burst", ""
    return ("part", "") if proven else (None, "")


def _degrees(angle: float) -> int:
    return round(angle) % 360


def _seconds_between(first: str | None, second: str | None) -> float | None:
    """Seconds between two times, by local or universal time, the smaller of both. None if either lacks its seconds.

    Fractions of a second count if both times have them.
    """
    if first is None or second is None or min(len(first), len(second)) < len("2019-07-14T12:30:05"):
        return None
    try:
        first_time, second_time = datetime.fromisoformat(first), datetime.fromisoformat(second)
    except ValueError:
        return None
    if not (first_time.microsecond and second_time.microsecond):
        first_time, second_time = first_time.replace(microsecond=0), second_time.replace(microsecond=0)
    difference = abs(first_time.replace(tzinfo=None) - second_time.replace(tzinfo=None))
    if first_time.tzinfo is not None and second_time.tzinfo is not None:
        difference = min(difference, abs(first_time - second_time))
    return difference.total_seconds()


def _landed(transform: NDArray[np.floating], size: Size) -> tuple[tuple[float, float], ...]:
    corners = np.array([[0, 0, 1], [size[0], 0, 1], [*size, 1], [0, size[1], 1]], np.float64)
    landed = corners @ transform.T
    return tuple((round(float(x / z), 2), round(float(y / z), 2)) for x, y, z in landed)


def _from_corners(size: Size, landed: tuple[tuple[float, float], ...]) -> NDArray[np.float64]:
    import cv2

    corners = np.array([[0, 0], [size[0], 0], size, [0, size[1]]], np.float32)
    return np.asarray(cv2.getPerspectiveTransform(corners, np.array(landed, np.float32)), np.float64)


def _is_even(box: Region, larger: Size, tolerance: float) -> bool:
    """True if the margins around a box in the larger picture are equal left and right, and equal above and below."""
    x, y, width, height = box
    offsets = abs(larger[0] - width - 2 * x), abs(larger[1] - height - 2 * y)
    return all(difference <= tolerance * side for difference, side in zip(offsets, larger, strict=True))


def _box(landed: tuple[tuple[float, float], ...], larger: Size) -> Region:
    """The upright rectangle around the projected corners, clipped to the larger picture."""
    xs, ys = [x for x, _ in landed], [y for _, y in landed]
    left, top = max(0.0, min(xs)), max(0.0, min(ys))
    return left, top, min(larger[0], max(xs)) - left, min(larger[1], max(ys)) - top


# Chosen on half A, hard/ and photos with marks that are in no set: docs/benchmarks/duplicates-fresh.json.
_NEAR = 0.015  # of the second picture's longer side: a point within this distance keeps its place
_MOST_POINTS = 0.8  # of the agreeing points must keep their place
_MORE_THAN_A_MARK = 0.7  # of the details agree if two photos with one mark share something else
_ANCHORS = (0.0, 0.5, 1.0)  # of the width, or of the height


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
