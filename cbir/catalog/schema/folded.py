"""The full text of folded words: capitals, accents and gaps between words are settled before SQLite splits a text."""

from __future__ import annotations

from cbir.catalog.schema.dates import DATED_ANYHOW
from cbir.catalog.schema.tables import AS_THE_FILE_SAYS, KEPT_MARK, MOVED, RATED
from cbir.catalog.schema.written import ROOT_RENAMED

COPY_FOLDED = """INSERT INTO photo_text (rowid, name, folder, title, keywords, camera, lens, taken, written, stems)
            SELECT id, name, folder, title, keywords, camera, lens, taken, written, stems FROM folded_words"""
TO_FOLD = "text_to_fold"
"""A setting: photos with a smaller id still have the full text of an earlier version. Absent: there are none."""


def _refilling(trigger: str, event: str, photo: str, first: str = "") -> str:
    """A trigger that rewrites the words of a photo. first : statements to run before"""
    return f"""DROP TRIGGER {trigger};
    CREATE TRIGGER {trigger} AFTER {event} BEGIN {first}
        DELETE FROM photo_text WHERE rowid = {photo};
        {COPY_FOLDED} WHERE id = {photo};
    END;"""


MIGRATION_TO_FOLDED_TEXT = f"""
    -- The fields of photo_words as they are indexed. As with stems(), only connections that write have folded().
    CREATE VIEW folded_words AS
        SELECT id, folded(CAST(name AS BLOB)) AS name, folded(CAST(folder AS BLOB)) AS folder,
            folded(CAST(title AS BLOB)) AS title, folded(CAST(keywords AS BLOB)) AS keywords,
            folded(CAST(camera AS BLOB)) AS camera, folded(CAST(lens AS BLOB)) AS lens,
            folded(CAST(taken AS BLOB)) AS taken, folded_lines(CAST(written AS BLOB)) AS written,
            stems(CAST(name || ' ' || folder || ' ' || title || ' ' || keywords AS BLOB)) AS stems
        FROM photo_words;
    DROP TRIGGER photo_added;
    CREATE TRIGGER photo_added AFTER INSERT ON photo BEGIN
        INSERT INTO facet
            SELECT new.id, NULL, new.root_id, taken_at, NULL, new.format, new.width, new.height, dated_by
            FROM photo_date WHERE id = new.id;
        {COPY_FOLDED} WHERE id = new.id;
        INSERT INTO mark SELECT new.id, rating, added, removed FROM kept_mark WHERE id = {KEPT_MARK};
        DELETE FROM kept_mark WHERE id = {KEPT_MARK};
    END;
    DROP TRIGGER root_moved;
    CREATE TRIGGER root_moved AFTER UPDATE OF path ON root WHEN {ROOT_RENAMED} BEGIN
        DELETE FROM photo_text WHERE rowid IN (SELECT id FROM photo WHERE root_id = new.id);
        {COPY_FOLDED} WHERE id IN (SELECT id FROM photo WHERE root_id = new.id);
    END;
    {_refilling("photo_moved", MOVED, "new.id")}
    {_refilling("metadata_added", "INSERT ON metadata", "new.photo_id", DATED_ANYHOW)}
    {_refilling("metadata_changed", "UPDATE ON metadata", "new.photo_id", DATED_ANYHOW)}
    {_refilling("mark_added", "INSERT ON mark", "new.photo_id", RATED)}
    {_refilling("mark_changed", "UPDATE ON mark", "new.photo_id", RATED)}
    {_refilling("mark_removed", "DELETE ON mark", "old.photo_id", AS_THE_FILE_SAYS)}
    {_refilling("reading_added", "INSERT ON reading", "new.photo_id")}
    {_refilling("reading_changed", "UPDATE ON reading", "new.photo_id")}
    {_refilling("reading_removed", "DELETE ON reading", "old.photo_id")}
    -- A library of before: its photos are folded in the background, the newest first.
    INSERT INTO setting SELECT '{TO_FOLD}', max(id) + 1 FROM photo HAVING count(*) > 0;
    """

# The words of the full text as a table, for suggestions of a spelling.
MIGRATION_TO_VOCABULARY = """
    -- A view of photo_text's own index: it stores nothing.
    CREATE VIRTUAL TABLE text_word USING fts5vocab (photo_text, 'col');
"""
