"""Two pictures and their evidence -> one HTML file for claims and archives, which needs no other file."""

from __future__ import annotations

import base64
import hashlib
import html
import io
import shutil
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import datetime
from importlib.metadata import version
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from cbir.base.errors import ImageUnreadable
from cbir.base.types import Evidence, Hit, HitKind, Preview, ProofWords, SearchOptions, Term
from cbir.library.library import Library

STRANGERS = 29_315
"""Pairs of photos of different things that were compared in all ways of a search, with no match: docs/benchmarks.md."""
_LEAST_POINTS = 8  # that verify a match
_RARE = STRANGERS // 3  # Hanley and Lippman-Hand, JAMA 249, 1983: the rule of three
_SIDE_PX, _HEIGHT_PX, _GAP_PX = 1600, 640, 16
_MOST_LINES = 120
_LINE, _POINT, _OUTLINE = (255, 150, 0, 110), (0, 120, 255, 255), (255, 90, 0, 255)
_ENGLISH = ProofWords()
_STYLE = """
:root { color-scheme: light; }
body { font: 15px/1.45 system-ui, sans-serif; color: #1a1c20; background: #fff; max-width: 1100px; margin: 2em auto;
  padding: 0 1em; }
h1 { font-size: 1.5em; margin: 0 0 .2em; } h2 { font-size: 1.1em; margin: 1.6em 0 .4em; }
.verdict { font-size: 1.15em; margin: 0 0 1em; } img { max-width: 100%; height: auto; display: block; }
.pair { display: flex; gap: 1em; margin-top: 1.6em; } figure { margin: 0; flex: 1; min-width: 0; }
figcaption { color: #555; }
table { border-collapse: collapse; width: 100%; } th, td { text-align: left; vertical-align: top; padding: .25em .6em;
  border-bottom: 1px solid #ddd; overflow-wrap: anywhere; } th { font-weight: 600; width: 30%; }
.points td, code { font-family: ui-monospace, monospace; font-size: .85em; } footer { color: #555; margin-top: 2em; }
@media print { body { margin: 0; max-width: none; font-size: 11px; } h2, tr, figure { break-inside: avoid; } }
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class ProofPicture:
    """A picture of a pair. name, folder : of its file; empty for a picture without one. content : of the file"""

    name: str
    folder: str
    content: bytes
    preview: Preview

    @property
    def sha256(self) -> str:
        return hashlib.sha256(self.content).hexdigest()


@dataclass(frozen=True, slots=True, kw_only=True)
class ProofPage:
    """A comparison of two pictures. evidence : None if nothing agrees. transform : (3, 3), fitted to the points"""

    kind: HitKind
    strength: float
    evidence: Evidence | None
    first: ProofPicture
    second: ProofPicture
    transform: NDArray[np.float64] | None
    deviation_px: float | None
    html: str

    @property
    def proven(self) -> bool:
        return self.evidence is not None or self.first.content == self.second.content


def prove_files(first: Path, second: Path, words: ProofWords = _ENGLISH) -> ProofPage:
    """Compare two files as a search for the first would, in a library that has the second alone.

    Raises ImageUnreadable.
    """
    hit, previews = compare_files(first, second, _SIDE_PX)
    pictures = [
        ProofPicture(
            name=path.name,
            folder=str(path.resolve().parent),
            content=path.read_bytes(),
            preview=preview,
        )
        for path, preview in zip((first, second), previews, strict=True)
    ]
    return proof_page(hit, best_evidence(hit), *pictures, words=words)


def compare_files(first: Path, second: Path, max_side_px: int) -> tuple[Hit | None, tuple[Preview, Preview]]:
    """The second file as a hit of a search for the first, in a library that has the second alone; and both pictures.

    Raises ImageUnreadable.
    """
    with _library_of(second) as (library, photo_path):
        answer = library.search([Term(path=first)], SearchOptions(engine="match", top=1, mirror=True))
        hit = next((hit for hit in answer.hits if hit.path == photo_path), None)
        return hit, (
            library.picture(path=first, max_side_px=max_side_px),
            library.picture(path=second, max_side_px=max_side_px),
        )


@contextmanager
def _library_of(file: Path) -> Iterator[tuple[Library, Path]]:
    """A library with a copy of one picture, and the copy's path."""
    with tempfile.TemporaryDirectory(prefix="cbir-proof-", ignore_cleanup_errors=True) as folder:
        place = Path(folder).resolve()
        pictures = place / "pictures"
        pictures.mkdir()
        copy = Path(shutil.copyfile(file, pictures / f"picture{file.suffix}"))
        with Library.open(place / "library", create=True, writable=True) as library:
            report = library.index([pictures])
            if report.skipped or not report.indexed:
                reason = report.skipped[0].reason if report.skipped else "it is no picture"
                raise ImageUnreadable("{0} cannot be read: {1}", file.name, reason)
            yield library, copy


def best_evidence(hit: Hit | None) -> Evidence | None:
    """The evidence of a verified hit with the most points."""
    if hit is None or not hit.verified:
        return None
    return max(hit.evidence, key=lambda evidence: evidence.inliers, default=None)


def proof_page(
    hit: Hit | None,
    evidence: Evidence | None,
    first: ProofPicture,
    second: ProofPicture,
    *,
    words: ProofWords = _ENGLISH,
) -> ProofPage:
    """The page of a hit. first : the picture that was searched with. evidence : None if nothing agrees"""
    transform, deviation_px = (None, None) if evidence is None else fitted_transform(evidence)
    page = ProofPage(
        kind="less likely" if hit is None else hit.kind,
        strength=0.0 if hit is None else hit.strength,
        evidence=evidence,
        first=first,
        second=second,
        transform=transform,
        deviation_px=deviation_px,
        html="",
    )
    return replace(page, html=_html(page, words))


def fitted_transform(evidence: Evidence) -> tuple[NDArray[np.float64] | None, float | None]:
    """The homography that fits the points best, and their median distance from it. None if they are too few."""
    import cv2

    if len(evidence.query_xy) < 4 or evidence.outline is None:
        return None, None
    transform = np.asarray(cv2.findHomography(evidence.query_xy, evidence.photo_xy, 0)[0])
    if transform.shape != (3, 3):  # the points lie on a line
        return None, None
    placed = cv2.perspectiveTransform(evidence.query_xy[:, None], transform)[:, 0]
    distances = np.linalg.norm(placed - evidence.photo_xy, axis=1)
    return np.asarray(transform, np.float64), float(np.median(distances))


# --- the page


def _html(page: ProofPage, words: ProofWords) -> str:
    verdict = words.verdict or page.kind.capitalize()
    evidence = page.evidence
    facts = list[tuple[str, str]]()
    if evidence is not None and len(evidence.query_xy):
        facts.append((words.points, str(evidence.inliers)))
        facts.append((words.strength, f"{page.strength:.1%}"))
        facts.append((words.first_shown, f"{evidence.coverage:.0%}"))
        facts.append((words.second_shown, f"{evidence.photo_coverage:.0%}"))
        if evidence.outline is not None:
            facts.append((words.outline, " · ".join(f"{x:.0f}, {y:.0f}" for x, y in evidence.outline)))
        if page.transform is not None:
            rows = " / ".join(" ".join(f"{number:.6g}" for number in row) for row in page.transform)
            facts.append((words.transform, rows))
            facts.append((words.deviation, f"{page.deviation_px:.1f}"))
        chance = words.by_chance.format(pairs=f"{STRANGERS:,}", least=_LEAST_POINTS, rare=f"{_RARE:,}")
        if evidence.inliers >= _LEAST_POINTS:
            facts.append((words.chance, chance))
    remarks = [words.mirrored] if evidence is not None and evidence.mirrored else []
    if not page.proven:
        remarks.append(words.unproven)
    body = [
        f"<h1>{_text(words.title)}</h1>",
        f'<p class="verdict">{_text(" · ".join([verdict, *remarks]))}</p>',
    ]
    if evidence is not None and len(evidence.query_xy):
        body.append(_image(_drawn(page, evidence), words.points))
        body.append(_table(facts))
    body.append('<div class="pair">')
    for title, picture in ((words.first, page.first), (words.second, page.second)):
        body.append(
            f"<figure>{_image(picture.preview.pixels, title)}<figcaption>{_text(title)}</figcaption></figure>"
        )
    body.append("</div>")
    body += [_file_table(title, picture, words) for title, picture in _titled(page, words)]
    if evidence is not None and len(evidence.query_xy):
        places = np.hstack([evidence.query_xy, evidence.photo_xy])
        body.append(f'<h2>{_text(words.all_points)}</h2><table class="points">')
        body += [
            "<tr>" + "".join(f"<td>{number:.1f}</td>" for number in row) + "</tr>" for row in places.tolist()
        ]
        body.append("</table>")
    made = words.made.format(
        version=version("cbir"), date=datetime.now().astimezone().isoformat(" ", "minutes")
    )
    body.append(f"<footer>{_text(made)}</footer>")
    return (
        f'<!DOCTYPE html>\n<html lang="{_text(words.language)}"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width"><meta http-equiv="Content-Security-Policy" '
        "content=\"default-src 'none'; img-src data:; style-src 'unsafe-inline'\">"
        f"<title>{_text(words.title)}</title><style>{_STYLE}</style></head>\n<body>\n"
        + "\n".join(body)
        + "\n</body></html>\n"
    )


def _titled(page: ProofPage, words: ProofWords) -> Sequence[tuple[str, ProofPicture]]:
    return (words.first, page.first), (words.second, page.second)


def _file_table(title: str, picture: ProofPicture, words: ProofWords) -> str:
    width, height = picture.preview.full_size
    rows = [(words.file, picture.name), (words.folder, picture.folder)]
    rows.append((words.size, f"{width} × {height} px, {len(picture.content):,} bytes"))
    rows.append((words.sha256, picture.sha256))
    return f"<h2>{_text(title)}</h2>" + _table([row for row in rows if row[1]])


def _table(rows: Sequence[tuple[str, str]]) -> str:
    return (
        "<table>"
        + "".join(f"<tr><th>{_text(name)}</th><td>{_text(value)}</td></tr>" for name, value in rows)
        + "</table>"
    )


def _text(text: str) -> str:
    return html.escape(text)


def _image(pixels: NDArray[np.uint8], described: str) -> str:
    from PIL import Image

    buffer = io.BytesIO()
    Image.fromarray(pixels).save(buffer, format="JPEG", quality=88)
    data = base64.b64encode(buffer.getvalue()).decode("ascii")
    return f'<img alt="{_text(described)}" src="data:image/jpeg;base64,{data}">'


def _drawn(page: ProofPage, evidence: Evidence) -> NDArray[np.uint8]:
    """Both pictures in one, with lines between agreeing points, and the outline of the first in the second."""
    from PIL import Image, ImageDraw

    placed, left = [], 0
    for picture in (page.first, page.second):
        shown = Image.fromarray(picture.preview.pixels)
        width = max(1, round(shown.width * _HEIGHT_PX / shown.height))
        placed.append((shown.resize((width, _HEIGHT_PX)), left, _HEIGHT_PX / picture.preview.full_size[1]))
        left += width + _GAP_PX
    sheet = Image.new("RGB", (left - _GAP_PX, _HEIGHT_PX), (255, 255, 255))
    for shown, at, _ in placed:
        sheet.paste(shown, (at, 0))
    draw = ImageDraw.Draw(sheet, "RGBA")
    ends = [
        [(at + (x + 0.5) * scale, (y + 0.5) * scale) for x, y in points.tolist()]
        for points, (_, at, scale) in zip((evidence.query_xy, evidence.photo_xy), placed, strict=True)
    ]
    step = max(1, -(-len(ends[0]) // _MOST_LINES))
    for start, end in list(zip(*ends, strict=True))[::step]:
        draw.line([start, end], fill=_LINE, width=1)
    for x, y in (*ends[0], *ends[1]):
        draw.ellipse((x - 3, y - 3, x + 3, y + 3), outline=_POINT, width=2)
    if evidence.outline is not None:
        _, at, scale = placed[1]
        corners = [(at + (x + 0.5) * scale, (y + 0.5) * scale) for x, y in evidence.outline.tolist()]
        draw.line([*corners, corners[0]], fill=_OUTLINE, width=3)
        shown, _, _ = placed[0]
        draw.rectangle((shown.width, 0, shown.width + _GAP_PX - 1, _HEIGHT_PX), fill=(255, 255, 255, 255))
    return np.asarray(sheet)
