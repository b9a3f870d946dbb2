"""Recognised text in photos: a field of the full text, and its words by trigrams."""

from __future__ import annotations

from cbir.catalog.schema.dates import DATED_ANYHOW
from cbir.catalog.schema.tables import AS_THE_FILE_SAYS, KEPT_MARK, MOVED, RATED

_COPY = """INSERT INTO photo_text (rowid, name, folder, title, keywords, camera, lens, taken, written, stems)
            SELECT *, stems(CAST(name || ' ' || folder || ' ' || title || ' ' || keywords AS BLOB))
            FROM photo_words"""
ROOT_RENAMED = """substr(new.path, length(rtrim(new.path, replace(new.path, '/', ''))) + 1)
        <> substr(old.path, length(rtrim(old.path, replace(old.path, '/', ''))) + 1)"""
_CONTENT = "CASE new.pixels WHEN '' THEN new.fingerprint ELSE new.pixels END"


def _refilling(trigger: str, event: str, photo: str, first: str = "", *, replaced: bool = True) -> str:
    """A trigger that rewrites the words of a photo. first : statements to run before"""
    dropped = f"DROP TRIGGER {trigger};\n    " if replaced else ""
    return f"""{dropped}CREATE TRIGGER {trigger} AFTER {event} BEGIN {first}
        DELETE FROM photo_text WHERE rowid = {photo};
        {_COPY} WHERE id = {photo};
    END;"""


MIGRATION_TO_WRITTEN_TEXT = f"""
    -- What was read in a photo's picture. A photo without a row here has not been read yet.
    CREATE TABLE reading (
        photo_id INTEGER PRIMARY KEY REFERENCES photo (id) ON DELETE CASCADE,
        content TEXT NOT NULL,                  -- photo.pixels; where that is not known photo.fingerprint
        reader TEXT NOT NULL,                   -- fingerprint of what read it
        words TEXT NOT NULL,                    -- of all lines, as they are searched
        lines TEXT NOT NULL                     -- JSON list: text, corners, confidence, where its words are
    );
    CREATE INDEX reading_by_reader ON reading (reader);
    -- Each word that was read anywhere, found by parts of it: readers err, and run words together.
    CREATE TABLE written_word (
        id INTEGER PRIMARY KEY,
        word TEXT NOT NULL UNIQUE,              -- small letters without accents
        skeleton TEXT NOT NULL                  -- with one sign for those that look alike
    );
    CREATE VIRTUAL TABLE written_trigram USING fts5 (
        skeleton, content = 'written_word', content_rowid = 'id', tokenize = 'trigram', detail = 'none'
    );

    DROP VIEW photo_words;
    CREATE VIEW photo_words AS
        SELECT photo.id AS id,
            substr(photo.path, length(rtrim(photo.path, replace(photo.path, '/', ''))) + 1) AS name,
            substr(root.path, length(rtrim(root.path, replace(root.path, '/', ''))) + 1)
                || ' ' || rtrim(photo.path, replace(photo.path, '/', '')) AS folder,
            coalesce(title, '') || ' ' || coalesce(caption, '') AS title,
            CASE WHEN mark.photo_id IS NULL THEN coalesce(keywords, '') ELSE
                coalesce((
                    SELECT group_concat(value, ', ') FROM json_each(coalesce(keywords, '[]'))
                    WHERE value NOT IN (SELECT value FROM json_each(mark.removed))
                ), '') || ', ' || coalesce((SELECT group_concat(value, ', ') FROM json_each(mark.added)), '')
            END || ' ' || coalesce(places, '') AS keywords,
            coalesce(camera, '') AS camera,
            coalesce(lens, '') AS lens,
            coalesce(substr(taken_at, 1, 10), '') AS taken,
            coalesce(reading.words, '') AS written
        FROM (SELECT id, root_id, CAST(path AS TEXT) AS path FROM photo) AS photo
        JOIN (SELECT id, rtrim(replace(CAST(path AS TEXT), '\\', '/'), '/') AS path FROM root) AS root
            ON root.id = photo.root_id
        LEFT JOIN metadata ON metadata.photo_id = photo.id
        LEFT JOIN mark ON mark.photo_id = photo.id
        LEFT JOIN reading ON reading.photo_id = photo.id;

    DROP TABLE photo_text;
    CREATE VIRTUAL TABLE photo_text USING fts5 (
        name, folder, title, keywords, camera, lens, taken, written, stems,
        tokenize = 'unicode61 remove_diacritics 2', prefix = '2 3'
    );
    INSERT INTO photo_text (photo_text, rank)
        VALUES ('rank', 'bm25(10.0, 4.0, 6.0, 8.0, 3.0, 1.0, 4.0, 5.0, 3.0)');
    {_COPY};
    DROP TRIGGER photo_added;
    CREATE TRIGGER photo_added AFTER INSERT ON photo BEGIN
        INSERT INTO facet
            SELECT new.id, NULL, new.root_id, taken_at, NULL, new.format, new.width, new.height, dated_by
            FROM photo_date WHERE id = new.id;
        {_COPY} WHERE id = new.id;
        INSERT INTO mark SELECT new.id, rating, added, removed FROM kept_mark WHERE id = {KEPT_MARK};
        DELETE FROM kept_mark WHERE id = {KEPT_MARK};
    END;
    DROP TRIGGER photo_removed;
    CREATE TRIGGER photo_removed BEFORE DELETE ON photo BEGIN
        INSERT INTO kept_mark (fingerprint, root_id, path, rating, added, removed)
            SELECT old.fingerprint, old.root_id, old.path, rating, added, removed FROM mark
            WHERE photo_id = old.id;
        DELETE FROM mark WHERE photo_id = old.id;
        DELETE FROM reading WHERE photo_id = old.id;
        DELETE FROM photo_text WHERE rowid = old.id;
        DELETE FROM facet WHERE photo_id = old.id;
        DELETE FROM metadata WHERE photo_id = old.id;
    END;
    -- Another picture under the same name: what the one before said is no longer there.
    CREATE TRIGGER photo_redrawn AFTER UPDATE OF fingerprint, pixels ON photo BEGIN
        DELETE FROM reading WHERE photo_id = new.id AND content <> {_CONTENT};
    END;
    DROP TRIGGER root_moved;
    CREATE TRIGGER root_moved AFTER UPDATE OF path ON root WHEN {ROOT_RENAMED} BEGIN
        DELETE FROM photo_text WHERE rowid IN (SELECT id FROM photo WHERE root_id = new.id);
        {_COPY} WHERE id IN (SELECT id FROM photo WHERE root_id = new.id);
    END;
    {_refilling("photo_moved", MOVED, "new.id")}
    {_refilling("metadata_added", "INSERT ON metadata", "new.photo_id", DATED_ANYHOW)}
    {_refilling("metadata_changed", "UPDATE ON metadata", "new.photo_id", DATED_ANYHOW)}
    {_refilling("mark_added", "INSERT ON mark", "new.photo_id", RATED)}
    {_refilling("mark_changed", "UPDATE ON mark", "new.photo_id", RATED)}
    {_refilling("mark_removed", "DELETE ON mark", "old.photo_id", AS_THE_FILE_SAYS)}
    {_refilling("reading_added", "INSERT ON reading", "new.photo_id", replaced=False)}
    {_refilling("reading_changed", "UPDATE ON reading", "new.photo_id", replaced=False)}
    {_refilling("reading_removed", "DELETE ON reading", "old.photo_id", replaced=False)}
    """

MIGRATION_TO_CJK = f"""
    -- Chinese, Japanese and Korean characters are indexed one by one, among the stems: they come without spaces.
    DELETE FROM photo_text WHERE rowid IN (
        SELECT id FROM photo_words
        WHERE has_cjk(CAST(name || ' ' || folder || ' ' || title || ' ' || keywords AS BLOB))
    );
    {_COPY} WHERE id NOT IN (SELECT rowid FROM photo_text);
    """
