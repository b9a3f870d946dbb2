"""Common parts of the catalog's tables: connections, and file names as SQLite values."""

from __future__ import annotations

import os
import sqlite3
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cbir.base.stopping import raise_if_stopped


class Connection(sqlite3.Connection):
    """A connection to a catalog that may be damaged.

    SQLite quotes a broken schema in its error message, and Python fails to decode it if it is not UTF-8.
    """

    def execute(self, *statement: Any) -> sqlite3.Cursor:
        try:
            return super().execute(*statement)
        except UnicodeDecodeError as error:
            raise sqlite3.DatabaseError("malformed database schema") from error


class ReadingConnection(Connection):
    """A connection for reading only. It also stops between statements if its thread's work was cancelled.

    memo : results that stay valid until the end of the transaction
    """

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.memo: dict[str, Any] = {}

    def execute(self, *statement: Any) -> sqlite3.Cursor:
        if statement[0] == "COMMIT":  # every read ends with it, even if cancelled
            self.memo.clear()
        else:
            raise_if_stopped()
        return super().execute(*statement)


class Table:
    """A table of an open catalog, or several tables that are written together."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def _count(self, query: str, *values: object) -> int:
        """The number that a query selects."""
        return int(self._connection.execute(query, values).fetchone()[0])

    def _ids(self, column: str, source: str, *values: object) -> NDArray[np.int64]:
        """All numbers of a column, unordered. source : the SQL after FROM"""
        # as one text: a row for each number would take three times as long
        (ids,) = self._connection.execute(f"SELECT group_concat({column}) FROM {source}", values).fetchone()
        return np.zeros(0, np.int64) if ids is None else np.fromstring(ids, np.int64, sep=",")

    def _total(self, column: str, counting: str) -> int:
        """A number from the table total. counting : the query for an older catalog that is read-only"""
        return self._count(f"SELECT {column} FROM total" if self.has_table("total") else counting)

    def has_table(self, table: str) -> bool:
        return has(self._connection, table)


def has(connection: sqlite3.Connection, name: str) -> bool:
    """True if a table or an index exists. An older catalog that is read-only may lack it."""
    (count,) = connection.execute("SELECT count(*) FROM sqlite_master WHERE name = ?", (name,)).fetchone()
    return bool(count)


def bind_name(path: str) -> str | bytes:
    """A file name as a value of a statement: text, or bytes if it cannot be encoded."""
    try:
        path.encode()
    except UnicodeEncodeError:
        return os.fsencode(path)
    return path


def read_name(value: str | bytes) -> str:
    """A file name from a bound value."""
    return os.fsdecode(value) if isinstance(value, bytes) else value
