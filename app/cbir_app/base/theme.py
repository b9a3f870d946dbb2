"""Light and dark: palettes, style sheet and tinted icons, following the system's scheme if it has one.

`QStyleHints.setColorScheme` does nothing on plain X11, so both palettes are our own, on Qt's Fusion style.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from functools import cache

from PySide6.QtCore import QByteArray, QObject, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QGuiApplication, QIcon, QImage, QPainter, QPalette, QPixmap
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QApplication

from cbir.base.resources import resource
from cbir_app.base.preferences import Scheme

MARK = "#ff8a3c"  # of evidence: visible on nearly every photo in both schemes; accent blue drowns in skies


@dataclass(frozen=True, slots=True)
class Colours:
    """One scheme. Greys have no tint, so that the photos keep their own colours. There is one accent."""

    base: str  # behind the photos
    panel: str  # side columns and bars
    raised: str  # buttons, menus
    well: str  # sunken: behind one large photo, empty thumbnails
    text: str
    dim: str  # secondary text, at least 4.5:1 on panel and base
    faint: str  # disabled
    line: str
    hover: str
    pressed: str
    scroll: str
    accent: str
    accent_hover: str
    accent_text: str  # the accent as text on panel
    accent_soft: str
    accent_line: str
    on_accent: str
    warning_soft: str


LIGHT = Colours(
    base="#ffffff",
    panel="#f6f6f6",
    raised="#ffffff",
    well="#ececec",
    text="#1c1c1c",
    dim="#636363",
    faint="#a6a6a6",
    line="#dedede",
    hover="#ebebeb",
    pressed="#dfdfdf",
    scroll="#c4c4c4",
    accent="#2f62d9",
    accent_hover="#2856c4",
    accent_text="#2856c4",
    accent_soft="#e6edfc",
    accent_line="#bccff6",
    on_accent="#ffffff",
    warning_soft="#fdf3dc",
)
DARK = Colours(
    base="#191919",
    panel="#222222",
    raised="#2c2c2c",
    well="#101010",
    text="#ececec",
    dim="#a3a3a3",
    faint="#666666",
    line="#373737",
    hover="#343434",
    pressed="#3d3d3d",
    scroll="#4d4d4d",
    accent="#5b8af5",
    accent_hover="#6d97f6",
    accent_text="#8fb0fa",
    accent_soft="#26334f",
    accent_line="#3c5590",
    on_accent="#0d1526",
    warning_soft="#3d331c",
)


def palette(colours: Colours) -> QPalette:
    """Return the Fusion palette of a scheme."""
    role = QPalette.ColorRole
    qt_palette = QPalette()
    for group_role, colour in (
        (role.Window, colours.panel),
        (role.WindowText, colours.text),
        (role.Base, colours.base),
        (role.AlternateBase, colours.panel),
        (role.Text, colours.text),
        (role.PlaceholderText, colours.dim),
        (role.Button, colours.raised),
        (role.ButtonText, colours.text),
        (role.BrightText, "#ffffff"),
        (role.ToolTipBase, colours.raised),
        (role.ToolTipText, colours.text),
        (role.Highlight, colours.accent),
        (role.HighlightedText, colours.on_accent),
        (role.Accent, colours.accent),
        (role.Link, colours.accent_text),
        (role.LinkVisited, colours.accent_text),
        (role.Light, colours.hover),
        (role.Midlight, colours.line),
        (role.Mid, colours.line),
        (role.Dark, colours.faint),
        (role.Shadow, "#000000"),
    ):
        qt_palette.setColor(group_role, QColor(colour))
    for disabled in (role.WindowText, role.Text, role.ButtonText):
        qt_palette.setColor(QPalette.ColorGroup.Disabled, disabled, QColor(colours.faint))
    return qt_palette


def style_sheet(colours: Colours) -> str:
    tokens = asdict(colours)
    tone = "dark" if colours is DARK else "light"
    for name in ("tick", "arrow"):
        tokens[name] = resource(f"icons/{name}-{tone}.svg").as_posix()
    tokens["question"] = resource("icons/question.svg").as_posix()  # in an accent that suits both schemes
    text = resource("style/window.qss").read_text(encoding="utf-8")
    return re.sub(r"@\{(\w+)\}", lambda token: tokens[token.group(1)], text)


class Theme(QObject):
    """The scheme in use; the only place that sets palette and style sheet."""

    changed = Signal()

    def __init__(self, app: QApplication, scheme: Scheme = "system") -> None:
        super().__init__(app)
        self._app = app
        self._scheme: Scheme = scheme
        self.colours = LIGHT
        self._pixmaps: dict[tuple[str, str, int, float], QPixmap] = {}
        app.setStyle("Fusion")
        app.styleHints().colorSchemeChanged.connect(self._system_changed)
        self.set_scheme(scheme)

    @property
    def scheme(self) -> Scheme:
        return self._scheme

    @property
    def dark(self) -> bool:
        return self.colours is DARK

    @contextmanager
    def unstyled(self) -> Iterator[None]:
        """Hold the style sheet back while widgets are put together.

        Under a style sheet, Qt restyles a widget's whole subtree each time it gets a new parent: half of the window's
        start.
        """
        sheet = self._app.styleSheet()
        self._app.setStyleSheet("")
        try:
            yield
        finally:
            self._app.setStyleSheet(sheet)

    def set_scheme(self, scheme: Scheme) -> None:
        self._scheme = scheme
        system_dark = self._app.styleHints().colorScheme() == Qt.ColorScheme.Dark
        dark = scheme == "dark" or (scheme == "system" and system_dark)
        self.colours = DARK if dark else LIGHT
        self._app.setPalette(palette(self.colours))
        self._app.setStyleSheet(style_sheet(self.colours))
        self.changed.emit()

    def icon(self, name: str, colour: str | None = None, *, side_px: int = 20, gap_px: int = 0) -> QIcon:
        """Return an icon of resources/cbir_resources/icons in the text colour, or in `colour`.

        gap_px : empty pixels at its right, for a button whose text would be too close
        """
        colour = colour or self.colours.text
        icon = QIcon()
        for ratio in {screen.devicePixelRatio() for screen in QGuiApplication.screens()}:
            for shade, mode in ((colour, QIcon.Mode.Normal), (self.colours.faint, QIcon.Mode.Disabled)):
                icon.addPixmap(_widened(self.pixmap(name, side_px, shade, ratio), gap_px), mode)
        return icon

    def pixmap(self, name: str, side_px: int, colour: str | None = None, ratio: float = 1.0) -> QPixmap:
        """Return an icon as a picture of side_px by side_px device-independent pixels."""
        key = (name, colour or self.colours.dim, side_px, ratio)
        if key not in self._pixmaps:
            self._pixmaps[key] = QPixmap.fromImage(_tinted(*key))
        return self._pixmaps[key]

    def _system_changed(self) -> None:
        if self._scheme == "system":
            self.set_scheme("system")


@cache
def _drawing(name: str) -> str:
    """Read an icon once: it is painted in several colours and sizes before the window is visible."""
    return resource(f"icons/{name}.svg").read_text(encoding="utf-8")


@cache
def _tinted(name: str, colour: str, side_px: int, ratio: float) -> QImage:
    """Paint an icon once for all windows of the process. An image, because no pixmap may outlive the application."""
    svg = _drawing(name).replace('"#000"', f'"{colour}"')
    side = round(side_px * ratio)
    image = QImage(QSize(side, side), QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    QSvgRenderer(QByteArray(svg.encode())).render(painter, QRectF(image.rect()))
    painter.end()
    image.setDevicePixelRatio(ratio)
    return image


def _widened(pixmap: QPixmap, gap_px: int) -> QPixmap:
    if not gap_px:
        return pixmap
    ratio = pixmap.devicePixelRatio()
    wide = QPixmap(pixmap.width() + round(gap_px * ratio), pixmap.height())
    wide.setDevicePixelRatio(ratio)
    wide.fill(Qt.GlobalColor.transparent)
    painter = QPainter(wide)
    painter.drawPixmap(0, 0, pixmap)
    painter.end()
    return wide
