"""Words -> the stems of their other forms: `women` and `woman`, `lief` and `laufen`, `harbor` and `harbour`.

Stemmers cut endings. What changes inside a word, or between British and American spelling, is in a list of classes of
forms (forms.txt in cbir_resources): closed classes, such as strong verbs, so that a list can be complete. Synonyms are
in synonyms.txt: other words for things that people photograph.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator

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


def synonyms_of(word: str) -> tuple[str, ...]:
    """Other words for the same thing in one of the languages of synonyms.txt; empty for most words."""
    word = word.casefold()
    synonyms = _synonyms()
    keys = (word, *(key for key in stems_of(word) if key != word))
    return tuple(dict.fromkeys(other for key in keys for other in synonyms.get(key, ()) if other != word))


@functools.cache
def _synonyms() -> dict[str, tuple[str, ...]]:
    """For each word, and its stem, the others of its lines, as they are written."""
    related: dict[str, dict[str, None]] = {}
    for language, words in _lines("synonyms.txt"):
        for word in words:
            keys = {word, stem_in(language, word)} if language in STEMMED_LANGUAGES else {word}
            for key in keys:
                related.setdefault(key, {}).update(dict.fromkeys(other for other in words if other != word))
    return {key: tuple(words) for key, words in related.items()}


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
