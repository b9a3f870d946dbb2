"""Real pictures, a tiny codebook: altered copies verify, others do not; the matcher knows when to stop."""

from dataclasses import replace

import numpy as np
import pytest

from cbir.base.errors import Cancelled
from cbir.evaluation import rotated, tilted
from cbir.evaluation.altered import scaled
from cbir.local_features import Features, empty_features, mirrored
from cbir.matching import (
    MatchOptions,
    Shortlist,
    count_votes,
    count_votes_of_each,
    kernels,
    project,
    verify_guided,
    verify_photo,
)
from cbir.state import shipped_codebook
from cbir.visual_words import Codebook
from tests.cbir.stage_data import describe_some, first_rows, photo_of, query_of
from tests.pictures import POSTERS, photo, poster


@pytest.fixture(name="coffee", scope="module")
def _coffee():
    return photo("coffee")


@pytest.fixture(name="query", scope="module")
def _query(tiny_codebook, coffee):
    return query_of(tiny_codebook, describe_some(coffee, 600))


def as_photo(codebook, pixels):
    return photo_of(codebook, describe_some(pixels))


@pytest.fixture(name="others", scope="module")
def _others(tiny_codebook):
    """Twelve pictures that do not show the coffee."""
    pictures = [photo("chelsea"), photo("rocket"), *(poster(name) for name in POSTERS)]
    return [as_photo(tiny_codebook, pixels) for pixels in pictures]


def test_altered_copies_verify_with_where_they_are(tiny_codebook, query, coffee):
    turn = rotated(coffee, 40)
    half = scaled(coffee, 330)
    for name, pixels, truth in (
        ("same", coffee, np.eye(3)),
        ("turned", turn.pixels, turn.homography),
        ("half the size", half.pixels, half.homography),
        ("cropped", coffee[80:320, 150:480].copy(), np.array([[1, 0, -150], [0, 1, -80], [0, 0, 1]])),
    ):
        found = verify_photo(query, as_photo(tiny_codebook, pixels), tiny_codebook.levels)
        assert found.verified, name
        assert found.transform is not None
        middle = np.array([[250.0, 150.0], [400.0, 250.0]])
        assert np.abs(project(found.transform, middle) - project(truth, middle)).max() < 3, name


def test_other_pictures_do_not_verify(tiny_codebook, query, others):
    for other in others:
        assert not verify_photo(query, other, tiny_codebook.levels).verified


def test_a_mirrored_copy_verifies_with_mirrored_features_alone(tiny_codebook, query, coffee):
    copy = as_photo(tiny_codebook, np.ascontiguousarray(coffee[:, ::-1]))
    flipped = query_of(tiny_codebook, mirrored(describe_some(coffee, 600)))
    assert not verify_photo(query, copy, tiny_codebook.levels).verified
    assert verify_photo(flipped, copy, tiny_codebook.levels).verified


def test_pairs_of_one_word_are_those_of_a_plain_loop(tiny_codebook, query, coffee):
    other = as_photo(tiny_codebook, rotated(coffee, 10).pixels)
    most = 30
    bounds = np.array([0, len(other)])
    rows, distances, _ = kernels.join_photos(
        query.words, query.projected, other.words, other.codes, bounds, tiny_codebook.levels, most
    )
    vectors = tiny_codebook.decompress(other.codes)
    expected = {}
    for word in set(query.words.tolist()) & set(other.words.tolist()):
        ours, theirs = np.flatnonzero(query.words == word), np.flatnonzero(other.words == word)
        if len(ours) * len(theirs) > most:
            continue
        table = ((query.projected[ours][:, None] - vectors[theirs][None]) ** 2).sum(axis=2)
        for i, row in enumerate(table):
            j = int(row.argmin())
            if table[:, j].argmin() == i:
                expected[int(ours[i]), int(theirs[j])] = float(row[j])
    assert len(expected) > 50
    found = dict(zip(map(tuple, rows.tolist()), distances.tolist(), strict=True))
    assert found == {pair: pytest.approx(distance, rel=1e-3) for pair, distance in expected.items()}


def test_a_copy_has_more_votes_than_any_other_picture(tiny_codebook, query, coffee, others):
    copy = count_votes(query, as_photo(tiny_codebook, rotated(coffee, 40).pixels), tiny_codebook.levels)
    assert copy > 2 * max(count_votes(query, other, tiny_codebook.levels) for other in others)


@pytest.mark.parametrize("n", [0, 1, 2])
def test_pictures_of_few_features_pass_every_step(tiny_codebook, coffee, query, n):
    few = first_rows(describe_some(coffee), n) if n else empty_features((600, 400))
    small_query, small_photo = query_of(tiny_codebook, few), photo_of(tiny_codebook, few)
    whole = photo_of(tiny_codebook, describe_some(coffee))
    for q, p in ((small_query, small_photo), (small_query, whole), (query, small_photo)):
        assert 0 <= count_votes(q, p, tiny_codebook.levels) <= n
        found = verify_photo(q, p, tiny_codebook.levels)
        assert found.inliers == 0
        assert not found.verified
    shortlist = Shortlist(small_query, [whole, small_photo], tiny_codebook.levels)
    assert sorted(shortlist.order) == [0, 1]
    for looked_at in (shortlist.verify(), shortlist.verify_guided()):
        assert not any(answer.verified for answer in looked_at.values())


def test_an_empty_shortlist_is_no_work(tiny_codebook, query):
    shortlist = Shortlist(query, [], tiny_codebook.levels)
    assert (shortlist.order, shortlist.verify(), shortlist.verify_guided()) == ([], {}, {})


def test_the_copies_are_looked_at_first_wherever_they_stand(tiny_codebook, query, coffee, others):
    copy = as_photo(tiny_codebook, rotated(coffee, 40).pixels)
    for place in (0, 5, 12):
        photos = [*others[:place], copy, *others[place:]]
        shortlist = Shortlist(query, photos, tiny_codebook.levels)
        found = shortlist.verify()
        assert sorted(shortlist.order) == list(range(13))
        assert shortlist.order[0] == place
        assert [position for position in found if found[position].verified] == [place]


@pytest.mark.parametrize("threads", [1, 2, 3])
def test_it_gives_up_after_so_many_failures_in_a_row_however_many_threads(
    tiny_codebook, query, others, threads
):
    options = MatchOptions(give_up_after=3, give_up_empty_after=5)
    shortlist = Shortlist(query, others, tiny_codebook.levels, options, threads=threads)
    assert list(shortlist.verify()) == shortlist.order[:5]


def test_a_success_starts_the_count_of_failures_anew(tiny_codebook, query, coffee, others):
    copy = as_photo(tiny_codebook, coffee)
    options = MatchOptions(give_up_after=3, give_up_empty_after=9)
    found = Shortlist(query, [*others, copy], tiny_codebook.levels, options, threads=1).verify()
    assert len(found) == 4, "what is sure was found: the long patience is over"
    assert found[12].verified


def test_the_order_of_the_features_does_not_matter(tiny_codebook, query, coffee):
    features = describe_some(rotated(coffee, 25).pixels)
    order = np.random.default_rng(0).permutation(len(features))
    shuffled = Features(
        xy=features.xy[order],
        sigma=features.sigma[order],
        angle=features.angle[order],
        descriptors=features.descriptors[order],
        size=features.size,
    )
    found = verify_photo(query, photo_of(tiny_codebook, features), tiny_codebook.levels)
    again = verify_photo(query, photo_of(tiny_codebook, shuffled), tiny_codebook.levels)
    assert again.verified
    assert abs(found.inliers - again.inliers) <= 2  # pairs of exactly equal ratio may change places


def test_it_stops_when_it_is_cancelled(tiny_codebook, query, others):
    with pytest.raises(Cancelled):
        Shortlist(query, others, tiny_codebook.levels).verify(lambda: True)


@pytest.fixture(name="shipped", scope="module")
def _shipped():
    return Codebook.load(shipped_codebook())


@pytest.fixture(name="aslant", scope="module")
def _aslant(shipped):
    """The astronaut from so far aside that too few of its points are unambiguous."""
    seen = np.ascontiguousarray(tilted(photo("astronaut"), tilt_deg=69, axis_deg=70, roll_deg=10).pixels)
    return query_of(shipped, describe_some(seen, 2000))


@pytest.fixture(name="astronaut_and_others", scope="module")
def _astronaut_and_others(shipped):
    pictures = [photo("astronaut"), photo("chelsea"), photo("rocket"), *(poster(name) for name in POSTERS)]
    return [photo_of(shipped, describe_some(pixels, 900)) for pixels in pictures]


def test_a_weak_guess_leads_to_enough_pairs(shipped, aslant, astronaut_and_others):
    astronaut = astronaut_and_others[0]
    assert not verify_photo(aslant, astronaut, shipped.levels).verified
    found = verify_guided(aslant, astronaut, shipped.levels)
    assert found.verified and found.transform is not None
    assert len({*found.rows[:, 0]}) == len({*found.rows[:, 1]}) == found.inliers, "one to one"
    truth = tilted(photo("astronaut"), tilt_deg=69, axis_deg=70, roll_deg=10).homography
    xy = aslant.xy[found.rows[:, 0]].astype(np.float64)
    landed, expected = project(found.transform, xy), project(np.linalg.inv(truth).astype(np.float64), xy)
    assert np.median(np.linalg.norm(landed - expected, axis=1)) < 8


def test_a_guess_verifies_nothing_that_is_not_there(shipped, aslant, astronaut_and_others):
    for other in (*astronaut_and_others[1:], photo_of(shipped, empty_features((100, 80)))):
        assert not verify_guided(aslant, other, shipped.levels).verified


@pytest.mark.parametrize("threads", [1, 2, 3])
def test_looking_again_finds_it_at_any_place_of_the_order(shipped, aslant, astronaut_and_others, threads):
    photos = [*astronaut_and_others[1:], astronaut_and_others[0]]
    shortlist = Shortlist(aslant, photos, shipped.levels, threads=threads)
    found = shortlist.verify_guided()
    assert sorted(shortlist.order) == sorted(found) == list(range(len(photos)))
    assert [position for position in found if found[position].verified] == [len(photos) - 1]
    with pytest.raises(Cancelled):
        shortlist.verify_guided(lambda: True)


def test_guided_matching_starts_from_the_pairs_that_an_earlier_look_left(
    shipped, aslant, astronaut_and_others
):
    pairs = {}
    photos = astronaut_and_others[:2]
    Shortlist(aslant, photos, shipped.levels, pairs=pairs).verify_all()
    assert len(pairs) == 2
    again = Shortlist(aslant, photos, shipped.levels, pairs=pairs).verify_guided()[0]
    alone = verify_guided(aslant, photos[0], shipped.levels)
    assert again.verified
    assert np.array_equal(again.rows, alone.rows)

    query, picture, near = pairs[id(aslant), id(photos[0])]
    few = replace(near, rows=near.rows[:3], nearest=near.nearest[:3], second=near.second[:3])
    pairs[id(aslant), id(photos[0])] = query, picture, few
    assert not Shortlist(aslant, photos, shipped.levels, pairs=pairs).verify_guided()[0].verified


def test_photos_vote_together_as_they_do_alone(shipped, astronaut_and_others):
    """With more pairs than vote, with one, and with none, at both ends too."""
    seen = describe_some(photo("astronaut"), 900)
    query, one = query_of(shipped, seen), photo_of(shipped, first_rows(seen, 1))
    nothing = photo_of(shipped, empty_features((100, 80)))
    photos = [nothing, *astronaut_and_others, nothing, one, nothing]
    for options in (MatchOptions(), MatchOptions(max_voting_pairs=10)):
        together = count_votes_of_each(query, photos, shipped.levels, options)
        assert together == [count_votes(query, each, shipped.levels, options) for each in photos]
        assert together[1] > 5 and together[0] == together[-1] == 0
