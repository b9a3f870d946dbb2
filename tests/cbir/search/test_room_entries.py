"""Changes of room by a query, with the catalog opened once: docs/design.md has the table."""

import pytest

from cbir.base.types import SearchOptions, Term
from tests.benchmarks.room_entries import TYPED, count, running_library


@pytest.fixture(scope="module")
def covers(tmp_path_factory):
    """The library of the table, and the picture that is searched for."""
    with running_library(tmp_path_factory.mktemp("covers")) as library_and_picture:
        yield library_and_picture


def test_a_picture_query_passes_few_rooms_and_opens_the_catalog_once(covers):
    library, picture = covers
    counted = count(library, Term(path=picture))
    assert counted.opened == 1
    assert counted.entries <= 60, counted.pairs


@pytest.mark.parametrize(
    "text",
    ["coffee", TYPED, "a cup of coffee beside a rocket, shot with my Canon EOS near Lisbon in July 2019"],
)
def test_a_text_query_passes_few_rooms_however_many_words_it_has(covers, text):
    library, _ = covers
    counted = count(library, Term(text=text))
    assert counted.opened == 1
    assert counted.entries <= 45, counted.pairs


def test_the_words_of_five_languages_are_asked_for_at_once(covers):
    library, _ = covers
    assert count(library, Term(text=TYPED)).statements <= 33


@pytest.mark.parametrize(
    "options",
    [
        SearchOptions(look_again=True),
        SearchOptions(listed="date"),
        SearchOptions(engine="metadata", sort="size"),
    ],
    ids=["more of the same", "a list", "names by size"],
)
def test_no_way_to_search_names_opens_the_catalog_a_second_time(covers, options):
    library, _ = covers
    assert count(library, Term(text="coffee"), options).opened == 1
