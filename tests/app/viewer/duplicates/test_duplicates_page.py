"""Duplicates judged by keyboard: what is said is kept, taken back by undo, and trashed when that is confirmed."""

from dataclasses import replace
from pathlib import Path
from typing import cast

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QShortcut
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMessageBox, QWidget

from cbir.base.types import (
    DuplicateGroup,
    DuplicateReport,
    DuplicateSearch,
    HandOver,
    Metadata,
    PhotoId,
    Received,
)
from cbir.service import (
    DuplicatesAnswer,
    Failure,
    MaintenanceProgress,
)
from cbir_app.base.notice import Notice
from cbir_app.base.wording import TRASH
from cbir_app.control import DuplicateControl
from cbir_app.engine import Engine
from cbir_app.results import facts
from cbir_app.sessions import DuplicateSession
from cbir_app.viewer import Pages
from cbir_app.viewer.duplicates import DuplicatesPage
from tests.app.handling import button
from tests.app.viewer.duplicates.fake_library import copy, photo


@pytest.fixture(name="page")
def _page(qtbot, library, session, theme, thumbnails):
    page = DuplicatesPage(cast(Engine, library), session, thumbnails, theme)
    qtbot.addWidget(page)
    page.resize(900, 600)
    page.show()
    session.find(DuplicateSearch())
    page.show_large()
    return page


def press(page, key, modifier=Qt.KeyboardModifier.NoModifier):
    page.activateWindow()
    page.canvas.setFocus()
    QTest.keyClick(page.canvas, key, modifier)


def test_a_pair_shows_its_cause_both_photos_and_where_the_one_lies(page):
    assert page.title.text() == "Cropped"
    assert "2.jpg" in page.left.text()
    assert "1.jpg" in page.right.text()
    assert page.advice.text() == "Keep 1.jpg: more pixels."
    assert page.match is not None
    assert page.match.landed is not None
    assert page.match.landed[0].tolist() == [100, 50]


def test_x_rejects_the_copy_that_t_would_trash_p_picks_the_other_and_u_unflags_both(qtbot, page):
    marked = []
    page.flagged.connect(lambda photos, flag: marked.append((sorted(one.photo for one in photos), flag)))
    for key in (Qt.Key.Key_X, Qt.Key.Key_P, Qt.Key.Key_U):
        press(page, key)
    assert marked == [([2], "reject"), ([1], "pick"), ([1, 2], "none")]


def test_keys_say_what_becomes_of_a_pair_and_go_on(qtbot, page, session, library):
    qtbot.waitExposed(page)
    assert page.remark.text() == "1 of 3 · 3 pairs to judge"
    press(page, Qt.Key.Key_T)
    assert session.at == 1
    press(page, Qt.Key.Key_B)
    assert session.at == 2
    press(page, Qt.Key.Key_T, Qt.KeyboardModifier.ShiftModifier)
    assert {two: one.verdict for two, one in library.said.items()} == {
        (1, 2): "trash",
        (1, 3): "both",
        (5, 4): "trash",
    }
    assert page.going.text() == "2 photos to go, 2.0 MB"
    assert page.remark.text() == "3 of 3 · all judged"
    press(page, Qt.Key.Key_Up)
    assert session.at == 0
    press(page, Qt.Key.Key_Down)
    assert session.at == 2


def test_what_was_said_is_taken_back_and_said_again(page, session, library, undo):
    session.say("trash")
    session.say("different")
    undo.undo()
    undo.undo()
    assert library.said == {}
    assert session.at == 0
    undo.redo()
    assert [value.verdict for value in library.said.values()] == ["trash"]
    assert page.advice.text().startswith("You chose: 2.jpg goes to the")


def test_what_stays_is_shown_with_what_it_will_receive(page, session, library):
    gift = Received(
        source=Path("/photos/2.jpg"), title="Grandma", keywords=("sea",), rating=4, albums=("Holidays",)
    )
    other = Received(source=Path("/photos/9.jpg"), caption="Not of this pair")
    library.receives = tuple(
        HandOver(photo=PhotoId(1), path=Path("/photos/1.jpg"), received=received)
        for received in (gift, other)
    )
    session.say("trash")
    session.step(-1)
    assert page.advice.text().endswith("1.jpg receives: title, keywords, stars, albums.")
    assert facts(Metadata(received=(gift,)))[-1] == (
        "Received",
        "title, keywords, stars, albums from 2.jpg, in the trash",
    )


@pytest.mark.parametrize("on", [False, True])
def test_sidecars_receive_it_where_the_preference_says_so(library, undo, on):
    session = DuplicateSession(cast(Engine, library), undo, sidecars=lambda: on)
    session.trash([PhotoId(3)], last=False)
    assert library.trashed[-1].sidecar is on


def test_what_was_said_of_photos_that_went_is_not_taken_back_any_more(session, library, undo):
    session.find(DuplicateSearch())
    for _ in range(3):
        session.say("trash")
    session.trash([PhotoId(3)], last=False)
    assert session.freed == 1_000_000
    undo.undo()
    undo.undo()
    assert undo.last is None
    assert library.said == {}
    assert session.pairs[session.at][1].photo.photo == 2, "the pair that it was said of is looked at"
    session.find(DuplicateSearch())
    assert session.freed == 0, "it is there again"


@pytest.mark.parametrize(
    ("key", "over"),
    [(Qt.Key.Key_W, True), (Qt.Key.Key_D, True), (Qt.Key.Key_Space, True), (Qt.Key.Key_S, False)],
)
def test_the_two_lie_side_by_side_or_over_each_other(page, key, over):
    press(page, key)
    assert (page.match_scene.overlay is not None) == over
    assert page.slider.isVisible() == over


def test_space_blinks_after_a_click_on_what_is_said(page, library):
    page.activateWindow()
    page.canvas.setFocus()
    QTest.mouseClick(page.says[2], Qt.MouseButton.LeftButton)
    focus = QApplication.focusWidget()
    assert focus is not None
    QTest.keyClick(focus, Qt.Key.Key_Space)
    assert len(library.said) == 1
    assert page.match_scene.overlay is not None


def test_no_key_means_two_things(page):
    keys = [shortcut.key().toString() for shortcut in page.findChildren(QShortcut)]
    assert sorted(keys) == sorted(set(keys))


def test_the_edge_of_a_wipe_is_dragged_and_its_sides_are_named(page):
    page.show_way("wipe")
    overlay, canvas = page.match_scene.overlay, page.canvas
    assert overlay is not None
    assert overlay.names == ("Left photo", "Right photo")
    overlay.show_share(0.3)
    assert page.slider.value() == 30
    middle = overlay.edge
    QTest.mousePress(canvas.viewport(), Qt.MouseButton.LeftButton, pos=canvas.mapFromScene(middle, 500))
    QTest.mouseMove(canvas.viewport(), canvas.mapFromScene(middle + 60, 500))
    QTest.mouseRelease(
        canvas.viewport(), Qt.MouseButton.LeftButton, pos=canvas.mapFromScene(middle + 60, 500)
    )
    assert page.slider.value() > 30


def test_space_blinks_between_the_two(page):
    page.show_way("fade")
    page.slider.setValue(100)
    page.canvas.tapped.emit()
    assert page.slider.value() == 0
    page.canvas.tapped.emit()
    assert page.slider.value() == 100


def test_a_copy_that_holds_the_kept_photo_is_shown_as_the_larger(qtbot, library, theme, thumbnails, undo):
    framed = replace(copy(2, "edited"), photo=photo(2, (800, 600)), inside=False)
    # The copy's corners lie beyond the kept photo: that one is its middle.
    framed = replace(framed, outline=((-200, -150), (600, -150), (600, 450), (-200, 450)))
    library.groups = (DuplicateGroup(kept=photo(1), copies=(framed,)),)
    session = DuplicateSession(cast(Engine, library), undo)
    page = DuplicatesPage(cast(Engine, library), session, thumbnails, theme)
    qtbot.addWidget(page)
    session.find(DuplicateSearch())
    page.show_large()
    assert page.match is not None
    assert page.match.landed == pytest.approx(
        np.array([[200, 150], [600, 150], [600, 450], [200, 450]]), abs=0.5
    )


def test_one_cause_is_looked_at_alone(qtbot, page, session, library):
    library.groups += (DuplicateGroup(kept=photo(6), copies=(copy(3, "part"),)),)
    session.find(DuplicateSearch())
    assert len(session.pairs) == 3, "shared parts only where they are asked for"
    offered = [page.causes.itemText(at) for at in range(page.causes.count())]
    assert offered == [
        *("All causes (3)", "Compressed again or resized (1)", "Cropped (1)", "Edited (1)"),
        "They share a part (1)",
    ]
    qtbot.waitExposed(page)
    press(page, Qt.Key.Key_C)
    assert [pair[1].photo.photo for pair in session.pairs] == [3]
    assert page.title.text() == "Compressed again or resized"
    press(page, Qt.Key.Key_T)
    assert [value.other for value in library.said.values()] == [3], "the keys still judge"
    page.causes.setCurrentIndex(4)
    page.causes.activated.emit(4)
    assert [pair[1].cause for pair in session.pairs] == ["part"]
    press(page, Qt.Key.Key_C)
    assert len(session.pairs) == 3


class _Pages:
    def open(self, viewer): ...


def answer_box(window, text):
    box = window.findChild(QMessageBox, "trash copies")
    assert isinstance(box, QMessageBox)
    (chosen,) = (push_button for push_button in box.buttons() if push_button.text().replace("&", "") == text)
    box.setObjectName("answered")
    chosen.click()


def test_the_trash_is_asked_for_and_asked_again_for_a_last_copy(qtbot, library, session, theme, thumbnails):
    window = QWidget()
    qtbot.addWidget(window)
    control = DuplicateControl(
        window,
        cast(Engine, library),
        session,
        cast(Pages, _Pages()),
        thumbnails,
        theme,
        Notice(theme, window),
    )
    control.show()
    session.say("trash")
    library.last = {3}
    session.say("trash")
    control.ask_trash()
    assert library.trashed == []
    box = window.findChild(QMessageBox, "trash copies")
    assert isinstance(box, QMessageBox)
    assert box.text() == f"Move 1 photo to the {TRASH} and free 1.0 MB?"
    assert box.textFormat() is Qt.TextFormat.PlainText, "names of files are no markup"
    answer_box(window, f"Move to the {TRASH}")
    assert [(one.photos, one.last) for one in library.trashed] == [((2,), False)]
    box = window.findChild(QMessageBox, "trash copies")
    assert isinstance(box, QMessageBox)
    assert box.text() == "1 photo would have no copy left."
    assert box.informativeText() == "3.jpg: No copy of it would be left."
    answer_box(window, "Cancel")
    assert len(library.trashed) == 1
    control.ask_trash()
    answer_box(window, "Move the last copies too")
    assert [(one.photos, one.last) for one in library.trashed[1:]] == [((3,), True)]
    assert control.page.going.text() == "2.0 MB freed"


def test_that_it_looks_how_far_it_is_and_what_went_wrong_is_said(qtbot, library, session, theme, thumbnails):
    window = QWidget()
    qtbot.addWidget(window)
    notice = Notice(theme, window)
    control = DuplicateControl(
        window, cast(Engine, library), session, cast(Pages, _Pages()), thumbnails, theme, notice
    )
    told = []
    control.progressed.connect(lambda *said: told.append(said))
    control.ended.connect(lambda: told.append(None))
    library.later = []
    control.show()
    assert control.page.title.text() == "Looking for duplicates…"
    (answer,) = library.later
    answer(MaintenanceProgress(done=1, total=2))
    answer(DuplicatesAnswer(report=DuplicateReport(groups=library.groups, photos=5), plan=library.plan))
    assert told == [("Comparing photos", 0, 0), ("Comparing photos", 1, 2), None]
    assert control.page.groups.isVisibleTo(control.page)
    control.show()
    assert control.page.groups.isVisibleTo(control.page), "the earlier groups stay until others arrive"
    library.later[1](Failure(message="The library is gone."))
    assert told[3:] == [("Comparing photos", 0, 0), None]
    assert control.page.message.sentence == "The library is gone."
    assert control.page.causes.isHidden()
    button(control.page.message, "Try again").click()
    library.later[2](
        DuplicatesAnswer(report=DuplicateReport(groups=library.groups, photos=5), plan=library.plan)
    )
    assert control.page.groups.isVisibleTo(control.page)
    assert not control.page.causes.isHidden()
    library.failure = "The disk is full."
    session.say("trash")
    assert (notice.text.text(), notice.topic) == ("The disk is full.", "duplicates")


def test_what_was_found_so_far_is_shown_when_asked_for(qtbot, library, session, theme, thumbnails):
    page = DuplicatesPage(cast(Engine, library), session, thumbnails, theme)
    qtbot.addWidget(page)
    library.later = []
    session.find(DuplicateSearch())
    page.show_waiting()
    library.later[0](MaintenanceProgress(done=1, total=3))
    page.pause.click()
    assert library.stopped == [1]
    report = DuplicateReport(groups=library.groups, photos=5, compared=1, left=2)
    library.later[0](DuplicatesAnswer(report=report, plan=library.plan))
    assert page.message.isHidden()
    assert page.remark.text() == "2 groups · 3 pairs to judge · 2 pairs not compared yet"
    asked = []
    page.again_asked.connect(lambda: asked.append(page.pause.text()))
    page.pause.click()
    assert asked == ["Continue"]


def test_groups_are_judged_by_the_same_keys_and_opened_large(qtbot, page, session, library):
    page.show_groups()
    page.activateWindow()
    qtbot.waitExposed(page)
    headings = [entry for entry in page.groups.groups_.entries if isinstance(entry, tuple)]
    assert [name for name, _ in headings] == ["cropped", "edited"]
    group = page.groups.current
    assert len(group.copies) == 2
    QTest.keyClick(page.groups, Qt.Key.Key_T)
    assert [value.other for value in library.said.values()] == [2, 3]
    assert page.groups.current is not group, "the next one"
    QTest.keyClick(page.groups, Qt.Key.Key_Return)
    assert page.canvas.isVisible() and not page.groups.isVisible()
    assert page.title.text() == "Edited"
    QTest.keyClick(page.canvas, Qt.Key.Key_Escape)
    assert page.groups.isVisible() and page.groups.hasFocus()
    left = []
    page.closed.connect(lambda: left.append(True))
    QTest.keyClick(page.groups, Qt.Key.Key_Escape)
    assert left == [True]


def test_the_model_of_groups_is_a_correct_one(qtmodeltester, page, session):
    qtmodeltester.check(page.groups.groups_)
    session.choose("edited")
    page.groups.show_groups(session.groups)
    qtmodeltester.check(page.groups.groups_)
    assert len(page.groups.groups_.entries) == 2, "a heading and its group"


def test_all_copies_in_a_folder_go_after_one_question(qtbot, library, session, theme, thumbnails):
    window = QWidget()
    qtbot.addWidget(window)
    control = DuplicateControl(
        window,
        cast(Engine, library),
        session,
        cast(Pages, _Pages()),
        thumbnails,
        theme,
        Notice(theme, window),
    )
    away = replace(photo(2), path=Path("/backup/2.jpg"))
    library.groups = (DuplicateGroup(kept=photo(1), copies=(replace(copy(2, "cropped"), photo=away),)),)
    control.show()
    (entry,) = session.folders()
    control.page.folder_asked.emit(entry)
    box = window.findChild(QMessageBox, "trash copies")
    assert isinstance(box, QMessageBox)
    assert box.text() == f"Move 1 photo in /backup to the {TRASH} and free 1.0 MB?"
    assert library.said == {}, "nothing is stored before the answer"
    answer_box(window, f"Move to the {TRASH}")
    assert [one.photos for one in library.trashed] == [(2,)]


def test_what_cannot_go_is_named_with_the_reason(qtbot, library, session, theme, thumbnails):
    window = QWidget()
    qtbot.addWidget(window)
    notice = Notice(theme, window)
    control = DuplicateControl(
        window, cast(Engine, library), session, cast(Pages, _Pages()), thumbnails, theme, notice
    )
    control.show()
    library.stuck = {2}
    session.say("trash")
    assert control.page.going.text() == "1 photo cannot go now"
    assert control.page.empty.isEnabled()
    control.ask_trash()
    assert notice.text.text() == "2.jpg: Its drive is not connected."
    session.say("trash")
    control.ask_trash()
    box = window.findChild(QMessageBox, "trash copies")
    assert isinstance(box, QMessageBox)
    assert "2.jpg: Its drive is not connected." in box.informativeText()
    answer_box(window, f"Move to the {TRASH}")
    assert [one.photos for one in library.trashed] == [(3,)]


def test_without_duplicates_that_is_said(qtbot, library, page, session):
    library.groups = ()
    session.find(DuplicateSearch())
    assert page.message.title.text() == "No duplicates found"
    assert not any(made.isVisible() for made in page.says)
    with qtbot.waitSignal(page.closed):
        button(page, "Back to your photos").click()
    library.groups = (DuplicateGroup(kept=photo(4), copies=(copy(5, "edited"),)),)
    session.find(DuplicateSearch())
    assert not page.message.isVisible()
    assert page.groups.isVisible()
    page.show_large()
    assert page.canvas.isVisible() and all(made.isVisible() for made in page.says)


def test_where_each_photo_has_something_before_the_other_both_facts_are_shown_and_none_is_suggested(
    page, library, session
):
    torn = replace(copy(2, "re-encoded"), why=("has video",), against=("more pixels",))
    library.groups = (DuplicateGroup(kept=photo(1), copies=(torn,)),)
    session.find(DuplicateSearch())
    assert page.advice.text() == "Look before you choose. 1.jpg: has more: video. 2.jpg: more pixels."


def test_documents_of_one_layout_come_up_where_they_are_asked_for_and_nothing_is_suggested(
    page, library, session
):
    library.groups = (
        library.groups[0],
        DuplicateGroup(kept=photo(4), copies=(copy(5, "same layout"),)),
    )
    session.find(DuplicateSearch())
    assert "same layout" not in {shown.cause for _, shown in session.pairs}
    session.choose("same layout")
    page.show_pair()
    assert page.title.text() == "Two documents of one layout"
    assert page.advice.text() == "Two separate photos: nothing is suggested."
