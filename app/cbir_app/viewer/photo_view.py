"""A single photo, large: zoom, pan, fit, its metadata, and searches that start from it.

The scene's unit is a pixel of the photo, so a zoom of 1 is the photo's own size. The thumbnail is shown at once, a
large picture as soon as it arrives, and the visible part of a zoomed photo in its own pixels.
"""

from __future__ import annotations

import math

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QGuiApplication, QPen, QPixmap, QPolygonF, QResizeEvent
from PySide6.QtWidgets import (
    QFrame,
    QGraphicsPixmapItem,
    QGraphicsRectItem,
    QGraphicsSceneHoverEvent,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from cbir.base.types import Face, Hit, Region, Term, file_of, largest_words, shown_name
from cbir.service import (
    Answer,
    FacesAnswer,
    FacesRequest,
    Failure,
    PictureAnswer,
    PictureRequest,
    ThumbnailRequest,
    WrittenAnswer,
    WrittenRequest,
)
from cbir_app.base.language import tr
from cbir_app.base.page import IconButton, ViewerPage, button, label, with_key
from cbir_app.base.pictures import Picture, picture_of
from cbir_app.base.preferences import Preferences
from cbir_app.base.theme import Theme
from cbir_app.base.tooltips import plain_tooltip
from cbir_app.base.wording import GONE, OFFLINE, PART, megapixels
from cbir_app.engine import Details, Engine, Thumbnails
from cbir_app.results import METADATA, facts, place, taken
from cbir_app.viewer.fact_grid import FactGrid
from cbir_app.viewer.layers import HeatLayer, KeypointLayer, stored

PHOTO_SIDE_PX = 3000
"""Sharp on a 4K screen when fitted; at most 27 MB over the pipe."""

PART_SIDE_PX = 4096  # of the visible part of a zoomed photo: more than any screen shows
PART_DELAY_MS = 140  # zooming and panning request nothing until they rest
MAX_ENLARGEMENT = 4.0  # of a thumbnail that replaces an unavailable photo
PANE_PX = 270
WIDE_PX = 1000  # page width with room for the buttons with text


class FaceItem(QGraphicsRectItem):
    """A face in a photo: outlined while the pointer is over it, with its name as tooltip."""

    def __init__(self, box: QRectF, colour: str, words: str) -> None:
        super().__init__(box)
        self._shown = QPen(QColor(colour), 2)
        self._shown.setCosmetic(True)  # the same width at every zoom
        self.setPen(QPen(Qt.PenStyle.NoPen))
        self.setAcceptHoverEvents(True)
        self.setZValue(2)
        self.setToolTip(plain_tooltip(words))

    def hoverEnterEvent(self, event: QGraphicsSceneHoverEvent) -> None:
        self.setPen(self._shown)

    def hoverLeaveEvent(self, event: QGraphicsSceneHoverEvent) -> None:
        self.setPen(QPen(Qt.PenStyle.NoPen))


class PhotoView(ViewerPage):
    like_asked = Signal()  # photos that look like this one
    same_asked = Signal()  # photos that show the same thing
    frame_asked = Signal()  # frame a part of it and search with that
    text_asked = Signal(str)  # photos with its largest recognised words
    naming_asked = Signal()  # name its faces

    def __init__(
        self,
        engine: Engine,
        details: Details,
        thumbnails: Thumbnails,
        theme: Theme,
        preferences: Preferences,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(theme, tr("Photo"), steps=True, parent=parent)
        self.title.elide = Qt.TextElideMode.ElideMiddle  # the time of a video and the type of a file stay
        self._engine, self._details, self._thumbnails = engine, details, thumbnails
        self._preferences, self._theme = preferences, theme
        details.arrived.connect(self._show_facts)
        self._ticket: int | None = None
        self._part_ticket: int | None = None
        self.text_ticket: int | None = None
        self.faces_ticket: int | None = None
        self.faces: tuple[Face, ...] = ()  # from left to right
        self._face_items: list[FaceItem] = []
        self._points = ""  # the number of its keypoints
        self.terms: tuple[Term, ...] = ()  # typed terms of the query
        self._text = self._largest = ""  # recognised text of the photo, and its words in the largest letters
        self._part_region: Region | None = None
        self._whole: QGraphicsPixmapItem | None = None
        self.part_item: QGraphicsPixmapItem | None = None
        self.hit: Hit | None = None
        self._stand_in = False  # the picture is the library's thumbnail
        self.picture: Picture | None = None  # after it has arrived
        self._rest = QTimer(self)
        self._rest.setSingleShot(True)
        self._rest.setInterval(PART_DELAY_MS)
        self._rest.timeout.connect(self._ask_part)
        self._build(theme)

    def _build(self, theme: Theme) -> None:
        self.ways: list[QPushButton] = []
        for words, tooltip, signal in (
            (
                "",
                tr("Photos of the same thing first, then similar ones"),
                self.like_asked,
            ),
            (
                "",
                tr("Photos of exactly this, however they are cropped"),
                self.same_asked,
            ),
            (tr("Frame and search"), tr("Search with a part of this photo"), self.frame_asked),
        ):
            push_button = button(words, signal.emit)
            push_button.setToolTip(plain_tooltip(tooltip))
            self.tools.addWidget(push_button)
            self.ways.append(push_button)
        self.copy = IconButton(theme, "copy", tr("Copy text"), self.copy_text, "T")
        self.copy.setVisible(False)
        self.add_key("T", self.copy_text)
        self.same_text = button(tr("More with this text"), self.search_text)
        self.same_text.setVisible(False)
        self.add_key("Shift+T", self.search_text)
        self.tools.addWidget(self.copy)
        self.tools.addWidget(self.same_text)
        self.tools.setSpacing(6)
        self.naming = IconButton(theme, "person", tr("Name a face"), self.naming_asked.emit, "W")
        self.naming.setVisible(False)
        self.add_key("W", lambda: self.naming_asked.emit() if self.naming.isVisible() else None)
        self.tools.addWidget(self.naming)
        self.points = self.toggle("points", tr("Details that photos are compared by"), "K")
        self.points.toggled.connect(self._show_points)
        self.tools.addWidget(self.points)
        self.keypoints = KeypointLayer(self._engine, self.canvas)
        self.keypoints.told.connect(self._tell_points)
        self.heat = self.toggle("heat", tr("Where your words were found"), "H")
        self.heat.toggled.connect(self._show_heat)
        self.tools.addWidget(self.heat)
        self.heat_layer = HeatLayer(self._engine, self.canvas)
        self.heat_layer.told.connect(self._tell_heat)
        self.legend = label("", "legend", wrap=True)  # how to read the colours
        self.legend.setAccessibleName(tr("Where your words were found"))
        self.legend.setContentsMargins(16, 7, 16, 7)
        self.layout_.insertWidget(self.layout_.indexOf(self.middle) + 1, self.legend)
        self.info = IconButton(theme, "info", tr("About this photo"), None, "I")
        self.info.setCheckable(True)
        self.tools.addWidget(self.info)
        self.add_key("I", self.info.toggle)
        self.facts = FactGrid(("File", "Folder", "Size", *METADATA))
        inside = QWidget()
        column = QVBoxLayout(inside)
        column.setContentsMargins(16, 14, 16, 14)
        column.setSpacing(8)
        column.addWidget(label(tr("This photo"), "section"))
        column.addWidget(self.facts)
        column.addStretch(1)
        self.pane = QScrollArea()
        self.pane.setObjectName("infoPane")
        self.pane.setAccessibleName(tr("About this photo"))
        self.pane.setFrameShape(QFrame.Shape.NoFrame)
        self.pane.setWidgetResizable(True)
        self.pane.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.pane.setFixedWidth(PANE_PX)
        self.pane.setWidget(inside)
        self.middle.addWidget(self.pane)
        self.info.toggled.connect(self._show_pane)
        self.info.setChecked(self._preferences.flag("photo facts", True))
        self._show_pane(self.info.isChecked())
        self.canvas.tapped.connect(self.closed)
        self.canvas.zoomed.connect(lambda _zoom: self._rest.start())
        for bar in (self.canvas.horizontalScrollBar(), self.canvas.verticalScrollBar()):
            bar.valueChanged.connect(lambda _value: self._rest.start())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Hide the search buttons on a narrow page, for room for the zoom. The context menu has the same commands."""
        super().resizeEvent(event)
        for way in self.ways:
            way.setVisible(self.width() >= WIDE_PX)

    def _show_pane(self, shown: bool) -> None:
        self._preferences.set_flag("photo facts", shown)
        self.pane.setVisible(shown)

    def set_bare(self, bare: bool) -> None:
        super().set_bare(bare)
        self.pane.setVisible(self.info.isChecked() and not bare)

    # ---- showing

    def show_hit(self, hit: Hit, terms: tuple[Term, ...] = ()) -> None:
        """Show a photo. terms : typed terms; their places in its recognised text are outlined"""
        self.forget()
        self.terms = terms
        texts = tuple(term.text for term in terms if term.text and term.sign > 0)
        self._offer_heat(possible=bool(texts))
        self.hit, self._stand_in = hit, hit.offline
        self.title.setText(shown_name(hit.path))
        self._show_facts()
        self._details.ask([hit])
        small = self._thumbnails.get(hit)
        self.canvas.most_fitted = 1.0
        if self._stand_in:
            side = 256 if small is None else max(small.width(), small.height())
            self.canvas.most_fitted = MAX_ENLARGEMENT * side / max(1, *hit.size)
        if small is not None:
            self._whole = self._add(small, QRectF(0, 0, *hit.size))
        if hit.part is not None and not hit.verified:
            self._outline(QPolygonF(QRectF(*hit.part)), tr(PART), Qt.PenStyle.DashLine)
        self.canvas.set_area(QRectF(0, 0, *hit.size))
        large = PictureRequest(photo=hit.photo, max_side_px=PHOTO_SIDE_PX)
        request = ThumbnailRequest(photo=hit.photo) if hit.offline else large
        self._ticket = self._engine.request(request, self._on_picture)
        text_request = WrittenRequest(photo=hit.photo, texts=texts)
        self.text_ticket = self._engine.request(text_request, self._on_written)
        self.ask_faces()
        self._show_points(self.points.isChecked())
        self._show_heat(self.heat.isChecked())

    def forget(self) -> None:
        """Cancel the requests and free the picture."""
        self._rest.stop()
        for ticket in (self._ticket, self._part_ticket, self.text_ticket, self.faces_ticket):
            if ticket is not None:
                self._engine.cancel(ticket)
        self._ticket = self._part_ticket = self.text_ticket = self.faces_ticket = self._part_region = None
        self.canvas.setAccessibleDescription("")
        self._text = self._largest = ""
        self.copy.setVisible(False)
        self.same_text.setVisible(False)
        self.keypoints.forget()
        self.heat_layer.forget()
        self.hit = self.picture = self._whole = self.part_item = None
        self.faces, self._face_items = (), []
        self.canvas.scene().clear()

    def _show_facts(self) -> None:
        """Show the photo's facts: the main ones in a line, all of them beside the photo."""
        if self.hit is None:
            return
        hit, metadata = self.hit, self._details.get(self.hit)
        parts = [self._points, megapixels(hit.size)]
        if metadata is not None:
            parts += [taken(metadata), metadata.camera, place(metadata)]
        if self._stand_in:
            why = OFFLINE if hit.offline else GONE
            parts.append(" ".join((tr(why), tr("This is its thumbnail from the library."))))
        self.remark.setText(" · ".join(part for part in parts if part))
        values = dict(facts(metadata)) if metadata is not None else {}
        stated = metadata.people if metadata is not None else ()
        values["People"] = ", ".join(
            dict.fromkeys([*(face.name for face in self.faces if face.name), *stated])
        )
        for name in METADATA:
            self.facts.show_fact(name, values.get(name, ""))
        for name, value in (
            ("File", shown_name(hit.path) + ("" if hit.beside is None else f" + {hit.beside}")),
            ("Folder", str(file_of(hit.path).parent)),
            ("Size", megapixels(hit.size)),
        ):
            self.facts.show_fact(name, value)

    def _add(self, pixmap: QPixmap, area: QRectF) -> QGraphicsPixmapItem:
        """Draw a picture over an area in pixels of the photo."""
        picture = QGraphicsPixmapItem(pixmap)
        picture.setTransformationMode(Qt.TransformationMode.SmoothTransformation)
        picture.setPos(area.topLeft())
        scale = picture.transform()
        scale.scale(area.width() / max(1, pixmap.width()), area.height() / max(1, pixmap.height()))
        picture.setTransform(scale)
        self.canvas.scene().addItem(picture)
        return picture

    def _on_picture(self, answer: Answer) -> None:
        self._ticket = None
        if isinstance(answer, PictureAnswer) and self.hit is not None:
            if answer.stand_in and not self._stand_in:  # its drive was disconnected after the search
                self._stand_in = True
                self._show_facts()
            if self._whole is not None:
                self.canvas.scene().removeItem(self._whole)
            self.picture = Picture(picture_of(answer).pixmap, self.hit.size)
            self._whole = self._add(self.picture.pixmap, QRectF(0, 0, *self.hit.size))
            self._whole.setZValue(-1)
            self._rest.start()
        elif isinstance(answer, Failure):
            self.remark.setText(answer.message)

    # ---- keypoints

    def _show_points(self, shown: bool) -> None:
        self.keypoints.forget()
        self._tell_points("")
        if shown and self.hit is not None:
            self.keypoints.draw(stored(self.hit.photo))

    def _tell_points(self, words: str) -> None:
        self._points = words
        self._show_facts()

    # ---- heat map

    def _offer_heat(self, *, possible: bool) -> None:
        self.heat.setEnabled(possible)
        tip = (
            tr("Where your words were found")
            if possible
            else tr("Type words to see where they match in a photo")
        )
        self.heat.setToolTip(plain_tooltip(with_key(tip, "H")))

    def _show_heat(self, shown: bool) -> None:
        self.heat_layer.forget()
        self._tell_heat("")
        if shown and self.hit is not None and self.heat.isEnabled():
            self.heat_layer.draw(self.terms, self.hit.photo)

    def _tell_heat(self, words: str) -> None:
        self.legend.setText(words)
        self.legend.setVisible(bool(words))
        self.heat.setAccessibleDescription(words)

    # ---- recognised text

    def copy_text(self) -> None:
        if self._text:
            QGuiApplication.clipboard().setText(self._text)

    def search_text(self) -> None:
        if self._largest:
            self.text_asked.emit(self._largest)

    def _on_written(self, answer: Answer) -> None:
        self.text_ticket = None
        if not isinstance(answer, WrittenAnswer):
            return  # the photo is useful without
        self._text = "\n".join(line.text for line in answer.lines or ())
        self.copy.setVisible(bool(self._text))
        self._largest = largest_words(answer.lines or ())
        self.same_text.setVisible(bool(self._largest))
        self.same_text.setToolTip(
            plain_tooltip(tr("Search for the words “{words}” (Shift+T)", words=self._largest))
        )
        for word in answer.places:
            self._outline(QPolygonF([QPointF(x, y) for x, y in word.quad]), word.text)

    # ---- faces

    def offer_naming(self, possible: bool) -> None:
        self.naming.setVisible(possible)

    def ask_faces(self) -> None:
        """Request the faces of the photo, anew after a change."""
        if self.faces_ticket is not None:
            self._engine.cancel(self.faces_ticket)
            self.faces_ticket = None
        if self.hit is not None and not self.hit.offline:
            self.faces_ticket = self._engine.request(FacesRequest(photos=(self.hit.photo,)), self._on_faces)

    def _on_faces(self, answer: Answer) -> None:
        """Outline a face under the pointer, with its name."""
        self.faces_ticket = None
        if not isinstance(answer, FacesAnswer):
            return  # the photo is useful without, and a service shows no faces
        for item in self._face_items:
            self.canvas.scene().removeItem(item)
        self.faces, accent = answer.faces, self._theme.colours.accent
        self._face_items = [
            FaceItem(QRectF(*face.box), accent, face.name or tr("Without a name")) for face in answer.faces
        ]
        for item in self._face_items:
            self.canvas.scene().addItem(item)
        names = [face.name for face in answer.faces if face.name]
        self.canvas.setAccessibleDescription(", ".join(names))
        self._show_facts()

    def _outline(self, corners: QPolygonF, words: str, style: Qt.PenStyle = Qt.PenStyle.SolidLine) -> None:
        """Draw a border on the photo, with its meaning as tooltip."""
        pen = QPen(QColor(self._theme.colours.accent), 3, style)
        pen.setCosmetic(True)  # the same width at every zoom
        outline = self.canvas.scene().addPolygon(corners, pen)
        outline.setZValue(1)
        outline.setToolTip(plain_tooltip(words))

    # ---- the visible part of a zoomed photo

    def _ask_part(self) -> None:
        """Request the visible part in its own pixels, if the current picture has fewer pixels than the screen."""
        if self.hit is None or self.picture is None or self._stand_in or self.picture.scale >= 1:
            return
        scale = min(1.0, self.canvas.zoom * self.devicePixelRatioF())
        if scale <= self.picture.scale * 1.05:
            return
        region = self._visible_part()
        if region is None or region == self._part_region:
            return
        if self._part_ticket is not None:
            self._engine.cancel(self._part_ticket)
        self._part_region = region
        side = min(PART_SIDE_PX, math.ceil(max(region[2:]) * scale))
        request = PictureRequest(photo=self.hit.photo, region=region, max_side_px=side)
        self._part_ticket = self._engine.request(request, self._on_part)

    def _visible_part(self) -> Region | None:
        """Return the visible part of the photo, in whole pixels."""
        assert self.hit is not None
        visible = self.canvas.mapToScene(self.canvas.viewport().rect()).boundingRect().toAlignedRect()
        inside = visible.intersected(QRect(0, 0, *self.hit.size))
        if inside.isEmpty():
            return None
        return float(inside.x()), float(inside.y()), float(inside.width()), float(inside.height())

    def _on_part(self, answer: Answer) -> None:
        self._part_ticket = None
        # After a failure the picture stays, only less sharp.
        if isinstance(answer, PictureAnswer) and not answer.stand_in and self._part_region is not None:
            if self.part_item is not None:
                self.canvas.scene().removeItem(self.part_item)
            self.part_item = self._add(picture_of(answer).pixmap, QRectF(*self._part_region))

    def minimumSizeHint(self) -> QSize:
        return QSize(320, 200)
