"""Text that a recogniser doubts -> how likely its letters follow each other in languages written in Latin letters.

A recogniser that knows no Thai or Hebrew takes their letters for Latin ones: LRINLU, CHQU XQILU. Words that it misread,
such as CHINE JSHANSSOND, still have the pairs of letters that words have.
"""

from __future__ import annotations

import functools
import math
import re
from collections import Counter

from cbir.base.folding import fold
from cbir.base.resources import resource

_WORD = re.compile(r"[a-z]{2,}")
_LISTS = ("english.txt", "words.txt", "keywords.txt", "forms.txt")  # in five languages
_ADDED = 0.1  # occurrences that each pair has beside those counted
_SIGNS = 27  # that may follow a letter: the alphabet and the end of a word


def letter_likelihood(text: str) -> float | None:
    """Mean logarithm of the probability of a letter after the one before it; None without Latin letters.

    Words of the lists have -2.4 in the middle, letters by chance -4.
    """
    pairs, singles = _counts()
    total, count = 0.0, 0
    for word in re.findall(r"[a-z]+", fold(text)):
        for pair in _pairs(word):
            total += math.log((pairs[pair] + _ADDED) / (singles[pair[0]] + _ADDED * _SIGNS))
            count += 1
    return total / count if count else None


def _pairs(word: str) -> list[str]:
    marked = f"^{word}$"
    return [marked[at : at + 2] for at in range(len(marked) - 1)]


@functools.cache
def _counts() -> tuple[Counter[str], Counter[str]]:
    """Occurrences of pairs of letters, and of first letters of pairs, each word once."""
    words = {
        word for name in _LISTS for word in _WORD.findall(fold(resource(name).read_text(encoding="utf-8")))
    }
    pairs = Counter(pair for word in words for pair in _pairs(word))
    singles: Counter[str] = Counter()
    for pair, count in pairs.items():
        singles[pair[0]] += count
    return pairs, singles
