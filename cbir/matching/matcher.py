"""A query and a shortlist of photos -> the photos that show the same thing.

    shortlist (200, by words) -> pairs of the same word -> similarity votes -> two orders, interleaved
    -> exact NNDR and geometry in that order, until 10 photos in a row fail (30 before the first success)
    -> if none is verified, guided matching

The first stage is cheap and sees all candidates. The second one is exact and sees few.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from cbir.base.cached import cached_property
from cbir.base.cores import one_blas_thread, usable_cores
from cbir.base.errors import Cancelled
from cbir.base.types import PhotoFeatures, QueryFeatures
from cbir.matching.geometry import GeometryOptions, Verification, frames, verify
from cbir.matching.guided import GuidedOptions, grow, verify_guided
from cbir.matching.nndr import NearPairs, NndrOptions, match_nndr, near_pairs

_MAX_THREADS = 4  # more threads would verify photos after the point at which verification gives up
_PHOTOS_PER_THREAD = 4  # between two checks for cancellation, at which threads wait for one another


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchOptions:
    nndr: NndrOptions = field(default_factory=NndrOptions)
    geometry: GeometryOptions = field(default_factory=GeometryOptions)
    guided: GuidedOptions = field(default_factory=GuidedOptions)
    max_pairs_per_word: int = 64  # more pairs belong to a repeated pattern and do not tell positions
    max_voting_pairs: int = 200  # the nearest pairs vote in the first stage
    give_up_after: int = 10  # failures in a row
    # The same before the first success. In 309 queries, the limits 20, 30 and 60 gave 3, 4 and 4 more right photos than
    # the limit 10.
    give_up_empty_after: int = 30


# Near descriptors by the ids of the two pictures. The pictures are stored too, so that no other object gets their ids.
PairCache = dict[tuple[int, int], tuple[QueryFeatures, PhotoFeatures, NearPairs]]


def count_votes(
    query: QueryFeatures,
    photo: PhotoFeatures,
    levels: NDArray[np.float32],
    options: MatchOptions = MatchOptions(),
) -> int:
    """Count the pairs of the same word that agree on one similarity transform: the cheap first stage.

    levels : (16, 64) float32, the codebook's
    """
    return count_votes_of_each(query, [photo], levels, options)[0]


def count_votes_of_each(
    query: QueryFeatures,
    photos: Sequence[PhotoFeatures],
    levels: NDArray[np.float32],
    options: MatchOptions = MatchOptions(),
) -> list[int]:
    """The votes of each photo, computed together: a call for a few dozen pairs costs more than the computation."""
    if len(query) == 0 or not any(map(len, photos)):
        return [0] * len(photos)
    from cbir.matching import kernels

    all_photos = _JoinedKeypoints.of(photos)
    rows, distances, begins = kernels.join_photos(
        query.words,
        query.projected,
        np.concatenate([photo.words for photo in photos]),
        np.concatenate([photo.codes for photo in photos]),
        np.cumsum([0, *map(len, photos)]),
        levels,
        options.max_pairs_per_word,
    )
    most, chosen = options.max_voting_pairs, []
    for begin, end in itertools.pairwise(begins.tolist()):
        nearest = np.argpartition(distances[begin:end], most)[:most] if end - begin > most else slice(None)
        chosen.append(rows[begin:end][nearest])
    bounds = np.cumsum([0, *map(len, chosen)])
    rows = np.concatenate(chosen)
    in_query, in_photos = frames(query, rows[:, 0]), frames(all_photos, rows[:, 1])
    votes = kernels.vote(in_query, in_photos, *options.geometry.vote_limits, bounds)
    return [
        end - begin if end - begin < 2 else int(votes[begin:end].max()) + 1
        for begin, end in itertools.pairwise(bounds.tolist())
    ]


@dataclass(frozen=True, slots=True, kw_only=True)
class _JoinedKeypoints:
    """The keypoints of many photos, one after the other; see Keypoints."""

    xy: NDArray[np.float32]
    sigma: NDArray[np.float32]
    angle: NDArray[np.float32]
    size: tuple[int, int] = (0, 0)  # unused

    @classmethod
    def of(cls, photos: Sequence[PhotoFeatures]) -> _JoinedKeypoints:
        return cls(
            xy=np.concatenate([photo.xy for photo in photos]),
            sigma=np.concatenate([photo.sigma for photo in photos]),
            angle=np.concatenate([photo.angle for photo in photos]),
        )


def verify_photo(
    query: QueryFeatures,
    photo: PhotoFeatures,
    levels: NDArray[np.float32],
    options: MatchOptions = MatchOptions(),
    pairs: PairCache | None = None,
) -> Verification:
    """Exact NNDR and geometry of one pair of pictures. pairs : receives its near descriptors, for guided matching"""
    from cbir.matching import kernels

    projected = kernels.decompress(photo.codes, levels)
    near = None
    if pairs is not None:
        ratio = max(options.nndr.max_ratio, options.guided.guess_ratio)
        near = near_pairs(query.projected, projected, ratio)
        pairs[id(query), id(photo)] = query, photo, near
    rows, ratios = match_nndr(query.projected, projected, options.nndr, near)
    return verify(query, photo, rows, ratios, options.geometry)


def _interleave(votes: Sequence[int]) -> list[int]:
    """Positions in the order of the better of two ranks: by votes, and by the shortlist itself.

    Each rank has its weakness: votes need pairs of the same word, which are few for a thing seen from the side, and
    words alone ignore positions. The n-th photo of either rank is among the first 2n of the result.
    """
    by_votes = sorted(range(len(votes)), key=lambda position: (-votes[position], position))
    rank = {position: rank for rank, position in enumerate(by_votes)}
    return sorted(rank, key=lambda position: (min(rank[position], position), rank[position]))


class Shortlist:
    """Candidates for a query, ordered once and compared by several stages.

    photos : best first by the inverted index. levels : (16, 64) float32, the codebook's
    pairs : near descriptors from earlier stages of the same search
    threads : None means one per core, up to four
    Results are keyed by position in `photos`. A query without features has no results.
    """

    def __init__(
        self,
        query: QueryFeatures,
        photos: Sequence[PhotoFeatures],
        levels: NDArray[np.float32],
        options: MatchOptions = MatchOptions(),
        *,
        pairs: PairCache | None = None,
        threads: int | None = None,
    ) -> None:
        self.query = query
        self.photos = photos
        self._levels = levels
        self._options = options
        self._pairs: PairCache = {} if pairs is None else pairs
        self._threads = threads or usable_threads()

    @property
    def nndr_ratio(self) -> float:
        """The limit of NNDR, for exact comparisons."""
        return self._options.nndr.max_ratio

    @cached_property
    def order(self) -> list[int]:
        """Positions in `photos`, most promising first."""

        def count(part: Sequence[PhotoFeatures]) -> list[int]:
            return count_votes_of_each(self.query, part, self._levels, self._options)

        share = -(-len(self.photos) // self._threads)
        parts = [self.photos[start : start + share] for start in range(0, len(self.photos), share or 1)]
        with one_core_each(self._threads) as pool:
            return _interleave([vote for part in pool.map(count, parts) for vote in part])

    def verify(self, cancelled: Callable[[], bool] = lambda: False) -> dict[int, Verification]:
        """Exact NNDR and geometry, most promising photos first, until too many in a row fail. Raises Cancelled."""
        options, verifications = self._options, dict[int, Verification]()
        failures, patience = 0, options.give_up_empty_after
        for position, answer in self._compare(self._exact, self.order, cancelled):
            verifications[position] = answer
            if answer.verified:
                failures, patience = 0, options.give_up_after
            else:
                failures += 1
            if failures >= patience:
                break
        return verifications

    def verify_all(self, cancelled: Callable[[], bool] = lambda: False) -> dict[int, Verification]:
        """Exact NNDR and geometry of every photo. Raises Cancelled."""
        return dict(
            self._compare(
                self._exact, range(len(self.photos)), cancelled, photos_per_thread=_PHOTOS_PER_THREAD
            )
        )

    def verify_guided(self, cancelled: Callable[[], bool] = lambda: False) -> dict[int, Verification]:
        """Guided matching of the most promising photos. Raises Cancelled."""
        most = self._options.guided.looked_at
        chosen = self.order[:most] if len(self.photos) > most else range(len(self.photos))
        return dict(self._compare(self._guided, chosen, cancelled, photos_per_thread=_PHOTOS_PER_THREAD))

    def grow(self, position: int, verification: Verification) -> Verification:
        """Verify again by the pairs that a verification's transform predicts."""
        from cbir.matching import kernels

        photo, options = self.photos[position], self._options
        descriptors = self.query.projected, kernels.decompress(photo.codes, self._levels)
        return grow(verification, self.query, photo, descriptors, options.guided, options.geometry)

    def _exact(self, position: int) -> Verification:
        return verify_photo(self.query, self.photos[position], self._levels, self._options, self._pairs)

    def _guided(self, position: int) -> Verification:
        photo, options = self.photos[position], self._options
        *_, near = self._pairs.get((id(self.query), id(photo)), (None,))
        return verify_guided(self.query, photo, self._levels, options.guided, options.geometry, near)

    def _compare(
        self,
        look: Callable[[int], Verification],
        order: Sequence[int],
        cancelled: Callable[[], bool],
        *,
        photos_per_thread: int = 1,
    ) -> Iterator[tuple[int, Verification]]:
        """Positions and their verifications, in the given order. photos_per_thread : between checks of `cancelled`"""
        if len(self.query) == 0:
            return
        with one_core_each(self._threads) as pool:
            for start in range(0, len(order), self._threads * photos_per_thread):
                if cancelled():
                    raise Cancelled("The search was cancelled.")
                batch = order[start : start + self._threads * photos_per_thread]
                yield from zip(batch, pool.map(look, batch), strict=True)


def usable_threads() -> int:
    return min(usable_cores(), _MAX_THREADS)


@contextmanager
def one_core_each(threads: int) -> Iterator[ThreadPoolExecutor]:
    """Threads for work that releases the GIL."""
    with one_blas_thread(), ThreadPoolExecutor(threads) as pool:
        yield pool
