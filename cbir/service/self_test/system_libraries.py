"""Libraries of the system that Qt's window needs on Linux, and the Debian packages that have them.

Qt aborts the process if its X11 plugin cannot be loaded, and its message names no package.
"""

from __future__ import annotations

import ctypes
import importlib.util
import os
import sys
from pathlib import Path

_PACKAGES = {
    "libGL.so.1": "libgl1",
    "libEGL.so.1": "libegl1",
    "libX11.so.6": "libx11-6",
    "libX11-xcb.so.1": "libx11-xcb1",
    "libxcb.so.1": "libxcb1",
    "libxcb-cursor.so.0": "libxcb-cursor0",
    "libxcb-icccm.so.4": "libxcb-icccm4",
    "libxcb-image.so.0": "libxcb-image0",
    "libxcb-keysyms.so.1": "libxcb-keysyms1",
    "libxcb-randr.so.0": "libxcb-randr0",
    "libxcb-render-util.so.0": "libxcb-render-util0",
    "libxcb-shape.so.0": "libxcb-shape0",
    "libxcb-sync.so.1": "libxcb-sync1",
    "libxcb-xfixes.so.0": "libxcb-xfixes0",
    "libxcb-xkb.so.1": "libxcb-xkb1",
    "libxkbcommon.so.0": "libxkbcommon0",
    "libxkbcommon-x11.so.0": "libxkbcommon-x11-0",
    "libdbus-1.so.3": "libdbus-1-3",
    "libfontconfig.so.1": "libfontconfig1",
    "libfreetype.so.6": "libfreetype6",
    "libglib-2.0.so.0": "libglib2.0-0",
    "libgssapi_krb5.so.2": "libgssapi-krb5-2",
    "libbrotlidec.so.1": "libbrotli1",
}


def window_library_gap() -> str | None:
    """Name the packages that a window on X11 lacks here, in a sentence; None if it can be opened."""
    if not sys.platform.startswith("linux") or (plugin := _x11_plugin()) is None:
        return None
    if os.environ.get("QT_QPA_PLATFORM", "xcb").partition(":")[0] != "xcb" or os.environ.get(
        "WAYLAND_DISPLAY"
    ):
        return None  # another plugin is loaded, which needs less
    reason = _load_error(plugin)
    if reason is None:
        return None
    packages = sorted({package for library, package in _PACKAGES.items() if _load_error(library) is not None})
    if not packages:
        return f"The window cannot be opened: {reason}"
    return (
        "The window needs libraries that this system lacks. On Debian or Ubuntu: sudo apt-get install "
        f"{' '.join(packages)}"
    )


def _x11_plugin() -> str | None:
    spec = importlib.util.find_spec("PySide6")
    if spec is None or not spec.submodule_search_locations:
        return None
    plugin = Path(spec.submodule_search_locations[0]) / "Qt" / "plugins" / "platforms" / "libqxcb.so"
    return str(plugin) if plugin.is_file() else None


def _load_error(library: str) -> str | None:
    try:
        ctypes.CDLL(library)
    except OSError as error:
        return str(error)
    return None
