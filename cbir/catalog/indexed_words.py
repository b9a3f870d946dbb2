"""All indexed words of letters of a catalog, read once after each change of the index."""

from __future__ import annotations

import re
import sqlite3
import threading
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from cbir.catalog.rows import ReadingConnection

_WORD = re.compile(r"[^\W\d_]+")
_STATE = "SELECT block FROM photo_text_data WHERE id IN (1, 10)"
"""FTS5 rewrites its record of averages (1) and of its segments (10) with each change: fts5_index.c."""


@dataclass(frozen=True, slots=True)
class IndexedWords:
    """counts : by the first letter, words and their number of photos. text : words that may contain others, in lines"""

    counts: Mapping[str, Mapping[str, int]]
    text: str

    def __contains__(self, word: str) -> bool:
        return word in self.counts.get(word[:1], ())

    def containing(self, part: str) -> Iterator[str]:
        """The words that have a part, not at their beginning only, in alphabetical order."""
        at = self.text.find(part)
        while at >= 0:
            start, end = self.text.rfind("\n", 0, at) + 1, self.text.find("\n", at)
            if start < at:  # otherwise it begins with the part
                yield self.text[start:end]
            at = self.text.find(part, end)


_MOST_REMEMBERED = 4  # catalogs
_remembered: dict[str, tuple[object, IndexedWords]] = {}
"""By file, the words and the state of the index that has them: all searches of a process share them."""
_lock = threading.Lock()


def indexed_words(connection: sqlite3.Connection) -> IndexedWords:
    """All indexed words of letters. They are read once after each change of the index: 60 ms for 100,000 photos."""
    if not isinstance(connection, ReadingConnection) or not connection.in_transaction:
        return _current_words(connection)
    if "words" not in connection.memo:
        connection.memo["words"] = _current_words(connection)
    words: IndexedWords = connection.memo["words"]
    return words


def _current_words(connection: sqlite3.Connection) -> IndexedWords:
    databases = connection.execute("PRAGMA database_list")
    file = next(str(path) for _, name, path in databases if name == "main") or str(id(connection))
    state = (connection.total_changes, connection.execute(_STATE).fetchall())
    with _lock:
        before, words = _remembered.get(file, (None, None))
        if words is None or before != state:
            words = _read_words(connection)
            if len(_remembered) >= _MOST_REMEMBERED:
                _remembered.clear()
            _remembered[file] = state, words
        return words


def _read_words(connection: sqlite3.Connection) -> IndexedWords:
    rows = connection.execute(
        "SELECT term, sum(doc), sum(col IN ('name', 'folder', 'title', 'keywords')) FROM text_word "
        "WHERE term >= 'a' AND col NOT IN ('stems', 'written') GROUP BY term"
    ).fetchall()
    counts: dict[str, dict[str, int]] = {}
    for term, photos, _ in rows:
        if _WORD.fullmatch(term):
            counts.setdefault(term[0], {})[term] = photos
    return IndexedWords(counts, "\n".join(["", *(term for term, _, named in rows if named), ""]))
