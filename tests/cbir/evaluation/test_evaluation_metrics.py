"""Figures against the oracle numbers of the notes, and against trec_eval and scikit-learn on random runs with ties."""

import locale
import math
import random

import numpy as np
import pytest

from cbir.base.errors import CbirError
from cbir.evaluation.metrics import (
    Judged,
    find_measure,
    geometric_mean,
    interpolated_precision,
    judge,
    micro_average_precision,
    ordered,
)

# Ranks 1 to 10, grades 3, 2 and 1 at ranks 1, 3 and 6, a fourth right photo (grade 1) not found.
RANKED = {f"photo{rank}": float(-rank) for rank in range(1, 11)}
GRADES = {"photo1": 3, "photo3": 2, "photo6": 1, "missing": 1}


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("P@5", 0.4),
        ("R@5", 0.5),
        ("F1@5", 0.4444),
        ("AP", 0.5417),
        ("AP@5", 0.4167),
        ("AP@1000", 0.5417),
        ("RR", 1.0),
        ("Success@1", 1.0),
        ("nDCG@5", 0.7703),
        ("nDCG-exp@5", 0.8653),
        ("nDCG-max@5", 0.6951),
        ("nDCG@10", 0.8389),
        ("DCG@5", 4.0),
        ("RBP(p=0.5)", 0.6406),
        ("MRR", 1.0),
        ("nDCG(b=2)@5", 0.6951),
        ("DCG(b=3)", 3 + 2 / 1 + 1 / (math.log(6) / math.log(3))),
        ("nDCG(b=10)", 6 / 7),
        ("RBP", 0.3935),
        ("RBP(p=0.95)", 0.1338),
    ],
)
def test_measures_have_the_values_of_the_notes(name, expected):
    assert find_measure(name).of(judge(RANKED, GRADES)) == pytest.approx(expected, abs=5e-5)


@pytest.mark.parametrize(
    "name",
    [
        "",
        "MAP",
        "P@0",
        "P@x",
        "RBP(p=2)",
        "RBP(p=.8.)",
        "DCG(b=1)",
        "DCG(p=0.5)",
        "AP(b=2)",
        "nDCG(b=2)@0",
        "AP(p=0.5)",
        "NS@4",
    ],
)
def test_a_measure_that_is_not_there_is_named_with_those_that_are(name):
    with pytest.raises(CbirError, match="There is no measure"):
        find_measure(name)


def random_run(seed):
    """Qrels and run of some topics; scores are few, so that most are tied."""
    rng = random.Random(seed)
    documents = [f"d{number:03}" for number in range(60)]
    grades, run = {}, {}
    for topic in map(str, range(5)):
        judged = rng.sample(documents, rng.randint(4, 30))
        grades[topic] = {document: rng.choice((0, 0, 1, 1, 2, 3)) for document in judged}
        grades[topic][judged[0]] = 1
        run[topic] = {
            document: rng.randint(0, 8) / 4 for document in rng.sample(documents, rng.randint(1, 50))
        }
    return grades, run


@pytest.fixture
def points_in_numbers():
    """trec_eval names its levels by C's locale, in Germany `iprec_at_recall_0,10`."""
    before = locale.setlocale(locale.LC_NUMERIC)
    locale.setlocale(locale.LC_NUMERIC, "C")
    yield
    locale.setlocale(locale.LC_NUMERIC, before)


@pytest.mark.usefixtures("points_in_numbers")
def test_figures_are_those_of_trec_eval_on_random_runs_with_ties():
    pytrec_eval = pytest.importorskip("pytrec_eval", reason="trec_eval is not installed")
    names = {
        "P_5": "P@5",
        "P_100": "P@100",
        "recall_10": "R@10",
        "map": "AP",
        "map_cut_10": "AP@10",
        "map_cut_1000": "AP@1000",
        "recip_rank": "RR",
        "ndcg": "nDCG",
        "ndcg_cut_5": "nDCG@5",
        "success_5": "Success@5",
        "set_F": "F1",
    }
    levels = [f"iprec_at_recall_{level / 10:.2f}" for level in range(11)]
    asked = {"map", "map_cut", "P", "recall", "recip_rank", "ndcg", "ndcg_cut", "success", "set_F"}
    for seed in range(100):
        grades, run = random_run(seed)
        expected = pytrec_eval.RelevanceEvaluator(grades, {*asked, "iprec_at_recall", "gm_map"}).evaluate(run)
        powers = {
            topic: {document: 2**grade - 1 for document, grade in known.items()}
            for topic, known in grades.items()
        }
        exponential = pytrec_eval.RelevanceEvaluator(powers, {"ndcg_cut"}).evaluate(run)
        precisions = []
        for topic, known in grades.items():
            judged = judge(run[topic], known)
            for theirs, ours in names.items():
                assert find_measure(ours).of(judged) == pytest.approx(expected[topic][theirs]), (seed, ours)
            assert find_measure("nDCG-exp@10").of(judged) == pytest.approx(exponential[topic]["ndcg_cut_10"])
            assert interpolated_precision(judged) == pytest.approx(
                [expected[topic][level] for level in levels]
            )
            precisions.append(find_measure("AP").of(judged))
        theirs = pytrec_eval.compute_aggregated_measure(
            "gm_map", [value["gm_map"] for value in expected.values()]
        )
        assert geometric_mean(precisions) == pytest.approx(theirs)


def test_micro_average_precision_is_that_of_scikit_learn():
    from sklearn.metrics import average_precision_score

    for seed in range(20):
        grades, run = random_run(seed)
        grades["nothing"], run["nothing"] = {}, {"d001": 1.75, "d002": 0.3}  # it has no answer, and gives two
        # What was not found cannot be given to scikit-learn, so that everything is found here.
        grades = {
            topic: {d: g for d, g in known.items() if d in run[topic]} for topic, known in grades.items()
        }
        labels = [grades[topic].get(d, 0) > 0 for topic in run for d in run[topic]]
        expected = average_precision_score(
            labels, [score for value in run.values() for score in value.values()]
        )
        ours = micro_average_precision(list(run.values()), [grades[topic] for topic in run])
        assert ours == pytest.approx(expected)


def test_a_sure_answer_to_a_query_that_has_none_costs_micro_average_precision():
    right, none = {"a": 0.9}, {"b": 0.95}
    assert micro_average_precision([right], [{"a": 1}]) == 1.0
    assert micro_average_precision([right, none], [{"a": 1}, {}]) == 0.5
    assert micro_average_precision([{}], [{"a": 1}]) == 0.0
    assert np.isnan(micro_average_precision([none], [{}]))


def test_equal_scores_are_in_the_order_of_trec_eval():
    assert ordered({"a": 1.0, "c": 1.0, "b": 2.0}) == ["b", "c", "a"]


def test_the_query_itself_is_no_answer_but_one_of_the_four():
    scores = {"q": 9.0, "b": 3.0, "x": 2.0, "c": 1.0, "d": 0.5}
    judged = judge(scores, {"q": 1, "b": 1, "c": 1, "d": 1}, own="q")
    assert judged.own_rank == 1 and judged.ideal.tolist() == [1, 1, 1]
    assert find_measure("NS").of(judged) == 3
    assert find_measure("P@2").of(judged) == 0.5
    late = judge({**scores, "q": 0.1}, {"b": 1, "c": 1, "d": 1}, own="q")
    assert find_measure("NS").of(late) == 3
    assert find_measure("NS").of(judge({}, {"b": 1}, own="q")) == 0


@pytest.mark.parametrize(
    "name", ["P@5", "P", "R@5", "F1", "AP", "RR", "nDCG@5", "DCG", "RBP", "NS", "Success@1"]
)
def test_nothing_found_or_nothing_right_is_zero(name):
    empty = np.zeros(0, np.int64)
    assert find_measure(name).of(Judged(grades=empty, ideal=empty)) == 0
    assert find_measure(name).of(judge({}, {"a": 1})) == 0
    assert find_measure(name).of(judge({"a": 1.0}, {})) == 0
    assert interpolated_precision(judge({}, {"a": 1})).tolist() == [0] * 11
    assert np.isnan(geometric_mean([]))
