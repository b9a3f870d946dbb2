"""Exposure, people and further texts of photos, and counts of the choices of their filters."""

from __future__ import annotations

BANDS: dict[str, tuple[tuple[str, str], ...]] = {
    "iso": (
        ("<=100", "{row}iso <= 100"),
        *((f"{low}..{high}", f"{{row}}iso BETWEEN {low} AND {high}") for low, high in (
            (101, 200), (201, 400), (401, 800), (801, 1600), (1601, 3200), (3201, 6400))),
        (">6400", "{row}iso > 6400"),
    ),
    "aperture": (
        ("<2", "{row}aperture < 2"),
        *((f"{low}..{high}", f"{{row}}aperture BETWEEN {low} AND {high}") for low, high in (
            ("2", "2.8"), ("2.81", "4"), ("4.01", "5.6"), ("5.61", "8"), ("8.01", "11"))),
        (">11", "{row}aperture > 11"),
    ),
    "shutter": (
        ("<1/1000", "{row}exposure_s < 1.0 / 1000"),
        *((f"1/{low}..1/{high}", f"{{row}}exposure_s BETWEEN 1.0 / {low} AND 1.0 / {high}") for low, high in (
            (1000, 251), (250, 61), (60, 16))),
        ("1/15..0.5", "{row}exposure_s BETWEEN 1.0 / 15 AND 0.5"),
        (">0.5", "{row}exposure_s > 0.5"),
    ),
    "focal": (
        ("<18", "{row}focal_mm < 18"),
        *((f"{low}..{high}", f"{{row}}focal_mm BETWEEN {low} AND {high}") for low, high in (
            ("18", "24.99"), ("25", "35.99"), ("36", "50.99"), ("51", "85.99"), ("86", "135.99"), ("136", "200"))),
        (">200", "{row}focal_mm > 200"),
    ),
}  # fmt: skip
"""Choices of the filters by exposure: each a value of the query syntax, and the same as SQL. Stored in facet_total."""


def band_sql(kind: str, row: str = "") -> str:
    """The choice that a row of metadata belongs to; NULL for none. row : its name with a dot, or nothing"""
    cases = " ".join(f"WHEN {condition.format(row=row)} THEN '{text}'" for text, condition in BANDS[kind])
    return f"CASE {cases} END"


EXPOSURES = "metadata_by_exposure"
"""An index of the current catalog: filters by exposure read it alone."""

NIGHTS = """substr(taken_at, 12, 2) IN ('00', '01', '02', '03', '23') AND length(taken_at) >= 25
        AND substr(taken_at, 6, 2) IN ('02', '03', '04', '09', '10', '11')"""
"""Rows of the table facet that date_key() may rearrange: hours and months in which clocks go back, with an offset."""

_FIELDS = ("lens", "iso", "aperture", "exposure_s", "focal_mm")


def _bands(row: str) -> str:
    """Kind and value of each facet of a row of metadata; the value is NULL where the photo has none."""
    return " UNION ALL ".join(
        f"SELECT '{kind}' AS kind, {value} AS value"
        for kind, value in (
            ("lens", f"{row}lens"),
            ("iso", band_sql("iso", row)),
            ("aperture", band_sql("aperture", row)),
            ("shutter", band_sql("shutter", row)),
            ("focal", band_sql("focal", row)),
        )
    )


def _counted(row: str, sign: int) -> str:
    return f"""
        INSERT INTO facet_total SELECT kind, 0, value, {sign} FROM ({_bands(row)}) WHERE value IS NOT NULL
            ON CONFLICT (kind, root_id, value) DO UPDATE SET photos = photos + excluded.photos;"""


FURTHER = "".join(
    f" || coalesce(' ' || {name}, '')" for name in ("headline", "comment", "creator", "copyright")
)
_OLD, _NEW = (", ".join(f"{row}.{field}" for field in _FIELDS) for row in ("old", "new"))

EXPOSURES_COUNTED = " UNION ALL ".join(
    f"SELECT '{kind}', 0, {value}, count(*) FROM metadata WHERE {value} IS NOT NULL GROUP BY 3"
    for kind, value in (
        ("lens", "lens"),
        *((kind, band_sql(kind, "")) for kind in ("iso", "aperture", "shutter", "focal")),
    )
)
"""The required content of the table facet_total for these kinds: kind, root, value, photos."""

MIGRATION_TO_EXPOSURE = f"""
    ALTER TABLE metadata ADD COLUMN iso INTEGER;
    ALTER TABLE metadata ADD COLUMN aperture REAL;          -- f-number
    ALTER TABLE metadata ADD COLUMN exposure_s REAL;
    ALTER TABLE metadata ADD COLUMN focal_mm REAL;
    ALTER TABLE metadata ADD COLUMN focal_35mm INTEGER;     -- with the same view on 35 mm film
    ALTER TABLE metadata ADD COLUMN flash INTEGER;          -- 1: it fired
    ALTER TABLE metadata ADD COLUMN people TEXT NOT NULL DEFAULT '[]';          -- JSON list
    ALTER TABLE metadata ADD COLUMN headline TEXT;
    ALTER TABLE metadata ADD COLUMN comment TEXT;
    ALTER TABLE metadata ADD COLUMN creator TEXT;
    ALTER TABLE metadata ADD COLUMN copyright TEXT;
    ALTER TABLE metadata ADD COLUMN label TEXT;
    ALTER TABLE metadata ADD COLUMN places_shown TEXT NOT NULL DEFAULT '[]';    -- JSON list
    -- In rows so narrow that reading all of them is quick.
    CREATE INDEX {EXPOSURES} ON metadata (iso, aperture, exposure_s, focal_mm, focal_35mm, flash);
    CREATE INDEX facet_of_nights ON facet (photo_id, taken_at) WHERE {NIGHTS};
    CREATE INDEX metadata_by_extractor ON metadata (extractor);
    -- Files of these formats have no metadata, so nothing new would be found. Those with a sidecar are read again.
    UPDATE metadata SET extractor = 3 WHERE extractor = 2 AND sidecar = '' AND photo_id IN (
        SELECT id FROM photo WHERE format IN ('BMP', 'DIB', 'TGA', 'DDS', 'ICO'));

    DROP VIEW photo_words;
    CREATE VIEW photo_words AS
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
                || coalesce(' ' || nullif(places_shown, '[]'), '') || coalesce(' ' || label, '') AS keywords,
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

    INSERT INTO facet_total SELECT kind, 0, value, count(*) FROM (
        SELECT 'lens' AS kind, lens AS value FROM metadata WHERE lens IS NOT NULL) GROUP BY 1, 3;
    CREATE TRIGGER exposure_counted AFTER INSERT ON metadata BEGIN {_counted("new.", 1)}
    END;
    CREATE TRIGGER exposure_end_counted AFTER DELETE ON metadata BEGIN {_counted("old.", -1)}
    END;
    CREATE TRIGGER exposure_change_counted AFTER UPDATE OF {", ".join(_FIELDS)} ON metadata
    WHEN ({_OLD}) IS NOT ({_NEW}) BEGIN {_counted("old.", -1)}{_counted("new.", 1)}
    END;
    """
