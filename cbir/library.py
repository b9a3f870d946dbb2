"""One library folder: open, index, search, look, check, close.

    with Library.open(folder, create=True) as library:
        library.index([photos])
        library.search([Term(path=picture)])

Searching needs no lock and works beside an index run, of this process or another. Writing takes the writer lock.
Methods may be called from several threads; one index run at a time.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Self

import numpy as np
from numpy.typing import NDArray

from cbir.backups import Progress as BackupProgress
from cbir.backups import back_up, move_library, remove_moved
from cbir.care import forget_folder, remove_orphans
from cbir.catalog import Found
from cbir.checking import check_library
from cbir.codebooks import CodebookShelf
from cbir.compacting import CompactReport, compact
from cbir.curating import Curator
from cbir.errors import CbirError, ImageUnreadable
from cbir.following import is_online
from cbir.fusing import text_hits
from cbir.generation import Generation
from cbir.indexing import Indexer, IndexingOptions
from cbir.layout import Layout, default_folder
from cbir.local_features import QUERY_FEATURES
from cbir.matching import MatchOptions
from cbir.merging import merge_postings
from cbir.opening import explain_disk_trouble, prepare, writing
from cbir.queries import (
    QUERY_PRIORITY,
    DescribedTerms,
    check_terms,
    describe_terms,
    query_options,
    wait_for,
)
from cbir.reading import FindDocuments, IndexReader
from cbir.saved_searches import read_searches, write_searches
from cbir.searching import SHORTLIST, Searcher, load_kernels
from cbir.storage import folder_bytes
from cbir.text_search import TextAnswer, TextQuestion, answer_question, read_question
from cbir.types import (
    EngineRank,
    Facets,
    Hit,
    IndexProgress,
    IndexReport,
    LibraryInfo,
    Metadata,
    PhotoId,
    Problem,
    Region,
    RootInfo,
    SavedSearch,
    SearchOptions,
    SearchResult,
    Term,
    Took,
)
from cbir.volumes import Volumes
from cbir.watching import FolderWatch, WatchOptions
from cbir.worker_tasks import look_at, make_thumbnail, warm_up
from cbir.workers import WorkerPool


@dataclass(frozen=True, slots=True, kw_only=True)
class LibraryOptions:
    indexing: IndexingOptions = field(default_factory=IndexingOptions)
    matching: MatchOptions = field(default_factory=MatchOptions)
    query_features: int = QUERY_FEATURES
    workers: int | None = None  # None: one per core


class Library(Curator):
    """An open library; see the module. Ratings and keywords are in Curator."""

    def __init__(self, folder: Path, options: LibraryOptions, pool: WorkerPool | None = None) -> None:
        self.folder = folder
        self._options = options
        self._layout = Layout(folder)
        self._shelf = CodebookShelf(self._layout)
        self._reader = IndexReader(self._layout, self._shelf)
        self._pool_lock = threading.Lock()
        self._pool = pool
        self._owns_pool = pool is None

    @classmethod
    def open(
        cls,
        folder: Path | None = None,
        *,
        create: bool = False,
        writable: bool = False,
        options: LibraryOptions | None = None,
        pool: WorkerPool | None = None,
    ) -> Self:
        """Open a library folder.

        folder : None is the default place
        create : make it where there is none. writable : fail early where it could not be written to
        pool : the caller's workers, for several libraries in turn; without it the library has its own
        Raises CbirError where there is no library, CatalogTooNew where it is of a newer version.
        """
        folder = Path(os.path.normpath((folder or default_folder()).absolute()))
        prepare(Layout(folder), create=create, writable=writable)
        return cls(folder, options or LibraryOptions(), pool)

    def close(self) -> None:
        with self._pool_lock:
            if self._pool is not None and self._owns_pool:
                self._pool.close()
            self._pool = None
        self._reader.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def start(self) -> None:
        """Start the workers and map the index now, so that the first search does not wait for them."""
        self._workers().start()
        self._reader.current_generation()
        load_kernels()

    # --- indexing ---

    def index(
        self,
        folders: Sequence[Path],
        *,
        exclude_dirs: Sequence[str] = (),
        exclude: Sequence[str] = (),
        read_again: bool = False,
        progress: Callable[[IndexProgress], None] | None = None,
        cancelled: Callable[[], bool] | None = None,
    ) -> IndexReport:
        """Add the photos of some folders and bring what is known of them up to date.

        exclude_dirs : names or globs of folders; exclude : globs of files and folders to leave out
        read_again : index every photo anew, whether it changed or not
        Photos become searchable while it runs; whatever stops it keeps those that did.
        Raises LibraryLocked where another process is writing, CbirError where no folder can be used.
        """
        if not folders:
            raise CbirError("Name at least one folder of photos to index.")
        with writing(self._layout) as catalog:
            remove_orphans(catalog, self._layout)
            codebook = self._shelf.current(catalog)
            indexer = Indexer(
                catalog,
                self._layout,
                self._workers(),
                codebook,
                self._options.indexing,
                progress=progress or (lambda _: None),
                cancelled=cancelled or (lambda: False),
            )
            report = indexer.run(folders, exclude_dirs=exclude_dirs, exclude=exclude, read_again=read_again)
            merge_postings(catalog, self._layout, cancelled=cancelled or (lambda: False))
            return report

    def adopt_codebook(self, path: Path) -> str:
        """Use another codebook from now on; returns its fingerprint.

        Photos keep answering from their old words until the next index of their folders reads them again.
        """
        with writing(self._layout) as catalog:
            return self._shelf.adopt(catalog, path)

    # --- searching ---

    def search(
        self,
        terms: Sequence[Term],
        options: SearchOptions = SearchOptions(),  # noqa: B008 (frozen)
        *,
        cancelled: Callable[[], bool] = lambda: False,
    ) -> SearchResult:
        """Find the photos that show what the terms show.

        Raises QueryUnusable, ImageUnreadable or ModelNotInstalled where a term cannot be searched for, and
        ArtifactMismatch where the index is damaged.
        """
        started = time.perf_counter()
        check_terms(terms, options)
        question = read_question(terms, options)
        if all(term.text is not None for term in terms):
            return self._search_names(question, options, started)
        self._workers().start()  # they load while the index is mapped
        generation, described, hits, scored = self._reader.on_a_steady_index(
            lambda generation, find: self._search_once(generation, find, terms, question, options, cancelled)
        )
        notes = [*described.notes, *self._notes(question, generation.photos)]
        return SearchResult(
            hits=self._reader.mark_offline(hits),
            took_ms=Took(
                decode=described.took.decode,
                features=described.took.features,
                words=described.took.words,
                score=scored.score,
                verify=scored.verify,
                total=(time.perf_counter() - started) * 1000,
            ),
            searched=generation.photos,
            notes=tuple(notes),
        )

    def rank(self, term: Term, options: SearchOptions = SearchOptions()) -> tuple[Hit, ...]:  # noqa: B008 (frozen)
        """What the inverted index alone says of one picture, before any verification. For measuring."""
        check_terms([term], options)

        def rank_once(generation: Generation, find: FindDocuments) -> list[tuple[Found, float]]:
            described = self._describe([term], options, generation)
            searcher = Searcher(generation, find, self._layout, self._options.matching)
            return searcher.rank(described.terms[0], options.weighting, options.top)

        ranked = self._reader.on_a_steady_index(rank_once)
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

    # --- looking ---

    def thumbnail(self, photo: PhotoId) -> NDArray[np.uint8]:
        """(h, w, 3) uint8 RGB, the longer side at most 256 px; made anew from the photo where it was lost."""
        from cbir.images import decode_thumbnail

        found = self._reader.find_photo(photo)
        try:
            return decode_thumbnail(self._layout.thumbnail(found.fingerprint).read_bytes())
        except (OSError, CbirError):
            return self.picture(photo=photo, max_side_px=256)[0]

    def picture(
        self,
        *,
        photo: PhotoId | None = None,
        path: Path | None = None,
        data: bytes | None = None,
        region: Region | None = None,
        max_side_px: int = 2048,
        cancelled: Callable[[], bool] = lambda: False,
    ) -> tuple[NDArray[np.uint8], tuple[int, int]]:
        """A picture to show: (h, w, 3) uint8 RGB, and the upright full size. Raises ImageUnreadable."""
        source = (
            self._reader.find_photo(photo).path if photo is not None else path if path is not None else data
        )
        if source is None:
            raise ValueError("a photo, a path or data is needed")
        limits = self._options.indexing.limits
        future = self._workers().submit(look_at, source, region, max_side_px, limits, priority=QUERY_PRIORITY)
        return wait_for(self._workers(), future, cancelled)

    def info(self) -> LibraryInfo:
        volumes = Volumes.now()
        with self._reader.catalog() as catalog:
            roots = tuple(
                RootInfo(path=root.path, photos=catalog.photo_count(root), online=is_online(root, volumes))
                for root in catalog.roots()
            )
            segments = len(catalog.segments())
            photos = catalog.photo_count()
            skipped = tuple(catalog.failures())
            codebook = self._shelf.current_or_shipped(catalog)
        thumbnails = folder_bytes(self._layout.thumbnails)
        return LibraryInfo(
            folder=self.folder,
            photos=photos,
            roots=roots,
            codebook=codebook.fingerprint,
            words=codebook.words,
            segments=segments,
            bytes=folder_bytes(self.folder) - thumbnails,
            thumbnail_bytes=thumbnails,
            skipped=skipped,
        )

    def facets(self, photos: Sequence[PhotoId] | None = None) -> Facets:
        """What filters can choose from, with counts over all photos, or over some."""
        with self._reader.catalog() as catalog:
            return catalog.facets(photos)

    def metadata(self, photos: Sequence[PhotoId]) -> list[Metadata | None]:
        """What photos say of themselves, in their order; None where one is unknown or was not asked yet."""
        with self._reader.catalog() as catalog:
            return [catalog.metadata(photo) for photo in photos]

    def saved_searches(self) -> list[SavedSearch]:
        return read_searches(self._layout.searches)

    def save_searches(self, searches: Sequence[SavedSearch]) -> None:
        """Replace the saved searches; possible while photos are indexed."""
        with explain_disk_trouble(self.folder):
            write_searches(self._layout.searches, searches)

    # --- watching ---

    def watch(
        self,
        folders: Sequence[Path] = (),
        *,
        exclude_dirs: Sequence[str] = (),
        exclude: Sequence[str] = (),
        progress: Callable[[IndexProgress], None] | None = None,
        on_report: Callable[[IndexReport], None] = lambda report: None,
        on_trouble: Callable[[str], None] = lambda sentence: None,
        queue: Callable[[Callable[[], IndexReport]], IndexReport] = lambda run: run(),
        options: WatchOptions = WatchOptions(),  # noqa: B008 (frozen)
    ) -> FolderWatch:
        """What keeps the library up to date with some folders, or all it knows, once its `run` is called.

        queue : makes each run wait for its turn, in a process that also indexes by itself
        on_report : told of every run that changed something; on_trouble : told what went wrong, in sentences
        """

        def index(changed: Sequence[Path], cancelled: Callable[[], bool]) -> IndexReport:
            return queue(
                lambda: self.index(
                    changed,
                    exclude_dirs=exclude_dirs,
                    exclude=exclude,
                    progress=progress,
                    cancelled=cancelled,
                )
            )

        named = [Path(os.path.normpath(folder.absolute())) for folder in folders]
        return FolderWatch(
            index,
            lambda: named or self._reader.folders_now(),
            leave_out=[self.folder],
            on_report=on_report,
            on_trouble=on_trouble,
            options=options,
        )

    # --- care ---

    def check(self, *, deep: bool = False) -> list[Problem]:
        """Read every byte of the index and say what is wrong; mend it where the library can be written to.

        deep : also compare catalog, postings, features and thumbnails with each other, photo by photo
        """
        if not os.access(self.folder, os.W_OK):
            with self._reader.connection() as catalog:
                return check_library(catalog, self._layout, mend=False, deep=deep)
        with writing(self._layout) as catalog:
            remove_orphans(catalog, self._layout)
            return check_library(
                catalog, self._layout, mend=True, deep=deep, make_thumbnail=self._make_thumbnail
            )

    def _make_thumbnail(self, path: Path) -> bytes | None:
        """A photo's thumbnail, encoded; None where the photo cannot be read now."""
        future = self._workers().submit(make_thumbnail, path, self._options.indexing.limits)
        try:
            return future.result()
        except ImageUnreadable:
            return None

    def compact(self, *, cancelled: Callable[[], bool] = lambda: False) -> CompactReport:
        """Drop what only deleted photos need and join small files into large ones."""
        with writing(self._layout) as catalog:
            return compact(catalog, self._layout, cancelled=cancelled)

    def forget(self, folder: Path) -> int:
        """Take the photos of a folder out of the library; the files stay. Returns how many there were."""
        with writing(self._layout) as catalog:
            return forget_folder(catalog, Path(os.path.normpath(folder.absolute())))

    def forget_failures(self) -> None:
        """Let the next index run try again the files that could not be read."""
        with writing(self._layout) as catalog, catalog.transaction():
            catalog.forget_failures()

    def back_up(self, file: Path, *, progress: BackupProgress = lambda done, total: None) -> int:
        """Write everything but the photos into one new file. Returns its size in bytes."""
        if not os.access(self.folder, os.W_OK):
            with self._reader.connection() as catalog:
                return back_up(catalog, self._layout, file, progress=progress)
        with writing(self._layout) as catalog:
            return back_up(catalog, self._layout, file, progress=progress)

    def move(self, folder: Path) -> None:
        """Move the library to a new or empty folder. It must be opened there again."""
        with writing(self._layout) as catalog:
            move_library(catalog, self._layout, folder)
        self.close()
        remove_moved(self._layout)

    def rebuild(
        self,
        *,
        progress: Callable[[IndexProgress], None] | None = None,
        cancelled: Callable[[], bool] | None = None,
    ) -> IndexReport:
        """Index every photo that is there anew; photos on drives that are not keep what they have."""
        folders = self._reader.folders_now()
        if not folders:
            raise CbirError("None of the library's folders is there now. Plug in their drives and try again.")
        report = self.index(folders, read_again=True, progress=progress, cancelled=cancelled)
        if not report.cancelled:
            self.compact()
        return report

    # --- inside ---

    def _workers(self) -> WorkerPool:
        with self._pool_lock:
            if self._pool is None:
                codebooks = tuple(self._shelf.paths()) or (self._shelf.shipped_path,)
                self._pool = WorkerPool(self._options.workers, initializer=warm_up, initargs=(codebooks,))
            return self._pool

    def _search_once(
        self,
        generation: Generation,
        find: FindDocuments,
        terms: Sequence[Term],
        question: TextQuestion,
        options: SearchOptions,
        cancelled: Callable[[], bool],
    ) -> tuple[Generation, DescribedTerms, tuple[Hit, ...], Took]:
        described = self._describe(terms, options, generation, cancelled=cancelled)
        searcher = Searcher(generation, find, self._layout, self._options.matching)
        texts = self._answer_texts(question, max(SHORTLIST, options.top), pictures=True)
        hits, scored = searcher.search(described.terms, options, texts=texts, cancelled=cancelled)
        return generation, described, hits, scored

    def _search_names(self, question: TextQuestion, options: SearchOptions, started: float) -> SearchResult:
        """A search without a picture: the catalog answers it, and neither index nor workers are needed."""
        with explain_disk_trouble(self.folder):
            hits = text_hits(self._answer_texts(question, options.top, pictures=False), options.top)
            photos, _ = self._reader.counts()
        total = (time.perf_counter() - started) * 1000
        notes = list(self._notes(question, photos))
        if options.engine == "auto" and question.ranked:
            notes.insert(0, "The words were looked for in names and metadata, not in what the photos show.")
        return SearchResult(
            hits=self._reader.mark_offline(hits),
            took_ms=Took(score=total, total=total),
            searched=photos,
            notes=tuple(notes),
        )

    def _answer_texts(self, question: TextQuestion, top: int, *, pictures: bool) -> TextAnswer:
        with self._reader.catalog() as catalog:
            return answer_question(catalog, question, top=top, pictures=pictures)

    def _notes(self, question: TextQuestion, photos: int) -> Iterator[str]:
        """What the user should know of a search, whatever it found."""
        if photos == 0:
            yield "The library holds no photos yet. Add some with: cbir index FOLDER"
        elif question.ranked or question.restricts:
            _, unread = self._reader.counts()
            if unread:
                yield (
                    f"The metadata of {unread} of {photos} photos has not been read yet: "
                    "run cbir index on your folders."
                )

    def _describe(
        self,
        terms: Sequence[Term],
        options: SearchOptions,
        generation: Generation,
        *,
        cancelled: Callable[[], bool] = lambda: False,
    ) -> DescribedTerms:
        indexing = self._options.indexing
        return describe_terms(
            self._workers(),
            terms,
            path_of=lambda photo: self._reader.find_photo(photo).path,
            codebooks=tuple(
                self._layout.codebook(codebook.fingerprint) for codebook, _ in generation.indexes
            ),
            features=query_options(indexing.features, self._options.query_features),
            limits=indexing.limits,
            mirror=options.mirror,
            cancelled=cancelled,
        )
