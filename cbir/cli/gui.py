"""`cbir gui`: the window."""

from __future__ import annotations

import os

import typer

from cbir.cli.options import LibraryOption
from cbir.cli.window import display_is_there, open_window
from cbir.errors import CbirError


def gui(library: LibraryOption = None) -> None:
    """Open the window."""
    # Whoever names a platform of Qt's own, such as offscreen, knows what he does.
    if not display_is_there() and not os.environ.get("QT_QPA_PLATFORM"):
        raise CbirError(
            "There is no display to open a window on (neither DISPLAY nor WAYLAND_DISPLAY is set). "
            "In the terminal: cbir search photo.jpg"
        )
    from cbir.layout import default_folder

    raise typer.Exit(open_window(library if library is not None else default_folder()))
