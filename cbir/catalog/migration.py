"""An old catalog -> today's tables: the migrations that it has not been through, in order.

PRAGMA user_version counts those that it has.
"""

from __future__ import annotations

import contextlib
import functools
import sqlite3
from collections.abc import Iterator

from cbir.base.errors import CatalogTooNew
from cbir.base.name_dates import date_in_name
from cbir.base.stems import has_cjk, stems_of_text
from cbir.catalog.schema import MIGRATIONS

READABLE_FROM = 16
"""The oldest version that can be read as it is."""

# The words of tables are left out: SQLite writes those of full text, and they depend on its version.
_SCHEMA = """
    SELECT type || ' ' || name, CASE WHEN type IN ('trigger', 'view') THEN sql END
    FROM sqlite_master WHERE name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY type, name
"""


def migrate(connection: sqlite3.Connection) -> None:
    """Bring a catalog up to date, each migration in a transaction of its own, and give its triggers what they call.

    Several processes may do so at once: a version that was read before the lock was held may be out of date by then.
    Raises CatalogTooNew when the file has been through more migrations than this program knows.
    """
    provide_functions(connection)
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


def provide_functions(connection: sqlite3.Connection) -> None:
    """Give a connection what triggers call when it writes photos."""
    # Of bytes, since names of files need not be text.
    connection.create_function("stems", 1, lambda text: stems_of_text(text.decode("utf-8", "replace")))
    connection.create_function("has_cjk", 1, lambda text: has_cjk(text.decode("utf-8", "replace")))
    connection.create_function("date_in_name", 1, lambda path: date_in_name(path.decode("utf-8", "replace")))


def foreign(connection: sqlite3.Connection) -> list[str]:
    """What the catalog has that its migrations do not make, and what it lacks: "a trigger x that cbir does not make".

    A trigger or a view runs whenever somebody reads or writes: one that was planted would act for whoever planted it.
    """
    expected = _expected(check_version(connection))
    found = dict(connection.execute(_SCHEMA).fetchall())
    added = [name for name, sql in found.items() if name not in expected or sql != expected[name]]
    lost = [name for name in expected if name not in found]
    return [f"a {name} that cbir does not make" for name in added] + [f"no {name}" for name in lost]


@functools.cache
def _expected(version: int) -> dict[str, str | None]:
    """Everything in a catalog of this version, by type and name; for triggers and views, their SQL."""
    with contextlib.closing(sqlite3.connect(":memory:")) as made:
        provide_functions(made)
        for migration in MIGRATIONS[:version]:
            made.executescript(migration)
        return dict(made.execute(_SCHEMA).fetchall())


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
