"""Picture -> the shares of the eleven basic colours in it, as people name them.

A pixel is named by its lightness, chroma and hue in CIELAB. The limits are our own. They were set on captioned/one and
scenes of training/, and compared with the names that people gave to colours in the XKCD survey (Munroe, 2010, public
domain): of its 558 names that end with a basic colour, .83 are named alike. A pixel counts by how clearly it has its
colour, and twice as much in the middle of the picture, where the subject usually is, as in a corner. Beige and skin
have no name, so that shares need not add up to 1.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from cbir.base.types import COLORS

_SIDE_PX = 64  # of the picture whose pixels are named: half a millisecond
_RED, _ORANGE, _YELLOW, _GREEN, _BLUE, _PURPLE, _PINK, _BROWN = range(
    3, len(COLORS)
)  # black, white, grey first
_HUES = (  # degrees up to which a hue has a name; the boundaries are between the survey's medians
    (12, _PINK),
    (44, _RED),
    (78, _ORANGE),
    (108, _YELLOW),
    (188, _GREEN),
    (305, _BLUE),
    (336, _PURPLE),
    (360.1, _PINK),
)
_CLEAR = {
    _RED: (22, 38),
    _ORANGE: (42, 64),
    _YELLOW: (40, 62),
}  # chroma at which a colour begins, and at which it is clear: lamps tint walls and faces orange or yellow, up to 45
_OTHERS_CLEAR = (10, 30)  # brown is dull, and a hazy sky is blue
_BLACK, _WHITE, _DARK = (
    22,
    84,
    14,
)  # lightness: black below, white above; below _DARK, nothing has another colour
_CORNER = 0.5  # weight of a pixel in a corner


def color_shares(pixels: NDArray[np.uint8]) -> bytes:
    """The share of each colour of COLORS in a picture, (h, w, 3) uint8 sRGB: a byte each, 255 for the whole picture."""
    import cv2

    height, width = pixels.shape[:2]
    scale = min(1.0, _SIDE_PX / max(height, width))
    size = (max(1, round(width * scale)), max(1, round(height * scale)))
    small = np.asarray(cv2.resize(pixels, size, interpolation=cv2.INTER_AREA), np.float32) / 255
    lab = np.asarray(cv2.cvtColor(small, cv2.COLOR_RGB2LAB), np.float32)
    names, clearness = _named(lab)
    across = np.linspace(-1, 1, size[0])[None] ** 2 + np.linspace(-1, 1, size[1])[:, None] ** 2
    weights = clearness * (1 - (1 - _CORNER) * across / 2)
    shares = np.bincount(names.ravel(), weights.ravel(), len(COLORS)) / (1 - (1 - _CORNER) * across / 2).sum()
    return bytes(np.round(255 * shares).clip(0, 255).astype(np.uint8))


def _named(lab: NDArray[np.float32]) -> tuple[NDArray[np.intp], NDArray[np.float32]]:
    """The number of each pixel's colour, and how clearly it has that colour: 0 to 1."""
    lightness, chroma = lab[..., 0], np.hypot(lab[..., 1], lab[..., 2])
    hue = np.degrees(np.arctan2(lab[..., 2], lab[..., 1])) % 360
    ends, of_hue = np.array([end for end, _ in _HUES]), np.array([color for _, color in _HUES])
    names = of_hue[np.searchsorted(ends, hue, side="right").clip(max=len(ends) - 1)]
    _name_light_and_dark(names, lightness, chroma, hue)
    clearness = np.zeros(names.shape, np.float32)
    for color in range(_RED, len(COLORS)):
        begin, clear = _CLEAR.get(color, _OTHERS_CLEAR)
        here = names == color
        clearness[here] = ((chroma[here] - begin) / (clear - begin)).clip(0, 1)
    clearness[(lightness < _DARK) | _is_pale(names, lightness, chroma, hue)] = 0
    grey = np.where(lightness < _BLACK, (20 - chroma) / 8, (14 - chroma) / 8).clip(0, 1)
    is_grey = grey > clearness
    is_white = lightness >= _WHITE
    # People call only the middle between black and white grey, not shadows and not a bright wall.
    ends = np.where(lightness < 50, (lightness - 18) / 22, (90 - lightness) / 20).clip(0, 1)
    grey *= np.where(lightness < _BLACK, 1, np.where(is_white, ((lightness - 76) / 14).clip(0, 1), ends))
    names[is_grey] = np.select([lightness < _BLACK, lightness >= _WHITE], [0, 1], 2)[is_grey]
    return names, np.maximum(clearness, grey).astype(np.float32)


def _name_light_and_dark(
    names: NDArray[np.intp],
    lightness: NDArray[np.float32],
    chroma: NDArray[np.float32],
    hue: NDArray[np.float32],
) -> None:
    """Correct, in place, the names of hues that depend on lightness and chroma, too."""
    red, dark = names == _RED, lightness < 35
    names[(names == _PINK) & (hue < 12) & dark] = _RED
    names[(names == _PINK) & (hue >= 350) & dark] = _RED
    names[(names == _PINK) & (hue < 350) & (hue >= 336) & dark] = _PURPLE
    names[red & (lightness >= 50) & (hue < 20)] = _PINK
    names[red & (lightness >= 58) & (hue < 30)] = _PINK
    names[red & (lightness >= 57) & (hue >= 34)] = _ORANGE
    names[(hue >= 305) & (hue < 312) & (chroma >= 70) & (lightness < 52)] = _BLUE  # a screen's pure blue
    names[(names == _PURPLE) & (lightness >= 65) & (hue >= 318)] = _PINK
    warm = (hue >= 25) & (hue < 92)
    dull = (lightness < 52) & (chroma < 50)
    duller = (hue >= 40) & (lightness < 65) & (chroma < 46)
    dark_orange = (hue >= 55) & (lightness < 46) & (chroma < 52)
    names[warm & (dull | duller | dark_orange)] = _BROWN
    names[(names == _YELLOW) & (lightness < 60) & (hue < 92)] = _BROWN
    names[(names == _YELLOW) & (hue >= 92) & (lightness < 62)] = _GREEN
    names[(names == _YELLOW) & (hue >= 100) & ((lightness < 80) | (chroma < 70))] = _GREEN


def _is_pale(
    names: NDArray[np.intp],
    lightness: NDArray[np.float32],
    chroma: NDArray[np.float32],
    hue: NDArray[np.float32],
) -> NDArray[np.bool_]:
    """True for beige, cream and skin."""
    warm = (hue >= 20) & (hue < 92) & (chroma < 42)
    cream = (hue >= 92) & (hue < 108) & (chroma < 30)
    return np.asarray((lightness >= 60) & (warm | cream) & (names != _BROWN))
