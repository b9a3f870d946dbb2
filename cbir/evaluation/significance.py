"""Two searches' figures, query by query -> their difference, and its significance.

compare() pairs the queries. The randomisation test decides, as it assumes nothing about the distribution of figures;
the t test, Wilcoxon's and the sign test are reported too. non_inferiority() tests the opposite: that nothing was lost.
The level is chosen before looking at the data, never after.
Smucker, Allan and Carterette, "A comparison of statistical significance tests for information retrieval evaluation",
CIKM 2007; Urbano, Lima and Hanjalic, SIGIR 2019. Agresti and Min, Statistics in Medicine 24, 2005.
"""

from __future__ import annotations

import itertools
import math
import warnings
from dataclasses import dataclass
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

from cbir.base.errors import CbirError

ALPHA = 0.05
MARGIN = 0.01
_ENOUGH_POWER = 0.8  # Cohen, "Statistical power analysis for the behavioral sciences", 1988
_MAX_EXACT = 16  # queries that differ: 65,536 combinations of signs
_DRAWS = 100_000
_BATCH = 1_000
_EQUAL = 1e-12  # rounding error between sums of the same differences in another order


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """Comparison of b with a, over n queries.

    difference : mean of b - a. interval : its 1 - alpha confidence interval, by bootstrap. differing : queries that
        differ
    effect : the difference in standard deviations of the differences (Cohen's d of pairs); 0 if none differs
    p_randomisation, p_sign, p_t, p_wilcoxon : two-sided; the last two are None if SciPy is not installed
    """

    n: int
    mean_a: float
    mean_b: float
    difference: float
    interval: tuple[float, float]
    effect: float
    differing: int
    alpha: float
    p_randomisation: float
    p_sign: float
    p_t: float | None
    p_wilcoxon: float | None

    @property
    def significant(self) -> bool:
        return self.p_randomisation < self.alpha


def compare(
    a: NDArray[np.float64], b: NDArray[np.float64], *, alpha: float = ALPHA, seed: int = 0
) -> Comparison:
    """Compare two searches. a, b : (n,) figures of the same queries. Raises CbirError if there are none."""
    if len(a) != len(b) or not len(a):
        raise CbirError("Two runs can be compared where they have answered the same queries, one at least.")
    difference = np.asarray(b, np.float64) - np.asarray(a, np.float64)
    spread = float(difference.std(ddof=1)) if len(difference) > 1 else 0.0
    p_t, p_wilcoxon = _scipy_tests(a, b)
    return Comparison(
        n=len(difference),
        mean_a=float(np.mean(a)),
        mean_b=float(np.mean(b)),
        difference=float(difference.mean()),
        interval=bootstrap_interval(difference, alpha=alpha, seed=seed),
        effect=float(difference.mean()) / spread if spread > _EQUAL else 0.0,
        differing=int((np.abs(difference) > _EQUAL).sum()),
        alpha=alpha,
        p_randomisation=randomisation_test(difference, seed=seed),
        p_sign=sign_test(difference),
        p_t=p_t,
        p_wilcoxon=p_wilcoxon,
    )


def randomisation_test(difference: NDArray[np.float64], *, seed: int = 0) -> float:
    """Two-sided p: share of random sign flips of the queries' differences with a mean at least as far from 0.

    For up to 16 queries that differ it counts all flips, else 100,000 random ones and the actual one.
    """
    nonzero = difference[np.abs(difference) > _EQUAL]
    observed = abs(float(nonzero.sum())) - _EQUAL * max(len(nonzero), 1)
    if len(nonzero) <= _MAX_EXACT:
        signs = np.array(list(itertools.product((1, -1), repeat=len(nonzero))), np.float64)
        return float((np.abs(signs @ nonzero) >= observed).mean())
    rng = np.random.default_rng(seed)
    as_far = sum(
        int((np.abs((rng.integers(0, 2, (_BATCH, len(nonzero))) * 2.0 - 1) @ nonzero) >= observed).sum())
        for _ in range(_DRAWS // _BATCH)
    )
    return float((as_far + 1) / (_DRAWS + 1))  # Phipson and Smyth 2010: no p of 0


def sign_test(difference: NDArray[np.float64]) -> float:
    """Two-sided p of the numbers of better and worse queries; equal ones do not count. Exact, by the binomial."""
    better, worse = int((difference > _EQUAL).sum()), int((difference < -_EQUAL).sum())
    n = better + worse
    tail: float = sum(math.comb(n, count) for count in range(min(better, worse) + 1)) / 2**n
    return min(1.0, 2 * tail)


def bootstrap_interval(
    difference: NDArray[np.float64], *, alpha: float = ALPHA, seed: int = 0
) -> tuple[float, float]:
    """Percentile interval of the mean over 10,000 draws of queries. Efron and Tibshirani 1993, chapter 13."""
    rng = np.random.default_rng(seed)
    n = len(difference)
    means = np.concatenate(
        [difference[rng.integers(0, n, (_BATCH, n))].mean(axis=1) for _ in range(10_000 // _BATCH)]
    )
    low, high = np.quantile(means, [alpha / 2, 1 - alpha / 2])
    return float(low), float(high)


def _scipy_tests(a: NDArray[np.float64], b: NDArray[np.float64]) -> tuple[float | None, float | None]:
    """The p of the paired t test and of Wilcoxon's test; 1 if no query differs, for which SciPy returns nan."""
    try:
        from scipy import stats
    except ImportError:
        return None, None
    if np.allclose(a, b, atol=_EQUAL, rtol=0):
        return 1.0, 1.0
    if len(a) < 2:
        return None, None
    with warnings.catch_warnings():  # SciPy warns if all differences are equal
        warnings.simplefilter("ignore", RuntimeWarning)
        return float(stats.ttest_rel(b, a).pvalue), float(stats.wilcoxon(b, a).pvalue)


@dataclass(frozen=True, slots=True, kw_only=True)
class NonInferiority:
    """Test that b loses less than `margin` against a.

    lower : lower bound of the difference, with confidence 1 - alpha. shown : lower > -margin
    power : probability that these queries show it if the two searches are in truth equal
    needed : number of queries that would show it with a power of .8
    """

    n: int
    difference: float
    lower: float
    margin: float
    shown: bool
    power: float
    needed: int


def non_inferiority(
    a: NDArray[np.float64], b: NDArray[np.float64], *, margin: float = MARGIN, alpha: float = ALPHA
) -> NonInferiority:
    """Test non-inferiority, one-sided, for figures in [0, 1]. a, b : (n,) figures of the same queries

    Two queries are added, each half a whole gain and half a whole loss (Agresti and Min 2005, for matched
    proportions). Without them, even a few queries without any difference would prove everything.
    """
    n = len(a)
    difference = np.asarray(b, np.float64) - np.asarray(a, np.float64)
    total = float(difference.sum()) / (n + 2)
    variance = (float((difference**2).sum()) + 1.0) / (n + 2) - total**2
    error = math.sqrt(variance / (n + 2))
    normal = NormalDist()
    z = normal.inv_cdf(1 - alpha)
    lower = total - z * error
    return NonInferiority(
        n=n,
        difference=float(difference.mean()) if n else 0.0,
        lower=lower,
        margin=margin,
        shown=lower > -margin,
        power=normal.cdf(margin / error - z),
        needed=math.ceil(variance * ((z + normal.inv_cdf(_ENOUGH_POWER)) / margin) ** 2),
    )


def holm(p_values: list[float]) -> list[float]:
    """Correct p values of several tests at once, so that each can be read like a single test's. Holm 1979."""
    order = sorted(range(len(p_values)), key=lambda at: p_values[at])
    adjusted, highest = [0.0] * len(p_values), 0.0
    for place, at in enumerate(order):
        highest = max(highest, min(1.0, (len(p_values) - place) * p_values[at]))
        adjusted[at] = highest
    return adjusted
