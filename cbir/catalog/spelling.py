"""A typed word that no photo has -> the word that was probably meant: letters swapped, words joined or split.

A German compound that no photo has is searched for by its parts: Hochzeitsfeier by Hochzeit and Feier. If photos have
longer words that contain the typed one, these were meant: `beach` in holidaybeachparty.

Damerau, "A technique for computer detection and correction of spelling errors", CACM 7(3), 1964: a letter more, less or
another, or two swapped, is one error.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from cbir.base.folding import fold, is_dense
from cbir.base.forms import synonyms_of, words_for_things
from cbir.base.stems import stems_of
from cbir.catalog.conditions import match_expression
from cbir.catalog.indexed_words import indexed_words
from cbir.catalog.query import Node, Words, plain_words, with_longer_words, with_parts, with_synonyms
from cbir.catalog.rows import Table
from cbir.catalog.small_words import is_small
from cbir.catalog.thesaurus import meanings_in, wider_in

_LEAST = 4  # letters: a shorter word is near too many others
_SWAPPED = 3  # letters of a word of which two may be swapped
_LONG = 7  # letters of a word that may have two errors
_MOST_LONGER = 50  # words, each of which is searched for
_COMPOUNDED = 4  # letters of each part of a compound
_JOINTS = ("", "s", "n", "en", "es", "er", "e")  # between the parts of a German compound
_JOINED = 8  # letters of two words that are one, though no photo has it
_PART = 3  # letters of each half of a split word
_WORD = re.compile(r"[^\W\d_]+")
_CONFUSED = {
    first: tuple(
        other for sounds in ("vb", "ckqsz", "gj", "iyj", "fp", "wv") if first in sounds for other in sounds
    )
    for first in "vbckqszgjiyfpw"
}
"""First letters that sound alike in some language: vicicleta, girafa and jirafa, foto and photo."""
_VOWELS = frozenset("aeiou")


@dataclass(frozen=True, slots=True, kw_only=True)
class Correction:
    """typed : one word, or two that were joined. meant : one word, or two"""

    typed: str
    meant: str


class Vocabulary(Table):
    """The words of names and metadata. Recognised text has its own search, which tolerates errors: see WrittenTable."""

    def corrections(
        self,
        words: Sequence[str],
        correct: Collection[str],
        *,
        names_alone: bool,
        others: Callable[[str], bool] = lambda _: False,
        people: Collection[str] = (),
    ) -> list[Correction]:
        """Corrections of typed words that no photo has, then of pairs that are one word, in turn.

        A word of three letters may only have two letters swapped: `cta`.

        correct : words, folded, that are never corrected, whether or not a photo has them
        others : whether another word, in small letters, stays as it is; none is corrected to one. Asked last
        people : words of names, folded, that stay as they are
        names_alone : words are corrected only to words of photos; otherwise to any correct one, which a model may find
        """
        corrections = []
        meanings: dict[str, str] = {}
        for word in dict.fromkeys(words):
            folded = fold(word)
            is_short = len(folded) == _SWAPPED
            if (
                (len(folded) < _LEAST and not is_short)
                or folded in people
                or not _WORD.fullmatch(folded)
                or folded in correct
                or any(stem in correct for stem in stems_of(folded))
                or self._is_in_photos(_forms(word))
                or (not is_short and others(word.casefold()))
            ):
                continue
            if is_short:
                meant = self._swapped(folded, correct, names_alone=names_alone)
            else:
                meant = self._split(folded) or self._near(folded, correct, names_alone=names_alone)
            if meant is not None and (" " in meant or is_short or not self._with_inside([folded])[folded]):
                corrections.append(Correction(typed=word, meant=meant))
                meanings[word] = meant
        for first, second in itertools.pairwise([meanings.get(word, word) for word in words]):
            joined = fold(first + second)
            if not _WORD.fullmatch(joined) or len(joined) <= _LEAST:
                continue
            is_word = self._is_in_photos(_forms(joined)) or (
                not names_alone and len(joined) >= _JOINED and joined in correct
            )
            if is_word and not self._is_in_photos(f"{_forms(first)} AND {_forms(second)}"):
                corrections.append(Correction(typed=f"{first} {second}", meant=joined))
        return corrections

    def lengthened(self, nodes: Sequence[Node], *, least: int = _LEAST) -> list[Node]:
        """Parts of queries, in which a word that no photo has also stands for longer words that contain it.

        least : letters of a typed word in ASCII. A shorter one stands in too many words by chance
        """
        absent: dict[str, str] = {}
        for typed in itertools.chain.from_iterable(map(plain_words, nodes)):
            folded = fold(typed)
            if (
                len(folded) >= (least if folded.isascii() else _LEAST)
                and not is_dense(typed)
                and _WORD.fullmatch(folded)
                and not self._is_in_photos(_forms(typed))
            ):
                absent[typed] = folded
        if not absent:
            return list(nodes)
        longer = self._with_inside([*absent.values()])
        compounds = {
            typed: parts
            for typed, folded in absent.items()
            if not longer[folded] and not synonyms_of(typed) and (parts := self._parts(folded))
        }
        inside = {typed: longer[folded] for typed, folded in absent.items()}
        return [with_longer_words(with_parts(node, compounds), inside) for node in nodes]

    def _parts(self, word: str) -> tuple[str, ...]:
        """The two words of a German compound, of which a photo has one: Hochzeitsfeier -> hochzeit, feier."""
        for at in range(len(word) - _COMPOUNDED, _COMPOUNDED - 1, -1):
            tail = word[at:]
            if not self._is_word(tail):
                continue
            for joint in _JOINTS:
                head = word[:at].removesuffix(joint)
                if len(head) >= _COMPOUNDED and word[:at] == head + joint and self._is_word(head):
                    expressions = (
                        match_expression(with_synonyms(Words(text=part, stemmed=True)))
                        for part in (head, tail)
                    )
                    return (head, tail) if any(map(self._is_in_photos, expressions)) else ()
        return ()

    def _is_word(self, word: str) -> bool:
        return len(word) >= _COMPOUNDED and (
            word in words_for_things() or word in indexed_words(self._connection).counts.get(word[0], {})
        )

    def meanings(self, word: str) -> tuple[str, ...]:
        """The library's words that mean the same as a typed one, or the thing that it is a kind of."""
        same = meanings_in(self._connection, [word]) or wider_in(self._connection, [word])
        return same.get(word, ())

    def prepare(self) -> None:
        """Read all indexed words now, so that the first search that needs them does not wait."""
        indexed_words(self._connection)

    def _with_inside(self, parts: Sequence[str]) -> dict[str, tuple[str, ...]]:
        """For each part, the words of names, titles and keywords that contain it behind their beginning."""
        words = indexed_words(self._connection)
        return {part: tuple(itertools.islice(words.containing(part), _MOST_LONGER)) for part in parts}

    def common(self, most: int, spelled: Mapping[str, str]) -> tuple[str, ...]:
        """The commonest words of names, titles and keywords, as they are written, without the small ones.

        spelled : by their folded form, words whose spelling need not be looked up
        """
        rows = self._connection.execute(
            "SELECT term FROM text_word WHERE col IN ('name', 'title', 'keywords') AND length(term) > 2 "
            "GROUP BY term ORDER BY sum(doc) DESC, term LIMIT ?",
            (most,),
        )
        folded = [term for (term,) in rows.fetchall() if _WORD.fullmatch(term) and not is_small(term)]
        words = (spelled.get(term) or self._spelled(term) for term in folded)
        return tuple(dict.fromkeys(word.casefold() for word in words if word))

    def _spelled(self, term: str) -> str | None:
        """A word as a photo has it, by its folded form."""
        row = self._connection.execute(
            "SELECT words.name, words.title, words.keywords FROM photo_text JOIN photo_words AS words "
            "ON words.id = photo_text.rowid WHERE photo_text MATCH ? LIMIT 1",
            (f'{{name title keywords}} : "{term}"',),
        ).fetchone()
        words = (word for text in row or () for word in _WORD.findall(str(text or "")))
        return next((word for word in words if fold(word) == term), None)

    def _is_in_photos(self, expression: str) -> bool:
        row = self._connection.execute(
            "SELECT 1 FROM photo_text WHERE photo_text MATCH ? LIMIT 1", (expression,)
        ).fetchone()
        return row is not None

    def _split(self, word: str) -> str | None:
        """Two words that are next to each other in a photo's text."""
        cuts = (f"{word[:at]} {word[at:]}" for at in range(_PART, len(word) - _PART + 1))
        return next((pair for pair in cuts if self._is_in_photos(f'"{pair}"')), None)

    def _swapped(self, word: str, correct: Collection[str], *, names_alone: bool) -> str | None:
        """The word with two neighbouring letters swapped that most photos have."""
        counts = indexed_words(self._connection).counts
        swapped = (word[1] + word[0] + word[2], word[0] + word[2] + word[1])
        photos = {other: counts.get(other[0], {}).get(other, 0) for other in swapped if other != word}
        usable = [other for other, count in photos.items() if count or (not names_alone and other in correct)]
        return max(usable, key=lambda other: photos[other], default=None)

    def _near(self, word: str, correct: Iterable[str], *, names_alone: bool) -> str | None:
        most = 1 if len(word) < _LONG else 2
        # The first two letters may be swapped, and a silent h be left out.
        beginnings = dict.fromkeys(
            (*word[:2], *_CONFUSED.get(word[0], ()), *("h" if word[0] in _VOWELS else ""))
        )
        counts = indexed_words(self._connection).counts
        photos = {
            other: count
            for beginning in beginnings
            for other, count in counts.get(beginning, {}).items()
            if abs(len(other) - len(word)) <= most
        }
        others = (
            other for other in correct if other[:1] in beginnings and abs(len(other) - len(word)) <= most
        )
        for other in _nearest(word, {**dict.fromkeys(others, 0), **photos}, most):
            if not names_alone or other in photos or self._is_in_photos(f"- written : {_meant(other)}"):
                return other
        return None


def _forms(word: str) -> str:
    """A full-text expression of a word, the words that begin with it, and its other forms."""
    return match_expression(Words(text=word, prefix=True, stemmed=True))


def _meant(word: str) -> str:
    """A full-text expression of a word and its synonyms, in all their forms."""
    return match_expression(with_synonyms(Words(text=word, stemmed=True)))


def _nearest(word: str, photos: Mapping[str, int], most: int) -> list[str]:
    """The words with at most so many errors, the nearest first. photos : words with their number of photos"""
    from rapidfuzz.distance import OSA

    distances = {
        other: distance
        for other in photos
        if 0 < (distance := OSA.distance(word, other, score_cutoff=most)) <= most
    }
    return sorted(
        distances, key=lambda other: (distances[other], other[:1] != word[:1], -photos[other], other)
    )
