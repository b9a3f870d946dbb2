"""A photo's pixels -> lines of text: detected, turned upright, recognised, put in the order of reading."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import cv2
import numpy as np
from numpy.typing import NDArray

from cbir.base.onnx_session import onnx_errors, open_session
from cbir.base.types import TextLine
from cbir.reading.detection import DetectionOptions, detector_input, find_quads, has_fine_strokes
from cbir.reading.models import ReaderMissing, ReadingModels, find_models
from cbir.reading.recognition import cut_line, recognise, turned

if TYPE_CHECKING:
    from pathlib import Path


_WORD = re.compile(r"\w+")
_SAME_LINE = 0.8  # of the larger of two rectangles: the coarse one need not be read
_SAME_PLACE = 0.5  # what the fine look read there counts, unless the coarse one surely read other words
_SURE = 0.8
_FILLING = 0.5  # of a picture's area: a plate or a beetle of that size is easily read as an 8 or a 96
_SURE_FILLING = 0.98


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadingOptions:
    """picture_side_px : of the longer side of the picture that lines are cut from, the detector's side in `detection`

    glance_side_px : of the picture on which a first look decides whether there is text at all; 0 leaves it out
    """

    picture_side_px: int = 1280
    detection: DetectionOptions = field(default_factory=DetectionOptions)
    glance_side_px: int = 320
    min_confidence: float = 0.6


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """What was read. lines : in the order of reading. glanced_only : the first look found nothing that could be text"""

    lines: tuple[TextLine, ...] = ()
    glanced_only: bool = False
    glance_ms: float = 0.0
    detect_ms: float = 0.0
    turn_ms: float = 0.0
    recognise_ms: float = 0.0


class TextReader:
    """Three networks, loaded once; one thread at a time.

    threads : of each network; None is one for each core. Raises ReaderMissing where one is missing or damaged.
    """

    def __init__(
        self,
        models: ReadingModels | None = None,
        options: ReadingOptions = ReadingOptions(),
        *,
        threads: int | None = None,
    ) -> None:
        models = models or find_models()
        self._options = options
        self._detector = _Network(models.detector, threads)
        self._turner = _Network(models.turner, threads)
        self._recogniser = _Network(models.recogniser, threads)
        self._signs = ["", *self._recogniser.notes()["character"].splitlines(), " "]

    def read(self, pixels: NDArray[np.uint8], full_size: tuple[int, int]) -> Page:
        """Read a picture.

        pixels : (h, w, 3) uint8 RGB, upright. full_size : (width, height) that the lines' corners are wanted in
        """
        options, clock = self._options, time.perf_counter
        started = clock()
        coarse = self._glance(pixels) if options.glance_side_px else []
        glanced = clock()
        if coarse is None:
            return Page(glanced_only=True, glance_ms=(glanced - started) * 1000)
        fine = self._find(pixels, options.detection)
        quads = [*fine, *(quad for quad in coarse if not _lies_over(quad, fine, _SAME_LINE, of=max))]
        detected = clock()
        cut = [cut_line(pixels, quad) for quad in quads]
        on_head = turned([line for line, _ in cut], self._turner)
        lines = [
            (np.ascontiguousarray(line[::-1, ::-1]), np.roll(quad, 2, axis=0)) if head else (line, quad)
            for (line, quad), head in zip(cut, on_head, strict=True)
        ]
        upright = clock()
        read = recognise([line for line, _ in lines], self._recogniser, self._signs)
        scale = np.array(full_size, np.float64) / pixels.shape[1::-1]
        found = [
            TextLine(
                text=one.text,
                quad=tuple((round(x, 1), round(y, 1)) for x, y in (quad * scale).tolist()),  # type: ignore[arg-type]
                confidence=round(one.confidence, 3),
                spans=tuple((round(first, 3), round(last, 3)) for first, last in one.spans),
            )
            for one, (_, quad) in zip(read, lines, strict=True)
        ]
        sure = [self._is_sure(line, full_size) for line in found]
        kept = [line for line, good in zip(found[: len(fine)], sure, strict=False) if good]
        for line, good in zip(found[len(fine) :], sure[len(fine) :], strict=True):
            if good:
                covered = [
                    other for other in kept if _lies_over(_corners(line), [_corners(other)], _SAME_PLACE)
                ]
                kept = [other for other in kept if other not in covered] + both(line, covered)
        return Page(
            lines=tuple(in_order(kept)),
            glance_ms=(glanced - started) * 1000,
            detect_ms=(detected - glanced) * 1000,
            turn_ms=(upright - detected) * 1000,
            recognise_ms=(clock() - upright) * 1000,
        )

    def _is_sure(self, line: TextLine, full_size: tuple[int, int]) -> bool:
        signs = sum(char.isalnum() for char in line.text)
        filling = cv2.contourArea(_corners(line)) > _FILLING * full_size[0] * full_size[1]
        least = _SURE_FILLING if filling and signs <= 2 else self._options.min_confidence
        return signs > 0 and line.confidence >= least

    def _glance(self, pixels: NDArray[np.uint8]) -> list[NDArray[np.float32]] | None:
        """Large lines, which the fine look takes for pictures or in pieces; None where nothing could be text."""
        options = replace(self._options.detection, side_px=self._options.glance_side_px)
        probabilities = self._detector(detector_input(pixels, options.side_px))[0, 0]
        # small letters leave a trace on the map, though no line; a page full of them not even that
        if not (probabilities > options.min_probability).any() and not has_fine_strokes(pixels):
            return None
        return find_quads(probabilities, pixels.shape[1::-1], options)

    def _find(self, pixels: NDArray[np.uint8], options: DetectionOptions) -> list[NDArray[np.float32]]:
        probabilities = self._detector(detector_input(pixels, options.side_px))[0, 0]
        return find_quads(probabilities, (pixels.shape[1], pixels.shape[0]), options)


def _lies_over(
    quad: NDArray[np.float32],
    others: list[NDArray[np.float32]],
    share: float,
    *,
    of: Callable[[float, float], float] = min,
) -> bool:
    """Whether a rectangle has more than a share in common with one of some others. of : which area counts as whole"""
    for other in others:
        if (quad.max(axis=0) < other.min(axis=0)).any() or (other.max(axis=0) < quad.min(axis=0)).any():
            continue
        common, _ = cv2.intersectConvexConvex(quad, other)
        if common > share * of(cv2.contourArea(quad), cv2.contourArea(other)):
            return True
    return False


def _corners(line: TextLine) -> NDArray[np.float32]:
    return np.array(line.quad, np.float32)


def both(coarse: TextLine, fine: list[TextLine]) -> list[TextLine]:
    """What is kept of two looks at one place.

    The coarse line, where it surely has a word that the fine ones lack; and of these all that have one that it lacks.
    """
    if fine and (coarse.confidence < _SURE or not _has_more(coarse, fine)):
        return fine
    return [*(line for line in fine if _has_more(line, [coarse])), coarse]


def _has_more(line: TextLine, others: list[TextLine]) -> bool:
    """Whether a word of two letters or more is not in the others, however these are parted into words."""
    text = "".join("".join(_WORD.findall(other.text.casefold())) for other in others)
    return any(len(word) > 1 and word not in text for word in _WORD.findall(line.text.casefold()))


def in_order(lines: list[TextLine]) -> list[TextLine]:
    """Rows from top to bottom, each from left to right: a line belongs to a row whose middle it crosses."""
    rows: list[tuple[float, float, list[TextLine]]] = []  # top, bottom
    for line in sorted(lines, key=lambda line: min(y for _, y in line.quad)):
        top, bottom = min(y for _, y in line.quad), max(y for _, y in line.quad)
        for row_top, row_bottom, row in rows[-3:]:
            if top < (row_top + row_bottom) / 2 < bottom and row_top < (top + bottom) / 2 < row_bottom:
                row.append(line)
                break
        else:
            rows.append((top, bottom, [line]))
    return [line for _, _, row in rows for line in sorted(row, key=lambda line: min(x for x, _ in line.quad))]


class _Network:
    """One ONNX file: one array in, one out."""

    def __init__(self, path: Path, threads: int | None) -> None:
        try:
            self._session = open_session(path, threads=threads)
        except onnx_errors() as error:
            raise ReaderMissing(
                f"{path.name} cannot be loaded: the file is damaged."
                ' Install it again: `pip install --force-reinstall "cbir[ocr]"`.'
            ) from error
        self._input = self._session.get_inputs()[0].name

    def __call__(self, batch: NDArray[np.float32]) -> NDArray[np.float32]:
        (rows,) = self._session.run(None, {self._input: batch})
        return np.asarray(rows, np.float32)

    def notes(self) -> dict[str, str]:
        return dict(self._session.get_modelmeta().custom_metadata_map)
