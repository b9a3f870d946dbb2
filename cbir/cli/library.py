"""`cbir library info` and `cbir library check`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from cbir.cli.console import result, result_json, say
from cbir.cli.options import JsonOption, LibraryOption

if TYPE_CHECKING:
    from cbir.types import LibraryInfo

application = typer.Typer(no_args_is_help=True, help="Look at a library and check that it is whole.")

EXIT_PROBLEMS = 1


@application.command("info")
def info(library: LibraryOption = None, as_json: JsonOption = False) -> None:
    """Say what the library holds and how much room it takes."""
    from cbir.library import Library

    with Library.open(library) as opened:
        known = opened.info()
    if as_json:
        result_json(info_json(known))
        return
    result(f"library\t{known.folder}")
    result(f"photos\t{known.photos}")
    for root in known.roots:
        result(f"folder\t{root.path}\t{root.photos} photos{'' if root.online else ', not there now'}")
    result(f"codebook\t{known.codebook}\t{known.words} words")
    result(f"segments\t{known.segments}")
    result(f"bytes\t{known.bytes}\t{_per_photo(known)}")
    result(f"thumbnails\t{known.thumbnail_bytes} bytes")
    result(f"skipped\t{len(known.skipped)}")
    for skipped in known.skipped:
        say(f"skipped {skipped.path}: {skipped.reason}")


@application.command("check")
def check(library: LibraryOption = None) -> None:
    """Check that the library is whole, and say what to do where it is not.

    Exit code 0 when all is well, 1 when there were problems, mended or not, 2 on an error.
    """
    from cbir.library import Library

    with Library.open(library) as opened:
        problems = opened.check()
        folder = opened.folder
    for problem in problems:
        result(f"{'mended' if problem.mended else 'problem'}\t{problem.what}\t{problem.remedy}")
    if problems:
        raise typer.Exit(EXIT_PROBLEMS)
    result(f"All is well in {folder}")


def info_json(known: LibraryInfo) -> dict[str, object]:
    """Return the JSON object of `library info`."""
    return {
        "library": str(known.folder.absolute()),
        "photos": known.photos,
        "roots": [
            {"path": str(root.path), "photos": root.photos, "online": root.online} for root in known.roots
        ],
        "codebook": known.codebook,
        "words": known.words,
        "segments": known.segments,
        "bytes": known.bytes,
        "thumbnail_bytes": known.thumbnail_bytes,
        "skipped": [{"path": str(skipped.path), "reason": skipped.reason} for skipped in known.skipped],
    }


def _per_photo(known: LibraryInfo) -> str:
    return f"{known.bytes / 1024 / known.photos:.1f} KB a photo" if known.photos else "empty"
