"""Letters that follow each other, in words and by chance."""

import math

import pytest

from cbir.ocr.letters import letter_likelihood


@pytest.mark.parametrize("text", ["CHINE JSHANSSOND", "Rathaus", "mountain lake"])
def test_words_are_likelier_than_letters_by_chance(text):
    likelihood, chance = letter_likelihood(text), letter_likelihood("LRINLU CHQU XQILU")
    assert likelihood is not None and chance is not None
    assert likelihood > -3 > chance


def test_letters_that_never_follow_each_other_are_unlikely_and_not_impossible():
    likelihood = letter_likelihood("qxqxqx")
    assert likelihood is not None and -9 < likelihood < -5 and math.isfinite(likelihood)


def test_a_text_without_latin_letters_has_no_likelihood():
    assert letter_likelihood("12 — 写真") is None
