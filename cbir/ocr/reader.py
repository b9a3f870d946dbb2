"""A photo's pixels -> lines of text: detected, turned upright, recognised, put into reading order."""

from __future__ import annotations

import functools
import re
import time
import unicodedata
from collections.abc import Callable, Collection
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from cbir.base.extras import how_to_repair
from cbir.base.onnx_session import onnx_errors, open_session
from cbir.base.opencv import cv2
from cbir.base.types import TextLine
from cbir.ocr.detection import Blob, DetectionOptions, detector_input, find_blobs, has_fine_strokes
from cbir.ocr.letters import letter_likelihood
from cbir.ocr.models import LETTERS_OF, ReaderMissing, ReadingModels, find_models
from cbir.ocr.recognition import Recognised, cut_bent_line, cut_line, cut_stacked, recognise, turned

if TYPE_CHECKING:
    from pathlib import Path


_WORD = re.compile(r"\w+")
_DIGITS_IN_WORDS = str.maketrans("01", "OI")  # in a word; a single sign may be either
_FULL_WIDTH, _TO_FULL_WIDTH = re.compile("[\uff21-\uff3a\uff41-\uff5a]"), 0xFEE0  # Latin letters
_SAME_LINE = 0.8  # overlap, as a share of the larger rectangle: the coarse line need not be recognised
_SAME_PLACE = 0.5  # overlap: the fine lines count here, unless the coarse line surely has other words
_SURE = 0.8
_DOUBTFUL = 0.9  # a line that is read with less may be upside down, bent or in another script
_SURER = 0.05  # in confidence
_SURE_OF_ALL, _SURE_OF_MOST = 0.93, 0.9
"""Mean and median confidence of the signs. A line with less of both is another script or a pattern: of 52 such lines of
79 in 14 scripts 6 are left with these limits and the next one, and 658 of 712 lines of covers and photos."""
_LEAST_LIKELY = -3.4
_SURE_LETTER = 0.85  # of a line of a single letter, which a corner or a pole may look like
_SQUEEZED_PX = 192  # a longer line is squeezed before its direction is told
_LETTER_PX = 192  # length of a line that may be a single tall letter
_LEAST_STACKED = 3  # letters
_LETTERS_ALONE = 2  # of a line that may be one letter of a stacked word
_PIECE = 0.5  # times its width and the number of its letters: a piece of stacked letters is higher
_NOTHING = Recognised(text="", confidence=0.0, typical=0.0, spans=())
_SCRIPTS = frozenset(("LATIN", "CJK", "HIRAGANA", "KATAKANA", "IDEOGRAPHIC"))
_FILLING = 0.5  # of a picture's area: a plate or a beetle of that size is easily recognised as an 8 or a 96
_SURE_FILLING = 0.98


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadingOptions:
    """Sizes of the pictures that text is detected on and cut from, and the least confidence of a line.

    picture_side_px : longer side of the picture that lines are cut from; `detection` has the detector's own side
    glance_side_px : longer side of the small picture on which a glance decides if there is text at all; 0: no glance
    """

    picture_side_px: int = 1280
    detection: DetectionOptions = field(default_factory=DetectionOptions)
    glance_side_px: int = 320
    min_confidence: float = 0.6


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """Recognised text of one photo.

    lines : in reading order. glanced_only : the glance saw nothing that could be text
    """

    lines: tuple[TextLine, ...] = ()
    glanced_only: bool = False
    glance_ms: float = 0.0
    detect_ms: float = 0.0
    turn_ms: float = 0.0
    recognise_ms: float = 0.0


class TextReader:
    """Three networks, loaded once; one thread at a time.

    threads : of each network; None: one for each core. Raises ReaderMissing if a network is missing or damaged.
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
        self.detector = _Network(models.detector, threads)
        self._turner = _Network(models.turner, threads)
        self._recogniser = _Network(models.recogniser, threads)
        self._signs = self._recogniser.signs()
        self._further = [
            (network, network.signs())
            for network in (_Network(path, threads) for path in models.further.values())
        ]
        self.scripts = _SCRIPTS | {letters for name in models.further for letters in LETTERS_OF[name]}

    def read(self, pixels: NDArray[np.uint8], full_size: tuple[int, int]) -> Page:
        """Recognise the text in a picture.

        pixels : (h, w, 3) uint8 RGB, upright. full_size : (width, height) that the corners of the lines refer to
        """
        options, clock = self._options, time.perf_counter
        started = clock()
        coarse = self.glance(pixels) if options.glance_side_px else []
        glanced = clock()
        if coarse is None:
            return Page(glanced_only=True, glance_ms=(glanced - started) * 1000)
        fine = self._find(pixels, options.detection)
        quads = [blob.quad for blob in fine]
        blobs = [
            *fine,
            *(blob for blob in coarse if not _overlaps(blob.quad, quads, _SAME_LINE, whole=max)),
        ]
        detected = clock()
        cut = [cut_line(pixels, blob.quad) for blob in blobs]
        upside_down = turned([line for line, _ in cut], self._turner)
        lines = [
            (_flipped(line), np.roll(quad, 2, axis=0)) if flip else (line, quad)
            for (line, quad), flip in zip(cut, upside_down, strict=True)
        ]
        upright = clock()
        scale = np.array(full_size, np.float64) / pixels.shape[1::-1]
        read = [
            self._read_line(pixels, line, quad, blob, scale)
            for (line, quad), blob in zip(lines, blobs, strict=True)
        ]
        recognised = [line for line, _ in read]
        sure = [self._is_sure(line, typical, full_size) for line, typical in read]
        merged = [line for line, good in zip(recognised[: len(fine)], sure, strict=False) if good]
        for line, good in zip(recognised[len(fine) :], sure[len(fine) :], strict=True):
            if good:
                covered = [
                    other for other in merged if _overlaps(_corners(line), [_corners(other)], _SAME_PLACE)
                ]
                merged = [other for other in merged if other not in covered] + both(line, covered)
        merged = join_stacked(self._join_columns(pixels, merged, scale))
        return Page(
            lines=tuple(in_order(merged)),
            glance_ms=(glanced - started) * 1000,
            detect_ms=(detected - glanced) * 1000,
            turn_ms=(upright - detected) * 1000,
            recognise_ms=(clock() - upright) * 1000,
        )

    def _read_line(
        self,
        pixels: NDArray[np.uint8],
        line: NDArray[np.uint8],
        quad: NDArray[np.float32],
        blob: Blob,
        scale: NDArray[np.float64],
    ) -> tuple[TextLine, float]:
        """Recognise a line; if it may be something else, also upside down, straightened, and in other scripts.

        Returns it with its typical confidence.
        """
        best, corners = self._recognise(line), quad
        if best.confidence < _DOUBTFUL:
            ways = [(_flipped(line), np.roll(quad, 2, axis=0))] if line.shape[1] > _SQUEEZED_PX else []
            straight = cut_bent_line(pixels, blob.quad, blob.outline, self._options.detection.grow)
            if straight is not None:
                ways += [(straight, blob.quad), (_flipped(straight), np.roll(blob.quad, 2, axis=0))]
            if line.shape[1] <= _LETTER_PX:
                ways.append(cut_line(pixels, blob.quad, upright=True))
            for other, its_corners in ways:
                text = self._recognise(other)
                if _is_better(text, best):
                    best, corners = text, its_corners
        if (stacked := self._read_stacked(pixels, blob.quad, best)) is not None:
            best, corners = stacked, blob.quad
        line_read = TextLine(
            text=_FULL_WIDTH.sub(lambda letter: chr(ord(letter[0]) - _TO_FULL_WIDTH), best.text),
            quad=tuple((round(x, 1), round(y, 1)) for x, y in (corners * scale).tolist()),  # type: ignore[arg-type]
            confidence=round(best.confidence, 3),
            spans=tuple((round(first, 3), round(last, 3)) for first, last in best.spans),
        )
        return line_read, best.typical

    def _read_stacked(
        self, pixels: NDArray[np.uint8], quad: NDArray[np.float32], best: Recognised
    ) -> Recognised | None:
        """The letters of a tall rectangle, each read alone: as one line that runs downwards, some are misread.

        None if they are no letters, or if the line is surely text that runs downwards.
        """
        if best.confidence >= _SURE_OF_ALL:
            return None
        letters = [self._recognise(letter) for letter in cut_stacked(pixels, quad)]
        texts = [unicodedata.normalize("NFKC", letter.text.strip()) for letter in letters]
        if not letters or any(len(text) != 1 or not text.isalnum() for text in texts):
            return None
        typical = float(np.median([letter.confidence for letter in letters]))
        if typical < _SURE_LETTER:
            return None
        word = "".join(texts)
        if sum(map(str.isalpha, word)) * 2 > len(word):
            word = word.translate(_DIGITS_IN_WORDS)
        # The word counts as sure as its typical letter: a narrow one alone is read with little confidence.
        return Recognised(text=word, confidence=typical, typical=typical, spans=((0.0, 1.0),))

    def _join_columns(
        self, pixels: NDArray[np.uint8], lines: list[TextLine], scale: NDArray[np.float64]
    ) -> list[TextLine]:
        """Read anew, letter by letter, the pieces of a word of stacked letters that the detector took apart."""
        for pieces in columns_of(lines):
            boxes = np.array([_box(line) for line in pieces])
            (left, top), (right, bottom) = boxes[:, :2].min(axis=0), boxes[:, 2:].max(axis=0)
            corners = np.array([(left, top), (right, top), (right, bottom), (left, bottom)])
            word = self._read_stacked(pixels, (corners / scale).astype(np.float32), _NOTHING)
            if word is not None and len(word.text) >= sum(len(line.text.strip()) for line in pieces):
                lines = [line for line in lines if not any(line is piece for piece in pieces)]
                lines.append(
                    TextLine(
                        text=word.text,
                        quad=tuple((round(x, 1), round(y, 1)) for x, y in corners.tolist()),  # type: ignore[arg-type]
                        confidence=round(word.confidence, 3),
                        spans=word.spans,
                    )
                )
        return lines

    def _recognise(self, line: NDArray[np.uint8]) -> Recognised:
        """The best reading of a line. Recognisers of further scripts are asked where the first one is in doubt."""
        (best,) = recognise([line], self._recogniser, self._signs)
        if best.confidence < _DOUBTFUL or in_other_script(best.text, self.scripts):
            for network, signs in self._further:
                (text,) = recognise([line], network, signs)
                if _is_better(text, best) or in_other_script(best.text, self.scripts):
                    best = text
        return best

    def _is_sure(self, line: TextLine, typical: float, full_size: tuple[int, int]) -> bool:
        signs = sum(char.isalnum() for char in line.text)
        filling = cv2.contourArea(_corners(line)) > _FILLING * full_size[0] * full_size[1]
        least = self._options.min_confidence if signs > 1 else _SURE_LETTER
        least = _SURE_FILLING if filling and signs <= 2 else least
        if in_other_script(line.text, self.scripts) or (line.confidence < _DOUBTFUL and is_mixed(line.text)):
            return False
        if line.confidence < _SURE_OF_ALL and (typical < _SURE_OF_MOST or not is_like_words(line.text)):
            return False
        return signs > 0 and line.confidence >= least

    def glance(self, pixels: NDArray[np.uint8]) -> list[Blob] | None:
        """Large lines, which the fine pass takes for pictures or splits; None if nothing could be text."""
        options = replace(self._options.detection, side_px=self._options.glance_side_px)
        probabilities = self.detector(detector_input(pixels, options.side_px))[0, 0]
        # Small letters leave a trace on the map, though no line. A page full of them leaves none.
        if not (probabilities > options.min_probability).any() and not has_fine_strokes(pixels):
            return None
        return find_blobs(probabilities, pixels.shape[1::-1], options)

    def _find(self, pixels: NDArray[np.uint8], options: DetectionOptions) -> list[Blob]:
        probabilities = self.detector(detector_input(pixels, options.side_px))[0, 0]
        return find_blobs(probabilities, (pixels.shape[1], pixels.shape[0]), options)


def _flipped(line: NDArray[np.uint8]) -> NDArray[np.uint8]:
    return np.ascontiguousarray(line[::-1, ::-1])


def _is_better(text: Recognised, best: Recognised) -> bool:
    """True if another reading is sure, surer than the best one, and not of a few signs only."""
    least = max(_DOUBTFUL, best.confidence + _SURER)
    return text.confidence > least and len(text.text) * 2 > len(best.text)


def in_other_script(text: str, scripts: Collection[str]) -> bool:
    """True if a word of two letters or more has letters of a script that is not read.

    scripts : as Unicode names its letters, such as LATIN. A single letter may be a sign: 2π, 50 µm.
    """
    return any(
        sum(map(str.isalpha, word)) > 1
        and any(
            char.isalpha() and _script(char) not in scripts for char in word.replace("µ", "").replace("μ", "")
        )
        for word in _WORD.findall(text)
    )


def is_like_words(text: str) -> bool:
    """False if the Latin letters of a text follow each other as in no language of the word lists: LRINLU."""
    likelihood = letter_likelihood(text)
    return likelihood is None or likelihood > _LEAST_LIKELY


def is_mixed(text: str) -> bool:
    """True if a word has digits between its letters, as letters of another script are taken for both: 4LIA410."""
    return any(
        re.search(r"[^\W\d_][0-9]+[^\W\d_]|^[0-9]+[^\W\d_]{2,}[0-9]", word) for word in _WORD.findall(text)
    )


@functools.cache
def _script(char: str) -> str:
    """The script of a letter, as the first word of its Unicode name; CJK for Chinese characters."""
    name = unicodedata.name(unicodedata.normalize("NFKC", char)[0], "")
    return "KATAKANA" if "KATAKANA" in name else name.partition(" ")[0]


def columns_of(lines: list[TextLine]) -> list[list[TextLine]]:
    """Letters and pieces of stacked letters in columns of two or more. Single letters are left to join_stacked()."""
    pieces = [line for line in lines if _is_piece(line)]
    pieces.sort(key=lambda line: _box(line)[1])
    columns: list[list[TextLine]] = []
    for line in pieces:
        column = next((column for column in columns if _continues(line, column[-1])), None)
        if column is None:
            columns.append([line])
        else:
            column.append(line)
    return [
        column
        for column in columns
        if len(column) > 1 and max(len(line.text.strip()) for line in column) > _LETTERS_ALONE
    ]


def _is_piece(line: TextLine) -> bool:
    left, top, right, bottom = _box(line)
    letters = len(line.text.strip())
    return bottom - top > _PIECE * letters * (right - left) and " " not in line.text.strip()


def _continues(line: TextLine, above: TextLine) -> bool:
    left, top, right, _ = _box(line)
    left_above, _, right_above, bottom_above = _box(above)
    narrower, wider = sorted((right - left, right_above - left_above))
    sideways = abs(left + right - left_above - right_above) / 2
    return narrower > _PIECE * wider and sideways < 0.3 * wider and -0.3 * wider < top - bottom_above < wider


def join_stacked(lines: list[TextLine]) -> list[TextLine]:
    """Letters under each other, as on a sign that hangs, joined to words."""
    letters = sorted(
        (line for line in lines if len(line.text.strip()) <= _LETTERS_ALONE), key=lambda line: _box(line)[1]
    )
    joined: list[TextLine] = []
    used: set[int] = set()
    for start in range(len(letters)):
        if start in used:
            continue
        column = [start]
        for at in range(start + 1, len(letters)):
            if at not in used and _is_below(letters[at], letters[column[-1]]):
                column.append(at)
        if len(column) < _LEAST_STACKED:
            continue
        used.update(column)
        joined.append(_stacked([letters[at] for at in column]))
    rest = [line for line in lines if not any(line is letters[at] for at in used)]
    return [*rest, *joined]


def _is_below(line: TextLine, above: TextLine) -> bool:
    left, top, right, bottom = _box(line)
    left_above, top_above, right_above, bottom_above = _box(above)
    height = max(bottom - top, bottom_above - top_above)
    sideways = abs(left + right - left_above - right_above) / 2
    return sideways < 0.4 * height and -0.3 * height < top - bottom_above < 1.2 * height


def _stacked(letters: list[TextLine]) -> TextLine:
    boxes = np.array([_box(line) for line in letters])
    (left, top), (right, bottom) = boxes[:, :2].min(axis=0).tolist(), boxes[:, 2:].max(axis=0).tolist()
    return TextLine(
        text="".join(line.text.strip() for line in letters),
        quad=((left, top), (right, top), (right, bottom), (left, bottom)),
        confidence=round(sum(line.confidence for line in letters) / len(letters), 3),
        spans=((0.0, 1.0),),
    )


def _box(line: TextLine) -> tuple[float, float, float, float]:
    x, y = zip(*line.quad, strict=True)
    return min(x), min(y), max(x), max(y)


def _overlaps(
    quad: NDArray[np.float32],
    neighbours: list[NDArray[np.float32]],
    share: float,
    *,
    whole: Callable[[float, float], float] = min,
) -> bool:
    """True if a rectangle has more than this share in common with a neighbour.

    whole : chooses the area that the share refers to, from those of the two rectangles
    """
    for neighbour in neighbours:
        if (quad.max(axis=0) < neighbour.min(axis=0)).any() or (
            neighbour.max(axis=0) < quad.min(axis=0)
        ).any():
            continue
        common, _ = cv2.intersectConvexConvex(quad, neighbour)
        if common > share * whole(cv2.contourArea(quad), cv2.contourArea(neighbour)):
            return True
    return False


def _corners(line: TextLine) -> NDArray[np.float32]:
    return np.array(line.quad, np.float32)


def both(coarse: TextLine, fine: list[TextLine]) -> list[TextLine]:
    """Merge a coarse line with the fine lines in the same place.

    If the coarse line surely has a word that the fine lines lack, it stays, and so does each fine line with a word that
    the coarse line lacks. Otherwise only the fine lines stay.
    """
    if fine and (coarse.confidence < _SURE or not _has_more(coarse, fine)):
        return fine
    return [*(line for line in fine if _has_more(line, [coarse])), coarse]


def _has_more(line: TextLine, others: list[TextLine]) -> bool:
    """True if the line has a word of two letters or more that the others lack, wherever these divide their words."""
    text = "".join("".join(_WORD.findall(other.text.casefold())) for other in others)
    return any(len(word) > 1 and word not in text for word in _WORD.findall(line.text.casefold()))


def in_order(lines: list[TextLine]) -> list[TextLine]:
    """Lines in reading order: rows from top to bottom, each from left to right.

    A line belongs to a row if each crosses the other's middle.
    """
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
                "{0} cannot be loaded: the file is damaged. {1}",
                path.name,
                how_to_repair("ocr"),
            ) from error
        self._input = self._session.get_inputs()[0].name

    def __call__(self, batch: NDArray[np.float32]) -> NDArray[np.float32]:
        (rows,) = self._session.run(None, {self._input: batch})
        return np.asarray(rows, np.float32)

    def signs(self) -> list[str]:
        """The character of each output of a recogniser; the first means none."""
        notes = self._session.get_modelmeta().custom_metadata_map
        return ["", *notes["character"].splitlines(), " "]
