"""The results and what is shown large over them: what a hit is compared with, and the way back."""

from dataclasses import replace

import pytest
from PySide6.QtCore import QItemSelectionModel, Qt
from PySide6.QtTest import QTest

from cbir.base.types import Term
from cbir_app.base.page import ViewerPage
from cbir_app.sessions import Part, part_of_file
from tests.app.handling import found


@pytest.fixture
def searched(qtbot, window, picture_file):
    """The hits of two pictures and a word between them."""
    window.search.set_query(
        replace(
            window.search.query,
            parts=(
                part_of_file(picture_file),
                Part(Term(text="sea"), "sea"),
                Part(Term(path=picture_file, region=(0, 0, 9, 9)), "a part"),
            ),
        )
    )
    found(qtbot, window)
    return window


def hits(window):
    assert window.search.result is not None
    return list(window.search.result.hits)


def of_terms(proof, *terms):
    return tuple(replace(proof, term=term) for term in terms)


def test_a_hit_is_compared_with_the_pictures_that_it_shows_and_else_with_the_first(
    searched,
):
    shown, *_, unproven = hits(searched)
    (proof,) = shown.evidence
    for evidence, expected in (
        (of_terms(proof, 2, 0), [0, 2]),
        (of_terms(proof, 2), [2]),
        (of_terms(proof, 0, 1, 3), [0]),  # a word, and a term that is no longer there
        ((), [0]),
    ):
        sides = searched.pages.sides(replace(shown, evidence=evidence))
        assert [side.term for side in sides] == expected
    assert not unproven.evidence
    (side,) = searched.pages.sides(unproven)
    assert (side.label, side.region, side.picture) == (
        searched.search.query.parts[0].label,
        None,
        searched.search.picture,
    )


def test_without_a_picture_there_is_nothing_to_compare_with(qtbot, window):
    window.search.type("boat")
    qtbot.waitUntil(lambda: window.search.result is not None and not window.search.busy)
    assert window.pages.sides(hits(window)[0]) == []


def test_a_picture_of_the_query_that_comes_late_is_shown_beside_its_hit(searched):
    searched.results.select(0)
    searched.pages.show_match()
    match = searched.pages.match
    source = searched.search.query.parts[0].source
    late = searched.search.pictures.pop(source)
    searched.pages.pictures_changed()
    assert match.side is not None
    assert match.side.picture is None
    searched.search.pictures[source] = late
    searched.search.picture_changed.emit(source, late)
    assert match.side is not None
    assert match.side.picture is late


def test_typed_words_go_with_a_photo_that_is_shown_large(searched):
    searched.results.select(1)
    searched.pages.show_photo()
    assert [term.text for term in searched.pages.photo.terms] == ["sea"]


def test_a_frame_on_a_photo_goes_back_to_it_and_one_on_the_query_to_the_results(qtbot, searched):
    pages = searched.pages
    searched.results.select(0)
    pages.show_photo()
    qtbot.waitUntil(lambda: pages.photo.picture is not None)
    pages.frame()
    assert pages.currentWidget() is pages.framing
    QTest.keyClick(pages.framing.canvas, Qt.Key.Key_Escape)
    assert pages.on_photo
    assert not pages.framing.canvas.scene().items(), "its picture is freed"
    pages.show_results()
    pages.frame()
    assert pages.currentWidget() is pages.framing
    QTest.keyClick(pages.framing.canvas, Qt.Key.Key_Escape)
    assert pages.on_results


def test_the_results_have_the_keys_when_a_viewer_closes(qtbot, searched):
    searched.activateWindow()
    qtbot.waitUntil(searched.isActiveWindow)
    searched.results.select(0)
    searched.pages.show_photo()
    qtbot.waitUntil(searched.pages.photo.canvas.hasFocus)
    searched.pages.show_results()
    assert searched.results.hits_view.hasFocus()
    assert searched.pages.photo.hit is None, "what it showed is freed"
    searched.bar.setFocus()
    searched.pages.focus_results()
    assert searched.results.hits_view.hasFocus()


def test_two_that_are_selected_stand_beside_each_other_and_no_third(searched):
    view = searched.results.hits_view
    searched.results.select(1)
    view.selectionModel().select(view.model().index(3, 0), QItemSelectionModel.SelectionFlag.Select)
    searched.pages.show_side_by_side()
    assert searched.pages.on_comparing
    assert [hit.photo for hit in searched.pages.comparing.hits] == [2, 4]


def test_a_viewer_of_another_room_is_taken_once_and_closes_to_the_results(window):
    viewer, told = ViewerPage(window.pages.photo.theme, "Another"), list[bool]()
    window.pages.switched.connect(lambda: told.append(window.pages.on_results))
    for _ in range(2):
        window.pages.open(viewer)
        assert window.pages.currentWidget() is viewer
        viewer.closed.emit()
        assert window.pages.on_results
    assert told == [False, True] * 2
