"""Words -> the stems of their other forms: `women` and `woman`, `lief` and `laufen`, `harbor` and `harbour`.

Stemmers cut endings. Forms that differ inside a word, or in British and American spelling, are listed in forms.txt (in
cbir_resources). They belong to closed classes, such as strong verbs, so that a list can be complete. Synonyms of things
that people photograph are in synonyms.txt, broader words for them in broader.txt.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field

from cbir.base.folding import fold
from cbir.base.resources import resource
from cbir.base.stems import STEMMED_LANGUAGES, stem_in, stems_of


@functools.lru_cache(maxsize=1 << 12)
def forms_of(word: str) -> tuple[str, ...]:
    """The indexed stems of a word's other forms, in lower case; empty for most words."""
    word = word.casefold()
    return tuple(
        dict.fromkeys(
            form
            for key in (word, *stems_of(word))
            for line in _lines_of_forms(_beginning(key)).get(key, ())
            for form in _stems_and_forms(line)
            if form != word
        )
    )


LONGEST_PHRASE = (
    3  # words of a phrase that has synonyms, not counting joining words: `coucher de soleil` has two
)
_TRANSLATED = ("english", "italian", "german", "french", "spanish")
"""The columns of words.txt."""


@functools.lru_cache(maxsize=1 << 12)
def synonyms_of(text: str) -> tuple[str, ...]:
    """Other words or phrases for the same thing: first in the same language, then in the others.

    text : a word, or a phrase without its joining words, such as `coucher soleil`
    A diminutive has those of its word: `coniglietto` is a coniglio. Empty for most texts.
    """
    synonyms, translations = _synonyms(), _translations()
    if _broader().listed(text):  # a stem would mislead: pets are no small things
        same, own = synonyms.listed(text), translations.listed(text)
    else:
        same, own = synonyms.of(text), translations.of(text)
    if not (same or own or _broader().listed(text)) and (word := _without_diminutive(text)):
        return (word, *(other for other in synonyms_of(word) if fold(other) != fold(text)))
    others = [*own, *(other for word in same for other in translations.listed(word))]
    # English has the most synonyms, so they link other languages: perrito -> puppy -> dog -> perro.
    english = [
        other for word in own if word in translations.words["english"] for other in synonyms.listed(word)
    ]
    others += [other for word in dict.fromkeys(english) for other in (word, *translations.listed(word))]
    return tuple(word for word in dict.fromkeys((*same, *others)) if fold(word) != fold(text))


@functools.lru_cache(maxsize=1 << 12)
def translations_of(word: str) -> tuple[str, ...]:
    """The names of the same thing in five languages; empty for most words."""
    return tuple(other for other in _translations().of(word) if fold(other) != fold(word))


def in_english(word: str) -> tuple[str, ...]:
    """The word or phrase itself, and its English names if it has some in another language."""
    translations = _translations()
    english = translations.words["english"]
    return (
        word,
        *(other for other in translations.of(word) if other in english and fold(other) != fold(word)),
    )


def in_other_languages(word: str) -> tuple[str, ...]:
    """The names of an English word in the other languages; none of a word that is not listed as it is."""
    return _translations().listed(word) if word in _translations().words["english"] else ()


@functools.lru_cache(maxsize=1 << 10)
def narrower_words(text: str) -> tuple[str, ...]:
    """The words for what a broader word stands for, in five languages: dog, cane, Hund for animals. Usually none."""
    broader, translations = _broader(), _translations()
    own = dict.fromkeys(
        narrow for word in (text, *translations.of(text)) for narrow in broader.listed(word)
    ) or broader.of(text)
    words = dict.fromkeys(other for word in own for other in (word, *translations.listed(word)))
    return tuple(word for word in words if fold(word) != fold(text))


def _without_diminutive(text: str) -> str:
    """The word for a thing of which a text is the diminutive, or "": Häuschen -> haus, barquito -> barco."""
    word = fold(text)
    if " " in word:
        return ""
    for pattern, endings in _DIMINUTIVES:
        if (match := pattern.fullmatch(word)) is None:
            continue
        stem = match["stem"]
        stems = (
            stem,
            stem[:-2] + "c" if stem.endswith("qu") else stem,
            stem[:-1] if stem.endswith("gu") else stem,
        )
        for thing in (own + ending for own in stems for ending in endings):
            listed = _translations().listed(thing) or _synonyms().listed(thing)
            if listed and len(thing) >= _LEAST_DIMINISHED:
                return thing
    return ""


_LEAST_DIMINISHED = 3  # letters
_DIMINUTIVES = (
    (re.compile(r"(?P<stem>.{2,})(?:chen|lein)s?"), ("", "e", "n", "el")),  # German
    (re.compile(r"(?P<stem>.{3,}?)(?:c?ell|ett|c?in|ucci|ott)[oaie]"), ("o", "a", "e", "")),  # Italian
    (re.compile(r"(?P<stem>.{2,}?)(?:e?c)?(?:it|ill)[oa]s?"), ("o", "a", "e", "")),  # Spanish
    (re.compile(r"(?P<stem>.{3,}?)n?ettes?"), ("", "e")),  # French
)


def words_for_things() -> frozenset[str]:
    """The single words that have synonyms or translations, folded. They are not misspelt."""
    words = (*_synonyms().others, *_translations().others, *_broader().others)
    return frozenset(word for word in words if " " not in word)


@dataclass(frozen=True, slots=True)
class _Related:
    """Related words or phrases, such as synonyms or translations, of each word or phrase.

    others : related words by folded word or phrase. as_written : the same by the word with its accents, which tell
        marché from marche
    words : all words that have related ones, by language
    """

    others: dict[str, dict[str, None]] = field(default_factory=dict)
    as_written: dict[str, dict[str, None]] = field(default_factory=dict)
    words: dict[str, dict[str, None]] = field(default_factory=dict)
    _stems: dict[tuple[str, str], dict[str, list[str]]] = field(default_factory=dict)

    def add(self, language: str, word: str, others: Iterable[str], joining: Collection[str]) -> None:
        key = _key(word, joining)
        others = tuple(others)
        self.words.setdefault(language, {})[word] = None
        for related, name in ((self.others, key), (self.as_written, word.casefold())):
            related.setdefault(name, {}).update(dict.fromkeys(others))

    def of(self, text: str) -> tuple[str, ...]:
        """The related words of a text. If the text is not listed, those of listed words with the same stem."""
        key = fold(text)
        if (others := self.listed(text)) or " " in key:
            return others
        words = [
            word
            for language in self.words
            for stem in (stem_in(language, text), stem_in(language, key))  # typed with accents, or without
            for word in self._with_stems(language, _beginning(stem)).get(stem, ())
        ]
        if not words and key.endswith("s") and key[:-1] in self.others:
            words = [key[:-1]]  # the French stemmer leaves vélos as it is
        return tuple(dict.fromkeys(other for word in words for other in self.others[word]))

    def listed(self, text: str) -> tuple[str, ...]:
        """The related words of a listed text, without stemming. Stems mislead synonyms: ale would lead to a lake."""
        written = text.casefold()
        if not written.isascii() and written in self.as_written:
            return (*self.as_written[written],)
        return (*self.others.get(fold(text), ()),)

    def _with_stems(self, language: str, beginning: str) -> dict[str, list[str]]:
        """The folded words of a language with this beginning, by stem. They are stemmed on first use.

        Stemming all words would take half of the time of a command that runs one short search.
        """
        at = language, beginning
        if at not in self._stems:
            stems: dict[str, list[str]] = {}
            for word in self.words[language]:
                folded = fold(word)
                if _beginning(folded) == beginning and folded in self.others:
                    for stem in dict.fromkeys((stem_in(language, word), stem_in(language, folded))):
                        stems.setdefault(stem, []).append(folded)
            self._stems[at] = stems
        return self._stems[at]


def _beginning(word: str) -> str:
    """The first two letters of a word. Its stem begins with the same two, as a test checks for all listed words."""
    return fold(word)[:2].replace("y", "i")


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
    """The words of words.txt, each with its translations."""
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
def _broader() -> _Related:
    """The lines of broader.txt."""
    related = _Related()
    joining = _joining()
    for line in resource("broader.txt").read_text(encoding="utf-8").casefold().splitlines():
        if line and not line.startswith("#"):
            broader, narrower = (part.strip().split(", ") for part in line.split(" = "))
            for word in broader:
                related.add("english", word, narrower, joining)
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
    """A word or phrase, folded, without its joining words."""
    words = fold(phrase).replace("'", " ").split()
    return " ".join([word for word in words if word not in joining] or words)


def _spanish_plural(word: str) -> tuple[str, ...]:
    """The plural of a Spanish word, in at most two spellings, because the index has no Spanish stems: perros, luces."""
    if " " in word or word.endswith("s"):
        return ()
    if word.endswith("z"):
        return (word[:-1] + "ces",)
    return (word + ("s" if word[-1] in "aeiouáéíóú" else "es"),)


@functools.cache
def _lines(name: str) -> tuple[tuple[str, list[str]], ...]:
    """The language and the words of each line of a resource."""
    language, lines = "", []
    for line in resource(name).read_text(encoding="utf-8").splitlines():
        if line.startswith("["):
            language = line.strip("[]")
        elif line and not line.startswith("#"):
            lines.append((language, line.casefold().split()))
    return tuple(lines)


@functools.cache
def _lines_of_forms(beginning: str) -> dict[str, tuple[int, ...]]:
    """The lines of forms.txt by each form with this beginning, and by its stems."""
    lines: dict[str, dict[int, None]] = {}
    for line, language, form in _forms_by_beginning().get(beginning, ()):
        keys = {form, stem_in(language, form)} if language in STEMMED_LANGUAGES else {form}
        for key in keys:
            lines.setdefault(key, {})[line] = None
    return {key: tuple(numbers) for key, numbers in lines.items()}


@functools.cache
def _forms_by_beginning() -> dict[str, list[tuple[int, str, str]]]:
    """Line, language and form of all forms, by beginning. A cache, because a sentence looks up many beginnings."""
    forms_by_beginning: dict[str, list[tuple[int, str, str]]] = {}
    for line, (language, forms) in enumerate(_lines("forms.txt")):
        for form in forms:
            forms_by_beginning.setdefault(_beginning(form), []).append((line, language, form))
    return forms_by_beginning


@functools.cache
def _stems_and_forms(line: int) -> tuple[str, ...]:
    language, forms = _lines("forms.txt")[line]
    if language not in STEMMED_LANGUAGES:
        return tuple(forms)
    return tuple(dict.fromkeys((*(stem_in(language, form) for form in forms), *forms)))
