"""`cbir export`: copies of photos in another format or size, with their metadata."""

from __future__ import annotations

import contextlib
import shutil
from pathlib import Path
from typing import Annotated, get_args

import typer

from cbir.base.errors import CbirError, message_of
from cbir.base.types import CopyFormat, CopyRecipe, Skipped
from cbir.cli.console import EXIT_PROBLEMS, result, result_json, say, skipped_json
from cbir.cli.marks import PhotosArgument
from cbir.cli.terms import JsonOption, LibraryOption


def export(
    photos: PhotosArgument,
    to: Annotated[Path, typer.Option("--to", metavar="DIR", help="Folder for the copies.")],
    format: Annotated[
        CopyFormat, typer.Option("--format", help="Format of the copies.", show_default=True)
    ] = "jpg",
    side: Annotated[
        int | None,
        typer.Option(
            "--side", metavar="PX", min=16, max=30_000, help="The longer side at most; else all pixels."
        ),
    ] = None,
    quality: Annotated[
        int, typer.Option("--quality", metavar="N", min=1, max=100, help="Of JPEG and WebP.")
    ] = 92,
    positions: Annotated[
        bool, typer.Option("--positions/--no-positions", help="Say where the photos were taken.")
    ] = True,
    people: Annotated[
        bool, typer.Option("--people/--no-people", help="Keep the names of people, also among the keywords.")
    ] = True,
    blur_faces: Annotated[
        bool, typer.Option("--blur-faces", help="Blur the faces of those who are not named (cbir people).")
    ] = False,
    library: LibraryOption = None,
    as_json: JsonOption = False,
) -> None:
    """Copy photos in another format or size. Copies keep date, texts, keywords and marks; nothing is overwritten."""
    from cbir.library import Library

    assert format in get_args(CopyFormat)
    recipe = CopyRecipe(
        format=format,
        side_px=side,
        quality=quality,
        positions=positions,
        people=people,
        blur_faces=blur_faces,
    )
    written: list[Path] = []
    failed: list[Skipped] = []
    with Library.open(library) as opened:
        roots = [root.path for root in opened.info().roots]
        folder = to.resolve()
        if any(folder.is_relative_to(root) for root in roots):
            raise CbirError(
                "{0} is in the library, which would add the copies too. Choose another folder.", folder
            )
        if blur_faces and not opened.people.state().on:
            raise CbirError("People is off in this library, so no face can be blurred. Switch it on first.")
        ids = opened.find_photos(photos)
        folder.mkdir(parents=True, exist_ok=True)
        for path, photo in zip(photos, ids, strict=True):
            try:
                content = opened.copy(photo, recipe)
            except CbirError as error:
                say(f"{path}: {error}")
                failed.append(Skipped(path=path, reason=message_of(error)))
                continue
            target = _write(folder, path.stem, format, content)
            with contextlib.suppress(OSError):  # some drives cannot store dates
                shutil.copystat(path, target)
            written.append(target)
            if not as_json:
                result(str(target))
    if as_json:
        result_json({"written": list(map(str, written)), "problems": skipped_json(failed)})
    if failed:
        raise typer.Exit(EXIT_PROBLEMS)


def _write(folder: Path, stem: str, suffix: str, content: bytes) -> Path:
    """Write a copy under its name, or with a number after it."""
    at = 1
    while True:
        target = folder / (f"{stem}.{suffix}" if at == 1 else f"{stem} ({at}).{suffix}")
        at += 1
        try:
            with target.open("xb") as file:
                file.write(content)
        except FileExistsError:
            continue
        return target
