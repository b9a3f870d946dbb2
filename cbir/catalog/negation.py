"""Words of a sentence that exclude what follows: `without people`, `not in the zoo`, `ohne`, `sans`, `senza`, `sin`.

A negation reaches to the next small word or comma: `without red cars in winter` excludes red cars. It goes on behind
`or`. At the beginning, only words that mean nothing else exclude: `no smoking` and `sin city` are names.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from cbir.catalog.small_words import bare

_ANYWHERE = frozenset("without not ohne nicht sans senza".split())
_BEHIND_WORDS = frozenset(
    """no except excluding minus kein keine keinen keinem keiner keines außer ausser ausgenommen pas sauf hors aucun
    aucune non nessun nessuno nessuna tranne eccetto escluso esclusa esclusi escluse sin ningún ningun ninguna excepto
    salvo menos""".split()
)
_PHRASES = tuple(
    tuple(map(bare, phrase.split()))
    for phrase in (
        "other than|rather than|apart from|aside from|instead of|anything but|everything but|all but|abgesehen von|"
        "mit ausnahme von|à part|à l'exception de|à l'exception du|en dehors de|au lieu de|a parte|ad eccezione di|"
        "ad eccezione del|al di fuori di|invece di|aparte de|a excepción de|con excepción de|fuera de|en vez de"
    ).split("|")
)
"""Words that exclude together what follows. Like single ones, they need words before them."""
_ALL = frozenset(map(bare, _ANYWHERE | _BEHIND_WORDS))
_FREE = frozenset(map(bare, _ANYWHERE))
_ALTERNATIVES = frozenset("or nor oder noch ou ni o u".split())
_ENDS = (",", ";", ".", "!", "?")


@dataclass(frozen=True, slots=True, kw_only=True)
class Negation:
    """place : of the negating word. excluded : places of the words that it excludes, at least one"""

    place: int
    excluded: tuple[int, ...]


def is_negation(word: str) -> bool:
    return _plain(word) in _ALL


def negation_before(words: Sequence[str], end: int) -> int:
    """The number of words of a negation that ends before a place; 0 if there is none."""
    for phrase in _PHRASES:
        if end > len(phrase) and tuple(map(_plain, words[end - len(phrase) : end])) == phrase:
            return len(phrase)
    return int(end > 0 and is_negation(words[end - 1]))


def _length(words: Sequence[str], at: int) -> int:
    """The number of words of a negating phrase that begins at a place; 0 if there is none."""
    return next(
        (len(phrase) for phrase in _PHRASES if tuple(map(_plain, words[at : at + len(phrase)])) == phrase), 0
    )


def _plain(word: str) -> str:
    return "without" if word.casefold() == "w/o" else bare(word)


def negations(words: Sequence[str], small: Collection[int], ends: Collection[int] = ()) -> list[Negation]:
    """The negations in a sentence. small : places of small words. ends : places behind which something else follows"""
    result: list[Negation] = []
    content = False  # before the word
    at = 0
    while at < len(words):
        word = _plain(words[at])
        goes_on = word in _ALTERNATIVES and bool(result) and result[-1].excluded[-1] == at - 1
        length = _length(words, at) if content else 0
        negates = goes_on or length or (word in _ALL and (content or word in _FREE))
        last = at + max(length, 1) - 1
        if negates and not _is_end(words, last, ends):
            excluded = _reach(words, last + 1, small, ends)
            if excluded:
                result.append(Negation(place=at, excluded=excluded))
                at = excluded[-1] + 1
                continue
        content = content or at not in small
        at += 1
    return result


def _reach(
    words: Sequence[str], first: int, small: Collection[int], ends: Collection[int]
) -> tuple[int, ...]:
    at = first
    while at < len(words) and at in small and not _is_end(words, at, ends):
        at += 1
    places: list[int] = []
    while at < len(words) and at not in small and bare(words[at]) not in _ALL:
        if any(char.isdigit() for char in words[at]):
            break  # a date, or a number as in `house no 7`
        places.append(at)
        if _is_end(words, at, ends):
            break
        at += 1
    return tuple(places)


def _is_end(words: Sequence[str], at: int, ends: Collection[int]) -> bool:
    return at in ends or words[at].endswith(_ENDS)
