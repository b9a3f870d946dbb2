"""The third stage: a picture in the dark and from the side, found by the photos' own files and by nothing else."""

import os
from concurrent.futures import Future
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import numpy as np
import pytest

from cbir.base.errors import Cancelled
from cbir.base.types import Filters, SearchOptions, Term
from cbir.evaluation import generator_for, tilted
from cbir.images import DecodeOptions
from cbir.library import Library
from cbir.local_features import FeatureOptions
from cbir.matching import GeometryOptions
from cbir.search import HarderOptions
from cbir.search.stages.harder_looks import HarderLooksStage
from tests.cbir.stage_data import describe_some, small_options, write_pictures
from tests.evaluation.hard_views import dark
from tests.pictures import POSTERS, photo, write_jpeg

NAMES = ("astronaut", "chelsea", "coffee", "rocket")
NEVER = SearchOptions(engine="match", look_harder=False)
IF_NEED_BE = SearchOptions(engine="match")


OPTIONS = {"features": FeatureOptions(max_features=100, working_side_px=240)}


def write_photos(folder):
    write_pictures(folder, NAMES)


@pytest.fixture(name="query", scope="module")
def _query(tmp_path_factory):
    """The astronaut from the side, at night."""
    aside = np.ascontiguousarray(tilted(photo("astronaut"), tilt_deg=66, axis_deg=80, roll_deg=0).pixels)
    seen = dark(aside, generator_for("look harder")).pixels
    return write_jpeg(tmp_path_factory.mktemp("harder") / "night.jpg", seen)


def found(result):
    return [(hit.path.stem, hit.evidence[0].found_by) for hit in result.hits if hit.verified]


def test_it_finds_what_is_stored_of_no_photo(library, query):
    assert found(library.search([Term(path=query)], NEVER)) == []
    told = []
    result = library.search([Term(path=query)], IF_NEED_BE, on_partial=told.append)
    assert found(result) == [("astronaut", "photos")]
    assert result.hits[0].path.stem == "astronaut"
    assert result.looking is None
    stages = [one.looking for one in told]
    assert stages == ["stored"] * stages.index("photos") + ["photos"] * 2, "before it, and with what it found"
    assert [found(one) for one in told[-2:]] == [[], [("astronaut", "photos")]]


def test_its_evidence_lies_where_the_photo_shows_the_query(library, query):
    (evidence,) = library.search([Term(path=query)], IF_NEED_BE).hits[0].evidence
    view = tilted(photo("astronaut"), tilt_deg=66, axis_deg=80, roll_deg=0)
    landed = np.column_stack([evidence.photo_xy, np.ones(len(evidence.photo_xy))])
    size = library.search([Term(path=query)], IF_NEED_BE).hits[0].size
    landed[:, :2] *= photo("astronaut").shape[1] / size[0]
    landed = landed @ view.homography.T
    off = np.linalg.norm(landed[:, :2] / landed[:, 2:] - evidence.query_xy, axis=1)
    assert np.median(off) < 6


def test_what_is_proven_already_is_not_looked_at_harder(library, workers, tmp_path):
    term = Term(path=tmp_path / "pictures" / "coffee.jpg")
    library.search([term], IF_NEED_BE)
    assert "describe_anew" not in workers.submitted
    library.search([term], SearchOptions(engine="match", look_harder=True))
    assert "describe_anew" in workers.submitted


def test_another_page_does_not_describe_the_photos_again(library, workers, query):
    os.utime(query, (1_600_000_000, 1_600_000_000))  # of today it might still be written to
    for path in library.info().roots[0].path.iterdir():
        os.utime(path, (1_600_000_000, 1_600_000_000))
    first = library.search([Term(path=query)], IF_NEED_BE)
    asked = workers.submitted.count("describe_anew")
    assert asked == 1 + len(NAMES)
    again = library.search([Term(path=query)], SearchOptions(engine="match", top=2))
    assert workers.submitted.count("describe_anew") == asked
    assert found(again) == found(first)


def test_a_photo_whose_file_is_gone_stays_undecided(library, query, tmp_path):
    (tmp_path / "pictures" / "astronaut.jpg").unlink()
    (tmp_path / "pictures" / "rocket.jpg").write_bytes(b"no picture any more")
    assert found(library.search([Term(path=query)], IF_NEED_BE)) == []


def test_pictures_are_described_with_the_numbers_that_were_measured(library, workers, query, monkeypatch):
    """docs/benchmarks.md has what these find: others have to be measured again."""
    asked = []
    submit = workers.submit

    def spy(function, *args, priority=0):
        if function.__name__ == "describe_anew":
            asked.append((args[0], args[2]))
        return submit(function, *args, priority=priority)

    monkeypatch.setattr(workers, "submit", spy)
    library.search([Term(path=query)], IF_NEED_BE)
    ways = {
        path: [(way.max_features, way.working_side_px, way.equalise) for way in given]
        for path, given in asked
    }
    assert ways.pop(query) == [(4000, 1280, False), (4000, 1280, True)]
    assert len(ways) == len(NAMES)
    assert all(given == [(2000, 1280, False), (2000, 1280, True)] for given in ways.values())
    assert all(way.upright for _, given in asked for way in given)


def test_what_a_guess_leads_to_has_grown_already():
    def nothing(*_):
        raise AssertionError("no file and no worker is needed")

    features = describe_some(photo("astronaut"))
    asked_too_much = HarderOptions(geometry=GeometryOptions(min_inliers=100_000), min_grown=20)
    found, grown = HarderLooksStage(nothing, DecodeOptions(), asked_too_much).verify(features, features)
    assert (found.verified, grown) == (True, True)
    plain, grown = HarderLooksStage(nothing, DecodeOptions()).verify(features, features)
    assert (plain.verified, grown) == (True, False)


def test_it_stops_when_the_search_is_cancelled(library, query):
    told = []

    def cancelled():
        return any(one.looking == "photos" for one in told)

    with pytest.raises(Cancelled):
        library.search([Term(path=query)], IF_NEED_BE, on_partial=told.append, cancelled=cancelled)
    assert [found(one) for one in told] == [[]] * len(told)


def test_what_no_worker_has_begun_is_not_done_for_a_search_that_was_cancelled():
    asked = []

    class Busy:
        def submit(self, *_, priority):
            asked.append(Future())
            return asked[-1]

        def cancel_running(self, _future): ...

    pool = Busy()
    some = [
        SimpleNamespace(verified=False, photo=SimpleNamespace(path=Path(f"{photo}.jpg")))
        for photo in range(3)
    ]
    look = HarderLooksStage(lambda: pool, DecodeOptions())
    query = SimpleNamespace(terms=[Term(data=b"query")], cancelled=lambda: True)
    search = SimpleNamespace(query=query, snapshot=SimpleNamespace(is_away=lambda path: False))
    with pytest.raises(Cancelled):
        next(look.verified(cast(Any, SimpleNamespace(term=0)), some, search))
    assert [future.cancelled() for future in asked] == [True] * 4


def test_nearest_neighbours_find_what_the_words_lose(make_library, tmp_path, monkeypatch):
    library = make_library()
    write_pictures(tmp_path / "photos", (*NAMES, *POSTERS))
    library.index([tmp_path / "photos"])
    aside = tilted(photo("astronaut"), tilt_deg=40, axis_deg=80, roll_deg=0).pixels
    query = Term(path=write_jpeg(tmp_path / "aside.jpg", np.ascontiguousarray(aside)))
    assert found(library.search([query], NEVER)) == [("astronaut", "words")]
    monkeypatch.setattr("cbir.search.results.Shortlists.to_verify", lambda _lists: [])
    assert found(library.search([query], NEVER)) == [("astronaut", "nearest")]
    without = SearchOptions(engine="match", look_harder=False, without=frozenset({"nearest"}))
    assert found(library.search([query], without)) == []
    elsewhere = Filters(formats=("png",))
    filtered = SearchOptions(engine="match", look_harder=False, filters=elsewhere)
    assert found(library.search([query], filtered)) == []


def test_what_nearest_neighbours_rank_first_is_looked_at_harder_first(
    make_library, tmp_path, query, monkeypatch
):
    """Both rankings have a say, by turns, in the order of what nothing proves."""
    library = make_library(features=FeatureOptions(max_features=100, working_side_px=240))
    write_pictures(tmp_path / "photos", (*NAMES, *POSTERS))
    library.index([tmp_path / "photos"])
    asked = SearchOptions(engine="match", top=50, look_harder=False)
    without = replace(asked, without=frozenset({"nearest"}))
    by_words = [hit.photo for hit in library.search([Term(path=query)], without).hits]
    monkeypatch.setattr(
        "cbir.search.stages.nearest.vote_nearest",
        lambda _query, photos, _codebook: np.arange(
            len(photos), dtype=np.float32
        ),  # the last by words is first
    )
    hits = library.search([Term(path=query)], asked).hits
    assert by_words[0] not in (hits[0].photo, hits[1].photo)
    assert hits[2].photo == by_words[0], "two of the one, then one of the other"
    assert {hit.photo for hit in hits} == set(by_words)
    scores = [hit.score for hit in hits]
    assert scores == sorted(scores, reverse=True)


def test_few_points_are_a_proof_where_they_lead_to_many(library, query):
    """Here no number of points that agree is enough by itself."""
    folder = library.folder
    library.close()
    strict = GeometryOptions(min_inliers=400)

    def proven(options):
        features = FeatureOptions(max_features=100, working_side_px=240)
        with Library.open(
            folder, options=replace(small_options(features=features), harder=options)
        ) as opened:
            return found(opened.search([Term(path=query)], IF_NEED_BE))

    assert proven(HarderOptions(geometry=strict)) == [("astronaut", "photos")]
    assert proven(HarderOptions(geometry=strict, guess_inliers=400)) == []
    assert proven(HarderOptions(geometry=strict, min_grown=4000)) == []
