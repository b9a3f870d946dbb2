"""Recognised text in photos: the table reading, and a search for typed words that tolerates OCR errors.

OCR takes `cl` for `d` and runs words together. So each recognised word is also stored as a skeleton, in which similar
characters are equal, and skeletons are found by their trigrams.
"""

from __future__ import annotations

import itertools
import json
import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from cbir.base.folding import fold, indexed, is_dense, words_of
from cbir.base.types import PhotoId, TextLine
from cbir.catalog.rows import Table, read_name

_ALIKE = dict(pair.split(">") for pair in "rn>m cl>d vv>w ii>u 0>o 1>l i>l 5>s 8>b".split())
_MIN_PART = 4  # letters of a word that is also searched for inside other words, or with errors
_MAX_NEAR = 24  # recognised words that may stand for a typed one
_MAX_CANDIDATES = 400
MAX_ROWS = 5000  # photos with one word; a more common word says little
_MAX_CHARACTERS = 200_000  # of one photo: a page of 10,000 words has 60,000
_PAGE_CHARACTERS = 30_000  # of the stored lines of a page: some 400 words
_APART = 0.9  # likeness of a word that was recognised as two
_INSIDE = 0.85  # likeness of a word that was recognised as a part of another
_MIN_SHARE = 0.4  # of the typed words' information, that a photo must have


@dataclass(frozen=True, slots=True, kw_only=True)
class ToRead:
    """A photo to read. content : fingerprint of its picture"""

    photo: PhotoId
    path: Path
    content: str


@dataclass(frozen=True, slots=True, kw_only=True)
class WordsRead:
    """Typed words, and the recognised text that matches them.

    information : by word, in nats: rarer words have more
    photos : by word, the photos that may contain it, with the likeness: 1 for the word itself
    near : by word, the recognised words that may stand for it: see WrittenTable.near
    """

    information: Mapping[str, float]
    photos: Mapping[str, Mapping[PhotoId, float]]
    near: Mapping[str, Mapping[str, float]]

    def shares(self) -> dict[PhotoId, float]:
        """The share of all information that each photo has alone."""
        gained: dict[PhotoId, float] = {}
        for word, likeness_by_photo in self.photos.items():
            for photo, likeness in likeness_by_photo.items():
                gained[photo] = gained.get(photo, 0.0) + self.information[word] * likeness
        total = sum(self.information.values())
        return {photo: gain / total for photo, gain in gained.items()} if total else {}

    def share_of(self, photos: Iterable[PhotoId]) -> float:
        """The share of all information that several photos of one thing have together."""
        total, all_photos = sum(self.information.values()), list(photos)
        best = (
            information * max((self.photos[word].get(photo, 0.0) for photo in all_photos), default=0.0)
            for word, information in self.information.items()
        )
        return sum(best) / total if total else 0.0


class WrittenTable(Table):
    """The table reading, and the words in it."""

    def set(self, photo: ToRead, lines: Sequence[TextLine], *, reader: str) -> bool:
        """Store a photo's recognised lines; False if the photo was removed or its picture changed meanwhile."""
        words = searchable_text(lines)
        if (
            self._count(
                f"SELECT count(*) FROM photo WHERE id = ? AND {_CONTENT} = ?", photo.photo, photo.content
            )
            < 1
        ):
            return False
        self._connection.execute(
            "INSERT INTO reading VALUES (?, ?, ?, ?, ?) ON CONFLICT (photo_id) DO UPDATE SET "
            "content = excluded.content, reader = excluded.reader, words = excluded.words, lines = excluded.lines",
            (photo.photo, photo.content, reader, words, _to_json(lines)),
        )
        self._add_words(dict.fromkeys(words_of(words)))
        return True

    def of(self, photo: PhotoId) -> tuple[TextLine, ...] | None:
        """The recognised lines of a photo; None if it has not been read yet."""
        row = self._connection.execute("SELECT lines FROM reading WHERE photo_id = ?", (photo,)).fetchone()
        return None if row is None else _from_json(row[0])

    def counts(self, reader: str) -> tuple[int, int, int]:
        """Numbers of photos that this reader has read, that have text among these, and that it can read now."""
        row = self._connection.execute(
            "SELECT count(*), coalesce(sum(words <> ''), 0) FROM reading WHERE reader = ?", (reader,)
        ).fetchone()
        unread = self._total("searchable", "SELECT count(*) FROM document WHERE live") - int(row[0])
        return int(row[0]), int(row[1]), max(0, unread)

    def forget(self, reader: str | None = None) -> None:
        """Drop all recognised text, or the text recognised by other readers than this one."""
        self._connection.execute("DELETE FROM reading WHERE ? IS NULL OR reader <> ?", (reader, reader))

    def to_read(self, reader: str, *, limit: int, excluded: Iterable[int] = ()) -> list[ToRead]:
        """Searchable photos that this reader has not read: screenshots and scans first, then the newest.

        excluded : photos to leave out, since their files cannot be reached now
        """
        rows = self._connection.execute(
            f"""SELECT photo.id, root.path, photo.path, {_CONTENT} FROM photo JOIN root ON root.id = photo.root_id
            JOIN facet ON facet.photo_id = photo.id LEFT JOIN reading ON reading.photo_id = photo.id
            LEFT JOIN metadata ON metadata.photo_id = photo.id
            WHERE reader IS NOT ? AND document_id IS NOT NULL AND photo.id NOT IN (SELECT value FROM json_each(?))
            ORDER BY coalesce(metadata.camera, '') <> '', facet.taken_at DESC, photo.id DESC LIMIT ?""",
            (reader, json.dumps(list(excluded)), limit),
        )
        return [
            ToRead(photo=PhotoId(photo), path=Path(read_name(root), read_name(path)), content=content)
            for photo, root, path, content in rows
        ]

    def search_loosely(self, typed: Sequence[str], *, top: int) -> list[tuple[PhotoId, float]]:
        """Photos with many of the typed words, even if some are missing or misread.

        Returns them with their share of the typed words' information, best first, equal ones by id.
        """
        shares = [entry for entry in self.words_read(typed).shares().items() if entry[1] >= _MIN_SHARE]
        return sorted(shares, key=lambda entry: (-entry[1], entry[0]))[:top]

    def words_read(self, typed: Sequence[str]) -> WordsRead:
        """The photos that contain each typed word, or may contain it."""
        photos = self._count("SELECT count(*) FROM reading")
        words = [word for text in typed for word in words_of(text)] if photos else []
        photos_by_word = {word: self._photos_with(word) for word in words}
        near = self.near([word for word in words if len(photos_by_word[word]) < MAX_ROWS])
        for word, similar in near.items():
            for photo, likeness in self._photos_with_any(similar):
                photos_by_word[word].setdefault(photo, likeness)
        return WordsRead(
            information={
                word: max(math.log((photos + 1) / (max(len(similar), 1) + 0.5)), 0.0)
                for word, similar in photos_by_word.items()
            },
            photos=photos_by_word,
            near=near,
        )

    def near(self, words: Sequence[str]) -> dict[str, dict[str, float]]:
        """For each typed word, the recognised words that may stand for it, with their likeness (< 1).

        A word may be misread, be inside another word, or be joined with its neighbour.
        """
        near_by_word = {word: self._near(word) for word in words}
        for pair in itertools.pairwise(words):
            for near, likeness in self._near("".join(pair)).items():
                for word in pair:
                    near_by_word[word][near] = max(near_by_word[word].get(near, 0.0), min(likeness, _INSIDE))
        return near_by_word

    def _near(self, word: str) -> dict[str, float]:
        shape = skeleton(fold(word))
        if len(shape) < _MIN_PART:
            return {}
        parts = list(dict.fromkeys(shape[at : at + 3] for at in range(len(shape) - 2)))
        likeness_of: dict[str, float] = {}
        for joint in (" AND ", " OR "):
            rows = self._connection.execute(
                "SELECT word, written_word.skeleton FROM written_trigram "
                "JOIN written_word ON id = written_trigram.rowid "
                "WHERE written_trigram MATCH ? ORDER BY rank LIMIT ?",
                (joint.join(f'"{part}"' for part in parts), _MAX_CANDIDATES),
            )
            for near, other in rows:
                if near not in likeness_of and (likeness := _likeness(shape, other)):
                    likeness_of[near] = likeness
        best = sorted(likeness_of.items(), key=lambda entry: (-entry[1], entry[0]))
        return dict(best[:_MAX_NEAR])

    def prominence(self, photos: Sequence[PhotoId], typed: Sequence[str]) -> dict[PhotoId, float]:
        """Prominence of typed words in each photo that was read, without whole pages of text."""
        rows = self._connection.execute(
            "SELECT photo_id, lines FROM reading WHERE length(lines) < ? "
            "AND photo_id IN (SELECT value FROM json_each(?))",
            (_PAGE_CHARACTERS, json.dumps(photos)),
        )
        return {PhotoId(photo): prominence_in(_from_json(lines), typed) for photo, lines in rows}

    def tidy(self) -> None:
        """Remove words that no photo has any more."""
        rows = self._connection.execute("SELECT words FROM reading")
        used = {word for (words,) in rows for word in words_of(words)}
        stored = self._connection.execute("SELECT id, word FROM written_word").fetchall()
        self._connection.executemany(
            "DELETE FROM written_word WHERE id = ?", [(id,) for id, word in stored if word not in used]
        )
        self._connection.execute("INSERT INTO written_trigram (written_trigram) VALUES ('rebuild')")

    def _photos_with(self, word: str) -> dict[PhotoId, float]:
        """Photos that contain a word, a word that begins with it, or the word recognised as two."""
        photos = dict.fromkeys(self._matching([_phrase(word) + (" *" if len(word) > 1 else "")]), 1.0)
        if len(word) > _MIN_PART:
            for photo in self._matching(
                [f'"{indexed(word[:cut])} {indexed(word[cut:])}"' for cut in range(2, len(word) - 1)]
            ):
                photos.setdefault(photo, _APART)
        return photos

    def _photos_with_any(self, near: Mapping[str, float]) -> Iterator[tuple[PhotoId, float]]:
        """Photos that contain any of the words, with the likeness, best first."""
        for likeness in sorted(set(near.values()), reverse=True):
            for photo in self._matching([_phrase(word) for word in near if near[word] == likeness]):
                yield photo, likeness

    def _matching(self, forms: Sequence[str]) -> list[PhotoId]:
        rows = self._connection.execute(
            "SELECT rowid FROM photo_text WHERE photo_text MATCH ? LIMIT ?",
            (f"written : ({' OR '.join(forms)})", MAX_ROWS),
        )
        return [PhotoId(row[0]) for row in rows]

    def _add_words(self, words: Iterable[str]) -> None:
        for word in words:
            if len(word) < _MIN_PART:
                continue
            shape = skeleton(word)
            added = self._connection.execute(
                "INSERT OR IGNORE INTO written_word (word, skeleton) VALUES (?, ?) RETURNING id",
                (word, shape),
            ).fetchone()
            if added is not None:
                self._connection.execute(
                    "INSERT INTO written_trigram (rowid, skeleton) VALUES (?, ?)", (added[0], shape)
                )


def places_of(lines: Sequence[TextLine], typed: Sequence[str], near: Iterable[str] = ()) -> list[TextLine]:
    """The words of lines that match typed text, each as a line of one word if its place is known.

    near : recognised words that may stand for typed ones, from `WrittenTable.near`
    """
    typed_words = [(word, is_dense(text)) for text in typed for word in _unspaced(text)]
    similar_words = set(near)
    places = []
    for line in lines:
        words = line.text.split()
        for at, word in enumerate(words):
            whole = "".join(words_of(word))
            parts = (whole, *words_of(word), *indexed(word).split())
            if not similar_words.isdisjoint(parts) or any(
                typed_word in whole if dense else any(part.startswith(typed_word) for part in parts)
                for typed_word, dense in typed_words
            ):
                has_places = len(words) == len(line.spans)
                places.append(
                    TextLine(
                        text=word,
                        quad=line.place_of(at) if has_places else line.quad,
                        confidence=line.confidence,
                    )
                )
    return places


def _unspaced(text: str) -> list[str]:
    """The words of a text, folded; those of scripts without spaces as they are typed."""
    return ["".join(words_of(word)) for word in text.split()] if is_dense(text) else [*words_of(text)]


def _phrase(word: str) -> str:
    """An FTS5 phrase of a word: indexed words are split between letters and digits."""
    return f'"{indexed(word)}"'


def prominence_in(lines: Sequence[TextLine], typed: Sequence[str]) -> float:
    """Prominence of typed words among lines, from 0 to 1: high for a title, low for small print.

    A word counts by the height of its line relative to the highest one, and by the typed share of that line.
    """
    words = dict.fromkeys(word for text in typed for word in words_of(text))
    highest = max(map(_height, lines), default=0.0)
    best = dict.fromkeys(words, 0.0)
    for line in lines:
        fitting = {word: places_of([line], (word,)) for word in words}
        letters = sum(len(text) for text in {place.text for places in fitting.values() for place in places})
        stands = (
            _height(line) / max(highest, 1.0) * min(1.0, letters / max(1, len(line.text.replace(" ", ""))))
        )
        for word, places in fitting.items():
            best[word] = max(best[word], stands if places else 0.0)
    return sum(len(word) * stands for word, stands in best.items()) / max(1, sum(map(len, words)))


def _height(line: TextLine) -> float:
    top_left, top_right, bottom_right, bottom_left = line.quad
    return (math.dist(top_left, bottom_left) + math.dist(top_right, bottom_right)) / 2


def searchable_text(lines: Sequence[TextLine]) -> str:
    """All lines in reading order, so that a phrase may continue in the next line."""
    return " ".join(line.text for line in lines)[:_MAX_CHARACTERS]


def skeleton(word: str) -> str:
    """A folded word in which characters that OCR confuses are equal."""
    for signs, replacement in _ALIKE.items():
        word = word.replace(signs, replacement)
    return word


def _likeness(typed: str, read: str) -> float:
    """Likeness of a recognised skeleton to a typed one: 0.95 if equal, 0 if it cannot stand for it."""
    if typed in read:
        return 0.95 if typed == read else _INSIDE
    allowed = 1 if len(typed) < 8 else 2
    if abs(len(typed) - len(read)) > allowed:
        return 0.0
    errors = _edits(typed, read, allowed)
    return 0.0 if errors > allowed else round(0.9 - 0.5 * errors / len(typed), 3)


def _edits(first: str, second: str, most: int) -> int:
    """Levenshtein distance; `most` + 1 if it is larger than `most`."""
    row = list(range(len(second) + 1))
    for at, char in enumerate(first, start=1):
        above, row[0] = row[0], at
        for column, sign in enumerate(second, start=1):
            above, row[column] = (
                row[column],
                min(above + (char != sign), row[column] + 1, row[column - 1] + 1),
            )
        if min(row) > most:
            return most + 1
    return row[-1]


def _to_json(lines: Sequence[TextLine]) -> str:
    return json.dumps(
        [
            [
                line.text,
                [round(value) for corner in line.quad for value in corner],
                line.confidence,
                line.spans,
            ]
            for line in lines
        ],
        ensure_ascii=False,
        separators=(",", ":"),
    )


def _from_json(text: str) -> tuple[TextLine, ...]:
    return tuple(
        TextLine(
            text=words,
            quad=tuple(zip(corners[::2], corners[1::2], strict=True)),  # type: ignore[arg-type]
            confidence=confidence,
            spans=tuple((first, last) for first, last in spans),
        )
        for words, corners, confidence, spans in json.loads(text)
    )


_CONTENT = "CASE photo.pixels WHEN '' THEN photo.fingerprint ELSE photo.pixels END"
