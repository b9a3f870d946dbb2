"""The message of the centre when there are no hits to show, with buttons for the next steps."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QPushButton

from cbir.base.types import ModelOffer, SearchResult
from cbir_app.base.desktop import pictures_folder
from cbir_app.base.language import tr
from cbir_app.base.page import MessagePage, button
from cbir_app.base.wording import file_size
from cbir_app.results import wording as result_wording
from cbir_app.sessions import LibrarySession, SearchSession


class ResultsMessage(MessagePage):
    open_asked = Signal()
    folders_asked = Signal()
    folder_asked = Signal(object)  # Path of a folder to add
    again_asked = Signal()
    everywhere_asked = Signal()
    unfold_asked = Signal()  # the less likely photos
    restart_asked = Signal()
    model_asked = Signal()

    proposed: ModelOffer | None = None
    """A model to offer together with the first folder."""

    def show_state(
        self, search: SearchSession, library: LibrarySession, broken: tuple[str, str] | None
    ) -> None:
        """Show the state of search and library. broken : headline and sentence if the engine is not available"""
        say = self.show_message
        if broken is not None:
            say("engine", *broken, button(tr("Try again"), self.restart_asked.emit, primary=True))
        elif search.failure is not None:
            retry = button(tr("Try again"), self.again_asked.emit)
            if search.query.has_picture:
                title = tr("Can’t search with this picture")
                reason = result_wording.refusal(search.failure, search.query)
                say("warning", title, reason, self._open(), retry)
            else:
                say("warning", tr("Can’t search for this"), search.failure, retry)
        elif search.result is not None and library.photos:
            result, query = search.result, search.answered
            notes = result_wording.notes(result, query)
            in_vain = result_wording.in_vain(result, pictured=query.asks_picture)
            text = " ".join((in_vain, *notes))
            title = result_wording.headline(result, query)
            say("nothing", title, text, self._way_on(search), *self._less_likely(result))
        elif library.info is None or library.photos:
            say("photos", tr("Opening the library…"), tr("This takes a moment."))
        elif library.info.service:
            say(
                "photos",
                tr("No photos yet"),
                tr("The library is on another computer. Photos are added there."),
            )
        elif not library.running:
            lines = [
                tr("Choose or drop folders. Your files stay where they are and are never changed."),
                tr("Then drop or paste a picture to find the photos that show the same thing."),
                tr("Or type what you are looking for: what a photo shows, a name, a place, a date."),
                tr("Nothing leaves this computer."),
            ]
            if self.proposed is not None:
                lines.append(tr("A larger model understands more of what you type."))
            text = "\n".join(lines)
            say("photos", tr("Find a photo by a picture"), text, *self._folders(), *self._model())
        else:
            text = tr("You can search as soon as the first photos are in.")
            say("photos", tr("Adding your photos…"), text)

    def _way_on(self, search: SearchSession) -> QPushButton:
        """The next step after a search without hits."""
        query, result = search.answered, search.result
        if result is not None and result_wording.may_be_hidden(result, query):
            return button(tr("Search everywhere"), self.everywhere_asked.emit, primary=True)
        if query.has_picture:
            return self._open()
        return button(tr("Show all photos"), search.clear, primary=True)

    def _less_likely(self, result: SearchResult) -> list[QPushButton]:
        """A button for the photos that are left, if all of them are less likely."""
        if not result.hits:
            return []
        return [button(tr("Show %Ln less likely photo(s)", "", len(result.hits)), self.unfold_asked.emit)]

    def _open(self, *, primary: bool = True) -> QPushButton:
        return button(tr("Open a picture…"), self.open_asked.emit, primary=primary)

    def _folders(self) -> list[QPushButton]:
        """Buttons for the platform's own pictures folder, if there is one, and for any other."""
        choose = button(tr("Choose folders…"), self.folders_asked.emit, primary=True)
        usual = pictures_folder()
        if usual == Path.home():
            return [choose]
        add = button(tr("Add “{folder}”", folder=usual.name), lambda: self.folder_asked.emit(usual))
        return [choose, add]

    def _model(self) -> list[QPushButton]:
        if self.proposed is None:
            return []
        size = file_size(self.proposed.download_bytes, digits=0)
        return [button(tr("Get a model ({size})…", size=size), self.model_asked.emit)]
