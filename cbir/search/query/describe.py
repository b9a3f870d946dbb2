"""Query terms -> worker processes or a cache -> features for the index and the matcher."""

from __future__ import annotations

import functools
import hashlib
import os
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Hashable, Sequence
from concurrent.futures import Future, wait
from dataclasses import dataclass, field
from pathlib import Path
from typing import Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from cbir.base.errors import Cancelled, ImageUnreadable, PhotoGone, QueryUnusable
from cbir.base.messages import Message
from cbir.base.types import (
    PICTURE_UNREADABLE,
    Filters,
    PictureKeypoints,
    Preprocessing,
    QueryFeatures,
    Region,
    SearchOptions,
    Term,
    Timings,
)
from cbir.base.types import file_of as moment_file
from cbir.images import DecodeOptions
from cbir.local_features import FeatureOptions
from cbir.matching import load_kernels as load_matching
from cbir.state import Snapshot
from cbir.visual_words import load_kernels as load_scoring
from cbir.workers import DescribedQuery, PictureEmbeddings, WorkerPool, describe_query

_Described = TypeVar("_Described")
_UNSETTLED_S = 2.0  # on coarse file systems, a file this new may change without a change of its time or size


class DescribedCache(Generic[_Described]):
    """The descriptions of a few pictures. Its methods may be called from several threads.

    most : number of pictures; 3,000 features take about a megabyte
    """

    def __init__(self, most: int = 8) -> None:
        self._most = most
        self._lock = threading.Lock()
        self._latest: OrderedDict[Hashable, _Described] = OrderedDict()

    @staticmethod
    def key(source: Path | bytes, *settings: Hashable) -> Hashable | None:
        """A key for a picture's content and the settings of its description; None if the content may still change.

        source : a file, identified by its path, size and time, or an encoded picture, identified by its checksum
        """
        if isinstance(source, bytes):
            return (hashlib.blake2b(source, digest_size=16).digest(), *settings)
        try:
            status = moment_file(source).stat()
        except OSError:  # the description reports the error
            return None
        if abs(time.time() - status.st_mtime) < _UNSETTLED_S:
            return None
        return (source, status.st_size, status.st_mtime_ns, *settings)

    def get(self, key: Hashable | None) -> _Described | None:
        with self._lock:
            if key is None or key not in self._latest:
                return None
            self._latest.move_to_end(key)
            return self._latest[key]

    def put(self, key: Hashable | None, described: _Described) -> None:
        if key is None:
            return
        with self._lock:
            self._latest[key] = described
            self._latest.move_to_end(key)
            if len(self._latest) > self._most:
                self._latest.popitem(last=False)


QUERY_PRIORITY = 10  # before all work of an index run
_POLL_S = 0.05
_NO_DETAIL = Message(
    "The picture has no detail to match: it is blank, blurred or too small. "
    "Try another picture or a larger part of it."
)
_NO_MATCHING = Message(
    "The picture has no detail to match: it is blank, blurred or too small. The search found only "
    "photos that look like it."
)
_RECALLED = Message(
    "The query's photo has moved, or its drive is disconnected. The search used the details "
    "stored in the library."
)
_MARK_GONE = Message("A photo that was marked is no longer in the library: the search went on without it.")
_Result = TypeVar("_Result")


@dataclass(frozen=True, slots=True, kw_only=True)
class DescribedTerm:
    """A term's picture as features, for each codebook upright and mirrored; None for one that is not needed.

    full_size : of the picture or region that was described. offset : corner of the region in its picture
    is_document : see cbir.images.has_plain_ground
    """

    term: int
    sign: int
    weight: float
    marked: bool
    features: dict[str, tuple[QueryFeatures | None, QueryFeatures | None]]
    full_size: tuple[int, int]
    offset: tuple[float, float]
    is_document: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class DescribedTerms:
    """The pictures of a query as features, the time for it, and notes for the user."""

    terms: tuple[DescribedTerm, ...] = ()
    took: Timings = field(default_factory=Timings)
    notes: tuple[Message, ...] = ()
    prepared: tuple[tuple[Term, NDArray[np.uint8]], ...] = ()  # inputs of an image tower
    embeddings: Future[PictureEmbeddings] | None = None  # of the inputs, being computed
    recalled: tuple[Term, ...] = ()  # their files cannot be read; described by stored features
    fingerprints: tuple[str, ...] = ()  # of the contents of whole positive pictures that are not marked


def keypoints_of(terms: Sequence[DescribedTerm]) -> PictureKeypoints:
    """Keypoints of the first picture, the same for every codebook. A library without a codebook has none."""
    features = [upright for term in terms[:1] for upright, _ in term.features.values() if upright is not None]
    if not features:
        nothing = np.zeros(0, np.float32)
        return PictureKeypoints(xy=np.zeros((0, 2), np.float32), sigma=nothing, angle=nothing)
    upright, *_ = features
    # In both sizes, the origin is the centre of the top left pixel.
    xy = (upright.xy + 0.5) / upright.scale - 0.5 + np.array(terms[0].offset)
    sigma = upright.sigma / upright.scale
    return PictureKeypoints(xy=xy.astype(np.float32), sigma=sigma.astype(np.float32), angle=upright.angle)


@functools.cache
def load_kernels() -> None:
    """Import the compiled loops. It takes half a second, during which a worker can describe the query."""
    load_matching()
    load_scoring()


def describe_terms(
    pool: WorkerPool,
    terms: Sequence[Term],
    *,
    file_of: Callable[[Term], Path | bytes | None],
    recall: Callable[[Term], DescribedQuery | None],
    cache: DescribedCache[DescribedQuery],
    codebooks: tuple[Path, ...],
    features: FeatureOptions,
    limits: DecodeOptions,
    mirror: bool,
    preprocessing: Preprocessing | None = None,
    meanwhile: Callable[[], object] = lambda: None,
    cancelled: Callable[[], bool] = lambda: False,
) -> DescribedTerms:
    """Features of all pictures among the terms. They are described in parallel.

    file_of : the file or bytes of a term's picture; None for a photo whose drive is not connected
    recall : the stored description of a photo of the library; None for another picture
    cache : descriptions with the same features and limits; new ones are added
    codebooks : empty if the match engine does not take part
    preprocessing : of an image tower, if it takes part. meanwhile : called while the workers describe
    Raises ImageUnreadable, QueryUnusable and Cancelled.
    """
    pictures = [(position, term) for position, term in enumerate(terms) if term.text is None]
    files = [file_of(term) for _, term in pictures]
    how = (codebooks, features, limits, mirror, preprocessing)
    keys = [
        None if file is None else cache.key(file, term.region, codebooks, mirror, preprocessing)
        for (_, term), file in zip(pictures, files, strict=True)
    ]
    described_before = [cache.get(key) for key in keys]
    futures = [
        None
        if file is None or before is not None
        else pool.submit(describe_query, file, term.region, *how, priority=QUERY_PRIORITY)
        for (_, term), file, before in zip(pictures, files, described_before, strict=True)
    ]

    def given_up() -> bool:
        """True if the search was cancelled. Its pictures are then cancelled in all workers."""
        if not cancelled():
            return False
        for future in futures:
            if future is not None:
                pool.cancel_running(future)
        return True

    meanwhile()
    described, notes, prepared, recalled, took = [], [], [], [], Timings()
    fingerprints: list[str] = []
    for (position, term), key, before, future in zip(pictures, keys, described_before, futures, strict=True):
        query, is_recalled = before, False
        if query is None:
            try:
                query, is_recalled = read_or_recall(pool, term, future, recall, given_up)
            except PhotoGone:
                if not term.marked:
                    raise
                notes += [] if _MARK_GONE in notes else [_MARK_GONE]
                continue
            took = _add_times(took, query)
            if not is_recalled:
                cache.put(key, query)
        if is_recalled:
            recalled.append(term)
            notes += [] if term.marked or _RECALLED in notes else [_RECALLED]
        if (
            not term.marked
            and query.by_codebook
            and all(len(upright) == 0 for _, upright, _ in query.by_codebook)
        ):
            notes.append(_NO_DETAIL if preprocessing is None else _NO_MATCHING)
        if query.prepared is not None:
            prepared.append((term, query.prepared))
        if query.fingerprint and term.sign > 0 and not term.marked:
            fingerprints.append(query.fingerprint)
        described.append(_described_term(position, term, query))
    return DescribedTerms(
        terms=tuple(described) if codebooks else (),
        took=took,
        notes=tuple(notes),
        prepared=tuple(prepared),
        recalled=tuple(recalled),
        fingerprints=tuple(fingerprints),
    )


def read_or_recall(
    pool: WorkerPool,
    term: Term,
    future: Future[DescribedQuery] | None,
    recall: Callable[[Term], DescribedQuery | None],
    cancelled: Callable[[], bool],
) -> tuple[DescribedQuery, bool]:
    """The features of a term's picture, and True if they are stored ones because its file cannot be read."""
    unreadable = None
    if future is not None:
        try:
            return wait_for(pool, future, cancelled), False
        except ImageUnreadable as error:
            unreadable = error
    stored = recall(term)
    if stored is None:
        named = term.path or "The picture"
        raise ImageUnreadable(PICTURE_UNREADABLE.template, named, unreadable) from unreadable
    return stored, True


def _add_times(took: Timings, query: DescribedQuery) -> Timings:
    return Timings(
        decode=took.decode + query.decode_ms,
        features=took.features + query.features_ms,
        words=took.words + query.words_ms,
    )


def _described_term(position: int, term: Term, query: DescribedQuery) -> DescribedTerm:
    return DescribedTerm(
        term=position,
        sign=term.sign,
        weight=term.weight,
        marked=term.marked,
        features={name: (upright, flipped) for name, upright, flipped in query.by_codebook},
        full_size=query.full_size,
        offset=(0.0, 0.0) if term.region is None else _offset(term.region),
        is_document=query.is_document,
    )


def wait_for(pool: WorkerPool, future: Future[_Result], cancelled: Callable[[], bool]) -> _Result:
    """Wait for a worker's answer. Cancelling the caller cancels the worker."""
    return _wait(future, cancelled, pool.cancel_running)


def wait_for_encoding(future: Future[_Result], cancelled: Callable[[], bool]) -> _Result:
    """Wait for a tower's answer. Cancelling the caller ends the wait; the tower finishes its work."""
    return _wait(future, cancelled, Future.cancel)


def _wait(
    future: Future[_Result], cancelled: Callable[[], bool], give_up: Callable[[Future[_Result]], object]
) -> _Result:
    # wait() does not notice a future that was cancelled before its executor looked at it.
    while not (wait([future], _POLL_S).done or future.done()):
        if cancelled():
            give_up(future)
            raise Cancelled("It was cancelled.")
    return future.result()


def file_of(term: Term, snapshot: Snapshot) -> Path | bytes | None:
    """The file or bytes of a term's picture; None for a photo whose drive is not connected.

    For a searchable photo that is marked, also None, as its stored features are enough.
    """
    if term.photo is None:
        return term.data if term.path is None else term.path
    photo = snapshot.catalog.photos.find(term.photo) if term.marked else snapshot.find_photo(term.photo)
    if photo is None or (term.marked and photo.is_searchable) or snapshot.is_away(photo.path):
        return None
    return photo.path


def check_terms(terms: Sequence[Term], options: SearchOptions) -> None:
    """Raise an error with a sentence for people if a query cannot be searched for."""
    if options.engine == "metadata" and any(term.text is None for term in terms):
        raise QueryUnusable("The metadata engine searches names and texts. Give words, not a picture.")
    if options.engine == "match" and any(term.text is not None for term in terms):
        raise QueryUnusable("The match engine compares pictures, not words. Give a picture file.")
    if terms and not any(term.sign > 0 for term in terms) and options.filters == Filters():
        raise QueryUnusable(
            "Give at least one picture or word to search for; subtracting alone finds nothing."
        )
    for term in terms:
        sources = [source for source in (term.path, term.data, term.photo, term.text) if source is not None]
        if len(sources) != 1:
            raise ValueError("a term needs exactly one of path, data, photo and text")
        if term.path is not None and not os.path.isfile(term.path):
            raise QueryUnusable("There is no file {0}.", term.path)


def _offset(region: Region) -> tuple[float, float]:
    """The corner of the clipped region: decode_region clips a region to the picture."""
    return max(0.0, float(int(region[0]))), max(0.0, float(int(region[1])))
