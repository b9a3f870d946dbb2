"""Marks, trash, counts and facets on the real engine: what the window asks for comes true in the library."""

import sys
from pathlib import Path

import pytest
from PySide6.QtWidgets import QMessageBox

from cbir.base.types import AlbumCount, Filters
from cbir_app.sessions import SIDECARS, AlbumCounts, part_of_file
from tests.app.handling import button, hasten


@pytest.fixture
def photos(tmp_path):
    """Three pictures under one folder, one of them in a folder of its own."""
    from skimage import data

    shipped = Path(data.__file__).parent
    folder = tmp_path / "photos"
    (folder / "space").mkdir(parents=True)
    for name, target in (("coffee.png", "coffee.png"), ("astronaut.png", "space/astronaut.png")):
        (folder / target).write_bytes((shipped / name).read_bytes())
    (folder / "again.png").write_bytes((shipped / "coffee.png").read_bytes() + b" ")
    return folder


@pytest.fixture
def window(tmp_path, photos, monkeypatch, request):
    """A window whose library has the pictures, and whose trash is a folder of the test."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    window = request.getfixturevalue("real_window")
    window.watch.switch(False)
    window.actions_.stack.trigger()  # coffee.png and again.png would be one
    drive = request.getfixturevalue("drive")
    drive.index(photos, photos=3)
    drive.search(part_of_file(photos / "coffee.png"))
    return window


def answered(drive, window):
    drive.until(lambda: window.controls.marks.session.waiting == 0)


@pytest.mark.long
def test_marks_are_set_searched_for_and_undone(window, drive, photos):
    window.preferences.set_flag(SIDECARS, True)
    window.results.toggle_fold()
    window.results.select_all()
    panel = window.evidence.marks
    window.controls.marks.rate(4)
    assert panel.stars.value() == 4
    answered(drive, window)
    sidecar = photos / "coffee.png.xmp"
    assert sidecar.is_file() or (photos / "coffee.xmp").is_file()
    window.controls.marks.add_keywords(("a mug",))
    assert [chip.text() for chip in panel.keywords.chips] == ["a mug"]
    answered(drive, window)
    window.search.clear()
    window.search.type('"a mug"')
    drive.done()
    assert sorted(drive.names()) == ["again.png", "astronaut.png", "coffee.png"]
    window.search.clear()
    window.search.set_filters(Filters(min_rating=4))
    drive.done()
    assert len(drive.names()) == 3
    while window.undo.last is not None:
        window.undo.undo()
    answered(drive, window)
    window.search.set_filters(Filters(min_rating=4))
    drive.done()
    assert drive.names() == []


@pytest.mark.long
@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere the trash has no folder of a test's choice")
def test_a_trashed_photo_leaves_folder_and_results(window, drive, photos, tmp_path):
    row = drive.names().index("again.png")
    window.results.select(row)
    window.controls.trash.ask()
    box = window.findChild(QMessageBox, "trash")
    assert isinstance(box, QMessageBox)
    button(box, "Move to the trash").click()
    drive.until(lambda: not (photos / "again.png").exists())
    drive.until(lambda: "again.png" not in drive.names())
    assert list((tmp_path / "data" / "Trash" / "files").iterdir()) != []
    assert (photos / "coffee.png").is_file()
    drive.until(lambda: window.library.info is not None and window.library.info.photos == 2)
    window.actions_.undo.trigger()
    drive.until(lambda: "again.png" in drive.names())
    assert (photos / "again.png").is_file()


@pytest.mark.long
def test_albums_and_filters_are_counted(window, drive):
    counts = window.findChild(AlbumCounts)
    assert isinstance(counts, AlbumCounts)
    hasten(counts)
    window.controls.albums.save()
    drive.until(lambda: counts.counts == (AlbumCount(photos=2, new=0),))
    panel = window.bar.filter_popover
    panel.open("format", window.bar.filter_button)
    drive.until(lambda: len(panel.pages.folder.texts) == 3)
    drive.until(panel.scope.isVisible)
    assert window.search.result is not None
    counted = f"PNG ({len(window.search.result.hits)})"
    drive.until(lambda: panel.pages.format.texts[1] == counted)
    window.search.clear()
    window.search.type("astronaut")
    drive.done()
    drive.until(lambda: panel.scope.text() == "Counts cover 1 result.")
    drive.until(lambda: panel.pages.folder.texts[2] == "photos / space (1)")
    window.controls.albums.save()
    drive.until(lambda: counts.counts == tuple(AlbumCount(photos=n, new=0) for n in (2, 1)))
