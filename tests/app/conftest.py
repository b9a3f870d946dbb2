"""A window on a fake engine behind a real pipe, and settings that are thrown away."""

from collections.abc import Callable

import pytest
from PySide6.QtCore import QEvent, QLocale, QSettings, Qt
from PySide6.QtGui import QCursor
from PySide6.QtWidgets import QApplication, QDialog, QWidget
from pytestqt.qtbot import QtBot

from cbir_app.base import language
from cbir_app.base.language import written
from cbir_app.base.notice import Notice
from cbir_app.base.preferences import Preferences
from cbir_app.base.theme import Theme
from cbir_app.base.undo import UndoStack
from cbir_app.engine import Engine, engine_process
from cbir_app.sessions import LibrarySession, SearchSession
from cbir_app.shell import MainWindow, build_window
from tests.app.by_hand import EngineByHand
from tests.app.fake_engine import FakeEngine, Script, in_thread
from tests.app.handling import REAL_WAIT_MS, Driver

WAIT_MS = 30_000  # only a test that fails waits so long; a busy machine may need a good part of it


@pytest.fixture(scope="session", autouse=True)
def _freed_blocks_are_kept():
    """A window gives large blocks back to the system. Here it would do so for all tests that share its process."""
    with pytest.MonkeyPatch.context() as monkeypatch:
        monkeypatch.setattr("cbir_app.engine.client.give_back_large_blocks", lambda: None)
        yield


class PatientBot(QtBot):
    """Waits longer than pytest-qt's five seconds."""

    def waitUntil(self, callback, *, timeout=WAIT_MS):
        super().waitUntil(callback, timeout=timeout)


@pytest.fixture
def qtbot(qapp, request):
    """A bot that waits patiently, with the pointer away from every window, where the test before may have left it.

    Its widgets are gone before the next test: that would style them thrice again.
    """
    QCursor.setPos(-100, -100)
    yield PatientBot(request)
    qapp.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item):
    """A dialog that was opened and closed is gone: a window that is open for weeks keeps none of them."""
    result = yield
    if isinstance(app := QApplication.instance(), QApplication):
        app.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
        shown = Qt.WidgetAttribute.WA_WState_ExplicitShowHide
        kept = [
            widget
            for widget in app.topLevelWidgets()
            if isinstance(widget, QDialog)
            and widget.parent()
            and widget.isHidden()
            and widget.testAttribute(shown)
        ]
        assert not kept, f"{item.name} leaves {kept} behind"
    return result


@pytest.fixture(scope="session", autouse=True)
def _empty_clipboard_at_the_end(qapp):
    """Drop what a test has copied while Python lives.

    Qt's offscreen clipboard is a static of the process: it frees its QMimeData after the interpreter is gone, and
    the wrapper of one that was made in Python crashes there. Platforms with a real clipboard free it with the
    application.
    """
    yield
    qapp.clipboard().clear()


@pytest.fixture(scope="session", autouse=True)
def _in_english(qapp):
    """Let the window speak as on a system without a language of its own, whatever this machine's is."""
    language.install(qapp, "en", QLocale.c())


@pytest.fixture
def italian(qapp):
    """Let the window speak Italian, and write numbers and dates as Italians do."""
    language.install(qapp, "it", QLocale("it_IT"))
    written.cache_clear()
    yield
    language.install(qapp, "en", QLocale.c())
    written.cache_clear()


@pytest.fixture
def preferences(tmp_path):
    made = Preferences(QSettings(str(tmp_path / "settings.ini"), QSettings.Format.IniFormat))
    made.set_flag("evidence column", True)  # a person opens it; here it is looked at
    return made


@pytest.fixture
def theme(qapp):
    made = Theme(qapp, "light")
    yield made
    made.deleteLater()


@pytest.fixture
def fake():
    return FakeEngine(Script())


@pytest.fixture
def engine(fake, tmp_path, qtbot):
    made = Engine(in_thread(fake, tmp_path))
    yield made
    made.close(1.0)


@pytest.fixture
def real_window(qtbot, tmp_path, theme, preferences):
    """A window on the real engine, in a process of its own, with a new library."""
    from cbir.service import serve

    engine = Engine(engine_process(serve, tmp_path / "library"))
    made = build_window(engine, theme, preferences)
    qtbot.addWidget(made)
    made.show()
    engine.start()
    qtbot.waitUntil(lambda: made.library.info is not None, timeout=REAL_WAIT_MS)
    yield made
    made.close()
    engine.close()


@pytest.fixture
def drive(real_window, qtbot):
    return Driver(real_window, qtbot)


# ---- a view, a session or a control alone


@pytest.fixture
def hand(qapp):
    """An engine that a test answers for."""
    made = EngineByHand()
    yield made
    made.deleteLater()
    qapp.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)


@pytest.fixture
def search(hand):
    return SearchSession(hand, hand)


@pytest.fixture
def library(hand):
    return LibrarySession(hand, hand)


@pytest.fixture
def under(qtbot):
    """A stand-in for the window."""
    made = QWidget()
    qtbot.addWidget(made)
    return made


@pytest.fixture
def notice(under, theme):
    return Notice(theme, under)


@pytest.fixture
def undo(hand):
    return UndoStack(hand)


# ---- a window

MakeWindow = Callable[[], MainWindow]


@pytest.fixture
def make_window(qtbot, engine, theme, preferences):
    """Return what opens a window on the fake engine, after the test has changed its script."""

    def make():
        window = build_window(engine, theme, preferences)
        qtbot.addWidget(window)
        window.resize(1290, 820)
        window.show()
        engine.start()
        return window

    return make


@pytest.fixture
def window(qtbot, make_window):
    """A window whose library is open."""
    made = make_window()
    qtbot.waitUntil(lambda: made.library.info is not None)
    return made


@pytest.fixture
def picture_file(tmp_path):
    """A file that exists; the fake engine looks no further."""
    path = tmp_path / "query.jpg"
    path.write_bytes(b"\xff\xd8")
    return path


def pytest_itemcollected(item):
    """Qt's offscreen platform says so at windows with sizes of their own, or to be raised, and at menus.

    In the locale C it says once that it takes C.UTF-8 instead.
    """
    no_platform = (
        "does not support propagateSizeHints",
        r"does not support raise\(\)",
        "does not support grabbing the keyboard",  # for a menu
        "Detected locale .* which is not UTF-8",
    )
    item.add_marker(pytest.mark.qt_log_ignore(*no_platform, extend=True))
