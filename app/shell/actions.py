"""Everything the window can do, each with its words and its key, and the menus that hold it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import QMainWindow, QMenu, QWidget

from app.base.language import QT_TR_NOOP, tr
from app.base.preferences import Scheme
from app.base.undo import Step, labelled
from app.base.wording import TRASH
from app.filters import stars

MOST_STARS = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class Handlers:
    """What the actions call; the window fills it in."""

    open_query: Callable[[], object]
    add_query: Callable[[], object]
    paste: Callable[[], object]
    focus_query: Callable[[], object]
    frame: Callable[[], object]
    snip: Callable[[], object]
    clear_query: Callable[[], object]
    back: Callable[[], object]
    forward: Callable[[], object]
    recent: Callable[[], object]
    again: Callable[[], object]
    mirror: Callable[[bool], object]
    filter: Callable[[], object]
    save_search: Callable[[], object]
    run_saved: Callable[[], object]
    rename_saved: Callable[[], object]
    remove_saved: Callable[[], object]
    settings: Callable[[], object]
    show_library: Callable[[], object]
    add_folder: Callable[[], object]
    update_library: Callable[[], object]
    show_skipped: Callable[[], object]
    follow: Callable[[bool], object]
    check: Callable[[], object]
    back_up: Callable[[], object]
    only_here: Callable[[], object]
    reveal_folder: Callable[[], object]
    forget: Callable[[], object]
    compare: Callable[[], object]
    preview: Callable[[], object]
    search_hit: Callable[[], object]
    same_thing: Callable[[], object]
    add_hit: Callable[[], object]
    leave_out_hit: Callable[[], object]
    open_hit: Callable[[], object]
    reveal_hit: Callable[[], object]
    copy_files: Callable[[], object]
    copy_paths: Callable[[], object]
    export: Callable[[], object]
    select_all: Callable[[], object]
    undo: Callable[[], object]
    redo: Callable[[], object]
    rate: Callable[[int | None], object]
    write_keyword: Callable[[], object]
    trash: Callable[[], object]
    as_grid: Callable[[], object]
    as_list: Callable[[], object]
    as_timeline: Callable[[], object]
    reverse: Callable[[], object]
    library_column: Callable[[bool], object]
    evidence_column: Callable[[bool], object]
    full_screen: Callable[[bool], object]
    scheme: Callable[[Scheme], object]
    show_keys: Callable[[], object]
    quit: Callable[[], object]


class Actions:
    """Builds the actions into a window's menu bar. Their state is set by the window."""

    def __init__(self, window: QMainWindow, handlers: Handlers, scheme: Scheme) -> None:
        self._window = window
        self.open_query = self._make(tr("&Open picture…"), handlers.open_query, "Ctrl+O")
        self.add_query = self._make(tr("&Add a picture to the query…"), handlers.add_query, "Ctrl+Shift+A")
        self.paste = self._make(tr("&Paste picture"), handlers.paste, "Ctrl+V")
        self.focus_query = self._make(tr("Go to the quer&y"), handlers.focus_query, "Ctrl+F")
        self.frame = self._make(tr("&Frame a part…"), handlers.frame, "Ctrl+R")
        self.snip = self._make(tr("Frame a part of the s&creen…"), handlers.snip, "Ctrl+Shift+S")
        self.mirror = self._toggle(tr("Find &mirrored pictures too"), handlers.mirror, "Ctrl+M")
        self.filter = self._make(tr("F&ilter…"), handlers.filter, "Ctrl+L")
        self.save_search = self._make(tr("Sa&ve this search"), handlers.save_search, "Ctrl+S")
        self.run_saved = self._make(tr("&Search"), handlers.run_saved)
        self.rename_saved = self._make(tr("&Rename"), handlers.rename_saved)
        self.remove_saved = self._make(tr("Remo&ve"), handlers.remove_saved)
        self.settings = self._make(tr("S&ettings…"), handlers.settings, "Ctrl+,")
        self.back = self._make(tr("Previou&s query"), handlers.back, "Alt+Left")
        self.forward = self._make(tr("Ne&xt query"), handlers.forward, "Alt+Right")
        self.recent = self._make(tr("Recent q&ueries…"), handlers.recent, "Ctrl+H")
        self.again = self._make(tr("Search a&gain"), handlers.again, "Ctrl+Shift+F")
        self.clear_query = self._make(tr("&Remove the query"), handlers.clear_query, "Ctrl+Backspace")
        self.quit = self._make(tr("&Quit"), handlers.quit, "Ctrl+Q")
        self.show_library = self._make(tr("Library o&verview…"), handlers.show_library, "Ctrl+Shift+L")
        self.add_folder = self._make(tr("&Add folder…"), handlers.add_folder, "Ctrl+I")
        self.update_library = self._make(
            tr("&Look for new and changed photos"), handlers.update_library, "F5"
        )
        self.show_skipped = self._make(tr("Files that could not be &read…"), handlers.show_skipped)
        self.follow = self._toggle(tr("Follow changes by &itself"), handlers.follow)
        self.check = self._make(tr("&Check the library…"), handlers.check)
        self.back_up = self._make(tr("&Back up the library…"), handlers.back_up)
        self.only_here = self._make(tr("Search &only in this folder"), handlers.only_here)
        self.reveal_folder = self._make(tr("Show the folder in the file &manager"), handlers.reveal_folder)
        self.forget = self._make(tr("&Forget this folder…"), handlers.forget)
        self.compare = self._make(tr("&Compare with the query"), handlers.compare)
        self.preview = self._make(tr("Show &large"), handlers.preview)
        self.search_hit = self._make(tr("&Search with this photo"), handlers.search_hit, "Ctrl+Return")
        self.same_thing = self._make(tr("Only the same &thing"), handlers.same_thing, "Ctrl+T")
        self.add_hit = self._make(tr("&Add to the query"), handlers.add_hit, "Ctrl+Shift+Return")
        self.leave_out_hit = self._make(
            tr("Leave o&ut photos of this"), handlers.leave_out_hit, "Ctrl+Shift+-"
        )
        self.open_hit = self._make(tr("&Open in the default viewer"), handlers.open_hit, "Ctrl+Shift+O")
        self.open_with_menu = QMenu(tr("Open wit&h"), window)
        self.open_with = self.open_with_menu.menuAction()
        self.reveal_hit = self._make(tr("Show in the &file manager"), handlers.reveal_hit, "Ctrl+Shift+R")
        self.copy_files = self._make(tr("Cop&y"), handlers.copy_files, "Ctrl+C")
        self.copy_paths = self._make(tr("Copy the &path"), handlers.copy_paths, "Ctrl+Shift+C")
        self.export = self._make(tr("Copy to a folde&r…"), handlers.export, "Ctrl+E")
        self.select_all = self._make(tr("Select &all"), handlers.select_all, "Ctrl+A")
        self.undo = self._make(tr("&Undo"), handlers.undo)
        self.undo.setShortcuts(_keys(QKeySequence.StandardKey.Undo, "Ctrl+Z"))
        self.redo = self._make(tr("&Redo"), handlers.redo)
        self.redo.setShortcuts(_keys(QKeySequence.StandardKey.Redo, "Ctrl+Shift+Z"))
        self.ratings = [self._rating(n, handlers.rate) for n in range(MOST_STARS + 1)]
        self.rating_of_file = self._make(tr("As the &file says"), lambda: handlers.rate(None))
        self.write_keyword = self._make(tr("Add a &keyword…"), handlers.write_keyword, "Ctrl+K")
        self.trash = self._make(tr("&Move to the {trash}…", trash=tr(TRASH)), handlers.trash, "Del")
        self.as_grid = self._make(tr("Show as a &grid"), handlers.as_grid, "Ctrl+1")
        self.as_list = self._make(tr("Show as a &list"), handlers.as_list, "Ctrl+2")
        self.as_timeline = self._make(tr("Show by &date"), handlers.as_timeline, "Ctrl+3")
        self.reverse = self._make(tr("Order the &other way round"), handlers.reverse, "Ctrl+Shift+D")
        self.library_column = self._toggle(tr("Library &column"), handlers.library_column, "F9", True)
        self.evidence_column = self._toggle(tr("&Evidence column"), handlers.evidence_column, "F10", True)
        self.full_screen = self._toggle(tr("&Full screen"), handlers.full_screen, "F11")
        self.show_keys = self._make(tr("&Keyboard shortcuts"), handlers.show_keys, "F1")
        self.show_keys.setShortcuts([QKeySequence("F1"), QKeySequence("?")])
        self._schemes = QActionGroup(window)
        self.schemes: dict[str, QAction] = {}
        for name, text in (
            ("system", tr("As the &system")),
            ("light", tr("L&ight", "colours")),
            ("dark", tr("Dar&k", "colours")),
        ):
            action = QAction(text, window, checkable=True)
            action.setChecked(name == scheme)
            action.triggered.connect(lambda _checked=False, name=name: handlers.scheme(name))
            self._schemes.addAction(action)
            self.schemes[name] = action
        self._fill_menus()
        # Those of a menu bar that is hidden, as on a full screen, would not hear their keys.
        local = (*self._of_results, self.ratings_menu)
        window.addActions([action for action in self.all if action not in local])

    @property
    def of_a_hit(self) -> tuple[QAction, ...]:
        """What needs a selected photo."""
        return (
            self.compare,
            self.preview,
            self.search_hit,
            self.same_thing,
            self.add_hit,
            self.leave_out_hit,
            self.open_hit,
            self.open_with,
            self.reveal_hit,
            self.copy_files,
            self.copy_paths,
            self.export,
            self.ratings_menu,
            self.write_keyword,
            self.trash,
        )

    def add_context_menu(self, view: QWidget, *, marks: bool) -> None:
        """Offer what can be done with a photo where it is pointed at.

        marks : its rating and the trash too, and their keys; not where digits zoom
        """
        groups = (
            (self.compare, self.preview),
            (self.search_hit, self.same_thing, self.add_hit, self.leave_out_hit),
            (self.open_hit, self.open_with, self.reveal_hit),
            (self.copy_files, self.copy_paths, self.export),
            (self.ratings_menu, self.write_keyword, self.trash) if marks else (),
        )
        for at, group in enumerate(one for one in groups if one):
            if at:
                line = QAction(view)
                line.setSeparator(True)
                view.addAction(line)
            view.addActions(group)
        view.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)

    @property
    def of_a_folder(self) -> tuple[QAction, ...]:
        """What needs a selected folder of the library; also its context menu."""
        return (self.only_here, self.reveal_folder, self.forget)

    @property
    def of_a_search(self) -> tuple[QAction, ...]:
        """The context menu of the saved searches."""
        return (self.run_saved, self.rename_saved, self.remove_saved)

    @property
    def of_marks(self) -> tuple[QAction, ...]:
        """What rates the selected photos."""
        return (*self.ratings, self.rating_of_file)

    @property
    def _of_results(self) -> tuple[QAction, ...]:
        return (*self.ratings, self.trash)

    def add_to_results(self, page: QWidget) -> None:
        """Let digits rate and Delete trash where photos are chosen, and nowhere else: a field needs its keys."""
        for action in self._of_results:
            action.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            page.addAction(action)

    def show_steps(self, last: Step | None, following: Step | None) -> None:
        """Say what undo and redo would do."""
        for action, words, step in (
            (self.undo, tr("&Undo"), last),
            (self.redo, tr("&Redo"), following),
        ):
            action.setText(labelled(step, words))
            action.setEnabled(step is not None)

    def choose_scheme(self, scheme: Scheme) -> None:
        """Choose a scheme as the menu does, so that its mark moves along."""
        self.schemes[scheme].trigger()

    @property
    def all(self) -> list[QAction]:
        return [*(made for made in vars(self).values() if isinstance(made, QAction)), *self.ratings]

    def _rating(self, rating: int, rate: Callable[[int], object]) -> QAction:
        words = stars(rating) if rating else tr("No &star")
        return self._make(words, lambda: rate(rating), str(rating))

    def _make(self, text: str, handler: Callable[[], object], key: str = "") -> QAction:
        action = QAction(text, self._window)
        if key:
            action.setShortcut(QKeySequence(key))
        action.triggered.connect(lambda _checked=False: handler())
        return action

    def _toggle(
        self, text: str, handler: Callable[[bool], object], key: str = "", on: bool = False
    ) -> QAction:
        action = QAction(text, self._window)
        action.setCheckable(True)
        action.setChecked(on)
        if key:
            action.setShortcut(QKeySequence(key))
        action.toggled.connect(handler)
        return action

    def _fill_menus(self) -> None:
        self._ratings = QMenu(tr("Ratin&g"), self._window)
        self._ratings.addActions([*reversed(self.ratings), self.rating_of_file])
        self.ratings_menu = self._ratings.menuAction()
        menus: tuple[tuple[str, tuple[QAction | None, ...]], ...] = (
            (
                QT_TR_NOOP("&Search"),
                (
                    *(self.open_query, self.add_query, self.paste, self.focus_query, None),
                    *(self.frame, self.snip, self.mirror, self.filter, self.save_search, None),
                    *(
                        self.back,
                        self.forward,
                        self.recent,
                        self.again,
                        self.clear_query,
                        None,
                        self.settings,
                        self.quit,
                    ),
                ),
            ),
            (QT_TR_NOOP("&Edit"), (self.undo, self.redo, None, self.select_all)),
            (
                QT_TR_NOOP("&Library"),
                (
                    *(self.show_library, None, self.add_folder, self.update_library, self.follow, None),
                    *(self.show_skipped, self.check, self.back_up, None),
                    *self.of_a_folder,
                ),
            ),
            (
                QT_TR_NOOP("&Photo"),
                (
                    *(self.compare, self.preview, None),
                    *(self.search_hit, self.same_thing, self.add_hit, self.leave_out_hit, None),
                    *(self.open_hit, self.open_with, self.reveal_hit, None),
                    *(self.ratings_menu, self.write_keyword, None),
                    *(self.copy_files, self.copy_paths, self.export, None, self.trash),
                ),
            ),
            (
                QT_TR_NOOP("&View"),
                (
                    *(self.as_grid, self.as_list, self.as_timeline, self.reverse, None),
                    *(self.library_column, self.evidence_column, self.full_screen, None),
                ),
            ),
            (QT_TR_NOOP("&Help"), (self.show_keys,)),
        )
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


def _keys(standard: QKeySequence.StandardKey, ours: str) -> list[QKeySequence]:
    """Return our keys for something, and the platform's own."""
    wanted = QKeySequence(ours)
    return [wanted, *(keys for keys in QKeySequence.keyBindings(standard) if keys != wanted)]
