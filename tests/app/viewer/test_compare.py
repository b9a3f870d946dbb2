"""Two to four photos side by side: one zoom for all, keys for the chosen one."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMessageBox

from cbir_app.sessions import part_of_file
from tests.app.handling import found

KEY = Qt.Key
SHIFT, CTRL = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def compared(qtbot, window, picture_file):
    """Three photos side by side."""
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    window.search.search(part_of_file(picture_file))
    found(qtbot, window)
    for _ in range(2):
        QTest.keyClick(window.results.view, KEY.Key_Right, SHIFT)
    QTest.keyClick(window.results.view, KEY.Key_4, CTRL)
    view = window.pages.comparing
    assert window.pages.on_comparing
    qtbot.waitUntil(lambda: all(pane.ticket is None for pane in view.panes))
    return view


def names(view):
    return [hit.path.name for hit in view.hits]


def test_zoom_and_pan_go_through_all_of_them(qtbot, compared):
    assert names(compared) == ["IMG_0001.jpg", "IMG_0002.jpg", "IMG_0003.jpg"]
    one, other = compared.panes[0].canvas, compared.panes[2].canvas
    for _ in range(8):
        QTest.keyClick(one, KEY.Key_Plus)
    assert not other.fitted
    assert other.sight[0] == pytest.approx(one.sight[0], rel=0.02)
    other.horizontalScrollBar().setValue(other.horizontalScrollBar().maximum())
    assert one.sight[1] == pytest.approx(other.sight[1], abs=0.02)
    QTest.keyClick(other, KEY.Key_F)
    assert all(pane.canvas.fitted for pane in compared.panes[:3])


def test_keys_go_to_the_chosen_photo(qtbot, window, compared, fake):
    QTest.keyClick(compared.panes[0].canvas, KEY.Key_Right)
    assert compared.hit is not None
    assert compared.hit.path.name == "IMG_0002.jpg"
    QTest.keyClick(compared.panes[1].canvas, KEY.Key_5)
    qtbot.waitUntil(lambda: {int(photo) for photo in fake.collection.marks} == {2})
    assert "★★★★★" in compared.panes[1].caption.text()
    QTest.keyClick(compared.panes[1].canvas, KEY.Key_Delete)
    box = window.findChild(QMessageBox, "trash")
    assert box is not None
    next(push_button for push_button in box.buttons() if push_button.text().startswith("Move")).click()
    assert names(compared) == ["IMG_0001.jpg", "IMG_0003.jpg"], "it goes on with those that are left"
    QTest.keyClick(compared.canvas, KEY.Key_Escape)
    assert window.pages.on_results


def test_a_single_photo_is_compared_with_the_next(qtbot, window, compared):
    QTest.keyClick(compared.canvas, KEY.Key_Escape)
    QTest.keyClick(window.results.view, KEY.Key_Home)
    window.actions_.side_by_side.trigger()
    assert names(compared) == ["IMG_0001.jpg", "IMG_0002.jpg"]
