"""The library's page, alone: what its buttons call, which of them can be pressed, and what follows the library."""

from dataclasses import fields, replace
from pathlib import Path

import pytest
from PySide6.QtWidgets import QProgressBar, QPushButton

from cbir.base.types import OWN_PHOTOS, EngineCoverage, IndexReport, Skipped
from cbir.service import Failure, IndexAnswer, IndexRequest
from cbir_app.panels.library.library_dialog import LibraryDialog, LibraryWishes
from cbir_app.sessions import MaintenanceLog, ModelSession
from tests.app.by_hand import library_of
from tests.app.handling import button

INFO = replace(library_of(("/photos/One", True), ("/photos/Two", False)), codebook_name="default")
UNREAD = (Skipped(path=Path("/photos/x.jpg"), reason="It is broken."),)


@pytest.fixture
def asked():
    return []


@pytest.fixture
def page(
    qtbot,
    hand,
    library,
    preferences,
    theme,
    asked,
):
    wishes = LibraryWishes(
        **{
            field.name: lambda *told, name=field.name: asked.append(" ".join([name, *map(said, told)]))
            for field in fields(LibraryWishes)
        }
    )
    hand.ready.emit(INFO)
    made = LibraryDialog(
        library, ModelSession(hand, hand), MaintenanceLog(preferences, library), wishes, theme
    )
    qtbot.addWidget(made)
    made.show()
    return made


def said(told):
    return str(getattr(told, "path", told))


def rows(page):
    items = (page.tree.topLevelItem(at) for at in range(page.tree.topLevelItemCount()))
    return [[item.text(column) for column in range(3)] for item in items if item is not None]


def says(hand, info):
    hand.ready.emit(info)


def test_each_button_calls_for_what_it_says(page, hand, asked):
    says(hand, replace(INFO, skipped=UNREAD))
    for name in (
        "Add folder…",
        "Scan for changes",
        "Forget…",
        "Show the files that could not be read",
        "Try to read them again",
        "Learn from my photos…",
        "Check the library",
        "Back up the library",
        "Show",
    ):
        made = page.findChildren(QPushButton)
        named = [one for one in made if one.accessibleName() == name]
        (named or [one for one in made if one.text() == name])[0].click()
    assert asked == [
        "add",
        "update",
        "forget /photos/One",
        "show_skipped",
        "retry",
        "learn_words",
        "check",
        "back_up",
        "show_folder /library",
    ]


def test_what_cannot_be_done_now_cannot_be_pressed(page, hand, library):
    def enabled():
        made = (page.show_skipped, page.retry, page.update_button, page.forget)
        return [one.isEnabled() for one in made]

    assert enabled() == [False, False, True, True]
    says(hand, replace(INFO, skipped=UNREAD))
    assert enabled() == [True, True, True, True]
    library.add([Path("/photos/New")])
    assert enabled() == [True, False, False, True]
    hand.answer(IndexRequest, IndexAnswer(report=IndexReport(indexed=1, unchanged=0, removed=0)))
    assert enabled() == [True, True, True, True]
    library.add([Path("/photos/New")])
    hand.answer(IndexRequest, Failure(message="The disk is full."))
    assert enabled() == [True, True, True, True]
    says(hand, replace(INFO, roots=()))
    assert enabled() == [False, False, False, False]


def test_a_library_on_another_computer_says_why_nothing_can_be_done_with_it_here(page, hand):
    says(hand, replace(INFO, service="https://nas:8080", bytes=0, thumbnail_bytes=0, skipped=UNREAD))
    assert not any(one.isEnabled() for one in page.of_this_computer)
    assert button(page, "Check…") in page.of_this_computer
    assert len({one.toolTip() for one in page.of_this_computer}) == 1
    assert "nas:8080" in page.place.text()


def test_folders_keep_the_chosen_one_while_they_change_and_say_which_is_away(page, hand, asked):
    assert rows(page) == [["/photos/One", "50", ""], ["/photos/Two", "50", "not connected"]]
    page.tree.setCurrentItem(page.tree.topLevelItem(1))
    kept = page.tree.topLevelItem(1)
    says(hand, INFO)
    assert page.tree.topLevelItem(1) is kept, "nothing changed"
    says(hand, replace(INFO, roots=(INFO.roots[0], replace(INFO.roots[1], photos=60))))
    page.forget.click()
    assert asked == ["forget /photos/Two"]


@pytest.mark.parametrize(
    ("info", "unread", "words"),
    [
        (INFO, "Every file could be read.", "65,536, from the program"),
        (
            replace(INFO, skipped=UNREAD, codebook_name=OWN_PHOTOS, codebook_created="2026-11-23"),
            "1 file could not be read",
            "65,536, learned from your photos, ",
        ),
        (replace(INFO, codebook_name="holidays"), "Every file could be read.", "learned from “holidays”"),
    ],
)
def test_the_state_of_the_library_is_said(page, hand, info, unread, words):
    says(hand, info)
    assert page.skipped.text() == unread
    assert words in page.visual_words.text()


def bars(page):
    """One for each way to search."""
    widgets = (item.widget() for at in range(page.ways.count()) if (item := page.ways.itemAt(at)))
    return [widget for widget in widgets if isinstance(widget, QProgressBar)]


def models(page):
    """The buttons that lead to models."""
    widgets = (item.widget() for at in range(page.ways.count()) if (item := page.ways.itemAt(at)))
    return [widget for widget in widgets if isinstance(widget, QPushButton)]


def ready(page):
    assert {bar.maximum() for bar in bars(page)} == {100}
    return {bar.accessibleName(): bar.value() for bar in bars(page)}


def test_ways_to_search_show_how_much_is_ready_and_where_models_are(page, hand, asked):
    some = EngineCoverage(engine="match", photos=25, name="default")
    for _ in range(2):
        says(hand, replace(INFO, coverage=(some,)))
    assert ready(page) == {"By a picture": 25, "By content": 0, "By name and metadata": 100}
    models(page)[0].click()
    assert asked == ["models"]
    says(hand, replace(INFO, coverage=(some, EngineCoverage(engine="semantic", photos=50, name="small"))))
    assert ready(page)["By content"] == 50
    assert models(page) == []


def test_an_empty_library_has_bars_that_are_not_busy(page, hand):
    says(hand, replace(INFO, photos=0, roots=()))
    assert all(bar.maximum() > 0 for bar in bars(page))
