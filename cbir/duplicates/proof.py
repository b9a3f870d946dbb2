"""Pairs of photos -> the pairs that belong together, and why. Local features give the alignment, pixels decide."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

import numpy as np
from numpy.typing import NDArray

from cbir.base.cores import usable_cores
from cbir.base.errors import ImageUnreadable
from cbir.base.types import PhotoFeatures, QueryFeatures, Skipped
from cbir.catalog import IndexedPhoto
from cbir.duplicates.hashes import VIEWS, view_transform
from cbir.duplicates.judgement import Finding, judge, keep_their_place, same_picture
from cbir.duplicates.pixels import Comparison, compare_extras, compare_pictures
from cbir.duplicates.records import PhotoRow
from cbir.images import DecodeOptions
from cbir.matching import MatchOptions, count_votes, moved, one_core_each, verify_photo
from cbir.state import MappedIndex
from cbir.workers import WorkerPool, run_all

PROOF_VERSION = 11
"""Version of the comparison. A new version compares all pairs again."""
_AT_ONCE = 256  # pairs in a batch: first their features are compared, then the pictures of those that agree
_LEAST_VOTES = (
    3  # matches by visual word that agree on a place; exact matching takes ten times as long as this check
)

_NEAR_FRAME = 0.06  # of the sides
_CORNERS = np.array([[0.0, 1, 1, 0], [0, 0, 1, 1], [1, 1, 1, 1]])

Matrix = NDArray[np.floating]


@dataclass(frozen=True, slots=True, kw_only=True)
class ToCompare:
    """A pair of contents that may belong together. view : of the first that looks like the second, or None"""

    first: PhotoRow
    second: PhotoRow
    view: int | None = None

    @property
    def has_same_pixels(self) -> bool:
        return bool(self.first.pixels) and self.first.pixels == self.second.pixels


@dataclass(frozen=True, slots=True)
class _Task:
    pair: ToCompare
    guesses: tuple[Matrix, ...]
    proven: bool
    in_place: bool


class Prover:
    """Compares pairs on one revision of the index. places : of each document's features"""

    def __init__(
        self,
        mapped: MappedIndex,
        places: dict[int, IndexedPhoto],
        workers: WorkerPool,
        limits: DecodeOptions,
        matching: MatchOptions,
    ) -> None:
        self._mapped, self._places, self._workers = mapped, places, workers
        self._limits, self._matching = limits, matching
        self._codebooks = {codebook.fingerprint: codebook for codebook, _ in mapped.indexes}

    def compare(
        self, pairs: Iterable[ToCompare], cancelled: Callable[[], bool]
    ) -> Iterator[tuple[ToCompare, Finding | Skipped | None]]:
        """Compare pairs, in any order. Yields each pair with its finding; None if the two do not belong together.

        If a photo cannot be read, the pair comes with a Skipped instead. Ends early if cancelled.
        """
        remaining = iter(pairs)
        with one_core_each(usable_cores()) as threads:
            while (batch := list(islice(remaining, _AT_ONCE))) and not cancelled():
                equal = [pair for pair in batch if pair.has_same_pixels]
                yield from self._compare_extras(equal, cancelled)
                tasks = list(threads.map(self._task, [pair for pair in batch if not pair.has_same_pixels]))
                yield from ((task.pair, None) for task in tasks if not task.guesses)
                yield from self._compare_pixels([task for task in tasks if task.guesses], cancelled)

    def _compare_extras(
        self, pairs: Sequence[ToCompare], cancelled: Callable[[], bool]
    ) -> Iterator[tuple[ToCompare, Finding | Skipped | None]]:
        """Compare pairs with the same pixels by the other content of their files."""
        arguments = ((pair, (pair.first.file, pair.second.file, self._limits)) for pair in pairs)
        for pair, future in run_all(self._workers, compare_extras, arguments, cancelled=cancelled):
            try:
                first_more, second_more = future.result()
            except ImageUnreadable as error:
                yield pair, Skipped(path=pair.second.file, reason=error.message)
            else:
                yield pair, same_picture((pair.second.width, pair.second.height), first_more, second_more)

    def _compare_pixels(
        self, tasks: Sequence[_Task], cancelled: Callable[[], bool]
    ) -> Iterator[tuple[ToCompare, Finding | Skipped | None]]:
        arguments = (
            (task, (task.pair.first.file, task.pair.second.file, task.guesses, self._limits))
            for task in tasks
        )
        for task, future in run_all(self._workers, compare_pictures, arguments, cancelled=cancelled):
            try:
                comparison = future.result()
            except ImageUnreadable as error:
                yield task.pair, Skipped(path=task.pair.second.file, reason=error.message)
            else:
                yield task.pair, None if comparison is None else _judge(task, comparison)

    def _task(self, pair: ToCompare) -> _Task:
        guesses: list[Matrix] = [] if pair.view is None else [view_transform(pair.view)]
        verified = self._verify(pair)
        if verified is None:
            return _Task(pair, tuple(guesses), proven=False, in_place=False)
        transform, in_place = verified
        return _Task(pair, (*guesses, *frames_near(transform), transform), proven=True, in_place=in_place)

    def _verify(self, pair: ToCompare) -> tuple[Matrix, bool] | None:
        """Transform from first to second by local features, in shares of both; True if the features keep their place.

        None if the features prove nothing.
        """
        first, second = (self._places.get(row.document) for row in (pair.first, pair.second))
        if first is None or second is None:
            return None
        stores = [self._mapped.features(record.store) for record in (first, second)]
        if stores[0].codebook != stores[1].codebook or stores[0].codebook not in self._codebooks:
            return None
        levels = self._codebooks[stores[0].codebook].levels
        query, photo = stores[0].read(first.store_row), stores[1].read(second.store_row)
        prepared = _as_query(query, self._codebooks[stores[0].codebook].decompress(query.codes))
        if count_votes(prepared, photo, levels, self._matching) < _LEAST_VOTES:
            return None
        verification = verify_photo(prepared, photo, levels, self._matching)
        if not verification.verified or verification.transform is None:
            return None
        to_shares = _stretch(query.size, inverse=True), _stretch(photo.size, inverse=True)
        in_place = keep_their_place(
            moved(to_shares[0], query.xy[verification.rows[:, 0]]),
            moved(to_shares[1], photo.xy[verification.rows[:, 1]]),
            (pair.first.width, pair.first.height),
            (pair.second.width, pair.second.height),
        )
        return to_shares[1] @ verification.transform @ _stretch(query.size), in_place


def frames_near(guess: Matrix) -> list[Matrix]:
    """Views that map the whole picture onto the whole other, if near the estimate: they are likelier than it."""
    landed = guess @ _CORNERS
    landed = landed[:2] / landed[2]
    frames = [view_transform(view) for view in range(VIEWS)]
    return [frame for frame in frames if float(np.abs((frame @ _CORNERS)[:2] - landed).max()) < _NEAR_FRAME]


def _judge(task: _Task, comparison: Comparison) -> Finding | None:
    first, second = task.pair.first, task.pair.second
    return judge(
        comparison,
        (first.width, first.height),
        (second.width, second.height),
        proven=task.proven,
        in_place=task.in_place,
    )


def _as_query(photo: PhotoFeatures, projected: NDArray[np.float32]) -> QueryFeatures:
    return QueryFeatures(
        words=photo.words,
        signatures=np.zeros(len(photo), np.uint64),  # the verification does not use them
        projected=projected,
        xy=photo.xy,
        sigma=photo.sigma,
        angle=photo.angle,
        size=photo.size,
        scale=1.0,
    )


def _stretch(size: tuple[int, int], *, inverse: bool = False) -> Matrix:
    """Transform from shares of a working image to its pixels, whose centres are whole numbers; or its inverse."""
    to_pixels = np.array([[size[0], 0, -0.5], [0, size[1], -0.5], [0, 0, 1]], np.float64)
    return np.linalg.inv(to_pixels) if inverse else to_pixels
