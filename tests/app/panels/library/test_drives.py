"""A drive that goes or comes back while the window is open: the column, the hits and what can be done with them."""

import time
from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from cbir.base.types import SearchResult, Timings
from cbir_app.sessions import part_of_file
from tests.app.fake_engine import hit
from tests.app.fake_photos import listing_of
from tests.app.handling import found


def all_are(window, *, online):
    return all(hit.offline != online for hit in window.results.model.hits)


def test_hits_are_marked_when_their_drive_goes_and_when_it_comes_back(qtbot, window, fake, picture_file):
    window.search.search(part_of_file(picture_file))
    found(qtbot, window)
    window.results.select(3)
    current = window.results.current_hit()
    assert current is not None
    folder = window.panel.tree.topLevelItem(0)
    assert folder is not None
    assert folder.text(1) == "24"
    for online in (False, True):
        fake.plug(online=online)
        qtbot.waitUntil(partial(all_are, window, online=online))
        now = window.results.current_hit()
        assert now is not None
        assert now.photo == current.photo  # the same one stays current
        assert window.actions_.open_hit.isEnabled() == online
        folder = window.panel.tree.topLevelItem(0)
        assert folder is not None
        assert folder.text(1) == "24"
        assert ("cannot be reached" in folder.toolTip(0)) is not online
        assert window.status.away.isVisible() is not online
        assert online or "is not connected. Its photos can be found" in window.status.away.text()
    assert len(window.results.model.hits) == 7


def test_a_photo_whose_drive_went_since_it_was_found_shows_its_small_picture_and_says_why(
    qtbot, window, fake, picture_file
):
    window.search.search(part_of_file(picture_file))
    found(qtbot, window)
    fake.script.offline = True  # nobody has told of it yet
    QTest.keyClick(window.results.view, Qt.Key.Key_Space)
    photo = window.pages.photo
    qtbot.waitUntil(lambda: photo.picture is not None)
    assert "The file has moved, or its drive is disconnected." in photo.remark.text()
    assert "This is its thumbnail" in photo.remark.text()
    window.pages.show_results()
    QTest.keyClick(window.results.view, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: window.pages.match.match is not None)
    assert "drive is disconnected" in window.pages.match.remark.text()


def test_marking_a_listing_of_many_photos_leaves_the_window_free(qtbot, window, fake):
    qtbot.waitUntil(lambda: window.search.result is not None and not window.search.busy)  # the wall
    assert window.library.info is not None
    folder = window.library.info.roots[0].path
    few = listing_of([hit(1, False, folder.parent)])
    many = few.take([0] * 100_000)
    window.search.result = SearchResult(hits=many, took_ms=Timings(), searched=100_000)
    told = []
    window.search.marked.connect(lambda: told.append(None))
    started = time.thread_time()
    assert many.with_offline(lambda _folder: True)[99_999].offline
    assert time.thread_time() - started < 0.05
    fake.plug(online=False)
    qtbot.waitUntil(lambda: bool(told))
    assert window.search.result.hits[99_999].offline
    fake.plug(online=True)
    qtbot.waitUntil(lambda: len(told) == 2)
    assert not window.search.result.hits[0].offline
