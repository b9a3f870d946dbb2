"""How much of a field a request from another computer may bring, declared beside the field: Annotated[..., Most(n)].

Whatever declares nothing takes the number for its kind below, so that a new field cannot forget to be bounded.
"""

from __future__ import annotations

from dataclasses import dataclass

MOST_ITEMS = 64  # of a field: terms, labels, choices of a filter
MOST_DESCRIBED = 1000  # photos whose metadata is asked for at once
MOST_LETTERS = 2000  # of a text; a query has no more


@dataclass(frozen=True, slots=True)
class Most:
    """items : of a list, or letters of a text."""

    items: int
