"""`cbir search`: terms -> ranked hits, as lines or as JSON."""

from __future__ import annotations

from typing import Annotated

import typer

from cbir.cli.console import result, result_is_watched, result_json, say
from cbir.cli.hits import hit_lines, search_json
from cbir.cli.options import JsonOption, LibraryOption
from cbir.cli.terms import parse_terms
from cbir.errors import QueryUnusable
from cbir.types import EngineName, SearchOptions, Term, Weighting

EXIT_NOTHING_FOUND = 1


def search(
    query: Annotated[
        str | None, typer.Argument(metavar="[QUERY]", help="A picture file.", show_default=False)
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
    library: LibraryOption = None,
) -> None:
    """Find the photos that show what QUERY shows, best first.

    Each line is score, tab, path; a third field, "verified", marks the photos that truly show the same thing:
    enough of their points agree with the query's. Exit code 0 with hits, 1 with none, 2 on error.
    """
    terms = _without_words(parse_terms(query, add or (), subtract or (), region))

    from cbir.library import Library

    with Library.open(library) as opened:
        found = opened.search(
            terms, SearchOptions(top=top, engine=engine, weighting=weighting, mirror=mirror)
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
        if not watched and found.hits and not found.verified:
            say("Nothing here shows the same thing. The most similar photos follow.")
        for line in hit_lines(found, watched=watched):
            result(line)
    if not found.hits:
        say(f"Nothing was found among {found.searched} photos.")
        raise typer.Exit(EXIT_NOTHING_FOUND)


def _without_words(terms: tuple[Term, ...]) -> tuple[Term, ...]:
    """Leave out the words, saying so; raise when no picture to look for is left."""
    words = [term.text for term in terms if term.text is not None]
    if not words:
        return terms
    named = ", ".join(f'"{text}"' for text in words)
    pictures = tuple(term for term in terms if term.text is None)
    if not any(term.sign > 0 for term in pictures):
        raise QueryUnusable(f"Searching by words is not there yet: {named}. Give a picture file.")
    say(f"Searching by words is not there yet: {named} was left out.")
    return pictures
