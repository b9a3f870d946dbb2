"""Results of comparing pictures: changes, the origin of a photo, the sentences of a page of proof."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from cbir.base.types.photo import PhotoId, Region

Derivation = Literal[
    "original", "saved anew", "edited", "cropped", "cropped and edited", "framed", "photographed"
]
"""How a photo was made from its parent in the tree.

original : it has no parent. saved anew : resized or compressed again. edited : light, colour or a part of it
framed : with something else around it, as in a screenshot. photographed : from a print or a screen
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class OriginPhoto:
    """A photo of the tree. parent : the photo that it was made from. size : (width, height)"""

    photo: PhotoId
    path: Path
    parent: PhotoId | None
    step: Derivation
    size: tuple[int, int]
    taken_at: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Origin:
    """Photos that were made from one another. photos : each after its parent. asked : whose origin it is"""

    photos: tuple[OriginPhoto, ...]
    asked: PhotoId

    def depth(self, photo: PhotoId) -> int:
        """Number of steps from an original to a photo."""
        parent_of = {entry.photo: entry.parent for entry in self.photos}
        depth, above = 0, parent_of[photo]
        while above is not None:
            depth, above = depth + 1, parent_of[above]
        return depth


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """A part that only one of two pictures has.

    first, second : its box in each, in full-resolution pixels. strength : above 0; a clearer change has a larger one
    """

    first: Region
    second: Region
    strength: float


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
