"""Words and their stems."""

import tracemalloc
import unicodedata

from cbir.base.stems import stems_of, stems_of_text


def test_words_of_four_languages_have_stems():
    assert "boat" in stems_of("Boats")
    assert "strand" in stems_of("Strände")
    assert stems_of("2019") == stems_of("IMG_10") == ()
    assert stems_of_text("boats, BOATS; harbours").split() == ["boat", "harbour"]


def test_a_combining_mark_splits_no_word():
    apart = unicodedata.normalize("NFD", "Strände")
    assert apart != "Strände" and stems_of_text(apart) == stems_of_text("Strände") != ""


def test_a_word_that_nobody_writes_has_no_stems_and_is_not_kept():
    longest = "Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetze"
    assert stems_of(longest)
    tracemalloc.start()
    try:
        assert stems_of_text("boats " + "waterings" * 500_000) == "boat"
        assert tracemalloc.get_traced_memory()[0] < 1 << 20
    finally:
        tracemalloc.stop()
