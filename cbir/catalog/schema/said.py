"""Tables of a person's statements: verdicts on duplicates, judgements of hits, and albums."""

from __future__ import annotations


def photo_in_terms(photo: str) -> str:
    """A photo's entry in the JSON of a search, as SQL. `sign` follows it, and quotes inside texts are escaped."""
    return f"""'"photo": ' || {photo} || ','"""


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

MIGRATION_TO_PLACED_VERDICTS = """
    -- A file that somebody said something of is named by its root and its path there, and followed where it moves.
    -- alone: it was the only file of its content then, so that another one of it is the same, wherever it is found.
    ALTER TABLE duplicate_verdict ADD COLUMN alone INTEGER NOT NULL DEFAULT 0;
    CREATE INDEX duplicate_verdict_other ON duplicate_verdict (other);
    UPDATE OR REPLACE duplicate_verdict SET path = coalesce(
        (SELECT root_id || '/' || photo.path FROM photo JOIN root ON root.id = root_id
         WHERE fingerprint = other AND root.path || '/' || photo.path = duplicate_verdict.path), path);
    CREATE TRIGGER duplicate_verdict_follows AFTER UPDATE OF root_id, path ON photo BEGIN
        UPDATE OR REPLACE duplicate_verdict SET path = new.root_id || '/' || new.path
            WHERE other = new.fingerprint AND path = old.root_id || '/' || old.path;
    END;
    """

MIGRATION_TO_VERDICTS_OF_FILES = """
    -- A file that comes later is another one, whatever it has in it: nobody said anything of it.
    ALTER TABLE duplicate_verdict DROP COLUMN alone;
    """

MIGRATION_TO_POSITIONS = """
    -- Where photos were taken, in rows so narrow that reading all of them is quick.
    CREATE INDEX metadata_by_position ON metadata (latitude, longitude) WHERE latitude IS NOT NULL;
    """

POSITIONS_OF_PHOTOS = "metadata_position_of"
"""An index of the current catalog."""

MIGRATION_TO_POSITIONS_OF_PHOTOS = f"""
    -- The same by photo: the towns of a thousand hits without a thousand rows of metadata, each on a page of its own.
    CREATE INDEX {POSITIONS_OF_PHOTOS} ON metadata (photo_id, latitude, longitude) WHERE latitude IS NOT NULL;
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

MIGRATION_TO_KEPT_JUDGEMENTS = f"""
    -- Photos that are gone and were judged or searched with, by content, until it is seen again, wherever, or until a
    -- file that could not be read can be.
    CREATE TABLE departed_photo (
        photo_id INTEGER PRIMARY KEY,           -- no reference: it is gone
        fingerprint TEXT NOT NULL,
        root_id INTEGER NOT NULL,
        path TEXT NOT NULL,
        returned INTEGER                        -- its id now; set for as long as everything is given back
    );
    CREATE INDEX departed_photo_by_fingerprint ON departed_photo (fingerprint);
    CREATE INDEX departed_photo_by_path ON departed_photo (root_id, path);
    CREATE TABLE kept_judgement (
        photo_id INTEGER NOT NULL REFERENCES departed_photo (photo_id) ON DELETE CASCADE,
        terms TEXT NOT NULL,                    -- as judged_query has them, and the labels
        labels TEXT NOT NULL,
        grade INTEGER NOT NULL,
        PRIMARY KEY (photo_id, terms)
    ) WITHOUT ROWID;
    CREATE TRIGGER judged_photo_removed BEFORE DELETE ON photo
    WHEN EXISTS (SELECT 1 FROM judgement WHERE photo_id = old.id)
        OR EXISTS (SELECT 1 FROM judged_query WHERE instr(terms, {photo_in_terms("old.id")}))
        OR EXISTS (SELECT 1 FROM kept_judgement WHERE instr(terms, {photo_in_terms("old.id")})) BEGIN
        INSERT INTO departed_photo VALUES (old.id, old.fingerprint, old.root_id, old.path, NULL);
        INSERT INTO kept_judgement SELECT old.id, terms, labels, grade
            FROM judgement JOIN judged_query ON id = query_id WHERE photo_id = old.id;
    END;
    CREATE TRIGGER judged_photo_added AFTER INSERT ON photo BEGIN
        UPDATE departed_photo SET returned = new.id WHERE photo_id = (
            SELECT photo_id FROM departed_photo
            WHERE fingerprint = new.fingerprint
                OR (root_id = new.root_id AND path = new.path AND EXISTS (
                    SELECT 1 FROM failure WHERE root_id = new.root_id AND path = new.path))
            ORDER BY path = new.path DESC, root_id = new.root_id DESC, photo_id DESC LIMIT 1
        );
    END;
    CREATE TRIGGER judged_photo_returned AFTER UPDATE OF returned ON departed_photo BEGIN
        UPDATE judged_query
            SET terms = replace(terms, {photo_in_terms("new.photo_id")}, {photo_in_terms("new.returned")})
            WHERE instr(terms, {photo_in_terms("new.photo_id")});
        UPDATE kept_judgement
            SET terms = replace(terms, {photo_in_terms("new.photo_id")}, {photo_in_terms("new.returned")})
            WHERE instr(terms, {photo_in_terms("new.photo_id")});
        INSERT OR IGNORE INTO judged_query (terms, labels)
            SELECT terms, labels FROM kept_judgement WHERE photo_id = new.photo_id;
        INSERT OR IGNORE INTO judgement
            SELECT judged_query.id, new.returned, grade FROM kept_judgement JOIN judged_query USING (terms)
            WHERE photo_id = new.photo_id;
        DELETE FROM departed_photo WHERE photo_id = new.photo_id;
    END;
    """

MIGRATION_TO_ALBUMS = f"""
    -- Searches that are kept, as "all photos of this thing".
    CREATE TABLE album (
        id TEXT PRIMARY KEY,                    -- random: whoever keeps one first makes it
        made_at REAL NOT NULL,                  -- they are listed in this order
        name TEXT NOT NULL,
        query TEXT NOT NULL,                    -- JSON
        opened INTEGER NOT NULL DEFAULT 0,      -- how often; until it is nothing of it is new
        removed_at REAL                         -- it can be put back for a while
    ) WITHOUT ROWID;
    CREATE TABLE album_photo (
        album_id TEXT NOT NULL REFERENCES album (id) ON DELETE CASCADE,
        photo_id INTEGER NOT NULL,              -- no reference: the row waits for a photo that is gone
        said INTEGER CHECK (said IN (0, 1)),    -- by hand: 1 in, 0 out, whatever the search finds
        seen INTEGER NOT NULL DEFAULT 0,        -- the opening at which it was there first; 0: none
        asked INTEGER NOT NULL DEFAULT 0,       -- the search asks with it
        PRIMARY KEY (album_id, photo_id)
    ) WITHOUT ROWID;
    CREATE INDEX album_photo_by_photo ON album_photo (photo_id);
    DROP TRIGGER judged_photo_removed;
    CREATE TRIGGER judged_photo_removed BEFORE DELETE ON photo
    WHEN EXISTS (SELECT 1 FROM judgement WHERE photo_id = old.id)
        OR EXISTS (SELECT 1 FROM judged_query WHERE instr(terms, {photo_in_terms("old.id")}))
        OR EXISTS (SELECT 1 FROM kept_judgement WHERE instr(terms, {photo_in_terms("old.id")}))
        OR EXISTS (SELECT 1 FROM album_photo WHERE photo_id = old.id) BEGIN
        INSERT INTO departed_photo VALUES (old.id, old.fingerprint, old.root_id, old.path, NULL);
        INSERT INTO kept_judgement SELECT old.id, terms, labels, grade
            FROM judgement JOIN judged_query ON id = query_id WHERE photo_id = old.id;
    END;
    -- Before, since what gives judgements back ends with the row's removal.
    CREATE TRIGGER album_photo_returned BEFORE UPDATE OF returned ON departed_photo BEGIN
        UPDATE album
            SET query = replace(query, {photo_in_terms("new.photo_id")}, {photo_in_terms("new.returned")})
            WHERE id IN (SELECT album_id FROM album_photo WHERE photo_id = new.photo_id AND asked);
        UPDATE OR REPLACE album_photo SET photo_id = new.returned WHERE photo_id = new.photo_id;
    END;
    """
