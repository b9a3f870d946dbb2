"""Spellings of a keyword: case and the Unicode form of an accent make no difference."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable


def keyword_key(keyword: str) -> str:
    """A key that is equal for all spellings of a keyword. Unicode 15, 3.13, D145: canonical caseless matching."""
    return unicodedata.normalize("NFD", unicodedata.normalize("NFD", keyword).casefold())


def distinct_keywords(keywords: Iterable[str]) -> tuple[str, ...]:
    """Each keyword once, in its first spelling, composed (NFC)."""
    distinct: dict[str, str] = {}
    for keyword in keywords:
        distinct.setdefault(keyword_key(keyword), unicodedata.normalize("NFC", keyword))
    return tuple(distinct.values())
