"""Settings that the window remembers between two starts. Qt stores them in the platform's own place, per user."""

from __future__ import annotations

import contextlib
import sys
from pathlib import Path
from typing import Literal, cast

from PySide6.QtCore import QByteArray, QSettings

from cbir.base.chosen_device import choose_device
from cbir.base.errors import CbirError
from cbir.base.types import Device
from cbir_app.base.language import LANGUAGES, Language

Scheme = Literal["system", "light", "dark"]
_SCHEMES = ("system", "light", "dark")
CALM = "reduce motion"  # a flag: no animations


def of_library(name: str, folder: Path) -> str:
    """Return the key of a setting that is remembered for each library."""
    place = str(folder).replace("/", "|").replace("\\", "|")  # a slash would make groups
    return f"{name}/{place}"


def _keep_private(settings: QSettings) -> None:
    """Make a settings file private: it holds searches and names of folders.

    Qt makes the file readable to all and keeps the permissions of an existing one. Windows and macOS keep settings for
    one user by default.
    """
    if sys.platform in ("win32", "darwin"):
        return
    file = Path(settings.fileName())
    with contextlib.suppress(OSError):  # a read-only home stores nothing
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        file.touch(mode=0o600)
        file.chmod(0o600)
        if file.parent.name == "cbir":
            file.parent.chmod(0o700)


class Preferences:
    """Typed access to QSettings. An unreadable value counts as not set."""

    def __init__(self, settings: QSettings | None = None) -> None:
        self._settings = settings if settings is not None else QSettings("cbir", "cbir")
        _keep_private(self._settings)
        # Qt's own file dialogs remember the folders and names of chosen photos.
        _keep_private(QSettings(QSettings.Scope.UserScope, "QtProject"))

    @property
    def scheme(self) -> Scheme:
        value = self._settings.value("scheme", "system")
        return cast(Scheme, value) if value in _SCHEMES else "system"

    @scheme.setter
    def scheme(self, value: Scheme) -> None:
        self._settings.setValue("scheme", value)

    @property
    def language(self) -> Language:
        value = self._settings.value("language", "system")
        return value if value in LANGUAGES else "system"

    def choose_language(self, value: Language) -> None:
        """Store a language; it takes effect at the next start."""
        self._settings.setValue("language", value)

    @property
    def device(self) -> Device:
        """The device that runs models: "cpu" if the graphics card is to be left alone."""
        return "cpu" if self._settings.value("device") == "cpu" else "auto"

    @device.setter
    def device(self, value: Device) -> None:
        self._settings.setValue("device", value)
        with contextlib.suppress(OSError, CbirError):  # then `cbir watch` chooses by itself
            choose_device(value)

    def flag(self, name: str, default: bool) -> bool:
        # An ini file holds text: "false" must not count as true.
        return str(self._settings.value(name, default)).lower() in ("true", "1")

    def set_flag(self, name: str, value: bool) -> None:
        self._settings.setValue(name, value)

    def number(self, name: str, default: int) -> int:
        try:
            return int(str(self._settings.value(name, default)))
        except ValueError:
            return default

    def set_number(self, name: str, value: int) -> None:
        self._settings.setValue(name, value)

    def text(self, name: str) -> str:
        return str(self._settings.value(name, ""))

    def set_text(self, name: str, value: str) -> None:
        self._settings.setValue(name, value)

    def state(self, name: str) -> QByteArray | None:
        value = self._settings.value(name)
        return value if isinstance(value, QByteArray) and not value.isEmpty() else None

    def set_state(self, name: str, value: QByteArray) -> None:
        self._settings.setValue(name, value)
