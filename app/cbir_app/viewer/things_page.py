"""The page of things: a grid of what several photos show, to open, name and join."""

from __future__ import annotations

from PySide6.QtCore import QSize, Signal
from PySide6.QtWidgets import QProgressBar, QWidget

from cbir.base.types import PhotoId, Thing
from cbir_app.base.language import number, tr
from cbir_app.base.page import button
from cbir_app.base.theme import Theme
from cbir_app.base.wording import photos as counted
from cbir_app.engine import Engine
from cbir_app.sessions import ThingsSession
from cbir_app.viewer.grid_page import Cell, GridPage
from cbir_app.viewer.small_pictures import PhotoPictures

SIDE_PX = 148


class ThingsPage(GridPage[Thing, PhotoId]):
    photos_asked = Signal(object)  # Thing
    offers_asked = Signal(object)  # tuple of Thing; empty: of all
    time_asked = Signal(object)  # Thing
    place = "things"

    def __init__(
        self, engine: Engine, session: ThingsSession, theme: Theme, parent: QWidget | None = None
    ) -> None:
        super().__init__(
            theme,
            tr("Things"),
            PhotoPictures(engine, SIDE_PX),
            icon="photos",
            side_px=SIDE_PX,
            cell=QSize(172, 196),
            parent=parent,
        )
        self._session = session
        self._build_tools()
        session.changed.connect(self.show_things)
        session.progressed.connect(self._show_progress)
        self.show_things()

    def _build_tools(self) -> None:
        self.add_name(tr("Name the selected thing; Enter confirms"), 190)
        self.join = self.add_tool(
            tr("Same thing"), self._join, tr("Make one thing of the selected ones"), "M"
        )
        self.photos = self.add_tool(tr("Show photos"), self._open, tr("Show all photos of this thing"), "P")
        self.share = self.add_tool(
            tr("Share details…"),
            lambda: self.offers_asked.emit(tuple(self.selected())),
            tr("Give photos the keywords, titles, captions and positions that others of the same thing have"),
            "D",
        )
        self.time = self.add_tool(
            tr("Through time"),
            lambda: self.time_asked.emit(self.selected()[0]),
            tr("Lay all photos of this thing over one another, by date"),
            "T",
        )
        self.compared = QProgressBar()
        self.compared.setFixedWidth(120)
        self.compared.setTextVisible(False)
        self.compared.setAccessibleName(tr("Photos compared"))
        self.row.addWidget(self.compared)
        self.look = self.add_tool(
            tr("Look for new ones"),
            self._find,
            tr("Compare the photos that were added since the last time"),
        )

    # ---- showing

    def show_things(self) -> None:
        """Show all things; those that were selected stay so."""
        self.fill(
            [Cell(thing, thing.icon, _caption(thing), _spoken(thing)) for thing in self._session.things]
        )
        self._say()

    def _show_progress(self, done: int, total: int) -> None:
        self.compared.setRange(0, total)
        self.compared.setValue(done)
        self.remark.setText(tr("{done} of {total} photos compared", done=number(done), total=number(total)))

    def _say(self) -> None:
        session, things = self._session, self.grid.count()
        self.title.setText(tr("Things"))
        self.compared.setVisible(session.running)
        self.look.setText(tr("Stop") if session.running else tr("Look for new ones"))
        if not session.running:
            self.remark.setText(tr("%Ln thing(s)", "", things) if things else "")
        if not self.show_message_if_empty():
            return
        if session.running:
            text = tr(
                "The program compares your photos by what is stored in the library. You can keep working."
            )
            self.message.show_message("shared", tr("Comparing photos…"), text)
        elif session.report is not None and not session.report.left:
            text = tr("No two photos show the same building, painting or object.")
            self.message.show_message("shared", tr("Nothing in common"), text)
        else:
            begin = button(tr("Compare photos"), session.update, primary=True)
            text = tr(
                "The program can collect all photos of one building, painting or object. It takes about a minute for "
                "a thousand photos, and you can stop at any time. Name a thing once, and a search finds all its photos."
            )
            self.message.show_message("shared", tr("What do your photos have in common?"), text, begin)

    def show_tools(self) -> None:
        things = self.selected()
        for widget in (self.name, self.join, self.photos, self.share, self.time, self.look):
            widget.setVisible(bool(self.grid.count()) or (widget is self.look and self._session.running))
        self.name.setEnabled(len(things) == 1)
        self.photos.setEnabled(len(things) == 1)
        self.time.setEnabled(len(things) == 1)
        self.join.setEnabled(len(things) > 1)
        if not self.name.hasFocus():
            self.name.setText(things[0].name if len(things) == 1 else "")

    # ---- what a person does

    def open_entry(self, entry: Thing) -> None:
        self.photos_asked.emit(entry)

    def _open(self) -> None:
        if things := self.selected():
            self.photos_asked.emit(things[0])

    def give_name(self) -> None:
        things = self.selected()
        if len(things) == 1:
            self._session.change("name", things[0].id, name=self.name.text())

    def _join(self) -> None:
        things = self.selected()
        if len(things) > 1:
            self._session.change("join", things[0].id, others=[thing.id for thing in things[1:]])

    def _find(self) -> None:
        if self._session.running:
            self._session.stop()
        else:
            self._session.update()

    def forget(self) -> None:
        self.pictures.forget()


def _caption(thing: Thing) -> str:
    return thing.name or counted(len(thing.photos))


def _spoken(thing: Thing) -> str:
    return f"{thing.name or tr('Without a name')}, {counted(len(thing.photos))}"
