"""`cbir proof`: two pictures compared, as a page for claims and archives."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cbir.base.errors import CbirError
from cbir.cli.console import EXIT_NOTHING_FOUND, result, result_json, say
from cbir.cli.terms import JsonOption, refuse_existing

if TYPE_CHECKING:
    from cbir.library import ProofPage, ProofPicture


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

    for file in (first, second):
        if not file.is_file():
            raise CbirError("There is no file {0}.", file)
    refuse_existing(out)
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
