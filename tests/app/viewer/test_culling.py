"""Stars, keywords and the trash under one large photo, the filmstrip, and the next photo after a rating."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMessageBox

from cbir.base.types import Marks, PhotoId
from cbir.service import KeywordRequest, SearchRequest, ThumbnailRequest
from cbir_app.sessions import part_of_file
from tests.app.handling import found, settle

KEY = Qt.Key


@pytest.fixture
def large(qtbot, window, picture_file):
    """A window that shows the first of 24 hits large."""
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    window.search.search(part_of_file(picture_file))
    found(qtbot, window)
    QTest.keyClick(window.results.view, KEY.Key_Space)
    qtbot.waitUntil(lambda: window.pages.photo.picture is not None)
    return window


def stars_of(fake):
    return {int(photo): marks.rating for photo, marks in fake.collection.marks.items()}


def test_digits_rate_the_large_photo_and_undo_takes_it_back(qtbot, large, fake):
    QTest.keyClick(large.pages.photo.canvas, KEY.Key_4)
    assert large.pages.culling.marks.stars.value() == 4
    qtbot.waitUntil(lambda: fake.collection.marks == {PhotoId(1): Marks(rating=4)})
    assert large.pages.photo.title.text() == "IMG_0001.jpg", "it stays, unless somebody wants the next one"
    qtbot.waitUntil(lambda: large.undo.last is not None and large.undo.last.words.startswith("rating"))
    QTest.keyClick(large.pages.photo.canvas, KEY.Key_Z, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: fake.collection.marks[PhotoId(1)] == Marks())


def test_with_the_next_photo_after_rating_digits_alone_cull(qtbot, large, fake):
    large.actions_.advance.trigger()
    photo = large.pages.photo
    for digit in (KEY.Key_3, KEY.Key_0, KEY.Key_5):
        QTest.keyClick(photo.canvas, digit)
    assert photo.title.text() == "IMG_0004.jpg"
    qtbot.waitUntil(lambda: stars_of(fake) == {1: 3, 2: 0, 3: 5})
    QTest.keyClick(photo.canvas, KEY.Key_Escape)
    QTest.keyClick(large.results.view, KEY.Key_2)
    current = large.results.current_hit()
    assert current is not None
    assert current.photo == 5, "in the grid too"
    assert large.preferences.flag("next after rating", False), "and after the next start"


def test_the_match_view_has_the_same_keys(qtbot, large, fake):
    QTest.keyClick(large.pages.photo.canvas, KEY.Key_Escape)
    QTest.keyClick(large.results.view, KEY.Key_Return)
    assert large.pages.on_match
    QTest.keyClick(large.pages.match.canvas, KEY.Key_2)
    qtbot.waitUntil(lambda: stars_of(fake) == {1: 2})
    assert large.pages.culling.isVisible()
    assert large.pages.culling.parentWidget() is large.pages.match


def test_a_keyword_is_typed_under_the_photo_and_escape_goes_back_to_it(qtbot, large, fake):
    large.actions_.write_keyword.trigger()
    field = large.pages.culling.marks.keywords.field
    assert large.pages.on_photo
    assert QApplication.focusWidget() is field
    QTest.keyClicks(field, "sea 5")
    QTest.keyClick(field, KEY.Key_Return)
    qtbot.waitUntil(
        lambda: any(
            isinstance(request, KeywordRequest) and request.add == ("sea 5",) for request in fake.seen
        )
    )
    assert stars_of(fake).get(1) is None, "a digit is a letter in there"
    QTest.keyClick(field, KEY.Key_Escape)
    assert large.pages.on_photo
    assert large.focusWidget() is large.pages.photo.canvas


def test_delete_moves_the_large_photo_and_shows_the_next_one(qtbot, large, fake):
    QTest.keyClick(large.pages.photo.canvas, KEY.Key_Delete)
    box = large.findChild(QMessageBox, "trash")
    assert box is not None
    next(push_button for push_button in box.buttons() if push_button.text().startswith("Move")).click()
    assert large.pages.on_photo
    assert large.pages.photo.title.text() == "IMG_0002.jpg"


def test_the_strip_shows_the_neighbours_and_a_click_goes_to_one(qtbot, large, fake):
    strip = large.pages.culling.strip
    assert strip.rows.start == 0
    qtbot.waitUntil(lambda: all(large.thumbnails.get(large.results.model.hits[row]) for row in strip.rows))
    QTest.mouseClick(strip, Qt.MouseButton.LeftButton, pos=strip.tile(2).center())
    assert large.pages.photo.title.text() == "IMG_0003.jpg"
    assert strip.accessibleDescription() == "Photo 3 of 7: IMG_0003.jpg"
    large.actions_.filmstrip.trigger()
    assert not large.pages.culling.isVisible()
    asked = [request for request in fake.seen if isinstance(request, ThumbnailRequest)]
    assert len(asked) < 60, "what is out of sight is not fetched"


def test_the_wall_behind_the_large_photo_leaves_the_thumbnails_to_the_strip(qtbot, large):
    """A last batch of hits, or a resize, lays the hidden wall out while the strip still waits for its pictures."""
    view = large.results.view
    with qtbot.assertNotEmitted(view.came_to_rest, wait=60):
        QApplication.sendEvent(view, QResizeEvent(view.size(), view.size()))
    with qtbot.waitSignal(view.came_to_rest):
        QTest.keyClick(large.pages.photo.canvas, KEY.Key_Escape)


def test_x_rejects_and_u_takes_it_back_without_touching_the_stars_of_others(qtbot, large, fake):
    large.pages.culling.marks.advance.click()
    assert large.actions_.advance.isChecked(), "the switch under the photo and the menu are the same"
    canvas = large.pages.photo.canvas
    for key in (KEY.Key_X, KEY.Key_3, KEY.Key_X):
        QTest.keyClick(canvas, key)
    qtbot.waitUntil(lambda: stars_of(fake) == {1: -1, 2: 3, 3: -1})
    QTest.keyClick(canvas, KEY.Key_Escape)
    large.actions_.advance.trigger()
    assert not large.pages.culling.marks.advance.isChecked()
    large.results.select_all()
    QTest.keyClick(large.results.view, KEY.Key_U)
    qtbot.waitUntil(lambda: stars_of(fake) == {1: None, 2: 3, 3: None})
    qtbot.waitUntil(lambda: large.notice.text.text() == "2 photos no longer flagged.")
    large.actions_.undo.trigger()
    qtbot.waitUntil(lambda: stars_of(fake) == {1: -1, 2: 3, 3: -1})


def test_p_picks_and_a_reject_and_a_pick_exclude_each_other(qtbot, large, fake):
    canvas = large.pages.photo.canvas
    large.actions_.advance.trigger()
    for key in (KEY.Key_P, KEY.Key_P, KEY.Key_6, KEY.Key_4):
        QTest.keyClick(canvas, key)
    first, second = PhotoId(1), PhotoId(2)
    qtbot.waitUntil(lambda: fake.collection.marks.get(PhotoId(4)) == Marks(rating=4))
    assert [fake.collection.marks[PhotoId(at)] for at in (1, 2, 3)] == [
        *(Marks(pick=True), Marks(pick=True), Marks(label="Red"))
    ]
    QTest.keyClick(canvas, KEY.Key_Escape)
    large.actions_.advance.trigger()
    large.results.select(0)
    QTest.keyClick(large.results.view, KEY.Key_X)
    qtbot.waitUntil(lambda: fake.collection.marks[first] == Marks(rating=-1))
    qtbot.waitUntil(lambda: large.notice.text.text() == "“IMG_0001.jpg” is rejected.")
    large.actions_.undo.trigger()
    qtbot.waitUntil(lambda: fake.collection.marks[first] == Marks(pick=True))
    large.actions_.redo.trigger()
    qtbot.waitUntil(lambda: fake.collection.marks[first] == Marks(rating=-1))
    assert fake.collection.marks[second] == Marks(pick=True)
    row = large.evidence.marks.flags
    qtbot.waitUntil(row.flags["reject"].isChecked)
    row.flags["pick"].click()
    qtbot.waitUntil(lambda: fake.collection.marks[first] == Marks(pick=True))
    QTest.keyClick(large.results.view, KEY.Key_4)
    QTest.keyClick(large.results.view, KEY.Key_X)
    qtbot.waitUntil(lambda: fake.collection.marks[first] == Marks(rating=-1, stars=4))
    QTest.keyClick(large.results.view, KEY.Key_2)
    qtbot.waitUntil(lambda: fake.collection.marks[first] == Marks(rating=2))
    settle(qtbot, large, large.controls.engine.engine)  # a step is recorded with its answer
    large.actions_.undo.trigger()
    qtbot.waitUntil(lambda: fake.collection.marks[first] == Marks(rating=-1, stars=4))
    QTest.keyClick(large.results.view, KEY.Key_U)
    qtbot.waitUntil(lambda: fake.collection.marks[first] == Marks(rating=4))
    QTest.keyClick(large.results.view, KEY.Key_0)
    QTest.keyClick(large.results.view, KEY.Key_P)
    qtbot.waitUntil(lambda: fake.collection.marks[first] == Marks(rating=0, pick=True))
    row.labels["Blue"].click()
    qtbot.waitUntil(lambda: fake.collection.marks[first] == Marks(rating=0, pick=True, label="Blue"))
    qtbot.waitUntil(lambda: "labelled: Blue." in large.notice.text.text())


def test_rejects_are_asked_of_the_library_before_they_go_to_the_trash(qtbot, large, fake):
    large.actions_.rejected.trigger()
    qtbot.waitUntil(large.results.bar.trash_rejected.isVisible)
    asked = len([request for request in fake.seen if isinstance(request, SearchRequest)])
    large.results.bar.trash_rejected.click()
    qtbot.waitUntil(lambda: large.findChild(QMessageBox, "trash") is not None)
    requests = [request for request in fake.seen if isinstance(request, SearchRequest)]
    assert len(requests) == asked + 1
    assert [term.text for term in requests[-1].terms] == ["rating:-1"]
    assert not requests[-1].options.forgiving, "a field that is not understood must not leave all photos"
    large.findChild(QMessageBox, "trash").reject()
    large.search.clear()
    qtbot.waitUntil(lambda: not large.results.bar.trash_rejected.isVisible())
