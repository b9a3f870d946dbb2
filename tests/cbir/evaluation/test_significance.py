"""Paired tests against the oracle numbers of the notes and against SciPy's."""

import builtins

import numpy as np
import pytest
import scipy

from cbir.base.errors import CbirError
from cbir.evaluation.significance import (
    bootstrap_interval,
    compare,
    holm,
    non_inferiority,
    randomisation_test,
    sign_test,
)

NOTES = np.array([0.05, -0.05, 0.10, 0.05, 0.10, 0.02, 0.10, -0.02, 0.05, 0.05])


def test_the_notes_differences_have_the_notes_p():
    found = compare(np.zeros(10), NOTES)
    assert found.p_t == pytest.approx(0.0203, abs=5e-5)
    assert found.p_randomisation == pytest.approx(0.0371, abs=5e-5)
    assert found.significant and found.difference == pytest.approx(0.045)


@pytest.mark.parametrize("seed", range(10))
def test_tests_are_those_of_scipy(seed):
    rng = np.random.default_rng(seed)
    a = rng.random(14).round(1)
    b = np.clip(a + rng.normal(0.05, 0.1, 14), 0, 1).round(1)
    found = compare(a, b)
    assert found.p_t == pytest.approx(float(scipy.stats.ttest_rel(b, a).pvalue))
    assert found.p_wilcoxon == pytest.approx(float(scipy.stats.wilcoxon(b, a).pvalue))
    better, worse = int((b > a + 1e-9).sum()), int((b < a - 1e-9).sum())
    assert found.p_sign == pytest.approx(float(scipy.stats.binomtest(better, better + worse).pvalue))
    exact = scipy.stats.permutation_test((b - a,), np.mean, permutation_type="samples", n_resamples=np.inf)
    assert found.p_randomisation == pytest.approx(float(exact.pvalue))


def test_drawn_signs_and_queries_come_near_to_scipys():
    rng = np.random.default_rng(5)
    difference = rng.normal(0.02, 0.1, 60)
    drawn = scipy.stats.permutation_test(
        (difference,), np.mean, permutation_type="samples", n_resamples=50_000, rng=np.random.default_rng(1)
    )
    assert randomisation_test(difference) == pytest.approx(float(drawn.pvalue), abs=0.01)
    theirs = scipy.stats.bootstrap(
        (difference,), np.mean, method="percentile", n_resamples=10_000, rng=np.random.default_rng(1)
    ).confidence_interval
    assert bootstrap_interval(difference) == pytest.approx((theirs.low, theirs.high), abs=0.002)


def test_runs_that_are_alike_differ_by_nothing():
    same = np.linspace(0, 1, 30)
    found = compare(same, same)
    assert (found.difference, found.effect, found.differing, found.interval) == (0, 0, 0, (0, 0))
    assert (found.p_randomisation, found.p_sign, found.p_t, found.p_wilcoxon) == (1, 1, 1, 1)
    one = compare(np.array([0.0]), np.array([1.0]))
    assert (one.p_randomisation, one.p_t) == (1, None)


def test_runs_of_other_queries_are_not_compared():
    for a, b in ((np.zeros(3), np.zeros(2)), (np.zeros(0), np.zeros(0))):
        with pytest.raises(CbirError, match="the same queries"):
            compare(a, b)


def test_without_scipy_what_decides_is_still_there(monkeypatch):
    real = builtins.__import__

    def without(name, *rest):
        if name.startswith("scipy"):
            raise ImportError(name)
        return real(name, *rest)

    monkeypatch.setattr(builtins, "__import__", without)
    found = compare(np.zeros(10), NOTES)
    assert found.p_t is None and found.p_wilcoxon is None
    assert found.significant and sign_test(NOTES) == found.p_sign


def test_no_difference_on_fifty_queries_proves_nothing_and_on_four_hundred_it_does():
    few = non_inferiority(np.ones(50), np.ones(50))
    assert not few.shown and few.difference == 0 and few.power < 0.2
    many = non_inferiority(np.ones(400), np.ones(400))
    assert many.shown and many.power > 0.8
    assert few.needed > 50 and many.needed < 400


def test_a_real_loss_is_not_called_none():
    rng = np.random.default_rng(2)
    before = (rng.random(2000) < 0.9).astype(float)
    after = before * (rng.random(2000) < 0.98)  # it loses 1.8 points
    assert not non_inferiority(before, after).shown
    assert non_inferiority(after, before).shown


def test_non_inferiority_errs_at_the_rate_that_was_chosen():
    """If the truth is at the margin, one test in twenty says that it is not."""
    rng = np.random.default_rng(3)
    said = 0
    for _ in range(1000):
        draw = rng.random(400)
        loses, gains = draw < 0.03, draw > 0.98  # one point lost in all
        said += non_inferiority(np.zeros(400), gains.astype(float) - loses).shown
    assert 0.02 < said / 1000 < 0.08


def test_several_questions_are_corrected_as_holm_has_it():
    assert holm([0.01, 0.04, 0.03]) == pytest.approx([0.03, 0.06, 0.06])
    assert holm([]) == []
