"""Rules that keep the window quick and safe: no waiting, correct models, plain text from people."""

import ast
import multiprocessing
import re
import threading
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QAbstractItemModel, QAbstractListModel, qInstallMessageHandler
from PySide6.QtGui import QDesktopServices, QPixmap, Qt, QTextDocument
from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import QApplication, QDialog, QLabel, QWidget

from cbir.base.types import Metadata, SearchResult, Term, Timings
from cbir.service import SearchAnswer
from cbir_app.base import desktop
from cbir_app.base.tooltips import plain_tooltip
from cbir_app.engine import Engine
from cbir_app.sessions import Part, part_of_file
from cbir_app.shell import build_window
from tests.app.fake_engine import FakeEngine, hit
from tests.app.handling import found

APP = Path(__file__).resolve().parents[3] / "app" / "cbir_app"
MODULES = sorted(APP.rglob("*.py"))

WAITS = {
    "acquire",
    "check_call",
    "check_output",
    "communicate",
    "exec",
    "getresponse",
    "poll",
    "processEvents",
    "recv",
    "recv_bytes",
    "result",
    "send_bytes",
    "sleep",
    "urlopen",
    "wait",
    "waitForBytesWritten",
    "waitForConnected",
    "waitForDone",
    "waitForFinished",
    "waitForReadyRead",
    "waitForStarted",
}
"""Calls after which a thread goes on only when somebody else has done something."""

MAY_WAIT = {
    ("__main__.py", "_quit_on_interrupt", "recv"),  # told that something is there
    ("__main__.py", "main", "exec"),  # the event loop itself
    ("client.py", "_read", "recv"),  # in a thread of its own
    ("client.py", "_write", "wait"),  # in a thread of its own
    ("client.py", "close", "wait"),  # when the window is gone from the screen
    ("export.py", "_on_done", "wait"),  # the thread has said that it is done
    ("export.py", "stop", "wait"),  # the window closes: the file in hand is finished
    ("open_with.py", "close", "wait"),  # the window closes
    ("originals.py", "_wait_for", "exec"),  # a loop that draws: who takes a drop waits for its files
    ("result_view.py", "startDrag", "exec"),  # Qt's own loop of a drag
    ("single_instance.py", "hand_over", "waitForConnected"),  # before there is a window
    ("single_instance.py", "_answer", "waitForReadyRead"),
}


def calls(file):
    """Return each function of a module with what it calls as a method or by a module's name."""
    for function in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(function, ast.FunctionDef):
            for node in ast.walk(function):
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
                    yield function.name, node.func.attr


def test_nothing_in_the_window_waits_but_where_it_is_known():
    found = {
        (file.name, function, call) for file in MODULES for function, call in calls(file) if call in WAITS
    }
    assert found == MAY_WAIT


def test_no_module_asks_a_dialog_to_hold_everything_up():
    """The static ones run a loop of their own, in which answers of the engine arrive in the middle of a call."""
    static = {
        *("getOpenFileName", "getOpenFileNames", "getSaveFileName", "getExistingDirectory"),
        *("getText", "getItem", "getInt", "getDouble", "getColor", "getFont"),
        *("question", "critical", "about"),
    }
    assert {(file.name, call) for file in MODULES for _, call in calls(file) if call in static} == set()


class _Silent:
    """An engine that has started, listens to nothing and never says a word."""

    def __init__(self):
        self._ended = threading.Event()
        self.ours, self.theirs = multiprocessing.Pipe(duplex=True)

    def start(self, _device):
        return self.ours, self

    def is_alive(self):
        return not self._ended.is_set()

    def join(self, timeout=None):
        self._ended.wait(timeout)

    def terminate(self):
        self._ended.set()
        self.theirs.close()

    kill = terminate


@pytest.fixture
def nothing_opens(monkeypatch):
    """No file manager and no viewer."""
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda _url: True)
    monkeypatch.setattr(desktop, "show_in_file_manager", lambda _path: None)


@pytest.mark.timeout(60)
@pytest.mark.qt_log_ignore("This plugin does not support", extend=True)  # a menu grabs the keyboard
@pytest.mark.usefixtures("nothing_opens")
def test_no_action_waits_for_an_engine_that_never_answers(qtbot, theme, preferences, tmp_path, picture_file):
    """Each returns by itself; one that waited would never come to its end."""
    silent = _Silent()
    engine = Engine(silent.start)
    window = build_window(engine, theme, preferences)
    qtbot.addWidget(window)
    window.show()
    engine.start()
    window.controls.snips.snipper.grab_screen = lambda _screen: QPixmap(4, 4)
    engine.ready.emit(FakeEngine().info(tmp_path))
    window.search.search(part_of_file(picture_file))
    hits = tuple(hit(n, n < 3, tmp_path) for n in range(1, 10))
    triggered = []
    for action in window.actions_.all:
        if action in (window.actions_.quit, window.actions_.full_screen, window.actions_.snip):
            continue
        window.search.result = SearchResult(hits=hits, took_ms=Timings(), searched=9)
        window.search.finished.emit(window.search.result)
        window.results.select(0)
        action.setEnabled(True)
        action.trigger()
        QApplication.processEvents()
        triggered.append(action)
        for dialog in window.findChildren(QDialog):
            dialog.close()
        window.controls.open_with.menu.close()
        window.controls.recent.menu.close()
    assert len(triggered) > 50
    window.close()
    engine.close(0.05)


# ---- models


def test_every_model_keeps_its_promises_while_the_window_is_used(qtbot, window, fake, picture_file):
    """A tester of Qt's own on each; what it finds it says as a warning, which fails the test."""
    mode = QAbstractItemModelTester.FailureReportingMode.Warning
    models = [
        widget
        for widget in window.findChildren(QAbstractItemModel)
        if type(widget).__module__.startswith("cbir_app.")
    ]
    assert {type(model).__name__ for model in models} == {"ResultModel"}
    testers = [QAbstractItemModelTester(model, mode) for model in models]
    window.search.search(part_of_file(picture_file))
    found(qtbot, window)
    page = window.results
    for shape in (window.actions_.as_list, window.actions_.as_timeline, window.actions_.as_grid):
        shape.trigger()
        for order in ("name", "taken", "rating", "best"):
            page.bar.choose_sort_key(order)
            QApplication.processEvents()
    page.select_all()
    window.search.hide({one.photo for one in page.model.hits[:3]})
    window.bar.filter_popover.open("folder", window.bar.filter_button)
    window.controls.albums.save()
    window.library.add([Path("/photos")])
    qtbot.waitUntil(lambda: not window.library.running)
    window.search.clear()
    window.search.type("boat")
    qtbot.waitUntil(lambda: not window.search.busy)
    assert [tester.model() for tester in testers] == models


def test_a_wrong_model_is_noticed(qtbot):
    class Liar(QAbstractListModel):
        def rowCount(self, parent=None):
            return -1

    said = []
    before = qInstallMessageHandler(lambda _kind, _context, text: said.append(text))
    try:
        QAbstractItemModelTester(Liar(), QAbstractItemModelTester.FailureReportingMode.Warning)
    finally:
        qInstallMessageHandler(before)
    assert any("FAIL" in text for text in said)


def test_the_windows_own_models_are_known_to_their_tests():
    """Whoever adds a model adds it to the test above, which tests those of a running window."""
    bases = {"QAbstractListModel", "QAbstractTableModel", "QAbstractItemModel", "QSortFilterProxyModel"}
    made = {
        node.name
        for file in MODULES
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.ClassDef)
        and any(isinstance(base, ast.Name) and base.id in bases for base in node.bases)
    }
    assert made == {"ResultModel", "GroupModel", "UnplacedModel"}


def test_no_object_is_made_with_a_property_that_a_turkish_desktop_does_not_know():
    """WORKAROUND(PySide6 6.11): it makes setInterval of `interval=` by the locale, where a Turkish i has no plain I."""
    unknown = [
        f"{file.name} {node.lineno}: {word.arg}"
        for file in MODULES
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and re.fullmatch(r"Q[A-Z]\w+", getattr(node.func, "id", ""))
        for word in node.keywords
        if word.arg is not None and word.arg.startswith("i")
    ]
    assert unknown == []


# ---- words are only words

HOSTILE = '<img src="/photos/evil.png"> & <b>co</b>'


def _shows_words_of_a_photo(argument):
    """True if a tooltip may have text from outside the program that plain_tooltip() has not made plain."""
    if isinstance(argument, ast.Constant):
        return False
    if isinstance(argument, ast.IfExp):
        return _shows_words_of_a_photo(argument.body) or _shows_words_of_a_photo(argument.orelse)
    if isinstance(argument, ast.Call) and isinstance(argument.func, ast.Name):
        if argument.func.id == "with_key":
            return _shows_words_of_a_photo(argument.args[0])
        own = argument.func.id == "tr" and not argument.keywords  # what is filled in may come from outside
        return not own and argument.func.id != "plain_tooltip"
    return True


def _is_shown_as_tooltip(call):
    if getattr(call.func, "attr", "") == "setToolTip":
        return True
    return ast.unparse(call.func) == "QToolTip.showText" or "ToolTipRole" in ast.unparse(call)


def test_a_tooltip_of_words_from_outside_is_made_plain():
    """Qt would take a file named like a tag for HTML, and read the picture that it names in this process."""
    bare = {
        (file.name, ast.unparse(node))
        for file in MODULES
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call)
        and _is_shown_as_tooltip(node)
        and all(map(_shows_words_of_a_photo, node.args))
    }
    assert bare == set()


def test_what_looks_like_html_is_shown_as_it_is():
    document = QTextDocument()
    document.setHtml(plain_tooltip(HOSTILE))
    assert document.toPlainText() == HOSTILE
    assert plain_tooltip("Ordinary words & such") == "Ordinary words & such"


def test_every_message_says_its_words_as_they_are():
    """A message box reads HTML where it sees some, unless it is told not to."""
    for file in MODULES:
        text = file.read_text(encoding="utf-8")
        assert text.count("= QMessageBox(") == text.count("box.setTextFormat(Qt.TextFormat.PlainText)"), (
            file.name
        )


def test_hostile_names_stay_names_wherever_they_are_shown(qtbot, window, fake, monkeypatch):
    metadata = Metadata(make=HOSTILE, model=HOSTILE, lens=HOSTILE, caption=HOSTILE, keywords=(HOSTILE,))
    monkeypatch.setattr("tests.app.fake_engine.metadata_of", lambda _photo: metadata)
    hits = tuple(replace(hit(n, n < 3, Path("/")), path=Path(f"/{HOSTILE}/{HOSTILE}.jpg")) for n in (1, 2, 3))
    monkeypatch.setattr(
        fake, "search", lambda *_: SearchAnswer(result=SearchResult(hits=hits, took_ms=Timings(), searched=3))
    )
    window.search.search(Part(Term(path=hits[0].path), HOSTILE))
    qtbot.waitUntil(lambda: {one.path for one in window.results.model.hits} == {one.path for one in hits})
    window.controls.albums.save()
    window.results.select(1)
    for show in (window.actions_.as_list.trigger, window.pages.show_match, window.pages.show_photo):
        show()
        qtbot.wait(30)
        for widget in window.findChildren(QWidget):
            assert "<img" not in widget.toolTip(), f"{type(widget).__name__} {widget.objectName()}"
            if isinstance(widget, QLabel) and Qt.mightBeRichText(widget.text()):
                assert widget.textFormat() == Qt.TextFormat.PlainText, widget.text()
    role = Qt.ItemDataRole.ToolTipRole
    model = window.results.model
    assert "<img" not in model.data(model.index(0, 0), role)
    assert "&lt;img" in model.data(model.index(0, 0), role)
