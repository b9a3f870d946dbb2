"""Photos that belong together, and what a person said of them."""

from __future__ import annotations

MIGRATION_TO_DUPLICATES = """
    -- What pictures look like, for their copies, by content: made again where a row is missing.
    CREATE TABLE picture_hash (
        fingerprint TEXT PRIMARY KEY,
        hash BLOB NOT NULL
    ) WITHOUT ROWID;
    -- Pairs of contents that were compared, the smaller fingerprint first. cause '': they do not belong together.
    CREATE TABLE compared (
        first TEXT NOT NULL,
        second TEXT NOT NULL,
        version INTEGER NOT NULL,               -- of what compared them
        cause TEXT NOT NULL,
        finding TEXT NOT NULL,                  -- JSON: where the one lies in the other, and what differs
        PRIMARY KEY (first, second)
    ) WITHOUT ROWID;
    -- What a person said of two contents, or of two files of one content. No reference: it outlives both photos.
    CREATE TABLE duplicate_verdict (
        kept TEXT NOT NULL,                     -- fingerprint
        other TEXT NOT NULL,                    -- fingerprint
        path TEXT NOT NULL,                     -- of the other file, where both have one content; else ''
        verdict TEXT NOT NULL CHECK (verdict IN ('different', 'both', 'trash')),
        said_at REAL NOT NULL,
        PRIMARY KEY (kept, other, path)
    ) WITHOUT ROWID;
    """
