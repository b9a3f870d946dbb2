"""A query -> every engine that can answer it -> one list of hits.

The match engine compares pictures, the semantic one embeddings, the metadata one words. Each is asked for what it
understands of the terms; one that is not there or finds nothing abstains, and the user is told where it matters.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from cbir.base.errors import CbirError, ModelNotInstalled, QueryUnusable
from cbir.base.layout import Layout
from cbir.base.types import EngineRank, Hit, SearchOptions, SearchResult, Term, Timings
from cbir.catalog import Found
from cbir.embeddings import InstalledModel, TextEmbeddings
from cbir.images import DecodeOptions
from cbir.local_features import FeatureOptions
from cbir.matching import MatchOptions
from cbir.search.describe_query import (
    DescribedTerms,
    check_terms,
    describe_terms,
    query_options,
    wait_for_encoding,
)
from cbir.search.fusion import Candidate, sorted_hits, text_hits
from cbir.search.match_engine import SHORTLIST, Searcher
from cbir.search.metadata_engine import Sentence, TextAnswer, TextQuestion, answer_question, read_question
from cbir.search.recall import recall_query
from cbir.search.semantic_engine import QueryEmbedding, SemanticEngine, check_query_embeddings
from cbir.state import FindDocuments, IndexReader, Snapshot, explain_disk_trouble
from cbir.vectors import VectorIndex
from cbir.workers import DescribedQuery, WorkerPool

Cancelled = Callable[[], bool]
OnPartial = Callable[[SearchResult], None]
_MAX_PARTIAL_HITS = 100  # hits that are told before the answer is whole: more than a window shows at once
_NO_STORED_EMBEDDING = (
    "Comparing this by content needs the photo's file, which has moved, or whose drive is disconnected."
)
_CUT = "A text is longer than the model reads: its end was left out."


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchServiceOptions:
    """query_features : of a query picture; a photo has fewer."""

    features: FeatureOptions
    limits: DecodeOptions
    matching: MatchOptions
    query_features: int


@dataclass(frozen=True, slots=True, kw_only=True)
class _Question:
    """A query, and what each engine is asked. model : of the semantic engine; None where it is not asked

    texts : the sentences' vectors, on their way
    """

    terms: tuple[Term, ...]
    options: SearchOptions
    words: TextQuestion
    model: InstalledModel | None
    texts: Future[TextEmbeddings] | None

    @property
    def pictures(self) -> bool:
        return any(term.text is None for term in self.terms)

    @property
    def meant(self) -> bool:
        """The semantic engine has something to look for."""
        return self.model is not None and (
            any(term.text is None and term.sign > 0 for term in self.terms)
            or any(sentence.sign > 0 for sentence in self.words.sentences)
        )


class SearchService:
    """Answers the queries of one library; methods may be called from several threads."""

    def __init__(
        self,
        layout: Layout,
        reader: IndexReader,
        semantic_engine: SemanticEngine,
        workers: Callable[[], WorkerPool],
        options: SearchServiceOptions,
    ) -> None:
        self._layout = layout
        self._reader = reader
        self._semantic_engine = semantic_engine
        self._workers = workers
        self._options = options

    def search(
        self,
        terms: Sequence[Term],
        options: SearchOptions,
        cancelled: Cancelled,
        on_partial: OnPartial | None = None,
    ) -> SearchResult:
        """See Library.search."""
        started = time.perf_counter()
        terms = [self._known(term) for term in terms]
        check_terms(terms, options)
        self._reader.look_for_damage()  # done by the time that there is an answer
        model = self.model() if options.engine in ("auto", "semantic") else None
        if model is None and options.engine == "semantic":
            raise ModelNotInstalled(self._why_no_model())
        question = self._read(terms, options, model)
        if not question.pictures and not question.meant:
            return self._search_names(question, started)
        if question.pictures:
            self._workers().start()  # they load while the index is mapped
        online = self._reader.online()  # asked while the texts are being encoded

        def tell(hits: Sequence[Hit], searched: int) -> None:
            if on_partial is not None and hits and not cancelled():
                shown = self._reader.mark_offline(self._page(hits, options)[:_MAX_PARTIAL_HITS], online)
                took = Timings(total=(time.perf_counter() - started) * 1000)
                on_partial(SearchResult(hits=shown, took_ms=took, searched=searched))

        hits, took, searched, notes = self._reader.with_consistent_snapshot(
            lambda snapshot, find: self._search_once(
                snapshot, find, question, cancelled, None if on_partial is None else tell
            )
        )
        return SearchResult(
            hits=self._reader.mark_offline(hits, online),
            took_ms=replace(took, total=(time.perf_counter() - started) * 1000),
            searched=searched,
            notes=(*notes, *self._notes(question, searched)),
        )

    def rank(self, term: Term, options: SearchOptions) -> tuple[Hit, ...]:
        """See Library.rank."""
        term = self._known(term)
        check_terms([term], options)
        question = self._read([term], options, None)

        def rank_once(snapshot: Snapshot, find: FindDocuments) -> list[tuple[Found, float]]:
            described = self._describe(question, snapshot, lambda: False)
            searcher = Searcher(snapshot, find, self._options.matching)
            return searcher.rank(described.terms[0], options.weighting, options.top)

        ranked = self._reader.with_consistent_snapshot(rank_once)
        return tuple(
            Hit(
                rank=rank,
                photo=found.photo,
                path=found.path,
                score=score,
                verified=False,
                size=(found.width, found.height),
                fingerprint=found.fingerprint,
                engines=(EngineRank(engine="match", rank=rank, score=score),),
            )
            for rank, (found, score) in enumerate(ranked, start=1)
        )

    def model(self) -> InstalledModel | None:
        """The model that answers now; None where none is installed or none has seen a photo."""
        vectors = self._reader.current_snapshot().vectors
        with self._reader.catalog() as catalog:
            wanted = self._semantic_engine.wanted(catalog)
        return self._semantic_engine.answering(vectors, wanted)

    # --- what is asked ---

    def _read(self, terms: Sequence[Term], options: SearchOptions, model: InstalledModel | None) -> _Question:
        words = read_question(terms, options, described=model is not None)
        texts = None
        if model is not None and words.sentences:
            texts = self._semantic_engine.encode_texts(model, [sentence.text for sentence in words.sentences])
        return _Question(terms=tuple(terms), options=options, words=words, model=model, texts=texts)

    def _why_no_model(self) -> str:
        with self._reader.catalog() as catalog:
            wanted = self._semantic_engine.wanted(catalog)
        if wanted is not None:
            return (
                f"The model {wanted.info.name} has not seen the photos of this library yet. "
                "Index your folders again: cbir index FOLDER"
            )
        offer = next((one for one in self._semantic_engine.store.offers() if one.default), None)
        name = "" if offer is None else f", such as {offer.name} ({offer.download_bytes / 1e6:,.0f} MB)"
        return (
            f"Searching by meaning needs a model{name}. See what there is with: cbir models list. "
            "Then install one with: cbir models install NAME"
        )

    # --- asking ---

    def _search_once(
        self,
        snapshot: Snapshot,
        find: FindDocuments,
        question: _Question,
        cancelled: Cancelled,
        tell: Callable[[Sequence[Hit], int], None] | None,
    ) -> tuple[tuple[Hit, ...], Timings, int, tuple[str, ...]]:
        options = question.options
        texts = self._answer_words(question)
        if tell is not None:
            tell(text_hits(texts, options.skip + options.top), snapshot.photos)
        described = self._describe(question, snapshot, cancelled)
        began = time.perf_counter()
        meant, notes = self._ask_meaning(snapshot, find, question, described, texts.allowed, cancelled)
        encoded_ms = (time.perf_counter() - began) * 1000
        searcher = Searcher(snapshot, find, self._options.matching)
        hits, scored = searcher.search(
            described.terms,
            options,
            texts=texts,
            meant=meant,
            cancelled=cancelled,
            unproved=None if tell is None else lambda hits: tell(hits, snapshot.photos),
        )
        took = replace(described.took, score=scored.score, verify=scored.verify, encode=encoded_ms)
        notes = (*described.notes, *question.words.notes, *notes)
        return self._page(hits, options), took, snapshot.photos, notes

    def _describe(self, question: _Question, snapshot: Snapshot, cancelled: Cancelled) -> DescribedTerms:
        if not question.pictures:
            return DescribedTerms(terms=(), took=Timings(), notes=())
        options = self._options
        matched = question.options.engine != "semantic"
        return describe_terms(
            self._workers(),
            question.terms,
            file_of=self._file_of,
            recall=lambda term: self._recall(term, snapshot, matched=matched, mirror=question.options.mirror),
            codebooks=tuple(map(self._reader.codebook_file, snapshot.codebooks)) if matched else (),
            features=query_options(options.features, options.query_features),
            limits=options.limits,
            mirror=question.options.mirror,
            preprocessing=question.model.preprocessing if question.model is not None else None,
            cancelled=cancelled,
        )

    def _known(self, term: Term) -> Term:
        """Take a path whose file is gone for the photo that the library has there."""
        if term.path is None or term.path.is_file():
            return term
        found = self._reader.find_path(term.path)
        return term if found is None else replace(term, path=None, photo=found.photo)

    def _file_of(self, term: Term) -> Path | bytes | None:
        """What holds a term's picture; None where that is a photo whose drive is not there."""
        if term.photo is None:
            return term.data if term.path is None else term.path
        path = self._reader.find_photo(term.photo).path
        return None if self._reader.is_away(path) else path

    def _recall(
        self, term: Term, snapshot: Snapshot, *, matched: bool, mirror: bool
    ) -> DescribedQuery | None:
        """What is stored of a photo of the library; None for a picture that is none."""
        if term.photo is None:
            return None
        found = self._reader.find_photo(term.photo)
        store = snapshot.features(found.store)
        return recall_query(
            store.read(found.store_row),
            store.codebook,
            [codebook for codebook, _ in snapshot.indexes] if matched else (),
            full_size=(found.width, found.height),
            region=term.region,
            mirror=mirror,
        )

    def _ask_meaning(
        self,
        snapshot: Snapshot,
        find: FindDocuments,
        question: _Question,
        described: DescribedTerms,
        allowed: NDArray[np.int64] | None,
        cancelled: Cancelled,
    ) -> tuple[list[tuple[float, list[Candidate]]], tuple[str, ...]]:
        """The semantic engine's ranking, if it has one, and what the user should know of it."""
        model = question.model
        if model is None or not question.meant:
            return [], ()
        index = self._semantic_engine.index(model, snapshot, self._reader.catalog)
        with self._reader.catalog() as catalog:
            seen = len(index) + len(catalog.not_embedded(model.info.fingerprint))
        options = question.options
        try:
            embeddings, notes = self._query_embeddings(model, index, question, described, cancelled)
        except CbirError as error:
            return _abstain(question, error)
        # Nothing is fused with what one engine says alone; another order needs all that it would order.
        alone = options.engine == "semantic" and options.sort == "score"
        try:
            answer = self._semantic_engine.answer(
                index,
                model,
                embeddings,
                top=max(0 if alone else SHORTLIST, options.skip + options.top),
                allowed=allowed,
                nprobe=options.nprobe,
            )
        except QueryUnusable as error:
            return _abstain(question, error)
        photos = find(answer.documents.tolist())
        candidates = [
            Candidate(
                found=photos[document],
                score=score,
                evidence=None,
                verified=False,
                engine="semantic",
                strong=strong,
            )
            for document, score, strong in zip(
                answer.documents.tolist(), answer.scores.tolist(), answer.strong.tolist(), strict=True
            )
            if document in photos
        ]
        weight = sum(embedding.weight for embedding in embeddings if embedding.sign > 0)
        if seen < snapshot.photos:
            unseen = snapshot.photos - seen
            notes = (*notes, f"{unseen} of {snapshot.photos} photos cannot be found by meaning yet.")
        return [(weight, candidates)], notes

    def _query_embeddings(
        self,
        model: InstalledModel,
        index: VectorIndex,
        question: _Question,
        described: DescribedTerms,
        cancelled: Cancelled,
    ) -> tuple[list[QueryEmbedding], tuple[str, ...]]:
        pictures = None
        if described.prepared:
            pictures = self._semantic_engine.encode_pictures(
                model, [prepared for _, prepared in described.prepared]
            )
        embeddings: list[QueryEmbedding] = []
        notes: list[str] = []
        if question.texts is not None:
            texts = wait_for_encoding(question.texts, cancelled)
            notes += [_CUT] if any(texts.cut) else []
            notes += [texts.note] if texts.note else []
            embeddings += map(_text_embedding, question.words.sentences, texts.vectors)
        if pictures is not None:
            seen = wait_for_encoding(pictures, cancelled)
            notes += [seen.note] if seen.note else []
            for (term, _), vector in zip(described.prepared, seen.vectors, strict=True):
                embeddings.append(
                    QueryEmbedding(vector=vector, kind="picture", sign=term.sign, weight=term.weight)
                )
        embeddings += [self._stored_embedding(index, term) for term in described.recalled]
        check_query_embeddings(model, embeddings)
        return embeddings, tuple(dict.fromkeys(notes))

    def _stored_embedding(self, index: VectorIndex, term: Term) -> QueryEmbedding:
        """The embedding that the library keeps of a photo. Raises QueryUnusable where it has none of what is asked."""
        assert term.photo is not None  # only photos of the library are recalled
        stored = index.vector(self._reader.find_photo(term.photo).document)
        if stored is None or term.region is not None:
            raise QueryUnusable(_NO_STORED_EMBEDDING)
        vector = (stored / np.linalg.norm(stored)).astype(np.float32)
        return QueryEmbedding(vector=vector, kind="picture", sign=term.sign, weight=term.weight)

    def _search_names(self, question: _Question, started: float) -> SearchResult:
        """A search that the catalog alone answers: neither index nor workers are needed."""
        options, words = question.options, question.words
        with explain_disk_trouble(self._layout.folder):
            answer = self._answer_words(question)
            hits = text_hits(answer, options.skip + options.top)
            photos, _ = self._reader.counts()
        total = (time.perf_counter() - started) * 1000
        notes = [*words.notes, *self._notes(question, photos)]
        if options.engine == "auto" and words.ranked and question.model is None:
            notes.insert(0, "The words were looked for in names and metadata, not in what the photos show.")
        return SearchResult(
            hits=self._reader.mark_offline(self._page(hits, options), self._reader.online()),
            took_ms=Timings(score=total, total=total),
            searched=photos,
            notes=tuple(notes),
            total=answer.total,
        )

    def _answer_words(self, question: _Question) -> TextAnswer:
        options = question.options
        alone = not question.pictures and not question.meant
        with self._reader.catalog() as catalog:
            return answer_question(
                catalog, question.words, top=max(SHORTLIST, options.skip + options.top), alone=alone
            )

    def _page(self, hits: Sequence[Hit], options: SearchOptions) -> tuple[Hit, ...]:
        if options.sort != "score":
            sizes = {}
            if options.sort == "size":
                with self._reader.catalog() as catalog:
                    rows = catalog.find_photos([hit.photo for hit in hits])
                sizes = {photo: found.bytes for photo, found in rows.items()}
            hits = sorted_hits(hits, options.sort, sizes)
        return tuple(hits[options.skip : options.skip + options.top])

    def _notes(self, question: _Question, photos: int) -> Iterator[str]:
        """What the user should know of a search, whatever it found."""
        if doubts := self._reader.look_for_damage().result():
            yield doubts
        if photos == 0:
            yield "The library holds no photos yet. Add some with: cbir index FOLDER"
        elif question.words.ranked or question.words.restricts:
            _, unread = self._reader.counts()
            if unread:
                yield (
                    f"The metadata of {unread} of {photos} photos has not been read yet: "
                    "run cbir index on your folders."
                )


def _text_embedding(sentence: Sentence, vector: NDArray[np.float32]) -> QueryEmbedding:
    return QueryEmbedding(
        vector=vector, kind="text", text=sentence.text, sign=sentence.sign, weight=sentence.weight
    )


def _abstain(
    question: _Question, error: CbirError
) -> tuple[list[tuple[float, list[Candidate]]], tuple[str, ...]]:
    """What the semantic engine says where it cannot answer: a note, or the error itself where it alone was asked."""
    if question.options.engine == "semantic":
        raise error
    return [], (f"What the photos mean was not searched: {error}",)
