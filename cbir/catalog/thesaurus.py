"""Typed words -> words of the library that mean the same, a kind of it, or what it is a kind of, by the thesaurus.

The thesaurus is English. Words of four other languages come to it by their English names, and from it by their own.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable

from cbir.base.folding import fold
from cbir.base.forms import in_english, in_other_languages
from cbir.base.thesaurus import kinds_of, same_words, wider_words
from cbir.catalog.indexed_words import IndexedWords, indexed_words

_MOST = 64  # words for a typed one, the nearest: more make a search slow
_ENDINGS = ("", "s", "es")


def meanings_in(connection: sqlite3.Connection, typed: Iterable[str]) -> dict[str, tuple[str, ...]]:
    """For typed words and phrases, the library's words that mean the same or a kind of it. Some have none."""
    words: IndexedWords | None = None
    meanings: dict[str, tuple[str, ...]] = {}
    for text in typed:
        others = _related(text)
        if not others:
            continue
        words = words or indexed_words(connection)
        if present := _present(others, words, text):
            meanings[text] = present
    return meanings


def wider_in(connection: sqlite3.Connection, typed: Iterable[str]) -> dict[str, tuple[str, ...]]:
    """For typed words, the library's words for the nearest thing that they are a kind of: church for cathedral."""
    meanings: dict[str, tuple[str, ...]] = {}
    for text in typed:
        for others in (others for english in in_english(text) for others in wider_words(english)):
            names = dict.fromkeys(name for other in others for name in (other, *in_other_languages(other)))
            if present := _present(names, indexed_words(connection), text):
                meanings[text] = present
                break
    return meanings


def _related(text: str) -> dict[str, None]:
    names = in_english(text)
    english = dict.fromkeys(other for name in names for other in same_words(name))
    english |= dict.fromkeys(other for name in names for other in kinds_of(name))
    return dict.fromkeys(name for other in english for name in (other, *in_other_languages(other)))


def _present(others: Iterable[str], words: IndexedWords, typed: str) -> tuple[str, ...]:
    """The first of the words and phrases that the library has, in its forms."""
    present: dict[str, None] = {}
    for other in others:
        *first, last = fold(other).split() or [""]
        if first and not all(word in words for word in first):
            continue
        forms = [last + ending for ending in _ENDINGS]
        if last.endswith("y"):
            forms.append(last[:-1] + "ies")
        for form in forms:
            if form in words:
                present[" ".join([*first, form])] = None
        if len(present) >= _MOST:
            break
    present.pop(fold(typed), None)
    return tuple(present)
