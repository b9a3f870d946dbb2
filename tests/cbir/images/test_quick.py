"""Thumbnails at small cost: of small JPEGs, and of large ones by the preview that the camera embedded."""

import struct

import cv2
import numpy as np
import pytest

from cbir.images import DecodeOptions, decode_thumbnail, quick_thumbnail, read_header
from cbir.images.raw import is_camera_raw

LIMITS = DecodeOptions()


def picture(width, height):
    """Left half dark red, right half light blue, as RGB."""
    pixels = np.full((height, width, 3), (120, 20, 20), np.uint8)
    pixels[:, width // 2 :] = (150, 180, 240)
    return pixels


def jpeg(pixels):
    return cv2.imencode(".jpg", pixels[..., ::-1])[1].tobytes()


def exif(preview, *, orientation=1, order="<"):
    """EXIF data with an orientation, and a preview in the second directory."""
    head = {"<": b"II", ">": b"MM"}[order] + struct.pack(order + "HI", 42, 8)
    first = struct.pack(order + "HHHIHHI", 1, 274, 3, 1, orientation, 0, 26)
    at = 26 + 2 + 24 + 4
    second = struct.pack(order + "HHHIIHHIII", 2, 0x0201, 4, 1, at, 0x0202, 4, 1, len(preview), 0)
    return head + first + second + preview


def with_exif(data, exif_data):
    body = b"Exif\0\0" + exif_data
    return data[:2] + b"\xff\xe1" + struct.pack(">H", len(body) + 2) + body + data[2:]


def thumbnail_of(data):
    quick = quick_thumbnail(data, read_header(data), 256, LIMITS)
    return None if quick is None else (decode_thumbnail(quick.jpeg), quick.is_final)


def is_red(pixel):
    return bool(pixel[0] > 80 and pixel[2] < 60)


LARGE = jpeg(picture(1800, 1200))


@pytest.mark.parametrize(("width", "height"), [(1200, 900), (900, 1200), (640, 480), (100, 60), (1, 1)])
def test_a_small_jpeg_has_a_final_thumbnail_of_its_own_pixels(width, height):
    pixels, is_final = thumbnail_of(jpeg(picture(width, height)))
    assert is_final
    assert max(pixels.shape[:2]) == min(256, max(width, height))


@pytest.mark.parametrize("order", ["<", ">"])
def test_a_large_jpeg_is_shown_by_its_preview(order):
    pixels, is_final = thumbnail_of(with_exif(LARGE, exif(jpeg(picture(160, 107)), order=order)))
    assert (pixels.shape[:2], is_final) == ((107, 160), False)
    assert is_red(pixels[50, 20]) and not is_red(pixels[50, 140])


def test_the_bars_of_a_preview_are_cut_off():
    framed = np.zeros((120, 160, 3), np.uint8)
    framed[7:114] = picture(160, 107)
    pixels, _ = thumbnail_of(with_exif(LARGE, exif(jpeg(framed))))
    assert pixels.shape[:2] == (107, 160)
    assert pixels[:2].mean() > 60


@pytest.mark.parametrize("orientation", range(1, 9))
def test_a_preview_is_turned_as_its_photo(orientation):
    turned = orientation >= 5
    pixels, _ = thumbnail_of(with_exif(LARGE, exif(jpeg(picture(160, 107)), orientation=orientation)))
    assert pixels.shape[:2] == ((160, 107) if turned else (107, 160))
    first, last = (pixels[15, 50], pixels[145, 50]) if turned else (pixels[50, 15], pixels[50, 145])
    assert is_red(first) is (orientation in {1, 4, 5, 6}) and is_red(last) is not is_red(first)


@pytest.mark.parametrize(
    "preview",
    [
        b"",
        b"\xff\xd8 and no more",
        jpeg(picture(160, 107))[:400],
        jpeg(picture(64, 43)),  # an icon
        jpeg(picture(120, 120)),  # of the photo before it was cropped
        jpeg(picture(107, 160)),
    ],
)
def test_a_preview_that_does_not_show_the_photo_is_left(preview):
    assert thumbnail_of(with_exif(LARGE, exif(preview))) is None


def test_a_preview_beyond_the_end_of_its_data_is_none():
    whole = exif(jpeg(picture(160, 107)))
    for end in range(0, 60, 3):
        assert thumbnail_of(with_exif(LARGE, whole[:end])) is None
    endless = bytearray(whole)
    endless[22:26] = struct.pack("<I", 8)  # the first directory follows itself
    assert thumbnail_of(with_exif(LARGE, bytes(endless))) is None


def test_large_pictures_without_a_preview_wait_for_extraction():
    assert thumbnail_of(LARGE) is None
    assert thumbnail_of(cv2.imencode(".png", picture(64, 48))[1].tobytes()) is None


def test_a_raw_file_is_recognised_by_its_first_directory():
    dng = b"II*\0" + struct.pack("<IHHHII", 8, 1, 50706, 1, 4, 1) + bytes(4)
    assert is_camera_raw(dng) and not is_camera_raw(dng[:9]) and not is_camera_raw(b"")
