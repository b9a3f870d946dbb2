"""A catalog as an earlier version left it."""

import sqlite3
from contextlib import closing, contextmanager

from cbir.catalog import Catalog
from cbir.catalog.migration import provide_functions
from cbir.catalog.schema import MIGRATIONS
from tests.new_catalog import new_catalog


@contextmanager
def catalog_before(migration, path, monkeypatch):
    """Open a new catalog with the migrations before one. Photos can be added to it as today."""
    with new_catalog(path.with_name("today.sqlite")) as today:
        columns = _columns(today.path)
    with monkeypatch.context() as patch:
        before = MIGRATIONS[: MIGRATIONS.index(migration)]
        patch.setattr("cbir.catalog.migration.MIGRATIONS", before)
        patch.setattr("cbir.catalog.catalog.MIGRATIONS", before)
        Catalog.open(path, writable=True).close()
        later = columns - _columns(path)
        _change(path, (f"ADD COLUMN {name}" for name in later))
        with Catalog.open(path, writable=True) as catalog:
            yield catalog
        _change(path, (f"DROP COLUMN {name}" for name in later))


def _columns(path):
    with closing(sqlite3.connect(path)) as connection:
        return {name for _, name, *_ in connection.execute("PRAGMA table_info(metadata)")}


def _change(path, changes):
    with closing(sqlite3.connect(path)) as connection:
        provide_functions(connection)
        for change in changes:
            connection.execute(f"ALTER TABLE metadata {change}")
        connection.commit()
