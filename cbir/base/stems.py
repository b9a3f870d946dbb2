"""Words -> their stems, so that "boats" finds "boat" and "Strände" finds "Strand".

The language of a keyword is unknown, so each word is stemmed in four.
Porter, "Snowball: a language for stemming algorithms", 2001.
"""

from __future__ import annotations

import functools
import re
import threading
from typing import Any

from cbir.base.folding import fold, parts_of

STEMMED_LANGUAGES = ("english", "italian", "german", "french")
_WORD = re.compile(r"[^\W\d_]{3,}")
_LEAST = 3  # letters of a stem: a shorter one would match too many words
_LONGEST = (
    80  # letters of a word: the longest in these languages have some 60, but files may contain anything
)
_lock = threading.Lock()  # a stemmer stores its current word


def stems_of(word: str) -> tuple[str, ...]:
    """The stems of a word that differ from it; empty for text that is not a word of letters."""
    return _stems_of(word.lower()) if len(word) <= _LONGEST and _WORD.fullmatch(word) else ()


@functools.lru_cache(maxsize=1 << 15)  # 15 MB when it is full
def _stems_of(word: str) -> tuple[str, ...]:
    with _lock:
        stems = {stemmer.stemWord(word) for stemmer in _stemmers()}
    return tuple(sorted(stem for stem in stems if stem != word and len(stem) >= _LEAST))


@functools.lru_cache(maxsize=1 << 14)
def stem_in(language: str, word: str) -> str:
    """The lower-case stem of a word in a language: one of the index, or Spanish, which only typed words have."""
    with _lock:
        stem: str = _stemmer(language).stemWord(word.lower())
    return stem


def stems_of_text(text: str) -> str:
    """All stems of a text that differ from their words, each once, folded; separated by spaces."""
    return " ".join(dict.fromkeys(fold(stem) for part in parts_of(text) for stem in stems_of(part)))


@functools.cache
def _stemmers() -> tuple[Any, ...]:
    return tuple(map(_stemmer, STEMMED_LANGUAGES))


@functools.cache
def _stemmer(language: str) -> Any:
    import snowballstemmer

    return snowballstemmer.stemmer(language)
