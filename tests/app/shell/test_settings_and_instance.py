"""Settings, and the one window of a library."""

import errno
import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from cbir.base.at_login import starts_at_login
from cbir.base.liveness import Limits
from cbir_app.base.preferences import CALM
from cbir_app.base.theme import DARK, LIGHT
from cbir_app.control import TELLS
from cbir_app.sessions import SIDECARS
from cbir_app.shell import SingleInstance, hand_over, instance_name
from cbir_app.shell.settings import SettingsDialog


@pytest.fixture
def active(qtbot, window):
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    return window


def settled(qtbot, window):
    qtbot.waitUntil(lambda: not window.search.busy)


def test_settings_are_in_force_at_once(qtbot, active, theme, fake):
    QTest.keyClick(active, Qt.Key.Key_Comma, Qt.KeyboardModifier.ControlModifier)
    dialog = active.findChild(SettingsDialog)
    assert dialog is not None
    dialog.schemes.button(2).click()
    assert theme.colours is DARK
    assert active.actions_.scheme_dark.isChecked()
    assert active.preferences.scheme == "dark"
    dialog.schemes.button(1).click()
    assert theme.colours is LIGHT
    follow, _at_login, _read, _people, lines, beside, albums, calm = dialog.boxes
    assert not beside.isChecked()
    beside.click()
    assert active.preferences.flag(SIDECARS, False)
    assert follow.isChecked()
    follow.click()
    assert not active.watch.on
    lines.click()
    assert not active.preferences.flag("match lines", True)
    assert not albums.isChecked()
    albums.click()
    assert active.preferences.flag(TELLS, False)
    assert not calm.isChecked()
    calm.click()
    assert active.preferences.flag(CALM, False)
    dialog.close()


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="a folder in the place of the XDG entry")
def test_a_library_is_followed_from_login_on_where_it_is_asked_for(qtbot, active, tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    assert active.library.info is not None
    library = active.library.info.folder

    def box():
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
    assert active.notice.text.text() == f"The login setting could not be changed: {os.strerror(errno.EEXIST)}"
    assert not shown.isChecked()


def test_a_language_is_kept_for_the_next_start(qtbot, active):
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
def instance(tmp_path, qapp):
    pytest.importorskip("PySide6.QtNetwork", reason="Qt's network needs libgssapi")
    made = SingleInstance(tmp_path)
    made.listen()
    yield made
    made.close()
    made.deleteLater()


def test_each_library_has_a_name_of_its_own(tmp_path):
    assert instance_name(tmp_path) == instance_name(tmp_path / "x" / "..")
    assert instance_name(tmp_path) != instance_name(tmp_path / "other")
    assert len(Path(instance_name(tmp_path)).name) < 40  # a socket's path may have some hundred characters


@pytest.mark.skipif(sys.platform == "win32", reason="a named pipe lies in no folder")
def test_the_socket_lies_where_no_other_account_can_put_one(tmp_path, monkeypatch):
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
def test_another_account_is_not_heard(qtbot, instance, tmp_path, monkeypatch):
    from PySide6.QtNetwork import QLocalSocket

    asked = []
    instance.requested.connect(asked.append)
    name = instance_name(tmp_path)
    user = os.getuid()
    monkeypatch.setattr(os, "getuid", lambda: user + 1)
    stranger = QLocalSocket()
    with qtbot.waitSignal(stranger.disconnected):
        stranger.connectToServer(name)
        stranger.write(b'{"query": null}\n')
    assert asked == []
    stranger.deleteLater()


def test_nobody_answers_where_no_window_is(tmp_path, qapp):
    assert not hand_over(tmp_path, None)


def test_a_window_that_is_closing_swallows_no_later_start(instance, window, tmp_path):
    instance.speak_for(window)
    assert instance.server is not None
    assert instance.server.isListening()
    window.close()
    assert not instance.server.isListening()
    assert not hand_over(tmp_path, None)


_OTHER_WINDOW = """
import socket, sys, time
listening = socket.socket(socket.AF_UNIX)
listening.bind(sys.argv[1])
listening.listen()
print(flush=True)
asking, _ = listening.accept()
asking.recv(100)
ends = time.process_time() + float(sys.argv[2])
while time.process_time() < ends:
    pass
if sys.argv[3] == "hangs":
    time.sleep(3600)
asking.sendall(b"heard\\n")
"""


@pytest.mark.skipif(not hasattr(socket, "SO_PEERCRED"), reason="the system does not say who listens")
@pytest.mark.parametrize(("cpu_s", "then", "answered"), [(0.8, "answers", True), (0.0, "hangs", False)])
def test_a_window_that_is_slow_is_waited_for_and_one_that_hangs_is_not(
    tmp_path, monkeypatch, cpu_s, then, answered
):
    monkeypatch.setattr("cbir_app.shell.single_instance.LIMITS", Limits(cpu_s=10.0, idle_s=0.2))
    command = [sys.executable, "-c", _OTHER_WINDOW, instance_name(tmp_path), str(cpu_s), then]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as other:
        assert other.stdout is not None
        other.stdout.readline()
        assert hand_over(tmp_path, None) is answered
        other.kill()
    Path(instance_name(tmp_path)).unlink()


def test_rubbish_on_the_socket_is_ignored(qtbot, instance, tmp_path):
    from PySide6.QtNetwork import QLocalSocket

    asked = []
    instance.requested.connect(asked.append)
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
def test_the_window_comes_forward_with_a_picture(qtbot, window, picture_file):
    window.showMinimized()
    window.come_forward(picture_file)
    assert not window.isMinimized()
    assert window.search.query.label == "query.jpg"
    settled(qtbot, window)
    window.come_forward(None)
    assert window.search.query.label == "query.jpg"


def test_the_socket_is_its_owners_alone(instance):
    from PySide6.QtNetwork import QLocalServer

    assert instance.server is not None
    assert instance.server.socketOptions() == QLocalServer.SocketOption.UserAccessOption
