"""Settings of the window, kept for its user alone."""

import os
import stat
import sys

import pytest
from PySide6.QtCore import QSettings

from cbir_app.base.preferences import Preferences

pytestmark = pytest.mark.skipif(
    sys.platform in ("win32", "darwin"), reason="the system keeps them for one user"
)


@pytest.fixture
def home(tmp_path):
    """The folder of settings; Qt asks for it once in a process, so that a test sets it."""
    QSettings.setPath(QSettings.Format.NativeFormat, QSettings.Scope.UserScope, str(tmp_path))
    return tmp_path


def rights(path):
    return stat.S_IMODE(path.stat().st_mode)


@pytest.mark.parametrize("umask", [0, 0o022, 0o077])
def test_searches_and_folders_are_kept_where_nobody_else_reads_them(home, umask):
    before = os.umask(umask)
    try:
        settings = QSettings("cbir", "cbir")
        Preferences(settings).set_text("recent", "a search")
        settings.sync()
    finally:
        os.umask(before)
    assert rights(home / "cbir") == 0o700
    assert {file.name: rights(file) for file in home.rglob("*.conf")} == {
        "cbir.conf": 0o600,
        "QtProject.conf": 0o600,
    }


def test_a_file_that_others_could_read_is_closed_to_them(home):
    file = home / "cbir" / "cbir.conf"
    file.parent.mkdir(mode=0o755)
    file.write_text("[General]\nrecent=a search\n")
    file.chmod(0o644)
    assert Preferences().text("recent") == "a search"
    assert rights(file) == 0o600 and rights(file.parent) == 0o700


def test_a_home_that_cannot_be_written_keeps_nothing_and_is_no_trouble(tmp_path):
    home = tmp_path / "a file, no folder"  # which stops root, too
    home.touch()
    QSettings.setPath(QSettings.Format.NativeFormat, QSettings.Scope.UserScope, str(home))
    preferences = Preferences()
    preferences.set_text("recent", "a search")
    assert preferences.text("recent") == "a search"
