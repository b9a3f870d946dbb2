"""Reasons for a hit, in numbers that a person can check: the parts of its score."""

from __future__ import annotations

import cmath
import math
from collections.abc import Sequence
from dataclasses import dataclass

from cbir.base.types import COLORS, Evidence, FieldMatch, Hit, TextField, WordShare
from cbir_app.base.language import QT_TR_NOOP, number, percent, tr
from cbir_app.base.wording import score
from cbir_app.sessions import color_name

ENGINES = {
    "match": QT_TR_NOOP("Visual details"),
    "semantic": QT_TR_NOOP("Content"),
    "metadata": QT_TR_NOOP("Names and metadata"),
}
BY_ENGINE = {
    "match": QT_TR_NOOP("by visual details"),
    "semantic": QT_TR_NOOP("by content"),
    "metadata": QT_TR_NOOP("by names and metadata"),
}
FIELDS: dict[TextField, str] = {
    "name": QT_TR_NOOP("In its file name: {text}"),
    "folder": QT_TR_NOOP("In its folder: {text}"),
    "title": QT_TR_NOOP("In its title or caption: {text}"),
    "keywords": QT_TR_NOOP("In its keywords or place: {text}"),
    "camera": QT_TR_NOOP("In the name of its camera: {text}"),
    "lens": QT_TR_NOOP("In the name of its lens: {text}"),
    "taken": QT_TR_NOOP("In its date: {text}"),
    "written": QT_TR_NOOP("Written in the photo: {text}"),
    "color": QT_TR_NOOP("Shows {color}: {text}"),
    "people": QT_TR_NOOP("{text}, confirmed by you"),
}
SHARES = QT_TR_NOOP(
    "How much each of your words makes the photo stand out from your library: the score minus the "
    "score without the word. A word below zero speaks against the photo."
)
MIN_TURN_DEG = 1.0  # a smaller turn is invisible
MIN_SCALE = 1.02
MORE_THAN = 0.5  # of the photos, for a word that a photo is said to show more than others
MOST_OF_ALL = 0.99  # the photo itself is among them


@dataclass(frozen=True, slots=True)
class Figure:
    """A number, its caption, and a sentence about its computation."""

    value: str
    caption: str
    tooltip: str


def figures(hit: Hit, evidence: Evidence | None, *, deviation_px: float | None = None) -> tuple[Figure, ...]:
    """Return the parts of a hit's score, the strongest proof first.

    deviation_px : median distance of the points from their projected places
    """
    return (*proof(evidence, deviation_px), *places(hit))


def _nndr(evidence: Evidence) -> str:
    """The limit of NNDR by which the points were matched."""
    if evidence.nndr_ratio is None:
        return ""
    return tr(
        "Each is closer to its partner than {ratio} times the distance to the next detail (NNDR).",
        ratio=number(evidence.nndr_ratio, 2),
    )


def proof(evidence: Evidence | None, deviation_px: float | None = None) -> tuple[Figure, ...]:
    """Return the figures of the geometry."""
    if evidence is None:
        return ()
    shown = [
        Figure(
            number(evidence.inliers),
            tr("point(s) agree", "under their number", evidence.inliers),
            " ".join(
                filter(
                    None,
                    (
                        tr(
                            "Details that pair one to one, in the same arrangement in both pictures. Eight are proof."
                        ),
                        _nndr(evidence),
                    ),
                )
            ),
        ),
    ]
    if evidence.via is not None:  # the other figures would be those of that photo
        return tuple(shown)
    shown.append(
        Figure(
            percent(evidence.coverage),
            tr("of your picture", "under a percentage"),
            tr("How much of your picture is in this photo."),
        )
    )
    if deviation_px is not None:
        tooltip = tr("How far the points are from where the outline puts them (median).")
        shown.append(Figure(tr("{distance} px", distance=number(deviation_px, 1)), tr("apart"), tooltip))
    moved = placement(evidence)
    if moved is not None:
        scale, turn_deg = moved
        if abs(turn_deg) >= MIN_TURN_DEG:
            clockwise = turn_deg > 0
            tooltip = tr("Your picture is turned clockwise in this photo.")
            if not clockwise:
                tooltip = tr("Your picture is turned anticlockwise in this photo.")
            turn = f"{'↻' if clockwise else '↺'} {number(round(abs(turn_deg)))}°"
            shown.append(Figure(turn, tr("turned"), tooltip))
        if max(scale, 1 / scale) >= MIN_SCALE:
            tooltip = tr("Pixels of this photo per pixel of your picture.")
            shown.append(Figure(f"× {number(scale, 2)}", tr("in size"), tooltip))
    if evidence.mirrored:
        shown.append(Figure("⇋", tr("mirrored"), tr("Your picture matches when it is mirrored.")))
    return tuple(shown)


def places(hit: Hit) -> tuple[Figure, ...]:
    """Return the photo's rank in each engine's list, before the fusion."""
    return tuple(
        Figure(
            f"#{number(rank.rank)}",
            tr(BY_ENGINE.get(rank.engine, rank.engine)),
            tr(
                "{engine}: place {rank} of its own list, score {score}.",
                engine=tr(ENGINES.get(rank.engine, rank.engine)),
                rank=number(rank.rank),
                score=score(rank.score),
            ),
        )
        for rank in hit.engines
    )


def field_sentence(match: FieldMatch) -> str:
    """Return the field that contains words of the query, with its text; or a colour, with its share."""
    if match.field == "color":
        color = next(color for color in COLORS if color == match.words[0])
        return tr(FIELDS["color"], color=color_name(color), text=match.text)
    return tr(FIELDS[match.field], text=match.text)


def words_shown(shares: Sequence[WordShare]) -> str:
    """Return how a photo compares with the others by each typed word that it shows, and the words that it shows less.

    A word counts as shown from a quarter of the strongest word's share on; small words are left out.
    """
    strongest = max((term.share for term in shares if term.sign > 0), default=0.0)
    counted = [term for term in shares if term.sign > 0 and term.share > max(0.0, strongest / 4)]
    compared = [term for term in counted if term.above is not None and term.above >= MORE_THAN]
    clear = [term.word for term in counted if term not in compared]
    less = [term.word for term in shares if term.sign > 0 and term.share < 0]
    against = [term.word for term in shares if term.sign < 0 and term.share < 0]
    parts = [
        tr(
            "More {word} than {share} of your photos",
            word=_quoted([term.word]),
            share=percent(min(term.above or 0.0, MOST_OF_ALL)),
        )
        for term in compared
    ]
    if clear and less:
        parts.append(
            tr("Clearly shows {words}; less so {others}", words=_quoted(clear), others=_quoted(less))
        )
    elif clear:
        parts.append(tr("Clearly shows {words}", words=_quoted(clear)))
    elif less:
        parts.append(
            tr("Less so {words}", words=_quoted(less))
            if compared
            else tr("Hardly shows {words}", words=_quoted(less))
        )
    if against:
        parts.append(tr("Also shows {words}, which you left out", words=_quoted(against)))
    return "\n".join(parts)


def word_figures(shares: Sequence[WordShare]) -> str:
    """Return the contribution of each typed word to the score of a photo."""
    return " · ".join(f"{'−' if term.sign < 0 else ''}{term.word} {_signed(term.share)}" for term in shares)


def _quoted(words: Sequence[str]) -> str:
    return ", ".join(tr("“{word}”", word=word) for word in words)


def _signed(share: float) -> str:
    rounded = round(share, 1)
    sign = "+" if rounded > 0 else "−" if rounded < 0 else ""
    return f"{sign}{number(abs(rounded), 1)}"


def share_of(hit: Hit, engine: str) -> str:
    """Return the photo's rank and score in one engine, empty if the engine did not rank it."""
    rank = next((rank for rank in hit.engines if rank.engine == engine), None)
    text = ""
    if rank is not None:
        text = tr("place {rank}, score {score}", rank=number(rank.rank), score=score(rank.score))
    return text


def placed(evidence: Evidence | None) -> str:
    """Return the query's place in the photo: turned, larger or smaller, mirrored."""
    moved = None if evidence is None else placement(evidence)
    if evidence is None or moved is None:
        return ""
    scale, turn_deg = moved
    parts = []
    if abs(turn_deg) >= MIN_TURN_DEG:
        turned = tr("turned {angle}° clockwise") if turn_deg > 0 else tr("turned {angle}° anticlockwise")
        parts.append(turned.format(angle=number(round(abs(turn_deg)))))
    if max(scale, 1 / scale) >= MIN_SCALE:
        parts.append(tr("{factor} times the size", factor=number(scale, 2)))
    if evidence.mirrored:
        parts.append(tr("mirrored"))
    return ", ".join(parts) or tr("upright, in its own size")


def placement(evidence: Evidence) -> tuple[float, float] | None:
    """Return the scale of the query in the photo, and its clockwise turn in degrees.

    They belong to the similarity with the least squared error, which is a quotient of complex numbers. None if the
    points are another photo's.
    """
    if len(evidence.query_xy) < 2 or evidence.via is not None:
        return None
    import numpy as np

    query = evidence.query_xy.astype(np.float64) * ((-1, 1) if evidence.mirrored else (1, 1))
    photo = evidence.photo_xy.astype(np.float64)
    query, photo = query - query.mean(axis=0), photo - photo.mean(axis=0)
    start, end = query @ (1, 1j), photo @ (1, 1j)
    spread = float(np.vdot(start, start).real)
    fit = complex(np.vdot(start, end) / spread) if spread else 0j
    return None if abs(fit) < 1e-6 else (abs(fit), math.degrees(cmath.phase(fit)))
