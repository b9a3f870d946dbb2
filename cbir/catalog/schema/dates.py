"""A date of every photo."""

from __future__ import annotations

from cbir.catalog.schema.tables import COPY_WORDS_AND_STEMS, KEPT_MARK, refilling_again

DATED_ANYHOW = """
        UPDATE facet SET (taken_at, dated_by) = (SELECT taken_at, dated_by FROM photo_date WHERE id = new.photo_id),
            rating = coalesce((SELECT rating FROM mark WHERE photo_id = new.photo_id), new.rating)
            WHERE photo_id = new.photo_id;"""

MIGRATION_TO_DATES = f"""
    -- A date of every photo: what it says itself, else its file's name, else the time of its file. The name's is found
    -- by the program's function date_in_name(): as with stems(), a connection that has it not cannot write photos.
    ALTER TABLE facet ADD COLUMN dated_by TEXT;      -- 'metadata', 'name' or 'file'
    CREATE VIEW photo_date AS
        SELECT id, coalesce(said, named, written) AS taken_at,
            CASE WHEN said IS NOT NULL THEN 'metadata' WHEN named IS NOT NULL THEN 'name'
                WHEN written IS NOT NULL THEN 'file' END AS dated_by
        FROM (
            SELECT photo.id AS id, metadata.taken_at AS said, date_in_name(CAST(photo.path AS BLOB)) AS named,
                strftime('%Y-%m-%dT%H:%M:%S', mtime_ns / 1000000000, 'unixepoch', 'localtime') AS written
            FROM photo LEFT JOIN metadata ON metadata.photo_id = photo.id
        );
    UPDATE facet SET (taken_at, dated_by) = (SELECT taken_at, dated_by FROM photo_date WHERE id = photo_id);
    DROP TRIGGER photo_added;
    CREATE TRIGGER photo_added AFTER INSERT ON photo BEGIN
        INSERT INTO facet
            SELECT new.id, NULL, new.root_id, taken_at, NULL, new.format, new.width, new.height, dated_by
            FROM photo_date WHERE id = new.id;
        {COPY_WORDS_AND_STEMS} WHERE id = new.id;
        INSERT INTO mark SELECT new.id, rating, added, removed FROM kept_mark WHERE id = {KEPT_MARK};
        DELETE FROM kept_mark WHERE id = {KEPT_MARK};
    END;
    CREATE TRIGGER photo_dated AFTER UPDATE OF path, mtime_ns ON photo WHEN substr(new.path, 1, 2) <> '//' BEGIN
        UPDATE facet SET (taken_at, dated_by) = (SELECT taken_at, dated_by FROM photo_date WHERE id = new.id)
            WHERE photo_id = new.id;
    END;
    {refilling_again("metadata_added", "INSERT ON metadata", "new.photo_id", DATED_ANYHOW)}
    {refilling_again("metadata_changed", "UPDATE ON metadata", "new.photo_id", DATED_ANYHOW)}
    """

MIGRATION_TO_DATED_MOMENTS = """
    -- Before, moments of videos had no metadata. They are read again as if an earlier extractor had read them.
    UPDATE metadata SET extractor = 3 WHERE photo_id IN (SELECT id FROM photo WHERE format = 'Video');
    """
