"""Hits of a search -> the reasons for each: lines, JSON, or one picture."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from typer.core import TyperCommand

from cbir.base.errors import QueryUnusable
from cbir.base.types import (
    FieldMatch,
    HeatMap,
    Hit,
    PhotoId,
    SharedWord,
    SharedWords,
    Term,
    TextLine,
    WordShare,
)
from cbir.cli.console import counted, printable

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from PIL.Image import Image
    from PIL.ImageDraw import ImageDraw

    from cbir.library import Library


OPTION = "--explain"
_FORMS = ("text", "json")
_SUFFIXES = (".png", ".jpg", ".jpeg")


class ExplainedCommand(TyperCommand):
    """A command whose option needs no value, as in `cbir search --explain photo.jpg`."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        return super().parse_args(ctx, with_form(args))


def with_form(arguments: Sequence[str]) -> list[str]:
    """Add the form `text` after an option without a form: the word after it is then the query."""
    given: list[str] = []
    for at, argument in enumerate(arguments):
        if argument == "--":
            return [*given, *arguments[at:]]
        given.append(argument)
        following = arguments[at + 1] if at + 1 < len(arguments) else ""
        if argument == OPTION and not _is_form(following):
            given.append("text")
    return given


def _is_form(text: str) -> bool:
    return text in _FORMS or (_is_picture(text) and not os.path.exists(text))


def as_form(text: str) -> str | Path:
    """`text`, `json`, or the picture to write. Raises QueryUnusable for anything else, and for an existing file."""
    if text in _FORMS:
        return text
    if not _is_picture(text):
        raise QueryUnusable("--explain writes text, json, or a picture such as reasons.png: not {0}", text)
    if os.path.exists(text):
        raise QueryUnusable("{0} is there already and is not overwritten. Name a new file.", text)
    if not os.path.isdir(Path(text).absolute().parent):
        raise QueryUnusable("There is no folder {0} to write the picture to.", Path(text).absolute().parent)
    return Path(text)


def _is_picture(text: str) -> bool:
    return text.lower().endswith(_SUFFIXES) and not text.startswith("-")


_TOP_WORDS = 12
_SHOWN_WORDS = 3
FIELDS = {
    "name": "file name",
    "folder": "folder",
    "title": "title or caption",
    "keywords": "keywords",
    "camera": "camera",
    "lens": "lens",
    "taken": "date",
    "written": "written in the photo",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Explanation:
    """Reasons why a photo is a hit.

    written : recognised words in it that match. fields : of its names and metadata that match
    shares : contribution of each typed word. shared : visual words shared with the picture of term number `term`,
        the one that the photo shows best
    """

    written: tuple[TextLine, ...] = ()
    fields: tuple[FieldMatch, ...] = ()
    shares: tuple[WordShare, ...] = ()
    shared: SharedWords | None = None
    term: int | None = None


Explanations = Mapping[PhotoId, Explanation]


def explain(library: Library, terms: Sequence[Term], hits: Sequence[Hit], *, whole: bool) -> Explanations:
    """Ask a library for the reasons of hits. whole : all reasons, not only recognised text"""
    typed = [term.text for term in terms if term.text is not None and term.sign > 0]
    photos = [hit.photo for hit in hits]
    written = library.text.places(photos, typed) if typed and photos else {}
    if not whole:
        return {photo: Explanation(written=tuple(lines)) for photo, lines in written.items()}
    fields = library.reasons.fields(terms, photos) if typed else {}
    is_semantic = any(place.engine == "semantic" for hit in hits for place in hit.engines)
    shares = library.reasons.word_shares(terms, photos) if typed and is_semantic else {}
    explained = {}
    for hit in hits:
        at, shared = _share(library, terms, hit)
        explained[hit.photo] = Explanation(
            written=tuple(written.get(hit.photo, ())),
            fields=fields.get(hit.photo, ()),
            shares=shares.get(hit.photo, ()),
            shared=shared,
            term=at,
        )
    return explained


def _share(library: Library, terms: Sequence[Term], hit: Hit) -> tuple[int | None, SharedWords | None]:
    """The number of the picture that a hit shows best, or of the first picture, and their shared visual words."""
    if all(place.engine != "match" for place in hit.engines):
        return None, None
    best = max(hit.evidence, key=lambda evidence: evidence.inliers, default=None)
    pictures = [at for at, term in enumerate(terms) if term.text is None and term.sign > 0]
    at = best.term if best is not None else next(iter(pictures), None)
    if at is None:
        return None, None
    term = terms[at] if best is None or best.via is None else Term(photo=best.via.photo, marked=True)
    mirrored = best is not None and best.mirrored
    return at, library.reasons.shared_words(term, hit.photo, top=_TOP_WORDS, mirrored=mirrored)


def explanation_lines(explained: Explanation) -> Iterator[str]:
    """Lines below a hit, indented so that a script can tell them from hits."""
    for word in explained.written:
        x, y = word.quad[0]
        yield (
            f"\twritten: {printable(word.text)} at {x:.0f},{y:.0f}, read with {word.confidence:.0%} confidence"
        )
    for field in explained.fields:
        words = ", ".join(map(printable, field.words))
        if field.field == "color":
            yield f"\tshows {words}: {field.text} of the photo"
            continue
        if field.field == "people":
            yield f"\tshows {printable(field.text)}, confirmed by you"
            continue
        yield f"\tfound by {FIELDS[field.field]}: {words} in “{printable(field.text)}”"
    if explained.shares:
        yield "\twords: " + ", ".join(map(share_text, explained.shares))
    if explained.shared is not None and explained.shared.words:
        yield f"\tshared: {shared_text(explained.shared)}"


def share_text(share: WordShare) -> str:
    return f"{'−' if share.sign < 0 else ''}{printable(share.word)} {share.share:+.2f}"


def shared_text(shared: SharedWords) -> str:
    """The number of shared visual words, and the ones with the largest shares."""
    heaviest = ", ".join(map(word_text, shared.words[:_SHOWN_WORDS]))
    return f"{shared.shared} of {shared.of} visual words; most by {heaviest}"


def word_text(word: SharedWord) -> str:
    return f"no. {word.word} (in {counted(word.photos, 'photo')}, idf {word.idf:.1f}, {word.share:.0%})"


def explanation_json(explained: Explanation) -> dict[str, object]:
    """The keys of a hit that say why it is one; docs/reference.md explains them."""
    return {
        "written": [
            {"text": word.text, "corners": _rounded(word.quad), "confidence": word.confidence}
            for word in explained.written
        ],
        "fields": [
            {"field": field.field, "words": list(field.words), "text": field.text}
            for field in explained.fields
        ],
        "words": [
            {"word": share.word, "sign": share.sign, "weight": share.weight, "share": round(share.share, 4)}
            for share in explained.shares
        ],
        "shared": None if explained.shared is None else _shared_json(explained.shared, explained.term),
    }


def _shared_json(shared: SharedWords, term: int | None) -> dict[str, object]:
    return {
        "term": term,
        "shared": shared.shared,
        "of": shared.of,
        "photos": shared.photos,
        "words": [
            {
                "word": word.word,
                "idf": round(word.idf, 4),
                "photos": word.photos,
                "share": round(word.share, 4),
                "query": _rounded(word.query_xy.tolist()),
                "photo": _rounded(word.photo_xy.tolist()),
            }
            for word in shared.words
        ],
    }


def _rounded(points: Sequence[Sequence[float]]) -> list[list[float]]:
    return [[round(float(x), 1), round(float(y), 1)] for x, y in points]


MOST_ROWS = 8
_WIDTH, _SIDE, _GAP, _LINE = 1240, 360, 16, 20  # pixels
_TEXT_X = 2 * (_SIDE + _GAP) + _GAP
_INK, _PAPER, _DIM = (25, 28, 34), (255, 255, 255), (110, 116, 126)
_OUTLINE, _WORD = (255, 150, 0), (0, 150, 255)
_HEAT, _COLD = (235, 60, 20), (40, 90, 230)
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

    first_hits = list(hits[:MOST_ROWS])
    rows = max(1, len(first_hits))
    sheet = Image.new("RGB", (_WIDTH, rows * (_SIDE + 2 * _GAP)), _PAPER)
    draw = ImageDraw.Draw(sheet)
    for row, hit in enumerate(first_hits):
        _draw_row(library, terms, hit, explained.get(hit.photo, Explanation()), sheet, draw, row)
    with file.open("xb") as stream:
        sheet.save(stream, format="PNG" if file.suffix.lower() == ".png" else "JPEG", quality=90)
    return len(first_hits)


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
    picture = library.picture(photo=hit.photo, max_side_px=2 * _SIDE)
    pixels = picture.pixels if heat is None else with_heat(picture.pixels, picture.full_size, heat)
    photo = _place(sheet, pixels, picture.full_size, _GAP + _SIDE + _GAP, top)
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
        _place(sheet, picture.pixels, picture.full_size, _GAP, top)
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
        lines.append("Red: covering this place lowers the score. Blue: covering it raises the score.")
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
    import numpy as np

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
