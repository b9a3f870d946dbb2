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
from tests.documents import two_documents

WAIT_MS = 100_000
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


def index(qtbot, window, folder, *, photos=3):
    failures = []
    window.library.failed.connect(failures.append)
    window.library.add([folder])
    qtbot.waitUntil(lambda: not window.library.running, timeout=WAIT_MS)
    assert failures == []
    qtbot.waitUntil(
        lambda: window.library.info is not None and window.library.info.photos == photos, timeout=WAIT_MS
    )


def done(qtbot, window):
    qtbot.waitUntil(lambda: not window.search.busy, timeout=WAIT_MS)


def test_from_an_empty_library_to_a_compared_copy(qtbot, window, photos):
    assert window.results.message.title.text() == "Find a photo by a picture"
    index(qtbot, window, photos)
    assert window.library.info is not None
    assert [one.path.name for one in window.library.info.skipped] == ["broken.jpg"]
    window.search.search(part_of_file(photos / "coffee.png"))
    done(qtbot, window)
    hits = window.results.model.hits
    assert [hit.path.name for hit in hits if hit.verified] == ["coffee.png", "turned.jpg"]
    assert window.results.headline.text() == "2 matches"
    qtbot.waitUntil(lambda: all(window.thumbnails.get(hit) is not None for hit in hits), timeout=WAIT_MS)
    window.results.view.setCurrentIndex(window.results.model.index(1, 0))
    window.pages.show_match()
    qtbot.waitUntil(lambda: window.pages.match.outline is not None, timeout=WAIT_MS)
    assert window.pages.match.lines is not None


@pytest.mark.long
@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no nice, but classes of priority")
def test_the_engine_gives_way_to_the_window_and_its_workers_to_both(qtbot, window, photos):
    index(qtbot, window, photos)
    window_nice = psutil.Process().nice()
    others = {child.nice() for child in psutil.Process().children(recursive=True)}
    assert {min(19, window_nice + 5), min(19, window_nice + 15)} <= others


@pytest.mark.long
def test_pasted_bytes_and_a_photo_of_the_library_are_queries_too(qtbot, window, photos):
    index(qtbot, window, photos)
    window.search.search(Part(Term(data=(photos / "turned.jpg").read_bytes()), "Pasted picture"))
    done(qtbot, window)
    assert window.search.result is not None
    assert window.search.result.verified == 2
    window.search.search_photo(window.results.model.hits[0])
    done(qtbot, window)
    assert window.search.result.verified == 2
    window.search.set_region((100.0, 60.0, 260.0, 240.0))
    done(qtbot, window)
    assert window.search.result.hits[0].verified


@pytest.mark.long
def test_words_and_filters_are_answered_by_the_real_catalog(qtbot, window, photos):
    index(qtbot, window, photos)
    window.search.type("coff")
    done(qtbot, window)
    assert [hit.path.name for hit in window.results.model.hits] == ["coffee.png"]
    window.search.clear()
    popover = window.bar.filter_popover
    popover.open("format", window.bar.filter_button)
    qtbot.waitUntil(
        lambda: popover.pages.format.texts == ["Any format", "PNG (2)", "JPEG (1)"], timeout=WAIT_MS
    )
    popover.pages.format.choose("JPEG")
    done(qtbot, window)
    assert [hit.path.name for hit in window.results.model.hits] == ["turned.jpg"]
    window.controls.filters.only_in(photos)
    done(qtbot, window)
    assert len(window.results.model.hits) == 1


@pytest.mark.long
def test_a_drive_that_goes_is_noticed_its_photos_are_queries_and_its_return_is_noticed(qtbot, window, photos):
    index(qtbot, window, photos)
    window.search.search(part_of_file(photos / "coffee.png"))
    done(qtbot, window)
    qtbot.waitUntil(lambda: window.watch.on)
    with qtbot.waitSignal(window.library.drives_changed, timeout=NOTICED_MS):
        away = photos.rename(photos.with_name("in the drawer"))
    qtbot.waitUntil(lambda: all(hit.offline for hit in window.results.model.hits))
    window.search.search(part_of_file(photos / "coffee.png"))
    done(qtbot, window)
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
    qtbot.waitUntil(
        lambda: window.library.info is not None and window.library.info.photos == 4, timeout=WAIT_MS
    )


@pytest.mark.long
def test_the_real_library_is_followed_checked_backed_up_and_forgotten(qtbot, window, photos, tmp_path):
    index(qtbot, window, photos)
    window.controls.maintenance.check()
    dialog = window.findChild(CheckDialog)
    assert dialog is not None
    qtbot.waitUntil(lambda: dialog.headline.text() == "All is well", timeout=WAIT_MS)
    dialog.close()
    window.watch.switch(False)
    window.watch.switch(True)  # from now on it knows the folder
    with qtbot.waitSignal(window.watch.changed, timeout=WAIT_MS):
        qtbot.wait(300)
        (photos / "new.jpg").write_bytes((photos / "turned.jpg").read_bytes()[:-2] + b"\xff\xd9")
        with PillowImage.open(photos / "coffee.png") as coffee:
            coffee.rotate(180).save(photos / "upside down.png")
    window.controls.maintenance.back_up(tmp_path / "backup.zip")
    qtbot.waitUntil(lambda: "backed up" in window.notice.text.text(), timeout=WAIT_MS)
    assert (tmp_path / "backup.zip").is_file()
    (photos / "broken.jpg").write_bytes((photos / "turned.jpg").read_bytes())
    window.library.retry_skipped()
    qtbot.waitUntil(
        lambda: window.library.info is not None and not window.library.info.skipped, timeout=WAIT_MS
    )
    assert window.library.info is not None
    window.controls.maintenance._forget(window.library.info.roots[0])
    qtbot.waitUntil(lambda: "was forgotten" in window.notice.text.text(), timeout=WAIT_MS)
    qtbot.waitUntil(
        lambda: window.library.info is not None and not window.library.info.roots, timeout=WAIT_MS
    )
    assert (photos / "coffee.png").is_file()


@pytest.mark.long
def test_albums_made_in_a_hurry_are_all_kept(qtbot, window, tmp_path):
    said = []
    window.controls.albums.session.failed.connect(said.append)
    for n in range(30):
        window.search.set_query(Query(draft=f"boat {n}"))
        window.controls.albums.save()
    qtbot.waitUntil(lambda: window.controls.albums.session.latest == 0, timeout=WAIT_MS)
    with Library.open(tmp_path / "library") as library:
        kept = library.albums.all()
    assert [one.name for one in kept] == [f"boat {n}" for n in range(30)]
    assert said == []
    done(qtbot, window)


@pytest.mark.long
def test_what_cannot_be_searched_for_is_said_once(qtbot, window, photos, tmp_path):
    index(qtbot, window, photos)
    window.search.search(part_of_file(photos / "broken.jpg"))
    done(qtbot, window)
    assert window.results.message.title.text() == "Can’t search with this picture"
    said, reason = window.search.failure, window.results.message.sentence
    assert said.endswith(f"cannot be searched for: {reason}"), said
    assert reason
    blank = tmp_path / "blank.png"
    PillowImage.fromarray(np.full((300, 400, 3), 200, np.uint8)).save(blank)
    window.search.search(part_of_file(blank))
    done(qtbot, window)
    assert window.search.failure or window.search.result is not None
    assert window.results.message.sentence or window.results.notes.text()


def test_duplicates_name_their_cause_and_keep_the_richer_file(qtbot, window, tmp_path):
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
    index(qtbot, window, folder, photos=7)

    session = window.controls.duplicates.session
    with qtbot.waitSignal(session.search_finished, timeout=WAIT_MS):
        QTest.keyClick(window, Qt.Key.Key_D, Qt.KeyboardModifier.ControlModifier)
    page = window.controls.duplicates.page
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
    qtbot.waitUntil(lambda: len(session.plan.photos) == len(told), timeout=WAIT_MS)
    assert {photo.path.name for photo in session.plan.photos} == {"small.jpg", "flat.png"}
    session.choose("same layout")
    assert len(session.pairs) == 1
    assert page.advice.text() == "Two separate photos: nothing is suggested."
