"""`cbir search`: terms -> ranked hits, as lines or as JSON."""

from __future__ import annotations

from typing import Annotated

import typer

from cbir.base.types import EngineName, Filters, Orientation, SearchOptions, SortKey, Weighting
from cbir.cli.console import result, result_is_watched, result_json, say
from cbir.cli.hits import hit_lines, nothing_sure, search_json
from cbir.cli.options import DeviceOption, JsonOption, LibraryOption
from cbir.cli.terms import parse_terms

EXIT_NOTHING_FOUND = 1


def search(
    query: Annotated[
        str | None, typer.Argument(metavar="[QUERY]", help="A picture file, or words.", show_default=False)
    ] = None,
    add: Annotated[
        list[str] | None,
        typer.Option("--add", "-a", metavar="TERM", help="Look for this too. May be given again."),
    ] = None,
    subtract: Annotated[
        list[str] | None,
        typer.Option("--subtract", "-s", metavar="TERM", help="Not what shows this. May be given again."),
    ] = None,
    top: Annotated[int, typer.Option("--top", "-t", metavar="N", min=1, help="At most N hits.")] = 10,
    skip: Annotated[
        int, typer.Option("--skip", metavar="N", min=0, help="Leave out the first N: the next page.")
    ] = 0,
    sort: Annotated[SortKey, typer.Option("--sort", help="The order of the hits that are shown.")] = "score",
    filepath_only: Annotated[
        bool, typer.Option("--filepath-only", "-f", help="Print the paths alone, one a line.")
    ] = False,
    as_json: JsonOption = False,
    engine: Annotated[EngineName, typer.Option("--engine", help="Which engine searches.")] = "auto",
    region: Annotated[
        str | None,
        typer.Option(
            "--region",
            metavar="X,Y,W,H",
            help="Look for this part of QUERY only, in pixels of the upright picture.",
        ),
    ] = None,
    weighting: Annotated[
        Weighting, typer.Option("--weighting", help="How the match engine scores.")
    ] = "hamming",
    mirror: Annotated[bool, typer.Option("--mirror", help="Find mirrored copies too.")] = False,
    folders: Annotated[
        list[str] | None,
        typer.Option(
            "--in", metavar="FOLDER", help="Only photos in this folder or below. May be given again."
        ),
    ] = None,
    taken_from: Annotated[
        str | None,
        typer.Option("--from", metavar="DATE", help="Taken then or later: 2019, 2019-07 or 2019-07-14."),
    ] = None,
    taken_to: Annotated[
        str | None, typer.Option("--to", metavar="DATE", help="Taken then or earlier, that day included.")
    ] = None,
    camera: Annotated[
        list[str] | None,
        typer.Option("--camera", metavar="NAME", help="By this make or model. May be given again."),
    ] = None,
    rating: Annotated[
        int | None, typer.Option("--rating", metavar="N", min=0, max=5, help="With at least N stars.")
    ] = None,
    orientation: Annotated[
        Orientation | None, typer.Option("--orientation", help="Upright, lying or square pictures.")
    ] = None,
    min_megapixels: Annotated[
        float | None,
        typer.Option("--min-megapixels", metavar="N", min=0, help="With at least N million pixels."),
    ] = None,
    format: Annotated[
        list[str] | None,
        typer.Option("--format", metavar="NAME", help="Of this format: jpeg, heic, ... May be given again."),
    ] = None,
    nprobe: Annotated[
        int | None,
        typer.Option(
            "--nprobe",
            metavar="N",
            min=1,
            help="Lists of a trained vector index to look into: more find more.",
        ),
    ] = None,
    device: DeviceOption = "auto",
    library: LibraryOption = None,
) -> None:
    """Find the photos that show what QUERY shows or says, or whose names and metadata have its words; best first.

    QUERY is a picture or words; words are also read as a description of what a photo shows where a model is
    installed (`cbir models`). 2:sunset counts twice as much as another term.
    Each line is score, tab, path; a third field, "verified", marks the photos that truly show the same thing:
    enough of their points agree with the query's. Exit code 0 with hits, 1 with none, 2 on error.
    """
    filters = Filters(
        folders=tuple(folders or ()),
        taken_from=taken_from,
        taken_to=taken_to,
        cameras=tuple(camera or ()),
        min_rating=rating,
        orientation=orientation,
        min_megapixels=min_megapixels,
        formats=tuple(format or ()),
    )
    from cbir.library import Library, LibraryOptions

    with Library.open(library, options=LibraryOptions(device=device)) as opened:
        terms = parse_terms(
            query,
            add or (),
            subtract or (),
            region,
            only_words=engine == "metadata",
            may_be_empty=filters != Filters(),
            is_known=opened.knows,
        )
        found = opened.search(
            terms,
            SearchOptions(
                top=top,
                skip=skip,
                sort=sort,
                engine=engine,
                weighting=weighting,
                mirror=mirror,
                filters=filters,
                nprobe=nprobe,
            ),
        )
        folder = opened.folder
    for note in found.notes:
        say(note)
    if as_json:
        result_json(search_json(found, terms, folder))
    elif filepath_only:
        for hit in found.hits:
            result(str(hit.path))
    else:
        watched = result_is_watched()
        if not watched and found.hits:
            for sentence in nothing_sure(found):
                say(sentence)
        for line in hit_lines(found, watched=watched):
            result(line)
    if not found.hits:
        say(f"Nothing was found among {found.searched} photos.")
        raise typer.Exit(EXIT_NOTHING_FOUND)
