"""English words -> words that mean the same, the kinds of a thing, and the thing that it is a kind of, from WordNet.

thesaurus.txt (in cbir_resources) is a tree of meanings, and thesaurus.npy the order of its words. They are searched as
they are, because reading them into tables would take longer than a search.
Fellbaum (ed.), "WordNet: an electronic lexical database", MIT Press, 1998.
"""

from __future__ import annotations

import bisect
import functools
import re
from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from cbir.base.folding import fold
from cbir.base.resources import resource

MOST_KINDS = 5000  # meanings: a word for more, such as `person` or `thing`, says too little of a photo
WIDER = 2  # steps up the tree
_PLURAL = re.compile(r"(?P<stem>.+?)(?:(?P<ies>ies)|(?P<ves>ves)|(?P<es>es)|(?P<s>s))")


@functools.lru_cache(maxsize=1 << 10)
def same_words(word: str) -> tuple[str, ...]:
    """The other words of the one or two meanings that a word or phrase most often has, in small letters."""
    names = _singulars(word)
    words = dict.fromkeys(other.lstrip("~") for start in _meanings(word) for other in _words_at(start))
    return tuple(other for other in words if other not in names)


@functools.lru_cache(maxsize=1 << 6)
def kinds_of(word: str) -> tuple[str, ...]:
    """Words that mostly mean a kind of this thing, the nearest kinds first: poodle for dog. None of too wide a word."""
    kinds: dict[str, int] = {}
    for start in _meanings(word):
        below = list(_below(start))
        if len(below) <= MOST_KINDS:
            for depth, words in below:
                for other in words:
                    if other[0] != "~":
                        kinds.setdefault(other, depth)
    return tuple(sorted(kinds, key=kinds.__getitem__))


@functools.lru_cache(maxsize=1 << 10)
def wider_words(word: str) -> tuple[tuple[str, ...], ...]:
    """The words for the things that this one most often is a kind of, the nearest first: church for cathedral."""
    text, wider = _text(), list[tuple[str, ...]]()
    start = next(iter(_meanings(word)), 0)
    depth = _depth_at(start) if start else 0
    while depth and len(wider) < WIDER:
        start = text.rfind("\n", 0, start - 1) + 1
        if (above := _depth_at(start)) < depth:
            depth = above
            wider.append(tuple(other.lstrip("~") for other in _words_at(start)))
    return tuple(wider)


def _meanings(word: str) -> Sequence[int]:
    """The starts of the lines that list a word or its singular as a noun; else as a verb, or an adjective.

    The lines of its first meaning come first.
    """
    text = _text()
    for name in _singulars(word):
        places = list(_places(name))
        lines = {place: text.rfind("\n", 0, place) + 1 for place in places}
        for start, end in _sections():
            within = [place for place in places if start <= place < end]
            if within:
                within.sort(key=lambda place: (text[place - 1] == "~", place))
                return list(dict.fromkeys(lines[place] for place in within))
    return ()


def _places(word: str) -> Iterator[int]:
    """The places of a word in the text."""
    text, order = _text(), _order()
    end = len(word) + 1

    def word_at(place: int) -> str:
        return text[place : text.index("|", place)]

    at = bisect.bisect_left(order, word, key=word_at)
    while at < len(order) and text[order[at] : order[at] + end] == word + "|":
        yield int(order[at])
        at += 1


def _singulars(word: str) -> tuple[str, ...]:
    """A word in small letters, and what it may be the plural of: berries -> berry, wolves -> wolf, boxes -> box."""
    word = fold(word)
    if (match := _PLURAL.fullmatch(word)) is None:
        return (word,)
    stem = match["stem"]
    if match["ies"]:
        return word, stem + "y", stem + "ie"
    if match["ves"]:
        return word, stem + "ve", stem + "f", stem + "fe"
    return (word, stem + "e", stem) if match["es"] else (word, stem)


def _below(start: int) -> Iterator[tuple[int, list[str]]]:
    """The depth and the words of each narrower meaning."""
    text, depth = _text(), _depth_at(start)
    start = text.find("\n", start) + 1
    while text[start : start + 1].isdigit() and (below := _depth_at(start)) > depth:
        yield below - depth, _words_at(start)
        start = text.find("\n", start) + 1


def _depth_at(start: int) -> int:
    text = _text()
    return int(text[start : text.index("|", start)])


def _words_at(start: int) -> list[str]:
    text = _text()
    return text[text.index("|", start) + 1 : text.index("\n", start) - 1].split("|")


@functools.cache
def _text() -> str:
    return resource("thesaurus.txt").read_text(encoding="ascii")


@functools.cache
def _order() -> NDArray[np.uint32]:
    with resource("thesaurus.npy").open("rb") as file:
        order: NDArray[np.uint32] = np.load(file, allow_pickle=False)
    return order


@functools.cache
def _sections() -> tuple[tuple[int, int], ...]:
    """The start and end of the nouns, the verbs and the adjectives."""
    text = _text()
    starts = [text.index(f"[{name}]") for name in ("noun", "verb", "adj")]
    return tuple(zip(starts, (*starts[1:], len(text)), strict=True))
