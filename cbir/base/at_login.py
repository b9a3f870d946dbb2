"""What the system starts when its user logs in: `cbir watch` of one library, by each system's own way."""

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
    """Whether the folders of this library are followed from each login on, whatever the device."""
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
    """Let the folders of a library be watched from the next login on, in place of another's. Raises OSError.

    device : where models run then
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
    """Watch nothing at login any more. Raises OSError."""
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
    """What stands in the file that macOS, or a desktop of freedesktop.org, reads at login."""
    if sys.platform == "darwin":
        entry = {"Label": _LABEL, "ProgramArguments": command, "RunAtLoad": True, "ProcessType": "Background"}
        return plistlib.dumps(entry)
    lines = (
        "[Desktop Entry]",
        "Type=Application",
        "Name=cbir",
        "Comment=Follows changes in the folders of photos",
        f"TryExec={command[0]}",  # where the program is gone, the entry does nothing
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
    """A word of an Exec line: within quotation marks, with what has a meaning there escaped; % is a field."""
    word = word.replace("%", "%%")
    if shlex.quote(word) == word:
        return word
    return (
        '"' + "".join(f"\\{sign}" if sign in '"`$\\' else sign for sign in word).replace("\\", "\\\\") + '"'
    )
