"""The rows of a catalog's file, as SQLite tells and changes them: for states that no table of the catalog makes."""

import contextlib
import sqlite3

from cbir.catalog.migration import provide_functions
from cbir.catalog.rows import Table


def execute(catalog, statement, values=(), *, foreign_keys=False):
    """Run a statement on a catalog's file by a connection of its own, committed at once. Returns its rows.

    foreign_keys : refuse rows that refer to nothing
    """
    with contextlib.closing(connect(catalog)) as connection:
        connection.execute(f"PRAGMA foreign_keys = {foreign_keys:d}")
        return connection.execute(statement, values).fetchall()


class Own(Table):
    """A catalog's own connection."""

    def execute(self, statement):
        return self._connection.execute(statement).fetchall()

    @property
    def in_transaction(self):
        return self._connection.in_transaction


def execute_by_its_own(catalog, statement):
    """Run a statement by a catalog's connection, whose settings and unfinished changes it sees. Returns its rows."""
    return catalog.table(Own).execute(statement)


def connect(catalog):
    """A second connection to a catalog's file, with the functions that its triggers call."""
    connection = sqlite3.connect(catalog.path, isolation_level=None)
    provide_functions(connection)
    return connection
