"""Two to four photos side by side. Zoom and pan apply to all of them, keys to the current one."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QEvent, QObject, QRectF, Qt
from PySide6.QtGui import QPixmap
from PySide6.QtWidgets import QFrame, QGraphicsPixmapItem, QGridLayout, QVBoxLayout, QWidget

from cbir.base.types import Hit, shown_name
from cbir.service import Answer, Failure, PictureAnswer, PictureRequest, ThumbnailRequest
from cbir_app.base.canvas import Canvas
from cbir_app.base.language import number, tr
from cbir_app.base.page import ElidedLabel, ViewerPage
from cbir_app.base.pictures import picture_of
from cbir_app.base.theme import Theme
from cbir_app.base.wording import megapixels, stars
from cbir_app.engine import Details, Engine, Thumbnails

MAX_PANES = 4
SIDE_PX = 2400


class Pane(QFrame):
    """A photo and its caption."""

    def __init__(self, canvas: Canvas, engine: Engine, thumbnails: Thumbnails, details: Details) -> None:
        super().__init__()
        self.setObjectName("pane")
        self.canvas = canvas
        self._engine, self._thumbnails, self._details = engine, thumbnails, details
        self.ticket: int | None = None
        self._picture_item: QGraphicsPixmapItem | None = None
        self.hit: Hit | None = None
        self.caption = ElidedLabel("dim")
        self.caption.setContentsMargins(8, 3, 8, 4)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(2, 2, 2, 2)
        layout.setSpacing(0)
        layout.addWidget(canvas, 1)
        layout.addWidget(self.caption)

    def show_hit(self, hit: Hit, place: str) -> None:
        self.forget()
        self.hit = hit
        self.canvas.setAccessibleName(f"{place}: {shown_name(hit.path)}")
        small = self._thumbnails.get(hit)
        if small is not None:
            self._draw(small)
        self.canvas.set_area(QRectF(0, 0, *hit.size))
        large = PictureRequest(photo=hit.photo, max_side_px=SIDE_PX)
        request = ThumbnailRequest(photo=hit.photo) if hit.offline else large
        self.ticket = self._engine.request(request, self._on_picture)
        self.say()

    def forget(self) -> None:
        if self.ticket is not None:
            self._engine.cancel(self.ticket)
        self.hit = self.ticket = self._picture_item = None
        self.canvas.scene().clear()

    def say(self) -> None:
        """Show the photo's name and rating."""
        if self.hit is not None:
            marks = self._details.marks(self.hit)
            picked = tr("Picked") if marks.flag == "pick" else ""
            rated = stars(marks.rating) if marks.rating else ""
            parts = (shown_name(self.hit.path), picked, rated, megapixels(self.hit.size))
            self.caption.setText(" · ".join(part for part in parts if part))

    def _on_picture(self, answer: Answer) -> None:
        self.ticket = None
        if isinstance(answer, PictureAnswer):
            self._draw(picture_of(answer).pixmap)
        elif isinstance(answer, Failure):
            self.caption.setText(answer.message)

    def _draw(self, pixmap: QPixmap) -> None:
        assert self.hit is not None
        if self._picture_item is not None:
            self.canvas.scene().removeItem(self._picture_item)
        self._picture_item = QGraphicsPixmapItem(pixmap)
        self._picture_item.setTransformationMode(Qt.TransformationMode.SmoothTransformation)
        self._picture_item.setScale(self.hit.size[0] / max(1, pixmap.width()))
        self.canvas.scene().addItem(self._picture_item)


class CompareView(ViewerPage):
    def __init__(self, engine: Engine, details: Details, thumbnails: Thumbnails, theme: Theme) -> None:
        super().__init__(theme, tr("Photos side by side"), steps=True)
        self._details = details
        self._moving = False
        self._at = 0
        self.middle.removeWidget(self.canvas)
        canvases = [self.canvas, *(Canvas() for _ in range(MAX_PANES - 1))]
        self.panes = [Pane(canvas, engine, thumbnails, details) for canvas in canvases]
        board = QWidget()
        self._grid = QGridLayout(board)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setSpacing(2)
        self.middle.addWidget(board, 1)
        for at, pane in enumerate(self.panes):
            self._grid.addWidget(pane, 0, at)  # a pane without a parent would become a window when shown
            canvas = pane.canvas
            canvas.installEventFilter(self)
            canvas.zoomed.connect(partial(self._follow, at))
            for bar in (canvas.horizontalScrollBar(), canvas.verticalScrollBar()):
                bar.valueChanged.connect(partial(self._follow, at))
            if at:
                canvas.stepped.connect(self.step_asked)
                canvas.pointed.connect(self.canvas.pointed)
        details.arrived.connect(self._say)

    @property
    def hit(self) -> Hit | None:
        """The photo for keys and menus."""
        return self.panes[self._at].hit

    @property
    def hits(self) -> list[Hit]:
        return [pane.hit for pane in self.panes if pane.hit is not None]

    def show_hits(self, hits: Sequence[Hit]) -> None:
        """Show two to four photos, the first one current."""
        self.forget()
        self._details.ask(hits)
        columns = len(hits) if len(hits) < MAX_PANES else 2
        for at, pane in enumerate(self.panes):
            pane.setVisible(at < len(hits))
            if at < len(hits):
                self._grid.addWidget(pane, at // columns, at % columns)
        self._grid.activate()
        for at, (pane, hit) in enumerate(zip(self.panes, hits, strict=False)):
            pane.show_hit(hit, tr("Photo {at} of {all}", at=number(at + 1), all=number(len(hits))))
        self.choose(0)

    def forget(self) -> None:
        for pane in self.panes:
            pane.forget()

    def step(self, by: int) -> None:
        """Make the previous or the next photo current."""
        self.choose(min(max(0, self._at + by), len(self.hits) - 1))

    def choose(self, at: int) -> None:
        """Make a photo current for keys and menus. The focus follows if it is on another photo."""
        self._at = at
        if any(pane.canvas.hasFocus() for pane in self.panes):
            self.panes[at].canvas.setFocus()
        self._say()

    @property
    def home(self) -> QWidget:
        return self.panes[self._at].canvas

    def _say(self) -> None:
        for at, pane in enumerate(self.panes):
            pane.say()
            if pane.property("chosen") != (at == self._at):
                pane.setProperty("chosen", at == self._at)
                pane.style().unpolish(pane)
                pane.style().polish(pane)
        if self.hit is not None:
            self.title.setText(shown_name(self.hit.path))
            self.remark.setText(tr("{at} of {all}", at=number(self._at + 1), all=number(len(self.hits))))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.FocusIn:
            at = next((at for at, pane in enumerate(self.panes) if pane.canvas is watched), self._at)
            if at != self._at:
                self._at = at
                self._say()
        return super().eventFilter(watched, event)

    def _follow(self, at: int, _value: float) -> None:
        """Show the same part in all panes."""
        if self._moving or self.panes[at].hit is None:
            return
        self._moving = True
        sight = self.panes[at].canvas.sight
        for index, pane in enumerate(self.panes):
            if index != at and pane.hit is not None:
                pane.canvas.look_at(*sight)
        self._moving = False
