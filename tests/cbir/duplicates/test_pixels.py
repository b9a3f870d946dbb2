"""Pixels: what is the same in two pictures, and the cause that is named for it."""

import io

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image as PilImage

from cbir.duplicates.judgement import Finding, judge
from cbir.duplicates.pixels import compare, compare_pictures, is_covered
from cbir.evaluation import encode_jpeg, rotated
from cbir.images import DecodeOptions
from tests.pictures import flat, photo, write_jpeg

Size = tuple[int, int]
Matrix = NDArray[np.floating]


def size_of(pixels):
    return pixels.shape[1], pixels.shape[0]


def finding(first, second, onto, *times, proven=True):
    """onto : (3, 3) from the first's pixels to the second's"""
    shares = (
        np.diag([1 / side for side in size_of(second)] + [1.0])
        @ onto
        @ np.diag([*map(float, size_of(first)), 1.0])
    )
    found = compare(first, second, shares)
    assert found is not None
    return judge(found, size_of(first), size_of(second), times or (None, None), proven=proven)


def small(name):
    pixels = photo(name)
    factor = 480 / max(pixels.shape)
    return np.asarray(cv2.resize(pixels, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA), np.uint8)


def moved(x, y, scale=1.0):
    return np.array([[scale, 0, x], [0, scale, y], [0, 0, 1.0]])


def decoded(jpeg):
    return np.asarray(PilImage.open(io.BytesIO(jpeg)), np.uint8)


def lettered(pixels):
    made = pixels.copy()
    cv2.putText(made, "a day at sea", (30, 200), cv2.FONT_HERSHEY_DUPLEX, 1.4, (255, 255, 255), 3)
    return made


def darker(pixels):
    return (pixels * 0.6).astype(np.uint8)


def yellower(pixels):
    return np.asarray(pixels * np.array([1.0, 1.0, 0.6])).astype(np.uint8)


def blurred(pixels):
    return np.asarray(cv2.GaussianBlur(pixels, (0, 0), 2.5), np.uint8)


@pytest.mark.parametrize("name", ["coffee", "rocket", "chelsea"])
@pytest.mark.parametrize(
    ("edit", "cause", "detail"),
    [
        (lambda pixels: pixels, "re-encoded", ""),
        (lettered, "edited", "a part of it"),
        (darker, "edited", "light"),
        (yellower, "edited", "colour"),
        (blurred, "edited", "sharpness"),
    ],
)
def test_an_edit_of_the_whole_picture_is_named(name, edit, cause, detail):
    pixels = small(name)
    found = finding(pixels, edit(pixels), np.eye(3))
    assert found is not None
    assert found.cause == cause
    assert detail in found.detail
    assert found.box is None


@pytest.mark.parametrize("name", ["astronaut", "chelsea", "coffee"])
def test_a_blur_of_half_a_pixel_is_an_edit_and_hard_compression_is_none(name):
    factor = 340 / max(photo(name).shape)
    shrunk = cv2.resize(photo(name), None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
    pixels = np.asarray(shrunk, np.uint8)
    blurred = np.asarray(cv2.GaussianBlur(pixels, (0, 0), 0.5), np.uint8)
    for made, cause in ((encode_jpeg(blurred, 90), "edited"), (encode_jpeg(pixels, 20), "re-encoded")):
        found = finding(pixels, decoded(made), np.eye(3))
        assert found is not None
        assert found.cause == cause


def test_a_drawing_that_was_made_lighter_is_an_edit_though_its_paper_stays_white():
    drawing = flat(480, 360, 255)
    for at in range(8):
        cv2.circle(drawing, (60 + 50 * at, 180), 40, (90, 90, 90), 2, cv2.LINE_AA)
    found = finding(drawing, np.minimum(drawing.astype(np.uint16) + 30, 255).astype(np.uint8), np.eye(3))
    assert found is not None
    assert found.cause == "edited"
    assert "light" in found.detail


@pytest.mark.parametrize("name", ["coffee", "rocket", "chelsea"])
@pytest.mark.parametrize("factor", [0.8, 1.8])
def test_a_copy_that_resizing_made_softer_is_not_taken_for_a_blurred_one(name, factor):
    pixels = small(name)
    softer = cv2.GaussianBlur(pixels, (0, 0), 0.7) if factor < 1 else pixels
    resized = cv2.resize(softer, None, fx=factor, fy=factor, interpolation=cv2.INTER_LINEAR)
    found = finding(pixels, np.asarray(resized, np.uint8), moved(0, 0, factor))
    assert found is not None
    assert found.cause == "re-encoded"


@pytest.mark.parametrize("name", ["coffee", "camera"])
def test_a_smaller_file_is_no_blurred_copy_though_both_are_looked_at_in_one_size(name, tmp_path, monkeypatch):
    pixels = photo(name)
    monkeypatch.setattr("cbir.duplicates.pixels.SIDE_PX", max(pixels.shape) // 2)
    resized = cv2.resize(pixels, None, fx=0.58, fy=0.58, interpolation=cv2.INTER_AREA)
    smaller = np.asarray(resized, np.uint8)
    files = write_jpeg(tmp_path / "large.jpg", pixels, 95), write_jpeg(tmp_path / "small.jpg", smaller, 80)
    found = compare_pictures(*files, [np.eye(3)], DecodeOptions())
    assert found is not None
    said = judge(found, size_of(pixels), size_of(smaller), proven=True)
    assert said is not None
    assert said.cause == "re-encoded"


@pytest.mark.parametrize(("name", "more"), [("chelsea", 170), ("chelsea", -150), ("rocket", -150)])
def test_what_was_burnt_out_of_a_lighter_copy_makes_no_other_picture_of_it(name, more):
    pixels = small(name)
    found = finding(pixels, np.clip(pixels.astype(np.int16) + more, 0, 255).astype(np.uint8), np.eye(3))
    assert found is not None
    assert found.cause == "edited"
    assert "light" in found.detail


@pytest.mark.parametrize("name", ["coffee", "rocket", "camera"])
def test_a_copy_with_hard_contrast_stays_where_it_lies(name):
    """If light changed along a curve, the alignment drifts from a right place."""
    pixels = small(name)
    curve = 255 / (1 + np.exp(-12 * (np.arange(256) / 255 - 0.45)))
    found = compare(pixels, curve[pixels].astype(np.uint8), np.eye(3))
    assert found is not None
    assert min(found.first_seen, found.second_seen) > 0.9995


@pytest.mark.parametrize("name", ["coffee", "chelsea"])
def test_a_crop_is_told_with_its_box_though_the_guess_was_off(name):
    whole = small(name)
    part = whole[40:240, 90:390]
    for first, second, onto in ((part, whole, moved(93, 37)), (whole, part, moved(-93, -37))):
        found = finding(first, second, onto)
        assert found is not None
        assert found.cause == "cropped"
        assert found.first_inside == (first is part)
        assert found.box == pytest.approx((90, 40, 300, 200), abs=1.5)


def test_a_border_is_an_edit_and_not_a_crop():
    pixels = small("coffee")
    framed = np.asarray(
        cv2.copyMakeBorder(pixels, 20, 20, 20, 20, cv2.BORDER_CONSTANT, value=(250, 250, 250)), np.uint8
    )
    found = finding(pixels, framed, moved(20, 20))
    assert found is not None
    assert (found.cause, found.detail) == ("edited", "border")


def greyed(pixels):
    return np.asarray(cv2.cvtColor(cv2.cvtColor(pixels, cv2.COLOR_RGB2GRAY), cv2.COLOR_GRAY2RGB), np.uint8)


def on_white(thing):
    made = flat(480, 360, 255)
    made[90:270, 150:330] = cv2.resize(thing, (180, 180), interpolation=cv2.INTER_AREA)
    return made


def test_a_white_border_on_a_white_ground_is_an_edit_and_a_part_of_that_ground_a_crop():
    pixels = on_white(photo("coffee"))
    border = [(30, 30, 30, 30), (10, 40, 15, 60)]
    held, whole = (
        np.asarray(cv2.copyMakeBorder(pixels, *width, cv2.BORDER_CONSTANT, value=(255, 255, 255)), np.uint8)
        for width in border
    )
    framed, cut = finding(pixels, held, moved(30, 30)), finding(pixels, whole, moved(15, 10))
    assert framed is not None
    assert (framed.cause, framed.detail) == ("edited", "border")
    assert cut is not None
    assert cut.cause == "cropped"


def test_two_shots_of_a_thing_on_a_plain_ground_are_no_copies():
    coffee = photo("coffee")
    first, second = on_white(coffee), on_white(np.ascontiguousarray(np.rot90(coffee)))
    found = finding(first, second, np.eye(3))
    assert found is None or found.cause in ("burst", "part")


def test_a_thing_that_lost_its_colour_in_a_grey_picture_is_an_edit():
    red = greyed(small("rocket"))
    red[:120, :200, 1:] = red[:120, :200, 1:] // 2
    lost = greyed(red)
    found = finding(red, lost, np.eye(3))
    assert found is not None
    assert (found.cause, found.detail) == ("edited", "colour")


def test_a_picture_that_was_pasted_into_another_is_a_part_of_it():
    host, guest = small("rocket"), small("chelsea")
    pasted = host.copy()
    inside = cv2.resize(guest, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    pasted[60 : 60 + inside.shape[0], 40 : 40 + inside.shape[1]] = inside
    found = finding(guest, pasted, moved(40, 60, 0.5))
    assert found is not None
    assert found.cause == "part"


def test_turned_and_mirrored_copies_are_told_apart():
    pixels = small("chelsea")
    view = rotated(pixels, 9)
    turned = finding(pixels, view.pixels, view.homography)
    assert turned is not None
    assert (turned.cause, turned.detail) == ("turned", "by 9°")
    flip = np.array([[-1.0, 0, size_of(pixels)[0]], [0, 1, 0], [0, 0, 1]])
    mirrored = finding(pixels, np.ascontiguousarray(pixels[:, ::-1]), flip, proven=False)
    assert mirrored is not None
    assert (mirrored.cause, mirrored.detail) == ("turned", "mirrored")


@pytest.mark.parametrize("name", ["chelsea", "coffee", "rocket"])
@pytest.mark.parametrize("colour", [0, 255])
def test_a_copy_that_was_turned_within_its_frame_is_turned_whichever_comes_first(name, colour):
    pixels = small(name)
    width, height = size_of(pixels)
    turn = cv2.getRotationMatrix2D(((width - 1) / 2, (height - 1) / 2), 8, 1)
    made = cv2.warpAffine(pixels, turn, (width, height), borderValue=(colour,) * 3)
    turned = decoded(encode_jpeg(np.asarray(made, np.uint8), 90))
    onto = np.vstack([turn, [0, 0, 1]])
    for found in (finding(pixels, turned, onto), finding(turned, pixels, np.linalg.inv(onto))):
        assert found is not None
        assert found.cause == "turned"


def test_two_shots_of_a_burst_are_no_copies():
    scene = small("chelsea")
    first, second = scene[:-12, :-12], scene[12:, 12:]
    found = finding(first, second, moved(-12, -12))
    assert found is not None
    assert found.cause == "burst"


def test_pictures_taken_at_two_moments_are_no_copies_though_nothing_moved():
    scene = small("coffee")
    found = finding(scene, scene, np.eye(3), "2024-05-01T10:00:00", "2024-05-01T10:00:02")
    assert found is not None
    assert found.cause == "burst"


def test_two_photos_are_nothing_to_each_other():
    one, other = small("coffee"), small("rocket")
    assert (
        finding(one, np.asarray(cv2.resize(other, size_of(one)), np.uint8), np.eye(3), proven=False) is None
    )


@pytest.mark.parametrize("other", [160, 0, 255])
def test_flat_pictures_of_one_grey_are_the_same_and_of_two_are_nothing_to_each_other(other):
    same = finding(flat(200, 100), flat(200, 100), np.eye(3), proven=False)
    assert same is not None
    assert same.cause == "re-encoded"
    assert finding(flat(200, 100), flat(200, 100, other), np.eye(3), proven=False) is None


@pytest.mark.parametrize("degrees", [0, 23, 90, 200])
def test_a_small_picture_inside_a_photo_shares_a_part_with_it_however_it_was_turned(degrees):
    inset, host = small("coffee"), small("chelsea").copy()
    turn = cv2.getRotationMatrix2D((size_of(inset)[0] / 2, size_of(inset)[1] / 2), degrees, 0.25)
    turn[:, 2] += (size_of(host)[0] / 2 - size_of(inset)[0] / 2, size_of(host)[1] / 2 - size_of(inset)[1] / 2)
    laid = cv2.warpAffine(inset, turn, size_of(host), flags=cv2.INTER_AREA)
    mask = cv2.warpAffine(np.full(inset.shape[:2], 255, np.uint8), turn, size_of(host))
    host[mask > 128] = laid[mask > 128]
    found = finding(inset, host, np.vstack([turn, [0, 0, 1]]))
    assert found is not None
    assert found.cause == "part"


def test_a_finding_reads_back_as_it_was_kept_and_turns_round():
    kept = Finding(cause="cropped", outline=((1, 2), (11, 2), (11, 12), (1, 12)), box=(1, 2, 10, 10))
    assert Finding.from_json("cropped", kept.to_json()) == kept
    there = kept.turned_round((10, 10), (20, 20))
    landed = ((-1.0, -2.0), (19.0, -2.0), (19.0, 18.0), (-1.0, 18.0))
    assert there == Finding(cause="cropped", outline=landed, box=(1, 2, 10, 10), first_inside=False)
    assert there.turned_round((20, 20), (10, 10)) == kept


def test_a_comparison_gives_up_where_hardly_anything_overlaps():
    pixels = small("coffee")
    assert compare(pixels, pixels, moved(0.99, 0)) is None


def laid_upon(host, guest, x, y):
    made = host.copy()
    made[y : y + guest.shape[0], x : x + guest.shape[1]] = guest
    return made


def covered(first, second):
    found = compare(first, second, np.eye(3))
    assert found is not None
    return found.covered


def test_the_photo_around_what_was_laid_upon_it_is_the_same():
    host, guest = small("chelsea"), small("coffee")[:240, :320]
    assert covered(host, laid_upon(host, guest, 40, 30))
    assert covered(laid_upon(host, guest, 140, 60), host)
    assert not covered(host, laid_upon(host[::-1], guest, 40, 30))


@pytest.mark.parametrize("inside_first", [False, True])
def test_a_guess_in_perspective_turns_what_it_turns_in_the_middle(inside_first):
    """A guess from a few points on a sky cannot be refined: the cut-out frame, slightly narrower at the top."""
    larger, smaller = flat(256, 256), flat(94, 94)
    cut = np.array([[83, 78], [216, 78], [222, 213], [81, 213]], np.float32) / 256
    frame = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)
    onto = np.asarray(
        cv2.getPerspectiveTransform(*((frame, cut) if inside_first else (cut, frame))), np.float64
    )
    found = compare(*((smaller, larger) if inside_first else (larger, smaller)), onto)
    assert found is not None
    assert abs(found.angle_deg) < 1
    assert (found.scale if inside_first else 1 / found.scale) == pytest.approx(1.46, abs=0.05)


def test_of_blocks_one_rectangle_may_differ_and_no_more():
    inside = np.ones((30, 40), bool)
    differs = np.zeros_like(inside)
    differs[6:22, 8:28] = True
    assert is_covered(inside, differs, inside)
    assert not is_covered(inside, ~inside, inside), "nothing was laid upon it"
    few = np.zeros_like(inside)
    few[0, :19] = True
    assert not is_covered(inside, differs, few), "hardly any detail is around it"
    assert is_covered(inside, differs, few | np.eye(30, 40, dtype=bool))
    spotted = differs.copy()
    spotted[::4, 32:] = True
    assert not is_covered(inside, spotted, inside), "around it something else differs"
    wide = differs.copy()
    wide[3:29, 4:38] = True
    assert not is_covered(inside, wide, inside), "little is left around it"
    row, column = np.indices(inside.shape)
    assert not is_covered(inside, abs(row - 14) + abs(column - 18) < 9, inside), "it is no rectangle"
