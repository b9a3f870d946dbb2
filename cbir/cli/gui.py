"""`cbir gui`: the window."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from cbir.cli.options import LibraryOption
from cbir.cli.window import show


def gui(
    file: Annotated[
        Path | None,
        typer.Argument(metavar="[FILE]", help="A picture to search with at once.", show_default=False),
    ] = None,
    library: LibraryOption = None,
) -> None:
    """Open the window. Where it is open already, it comes to the front and searches with FILE."""
    raise typer.Exit(show(file, library))
