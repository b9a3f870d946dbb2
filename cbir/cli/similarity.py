"""`cbir similarity`: a map of the library by what its photos look like."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cbir.cli.console import (
    EXIT_INTERRUPTED,
    counted,
    result,
    result_json,
    result_path,
    say,
    step_progress,
    stop_on_interrupt,
)
from cbir.cli.terms import JsonOption, LibraryOption, NullOption, open_library

if TYPE_CHECKING:
    from cbir.base.types import SimilarityGroup

application = typer.Typer(
    no_args_is_help=True,
    help="A map of the library by what its photos look like: each lies beside those that resemble it.",
)


@application.command("update")
def update(
    again: Annotated[
        bool, typer.Option("--again", help="Arrange all photos anew, and name the groups anew.")
    ] = False,
    as_json: JsonOption = False,
    library: LibraryOption = None,
) -> None:
    """Give new photos a place on the map. The others stay where they are.

    The first update arranges all photos. They are arranged again after the library has grown by a quarter, or has
    another model. It reads no photo files. Ctrl-C stops it, and the next update goes on.
    """
    with (
        open_library(library, writable=True) as opened,
        stop_on_interrupt() as stopped,
        step_progress("Arranging photos") as draw,
    ):
        report = opened.similarity.update(
            again=again,
            progress=lambda done, total: draw("Arranging photos", done, total),
            cancelled=stopped,
        )
    if as_json:
        result_json(
            {
                "arranged": report.arranged,
                "placed": report.placed,
                "left": report.left,
                "photos": report.photos,
                "groups": report.groups,
            }
        )
    else:
        say(f"{counted(report.photos, 'photo')} on the map, in {counted(report.groups, 'group')}.")
        if report.left:
            say(f"{counted(report.left, 'photo')} left to place. Go on with: cbir similarity update")
    if stopped():
        raise typer.Exit(EXIT_INTERRUPTED)


@application.command("groups")
def groups(as_json: JsonOption = False, library: LibraryOption = None) -> None:
    """List the groups of the map: large ones first, and each level by number of photos.

    Each line is number, tab, name, tab, number of photos, tab, the most typical photo, tab, number of the larger group.
    """
    with open_library(library) as opened:
        listed = opened.similarity.map().groups
        paths = opened.files.paths([group.photo for group in listed])
    if as_json:
        result_json({"groups": [_entry(group, paths[group.photo]) for group in listed]})
        return
    for group in listed:
        parent = "" if group.parent is None else f"#{group.parent}"
        result(f"#{group.id}\t{group.name}\t{group.photos}\t{paths[group.photo]}\t{parent}")
    if not listed:
        say("There is no map yet. Make it with: cbir similarity update")


@application.command("show")
def show(
    name: Annotated[
        str, typer.Argument(metavar="GROUP", help='A name, or a number as listed: "#12".', show_default=False)
    ],
    null: NullOption = False,
    as_json: JsonOption = False,
    library: LibraryOption = None,
) -> None:
    """List the photos of a group, one path per line."""
    with open_library(library) as opened:
        photos = opened.similarity.photos_of(name)
        paths = sorted(opened.files.paths(photos).values())
    if as_json:
        result_json({"photos": [str(path) for path in paths]})
        return
    for path in paths:
        if null:
            result_path(path)
        else:
            result(str(path))


@application.command("places")
def places(as_json: JsonOption = False, library: LibraryOption = None) -> None:
    """List the place of each photo on the map, to draw it elsewhere.

    Each line is x, tab, y, tab, number of the group, tab, path. Distances have no unit.
    """
    with open_library(library) as opened:
        similarity = opened.similarity.map()
        paths = opened.files.paths(similarity.photos.tolist())
    rows = [
        (round(x, 3), round(y, 3), group, paths[photo])
        for photo, (x, y), group in zip(
            similarity.photos.tolist(), similarity.places.tolist(), similarity.group_of.tolist(), strict=True
        )
        if photo in paths
    ]
    if as_json:
        listed = [{"path": str(path), "x": x, "y": y, "group": group or None} for x, y, group, path in rows]
        result_json({"arrangement": similarity.arrangement, "waiting": similarity.waiting, "photos": listed})
        return
    for x, y, group, path in rows:
        result(f"{x}\t{y}\t{f'#{group}' if group else ''}\t{path}")


def _entry(group: SimilarityGroup, path: Path) -> dict[str, object]:
    return {
        "id": group.id,
        "name": group.name or None,
        "parent": group.parent,
        "photos": group.photos,
        "typical": str(path),
        "x": round(group.x, 3),
        "y": round(group.y, 3),
    }
