"""The glossary in docs/words.md holds: no sentence of the window says a word that it retired, in any language."""

import re
from pathlib import Path

import pytest

from tests.app.base.test_translations import ALL, ENGLISH, TRANSLATED

WORDS = (Path(__file__).resolve().parents[3] / "docs" / "words.md").read_text(encoding="utf-8")


def rows(heading):
    """The rows of the first table below a heading, cell by cell, without its head."""
    table = WORDS.split(heading, 1)[1].split("\n\n")
    lines = next(part for part in table if part.lstrip().startswith("|")).strip().splitlines()
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]


RETIRED = [word for row in rows("# Words") for word in row[0].split(", ")]


def retired(sentence):
    """The retired words that a sentence says; a letter to press is no part of a word."""
    plain = sentence.replace("&", "")
    return [word for word in RETIRED if re.search(rf"\b{re.escape(word)}\b", plain, re.IGNORECASE)]


def test_no_sentence_of_the_window_says_a_retired_word():
    from tests.app.translations import engine_texts

    said = {one.source for value in ALL.values() for one in value} | set(engine_texts())
    said |= {form for one in ENGLISH for form in one.forms}
    queries = {text for text in engine_texts() if "query" in text.lower()}  # a service's clients send queries
    assert {text: found for text in said - queries if (found := retired(text))} == {}


def test_a_retired_word_is_noticed():
    assert retired("Leave out photos o&f this") == ["Leave out photos of this"]
    assert retired("Change of the query.") == ["the query", "of the query"]
    assert retired("Query") == [], "part of a longer phrase is no phrase"


@pytest.mark.parametrize(("at", "code"), [(1, "de"), (2, "fr"), (3, "it")])
def test_each_language_says_trash_and_keyword_by_its_glossary(at, code):
    glossary = {row[0]: row[at] for row in rows("## In other languages")}
    said = {one.source: one.forms[0] for one in TRANSLATED[code]}
    for english, source in (("trash", "trash"), ("keyword", "Keyword"), ("folder, file", "Folder")):
        assert said[source].lower() in glossary[english].lower().split(", "), source
