"""A query -> one snapshot of the library -> the stages, in their order -> one list of hits.

The metadata engine searches names and texts, the semantic engine searches content, and the match engine compares
pictures. Each answers by its stages, or abstains, and their answers are fused. An interim answer is a fusion of the
results so far.
"""

from __future__ import annotations

import itertools
import math
import os
import time
from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from cbir.base.cores import one_blas_thread
from cbir.base.errors import Cancelled, ModelNotInstalled, QueryUnusable
from cbir.base.messages import Message, sentences
from cbir.base.stopping import never_cancelled
from cbir.base.types import (
    COLORS_LEFT,
    METADATA_OUTDATED,
    METADATA_UNREAD,
    PARTLY_SEARCHED,
    TEXTS_TO_FOLD,
    EngineName,
    Evidence,
    Hit,
    KeywordSuggestion,
    LearnedOrder,
    Looking,
    PhotoId,
    SearchOptions,
    SearchResult,
    Term,
    Timings,
)
from cbir.catalog import PEOPLE, distinct_words
from cbir.embeddings import InstalledModel
from cbir.images import DecodeOptions
from cbir.local_features import FeatureOptions
from cbir.matching import MatchOptions
from cbir.metadata import EXTRACTOR_VERSION
from cbir.search.details import Details
from cbir.search.feedback import check_marks, search_expanded
from cbir.search.fusion import fuse, one_for_each_shot, sorted_hits
from cbir.search.learned_order import reordered, stored_order
from cbir.search.listing import OnPartial, list_photos, listed_photos
from cbir.search.meaning import KeywordSuggester, SemanticEngine, WordMeanings
from cbir.search.query import (
    FIRST_PAGE,
    DescribedCache,
    DescribedTerms,
    EncodedWords,
    Query,
    TypedText,
    check_terms,
    corrected,
    describe_terms,
    file_of,
    forgiven,
    load_kernels,
    read_text,
    recall_photo,
    understand,
    with_longer_words_of,
)
from cbir.search.results import Results
from cbir.search.stages import LearnedSearchOptions, Pipeline, Search, Timing, rank_photos
from cbir.state import IndexReader, Snapshot
from cbir.workers import DescribedQuery, WorkerPool

_Result = TypeVar("_Result")
_ENGINES: tuple[EngineName, ...] = ("match", "metadata", "semantic")
"""In the order of fusion."""
_MOST_MEANT = 12  # typed words that others may stand for: a longer text is a description


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchServiceOptions:
    """Options of a SearchService. query_features : number of features of a query picture; a photo has fewer"""

    features: FeatureOptions
    limits: DecodeOptions
    matching: MatchOptions
    query_features: int
    learned: LearnedSearchOptions = field(default_factory=LearnedSearchOptions)


class SearchService:
    """Answers the queries of one library. Its methods may be called from several threads."""

    def __init__(
        self,
        reader: IndexReader,
        semantic_engine: SemanticEngine,
        workers: Callable[[], WorkerPool],
        options: SearchServiceOptions,
        details: Details,
        meanings: WordMeanings,
    ) -> None:
        self.meanings = meanings
        self._reader = reader
        self._semantic_engine = semantic_engine
        self._workers, self._options = workers, options
        self._pipeline = Pipeline(
            workers,
            semantic_engine,
            matching=options.matching,
            learned=options.learned,
            limits=options.limits,
            details=details,
            meanings=meanings,
        )
        self._details = details
        self._described: DescribedCache[DescribedQuery] = DescribedCache()
        self._query_features = replace(options.features, max_features=options.query_features)
        self._suggester = KeywordSuggester(semantic_engine)

    def search(
        self,
        terms: Sequence[Term],
        options: SearchOptions = SearchOptions(),  # noqa: B008 (frozen)
        cancelled: Callable[[], bool] = never_cancelled,
        on_partial: OnPartial | None = None,
    ) -> SearchResult:
        """See Library.search."""
        search = partial(self._search, cancelled=cancelled, on_partial=on_partial)
        return search_expanded(search, terms, options) if options.expand else search(terms, options)

    def _search(
        self,
        terms: Sequence[Term],
        options: SearchOptions,
        *,
        cancelled: Callable[[], bool],
        on_partial: OnPartial | None,
    ) -> SearchResult:
        started = time.perf_counter()
        if terms or options.listed is None:  # otherwise it waits for the first page
            self._reader.look_for_damage_early()  # in the background: it usually ends before the search
        with self._reader.snapshot() as snapshot, one_blas_thread():
            query = self._parse(terms, options, snapshot, cancelled)
            self._refuse_ignored(query, snapshot)
            if query.is_for_list:
                listed = self._list(query, snapshot, on_partial, started)
                if listed.hits or not query.text.ranked:
                    return listed  # otherwise photos with some of the words follow
            self._load_meanwhile(query)

            def tell(results: Results, looking: Looking) -> None:
                if on_partial is None or query.cancelled():
                    return
                hits = self._page(search, results)[:FIRST_PAGE]
                if hits or looking != "stored":
                    took = Timings(total=(time.perf_counter() - started) * 1000)
                    answer = self._answer(query, snapshot, results, hits, took)
                    on_partial(replace(answer, looking=looking))

            search = self._new_search(query, snapshot, tell)
            took = self._walk(search)
            hits = self._page(search, search.results)
            total = (time.perf_counter() - started) * 1000
            answer = self._answer(query, snapshot, search.results, hits, replace(took, total=total))
            return replace(answer, notes=self._notes(query, snapshot, search.results, search.pictures))

    def _walk(self, search: Search) -> Timings:
        """Run the stages. Returns their times."""
        took: dict[Timing, float] = defaultdict(float)
        for stage in self._pipeline.stages(search.query.options):
            if not stage.applies(search):
                continue
            if search.query.cancelled():
                raise Cancelled("The search was cancelled.")
            if stage.looking is not None:
                search.show(stage.looking)
            started, described_ms = time.perf_counter(), search.described_ms
            search.add(stage.run(search))
            if stage.timing is not None:
                took_ms = (time.perf_counter() - started) * 1000
                took[stage.timing] += took_ms - (search.described_ms - described_ms)
        return replace(search.pictures.took, **took)

    def _list(
        self, query: Query, snapshot: Snapshot, on_partial: OnPartial | None, started: float
    ) -> SearchResult:
        listed = list_photos(
            query,
            snapshot,
            lambda tell: self._of_same_things(query, snapshot, tell),
            on_partial,
            started,
            meanwhile=self._reader.look_for_damage_early,
        )
        return replace(
            listed, notes=self._notes(query, snapshot, {}), without=query.text.without, facts=query.text.facts
        )

    def _of_same_things(
        self, query: Query, snapshot: Snapshot, tell: Callable[[], None] = lambda: None
    ) -> dict[PhotoId, Evidence]:
        """Photos of things on which the typed words are surely written, found by way of others. tell : called early"""
        if not query.options.look_again or not query.text.words:
            return {}
        search = self._new_search(query, snapshot, lambda results, looking: tell())
        self._walk(search)
        return {
            candidate.photo.photo: candidate.evidence
            for ranking in search.results["metadata"].rankings
            for candidate in ranking.candidates
            if candidate.strong and candidate.evidence is not None
        }

    def listed(self, terms: Sequence[Term], options: SearchOptions) -> NDArray[np.int64] | None:
        """The photos that a query lists (see Query.is_for_list), in no order; None for another query."""
        with self._reader.snapshot() as snapshot:
            query = self._parse(terms, options, snapshot, never_cancelled)
            if not query.is_for_list:
                return None
            return listed_photos(query, snapshot, self._of_same_things(query, snapshot))

    def rank(self, term: Term, options: SearchOptions = SearchOptions()) -> tuple[Hit, ...]:  # noqa: B008 (frozen)
        """See Library.rank."""
        return self.with_described(
            term,
            lambda described, snapshot: rank_photos(described.terms[0], snapshot, options),
            options,
        )

    def with_described(
        self,
        term: Term,
        use: Callable[[DescribedTerms, Snapshot], _Result],
        options: SearchOptions = SearchOptions(engine="match"),  # noqa: B008 (frozen)
        cancelled: Callable[[], bool] = never_cancelled,
    ) -> _Result:
        """The result of `use` for a described picture and a snapshot of the library."""
        with self._reader.snapshot() as snapshot, one_blas_thread():
            term = _known(term, snapshot)
            check_terms([term], options)
            if term.photo is not None:
                snapshot.find_photo(
                    term.photo
                )  # raises an error; otherwise a missing marked photo would be silently left out
            query = Query(
                terms=(term,), options=options, text=read_text([term], options), cancelled=cancelled
            )
            return use(self._describe(query, snapshot), snapshot)

    def suggest_keywords(
        self, photos: Sequence[PhotoId], *, top: int, cancelled: Callable[[], bool] = never_cancelled
    ) -> tuple[KeywordSuggestion, ...]:
        """See PhotoMarks.suggest."""
        with self._reader.snapshot() as snapshot:
            model = self._semantic_engine.answering(snapshot)
            if model is None:
                raise self._no_model(snapshot)
            return self._suggester.suggest(model, snapshot, photos, top=top, cancelled=cancelled)

    # --- the query ---

    def _parse(
        self, terms: Sequence[Term], options: SearchOptions, snapshot: Snapshot, cancelled: Callable[[], bool]
    ) -> Query:
        """The parsed query for the stages. Raises the errors of a search."""
        terms, hints = forgiven(terms) if options.forgiving else (terms, ())
        own = frozenset(
            term.photo
            for term in terms
            if term.photo is not None and term.sign > 0 and not term.marked and not options.own
        )
        terms = tuple(_known(term, snapshot) for term in terms)
        check_terms(terms, options)
        check_marks(terms)
        model: InstalledModel | None = None
        if terms and options.engine in ("auto", "semantic"):
            model = self._semantic_engine.answering(snapshot)
        if model is None and options.engine == "semantic":
            raise self._no_model(snapshot)
        of_words = self._model_of_words(options, terms, snapshot, model)
        names_alone = model is None and of_words is None
        people: Collection[str] = ()
        if options.people and PEOPLE in snapshot.settings:
            people = snapshot.catalog.people.words()
        terms, corrections = corrected(
            terms,
            snapshot.catalog,
            names_alone=names_alone,
            model=None if (reader := model or of_words) is None else reader.folder,
            people=people,
        )
        understood = understand(
            terms,
            snapshot.catalog,
            names_alone=model is None,
            people=people,
            faces=options.people,
            positions=options.positions,
        )
        terms = understood.terms
        text, embeddings = read_text(terms, options, described=model is not None), None
        if model is not None and text.sentences:
            sentences = [sentence.text for sentence in text.sentences]
            embeddings = self._semantic_engine.encode_texts(model, sentences)
        text = with_longer_words_of(snapshot.catalog, text, names_alone=model is None)
        return Query(
            terms=terms,
            options=options,
            text=replace(
                text, notes=(*hints, *corrections, *understood.notes, *text.notes), facts=understood.facts
            ),
            model=model,
            embeddings=embeddings,
            cancelled=cancelled,
            left_out=options.leave_out | own,
            of_words=None if of_words is None else self._encode_words(text, of_words),
        )

    def _model_of_words(
        self,
        options: SearchOptions,
        terms: Sequence[Term],
        snapshot: Snapshot,
        answering: InstalledModel | None,
    ) -> InstalledModel | None:
        """The model that finds words of the same meaning; None if it knows none, or the query is not text alone."""
        if options.engine != "auto" or not terms or any(term.text is None for term in terms):
            return None
        model = answering or self._semantic_engine.chosen(snapshot.settings)
        return model if model is not None and self.meanings.knows(model) else None

    def _encode_words(self, text: TypedText, model: InstalledModel) -> EncodedWords | None:
        """Begin to encode the typed words, unless they are a long description."""
        nodes = (*(node for _, node in text.ranked), *text.demanded)
        words = distinct_words(nodes)
        if not words or len(words) > _MOST_MEANT:
            return None
        return EncodedWords(
            words=words, model=model, embeddings=self._semantic_engine.encode_texts(model, words)
        )

    def _refuse_ignored(self, query: Query, snapshot: Snapshot) -> None:
        """Raise QueryUnusable if an option of the query would have no effect."""
        options = query.options
        if not query.compares_pictures and (options.nndr == "library" or options.nndr_ratio is not None):
            raise QueryUnusable("The options of NNDR have no effect on this search: it compares no pictures.")
        if options.nndr_ratio is not None and not 0 < options.nndr_ratio <= 1:
            raise QueryUnusable("Give NNDR a ratio above 0 and at most 1.")
        if options.k1 is not None or options.b is not None:
            if options.weighting != "bm25":
                raise QueryUnusable("k1 and b have an effect on the weighting bm25 only.")
            if not (0 <= (options.k1 or 0) < math.inf and 0 <= (options.b or 0) <= 1):
                raise QueryUnusable("Give k1 a number from 0 on, and b one from 0 to 1.")
        if query.compares_pictures:
            self._details.refuse_ignored(options, snapshot)
        if options.leave_out and not query.has_pictures:
            raise QueryUnusable("Photos can be left out of a search with pictures only.")
        if options.nprobe is None:
            return
        if query.model is None or not query.is_semantic:
            raise QueryUnusable(
                "The number of lists (nprobe) has no effect on this search: it compares no embeddings."
            )
        if snapshot.index.remote is not None:
            raise QueryUnusable(
                "The number of lists (nprobe) has no effect on this library: a server searches its embeddings."
            )
        parts = self._semantic_engine.parts(query.model, snapshot)
        indexes = [self._semantic_engine.index(query.model, snapshot), None if parts is None else parts.index]
        if not any(index is not None and index.takes_nprobe for index in indexes):
            raise QueryUnusable(
                "The number of lists (nprobe) has no effect on this library: it has no trained index of embeddings. "
                "Train one with: {0}",
                "cbir library vectors --kind trained",
            )

    def _no_model(self, snapshot: Snapshot) -> ModelNotInstalled:
        model = self._semantic_engine.chosen(snapshot.settings)
        return ModelNotInstalled(self._semantic_engine.why_none(model))

    def _load_meanwhile(self, query: Query) -> None:
        """Start the workers and load the image tower if a query has pictures, while the index is mapped."""
        if not query.has_pictures:
            return
        self._workers().start(sum(term.text is None for term in query.terms))
        if query.model is not None and query.is_semantic:
            self._semantic_engine.load_encoder(query.model)

    def _new_search(
        self,
        query: Query,
        snapshot: Snapshot,
        tell: Callable[[Results, Looking], None] = lambda results, looking: None,
    ) -> Search:
        return Search(query, snapshot, self._describe, tell)

    def _describe(self, query: Query, snapshot: Snapshot) -> DescribedTerms:
        options, matched = self._options, query.options.engine != "semantic"

        def map_index() -> None:
            load_kernels()
            _ = snapshot.index.indexes  # maps the files before a writer may remove them

        described = describe_terms(
            self._workers(),
            query.terms,
            file_of=lambda term: file_of(term, snapshot),
            recall=lambda term: recall_photo(term, snapshot, matched=matched, mirror=query.options.mirror),
            cache=self._described,
            codebooks=tuple(map(self._reader.codebook_file, snapshot.index.codebooks)) if matched else (),
            features=self._query_features,
            limits=options.limits,
            mirror=query.options.mirror,
            preprocessing=query.model.preprocessing if query.model is not None else None,
            meanwhile=map_index if matched else lambda: None,
            cancelled=query.cancelled,
        )
        if query.model is None or not query.is_semantic or not described.prepared:
            return described
        prepared = [pixels for _, pixels in described.prepared]
        return replace(described, embeddings=self._semantic_engine.encode_pictures(query.model, prepared))

    # --- the answer ---

    def _page(self, search: Search, results: Results) -> tuple[Hit, ...]:
        """The requested page of all hits."""
        query, options, photos = search.query, search.query.options, search.snapshot.catalog.photos
        in_order = [results[engine] for engine in _ENGINES if engine in results]
        order = _order_of(options, search.snapshot)
        last = query.last if order is None else query.depth
        hits = fuse(in_order, last=last, towns=photos.towns, left_out=query.left_out, copies=search.copies)
        if order is not None:
            hits = reordered(hits, order.weights)[: query.last]
        if options.sort != "score":
            sizes = {}
            if options.sort == "size":
                rows = photos.find_all([hit.photo for hit in hits])
                sizes = {photo: row.bytes for photo, row in rows.items()}
            hits = sorted_hits(hits, options.sort, sizes)
        page = hits[options.skip : options.skip + options.top]
        return one_for_each_shot(page, photos.raws)

    def _answer(
        self, query: Query, snapshot: Snapshot, results: Results, hits: Sequence[Hit], took: Timings
    ) -> SearchResult:
        total = results["metadata"].total if query.is_for_catalog_alone and "metadata" in results else None
        return SearchResult(
            hits=self._reader.mark_offline(hits, snapshot.online),
            took_ms=took,
            searched=snapshot.photos if query.is_for_catalog_alone else snapshot.index.photos,
            in_library=snapshot.photos,
            total=total,
        )

    def _notes(
        self,
        query: Query,
        snapshot: Snapshot,
        results: Results,
        pictures: DescribedTerms = DescribedTerms(),  # noqa: B008 (frozen)
    ) -> tuple[Message, ...]:
        """Sentences that the user should read, with or without hits."""
        return (
            *self._notes_on_engines(query, snapshot),
            *pictures.notes,
            *query.text.notes,
            *itertools.chain.from_iterable(result.notes for result in results.values()),
            *self._notes_on_library(query, snapshot),
        )

    def _notes_on_engines(self, query: Query, snapshot: Snapshot) -> Iterator[Message]:
        if query.is_for_catalog_alone:
            if query.options.engine == "auto" and query.text.ranked and query.model is None:
                model = self._semantic_engine.chosen(snapshot.settings)
                yield self._semantic_engine.what_it_adds(model)
            return
        if (searched := snapshot.index.photos) < snapshot.photos:
            share = 100 * searched // snapshot.photos
            yield Message(PARTLY_SEARCHED.template, share, searched, snapshot.photos)
        if snapshot.index.remote is not None and (waiting := self._reader.waiting_for_remote(snapshot)):
            yield Message(
                "{0} of {1} photos are not in the index on the server yet{2}.",
                waiting,
                snapshot.index.photos,
                _SCAN,
            )

    def _notes_on_library(self, query: Query, snapshot: Snapshot) -> list[Message]:
        photos, catalog, asks_for_colors = snapshot.photos, snapshot.catalog, query.text.asks_for_colors
        notes: list[Message] = []
        if photos == 0:
            notes.append(
                sentences(Message("The library has no photos yet."), Message("Add some with: {add}"))
            )
        elif query.text.ranked or query.text.restricts:
            if unread := catalog.metadata.unread():
                notes.append(Message(METADATA_UNREAD.template, unread, photos, _SCAN))
            elif outdated := catalog.metadata.outdated(EXTRACTOR_VERSION):
                notes.append(Message(METADATA_OUTDATED.template, outdated, photos, _SCAN))
        if asks_for_colors and (left := catalog.colors.left()):
            notes.append(Message(COLORS_LEFT.template, left, photos))
        if query.text.ranked and (left := catalog.full_text.left_to_fold()):
            notes.append(Message(TEXTS_TO_FOLD.template, left, photos))
        doubts = self._reader.doubts()  # the check had all this time
        return notes if doubts is None else [doubts, *notes]


_SCAN = Message(": {run} {scan}")


def _order_of(options: SearchOptions, snapshot: Snapshot) -> LearnedOrder | None:
    """The learned order that a search uses."""
    if options.learned_order is False:
        return None
    order = stored_order(snapshot.settings)
    return order if order is not None and (order.on or options.learned_order) else None


def _known(term: Term, snapshot: Snapshot) -> Term:
    """A term with the library's photo instead of its path, if the path's file is gone or the term is marked."""
    if term.path is None or (os.path.isfile(term.path) and not term.marked):
        return term
    photo = snapshot.catalog.photos.find_path(Path(os.path.normpath(term.path.absolute())))
    return term if photo is None else replace(term, path=None, photo=photo.photo)
