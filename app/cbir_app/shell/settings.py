"""The settings. Each takes effect at once, except for the language."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import cast

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QButtonGroup,
    QCheckBox,
    QComboBox,
    QDialog,
    QHBoxLayout,
    QRadioButton,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

from cbir.base.at_login import do_not_start_at_login, start_at_login, starts_at_login
from cbir.base.types import Device
from cbir_app.base.language import LANGUAGES, QT_TR_NOOP, Language, tr
from cbir_app.base.page import button, label, rule, scrolled
from cbir_app.base.preferences import Scheme
from cbir_app.viewer import PEOPLE_SENTENCE

SCHEMES: tuple[tuple[Scheme, str], ...] = (
    ("system", QT_TR_NOOP("Same as system")),
    ("light", QT_TR_NOOP("Light")),
    ("dark", QT_TR_NOOP("Dark")),
)

_READ_S = 0.5  # processor time of text recognition in a photo; docs/benchmarks/reading-parts.json


@dataclass(frozen=True, slots=True, kw_only=True)
class Switch:
    """A setting that is on or off. change : returns False if it could not be changed"""

    words: str
    remark: str
    on: bool
    change: Callable[[bool], object]


def follow(on: bool, change: Callable[[bool], object]) -> Switch:
    remark = tr("New, changed and moved photos are noticed while this library's window is open.")
    return Switch(words=tr("Watch folders for changes"), remark=remark, on=on, change=change)


def at_login(library: Path, device: Callable[[], Device], warn: Callable[[str], object]) -> Switch:
    """Watching without a window. device : device of the models then. warn : called with the reason of a failure"""

    def change(on: bool) -> bool:
        try:
            if on:
                start_at_login(library, device())
            else:
                do_not_start_at_login()
        except OSError as error:
            warn(tr("The login setting could not be changed: {reason}", reason=error.strerror or str(error)))
            return False
        return True

    remark = tr("From the next login on, a small program without a window follows this library's folders.")
    on = starts_at_login(library)
    return Switch(words=tr("Watch folders from login on"), remark=remark, on=on, change=change)


def change_device_at_login(library: Path, device: Device, warn: Callable[[str], object]) -> None:
    """Change the device of the models in the program that starts at login, if it is switched on."""
    if (switch := at_login(library, lambda: device, warn)).on:
        switch.change(True)


_SCRIPTS = (  # as the engine names them
    QT_TR_NOOP("Latin"),
    QT_TR_NOOP("Chinese"),
    QT_TR_NOOP("Japanese"),
    QT_TR_NOOP("Cyrillic"),
    QT_TR_NOOP("Greek"),
    QT_TR_NOOP("Korean"),
    QT_TR_NOOP("Arabic"),
    QT_TR_NOOP("Devanagari"),
    QT_TR_NOOP("Thai"),
)


def read_text(photos: int, scripts: Sequence[str], on: bool, change: Callable[[bool], object]) -> Switch:
    """Return the switch for text recognition.

    photos : number of photos, for the estimated time. scripts : names of those that are read
    """
    minutes = max(1, round(photos * _READ_S / 60))
    remark = tr(
        "Finds signs, receipts and screenshots by their text. Reading this library takes about "
        "%Ln minute(s) in the background, and pauses while you work or run on battery.",
        "",
        minutes,
    )
    read = tr("Scripts: {scripts}.", scripts=", ".join(tr(name) for name in scripts))
    return Switch(words=tr("Read text in photos"), remark=f"{remark} {read}", on=on, change=change)


def people(on: bool, change: Callable[[bool], object]) -> Switch:
    return Switch(words=tr("Find people by their faces"), remark=tr(PEOPLE_SENTENCE), on=on, change=change)


def match_lines(on: bool, change: Callable[[bool], object]) -> Switch:
    remark = tr("When a photo is compared with your picture. The key L does the same.")
    return Switch(words=tr("Show the lines between matching points"), remark=remark, on=on, change=change)


def albums_tell(on: bool, change: Callable[[bool], object]) -> Switch:
    remark = tr("Shows a note when an album has new photos since you last opened it.")
    return Switch(words=tr("Tell me of new photos in albums"), remark=remark, on=on, change=change)


def calm(on: bool, change: Callable[[bool], object]) -> Switch:
    remark = tr("Turns off animations. If the system asks for that, they are off anyway.")
    return Switch(words=tr("Reduce motion"), remark=remark, on=on, change=change)


def sidecars(on: bool, change: Callable[[bool], object]) -> Switch:
    remark = tr(
        "Ratings and keywords are kept in the library. Other programs read them from XMP sidecar files; the photos "
        "themselves are never changed."
    )
    return Switch(
        words=tr("Also save ratings and keywords to XMP sidecar files"), remark=remark, on=on, change=change
    )


class SettingsDialog(QDialog):
    """Pages of settings. models : the page of models, from the caller, who owns its contents"""

    def __init__(
        self,
        scheme: Scheme,
        on_scheme: Callable[[Scheme], object],
        language: Language,
        on_language: Callable[[Language], object],
        switches: tuple[Switch, ...],
        models: QWidget,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(tr("Settings"))
        self.resize(640, 600)
        self._on_scheme = on_scheme
        self._models = models
        self.pages = QTabWidget()
        self.pages.setDocumentMode(True)
        self.pages.setAccessibleName(tr("Pages of the settings"))
        self.pages.tabBar().setAccessibleName(tr("Pages of the settings"))
        general = QWidget()
        self._layout = QVBoxLayout(general)
        self._layout.setSpacing(10)
        self.schemes = QButtonGroup(self)
        self._add_schemes(scheme)
        self.languages = QComboBox()
        self._add_languages(language, on_language)
        self.boxes = [self._add_switch(switch) for switch in switches]
        self._layout.addStretch(1)
        for page in (general, models):
            inside = page.layout()
            assert inside is not None
            inside.setContentsMargins(4, 14, 4, 4)
        self.pages.addTab(scrolled(general), tr("&General"))
        self.pages.addTab(models, tr("&Models"))
        buttons = QHBoxLayout()
        buttons.addStretch(1)
        buttons.addWidget(button(tr("Close"), self.close, primary=True))
        layout = QVBoxLayout(self)
        layout.setContentsMargins(18, 12, 18, 16)
        layout.setSpacing(12)
        layout.addWidget(self.pages, 1)
        layout.addLayout(buttons)

    def show_models(self) -> None:
        self.pages.setCurrentWidget(self._models)

    def _add_schemes(self, scheme: Scheme) -> None:
        self._layout.addWidget(label(tr("Appearance"), "section"))
        row = QHBoxLayout()
        for at, (name, words) in enumerate(SCHEMES):
            choice = QRadioButton(tr(words))
            choice.setChecked(name == scheme)
            self.schemes.addButton(choice, at)
            row.addWidget(choice)
        row.addStretch(1)
        self.schemes.idToggled.connect(lambda at, on: self._on_scheme(SCHEMES[at][0]) if on else None)
        self._layout.addLayout(row)
        self._layout.addWidget(rule())

    def _add_languages(self, language: Language, change: Callable[[Language], object]) -> None:
        self._layout.addWidget(label(tr("Language"), "section"))
        box = self.languages
        box.setAccessibleName(tr("Language"))
        for code, words in (("system", tr("Same as system")), *LANGUAGES.items()):
            box.addItem(words, code)
        box.setCurrentIndex(max(0, box.findData(language)))
        box.activated.connect(lambda _at: change(cast(Language, box.currentData())))
        row = QHBoxLayout()
        row.setSpacing(12)
        row.addWidget(box)
        row.addWidget(label(tr("Takes effect after a restart."), "dim"), 1)
        self._layout.addLayout(row)
        self._layout.addWidget(rule())

    def _add_switch(self, switch: Switch) -> QCheckBox:
        box = QCheckBox(switch.words)
        box.setChecked(switch.on)
        box.setAccessibleDescription(switch.remark)

        def change(on: bool) -> None:
            if switch.change(on) is False:
                box.setChecked(not on)

        box.clicked.connect(change)
        remark = label(switch.remark, "dim", wrap=True)
        remark.setContentsMargins(24, 0, 0, 0)
        self._layout.addWidget(box)
        self._layout.addWidget(remark)
        return box
