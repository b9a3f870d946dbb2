"""`cbir inventory`: the items of a shelf that are in the library, as a table."""

from __future__ import annotations

import csv
import io
from pathlib import Path
from typing import Annotated

import typer

from cbir.cli.console import EXIT_NOTHING_FOUND, counted, result, result_json, say
from cbir.cli.terms import JsonOption, LibraryOption, refuse_existing


def inventory(
    picture: Annotated[Path, typer.Argument(help="A picture of a shelf.", show_default=False)],
    table: Annotated[
        Path | None, typer.Option("--csv", metavar="FILE", help="Write the table to this new file.")
    ] = None,
    as_json: JsonOption = False,
    library: LibraryOption = None,
) -> None:
    """List which items of a shelf are in the library: many covers, labels or paintings in one picture.

    Each line is photo, tab, points that agree, tab, x and y of its four corners in the picture, from the top left on.
    """
    from cbir.library import Library

    refuse_existing(table)
    with Library.open(library) as opened:
        items = opened.inventory(picture)
    rows = [
        (str(item.path), item.points, *(round(number, 1) for corner in item.corners for number in corner))
        for item in items
    ]
    if table is not None:
        text = io.StringIO()
        names = [f"{axis}{at}" for at in range(1, 5) for axis in "xy"]
        csv.writer(text, lineterminator="\n").writerows([("photo", "points", *names), *rows])
        with table.open("x", encoding="utf-8", newline="") as stream:
            stream.write(text.getvalue())
    if as_json:
        entries = [
            {
                "path": str(item.path),
                "points": item.points,
                "corners": [list(corner) for corner in item.corners],
            }
            for item in items
        ]
        result_json({"items": entries})
    else:
        for row in rows:
            result("\t".join(map(str, row)))
        say(f"{counted(len(items), 'item')} of the shelf in the library.")
    if not items:
        raise typer.Exit(EXIT_NOTHING_FOUND)
