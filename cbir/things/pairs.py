"""A photo -> the photos of the library that show the same thing, by stored features alone."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

from cbir.base.types import QueryFeatures
from cbir.catalog import IndexedPhoto
from cbir.matching import MatchOptions, Shortlist, Verification, reach_of, weigh
from cbir.state import Snapshot, recall_features
from cbir.visual_words import ScoringOptions


@dataclass(frozen=True, slots=True, kw_only=True)
class PairOptions:
    """shortlisted : photos from each of two rankings that are compared with a photo; copies and views come first
    wide_cut : of the second ranking, as in a search
    least_inliers : points that agree. Fewer are often on lettering and cases: chosen on hard/ and covers 1 to 50
    least_span, least_agreement : photos whose points reach less share a part, as in a search; see matching.reach_of
    least_middle : photos whose points leave out the middle show two things on one table, or on one shelf
    """

    shortlisted: int = 30
    wide_cut: int = 28
    least_inliers: int = 12
    least_span: float = 0.27
    least_agreement: float = 0.175
    least_middle: float = 0.08


class Pair(NamedTuple):
    """Two contents that show the same thing, the smaller fingerprint first.

    agreement : share in [0, 1] of the details that both pictures show, near an agreeing point: the smaller picture's
    """

    first: str
    second: str
    inliers: int
    agreement: float

    @property
    def strength(self) -> float:
        """Points, weighed by how much of what both pictures show agrees: a table behind two covers has many points."""
        return self.inliers * self.agreement


class PairFinder:
    """Compares photos of one snapshot with the photos that share their visual words."""

    def __init__(
        self, snapshot: Snapshot, matching: MatchOptions, options: PairOptions = PairOptions()
    ) -> None:
        self._snapshot, self._matching, self._options = snapshot, matching, options
        self._ways = [
            (options.shortlisted + 1, ScoringOptions(weighting="hamming")),  # itself is the first
            (options.shortlisted + 1, ScoringOptions(weighting="hamming", hamming_cut=options.wide_cut)),
        ]

    def pairs_of(self, photo: IndexedPhoto, cancelled: Callable[[], bool] = lambda: False) -> list[Pair]:
        """Pairs of a photo. Raises Cancelled, QueryUnusable if it is not searchable, ArtifactMismatch."""
        store, _ = self._snapshot.stored(photo)
        (features,) = self._snapshot.features([photo])
        codebook, index = next(
            indexed for indexed in self._snapshot.index.indexes if indexed[0].fingerprint == store.codebook
        )
        if not len(features):
            return []
        query = recall_features(features, codebook, max(features.size) / max(photo.width, photo.height))
        rankings = index.search_each(query.words, query.signatures, self._ways)
        documents = dict.fromkeys(document for ranking in rankings for document in ranking.documents.tolist())
        rows = self._snapshot.catalog.photos.of_documents(list(documents))
        others = [
            rows[document]
            for document in documents
            if document in rows and rows[document].fingerprint != photo.fingerprint
        ]
        shortlist = Shortlist(
            query, self._snapshot.features(others), codebook.levels, self._matching, threads=1
        )
        return [
            pair
            for position, verification in shortlist.verify(cancelled).items()
            if verification.verified
            for pair in self._pairs_of(photo, query, others[position], shortlist, position, verification)
        ]

    def _pairs_of(
        self,
        photo: IndexedPhoto,
        query: QueryFeatures,
        other: IndexedPhoto,
        shortlist: Shortlist,
        position: int,
        verification: Verification,
    ) -> list[Pair]:
        """The pair that a verification proves; none if the photos only share a part."""
        options, features = self._options, shortlist.photos[position]
        if verification.inliers < options.least_inliers:
            return []
        reach = reach_of(query, features, verification)
        if (
            reach.span < options.least_span
            or reach.filled < options.least_agreement
            or reach.middle < options.least_middle
        ):
            return []
        if weigh(query, features, verification, partial(shortlist.grow, position)).proof != "same":
            return []
        first, second = sorted((photo.fingerprint, other.fingerprint))
        return [Pair(first, second, verification.inliers, reach.filled)]
