"""What the tables of the catalog share: a connection, and file names as SQLite can hold them."""

from __future__ import annotations

import os
import sqlite3
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cbir.base.stopping import raise_if_stopped


class Connection(sqlite3.Connection):
    """To a catalog that may be damaged.

    SQLite quotes a broken schema in its error message, and Python fails to decode the message where that is not UTF-8.
    """

    def execute(self, *statement: Any) -> sqlite3.Cursor:
        try:
            return super().execute(*statement)
        except UnicodeDecodeError as error:
            raise sqlite3.DatabaseError("malformed database schema") from error


class ReadingConnection(Connection):
    """One that writes nothing: between its statements, too, it ends when its thread's work was given up."""

    def execute(self, *statement: Any) -> sqlite3.Cursor:
        if statement[0] != "COMMIT":  # by which a read ends, given up or not
            raise_if_stopped()
        return super().execute(*statement)


class Table:
    """A table of an open catalog, or a few that are written together."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def _count(self, query: str, *values: object) -> int:
        """The one number that a query selects."""
        return int(self._connection.execute(query, values).fetchone()[0])

    def _ids(self, column: str, source: str, *values: object) -> NDArray[np.int64]:
        """All numbers of a column, in no order. source : what follows FROM"""
        # one text of all numbers: a row each would take three times as long
        (ids,) = self._connection.execute(f"SELECT group_concat({column}) FROM {source}", values).fetchone()
        return np.zeros(0, np.int64) if ids is None else np.fromstring(ids, np.int64, sep=",")

    def _total(self, column: str, counting: str) -> int:
        """A number of the table total. counting : in a catalog of before, which may not be written to"""
        return self._count(f"SELECT {column} FROM total" if self._has("total") else counting)

    def _has(self, table: str) -> bool:
        return has(self._connection, table)


def has(connection: sqlite3.Connection, name: str) -> bool:
    """Whether there is a table or an index: not in a catalog of before, which may not be written to."""
    (found,) = connection.execute("SELECT count(*) FROM sqlite_master WHERE name = ?", (name,)).fetchone()
    return bool(found)


def bind_name(path: str) -> str | bytes:
    """A file name as a value of a statement: text, or bytes where it is not text in any encoding."""
    try:
        path.encode()
    except UnicodeEncodeError:
        return os.fsencode(path)
    return path


def read_name(value: str | bytes) -> str:
    """A file name as it was bound."""
    return os.fsdecode(value) if isinstance(value, bytes) else value
