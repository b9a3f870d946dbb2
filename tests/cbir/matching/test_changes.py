"""What only one of two views of a thing has, in another light and from another side."""

import cv2
import numpy as np
import pytest

from cbir.matching import changed_parts
from tests.pictures import photo

SIZE = (600, 400)


def view(picture, corners):
    """The part of a picture between four corners, as a whole picture, and the transform in shares of the sides."""
    whole = np.array([[0, 0], [SIZE[0], 0], SIZE, [0, SIZE[1]]], np.float32)
    onto = cv2.getPerspectiveTransform(np.float32(corners), whole)
    sides = np.diag([*map(float, SIZE), 1.0])
    return cv2.warpPerspective(picture, onto, SIZE), np.linalg.inv(sides) @ onto @ sides


def dimmer(picture):
    slope = np.linspace(0.75, 0.95, picture.shape[1])[None, :, None]
    return np.clip(picture * slope * (1.0, 0.95, 0.88), 0, 255).astype(np.uint8)


@pytest.fixture(name="scene")
def _scene():
    return cv2.resize(photo("coffee"), SIZE)


ASKEW = [[20, 15], [585, 5], [570, 390], [8, 380]]


def with_sticker(picture):
    changed = picture.copy()
    changed[150:220, 300:390] = (40, 200, 60)
    return changed


def test_two_views_of_the_same_in_another_light_have_no_change(scene):
    second, shares = view(scene, ASKEW)
    assert changed_parts(scene, dimmer(second), shares) == []
    assert changed_parts(dimmer(second), scene, np.linalg.inv(shares)) == []


@pytest.mark.parametrize("added", [True, False])
def test_what_was_added_or_removed_is_boxed_in_both_views(scene, added):
    second, shares = view(with_sticker(scene) if added else scene, ASKEW)
    first = scene if added else with_sticker(scene)
    (part,) = changed_parts(first, dimmer(second), shares)
    assert np.allclose(part.first, np.array([300, 150, 90, 70]) / [*SIZE, *SIZE], atol=0.02)
    corners = np.array([[300, 150], [390, 150], [390, 220], [300, 220]]) / SIZE
    landed = cv2.perspectiveTransform(corners[:, None], shares)[:, 0]
    box = [*landed.min(axis=0), *np.ptp(landed, axis=0)]
    assert np.allclose(part.second, box, atol=0.025)


def test_the_larger_change_comes_first(scene):
    changed = with_sticker(scene)
    changed[320:345, 80:110] = (230, 40, 200)
    parts = changed_parts(scene, changed, np.eye(3))
    assert [round(part.first[0] * SIZE[0] / 10) for part in parts] == [30, 8]


def test_pictures_that_do_not_overlap_have_no_change(scene):
    assert changed_parts(scene, scene, np.array([[1, 0, 2.0], [0, 1, 0], [0, 0, 1]])) == []


def on_ground(picture, ground, shift):
    """A picture with a margin around it. Returns both, and the transform from the picture, in shares of the sides."""
    whole = np.full((SIZE[1] + 160, SIZE[0] + 160, 3), ground, np.uint8)
    whole[shift : shift + SIZE[1], shift : shift + SIZE[0]] = picture
    onto = np.array([[1, 0, shift], [0, 1, shift], [0, 0, 1]], float)
    return whole, onto


def test_what_is_around_a_thing_is_no_change(scene):
    scan, to_scan = on_ground(scene, 250, 60)
    phone, to_phone = on_ground(with_sticker(dimmer(scene)), 15, 90)
    sides = np.diag([SIZE[0] + 160.0, SIZE[1] + 160, 1])
    shares = np.linalg.inv(sides) @ to_phone @ np.linalg.inv(to_scan) @ sides
    (part,) = changed_parts(scan, phone, shares)
    assert np.allclose(
        part.second, np.array([390, 240, 90, 70]) / np.tile(sides.diagonal()[:2], 2), atol=0.02
    )


def test_pictures_in_which_nothing_agrees_have_no_change(scene):
    assert changed_parts(scene, cv2.resize(photo("rocket"), SIZE), np.eye(3)) == []


def test_a_reflection_is_less_clear_than_what_was_added(scene):
    sheen = np.zeros(scene.shape[:2], np.float32)
    cv2.ellipse(sheen, (120, 300), (50, 40), 0, 0, 360, 1.0, -1)
    shining = np.clip(with_sticker(scene) + 60 * cv2.GaussianBlur(sheen, (0, 0), 12)[..., None], 0, 255)
    first, *others = changed_parts(scene, shining.astype(np.uint8), np.eye(3))
    assert round(first.first[0] * SIZE[0] / 10) == 30
    assert all(other.strength < first.strength / 2 for other in others)
