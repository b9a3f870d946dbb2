"""Recognised text, kept with its photo and found by words, parts of words and misread words."""

import sqlite3
from pathlib import Path

import pytest

from cbir.base.types import DocumentId, Filters, PhotoId, TextLine
from cbir.catalog import NewDocument, ToRead, parse_query, places_of, wanted_words
from cbir.catalog.written import WordsRead, prominence_in
from tests.cbir.catalog_rows import execute
from tests.new_catalog import new_catalog

READER = "reader-1"


def line(text, y=0.0, height=10.0):
    count = len(text.split())
    return TextLine(
        text=text,
        quad=((0, y), (100, y), (100, y + height), (0, y + height)),
        confidence=0.9,
        spans=tuple((at / count, (at + 1) / count) for at in range(count)),
    )


@pytest.fixture
def catalog(tmp_path):
    with new_catalog(tmp_path / "catalog.sqlite") as opened:
        with opened.transaction():
            root = opened.roots.add(Path("/photos"))
            opened.documents.add(
                [
                    NewDocument(
                        root=root.id, path=f"{at}.png", size=1, mtime_ns=1, fingerprint=f"f{at}", format="PNG",
                        width=10, height=10, document=DocumentId(at), store_row=0, pixels=f"p{at}" if at > 1 else "",
                    )
                    for at in range(1, 6)
                ],
                store="s", postings="p",
            )  # fmt: skip
        yield opened


def read(catalog, photo, *lines):
    (wanted,) = [one for one in catalog.written.to_read("any", limit=9) if one.photo == photo]
    with catalog.transaction():
        assert catalog.written.set(
            wanted, [line(text, 20.0 * at) for at, text in enumerate(lines)], reader=READER
        )


def found(catalog, text):
    return [one.photo for one in catalog.full_text.search([parse_query(text)], Filters(), top=9)]


def test_what_is_written_is_found_as_words_phrases_and_by_its_field(catalog):
    read(catalog, 2, "The BOURNE", "Identité")
    read(catalog, 3, "Bourne Street 12", "東京タワー")
    assert found(catalog, "bourne") == found(catalog, "written:bourne") == [2, 3]
    assert found(catalog, "written:identite") == [2]
    assert found(catalog, 'written:"bourne identite"') == [2], "a phrase goes on in the next line"
    assert found(catalog, "bourne -written:identité") == [3]
    assert found(catalog, "title:bourne") == []
    assert found(catalog, "written:タワー") == found(catalog, "東京") == [3]
    assert found(catalog, "written:京東") == []


def test_it_follows_its_photo_and_goes_with_the_picture(catalog):
    for photo in (1, 2, 3):
        read(catalog, photo, "passport")
    execute(catalog, "UPDATE photo SET path = 'moved.png', fingerprint = 'new' WHERE id = 2")
    execute(catalog, "UPDATE photo SET fingerprint = 'new' WHERE id = 1")
    execute(catalog, "UPDATE photo SET pixels = 'new' WHERE id = 3")
    assert found(catalog, "passport") == [2], "only its metadata changed"
    assert [one.photo for one in catalog.written.to_read(READER, limit=9)] == [5, 4, 3, 1]
    execute(catalog, "DELETE FROM document WHERE photo_id = 2")
    execute(catalog, "DELETE FROM photo WHERE id = 2")
    assert found(catalog, "passport") == []
    assert catalog.written.of(PhotoId(2)) is None


def test_a_photo_that_changed_while_it_was_read_keeps_nothing(catalog):
    stale = ToRead(photo=PhotoId(2), path=Path("/photos/2.png"), content="before")
    with catalog.transaction():
        assert not catalog.written.set(stale, [line("old")], reader=READER)
    assert catalog.written.of(PhotoId(2)) is None


def test_another_reader_reads_again_and_what_was_read_answers_meanwhile(catalog):
    read(catalog, 2, "receipt")
    read(catalog, 3)
    assert catalog.written.counts(READER) == (2, 1, 3)
    assert catalog.written.counts("reader-2") == (0, 0, 5)
    assert len(catalog.written.to_read("reader-2", limit=9)) == 5
    assert [one.photo for one in catalog.written.to_read("reader-2", limit=9, excluded=[5, 4])] == [3, 2, 1]
    assert found(catalog, "receipt") == [2]


@pytest.mark.parametrize(
    ("typed", "written"),
    [
        ("edition", "collector's eclition"),
        ("movie", "BEEMOVIE"),
        ("beemovie", "BEE MOVIE"),
        ("casino", "CASIN0 ROYALE"),
        ("identity", "IDENTlTY"),
        ("terminator", "TERMINATQR"),
    ],
)
def test_misread_words_are_found_loosely(catalog, typed, written):
    read(catalog, 2, written)
    read(catalog, 3, "something else entirely")
    assert [photo for photo, _ in catalog.written.search_loosely([typed], top=9)] == [2]


def test_two_words_that_were_read_as_one_are_found_and_outlined(catalog):
    read(catalog, 2, "CONAIR")
    read(catalog, 3, "prigcessUride")
    assert [photo for photo, _ in catalog.written.search_loosely(["con", "air"], top=9)] == [2]
    assert [photo for photo, _ in catalog.written.search_loosely(["princess", "bride"], top=9)] == [3]
    near = catalog.written.near(["con", "air"])
    assert near == {"con": {"conair": 0.85}, "air": {"conair": 0.85}}
    lines = catalog.written.of(PhotoId(2)) or ()
    assert [one.text for one in places_of(lines, ("con",), near["con"])] == ["CONAIR"]


def test_much_of_what_was_typed_is_enough_and_little_is_not(catalog):
    read(catalog, 2, "ACE VENTURA")
    read(catalog, 3, "pet food", "in the garden")
    read(catalog, 4, "in the the in")
    loose = catalog.written.search_loosely(["ace", "ventura", "in", "the", "jungle"], top=9)
    assert [photo for photo, _ in loose] == [2]
    assert 0.4 <= loose[0][1] < 1
    for text in ("zebra", "xyzzy plugh", "of", "", "é"):
        assert catalog.written.search_loosely(text.split(), top=9) == []


def test_places_are_those_of_the_words_that_were_typed():
    lines = [line("The Bourne Identity"), line("matt damon", 20)]
    (place,) = places_of(lines, wanted_words("bourn -damon camera:canon"))
    assert place.text == "Bourne"
    left, right = place.quad[0][0], place.quad[1][0]
    assert 28 < left < 33 and 67 < right < 72, "a little beyond the word, which is the middle third"
    assert [one.text for one in places_of(lines, (), near=["damon"])] == ["damon"]
    assert places_of((), ("a",)) == []


def test_of_many_words_that_may_be_meant_the_likest_are_taken_and_equal_ones_in_order(
    catalog,
):
    likely = [f"umbrella{at:02}" for at in range(30)]
    read(catalog, 2, *reversed(likely), "umbrellx")
    read(catalog, 3, "umbrella")
    assert list(catalog.written.near(["umbrella"])["umbrella"].items()) == [
        ("umbrella", 0.95),
        *((word, 0.85) for word in likely[:23]),
    ]


def test_two_signs_of_a_long_word_may_be_misread_and_one_of_a_short_one(catalog):
    read(catalog, 2, "xyevators xyzvators", "xyevator xyzvator", "xlevate xyevate")
    near = catalog.written.near(["elevators", "elevator", "elevate"])
    assert [list(those) for those in near.values()] == [["xyevators"], ["xyevator"], ["xlevate"]]


def test_a_word_that_many_photos_have_is_not_looked_for_misread(catalog, monkeypatch):
    for photo, word in ((2, "passport"), (3, "passport"), (4, "passporf")):
        read(catalog, photo, word)
    for many, near in ((3, {"passport": {"passport": 0.95, "passporf": 0.838}}), (2, {})):
        monkeypatch.setattr("cbir.catalog.written.MAX_ROWS", many)
        assert catalog.written.words_read(["passport"]).near == near


def test_a_word_is_found_as_it_begins_and_a_letter_alone(catalog):
    read(catalog, 2, "passport")
    read(catalog, 3, "plan p")
    found = catalog.written.words_read(["passp", "p"]).photos
    assert found == {"passp": {2: 1.0}, "p": {3: 1.0}}


def test_photos_of_one_thing_have_together_what_each_lacks():
    one, other, third = map(PhotoId, (1, 2, 3))
    read = WordsRead(
        information={"ace": 1.0, "ventura": 3.0},
        photos={"ace": {one: 1.0, other: 0.9}, "ventura": {other: 0.85}},
        near={},
    )
    assert read.shares() == pytest.approx({one: 1 / 4, other: (0.9 + 3 * 0.85) / 4})
    assert read.share_of([one, other]) == pytest.approx((1 + 3 * 0.85) / 4)
    assert read.share_of([third]) == read.share_of([]) == 0
    nothing = WordsRead(information={}, photos={}, near={})
    assert (nothing.shares(), nothing.share_of([one])) == ({}, 0)


def test_what_was_typed_stands_out_by_the_height_of_its_line_and_its_share_of_it():
    lines = [line("BEE MOVIE", height=40), line("from the makers of a bee", 60, height=10)]
    assert prominence_in(lines, ["bee movie"]) == 1
    assert prominence_in(lines, ["movie"]) == pytest.approx(5 / 8)
    assert prominence_in(lines, ["makers"]) == pytest.approx(10 / 40 * 6 / 19)
    assert prominence_in(lines, ["bee", "zebra"]) == pytest.approx(3 / 8 * 3 / 8), "a word by its letters"
    assert prominence_in([line("bee bee", height=0)], ["bee"]) == 0, "nothing has a height"
    assert prominence_in([], ["bee"]) == prominence_in(lines, []) == 0


def test_words_that_no_photo_has_any_more_are_forgotten(catalog):
    read(catalog, 2, "umbrella")
    read(catalog, 3, "elevator")
    execute(catalog, "UPDATE photo SET pixels = 'new' WHERE id = 2")
    catalog.shrink()
    assert catalog.written.near(["umbrela"]) == {"umbrela": {}}
    assert list(catalog.written.near(["elevatar"])["elevatar"]) == ["elevator"]
    execute(catalog, "INSERT INTO written_trigram (written_trigram) VALUES ('integrity-check')")


def test_ten_thousand_words_on_one_page_are_kept_and_found(catalog):
    words = [f"word{at}x" for at in range(10_000)]
    read(catalog, 2, *(" ".join(words[at : at + 10]) for at in range(0, 10_000, 10)))
    assert found(catalog, "word9999x") == [2]
    lines = catalog.written.of(PhotoId(2))
    assert lines is not None and len(lines) == 1000
    with pytest.raises(sqlite3.IntegrityError):
        execute(catalog, "INSERT INTO reading VALUES (99, '', '', '', '')", foreign_keys=True)
