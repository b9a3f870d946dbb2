"""A typed sentence -> the kinds of photos that it names."""

import pytest

from cbir.catalog import kinds_in, parse_query


@pytest.mark.parametrize(
    ("text", "phrase", "field"),
    [
        ("vertical photos", "vertical photos", "orientation:portrait"),
        ("Katze im Hochformat", "im Hochformat", "orientation:portrait"),
        ("foto verticali di Roma", "foto verticali", "orientation:portrait"),
        ("photos au format portrait", "format portrait", "orientation:portrait"),
        ("landscape orientation", "landscape orientation", "orientation:landscape"),
        ("Querformat", "Querformat", "orientation:landscape"),
        ("imágenes horizontales", "imágenes horizontales", "orientation:landscape"),
        ("square photos", "square photos", "orientation:square"),
        ("videos of the dog", "videos of", "format:video"),
        ("vidéos de Rome", "vidéos de", "format:video"),
        ("5 stars", "5 stars", "rating:5"),
        ("Bilder mit Blitz", "mit Blitz", "flash:yes"),
        ("dog without flash", "without flash", "flash:no"),
        ("iso 3200", "iso 3200", "iso:3200"),
        ("favourite photos", "favourite photos", "(flag:pick OR rating:5)"),
        ("preferiti", "preferiti", "(flag:pick OR rating:5)"),
        ("with more than 3 people", "with more than 3 people", "people:>3"),
        ("Gruppenfotos", "Gruppenfotos", "people:>=4"),
        ("gifs", "gifs", "format:gif"),
    ],
)
def test_a_sentence_names_a_kind(text, phrase, field):
    (kind,) = kinds_in(text)
    assert (text[kind.start : kind.end], kind.field) == (phrase, field)
    parse_query(field)  # raises for a value that the field cannot have


@pytest.mark.parametrize(
    "text", ["screenshots", "Bildschirmfoto", "captures d’écran", "schermate", "capturas de pantalla"]
)
def test_screenshots_have_their_names_in_five_languages(text):
    (kind,) = kinds_in(text)
    assert kind.end - kind.start == len(text)
    assert all(f"name:{name}" in kind.field for name in ("screenshot", "bildschirmfoto", "schermata"))


@pytest.mark.parametrize(
    "text",
    [
        "portrait of anna",
        "landscape photos",
        "town square photos",
        "3-star hotel",
        "flash gordon",
        "iso",
        "a photo",
    ],
)
def test_things_are_no_kinds(text):
    assert list(kinds_in(text)) == []
