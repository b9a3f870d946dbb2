"""How many rows there are, counted as they come and go."""

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
