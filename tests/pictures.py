"""Pictures for tests: the photos that come with the program, rendered posters, and the dull ones."""

import functools

import numpy as np

from cbir.demo import posters, shipped_files
from cbir.demo.posters import POSTERS
from cbir.evaluation import encode_jpeg, read_pixels

__all__ = ["POSTERS", "flat", "photo", "photo_file", "poster", "write_jpeg"]


def photo_file(name):
    """Return the file of a shipped photo by its stem: "astronaut", "coffee", "china" and so on."""
    (found,) = (path for path in shipped_files() if path.stem == name)
    return found


@functools.cache
def photo(name):
    """Return a shipped photo: (h, w, 3) uint8 RGB, read-only."""
    pixels = read_pixels(photo_file(name))
    pixels.flags.writeable = False
    return pixels


@functools.cache
def poster(name):
    """Return a rendered poster: (h, w, 3) uint8 RGB, read-only."""
    pixels = posters.poster(name)
    pixels.flags.writeable = False
    return pixels


def flat(width, height, grey=128):
    """Return a picture of one grey, which has not a single keypoint."""
    return np.full((height, width, 3), grey, np.uint8)


def write_jpeg(path, pixels, quality=90):
    """Write pixels as JPEG, making the folder, and return the path."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(encode_jpeg(pixels, quality))
    return path
