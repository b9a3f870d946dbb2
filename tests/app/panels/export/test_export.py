"""Photos as copies: as they are or of another size and format, under a pattern's names, packed, or pasteable."""

import errno
import os
import zipfile
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog

from cbir.base.types import CopyRecipe
from cbir.service import CopyRequest
from cbir_app.base import desktop
from cbir_app.panels.export import Recipe, name_of
from cbir_app.panels.export.dialog import ExportDialog
from cbir_app.panels.export.export import Folder
from cbir_app.sessions import part_of_file
from tests.app.fake_engine import hit
from tests.app.handling import button, found

SHIFT = Qt.KeyboardModifier.ShiftModifier


@pytest.fixture
def shown(qtbot, window, picture_file, tmp_path):
    """A window with two selected photos, whose files are there."""
    photos = tmp_path / "Holidays"
    photos.mkdir()
    for n in (1, 2):
        (photos / f"IMG_000{n}.jpg").write_bytes(b"photo %d" % n)
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    window.search.search(part_of_file(picture_file))
    found(qtbot, window)
    qtbot.waitUntil(lambda: QApplication.focusWidget() is window.results.view)
    QTest.keyClick(window.results.view, Qt.Key.Key_Right, SHIFT)
    return window


def asked(window):
    window.actions_.export.trigger()
    dialog = window.findChild(ExportDialog)
    assert dialog is not None
    return dialog


def choose(window, place):
    button(asked_or_open(window), "Export").click()
    dialog = window.findChild(QFileDialog)
    assert dialog is not None
    dialog.fileSelected.emit(str(place))
    dialog.close()


def asked_or_open(window):
    return window.findChild(ExportDialog) or asked(window)


def test_files_are_copied_as_they_are_and_nothing_is_overwritten(qtbot, shown, tmp_path, monkeypatch):
    target = tmp_path / "out"
    target.mkdir()
    (target / "IMG_0001.jpg").write_bytes(b"mine")
    QTest.keyClick(shown.results.view, Qt.Key.Key_Right, SHIFT)  # the third file is not there
    choose(shown, target)
    qtbot.waitUntil(shown.notice.isVisible)
    reason = os.strerror(errno.ENOENT)  # in the language of the system
    assert shown.notice.text.text() == f"2 photos copied to “out”. IMG_0003.jpg: {reason}."
    assert (target / "IMG_0001.jpg").read_bytes() == b"mine"
    assert (target / "IMG_0001 (2).jpg").read_bytes() == b"photo 1"
    assert (target / "IMG_0002.jpg").read_bytes() == b"photo 2"
    opened = []
    monkeypatch.setattr(desktop, "open_folder", opened.append)
    assert not shown.notice.action.isHidden()
    shown.notice.action.click()
    assert opened == [target]
    assert not shown.status.bar.isVisible()


def test_another_size_and_format_in_a_zip_file_under_other_names(qtbot, shown, tmp_path, fake):
    dialog = asked(shown)
    dialog.formats.setCurrentIndex(1)
    dialog.sizes.setCurrentIndex(6)
    dialog.targets.setCurrentIndex(1)
    dialog.names.setText("{nmae}")
    assert not dialog.start.isEnabled()
    assert dialog.example.text().startswith("“nmae” is not a placeholder.")
    dialog.names.setText("{folder}_{number}")
    assert dialog.example.text().startswith("Example: Holidays_1.jpg")
    choose(shown, tmp_path / "out.zip")
    qtbot.waitUntil(shown.notice.isVisible)
    assert shown.notice.text.text() == "2 photos copied to “out.zip”."
    with zipfile.ZipFile(tmp_path / "out.zip") as packed:
        assert packed.namelist() == ["Holidays_1.jpg", "Holidays_2.jpg"]
        content = packed.read("Holidays_1.jpg")
    assert content.startswith(b"\xff\xd8\xff")
    recipes = [
        request.recipe for request in fake.seen if isinstance(request, CopyRequest) and request.photo == 1
    ]
    assert recipes == [CopyRecipe(format="jpg", side_px=800)]
    assert not (tmp_path / "out.zip.part").exists()
    again = asked(shown)
    assert again.recipe == Recipe(format="jpg", side_px=800, pattern="{folder}_{number}")


def test_a_copy_on_the_clipboard_is_a_file_and_a_picture(qtbot, shown, fake):
    QTest.keyClick(shown.results.view, Qt.Key.Key_Home)
    dialog = asked(shown)
    dialog.formats.setCurrentIndex(2)
    dialog.targets.setCurrentIndex(2)
    button(dialog, "Export").click()
    qtbot.waitUntil(lambda: shown.notice.text.text() == "1 photo copied to the clipboard.")
    data = QGuiApplication.clipboard().mimeData()
    assert [url.fileName() for url in data.urls()] == ["IMG_0001.png"]
    copy = Path(data.urls()[0].toLocalFile())
    assert copy.read_bytes().startswith(b"\x89PNG")
    assert isinstance(data.imageData(), QImage)
    shown.close()
    assert not copy.exists(), "it goes with the window"


def test_copies_for_the_clipboard_survive_a_second_wish(qtbot, shown):
    for _ in range(2):  # the second before the first is done
        dialog = asked(shown)
        dialog.formats.setCurrentIndex(2)
        dialog.targets.setCurrentIndex(2)
        button(dialog, "Export").click()
    assert shown.notice.text.text() == "Wait until the previous photos are copied."
    qtbot.waitUntil(lambda: shown.notice.text.text() == "2 photos copied to the clipboard.")
    assert all(Path(url.toLocalFile()).is_file() for url in QGuiApplication.clipboard().mimeData().urls())


def test_what_cannot_be_read_is_said_and_the_others_are_exported(qtbot, shown, tmp_path, fake):
    target = tmp_path / "out"
    target.mkdir()
    hits = shown.results.selected_hits()
    fake.script.offline = True  # of each only the small picture is there
    shown.controls.export.export(hits, Recipe(format="jpg"), target)
    qtbot.waitUntil(shown.notice.isVisible)
    assert shown.notice.text.text().startswith(
        "0 photos copied to “out”. IMG_0001.jpg: It cannot be read now."
    )
    assert list(target.iterdir()) == []


def test_copies_count_up(tmp_path):
    source = tmp_path / "a.b.jpg"
    source.write_bytes(b"x")
    out = tmp_path / "out"
    out.mkdir()
    names = [Folder(out).write("a.b.jpg", lambda copy: copy.write(b"x"), source).name for _ in range(3)]
    assert names == ["a.b.jpg", "a.b (2).jpg", "a.b (3).jpg"]


@pytest.mark.parametrize(
    ("pattern", "name"),
    [
        ("{name}", "IMG_0001.webp"),
        ("{date} {name}", "2019-07-14 IMG_0001.webp"),
        ("{number}", "007.webp"),
        ("a/b:{folder}", "a_b_Holidays.webp"),
        ("..", "IMG_0001.webp"),
    ],
)
def test_a_pattern_makes_names_that_every_system_takes(pattern, name):
    one = replace(hit(1, False, Path("/photos")), taken_at="2019-07-14 10:11")
    assert name_of(one, 6, 120, Recipe(format="webp", pattern=pattern)) == name
