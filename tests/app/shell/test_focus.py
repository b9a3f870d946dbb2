"""The focus moves only when the person moves it, no letter starts a search by itself, and no letter is lost."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton, QVBoxLayout, QWidget

from cbir.base.types import IndexProgress, PhotoId
from cbir.service import KeywordRequest
from cbir_app.base.focus import FocusKeeper, PageStack
from cbir_app.sessions import part_of_file
from cbir_app.shell.tour import SEEN
from tests.app.fit_views import full_engine
from tests.app.handling import found

CTRL = Qt.KeyboardModifier.ControlModifier
NONE = Qt.KeyboardModifier.NoModifier


@pytest.fixture
def fake():
    return full_engine()


@pytest.fixture
def active(qtbot, window, picture_file):
    """A window that has the keyboard and shows hits."""
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    window.search.search(part_of_file(picture_file))
    found(qtbot, window)
    qtbot.waitUntil(lambda: focus() is window.results.view)
    return window


def focus():
    widget = QApplication.focusWidget()
    assert widget is not None, "nothing has the focus"
    return widget


def press(key, held=NONE):
    QTest.keyClick(focus(), key, held)


# ---- a window of its own


class Board(QWidget):
    """A field between buttons, and a place where keys do no harm."""

    def __init__(self, qtbot):
        super().__init__()
        qtbot.addWidget(self)
        self.inside, self.place, self.after = QWidget(), QWidget(), QPushButton("Delete everything")
        self.place.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self.field = QPushButton("Field", self.inside)
        for part in (self.inside, self.after, self.place):
            if self.layout() is None:
                QVBoxLayout(self)
            self.layout().addWidget(part)
        FocusKeeper(self, lambda: self.place)
        self.show()
        self.activateWindow()
        qtbot.waitUntil(self.isActiveWindow)
        self.field.setFocus()


@pytest.mark.parametrize(
    "go",
    [
        lambda board: board.field.hide(),
        lambda board: board.field.setEnabled(False),
        lambda board: board.inside.hide(),
        lambda board: board.inside.setEnabled(False),
        lambda board: board.inside.setParent(None),
    ],
)
def test_what_goes_gives_its_focus_to_no_button(qtbot, go):
    board = Board(qtbot)
    go(board)
    assert focus() is board.place


@pytest.mark.parametrize("way", ["setVisible", "setEnabled"])
def test_what_comes_back_has_its_focus_back_unless_the_person_goes_on_elsewhere(qtbot, way):
    board = Board(qtbot)
    for part in (board.field, board.inside):
        board.field.setFocus()
        getattr(part, way)(False)
        getattr(part, way)(True)
        assert focus() is board.field
        getattr(part, way)(False)
        press(Qt.Key.Key_Down)
        getattr(part, way)(True)
        assert focus() is board.place
        board.field.setFocus()
        getattr(part, way)(False)
        board.after.setFocus()
        getattr(part, way)(True)
        assert focus() is board.after


def test_tab_goes_on_as_ever(qtbot):
    board = Board(qtbot)
    press(Qt.Key.Key_Tab)
    assert focus() is board.after


def test_a_page_that_comes_gives_the_focus_to_none_of_its_buttons(qtbot):
    stack = PageStack()
    qtbot.addWidget(stack)
    pages = [QWidget(), QWidget()]
    buttons = [QPushButton("Delete everything", page) for page in pages]
    for page in pages:
        stack.addWidget(page)
    stack.show()
    stack.activateWindow()
    qtbot.waitUntil(stack.isActiveWindow)
    buttons[0].setFocus()
    stack.setCurrentWidget(pages[1])
    assert focus() is pages[1]


# ---- photos are added


def test_a_keyword_is_typed_while_photos_are_added(qtbot, window, fake):
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    window.preferences.set_flag(SEEN, False)
    window.dialogs.offer_tour()
    qtbot.waitUntil(lambda: bool(window.results.model.hits))
    press(Qt.Key.Key_K, CTRL)
    field, chosen = focus(), window.results.current_hit()
    assert field is window.evidence.marks.keywords.field and chosen is not None
    window.status.show_running(True)
    for at, letter in enumerate("lighthouse"):
        before = len(window.results.model.hits)
        QTest.keyClick(focus(), letter)
        fake.script.photos = fake.script.words_hits = before + 7
        window.status.show_progress(IndexProgress(done=at, total=90, searchable=at), 90)
        window.library.ask()
        qtbot.waitUntil(lambda before=before: len(window.results.model.hits) != before)
        assert focus() is field
    window.status.show_running(False)
    for changed in (window.results.selected, window.pages.switched):
        changed.emit()
    assert focus() is field and field.text() == "lighthouse"
    press(Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: any(isinstance(request, KeywordRequest) for request in fake.seen))
    (request,) = (request for request in fake.seen if isinstance(request, KeywordRequest))
    assert request.photos == (chosen.photo,) and request.add == ("lighthouse",)


def test_a_button_of_the_bottom_line_that_goes_leaves_the_keys_with_the_photos(active):
    for gone in (lambda: active.status.show_running(False), active.status.show_cancelling):
        active.status.show_running(True)
        active.status.cancel.setFocus()
        gone()
        assert focus() is active.results.view


def test_an_answer_about_duplicates_takes_no_keys(qtbot, active, fake):
    fake.collection.duplicates = ()
    active.actions_.duplicates.trigger()
    page = active.controls.duplicates.page
    press(Qt.Key.Key_F, CTRL)
    qtbot.waitUntil(lambda: page.message.title.text() == "No duplicates found")
    assert focus() is active.bar.edit


# ---- letters


def on_results(shape):
    return lambda window: window.results.bar.choose_shape(shape)


def side_by_side(window):
    window.pages.show_side_by_side()


def full_screen(window):
    window.pages.show_photo()
    window.actions_.full_screen.trigger()


PAGES = {
    **{shape: on_results(shape) for shape in ("grid", "list", "timeline")},
    "photo": lambda window: window.pages.show_photo(),
    "match": lambda window: window.pages.show_match(),
    "side by side": side_by_side,
    "frame": lambda window: window.pages.show_frame(),
    "duplicates": lambda window: window.actions_.duplicates.trigger(),
    "a button": lambda window: window.bar.open_button.setFocus(),
    "the folders": lambda window: window.panel.tree.setFocus(),
    "full screen": full_screen,
}


@pytest.mark.parametrize("page", PAGES)
def test_letters_are_typed_where_a_search_was_asked_for_and_all_of_them_arrive(qtbot, active, page):
    asked = active.search.query
    PAGES[page](active)
    shown = active.pages.currentWidget()
    qtbot.wait(30)
    for letter in "each" if page == "duplicates" else "beach":  # B keeps both photos of a pair
        QTest.keyClick(focus(), letter)
    assert active.search.query == asked and not active.bar.edit.text()
    assert active.pages.currentWidget() is shown
    press(Qt.Key.Key_F, CTRL) if page != "list" else press(Qt.Key.Key_Slash)
    for letter in "beach":
        QTest.keyClick(focus(), letter)
        qtbot.wait(20)
    assert active.bar.edit.text() == active.search.query.draft == "beach"
    qtbot.waitUntil(lambda: not active.search.busy)
    QTest.keyClick(focus(), "/")
    assert active.bar.edit.text() == "beach/" and focus() is active.bar.edit
    assert active.pages.on_results


def test_a_letter_of_the_duplicates_page_says_nothing_of_a_pair_while_words_are_typed(qtbot, active, fake):
    active.actions_.duplicates.trigger()
    session = active.controls.duplicates.session
    qtbot.waitUntil(lambda: session.current is not None)
    press(Qt.Key.Key_F, CTRL)
    QTest.keyClicks(focus(), "tnb")
    assert session.verdict is None
    assert active.bar.edit.text() == "tnb"


def test_the_key_sheet_names_both_keys_of_the_search_bar(active):
    keys = [shortcut.toString() for shortcut in active.actions_.focus_query.shortcuts()]
    assert keys == ["Ctrl+F", "/"]


# ---- ratings say themselves


def test_a_rating_says_itself_and_is_undone_where_it_is_said(qtbot, active, fake):
    notice = active.notice
    press(Qt.Key.Key_3)
    qtbot.waitUntil(lambda: notice.text.text() == "3 stars for “IMG_0001.jpg”.")
    assert focus() is active.results.view
    assert notice.isVisible() and notice.action.text() == "Undo"
    press(Qt.Key.Key_3)  # nothing is changed, and nothing more is to be undone
    QTest.mouseClick(notice.action, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: notice.text.text() == "Undone: rating of 1 photo.")
    qtbot.waitUntil(lambda: fake.collection.marks[PhotoId(1)].rating is None)
    assert notice.action.text() == "Redo" and focus() is active.results.view
    QTest.mouseClick(notice.action, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: fake.collection.marks[PhotoId(1)].rating == 3)
    press(Qt.Key.Key_0)
    qtbot.waitUntil(lambda: notice.text.text() == "No stars for “IMG_0001.jpg”.")
    active.controls.marks.add_keywords(["lighthouse"])
    qtbot.waitUntil(lambda: not notice.isVisible())  # it would undo the keyword


def test_a_rating_on_the_full_screen_says_itself(qtbot, active):
    full_screen(active)
    assert not active.bar.isVisible()
    press(Qt.Key.Key_4)
    qtbot.waitUntil(active.notice.isVisible)
    assert active.notice.text.text() == "4 stars for “IMG_0001.jpg”."


def test_a_double_click_on_a_star_rates_once_and_takes_no_keys(qtbot, active, fake):
    stars = active.evidence.marks.stars
    place = stars.rect().center()
    QTest.mouseClick(stars, Qt.MouseButton.LeftButton, pos=place)
    QTest.mouseDClick(stars, Qt.MouseButton.LeftButton, pos=place)
    assert stars.value() == 3
    assert focus() is active.results.view
