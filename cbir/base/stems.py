"""Words -> their stems, so that "boats" finds "boat" and "Strände" finds "Strand"; CJK text -> single characters.

The language of a keyword is unknown, so each word is stemmed in four. Chinese, Japanese and Korean words are often
written without spaces: each character is indexed as a word, and a word is searched as a phrase of characters.
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
CJK = re.compile(r"[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff]")
_RUN = re.compile(f"{CJK.pattern}+")
_BETWEEN = " ʘ "  # a letter that nobody types, so that no phrase matches across two runs of characters
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
    """The stem of a word in "italian", "german" or "french", in lower case."""
    with _lock:
        stem: str = _stemmers()[_LANGUAGES.index(language)].stemWord(word.lower())
    return stem


def stems_of_text(text: str) -> str:
    """All stems of a text that differ from their words, each once, then its CJK characters; separated by spaces."""
    text = unicodedata.normalize("NFC", text)  # a combining mark would split a word
    stems = " ".join(dict.fromkeys(stem for word in _WORD.findall(text) for stem in stems_of(word)))
    characters = _BETWEEN.join(map(spaced, dict.fromkeys(_RUN.findall(text))))
    return f"{stems}{_BETWEEN}{characters}" if stems and characters else stems or characters


def spaced(text: str) -> str:
    """Put spaces around CJK characters, so that SQLite's tokenizer treats each as a word."""
    return " ".join(CJK.sub(lambda match: f" {match[0]} ", text).split())


def has_cjk(text: str) -> bool:
    """True if a text, composed or decomposed, has CJK characters."""
    return CJK.search(unicodedata.normalize("NFC", text)) is not None


@functools.cache
def _stemmers() -> tuple[Any, ...]:
    import snowballstemmer

    return tuple(snowballstemmer.stemmer(language) for language in _LANGUAGES)
