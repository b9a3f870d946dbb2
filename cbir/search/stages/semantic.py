"""Descriptions and pictures -> the photos that are nearest in meaning, divided into strong and weak hits.

Subtracted terms are embedded separately, and lower the photos that show them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from cbir.base.errors import CbirError, QueryUnusable
from cbir.base.messages import Message
from cbir.catalog import IndexedPhoto, is_color
from cbir.embeddings import part_regions
from cbir.search.feedback import marked_wrong
from cbir.search.meaning import (
    NearPhoto,
    NearPhotos,
    SemanticEngine,
    ShownColors,
    asked_for,
    embed_query,
    nearest_photos,
)
from cbir.search.query import FIRST_PAGE
from cbir.search.results import Candidate, Ranking, StageResult
from cbir.search.stages.stage import Search, StageName, Timing


@dataclass(frozen=True, slots=True, kw_only=True)
class SemanticStage:
    """Ranks photos by their embeddings.

    If it cannot answer, it abstains with a note. If it is the only engine of the search, it raises CbirError instead,
    such as QueryUnusable for terms that cancel each other out.
    """

    engine: SemanticEngine
    name: StageName = "semantic"
    timing: Timing | None = "encode"
    looking: None = None

    def applies(self, search: Search) -> bool:
        return search.query.is_semantic

    def run(self, search: Search) -> StageResult:
        query, snapshot, model = search.query, search.snapshot, search.query.model
        assert model is not None  # it is semantic
        index = self.engine.index(model, snapshot)
        try:
            embeddings, notes = embed_query(query, search.pictures, model, index, snapshot)
        except CbirError as error:
            return _abstain(search, error)
        try:
            parts = self.engine.parts(model, snapshot)
            nearest = nearest_photos(
                index, parts, embeddings, query, search.allowed, self.engine.line(model), _colors(search)
            )
        except QueryUnusable as error:
            return _abstain(search, error)
        weight = sum(embedding.weight for embedding in asked_for(embeddings))
        notes = (*notes, *nearest.notes)
        photos = snapshot.index.photos
        candidates: list[Candidate] = []
        result = StageResult(engine="semantic")
        pages = [(page, [near.document for near in page]) for page in _pages(nearest)]
        refused = snapshot.catalog.not_embedded.files(model.info.fingerprint)
        if unseen := max(0, photos - nearest.indexed - len(refused)):
            notes = (*notes, Message("{0} of {1} photos cannot be found by content yet.", unseen, photos))
        for page, documents in pages:
            if candidates and query.options.sort == "score":
                # The other candidates, up to a thousand, take twice as long as all before. Another order needs all.
                search.show("stored", result)
            rows = snapshot.catalog.photos.of_documents(documents)
            candidates += [
                _candidate(rows[near.document], near)
                for near in page
                if near.document in rows and rows[near.document].photo not in query.left_out
            ]
            result = StageResult(
                engine="semantic",
                rankings=(Ranking(weight=weight, candidates=tuple(candidates)),),
                refused=marked_wrong(query.terms),
                notes=notes,
            )
        return result


def _colors(search: Search) -> ShownColors | None:
    """The colours that the query names; None if there are none, or pictures or the model alone decide."""
    text, table = search.query.text, search.snapshot.catalog.colors
    if not text.colors or search.query.has_pictures or search.query.options.engine == "semantic":
        return None
    sentences = [sentence for sentence in text.sentences if sentence.sign > 0]
    return ShownColors(
        shown=lambda documents: table.shown(documents, text.colors),
        strongest=lambda top: table.strongest(text.colors, top),
        alone=all(is_color(word) for sentence in sentences for word in sentence.text.split()),
    )


def _pages(nearest: NearPhotos) -> list[Sequence[NearPhoto]]:
    """The photos of the first page, and if there are many more, the others."""
    first = FIRST_PAGE if len(nearest.photos) > 2 * FIRST_PAGE else len(nearest.photos)
    return [page for page in (nearest.photos[:first], nearest.photos[first:]) if page] or [()]


def _candidate(photo: IndexedPhoto, near: NearPhoto) -> Candidate:
    region = None if near.part is None else part_regions((photo.width, photo.height))[near.part]
    return Candidate(
        photo=photo,
        engine="semantic",
        score=near.score,
        likeness=near.score,
        strong=near.strong,
        strength=near.strength,
        part=region,
    )


def _abstain(search: Search, error: CbirError) -> StageResult:
    """A note that says why this engine does not answer. Raises the error if this is the only engine."""
    if search.query.options.engine == "semantic":
        raise error
    return StageResult(
        engine="semantic", notes=(Message("The photos were not searched by content: {0}", error),)
    )
