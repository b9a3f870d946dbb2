"""Sentences of a page that shows how two pictures agree."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class ProofWords:
    """The page's sentences in one language. Names in braces, such as {pairs}, are replaced by values.

    language : its code in HTML. verdict : on the hit, such as "Same thing"; empty: in English
    """

    language: str = "en"
    verdict: str = ""
    title: str = "Two pictures compared"
    first: str = "First picture"
    second: str = "Second picture"
    file: str = "File"
    folder: str = "Folder"
    size: str = "Size"
    sha256: str = "SHA-256"
    points: str = "Agreeing points"
    strength: str = "Right among hits like this"
    first_shown: str = "Of the first picture, in the second"
    second_shown: str = "Of the second picture, in the first"
    outline: str = "Corners of the first picture in the second, in pixels"
    transform: str = "Transform from the first picture to the second"
    deviation: str = "Median distance of the points from it, in pixels"
    mirrored: str = "The first picture is mirrored."
    chance: str = "By chance"
    by_chance: str = (
        "None of {pairs} pairs of photos of different things had {least} agreeing points. "
        "So fewer than 1 in {rare} such pairs has them, with 95 % certainty."
    )
    unproven: str = "Too few points agree to prove a match."
    all_points: str = "All agreeing points, in pixels: x and y in the first picture, x and y in the second"
    made: str = "Made with cbir {version}, {date}"
