"""Looking again with the hits: what verified leads to what the query does not find, and nothing else does."""

from dataclasses import replace

import numpy as np
import pytest

from cbir.base.errors import Cancelled
from cbir.base.types import QueryFeatures, SearchOptions, Term
from cbir.evaluation import tilted
from cbir.search.stages.expansion import features_among
from tests.cbir.stage_data import write_pictures
from tests.pictures import photo, write_jpeg

STAGE_ONE = SearchOptions(engine="match", top=50, look_harder=False)
AGAIN = replace(STAGE_ONE, look_again=True)
ANGLES = {"front": 0.0, "turned": 57.0, "aside": 62.0, "far": 74.0}


def seen(tilt_deg):
    """The astronaut from further and further aside: neighbours verify, the first and the last do not."""
    return np.ascontiguousarray(tilted(photo("astronaut"), tilt_deg=tilt_deg, axis_deg=80, roll_deg=0).pixels)


def beside(left, right):
    height = max(left.shape[0], right.shape[0])
    padded = [np.pad(each, ((0, height - each.shape[0]), (0, 0), (0, 0))) for each in (left, right)]
    return np.ascontiguousarray(np.hstack(padded))


@pytest.fixture(name="query", scope="module")
def _query(tmp_path_factory):
    return Term(path=write_jpeg(tmp_path_factory.mktemp("front") / "front.jpg", seen(ANGLES["front"])))


def write_photos(folder):
    for name in ("turned", "aside", "far"):
        write_jpeg(folder / f"{name}.jpg", seen(ANGLES[name]))
    write_pictures(folder, ("chelsea", "coffee", "rocket"))


def verified(result):
    return {hit.path.stem: hit for hit in result.hits if hit.verified}


def test_two_hits_vouch_for_what_the_query_does_not_prove(library, query):
    assert set(verified(library.search([query], STAGE_ONE))) == {"turned", "aside"}
    result = library.search([query], AGAIN)
    found = verified(result)
    assert list(found) == ["turned", "aside", "far"], "below those that the query proves"
    (evidence,) = found["far"].evidence
    assert (found["far"].proof, evidence.found_by) == ("via", "hits")
    assert evidence.via is not None
    assert evidence.via.path.stem in ("turned", "aside")
    assert evidence.via.photo == found[evidence.via.path.stem].photo
    assert result.same == 2, "it is not called the same thing"
    scores = [hit.score for hit in result.hits]
    assert scores == sorted(scores, reverse=True)


def test_its_evidence_is_between_the_two_photos(library, query):
    (evidence,) = verified(library.search([query], AGAIN))["far"].evidence
    assert evidence.via is not None
    views = {
        name: tilted(photo("astronaut"), tilt_deg=tilt, axis_deg=80, roll_deg=0).homography
        for name, tilt in ANGLES.items()
    }
    onto = views["far"] @ np.linalg.inv(views[evidence.via.path.stem])
    landed = np.column_stack([evidence.query_xy, np.ones(len(evidence.query_xy))]) @ onto.T
    assert np.median(np.linalg.norm(landed[:, :2] / landed[:, 2:] - evidence.photo_xy, axis=1)) < 6


def test_a_single_hit_vouches_for_nothing(library, query, pictures):
    (pictures / "aside.jpg").unlink()
    library.index([pictures])
    assert set(verified(library.search([query], AGAIN))) == {"turned"}


def test_where_nothing_verifies_nothing_is_looked_with(library, tmp_path, monkeypatch):
    def fail(*_arguments):
        raise AssertionError("there is nothing to look with")

    monkeypatch.setattr("cbir.search.stages.expansion.ExpansionStage.run", fail)
    stranger = Term(path=write_jpeg(tmp_path / "brick.jpg", photo("brick")))
    assert verified(library.search([stranger], AGAIN)) == {}


def test_what_the_first_look_does_not_compare_is_found_by_the_words_of_hits(library, query, monkeypatch):
    """Here it compares the front view with a single photo, and the words of hits propose one that is not known."""
    monkeypatch.setattr("cbir.search.stages.expansion.SHORTLIST", 1)
    chosen = "cbir.search.results.Shortlists.to_verify"
    monkeypatch.setattr(chosen, lambda lists: [one for one in lists.all() if one.photo.path.stem == "turned"])
    assert set(verified(library.search([query], STAGE_ONE))) == {"turned"}
    again = verified(library.search([query], AGAIN))
    (evidence,) = again["aside"].evidence
    assert (evidence.proof, evidence.found_by, evidence.via) == ("same", "hits", None)
    without = replace(AGAIN, without=frozenset({"expansion"}))
    assert set(verified(library.search([query], without))) == {"turned"}


def test_it_is_told_as_a_stage_of_its_own_and_can_be_cancelled(library, query):
    told = []
    result = library.search([query], AGAIN, on_partial=told.append)
    began = next(at for at, one in enumerate(told) if one.looking == "hits")
    assert [one.looking for one in told[began:]] == ["hits"] * (len(told) - began)
    assert set(verified(told[began])) == {"turned", "aside"}, "what was there before comes first"
    assert set(verified(told[-1])) == set(verified(result)) == {"turned", "aside", "far"}
    assert result.looking is None

    told.clear()
    with pytest.raises(Cancelled):
        library.search(
            [query],
            AGAIN,
            on_partial=told.append,
            cancelled=lambda: any(one.looking == "hits" for one in told),
        )


def test_what_lies_beside_the_thing_leads_nowhere(library, query):
    """Two hits show a mug beside the query's thing; a further photo shows the mug alone."""
    folder = library.info().roots[0].path
    mug = photo("coffee")
    for name, tilt_deg in (("turned", 40.0), ("aside", 46.0)):
        write_jpeg(folder / f"{name}.jpg", beside(seen(tilt_deg), mug))
    library.index([folder])
    found = set(verified(library.search([query], AGAIN)))
    assert {"turned", "aside"} <= found
    assert "coffee" not in found


def test_what_lies_among_the_points_that_agree_is_taken_with_a_margin_on_every_side():
    """A square from 20 to 60 in the full picture's pixels, of which the features see one in two."""
    square = np.array([(40, 40), (120, 40), (120, 120), (40, 120)], np.float32)
    wanted = [(40, 40), (10, 40), (70, 40), (40, 10), (40, 70)]  # inside, and ten pixels outside of each side
    others = [(4, 40), (76, 40), (40, 4), (40, 76), (99.6, 79.6)]
    xy = np.array([*wanted, *others], np.float32)
    features = QueryFeatures(
        words=np.arange(len(xy), dtype=np.uint32),
        signatures=np.zeros(len(xy), np.uint64),
        projected=np.zeros((len(xy), 64), np.float32),
        xy=xy,
        sigma=np.ones(len(xy), np.float32),
        angle=np.zeros(len(xy), np.float32),
        size=(100, 80),
        scale=0.5,
    )
    assert features_among(features, [square], 1).words.tolist() == [0, 1, 2, 3, 4]
    beside = square + np.array([60, 0], np.float32)  # from 50 to 90
    assert features_among(features, [square, beside], 2).words.tolist() == [0, 2]
    assert len(features_among(features, [square, beside], 1).words) == 6
    assert len(features_among(features, [square], 2).words) == 0
    first_column = replace(features, xy=np.array([(0, 40), (1, 40)] * 4 + [(50, 40)] * 2, np.float32))
    near_the_border = square * 2 + np.array(
        [26.5 - 80, 0], np.float32
    )  # from 13: the margin leaves one column
    assert features_among(first_column, [near_the_border], 1).words.tolist() == [1, 3, 5, 7, 8, 9]
