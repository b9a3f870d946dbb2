"""The window's larger dialogs, filled with what the window has."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.base import desktop
from app.base.preferences import CALM
from app.library import LibraryDialog, LibraryWishes
from app.marks import SIDECARS
from app.models import ModelsPage
from app.shell.settings import SettingsDialog, calm, follow, match_lines, sidecars

if TYPE_CHECKING:
    from app.shell.main_window import MainWindow


def show_settings(window: MainWindow, *, models: bool) -> None:
    """Show the settings. models : their page of models"""
    preferences = window.preferences
    lines = preferences.flag("match lines", True)
    switches = (
        follow(window.watch.on, window.watch.switch),
        match_lines(lines, window.pages.match.show_lines),
        sidecars(preferences.flag(SIDECARS, False), lambda on: preferences.set_flag(SIDECARS, on)),
        calm(preferences.flag(CALM, False), lambda on: preferences.set_flag(CALM, on)),
    )
    page = ModelsPage(window.model_session, window.theme)
    dialog = SettingsDialog(
        window.theme.scheme,
        window.actions_.choose_scheme,
        language=preferences.language,
        on_language=preferences.choose_language,
        switches=switches,
        models=page,
        parent=window,
    )
    window.models.serve(page, dialog)
    if models:
        dialog.show_models()
    dialog.open()


def show_library(window: MainWindow) -> None:
    """Show the library on one page, beside the window: it stays while one searches."""
    wishes = LibraryWishes(
        add=window.folders.choose_folder,
        update=window.library.update_all,
        forget=window.care.forget,
        show_skipped=window.folders.show_skipped,
        retry=window.library.retry_skipped,
        check=window.care.check,
        back_up=window.care.choose_backup,
        models=lambda: window.show_settings(models=True),
        show_folder=desktop.open_folder,
    )
    window.library.ask()
    LibraryDialog(
        *(window.library, window.model_session, window.care_log, wishes, window.theme, window)
    ).show()
