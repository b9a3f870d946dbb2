"""One library folder: open, index, search, show, check, close.

    with Library.open(folder, create=True) as library:
        library.index([photos])
        library.search([Term(path=picture)])

Searching needs no lock and works during an index run, of this process or another. Writing takes the writer lock.
Methods may be called from several threads; one index run at a time.
"""

from __future__ import annotations

import contextlib
import os
import threading
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Self, Unpack

import numpy as np
from numpy.typing import NDArray

from cbir.base.disk_room import has_room, require_room
from cbir.base.drives import Volumes
from cbir.base.errors import Cancelled, CbirError
from cbir.base.layout import Layout, default_folder
from cbir.base.messages import Message
from cbir.base.stopping import never_cancelled
from cbir.base.types import (
    Completion,
    CopyRecipe,
    Facets,
    Hit,
    IndexChoices,
    IndexProgress,
    IndexReport,
    IndexRequest,
    LibraryInfo,
    Metadata,
    PhotoId,
    PictureKeypoints,
    Places,
    Preview,
    Problem,
    Region,
    SearchOptions,
    SearchResult,
    ShelfItem,
    Term,
    TrashReport,
)
from cbir.catalog import compare_pages
from cbir.embeddings import ModelStore
from cbir.indexing import FolderWatch, WatchOptions
from cbir.library.albums import Albums
from cbir.library.completer import Completer
from cbir.library.duplicates import LibraryDuplicates
from cbir.library.files import PhotoFiles
from cbir.library.index_runs import IndexRuns
from cbir.library.info import describe_library, find_photo
from cbir.library.lifetime import LibraryOptions, Lifetime
from cbir.library.maintenance import (
    CompactReport,
    OwnWords,
    back_up,
    check_library,
    compact_library,
    move_library,
    remove_moved,
)
from cbir.library.maintenance import Progress as BackupProgress
from cbir.library.marks import PhotoMarks
from cbir.library.models import LibraryModels
from cbir.library.people import People
from cbir.library.previews import Previews
from cbir.library.reasons import Reasons
from cbir.library.similarity import Similarity
from cbir.library.trash import trash_items
from cbir.library.written import WrittenText
from cbir.search import (
    Details,
    SearchService,
    SemanticEngine,
    WordMeanings,
    keypoints_of,
    load_kernels,
    wait_for,
)
from cbir.state import (
    CodebookShelf,
    IndexReader,
    Snapshot,
    add_old_colors,
    as_known,
    exclusive_write,
    explain_disk_trouble,
    fold_old_texts,
    forget_folder,
    has_old_texts,
    lacks_colors,
    prepare,
    remove_orphans,
    unlocked_write,
    writer_lock,
)
from cbir.things import InventoryOptions, ThingFinder, items_on
from cbir.workers import WorkerPool, describe_query, warm_up

OnProgress = Callable[[IndexProgress], None]

_AT_HAND = 2  # workers that start with the library; more start with the tasks


class Library:
    """An open library; see the module.

    marks : ratings, keywords, judgements. albums : saved searches. models : that encode its photos
    duplicates : photos that belong together, and why. things : what several photos show. people : faces, and names
    text : recognised text in its photos. words : visual words learned from its own photos. reasons : for its hits
    files : of its photos. similarity : a map of them by what they look like
    """

    def __init__(self, folder: Path, options: LibraryOptions, pool: WorkerPool | None = None) -> None:
        self.folder = folder
        self._options = options
        self._layout = Layout(folder)
        self._shelf = CodebookShelf(self._layout)
        self._reader = IndexReader(self._layout, self._shelf)
        self._lifetime = Lifetime(self._start_pool, pool)
        self._workers = self._lifetime.workers
        self._mended_on_opening: list[Problem] = []
        self._semantic_engine = SemanticEngine(
            self._layout,
            ModelStore(options.models, own=None if options.encoder is None else options.encoder.model()),
            device=options.device,
            options=options.vectors,
        )
        parts = (self._layout, self._reader, self._shelf, self._semantic_engine)
        details = Details(self._layout, options.device)
        self._meanings = WordMeanings(self._layout, self._semantic_engine)
        self.models = LibraryModels(*parts, details)
        self._indexing = IndexRuns(*parts, self._lifetime, options.indexing, details, self._meanings)
        self._previews = Previews(self._layout, self._reader, self._workers, options.indexing.limits)
        self._search_service = SearchService(
            self._reader,
            self._semantic_engine,
            self._workers,
            options.search_service,
            details,
            self._meanings,
        )
        self.reasons = Reasons(self._reader, self._semantic_engine, self._search_service, self._previews)
        self.words = OwnWords(*parts, self._lifetime, options)
        self.files = PhotoFiles(self._reader)
        self.marks = PhotoMarks(self._layout, self._reader, self._search_service)
        self.albums = Albums(self._layout, self._reader, self._search_service, self._previews)
        self._completer = Completer(self._reader, self.albums.all)
        self.text = WrittenText(self._layout, self._reader, self._lifetime, options.indexing.limits)
        self.people = People(self._layout, self._reader, self._lifetime, options.indexing.limits)
        self.duplicates = LibraryDuplicates(self._layout, self._reader, self._workers, options)
        self.similarity = Similarity(self._layout, self._reader, self._semantic_engine, self._lifetime)
        self.things = ThingFinder(self._layout, self._reader, options.matching)

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
        create : make it if there is none. writable : fail early if it cannot be written to
        pool : the caller's workers, for several libraries in turn; default: the library's own
        Raises CbirError if there is no library, CatalogTooNew if a newer version made it.
        """
        folder = Path(os.path.normpath((folder or default_folder()).absolute()))
        mended = prepare(Layout(folder), create=create, writable=writable)
        library = cls(folder, options or LibraryOptions(), pool)
        library._mended_on_opening = list(mended)
        is_behind = has_old_texts(library._layout) or lacks_colors(library._layout)
        if is_behind and os.access(folder, os.W_OK):
            threading.Thread(target=library._catch_up, name="catching up", daemon=True).start()
        return library

    def _catch_up(self) -> None:
        """Complete what photos of an earlier version lack."""
        with contextlib.suppress(Cancelled), self._lifetime.run():
            if has_old_texts(self._layout):
                fold_old_texts(self._layout, lambda: self._lifetime.ended)
            if lacks_colors(self._layout):
                add_old_colors(self._layout, lambda: self._lifetime.ended)

    def close(self) -> None:
        """Stop an index run and wait until it has stored its finished photos; then end the workers and the towers.

        Calls still running in other threads raise Cancelled.
        """
        self._lifetime.end()
        self._semantic_engine.close()
        self._reader.close()

    @property
    def reader(self) -> IndexReader:
        """Opens the snapshots and read transactions that all searches share."""
        return self._reader

    @property
    def semantic_engine(self) -> SemanticEngine:
        """Searches embeddings, and keeps their indexes open."""
        return self._semantic_engine

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def start(self) -> None:
        """Start workers and map the index now, so that the first search does not wait for them."""
        self._workers().start(_AT_HAND)
        with self._reader.snapshot() as snapshot:
            model = self._semantic_engine.answering(snapshot)
            if model is not None:
                self._semantic_engine.load(model)
            snapshot.index.prepare()
            load_kernels()
            snapshot.catalog.vocabulary.prepare()
            if model is not None:
                self._semantic_engine.index(model, snapshot).prepare()
            self._learn_words(snapshot)

    def _learn_words(self, snapshot: Snapshot) -> None:
        """Encode the words that are new since the last index run, or all of a library of an earlier version."""
        model = self._semantic_engine.chosen(snapshot.settings)
        if model is not None and os.access(self.folder, os.W_OK):
            self._meanings.update(model, snapshot.catalog, lambda: self._lifetime.ended)

    # --- indexing ---

    def index(
        self,
        request: IndexRequest | Sequence[Path],
        *,
        progress: OnProgress | None = None,
        cancelled: Callable[[], bool] | None = None,
        **choices: Unpack[IndexChoices],
    ) -> IndexReport:
        """Add the photos of folders and update the photos that the library already has.

        request : or its folders alone, with its other fields as `choices`: library.index([photos], parts=True)
        Photos become searchable during the run and stay so if it is stopped.
        Raises LibraryLocked if another process is writing, CbirError if no folder can be used.
        """
        return self._indexing.run(_index_request(request, **choices), progress=progress, cancelled=cancelled)

    # --- searching ---

    def search(
        self,
        terms: Sequence[Term],
        options: SearchOptions = SearchOptions(),  # noqa: B008 (frozen)
        *,
        cancelled: Callable[[], bool] = never_cancelled,
        on_partial: Callable[[SearchResult], None] | None = None,
    ) -> SearchResult:
        """Find the photos that match the terms.

        on_partial : called with early hits: by names and metadata first, then unverified ones. The final result may
            order them differently or drop them
        Raises QueryUnusable, ImageUnreadable or ModelNotInstalled if a term cannot be searched for, and
        ArtifactMismatch if the index is damaged.
        """
        return self._search_service.search(terms, options, cancelled, on_partial)

    def complete(self, text: str, *, wait: bool = True) -> list[Completion]:
        """Suggestions for the end of a typed text: see Completer.complete."""
        return self._completer.complete(text, wait=wait)

    def knows(self, path: Path) -> bool:
        """True if the library has a photo at a path. Its file may be gone."""
        return self._reader.find_path(path) is not None

    def rank(self, term: Term, options: SearchOptions = SearchOptions()) -> tuple[Hit, ...]:  # noqa: B008 (frozen)
        """Rank photos by the inverted index alone, before any verification. For measuring."""
        return self._search_service.rank(term, options)

    def find_photos(self, paths: Sequence[Path]) -> list[PhotoId]:
        """The photos of files. Raises CbirError if a file has none in the library."""
        with self._reader.catalog() as catalog:
            return [find_photo(catalog, path) for path in paths]

    def inventory(
        self, picture: Path | bytes, *, cancelled: Callable[[], bool] = never_cancelled
    ) -> list[ShelfItem]:
        """The photos that show items of a shelf: many covers, labels or paintings in one picture.

        picture : its file, or the file's content

        Raises ImageUnreadable, QueryUnusable and Cancelled.
        """
        options, indexing = InventoryOptions(), self._options.indexing
        how = replace(
            indexing.features,
            working_side_px=options.working_side_px,
            max_features=options.features,
            surplus_features=options.features,
            cells=options.cells,
        )
        workers, items = self._workers(), list[ShelfItem]()
        with self._reader.snapshot() as snapshot:
            for codebook, _ in snapshot.index.indexes:
                books = (self._layout.codebook(codebook.fingerprint),)
                future = workers.submit(describe_query, picture, None, books, how, indexing.limits, False)
                (_, shelf, _), *_ = wait_for(workers, future, cancelled).by_codebook
                for item in items_on(shelf, codebook, snapshot, self._options.matching, options, cancelled):
                    corners = ((item.place + 0.5) / shelf.scale - 0.5).tolist()
                    items.append(
                        ShelfItem(
                            photo=item.photo.photo,
                            path=item.photo.path,
                            points=item.inliers,
                            corners=tuple((x, y) for x, y in corners),
                        )
                    )
        return items

    # --- showing ---

    def thumbnail(self, photo: PhotoId) -> NDArray[np.uint8]:
        """(h, w, 3) uint8 RGB, the longer side at most 256 px; made anew from the photo if it was lost."""
        return self._previews.thumbnail(photo)

    def picture(
        self,
        *,
        photo: PhotoId | None = None,
        path: Path | None = None,
        data: bytes | None = None,
        region: Region | None = None,
        max_side_px: int = 2048,
        cancelled: Callable[[], bool] = never_cancelled,
    ) -> Preview:
        """A picture to show. If a photo's file cannot be read, its thumbnail. Raises ImageUnreadable."""
        return self._previews.picture(photo, path, data, region, max_side_px, cancelled)

    def copy(
        self, source: PhotoId | Path, recipe: CopyRecipe, *, cancelled: Callable[[], bool] = never_cancelled
    ) -> bytes:
        """Make a copy of a photo in another format or size: the bytes of its file, with metadata and color profile.

        A photo of the library has the metadata that count there: the user's marks, too. Raises ImageUnreadable.
        """
        return self._previews.copy(source, recipe, cancelled)

    def keypoints(self, term: Term, cancelled: Callable[[], bool] = never_cancelled) -> PictureKeypoints:
        """Keypoints of a query picture; stored ones for a photo of the library."""
        return self._search_service.with_described(
            term, lambda described, _: keypoints_of(described.terms), cancelled=cancelled
        )

    def photo_count(self) -> int:
        """Number of photos, searchable or only listed."""
        with self._reader.catalog() as catalog:
            return catalog.photos.count()

    def check_index(self) -> None:
        """Raise IndexUnreachable if the index is on a server that does not answer."""
        self._reader.check_remote()

    def info(self, *, sizes: bool = True) -> LibraryInfo:
        """Contents of the library. sizes : measure its files too, which takes seconds for a large library"""
        engine, features = self._semantic_engine, self._options.indexing.features
        return describe_library(self._layout, self._reader, self._shelf, engine, features, sizes=sizes)

    def online(self) -> dict[Path, bool]:
        """Each root's path, and True if its drive is connected."""
        return self._reader.online()

    def facets(self, photos: Sequence[PhotoId] | None = None) -> Facets:
        """Filter choices, with counts over all photos, or over the given ones."""
        with self._reader.catalog() as catalog:
            return catalog.facets.count(photos)

    def positions(self) -> NDArray[np.float64]:
        """Photo, latitude and longitude in degrees of all photos with a position, (n, 3)."""
        with self._reader.catalog() as catalog:
            return catalog.facets.positions()

    def months_of_positions(self) -> NDArray[np.int64]:
        """Photo, and month as 12 * year + month from 0 on, of all photos with a position and a date, (n, 2)."""
        with self._reader.catalog() as catalog:
            return catalog.facets.months_of_positions()

    def places(self) -> Places:
        with self._reader.catalog() as catalog:
            return catalog.facets.places()

    def metadata(self, photos: Sequence[PhotoId]) -> list[Metadata | None]:
        """Metadata of photos, in their order; None for an unknown photo, or one whose metadata were not read yet."""
        with self._reader.catalog() as catalog:
            return [catalog.metadata.of(photo) for photo in photos]

    def trash(self, photos: Sequence[PhotoId]) -> TrashReport:
        """Move the files of photos to the system's trash; the library forgets them at once, also during an index run.

        A raw file and the JPEG of its shot go together, as do a Live Photo and its video.
        Raises CbirError if a photo is not in the library, and DiskFull. Nothing is moved then.
        """
        require_room(self.folder)
        with unlocked_write(self._layout) as catalog:
            return trash_items(catalog, photos)

    def watch(
        self,
        request: IndexRequest | Sequence[Path] = (),
        *,
        progress: OnProgress | None = None,
        on_report: Callable[[IndexReport], None] = lambda report: None,
        on_trouble: Callable[[Message], None] = lambda sentence: None,
        queue: Callable[[Callable[[], IndexReport]], IndexReport] = lambda run: run(),
        options: WatchOptions = WatchOptions(),  # noqa: B008 (frozen)
    ) -> FolderWatch:
        """A watch that keeps the library up to date with folders, or with all of its own, once its `run` is called.

        request : of its runs, or its folders alone
        queue : makes each run wait for its turn, in a process that also starts other index runs
        on_report : called for every run that changed something. on_trouble : called with sentences about problems
        """
        return self._indexing.watch(
            _index_request(request),
            progress=progress,
            on_report=on_report,
            on_trouble=on_trouble,
            queue=queue,
            options=options,
        )

    # --- maintenance ---

    def check(self, *, deep: bool = False) -> list[Problem]:
        """Read every byte of the index and report problems; mend them if the library can be written to.

        deep : also compare catalog, postings, features and thumbnails with each other, photo by photo
        """
        problems, self._mended_on_opening = self._mended_on_opening, []
        with explain_disk_trouble(self.folder):
            pages = compare_pages(self._layout.catalog)  # first, as a write would hide a page's fault
        if not os.access(self.folder, os.W_OK) or not has_room(self.folder):
            with explain_disk_trouble(self.folder), self._reader.connection() as catalog:
                return problems + check_library(catalog, self._layout, pages, mend=False, deep=deep)
        with exclusive_write(self._layout, resumable=True) as catalog:
            remove_orphans(catalog, self._layout)
            make = self._previews.encoded_thumbnail
            return problems + check_library(
                catalog, self._layout, pages, mend=True, deep=deep, make_thumbnail=make
            )

    def compact(self, *, cancelled: Callable[[], bool] = never_cancelled) -> CompactReport:
        """Drop data that only deleted photos need, and merge small files into large ones."""
        with (
            exclusive_write(self._layout, resumable=True) as catalog,
            self._reader.kept_up(catalog),
        ):
            return compact_library(catalog, self._layout, cancelled=cancelled)

    def forget(self, folder: Path) -> int:
        """Take a folder's photos out of the library until it is indexed itself. Files stay. Returns their number."""
        with exclusive_write(self._layout) as catalog:
            named = Path(os.path.normpath(folder.absolute()))
            return forget_folder(catalog, as_known(named, catalog.roots.all(), Volumes.now()))

    def forget_failures(self) -> None:
        """Let the next index run retry files that could not be read, and photos that models refused."""
        with exclusive_write(self._layout) as catalog, catalog.transaction():
            catalog.files.forget_failures()
            catalog.not_embedded.forget()

    def back_up(self, file: Path, *, progress: BackupProgress = lambda done, total: None) -> int:
        """Write everything but the photos into one new file. Returns its size in bytes."""
        with contextlib.ExitStack() as held:
            if not os.access(self.folder, os.W_OK):
                catalog = held.enter_context(self._reader.connection())
            elif has_room(self.folder):
                catalog = held.enter_context(exclusive_write(self._layout, proven=False))
            else:  # a backup to another disk may be needed to make room
                held.enter_context(writer_lock(self._layout))
                catalog = held.enter_context(self._reader.connection())
            return back_up(catalog, self._layout, file, progress=progress)

    def move(self, folder: Path) -> list[Path]:
        """Move the library to a new or empty folder. It must be opened there again.

        Returns the other files in its old folder. They are not the library's and stay there.
        """
        with exclusive_write(self._layout, proven=False) as catalog:
            move_library(catalog, self._layout, folder)
        self.close()
        return remove_moved(self._layout)

    def rebuild(
        self, *, progress: OnProgress | None = None, cancelled: Callable[[], bool] | None = None
    ) -> IndexReport:
        """Index every reachable photo anew. Photos on disconnected drives keep their data."""
        folders = self._reader.folders_now()
        if not folders:
            raise CbirError("None of the library's folders is there now. Plug in their drives and try again.")
        request = IndexRequest(folders=tuple(folders), read_again=True, named=False)
        report = self.index(request, progress=progress, cancelled=cancelled)
        if not report.cancelled:
            self.compact()
        return report

    def _start_pool(self) -> WorkerPool:
        codebooks = tuple(self._shelf.paths()) or (self._shelf.shipped_path,)
        return WorkerPool(self._options.workers, initializer=warm_up, initargs=(codebooks,))


def _index_request(request: IndexRequest | Sequence[Path], **choices: Unpack[IndexChoices]) -> IndexRequest:
    if isinstance(request, IndexRequest):
        return replace(request, **choices) if choices else request
    return IndexRequest(folders=tuple(request), **choices)
