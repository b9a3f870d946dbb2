"""Creates, opens, renames, removes and corrects albums for the query bar, the side column and the wall."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QCursor
from PySide6.QtWidgets import QApplication, QMenu, QWidget

from cbir.base.types import Album, PhotoId
from cbir_app.base.language import tr
from cbir_app.base.notice import Notice
from cbir_app.base.preferences import Preferences
from cbir_app.base.tooltips import add_named
from cbir_app.base.undo import Step, UndoStack
from cbir_app.base.wording import photos
from cbir_app.control.hits import HitControl
from cbir_app.panels.library import LibraryPanel
from cbir_app.sessions import AlbumCounts, AlbumSession, SearchSession, query_of

TELLS = "albums tell"  # preference: announce new photos in albums


class AlbumControl(QObject):
    saved = Signal(bool)  # True if the query is an album
    list_wanted = Signal()  # a name in the list is edited; its column may be folded

    def __init__(
        self,
        window: QWidget,
        panel: LibraryPanel,
        search: SearchSession,
        albums: AlbumSession,
        counts: AlbumCounts,
        hits: HitControl,
        undo: UndoStack,
        notice: Notice,
        preferences: Preferences,
    ) -> None:
        super().__init__(panel)
        self._window, self._panel, self._search, self.session = window, panel, search, albums
        self._counts, self._hits, self._undo, self._notice = counts, hits, undo, notice
        self._preferences = preferences
        self._list = panel.albums
        self.leaving: set[PhotoId] = set()  # photos taken out of the open album, until it is shown again
        albums.changed.connect(self._on_changed)
        albums.corrected.connect(self._on_corrected)
        albums.failed.connect(lambda text: notice.say(text, tone="warning", topic="albums"))
        self._list.run_asked.connect(self._open_row)
        self._list.rename_asked.connect(self._rename)
        counts.changed.connect(self._list.show_counts)
        counts.arrived.connect(self._tell)
        search.query_changed.connect(lambda _query: self._follow())
        for signal in (search.finished, search.grown):
            signal.connect(lambda _result: self._show_left())
        search.failed.connect(lambda _text: self._show_left())
        self._list.remove_asked.connect(self.remove)
        self._on_changed(())

    # ---- the albums

    def save(self) -> None:
        """Save the query as an album and open it; its name can be changed at once."""
        if self._search.query.empty or self._search.query.album is not None:
            return
        before = self.session.albums
        album = self.session.save(self._search.query)
        self._record(tr("making an album"), before)
        self._panel.albums_section.set_open(True)
        self._open(album)
        self._notice.say(
            tr("Saved as the album “{name}”.", name=album.name),
            topic="albums",
            action=tr("Rename"),
            on_action=lambda: self.rename(self._row_of(album)),
        )

    def rename(self, row: int | None = None) -> None:
        self.list_wanted.emit()
        self._list.edit_name(self._list.current_row if row is None else row)

    def _rename(self, row: int, name: str) -> None:
        if 0 <= row < len(self.session.albums):
            before = self.session.albums
            self.session.rename(before[row], name)
            self._record(tr("name of an album"), before)

    def _record(self, words: str, before: tuple[Album, ...]) -> None:
        """Record a step of undo that restores the albums."""
        after, restore = self.session.albums, self.session.restore
        if after != before:
            self._undo.record(Step(words=words, undo=lambda: restore(before), redo=lambda: restore(after)))

    def remove(self, row: int | None = None) -> None:
        row = self._list.current_row if row is None else row
        if 0 <= row < len(self.session.albums):
            before = self.session.albums
            self.session.remove(before[row])
            self._record(tr("removing an album"), before)
            self._notice.say(
                tr("The album “{name}” was removed. Its photos stay.", name=before[row].name),
                topic="albums",
                action=tr("Put it back"),
                on_action=lambda: self._put_back(before),
            )

    def _put_back(self, albums: tuple[Album, ...]) -> None:
        before = self.session.albums
        missing = [album for album in albums if self.session.find(album.id) is None]
        if missing:  # undo may have been quicker
            self.session.restore(albums)
            self._record(tr("putting an album back"), before)

    def open(self) -> None:
        self._open_row(self._list.current_row)

    def open_named(self, name: str) -> None:
        """Open the first album of a name, if there still is one."""
        album = next((album for album in self.session.albums if album.name == name), None)
        if album is not None:
            self._open(album)

    def _open_row(self, row: int) -> None:
        if 0 <= row < len(self.session.albums):
            self._open(self.session.albums[row])

    def _open(self, album: Album) -> None:
        if self._search.query.album_id != album.id:
            self._search.set_query(query_of(album))

    def _tell(self, album: Album | None, new: int) -> None:
        """Announce new photos in an album, if the user has chosen that."""
        if album is None or not self._preferences.flag(TELLS, False):
            return
        QApplication.alert(self._window)
        self._notice.say(
            tr("%Ln new photo(s) in the album “{name}”.", "", new, name=album.name),
            topic="albums",
            action=tr("Open album"),
            on_action=lambda: self._open(album),
        )

    # ---- photos of albums

    @property
    def shown(self) -> Album | None:
        """The album that is open."""
        return self.session.find(self._search.query.album_id)

    def take_out(self) -> None:
        """Take the selected photos out of the open album."""
        album, chosen = self.shown, self._chosen()
        if album is not None and chosen:
            self.leaving.update(chosen)
            self._search.hide(chosen)
            self._correct(album, chosen, inside=False)

    def offer_albums(self) -> None:
        """Show a menu of the albums that the selected photos can be added to."""
        if not self._chosen():
            return
        menu = QMenu(self._window)
        menu.setAccessibleName(tr("Add to album"))
        for album in self.session.albums:
            add_named(menu, album.name).triggered.connect(partial(self._put_in, album))
        if menu.actions():
            menu.addSeparator()
        menu.addAction(tr("New album")).triggered.connect(self.put_in_new)
        menu.aboutToHide.connect(menu.deleteLater)
        over = self._window.rect().contains(self._window.mapFromGlobal(QCursor.pos()))
        menu.popup(QCursor.pos() if over else self._window.mapToGlobal(self._window.rect().center()))
        menu.setActiveAction(menu.actions()[0])

    def put_in_new(self) -> None:
        """Make an album of the selected photos."""
        self.make_of(self._chosen())

    def make_of(self, chosen: Sequence[PhotoId]) -> None:
        """Make an album of photos; its name can be changed at once."""
        before = self.session.albums
        album = self.session.make(Album(name=tr("New album")))
        self._record(tr("making an album"), before)
        self._panel.albums_section.set_open(True)
        if chosen:
            self._correct(album, chosen, inside=True)
        self.rename(self._row_of(album))

    def _put_in(self, album: Album, _checked: bool = False) -> None:
        if chosen := self._chosen():
            self._correct(album, chosen, inside=True)

    def _chosen(self) -> tuple[PhotoId, ...]:
        return tuple(dict.fromkeys(hit.photo for hit in self._hits.hits))

    def _correct(self, album: Album, chosen: Sequence[PhotoId], *, inside: bool) -> None:
        corrections = tuple((photo, inside) for photo in chosen)
        count = photos(len(chosen))

        def on_saved(before: tuple[tuple[PhotoId, bool | None], ...]) -> None:
            words = (
                tr("{photos} in the album “{name}”") if inside else tr("{photos} not in the album “{name}”")
            )
            words = words.format(photos=count, name=album.name)
            undo, redo = (partial(self.session.correct, album, step) for step in (before, corrections))
            self._undo.record(Step(words=words, undo=undo, redo=redo))
            self._notice.say(
                tr("Added to “{name}”: {photos}.", name=album.name, photos=count)
                if inside
                else tr("Not in “{name}” any more: {photos}.", name=album.name, photos=count),
                topic="albums",
                action=tr("Undo"),
                on_action=self._undo.undo,
            )

        self.session.correct(album, corrections, on_saved)

    def _on_corrected(self, album_id: str) -> None:
        """Update the open album."""
        if self._search.query.album_id != album_id or not self._search.renew():
            self._show_left()

    def _show_left(self) -> None:
        """Show removed photos again: among the less likely ones now, or in their place if the removal was refused."""
        leaving, self.leaving = self.leaving, set()
        self._search.show_again(leaving)

    # ---- the list

    def _on_changed(self, albums: tuple[Album, ...]) -> None:
        self._list.show_albums(albums)
        self._list.show_counts(self._counts.counts)
        self._panel.albums_section.setVisible(bool(albums))
        self._show_saved()

    def _row_of(self, album: Album | None) -> int | None:
        ids = [other.id for other in self.session.albums]
        return None if album is None or album.id not in ids else ids.index(album.id)

    def _follow(self) -> None:
        self._list.select(self._row_of(self.shown))
        self._show_saved()

    def _show_saved(self) -> None:
        query = self._search.query
        self.saved.emit(not query.empty and self.session.album_of(query) is not None)
