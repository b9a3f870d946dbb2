"""Opening of the window, for the commands that do so."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from cbir.base.errors import CbirError
from cbir.base.extras import how_to_install

if TYPE_CHECKING:
    from cbir_app.__main__ import Filling


def display_is_there() -> bool:
    """True if a window can be shown: on Linux that needs a display server; other systems always have one."""
    if sys.platform in ("win32", "darwin"):
        return True
    return bool(os.environ.get("WAYLAND_DISPLAY") or os.environ.get("DISPLAY"))


def window_is_possible() -> bool:
    """True if there is a display and the package of the window, which is an extra."""
    return display_is_there() and find_spec("PySide6") is not None


def plain_arguments(arguments: Sequence[str]) -> tuple[Path | None, Path | None] | None:
    """FILE and the library of `gui [FILE] [--library DIR]`; None for any other or invalid arguments."""
    if list(arguments[:1]) != ["gui"]:
        return None
    library = os.environ.get("CBIR_LIBRARY") or None
    files = []
    rest = iter(arguments[1:])
    for word in rest:
        name, given, value = word.partition("=")
        if name == "--library":
            library = value if given else next(rest, "")
        elif word.startswith("-"):
            return None
        else:
            files.append(word)
    if library is not None and library.startswith(("postgresql:", "milvus:", "https:", "http:")):
        return None  # resolved by the parser of options
    if len(files) > 1 or library == "" or (library is not None and os.path.isfile(library)):
        return None
    return (Path(files[0]) if files else None, None if library is None else Path(library))


def show(file: Path | None, library: Path | None) -> int:
    """Open the window on a library, the user's own without one, and search with FILE; returns its exit code."""
    if file is not None and not os.path.isfile(file):
        raise CbirError("There is no file {0}.", file)
    # Naming one of Qt's own platforms, such as offscreen, is deliberate.
    if not display_is_there() and not os.environ.get("QT_QPA_PLATFORM"):
        raise CbirError(
            "There is no display to open a window on (neither DISPLAY nor WAYLAND_DISPLAY is set). "
            "In the terminal: cbir search photo.jpg"
        )
    from cbir.base.layout import default_folder

    folder = library if library is not None else default_folder()
    return open_window(folder, query=None if file is None else file.absolute())


def open_window(library: Path, *, query: Path | None = None, filling: Filling | None = None) -> int:
    """Open the window on a library, run it until it is closed, and return its exit code.

    filling : process that fills the library meanwhile
    Raises CbirError that names the missing libraries if Qt cannot be loaded.
    """
    from cbir.service import window_library_gap

    if (gap := window_library_gap()) is not None:
        raise CbirError("{0}. The other commands work without them.", gap)
    if find_spec("PySide6") is None:
        raise CbirError(
            "The window needs PySide6. {0} The other commands work without it.", how_to_install("gui")
        )
    try:
        from cbir_app.__main__ import main as window_main

        # Qt is loaded inside: the module itself is imported by every engine process.
        return window_main(library, query=query, filling=filling)
    except ImportError as error:
        raise CbirError(
            "The window cannot be opened: {0}. The other commands work without it.", error
        ) from error
