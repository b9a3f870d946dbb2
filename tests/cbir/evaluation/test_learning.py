"""Weights of what is fused, learned from judged hits, and kept only if they are better on other searches."""

from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import pytest

from cbir.base.errors import Cancelled, CbirError
from cbir.base.types import EngineRank, Hit, LearnedOrder, PhotoId, SearchOptions, SearchResult, Term, Timings
from cbir.evaluation import Dataset, Run, Topic, figures_of, learn_order
from cbir.evaluation.learning import fit
from cbir.search import as_setting, features_of, order_by, parts_of, stored_order
from cbir.search.learned_order import ORDER_SETTING, reordered

HITS = 12
ASKED = SearchOptions(learned_order=False)


def hit(rank, *, kind="less likely", strength=0.0, **ranks):
    return Hit(
        rank=rank,
        photo=PhotoId(rank),
        path=Path(f"/data/{rank}"),
        score=1 / rank,
        size=(1, 1),
        fingerprint="",
        kind=kind,
        strength=strength,
        engines=tuple(EngineRank(engine=name, rank=place, score=0.0) for name, place in ranks.items()),
    )


@dataclass
class Shuffled:
    """A library in which the names rank the right photo first, and the model and the fused list at random."""

    seed: int = 0
    told: bool = True

    def search(self, terms, options, *, cancelled=lambda: False):
        rng = np.random.default_rng([self.seed, int(terms[0].text)])
        names, content = rng.permutation(HITS), rng.permutation(HITS)
        right = int(np.argmin(names)) if self.told else int(rng.integers(HITS))
        self.right = right
        hits = [
            hit(rank, metadata=int(names[rank - 1]) + 1, semantic=int(content[rank - 1]) + 1)
            for rank in range(1, HITS + 1)
        ]
        assert options.learned_order is False, "an earlier order must not teach"
        return SearchResult(hits=tuple(hits), took_ms=Timings(total=1), searched=HITS)

    def knows(self, path):
        return True


def dataset(searcher, count):
    topics = []
    for number in range(count):
        terms = (Term(text=str(number)),)
        searcher.search(terms, ASKED)
        topics.append(Topic(id=str(number), terms=terms, grades={str(searcher.right + 1): 1}))
    return Dataset(name="made", root=Path("/data"), topics=tuple(topics))


def test_an_engine_that_is_right_gets_the_weight_and_the_order_is_kept():
    searcher = Shuffled()
    learned = learn_order(searcher, dataset(searcher, 40))
    weights = dict(zip(("match", "metadata", "semantic", "strength"), learned.order.weights, strict=True))
    assert weights["metadata"] > 2 * weights["semantic"]
    assert learned.better and learned.order.on
    assert learned.order.after > 0.95 > learned.order.before and learned.order.low > 0


def test_what_chance_ranks_right_teaches_nothing():
    for seed in range(5):
        searcher = Shuffled(seed=seed, told=False)
        learned = learn_order(searcher, dataset(searcher, 20))
        assert not learned.better and not learned.order.on


def test_too_few_searches_are_refused_and_learning_can_be_stopped():
    searcher = Shuffled()
    with pytest.raises(CbirError, match="at least 10 searches with a right photo, and there are 9"):
        learn_order(searcher, dataset(searcher, 9))
    with pytest.raises(Cancelled):
        learn_order(searcher, dataset(searcher, 12), cancelled=lambda: True)


def test_the_figure_is_that_of_evaluate():
    searcher = Shuffled()
    data = dataset(searcher, 15)
    scores = {
        topic.id: {found.path.name: found.score for found in searcher.search(topic.terms, ASKED).hits}
        for topic in data.topics
    }
    figures = figures_of(data, Run(tag="x", scores=scores), ("nDCG@10",))
    assert learn_order(searcher, data).order.before == pytest.approx(figures.mean("nDCG@10"))


def test_only_unproven_hits_of_one_kind_change_places():
    hits = [
        hit(1, kind="same thing", match=2),
        hit(2, kind="shares a part", match=1),
        hit(3, kind="possibly", match=9),
        hit(4, kind="looks similar", semantic=1, strength=0.9),
        hit(5, kind="looks similar", metadata=1, strength=1.0),
        hit(6, semantic=2),
        hit(7, metadata=2),
    ]
    moved = reordered(hits, (1.0, 1.0, 0.1, 0.0))
    assert [found.photo for found in moved] == [1, 2, 3, 5, 4, 7, 6]
    assert [found.rank for found in moved] == [1, 2, 3, 4, 5, 6, 7]
    assert [found.score for found in moved] == [found.score for found in hits]
    assert reordered([], (1.0, 1.0, 1.0, 0.0)) == ()
    one = hit(1)
    assert reordered([one], (1.0, 1.0, 1.0, 0.0)) == (one,)


def test_equal_sums_leave_the_order_as_it_was():
    hits = [hit(rank) for rank in (1, 2, 3)]
    rows = order_by(features_of(hits), parts_of(hits), (1.0, 1.0, 1.0, 1.0))
    assert rows.tolist() == [0, 1, 2]


def test_a_stored_order_is_read_again_and_a_damaged_one_is_none():
    order = LearnedOrder(
        weights=(0.4, 0.3, 0.2, 0.1), searches=9, before=0.1, after=0.2, low=0.0, high=0.2, p=0.04
    )
    settings = {ORDER_SETTING: as_setting(order)}
    assert stored_order(settings) == order
    assert stored_order({}) is None
    for text in ("", "{}", "[1]", '{"weights": [1]}', as_setting(replace(order, weights=(1.0,)))):
        assert stored_order({ORDER_SETTING: text}) is None


def test_weights_sum_to_one_and_searches_without_hits_do_no_harm():
    searcher = Shuffled()
    searcher.search = lambda *_, **__: SearchResult(hits=(), took_ms=Timings(total=1), searched=0)
    data = Dataset(
        name="made",
        root=Path("/data"),
        topics=tuple(Topic(id=str(n), terms=(Term(text="x"),), grades={"a": 1}) for n in range(10)),
    )
    learned = learn_order(searcher, data)
    assert sum(learned.order.weights) == pytest.approx(1) and not learned.better
    assert fit([]) == (pytest.approx(1 / 3), pytest.approx(1 / 3), pytest.approx(1 / 3), 0.0)
