"""`cbir album`: stored searches, with their current hits and the photos that a person added or removed."""

from __future__ import annotations

import uuid
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cbir.base.errors import CbirError
from cbir.base.types import Album, PhotoId, SearchOptions, Term
from cbir.cli.console import EXIT_NOTHING_FOUND, counted, result, result_json, result_path, say
from cbir.cli.terms import (
    AddOption,
    DeviceOption,
    EngineOption,
    JsonOption,
    LibraryOption,
    LikeOption,
    NullOption,
    RegionOption,
    SubtractOption,
    UnlikeOption,
    open_library,
    parse_marks,
    parse_terms,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cbir.base.types import SearchResult

application = typer.Typer(
    no_args_is_help=True, help="Keep searches as albums, which follow as photos arrive."
)


_NameArgument = Annotated[
    str, typer.Argument(metavar="NAME", help="The album's name, or its id.", show_default=False)
]
_Photos = list[Path] | None


@application.command("list")
def list_albums(
    as_json: JsonOption = False, device: DeviceOption = "auto", library: LibraryOption = None
) -> None:
    """List the albums, with how many photos are in each and how many are new since it was last opened.

    Each line is name, tab, photos, tab, new; with question marks if the search of an album fails.
    """
    albums = []
    with open_library(library, device) as opened:
        for album in opened.albums.all():
            count = None
            try:
                count = opened.albums.count(album.id)
            except CbirError as error:
                say(f"{album.name}: {error}")
            albums.append((album, count))
    if as_json:
        entries = [
            {
                "name": album.name,
                "id": album.id,
                "photos": None if count is None else count.photos,
                "new": None if count is None else count.new,
            }
            for album, count in albums
        ]
        result_json({"albums": entries})
        return
    for album, count in albums:
        result(f"{album.name}\t" + ("?\t?" if count is None else f"{count.photos}\t{count.new}"))


@application.command("show")
def show(
    name: _NameArgument,
    filepath_only: Annotated[
        bool, typer.Option("--filepath-only", "-f", help="Print only paths, one per line.")
    ] = False,
    null: NullOption = False,
    seen: Annotated[bool, typer.Option("--seen", help="Mark all its photos as seen.")] = False,
    as_json: JsonOption = False,
    device: DeviceOption = "auto",
    library: LibraryOption = None,
) -> None:
    """List the photos of an album: the hits of its search, then those added by hand.

    Each line is the path; then, each after a tab, "new" if the photo came since the album was last opened, and "by
    hand" if it was added by hand. Exit code 0 with photos, 1 with none, 2 on error.
    """
    with open_library(library, device, writable=seen) as opened:
        album = opened.albums.find(name)
        answer = opened.albums.search(album.id, SearchOptions(top=0))
        corrections = opened.albums.corrections(album.id)
        if seen and answer.album is not None:
            opened.albums.note_opened(album.id, answer.album.members)
        outside = [str(path) for path in opened.albums.taken_out(album.id)]
    _print(album, answer, corrections, outside, filepath_only=filepath_only, null=null, as_json=as_json)


@application.command("create")
def create(
    name: _NameArgument,
    query: Annotated[
        str | None,
        typer.Argument(metavar="[QUERY]", help="A picture file, or words and fields.", show_default=False),
    ] = None,
    add: AddOption = None,
    subtract: SubtractOption = None,
    like: LikeOption = None,
    unlike: UnlikeOption = None,
    region: RegionOption = None,
    engine: EngineOption = "auto",
    library: LibraryOption = None,
    as_json: JsonOption = False,
) -> None:
    """Keep a search as an album; without QUERY, an album of what you put into it by hand.

    Options of `cbir search` are written as fields here: "taken:2019 camera:fuji". A picture of the library may be
    moved: the album follows it.
    """
    with open_library(library, writable=True) as opened:
        if any(album.name.casefold() == name.casefold().strip() for album in opened.albums.all()):
            raise CbirError(
                'There is an album "{0}" already. Give this one another name, or remove that one.', name
            )
        marks = parse_marks(like or (), unlike or (), is_known=opened.knows)
        terms = parse_terms(
            query,
            add or (),
            subtract or (),
            region,
            only_words=engine == "metadata",
            may_be_empty=True,
            is_known=opened.knows,
        )
        terms = (*terms, *marks)
        created = Album(
            name=_checked(name),
            terms=terms,
            labels=tuple(map(_label, terms)),
            engine=engine,
            id=uuid.uuid4().hex,
        )
        if terms:
            opened.search(
                terms, SearchOptions(top=1, engine=engine, look_harder=False)
            )  # raises errors in the query
        opened.albums.keep([created])
        count = opened.albums.count(created.id)
    if as_json:
        result_json({"name": created.name, "id": created.id, "photos": count.photos, "new": count.new})
    else:
        result(f"{created.name}\t{count.photos}\t{count.new}")


@application.command("correct")
def correct(
    name: _NameArgument,
    put_in: Annotated[
        _Photos,
        typer.Option("--in", metavar="PHOTO", help="Put this photo in, found or not. Can be repeated."),
    ] = None,
    take_out: Annotated[
        _Photos, typer.Option("--out", metavar="PHOTO", help="Take this photo out. Can be repeated.")
    ] = None,
    undo: Annotated[
        _Photos, typer.Option("--undo", metavar="PHOTO", help="Leave this photo to the search again.")
    ] = None,
    library: LibraryOption = None,
    as_json: JsonOption = False,
) -> None:
    """Put photos into an album, or take some out, whatever its search finds. This remains when the photos move."""
    with open_library(library, writable=True) as opened:
        album = opened.albums.find(name)
        corrections: dict[PhotoId, bool | None] = {}
        for paths, inside in ((put_in, True), (take_out, False), (undo, None)):
            for path, photo in zip(paths or (), opened.find_photos(paths or ()), strict=True):
                if corrections.setdefault(photo, inside) is not inside:
                    raise CbirError(
                        "{0} is named twice, for different things. Give only one of --in, --out and --undo.",
                        path,
                    )
        if not corrections:
            raise CbirError(
                "Name photos to put in or to take out: cbir album correct NAME --in PHOTO --out PHOTO"
            )
        opened.albums.correct(album.id, corrections)
    if as_json:
        result_json({"name": album.name, "id": album.id, "corrected": len(corrections)})
    else:
        result(f"{counted(len(corrections), 'photo')} corrected")


@application.command("rename")
def rename(
    name: _NameArgument,
    new_name: Annotated[str, typer.Argument(metavar="NEW_NAME", help="Its new name.", show_default=False)],
    library: LibraryOption = None,
    as_json: JsonOption = False,
) -> None:
    """Give an album another name."""
    with open_library(library, writable=True) as opened:
        album = opened.albums.find(name)
        renamed = replace(album, name=_checked(new_name))
        opened.albums.keep([renamed])
    if as_json:
        result_json({"name": renamed.name, "id": renamed.id})


@application.command("remove")
def remove(name: _NameArgument, library: LibraryOption = None, as_json: JsonOption = False) -> None:
    """Remove an album. Its photos stay where they are, and in the library."""
    with open_library(library, writable=True) as opened:
        album = opened.albums.find(name)
        opened.albums.keep([], removed=[album.id])
    if as_json:
        result_json({"name": album.name, "id": album.id})


def _checked(name: str) -> str:
    if not (tidy := " ".join(name.split())):
        raise CbirError("An album needs a name.")
    return tidy


def _label(term: Term) -> str:
    return term.text if term.text is not None else "" if term.path is None else term.path.name


def _print(
    album: Album,
    answer: SearchResult,
    corrections: dict[PhotoId, bool],
    outside: Sequence[str],
    *,
    filepath_only: bool,
    null: bool,
    as_json: bool,
) -> None:
    new = frozenset[PhotoId]() if answer.album is None else answer.album.new
    for note in answer.notes:
        say(note)
    if as_json:
        photos = [
            {"path": str(hit.path), "new": hit.photo in new, "by_hand": corrections.get(hit.photo, False)}
            for hit in answer.hits
        ]
        result_json(
            {
                "name": album.name,
                "id": album.id,
                "photos": photos,
                "out": outside,
                "notes": [*answer.notes],
            }
        )
    elif null:
        for hit in answer.hits:
            result_path(hit.path)
    else:
        for hit in answer.hits:
            fields = (
                []
                if filepath_only
                else [*("new",) * (hit.photo in new), *("by hand",) * bool(corrections.get(hit.photo))]
            )
            result("\t".join([str(hit.path), *fields]))
    if not answer.hits:
        say(f'There are no photos in the album "{album.name}".')
        raise typer.Exit(EXIT_NOTHING_FOUND)
