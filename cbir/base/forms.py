"""Words -> the stems of their other forms: `women` and `woman`, `lief` and `laufen`, `harbor` and `harbour`.

Stemmers cut endings. What changes inside a word, or between British and American spelling, is in a list of classes of
forms (forms.txt in cbir_resources): closed classes, such as strong verbs, so that a list can be complete.
"""

from __future__ import annotations

import functools

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


@functools.cache
def _classes() -> dict[str, tuple[str, ...]]:
    """For each form, and each stem of one, the stems of the others. Read on first use, some milliseconds."""
    related: dict[str, dict[str, None]] = {}
    language = ""
    for line in resource("forms.txt").read_text(encoding="utf-8").splitlines():
        if line.startswith("["):
            language = line.strip("[]")
        elif line and not line.startswith("#"):
            forms = line.casefold().split()
            stems = [stem_in(language, form) if language in STEMMED_LANGUAGES else form for form in forms]
            for key in (*forms, *stems):
                related.setdefault(key, {}).update(dict.fromkeys((*stems, *forms)))
    return {key: tuple(forms) for key, forms in related.items()}
