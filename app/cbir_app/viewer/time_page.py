"""The page of a thing through time: all its photos laid over one of them, with a slider through their dates."""

from __future__ import annotations

from collections import OrderedDict
from functools import partial

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QPixmap
from PySide6.QtWidgets import QGraphicsPixmapItem, QHBoxLayout, QSlider, QWidget

from cbir.base.types import PhotoId, Thing, ThingView, ThingViews
from cbir.service import (
    Answer,
    Failure,
    PictureAnswer,
    ViewFrameRequest,
    ViewsAnswer,
    ViewsRequest,
)
from cbir_app.base.language import number, tr
from cbir_app.base.page import ElidedLabel, ViewerPage, button, with_key
from cbir_app.base.pictures import picture_of
from cbir_app.base.theme import Theme
from cbir_app.base.tooltips import plain_tooltip
from cbir_app.engine import Engine

_MOST_FRAMES = 60  # in memory, each of up to 5 MB
_AHEAD = 2


class TimePage(ViewerPage):
    place = "things"
    film_asked = Signal()

    def __init__(self, engine: Engine, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, tr("Through time"), parent=parent)
        self._engine = engine
        self._frames: OrderedDict[PhotoId, QPixmap] = OrderedDict()
        self._tickets: dict[PhotoId, int] = {}
        self._asked: int | None = None  # the ticket of the views
        self.views: ThingViews | None = None
        self._shown = QGraphicsPixmapItem()
        self._shown.setTransformationMode(Qt.TransformationMode.SmoothTransformation)
        self.canvas.scene().addItem(self._shown)
        self.canvas.stepped.connect(self._step)
        self.film = button(tr("Save film…"), self.film_asked.emit, primary=True)
        self.film.setToolTip(plain_tooltip(with_key(tr("Save all photos as a GIF or MP4"), "S")))
        self.press_key("S", self.film)
        self.tools.addWidget(self.film)
        self.slider = QSlider(Qt.Orientation.Horizontal)
        self.slider.setAccessibleName(tr("Photos by date"))
        self.slider.setPageStep(1)
        self.slider.valueChanged.connect(lambda _at: self._show_frame())
        self.first, self.last = ElidedLabel("dim"), ElidedLabel("dim")
        row = QHBoxLayout()
        row.setContentsMargins(14, 8, 14, 10)
        row.setSpacing(10)
        for part in (self.first, self.slider, self.last):
            row.addWidget(part, 1 if part is self.slider else 0)
        self.layout_.addLayout(row)

    def show_thing(self, thing: Thing) -> None:
        """Align the photos of a thing, and show the one that the others are laid over."""
        self.forget()
        self.title.setText(thing.name or tr("Through time"))
        self.remark.setText(tr("Aligning photos…"))
        self._show_tools()
        self._asked = self._engine.request(ViewsRequest(thing=thing.id), self._on_views)

    def forget(self) -> None:
        for ticket in (*self._tickets.values(), *([] if self._asked is None else [self._asked])):
            self._engine.cancel(ticket)
        self._tickets.clear()
        self._frames.clear()
        self._asked = self.views = None
        self._shown.setPixmap(QPixmap())

    @property
    def view(self) -> ThingView | None:
        """The photo that is shown."""
        return None if self.views is None else self.views.views[self.slider.value()]

    def _on_views(self, answer: Answer) -> None:
        self._asked = None
        if isinstance(answer, ViewsAnswer):
            self.views = answer.views
            views = answer.views.views
            at = next(at for at, view in enumerate(views) if view.photo == answer.views.anchor)
            self.slider.setRange(0, len(views) - 1)
            self.slider.setValue(at)
            self.first.setText(_date(views[0]))
            self.last.setText(_date(views[-1]))
            self._show_tools()
            self._show_frame()
            if self.isVisible():
                self.slider.setFocus()
        elif isinstance(answer, Failure) and not answer.cancelled:
            self.remark.setText(answer.message)

    def _show_tools(self) -> None:
        several = self.views is not None and len(self.views.views) > 1
        self.film.setEnabled(several)
        self.slider.setEnabled(several)
        if not several:
            self.first.setText("")
            self.last.setText("")

    def _step(self, by: int) -> None:
        self.slider.setValue(self.slider.value() + by)

    def _show_frame(self) -> None:
        """Show the view of the slider, and ask for it and the next ones if they are not there."""
        views, view = self.views, self.view
        if views is None or view is None:
            return
        at, total = number(self.slider.value() + 1), number(len(views.views))
        parts = [tr("{at} of {all}", at=at, all=total), _date(view), view.path.name]
        if views.left_out:
            parts.append(tr("%Ln photo(s) left out", "", views.left_out))
        self.remark.setText(" · ".join(filter(None, parts)))
        self.slider.setToolTip(plain_tooltip(view.path.name))
        row = self.slider.value()
        near = [views.views[n] for n in (row, row + 1, row - 1, row + _AHEAD) if 0 <= n < len(views.views)]
        for photo in set(self._tickets).difference(other.photo for other in near):
            self._engine.cancel(self._tickets.pop(photo))
        for other in near:
            if other.photo not in self._frames and other.photo not in self._tickets:
                request = ViewFrameRequest(view=other, anchor=views.anchor)
                self._tickets[other.photo] = self._engine.request(
                    request, partial(self._on_frame, other.photo)
                )
        if (frame := self._frames.get(view.photo)) is not None:
            self._frames.move_to_end(view.photo)
            size = self._shown.pixmap().size()
            self._shown.setPixmap(frame)
            if frame.size() != size:
                self.canvas.set_area(QRectF(frame.rect()))

    def _on_frame(self, photo: PhotoId, answer: Answer) -> None:
        self._tickets.pop(photo, None)
        if isinstance(answer, PictureAnswer):
            self._frames[photo] = picture_of(answer).pixmap
            while len(self._frames) > _MOST_FRAMES:
                self._frames.popitem(last=False)
            if self.view is not None and self.view.photo == photo:
                self._show_frame()
        elif (
            isinstance(answer, Failure)
            and not answer.cancelled
            and self.view is not None
            and self.view.photo == photo
        ):
            self.remark.setText(answer.message)


def _date(view: ThingView) -> str:
    return (view.taken_at or "")[:10]
