"""What the parts of the catalog share: one connection, the file, and file names as SQLite can hold them."""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path


class Tables:
    """Some tables of an open catalog. One connection belongs to one thread at a time."""

    def __init__(self, connection: sqlite3.Connection, path: Path) -> None:
        self._connection = connection
        self._path = path


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
