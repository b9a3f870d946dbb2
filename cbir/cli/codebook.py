"""`cbir codebook train` and `cbir codebook info`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cbir.cli.console import progress_console, result, result_json
from cbir.cli.options import JsonOption

if TYPE_CHECKING:
    from cbir.training import CodebookInfo

application = typer.Typer(no_args_is_help=True, help="Train a codebook of visual words, or look at one.")


@application.command("train")
def train(
    folders: Annotated[
        list[Path], typer.Argument(metavar="FOLDER...", help="Folders of photos.", show_default=False)
    ],
    output: Annotated[
        Path, typer.Option("--output", "-o", metavar="FILE", dir_okay=False, help="The codebook's file.")
    ],
    words: Annotated[int, typer.Option("--words", metavar="N", min=2, help="How many words.")] = 65536,
    as_json: JsonOption = False,
) -> None:
    """Train a codebook of visual words from the photos of FOLDER and write it to a file."""
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    from cbir.training import train_codebook_from_folders

    console = progress_console()
    with Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        TimeElapsedColumn(),
        console=console,
        transient=True,
        disable=not console.is_terminal,
    ) as bar:
        task = bar.add_task("Training", total=None)

        def show(step: str, done: int, total: int | None) -> None:
            bar.update(task, description=step, completed=done, total=total)

        trained = train_codebook_from_folders(folders, output, words=words, progress=show)
    _print(trained, as_json=as_json)


@application.command("info")
def info(
    file: Annotated[
        Path | None,
        typer.Argument(
            metavar="[FILE]",
            help="A codebook's file. Without it: the one that comes with the program.",
            show_default=False,
        ),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Say what a codebook was trained from, and how."""
    from cbir.training import codebook_info

    _print(codebook_info(file), as_json=as_json)


def _print(known: CodebookInfo, *, as_json: bool) -> None:
    fields = {
        "fingerprint": known.fingerprint,
        "words": known.words,
        "descriptors": known.descriptors,
        "photos": known.photos,
        "trained_on": list(known.trained_on),
        "bytes": known.bytes,
        "created": known.created,
    }
    if as_json:
        result_json(fields)
        return
    for name, value in fields.items():
        result(f"{name}\t{', '.join(value) if isinstance(value, list) else value}")
