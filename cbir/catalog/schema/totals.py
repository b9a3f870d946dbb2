"""Numbers of rows, counted by triggers."""

from __future__ import annotations

MIGRATION_TO_TOTALS = """
    -- To count the rows of a million photos takes seconds from a disk, and an answer and a commit each need it.
    CREATE TABLE total (
        searchable INTEGER NOT NULL,            -- live documents
        unread INTEGER NOT NULL                 -- photos whose metadata has not been read
    );
    INSERT INTO total SELECT
        (SELECT count(*) FROM document WHERE live),
        (SELECT count(*) FROM photo) - (SELECT count(*) FROM metadata);
    CREATE TRIGGER document_totals AFTER INSERT ON document WHEN new.live BEGIN
        UPDATE total SET searchable = searchable + 1;
    END;
    CREATE TRIGGER document_change_totals AFTER UPDATE OF live ON document WHEN new.live <> old.live BEGIN
        UPDATE total SET searchable = searchable + new.live - old.live;
    END;
    CREATE TRIGGER document_end_totals AFTER DELETE ON document WHEN old.live BEGIN
        UPDATE total SET searchable = searchable - 1;
    END;
    CREATE TRIGGER photo_totals AFTER INSERT ON photo BEGIN
        UPDATE total SET unread = unread + 1;
    END;
    CREATE TRIGGER photo_end_totals AFTER DELETE ON photo BEGIN
        UPDATE total SET unread = unread - 1;
    END;
    CREATE TRIGGER metadata_totals AFTER INSERT ON metadata BEGIN
        UPDATE total SET unread = unread - 1;
    END;
    CREATE TRIGGER metadata_end_totals AFTER DELETE ON metadata BEGIN
        UPDATE total SET unread = unread + 1;
    END;
    """

_YEAR = "substr({row}taken_at, 1, 4)"
_ORIENTATION = """CASE WHEN {row}width < {row}height THEN 'portrait' WHEN {row}width > {row}height THEN 'landscape'
            ELSE 'square' END"""
_FOLDER = "CASE instr({row}path, '/') WHEN 0 THEN '' ELSE substr({row}path, 1, instr({row}path, '/') - 1) END"
_OF_FACET = ("root_id", "document_id", "format", "rating", "taken_at", "width", "height")


def _facets(row: str, sign: int) -> str:
    return f"""
        INSERT INTO facet_total
            SELECT kind, root, value, {sign} FROM (
                SELECT 'root' AS kind, {row}root_id AS root,
                    CASE WHEN {row}document_id IS NOT NULL THEN '' END AS value
                UNION ALL SELECT 'format', 0, {row}format
                UNION ALL SELECT 'rating', 0, {row}rating
                UNION ALL SELECT 'year', 0, {_YEAR.format(row=row)}
                UNION ALL SELECT 'orientation', 0, {_ORIENTATION.format(row=row)}
            ) WHERE value IS NOT NULL
            ON CONFLICT (kind, root_id, value) DO UPDATE SET photos = photos + excluded.photos;"""


def _one(kind: str, root: str, value: str, sign: int) -> str:
    return f"""
        INSERT INTO facet_total SELECT '{kind}', {root}, {value}, {sign} WHERE {value} IS NOT NULL
            ON CONFLICT (kind, root_id, value) DO UPDATE SET photos = photos + excluded.photos;"""


def _triggers(name: str, table: str, columns: tuple[str, ...], added: str, removed: str) -> str:
    before, after = (", ".join(f"{row}.{column}" for column in columns) for row in ("old", "new"))
    return f"""
    CREATE TRIGGER {name}_counted AFTER INSERT ON {table} BEGIN {added}
    END;
    CREATE TRIGGER {name}_end_counted AFTER DELETE ON {table} BEGIN {removed}
    END;
    CREATE TRIGGER {name}_change_counted AFTER UPDATE OF {", ".join(columns)} ON {table}
    WHEN ({before}) IS NOT ({after}) BEGIN {removed}{added}
    END;"""


def _folder(row: str, sign: int) -> str:
    return _one("folder", f"{row}root_id", _FOLDER.format(row=row), sign)


def _camera(row: str, sign: int) -> str:
    return _one("camera", "0", f"{row}camera", sign)


FACETS_COUNTED = f"""
    SELECT 'root', root_id, '', count(*) FROM facet WHERE document_id IS NOT NULL GROUP BY 2
    UNION ALL SELECT 'folder', root_id, {_FOLDER.format(row="")}, count(*) FROM photo GROUP BY 2, 3
    UNION ALL SELECT 'format', 0, format, count(*) FROM facet WHERE format IS NOT NULL GROUP BY 3
    UNION ALL SELECT 'rating', 0, rating, count(*) FROM facet WHERE rating IS NOT NULL GROUP BY 3
    UNION ALL SELECT 'year', 0, {_YEAR.format(row="")}, count(*) FROM facet WHERE taken_at IS NOT NULL GROUP BY 3
    UNION ALL SELECT 'orientation', 0, {_ORIENTATION.format(row="")}, count(*) FROM facet GROUP BY 3
    UNION ALL SELECT 'camera', 0, camera, count(*) FROM metadata WHERE camera IS NOT NULL GROUP BY 3"""
"""The required content of the current table: kind, root, value, photos."""

MIGRATION_TO_FACET_TOTALS = f"""
    -- What filters offer, with how many photos each choice has: to count a million takes two seconds.
    CREATE TABLE facet_total (
        kind TEXT NOT NULL,                     -- root, folder: directly in a root; format, rating, year, ...
        root_id INTEGER NOT NULL,               -- of a root or folder; else 0
        value NOT NULL,
        photos INTEGER NOT NULL,                -- of a root: those that a search finds
        PRIMARY KEY (kind, root_id, value)
    ) WITHOUT ROWID;
    INSERT INTO facet_total {FACETS_COUNTED};
    {_triggers("facet", "facet", _OF_FACET, _facets("new.", 1), _facets("old.", -1))}
    {_triggers("folder", "photo", ("root_id", "path"), _folder("new.", 1), _folder("old.", -1))}
    {_triggers("camera", "metadata", ("camera",), _camera("new.", 1), _camera("old.", -1))}
    """
