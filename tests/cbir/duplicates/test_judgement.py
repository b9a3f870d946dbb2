"""Causes: what two pictures have in common, and what follows from it, at the limits too."""

from dataclasses import astuple, replace

import cv2
import numpy as np
import pytest

from cbir.duplicates.judgement import Finding, JudgeOptions, judge, read_findings
from cbir.duplicates.pixels import Comparison

SIZE = (400, 300)
LIMITS = JudgeOptions()
SAME = Comparison(
    transform=np.eye(3), first_seen=1.0, second_seen=1.0, agreeing=1.0, detailed=1.0, differing=0, covered=False,
    light=0.0, colour=0.0, sharpness=1.0, filled=False, parted=False, angle_deg=0.0, mirrored=False, scale=1.0,
    equal=False,
)  # fmt: skip
PART = {"transform": np.diag([0.5, 0.5, 1.0]), "second_seen": 0.25}


def cause(*, proven=False, times=(None, None), **fields):
    found = judge(replace(SAME, **fields), SIZE, SIZE, times, proven=proven)
    return None if found is None else (found.cause, found.detail)


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({"equal": True}, ("same pixels", "")),
        ({}, ("re-encoded", "")),
        ({"light": LIMITS.light}, ("re-encoded", "")),
        ({"light": LIMITS.light + 0.1}, ("edited", "light")),
        ({"colour": LIMITS.colour}, ("re-encoded", "")),
        ({"colour": LIMITS.colour + 0.1}, ("edited", "colour")),
        ({"differing": LIMITS.spot}, ("edited", "a part of it")),
        ({"differing": LIMITS.spot - 1}, ("re-encoded", "")),
        ({"sharpness": LIMITS.sharpness}, ("re-encoded", "")),
        ({"sharpness": LIMITS.sharpness - 0.01}, ("edited", "sharpness")),
        ({"light": 9.0, "colour": 9.0}, ("edited", "light, colour")),
        ({"angle_deg": LIMITS.turned_deg}, ("re-encoded", "")),
        ({"angle_deg": -LIMITS.turned_deg - 0.1}, ("turned", "by 359°")),
        ({"angle_deg": 90.0}, ("turned", "by 90°")),
        ({"mirrored": True}, ("turned", "mirrored")),
        ({"agreeing": LIMITS.agreeing, "detailed": LIMITS.detailed}, ("re-encoded", "")),
        ({"first_seen": LIMITS.whole, "second_seen": LIMITS.whole}, ("re-encoded", "")),
    ],
)
def test_of_one_frame_what_was_done_to_it_is_named(fields, expected):
    assert cause(**fields) == expected


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({}, ("cropped", "")),
        ({"differing": LIMITS.spot - 1}, ("cropped", "")),
        ({"differing": LIMITS.spot}, None),
        ({"agreeing": LIMITS.agreeing_crop}, ("cropped", "")),
        ({"agreeing": LIMITS.agreeing_crop - 0.01}, None),
        ({"agreeing": LIMITS.agreeing_crop - 0.01, "proven": True}, ("part", "")),
        ({"parted": True}, ("part", "")),
        ({"parted": True, "agreeing": LIMITS.agreeing_crop}, ("part", "")),
        ({"filled": True, "parted": True, "differing": 99}, ("edited", "border")),
        ({"filled": True}, ("cropped", "")),
        ({"angle_deg": 30.0, "agreeing": LIMITS.agreeing_crop}, ("turned", "by 30°")),
        ({"angle_deg": 30.0, "agreeing": LIMITS.agreeing_crop - 0.01}, None),
        ({"angle_deg": 30.0, "agreeing": LIMITS.agreeing_crop - 0.01, "proven": True}, ("part", "")),
    ],
)
def test_of_a_part_it_is_said_whether_it_was_cut_out(fields, expected):
    assert cause(**{**PART, **fields}) == expected


AT, LATER, MUCH_LATER = "2026-11-23T10:00:00", "2026-11-23T10:00:30", "2026-11-23T10:00:31"
SHOT = {"first_seen": 0.9, "second_seen": 0.9, "agreeing": LIMITS.burst_agreeing}


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({}, "burst"),
        ({"times": (AT, LATER), "agreeing": 0.1, "proven": True}, "burst"),
        ({"times": (AT, LATER), "agreeing": 0.1}, None),
        ({"times": (AT, MUCH_LATER), "proven": True}, "part"),
        ({"times": (AT, MUCH_LATER)}, None),
        ({"times": (AT, AT[:10])}, "burst"),  # the day alone says nothing
        ({"agreeing": LIMITS.burst_agreeing - 0.01}, None),
        ({"detailed": LIMITS.detailed - 0.01, "proven": True}, "part"),  # only a plain ground agrees
        ({"second_seen": LIMITS.burst_overlap}, "burst"),
        ({"second_seen": LIMITS.burst_overlap - 0.01}, None),
        ({"mirrored": True, "proven": True}, "part"),
        ({"detailed": LIMITS.detailed}, "burst"),
        ({"filled": True}, "burst"),
        ({"angle_deg": 5.0}, "burst"),
        ({"angle_deg": LIMITS.burst_turned_deg, "proven": True}, "part"),
        ({"scale": 1.4, "proven": True}, "part"),
    ],
)
def test_of_two_shots_those_of_one_moment_are_a_burst(fields, expected):
    assert cause(**{**SHOT, **fields}) == (None if expected is None else (expected, ""))


@pytest.mark.parametrize(
    ("second", "expected"),
    [
        (AT, "edited"),
        (AT + "+02:00", "edited"),
        (None, "edited"),
        (AT[:10], "edited"),
        (LATER, "burst"),
        (AT[:-1] + "1", "burst"),
        (MUCH_LATER, None),
    ],
)
def test_two_pictures_that_look_the_same_are_one_shot_unless_their_times_differ(second, expected):
    for times in ((AT, second), (second, AT)):
        told = cause(times=times, light=9.0)
        assert (None if told is None else told[0]) == expected


@pytest.mark.parametrize(
    ("in_place", "fields", "expected"),
    [
        (True, {}, True),
        (False, {}, False),
        (True, {"detailed": LIMITS.detailed}, False),
    ],
)
def test_what_little_agrees_at_one_place_of_both_frames_was_laid_over_them(in_place, fields, expected):
    apart = replace(SAME, **{"agreeing": 0.3, "detailed": LIMITS.detailed - 0.01, **fields})
    found = judge(apart, SIZE, SIZE, proven=True, in_place=in_place)
    assert found is not None
    assert (found.cause, found.laid_over) == ("part", expected)
    unknown = judge(apart, SIZE, SIZE, proven=True)
    assert unknown is not None and not unknown.laid_over
    assert Finding.from_json(found.cause, found.to_json()) == found


def test_of_what_was_found_only_what_belongs_together_is_read():
    laid_upon = Finding(cause="part", detailed=0.3, laid_over=True, covered=True)
    compared = {("a", "b"): ("part", laid_upon.to_json()), ("a", "c"): ("", "")}
    assert read_findings(compared) == {("a", "b"): laid_upon}


def test_where_the_smaller_lies_is_said_in_pixels_of_the_larger_and_turned_round():
    cut = replace(SAME, transform=np.array([[0.5, 0, 0.25], [0, 0.5, 0.5], [0, 0, 1]]), second_seen=0.25)
    found = judge(cut, (200, 150), SIZE, proven=False)
    assert found is not None
    assert (found.cause, found.first_inside) == ("cropped", True)
    assert found.box == pytest.approx((100, 150, 200, 150))
    assert np.allclose(found.outline or (), [(100, 150), (300, 150), (300, 300), (100, 300)])
    round_ = found.turned_round((200, 150), SIZE)
    assert (round_.first_inside, round_.box) == (False, found.box)
    assert np.allclose(round_.outline or (), [(-100, -150), (300, -150), (300, 150), (-100, 150)])
    assert Finding.from_json(found.cause, found.to_json()) == found


@pytest.mark.parametrize(
    ("first", "inside"),
    [((200, 150), True), (SIZE, True), ((800, 600), False), ((100, 1000), True), ((1000, 100), True)],
)
def test_of_two_that_show_the_same_the_one_of_fewer_pixels_lies_in_the_other(first, inside):
    found = judge(SAME, first, SIZE, proven=False)
    assert found is not None
    assert found.first_inside is inside


@pytest.mark.parametrize("first_inside", [True, False])
@pytest.mark.parametrize("shift", [(0.3, 0.2), (0.7, 0.6), (-0.2, -0.1)])
def test_in_any_perspective_what_landed_is_where_opencv_says(shift, first_inside):
    first, second = (200, 160), SIZE
    there = np.array([[0.5, 0.05, shift[0]], [0.02, 0.45, shift[1]], [0.2, -0.1, 1.0]])
    transform, smaller = (there, "second_seen") if first_inside else (np.linalg.inv(there), "first_seen")
    fields = {"transform": transform, "detailed": 0.12345, smaller: LIMITS.whole - 0.01}
    apart = replace(SAME, **fields)
    found = judge(apart, first, second, proven=True)
    assert found is not None and found.box is not None
    assert (found.first_inside, found.detailed) == (first_inside, 0.123)
    corners = np.array([[[0, 0]], [[1, 0]], [[1, 1]], [[0, 1]]], np.float64)
    landed = cv2.perspectiveTransform(corners, transform)[:, 0] * second
    assert found.outline is not None
    assert np.allclose(found.outline, landed, rtol=0, atol=0.0101)
    assert all(round(each, 2) == each for xy in found.outline for each in xy)
    larger = second if first_inside else first
    inside = cv2.perspectiveTransform(corners, there)[:, 0] * larger
    left, top = np.maximum(inside.min(axis=0), 0)
    right, bottom = np.minimum(inside.max(axis=0), larger)
    assert found.box == pytest.approx((left, top, right - left, bottom - top), abs=0.02)


def test_what_shows_nearly_all_of_the_other_has_no_box_in_it():
    for seen, boxed in ((LIMITS.whole, False), (LIMITS.whole - 0.001, True)):
        found = judge(replace(SAME, second_seen=seen), SIZE, SIZE, proven=True)
        assert found is not None and (found.box is not None) == boxed


@pytest.mark.parametrize("filled", [True, False])
@pytest.mark.parametrize(
    ("x", "y", "even"),
    [
        (100, 75, True),
        (102, 75, True),
        (98, 75, True),
        (102.1, 75, False),
        (97.9, 75, False),
        (100, 76.5, True),
        (100, 73.5, True),
        (100, 76.6, False),
        (100, 73.4, False),
    ],
)
def test_margins_that_are_even_to_a_hundredth_of_a_side_are_a_borders(x, y, even, filled):
    placed = np.array([[0.5, 0, x / SIZE[0]], [0, 0.5, y / SIZE[1]], [0, 0, 1]])
    expected = ("edited", "border") if even and filled else ("cropped", "")
    assert cause(transform=placed, second_seen=0.25, filled=filled) == expected


def test_what_is_said_of_no_place_lies_nowhere():
    nothing = Finding(
        cause="burst", detail="", outline=None, box=None, first_inside=True, detailed=1.0, laid_over=False,
        covered=False,
    )  # fmt: skip
    assert Finding(cause="burst") == nothing == Finding.from_json("burst", nothing.to_json())


def test_the_limits_are_those_that_were_measured():
    """docs/benchmarks.md has what these find: others have to be measured again."""
    assert astuple(LIMITS) == (
        *(0.985, 0.75, 0.4, 0.85, 0.01, 4, 3.5, 3.0, 0.9, 1.2),
        *(0.5, 0.75, 15.0, 30.0, 0.4, 0.3),
    )


# --- clocks

TAKEN = "2019-07-14T12:30:05"


@pytest.mark.parametrize(
    ("times", "noise", "expected"),
    [
        ((TAKEN, "2019-07-14T13:30:05"), 0.8, "re-encoded"),  # a clock that was corrected
        ((TAKEN, "2019-07-14T13:30:05"), 0.1, "part"),  # a camera that stood still for an hour
        ((f"{TAKEN}+02:00", "2019-07-14T10:30:05+00:00"), 0.0, "re-encoded"),  # one moment
        ((f"{TAKEN}+02:00", f"{TAKEN}+00:00"), 0.0, "re-encoded"),  # one clock
        ((TAKEN, None), 0.0, "re-encoded"),
        ((f"{TAKEN}.10", f"{TAKEN}.43"), 0.9, "burst"),
        ((f"{TAKEN}.10", f"{TAKEN}.10"), 0.0, "re-encoded"),
        ((f"{TAKEN}.10", TAKEN), 0.0, "re-encoded"),  # parts of a second that a copy lost
        ((TAKEN, "2019-07-14T12:30:06"), 0.9, "burst"),
    ],
)
def test_clocks_that_differ_are_two_exposures_unless_the_noise_is_one(times, noise, expected):
    found = judge(replace(SAME, noise=noise, first_at=times[0], second_at=times[1]), SIZE, SIZE, proven=True)
    assert found is not None
    assert found.cause == expected


def test_other_ink_makes_another_document_and_a_crop_of_it_no_crop():
    assert cause(same_layout=True) == ("same layout", "")
    assert cause(same_layout=True, **PART) is None
    assert cause(same_layout=True, proven=True, **PART) == ("part", "")


def test_equal_pixels_are_the_same_picture_where_the_files_hold_no_more():
    assert cause(equal=True, first_more=("video",)) == ("edited", "video")
    assert cause(equal=True, first_more=("pages",), second_more=("transparency",)) == (
        "edited",
        "pages, transparency",
    )


def test_a_small_picture_on_a_plain_page_is_not_that_page_turned():
    turned = {**PART, "angle_deg": 23.0, "filled": True}
    assert cause(**turned, proven=True) == ("part", "")
    assert cause(**{**turned, "second_seen": LIMITS.turned_share}) == ("turned", "by 23°")
