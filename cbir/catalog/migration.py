"""An old catalog -> today's tables: the migrations that it has not been through, in order.

PRAGMA user_version counts those that it has.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator

from cbir.base.errors import CatalogTooNew
from cbir.base.stems import stems_of_text
from cbir.catalog.schema import MIGRATIONS

READABLE_FROM = 10
"""The oldest version that can be read as it is: without the stems of its words, fewer of them are found."""


def migrate(connection: sqlite3.Connection) -> None:
    """Bring a catalog up to date, each migration in a transaction of its own, and give its triggers what they call.

    Several processes may do so at once: a version that was read before the lock was held may be out of date by then.
    Raises CatalogTooNew when the file has been through more migrations than this program knows.
    """
    # Of bytes, since names of files need not be text.
    connection.create_function("stems", 1, lambda text: stems_of_text(text.decode("utf-8", "replace")))
    while check_version(connection) < len(MIGRATIONS):
        connection.execute("BEGIN IMMEDIATE")
        try:
            version = check_version(connection)
            for migration in MIGRATIONS[version : version + 1]:
                for statement in statements(migration):
                    connection.execute(statement)
                connection.execute(f"PRAGMA user_version = {version + 1}")
        except BaseException:
            connection.execute("ROLLBACK")
            raise
        connection.execute("COMMIT")


def statements(script: str) -> Iterator[str]:
    """Cut a script where a line ends a statement: executescript() would end the transaction that is open."""
    statement = ""
    for line in script.splitlines(keepends=True):
        statement += line
        if sqlite3.complete_statement(statement):
            yield statement
            statement = ""


def check_version(connection: sqlite3.Connection) -> int:
    """How many migrations the file has been through. Raises CatalogTooNew."""
    version = int(connection.execute("PRAGMA user_version").fetchone()[0])
    if version > len(MIGRATIONS):
        raise CatalogTooNew(
            f"This library was written by a newer version of cbir (its catalog has version {version}, this program "
            f"knows up to {len(MIGRATIONS)}). Update cbir to open it; nothing was changed."
        )
    return version
