"""Metadata that photos received from copies in the trash, and vanished photos by their pixels."""

from __future__ import annotations

from cbir.catalog.schema.said import photo_in_terms

MIGRATION_TO_HANDED_OVER = f"""
    -- What a photo received from a copy that went to the trash. The table metadata holds these values together with the
    -- file's own, so that filters and the full text follow by their triggers; own_metadata holds the file's own alone.
    CREATE TABLE handed_over (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        photo_id INTEGER NOT NULL,              -- no reference: the row waits for a photo that is gone
        source TEXT NOT NULL,                   -- where the file was that is in the trash
        fingerprint TEXT NOT NULL,              -- of its content
        through TEXT NOT NULL,                  -- a copy that had received it before, and went too; '': none
        received TEXT NOT NULL,                 -- JSON: values, places in albums, judgements
        sidecar TEXT,                           -- that was written; NULL: none
        sidecar_before BLOB,                    -- its content; NULL: there was none
        sidecar_after TEXT,                     -- digest of what was written
        handed_at REAL NOT NULL,
        UNIQUE (photo_id, source, through)
    );
    CREATE INDEX handed_over_by_source ON handed_over (source);
    CREATE TABLE own_metadata (
        photo_id INTEGER PRIMARY KEY,           -- of photos that received something
        said TEXT NOT NULL                      -- JSON: what the file and its sidecar say
    );
    CREATE TRIGGER own_metadata_removed AFTER DELETE ON metadata BEGIN
        DELETE FROM own_metadata WHERE photo_id = old.photo_id;
    END;
    -- Photos whose files were no longer found, until a new file shows the same: moved, and its metadata changed.
    CREATE TABLE vanished (
        photo_id INTEGER PRIMARY KEY,           -- no reference: it is gone
        pixels TEXT NOT NULL,
        fingerprint TEXT NOT NULL,
        root_id INTEGER NOT NULL,
        path TEXT NOT NULL,
        seen INTEGER NOT NULL                   -- the newest photo that was looked at for it
    );
    DROP TRIGGER judged_photo_removed;
    CREATE TRIGGER judged_photo_removed BEFORE DELETE ON photo
    WHEN EXISTS (SELECT 1 FROM judgement WHERE photo_id = old.id)
        OR EXISTS (SELECT 1 FROM judged_query WHERE instr(terms, {photo_in_terms("old.id")}))
        OR EXISTS (SELECT 1 FROM kept_judgement WHERE instr(terms, {photo_in_terms("old.id")}))
        OR EXISTS (SELECT 1 FROM album_photo WHERE photo_id = old.id)
        OR EXISTS (SELECT 1 FROM handed_over WHERE photo_id = old.id) BEGIN
        INSERT INTO departed_photo VALUES (old.id, old.fingerprint, old.root_id, old.path, NULL);
        INSERT INTO kept_judgement SELECT old.id, terms, labels, grade
            FROM judgement JOIN judged_query ON id = query_id WHERE photo_id = old.id;
    END;
    CREATE TRIGGER handed_over_returned BEFORE UPDATE OF returned ON departed_photo BEGIN
        UPDATE OR REPLACE handed_over SET photo_id = new.returned WHERE photo_id = new.photo_id;
    END;
    """
