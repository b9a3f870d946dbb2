"""`cbir rate`, `flag`, `label`, `keyword`, `place` and `trash`: marks of photos, and photos to discard."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from cbir.base.errors import CbirError
from cbir.base.types import LABEL_COLORS, MarkReport, Skipped
from cbir.cli.console import EXIT_PROBLEMS, agreed, counted, result, result_json, say, skipped_json
from cbir.cli.terms import JsonOption, LibraryOption

PhotosArgument = Annotated[
    list[Path], typer.Argument(metavar="PHOTO...", help="Files of photos in the library.", show_default=False)
]
LOWEST_RATING = -1  # rejected; XMP part 2, 2.2
SidecarOption = Annotated[
    bool, typer.Option("--sidecar", help="Also write it to the photos' XMP sidecars (photo.jpg.xmp).")
]


def rate(
    photos: PhotosArgument,
    rating: Annotated[
        str,
        typer.Argument(metavar="N", help="0 to 5 stars, or `none` to use the file's own."),
    ],
    sidecar: SidecarOption = False,
    library: LibraryOption = None,
    as_json: JsonOption = False,
) -> None:
    """Rate photos. The rating is kept in the library and overrides the files' own; the files are not changed."""
    from cbir.library import Library

    stars = _read_rating(rating)
    with Library.open(library, writable=True) as opened:
        report = opened.marks.set_rating(opened.find_photos(photos), stars, sidecar=sidecar)
    _tell(report, "rated", sidecar=sidecar, as_json=as_json)


def flag(
    photos: PhotosArgument,
    mark: Annotated[
        str, typer.Argument(metavar="FLAG", help="`pick`, `reject`, or `none` to take either back.")
    ],
    sidecar: SidecarOption = False,
    library: LibraryOption = None,
    as_json: JsonOption = False,
) -> None:
    """Pick or reject photos, or take that back. Flags are kept in the library; the files are not changed."""
    from cbir.library import Library

    chosen = mark.lower()
    if chosen not in ("pick", "reject", "none"):
        raise CbirError("{0} is not a flag. Give pick, reject or none after the photos.", mark)
    with Library.open(library, writable=True) as opened:
        ids, marks = opened.find_photos(photos), opened.marks
        if chosen == "pick":
            report = marks.set_pick(ids, True, sidecar=sidecar)
        elif chosen == "reject":
            report = marks.set_rating(ids, LOWEST_RATING, sidecar=sidecar)
        else:
            report = marks.unflag(ids, sidecar=sidecar)
    _tell(report, "flagged", sidecar=sidecar, as_json=as_json)


def label(
    photos: PhotosArgument,
    name: Annotated[
        str,
        typer.Argument(
            metavar="NAME",
            help="red, yellow, green, blue, purple or any other text; `none` takes the label away.",
        ),
    ],
    sidecar: SidecarOption = False,
    library: LibraryOption = None,
    as_json: JsonOption = False,
) -> None:
    """Label photos by color. Labels are kept in the library; the files are not changed."""
    from cbir.library import Library

    text = next((color for color in LABEL_COLORS if color.lower() == name.lower()), name)
    text = "" if name.lower() == "none" else text
    with Library.open(library, writable=True) as opened:
        report = opened.marks.set_label(opened.find_photos(photos), text, sidecar=sidecar)
    _tell(report, "labelled", sidecar=sidecar, as_json=as_json)


def keyword(
    photos: PhotosArgument,
    add: Annotated[
        list[str] | None, typer.Option("--add", metavar="WORD", help="Keyword to add. Can be repeated.")
    ] = None,
    remove: Annotated[
        list[str] | None, typer.Option("--remove", metavar="WORD", help="Keyword to remove. Can be repeated.")
    ] = None,
    suggest: Annotated[
        bool,
        typer.Option("--suggest", help="Suggest keywords for what each photo shows; nothing is written."),
    ] = False,
    sidecar: SidecarOption = False,
    library: LibraryOption = None,
    as_json: JsonOption = False,
) -> None:
    """Add keywords to photos, or remove some. They are kept in the library; the files are not changed.

    Without --add and --remove, list the photos' keywords.
    """
    from cbir.library import Library

    changing = bool(add or remove)
    if suggest and (changing or sidecar):
        raise CbirError("--suggest writes nothing: give --add on its own, with the keywords that you want.")
    with Library.open(library, writable=changing) as opened:
        ids = opened.find_photos(photos)
        if suggest:
            words = [[suggestion.word for suggestion in opened.marks.suggest([photo])] for photo in ids]
        elif not changing:
            words = [[] if metadata is None else list(metadata.keywords) for metadata in opened.metadata(ids)]
        if not changing:
            _list_keywords(photos, words, as_json=as_json)
            return
        report = opened.marks.set_keywords(ids, add=add or (), remove=remove or (), sidecar=sidecar)
    _tell(report, "changed", sidecar=sidecar, as_json=as_json)


def place(
    photos: Annotated[
        list[Path] | None,
        typer.Argument(metavar="PHOTO...", help="Files of photos in the library.", show_default=False),
    ] = None,
    at: Annotated[
        str | None,
        typer.Option(
            "--at",
            metavar="PLACE",
            help='A town, such as Lisbon or "Paris, Texas", or degrees: 38.7223,-9.1393.',
            show_default=False,
        ),
    ] = None,
    take_back: Annotated[
        int | None,
        typer.Option(
            "--take-back", metavar="STEP", help="Undo: the number that was printed.", show_default=False
        ),
    ] = None,
    library: LibraryOption = None,
    as_json: JsonOption = False,
) -> None:
    """Say where photos without a position were taken. It is kept in the library; the files are not changed.

    Photos that have a position keep it.
    """
    from cbir.library import Library

    if take_back is not None and (photos or at is not None):
        raise CbirError("--take-back undoes a step as a whole: give its number alone.")
    if take_back is None and not (photos and at is not None):
        raise CbirError("Give photos and a place, such as: cbir place IMG_2031.jpg --at Lisbon")
    with Library.open(library, writable=True) as opened:
        if take_back is not None:
            count = opened.marks.take_back(take_back)
            if as_json:
                result_json({"photos": count})
            else:
                result(_count(count, "without a position again", None))
            return
        ids = list(dict.fromkeys(opened.find_photos(photos or [])))
        placed, note = opened.marks.place_at(ids, at or "")
    before = len(ids) - len(placed.photos)
    if as_json:
        result_json({"photos": len(placed.photos), "kept": before, "step": placed.step})
        return
    result(_count(len(placed.photos), "placed", None))
    if note is not None:
        say(str(note))
    if before:
        say(f"{_count(before, 'with a position', None)}, which {'it keeps' if before == 1 else 'they keep'}.")
    if placed.photos:
        say(f"Take it back with: cbir place --take-back {placed.step}")


def trash(
    photos: PhotosArgument,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask.")] = False,
    library: LibraryOption = None,
    as_json: JsonOption = False,
) -> None:
    """Move photos to the system's trash and take them out of the library. It asks first."""
    from cbir.library import Library

    with Library.open(library, writable=True) as opened:
        ids = list(dict.fromkeys(opened.find_photos(photos)))
        if not yes:
            question = f"Move {counted(len(ids), 'photo')} to the trash?"
            if not agreed(question, "move the photos to the trash"):
                say("Nothing was moved.")
                raise typer.Exit(EXIT_PROBLEMS)
        report = opened.trash(ids)
    if as_json:
        result_json(
            {
                "photos": report.photos,
                "notes": skipped_json(report.notes),
                "problems": skipped_json(report.problems),
            }
        )
    else:
        result(_count(report.photos, "moved to the trash", None))
    for note in report.notes:
        say(f"{note.path}: {note.reason}")
    tell_problems(report.problems)


def _tell(report: MarkReport, what: str, *, sidecar: bool, as_json: bool) -> None:
    if as_json:
        problems = skipped_json(report.problems)
        result_json({"photos": report.photos, "sidecars": report.sidecars, "problems": problems})
    else:
        result(_count(report.photos, what, report.sidecars if sidecar else None))
    tell_problems(report.problems)


def _list_keywords(photos: Sequence[Path], words: Sequence[Sequence[str]], *, as_json: bool) -> None:
    listed = list(zip(photos, words, strict=True))
    if as_json:
        result_json({"photos": [{"path": str(path), "keywords": list(of_one)} for path, of_one in listed]})
        return
    for path, of_one in listed:
        result("\t".join([str(path), *of_one]))


def tell_problems(problems: Sequence[Skipped]) -> None:
    """Report problems; any problem ends the command with its exit code."""
    for problem in problems:
        say(f"{problem.path}: {problem.reason}")
    if problems:
        raise typer.Exit(EXIT_PROBLEMS)


def _read_rating(text: str) -> int | None:
    """Read a typed rating. The library refuses numbers that are not ratings."""
    if text.lower() in ("none", "reject"):
        return None if text.lower() == "none" else LOWEST_RATING
    try:
        return int(text)
    except ValueError:
        raise CbirError("{0} is not a rating. Give 0 to 5, reject or none after the photos.", text) from None


def _count(photos: int, what: str, sidecars: int | None) -> str:
    line = f"{counted(photos, 'photo')} {what}"
    return line if sidecars is None else f"{line}, {counted(sidecars, 'sidecar')} written"
