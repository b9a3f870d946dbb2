"""Picks and colour labels: of a person, and of files."""

from __future__ import annotations

from cbir.catalog.schema.exposure import FURTHER
from cbir.catalog.schema.folded import COPY_FOLDED
from cbir.catalog.schema.tables import KEPT_MARK

_PICKED = """SELECT photo_id FROM mark WHERE pick = 1
    UNION ALL SELECT photo_id FROM metadata WHERE pick = 1
        AND photo_id NOT IN (SELECT photo_id FROM mark WHERE pick IS NOT NULL)"""
FLAGS: dict[str, str] = {
    "pick": f"(facet.photo_id IN ({_PICKED}) AND coalesce(facet.rating, 0) >= 0)",
    "reject": "(coalesce(facet.rating, 0) < 0)",
    "none": f"(facet.photo_id NOT IN ({_PICKED}) AND coalesce(facet.rating, 0) >= 0)",
}
"""Conditions on the table facet, by flag. A rejected photo is no pick, whatever its file says."""

LABELLED = "mark_labelled"
LABELS = """SELECT photo_id, label FROM mark WHERE label > ''
    UNION ALL SELECT photo_id, label FROM metadata WHERE label IS NOT NULL
        AND photo_id NOT IN (SELECT photo_id FROM mark WHERE label IS NOT NULL)"""
"""Photos with their effective labels: the one that a person set, or else the one in the file."""


def photo_words(further_keywords: str = "") -> str:
    """The view of each photo's words, by field. further_keywords : SQL behind its keywords"""
    return f"""CREATE VIEW photo_words AS
        SELECT photo.id AS id,
            substr(photo.path, length(rtrim(photo.path, replace(photo.path, '/', ''))) + 1) AS name,
            substr(root.path, length(rtrim(root.path, replace(root.path, '/', ''))) + 1)
                || ' ' || rtrim(photo.path, replace(photo.path, '/', '')) AS folder,
            coalesce(title, '') || ' ' || coalesce(caption, '') {FURTHER} AS title,
            CASE WHEN mark.photo_id IS NULL THEN coalesce(keywords, '') ELSE
                coalesce((
                    SELECT group_concat(value, ', ') FROM json_each(coalesce(keywords, '[]'))
                    WHERE value NOT IN (SELECT value FROM json_each(mark.removed))
                ), '') || ', ' || coalesce((SELECT group_concat(value, ', ') FROM json_each(mark.added)), '')
            END || ' ' || coalesce(places, '') || coalesce(' ' || nullif(people, '[]'), '')
                || coalesce(' ' || nullif(places_shown, '[]'), '')
                || coalesce(' ' || coalesce(mark.label, metadata.label), ''){further_keywords} AS keywords,
            coalesce(camera, '') AS camera,
            coalesce(lens, '') AS lens,
            coalesce(substr(taken_at, 1, 10), '') AS taken,
            coalesce(reading.words, '') AS written
        FROM (SELECT id, root_id, CAST(path AS TEXT) AS path FROM photo) AS photo
        JOIN (SELECT id, rtrim(replace(CAST(path AS TEXT), '\\', '/'), '/') AS path FROM root) AS root
            ON root.id = photo.root_id
        LEFT JOIN metadata ON metadata.photo_id = photo.id
        LEFT JOIN mark ON mark.photo_id = photo.id
        LEFT JOIN reading ON reading.photo_id = photo.id;"""


def _restore_marks(*columns: str) -> str:
    """The triggers that keep a removed photo's marks, and give them back to the same photo. columns : of marks"""
    marks = ", ".join(("rating", "added", "removed", *columns))
    return f"""DROP TRIGGER photo_added;
    CREATE TRIGGER photo_added AFTER INSERT ON photo BEGIN
        INSERT INTO facet
            SELECT new.id, NULL, new.root_id, taken_at, NULL, new.format, new.width, new.height, dated_by
            FROM photo_date WHERE id = new.id;
        {COPY_FOLDED} WHERE id = new.id;
        INSERT INTO mark SELECT new.id, {marks} FROM kept_mark WHERE id = {KEPT_MARK};
        DELETE FROM kept_mark WHERE id = {KEPT_MARK};
    END;
    DROP TRIGGER photo_removed;
    CREATE TRIGGER photo_removed BEFORE DELETE ON photo BEGIN
        INSERT INTO kept_mark (fingerprint, root_id, path, {marks})
            SELECT old.fingerprint, old.root_id, old.path, {marks} FROM mark WHERE photo_id = old.id;
        DELETE FROM mark WHERE photo_id = old.id;
        DELETE FROM reading WHERE photo_id = old.id;
        DELETE FROM photo_text WHERE rowid = old.id;
        DELETE FROM facet WHERE photo_id = old.id;
        DELETE FROM metadata WHERE photo_id = old.id;
    END;"""


MIGRATION_TO_FLAGS = f"""
    ALTER TABLE mark ADD COLUMN pick INTEGER;           -- 1: a pick, 0: none; NULL: the file's own counts
    ALTER TABLE mark ADD COLUMN label TEXT;             -- '': none; NULL: the file's own counts
    ALTER TABLE kept_mark ADD COLUMN pick INTEGER;
    ALTER TABLE kept_mark ADD COLUMN label TEXT;
    ALTER TABLE metadata ADD COLUMN pick INTEGER;       -- 1: a pick, 0: none
    CREATE INDEX mark_picked ON mark (photo_id, pick) WHERE pick IS NOT NULL;
    CREATE INDEX {LABELLED} ON mark (photo_id, label) WHERE label IS NOT NULL;
    CREATE INDEX metadata_picked ON metadata (photo_id) WHERE pick = 1;
    CREATE INDEX metadata_labelled ON metadata (photo_id, label) WHERE label IS NOT NULL;

    DROP VIEW photo_words;
    {photo_words()}

    {_restore_marks("pick", "label")}
    -- Files of these formats have no metadata, so no pick either. Those with a sidecar are read again.
    UPDATE metadata SET extractor = 4 WHERE extractor = 3 AND sidecar = '' AND photo_id IN (
        SELECT id FROM photo WHERE format IN ('BMP', 'DIB', 'TGA', 'DDS', 'ICO'));
    """

STARRED = "mark_starred"
"""An index of the current catalog."""

MIGRATION_TO_STARS = f"""
    -- Stars of a rejected photo, which count again once the rejection is taken back; NULL: the file's rating does.
    ALTER TABLE mark ADD COLUMN stars INTEGER;
    ALTER TABLE kept_mark ADD COLUMN stars INTEGER;
    CREATE INDEX {STARRED} ON mark (photo_id) WHERE stars IS NOT NULL;
    {_restore_marks("pick", "label", "stars")}
    """
