"""What a person says of photos: of copies that belong together, and of hits that are right for a search."""

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

MIGRATION_TO_JUDGEMENTS = """
    -- Searches whose hits somebody called right or wrong, and these hits.
    CREATE TABLE judged_query (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        terms TEXT NOT NULL UNIQUE,             -- JSON, as a saved search has them
        labels TEXT NOT NULL                    -- JSON list: the words that stand for each term
    );
    CREATE TABLE judgement (
        query_id INTEGER NOT NULL REFERENCES judged_query (id) ON DELETE CASCADE,
        photo_id INTEGER NOT NULL REFERENCES photo (id) ON DELETE CASCADE,
        grade INTEGER NOT NULL,                 -- 0: wrong; the higher, the better
        PRIMARY KEY (query_id, photo_id)
    ) WITHOUT ROWID;
    CREATE INDEX judgement_photo ON judgement (photo_id);
    CREATE TRIGGER last_judgement_removed AFTER DELETE ON judgement
    WHEN NOT EXISTS (SELECT 1 FROM judgement WHERE query_id = old.query_id) BEGIN
        DELETE FROM judged_query WHERE id = old.query_id;
    END;
    """
