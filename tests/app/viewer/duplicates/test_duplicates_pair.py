"""The pair that is shown: its two pictures, what each button says of which one, and what is still to go."""

from dataclasses import replace
from pathlib import Path
from typing import cast

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from cbir.base.types import DuplicateGroup, DuplicateReport, DuplicateSearch, PhotoId
from cbir.service import DuplicatesAnswer, Failure, MaintenanceProgress, PictureAnswer
from cbir_app.base.page import IconButton
from cbir_app.base.wording import TRASH
from cbir_app.engine import Engine
from cbir_app.viewer.duplicates import DuplicatesPage
from tests.app.viewer.duplicates.fake_library import copy, photo


@pytest.fixture(name="page")
def _page(qtbot, library, session, theme, thumbnails):
    page = DuplicatesPage(cast(Engine, library), session, thumbnails, theme)
    qtbot.addWidget(page)
    page.show()
    session.find(DuplicateSearch())
    page.show_large()
    return page


def test_pictures_of_the_pair_before_are_given_up_and_let_go(page, session, library):
    library.pictures = []
    session.step(1)
    library.cancelled.clear()
    library.pictures[0](PictureAnswer(pixels=np.zeros((3, 4, 3), np.uint8), full_size=(400, 300)))
    session.step(1)
    assert len(library.cancelled) == 2
    assert page.pictures == {}


def test_a_picture_that_cannot_be_shown_is_explained_and_one_that_was_given_up_is_not(page, session, library):
    library.pictures = []
    session.step(1)
    before = page.remark.text()
    library.pictures[0](Failure(message="It was cancelled.", cancelled=True))
    assert page.remark.text() == before
    library.pictures[1](Failure(message="The file is gone."))
    assert page.remark.text() == "The file is gone."


def test_leaving_the_page_does_not_stop_the_search(page, session, library):
    library.later = []
    session.find(DuplicateSearch())
    page.forget()
    assert session.searching
    library.later[0](DuplicatesAnswer(report=DuplicateReport(groups=(), photos=5), plan=library.plan))
    assert not session.searching


def test_each_button_names_the_photo_that_goes(page, session, library):
    kept_on_the_left = replace(copy(2, "cropped"), inside=False)
    for one, names in (
        (copy(2, "cropped"), ["Trash the left one", "Trash the right one"]),
        (kept_on_the_left, ["Trash the right one", "Trash the left one"]),
    ):
        library.groups = (DuplicateGroup(kept=photo(1), copies=(one,)),)
        session.find(DuplicateSearch())
        assert [made.accessibleName() for made in page.says[:2]] == names
        assert [made.text().rpartition("(")[2] for made in page.says[:2]] == ["T)", "Shift+T)"]


def test_the_kept_photo_is_named_where_that_one_goes(page, session):
    session.say("trash", swapped=True)
    session.step(-1)
    assert page.advice.text() == f"You chose: 1.jpg goes to the {TRASH}."
    session.say("both")
    session.step(-1)
    assert page.advice.text() == "You chose: keep both."


def test_folders_are_named_where_the_two_lie_in_different_ones(page, session, library):
    assert page.left.text().startswith("2.jpg ·")
    elsewhere = replace(copy(2, "cropped"), photo=replace(photo(2), path=Path("/copies/2.jpg")))
    library.groups = (DuplicateGroup(kept=photo(1), copies=(elsewhere,)),)
    session.find(DuplicateSearch())
    assert page.left.text().startswith(f"{Path('/copies/2.jpg')} ·")
    assert page.right.text().startswith(f"{Path('/photos/1.jpg')} ·")


def test_brackets_move_the_edge_and_a_difference_shows_both_in_full(page):
    page.show_way("wipe")
    for key, share in ((Qt.Key.Key_BracketLeft, 45), (Qt.Key.Key_BracketRight, 50)):
        page.activateWindow()
        page.canvas.setFocus()
        QTest.keyClick(page.canvas, key)
        assert page.slider.value() == share
    page.show_way("difference")
    assert page.slider.value() == 100


def test_what_is_to_go_can_go_though_no_pair_is_left(page, session, library):
    session.say("trash")
    library.groups = ()
    session.find(DuplicateSearch())
    assert page.message.isVisible()
    assert page.empty.isVisible()
    assert page.going.text() == "1 photo to go, 1.0 MB"
    library.said.clear()
    session.find(DuplicateSearch())
    assert not page.empty.isVisible()


def test_causes_are_offered_as_soon_as_there_is_one(page, session, library):
    library.groups = library.groups[1:]
    session.find(DuplicateSearch())
    assert page.causes.isVisible()
    library.groups = ()
    session.find(DuplicateSearch())
    assert not page.causes.isVisible()


def test_the_chosen_cause_stays_chosen_and_is_counted_without_what_went(page, session):
    session.choose("re-encoded")
    session.find(DuplicateSearch())
    assert page.causes.currentText() == "Compressed again or resized (1)"
    session.choose(None)
    session.say("trash")
    session.trash([PhotoId(2)], last=False)
    assert page.causes.currentText() == "All causes (2)"


def test_photos_are_only_laid_over_each_other_where_it_is_known_how(page, session, library):
    page.show_way("wipe")
    assert page.slider.isVisible()
    library.groups = (DuplicateGroup(kept=photo(1), copies=(replace(copy(2, "edited"), outline=None),)),)
    session.find(DuplicateSearch())
    assert page.match_scene.overlay is None
    assert [way for way, made in page.way_buttons.items() if made.isEnabled()] == [None]
    assert page.way_buttons[None].isChecked()


def test_progress_leaves_the_focus_where_it_is(page, session, library):
    library.later = []
    session.find(DuplicateSearch())
    page.show_waiting()
    assert not page.pause.isEnabled(), "nothing is compared yet"
    library.later[0](MaintenanceProgress(done=1, total=3))
    assert page.pause.isEnabled() and page.focusWidget() is not page.pause
    back = page.findChildren(IconButton)[0]
    back.setFocus()
    library.later[0](MaintenanceProgress(done=2, total=3))
    assert page.focusWidget() is back
    assert page.remark.text().endswith("2 of 3 pairs")
