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


def test_cjk_characters_are_separate_words_and_no_phrase_spans_two_runs():
    assert stems_of_text("海辺の猫 2019 猫、犬 boats") == "boat ʘ 海 辺 の 猫 ʘ 猫 ʘ 犬"
    assert stems_of_text(unicodedata.normalize("NFD", "ガラス 바다")) == "ガ ラ ス ʘ 바 다"
    assert stems_of_text("IMG_10") == ""
