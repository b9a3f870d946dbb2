"""`cbir origin`: the photos that a photo was made from, and those that were made from it, as a tree."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from cbir.cli.console import EXIT_NOTHING_FOUND, result, result_json, say
from cbir.cli.terms import JsonOption, LibraryOption


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
