"""One direction -> the nearest photos, by the whole photo or its best part, divided into strong and weak hits."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cbir.base.cached import cached_property
from cbir.base.messages import Message
from cbir.embeddings import PARTS, InstalledModel, documents_of, part_keys, parts_of
from cbir.search.calibration import (
    MIN_PHOTOS,
    BackgroundScores,
    background_margin,
    background_z_scores,
    colored,
    distinct_z_scores,
    lowered,
    may_be_distinct,
    picture_strengths,
    pmi_margin,
    pointwise_mutual_information,
    semantic_scores,
    stretched,
    text_strengths,
    z_margin,
)
from cbir.search.meaning.query_embeddings import QueryEmbedding, asked_for, direction
from cbir.search.query import FIRST_PAGE, Query
from cbir.search.results import Restriction
from cbir.vectors import VectorIndex

_BACKGROUND = 500  # photos whose best parts calibrate a query
_BACKGROUND_SEED = 0
WHOLE = -1  # instead of a part's key: the whole photo
_PER_PHOTO = 3  # parts of a photo with usually similar scores, because neighbouring parts overlap


@dataclass(frozen=True)
class PartIndex:
    """The embeddings of photos' parts. index : by part key"""

    index: VectorIndex

    @cached_property
    def documents(self) -> NDArray[np.int64]:
        """The photos that have parts, ascending."""
        return np.unique(documents_of(self.index.documents()))

    def best(
        self,
        direction: NDArray[np.float32],
        top: int,
        *,
        allowed: NDArray[np.int64] | None,
        nprobe: int | None,
        expression: str | None = None,
    ) -> NDArray[np.int64]:
        """The photos with the best parts, in no particular order: at least `top`, or all if there are fewer."""
        keys = None if allowed is None else part_keys(allowed)
        documents = np.zeros(0, np.int64)
        for depth in (_PER_PHOTO, PARTS):
            # All other parts score lower than these, so these photos are the best ones.
            scored = self.index.search(
                direction, depth * top, allowed=keys, expression=expression, nprobe=nprobe
            )
            documents = np.unique(documents_of(scored.documents))
            if len(documents) >= top:
                break
        return documents

    def scores(
        self, direction: NDArray[np.float32], documents: NDArray[np.int64]
    ) -> tuple[NDArray[np.float32], NDArray[np.int64]]:
        """(n,) score of each photo's best part, and the part's key. The score is -inf for a photo without parts."""
        keys = part_keys(documents)
        scores = self.index.scores(direction[None], keys)[0].reshape(-1, PARTS)
        best = scores.argmax(axis=1) if len(documents) else np.zeros(0, np.intp)
        rows = np.arange(len(documents))
        return scores[rows, best], keys.reshape(-1, PARTS)[rows, best]

    def better(
        self, direction: NDArray[np.float32], documents: NDArray[np.int64], whole: NDArray[np.float32]
    ) -> tuple[NDArray[np.float32], NDArray[np.int64]]:
        """(n,) best score of each photo over the whole and its parts, and the key of the best part or WHOLE.

        whole : (n,) the scores of whole photos
        Cosines are compared, not z-scores: a part that shows only the thing has the same score as a photo of the thing.
        By z-scores, parts would outrank whole photos that fit the query (docs/benchmarks.md).
        """
        scores, keys = self.scores(direction, documents)
        better = scores > whole
        return np.where(better, scores, whole).astype(np.float32), np.where(better, keys, WHOLE)

    def beside(self, whole: NDArray[np.float32], documents: NDArray[np.int64]) -> NDArray[np.float32]:
        """(n, 1 + PARTS, d) embeddings of photos and their parts. A missing part has the embedding of its photo.

        whole : (n, d) embeddings of the photos
        """
        parts = self.index.vectors(part_keys(documents)).reshape(len(documents), PARTS, self.index.dimension)
        is_present = np.asarray(parts.any(axis=2))[..., None]
        return np.concatenate([whole[:, None], np.where(is_present, parts, whole[:, None])], axis=1)

    def background(self, direction: NDArray[np.float32]) -> BackgroundScores:
        """Scores of the best parts of random photos. As the best of nine, they exceed the scores of whole photos."""
        return BackgroundScores.of((self._sample @ direction).max(axis=1))

    @cached_property
    def _sample(self) -> NDArray[np.float32]:
        """(k, PARTS, d) parts of random photos, drawn once. A missing part is replaced by the photo's first part."""
        rng = np.random.default_rng(_BACKGROUND_SEED)
        drawn = rng.permutation(self.documents)[:_BACKGROUND]
        parts = self.index.vectors(part_keys(drawn)).reshape(len(drawn), PARTS, self.index.dimension)
        is_present = np.asarray(parts.any(axis=2))
        first = parts[np.arange(len(drawn)), is_present.argmax(axis=1)]
        return np.where(is_present[..., None], parts, first[:, None])


def part_number(key: int) -> int | None:
    """The number of a key's part in its photo, as in part_regions(); None for the whole photo."""
    return None if key == WHOLE else int(parts_of(np.array([key], np.int64))[0])


_OVERSAMPLING = 2  # factor for the number of candidates if a term is subtracted and some drop in rank
_EXACT = (
    FIRST_PAGE  # candidates in exact order; beyond the first page, an error of a thousandth does not matter
)
_MIN_CALIBRATED = 100  # least number of candidates that are compared with the line of strong hits
_BATCH_SIZE = 2000  # candidates compared with other captions at a time, to limit memory
_DRAWS = (
    4  # a best part must stand out among so many draws per photo; fewer than PARTS, because parts overlap
)


class NearPhoto(NamedTuple):
    """A scored photo. It is a tuple for speed: a search makes a thousand of them.

    score : in (0, 0.5), 0.25 at the line between strong and weak. strong : true for a strong hit
    strength : share of photos with this score that are right
    part : its part that fits, as in part_regions(); None if the whole photo fits better
    """

    document: int
    score: float
    strong: bool
    strength: float
    part: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class NearPhotos:
    """Result of nearest_photos(). photos : best first. indexed : number of photos with an embedding

    notes : of the index, for the user
    """

    photos: Sequence[NearPhoto]
    indexed: int
    notes: tuple[Message, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class StrongLine:
    """The line between strong and weak hits of sentences.

    sentences : (m, d) ordinary captions. background : see InstalledModel; None if the model has none
    """

    model: InstalledModel
    sentences: Callable[[], NDArray[np.float32]]
    background: NDArray[np.float32] | None

    def above(
        self, sentences: NDArray[np.float32], index: VectorIndex, rows: NDArray[np.int64], photos: int
    ) -> NDArray[np.bool_]:
        """(n,) True for photos that are strong hits of all sentences.

        sentences : (t, d). rows : (n,) the best photos, or their parts, in the index. photos : number searched
        """
        measured = np.empty((len(sentences), len(rows)), np.float32)
        for start in range(0, len(rows), _BATCH_SIZE):
            batch = slice(start, start + _BATCH_SIZE)
            if self.background is not None:
                measured[:, batch] = self._distinct(sentences, index, rows[batch], self.background)
                continue
            vectors = index.vectors(rows[batch])
            others = self.sentences() @ vectors.T
            for row, of_one in zip(measured[:, batch], sentences @ vectors.T, strict=True):
                row[:] = pointwise_mutual_information(of_one, others, self.model.scale)
        if self.background is None or self.model.strong_z is None:
            return pmi_margin(measured.min(axis=0), photos) >= 0
        strong = np.ones(len(rows), np.bool_)
        for row in measured:
            strong &= background_margin(row, photos, self.model.strong_z) >= 0
        return strong

    def _distinct(
        self,
        sentences: NDArray[np.float32],
        index: VectorIndex,
        rows: NDArray[np.int64],
        background: NDArray[np.float32],
    ) -> NDArray[np.float32]:
        """(t, n) z-scores to compare with the line. Far from it, as most photos are, those of the codes are used."""
        least = self.model.strong_z or -np.inf  # the line is never lower
        z_scores = background_z_scores(index.scores(sentences, rows, by_codes=True), sentences, background)
        close = may_be_distinct(z_scores, least)
        measured = stretched(z_scores)
        measured[:, close] = distinct_z_scores(
            sentences, index.vectors(rows[close]), background, self.sentences(), least=least
        )
        return measured


def nearest_photos(
    index: VectorIndex,
    parts: PartIndex | None,
    embeddings: Sequence[QueryEmbedding],
    query: Query,
    allowed: Restriction,
    line: StrongLine,
    colors: ShownColors | None = None,
) -> NearPhotos:
    """The photos nearest to the embeddings. At least one embedding must be positive.

    parts : None if no photo has any. Parts are compared with sentences and with framed parts of pictures; a whole
        picture is compared only with whole photos
    colors : colours of the photos, if the sentences name any
    At least _MIN_CALIBRATED candidates are compared with the line, even if fewer are requested.
    Raises QueryUnusable if the terms cancel each other out.
    """
    options = query.options
    # The result of a single engine is not fused and needs only the page. Another order needs all candidates.
    alone = options.engine == "semantic" and options.sort == "score"
    top = query.last if alone else query.depth
    vector = direction(embeddings, index, line.model.text_mean)
    positive = asked_for(embeddings)
    subtracted = [embedding for embedding in embeddings if embedding.sign < 0 and not embedding.marked]
    count = max(top, _MIN_CALIBRATED) * (_OVERSAMPLING if subtracted or colors is not None else 1)
    scored = index.search(
        vector,
        count,
        allowed=allowed.documents,
        expression=allowed.expression,
        nprobe=options.nprobe,
        exact=_EXACT,
    )
    sample, indexed, notes = index.sample_scores(vector), len(index), index.notes
    background = BackgroundScores.of_library(sample, vector, line.background)
    photos = indexed if allowed.documents is None else len(allowed.documents)
    candidates = _Candidates.of_whole(scored.documents, scored.scores)
    if parts is not None and all(embedding.of_part for embedding in positive):
        candidates = _with_parts(candidates, index, parts, vector, count, query, allowed)
    given = _pictures_among(positive)
    if given:
        of_pictures = direction(given, index, line.model.text_mean)
        nearest = index.search(
            of_pictures,
            count,
            allowed=allowed.documents,
            expression=allowed.expression,
            nprobe=options.nprobe,
        )
        candidates = _with_documents(candidates, index, vector, nearest.documents, allowed)
    if colors is not None and colors.alone:
        candidates = _with_documents(candidates, index, vector, colors.strongest(count), allowed)
    z_scores = background.z_scores(candidates.scores)
    documents = candidates.documents
    strong = _strong(candidates, z_scores, index, parts, vector, positive, photos, line)
    picture_z: NDArray[np.float32] | None = None
    if given:  # what resembles the pictures does not resemble them less because words were typed
        of_given = BackgroundScores.of_library(index.sample_scores(of_pictures), of_pictures, line.background)
        picture_z = of_given.z_scores(index.scores(of_pictures[None], documents)[0])
        strong |= z_margin(picture_z, photos) >= 0
    if colors is not None:
        shown = colors.shown(documents)
        z_scores = colored(z_scores, shown, alone=colors.alone)
        strong = shown >= 1 if colors.alone else strong & (shown >= _HARDLY)
    lowest = z_scores[strong].min(initial=np.inf)
    for embedding in subtracted:
        background = BackgroundScores.of_library(
            index.sample_scores(embedding.vector), embedding.vector, line.background
        )
        subtracted_scores = background.z_scores(index.scores(embedding.vector[None], documents)[0])
        z_scores = lowered(z_scores, subtracted_scores, embedding.weight, among=subtracted_scores[strong])
        whole = _Candidates.of_whole(documents, subtracted_scores)
        strong &= ~_strong(whole, subtracted_scores, index, None, embedding.vector, [embedding], photos, line)
    strong &= z_scores >= lowest
    order = np.lexsort((documents, -z_scores, ~strong))[:top]
    scores = semantic_scores(z_scores[order], strong[order])
    pictured = any(embedding.kind == "picture" for embedding in positive)
    strengths = picture_strengths(z_scores) if pictured else text_strengths(z_scores, strong)
    if picture_z is not None:
        strengths = np.maximum(strengths, picture_strengths(picture_z))
    ranked = zip(
        documents[order].tolist(),
        scores.tolist(),
        strong[order].tolist(),
        strengths[order].tolist(),
        map(part_number, candidates.keys[order].tolist()),
        strict=True,
    )
    return NearPhotos(photos=[NearPhoto(*near) for near in ranked], indexed=indexed, notes=notes)


_HARDLY = 0.25  # share of the least visible area: a photo that shows less of a colour does not have it


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownColors:
    """The colours of a query, and how much photos show of them.

    shown : see ColorTable.shown(). strongest : returns the photos that show most of these colours
    alone : the query has no other words
    """

    shown: Callable[[NDArray[np.int64]], NDArray[np.float32]]
    strongest: Callable[[int], NDArray[np.int64]]
    alone: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class _Candidates:
    """Photos with scores. documents, scores : (n,). keys : (n,) the part with this score; WHOLE for the whole photo"""

    documents: NDArray[np.int64]
    scores: NDArray[np.float32]
    keys: NDArray[np.int64]

    @classmethod
    def of_whole(cls, documents: NDArray[np.int64], scores: NDArray[np.float32]) -> _Candidates:
        return cls(documents=documents, scores=scores, keys=np.full(len(documents), WHOLE, np.int64))


def _with_documents(
    candidates: _Candidates,
    index: VectorIndex,
    vector: NDArray[np.float32],
    documents: NDArray[np.int64],
    allowed: Restriction,
) -> _Candidates:
    """Add documents to the candidates, except for those without an embedding."""
    more = np.setdiff1d(documents, candidates.documents)
    if allowed.documents is not None:
        more = more[np.isin(more, allowed.documents)]
    scores = index.scores(vector[None], more)[0]
    more, scores = more[np.isfinite(scores)], scores[np.isfinite(scores)]
    return _Candidates(
        documents=np.concatenate([candidates.documents, more]),
        scores=np.concatenate([candidates.scores, scores]).astype(np.float32),
        keys=np.concatenate([candidates.keys, np.full(len(more), WHOLE, np.int64)]),
    )


def _with_parts(
    candidates: _Candidates,
    index: VectorIndex,
    parts: PartIndex,
    vector: NDArray[np.float32],
    count: int,
    query: Query,
    allowed: Restriction,
) -> _Candidates:
    """Add the photos of the best parts to the candidates. Each gets the best score of its whole and its parts."""
    best = parts.best(
        vector,
        count,
        allowed=allowed.documents,
        expression=allowed.expression,
        nprobe=query.options.nprobe,
    )
    documents = np.union1d(candidates.documents, best)
    scores, keys = parts.better(vector, documents, index.scores(vector[None], documents)[0])
    return _Candidates(documents=documents, scores=scores, keys=keys)


def _pictures_among(embeddings: Sequence[QueryEmbedding]) -> list[QueryEmbedding]:
    """The pictures that were given beside sentences; none if there is nothing else."""
    pictures = [embedding for embedding in embeddings if embedding.kind == "picture" and not embedding.text]
    return pictures if len(pictures) < len(embeddings) else []


def _strong(
    candidates: _Candidates,
    z_scores: NDArray[np.float32],
    index: VectorIndex,
    parts: PartIndex | None,
    vector: NDArray[np.float32],
    embeddings: Sequence[QueryEmbedding],
    photos: int,
    line: StrongLine,
) -> NDArray[np.bool_]:
    """(n,) True for candidates that are strong hits. The limit for a photo's best part is stricter.

    z_scores : (n,) of the candidates, for `vector`, the direction of all terms together
    """
    whole = candidates.keys == WHOLE
    strong = np.zeros(len(whole), np.bool_)
    pictures = any(embedding.kind == "picture" for embedding in embeddings)
    vectors = np.stack([embedding.vector for embedding in embeddings])
    if pictures:
        strong[whole] = z_margin(z_scores[whole], photos) >= 0
    else:
        strong[whole] = line.above(vectors, index, candidates.documents[whole], photos)
    if parts is None or whole.all():
        return strong
    if pictures:  # compared with the best parts of other photos
        of_parts = parts.background(vector).z_scores(candidates.scores[~whole])
        strong[~whole] = z_margin(of_parts, photos) >= 0
    else:
        draws = _DRAWS * max(photos, MIN_PHOTOS)
        strong[~whole] = line.above(vectors, parts.index, candidates.keys[~whole], draws)
    return strong
