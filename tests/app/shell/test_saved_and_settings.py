"""Saved searches, settings, and the one window of a library."""

from __future__ import annotations

import os
import socket
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QCheckBox, QLineEdit
from pytestqt.qtbot import QtBot

from app.base.preferences import CALM
from app.base.theme import DARK, LIGHT, Theme
from app.engine import Engine
from app.marks import SIDECARS
from app.query import Part, Query, SavedCounts, query_of
from app.query.saved_session import saved_of
from app.shell import MainWindow, SingleInstance, hand_over, instance_name
from app.shell.settings import SettingsDialog
from cbir.base.at_login import starts_at_login
from cbir.base.types import Filters, PhotoId, SavedSearch, Term
from cbir.service import CountRequest
from tests.app.fake_engine import FakeEngine
from tests.app.handling import search_requests

BOATS = Query(
    parts=(Part(Term(text="boat", weight=2.0), "boat"), Part(Term(text="people", sign=-1), "people")),
    filters=Filters(min_rating=3),
)


@pytest.fixture
def active(qtbot: QtBot, window: MainWindow) -> MainWindow:
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    return window


def names(window: MainWindow) -> list[str]:
    return window.panel.searches.names


def settled(qtbot: QtBot, window: MainWindow) -> None:
    qtbot.waitUntil(lambda: not window.search.busy)


def test_a_query_is_saved_and_run_again(qtbot: QtBot, active: MainWindow, fake: FakeEngine) -> None:
    assert not active.panel.searches_section.isVisible()
    assert not active.actions_.save_search.isEnabled()
    active.search.set_query(BOATS)
    settled(qtbot, active)
    active.actions_.save_search.trigger()
    assert names(active) == ["boat, −people"]
    assert active.panel.searches_section.isVisible()
    qtbot.waitUntil(lambda: len(fake.script.searches) == 1)
    assert fake.script.searches[0].terms == BOATS.terms
    active.actions_.save_search.trigger()
    assert names(active) == ["boat, −people"]  # it is there already
    active.search.clear()
    active.panel.searches.setFocus()
    QTest.keyClick(active.panel.searches, Qt.Key.Key_Return)
    assert active.search.query == BOATS
    settled(qtbot, active)
    assert search_requests(fake)[-1].options.filters == Filters(min_rating=3)


def test_the_heart_and_the_list_say_whether_the_query_is_saved(
    qtbot: QtBot, active: MainWindow, fake: FakeEngine
) -> None:
    heart, listed = active.bar.save_button, active.panel.searches
    active.search.type("boat")
    assert heart.accessibleName() == "Save this search"
    active.controls.saved.save()
    assert heart.accessibleName() == "This search is saved"
    assert [item.text(0) for item in listed.selectedItems()] == ["boat"]
    active.search.type("sea")
    assert heart.accessibleName() == "Save this search"
    assert listed.selectedItems() == []
    active.search.back()
    active.search.type("boat")
    assert [item.text(0) for item in listed.selectedItems()] == ["boat"]
    active.controls.saved.remove(0)
    assert heart.accessibleName() == "Save this search"


def test_a_saved_search_is_renamed_and_removed_and_put_back(
    qtbot: QtBot, active: MainWindow, fake: FakeEngine
) -> None:
    active.search.set_query(BOATS)
    active.controls.saved.save()
    active.search.set_query(Query(draft="sea"))
    active.controls.saved.save()
    panel = active.panel.searches
    panel.setFocus()
    panel.select(0)
    QTest.keyClick(panel, Qt.Key.Key_F2)
    editor = panel.findChild(QLineEdit)
    assert editor is not None
    editor.setText("  Boats   we like ")
    QTest.keyClick(editor, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: names(active) == ["Boats we like", "sea"])
    qtbot.waitUntil(lambda: [one.name for one in fake.script.searches] == ["Boats we like", "sea"])
    panel.setFocus()
    QTest.keyClick(panel, Qt.Key.Key_Delete)
    assert names(active) == ["sea"]
    assert active.notice.action is not None
    active.notice.action.click()
    assert names(active) == ["Boats we like", "sea"]
    active.controls.saved._saved.rename(0, "   ")
    assert names(active) == ["Boats we like", "sea"]
    qtbot.waitUntil(lambda: len(fake.script.searches) == 2)
    settled(qtbot, active)


def counts(window: MainWindow) -> list[str]:
    panel = window.panel.searches
    items = [panel.topLevelItem(row) for row in range(panel.topLevelItemCount())]
    return [item.text(1) for item in items if item is not None]


def asked_counts(fake: FakeEngine) -> list[CountRequest]:
    return [request for request in fake.seen if isinstance(request, CountRequest)]


@pytest.fixture
def counting(window: MainWindow, active: MainWindow) -> SavedCounts:
    """The counting of saved searches, which rests only a moment before it begins."""
    found = active.findChild(SavedCounts)
    assert isinstance(found, SavedCounts)
    found._rest.setInterval(5)
    return found


def test_saved_searches_show_how_many_photos_they_find(
    qtbot: QtBot, active: MainWindow, fake: FakeEngine, counting: SavedCounts
) -> None:
    active.search.set_query(BOATS)
    settled(qtbot, active)
    active.controls.saved.save()
    qtbot.waitUntil(lambda: counts(active) == ["3"])
    assert asked_counts(fake)[0].options.filters == Filters(min_rating=3)
    item = active.panel.searches.topLevelItem(0)
    assert item is not None
    assert item.data(0, Qt.ItemDataRole.AccessibleTextRole) == "boat, −people, 3 photos"
    active.search.set_query(Query(parts=(Part(Term(photo=PhotoId(4)), "four.jpg"),)))
    settled(qtbot, active)
    fake.collection.count = 20_000
    active.controls.saved.save()
    qtbot.waitUntil(lambda: counts(active) == ["3", "9,999+"])
    assert [request.options.top for request in asked_counts(fake)] == [10_000, 200]
    fake.collection.count = 4
    active.library.add([Path("/photos")])
    qtbot.waitUntil(lambda: counts(active) == ["4", "4"])
    active.controls.saved.remove(0)
    assert counts(active) == ["4"]


def test_counting_gives_way_to_a_search_and_goes_on_after_it(
    qtbot: QtBot, active: MainWindow, fake: FakeEngine, counting: SavedCounts
) -> None:
    active.search.set_query(BOATS)
    settled(qtbot, active)
    fake.script.hold_count = True
    active.controls.saved.save()
    qtbot.waitUntil(lambda: len(asked_counts(fake)) == 1)
    fake.script.hold_search = True
    active.search.type("sea")
    qtbot.waitUntil(lambda: len(search_requests(fake)) == 2)
    assert counting._ticket is None
    fake.script.hold_count = False
    qtbot.wait(50)
    assert len(asked_counts(fake)) == 1
    fake.release.set()
    qtbot.waitUntil(lambda: counts(active) == ["3"])
    settled(qtbot, active)


def test_what_was_done_to_saved_searches_is_undone(qtbot: QtBot, active: MainWindow) -> None:
    active.search.set_query(BOATS)
    settled(qtbot, active)
    active.controls.saved.save()
    active.controls.saved._rename(0, "Boats")
    active.controls.saved.remove(0)
    undo, redo = active.actions_.undo.trigger, active.actions_.redo.trigger
    seen = [names(active)]
    for _ in range(3):
        undo()
        seen.append(names(active))
    assert seen == [[], ["Boats"], ["boat, −people"], []]
    for _ in range(3):
        redo()
    assert names(active) == []


def test_the_searches_of_a_library_are_there_when_it_opens(
    qtbot: QtBot, fake: FakeEngine, window: MainWindow, engine: Engine
) -> None:
    fake.script.searches = (SavedSearch(name="Ours", terms=(Term(text="we"),), labels=("we",)),)
    with qtbot.waitSignal(engine.ready):
        engine.restart()
    qtbot.waitUntil(lambda: names(window) == ["Ours"])


def test_a_library_that_cannot_be_written_says_so(qtbot: QtBot, active: MainWindow, fake: FakeEngine) -> None:
    fake.script.read_only = True
    active.search.set_query(BOATS)
    settled(qtbot, active)
    active.controls.saved.save()
    qtbot.waitUntil(lambda: active.notice.text.text() == "The library cannot be written to.")


def test_names_do_not_collide() -> None:
    assert (
        saved_of(Query(filters=Filters(orientation="portrait", min_rating=2))).name == "★★ or more, Portrait"
    )
    assert query_of(saved_of(BOATS)) == BOATS


def test_settings_are_in_force_at_once(
    qtbot: QtBot, active: MainWindow, theme: Theme, fake: FakeEngine
) -> None:
    QTest.keyClick(active, Qt.Key.Key_Comma, Qt.KeyboardModifier.ControlModifier)
    dialog = active.findChild(SettingsDialog)
    assert dialog is not None
    dialog.schemes.button(2).click()
    assert theme.colours is DARK
    assert active.actions_.schemes["dark"].isChecked()
    assert active.preferences.scheme == "dark"
    dialog.schemes.button(1).click()
    assert theme.colours is LIGHT
    follow, _at_login, _read, lines, beside, calm = dialog.boxes
    assert not beside.isChecked()
    beside.click()
    assert active.preferences.flag(SIDECARS, False)
    assert follow.isChecked()
    follow.click()
    assert not active.watch.on
    lines.click()
    assert not active.preferences.flag("match lines", True)
    assert not calm.isChecked()
    calm.click()
    assert active.preferences.flag(CALM, False)
    dialog.close()


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="a folder in the place of the XDG entry")
def test_a_library_is_followed_from_login_on_where_it_is_asked_for(
    qtbot: QtBot, active: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    assert active.library.info is not None
    library = active.library.info.folder

    def box() -> QCheckBox:
        active.dialogs.show_settings()
        return active.findChildren(SettingsDialog)[-1].boxes[1]

    shown = box()
    assert not shown.isChecked()
    shown.click()
    assert starts_at_login(library)
    assert not starts_at_login(library / "other")
    shown = box()
    assert shown.isChecked()
    shown.click()
    assert not starts_at_login(library)
    (tmp_path / "autostart").rmdir()
    (tmp_path / "autostart").touch()
    shown.click()
    assert active.notice.text.text() == "What starts at login could not be changed: File exists"
    assert not shown.isChecked()


def test_a_language_is_kept_for_the_next_start(qtbot: QtBot, active: MainWindow) -> None:
    active.dialogs.show_settings()
    dialog = active.findChild(SettingsDialog)
    assert dialog is not None
    box = dialog.languages
    assert [box.itemText(at) for at in range(box.count())] == [
        "Same as system",
        "English",
        "Deutsch",
        "Français",
        "Italiano",
    ]
    assert box.currentData() == "system"
    box.setFocus()
    QTest.keyClick(box, Qt.Key.Key_End)
    assert active.preferences.language == "it"
    dialog.close()


@pytest.fixture
def instance(tmp_path: Path, qapp: QApplication) -> Iterator[SingleInstance]:
    pytest.importorskip("PySide6.QtNetwork", reason="Qt's network needs libgssapi")
    made = SingleInstance(tmp_path)
    yield made
    made.close()
    made.deleteLater()


def test_each_library_has_a_name_of_its_own(tmp_path: Path) -> None:
    assert instance_name(tmp_path) == instance_name(tmp_path / "x" / "..")
    assert instance_name(tmp_path) != instance_name(tmp_path / "other")
    assert len(Path(instance_name(tmp_path)).name) < 40  # a socket's path may have some hundred characters


@pytest.mark.skipif(sys.platform == "win32", reason="a named pipe lies in no folder")
def test_the_socket_lies_where_no_other_account_can_put_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    runtime = tmp_path / "run"
    runtime.mkdir(mode=0o700)
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(runtime))
    assert Path(instance_name(tmp_path)).parent == runtime
    runtime.chmod(0o777)
    cache = Path(instance_name(tmp_path)).parent
    assert cache != runtime and cache.stat().st_mode & 0o777 == 0o700
    cache.chmod(0o777)
    assert not hand_over(tmp_path, None), "each start is on its own then"
    with pytest.raises(PermissionError):
        instance_name(tmp_path)


@pytest.mark.skipif(not hasattr(socket, "SO_PEERCRED"), reason="the system does not say who asks")
def test_another_account_is_not_heard(
    qtbot: QtBot, instance: SingleInstance, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from PySide6.QtNetwork import QLocalSocket

    asked: list[object] = []
    instance.asked.connect(asked.append)
    name = instance_name(tmp_path)
    user = os.getuid()
    monkeypatch.setattr(os, "getuid", lambda: user + 1)
    stranger = QLocalSocket()
    with qtbot.waitSignal(stranger.disconnected):
        stranger.connectToServer(name)
        stranger.write(b'{"query": null}\n')
    assert asked == []
    stranger.deleteLater()


def test_nobody_answers_where_no_window_is(tmp_path: Path, qapp: QApplication) -> None:
    assert not hand_over(tmp_path, None)


def test_a_window_that_is_closing_swallows_no_later_start(
    instance: SingleInstance, window: MainWindow, tmp_path: Path
) -> None:
    instance.speak_for(window)
    assert instance._server is not None
    assert instance._server.isListening()
    window.close()
    assert not instance._server.isListening()
    assert not hand_over(tmp_path, None)


def test_rubbish_on_the_socket_is_ignored(qtbot: QtBot, instance: SingleInstance, tmp_path: Path) -> None:
    from PySide6.QtNetwork import QLocalSocket

    asked: list[object] = []
    instance.asked.connect(asked.append)
    deep = b'{"query": ' + 20_000 * b"[" + b"\n"
    for rubbish in (b"[]\n", b"nothing\n", b"\xff\n", b'{"query": "/no\\u0000name"}\n', deep):
        socket = QLocalSocket()
        socket.connectToServer(instance_name(tmp_path))
        with qtbot.waitSignal(socket.disconnected):
            socket.write(rubbish)
            socket.flush()
        socket.deleteLater()
    assert asked == []


@pytest.mark.qt_log_ignore("does not support raise", "does not support propagateSizeHints", extend=True)
def test_the_window_comes_forward_with_a_picture(
    qtbot: QtBot, window: MainWindow, picture_file: Path
) -> None:
    window.showMinimized()
    window.come_forward(picture_file)
    assert not window.isMinimized()
    assert window.search.query.label == "query.jpg"
    settled(qtbot, window)
    window.come_forward(None)
    assert window.search.query.label == "query.jpg"


def test_the_socket_is_its_owners_alone(instance: SingleInstance) -> None:
    from PySide6.QtNetwork import QLocalServer

    assert instance._server is not None
    assert instance._server.socketOptions() == QLocalServer.SocketOption.UserAccessOption
