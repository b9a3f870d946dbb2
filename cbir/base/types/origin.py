"""Photos of a library that were made from one another."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from cbir.base.types.photo import PhotoId

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
