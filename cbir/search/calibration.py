"""The scores of every engine -> one scale, and a line between strong and weak hits.

On the common scale, [0.5, 1) means verified by geometry and [0, 0.5) merely similar. The semantic engine's hits above
0.25 are strong. Engines scale their own candidates with the functions of this module.

Cosines between two towers have no common zero: one query's best hit may score below another's noise. A score is
therefore compared with the same query's scores for other photos, or with other captions' scores for the same photo, and
never with a fixed number.

Pictures: the robust z-score of a photo against the query's background scores, and its margin over the largest z-score
that chance alone would produce in a library of that size.

Sentences, by odds: the pointwise mutual information of sentence and photo, which two towers trained with InfoNCE
estimate (van den Oord et al., "Representation learning with contrastive predictive coding", 2018). The threshold rises
with the number of photos searched and falls with the number that pass, as in Benjamini & Hochberg, "Controlling the
false discovery rate", 1995.

Sentences, against a background: the z-score of a photo among the scores of ordinary photos, which come with the model.
A part of the scores of the model's captions with this photo is subtracted, because some photos are near every sentence
(Radovanovic et al., "Hubs in space", JMLR 11, 2010). This serves models that separate captions too weakly for odds, and
that have their own line.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cbir.base.types import Evidence

ODDS = 1.6  # right to wrong, for a strong hit; balances misses and false alarms on rendered scenes
MIN_PHOTOS = 1000  # photos: a smaller library is not stronger evidence that one of its photos fits
ENOUGH_PHOTOS = 100  # photos whose scores tell the background of a query alone
LINE_PHOTOS = 200  # photos among which a model's own line was determined
# The three values were chosen as docs/models.md says.
_EXPONENT = 2.0  # of z-scores: the fit of captions with a photo is nearly that of the best ones
# Fit of captions with an ordinary photo. Less is no merit, but means another kind of picture.
_ORDINARY_FIT = 4.0
_CAPTIONS_SHARE = 0.2  # share of the fit above _ORDINARY_FIT that counts against a photo
_FEW = 4  # strong hits with a usual fit of their own
_COLOR = 0.5  # z-scores for each doubling of a colour's share; chosen for seven queries in captioned/one
_MOST_COLOR = 2.0  # doublings that count: a photo full of red does not show a redder bus
_NO_COLOR = 2.0**-5
_COLOR_ALONE, _BESIDE_COLOR = 3.0, 0.05  # where the colour is all that is asked for
_SUBTRACTION_MARGIN = 0.5  # a photo is lowered if its z-score for a subtracted term is above this
# Share of the distance to the best photo's z-score that counts against a photo; chosen with alignment's options.
_OUTSHONE = 0.3


@dataclass(frozen=True, slots=True, kw_only=True)
class BackgroundScores:
    """The distribution of a query's scores over the library, by statistics that outliers do not change.

    centre : the median. spread : a standard deviation, estimated from the lower half
    """

    centre: float
    spread: float

    @classmethod
    def of(cls, scores: NDArray[np.float32]) -> BackgroundScores:
        """Summarise a query's scores, (n,), over a library or a sample of it."""
        if len(scores) == 0:
            return cls(centre=0.0, spread=1.0)
        lower, centre = np.quantile(scores, (0.25, 0.5))
        return cls(centre=float(centre), spread=max(float(centre - lower) * 1.4826, 1e-6))

    @classmethod
    def of_library(
        cls,
        scores: NDArray[np.float32],
        vector: NDArray[np.float32],
        ordinary: NDArray[np.float32] | None,
    ) -> BackgroundScores:
        """Summarise a query's scores, (n,), and in a library of a few photos also those of ordinary photos.

        A handful of scores has a median and a quartile by chance. Up to ENOUGH_PHOTOS, the ordinary photos count for
        those that are missing.
        vector : (d,) of the query. ordinary : see InstalledModel.background(); None if the model has none
        """
        own = cls.of(scores)
        if ordinary is None or len(scores) >= ENOUGH_PHOTOS:
            return own
        centre = float(ordinary[0] @ vector)
        spread = float(np.linalg.norm(ordinary[1:] @ vector))
        share = len(scores) / ENOUGH_PHOTOS
        return cls(
            centre=share * own.centre + (1 - share) * centre,
            spread=max(share * own.spread + (1 - share) * spread, 1e-6),
        )

    def z_scores(self, scores: NDArray[np.float32]) -> NDArray[np.float32]:
        """Robust z-scores: distances of the scores above the centre, in spreads."""
        return ((scores - self.centre) / self.spread).astype(np.float32)


def lowered(
    z_scores: NDArray[np.float32],
    shown: NDArray[np.float32],
    weight: float,
    among: NDArray[np.float32] | None = None,
) -> NDArray[np.float32]:
    """Z-scores lowered by a subtracted term: (n,). shown : (n,) the photos' z-scores for that term alone

    among : (m,) those of the strong hits. If all of them show the term to some extent, as giraffes show a zoo, only the
        excess over their lower quartile counts
    """
    margin = _SUBTRACTION_MARGIN
    if among is not None and len(among) >= _FEW:
        margin = max(margin, float(np.quantile(among, 0.25)))
    return np.asarray(z_scores - np.float32(weight) * np.maximum(shown - np.float32(margin), 0), np.float32)


def colored(z_scores: NDArray[np.float32], shown: NDArray[np.float32], *, alone: bool) -> NDArray[np.float32]:
    """Z-scores of photos raised or lowered by how much they show of a colour that the sentence names: (n,).

    shown : see ColorTable.shown(). alone : the sentence names nothing else, so its colour decides
    """
    shares = np.log2(np.maximum(shown, _NO_COLOR))
    if alone:
        return np.asarray(_COLOR_ALONE * shares + _BESIDE_COLOR * z_scores, np.float32)
    return np.asarray(z_scores + _COLOR * shares.clip(-_MOST_COLOR, _MOST_COLOR), np.float32)


def z_margin(z_scores: NDArray[np.float32], photos: int) -> NDArray[np.float32]:
    """Distance of z-scores above the line between strong and weak hits: (n,), 0 on the line.

    photos : number of photos searched
    The largest of n normal draws is near sqrt(2 ln n). The line is that of ODDS * photos draws.
    """
    line = math.sqrt(2 * math.log(ODDS * max(photos, MIN_PHOTOS)))
    return np.asarray(z_scores - np.float32(line), np.float32)


def pointwise_mutual_information(
    scores: NDArray[np.float32], others: NDArray[np.float32], scale: float
) -> NDArray[np.float32]:
    """The advantage of a sentence over other captions with each photo, as a logarithm of odds: (n,), in nats.

    scores : (n,) cosines of the sentence with the photos. others : (m, n) cosines of other captions with them
    scale : the factor that the model was trained to multiply cosines by (the inverse of its temperature)
    """
    return np.asarray(scale * scores - ordinary_score(others, scale), np.float32)


def ordinary_score(others: NDArray[np.float32], scale: float) -> NDArray[np.float32]:
    """Scores of captions with each photo, (m, n) cosines -> the logarithm of their mean exp(scale cosine): (n,)."""
    peak = others.max(axis=0)
    return np.asarray(scale * peak + np.log(np.exp(scale * (others - peak)).mean(axis=0)), np.float32)


def pmi_margin(pmi: NDArray[np.float32], photos: int) -> NDArray[np.float32]:
    """Distance of the pointwise mutual information of a query's best hits above the line: (n,), 0 on the line.

    pmi : (n,), in nats. photos : number of photos searched
    The k-th best hit needs log(ODDS * photos / k). The largest k whose hit reaches this sets the line for all.
    """
    return (pmi - np.float32(pmi_line(pmi, max(photos, MIN_PHOTOS)))).astype(np.float32)


def pmi_line(pmi: NDArray[np.float32], photos: int) -> float:
    """The pointwise mutual information that a strong hit of a query needs among `photos` photos. See pmi_margin()."""
    best = np.sort(pmi)[::-1]
    lines = np.log(ODDS * photos / np.arange(1, len(pmi) + 1))
    enough = np.flatnonzero(best >= lines)
    return float(lines[enough[-1]]) if len(enough) else math.log(ODDS * photos)


def background_z_scores(
    scores: NDArray[np.float32], directions: NDArray[np.float32], background: NDArray[np.float32]
) -> NDArray[np.float32]:
    """Distances of photos' scores above the mean score of ordinary photos, in standard deviations of these: (t, n).

    scores : (t, n) cosines of t texts with n photos. directions : (t, d). background : see InstalledModel
    """
    centre = directions @ background[0]
    spread = np.linalg.norm(directions @ background[1:].T, axis=1)
    return np.asarray((scores - centre[:, None]) / np.maximum(spread, 1e-6)[:, None], np.float32)


def distinct_z_scores(
    directions: NDArray[np.float32],
    vectors: NDArray[np.float32],
    background: NDArray[np.float32],
    sentences: NDArray[np.float32],
    *,
    least: float = -math.inf,
) -> NDArray[np.float32]:
    """background_z_scores() of texts with photos, lowered for photos that captions in general fit: (t, n).

    directions : (t, d). vectors : (n, d). sentences : (m, d), m > 0, the model's captions
    least : smallest value of interest; a photo that can reach it for no text is not compared with the captions
    A text that fits a photo well resembles some of these captions, and therefore loses a share of its lead. The result
    is stretched to compensate for it: the best of many photos then rise as those of background_z_scores() do.
    """
    z_scores = background_z_scores(directions @ vectors.T, directions, background)
    near = may_be_distinct(z_scores, least)
    of_captions = background_z_scores(sentences @ vectors[near].T, sentences, background)
    fit = np.maximum(ordinary_score(of_captions, _EXPONENT) - np.float32(_ORDINARY_FIT), 0)
    z_scores[:, near] -= _CAPTIONS_SHARE * fit
    return stretched(z_scores)


def stretched(z_scores: NDArray[np.float32]) -> NDArray[np.float32]:
    """distinct_z_scores() for photos that no caption fits well, from their background_z_scores(). Same shape."""
    return np.asarray(z_scores / (1 - _CAPTIONS_SHARE), np.float32)


def may_be_distinct(z_scores: NDArray[np.float32], least: float) -> NDArray[np.bool_]:
    """(n,) True for photos whose distinct_z_scores() may reach `least` for a text. z_scores : background_z_scores()"""
    return np.asarray((z_scores >= np.float32((1 - _CAPTIONS_SHARE) * least)).any(axis=0))


def outshone(z_scores: NDArray[np.float32]) -> NDArray[np.float32]:
    """The z-scores of a text's best photos, (n,), each lowered by a share of its distance to the best one."""
    return np.asarray(z_scores - _OUTSHONE * (z_scores.max(initial=-np.inf) - z_scores), np.float32)


def background_margin(z_scores: NDArray[np.float32], photos: int, own_line: float) -> NDArray[np.float32]:
    """Distance of a sentence's best photos above the line, against the background: (n,), 0 on the line.

    own_line : the model's line among LINE_PHOTOS photos. Among more photos, the k-th best hit needs as much as the best
        of photos / k photos. The largest k whose hit reaches this sets the line for all
    """
    lowered_scores = outshone(z_scores)
    best = np.sort(lowered_scores)[::-1]
    fewer = np.maximum(photos / np.arange(1, len(best) + 1), LINE_PHOTOS)
    lines = np.sqrt(np.maximum(own_line**2 + 2 * np.log(fewer / LINE_PHOTOS), 0))
    enough = np.flatnonzero(best >= lines.astype(np.float32))
    line = lines[enough[-1]] if len(enough) else background_line(max(photos, LINE_PHOTOS), own_line)
    return np.asarray(lowered_scores - np.float32(line), np.float32)


def background_line(photos: float, own_line: float) -> float:
    """The z-score that the only right photo among `photos` needs. own_line : see background_margin()"""
    return math.sqrt(max(0.0, own_line**2 + 2 * math.log(photos / LINE_PHOTOS)))


def verified_score(inliers: int, same: int = 1, proofs: int = 1, terms: int = 1) -> float:
    """Evidence as a number in [0.5, 1). It rises with the number of proofs, then of proofs of the same thing, then of
    inliers.

    For one term: a shared part has 0.58 at 8 inliers and 0.7 at 64, the same thing 0.83 and 0.95.
    """
    of_proofs = (same + inliers / (inliers + 16)) / (proofs + 1)
    return 0.5 + 0.5 * (proofs - 1 + of_proofs) / max(terms, proofs)


def via_score(inliers: int, proofs: int = 1, terms: int = 1) -> float:
    """Evidence by way of other hits, on the scale of verified_score(), between shared parts and the same thing.

    For one term, in [0.74, 0.75). It rises with the inliers.
    """
    of_proofs = (0.96 + 0.04 * inliers / (inliers + 16)) / (proofs + 1)
    return 0.5 + 0.5 * (proofs - 1 + of_proofs) / max(terms, proofs)


def similar_score(share: float, inliers: int = 0) -> float:
    """Similarity without proof as a number in [0, 0.5). It rises with the inliers, then with the share explained.

    share : of the query, at least 0. inliers : consistent matches, too few for a proof; without any, the result is at
        most 0.25. The cube root spreads small shares, which most photos have: a thousandth gives 0.02
    """
    if inliers:
        return 0.25 + 0.25 * inliers / (inliers + 16)
    root = math.cbrt(max(share, 0.0))
    return 0.25 * root / (1 + root)


def semantic_scores(z_scores: NDArray[np.float32], strong: NDArray[np.bool_]) -> NDArray[np.float32]:
    """Robust z-scores -> (0, 0.5): above 0.25 for strong hits, below it for the others.

    z_scores : (n,). strong : (n,). The function is a soft sign, which still rises at values where a sigmoid saturates.
    """
    share = 0.5 * (1 + z_scores / (1 + np.abs(z_scores)))
    return np.asarray(0.25 * (strong + share), np.float32)


def score_below(score: float, highest: float, lowest: float) -> float:
    """Scale a score of one ranking, whose best is `highest`, to below the `lowest` score of another."""
    return lowest * 0.5 * score / highest


# --- strength: the share of hits like it that are right ---
# Fitted on hard/ and half A of distractors/, checked on covers/, objects/ and half B: tests/benchmarks/strength.py.

WHOLE_STRENGTH = 0.98  # of 54 photos of half A, all were right
PART_STRENGTH = 0.83  # 9 of 10 proofs of a shared part, with one more of each added
LEAD_STRENGTH = (
    0.27  # 6 of 22 photos that stand out by their details and look similar, with no point that agrees
)
_PROOF = -4.5, 2.24  # weights of 1 and the logarithm of the points, from 238 proofs of the same thing
_POSSIBLE = -4.5, 1.6  # not fitted: hardly any such points are left to fit them to
# Weights of 1, and of the logarithms of a photo's z-score, of the fifth best one, and of the photos that stand out.
# Fitted to photos of the same kind of thing, each kind with the same weight in all. The first weight was then raised by
# .18, the maximum likelihood over 1,086 hits without proof of 120 queries of half A.
_PICTURE = 5.15, 5.44, -7.42, 1.09
# Weights of 1, of the logarithm of the z-score, and of being strong, from a hundred queries of one or two words in
# captioned/one. In captioned/five, which took no part, strong hits have .75, and .80 of them are right.
_TEXT = -4.57, 2.21, 1.24
# Log-odds of being among the LISTED photos with the nearest details, fitted to 96 less likely photos of half A.
_LISTED = 3.0
LISTED = 20
_FIFTH = 5  # not the best: that may be the query itself or a copy
_STANDS_OUT = 3.0  # z-score
_MOST = 200  # photos that are counted
_LEAST_Z = 0.1
_MOST_ALIKE = 0.97  # photos of a kind that was fitted are right in .99 of such cases, of another kind in .93


def proven_strength(evidence: Evidence) -> float:
    """Strength of a proof, by its kind and its points."""
    if evidence.found_by == "whole":
        return WHOLE_STRENGTH
    return PART_STRENGTH if evidence.proof == "part" else _by_points(_PROOF, evidence)


def possible_strength(evidence: Evidence) -> float:
    """Strength of points that agree and that nothing confirms."""
    return _by_points(_POSSIBLE, evidence)


def _by_points(weights: tuple[float, float], evidence: Evidence) -> float:
    constant, of_points = weights
    points = max(1, evidence.inliers, evidence.learned or 0)
    return 1 / (1 + math.exp(-constant - of_points * math.log(points)))


def picture_strengths(z_scores: NDArray[np.float32]) -> NDArray[np.float64]:
    """Strengths of the photos that are nearest to a picture: (n,), in the order of their z-scores.

    A photo is likely of the kind that is asked for if it is nearly as near as the best ones, and if many photos stand
    out: a library has few of some kinds and many of others.
    """
    if len(z_scores) == 0:
        return np.zeros(0)
    constant, of_own, of_best, of_number = _PICTURE
    # In a small library, the fifth best photo may be any photo.
    least = _LEAST_Z if len(z_scores) >= ENOUGH_PHOTOS else _STANDS_OUT
    best = max(float(np.sort(z_scores)[-_FIFTH:][0]), least)
    number = min(_MOST, int((z_scores > _STANDS_OUT).sum()))
    of_query = constant + of_best * math.log(best) + of_number * math.log(1 + number)
    return np.asarray(_MOST_ALIKE / (1 + np.exp(-(of_query + of_own * _log(z_scores)))))


def listed_strength(strength: float) -> float:
    """Strength of a photo that is near a picture in meaning, and whose details are also among the nearest."""
    share = min(max(strength, 1e-6), _MOST_ALIKE - 1e-6) / _MOST_ALIKE
    return _MOST_ALIKE / (1 + math.exp(-_LISTED) * (1 - share) / share)


def text_strengths(z_scores: NDArray[np.float32], strong: NDArray[np.bool_]) -> NDArray[np.float64]:
    """Strengths of the photos that are nearest to a sentence: (n,). strong : (n,), see StrongLine"""
    constant, of_own, of_strong = _TEXT
    return np.asarray(1 / (1 + np.exp(-(constant + of_own * _log(z_scores) + of_strong * strong))))


def _log(z_scores: NDArray[np.float32]) -> NDArray[np.float64]:
    return np.log(np.maximum(z_scores.astype(np.float64), _LEAST_Z))
