"""Names the faces of a photo in turn: found ones are framed, missed ones can be drawn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtWidgets import QCompleter, QGraphicsPixmapItem

from cbir.base.folding import fold
from cbir.base.types import Face, Region
from cbir_app.base.language import tr
from cbir_app.base.page import ViewerPage, button, with_key
from cbir_app.base.pictures import Picture
from cbir_app.base.theme import Theme
from cbir_app.base.tooltips import plain_tooltip
from cbir_app.base.undo import LineEdit
from cbir_app.query import FrameCanvas

_SAME_FACE = 0.5  # intersection over union of the frame and a face, as in the catalog


class NamingPage(ViewerPage):
    named = Signal(object, object, str, bool)
    """The Face in the frame or None, the frame as a Region, the name, and True for another person of the name."""

    def __init__(self, theme: Theme) -> None:
        self.frame_canvas = FrameCanvas(theme)
        super().__init__(theme, tr("Name a face"), self.frame_canvas)
        self._picture: Picture | None = None
        self._faces: tuple[Face, ...] = ()
        self._at = -1  # the framed face; -1: none
        self.title.setText(tr("Who is this?"))
        self.remark.setText(tr("Drag a frame around the face, or use arrows and Shift+arrows."))
        self.next = button(tr("Next face"), self.show_next)
        self.next.setToolTip(plain_tooltip(with_key(tr("Frame the next face that was found"), "N")))
        self.press_key("N", self.next)
        self.name = LineEdit()
        self.name.setAccessibleName(tr("Name"))
        self.name.setPlaceholderText(tr("Name"))
        self.name.setFixedWidth(190)
        self._taken: frozenset[str] = frozenset()  # names of people, folded
        self.give = button(tr("Name"), self._give, primary=True)
        self.another = button(tr("Somebody else"), lambda: self._give(another=True))
        self.another.setToolTip(plain_tooltip(tr("Another person of the same name")))
        self.tools.setSpacing(8)
        for widget in (self.next, self.name, self.give, self.another):
            self.tools.addWidget(widget)
        for key in ("Return", "Enter"):
            self.add_key(key, self._on_enter)
        self.name.textChanged.connect(lambda _text: self._enable())
        self.frame_canvas.framed.connect(self._on_framed)

    def show_photo(self, picture: Picture, faces: Sequence[Face], names: Sequence[str]) -> None:
        """Show a photo, the first face without a name in the frame, or the first of all.

        names : of people, to complete what is typed
        """
        self._picture, self._faces, self._at = picture, tuple(faces), -1
        self.name.clear()
        self._taken = frozenset(map(fold, names))
        completer = QCompleter(list(dict.fromkeys(names)), self.name)
        completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        self.name.setCompleter(completer)
        self.canvas.scene().clear()
        item = QGraphicsPixmapItem(picture.pixmap)
        item.setTransformationMode(Qt.TransformationMode.SmoothTransformation)
        self.canvas.scene().addItem(item)
        self.canvas.set_area(item.boundingRect())
        self.next.setVisible(len(self._faces) > 1)
        unnamed = (at for at, face in enumerate(self._faces) if not face.name)
        self._frame_face(next(unnamed, 0 if self._faces else -1))

    def forget(self) -> None:
        self._picture, self._faces, self._at = None, (), -1
        self.frame_canvas.set_frame(None)
        self.canvas.scene().clear()

    def show_next(self) -> None:
        """Frame the next face that was found."""
        if self._faces:
            self._frame_face((self._at + 1) % len(self._faces))

    def _frame_face(self, at: int) -> None:
        self._at = at
        if self._picture is None or at < 0:
            self.frame_canvas.set_frame(None)
            return
        scale = self._picture.scale
        self.frame_canvas.set_frame(QRectF(*(value * scale for value in self._faces[at].box)))
        self.name.setText(self._faces[at].name)
        self.name.selectAll()

    @property
    def region(self) -> Region | None:
        """The frame in pixels of the upright full-resolution photo."""
        frame = self.frame_canvas.frame_rect
        if frame is None or self._picture is None:
            return None
        scale = self._picture.scale
        return frame.x() / scale, frame.y() / scale, frame.width() / scale, frame.height() / scale

    def _face(self, region: Region) -> Face | None:
        """The face that was found in the frame."""
        frame = QRectF(*region)
        return next((face for face in self._faces if _share(QRectF(*face.box), frame) >= _SAME_FACE), None)

    def _on_framed(self) -> None:
        self._enable()
        region = self.region
        face = None if region is None else self._face(region)
        who = "" if region is None else tr("A face that was found") if face is not None else tr("A new face")
        self.canvas.setAccessibleDescription(who if face is None or not face.name else face.name)

    def _enable(self) -> None:
        name = self.name.text().strip()
        self.give.setEnabled(self.region is not None and bool(name))
        self.another.setVisible(self.region is not None and fold(name) in self._taken)

    def _on_enter(self) -> None:
        """Move on from the frame to the name, and give that."""
        if self.name.hasFocus() or self.give.hasFocus():
            self._give()
        elif self.another.hasFocus():
            self._give(another=True)
        elif self.next.hasFocus():
            self.show_next()
        elif self.region is not None:
            self.name.setFocus()

    def _give(self, *, another: bool = False) -> None:
        region, name = self.region, self.name.text().strip()
        if region is None or not name:
            return
        face = self._face(region)
        self.named.emit(face, region, name, another)
        self._taken |= {fold(name)}
        self._faces = tuple(replace(other, name=name) if other is face else other for other in self._faces)
        unnamed = next((at for at, other in enumerate(self._faces) if not other.name), -1)
        if unnamed < 0 or face is None:
            self.closed.emit()
        else:
            self._frame_face(unnamed)
            self.name.setFocus()


def _share(first: QRectF, second: QRectF) -> float:
    """Intersection over union."""
    common = first.intersected(second)
    shared = common.width() * common.height() if not common.isEmpty() else 0.0
    total = first.width() * first.height() + second.width() * second.height() - shared
    return shared / max(total, 1e-9)
