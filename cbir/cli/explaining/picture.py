"""Hits and their reasons -> one picture: a row for each hit, with its query picture beside it or a heat map over it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from cbir.base.types import HeatMap, Hit, Term
from cbir.cli.explaining.explanation import Explanation, Explanations, explanation_lines

if TYPE_CHECKING:
    from PIL.Image import Image
    from PIL.ImageDraw import ImageDraw

    from cbir.library import Library

MOST_ROWS = 8
_WIDTH, _SIDE, _GAP, _LINE = 1240, 360, 16, 20  # pixels
_TEXT_X = 2 * (_SIDE + _GAP) + _GAP
_INK, _PAPER, _DIM = (25, 28, 34), (255, 255, 255), (110, 116, 126)
_OUTLINE, _WORD = (255, 150, 0), (0, 150, 255)
_HEAT, _COLD = np.array((235, 60, 20)), np.array((40, 90, 230))
_MOST_HEAT = 0.65  # opacity of the colour where the score falls most


@dataclass(frozen=True, slots=True)
class _Placed:
    """A picture placed on the sheet. scale : pixels on the sheet per full-resolution pixel"""

    left: int
    top: int
    scale: float

    def of(self, x: float, y: float) -> tuple[float, float]:
        return self.left + (x + 0.5) * self.scale, self.top + (y + 0.5) * self.scale


def write_picture(
    library: Library, terms: Sequence[Term], hits: Sequence[Hit], explained: Explanations, file: Path
) -> int:
    """Draw the reasons of the first MOST_ROWS hits. Returns the number of rows.

    file : a new file, PNG or JPEG by its name. Raises the same errors as decoding the photos.
    """
    from PIL import Image, ImageDraw

    shown = list(hits[:MOST_ROWS])
    rows = max(1, len(shown))
    sheet = Image.new("RGB", (_WIDTH, rows * (_SIDE + 2 * _GAP)), _PAPER)
    draw = ImageDraw.Draw(sheet)
    for row, hit in enumerate(shown):
        _draw_row(library, terms, hit, explained.get(hit.photo, Explanation()), sheet, draw, row)
    with file.open("xb") as stream:
        sheet.save(stream, format="PNG" if file.suffix.lower() == ".png" else "JPEG", quality=90)
    return len(shown)


def _draw_row(
    library: Library,
    terms: Sequence[Term],
    hit: Hit,
    reasons: Explanation,
    sheet: Image,
    draw: ImageDraw,
    row: int,
) -> None:
    top = row * (_SIDE + 2 * _GAP) + _GAP
    described = bool(reasons.shares)
    heat = library.reasons.heat_map(terms, hit.photo) if described else None
    seen = library.picture(photo=hit.photo, max_side_px=2 * _SIDE)
    pixels = seen.pixels if heat is None else with_heat(seen.pixels, seen.full_size, heat)
    photo = _place(sheet, pixels, seen.full_size, _GAP + _SIDE + _GAP, top)
    best = max(hit.evidence, key=lambda evidence: evidence.inliers, default=None)
    if reasons.term is not None:
        term = terms[reasons.term]
        if best is not None and best.via is not None:
            term = Term(photo=best.via.photo)
        query_picture = library.picture(
            photo=term.photo, path=term.path, data=term.data, max_side_px=2 * _SIDE
        )
        query = _place(sheet, query_picture.pixels, query_picture.full_size, _GAP, top)
        _draw_words(draw, reasons, query, photo)
    elif heat is not None:  # the photo itself, to compare with
        _place(sheet, seen.pixels, seen.full_size, _GAP, top)
    if best is not None and best.outline is not None:
        corners = [photo.of(float(x), float(y)) for x, y in best.outline]
        draw.line([*corners, corners[0]], fill=_OUTLINE, width=3)
    _write(draw, hit, reasons, heat, top)


def _place(
    sheet: Image, pixels: NDArray[np.uint8], full_size: tuple[int, int], left: int, top: int
) -> _Placed:
    from PIL import Image

    picture = Image.fromarray(pixels)
    picture.thumbnail((_SIDE, _SIDE))
    left += (_SIDE - picture.width) // 2
    sheet.paste(picture, (left, top))
    return _Placed(left, top, picture.width / full_size[0])


def _draw_words(draw: ImageDraw, reasons: Explanation, query: _Placed, photo: _Placed) -> None:
    """Draw a circle at each place of a shared visual word, with the word's number in the list."""
    for number, word in enumerate(reasons.shared.words if reasons.shared is not None else (), start=1):
        for placed, points, sigmas in (
            (query, word.query_xy, word.query_sigma),
            (photo, word.photo_xy, word.photo_sigma),
        ):
            for (x, y), sigma in zip(points.tolist(), sigmas.tolist(), strict=True):
                cx, cy = placed.of(x, y)
                radius = max(4.0, 3 * sigma * placed.scale)
                draw.ellipse((cx - radius, cy - radius, cx + radius, cy + radius), outline=_WORD, width=2)
                draw.text((cx + radius, cy - radius), str(number), fill=_WORD, font_size=12)


def _write(draw: ImageDraw, hit: Hit, reasons: Explanation, heat: HeatMap | None, top: int) -> None:
    best = max(hit.evidence, key=lambda evidence: evidence.inliers, default=None)
    lines = [hit.path.name, f"score {hit.score:.3f}"]
    if best is not None:
        lines.append(f"{best.inliers} points agree; {best.coverage:.0%} of the picture is in the photo")
    lines += [line.strip() for line in explanation_lines(reasons)]
    if heat is not None:
        lines.append("Red: what the score comes from; it falls where this is covered. Blue: it rises.")
    if reasons.shared is not None and reasons.shared.words:
        numbered = enumerate(reasons.shared.words, start=1)
        lines += [f"{at}: word {word.word}, idf {word.idf:.1f}, {word.share:.0%}" for at, word in numbered]
    y = top
    for number, line in enumerate(lines):
        for part in _wrapped(draw, line):
            if y + _LINE > top + _SIDE:
                return
            draw.text((_TEXT_X, y), part, fill=_DIM if number else _INK, font_size=14)
            y += _LINE


def _wrapped(draw: ImageDraw, line: str) -> list[str]:
    """Break a line into lines that fit."""
    lines = [""]
    for word in line.split():
        longer = f"{lines[-1]} {word}".strip()
        if draw.textlength(longer, font_size=14) <= _WIDTH - _TEXT_X - _GAP or not lines[-1]:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def with_heat(pixels: NDArray[np.uint8], full_size: tuple[int, int], heat: HeatMap) -> NDArray[np.uint8]:
    """A photo in grey with colour: red where its score comes from, blue where covering the place would raise it."""
    import cv2

    height, width = pixels.shape[:2]
    scale = width / full_size[0]
    left, top, right, bottom = (
        round(value * scale)
        for value in (*heat.region[:2], heat.region[0] + heat.region[2], heat.region[1] + heat.region[3])
    )
    right, bottom = min(right, width), min(bottom, height)
    most = max(float(np.abs(heat.drops).max()), 1e-12)
    size = (max(1, right - left), max(1, bottom - top))
    smooth = cv2.resize(heat.drops / most, size, interpolation=cv2.INTER_CUBIC)
    shown = np.zeros((height, width), np.float32)
    shown[top : top + size[1], left : left + size[0]] = np.clip(smooth, -1, 1)
    grey = np.repeat(pixels.mean(axis=2, keepdims=True), 3, axis=2)
    colour = np.where(shown[..., None] > 0, _HEAT, _COLD)
    share = np.abs(shown)[..., None] * _MOST_HEAT
    return np.asarray(np.clip(grey * (1 - share) + colour * share, 0, 255), np.uint8)
