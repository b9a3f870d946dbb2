"""The way to the window, for the commands that open it."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from cbir.errors import CbirError


def display_is_there() -> bool:
    """Say whether a window can be seen: on Linux that takes a display server, elsewhere there always is."""
    if sys.platform in ("win32", "darwin"):
        return True
    return bool(os.environ.get("WAYLAND_DISPLAY") or os.environ.get("DISPLAY"))


def open_window(library: Path, *, query: Path | None = None) -> int:
    """Open the window on a library, run it until it is closed, and return its exit code.

    Raises CbirError when Qt cannot be loaded, and says what it needs.
    """
    try:
        from app.__main__ import main as window_main

        # Qt is loaded inside: the module itself is imported by every engine process.
        return window_main(library, query=query)
    except ImportError as error:
        raise CbirError(
            f"The window cannot be opened: {error}. On Debian or Ubuntu it needs the packages libgl1, "
            "libegl1, libxkbcommon-x11-0 and libxcb-cursor0. The other commands work without it."
        ) from error
