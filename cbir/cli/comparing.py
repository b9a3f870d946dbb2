"""`cbir proof`, `cbir changes`, `cbir origin`, `cbir inventory`: pictures compared with one another."""

from __future__ import annotations

import csv
import io
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cbir.base.errors import CbirError
from cbir.cli.console import EXIT_NOTHING_FOUND, counted, result, result_json, say
from cbir.cli.terms import JsonOption, LibraryOption, refuse_existing

if TYPE_CHECKING:
    from cbir.library import Changes, ProofPage, ProofPicture


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

    _check_files(first, second, out)
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


def _check_files(first: Path, second: Path, out: Path | None) -> None:
    for file in (first, second):
        if not file.is_file():
            raise CbirError("There is no file {0}.", file)
    refuse_existing(out)


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


def proof(
    first: Annotated[Path, typer.Argument(metavar="FIRST", help="A picture.", show_default=False)],
    second: Annotated[Path, typer.Argument(metavar="SECOND", help="Another picture.", show_default=False)],
    out: Annotated[
        Path | None, typer.Option("--out", "-o", metavar="FILE", help="Write the page here: page.html.")
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Compare two pictures, and write a page with both, the points that agree, their transform and checksums.

    The page is one HTML file that needs no other, and prints well. The pictures need not be in a library.
    """
    from cbir.library import prove_files

    _check_files(first, second, out)
    page = prove_files(first, second)
    if out is not None:
        try:
            with out.open("x", encoding="utf-8", newline="\n") as stream:
                stream.write(page.html)
        except OSError as error:
            raise CbirError("{0} cannot be written: {1}", out, error.strerror or error) from error
    if as_json:
        result_json(_entry(page, out))
    elif page.evidence is None:
        say("The two files are the same." if page.proven else "Too few points agree to prove a match.")
    else:
        result(f"{page.kind}\t{page.evidence.inliers} points agree\t{page.strength:.1%} right")
    if out is not None and not as_json:
        say(f"Page: {out}")
    if not page.proven:
        raise typer.Exit(EXIT_NOTHING_FOUND)


def _entry(page: ProofPage, out: Path | None) -> dict[str, object]:
    evidence = page.evidence
    outline = None if evidence is None or evidence.outline is None else evidence.outline.round(1).tolist()
    return {
        "kind": page.kind,
        "proven": page.proven,
        "strength": round(page.strength, 4),
        "points": 0 if evidence is None else evidence.inliers,
        "mirrored": evidence is not None and evidence.mirrored,
        "outline": outline,
        "transform": None if page.transform is None else page.transform.tolist(),
        "deviation_px": None if page.deviation_px is None else round(page.deviation_px, 2),
        "first": _file(page.first),
        "second": _file(page.second),
        "page": None if out is None else str(out),
    }


def _file(picture: ProofPicture) -> dict[str, object]:
    return {
        "path": str(Path(picture.folder, picture.name)),
        "bytes": len(picture.content),
        "sha256": picture.sha256,
        "size": list(picture.preview.full_size),
    }


def origin(
    photo: Annotated[Path, typer.Argument(help="A photo of the library.", show_default=False)],
    as_json: JsonOption = False,
    library: LibraryOption = None,
) -> None:
    """Show which photos of the library a photo was made from, and which were made from it, as a tree.

    Each line is indented below the photo that it was made from: how, tab, path. Photos are saved anew, edited, cropped,
    framed (as in a screenshot) or photographed from a print.
    """
    from cbir.library import Library, origin_of

    with Library.open(library) as opened:
        tree = origin_of(opened, opened.find_photos([photo])[0])
    path_of = {entry.photo: str(entry.path) for entry in tree.photos}
    if as_json:
        entries = [
            {
                "path": str(entry.path),
                "parent": None if entry.parent is None else path_of[entry.parent],
                "how": entry.step,
                "size": list(entry.size),
                "taken": entry.taken_at,
            }
            for entry in tree.photos
        ]
        result_json({"photos": entries})
    else:
        for entry in tree.photos:
            result(f"{'  ' * tree.depth(entry.photo)}{entry.step}\t{entry.path}")
        if len(tree.photos) == 1:
            say("No other photo of the library was made from it, nor it from another.")
    if len(tree.photos) == 1:
        raise typer.Exit(EXIT_NOTHING_FOUND)


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
