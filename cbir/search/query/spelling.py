"""Typed terms -> terms with the words that were probably meant, and a sentence for each.

A word is corrected if no photo has it and it is no correct word of the program's vocabulary: common English words and
the dictionary. In quotation marks it stays, unless no photo has the phrase and a correction has some.
"""

from __future__ import annotations

import functools
import json
import re
from collections.abc import Collection, Sequence
from dataclasses import replace
from pathlib import Path

from cbir.base.folding import fold
from cbir.base.forms import synonyms_of, words_for_things
from cbir.base.messages import Message
from cbir.base.resources import resource
from cbir.base.types import Term
from cbir.catalog import Catalog, Correction, color_names, date_words, spelled_words

_PHRASE = re.compile(r"""(?<![\w:~-])"(?P<phrase>[^"\s]+\s[^"]+)"(?!~)""")
_WORD = re.compile(r"[^\W\d_]{3,}")
_FORMATS = "jpeg heic heif tiff webp avif".split()
_SPACE = "▁"  # before a piece of a vocabulary that begins a word


def corrected(
    terms: Sequence[Term],
    catalog: Catalog,
    *,
    names_alone: bool,
    model: Path | None = None,
    people: Collection[str] = (),
) -> tuple[tuple[Term, ...], tuple[Message, ...]]:
    """The terms with corrected texts, and notes that say what was corrected.

    A text in another language than English is corrected to words of photos alone: few of its words are known here.
    names_alone : no model finds photos without the words. model : folder of the model that does
    people : words of names, folded, that stay as they are
    """

    def in_model(word: str) -> bool:
        return (
            (model is not None and word in _words_of_model(model))
            or bool(synonyms_of(word))
            or bool(catalog.vocabulary.meanings(word))
        )

    changed: list[Term] = []
    notes: list[Message] = []
    for term in terms:
        text = term.text
        if text is not None and term.sign > 0:
            text, about = _without_misspelt_phrases(text, catalog, people)
            notes += about
            typed, languages = spelled_words(text)
            foreign = bool(languages) and "en" not in languages
            corrections = (
                catalog.vocabulary.corrections(
                    typed,
                    correct_words(),
                    names_alone=names_alone or foreign,
                    others=in_model,
                    people=people,
                )
                if typed
                else ()
            )
            for correction in corrections:
                text = _replaced(text, correction)
                notes.append(
                    Message(
                        'Searched for "{0}" instead of "{1}". To search for exactly that, use quotation marks.',
                        correction.meant,
                        correction.typed,
                    )
                )
        changed.append(term if text == term.text else replace(term, text=text))
    return tuple(changed), tuple(notes)


def _without_misspelt_phrases(
    text: str, catalog: Catalog, people: Collection[str]
) -> tuple[str, list[Message]]:
    """The text with phrases in quotation marks that no photo has as words, if a correction of them is in photos."""
    phrases = [match for match in _PHRASE.finditer(text) if _WORD.search(match["phrase"])]
    if not phrases:
        return text, []
    present = catalog.full_text.answered([match[0] for match in phrases])
    notes: list[Message] = []
    for match in reversed(phrases):
        if match[0] in present:
            continue
        meant = match["phrase"]
        for correction in catalog.vocabulary.corrections(
            meant.split(), correct_words(), names_alone=True, people=people
        ):
            meant = _replaced(meant, correction)
        if meant != match["phrase"]:
            text = text[: match.start()] + meant + text[match.end() :]
            notes.append(Message("No photos have {0}, so “{1}” was searched for.", match[0], meant))
    return text, notes


def _replaced(text: str, correction: Correction) -> str:
    typed = r"\W+".join(map(re.escape, correction.typed.split()))
    return re.sub(rf"(?<!\w){typed}(?!\w)", lambda _: correction.meant, text)


@functools.cache
def correct_words() -> frozenset[str]:
    """Words that need no correction, folded: common English words, those of two lists and forms.txt, colors, dates."""
    words = {*color_names(), *_FORMATS, *words_for_things(), *date_words()}
    for name in ("english.txt", "words.txt", "keywords.txt", "forms.txt"):
        text = resource(name).read_text(encoding="utf-8").lower()
        words.update(word if word.isascii() else fold(word) for word in _WORD.findall(text))
    return frozenset(words)


@functools.lru_cache(maxsize=4)
def _words_of_model(folder: Path) -> frozenset[str]:
    """The whole words in the vocabulary of a model: of one trained on few captions, or of one for many languages."""
    try:
        text = (folder / "tokenizer.json").read_text(encoding="utf-8")
        tokenizer = json.loads(text)["model"] if '"WordLevel"' in text or '"Unigram"' in text else {}
        words = tokenizer.get("vocab", ())
        if tokenizer.get("type") == "Unigram":
            words = (piece[1:] for piece, _ in words if piece.startswith(_SPACE))
        return frozenset(word.casefold() for word in words if _WORD.fullmatch(word))
    except (OSError, ValueError, LookupError):
        return frozenset()
