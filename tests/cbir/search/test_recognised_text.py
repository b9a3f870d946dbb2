"""Typed words lead to all photos of what they are written on, though one photo alone was read; and to nothing else."""

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from cbir.base.errors import Cancelled
from cbir.base.layout import Layout
from cbir.base.types import Album, Filters, Listing, SearchOptions, Term, TextLine
from cbir.cli import main
from cbir.evaluation import tilted
from cbir.library import Library
from cbir.search.query import Query
from cbir.search.results import Verdict
from cbir.search.stages.comparing import verify_photos
from cbir.state import exclusive_write
from tests.cbir.stage_data import small_options
from tests.pictures import photo, write_jpeg

WORDS = SearchOptions(engine="metadata", top=50)
AGAIN = replace(WORDS, look_again=True)
ON_HELMET = (250.0, 150.0)  # of the astronaut, 512 x 512
ON_MUG = (800.0, 200.0)  # of the coffee that lies beside


def at(text, middle, height=20.0):
    x, y = middle
    half = height * len(text) / 4
    quad = (
        (x - half, y - height / 2),
        (x + half, y - height / 2),
        (x + half, y + height / 2),
        (x - half, y + height / 2),
    )
    return TextLine(text=text, quad=quad, confidence=0.9)


def beside(left, right):
    height = max(left.shape[0], right.shape[0])
    padded = [np.pad(each, ((0, height - each.shape[0]), (0, 0), (0, 0))) for each in (left, right)]
    return np.ascontiguousarray(np.hstack(padded))


def read(library, lines):
    """As if a reader had read this in photos, by their names, and nothing in the others."""
    with exclusive_write(Layout(library.folder)) as catalog, catalog.transaction():
        catalog.written.forget()
        for wanted in catalog.written.to_read("test", limit=100):
            catalog.written.set(wanted, lines.get(wanted.path.stem, ()), reader="test")


def found(library, text, options=AGAIN):
    return {hit.path.stem: hit for hit in library.search([Term(text=text)], options).hits}


@pytest.fixture(name="indexed", scope="module")
def _indexed(tmp_path_factory, _session_workers, tiny_codebook_file):
    """A poster, the same from the side, beside a mug, and the mug alone."""
    folder = tmp_path_factory.mktemp("written")
    astronaut, mug = photo("astronaut"), photo("coffee")
    aside = tilted(astronaut, tilt_deg=40, axis_deg=80, roll_deg=5).pixels
    pictures = {"poster": astronaut, "aside": aside, "both": beside(astronaut, mug), "mug": mug}
    for name, pixels in {**pictures, "cat": photo("chelsea")}.items():
        write_jpeg(folder / "photos" / f"{name}.jpg", np.ascontiguousarray(pixels))
    with Library.open(
        folder / "library", create=True, options=small_options(), pool=_session_workers
    ) as library:
        library.models.use_codebook(tiny_codebook_file)
        library.index([folder / "photos"])
        yield library


@pytest.fixture(name="library")
def _library(indexed):
    """The poster alone was read."""
    read(indexed, {"poster": (at("APOLLO MISSION", ON_HELMET),)})
    return indexed


def test_photos_of_what_the_words_are_written_on_are_found(library):
    assert set(found(library, "apollo mission", WORDS)) == {"poster"}
    hits = found(library, "apollo mission")
    assert (next(iter(hits)), set(hits)) == ("poster", {"poster", "aside", "both"})
    assert all(hit.strong and not hit.verified for hit in hits.values())
    assert not hits["poster"].evidence
    (evidence,) = hits["aside"].evidence
    assert (evidence.proof, evidence.found_by) == ("via", "written")
    assert evidence.via is not None
    assert evidence.via.photo == hits["poster"].photo
    scores = [hit.score for hit in hits.values()]
    assert scores == sorted(scores, reverse=True)


def test_its_evidence_lies_between_the_two_photos(library):
    (evidence,) = found(library, "apollo")["aside"].evidence
    onto = tilted(photo("astronaut"), tilt_deg=40, axis_deg=80, roll_deg=5).homography
    landed = np.column_stack([evidence.query_xy, np.ones(len(evidence.query_xy))]) @ onto.T
    assert np.median(np.linalg.norm(landed[:, :2] / landed[:, 2:] - evidence.photo_xy, axis=1)) < 6


def test_a_photo_that_shows_what_lies_beside_the_words_is_not(library):
    read(library, {"both": (at("APOLLO", ON_HELMET),)})
    assert set(found(library, "apollo")) == {"both", "poster", "aside"}
    read(library, {"both": (at("ESPRESSO", ON_MUG),)})
    assert set(found(library, "espresso")) == {"both", "mug"}


def test_photos_that_were_each_read_in_part_have_all_the_words_together(library):
    read(library, {"poster": (at("APOLLO", ON_HELMET),), "both": (at("MISSION", ON_HELMET),)})
    first = found(library, "apollo mission", WORDS)
    assert {name: hit.strong for name, hit in first.items()} == {"poster": False, "both": False}
    hits = found(library, "apollo mission")
    assert {name: hit.strong for name, hit in hits.items()} == dict.fromkeys(
        ("poster", "both", "aside"), True
    )
    assert not any(hit.strong for hit in found(library, "apollo landing").values())


def test_words_in_no_photo_and_names_lead_nowhere(library):
    assert found(library, "zeppelin") == {}
    assert set(found(library, "cat")) == {"cat"}
    assert set(found(library, "poster")) == {"poster"}
    assert set(found(library, '"mission apollo"')) == set()
    assert set(found(library, '"apollo mission"')) == {"poster", "aside", "both"}


def test_photos_that_have_the_words_as_keywords_are_not_looked_with(library):
    """There may be more of them than are looked with, and better ones."""
    folder = library.info().roots[0].path
    tagged = library.find_photos([folder / f"{name}.jpg" for name in ("cat", "mug", "both")])
    library.marks.set_keywords(tagged, add=["apollo"])
    try:
        assert list(found(library, "apollo", WORDS))[3:] == ["poster"]
        assert set(found(library, "apollo")) == {"cat", "mug", "both", "poster", "aside"}
    finally:
        library.marks.set_keywords(tagged, remove=["apollo"])


def test_a_misread_word_leads_to_nothing_sure(library):
    hits = found(library, "apolla")
    assert hits
    assert not any(hit.strong for hit in hits.values())


def test_beside_another_engine_what_is_unsure_leads_nowhere(library, monkeypatch):
    assert set(found(library, "apolla")) == {"poster", "aside", "both"}
    monkeypatch.setattr(Query, "is_for_catalog_alone", property(lambda _query: False))
    assert set(found(library, "apolla")) == {"poster"}
    assert set(found(library, "apollo")) == {"poster", "aside", "both"}


def test_what_filters_and_fields_leave_out_stays_out(library):
    assert set(found(library, "apollo -name:aside")) == {"poster", "both"}
    wide = replace(AGAIN, filters=Filters(orientation="landscape"))
    assert found(library, "apollo", wide) == {}, "the one that was read is square"


def test_it_is_told_as_a_stage_of_its_own_and_can_be_cancelled(library):
    told = []
    result = library.search([Term(text="apollo")], AGAIN, on_partial=told.append)
    assert {one.looking for one in told} == {"written"}
    assert [hit.path.stem for hit in told[0].hits] == ["poster"], "what was there before comes first"
    assert (result.looking, result.total, len(result.hits)) == (None, 3, 3)
    assert result.took_ms.verify > 0
    told.clear()
    with pytest.raises(Cancelled):
        library.search([Term(text="apollo")], AGAIN, on_partial=told.append, cancelled=lambda: bool(told))


def test_all_photos_as_columns_have_them_where_they_belong(library):
    told = []
    options = replace(AGAIN, listed="name")
    result = library.search([Term(text="apollo")], options, on_partial=told.append)
    assert isinstance(result.hits, Listing)
    assert [hit.path.stem for hit in result.hits] == ["aside", "both", "poster"]
    assert [bool(hit.evidence) for hit in result.hits] == [True, True, False]
    assert (result.total, [one.looking for one in told]) == (3, ["written"])
    by_score = library.search([Term(text="apollo")], replace(options, listed="score")).hits
    assert next(iter(by_score)).path.stem == "poster"


def test_an_album_counts_them_too(library):
    library.albums.keep([Album(id="a", name="Apollo", terms=(Term(text="apollo"),), labels=("apollo",))])
    try:
        assert library.albums.count("a").photos == len(library.albums.search("a").hits) == 3
    finally:
        library.albums.keep([], removed=["a"])


def test_the_command_says_which_photo_led_to_a_hit(library, capsys):
    folder = str(library.folder)
    assert main(["search", "apollo", "--look-again", "--explain", "--library", folder]) == 0
    assert f"shows the same as {library.info().roots[0].path / 'poster.jpg'}, which has the text: " in (
        capsys.readouterr().out
    )
    assert main(["search", "apollo", "--look-again", "--json", "--library", folder]) == 0
    hits = {Path(hit["path"]).stem: hit for hit in json.loads(capsys.readouterr().out)["hits"]}
    (evidence,) = hits["aside"]["evidence"]
    assert (evidence["found_by"], Path(evidence["via"]).stem) == ("written", "poster")


def test_words_in_large_letters_come_before_small_print(library):
    rest = at("in all cinemas from the second week of May on", (250.0, 450.0), 9.0)
    large = (at("APOLLO", (250.0, 60.0), 60.0), rest)
    for other in (
        (at("GRAVITY", (250.0, 60.0), 60.0), at("the makers of apollo", (250.0, 480.0), 8.0)),
        (at("THE APOLLO STORY", (250.0, 60.0), 60.0), at("in cinemas", (250.0, 480.0), 8.0)),
    ):
        for first, second in (("cat", "mug"), ("mug", "cat")):
            read(library, {first: large, second: other})
            for options in (WORDS, replace(WORDS, listed="score")):
                assert list(found(library, "apollo", options)) == [first, second]


def test_a_shared_part_is_no_photo_of_the_same(library, monkeypatch):
    def parts(*arguments):
        return {
            document: Verdict(evidence and replace(evidence, proof="part"), proven)
            for document, (evidence, proven) in verify_photos(*arguments).items()
        }

    monkeypatch.setattr("cbir.search.stages.recognised_text.verify_photos", parts)
    assert set(found(library, "apollo")) == {"poster"}
