"""A query -> every engine that can answer it -> one list of hits.

The metadata engine searches names and texts, the semantic one what photos show, the match one compares pictures.
Each answers by itself or abstains; their answers are fused here, and nowhere else. An interim answer is the same
fusion over what is known by then.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from cbir.base.cores import one_blas_thread
from cbir.base.errors import ModelNotInstalled
from cbir.base.layout import Layout
from cbir.base.types import (
    EngineName,
    Hit,
    KeywordSuggestion,
    PhotoId,
    SearchOptions,
    SearchResult,
    Stage,
    Term,
    Timings,
)
from cbir.embeddings import InstalledModel
from cbir.images import DecodeOptions
from cbir.local_features import FeatureOptions
from cbir.matching import MatchOptions
from cbir.search.feedback import check_marks, search_expanded
from cbir.search.fusion import fuse, sorted_hits
from cbir.search.listing import CatalogSearch, OnPartial
from cbir.search.meaning import KeywordSuggester, SemanticEngine
from cbir.search.query import (
    DescribedCache,
    DescribedTerms,
    check_terms,
    describe_terms,
    file_of,
    load_kernels,
    query_options,
    read_question,
    recall_photo,
)
from cbir.search.results import FIRST_PAGE, Answer, Engine, Look, Query
from cbir.search.stages import (
    Expansion,
    HarderLook,
    HarderOptions,
    MatchEngine,
    MetadataEngine,
    WordsOfMatches,
    WrittenLook,
    allowed_documents,
    allowed_expression,
)
from cbir.state import IndexReader, Snapshot
from cbir.workers import DescribedQuery, WorkerPool

Cancelled = Callable[[], bool]
_Result = TypeVar("_Result")


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchServiceOptions:
    """query_features : of a query picture; a photo has fewer."""

    features: FeatureOptions
    limits: DecodeOptions
    matching: MatchOptions
    query_features: int
    harder: HarderOptions = field(default_factory=HarderOptions)


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
        self._layout, self._reader = layout, reader
        self._metadata_engine = MetadataEngine()
        self._semantic_engine = semantic_engine
        self._match_engine = MatchEngine(options.matching)
        self._described: DescribedCache[DescribedQuery] = DescribedCache()
        # in the order in which each may use what the one before it found
        self._looks: tuple[Look, ...] = (
            HarderLook(workers, options.limits, options.harder),
            Expansion(options.matching),
            WordsOfMatches(semantic_engine),
        )
        self._written_look = WrittenLook(options.matching)
        self._catalog_search = CatalogSearch(
            reader,
            self._metadata_engine,
            self._written_look,
            page=self._page,
            notes=self._notes_of_catalog,
        )
        self._suggester = KeywordSuggester(semantic_engine)
        # in the order in which fusion lists them
        self._engines: Mapping[EngineName, Engine] = {
            "match": self._match_engine,
            "metadata": self._metadata_engine,
            "semantic": semantic_engine,
        }
        self._workers, self._options = workers, options

    def search(
        self,
        terms: Sequence[Term],
        options: SearchOptions = SearchOptions(),  # noqa: B008 (frozen)
        cancelled: Cancelled = lambda: False,
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
        cancelled: Cancelled,
        on_partial: OnPartial | None,
    ) -> SearchResult:
        started = time.perf_counter()
        if terms or options.listed is None:  # else it waits until the first page is told
            self._reader.look_for_damage_early()  # in the background: it is finished before the search is
        with self._reader.snapshot() as snapshot:
            query = self._read_query(terms, options, snapshot, cancelled)
            if query.is_for_list:
                return self._catalog_search.list(query, snapshot, on_partial, started)
            if query.is_for_catalog_alone:
                return self._catalog_search.search(query, snapshot, on_partial, started)
            return self._search_index(query, snapshot, on_partial, started)

    def _search_index(
        self, query: Query, snapshot: Snapshot, on_partial: OnPartial | None, started: float
    ) -> SearchResult:
        if query.has_pictures:  # what they need loads while the index is mapped
            self._workers().start(sum(term.text is None for term in query.terms))
            if query.model is not None and query.is_semantic:
                self._semantic_engine.load_encoder(query.model)

        def tell(answers: Sequence[Answer], searched: int, looking: Stage) -> None:
            if on_partial is None or query.cancelled():
                return
            if (first := self._page(query, snapshot, answers)[:FIRST_PAGE]) or looking != "stored":
                shown = self._reader.mark_offline(first, snapshot.online)
                took = Timings(total=(time.perf_counter() - started) * 1000)
                on_partial(SearchResult(hits=shown, took_ms=took, searched=searched, looking=looking))

        with one_blas_thread():
            hits, took, searched, notes = self._search_once(query, snapshot, tell)
        return SearchResult(
            hits=self._reader.mark_offline(hits, snapshot.online),
            took_ms=replace(took, total=(time.perf_counter() - started) * 1000),
            searched=searched,
            notes=(*notes, *self._notes(query, snapshot)),
        )

    def listed(self, terms: Sequence[Term], options: SearchOptions) -> NDArray[np.int64] | None:
        """The photos that a query lists (see Query.is_for_list), in no order; None where it lists none."""
        with self._reader.snapshot() as snapshot:
            query = self._read_query(terms, options, snapshot, lambda: False)
            return self._catalog_search.photos(query, snapshot) if query.is_for_list else None

    def rank(self, term: Term, options: SearchOptions = SearchOptions()) -> tuple[Hit, ...]:  # noqa: B008 (frozen)
        """See Library.rank."""
        return self.with_described(
            term,
            lambda described, snapshot: self._match_engine.rank(
                described.terms[0], snapshot, options.weighting, options.top
            ),
            options,
        )

    def with_described(
        self,
        term: Term,
        use: Callable[[DescribedTerms, Snapshot], _Result],
        options: SearchOptions = SearchOptions(engine="match"),  # noqa: B008 (frozen)
        cancelled: Cancelled = lambda: False,
    ) -> _Result:
        """What can be said of one picture and what is indexed. use : given it described, and one snapshot"""
        with self._reader.snapshot() as snapshot, one_blas_thread():
            term = _known(term, snapshot)
            check_terms([term], options)
            if term.photo is not None:
                snapshot.find_photo(term.photo)  # raises where a marked one would be left out silently
            query = self._read([term], options, None, cancelled)
            return use(self._describe(query, snapshot), snapshot)

    # --- reading the query ---

    def _read_query(
        self, terms: Sequence[Term], options: SearchOptions, snapshot: Snapshot, cancelled: Cancelled
    ) -> Query:
        """A query as the engines read it. Raises what a search does."""
        terms = [_known(term, snapshot) for term in terms]
        check_terms(terms, options)
        check_marks(terms)
        model = None
        if terms and options.engine in ("auto", "semantic"):
            model = self._semantic_engine.answering(snapshot)
        if model is None and options.engine == "semantic":
            raise self._no_model(snapshot)
        return self._read(terms, options, model, cancelled)

    def _no_model(self, snapshot: Snapshot) -> ModelNotInstalled:
        wanted = self._semantic_engine.wanted(snapshot.settings)
        return ModelNotInstalled(self._semantic_engine.why_none(wanted))

    def _read(
        self,
        terms: Sequence[Term],
        options: SearchOptions,
        model: InstalledModel | None,
        cancelled: Cancelled,
    ) -> Query:
        words, texts = read_question(terms, options, described=model is not None), None
        if model is not None and words.sentences:
            texts = self._semantic_engine.encode_texts(model, [sentence.text for sentence in words.sentences])
        return Query(
            terms=tuple(terms), options=options, words=words, model=model, texts=texts, cancelled=cancelled
        )

    def suggest_keywords(
        self, photos: Sequence[PhotoId], *, top: int, cancelled: Cancelled = lambda: False
    ) -> tuple[KeywordSuggestion, ...]:
        """See PhotoMarks.suggest."""
        with self._reader.snapshot() as snapshot:
            model = self._semantic_engine.answering(snapshot)
            if model is None:
                raise self._no_model(snapshot)
            return self._suggester.suggest(model, snapshot, photos, top=top, cancelled=cancelled)

    # --- answering ---

    def _search_once(
        self, query: Query, snapshot: Snapshot, tell: Callable[[Sequence[Answer], int, Stage], None]
    ) -> tuple[tuple[Hit, ...], Timings, int, tuple[str, ...]]:
        """Ask each engine about one snapshot of the index, and fuse their answers.

        tell : given the answers so far wherever what comes next takes long: describing pictures, verifying photos,
            looking harder
        """
        photos = snapshot.index.photos
        answers: dict[EngineName, Answer] = {}
        answers["metadata"] = self._engines["metadata"].answer(query, snapshot)
        tell(self._in_order(answers), photos, "stored")
        allowed = allowed_documents(snapshot.catalog, query)
        described = self._describe(query, snapshot)
        looks = None
        if query.model is not None and query.is_semantic and described.prepared:
            prepared = [pixels for _, pixels in described.prepared]
            looks = self._semantic_engine.encode_pictures(query.model, prepared)
        expression = allowed_expression(query, snapshot)
        query = replace(query, pictures=described, allowed=allowed, expression=expression, looks=looks)

        def matched(stage: Stage, answer: Answer) -> None:
            tell(self._in_order({**answers, "match": answer}), photos, stage)

        def first_page(answer: Answer) -> None:
            if query.options.sort == "score":  # another order needs all
                tell(self._in_order({**answers, "semantic": answer}), photos, "stored")

        answers["match"] = self._engines["match"].answer(query, snapshot, partial(matched, "stored"))
        # Last, since its tower works meanwhile, in another process.
        answers["semantic"] = self._engines["semantic"].answer(query, snapshot, first_page)
        for look in self._looks:
            if look.wanted(query, answers["match"]):
                matched(look.stage, answers["match"])
                answers["match"] = look.answer(
                    query, snapshot, answers["match"], partial(matched, look.stage)
                )
        if self._written_look.wanted(query, answers["metadata"]):

            def read(answer: Answer) -> None:
                tell(self._in_order({**answers, "metadata": answer}), photos, self._written_look.stage)

            answers["metadata"] = self._written_look.answer(query, snapshot, answers["metadata"], read)
        hits = self._page(query, snapshot, self._in_order(answers))
        took = replace(
            described.took,
            encode=answers["semantic"].timings.encode,
            score=answers["match"].timings.score,
            verify=answers["match"].timings.verify + answers["metadata"].timings.verify,
        )
        notes = (*described.notes, *query.words.notes, *answers["semantic"].notes)
        if waiting := self._reader.waiting_for_mirror(snapshot):
            missing = (
                f"{waiting} of {photos} photos are not in the index on Milvus yet: "
                "run cbir index on your folders."
            )
            notes = (missing, *notes)
        return hits, took, photos, notes

    def _in_order(self, answers: Mapping[EngineName, Answer]) -> list[Answer]:
        """The answers there are, in the order of the engines."""
        return [answers[name] for name in self._engines if name in answers]

    def _notes_of_catalog(self, query: Query, snapshot: Snapshot) -> tuple[str, ...]:
        notes = (*query.words.notes, *self._notes(query, snapshot))
        if query.options.engine == "auto" and query.words.ranked and query.model is None:
            wanted = self._semantic_engine.wanted(snapshot.settings)
            return (self._semantic_engine.what_it_adds(wanted), *notes)
        return notes

    def _page(self, query: Query, snapshot: Snapshot, answers: Sequence[Answer]) -> tuple[Hit, ...]:
        """The hits that were asked for, of all that some answers give."""
        options = query.options
        hits = fuse(answers, last=query.last, towns=snapshot.catalog.photos.towns)
        if options.sort != "score":
            sizes = {}
            if options.sort == "size":
                rows = snapshot.catalog.photos.find_all([hit.photo for hit in hits])
                sizes = {photo: found.bytes for photo, found in rows.items()}
            hits = sorted_hits(hits, options.sort, sizes)
        return hits[options.skip : options.skip + options.top]

    def _notes(self, query: Query, snapshot: Snapshot) -> Iterator[str]:
        """What the user should know of a search, whatever it found."""
        if doubts := self._reader.doubts():
            yield doubts
        photos = snapshot.index.photos
        if photos == 0:
            yield "The library holds no photos yet. Add some with: cbir index FOLDER"
        elif (query.words.ranked or query.words.restricts) and (unread := snapshot.catalog.metadata.unread()):
            yield (
                f"The metadata of {unread} of {photos} photos has not been read yet: "
                "run cbir index on your folders."
            )

    # --- describing pictures ---

    def _describe(self, query: Query, snapshot: Snapshot) -> DescribedTerms:
        if not query.has_pictures:
            return DescribedTerms()
        options = self._options
        matched = query.options.engine != "semantic"

        def map_index() -> None:
            load_kernels()
            _ = (
                snapshot.index.indexes
            )  # what is mapped stays, though a writer replaces it and removes its files

        return describe_terms(
            self._workers(),
            query.terms,
            file_of=lambda term: file_of(term, snapshot),
            recall=lambda term: recall_photo(term, snapshot, matched=matched, mirror=query.options.mirror),
            cache=self._described,
            codebooks=tuple(map(self._reader.codebook_file, snapshot.index.codebooks)) if matched else (),
            features=query_options(options.features, options.query_features),
            limits=options.limits,
            mirror=query.options.mirror,
            preprocessing=query.model.preprocessing if query.model is not None else None,
            meanwhile=map_index if matched else lambda: None,
            cancelled=query.cancelled,
        )


def _known(term: Term, snapshot: Snapshot) -> Term:
    """Take a path whose file is gone, or that was marked, for the photo that the library has there."""
    if term.path is None or (os.path.isfile(term.path) and not term.marked):
        return term
    found = snapshot.catalog.photos.find_path(Path(os.path.normpath(term.path.absolute())))
    return term if found is None else replace(term, path=None, photo=found.photo)
