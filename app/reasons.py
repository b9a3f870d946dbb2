"""Why a hit is here, in numbers that a person can check: the parts of its score."""

from __future__ import annotations

import cmath
import math
from dataclasses import dataclass

import numpy as np

from app.wording import score
from cbir.types import Evidence, Hit

ENGINES = {"match": "Visual details", "semantic": "Meaning", "metadata": "Names and metadata"}
LEAST_TURN_DEG = 1.0  # less is upright to any eye
LEAST_SCALE = 1.02


@dataclass(frozen=True, slots=True)
class Figure:
    """A number, what it counts, and a sentence that says how it comes about."""

    value: str
    caption: str
    tip: str


def figures(hit: Hit, evidence: Evidence | None, *, deviation_px: float | None = None) -> tuple[Figure, ...]:
    """Return the parts of a hit's score, what proves most first.

    deviation_px : median distance of the points from where the found place has them
    """
    return (*proof(evidence, deviation_px), *places(hit))


def proof(evidence: Evidence | None, deviation_px: float | None = None) -> tuple[Figure, ...]:
    """Return what the geometry says."""
    if evidence is None:
        return ()
    made = [
        Figure(
            f"{evidence.inliers:,}",
            "point agrees" if evidence.inliers == 1 else "points agree",
            "Details that pair one to one and lie alike in both pictures. Eight are a proof.",
        ),
        Figure(
            f"{evidence.coverage:.0%}",
            "of the query",
            "The part of the query's area that the agreeing points span.",
        ),
    ]
    if deviation_px is not None:
        tip = "How far the points lie from where the outline puts them: half of them less, half of them more."
        made.append(Figure(f"{deviation_px:.1f} px", "apart", tip))
    moved = placement(evidence)
    if moved is not None:
        scale, turn_deg = moved
        if abs(turn_deg) >= LEAST_TURN_DEG:
            way = "clockwise" if turn_deg > 0 else "anticlockwise"
            tip = f"The query is turned {way} in this photo."
            made.append(Figure(f"{'↻' if turn_deg > 0 else '↺'} {abs(turn_deg):.0f}°", "turned", tip))
        if max(scale, 1 / scale) >= LEAST_SCALE:
            tip = "Pixels of this photo for each pixel of the query."
            made.append(Figure(f"× {scale:.2f}", "in size", tip))
    if evidence.mirrored:
        made.append(Figure("⇋", "mirrored", "The query matches when it is flipped left to right."))
    return tuple(made)


def places(hit: Hit) -> tuple[Figure, ...]:
    """Return the place that each engine gave the photo, before they were put together."""
    return tuple(
        Figure(
            f"#{one.rank:,}",
            f"by {ENGINES.get(one.engine, one.engine).lower()}",
            f"{ENGINES.get(one.engine, one.engine)}: place {one.rank:,} of its own list, "
            f"score {score(one.score)}.",
        )
        for one in hit.engines
    )


def share_of(hit: Hit, engine: str) -> str:
    """Return what one engine said of the photo, empty where it said nothing."""
    one = next((one for one in hit.engines if one.engine == engine), None)
    return "" if one is None else f"place {one.rank:,}, score {score(one.score)}"


def placed(evidence: Evidence | None) -> str:
    """Return how the query lies in the photo: turned, larger or smaller, mirrored."""
    moved = None if evidence is None else placement(evidence)
    if evidence is None or moved is None:
        return ""
    scale, turn_deg = moved
    parts = []
    if abs(turn_deg) >= LEAST_TURN_DEG:
        parts.append(f"turned {abs(turn_deg):.0f}° {'clockwise' if turn_deg > 0 else 'anticlockwise'}")
    if max(scale, 1 / scale) >= LEAST_SCALE:
        parts.append(f"{scale:.2f} times the size")
    if evidence.mirrored:
        parts.append("mirrored")
    return ", ".join(parts) or "upright, in its own size"


def placement(evidence: Evidence) -> tuple[float, float] | None:
    """Return how much larger the query is in the photo, and how far it is turned clockwise in degrees.

    The similarity that fits the points best, by least squares; as complex numbers one quotient.
    """
    if len(evidence.query_xy) < 2:
        return None
    query = evidence.query_xy.astype(np.float64) * ((-1, 1) if evidence.mirrored else (1, 1))
    photo = evidence.photo_xy.astype(np.float64)
    query, photo = query - query.mean(axis=0), photo - photo.mean(axis=0)
    start, end = query @ (1, 1j), photo @ (1, 1j)
    spread = float(np.vdot(start, start).real)
    fit = complex(np.vdot(start, end) / spread) if spread else 0j
    return None if abs(fit) < 1e-6 else (abs(fit), math.degrees(cmath.phase(fit)))
