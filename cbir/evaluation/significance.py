"""Two searches' figures, query by query -> how much one is better, and whether chance explains it.

compare() pairs the queries. What decides is the randomisation test, which assumes nothing of how figures are
distributed; t, Wilcoxon's and the sign test stand beside it. non_inferiority() asks the other question: is it safe to
say that nothing was lost? The level is chosen before looking, never after.
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
_MAX_EXACT = 16  # queries that differ: 65,536 ways to turn their signs
_DRAWS = 100_000
_BATCH = 1_000
_EQUAL = 1e-12  # sums of the same differences in another order


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """b against a, over n queries.

    difference : mean of b - a; interval : where it lies with 1 - alpha, by bootstrap. differing : queries that differ
    effect : the difference in standard deviations of the differences (Cohen's d of pairs); 0 where none differs
    p_randomisation, p_sign, p_t, p_wilcoxon : two-sided; the last two are None where SciPy is not installed
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
    """a, b : (n,) figures of the same queries. Raises CbirError where there is nothing to compare."""
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
    """Two-sided p: how often the mean is as far from 0 when each query's sign is turned by chance.

    All ways to turn them up to 16 queries that differ, else 100,000 drawn ones, the real one counted among them.
    """
    given = difference[np.abs(difference) > _EQUAL]
    seen = abs(float(given.sum())) - _EQUAL * max(len(given), 1)
    if len(given) <= _MAX_EXACT:
        signs = np.array(list(itertools.product((1, -1), repeat=len(given))), np.float64)
        return float((np.abs(signs @ given) >= seen).mean())
    rng = np.random.default_rng(seed)
    as_far = sum(
        int((np.abs((rng.integers(0, 2, (_BATCH, len(given))) * 2.0 - 1) @ given) >= seen).sum())
        for _ in range(_DRAWS // _BATCH)
    )
    return float((as_far + 1) / (_DRAWS + 1))  # Phipson and Smyth 2010: no p of 0


def sign_test(difference: NDArray[np.float64]) -> float:
    """Two-sided p of so many queries better and so many worse; equal ones say nothing. Exact, by the binomial."""
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
    """The p of the paired t test and of Wilcoxon's; 1 where no query differs, which SciPy calls nan."""
    try:
        from scipy import stats
    except ImportError:
        return None, None
    if np.allclose(a, b, atol=_EQUAL, rtol=0):
        return 1.0, 1.0
    if len(a) < 2:
        return None, None
    with warnings.catch_warnings():  # of differences that are all alike
        warnings.simplefilter("ignore", RuntimeWarning)
        return float(stats.ttest_rel(b, a).pvalue), float(stats.wilcoxon(b, a).pvalue)


@dataclass(frozen=True, slots=True, kw_only=True)
class NonInferiority:
    """Whether b loses less than `margin` against a.

    lower : the difference is above it with 1 - alpha. shown : lower > -margin
    power : how likely these queries show it where the two are in truth alike
    needed : queries that would show it with a power of .8
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
    """One-sided, for figures in [0, 1]. a, b : (n,) figures of the same queries.

    Two queries are added, half of each as if it were a whole gain, half a loss (Agresti and Min 2005, for matched
    proportions): without them, queries that all come out alike would prove anything, however few they are.
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
    """The p values of several questions at once, each as if it were the only one. Holm 1979."""
    order = sorted(range(len(p_values)), key=lambda at: p_values[at])
    adjusted, highest = [0.0] * len(p_values), 0.0
    for place, at in enumerate(order):
        highest = max(highest, min(1.0, (len(p_values) - place) * p_values[at]))
        adjusted[at] = highest
    return adjusted
