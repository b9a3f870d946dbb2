"""Places on a plane for vectors: neighbours stay neighbours, new ones move nobody, and groups are dense places."""

import numpy as np
import pytest
from sklearn.manifold import trustworthiness

from cbir.base.errors import Cancelled
from cbir.vectors import PlaneOptions, group_places, lay_out, place_among

QUICK = PlaneOptions(iterations=300, early=100, perplexity=10, neighbours=30)


def clusters(count, each, seed=0, dimension=32, spread=0.12):
    """Unit vectors around random directions, and the number of the direction of each."""
    rng = np.random.default_rng(seed)
    middles = rng.normal(size=(count, dimension))
    middles /= np.linalg.norm(middles, axis=1, keepdims=True)
    of = np.repeat(np.arange(count), each)
    vectors = middles[of] + rng.normal(0, spread, (len(of), dimension))
    return (vectors / np.linalg.norm(vectors, axis=1, keepdims=True)).astype(np.float32), of


def test_neighbours_stay_neighbours():
    vectors, of = clusters(8, 40)
    places = lay_out(vectors, QUICK)
    assert trustworthiness(vectors, places, n_neighbors=5, metric="cosine") > 0.9
    distances = np.linalg.norm(places[:, None] - places[None], axis=2) + np.diag([np.inf] * len(places))
    assert (of[distances.argmin(axis=1)] == of).mean() > 0.97


def test_equal_vectors_have_equal_maps_whatever_ran_before():
    vectors, _ = clusters(3, 20)
    assert np.array_equal(lay_out(vectors, QUICK), lay_out(vectors, QUICK))


@pytest.mark.parametrize("count", [0, 1, 2, 3, 5])
def test_few_vectors_get_finite_places_of_their_own(count):
    vectors, _ = clusters(max(count, 1), 1)
    places = lay_out(vectors[:count], QUICK)
    assert places.shape == (count, 2)
    assert np.isfinite(places).all()
    assert len(np.unique(places, axis=0)) == count


def test_twins_do_not_break_a_map():
    vectors = np.repeat(clusters(4, 1)[0], 30, axis=0)
    assert np.isfinite(lay_out(vectors, QUICK)).all()


def test_a_stopped_run_goes_on_from_its_places():
    vectors, _ = clusters(5, 30)
    steps = {}

    def stop_at_200(done, places):
        steps[done] = places.copy()
        if done == 200:
            raise Cancelled("stopped")

    with pytest.raises(Cancelled):
        lay_out(vectors, QUICK, on_step=stop_at_200)
    further = []
    places = lay_out(vectors, QUICK, start=steps[200], done=200, on_step=lambda done, _: further.append(done))
    assert further == list(range(201, 301))
    assert trustworthiness(vectors, places, n_neighbors=5, metric="cosine") > 0.9


def test_an_earlier_arrangement_is_kept():
    vectors, _ = clusters(6, 30)
    before = lay_out(vectors, QUICK)
    turned = before @ np.array([[0.0, 1.0], [-1.0, 0.0]])
    after = lay_out(vectors, QUICK, start=turned, done=QUICK.early)
    agreement = [np.corrcoef(after[:, axis], turned[:, axis])[0, 1] for axis in (0, 1)]
    assert min(agreement) > 0.8


def test_new_vectors_lie_with_their_like_and_do_not_depend_on_each_other():
    vectors, of = clusters(8, 40)
    old = np.arange(len(of)) % 4 > 0
    places = lay_out(vectors[old], QUICK)
    placed = place_among(vectors[~old], vectors[old], places, QUICK)
    distances = np.linalg.norm(placed[:, None] - places[None], axis=2)
    assert (of[old][distances.argmin(axis=1)] == of[~old]).mean() > 0.95
    alone = place_among(vectors[~old][5:6], vectors[old], places, QUICK)
    assert np.allclose(alone, placed[5:6], atol=1e-3)


def test_the_first_vectors_need_no_others():
    vectors, _ = clusters(2, 2)
    assert np.isfinite(place_among(vectors, vectors[:0], np.zeros((0, 2)), QUICK)).all()
    assert np.isfinite(place_among(vectors, vectors[:1], np.zeros((1, 2)), QUICK)).all()


def test_groups_are_the_dense_places():
    rng = np.random.default_rng(1)
    middles = np.array([[0, 0], [6, 0], [40, 40], [46, 40], [0, 60]])
    of = np.repeat(np.arange(5), 50)
    groups = group_places(middles[of] + rng.normal(0, 0.2, (250, 2)))
    assert all(len(set(groups.of_place[of == middle])) == 1 for middle in range(5))
    assert len(set(groups.of_place.tolist())) == 5
    large = groups.parents[groups.of_place]
    assert large[0] == large[60] != large[110] == large[160]
    assert len(set(large.tolist())) == 3


def test_a_place_with_nothing_near_is_in_no_group():
    places = np.concatenate([np.random.default_rng(2).normal(0, 0.1, (30, 2)), [[50.0, 50.0]]])
    assert group_places(places).of_place[-1] == -1
    assert len(group_places(places[:0]).of_place) == 0
