"""Natural order of names."""

from __future__ import annotations

import re

from cbir.base.folding import fold

_DIGITS = re.compile(r"([0-9]+)")


def natural_key(name: str) -> tuple[str | int, ...]:
    """A sort key that puts IMG_9 before IMG_10, and Ä beside A: text and numbers in turn, text first."""
    parts = _DIGITS.split(fold(name))
    return tuple(int(part) if at % 2 else part for at, part in enumerate(parts))
