"""`cbir gui` with its options. `cbir.cli.window` opens the window without typer, in half the time to first frame."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from cbir.cli.terms import LibraryOption
from cbir.cli.window import show


def gui(
    file: Annotated[
        Path | None,
        typer.Argument(metavar="[FILE]", help="Search with this picture right away.", show_default=False),
    ] = None,
    library: LibraryOption = None,
) -> None:
    """Open the window. If it is already open, it comes to the front and searches with FILE."""
    raise typer.Exit(show(file, library))
