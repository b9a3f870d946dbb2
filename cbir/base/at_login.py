"""Start at login: the system runs `cbir watch` for a library when its user logs in, by each system's own means."""

from __future__ import annotations

import os
import plistlib
import shlex
import subprocess
import sys
from pathlib import Path
from typing import get_args

from cbir.base.types import Device

_NAME = "cbir-watch"
_LABEL = "io.github.cbir.watch"
_RUN = r"Software\Microsoft\Windows\CurrentVersion\Run"


def starts_at_login(library: Path) -> bool:
    """True if the folders of this library are watched from each login on, on any device."""
    commands = [watch_command(library, device) for device in get_args(Device)]
    if sys.platform == "win32":
        import winreg

        try:
            with winreg.OpenKey(winreg.HKEY_CURRENT_USER, _RUN) as key:
                return winreg.QueryValueEx(key, _NAME)[0] in map(subprocess.list2cmdline, commands)
        except OSError:
            return False
    try:
        written = _place().read_bytes()
    except OSError:
        return False
    return written in map(_entry, commands)


def start_at_login(library: Path, device: Device = "auto") -> None:
    """Watch the folders of a library from the next login on, instead of another library's. Raises OSError.

    device : where models will run
    """
    command = watch_command(library, device)
    if sys.platform == "win32":
        import winreg

        with winreg.CreateKey(winreg.HKEY_CURRENT_USER, _RUN) as key:
            winreg.SetValueEx(key, _NAME, 0, winreg.REG_SZ, subprocess.list2cmdline(command))
        return
    place = _place()
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_bytes(_entry(command))


def do_not_start_at_login() -> None:
    """Stop watching at login. Raises OSError."""
    if sys.platform == "win32":
        import contextlib
        import winreg

        with (
            contextlib.suppress(FileNotFoundError),
            winreg.OpenKey(winreg.HKEY_CURRENT_USER, _RUN, 0, winreg.KEY_SET_VALUE) as key,
        ):
            winreg.DeleteValue(key, _NAME)
        return
    _place().unlink(missing_ok=True)


def watch_command(library: Path, device: Device = "auto") -> list[str]:
    program = [sys.executable] if getattr(sys, "frozen", False) else [sys.executable, "-m", "cbir"]
    where = [] if device == "auto" else ["--device", device]
    return [*program, "watch", "--library", str(library.absolute()), *where]


def _entry(command: list[str]) -> bytes:
    """The content of the file that macOS, or a freedesktop.org desktop, reads at login."""
    if sys.platform == "darwin":
        entry = {"Label": _LABEL, "ProgramArguments": command, "RunAtLoad": True, "ProcessType": "Background"}
        return plistlib.dumps(entry)
    lines = (
        "[Desktop Entry]",
        "Type=Application",
        "Name=cbir",
        "Comment=Follows changes in the folders of photos",
        f"TryExec={command[0]}",  # without the program, the entry does nothing
        f"Exec={' '.join(map(_quoted, command))}",
        "NoDisplay=true",
        "Terminal=false",
    )
    return "\n".join((*lines, "")).encode()


def _place() -> Path:
    if sys.platform == "darwin":
        return Path.home() / "Library" / "LaunchAgents" / f"{_LABEL}.plist"
    return (
        Path(os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config") / "autostart" / f"{_NAME}.desktop"
    )


def _quoted(word: str) -> str:
    """A word of an Exec line: in quotation marks, with special characters escaped; % would begin a field."""
    word = word.replace("%", "%%")
    if shlex.quote(word) == word:
        return word
    return (
        '"' + "".join(f"\\{sign}" if sign in '"`$\\' else sign for sign in word).replace("\\", "\\\\") + '"'
    )
