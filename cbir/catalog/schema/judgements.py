"""Which hits are right for a search, as a person said."""

from __future__ import annotations

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
