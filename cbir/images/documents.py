"""A decoded picture -> is it a document: a page, a screenshot, a chart, a label."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

DOCUMENT_PX = 640
"""Longer side of the pictures that is_document() was chosen for."""

# Chosen on the documents of odd seeds: docs/benchmarks/duplicate-documents.json.
_FLAT_RANGE = 5  # grey levels within 3 x 3 pixels of a plain ground, compression included
_COLOR_STEP = 12  # grey levels: a ground's colors differ by less
_GROUNDS = 6  # colors of grounds that a document has at most
_GROUND_SHARE = 0.5  # least share of ground in a document; 95 of 100 photos have less
_FLAT_SHARE = (
    0.75  # least flat share of a page that was lit from one side; 98 of 100 photos have less than .65
)
_THUMBNAIL_SHARE = 0.25  # least flat share of a page's thumbnail: newspapers and street maps have .3
_PAPER_LIGHT = 100  # least median of a page's light; code on a black ground and scores on a screen have less
# Bits per pixel that is not flat. Details of text and tables have at most 4.5, of pictures more: of 100 references of
# covers/ none with a light ground has less than 5.0.
_DETAIL_RANGE, _DETAIL_COLOR_STEP, _DETAIL_BITS = 8, 24, 4.7


def is_document(pixels: NDArray[np.uint8]) -> bool:
    """True if most of a picture is plain ground of a few colors, or nearly all of it is flat under a gradual light.

    pixels : (h, w, 3) uint8 RGB. A larger picture is compared at DOCUMENT_PX
    """
    calm, flat = _flat(pixels)
    return bool(flat.mean() >= _FLAT_SHARE) or _has_ground(calm, flat)


def has_plain_ground(pixels: NDArray[np.uint8]) -> bool:
    """True for a document that is a scan, a rendered page or a screenshot, and not a photograph of a page.

    pixels : see is_document
    """
    return _has_ground(*_flat(pixels))


def may_have_plain_ground(thumbnail: NDArray[np.uint8]) -> bool:
    """False for a thumbnail whose photo surely has no plain ground. Small print hides the ground of a page in it.

    thumbnail : (h, w, 3) uint8 RGB
    """
    return bool(_flat(thumbnail)[1].mean() >= _THUMBNAIL_SHARE)


def is_paper(pixels: NDArray[np.uint8]) -> bool:
    """True for a document with plain light ground whose details have few colors: text, tables, notes; no print.

    pixels : see is_document
    """
    calm, flat = _flat(pixels)
    if not _has_ground(calm, flat) or np.median(calm[:, :, 1]) < _PAPER_LIGHT:
        return False
    return _entropy(calm[~_flat(pixels, _DETAIL_RANGE)[1]]) <= _DETAIL_BITS


def _entropy(colors: NDArray[np.uint8]) -> float:
    """Entropy of colors, in bits. colors : (n, 3) RGB, which may be empty"""
    if not len(colors):
        return 0.0
    counts = np.bincount((colors // _DETAIL_COLOR_STEP).astype(np.int64) @ np.array([121, 11, 1]))
    shares = counts[counts > 0] / len(colors)
    return float(-(shares * np.log2(shares)).sum())


def _flat(pixels: NDArray[np.uint8], most: int = _FLAT_RANGE) -> tuple[NDArray[np.uint8], NDArray[np.bool_]]:
    """The picture without specks, and where it is flat. most : grey levels within 3 x 3 pixels"""
    import cv2

    shrink = DOCUMENT_PX / max(pixels.shape[:2])
    if shrink < 1:
        pixels = np.asarray(cv2.resize(pixels, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA))
    calm = np.asarray(cv2.medianBlur(pixels, 3), np.uint8)
    kernel = np.ones((3, 3), np.uint8)
    red, green, blue = cv2.split(cv2.dilate(calm, kernel) - cv2.erode(calm, kernel))
    return calm, np.asarray(cv2.max(cv2.max(red, green), blue)) <= most


def _has_ground(calm: NDArray[np.uint8], flat: NDArray[np.bool_]) -> bool:
    if flat.mean() < _GROUND_SHARE:  # most photos: nothing to count
        return False
    steps = (calm[flat] // _COLOR_STEP).astype(np.int64)
    counts = np.bincount(steps @ np.array([1024, 32, 1]), minlength=1)
    return bool(np.sort(counts)[-_GROUNDS:].sum() >= _GROUND_SHARE * flat.size)
