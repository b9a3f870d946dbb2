"""The similarity map: a place on a plane for each content, and groups of places."""

from __future__ import annotations

MIGRATION_TO_SIMILARITY = """
    CREATE TABLE similarity_group (
        id INTEGER PRIMARY KEY AUTOINCREMENT,   -- no id is used twice
        parent INTEGER,                         -- the larger group; NULL: it is a large one
        name TEXT NOT NULL,                     -- a keyword that fits; '': none
        icon TEXT NOT NULL                      -- fingerprint of the most typical content
    );
    CREATE TABLE similarity_place (
        fingerprint TEXT PRIMARY KEY,
        x REAL NOT NULL,
        y REAL NOT NULL,
        group_id INTEGER                        -- the small group; NULL: none
    ) WITHOUT ROWID;
    """
