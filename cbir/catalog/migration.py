"""An old catalog -> the current tables: the migrations that it lacks, in order.

PRAGMA user_version counts the migrations that it has.
"""

from __future__ import annotations

import contextlib
import functools
import sqlite3
from collections.abc import Callable, Iterator

from cbir.base.errors import CatalogTooNew
from cbir.base.folding import indexed, is_dense
from cbir.base.name_dates import date_in_name
from cbir.base.stems import stems_of_text
from cbir.catalog.schema import MIGRATIONS

READABLE_FROM = 16
"""The oldest version that can be read without migration."""

# The SQL of tables is left out, as the SQL of full-text tables depends on SQLite's version.
_SCHEMA = """
    SELECT type || ' ' || name, CASE WHEN type IN ('trigger', 'view') THEN sql END
    FROM sqlite_master WHERE name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY type, name
"""


def migrate(connection: sqlite3.Connection) -> None:
    """Bring a catalog up to date, each migration in its own transaction, and provide the functions of its triggers.

    Several processes may do this at once, so the version is read again once the lock is held.
    Raises CatalogTooNew if the file has more migrations than this version of cbir.
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
    """Create the functions that triggers call when a connection writes photos."""
    functions: dict[str, Callable[[str], str | int | None]] = {
        "stems": stems_of_text,
        "folded": indexed,
        "folded_lines": functools.partial(indexed, runs=False),
        "has_cjk": is_dense,
        "date_in_name": date_in_name,
    }
    for name, function in functions.items():
        connection.create_function(name, 1, functools.partial(_of_bytes, function))


def _of_bytes(function: Callable[[str], str | int | None], text: bytes) -> str | int | None:
    """A function of text that is given as bytes, since file names need not be text."""
    return function(text.decode("utf-8", "replace"))


def foreign(connection: sqlite3.Connection) -> list[str]:
    """Parts that the catalog's migrations do not make, and missing ones: "a trigger x that cbir does not make".

    Triggers and views run whenever somebody reads or writes, so a planted one would act for the person who planted it.
    """
    expected = _expected(check_version(connection))
    present = dict(connection.execute(_SCHEMA).fetchall())
    added = [name for name, sql in present.items() if name not in expected or sql != expected[name]]
    lost = [name for name in expected if name not in present]
    return [f"a {name} that cbir does not make" for name in added] + [f"no {name}" for name in lost]


@functools.cache
def _expected(version: int) -> dict[str, str | None]:
    """Everything in a catalog of this version, by type and name; for triggers and views, their SQL."""
    with contextlib.closing(sqlite3.connect(":memory:")) as expected:
        provide_functions(expected)
        for migration in MIGRATIONS[:version]:
            expected.executescript(migration)
        return dict(expected.execute(_SCHEMA).fetchall())


def statements(script: str) -> Iterator[str]:
    """Split a script into statements at line ends, as executescript() would end the open transaction."""
    statement = ""
    for line in script.splitlines(keepends=True):
        statement += line
        if sqlite3.complete_statement(statement):
            yield statement
            statement = ""


def check_version(connection: sqlite3.Connection) -> int:
    """The number of migrations that the file has. Raises CatalogTooNew."""
    version = int(connection.execute("PRAGMA user_version").fetchone()[0])
    if version > len(MIGRATIONS):
        raise CatalogTooNew(
            "This library was written by a newer version of cbir (its catalog has version {0}, this program "
            "knows up to {1}). Update cbir to open it; nothing was changed.",
            version,
            len(MIGRATIONS),
        )
    return version
