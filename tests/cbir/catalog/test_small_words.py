"""A typed sentence -> the words that count."""

import pytest

from cbir.catalog import take_apart
from cbir.catalog.query import words_in
from cbir.catalog.small_words import language_of


def counted(text):
    return [word.text for word in words_in(text)]


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("tram in lisbon", ["tram", "lisbon"]),
        ("the birthday cake of grandma", ["birthday", "cake", "grandma"]),
        ("photos of porto in 2019", ["porto", "2019"]),
        ("show me pictures taken in venice", ["venice"]),
        ("grandma\u2019s cake", ["grandma", "cake"]),
        ("Die Straßenbahn in Lissabon", ["Straßenbahn", "Lissabon"]),
        ("Bilder von Oma mit Kuchen", ["Oma", "Kuchen"]),
        ("l'église de Paris", ["église", "Paris"]),
        ("il tram a Lisbona", ["tram", "Lisbona"]),
        ("fotos de los caballos en la nieve", ["caballos", "nieve"]),
        ("zeig mir die Boote", ["Boote"]),
        ("montre-moi les bateaux", ["bateaux"]),
        ("all my photos from oslo", ["oslo"]),
        ("(tram in lisbon) OR the boat", ["tram", "lisbon", "boat"]),
    ],
)
def test_small_words_are_not_looked_up(typed, words):
    assert counted(typed) == words


@pytest.mark.parametrize(
    "typed",
    ["die hard", "the who", "war", "in the", "photos", "photo booth", "vitamin e", "los angeles", "l tram"],
)
def test_words_count_that_may_be_names_or_are_all_there_is(typed):
    assert counted(typed) == typed.split()


def test_small_words_count_in_quotation_marks_and_with_a_sign():
    assert counted('"the" cat') == ["the", "cat"]
    assert counted('name:the "cat"') == ["the", "cat"]
    assert take_apart("cat -the").conditions, "an excluded small word excludes"
    assert counted("NOT the cat") == [], "the sign belongs to the word that counts"
    assert counted("the camera:fuji") == ["the"]


def test_a_description_keeps_its_small_words():
    described = take_apart("the tram in lisbon -bus").described
    assert [node.text for node in described[:-1]] == ["the", "tram", "in", "lisbon"]


@pytest.mark.parametrize(
    ("typed", "language"),
    [
        ("the cat on the roof", "en"),
        ("die Katze auf dem Dach", "de"),
        ("le chat sur le toit", "fr"),
        ("il gatto sul tetto", "it"),
        ("el gato en el tejado", "es"),
    ],
)
def test_small_words_show_the_language(typed, language):
    assert language_of(typed.split()) == {language}
