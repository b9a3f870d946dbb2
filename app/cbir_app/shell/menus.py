"""Makes the window's actions from their table: the menu bar, the context menus, the keys, and what can be done now."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import QAbstractButton, QMainWindow, QMenu, QWidget

from cbir_app.base.language import QT_TR_NOOP, tr
from cbir_app.base.page import show_action
from cbir_app.base.preferences import Scheme
from cbir_app.base.tooltips import name_action
from cbir_app.base.wording import MAX_STARS
from cbir_app.shell.actions import ALWAYS, Action, Bar, ContextMenu, MenuName, State

BAR: tuple[tuple[Bar, str], ...] = (
    ("search", QT_TR_NOOP("&Search")),
    ("edit", QT_TR_NOOP("&Edit")),
    ("library", QT_TR_NOOP("&Library")),
    ("photo", QT_TR_NOOP("&Photo")),
    ("view", QT_TR_NOOP("&View")),
    ("help", QT_TR_NOOP("&Help")),
)


class Actions:
    """The actions of a window, each by its id as an attribute."""

    def __init__(self, window: QMainWindow, table: Sequence[Action]) -> None:
        self._window, self._table = window, table
        self._sets: dict[str, QActionGroup] = {}
        self._made: dict[str, QAction] = {}
        inner_last = sorted(table, key=lambda entry: isinstance(entry.opens, str))
        for entry in inner_last:  # inner menus need their actions
            self._made[entry.id] = self._make(entry)
        self.groups: dict[str, Sequence[QAction]] = {}
        """The menu bar: the actions by the English titles of their menus."""
        for name, title in BAR:
            menu = window.menuBar().addMenu(tr(title))
            menu.addActions(self._listed(name))
            self.groups[title.replace("&", "")] = menu.actions()
        # A hidden menu bar, as in full screen, does not pass keys to its actions.
        window.addActions([self._made[entry.id] for entry in table if not (entry.on_pages or entry.opens)])

    def __getattr__(self, name: str) -> QAction:
        try:
            made: dict[str, QAction] = self.__dict__["_made"]
            return made[name]
        except KeyError:
            raise AttributeError(name) from None

    @property
    def all(self) -> Sequence[QAction]:
        return tuple(self._made.values())

    @property
    def ratings(self) -> Sequence[QAction]:
        """The actions that rate photos, by their number of stars."""
        return [self._made[f"rate_{stars}"] for stars in range(MAX_STARS + 1)]

    def name(self, action: str, button: QAbstractButton) -> None:
        """Give a button of a view that is made later the words and the key of an action."""
        _name(button, next(entry for entry in self._table if entry.id == action))

    def choose_scheme(self, scheme: Scheme) -> None:
        """Choose a scheme through its action, so that the menu shows it as checked."""
        self._made[f"scheme_{scheme}"].trigger()

    def add_context_menu(self, view: QWidget, name: ContextMenu = "on photo") -> None:
        view.addActions(self._listed(name))
        view.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)

    def add_mark_keys(self, page: QWidget) -> None:
        """Let digits rate and Delete trash on a page of photos. Text fields elsewhere need these keys themselves."""
        for entry in self._table:
            if entry.on_pages:
                self._made[entry.id].setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
                page.addAction(self._made[entry.id])

    def update(self, state: State) -> None:
        """Enable exactly the actions that can be done now. Tooltips explain those that a service does not allow."""
        for entry in self._table:
            if entry.when is ALWAYS:
                continue
            action, why = self._made[entry.id], entry.when.reason(state)
            action.setEnabled(entry.when.allows(state))
            if entry.step is None:
                action.setToolTip(tr(why))
            else:
                step = entry.step(state)
                name_action(action, "" if step is None else f": {step.words}", before=entry.words)
            for button in entry.buttons if why else ():
                button.setEnabled(False)
                button.setToolTip(tr(why))
        if state.info is not None and state.info.service:
            for menu in self._window.findChildren(QMenu):
                menu.setToolTipsVisible(True)

    def _listed(self, name: MenuName) -> list[QAction]:
        """The actions of a menu in their groups, with lines between these."""
        entries = sorted((entry for entry in self._table if name in entry.menus), key=lambda e: e.menus[name])
        listed: list[QAction] = []
        for _, group in groupby(entries, key=lambda e: e.menus[name]):
            if listed:
                listed.append(QAction(self._window))
                listed[-1].setSeparator(True)
            listed += [self._made[entry.id] for entry in group]
        return listed

    def _make(self, entry: Action) -> QAction:
        for button in entry.buttons:
            _name(button, entry)
        if entry.opens is not None:
            menu = entry.opens if isinstance(entry.opens, QMenu) else QMenu(self._window)
            menu.setTitle(entry.words)
            if isinstance(entry.opens, str):
                menu.addActions(self._listed(entry.opens))
            return menu.menuAction()
        action = QAction(entry.words, self._window)
        keys = [QKeySequence(key) for key in entry.keys.split()]
        if entry.also is not None:
            keys += [key for key in QKeySequence.keyBindings(entry.also) if key not in keys]
        action.setShortcuts(keys)
        if (what := entry.what) is not None:
            action.triggered.connect(lambda _checked=False: what())
        if entry.toggle is not None or entry.one_of:
            action.setCheckable(True)
            action.setChecked(entry.on)
        if entry.toggle is not None:
            action.toggled.connect(entry.toggle)
        if entry.one_of:
            self._sets.setdefault(entry.one_of, QActionGroup(self._window)).addAction(action)
        return action


def _name(button: QAbstractButton, entry: Action) -> None:
    show_action(button, entry.words.replace("&", ""), next(iter(entry.keys.split()), ""))
