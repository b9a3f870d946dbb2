"""Words and filters -> photos: SQLite's FTS5 with BM25 weights per field, and conditions on the facets.

Robertson and Zaragoza, "The probabilistic relevance framework: BM25 and beyond", 2009. The weights of the fields are
in the schema.
"""

from __future__ import annotations

import functools
import itertools
import json
import math
import re
import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import get_args

import numpy as np
from numpy.typing import NDArray

from cbir.base.errors import CbirError
from cbir.base.folding import fold, indexed, spellings, words_of
from cbir.base.forms import forms_of
from cbir.base.stems import stems_of, stems_of_text
from cbir.base.types import FieldMatch, Filters, ListOrder, PhotoId, TextField, date_key, natural_key
from cbir.catalog.colors import least_of
from cbir.catalog.conditions import Compiled, compile_query, filter_nodes, match_expression
from cbir.catalog.query import (
    Meanings,
    Node,
    Or,
    Words,
    colors_of,
    distinct_words,
    is_words,
    parse_query,
    plain_phrases,
    synonyms,
    with_synonyms,
    without_faces,
    words_in,
)
from cbir.catalog.roots import RootTable
from cbir.catalog.rows import Table, read_name
from cbir.catalog.schema import COPY_FOLDED, NIGHTS, TO_FOLD
from cbir.catalog.thesaurus import meanings_in, wider_in

_ORDERS: dict[str, tuple[str, bool]] = {
    "score": ("taken_at", True),
    "date": ("taken_at", True),
    "added": ("photo_id", True),
    "size": ("width * height", True),
    "rating": ("nullif(max(rating, 0), 0)", True),
    "camera": (
        "nullif(lower((SELECT camera FROM metadata WHERE metadata.photo_id = facet.photo_id)), '')",
        False,
    ),
}
"""For each order, its sort key, and True if the greatest comes first."""

_FIELDS: tuple[TextField, ...] = tuple(
    field for field in get_args(TextField) if field not in ("color", "people")
)
_STEMMED: frozenset[TextField] = frozenset(("name", "folder", "title", "keywords"))
_WITHOUT_JSON = str.maketrans("", "", '[]"')  # the field of keywords contains JSON lists
_SNIPPET_WORDS = 12  # of a longer field: a description, or the text of a page

_YEAR = re.compile(r"(?:19|20)\d\d")

_FIRST_FOLDED = f"SELECT CAST(value AS INTEGER) FROM setting WHERE name = '{TO_FOLD}'"

MAX_RANKED = 5000
"""Most rows that BM25 is computed for, those added last. Each takes a microsecond per word."""
_MOST_COMBINED = 5  # words of which every combination is searched for
_MOST_SEARCHES = 24
_LEAST_SHARE = 0.2  # of the information of all words, for a combination that more photos than these may have
_OF_YEAR = 0.5  # factor of a year's information: people are less sure of a year than of a thing
_RARE = 1000
_DESCRIBED = 4  # divisor: of rows of any age that the words describe, a quarter as many are ranked


@dataclass(frozen=True, slots=True, kw_only=True)
class Matched:
    """A photo that matches a query. score : BM25, above 0; 0 without words to rank by"""

    photo: PhotoId
    score: float


class FullText(Table):
    """Searches of the tables photo_text and facet."""

    def __init__(self, connection: sqlite3.Connection, roots: RootTable) -> None:
        super().__init__(connection)
        self._roots = roots

    def search(self, demanded: Sequence[Node], filters: Filters, *, top: int) -> list[Matched]:
        """The photos that match all nodes and filters: by BM25; without words by their colours, or the newest first.

        Equal scores are ordered by photo. Raises QueryUnusable if a filter makes no sense.
        """
        nodes = [*demanded, *filter_nodes(filters)]
        compiled = self._compile(nodes)
        if compiled.match is not None:
            return self._by_rank(compiled, top)
        if colors_of(nodes):
            return [Matched(photo=photo, score=0.0) for photo in self._by_colors(nodes, compiled, top)]
        return self._by_date(compiled, top)

    def search_partly(
        self,
        words: Sequence[Words],
        demanded: Sequence[Node],
        filters: Filters,
        *,
        top: int,
        meanings: Meanings = MappingProxyType({}),
    ) -> list[Matched]:
        """Photos with some of the words but not all, those with the most telling words first.


        score : the share of all the words' information that a photo's words have; rarer words have more, years less
        meanings : words of the library that mean the same as typed ones: they and synonyms count as the word
        """
        meant = self.with_synonyms(words, meanings)
        photos = self._count("SELECT count(*) FROM photo")
        different = list(dict.fromkeys(meant))
        rows = self._connection.execute(
            "SELECT (SELECT count(*) FROM photo_text WHERE photo_text MATCH value) FROM json_each(?) ORDER BY id",
            (json.dumps([match_expression(word) for word in different]),),
        )
        counts = {word: int(count) for word, (count,) in zip(different, rows, strict=True)}
        information = {
            word: max(math.log((photos + 1) / (count + 0.5)), 0.0) * (_OF_YEAR if _is_year(word) else 1.0)
            for word, count in counts.items()
        }
        matches: dict[PhotoId, Matched] = {}
        for combination in _combinations({word: information[word] for word in counts if counts[word]}):
            if len(combination) == len(counts) or len(matches) >= top:
                continue
            share = sum(information[word] for word in combination) / max(sum(information.values()), 1e-9)
            if share < _LEAST_SHARE and min(counts[word] for word in combination) > _RARE:
                continue  # it says too little of a photo for the time that it takes
            for match in self.search([*combination, *demanded], filters, top=top):
                matches.setdefault(match.photo, replace(match, score=share))
        return [*matches.values()][:top]

    def in_order(
        self,
        demanded: Sequence[Node],
        filters: Filters,
        *,
        order: ListOrder,
        backwards: bool,
        top: int | None,
    ) -> list[PhotoId]:
        """All matching photos, or the first of them; photos without a sort value are always last.

        By date, these are photos that only their files date, in the order of these dates, then those without any.
        With words, `score` orders by BM25, with colours by their shares; it ignores `backwards`.
        """
        nodes = [*demanded, *filter_nodes(filters)]
        compiled = self._compile(nodes)
        if compiled.match is not None and order == "score":
            return [match.photo for match in self._by_rank(compiled, top)]
        if colors_of(nodes) and order == "score":
            return self._by_colors(nodes, compiled, top)
        where, values = _where(compiled)
        source = f"FROM facet WHERE {where}"
        if order in ("name", "folder"):
            return self._by_path(source, values, whole=order == "folder", backwards=backwards)[:top]
        key, downwards = _ORDERS[order]
        last = "dated_by IS NULL, dated_by = 'file'" if key == "taken_at" else f"{key} IS NULL"
        way = "DESC" if downwards != backwards else "ASC"
        rows = self._connection.execute(
            f"SELECT photo_id {source} ORDER BY {last}, {key} {way}, photo_id {way} LIMIT ?",
            (*values, -1 if top is None else top),
        )
        photos = [PhotoId(row[0]) for row in rows]
        return self._in_time(photos, downwards=downwards != backwards) if key == "taken_at" else photos

    def _by_colors(self, nodes: Sequence[Node], compiled: Compiled, top: int | None) -> list[PhotoId]:
        """All matching photos: first those that have the words, then those that show most of the colours."""
        sql, values = _where(compiled)
        names = [
            match_expression(node.nodes[0])
            for node in nodes
            if isinstance(node, Or) and is_words(node.nodes[0])
        ]
        named = "photo_id IN (SELECT rowid FROM photo_text WHERE photo_text MATCH ?) DESC, " * len(names)
        share = least_of(colors_of(nodes))
        rows = self._connection.execute(
            f"SELECT facet.photo_id FROM facet LEFT JOIN color USING (photo_id) WHERE {sql} "
            f"ORDER BY {named}{share} IS NULL, {share} DESC, facet.photo_id LIMIT ?",
            (*values, *names, -1 if top is None else top),
        )
        return [PhotoId(row[0]) for row in rows]

    def _in_time(self, photos: list[PhotoId], *, downwards: bool) -> list[PhotoId]:
        """Photos by local time, rearranged where clocks go back: see date_key().

        Only the photos of such hours change places, with each other. Hardly any library has some.
        """
        nights = f"SELECT photo_id, taken_at FROM facet WHERE {NIGHTS} AND dated_by <> 'file'"
        rows = self._connection.execute(nights).fetchall()
        keys = {photo: key for photo, taken_at in rows if (key := date_key(taken_at)) != taken_at}
        if not keys:
            return photos
        places = [at for at, photo in enumerate(photos) if photo in keys]
        moved = sorted((photos[at] for at in places), key=keys.__getitem__, reverse=downwards)
        for at, photo in zip(places, moved, strict=True):
            photos[at] = photo
        return photos

    def listed(self, demanded: Sequence[Node], filters: Filters) -> NDArray[np.int64]:
        """All matching photos, unordered."""
        return self._fitting("photo_id", self._compile([*demanded, *filter_nodes(filters)]))

    def _compile(self, nodes: Sequence[Node]) -> Compiled:
        return compile_query(nodes, () if all(map(is_words, nodes)) else self._roots.all())

    def _fitting(self, column: str, compiled: Compiled) -> NDArray[np.int64]:
        where, values = _where(compiled)
        return self._ids(column, f"facet WHERE {where}", *values)

    def placed(
        self,
        photos: Sequence[PhotoId],
        more: Iterable[PhotoId],
        *,
        order: ListOrder,
        backwards: bool,
        ranked: bool,
    ) -> list[PhotoId]:
        """Photos with more of them inserted at their places in the order. ranked : by words, so that these go last"""
        if ranked and order == "score":
            return list(dict.fromkeys([*photos, *more]))
        all_photos = np.array([*photos, *more])
        every = self.in_order((), Filters(), order=order, backwards=backwards, top=None)
        return [photo for photo, is_in in zip(every, np.isin(every, all_photos), strict=True) if is_in]

    def _by_path(
        self, source: str, values: Sequence[object], *, whole: bool, backwards: bool
    ) -> list[PhotoId]:
        """Photos by name, or by folder and name. whole : the folder counts first"""
        rows = self._connection.execute(
            f"SELECT id, root_id, path FROM photo WHERE id IN (SELECT photo_id {source})", tuple(values)
        )
        keyed = []
        folder_key = functools.cache(natural_key)
        for photo, root, path in rows:
            folder, _, name = read_name(path).rpartition("/")
            place = (root, folder_key(folder)) if whole else ()
            keyed.append((place, natural_key(name), PhotoId(photo)))
        keyed.sort(reverse=backwards)
        return [photo for _, _, photo in keyed]

    def allowed_documents(self, demanded: Sequence[Node], filters: Filters) -> NDArray[np.int64] | None:
        """The live documents of matching photos, ascending; None without any condition."""
        nodes = [*demanded, *filter_nodes(filters)]
        if not nodes:
            return None
        return np.sort(self._fitting("document_id", self._compile(nodes)))

    def fields_with(
        self,
        typed: Iterable[str],
        photo: PhotoId,
        meanings: Meanings = MappingProxyType({}),
    ) -> tuple[FieldMatch, ...]:
        """The fields of a photo that contain words of typed texts, or synonyms of them, the one with most words first.

        A text that is no valid query has no words. meanings : words of the library that mean the same as typed ones
        """
        words_by_field: dict[TextField, list[Words]] = {}
        all_words = dict.fromkeys(itertools.chain.from_iterable(map(words_in, typed)))
        meanings = self._with_thesaurus(distinct_words([*all_words]), meanings)
        for words in all_words:
            allowed = [field for field in _FIELDS if words.field in (None, field)]
            for meant, contains in (
                *((meant, self._contains) for meant in (words, *synonyms(words, meanings))),
                (words, self._contains_inside),
            ):
                fields = [field for field in allowed if contains(meant, field, photo)]
                for field in fields:
                    words_by_field.setdefault(field, []).append(meant)
                if fields:
                    break
        return tuple(
            FieldMatch(
                field=field,
                words=tuple(word.text.rstrip("*") for word in words),
                text=self._snippet(words[0], field, photo),
            )
            for field, words in sorted(words_by_field.items(), key=lambda entry: -len(entry[1]))
        )

    def meanings(self, nodes: Iterable[Node]) -> Meanings:
        """Words of the library that mean the same as words of the nodes, or a kind of them: see thesaurus.py."""
        return meanings_in(self._connection, plain_phrases(nodes))

    def wider(self, nodes: Iterable[Node]) -> Meanings:
        """For words of the nodes that no photo has, words of the library for the thing that they are a kind of."""
        expressions = {
            word: match_expression(with_synonyms(Words(text=word, prefix=True, stemmed=True)))
            for word in distinct_words(list(nodes))
        }
        present = self._matching(expressions.values())
        return wider_in(self._connection, [word for word, text in expressions.items() if text not in present])

    def _matching(self, expressions: Iterable[str]) -> set[str]:
        """The full-text expressions that a photo matches."""
        rows = self._connection.execute(
            "SELECT value FROM json_each(?) WHERE EXISTS (SELECT 1 FROM photo_text WHERE photo_text MATCH value)",
            (json.dumps([*expressions]),),
        )
        return {expression for (expression,) in rows}

    def _with_thesaurus(self, typed: Iterable[str], meanings: Meanings) -> Meanings:
        """Meanings with the thesaurus's words after them."""
        merged = dict(meanings)
        for word, others in meanings_in(self._connection, typed).items():
            merged[word] = (*dict.fromkeys((*merged.get(word, ()), *others)),)
        return merged

    def with_synonyms(self, nodes: Iterable[Node], meanings: Meanings = MappingProxyType({})) -> list[Node]:
        """The nodes with synonyms that a photo has as alternatives. meanings : see query.synonyms"""
        nodes = list(nodes)
        meanings = self._with_thesaurus(plain_phrases(nodes), meanings)
        candidates: dict[Words, str] = {}

        def note(words: Words) -> bool:
            candidates[words] = match_expression(words)
            return False  # so that each word of a phrase is asked for, too

        for node in nodes:
            with_synonyms(node, meanings, note)
        if not candidates:
            return nodes
        present = self._matching(candidates.values())
        return [with_synonyms(node, meanings, lambda words: candidates[words] in present) for node in nodes]

    def _contains(self, words: Words, field: TextField, photo: PhotoId) -> bool:
        row = self._connection.execute(
            "SELECT 1 FROM photo_text WHERE rowid = ? AND photo_text MATCH ?",
            (photo, match_expression(replace(words, field=field))),
        ).fetchone()
        if row is None and words.stemmed and field in _STEMMED:  # their stems are in a separate field
            stems = {*words_of(words.text), *map(fold, (*stems_of(words.text), *forms_of(words.text)))}
            return not stems.isdisjoint(stems_of_text(self._text_of(field, photo)).split())
        return row is not None

    def _contains_inside(self, words: Words, field: TextField, photo: PhotoId) -> bool:
        """True if a longer word of a field has the words inside: see Vocabulary.longer_words()."""
        return words.stemmed and field in _STEMMED and fold(words.text) in fold(self._text_of(field, photo))

    def _text_of(self, field: TextField, photo: PhotoId) -> str:
        row = self._connection.execute(f"SELECT {field} FROM photo_words WHERE id = ?", (photo,)).fetchone()
        return "" if row is None else _as_text(row[0])

    def _snippet(self, words: Words, field: TextField, photo: PhotoId) -> str:
        """The text of a field, shortened around the first place that words may stand at."""
        text_words = self._text_of(field, photo).translate(_WITHOUT_JSON).split()
        if len(text_words) <= _SNIPPET_WORDS:
            return " ".join(text_words)
        beginnings = {phrase.split(" ", 1)[0] for phrase in spellings(words.text)}
        places = (
            at
            for at, word in enumerate(text_words)
            if any(part.startswith(beginning) for part in indexed(word).split() for beginning in beginnings)
        )
        first = max(0, min(next(places, 0) - _SNIPPET_WORDS // 4, len(text_words) - _SNIPPET_WORDS))
        last = first + _SNIPPET_WORDS
        shown = " ".join(text_words[first:last])
        return f"{'…' if first else ''}{shown}{'…' if last < len(text_words) else ''}"

    def left_to_fold(self) -> int:
        """Number of photos whose text an earlier version indexed."""
        return self._count("SELECT count(*) FROM photo WHERE id < coalesce((" + _FIRST_FOLDED + "), 0)")

    def fold_more(self, limit: int) -> bool:
        """Index the text of photos of an earlier version anew, the newest first. Returns True if some are left."""
        photos = f"SELECT id FROM photo WHERE id < ({_FIRST_FOLDED}) ORDER BY id DESC LIMIT {limit}"
        ids = [row[0] for row in self._connection.execute(photos)]
        among = "IN (SELECT value FROM json_each(?))"
        self._connection.execute(f"DELETE FROM photo_text WHERE rowid {among}", (json.dumps(ids),))
        self._connection.execute(f"{COPY_FOLDED} WHERE id {among}", (json.dumps(ids),))
        if len(ids) < limit:
            self._connection.execute("DELETE FROM setting WHERE name = ?", (TO_FOLD,))
            return False
        self._connection.execute("UPDATE setting SET value = ? WHERE name = ?", (str(ids[-1]), TO_FOLD))
        return True

    def answered(self, queries: Iterable[str], *, faces: bool = True) -> frozenset[str]:
        """The queries that at least one photo matches. A text that is no query is not among them.

        faces : False: people by the photos' own metadata alone
        """
        return frozenset(query for query in dict.fromkeys(queries) if self._is_answered(query, faces))

    def _is_answered(self, query: str, faces: bool) -> bool:
        try:
            node = parse_query(query)
            compiled = self._compile([with_synonyms(node if faces else without_faces(node))])
        except CbirError:
            return False
        source, values = _from(compiled)
        return self._connection.execute(f"SELECT 1 {source} LIMIT 1", values).fetchone() is not None

    def count(self, demanded: Sequence[Node], filters: Filters) -> int:
        """Number of photos that match all nodes and filters."""
        compiled = self._compile([*demanded, *filter_nodes(filters)])
        source, values = _from(compiled)
        return self._count(f"SELECT count(*) {source}", *values)

    def _by_rank(self, compiled: Compiled, top: int | None) -> list[Matched]:
        """Matches by BM25. For a word of very many photos, those added last and those that it describes are ranked.

        top : None for all matches, the unranked ones last
        """
        assert compiled.match is not None and compiled.described is not None
        limit = max(1, MAX_RANKED // max(1, compiled.words))
        scores, are_all = self._ranked(compiled, compiled.match, limit, top)
        if not are_all:
            described, _ = self._ranked(compiled, compiled.described, max(1, limit // _DESCRIBED), top)
            scores |= described  # these scores are used: among all rows, a common word says almost nothing
        ranked = [
            Matched(photo=photo, score=max(-rank, 0.0))
            for photo, rank in sorted(scores.items(), key=lambda entry: (entry[1], entry[0]))
        ]
        if top is not None or are_all:
            return ranked[:top]
        rest = self._fitting("photo_id", compiled)
        rest = np.sort(rest[~np.isin(rest, np.array([*scores]))])[::-1]
        return [*ranked, *(Matched(photo=PhotoId(photo), score=0.0) for photo in rest.tolist())]

    def _ranked(
        self, compiled: Compiled, match: str, limit: int, top: int | None
    ) -> tuple[dict[PhotoId, float], bool]:
        """The best `top` of the `limit` photos added last, with FTS5's rank; and True if no photo was left out."""
        source, where = "photo_text", "photo_text MATCH ?"
        values: list[object] = [match]
        cut = self._cut(source, where, values, limit)
        if compiled.condition is not None:
            source += (
                " CROSS JOIN facet ON facet.photo_id = photo_text.rowid"  # CROSS: the full text is read first
            )
            where += f" AND {compiled.condition.sql}"
            values += compiled.condition.values
            if cut is not None:
                cut = self._cut(source, where, values, max(1, limit // 2))
        if cut is not None:
            where += " AND photo_text.rowid >= ?"
            values.append(cut)
        rows = self._connection.execute(
            f"SELECT photo_text.rowid, rank FROM {source} WHERE {where} "
            "ORDER BY +rank, photo_text.rowid LIMIT ?",  # +: FTS5's own order takes twice as long
            (*values, -1 if top is None else top),
        )
        return {PhotoId(photo): rank for photo, rank in rows}, cut is None

    def _cut(self, source: str, where: str, values: Sequence[object], limit: int) -> int | None:
        """The id of the `limit`-th row from the end, or None if there are fewer.

        The rows of a match are ordered by id, so this only counts.
        """
        row = self._connection.execute(
            f"SELECT photo_text.rowid FROM {source} WHERE {where} "
            "ORDER BY photo_text.rowid DESC LIMIT 1 OFFSET ?",
            (*values, max(0, limit - 1)),
        ).fetchone()
        return None if row is None else int(row[0])

    def _by_date(self, compiled: Compiled, top: int) -> list[Matched]:
        sql, values = _where(compiled)
        rows = self._connection.execute(
            f"SELECT photo_id FROM facet WHERE {sql} ORDER BY taken_at DESC, photo_id LIMIT ?",
            (*values, top),
        )
        photos = self._in_time([PhotoId(row[0]) for row in rows], downwards=True)
        return [Matched(photo=photo, score=0.0) for photo in photos]


def _is_year(node: Node) -> bool:
    return isinstance(node, Words) and _YEAR.fullmatch(node.text) is not None


def _combinations(information: Mapping[Node, float]) -> list[tuple[Node, ...]]:
    """Combinations of words, the most telling first; of many words, not all."""
    sizes: Iterable[int] = range(len(information), 0, -1)
    if len(information) > _MOST_COMBINED:
        sizes = (*range(len(information), len(information) - 3, -1), 1)
    combinations = [
        (sum(information[word] for word in words), words)
        for size in sizes
        for words in itertools.combinations(information, size)
    ]
    combinations.sort(key=lambda entry: -entry[0])
    return [words for _, words in combinations][:_MOST_SEARCHES]


def _as_text(value: object) -> str:
    return value.decode("utf-8", "replace") if isinstance(value, bytes) else str(value)


def _from(compiled: Compiled) -> tuple[str, tuple[object, ...]]:
    """FROM and WHERE of the matching rows, in any order, and the values. The full text is read first."""
    if compiled.match is None:
        sql, values = _where(compiled)
        return f"FROM facet WHERE {sql}", values
    if compiled.condition is None:
        return "FROM photo_text WHERE photo_text MATCH ?", (compiled.match,)
    return (
        "FROM photo_text CROSS JOIN facet ON facet.photo_id = photo_text.rowid "
        f"WHERE photo_text MATCH ? AND {compiled.condition.sql}",
        (compiled.match, *compiled.condition.values),
    )


def _where(compiled: Compiled) -> tuple[str, tuple[object, ...]]:
    """A condition on the table facet, including the words of the full text."""
    clauses: list[str] = []
    values: list[object] = []
    if compiled.match is not None:
        clauses.append("facet.photo_id IN (SELECT rowid FROM photo_text WHERE photo_text MATCH ?)")
        values.append(compiled.match)
    if compiled.condition is not None:
        clauses.append(compiled.condition.sql)
        values += compiled.condition.values
    return " AND ".join(clauses) or "1", tuple(values)
