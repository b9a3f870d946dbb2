"""Weak proofs are confirmed, and what nothing stored can prove is found, by learned features of the files."""

import os
from dataclasses import replace

import cv2
import numpy as np
import pytest
from PIL import Image

from cbir.base.errors import Cancelled
from cbir.base.types import Filters, SearchOptions, Term
from cbir.evaluation import generator_for, tilted
from cbir.local_features import FeatureOptions
from cbir.search import LearnedSearchOptions
from tests.cbir.colour_model import make_colour_model
from tests.cbir.stage_data import write_pictures
from tests.evaluation.hard_views import dark
from tests.pictures import POSTERS, photo, write_jpeg

NAMES = ("astronaut", "chelsea", "coffee", "rocket")
NEVER = SearchOptions(engine="match", look_harder=False)
IF_NEED_BE = SearchOptions(engine="match")


OPTIONS = {
    "features": FeatureOptions(max_features=100, working_side_px=240),
    "learned": LearnedSearchOptions(),
}


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


def comparisons(workers):
    return workers.submitted.count("compare_learned")


def test_it_finds_what_is_stored_of_no_photo(library, query):
    assert found(library.search([Term(path=query)], NEVER)) == []
    told = []
    result = library.search([Term(path=query)], IF_NEED_BE, on_partial=told.append)
    assert found(result) == [("astronaut", "learned")]
    assert result.hits[0].path.stem == "astronaut"
    assert result.hits[0].evidence[0].learned == result.hits[0].evidence[0].inliers >= 20
    assert result.looking is None
    stages = [answer.looking for answer in told]
    assert stages == ["stored"] * stages.index("photos") + ["photos"] * 2, "before it, and with what it found"
    assert [found(answer) for answer in told[-2:]] == [[], [("astronaut", "learned")]]


def test_a_closer_look_decides_unless_very_many_points_agree(make_library, workers, query, tmp_path):
    write_photos(tmp_path / "photos")
    unclear = LearnedSearchOptions(clear_inliers=10_000)
    proofs, looks = [], []
    for options in (LearnedSearchOptions(), unclear, replace(unclear, closer_inliers=10_000)):
        library = make_library(**{**OPTIONS, "learned": options})
        library.index([tmp_path / "photos"])
        before = workers.submitted.count("compare_closer")
        (hit, *_) = library.search([Term(path=query)], IF_NEED_BE).hits
        proofs.append((hit.proof, hit.evidence[0].learned))
        looks.append(workers.submitted.count("compare_closer") - before)
    (first, points), (second, more), (third, _) = proofs
    assert (first, second, third) == ("same", "same", "part")
    assert looks == [0, 1, 1]
    assert more > points, "twice as many were looked for"


def test_its_evidence_lies_where_the_photo_shows_the_query(library, query):
    (evidence,) = library.search([Term(path=query)], IF_NEED_BE).hits[0].evidence
    view = tilted(photo("astronaut"), tilt_deg=66, axis_deg=80, roll_deg=0)
    landed = np.column_stack([evidence.photo_xy, np.ones(len(evidence.photo_xy))])
    size = library.search([Term(path=query)], IF_NEED_BE).hits[0].size
    landed[:, :2] *= photo("astronaut").shape[1] / size[0]
    landed = landed @ view.homography.T
    off = np.linalg.norm(landed[:, :2] / landed[:, 2:] - evidence.query_xy, axis=1)
    assert np.median(off) < 6


def test_what_many_points_prove_is_not_compared_again(library, workers, tmp_path):
    term = Term(path=tmp_path / "pictures" / "coffee.jpg")
    library.search([term], IF_NEED_BE)
    assert comparisons(workers) == 0
    library.search([term], SearchOptions(engine="match", look_harder=True))
    assert workers.submitted.count("glance_at") == len(NAMES) - 1


def test_another_page_does_not_compare_the_photos_again(library, workers, query):
    os.utime(query, (1_600_000_000, 1_600_000_000))  # of today it might still be written to
    for path in library.info().roots[0].path.iterdir():
        os.utime(path, (1_600_000_000, 1_600_000_000))
    first = library.search([Term(path=query)], IF_NEED_BE)
    asked = len(workers.submitted)
    again = library.search([Term(path=query)], SearchOptions(engine="match", top=2))
    assert comparisons(workers) and "compare_learned" not in workers.submitted[asked:]
    assert found(again) == found(first)


def test_a_photo_whose_file_is_gone_stays_undecided(library, query, tmp_path):
    (tmp_path / "pictures" / "astronaut.jpg").unlink()
    (tmp_path / "pictures" / "rocket.jpg").write_bytes(b"no picture any more")
    assert found(library.search([Term(path=query)], IF_NEED_BE)) == []


def test_photos_whose_drive_is_away_are_counted(library, query, monkeypatch):
    monkeypatch.setattr("cbir.state.Snapshot.is_away", lambda _snapshot, path: path.stem == "astronaut")
    result = library.search([Term(path=query)], IF_NEED_BE)
    assert found(result) == []
    assert "could not be compared more closely: 1." in " ".join(map(str, result.notes))


def test_photos_that_are_left_out_or_marked_wrong_are_not_compared(make_library, workers, tmp_path, query):
    make_colour_model(tmp_path / "models" / "colours")
    library = make_library(models=tmp_path / "models", **OPTIONS)
    library.models.use("colours")
    write_photos(tmp_path / "pictures")
    library.index([tmp_path / "pictures"])
    right = next(
        hit for hit in library.search([], SearchOptions(listed="name")).hits if "astronaut" in str(hit.path)
    )
    everything = SearchOptions(look_harder=True)
    library.search([Term(path=query)], everything)
    assert workers.submitted.count("glance_at") == len(NAMES)
    for number, (wrong, left_out) in enumerate([((), {right.photo}), ((right.photo,), set())], start=1):
        seen = replace(everything, leave_out=frozenset(left_out))
        again = write_jpeg(
            tmp_path / f"{number}.jpg", np.asarray(Image.open(query))[: -8 * number]
        )  # not cached
        asked = len(workers.submitted)
        marked = [Term(photo=photo, sign=-1, marked=True) for photo in wrong]
        result = library.search([Term(path=again), *marked], seen)
        assert workers.submitted[asked:].count("glance_at") == len(NAMES) - 1
        assert right.photo not in {hit.photo for hit in result.hits}


def test_it_stops_when_the_search_is_cancelled(library, query):
    told = []

    def cancelled():
        return any(answer.looking == "photos" for answer in told)

    with pytest.raises(Cancelled):
        library.search([Term(path=query)], IF_NEED_BE, on_partial=told.append, cancelled=cancelled)
    assert [found(answer) for answer in told] == [[]] * len(told)


@pytest.fixture(name="banners", scope="module")
def _banners(tmp_path_factory):
    """Two covers that share a banner with lettering and nothing else, and a photo of the first on a table."""
    folder = tmp_path_factory.mktemp("banners")
    covers = []
    for name in ("astronaut", "coffee"):
        cover = cv2.resize(photo(name), (600, 760))
        cover[:84] = (30, 60, 160)
        cv2.putText(cover, "DIGITAL + DISC", (40, 60), cv2.FONT_HERSHEY_DUPLEX, 1.7, (250, 250, 250), 4)
        cv2.circle(cover, (565, 42), 24, (250, 250, 250), 5)
        covers.append(cover)
        write_jpeg(folder / "covers" / f"{name}.jpg", cover)
    table = np.full((900, 1200, 3), 150, np.uint8)
    corners = np.float32([[400, 100], [800, 180], [760, 720], [350, 640]])
    onto = cv2.getPerspectiveTransform(np.float32([[0, 0], [600, 0], [600, 760], [0, 760]]), corners)
    seen = cv2.warpPerspective(covers[0], onto, (1200, 900))
    there = cv2.warpPerspective(np.full((760, 600), 255, np.uint8), onto, (1200, 900))
    table[there > 0] = seen[there > 0]
    write_jpeg(folder / "table.jpg", table)
    for turns in (1, 2):
        Image.fromarray(np.rot90(table, turns)).save(folder / f"table {turns}.jpg", quality=90)
    return folder


@pytest.mark.parametrize("name", ["table", "table 1", "table 2"])
def test_a_shared_banner_is_a_shared_part_and_the_cover_is_the_same_thing(make_library, banners, name):
    library = make_library(learned=LearnedSearchOptions(weak_inliers=10_000))
    library.index([banners / "covers"])
    query = Term(path=banners / f"{name}.jpg")
    (hit, *others) = library.search([query], IF_NEED_BE).hits
    assert (hit.path.stem, hit.proof) == ("astronaut", "same")
    assert hit.evidence[0].learned > 50
    assert [other.proof for other in others if other.verified] in ([], ["part"])
    left_out = frozenset({hit.photo})
    without = library.search([query], replace(IF_NEED_BE, leave_out=left_out))
    assert [other.proof for other in without.hits if other.verified] == ["part"]


@pytest.fixture(name="series", scope="module")
def _series(tmp_path_factory):
    """Two covers of a series: the same frame, ornaments and lettering around different pictures."""
    folder = tmp_path_factory.mktemp("series")
    (folder / "covers").mkdir()
    rng = np.random.default_rng(5)
    lines = rng.integers(0, 255, (40, 3)).tolist()
    for name in ("coffee", "chelsea"):
        cover = np.full((900, 640, 3), (190, 40, 40), np.uint8)
        cover[240:720, 70:570] = cv2.resize(photo(name), (500, 480), interpolation=cv2.INTER_AREA)
        cv2.putText(cover, "WORLD LIBRARY", (50, 110), cv2.FONT_HERSHEY_TRIPLEX, 2, (255, 255, 255), 4)
        cv2.putText(cover, "Great tales retold", (90, 190), cv2.FONT_HERSHEY_DUPLEX, 1.4, (250, 220, 90), 3)
        for at, color in enumerate(lines):
            cv2.circle(cover, (30 + 15 * at, 780 + 12 * (at % 5)), 4 + at % 4, color, 2)
        cv2.imwrite(str(folder / "covers" / f"{name}.png"), cover[..., ::-1])
    Image.fromarray(cover).save(folder / "scan.jpg", quality=85)
    return folder


def test_two_covers_of_a_series_share_a_part_by_however_many_points(make_library, series):
    library = make_library(learned=LearnedSearchOptions())
    library.index([series / "covers"])
    query = Term(path=series / "scan.jpg")
    (hit,) = library.search([query], IF_NEED_BE).hits[:1]
    assert (hit.path.stem, hit.proof, hit.kind) == ("chelsea", "same", "same picture")
    options = replace(IF_NEED_BE, leave_out=frozenset({hit.photo}))
    (plain,) = library.search([query], replace(options, look_harder=False)).hits[:1]
    assert (plain.proof, plain.evidence[0].inliers >= 32) == ("same", True), "points alone cannot tell"
    (confirmed,) = library.search([query], options).hits[:1]
    assert (confirmed.path.stem, confirmed.proof) == ("coffee", "part")


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
