"""Votes of nearest neighbours among many photos: against a plain loop, and of real pictures."""

import math

import numpy as np
import pytest

from cbir.evaluation import tilted
from cbir.local_features import empty_features
from cbir.matching import NearestOptions, vote_nearest
from tests.cbir.stage_data import describe_some, photo_of, query_of
from tests.pictures import POSTERS, photo, poster

OPTIONS = NearestOptions(neighbours=2, probes=3)


@pytest.fixture(name="photos", scope="module")
def _photos(tiny_codebook):
    """Photos with unequal numbers of details; none is without details."""
    pictures = [photo("coffee"), photo("chelsea"), photo("rocket"), *(poster(name) for name in POSTERS)]
    described = [describe_some(pixels, 60 + 20 * at) for at, pixels in enumerate(pictures)]
    return [photo_of(tiny_codebook, each) for each in (*described, empty_features((64, 64)))]


@pytest.fixture(name="query", scope="module")
def _query(tiny_codebook):
    """The coffee from the side."""
    return query_of(
        tiny_codebook,
        describe_some(tilted(photo("coffee"), tilt_deg=50, axis_deg=80, roll_deg=0).pixels, 200),
    )


def by_loop(query, photos, codebook, options):
    votes = [0.0] * len(photos)
    details = sorted(
        zip(query.sigma, query.projected, query.angle, strict=True), key=lambda one: one[0], reverse=True
    )
    for _, detail, angle in details[: options.details]:
        away = np.linalg.norm(codebook.coarse - detail, axis=1)
        about = set(np.argsort(away)[: options.probes].tolist())
        nearest = []
        for at, each in enumerate(photos):
            distances = np.linalg.norm(codebook.decompress(each.codes) - detail, axis=1)
            seen = [
                (distance, turned)
                for distance, word, turned in zip(
                    distances, each.words // codebook.branch, each.angle - angle, strict=True
                )
                if word in about
            ]
            if seen:
                nearest.append((*min(seen), at))
        nearest.sort()
        for distance, turned, at in (
            nearest[: options.neighbours] if len(nearest) > options.neighbours else ()
        ):
            share = 1 if math.cos(turned) >= math.cos(options.upright_angle) else options.turned_weight
            votes[at] += share * max(0, options.max_ratio - distance / nearest[options.neighbours][0])
    return [count / math.sqrt(max(1, len(each))) for count, each in zip(votes, photos, strict=True)]


@pytest.mark.parametrize(("probes", "details"), [(1, 1500), (3, 1500), (10**6, 1500), (3, 60)])
@pytest.mark.parametrize("threads", [1, 3])
def test_votes_are_those_of_a_plain_loop(
    query,
    photos,
    tiny_codebook,
    probes,
    details,
    threads,
):
    options = NearestOptions(neighbours=2, probes=probes, details=details)
    votes = vote_nearest(query, photos, tiny_codebook, options, threads=threads)
    assert votes.tolist() == pytest.approx(by_loop(query, photos, tiny_codebook, options), rel=1e-3)
    assert votes.argmax() == 0 and votes[-1] == 0


def test_two_copies_of_a_photo_do_not_silence_each_other(query, photos, tiny_codebook):
    alone = vote_nearest(query, photos, tiny_codebook, OPTIONS)
    votes = vote_nearest(query, [*photos, photos[0]], tiny_codebook, OPTIONS)
    assert votes[0] == votes[-1] > alone[0] / 2
    one = NearestOptions(neighbours=1, probes=3)
    assert vote_nearest(query, [*photos, photos[0]], tiny_codebook, one)[0] == 0, "Lowe's second neighbour"


def test_so_few_photos_that_there_is_no_next_one_get_no_vote(query, photos, tiny_codebook):
    assert vote_nearest(query, photos[:2], tiny_codebook, OPTIONS).tolist() == [0, 0]
    assert vote_nearest(query, [], tiny_codebook, OPTIONS).tolist() == []
    nothing = query_of(tiny_codebook, empty_features((64, 64)))
    assert not vote_nearest(nothing, photos, tiny_codebook, OPTIONS).any()
    assert not vote_nearest(query, [photos[-1]] * 5, tiny_codebook, OPTIONS).any()
