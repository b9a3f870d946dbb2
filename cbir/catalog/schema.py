"""The catalog's tables, as a list of migrations that only ever grows.

PRAGMA user_version counts the migrations that a file has been through.
"""

from __future__ import annotations

import sqlite3

from cbir.errors import CatalogTooNew

MIGRATIONS: tuple[str, ...] = (
    """
    -- Folders that the user named. A photo belongs to the innermost root that holds it.
    CREATE TABLE root (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        path TEXT NOT NULL UNIQUE,              -- absolute
        added_at REAL NOT NULL                  -- seconds since 1970
    );
    -- Files. The id is stable for the life of the row.
    CREATE TABLE photo (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        root_id INTEGER NOT NULL REFERENCES root (id),
        path TEXT NOT NULL,                     -- below the root, with forward slashes
        size INTEGER NOT NULL,                  -- bytes
        mtime_ns INTEGER NOT NULL,
        fingerprint TEXT NOT NULL,              -- of the content
        format TEXT NOT NULL,
        width INTEGER NOT NULL,                 -- upright, full resolution
        height INTEGER NOT NULL,
        UNIQUE (root_id, path)
    );
    CREATE INDEX photo_by_fingerprint ON photo (fingerprint);
    -- Versions of a photo's content in the index. AUTOINCREMENT: an id is never used twice.
    CREATE TABLE document (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        photo_id INTEGER NOT NULL,              -- no reference: a tombstone outlives its photo
        live INTEGER NOT NULL DEFAULT 1,        -- 0: still in the postings, no longer counted
        store TEXT NOT NULL,                    -- the features segment ...
        store_row INTEGER NOT NULL,             -- ... and the row in it
        postings TEXT NOT NULL                  -- the postings segment
    );
    CREATE UNIQUE INDEX document_of_photo ON document (photo_id) WHERE live;
    CREATE INDEX document_deleted ON document (id) WHERE NOT live;
    CREATE INDEX document_by_postings ON document (postings);
    CREATE INDEX document_by_store ON document (store);
    -- Immutable folders of arrays; what is not listed here is an orphan.
    CREATE TABLE segment (
        name TEXT PRIMARY KEY,
        kind TEXT NOT NULL CHECK (kind IN ('postings', 'features')),
        codebook TEXT NOT NULL,
        options TEXT NOT NULL,                  -- of the features
        documents INTEGER NOT NULL
    ) WITHOUT ROWID;
    -- Files that could not be indexed.
    CREATE TABLE failure (
        root_id INTEGER NOT NULL REFERENCES root (id),
        path TEXT NOT NULL,
        size INTEGER NOT NULL,
        mtime_ns INTEGER NOT NULL,
        reason TEXT NOT NULL,
        lasting INTEGER NOT NULL,               -- 1: the same file would fail again
        failed_at REAL NOT NULL,
        PRIMARY KEY (root_id, path)
    ) WITHOUT ROWID;
    CREATE TABLE setting (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
    """,
    """
    -- Where a root lies on its volume, so that a drive is known again under another mount point.
    ALTER TABLE root ADD COLUMN volume TEXT;            -- names the file system; NULL: not known
    ALTER TABLE root ADD COLUMN volume_path TEXT;       -- from the top of the volume, with forward slashes
    -- Of the working image: equal while an edit changed nothing but metadata. '': not known.
    ALTER TABLE photo ADD COLUMN pixels TEXT NOT NULL DEFAULT '';
    CREATE INDEX photo_by_size ON photo (size);
    """,
)


def migrate(connection: sqlite3.Connection) -> None:
    """Bring a catalog up to date, each migration in a transaction of its own.

    Raises CatalogTooNew when the file has been through more migrations than this program knows.
    """
    for version in range(check_version(connection), len(MIGRATIONS)):
        connection.executescript(
            f"BEGIN IMMEDIATE; {MIGRATIONS[version]} PRAGMA user_version = {version + 1}; COMMIT;"
        )


def check_version(connection: sqlite3.Connection) -> int:
    """How many migrations the file has been through. Raises CatalogTooNew."""
    version = int(connection.execute("PRAGMA user_version").fetchone()[0])
    if version > len(MIGRATIONS):
        raise CatalogTooNew(
            f"This library was written by a newer version of cbir (its catalog has version {version}, this program "
            f"knows up to {len(MIGRATIONS)}). Update cbir to open it; nothing was changed."
        )
    return version
