"""Where a photo comes from, as a tree."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from cbir.base.types import Origin, OriginPhoto, PhotoId
from cbir_app.sessions import part_of_file
from tests.app.handling import found


def entry(number, parent, step):
    name = Path(f"/photos/{number}.jpg")
    return OriginPhoto(photo=PhotoId(number), path=name, parent=parent, step=step, size=(800, 600))


TREE = Origin(
    photos=(
        entry(1, None, "original"),
        entry(2, PhotoId(1), "cropped"),
        entry(3, PhotoId(2), "framed"),
        entry(4, PhotoId(1), "photographed"),
    ),
    asked=PhotoId(3),
)


@pytest.fixture(name="page")
def _page(window, fake, picture_file, qtbot):
    fake.origin = TREE
    window.search.search(part_of_file(picture_file))
    found(qtbot, window)
    window.controls.origin.show()
    return window.controls.origin.page


def test_each_photo_is_below_the_one_that_it_was_made_from(page, qtbot):
    qtbot.waitUntil(page.tree.isVisible)
    original = page.tree.topLevelItem(0)
    assert page.tree.topLevelItemCount() == 1
    assert [original.child(at).text(1) for at in range(2)] == [
        "Cropped",
        "Photographed from a print or screen",
    ]
    framed = original.child(0).child(0)
    assert framed.text(0) == "3.jpg"
    assert framed.font(0).bold()
    assert page.tree.currentItem() is framed


def test_enter_searches_with_a_photo_of_the_tree(page, window, qtbot):
    qtbot.waitUntil(page.tree.isVisible)
    page.tree.setCurrentItem(page.tree.topLevelItem(0))
    QTest.keyClick(page.tree, Qt.Key.Key_P)
    qtbot.waitUntil(lambda: not page.isVisible())
    (part,) = window.search.query.parts
    assert part.term.photo == PhotoId(1)


def test_a_photo_without_relatives_says_so(page, window, fake, qtbot):
    qtbot.waitUntil(page.tree.isVisible)
    fake.origin = Origin(photos=TREE.photos[:1], asked=PhotoId(1))
    window.pages.show_results()
    window.controls.origin.show()
    qtbot.waitUntil(lambda: page.message.title.text() == "Nothing related")
