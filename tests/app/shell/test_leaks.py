"""Views opened and closed many times leave no thread, timer, window, pipe or object behind."""

from __future__ import annotations

import gc
import sys
import threading
import weakref
from dataclasses import asdict, dataclass
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt, QTimer
from PySide6.QtGui import QPixmap
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QWidget
from shiboken6 import isValid

from cbir.base.types import Problem
from cbir_app.engine import Engine
from cbir_app.sessions import part_of_file
from cbir_app.shell import build_window
from tests.app.fake_engine import FakeEngine, in_thread
from tests.app.handling import found

WARM_UP = 2
WINDOWS = 6
TIMES = 6


@pytest.fixture(scope="module", autouse=True)
def _only_what_is_new_is_looked_through():
    """Set aside what earlier tests and imported libraries left: a million objects, looked through six times a test."""
    gc.collect()
    gc.freeze()
    yield
    gc.unfreeze()


@dataclass(frozen=True, slots=True, kw_only=True)
class Left:
    """Resources at one moment. files : open files, pipes and sockets, if the system lists them"""

    threads: int
    tasks: int
    files: int
    windows: int
    widgets: int
    timers: int
    objects: int


def left():
    """Count what exists, after everything that waits for its deletion is gone."""
    for _ in range(3):
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
        QApplication.processEvents()
        gc.collect()
    # By type: asking an object itself for its class runs code of libraries (deprecated names of torch warn).
    living = [
        candidate
        for candidate in gc.get_objects()
        if issubclass(type(candidate), QObject) and isValid(candidate)
    ]
    return Left(
        threads=threading.active_count(),
        tasks=_entries("task"),
        files=_entries("fd"),
        windows=len(QApplication.topLevelWidgets()),
        widgets=len(QApplication.allWidgets()),
        timers=sum(issubclass(type(one), QTimer) for one in living),
        objects=len(living),
    )


def _entries(kind):
    folder = Path("/proc/self") / kind
    return len(list(folder.iterdir())) if sys.platform == "linux" else 0


def grown(act, times=TIMES):
    """Return what grows when something is done again and again.

    What is made once, when it is first needed, is not counted: what leaks does so each time.
    """
    for _ in range(WARM_UP):
        act()
    before = asdict(left())
    for _ in range(times):
        act()
    after = asdict(left())
    return {name: after[name] - before[name] for name in after if after[name] - before[name] >= times}


def test_a_leak_is_noticed(qtbot):
    kept = []
    assert set(grown(lambda: kept.append(QWidget()))) == {"windows", "widgets", "objects"}
    ended = threading.Event()
    threads = grown(lambda: threading.Thread(target=ended.wait).start())
    ended.set()
    assert "threads" in threads


def test_a_window_and_its_engine_leave_nothing(qtbot, theme, preferences, tmp_path, picture_file):
    died = []

    def once():
        engine = Engine(in_thread(FakeEngine(), tmp_path))
        window = build_window(engine, theme, preferences)
        died.append(weakref.ref(window))
        window.show()
        engine.start()
        window.search.search(part_of_file(picture_file))
        found(qtbot, window)
        window.actions_.as_list.trigger()
        window.actions_.as_timeline.trigger()
        window.pages.show_match()
        window.close()
        engine.close(1.0)
        window.deleteLater()
        engine.deleteLater()

    assert grown(once, WINDOWS) == {}
    assert [one for one in died if one() is not None] == []


@pytest.fixture
def shown(qtbot, window, picture_file):
    """A window with hits and viewers, whose small pictures and models are known."""
    window.search.search(part_of_file(picture_file))
    found(qtbot, window)
    qtbot.waitUntil(lambda: window.model_session.answered)
    qtbot.waitUntil(lambda: not window.thumbnails.tickets and not window.thumbnails.queue)
    _ = (
        window.pages.match,
        window.pages.photo,
        window.pages.framing,
    )  # else they are made while something is counted
    return window


DIALOGS = {
    "settings": lambda window: window.dialogs.show_settings(),
    "models": lambda window: window.dialogs.show_settings(models=True),
    "library": lambda window: window.dialogs.show_library(),
    "keys": lambda window: window.dialogs.show_keys(),
    "palette": lambda window: window.dialogs.show_palette(),
    "guide": lambda window: window.dialogs.show_guide(),
    "check": lambda window: window.controls.maintenance.check(),
    "back up": lambda window: window.controls.maintenance.choose_backup(),
    "skipped": lambda window: window.controls.folders.show_skipped(),
    "forget": lambda window: window.controls.maintenance.forget(window.library.info.roots[0]),
    "trash": lambda window: window.controls.trash.ask(),
    "export": lambda window: window.controls.export.choose(),
    "open a picture": lambda window: window.controls.query.open(),
    "add a folder": lambda window: window.controls.folders.choose_folder(),
}


# All at once for each landing; one by one, to say which of them leaks, in the long run.
each = pytest.mark.long


@pytest.mark.parametrize("names", [tuple(DIALOGS), *(pytest.param((name,), marks=each) for name in DIALOGS)])
def test_a_dialog_leaves_nothing(qtbot, shown, fake, names):
    fake.script.problems = (Problem(what="A thumbnail is missing.", remedy="Look again.", mended=False),)

    def once():
        for name in names:
            DIALOGS[name](shown)
            qtbot.waitUntil(lambda: any(dialog.isVisible() for dialog in shown.findChildren(QDialog)))
            for opened in reversed([dialog for dialog in shown.findChildren(QDialog) if dialog.isVisible()]):
                opened.close()
            QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
            assert shown.findChildren(QDialog) == [], name

    assert grown(once, TIMES if len(names) == 1 else 4) == {}


def _overlay(window):
    window.pages.show_match()
    window.pages.match.over_button.setChecked(True)


def _full_screen_and_back(window):
    window.actions_.full_screen.trigger()
    window.actions_.full_screen.trigger()


def _dark_and_light(window):
    window.dialogs.set_scheme("dark")
    window.dialogs.set_scheme("light")


VIEWS = {
    "match": lambda window: window.pages.show_match(),
    "overlay": _overlay,
    "photo": lambda window: window.pages.show_photo(),
    "frame": lambda window: window.pages.show_frame(),
    "list": lambda window: window.actions_.as_list.trigger(),
    "timeline": lambda window: window.actions_.as_timeline.trigger(),
    "full screen": _full_screen_and_back,
    "dark and light": _dark_and_light,
}


@pytest.mark.parametrize("names", [tuple(VIEWS), *(pytest.param((name,), marks=each) for name in VIEWS)])
def test_a_view_leaves_nothing(qtbot, shown, names):
    def once():
        for name in names:
            VIEWS[name](shown)
            QApplication.processEvents()
            shown.pages.match.over_button.setChecked(False)
            shown.pages.show_results()
            shown.actions_.as_grid.trigger()
            qtbot.waitUntil(lambda: not shown.thumbnails.tickets and not shown.thumbnails.queue)

    assert grown(once, TIMES if len(names) == 1 else 4) == {}


def test_a_query_and_its_chips_leave_nothing(qtbot, shown, picture_file):
    def once():
        shown.search.search(part_of_file(picture_file))
        found(qtbot, shown)
        shown.search.type("boat")
        shown.search.commit()
        qtbot.waitUntil(lambda: not shown.search.busy)
        shown.undo.undo()
        shown.search.clear()
        qtbot.waitUntil(lambda: not shown.search.busy)
        shown.undo.done.clear()  # steps are kept on purpose, up to a bound that has a test of its own
        shown.undo.undone.clear()

    assert grown(once) == {}


def test_a_menu_leaves_nothing(qtbot, shown):
    def once():
        shown.controls.recent.fill()
        assert len(shown.controls.recent.menu.actions()) > 1
        qtbot.waitUntil(
            lambda: not shown.controls.engine.engine.pending.keys() & set(shown.controls.recent.tickets)
        )

    assert grown(once) == {}


def test_a_snip_leaves_nothing(qtbot, shown):
    def still(screen):
        picture = QPixmap(screen.size())
        picture.fill(Qt.GlobalColor.gray)
        return picture

    snipper = shown.controls.snips.snipper
    snipper.aside_timer.setInterval(0)
    snipper.grab_screen = still

    def once():
        shown.actions_.snip.trigger()
        qtbot.waitUntil(lambda: bool(snipper.overlays))
        overlay = snipper.overlays[0]
        QTest.keyClick(overlay, Qt.Key.Key_Escape)
        qtbot.waitUntil(lambda: not snipper.busy and shown.isVisible())

    assert grown(once) == {}


def test_an_engine_that_dies_again_and_again_leaves_nothing(qtbot, shown, fake):
    engine = shown.controls.engine.engine
    engine.restart_timer.setInterval(0)

    def once():
        fake.script.die_on, fake.script.die_times = "LibraryRequest", 1
        with qtbot.waitSignal(engine.ready):
            shown.library.ask()
        engine.deaths.clear()  # as after a minute
        qtbot.waitUntil(lambda: not [one for one in threading.enumerate() if one.name == "engine-close"])
        qtbot.waitUntil(lambda: not shown.thumbnails.tickets and not shown.thumbnails.queue)

    assert grown(once) == {}
