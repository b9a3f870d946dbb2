"""Bounds of the fields in requests from other computers, declared beside the field: Annotated[..., Most(n)].

A field without a declaration has the bound of its kind below, so no new field is ever unbounded.
"""

from __future__ import annotations

from dataclasses import dataclass

MOST_ITEMS = 64  # in a field: terms, labels, choices of a filter
MOST_DESCRIBED = 1000  # photos per request for metadata
MOST_LETTERS = 2000  # in a text; a query has no more


@dataclass(frozen=True, slots=True)
class Most:
    """items : most elements of a list, or letters of a text."""

    items: int
