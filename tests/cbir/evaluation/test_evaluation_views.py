"""Altered copies, hard views and regions: does a point land where the homography says?"""

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from cbir.base.errors import ImageUnreadable
from cbir.evaluation import (
    crop,
    encode_jpeg,
    generator_for,
    read_pixels,
    resized,
    rotated,
    text_band,
    tilted,
)
from cbir.evaluation.altered import scaled
from tests.evaluation.altered_copies import KINDS, RARER_KINDS, altered_copy, scale
from tests.evaluation.hard_views import HARD_VIEWS, dark, glare, half_hidden
from tests.evaluation.regions import random_region

Point = NDArray[np.float64]

HEIGHT, WIDTH = 180, 240
POINTS = [(120.0, 90.0), (60.0, 45.0), (200.0, 40.0), (40.0, 150.0), (210.0, 140.0)]
GEOMETRIC = [kind for kind in KINDS if kind.name in ("any rotation", "0.3x to 2x", "mirrored")]


def spot(x, y):
    """A soft white spot on black: its centre of mass is its place, to a fraction of a pixel."""
    rows, columns = np.mgrid[0:HEIGHT, 0:WIDTH]
    light = 255 * np.exp(-((columns - x) ** 2 + (rows - y) ** 2) / (2 * 5.0**2))
    return np.repeat(np.rint(light).astype(np.uint8)[:, :, None], 3, axis=2)


def centre_of(pixels):
    light = pixels[:, :, 0].astype(np.float64)
    light[light < 40] = 0  # the fill of empty corners is the mean colour, here nearly black
    rows, columns = np.mgrid[0 : light.shape[0], 0 : light.shape[1]]
    centre = np.array([(light * columns).sum(), (light * rows).sum()]) / light.sum()
    return centre


def landing(view, x, y):
    landed = view.homography @ np.array([x, y, 1.0])
    place = landed[:2] / landed[2]
    return place


@pytest.fixture(scope="module")
def photo():
    data = pytest.importorskip("skimage.data", reason="the photos that scikit-image ships are not installed")
    return np.ascontiguousarray(data.coffee()[:, :, :3])


@pytest.mark.parametrize("kind", GEOMETRIC, ids=lambda kind: kind.name)
@pytest.mark.parametrize("point", POINTS)
def test_a_point_lands_where_the_homography_says(kind, point):
    for seed in range(3):
        view = kind.alter(spot(*point), np.random.default_rng(seed))
        assert centre_of(view.pixels) == pytest.approx(landing(view, *point), abs=0.5)


@pytest.mark.parametrize(
    "kind", [kind for kind in RARER_KINDS if kind.name != "negative"], ids=lambda kind: kind.name
)
def test_rarer_copies_show_the_photo_where_the_homography_says(kind, photo):
    view = kind.alter(photo, np.random.default_rng(3))
    back = cv2.warpPerspective(
        view.pixels,
        view.homography,
        photo.shape[1::-1],
        flags=cv2.WARP_INVERSE_MAP | cv2.INTER_LINEAR,
    )
    blurs = [cv2.GaussianBlur(picture, (0, 0), 6)[8:-8, 8:-8].ravel() for picture in (back, photo)]
    assert np.corrcoef(*blurs)[0, 1] > 0.95


@pytest.mark.parametrize("point", POINTS)
@pytest.mark.parametrize("axis_deg", [0, 70, 145])
def test_a_point_of_a_tilted_picture_lands_where_the_homography_says(point, axis_deg):
    view = tilted(spot(*point), tilt_deg=55, axis_deg=axis_deg, roll_deg=15)
    # A disc's centre of mass is not exactly where its centre lands: perspective shrinks its far half.
    assert centre_of(view.pixels) == pytest.approx(landing(view, *point), abs=1.0)


def test_a_tilted_picture_fills_its_canvas_and_is_foreshortened():
    white = np.full((HEIGHT, WIDTH, 3), 255, np.uint8)
    view = tilted(white, tilt_deg=60, axis_deg=90)
    corners = [landing(view, x, y) for x in (0, WIDTH - 1) for y in (0, HEIGHT - 1)]
    assert np.min(corners) == pytest.approx(0, abs=1e-6)
    assert np.max(corners) == pytest.approx(max(WIDTH, HEIGHT) - 1, abs=1e-6)
    left, right = (np.linalg.norm(landing(view, x, 0) - landing(view, x, HEIGHT - 1)) for x in (0, WIDTH - 1))
    assert max(left / right, right / left) > 1.5


def test_a_tilt_of_zero_changes_nothing_but_the_canvas():
    view = tilted(spot(120, 90), tilt_deg=0, axis_deg=30)
    assert view.homography == pytest.approx(np.eye(3), abs=1e-9)


def test_a_crop_is_a_window_of_the_asked_area():
    ramp = np.arange(HEIGHT * WIDTH, dtype=np.int64).reshape(HEIGHT, WIDTH)
    pixels = np.stack([ramp % 256, ramp // 256 % 256, ramp // 65536], axis=2).astype(np.uint8)
    for seed in range(5):
        view = crop(pixels, np.random.default_rng(seed))
        height, width = view.pixels.shape[:2]
        assert height * width / (HEIGHT * WIDTH) == pytest.approx(0.3, rel=0.02)
        x, y = np.rint(np.linalg.inv(view.homography) @ np.array([10.0, 7.0, 1.0]))[:2].astype(int)
        assert (view.pixels[7, 10] == pixels[y, x]).all()


def test_a_quarter_turn_is_exact_and_goes_clockwise():
    pixels = np.zeros((3, 5, 3), np.uint8)
    pixels[0, 4] = 255  # the top right corner
    view = rotated(pixels, 90)
    assert view.pixels.shape[:2] == (5, 3)
    assert landing(view, 4, 0) == pytest.approx([2, 4])  # is the bottom right corner now
    assert view.pixels[4, 2, 0] > 200


def test_a_rotation_cuts_nothing_off():
    for angle in (0, 17, 133, 260.5):
        view = rotated(spot(120, 90), angle)
        height, width = view.pixels.shape[:2]
        corners = np.array([landing(view, x, y) for x in (0, WIDTH - 1) for y in (0, HEIGHT - 1)])
        assert corners.min() >= -0.5
        assert (corners.max(axis=0) <= [width - 0.5, height - 0.5]).all()


def test_scales_stay_between_a_third_and_double(photo):
    factors = [scale(photo, np.random.default_rng(seed)).homography[0, 0] for seed in range(40)]
    assert 0.29 < min(factors) < 0.5
    assert 1.5 < max(factors) < 2.01


def test_the_text_band_hides_the_middle_third_and_nothing_else(photo):
    height = len(photo)
    copy = text_band(photo, np.random.default_rng(1)).pixels
    top, bottom = height // 3, height - height // 3
    assert (copy[:top] == photo[:top]).all()
    assert (copy[bottom:] == photo[bottom:]).all()
    # Paper and ink, and the smoothed edges between them: the photo itself does not shine through.
    paper = np.bincount(copy[top:bottom].reshape(-1, 3).astype(int) @ [65536, 256, 1]).max()
    assert paper > 0.3 * (bottom - top) * photo.shape[1]
    assert copy[top:bottom].std() > 30


@pytest.mark.parametrize("kind", (*KINDS, *RARER_KINDS), ids=lambda kind: kind.name)
def test_altered_copies_are_pure_seeded_and_decodable(kind, photo):
    before = photo.copy()
    first, again = (altered_copy(photo, kind, "coffee.jpg") for _ in range(2))
    assert (photo == before).all()
    assert first.jpeg == again.jpeg
    decoded = cv2.imdecode(np.frombuffer(first.jpeg, np.uint8), cv2.IMREAD_COLOR)
    assert decoded is not None
    assert first.homography.shape == (3, 3)


def test_other_names_are_altered_otherwise(photo):
    turn = next(kind for kind in KINDS if kind.name == "any rotation")
    one, other = (altered_copy(photo, turn, name).homography for name in ("a.jpg", "b.jpg"))
    assert np.abs(one - other).max() > 0.01
    assert generator_for("a", "b").random() == generator_for("a", "b").random()


def test_brightness_and_blur_do_what_they_are_called(photo):
    by_name = {kind.name: kind.alter(photo, np.random.default_rng(0)).pixels for kind in KINDS}
    assert by_name["brightness -50 %"].mean() == pytest.approx(photo.mean() / 2, rel=0.01)
    assert by_name["brightness +50 %"].mean() > 1.2 * photo.mean()
    sharpness = [
        cv2.Laplacian(by_name[name], cv2.CV_64F).std()
        for name in ("mirrored", "blur sigma 2", "blur sigma 4")
    ]
    assert sharpness[0] > 3 * sharpness[1]
    assert sharpness[1] > 1.5 * sharpness[2]


def test_jpeg_quality_changes_the_size_and_keeps_the_colours(photo, tmp_path):
    good, poor = encode_jpeg(photo, 95), encode_jpeg(photo, 15)
    assert len(poor) < len(good) / 4
    (tmp_path / "ü.jpg").write_bytes(good)
    assert np.abs(read_pixels(tmp_path / "ü.jpg").astype(int) - photo).mean() < 4
    (tmp_path / "not.jpg").write_bytes(b"no picture")
    with pytest.raises(ImageUnreadable, match=r"not\.jpg"):
        read_pixels(tmp_path / "not.jpg")


def test_resizing_keeps_borders_on_borders():
    view = resized(spot(0, 0), (WIDTH * 2, HEIGHT * 2))
    assert landing(view, -0.5, -0.5) == pytest.approx([-0.5, -0.5])
    assert landing(view, WIDTH - 0.5, HEIGHT - 0.5) == pytest.approx([2 * WIDTH - 0.5, 2 * HEIGHT - 0.5])
    assert scaled(spot(0, 0), 60).pixels.shape == (45, 60, 3)


@pytest.mark.parametrize("name", HARD_VIEWS)
def test_hard_views_are_pure_and_seeded(name, photo):
    before = photo.copy()
    first, again = (HARD_VIEWS[name](photo, np.random.default_rng(4)) for _ in range(2))
    assert (photo == before).all()
    assert (first.pixels == again.pixels).all()
    assert (first.pixels.shape[:2] == photo.shape[:2]) == (name != "perspective")


def test_the_dark_is_dark_and_glare_saturates(photo):
    assert dark(photo, np.random.default_rng(0)).pixels.mean() < photo.mean() / 2
    bright = (glare(photo, np.random.default_rng(0)).pixels == 255).all(axis=2)
    assert 0.03 < bright.mean() < 0.5


def test_half_of_a_half_hidden_picture_is_hidden(photo):
    changed = (half_hidden(photo, np.random.default_rng(2)).pixels != photo).any(axis=2)
    assert 0.45 < changed.mean() < 0.55


@pytest.mark.parametrize("size", [(880, 660), (660, 880), (1000, 200)])
def test_regions_are_a_fifth_of_the_area_inside_the_middle(size):
    width, height = size
    regions = [random_region(f"Canon/{number:03}.jpg", size) for number in range(200)]
    for x, y, region_width, region_height in regions:
        assert region_width * region_height == pytest.approx(0.2 * width * height)
        assert x >= 0.15 * width - 1e-6
        assert y >= 0.15 * height - 1e-6
        assert x + region_width <= 0.85 * width + 1e-6
        assert y + region_height <= 0.85 * height + 1e-6
    assert len({region[0] for region in regions}) == 200
    shapes = [(w / width) / (h / height) for _, _, w, h in regions]
    assert 0.45 < min(shapes) < 0.7 < 1.4 < max(shapes) < 2.2


def test_a_region_belongs_to_its_name():
    assert random_region("a", (100, 100)) == random_region("a", (100, 100))
    with pytest.raises(ValueError, match="does not fit"):
        random_region("a", (100, 100), area=0.6)
