"""Words -> the stems of their other forms: `women` and `woman`, `lief` and `laufen`, `harbor` and `harbour`.

Stemmers cut endings. Forms that differ inside a word, or in British and American spelling, are listed in forms.txt (in
cbir_resources). They belong to closed classes, such as strong verbs, so that a list can be complete. Synonyms of things
that people photograph are in synonyms.txt.
"""

from __future__ import annotations

import functools
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field

from cbir.base.folding import fold
from cbir.base.resources import resource
from cbir.base.stems import STEMMED_LANGUAGES, stem_in, stems_of


def forms_of(word: str) -> tuple[str, ...]:
    """The indexed stems of a word's other forms, in small letters; empty for most words."""
    word = word.casefold()
    classes = _classes()
    return tuple(
        dict.fromkeys(
            form for key in (word, *stems_of(word)) for form in classes.get(key, ()) if form != word
        )
    )


LONGEST_PHRASE = (
    3  # words of a phrase that has synonyms, without those that join: `coucher de soleil` has two
)
_TRANSLATED = ("english", "italian", "german", "french", "spanish")
"""The columns of words.txt."""


def synonyms_of(text: str) -> tuple[str, ...]:
    """Other words or phrases for the same thing: first in the same language, then in the others.

    text : a word, or a phrase without the words that join it: `coucher soleil`. Empty for most texts
    """
    same = _synonyms().of(text)
    texts = (text, *same)
    others = (other for word in texts for other in _translations().of(word))
    return tuple(word for word in dict.fromkeys((*same, *others)) if fold(word) != fold(text))


def translations_of(word: str) -> tuple[str, ...]:
    """The names of the same thing in five languages; empty for most words."""
    return tuple(other for other in _translations().of(word) if fold(other) != fold(word))


def translated_words() -> frozenset[str]:
    """The single words that have a translation, folded: no spelling errors."""
    return frozenset(word for word in _translations().others if " " not in word)


@dataclass(frozen=True, slots=True)
class _Related:
    """others : by a folded word or phrase. words : those that have others, by language"""

    others: dict[str, dict[str, None]] = field(default_factory=dict)
    words: dict[str, dict[str, None]] = field(default_factory=dict)
    _stems: dict[str, dict[str, list[str]]] = field(default_factory=dict)

    def add(self, language: str, word: str, others: Iterable[str], joining: Collection[str]) -> None:
        key = _key(word, joining)
        self.words.setdefault(language, {})[word] = None
        self.others.setdefault(key, {}).update(dict.fromkeys(others))

    def of(self, text: str) -> tuple[str, ...]:
        """The others of a text; for a text in no list, the others of words with the same stem in their language."""
        key = fold(text)
        if key in self.others:
            return (*self.others[key],)
        if " " in key:
            return ()
        words = [
            word
            for language in self.words
            for stem in (stem_in(language, text), stem_in(language, key))  # typed with accents, or without
            for word in self._with_stems(language).get(stem, ())
        ]
        if not words and key.endswith("s") and key[:-1] in self.others:
            words = [key[:-1]]  # the French stemmer leaves vélos as it is
        return tuple(dict.fromkeys(other for word in words for other in self.others[word]))

    def _with_stems(self, language: str) -> dict[str, list[str]]:
        """The folded words of a language by their stems, made when a word first needs them: 50 ms."""
        if language not in self._stems:
            stems: dict[str, list[str]] = {}
            for word in self.words[language]:
                if (folded := fold(word)) in self.others:
                    for stem in dict.fromkeys((stem_in(language, word), stem_in(language, folded))):
                        stems.setdefault(stem, []).append(folded)
            self._stems[language] = stems
        return self._stems[language]


@functools.cache
def _synonyms() -> _Related:
    """The lines of synonyms.txt."""
    related = _Related()
    joining = _joining()
    for language, line in _lines("synonyms.txt"):
        words = [word.replace("-", " ") for word in line]
        for word in words:
            related.add(language, word, (other for other in words if other != word), joining)
    return related


@functools.cache
def _translations() -> _Related:
    """The words with a meaning in words.txt, each with its translations."""
    related = _Related()
    joining = _joining()
    for columns in _columns("saying"):
        words = [word for column in columns for word in column]
        words += [plural for word in columns[-1] for plural in _spanish_plural(word)]
        for language, column in zip(_TRANSLATED, columns, strict=True):
            for word in column:
                related.add(language, word, words, joining)
    return related


@functools.cache
def _joining() -> frozenset[str]:
    return frozenset(fold(word) for columns in _columns("joining") for column in columns for word in column)


def _columns(part: str) -> Iterator[list[list[str]]]:
    """The words of each line in a part of words.txt, by language."""
    current = ""
    for line in resource("words.txt").read_text(encoding="utf-8").casefold().splitlines():
        if line.startswith("["):
            current = line.strip("[]")
        elif current == part:
            yield [column.strip().split(", ") for column in line.replace(" = ", "|", 1).split("|")]


def _key(phrase: str, joining: Collection[str]) -> str:
    """A word or phrase, folded, without the words that join it."""
    words = fold(phrase).replace("'", " ").split()
    return " ".join([word for word in words if word not in joining] or words)


def _spanish_plural(word: str) -> tuple[str, ...]:
    """Two forms at most, as the index has no Spanish stems: perros, trenes, luces."""
    if " " in word or word.endswith("s"):
        return ()
    if word.endswith("z"):
        return (word[:-1] + "ces",)
    return (word + ("s" if word[-1] in "aeiouáéíóú" else "es"),)


def _lines(name: str) -> Iterator[tuple[str, list[str]]]:
    """The language and the words of each line of a resource."""
    language = ""
    for line in resource(name).read_text(encoding="utf-8").splitlines():
        if line.startswith("["):
            language = line.strip("[]")
        elif line and not line.startswith("#"):
            yield language, line.casefold().split()


@functools.cache
def _classes() -> dict[str, tuple[str, ...]]:
    """For each form, and each stem of one, the stems of the others. Read on first use, some milliseconds."""
    related: dict[str, dict[str, None]] = {}
    for language, forms in _lines("forms.txt"):
        stems = [stem_in(language, form) if language in STEMMED_LANGUAGES else form for form in forms]
        for key in (*forms, *stems):
            related.setdefault(key, {}).update(dict.fromkeys((*stems, *forms)))
    return {key: tuple(forms) for key, forms in related.items()}
