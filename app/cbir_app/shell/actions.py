"""All actions of the window with their texts and keys, and the menus that hold them."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import QMainWindow, QMenu, QWidget

from cbir.base.types import LibraryInfo
from cbir_app.base.language import QT_TR_NOOP, tr
from cbir_app.base.preferences import Scheme
from cbir_app.base.tooltips import name_action
from cbir_app.base.undo import Step
from cbir_app.base.wording import (
    MAX_STARS,
    NO_ORIGINALS,
    ON_ANOTHER_COMPUTER,
    ONLY_READING,
    TRASH,
    stars,
)


class Actions:
    """Builds the actions and the menu bar of a window. cbir_app.shell.handlers connects and enables them."""

    def __init__(self, window: QMainWindow, scheme: Scheme) -> None:
        self._window = window
        self.refused: dict[
            QAction, str
        ] = {}  # actions that the library of a service does not allow, with the reason
        self._make_query_actions()
        self._make_library_actions()
        self._make_photo_actions()
        self._make_view_actions(scheme)
        self._fill_menus()
        # A hidden menu bar, as in full screen, does not pass keys to its actions.
        local = (*self._page_actions, self.ratings_menu, self.judging_menu)
        window.addActions([action for action in self.all if action not in local])

    def _make_query_actions(self) -> None:
        self.open_query = self._make(tr("&Open picture…"), "Ctrl+O")
        self.add_query = self._make(tr("&Add a picture to the search…"), "Ctrl+Shift+A")
        self.paste = self._make(tr("&Paste picture"), "Ctrl+V")
        self.focus_query = self._make(tr("Go to the searc&h bar"), "Ctrl+F")
        self.focus_query.setShortcuts([QKeySequence("Ctrl+F"), QKeySequence("/")])
        self.frame = self._make(tr("&Frame a part…"), "Ctrl+R")
        self.snip = self._make(tr("Frame a part of the s&creen…"), "Ctrl+Shift+S")
        self.mirror = self._toggle(tr("Find &mirrored pictures too"), "Ctrl+M")
        self.filter = self._make(tr("F&ilter…"), "Ctrl+L")
        self.save_search = self._make(tr("Sa&ve as an album"), "Ctrl+S")
        self.open_album = self._make(tr("&Open"))
        self.rename_album = self._make(tr("&Rename"))
        self.remove_album = self._make(tr("Remo&ve"))
        self.settings = self._make(tr("S&ettings…"), "Ctrl+,")
        self.back = self._make(tr("Previou&s search"), "Alt+Left")
        self.forward = self._make(tr("Ne&xt search"), "Alt+Right")
        self.recent = self._make(tr("Recen&t searches…"), "Ctrl+H")
        self.again = self._make(tr("Search a&gain"), "Ctrl+Shift+F")
        self.clear_query = self._make(tr("Clea&r the search"), "Ctrl+Backspace")
        self.quit = self._make(tr("&Quit"), "Ctrl+Q")

    def _make_library_actions(self) -> None:
        self.show_library = self._make(tr("Library o&verview…"), "Ctrl+Shift+L")
        self.open_library = self._make(tr("O&pen library…"))
        self.open_address = self._make(tr("Open on anot&her computer…"))
        self.new_library = self._make(tr("&New library…"))
        self.recent_libraries = QMenu(tr("Recen&t libraries"), self._window)
        self.restore_library = self._make(tr("R&estore from a backup…"))
        self.add_folder = self._make(tr("&Add folder…"), "Ctrl+I")
        self.update_library = self._make(tr("Scan for chan&ges"), "F5")
        self.measure = self._make(tr("Mea&sure the searches…"))
        self.show_skipped = self._make(tr("Files that could not be &read…"))
        self.follow = self._toggle(tr("&Watch folders for changes"))
        self.duplicates = self._make(tr("&Duplicates"), "Ctrl+D")
        self.check = self._make(tr("&Check the library…"))
        self.back_up = self._make(tr("&Back up the library…"))
        self.only_here = self._make(tr("Search &only in this folder"))
        self.reveal_folder = self._make(tr("Show the folder in the file &manager"))
        self.forget = self._make(tr("&Forget this folder…"))

    def _make_photo_actions(self) -> None:
        self.compare = self._make(tr("&Compare with your picture"))
        self.preview = self._make(tr("Show &large"))
        self.side_by_side = self._make(tr("Show selected side &by side"), "Ctrl+4")
        self.search_hit = self._make(tr("&Search with this photo"), "Ctrl+Return")
        self.same_thing = self._make(tr("Only the same &thing"), "Ctrl+T")
        self.add_hit = self._make(tr("&Add to the search"), "Ctrl+Shift+Return")
        self.leave_out_hit = self._make(tr("Excl&ude photos like this"), "Ctrl+Shift+-")
        self.more_like = self._make(tr("Mor&e like this"), "Ctrl+Shift+G")
        self.less_like = self._make(tr("Fe&wer like this"), "Ctrl+Shift+B")
        self.open_hit = self._make(tr("&Open in the default viewer"), "Ctrl+Shift+O")
        self.open_with_menu = QMenu(tr("Open wit&h"), self._window)
        self.open_with = self.open_with_menu.menuAction()
        self.reveal_hit = self._make(tr("Show in the &file manager"), "Ctrl+Shift+R")
        self.copy_files = self._make(tr("Cop&y"), "Ctrl+C")
        self.copy_paths = self._make(tr("Copy the &path"), "Ctrl+Shift+C")
        self.export = self._make(tr("Expo&rt…"), "Ctrl+E")
        self.select_all = self._make(tr("Select &all"), "Ctrl+A")
        self.undo = self._make(tr("&Undo"))
        self.undo.setShortcuts(_keys(QKeySequence.StandardKey.Undo, "Ctrl+Z"))
        self.redo = self._make(tr("&Redo"))
        self.redo.setShortcuts(_keys(QKeySequence.StandardKey.Redo, "Ctrl+Shift+Z"))
        self.ratings = [self._rating(n) for n in range(MAX_STARS + 1)]
        self.rating_of_file = self._make(tr("As the &file says"))
        self.advance = self._toggle(tr("&Next photo after rating"), "Ctrl+Shift+N")
        self.write_keyword = self._make(tr("Add a &keyword…"), "Ctrl+K")
        self.into_album = self._make(tr("A&dd to album…"), "Ctrl+Shift+K")
        self.out_of_album = self._make(tr("&Not in this album"), "Ctrl+Shift+X")
        self.right = self._make(tr("&Right"), "Ctrl+G")
        self.wrong = self._make(tr("&Wrong"), "Ctrl+B")
        self.not_judged = self._make(tr("&Not judged"))
        self.trash = self._make(tr("&Move to the {trash}…", trash=tr(TRASH)), "Del")

    def _make_view_actions(self, scheme: Scheme) -> None:
        self.as_grid = self._make(tr("Show as a &grid"), "Ctrl+1")
        self.as_list = self._make(tr("Show as a &list"), "Ctrl+2")
        self.as_timeline = self._make(tr("Show by &date"), "Ctrl+3")
        self.reverse = self._make(tr("Reverse &order"), "Ctrl+Shift+D")
        self.unfold = self._make(tr("Show or hide what is less likel&y"), "Ctrl+U")
        self.stack = self._toggle(tr("Stack near-d&uplicates"), "Ctrl+J")
        self.open_stack = self._make(tr("O&pen or close the stack"), "Ctrl+Shift+J")
        self.library_column = self._toggle(tr("Library &column"), "F9", True)
        self.evidence_column = self._toggle(tr("D&etails column"), "F10")
        self.filmstrip = self._toggle(tr("Fil&mstrip under a large photo"), "F8", True)
        self.full_screen = self._toggle(tr("&Full screen"), "F11")
        self.show_keys = self._make(tr("&Keyboard shortcuts"), "F1")
        self.show_keys.setShortcuts([QKeySequence("F1"), QKeySequence("?")])
        self.show_guide = self._make(tr("&Guide"), "Shift+F1")
        self.show_news = self._make(tr("&What’s new"))
        self.show_tour = self._make(tr("Take the &tour"))
        self.about = self._make(tr("&About cbir"))
        self._schemes = QActionGroup(self._window)
        self.schemes: dict[Scheme, QAction] = {}
        schemes: tuple[tuple[Scheme, str], ...] = (
            ("system", tr("Same as &system")),
            ("light", tr("L&ight", "colours")),
            ("dark", tr("Dar&k", "colours")),
        )
        for name, text in schemes:
            action = QAction(text, self._window, checkable=True)
            action.setChecked(name == scheme)
            self._schemes.addAction(action)
            self.schemes[name] = action

    @property
    def photo_actions(self) -> tuple[QAction, ...]:
        """Actions that need a selected photo."""
        return (
            self.compare,
            self.preview,
            self.side_by_side,
            self.search_hit,
            self.same_thing,
            self.add_hit,
            self.leave_out_hit,
            self.more_like,
            self.less_like,
            self.open_hit,
            self.open_with,
            self.reveal_hit,
            self.copy_files,
            self.copy_paths,
            self.export,
            self.ratings_menu,
            self.write_keyword,
            self.into_album,
            self.out_of_album,
            self.judging_menu,
            self.trash,
        )

    def add_context_menu(self, view: QWidget) -> None:
        """Give a view the actions on a photo as its context menu."""
        groups = (
            (self.compare, self.preview, self.side_by_side),
            (self.more_like, self.less_like),
            (self.search_hit, self.same_thing, self.add_hit, self.leave_out_hit),
            (self.open_hit, self.open_with, self.reveal_hit),
            (self.copy_files, self.copy_paths, self.export),
            (self.into_album, self.out_of_album),
            (self.ratings_menu, self.write_keyword, self.judging_menu, self.trash),
        )
        for at, group in enumerate(groups):
            if at:
                line = QAction(view)
                line.setSeparator(True)
                view.addAction(line)
            view.addActions(group)
        view.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)

    @property
    def folder_actions(self) -> tuple[QAction, ...]:
        """Actions that need a selected folder of the library; also its context menu."""
        return (self.only_here, self.reveal_folder, self.forget)

    @property
    def local_actions(self) -> tuple[QAction, ...]:
        """Actions that need the library's folder or the photos' files, and so do not work through a service."""
        return (
            *(self.add_folder, self.update_library, self.follow, self.duplicates, self.show_skipped),
            *(self.check, self.back_up, self.measure, self.reveal_folder, self.forget),
            *(self.open_hit, self.open_with, self.reveal_hit, self.trash),
        )

    @property
    def writing_actions(self) -> tuple[QAction, ...]:
        """Actions that change the library, but no other file."""
        return (
            *(
                self.ratings_menu,
                *self.rating_actions,
                self.write_keyword,
                self.judging_menu,
                *self.judging_actions,
            ),
            *(self.save_search, self.into_album, self.out_of_album, self.rename_album, self.remove_album),
        )

    @property
    def album_actions(self) -> tuple[QAction, ...]:
        """The context menu of the albums."""
        return (self.open_album, self.rename_album, self.remove_album)

    @property
    def rating_actions(self) -> tuple[QAction, ...]:
        """Actions that rate the selected photos."""
        return (*self.ratings, self.rating_of_file)

    @property
    def judging_actions(self) -> tuple[QAction, ...]:
        """Actions that judge the selected photos right or wrong for the search."""
        return (self.right, self.wrong, self.not_judged)

    @property
    def _page_actions(self) -> tuple[QAction, ...]:
        return (*self.ratings, self.trash)

    def add_mark_keys(self, page: QWidget) -> None:
        """Let digits rate and Delete trash on a page of photos. Text fields elsewhere need these keys themselves."""
        for action in self._page_actions:
            action.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            page.addAction(action)

    def disable_for_service(self, info: LibraryInfo) -> None:
        """Disable the actions that a library on another computer does not allow, with the reason as their tooltip."""
        self.refused = dict.fromkeys(self.local_actions, ON_ANOTHER_COMPUTER)
        if info.read_only:
            self.refused |= dict.fromkeys(self.writing_actions, ONLY_READING)
        if not info.originals:
            self.refused |= dict.fromkeys((self.copy_files, self.export), NO_ORIGINALS)
        for action, why in self.refused.items():
            action.setEnabled(False)
            action.setToolTip(tr(why))
        for menu in self._window.findChildren(QMenu):
            menu.setToolTipsVisible(True)

    def show_steps(self, last: Step | None, following: Step | None) -> None:
        """Name the steps that undo and redo would take."""
        for action, words, step in (
            (self.undo, tr("&Undo"), last),
            (self.redo, tr("&Redo"), following),
        ):
            name_action(action, "" if step is None else f": {step.words}", before=words)
            action.setEnabled(step is not None)

    def choose_scheme(self, scheme: Scheme) -> None:
        """Choose a scheme through its action, so that the menu shows it as checked."""
        self.schemes[scheme].trigger()

    @property
    def all(self) -> list[QAction]:
        return [*(action for action in vars(self).values() if isinstance(action, QAction)), *self.ratings]

    def _rating(self, rating: int) -> QAction:
        return self._make(stars(rating) if rating else tr("No &star"), str(rating))

    def _make(self, text: str, key: str = "") -> QAction:
        action = QAction(text, self._window)
        if key:
            action.setShortcut(QKeySequence(key))
        return action

    def _toggle(self, text: str, key: str = "", on: bool = False) -> QAction:
        action = self._make(text, key)
        action.setCheckable(True)
        action.setChecked(on)
        return action

    def _fill_menus(self) -> None:
        self._ratings = QMenu(tr("Ratin&g"), self._window)
        self._ratings.addActions([*reversed(self.ratings), self.rating_of_file])
        self._ratings.addSeparator()
        self._ratings.addAction(self.advance)
        self.ratings_menu = self._ratings.menuAction()
        self._judging = QMenu(tr("For th&is search"), self._window)
        self._judging.addActions(self.judging_actions)
        self.judging_menu = self._judging.menuAction()
        menus = self._menus
        self.groups = {
            title.replace("&", ""): [action for action in actions if action is not None]
            for title, actions in menus
        }
        for title, actions in menus:
            menu = self._window.menuBar().addMenu(tr(title))
            for action in actions:
                if action is None:
                    menu.addSeparator()
                else:
                    menu.addAction(action)
            if title == "&View":
                menu.addActions(self._schemes.actions())

    @property
    def _menus(self) -> tuple[tuple[str, tuple[QAction | None, ...]], ...]:
        """The menu bar: titles with their actions; None is a separator."""
        return (
            (
                QT_TR_NOOP("&Search"),
                (
                    *(self.open_query, self.add_query, self.paste, self.focus_query, None),
                    *(self.frame, self.snip, self.mirror, self.filter, self.save_search, None),
                    *(self.back, self.forward, self.recent, self.again, self.clear_query, None),
                    *(self.settings, self.quit),
                ),
            ),
            (QT_TR_NOOP("&Edit"), (self.undo, self.redo, None, self.select_all)),
            (
                QT_TR_NOOP("&Library"),
                (
                    *(self.open_library, self.open_address, self.new_library),
                    *(self.recent_libraries.menuAction(), None),
                    *(self.show_library, self.measure, None),
                    *(self.add_folder, self.update_library, self.follow, None),
                    *(
                        self.duplicates,
                        self.show_skipped,
                        self.check,
                        self.back_up,
                        self.restore_library,
                        None,
                    ),
                    *self.folder_actions,
                ),
            ),
            (
                QT_TR_NOOP("&Photo"),
                (
                    *(
                        self.compare,
                        self.preview,
                        self.side_by_side,
                        None,
                        self.more_like,
                        self.less_like,
                        None,
                    ),
                    *(self.search_hit, self.same_thing, self.add_hit, self.leave_out_hit, None),
                    *(self.open_hit, self.open_with, self.reveal_hit, None),
                    *(self.into_album, self.out_of_album, None),
                    *(self.ratings_menu, self.write_keyword, self.judging_menu, None),
                    *(self.copy_files, self.copy_paths, self.export, None, self.trash),
                ),
            ),
            (
                QT_TR_NOOP("&View"),
                (
                    *(self.as_grid, self.as_list, self.as_timeline, self.reverse, None),
                    *(self.unfold, self.stack, self.open_stack, None),
                    *(self.library_column, self.evidence_column, self.filmstrip, self.full_screen, None),
                ),
            ),
            (
                QT_TR_NOOP("&Help"),
                (self.show_guide, self.show_keys, self.show_tour, None, self.show_news, self.about),
            ),
        )


def _keys(standard: QKeySequence.StandardKey, ours: str) -> list[QKeySequence]:
    """Return cbir's key for a standard action, followed by the platform's keys."""
    own = QKeySequence(ours)
    return [own, *(keys for keys in QKeySequence.keyBindings(standard) if keys != own)]
