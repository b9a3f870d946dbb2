"""Dates and places in typed sentences: fields that limit the hits, and never hide everything."""

from pathlib import Path

import pytest

from cbir.base.errors import QueryUnusable
from cbir.base.types import Filters, Metadata, Term
from cbir.catalog import parse_query
from cbir.search.query import understand
from tests.cbir.catalog.test_full_text import Photo, add, names
from tests.new_catalog import new_catalog


@pytest.fixture(name="catalog", scope="module")
def _catalog(tmp_path_factory):
    photos = (
        Photo(
            path="boat.jpg", metadata=Metadata(taken_at="2019-07-14T12:00:00", latitude=38.7, longitude=-9.1)
        ),
        Photo(path="tram.jpg", metadata=Metadata(taken_at="2020-01-02T12:00:00")),
    )
    with new_catalog(tmp_path_factory.mktemp("c") / "catalog.sqlite") as opened:
        with opened.transaction():
            root = opened.roots.add(Path("/photos"))
        add(opened, root, photos)
        yield opened


def read(catalog, text, *, names_alone=True):
    understood = understand([Term(text=text)], catalog, names_alone=names_alone)
    return understood.terms[0].text, understood.facts, len(understood.notes)


@pytest.mark.parametrize(
    ("typed", "text", "facts"),
    [
        ("boats in July 2019", "boats taken:2019-07-01..2019-07-31", ("in July 2019",)),
        ("boats near Lisbon", '"boats" (near:"Lisbon" OR "Lisbon")', ("near Lisbon",)),
        ("in 2019", "taken:2019-01-01..2019-12-31", ("in 2019",)),
    ],
)
def test_a_fact_becomes_a_field(catalog, typed, text, facts):
    assert read(catalog, typed) == (text.replace('"boats"', "boats"), facts, 0)


@pytest.mark.parametrize(
    ("typed", "text"),
    [("boats in July 2003", "boats"), ("boats near Oslo", "boats"), ("tram in July 2018", "tram")],
)
def test_a_fact_that_leaves_nothing_is_left_out_with_a_note(catalog, typed, text):
    assert read(catalog, typed) == (text, (), 1)


@pytest.mark.parametrize(
    ("typed", "text", "label"),
    [
        ("tram in March 2020", "tram taken:2020", "2020"),
        ("tram on 5 January 2020", "tram taken:2020-01", "2020-01"),
        ("boats in Lisbon in May 2019", 'boats (near:"Lisbon" OR "Lisbon") taken:2019', "2019"),
    ],
)
def test_a_date_without_photos_is_widened_to_its_month_and_its_year(catalog, typed, text, label):
    understood = understand([Term(text=typed)], catalog, names_alone=True)
    assert understood.terms[0].text == text
    assert [note.values[-1] for note in understood.notes] == [label]


def test_a_town_without_photos_is_left_out_beside_a_model_too(catalog):
    assert read(catalog, "boats near Oslo", names_alone=False) == ("boats", (), 1)


def test_a_month_is_a_fact(catalog):
    assert read(catalog, "boats from July") == ("boats month:7", ("from July",), 0)


def test_beside_a_model_a_fact_stays_that_some_photo_has(catalog):
    assert read(catalog, "tram in July 2019", names_alone=False)[1] == ("in July 2019",)


@pytest.mark.parametrize(
    "typed", ['"in 2019"', "after:2019", "taken:2019-07", "near the sea", "near:Lisbon", "boats", "in 2003"]
)
def test_other_text_stays_as_it_is(catalog, typed):
    assert read(catalog, typed) == (typed, (), 0)


@pytest.fixture(name="named", scope="module")
def _named(tmp_path_factory):
    photos = (
        Photo(path="a.jpg", metadata=Metadata(make="Canon", model="Canon EOS 5D", people=("Anna Lee",))),
        Photo(path="b.png", metadata=Metadata(make="Apple", model="iPhone 12"), format="PNG"),
        Photo(path="boat.jpg", metadata=Metadata(caption="A boat with Tom")),
    )
    with new_catalog(tmp_path_factory.mktemp("n") / "catalog.sqlite") as opened:
        with opened.transaction():
            root = opened.roots.add(Path("/photos"))
        add(opened, root, photos)
        yield opened


@pytest.mark.parametrize(
    ("typed", "text", "facts"),
    [
        ("boats with my Canon", 'boats camera:"Canon"', ("with my Canon",)),
        ("boats shot on iPhone 12", 'boats camera:"iPhone 12"', ("shot on iPhone 12",)),
        ("Boote mit der Canon", 'Boote camera:"Canon"', ("mit der Canon",)),
        ("EOS 5D boats", 'camera:"EOS 5D" boats', ("EOS 5D",)),
        ("boats with Anna", 'boats (person:"Anna" OR "Anna")', ("with Anna",)),
        ("Anna Lee on a boat", '(person:"Anna Lee" OR "Anna Lee") on a boat', ("Anna Lee",)),
        ("png boats", "format:png boats", ("png",)),
        ("boats as png files", "boats format:png", ("as png files",)),
        ("pie with apple", "pie with apple", ()),
        ("raw fish", "raw fish", ()),
        ("boats with Tom", "boats with Tom", ()),
        ('"with my Canon" boats', '"with my Canon" boats', ()),
        ("boat 12", "boat 12", ()),
    ],
)
def test_cameras_people_and_formats_are_facts_where_the_library_has_them(named, typed, text, facts):
    found, phrases, _ = read(named, typed, names_alone=False)
    assert (found, phrases) == (text, facts)


@pytest.mark.parametrize(
    ("typed", "text"),
    [
        ("boats in Lissabon", 'boats (near:"Lissabon" OR "Lissabon")'),
        ("boats lisbon", 'boats (near:"lisbon" OR "lisbon")'),
        ("boats in Oslo", "boats in Oslo"),
        ("all of 2019", "taken:2019-01-01..2019-12-31"),
    ],
)
def test_a_town_in_any_language_is_a_place_where_photos_were_taken(catalog, typed, text):
    assert read(catalog, typed)[0] == text


@pytest.fixture(name="placed", scope="module")
def _placed(tmp_path_factory):
    """Oslo, Munich and Paris by their positions; Rome by its texts; and a caption with an adjective."""
    photos = (
        Photo(path="boat.jpg", metadata=Metadata(latitude=59.9, longitude=10.75)),
        Photo(path="castle.jpg", metadata=Metadata(latitude=48.14, longitude=11.58)),
        Photo(path="cat.jpg", metadata=Metadata(latitude=48.86, longitude=2.35)),
        Photo(path="horse.jpg", metadata=Metadata(places=("Roma", "Italia"))),
        Photo(path="pot.jpg", metadata=Metadata(caption="French fries")),
    )
    with new_catalog(tmp_path_factory.mktemp("p") / "catalog.sqlite") as opened:
        with opened.transaction():
            root = opened.roots.add(Path("/photos"))
        add(opened, root, photos)
        yield opened


@pytest.mark.parametrize(
    ("typed", "text", "facts"),
    [
        ("boats in norway", 'boats country:"Norway"', ("in norway",)),
        ("Boote in Skandinavien", 'Boote country:"Scandinavia"', ("in Skandinavien",)),
        ("châteaux en Bavière", 'châteaux country:"Bavaria"', ("en Bavière",)),
        ("italian horse", 'country:"Italy" horse', ("italian",)),
        ("french cats", 'country:"France" cats', ("french",)),
        ("french fries", "french fries", ()),
        (
            "castle, germany or norway",
            'castle, (country:"Germany" OR country:"Norway")',
            ("germany or norway",),
        ),
        ("castle without Germany", 'castle without country:"Germany"', ("Germany",)),
        ("take us home", "take us home", ()),
        ("new england cat", "new england cat", ()),
        ("turkey cat", "turkey cat", ()),
    ],
)
def test_a_country_or_region_is_a_place_in_any_language(placed, typed, text, facts):
    assert read(placed, typed)[:2] == (text, facts)


def test_a_model_reads_adjectives(placed):
    assert read(placed, "italian horse", names_alone=False)[0] == "italian horse"


def test_a_country_without_photos_is_left_out_with_a_note(placed):
    assert read(placed, "cat in Japan") == ("cat", (), 1)


def test_places_are_words_for_those_who_must_not_learn_positions(placed):
    terms = [Term(text="boat near Oslo"), Term(text="boat in norway")]
    assert understand(terms, placed, names_alone=True, positions=False).terms == tuple(terms)


@pytest.mark.parametrize(
    ("query", "photos"),
    [
        ("country:Norway", {"boat.jpg"}),
        ("country:Baviera", {"castle.jpg"}),
        ("region:Europe", {"boat.jpg", "castle.jpg", "cat.jpg"}),
        ("country:Italien", {"horse.jpg"}),
        ("-country:Norway", {"castle.jpg", "cat.jpg", "horse.jpg", "pot.jpg"}),
    ],
)
def test_a_photo_is_in_a_country_by_its_position_or_its_texts(placed, query, photos):
    assert set(names(placed, query)) == photos


def test_an_unknown_country_is_refused_with_an_example(placed):
    with pytest.raises(QueryUnusable, match="country:Norway"):
        names(placed, "country:Atlantis")


@pytest.mark.parametrize(
    ("typed", "text", "phrases"),
    [
        ("png cat in Paris", 'cat (near:"Paris" OR "Paris")', ["png"]),
        ("png cat in Paris in 2011", 'cat (near:"Paris" OR "Paris")', ["in 2011", "png"]),
    ],
)
def test_the_fact_that_leaves_nothing_goes_and_the_others_stay(placed_and_drawn, typed, text, phrases):
    understood = understand([Term(text=typed)], placed_and_drawn, names_alone=True)
    assert understood.terms[0].text == text
    assert sorted(str(note.values[0]) for note in understood.notes) == phrases


@pytest.fixture(name="placed_and_drawn", scope="module")
def _placed_and_drawn(tmp_path_factory):
    photos = (
        Photo(
            path="cat.jpg", metadata=Metadata(taken_at="2012-05-05T12:00:00", latitude=48.86, longitude=2.35)
        ),
        Photo(path="plan.png", format="PNG", metadata=Metadata(latitude=59.9, longitude=10.75)),
    )
    with new_catalog(tmp_path_factory.mktemp("d") / "catalog.sqlite") as opened:
        with opened.transaction():
            root = opened.roots.add(Path("/photos"))
        add(opened, root, photos)
        yield opened


@pytest.fixture(scope="module")
def kinds(tmp_path_factory):
    photos = (
        Photo(path="dog.jpg", size=(3000, 4000)),
        Photo(path="Screenshot 1.png", format="PNG"),
        Photo(path="dog film.mp4/1000", format="Video"),
    )
    with new_catalog(tmp_path_factory.mktemp("kinds") / "catalog.sqlite") as opened:
        with opened.transaction():
            root = opened.roots.add(Path("/photos"))
        add(opened, root, photos)
        yield opened


@pytest.mark.parametrize(
    ("typed", "text", "facts"),
    [
        ("vertical photos", "orientation:portrait", ("vertical photos",)),
        ("dog im Hochformat", "dog orientation:portrait", ("im Hochformat",)),
        ("videos of the dog", "format:video the dog", ("videos of",)),
        ("gifs", "gifs", ()),
        ("5 stars", "5 stars", ()),
    ],
)
def test_a_kind_of_photos_becomes_a_field_if_a_photo_is_of_it(kinds, typed, text, facts):
    assert read(kinds, typed) == (text, facts, 0)


def test_screenshots_are_those_by_their_names(kinds):
    text, facts, _ = read(kinds, "capturas de pantalla")
    found = kinds.full_text.search([parse_query(text)], Filters(), top=9)
    assert facts == ("capturas de pantalla",)
    assert [match.photo for match in found] == [2]
