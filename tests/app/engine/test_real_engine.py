"""The window on the real engine: a folder is indexed, a picture dropped, its copies found and compared."""

import os
import sys
from pathlib import Path

import numpy as np
import psutil
import pytest
from PIL import Image as PillowImage
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from cbir.base.types import Term
from cbir.library import Library
from cbir_app.panels.library import CheckDialog
from cbir_app.sessions import Part, Query, part_of_file
from tests.app.handling import REAL_WAIT_MS, button
from tests.documents import two_documents

NOTICED_MS = 3_000  # that a drive went, or came back


@pytest.fixture
def photos(tmp_path):
    """Two pictures, a turned and cropped copy of one, and a file that is none."""
    from skimage import data

    shipped = Path(data.__file__).parent
    folder = tmp_path / "photos"
    folder.mkdir()
    for name in ("coffee.png", "astronaut.png"):
        (folder / name).write_bytes((shipped / name).read_bytes())
    with PillowImage.open(shipped / "coffee.png") as coffee:
        coffee.rotate(20, expand=True).crop((60, 60, 560, 480)).save(folder / "turned.jpg", quality=85)
    (folder / "broken.jpg").write_bytes(b"\xff\xd8\xff\xe0 and no more")
    return folder


@pytest.fixture
def window(real_window):
    return real_window


def test_from_an_empty_library_to_a_compared_copy(window, drive, photos):
    assert window.results.message.title.text() == "Find a photo by a picture"
    drive.index(photos, photos=3)
    assert window.library.info is not None
    assert [one.path.name for one in window.library.info.skipped] == ["broken.jpg"]
    drive.search(part_of_file(photos / "coffee.png"))
    hits = window.results.model.hits
    assert [hit.path.name for hit in hits if hit.verified] == ["coffee.png", "turned.jpg"]
    assert window.results.headline.text() == "2 matches"
    drive.until(lambda: all(window.thumbnails.get(hit) is not None for hit in hits))
    window.results.view.setCurrentIndex(window.results.model.index(1, 0))
    window.pages.show_match()
    drive.until(lambda: window.pages.match.outline is not None)
    assert window.pages.match.lines is not None


@pytest.mark.long
@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no nice, but classes of priority")
def test_the_engine_gives_way_to_the_window_and_its_workers_to_both(window, drive, photos):
    drive.index(photos, photos=3)
    window_nice = psutil.Process().nice()
    others = {child.nice() for child in psutil.Process().children(recursive=True)}
    assert {min(19, window_nice + 5), min(19, window_nice + 15)} <= others


@pytest.mark.long
def test_pasted_bytes_and_a_photo_of_the_library_are_queries_too(window, drive, photos):
    drive.index(photos, photos=3)
    window.search.search(Part(Term(data=(photos / "turned.jpg").read_bytes()), "Pasted picture"))
    drive.done()
    assert window.search.result is not None
    assert window.search.result.verified == 2
    turned = window.results.model.hits[0]
    window.search.search_photo(turned)
    drive.done()
    (coffee,) = (hit for hit in window.search.result.hits if hit.verified)
    assert coffee.path.stem == "coffee", "a photo is no match of itself"
    window.search.set_region((100.0, 60.0, 260.0, 240.0))
    drive.done()
    assert window.search.result.hits[0].verified


@pytest.mark.long
def test_words_and_filters_are_answered_by_the_real_catalog(window, drive, photos):
    drive.index(photos, photos=3)
    window.search.type("coff")
    drive.done()
    assert [hit.path.name for hit in window.results.model.hits] == ["coffee.png"]
    window.search.clear()
    popover = window.bar.filter_popover
    popover.open("format", window.bar.filter_button)
    drive.until(lambda: popover.pages.format.texts == ["Any format", "PNG (2)", "JPEG (1)"])
    popover.pages.format.choose("JPEG")
    drive.done()
    assert [hit.path.name for hit in window.results.model.hits] == ["turned.jpg"]
    window.controls.filters.only_in(photos)
    drive.done()
    assert len(window.results.model.hits) == 1


@pytest.mark.long
def test_a_drive_that_goes_is_noticed_its_photos_are_queries_and_its_return_is_noticed(
    window, drive, qtbot, photos
):
    drive.index(photos, photos=3)
    drive.search(part_of_file(photos / "coffee.png"))
    qtbot.waitUntil(lambda: window.watch.on)
    with qtbot.waitSignal(window.library.drives_changed, timeout=NOTICED_MS):
        away = photos.rename(photos.with_name("in the drawer"))
    qtbot.waitUntil(lambda: all(hit.offline for hit in window.results.model.hits))
    drive.search(part_of_file(photos / "coffee.png"))
    assert [hit.path.name for hit in window.results.model.hits if hit.verified] == [
        "coffee.png",
        "turned.jpg",
    ]
    assert window.search.picture is not None  # the query's own picture
    assert "drive is disconnected" in window.results.notes.text()
    with qtbot.waitSignal(window.library.drives_changed, timeout=NOTICED_MS):
        away.rename(photos)
    qtbot.waitUntil(lambda: not any(hit.offline for hit in window.results.model.hits))
    # What changes there is noticed again.
    (photos / "again.png").write_bytes((photos / "astronaut.png").read_bytes())
    drive.until(lambda: window.library.info is not None and window.library.info.photos == 4)


@pytest.mark.long
def test_the_real_library_is_followed_checked_backed_up_and_forgotten(window, drive, qtbot, photos, tmp_path):
    drive.index(photos, photos=3)
    window.controls.maintenance.check()
    dialog = window.findChild(CheckDialog)
    assert dialog is not None
    drive.until(lambda: dialog.headline.text() == "All is well")
    dialog.close()
    window.watch.switch(False)
    window.watch.switch(True)  # from now on it knows the folder
    with qtbot.waitSignal(window.watch.changed, timeout=REAL_WAIT_MS):
        qtbot.wait(300)
        (photos / "new.jpg").write_bytes((photos / "turned.jpg").read_bytes()[:-2] + b"\xff\xd9")
        with PillowImage.open(photos / "coffee.png") as coffee:
            coffee.rotate(180).save(photos / "upside down.png")
    window.controls.maintenance.back_up(tmp_path / "backup.zip")
    drive.until(lambda: "backed up" in window.notice.text.text())
    assert (tmp_path / "backup.zip").is_file()
    (photos / "broken.jpg").write_bytes((photos / "turned.jpg").read_bytes())
    window.library.retry_skipped()
    drive.until(lambda: window.library.info is not None and not window.library.info.skipped)
    assert window.library.info is not None
    window.controls.maintenance.forget(window.library.info.roots[0])
    button(window, "Forget").click()
    drive.until(lambda: "was forgotten" in window.notice.text.text())
    drive.until(lambda: window.library.info is not None and not window.library.info.roots)
    assert (photos / "coffee.png").is_file()


@pytest.mark.long
def test_albums_made_in_a_hurry_are_all_kept(window, drive, tmp_path):
    said = []
    window.controls.albums.session.failed.connect(said.append)
    for n in range(30):
        window.search.set_query(Query(draft=f"boat {n}"))
        window.controls.albums.save()
    drive.until(lambda: window.controls.albums.session.latest == 0)
    with Library.open(tmp_path / "library") as library:
        kept = library.albums.all()
    assert [one.name for one in kept] == [f"boat {n}" for n in range(30)]
    assert said == []
    drive.done()


@pytest.mark.long
def test_what_cannot_be_searched_for_is_said_once(window, drive, photos, tmp_path):
    drive.index(photos, photos=3)
    drive.search(part_of_file(photos / "broken.jpg"))
    assert window.results.message.title.text() == "Can’t search with this picture"
    said, reason = window.search.failure, window.results.message.sentence
    assert said.endswith(f"cannot be searched for: {reason}"), said
    assert reason
    blank = tmp_path / "blank.png"
    PillowImage.fromarray(np.full((300, 400, 3), 200, np.uint8)).save(blank)
    drive.search(part_of_file(blank))
    assert window.search.failure or window.search.result is not None
    assert window.results.message.sentence or window.results.notes.text()


@pytest.mark.long
def test_duplicates_name_their_cause_and_keep_the_richer_file(window, drive, qtbot, tmp_path):
    from skimage import data

    folder = tmp_path / "many"
    folder.mkdir()
    with PillowImage.open(Path(data.__file__).parent / "coffee.png") as coffee:
        coffee.save(folder / "coffee.jpg", quality=92)
        coffee.resize((300, 200)).save(folder / "small.jpg", quality=80)
    with PillowImage.open(Path(data.__file__).parent / "astronaut.png") as astronaut:
        shown = PillowImage.new("L", astronaut.size, 255)
        shown.paste(0, (0, 0, 60, 60))
        astronaut.putalpha(shown)
        astronaut.save(folder / "cut out.png")
        flat = PillowImage.new("RGB", astronaut.size, "white")
        flat.paste(astronaut, mask=shown)
        flat.save(folder / "flat.png")
    os.utime(folder / "flat.png", (0, 0))  # older, as a poorer file may be
    (folder / "link.jpg").symlink_to("coffee.jpg")
    for name, document in zip("ab", two_documents("invoice", 2), strict=True):
        document.save(folder / f"invoice {name}.png")
    drive.index(folder, photos=7)

    session = window.controls.duplicates.session
    with qtbot.waitSignal(session.search_finished, timeout=REAL_WAIT_MS):
        QTest.keyClick(window, Qt.Key.Key_D, Qt.KeyboardModifier.ControlModifier)
    page = window.controls.duplicates.page
    page.show_large()
    told = {}
    for at in range(len(session.pairs)):
        session.step(at - session.at)
        told[page.title.text()] = page.advice.text()
    assert told == {
        "Compressed again or resized": "Keep coffee.jpg: more pixels, compressed less.",
        "Edited: transparency": "Keep cut out.png: has more: transparency, compressed less.",
    }
    session.step(-session.at)
    for _ in told:  # the page goes on to the next pair
        QTest.keyClick(page.canvas, Qt.Key.Key_T)
    drive.until(lambda: len(session.plan.photos) == len(told))
    assert {photo.path.name for photo in session.plan.photos} == {"small.jpg", "flat.png"}
    session.choose("same layout")
    assert len(session.pairs) == 1
    assert page.advice.text() == "Two separate photos: nothing is suggested."
