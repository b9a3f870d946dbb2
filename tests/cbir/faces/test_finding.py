"""The real networks on a photo that comes with the program, and what they leave out."""

import cv2
import numpy as np
import pytest

from cbir.faces import (
    DetectionOptions,
    FaceFinder,
    FacesMissing,
    FindingOptions,
    aligned_faces,
    detect_faces,
)
from tests.pictures import flat, photo, poster

SAME_PERSON = 0.6  # dlib's published limit


@pytest.fixture(scope="module")
def finder():
    return FaceFinder(threads=1)


def on_canvas(picture, size, at=(0, 0), ground=90):
    """A picture somewhere on a plain ground. size : (width, height)"""
    canvas = flat(*size, grey=ground)
    canvas[at[1] : at[1] + picture.shape[0], at[0] : at[0] + picture.shape[1]] = picture
    return canvas


def resized(picture, factor):
    return np.asarray(cv2.resize(picture, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA))


def only(faces):
    (face,) = faces
    return face


def apart(first, second):
    return float(np.linalg.norm(first.numbers - second.numbers))


def test_a_face_is_found_with_its_key_points_and_described(finder):
    face = only(finder.find(photo("astronaut"), (512, 512)))
    left, top, width, height = face.box
    assert 160 < left < 180 and 55 < top < 75 and 100 < width < 130 and 100 < height < 130
    (first_eye, second_eye, nose, mouth, *_) = face.points
    assert first_eye[0] < nose[0] < second_eye[0] and first_eye[1] < nose[1] < mouth[1]
    assert face.numbers.shape == (128,) and not face.left_out


def test_places_are_those_of_the_full_picture(finder):
    small, large = (only(finder.find(photo("astronaut"), (side, side))) for side in (512, 2048))
    assert np.allclose(np.multiply(small.box, 4), large.box, rtol=1e-5)
    assert np.allclose(np.multiply(small.points, 4), large.points, rtol=1e-5)


@pytest.mark.parametrize("factor", [0.5, 1.7])
@pytest.mark.parametrize("angle", [0, 20])
def test_a_face_is_known_again_at_another_size_and_angle(finder, factor, angle):
    original = photo("astronaut")
    turn = cv2.getRotationMatrix2D((224, 130), angle, 1)
    turned = cv2.warpAffine(original, turn, (512, 512))
    changed = np.asarray(cv2.resize(turned, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA))
    size = changed.shape[1::-1]
    assert apart(only(finder.find(original, (512, 512))), only(finder.find(changed, size))) < 0.35


def test_a_small_face_in_a_large_photo_is_found_by_the_second_pass_alone(finder):
    crowd = on_canvas(resized(photo("astronaut"), 0.35), (1280, 960), at=(800, 500))
    face = only(finder.find(crowd, (1280, 960)))
    assert 850 < face.box[0] < 870 and 30 < face.box[2] < 45
    once = FaceFinder(FindingOptions(detection=type(FindingOptions().detection)(sides_px=(192,))), threads=1)
    assert not once.find(crowd, (1280, 960))


@pytest.mark.parametrize("haze", [0.55, 0.6, 0.65])
def test_a_face_that_both_passes_doubt_is_found_once_by_a_closer_look(finder, haze):
    crowd = on_canvas(resized(photo("astronaut"), 0.22), (1280, 960), at=(800, 500)).astype(np.float32)
    hazy = (crowd * (1 - haze) + 160 * haze).astype(np.uint8)
    face = only(finder.find(hazy, (1280, 960)))
    assert 830 < face.box[0] < 850 and 15 < face.box[2] < 30
    assert not len(detect_faces(finder.detector, hazy, DetectionOptions(looks=())))


def test_small_and_blurred_faces_are_counted_and_not_described(finder):
    tiny = on_canvas(resized(photo("astronaut"), 0.22), (640, 480), at=(300, 200))
    face = only(finder.find(tiny, (640, 480)))
    assert (face.left_out, face.numbers) == ("small", None)
    blurred = cv2.GaussianBlur(photo("astronaut"), (0, 0), 5)
    face = only(finder.find(blurred, (512, 512)))
    assert (face.left_out, face.numbers) == ("blurred", None)


def test_what_the_detector_doubts_is_counted_and_not_described():
    strict = FaceFinder(FindingOptions(min_likelihood=0.99), threads=1)
    face = only(strict.find(photo("astronaut"), (512, 512)))
    assert (face.left_out, face.numbers) == ("doubtful", None)


@pytest.mark.parametrize(
    "picture",
    [flat(1, 1), flat(640, 3), flat(500, 400), poster("Lisbon")],
    ids=["dot", "line", "grey", "poster"],
)
def test_a_picture_without_a_face_has_none(finder, picture):
    assert finder.find(picture, picture.shape[1::-1]) == ()


def test_two_faces_are_two_the_larger_first(finder):
    face = photo("astronaut")[:300, 100:360]
    both = on_canvas(face, (900, 500), at=(20, 100))
    smaller = resized(face, 0.6)
    both[100 : 100 + smaller.shape[0], 600 : 600 + smaller.shape[1]] = smaller
    first, second = finder.find(both, (900, 500))
    assert first.box[2] > second.box[2]
    assert apart(first, second) < SAME_PERSON


def test_an_aligned_face_has_its_key_points_at_their_places():
    places = np.array([[46.7, 46.5], [100.9, 46.9], [73.5, 79.9], [73.4, 105.0]])
    angle, scale, shift = 0.4, 3.0, np.array([220.0, 140.0])
    turn = scale * np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    points = places @ turn.T + shift
    picture = flat(800, 800, grey=0)
    for x, y in points:
        cv2.circle(picture, (round(x - 0.5), round(y - 0.5)), 12, (255, 255, 255), -1)
    (face,) = aligned_faces(picture, points[None].astype(np.float32))
    for x, y in places:
        part = face[round(y) - 8 : round(y) + 8, round(x) - 8 : round(x) + 8, 0].astype(float)
        rows, columns = np.indices(part.shape)
        centre = np.array([(columns * part).sum(), (rows * part).sum()]) / part.sum()
        assert np.abs(centre + (round(x) - 8, round(y) - 8) + 0.5 - (x, y)).max() < 1


def test_a_face_and_its_mirror_image_have_the_same_numbers(finder):
    faces = aligned_faces(
        photo("astronaut"),
        np.array([face.points for face in finder.find(photo("astronaut"), (512, 512))], np.float32),
    )
    assert np.allclose(finder.describe(faces), finder.describe(faces[:, :, ::-1]), atol=1e-4)


def test_a_missing_network_is_named(tmp_path):
    with pytest.raises(
        FacesMissing, match=r"detector\.onnx is missing or damaged. Install the program again"
    ):
        FaceFinder(folder=tmp_path)
