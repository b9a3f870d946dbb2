"""Changes of room by a query, with the catalog opened once: docs/design.md has the table."""

import pytest

from cbir.base.types import SearchOptions, Term
from tests.benchmarks.room_entries import count
from tests.cbir.stage_data import write_pictures
from tests.pictures import POSTERS

NAMES = ("coffee", "chelsea", "rocket", *POSTERS[:3])


OPTIONS = {"commit_after_photos": 3}  # two commits, and so two stores of features


def write_photos(folder):
    write_pictures(folder, NAMES)


def test_a_picture_query_passes_few_rooms_and_opens_the_catalog_once(library, pictures):
    counted = count(library, Term(path=pictures / "coffee.jpg"))
    assert counted.opened == 1
    assert counted.entries <= 60, counted.pairs


def test_a_text_query_passes_few_rooms_however_many_words_it_has(library):
    short, long = (count(library, Term(text=text)) for text in ("coffee", "a cup of coffee beside a rocket"))
    for counted in (short, long):
        assert counted.opened == 1
        assert counted.entries <= 45, counted.pairs


@pytest.mark.parametrize(
    "options",
    [
        SearchOptions(look_again=True),
        SearchOptions(listed="date"),
        SearchOptions(engine="metadata", sort="size"),
    ],
    ids=["more of the same", "a list", "names by size"],
)
def test_no_way_to_search_names_opens_the_catalog_a_second_time(library, options):
    assert count(library, Term(text="coffee"), options).opened == 1
