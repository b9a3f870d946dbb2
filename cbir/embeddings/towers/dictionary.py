"""Italian, German and French words -> English, for a text tower that reads nothing else.

Word by word, by a small dictionary of what photos show. A text stays as it is where as many of its words are English.
"""

from __future__ import annotations

import functools
import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from cbir.base.resources import resource
from cbir.base.stems import stem_in
from cbir.embeddings.types import Closing, TextEmbeddings, TextTower

_LANGUAGES = ("italian", "german", "french")
_WORD = re.compile(r"[^\W_]+")
_MIN_STEMMED = 4  # letters: shorter words are too easily another's stem
_BY_STEM = 0.9  # of a word that is there as it is
_ALSO_ENGLISH = (
    "an are as be been by has have into it its no not off one out that there paper this to up was were"
)
_Phrase = tuple[str, ...]


class TranslatingTower(Closing):
    """A TextTower that reads words of other languages by the dictionary, and notes what it read."""

    def __init__(self, tower: TextTower) -> None:
        self._tower = tower

    @property
    def device(self) -> str:
        return self._tower.device

    @property
    def note(self) -> str | None:
        return self._tower.note

    def encode(self, texts: Sequence[str]) -> TextEmbeddings:
        read = [to_english(text) for text in texts]
        found = self._tower.encode([new or text for new, text in zip(read, texts, strict=True)])
        said = [f"Read in English: {new}." for new in read if new is not None]
        return replace(found, note=" ".join([*filter(None, [found.note]), *said]) or None)

    def close(self) -> None:
        self._tower.close()


def to_english(text: str) -> str | None:
    """A text with the words of the language that most of it is in translated; None where that is English."""
    words = [_plain(word) for word in _WORD.findall(text)]
    dictionary = _dictionary()
    most, best = float(sum(word in dictionary.english for word in words)), None
    for language in _LANGUAGES:
        read = dictionary.read(words, language)
        if read.says and read.known > most:
            most, best = read.known, read
    return None if best is None else " ".join(best.words)


@dataclass(frozen=True, slots=True)
class _Read:
    """words : translated, or as they are. known : how many were, those by their stems counting a little less

    says : by more than joining words
    """

    words: list[str]
    known: float
    says: bool


@dataclass(frozen=True, slots=True)
class _Dictionary:
    """english : its words. phrases : by language, in plain letters as they are and by their stems"""

    english: frozenset[str]
    joining: frozenset[str]
    phrases: Mapping[str, Mapping[_Phrase, str]]
    longest: int

    def read(self, words: Sequence[str], language: str) -> _Read:
        phrases, made, known, says, at = self.phrases[language], list[str](), 0.0, False, 0
        while at < len(words):
            for length in range(min(self.longest, len(words) - at), 0, -1):
                part = tuple(words[at : at + length])
                english = phrases.get(part)
                weight = 1.0 if english is not None else _BY_STEM
                english = english or phrases.get(_stemmed(part, language))
                if english is not None:
                    known += weight * length
                    says |= english not in self.joining
                    break
            else:
                length, english = 1, words[at]
            made.append(english)
            at += length
        return _Read(made, known, says)


@functools.cache
def _dictionary() -> _Dictionary:
    folder = resource("")
    common = (folder / "keywords.txt").read_text(encoding="utf-8")
    english = {_plain(word) for word in _WORD.findall(common)} | set(_ALSO_ENGLISH.split())
    joining: set[str] = set()
    phrases: dict[str, dict[_Phrase, str]] = {language: {} for language in _LANGUAGES}
    is_joining = False
    for line in (folder / "words.txt").read_text(encoding="utf-8").splitlines():
        if line.startswith(("#", "[")):
            is_joining = line == "[joining]"
            continue
        meaning, _, others = line.partition(" = ")
        english |= {_plain(word) for word in meaning.split()}
        joining |= {meaning} if is_joining else set()
        for language, listed in zip(_LANGUAGES, others.split("|"), strict=True):
            for word in listed.split(","):
                phrase = tuple(_plain(part) for part in _WORD.findall(word))
                phrases[language].setdefault(phrase, meaning)
    for known in phrases.values():
        language = next(name for name in _LANGUAGES if phrases[name] is known)
        for phrase, meaning in list(known.items()):
            known.setdefault(_stemmed(phrase, language), meaning)
    longest = max(len(phrase) for known in phrases.values() for phrase in known)
    return _Dictionary(frozenset(english), frozenset(joining), phrases, longest)


def _stemmed(phrase: _Phrase, language: str) -> _Phrase:
    return tuple(
        _plain(stem_in(language, word)) + "-" if len(word) >= _MIN_STEMMED else word for word in phrase
    )


@functools.lru_cache(maxsize=1 << 14)
def _plain(word: str) -> str:
    """In small letters without accents: many a keyboard lacks them."""
    parts = unicodedata.normalize("NFKD", word.casefold())
    return "".join(char for char in parts if not unicodedata.combining(char))
