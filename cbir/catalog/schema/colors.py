"""Shares of colours in photos, and counts of the photos that have a colour."""

from __future__ import annotations

from cbir.base.types import COLORS, Color

_LEAST: dict[Color, int] = {"black": 77, "white": 38, "grey": 77, "brown": 38}
_LEAST_OTHERS = 13
"""Least shares, of 255, of a photo that has a colour: .05 of bright ones, .15 or .3 of those of walls and shadows."""

TO_COLOR = "photos_to_color"
"""A setting: photos with a smaller id may lack the shares of their colours. Absent: there are none."""


def share_sql(color: Color, shares: str = "shares") -> str:
    """A colour's share in a row of the table color, as one byte."""
    return f"substr({shares}, {COLORS.index(color) + 1}, 1)"


def has_color_sql(color: Color, shares: str = "shares") -> str:
    """True for rows of the table color whose photos have a colour."""
    least = _LEAST.get(color, _LEAST_OTHERS)
    return f"{share_sql(color, shares)} >= x'{least:02x}'"


def least_share(color: Color) -> int:
    """The least share, of 255, of a photo that has a colour."""
    return _LEAST.get(color, _LEAST_OTHERS)


COLORS_COUNTED = " UNION ALL ".join(
    f"SELECT 'color', 0, '{color}', count(*) FROM color WHERE {has_color_sql(color)} HAVING count(*) > 0"
    for color in COLORS
)
"""The required content of the table facet_total for colours: kind, root, value, photos."""


def _counted(row: str, sign: int) -> str:
    colors = " UNION ALL ".join(
        f"SELECT '{color}' AS value WHERE {has_color_sql(color, f'{row}.shares')}" for color in COLORS
    )
    return f"""
        INSERT INTO facet_total SELECT 'color', 0, value, {sign} FROM ({colors}) WHERE true
            ON CONFLICT (kind, root_id, value) DO UPDATE SET photos = photos + excluded.photos;"""


MIGRATION_TO_COLORS = f"""
    CREATE TABLE color (
        photo_id INTEGER PRIMARY KEY REFERENCES photo ON DELETE CASCADE,
        shares BLOB NOT NULL                    -- a byte for each of COLORS; empty: its thumbnail is missing
    );
    CREATE TRIGGER color_counted AFTER INSERT ON color BEGIN {_counted("new", 1)}
    END;
    CREATE TRIGGER color_end_counted AFTER DELETE ON color BEGIN {_counted("old", -1)}
    END;
    CREATE TRIGGER color_change_counted AFTER UPDATE OF shares ON color BEGIN
        {_counted("old", -1)}{_counted("new", 1)}
    END;
    -- A library of before: its photos get their colours from their thumbnails in the background, the newest first.
    INSERT INTO setting SELECT '{TO_COLOR}', max(id) + 1 FROM photo HAVING count(*) > 0;
    """
