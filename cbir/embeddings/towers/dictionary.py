"""Italian, German, French and Spanish typed terms -> English, for a text tower that reads English best or alone.

Translates word by word with a small dictionary of the contents of photos. A text stays unchanged if at least as many
of its words are English.
"""

from __future__ import annotations

import functools
import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from cbir.base.messages import Message, sentences
from cbir.base.resources import resource
from cbir.base.stems import stem_in
from cbir.embeddings.types import Closing, TextEmbeddings, TextTower, unit_rows

_LANGUAGES = ("italian", "german", "french", "spanish")
_WORD = re.compile(r"[^\W_]+")
_MIN_STEMMED = 4  # letters: a shorter word is too easily another word's stem
_MOST_WORDS = 0.6  # share of known words beside a tower that reads the text as it is
_BY_STEM = 0.9  # weight of a match by stem, against 1 for an exact match
_ALSO_ENGLISH = (
    "an are as be been by has have into it its no not off one out that there paper this to up was were"
)
_Phrase = tuple[str, ...]


class TranslatingTower(Closing):
    """A TextTower that translates texts by the dictionary, and notes the translations.

    beside : the tower reads these languages, too. A text then has the mean direction of itself and its translation,
        without a note: its R@5 rises by .04 to .08 (docs/models.md)
    """

    def __init__(self, tower: TextTower, *, beside: bool = False) -> None:
        self._tower, self._beside = tower, beside

    @property
    def device(self) -> str:
        return self._tower.device

    @property
    def note(self) -> Message | None:
        return self._tower.note

    def encode(self, texts: Sequence[str]) -> TextEmbeddings:
        if self._beside:
            return self._both(texts, [to_english(text, least=_MOST_WORDS) for text in texts])
        translations = [to_english(text) for text in texts]
        embeddings = self._tower.encode([new or text for new, text in zip(translations, texts, strict=True)])
        notes = [Message("Read in English: {0}.", new) for new in translations if new is not None]
        return replace(embeddings, note=sentences(embeddings.note or "", *notes) or None)

    def _both(self, texts: Sequence[str], translations: Sequence[str | None]) -> TextEmbeddings:
        rows = [row for row, new in enumerate(translations) if new is not None]
        embeddings = self._tower.encode([*texts, *filter(None, translations)])
        vectors = embeddings.vectors[: len(texts)].copy()
        vectors[rows] = unit_rows(vectors[rows] + embeddings.vectors[len(texts) :])
        vectors.setflags(write=False)
        return replace(
            embeddings,
            vectors=vectors,
            cut=embeddings.cut[: len(texts)],
            unknown=embeddings.unknown[: len(texts)],
        )

    def close(self) -> None:
        self._tower.close()


def to_english(text: str, *, least: float = 0.0) -> str | None:
    """Translate a text from the language that most of its words belong to; None if that is English.

    least : share of the words that must be in the dictionary, because some Spanish words are Italian, too
    """
    words = [_plain(word) for word in _WORD.findall(text)]
    dictionary = _dictionary()
    most, best = max(float(sum(word in dictionary.english for word in words)), least * len(words)), None
    if most >= len(words):
        return None  # no language has more
    for language in _LANGUAGES:
        translation = dictionary.translate(words, language)
        if translation.has_content and translation.matched > most:
            most, best = translation.matched, translation
    return None if best is None else " ".join(best.words)


@dataclass(frozen=True, slots=True)
class _Translation:
    """words : translated where possible. matched : number of words in the dictionary; a match by stem counts less

    has_content : more than joining words matched
    """

    words: list[str]
    matched: float
    has_content: bool


@dataclass(frozen=True, slots=True)
class _Dictionary:
    """english : English words. phrases : by language, from plain words to English"""

    english: frozenset[str]
    joining: frozenset[str]
    phrases: Mapping[str, Mapping[_Phrase, str]]
    longest: int

    def translate(self, words: Sequence[str], language: str) -> _Translation:
        phrases, translated, matched = self.phrases[language], list[str](), 0.0
        has_content, at = False, 0
        while at < len(words):
            for length in range(min(self.longest, len(words) - at), 0, -1):
                part = tuple(words[at : at + length])
                english = phrases.get(part)
                weight = 1.0 if english is not None else _BY_STEM
                english = english or _phrases_by_stem(language, part[0][:1]).get(_stemmed(part, language))
                if english is not None:
                    matched += weight * length
                    has_content |= english not in self.joining
                    break
            else:
                length, english = 1, words[at]
            translated.append(english)
            at += length
        return _Translation(translated, matched, has_content)


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
    longest = max(len(phrase) for meanings in phrases.values() for phrase in meanings)
    return _Dictionary(frozenset(english), frozenset(joining), phrases, longest)


@functools.cache
def _phrases_by_stem(language: str, letter: str) -> Mapping[_Phrase, str]:
    """From the stems of phrases with this first letter, which stems keep, to English. Stemming all takes .07 s."""
    meanings: dict[_Phrase, str] = {}
    for phrase, meaning in _dictionary().phrases[language].items():
        if phrase and phrase[0][:1] == letter:
            meanings.setdefault(_stemmed(phrase, language), meaning)
    return meanings


def _stemmed(phrase: _Phrase, language: str) -> _Phrase:
    return tuple(
        _plain(stem_in(language, word)) + "-" if len(word) >= _MIN_STEMMED else word for word in phrase
    )


@functools.lru_cache(maxsize=1 << 14)
def _plain(word: str) -> str:
    """Lower the case of a word and strip its accents, which many keyboards lack."""
    parts = unicodedata.normalize("NFKD", word.casefold())
    return "".join(char for char in parts if not unicodedata.combining(char))
