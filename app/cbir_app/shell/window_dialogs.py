"""The window's larger dialogs, connected to its parts."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMainWindow

from cbir.base.types import LibraryInfo
from cbir_app.base import desktop
from cbir_app.base.language import tr
from cbir_app.base.preferences import CALM, Preferences, Scheme
from cbir_app.base.theme import Theme
from cbir_app.base.wording import ON_ANOTHER_COMPUTER
from cbir_app.control import TELLS
from cbir_app.engine import Engine
from cbir_app.sessions import SIDECARS
from cbir_app.shell.parts import Controls, Sessions, Views


class Dialogs:
    """Opens the dialogs. Their modules load on first use, so that the first frame does not wait for them.

    choose_scheme, key_groups, all_actions : set once the actions exist; some of them open these dialogs
    """

    choose_scheme: Callable[[Scheme], None]
    key_groups: Mapping[str, Sequence[QAction]]
    all_actions: Sequence[QAction]

    def __init__(
        self,
        engine: Engine,
        window: QMainWindow,
        theme: Theme,
        preferences: Preferences,
        sessions: Sessions,
        views: Views,
        controls: Controls,
    ) -> None:
        self._engine = engine
        self._window, self._theme, self._preferences = window, theme, preferences
        self._sessions, self._views, self._controls = sessions, views, controls

    def show_settings(self, *, models: bool = False) -> None:
        """Show the settings. models : open the page of models"""
        from cbir_app.panels.models import GraphicsCard, ModelsPage
        from cbir_app.shell.settings import (
            SettingsDialog,
            albums_tell,
            at_login,
            calm,
            change_device_at_login,
            follow,
            match_lines,
            people,
            read_text,
            sidecars,
        )

        preferences, watch, reading = self._preferences, self._sessions.watch, self._sessions.reading
        lines = preferences.flag("match lines", True)
        library, notice = self._sessions.library.info, self._views.notice
        warn = partial(notice.say, tone="warning", topic="login")
        switches = (
            *(
                []
                if library is None or library.service
                else [
                    follow(watch.on, watch.switch),
                    at_login(library.folder, lambda: self._engine.device, warn),
                    read_text(library.photos, reading.scripts, reading.on, reading.switch),
                    people(self._sessions.people.state.on, self._sessions.people.switch),
                ]
            ),
            match_lines(lines, self._views.pages.match.show_lines),
            sidecars(preferences.flag(SIDECARS, False), lambda on: preferences.set_flag(SIDECARS, on)),
            albums_tell(preferences.flag(TELLS, False), lambda on: preferences.set_flag(TELLS, on)),
            calm(preferences.flag(CALM, False), lambda on: preferences.set_flag(CALM, on)),
        )
        card = GraphicsCard(self._engine, library)
        card.chosen.connect(self._controls.engine.use)
        page = ModelsPage(self._sessions.models, card)
        if library is not None and library.service:
            page.setEnabled(False)
            page.setToolTip(tr(ON_ANOTHER_COMPUTER))
        elif library is not None:
            card.chosen.connect(lambda device: change_device_at_login(library.folder, device, warn))
        dialog = SettingsDialog(
            self._theme.scheme,
            self.choose_scheme,
            language=preferences.language,
            on_language=preferences.choose_language,
            switches=switches,
            models=page,
            parent=self._window,
        )
        self._controls.models.serve(page, dialog)
        if models:
            dialog.show_models()
        dialog.open()

    def show_models(self) -> None:
        self.show_settings(models=True)

    def show_library(self) -> None:
        """Show the overview of the library beside the window; it stays open during searches."""
        from cbir_app.panels.library import LibraryDialog, LibraryWishes

        library, maintenance = self._sessions.library, self._controls.maintenance
        wishes = LibraryWishes(
            add=self._controls.folders.choose_folder,
            update=library.update_all,
            forget=maintenance.forget,
            show_skipped=self._controls.folders.show_skipped,
            retry=library.retry_skipped,
            check=maintenance.check,
            back_up=maintenance.choose_backup,
            learn_words=maintenance.learn_words,
            models=self.show_models,
            show_folder=desktop.open_folder,
        )
        library.ask(sizes=True)
        LibraryDialog(
            *(library, self._sessions.models, self._sessions.maintenance, wishes, self._theme, self._window)
        ).show()

    def show_measure(self) -> None:
        """Show the quality of the searches beside the window, so that hits can be judged meanwhile."""
        from cbir_app.panels.measure import MeasureDialog

        MeasureDialog(self._sessions.measure, self._sessions.models, self._theme, self._window).show()

    def show_palette(self) -> None:
        from cbir_app.shell.palette import PaletteDialog, commands_of, fields

        def write(text: str) -> None:
            """Begin a field after the text that was typed so far."""
            search = self._sessions.search
            search.type(f"{search.query.draft} {text}".lstrip())
            self._views.bar.focus()

        commands = commands_of(self.key_groups, self.all_actions)
        PaletteDialog([*commands, *fields(write)], self._window).open()

    def show_keys(self) -> None:
        from cbir_app.shell.help_dialogs import KeysDialog

        KeysDialog(self.key_groups, self._window).open()

    def show_guide(self) -> None:
        from cbir_app.shell.help_dialogs import GUIDE, GuideDialog

        GuideDialog(GUIDE, tr("Guide"), self._window, heading="the-window").show()

    def show_news(self) -> None:
        from cbir_app.shell.help_dialogs import NewsDialog

        NewsDialog(self._show_changes, self._window).open()

    def _show_changes(self) -> None:
        from cbir_app.shell.help_dialogs import CHANGES, GuideDialog

        GuideDialog(CHANGES, tr("All changes"), self._window).show()

    def show_tour(self, *, offered: bool = False) -> None:
        """Start the tour. offered : the user did not ask for it, so the focus stays where it is"""
        from cbir_app.shell.tour import Tour

        bar = self._views.bar
        self._views.pages.show_results()
        if self._window.findChild(Tour) is None:  # one at a time
            Tour(
                *(
                    self._window,
                    (bar.field, bar.frame_button, bar.filter_button, self._window.menuBar()),
                    self._preferences,
                ),
                takes_focus=not offered,
            ).step()

    def offer_tour(self) -> None:
        """Start the tour for a new user once the first photos are there."""
        from cbir_app.shell.tour import SEEN

        def begin(info: LibraryInfo) -> None:
            seen = self._preferences.flag(SEEN, False)
            if info.photos and self._views.pages.on_results and not seen:
                self._preferences.set_flag(SEEN, True)
                self.show_tour(offered=True)

        self._sessions.library.info_changed.connect(begin)

    def show_about(self) -> None:
        from cbir_app.shell.help_dialogs import AboutDialog

        AboutDialog(self._engine, self._window).open()

    def set_scheme(self, scheme: Scheme) -> None:
        self._preferences.scheme = scheme
        self._theme.set_scheme(scheme)
