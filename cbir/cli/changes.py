"""`cbir changes`: what differs between two pictures of one thing, as boxes."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cbir.base.errors import CbirError
from cbir.cli.console import EXIT_NOTHING_FOUND, counted, result, result_json, say
from cbir.cli.terms import JsonOption, refuse_existing

if TYPE_CHECKING:
    from cbir.library import Changes


def changes(
    first: Annotated[Path, typer.Argument(metavar="FIRST", help="A picture.", show_default=False)],
    second: Annotated[
        Path, typer.Argument(metavar="SECOND", help="Another picture of the same thing.", show_default=False)
    ],
    out: Annotated[
        Path | None,
        typer.Option("--out", "-o", metavar="FILE", help="Draw the boxes into both pictures: changes.png."),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """List what only one of two pictures of the same thing has, as boxes, the clearest first.

    The pictures are aligned and brought to one light first. Each line is x, y, width and height in the first picture,
    tab, the same in the second, tab, strength. The pictures need not be in a library.
    """
    from cbir.library import changes_in_files

    for file in (first, second):
        if not file.is_file():
            raise CbirError("There is no file {0}.", file)
    refuse_existing(out)
    compared = changes_in_files(first, second)
    if out is not None:
        _draw(compared, out)
    if as_json:
        entries = [
            {
                "first": [round(number) for number in change.first],
                "second": [round(number) for number in change.second],
                "strength": round(change.strength, 2),
            }
            for change in compared.changes
        ]
        result_json({"aligned": compared.evidence is not None, "changes": entries})
    else:
        for change in compared.changes:
            boxes = (" ".join(f"{number:.0f}" for number in box) for box in (change.first, change.second))
            result("\t".join([*boxes, f"{change.strength:.2f}"]))
        if compared.evidence is None:
            say("The pictures do not show the same thing, as far as points can tell.")
        else:
            say(f"{counted(len(compared.changes), 'change')}." if compared.changes else "No changes.")
    if not compared.changes:
        raise typer.Exit(EXIT_NOTHING_FOUND)


def _draw(compared: Changes, out: Path) -> None:
    """Write both pictures side by side, with the boxes of their changes."""
    from PIL import Image, ImageDraw

    pictures = [Image.fromarray(picture.pixels) for picture in compared.pictures]
    for at, (shown, picture) in enumerate(zip(pictures, compared.pictures, strict=True)):
        scale, draw = shown.width / picture.full_size[0], ImageDraw.Draw(shown)
        for change in compared.changes:
            x, y, width, height = (number * scale for number in (change.first, change.second)[at])
            draw.rectangle((x - 2, y - 2, x + width + 2, y + height + 2), outline=(255, 90, 0), width=3)
    sheet = Image.new(
        "RGB", (sum(shown.width for shown in pictures), max(shown.height for shown in pictures))
    )
    sheet.paste(pictures[0], (0, 0))
    sheet.paste(pictures[1], (pictures[0].width, 0))
    try:
        sheet.save(out)
    except (OSError, ValueError) as error:
        raise CbirError("{0} cannot be written: {1}", out, error) from error
