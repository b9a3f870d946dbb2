"""Photos, documents, segments, metadata and marks, and the full text of all of them."""

from __future__ import annotations

_COPY_WORDS = """INSERT INTO photo_text (rowid, name, folder, title, keywords, camera, lens, taken)
            SELECT * FROM photo_words"""
COPY_WORDS_AND_STEMS = """INSERT INTO photo_text (rowid, name, folder, title, keywords, camera, lens, taken, stems)
            SELECT *, stems(CAST(name || ' ' || folder || ' ' || title || ' ' || keywords AS BLOB))
            FROM photo_words"""
KEPT_MARK = """(
            SELECT id FROM kept_mark
            WHERE fingerprint = new.fingerprint
                OR (root_id = new.root_id AND path = new.path AND EXISTS (
                    SELECT 1 FROM failure WHERE root_id = new.root_id AND path = new.path))
            ORDER BY root_id = new.root_id AND path = new.path DESC, id DESC LIMIT 1
        )"""


def _refilling(trigger: str, event: str, photo: str, first: str = "", *, copy: str = _COPY_WORDS) -> str:
    """A trigger that rewrites the words of a photo. first : statements to run before"""
    return f"""CREATE TRIGGER {trigger} AFTER {event} BEGIN {first}
        DELETE FROM photo_text WHERE rowid = {photo};
        {copy} WHERE id = {photo};
    END;"""


def refilling_again(trigger: str, event: str, photo: str, first: str = "") -> str:
    """The same trigger in place of the previous one, with the stems of the words."""
    made = _refilling(trigger, event, photo, first, copy=COPY_WORDS_AND_STEMS)
    return f"DROP TRIGGER {trigger};\n    {made}"


_UNMARKED = """
        UPDATE facet SET taken_at = new.taken_at, rating = new.rating WHERE photo_id = new.photo_id;"""
DATED = """
        UPDATE facet SET taken_at = new.taken_at, rating = coalesce(
            (SELECT rating FROM mark WHERE photo_id = new.photo_id), new.rating
        ) WHERE photo_id = new.photo_id;"""
RATED = """
        UPDATE facet SET rating = coalesce(
            new.rating, (SELECT rating FROM metadata WHERE photo_id = new.photo_id)
        ) WHERE photo_id = new.photo_id;"""
AS_THE_FILE_SAYS = """
        UPDATE facet SET rating = (SELECT rating FROM metadata WHERE photo_id = old.photo_id)
            WHERE photo_id = old.photo_id;"""
MOVED = """UPDATE OF root_id, path ON photo
    WHEN (new.root_id, new.path) <> (old.root_id, old.path) AND substr(new.path, 1, 2) <> '//'"""

MIGRATIONS_TO_STEMS: tuple[str, ...] = (
    """
    -- Folders that the user named. A photo belongs to the innermost root that holds it.
    CREATE TABLE root (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        path TEXT NOT NULL UNIQUE,              -- absolute
        added_at REAL NOT NULL                  -- seconds since 1970
    );
    -- Files. The id is stable for the life of the row.
    CREATE TABLE photo (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        root_id INTEGER NOT NULL REFERENCES root (id),
        path TEXT NOT NULL,                     -- below the root, with forward slashes
        size INTEGER NOT NULL,                  -- bytes
        mtime_ns INTEGER NOT NULL,
        fingerprint TEXT NOT NULL,              -- of the content
        format TEXT NOT NULL,
        width INTEGER NOT NULL,                 -- upright, full resolution
        height INTEGER NOT NULL,
        UNIQUE (root_id, path)
    );
    CREATE INDEX photo_by_fingerprint ON photo (fingerprint);
    -- Versions of a photo's content in the index. AUTOINCREMENT: an id is never used twice.
    CREATE TABLE document (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        photo_id INTEGER NOT NULL,              -- no reference: a tombstone outlives its photo
        live INTEGER NOT NULL DEFAULT 1,        -- 0: still in the postings, no longer counted
        store TEXT NOT NULL,                    -- the features segment ...
        store_row INTEGER NOT NULL,             -- ... and the row in it
        postings TEXT NOT NULL                  -- the postings segment
    );
    CREATE UNIQUE INDEX document_of_photo ON document (photo_id) WHERE live;
    CREATE INDEX document_deleted ON document (id) WHERE NOT live;
    CREATE INDEX document_by_postings ON document (postings);
    CREATE INDEX document_by_store ON document (store);
    -- Immutable folders of arrays; what is not listed here is an orphan.
    CREATE TABLE segment (
        name TEXT PRIMARY KEY,
        kind TEXT NOT NULL CHECK (kind IN ('postings', 'features')),
        codebook TEXT NOT NULL,
        options TEXT NOT NULL,                  -- of the features
        documents INTEGER NOT NULL
    ) WITHOUT ROWID;
    -- Files that could not be indexed.
    CREATE TABLE failure (
        root_id INTEGER NOT NULL REFERENCES root (id),
        path TEXT NOT NULL,
        size INTEGER NOT NULL,
        mtime_ns INTEGER NOT NULL,
        reason TEXT NOT NULL,
        lasting INTEGER NOT NULL,               -- 1: the same file would fail again
        failed_at REAL NOT NULL,
        PRIMARY KEY (root_id, path)
    ) WITHOUT ROWID;
    CREATE TABLE setting (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
    """,
    """
    -- Where a root lies on its volume, so that a drive is known again under another mount point.
    ALTER TABLE root ADD COLUMN volume TEXT;            -- names the file system; NULL: not known
    ALTER TABLE root ADD COLUMN volume_path TEXT;       -- from the top of the volume, with forward slashes
    -- Of the working image: equal while an edit changed nothing but metadata. '': not known.
    ALTER TABLE photo ADD COLUMN pixels TEXT NOT NULL DEFAULT '';
    CREATE INDEX photo_by_size ON photo (size);
    """,
    f"""
    -- What a photo's file and its sidecar say of it. A photo without a row here has not been asked yet.
    CREATE TABLE metadata (
        photo_id INTEGER PRIMARY KEY REFERENCES photo (id) ON DELETE CASCADE,
        extractor INTEGER NOT NULL,             -- version of what read it
        sidecar TEXT NOT NULL,                  -- name, size and time of the sidecar; '': there was none
        taken_at TEXT,                          -- ISO 8601, local time
        make TEXT,
        model TEXT,
        camera TEXT,                            -- both, the make once
        lens TEXT,
        latitude REAL,                          -- decimal degrees
        longitude REAL,
        rating INTEGER,                         -- 0 to 5, -1 rejected
        keywords TEXT NOT NULL,                 -- JSON list
        title TEXT,
        caption TEXT,
        places TEXT NOT NULL,                   -- JSON list: location, city, region, country
        orientation INTEGER                     -- 1 to 8, as in EXIF
    );
    -- What filters ask for, of all photos, in rows so narrow that reading all of them is quick.
    CREATE TABLE facet (
        photo_id INTEGER PRIMARY KEY REFERENCES photo (id) ON DELETE CASCADE,
        document_id INTEGER,                    -- the live one
        root_id INTEGER NOT NULL,
        taken_at TEXT,
        rating INTEGER,
        format TEXT NOT NULL,
        width INTEGER NOT NULL,
        height INTEGER NOT NULL
    );
    -- What words are searched in. rowid is the photo's id.
    CREATE VIRTUAL TABLE photo_text USING fts5 (
        name, folder, title, keywords, camera, lens, taken,
        tokenize = 'unicode61 remove_diacritics 2', prefix = '2 3'
    );
    INSERT INTO photo_text (photo_text, rank) VALUES ('rank', 'bm25(10.0, 4.0, 6.0, 8.0, 3.0, 1.0, 4.0)');
    -- The one place that says which text of a photo belongs into which field.
    CREATE VIEW photo_words AS
        SELECT photo.id AS id,
            substr(photo.path, length(rtrim(photo.path, replace(photo.path, '/', ''))) + 1) AS name,
            substr(root.path, length(rtrim(root.path, replace(root.path, '/', ''))) + 1)
                || ' ' || rtrim(photo.path, replace(photo.path, '/', '')) AS folder,
            coalesce(title, '') || ' ' || coalesce(caption, '') AS title,
            coalesce(keywords, '') || ' ' || coalesce(places, '') AS keywords,
            coalesce(camera, '') AS camera,
            coalesce(lens, '') AS lens,
            coalesce(substr(taken_at, 1, 10), '') AS taken
        FROM (SELECT id, root_id, CAST(path AS TEXT) AS path FROM photo) AS photo
        JOIN (SELECT id, rtrim(replace(CAST(path AS TEXT), '\\', '/'), '/') AS path FROM root) AS root
            ON root.id = photo.root_id
        LEFT JOIN metadata ON metadata.photo_id = photo.id;

    -- Both follow by themselves, whoever changes a photo. A path that begins with // is on its way.
    CREATE TRIGGER photo_added AFTER INSERT ON photo BEGIN
        INSERT INTO facet VALUES (new.id, NULL, new.root_id, NULL, NULL, new.format, new.width, new.height);
        {_COPY_WORDS} WHERE id = new.id;
    END;
    CREATE TRIGGER photo_changed AFTER UPDATE OF root_id, format, width, height ON photo BEGIN
        UPDATE facet SET root_id = new.root_id, format = new.format, width = new.width, height = new.height
            WHERE photo_id = new.id;
    END;
    {_refilling("photo_moved", MOVED, "new.id")}
    CREATE TRIGGER photo_removed BEFORE DELETE ON photo BEGIN
        DELETE FROM photo_text WHERE rowid = old.id;
        DELETE FROM facet WHERE photo_id = old.id;
        DELETE FROM metadata WHERE photo_id = old.id;
    END;
    CREATE TRIGGER root_moved AFTER UPDATE OF path ON root
    WHEN substr(new.path, length(rtrim(new.path, replace(new.path, '/', ''))) + 1)
        <> substr(old.path, length(rtrim(old.path, replace(old.path, '/', ''))) + 1) BEGIN
        DELETE FROM photo_text WHERE rowid IN (SELECT id FROM photo WHERE root_id = new.id);
        {_COPY_WORDS} WHERE id IN (SELECT id FROM photo WHERE root_id = new.id);
    END;
    CREATE TRIGGER document_added AFTER INSERT ON document WHEN new.live BEGIN
        UPDATE facet SET document_id = new.id WHERE photo_id = new.photo_id;
    END;
    CREATE TRIGGER document_ended AFTER UPDATE OF live ON document WHEN NOT new.live BEGIN
        UPDATE facet SET document_id = NULL WHERE photo_id = new.photo_id AND document_id = new.id;
    END;
    CREATE TRIGGER document_removed AFTER DELETE ON document WHEN old.live BEGIN
        UPDATE facet SET document_id = NULL WHERE photo_id = old.photo_id AND document_id = old.id;
    END;
    {_refilling("metadata_added", "INSERT ON metadata", "new.photo_id", _UNMARKED)}
    {_refilling("metadata_changed", "UPDATE ON metadata", "new.photo_id", _UNMARKED)}

    -- A library of before: names can be searched at once, metadata once the next index has read it.
    INSERT INTO facet SELECT photo.id, document.id, root_id, NULL, NULL, format, width, height
        FROM photo LEFT JOIN document ON document.photo_id = photo.id AND live;
    {_COPY_WORDS};
    """,
    """
    -- Files that could not be read by the program of before, and may be by this one.
    UPDATE failure SET lasting = 0
        WHERE reason LIKE '%camera raw%' OR reason LIKE '%pillow-heif%' OR reason LIKE '%enough memory%';
    """,
    f"""
    -- What the user set here. It wins over the table metadata, which keeps what the file says.
    CREATE TABLE mark (
        photo_id INTEGER PRIMARY KEY REFERENCES photo (id) ON DELETE CASCADE,
        rating INTEGER,                         -- 0 to 5, -1 rejected; NULL: the file's own counts
        added TEXT NOT NULL,                    -- JSON list: keywords beside the file's
        removed TEXT NOT NULL                   -- JSON list: those of the file's keywords that do not count
    );
    -- Marks of photos that are gone: they are given back when the content is seen again, wherever, or when a
    -- file that could not be read can be.
    CREATE TABLE kept_mark (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        fingerprint TEXT NOT NULL,
        root_id INTEGER NOT NULL,
        path TEXT NOT NULL,
        rating INTEGER,
        added TEXT NOT NULL,
        removed TEXT NOT NULL
    );
    CREATE INDEX kept_mark_by_fingerprint ON kept_mark (fingerprint);
    CREATE INDEX kept_mark_by_path ON kept_mark (root_id, path);

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
            coalesce(substr(taken_at, 1, 10), '') AS taken
        FROM (SELECT id, root_id, CAST(path AS TEXT) AS path FROM photo) AS photo
        JOIN (SELECT id, rtrim(replace(CAST(path AS TEXT), '\\', '/'), '/') AS path FROM root) AS root
            ON root.id = photo.root_id
        LEFT JOIN metadata ON metadata.photo_id = photo.id
        LEFT JOIN mark ON mark.photo_id = photo.id;

    DROP TRIGGER photo_added;
    CREATE TRIGGER photo_added AFTER INSERT ON photo BEGIN
        INSERT INTO facet VALUES (new.id, NULL, new.root_id, NULL, NULL, new.format, new.width, new.height);
        {_COPY_WORDS} WHERE id = new.id;
        INSERT INTO mark SELECT new.id, rating, added, removed FROM kept_mark WHERE id = {KEPT_MARK};
        DELETE FROM kept_mark WHERE id = {KEPT_MARK};
    END;
    DROP TRIGGER photo_removed;
    CREATE TRIGGER photo_removed BEFORE DELETE ON photo BEGIN
        INSERT INTO kept_mark (fingerprint, root_id, path, rating, added, removed)
            SELECT old.fingerprint, old.root_id, old.path, rating, added, removed FROM mark
            WHERE photo_id = old.id;
        DELETE FROM mark WHERE photo_id = old.id;
        DELETE FROM photo_text WHERE rowid = old.id;
        DELETE FROM facet WHERE photo_id = old.id;
        DELETE FROM metadata WHERE photo_id = old.id;
    END;
    DROP TRIGGER metadata_added;
    {_refilling("metadata_added", "INSERT ON metadata", "new.photo_id", DATED)}
    DROP TRIGGER metadata_changed;
    {_refilling("metadata_changed", "UPDATE ON metadata", "new.photo_id", DATED)}
    {_refilling("mark_added", "INSERT ON mark", "new.photo_id", RATED)}
    {_refilling("mark_changed", "UPDATE ON mark", "new.photo_id", RATED)}
    {_refilling("mark_removed", "DELETE ON mark", "old.photo_id", AS_THE_FILE_SAYS)}
    """,
    """
    -- A third kind of segment: embeddings. What made it is a codebook or a model.
    CREATE TABLE segment_of_three_kinds (
        name TEXT PRIMARY KEY,
        kind TEXT NOT NULL CHECK (kind IN ('postings', 'features', 'vectors')),
        codebook TEXT NOT NULL,                 -- fingerprint; of vectors: of the model
        options TEXT NOT NULL,                  -- of the features
        documents INTEGER NOT NULL
    ) WITHOUT ROWID;
    INSERT INTO segment_of_three_kinds SELECT * FROM segment;
    DROP TABLE segment;
    ALTER TABLE segment_of_three_kinds RENAME TO segment;
    """,
    """
    -- Folders that the user took out of the library again: no scan of their root enters them.
    CREATE TABLE excluded_folder (
        root_id INTEGER NOT NULL REFERENCES root (id),
        path TEXT NOT NULL,                     -- below the root, with forward slashes
        PRIMARY KEY (root_id, path)
    ) WITHOUT ROWID;
    """,
    """
    -- Counts the changes of what a search has mapped. A star, a keyword or a move is none of them.
    CREATE TABLE index_revision (revision INTEGER NOT NULL);
    INSERT INTO index_revision VALUES (0);
    CREATE TRIGGER segment_counts AFTER INSERT ON segment BEGIN
        UPDATE index_revision SET revision = revision + 1;
    END;
    CREATE TRIGGER segment_change_counts AFTER UPDATE ON segment BEGIN
        UPDATE index_revision SET revision = revision + 1;
    END;
    CREATE TRIGGER segment_end_counts AFTER DELETE ON segment BEGIN
        UPDATE index_revision SET revision = revision + 1;
    END;
    CREATE TRIGGER document_counts AFTER INSERT ON document BEGIN
        UPDATE index_revision SET revision = revision + 1;
    END;
    -- Not of `postings`: a merge, which changes it in every row, changes segments too.
    CREATE TRIGGER document_change_counts AFTER UPDATE OF live, store, store_row ON document BEGIN
        UPDATE index_revision SET revision = revision + 1;
    END;
    CREATE TRIGGER document_end_counts AFTER DELETE ON document BEGIN
        UPDATE index_revision SET revision = revision + 1;
    END;
    """,
    """
    -- Documents that a model has no usable embedding for: it is not asked for them again.
    CREATE TABLE not_embedded (
        document_id INTEGER NOT NULL,
        model TEXT NOT NULL,                    -- its fingerprint
        PRIMARY KEY (document_id, model)
    ) WITHOUT ROWID;
    CREATE TRIGGER not_embedded_ended AFTER UPDATE OF live ON document WHEN NOT new.live BEGIN
        DELETE FROM not_embedded WHERE document_id = new.id;
    END;
    CREATE TRIGGER not_embedded_removed AFTER DELETE ON document BEGIN
        DELETE FROM not_embedded WHERE document_id = old.id;
    END;
    """,
    """
    -- From here on a file beside the catalog knows its pages (page_checksums.py): who does not note there what he
    -- writes must not write.
    """,
    """
    -- Files of formats that the program of before did not read: JPEG 2000, Photoshop, TGA, DDS, ICO, and some PNGs.
    UPDATE failure SET lasting = 0
        WHERE reason LIKE '%that format cannot be read%' OR reason LIKE '%not a picture of a known format%'
            OR reason LIKE 'The PNG file is damaged%';
    """,
    f"""
    -- Stems of the words, found by the program's function stems(): a connection that has it not cannot write photos.
    DROP TABLE photo_text;
    CREATE VIRTUAL TABLE photo_text USING fts5 (
        name, folder, title, keywords, camera, lens, taken, stems,
        tokenize = 'unicode61 remove_diacritics 2', prefix = '2 3'
    );
    INSERT INTO photo_text (photo_text, rank) VALUES ('rank', 'bm25(10.0, 4.0, 6.0, 8.0, 3.0, 1.0, 4.0, 3.0)');
    {COPY_WORDS_AND_STEMS};
    DROP TRIGGER photo_added;
    CREATE TRIGGER photo_added AFTER INSERT ON photo BEGIN
        INSERT INTO facet VALUES (new.id, NULL, new.root_id, NULL, NULL, new.format, new.width, new.height);
        {COPY_WORDS_AND_STEMS} WHERE id = new.id;
        INSERT INTO mark SELECT new.id, rating, added, removed FROM kept_mark WHERE id = {KEPT_MARK};
        DELETE FROM kept_mark WHERE id = {KEPT_MARK};
    END;
    DROP TRIGGER root_moved;
    CREATE TRIGGER root_moved AFTER UPDATE OF path ON root
    WHEN substr(new.path, length(rtrim(new.path, replace(new.path, '/', ''))) + 1)
        <> substr(old.path, length(rtrim(old.path, replace(old.path, '/', ''))) + 1) BEGIN
        DELETE FROM photo_text WHERE rowid IN (SELECT id FROM photo WHERE root_id = new.id);
        {COPY_WORDS_AND_STEMS} WHERE id IN (SELECT id FROM photo WHERE root_id = new.id);
    END;
    {refilling_again("photo_moved", MOVED, "new.id")}
    {refilling_again("metadata_added", "INSERT ON metadata", "new.photo_id", DATED)}
    {refilling_again("metadata_changed", "UPDATE ON metadata", "new.photo_id", DATED)}
    {refilling_again("mark_added", "INSERT ON mark", "new.photo_id", RATED)}
    {refilling_again("mark_changed", "UPDATE ON mark", "new.photo_id", RATED)}
    {refilling_again("mark_removed", "DELETE ON mark", "old.photo_id", AS_THE_FILE_SAYS)}
    """,
)

# Reasons of failures become templates and values.
MIGRATION_TO_MESSAGES = """
    -- The reason is JSON now: a list of a message's template and values, or a plain sentence. The sentences of earlier
    -- versions stay plain, in English; the next index run tries their files again, and keeps messages.
    UPDATE failure SET reason = json_quote(reason), lasting = 0;
"""
