"""Natural order of names."""

from __future__ import annotations

import re
import unicodedata

_DIGITS = re.compile(r"([0-9]+)")


def natural_key(name: str) -> tuple[str | int, ...]:
    """A sort key that puts IMG_9 before IMG_10, and Ä beside A: text and numbers in turn, text first."""
    folded = name.casefold()
    if not folded.isascii():
        folded = "".join(
            char for char in unicodedata.normalize("NFD", folded) if not unicodedata.combining(char)
        )
    parts = _DIGITS.split(folded)
    return tuple(int(part) if at % 2 else part for at, part in enumerate(parts))
