"""Words -> their stems, so that "boats" finds "boat" and "Strände" finds "Strand"; and signs that are words, apart.

Nobody says in which language a keyword is, so each word is stemmed in four. Chinese signs, kana and hangul are written
without blanks: each counts as a word, and a word as a phrase of them.
Porter, "Snowball: a language for stemming algorithms", 2001.
"""

from __future__ import annotations

import functools
import re
import threading
import unicodedata
from typing import Any

_LANGUAGES = ("english", "italian", "german", "french")
_WORD = re.compile(r"[^\W\d_]{3,}")
DENSE = re.compile(r"[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff]")
_RUN = re.compile(f"{DENSE.pattern}+")
_BETWEEN = " ʘ "  # a letter that nobody types, so that no phrase goes on from one run of signs to the next
_LEAST = 3  # letters of a stem: a shorter one is of too many words
_LONGEST = 80  # letters of a word: the longest of these languages have some 60, and a file may say anything
_lock = threading.Lock()  # a stemmer keeps the word that it is at


def stems_of(word: str) -> tuple[str, ...]:
    """The stems of a word that differ from it; none for what is not a word of letters."""
    return _stems_of(word.lower()) if len(word) <= _LONGEST and _WORD.fullmatch(word) else ()


@functools.lru_cache(maxsize=1 << 15)  # 15 MB when it is full
def _stems_of(word: str) -> tuple[str, ...]:
    with _lock:
        stems = {stemmer.stemWord(word) for stemmer in _stemmers()}
    return tuple(sorted(stem for stem in stems if stem != word and len(stem) >= _LEAST))


@functools.lru_cache(maxsize=1 << 14)
def stem_in(language: str, word: str) -> str:
    """The stem of a word of "italian", "german" or "french", in small letters."""
    with _lock:
        stem: str = _stemmers()[_LANGUAGES.index(language)].stemWord(word.lower())
    return stem


def stems_of_text(text: str) -> str:
    """The stems of all words of a text that differ from their words, each once, and its signs, with blanks between."""
    text = unicodedata.normalize("NFC", text)  # a mark of its own would part a word
    stems = " ".join(dict.fromkeys(stem for word in _WORD.findall(text) for stem in stems_of(word)))
    signs = _BETWEEN.join(map(spaced, dict.fromkeys(_RUN.findall(text))))
    return f"{stems}{_BETWEEN}{signs}" if stems and signs else stems or signs


def spaced(text: str) -> str:
    """Put blanks around signs that are words of their own, as SQLite's tokenizer needs them."""
    return " ".join(DENSE.sub(lambda sign: f" {sign[0]} ", text).split())


def has_signs(text: str) -> bool:
    """Whether there are any that are words of their own, in either spelling."""
    return DENSE.search(unicodedata.normalize("NFC", text)) is not None


@functools.cache
def _stemmers() -> tuple[Any, ...]:
    import snowballstemmer

    return tuple(snowballstemmer.stemmer(language) for language in _LANGUAGES)
