"""What the parts of the catalog share: one connection."""

from __future__ import annotations

import sqlite3


class Tables:
    """Some tables of an open catalog. One connection belongs to one thread at a time."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
