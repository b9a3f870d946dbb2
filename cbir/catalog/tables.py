"""What the parts of the catalog share: one connection, and the file."""

from __future__ import annotations

import sqlite3
from pathlib import Path


class Tables:
    """Some tables of an open catalog. One connection belongs to one thread at a time."""

    def __init__(self, connection: sqlite3.Connection, path: Path) -> None:
        self._connection = connection
        self._path = path
