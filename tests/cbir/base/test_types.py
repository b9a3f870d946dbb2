"""Values that types derive from their fields."""

import unicodedata

import numpy as np
import pytest

from cbir.base.types import (
    Album,
    Filters,
    Image,
    Metadata,
    SearchOptions,
    Term,
    TextLine,
    largest_words,
    natural_key,
)


def line(text, *, top=0.0, height=10.0, width=100.0, **more):
    quad = ((0.0, top), (width, top), (width, top + height), (0.0, top + height))
    return TextLine(text=text, confidence=1.0, quad=quad, **more)


def test_the_largest_words_are_those_of_the_highest_lines_in_the_order_of_reading():
    lines = [line("Grand OPENING", height=40), line("of the new", height=12), line("Opening Café", height=36)]
    assert largest_words(lines) == "grand opening café"
    assert largest_words(lines, most=1) == "grand"
    assert largest_words([line("9 - !", height=90), line("a sign", height=10)]) == "sign"
    assert largest_words([]) == ""


def test_lines_that_are_half_as_high_are_no_title():
    title = line("title", height=100)
    assert largest_words([title, line("second", height=100)]) == "title second"
    assert largest_words([title, line("second", height=40)]) == "title"


def test_a_word_has_its_share_of_the_line_with_a_margin_and_else_all_of_it():
    known = line("two words", spans=((0.0, 0.4), (0.6, 1.0)))
    (left, top), (right, _), _, (_, bottom) = known.place_of(1)
    assert 40.0 < left < 60.0
    assert (top, right, bottom) == (0.0, 100.0, 10.0)
    (left, _), (right, _), _, _ = known.place_of(0)
    assert left == 0.0
    assert 40.0 < right < 60.0
    for word in (-1, 2):
        assert known.place_of(word) == known.quad


def test_a_word_of_a_line_that_climbs_climbs_with_it():
    quad = ((0.0, 100.0), (100.0, 0.0), (107.0, 7.0), (7.0, 107.0))
    climbing = TextLine(text="up up", confidence=1.0, quad=quad, spans=((0.0, 0.5), (0.5, 1.0)))
    for x, y in climbing.place_of(0)[:2]:
        assert x + y == pytest.approx(100.0)
    for x, y in climbing.place_of(1)[2:]:
        assert x + y == pytest.approx(114.0)


@pytest.mark.parametrize(
    ("make", "model", "camera"),
    [
        ("Canon", "Canon EOS R5", "Canon EOS R5"),
        ("NIKON CORPORATION", "Nikon D750", "Nikon D750"),
        ("FUJIFILM", "X-T4", "FUJIFILM X-T4"),
        ("Apple", None, "Apple"),
        (None, "Scanner", "Scanner"),
        (None, None, ""),
    ],
)
def test_a_camera_is_called_by_its_make_once(make, model, camera):
    assert Metadata(make=make, model=model).camera == camera


def test_the_scale_is_along_the_longer_side():
    assert Image(pixels=np.zeros((30, 20, 3), np.uint8), full_size=(40, 60)).scale == 0.5
    assert Image(pixels=np.zeros((20, 30, 3), np.uint8), full_size=(30, 20)).scale == 1.0


def test_an_album_searches_where_it_asks_for_anything():
    by_hand = Album(name="best", terms=())
    assert (by_hand.searches, by_hand.has_picture) == (False, False)
    assert Album(name="good", terms=(), filters=Filters(min_rating=3)).searches
    typed, pictured = Term(text="sea"), Term(photo=None, data=b"x")
    assert (Album(name="sea", terms=(typed,)).searches, Album(name="sea", terms=(typed,)).has_picture) == (
        True,
        False,
    )
    assert Album(name="sea", terms=(typed, pictured)).has_picture


def test_numbers_in_names_count_as_numbers():
    names = ["IMG_10.jpg", "img_2.jpg", "a10b2", "a10b10", "9", "10", "b"]
    assert sorted(names, key=natural_key) == ["9", "10", "a10b2", "a10b10", "b", "img_2.jpg", "IMG_10.jpg"]


def test_marks_of_letters_change_no_order():
    names = [
        "Zebra",
        "Ärger",
        "arm",
        unicodedata.normalize("NFD", "Äpfel"),
        "Île 10",
        "ile 9",
        "Straße",
        "strasse 2",
    ]
    ordered = ["Äpfel", "Ärger", "arm", "ile 9", "Île 10", "Straße", "strasse 2", "Zebra"]
    assert [unicodedata.normalize("NFC", name) for name in sorted(names, key=natural_key)] == ordered
    assert natural_key("바다") == natural_key(unicodedata.normalize("NFD", "바다"))


def test_a_search_without_options_lists_what_is_newest_first():
    assert not SearchOptions(listed="date").backwards
