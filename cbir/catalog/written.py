"""What is written in photos: the table reading, and typed words found again although a reader erred.

A reader takes `cl` for `d` and runs words together. So each word it read is also kept as a skeleton, in which signs
that look alike are one, and skeletons are found by their trigrams.
"""

from __future__ import annotations

import itertools
import json
import math
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from cbir.base.stems import CJK, spaced
from cbir.base.types import PhotoId, TextLine
from cbir.catalog.rows import Table, read_name

_WORD = re.compile(r"\w+")
_ALIKE = dict(pair.split(">") for pair in "rn>m cl>d vv>w ii>u 0>o 1>l i>l 5>s 8>b".split())
_MIN_PART = 4  # letters of a word that is looked for inside of others, or with errors
_MAX_NEAR = 24  # words of the readings that stand for a typed one
_MAX_CANDIDATES = 400
_MAX_ROWS = 5000  # photos of one word: a commoner one says little
_MAX_CHARACTERS = 200_000  # of one photo: a page of 10,000 words has 60,000
_PAGE_CHARACTERS = 30_000  # of what is kept of the lines of a page: some 400 words
_APART = 0.9  # the likeness of a word that was read as two
_INSIDE = 0.85  # and of one that was read as a part of another
_MIN_SHARE = 0.4  # of what the typed words say, that a photo must have


@dataclass(frozen=True, slots=True, kw_only=True)
class ToRead:
    """A photo that is to be read. content : what its picture is known by"""

    photo: PhotoId
    path: Path
    content: str


@dataclass(frozen=True, slots=True, kw_only=True)
class WordsRead:
    """Typed words, and what was read of them.

    information : of each word, in nats: what is written in few photos says more
    photos : of each word, those in which it may be written, and how likely: 1 for the word itself
    near : of each word, those that were read and may be it: see WrittenTable.near
    """

    information: Mapping[str, float]
    photos: Mapping[str, Mapping[PhotoId, float]]
    near: Mapping[str, Mapping[str, float]]

    def shares(self) -> dict[PhotoId, float]:
        """The share of all information that each photo has by itself."""
        gained: dict[PhotoId, float] = {}
        for word, those in self.photos.items():
            for photo, likeness in those.items():
                gained[photo] = gained.get(photo, 0.0) + self.information[word] * likeness
        wanted = sum(self.information.values())
        return {photo: got / wanted for photo, got in gained.items()} if wanted else {}

    def share_of(self, photos: Iterable[PhotoId]) -> float:
        """The share that several photos of one thing have together: what one of them lacks another may have."""
        wanted, together = sum(self.information.values()), list(photos)
        best = (
            information * max((self.photos[word].get(photo, 0.0) for photo in together), default=0.0)
            for word, information in self.information.items()
        )
        return sum(best) / wanted if wanted else 0.0


class WrittenTable(Table):
    """The table reading, and the words in it."""

    def set(self, wanted: ToRead, lines: Sequence[TextLine], *, reader: str) -> bool:
        """Keep what was read; False where the photo went or shows something else meanwhile."""
        words = searchable_text(lines)
        if (
            self._count(
                f"SELECT count(*) FROM photo WHERE id = ? AND {_CONTENT} = ?", wanted.photo, wanted.content
            )
            < 1
        ):
            return False
        self._connection.execute(
            "INSERT INTO reading VALUES (?, ?, ?, ?, ?) ON CONFLICT (photo_id) DO UPDATE SET "
            "content = excluded.content, reader = excluded.reader, words = excluded.words, lines = excluded.lines",
            (wanted.photo, wanted.content, reader, words, _to_json(lines)),
        )
        self._add_words(dict.fromkeys(_WORD.findall(fold(words))))
        return True

    def of(self, photo: PhotoId) -> tuple[TextLine, ...] | None:
        """What was read in a photo; None where it has not been read yet."""
        row = self._connection.execute("SELECT lines FROM reading WHERE photo_id = ?", (photo,)).fetchone()
        return None if row is None else _from_json(row[0])

    def counts(self, reader: str) -> tuple[int, int, int]:
        """Photos that this reader has read, of these with text, and those that it has yet to read."""
        row = self._connection.execute(
            "SELECT count(*), coalesce(sum(words <> ''), 0) FROM reading WHERE reader = ?", (reader,)
        ).fetchone()
        return int(row[0]), int(row[1]), self._count("SELECT count(*) FROM photo") - int(row[0])

    def forget(self, reader: str | None = None) -> None:
        """Drop what was read, or what another reader than this one read."""
        self._connection.execute("DELETE FROM reading WHERE ? IS NULL OR reader <> ?", (reader, reader))

    def to_read(self, reader: str, *, limit: int, but: Iterable[int] = ()) -> list[ToRead]:
        """Photos that this reader has not read: screenshots and scans first, then the newest.

        but : photos to leave out, since their files cannot be reached now
        """
        rows = self._connection.execute(
            f"""SELECT photo.id, root.path, photo.path, {_CONTENT} FROM photo JOIN root ON root.id = photo.root_id
            JOIN facet ON facet.photo_id = photo.id LEFT JOIN reading ON reading.photo_id = photo.id
            LEFT JOIN metadata ON metadata.photo_id = photo.id
            WHERE reader IS NOT ? AND photo.id NOT IN (SELECT value FROM json_each(?))
            ORDER BY coalesce(metadata.camera, '') <> '', facet.taken_at DESC, photo.id DESC LIMIT ?""",
            (reader, json.dumps(list(but)), limit),
        )
        return [
            ToRead(photo=PhotoId(photo), path=Path(read_name(root), read_name(path)), content=content)
            for photo, root, path, content in rows
        ]

    def search_loosely(self, typed: Sequence[str], *, top: int) -> list[tuple[PhotoId, float]]:
        """Photos in which much of what was typed is written, though not all, or misread.

        Returns them with the share of the typed words' information that they have, best first, equal ones by id.
        """
        shares = [entry for entry in self.words_read(typed).shares().items() if entry[1] >= _MIN_SHARE]
        return sorted(shares, key=lambda entry: (-entry[1], entry[0]))[:top]

    def words_read(self, typed: Sequence[str]) -> WordsRead:
        """In which photos each of some typed words is written, or may be."""
        photos = self._count("SELECT count(*) FROM reading")
        words = [word for text in typed for word in _WORD.findall(fold(spaced(text)))] if photos else []
        found = {word: self._photos_with(word) for word in words}
        near = self.near([word for word in words if len(found[word]) < _MAX_ROWS])
        for word, those in near.items():
            for photo, likeness in self._photos_with_any(those):
                found[word].setdefault(photo, likeness)
        return WordsRead(
            information={
                word: max(math.log((photos + 1) / (max(len(those), 1) + 0.5)), 0.0)
                for word, those in found.items()
            },
            photos=found,
            near=near,
        )

    def near(self, words: Sequence[str]) -> dict[str, dict[str, float]]:
        """Of each of some words in a row those that were read and may be it; values: likeness below 1.

        It may be misread, or lie inside of another, or be one with the word beside it.
        """
        found = {word: self._near(word) for word in words}
        for pair in itertools.pairwise(words):
            for near, like in self._near("".join(pair)).items():
                for word in pair:
                    found[word][near] = max(found[word].get(near, 0.0), min(like, _INSIDE))
        return found

    def _near(self, word: str) -> dict[str, float]:
        shape = skeleton(fold(word))
        if len(shape) < _MIN_PART:
            return {}
        parts = list(dict.fromkeys(shape[at : at + 3] for at in range(len(shape) - 2)))
        found: dict[str, float] = {}
        for joint in (" AND ", " OR "):
            rows = self._connection.execute(
                "SELECT word, written_word.skeleton FROM written_trigram "
                "JOIN written_word ON id = written_trigram.rowid "
                "WHERE written_trigram MATCH ? ORDER BY rank LIMIT ?",
                (joint.join(f'"{part}"' for part in parts), _MAX_CANDIDATES),
            )
            for near, other in rows:
                if near not in found and (like := _likeness(shape, other)):
                    found[near] = like
        best = sorted(found.items(), key=lambda entry: (-entry[1], entry[0]))
        return dict(best[:_MAX_NEAR])

    def prominence(self, photos: Sequence[PhotoId], typed: Sequence[str]) -> dict[PhotoId, float]:
        """How much typed words stand out in each of some photos that were read, but for whole pages of text."""
        rows = self._connection.execute(
            "SELECT photo_id, lines FROM reading WHERE length(lines) < ? "
            "AND photo_id IN (SELECT value FROM json_each(?))",
            (_PAGE_CHARACTERS, json.dumps(photos)),
        )
        return {PhotoId(photo): prominence_in(_from_json(lines), typed) for photo, lines in rows}

    def tidy(self) -> None:
        """Forget words that no photo has any more."""
        rows = self._connection.execute("SELECT words FROM reading")
        used = {word for (words,) in rows for word in _WORD.findall(fold(words))}
        known = self._connection.execute("SELECT id, word FROM written_word").fetchall()
        self._connection.executemany(
            "DELETE FROM written_word WHERE id = ?", [(id,) for id, word in known if word not in used]
        )
        self._connection.execute("INSERT INTO written_trigram (written_trigram) VALUES ('rebuild')")

    def _photos_with(self, word: str) -> dict[PhotoId, float]:
        """Photos in which a word is written, or begins one, or may have been read as two."""
        photos = dict.fromkeys(self._matching([f'"{word}" *' if len(word) > 1 else f'"{word}"']), 1.0)
        if len(word) > _MIN_PART:
            for photo in self._matching([f'"{word[:cut]} {word[cut:]}"' for cut in range(2, len(word) - 1)]):
                photos.setdefault(photo, _APART)
        return photos

    def _photos_with_any(self, near: Mapping[str, float]) -> Iterator[tuple[PhotoId, float]]:
        """Photos in which any of some words is written, and how likely it is meant, best first."""
        for like in sorted(set(near.values()), reverse=True):
            for photo in self._matching([f'"{word}"' for word in near if near[word] == like]):
                yield photo, like

    def _matching(self, forms: Sequence[str]) -> list[PhotoId]:
        rows = self._connection.execute(
            "SELECT rowid FROM photo_text WHERE photo_text MATCH ? LIMIT ?",
            (f"written : ({' OR '.join(forms)})", _MAX_ROWS),
        )
        return [PhotoId(row[0]) for row in rows]

    def _add_words(self, words: Iterable[str]) -> None:
        for word in words:
            if len(word) < _MIN_PART or CJK.match(word):
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
    """The words of some lines that fit what was typed, each as a line of one word where its place is known.

    near : words that stand for typed ones, of `WrittenTable.near`
    """
    wanted = [word for text in typed for word in _WORD.findall(fold(text))]
    other = set(near)
    found = []
    for line in lines:
        words = line.text.split()
        for at, word in enumerate(words):
            parts = _WORD.findall(fold(word))
            dense = bool(CJK.search(word))
            if any(
                part in other or any(part.startswith(w) or (dense and w in part) for w in wanted)
                for part in parts
            ):
                known = len(words) == len(line.spans)
                found.append(
                    TextLine(
                        text=word, quad=line.place_of(at) if known else line.quad, confidence=line.confidence
                    )
                )
    return found


def prominence_in(lines: Sequence[TextLine], typed: Sequence[str]) -> float:
    """How much typed words stand out among some lines, from 0 to 1: a title does, a line of small print does not.

    A word counts by the height of its line beside the highest one, and by how much of that line was typed.
    """
    words = dict.fromkeys(word for text in typed for word in _WORD.findall(fold(spaced(text))))
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
    """All lines in the order of reading, so that a phrase may go on in the next; dense signs apart."""
    return spaced(" ".join(line.text for line in lines))[:_MAX_CHARACTERS]


def fold(text: str) -> str:
    """Small letters without accents."""
    parted = unicodedata.normalize("NFKD", text.casefold())
    return "".join(char for char in parted if not unicodedata.combining(char))


def skeleton(word: str) -> str:
    """A folded word in which signs that readers take for each other are one."""
    for signs, one in _ALIKE.items():
        word = word.replace(signs, one)
    return word


def _likeness(typed: str, read: str) -> float:
    """How well a read skeleton may stand for a typed one: 1 for the same, 0 where it may not."""
    if typed in read:
        return 0.95 if typed == read else _INSIDE
    allowed = 1 if len(typed) < 8 else 2
    if abs(len(typed) - len(read)) > allowed:
        return 0.0
    errors = _edits(typed, read, allowed)
    return 0.0 if errors > allowed else round(0.9 - 0.5 * errors / len(typed), 3)


def _edits(one: str, other: str, most: int) -> int:
    """Levenshtein's distance; more than `most` where it is."""
    row = list(range(len(other) + 1))
    for at, char in enumerate(one, start=1):
        above, row[0] = row[0], at
        for column, sign in enumerate(other, start=1):
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
