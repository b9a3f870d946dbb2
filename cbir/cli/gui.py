"""`cbir gui`: the window."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import typer

from cbir.cli.options import LibraryOption
from cbir.cli.window import display_is_there, open_window
from cbir.errors import CbirError


def gui(
    file: Annotated[
        Path | None,
        typer.Argument(metavar="[FILE]", help="A picture to search with at once.", show_default=False),
    ] = None,
    library: LibraryOption = None,
) -> None:
    """Open the window. Where it is open already, it comes to the front and searches with FILE."""
    if file is not None and not file.is_file():
        raise CbirError(f"There is no file {file}.")
    # Whoever names a platform of Qt's own, such as offscreen, knows what he does.
    if not display_is_there() and not os.environ.get("QT_QPA_PLATFORM"):
        raise CbirError(
            "There is no display to open a window on (neither DISPLAY nor WAYLAND_DISPLAY is set). "
            "In the terminal: cbir search photo.jpg"
        )
    from cbir.layout import default_folder

    folder = library if library is not None else default_folder()
    raise typer.Exit(open_window(folder, query=None if file is None else file.absolute()))
