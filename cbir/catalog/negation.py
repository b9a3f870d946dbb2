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
        negates = goes_on or (word in _ALL and (content or word in _FREE))
        if negates and not _is_end(words, at, ends):
            excluded = _reach(words, at + 1, small, ends)
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
