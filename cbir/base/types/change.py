"""Differences between two pictures of one thing."""

from __future__ import annotations

from dataclasses import dataclass

from cbir.base.types.photo import Region


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """A part that only one of two pictures has.

    first, second : its box in each, in full-resolution pixels. strength : above 0; a clearer change has a larger one
    """

    first: Region
    second: Region
    strength: float
