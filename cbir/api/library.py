"""A library for Python programs: open, index, search, compare, measure.

import cbir

with cbir.open("~/photos.cbir", create=True) as library:
    library.index("~/Pictures")
    hits = library.search("a dog on the beach")
"""

from __future__ import annotations

import os
import queue
import threading
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Self, TypeAlias

import numpy as np
from numpy.typing import NDArray

from cbir.api.hits import Hits
from cbir.api.query import Query, terms_of
from cbir.base.errors import Cancelled, CbirError, QueryUnusable
from cbir.base.stopping import never_cancelled
from cbir.base.types import (
    CAUSES,
    Cause,
    Device,
    DuplicateReport,
    DuplicateSearch,
    EngineName,
    Filters,
    IndexProgress,
    IndexReport,
    LibraryInfo,
    Origin,
    Person,
    PhotoId,
    Placed,
    SearchOptions,
    ShelfItem,
    SimilarityMap,
    Thing,
)
from cbir.library import Changes, LibraryOptions, changes_in_files, origin_of, write_film
from cbir.library import Library as Engine
from cbir.local_features import Detector, FeatureOptions, detector_name

if TYPE_CHECKING:
    from cbir.embeddings import FunctionEncoder as Encoder
    from cbir.evaluation import Dataset, Figures, Learned

PathLike: TypeAlias = str | os.PathLike[str]


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Embeddings:
    """The vectors of a library's photos by its model.

    model : its name. photos, paths : of the n rows. vectors : (n, d) float32, of length 1
    """

    model: str
    photos: tuple[PhotoId, ...]
    paths: tuple[Path, ...]
    vectors: NDArray[np.float32]

    def __len__(self) -> int:
        return len(self.photos)

    def __repr__(self) -> str:
        return f"<{len(self)} vectors of {self.vectors.shape[1]} values, by {self.model}>"


class Library:
    """An open library. `engine` is the whole of it, with marks, albums, models, text and maintenance.

    Methods may be called from several threads. Searching works while another thread or process indexes.
    """

    def __init__(self, engine: Engine) -> None:
        self.engine = engine

    @property
    def folder(self) -> Path:
        return self.engine.folder

    def __len__(self) -> int:
        """Number of photos."""
        return self.engine.photo_count()

    def __bool__(self) -> bool:
        return True

    def __repr__(self) -> str:
        return f"<cbir library {str(self.folder)!r}>"

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Stop an index run, which keeps its finished photos, and end the workers."""
        self.engine.close()

    # --- indexing ---

    def index(
        self,
        *folders: PathLike,
        progress: Callable[[IndexProgress], None] | None = None,
        cancelled: Callable[[], bool] | None = None,
        exclude: Sequence[str] = (),
        read_again: bool = False,
    ) -> IndexReport:
        """Add the photos of folders, or bring all folders of the library up to date if none is given.

        progress : called for each step. cancelled : stops the run once it returns True; finished photos are kept
        exclude : globs of files and folders to leave out. read_again : also read photos that have not changed
        Raises LibraryLocked if another process is writing, CbirError if no folder can be used.
        """
        chosen = [_path(folder) for folder in folders] or [
            root.path for root in self.info().roots if root.online
        ]
        return self.engine.index(
            chosen, progress=progress, cancelled=cancelled, exclude=tuple(exclude), read_again=read_again
        )

    def indexing(
        self, *folders: PathLike, exclude: Sequence[str] = (), read_again: bool = False
    ) -> Generator[IndexProgress, None, IndexReport]:
        """Index step by step: `for step in library.indexing(folder)`. Leaving the loop stops the run.

        The generator returns the report. Raises as index() does.
        """
        steps: queue.SimpleQueue[IndexProgress | IndexReport | BaseException] = queue.SimpleQueue()
        left = threading.Event()

        def run() -> None:
            try:
                steps.put(
                    self.index(
                        *folders,
                        progress=steps.put,
                        cancelled=left.is_set,
                        exclude=exclude,
                        read_again=read_again,
                    )
                )
            except BaseException as error:
                steps.put(error)

        thread = threading.Thread(target=run, name="indexing", daemon=True)
        thread.start()
        try:
            while True:
                step = steps.get()
                if isinstance(step, BaseException):
                    raise step
                if isinstance(step, IndexReport):
                    return step
                yield step
        finally:
            left.set()
            thread.join()

    # --- searching ---

    def search(
        self,
        query: Query,
        *,
        top: int = 10,
        engine: EngineName = "auto",
        filters: Filters | None = None,
        options: SearchOptions | None = None,
        progress: Callable[[Hits], None] | None = None,
        cancelled: Callable[[], bool] = never_cancelled,
    ) -> Hits:
        """Find the photos that match a query, best first; see cbir.Query for its forms. An empty list: all photos.

        top : most hits. engine : "auto", or the only one to ask. filters : conditions for all hits
        options : all the options of a search; with them, top and engine are those in it
        progress : called with early hits, which the final ones may reorder or drop. cancelled : ends the search once it
            returns True
        Raises QueryUnusable, ImageUnreadable or ModelNotInstalled if a part cannot be searched for, and Cancelled.
        """
        if top < 1:
            raise QueryUnusable("top is the number of hits, at least 1, not {0}.", top)
        chosen = options or SearchOptions(top=top, engine=engine)
        if filters is not None:
            chosen = replace(chosen, filters=filters)
        result = self.engine.search(
            terms_of(query),
            chosen,
            cancelled=cancelled,
            on_partial=None if progress is None else lambda early: progress(Hits(early, self._picture)),
        )
        return Hits(result, self._picture)

    def duplicates(
        self,
        *,
        causes: Sequence[Cause] = CAUSES,
        folder: PathLike | None = None,
        against: PathLike | None = None,
        progress: Callable[[int, int], None] = lambda done, total: None,
        cancelled: Callable[[], bool] = lambda: False,
    ) -> DuplicateReport:
        """Groups of photos that belong together, each copy with its cause; those that free most space first.

        folder, against : compare the photos below these two folders alone. Nothing is moved or deleted.
        progress : called with the numbers of pairs compared and of all pairs. Raises Cancelled.
        """
        search = DuplicateSearch(
            folder=None if folder is None else _path(folder),
            against=None if against is None else _path(against),
            causes=tuple(causes),
        )
        return self.engine.duplicates.find(search, progress=progress, cancelled=cancelled)

    def things(
        self,
        *,
        budget_s: float | None = None,
        progress: Callable[[int, int], None] = lambda done, total: None,
        cancelled: Callable[[], bool] = lambda: False,
    ) -> list[Thing]:
        """Things that several photos show: named ones first, then the largest.

        Compares the photos that were not compared before, by their stored features. budget_s : stop after this time;
        the next call goes on. `engine.things` has the rest: find(), rename(), join(), part(), choose_icon(),
        offers(), accept(), dismiss(), take_back().
        progress : called with the numbers of photos compared and of all new ones
        """
        self.engine.things.update(budget_s=budget_s, progress=progress, cancelled=cancelled)
        return self.engine.things.all()

    def film(
        self,
        thing: Thing,
        file: PathLike,
        *,
        over: PathLike | None = None,
        seconds: float = 1.0,
        max_side_px: int = 960,
        progress: Callable[[int, int], None] = lambda done, total: None,
        cancelled: Callable[[], bool] = never_cancelled,
    ) -> int:
        """Write the photos of a thing, aligned and by date, as a film. Returns the number of photos in it.

        file : .gif or .mp4; an existing file is replaced. over : the photo that the others are laid over; None: the
        thing's icon. seconds : for each photo. progress : called with the numbers of photos done and of all photos
        Photos that agree with no other one, or cannot be read, are left out. Raises CbirError if the thing or the photo
        is gone or the file cannot be written, and Cancelled.
        """
        anchor = None if over is None else self.engine.find_photos([_path(over)])[0]
        views = self.engine.things.views(thing.id, anchor, cancelled)
        return write_film(
            self.engine,
            views,
            _path(file),
            seconds=seconds,
            max_side_px=max_side_px,
            progress=progress,
            cancelled=cancelled,
        )

    def origin(self, photo: PathLike, *, cancelled: Callable[[], bool] = never_cancelled) -> Origin:
        """The photos that a photo was made from and those that were made from it, as a tree.

        Each of its `photos` has a `parent`, which is None for the original, and the `step` that led to it: "saved
        anew", "edited", "cropped", "cropped and edited", "framed" or "photographed".
        Raises CbirError if the photo is not in the library, and Cancelled.
        """
        return origin_of(self.engine, self.engine.find_photos([_path(photo)])[0], cancelled=cancelled)

    def inventory(
        self, picture: PathLike | bytes, *, cancelled: Callable[[], bool] = never_cancelled
    ) -> list[ShelfItem]:
        """The photos of the library that show items of a shelf: many covers, labels or paintings in one picture.

        picture : a file, or its content. Each item has its photo, `path`, `points` that agree, and its `corners` in the
        picture. Raises ImageUnreadable, QueryUnusable and Cancelled.
        """
        source = picture if isinstance(picture, bytes) else _path(picture)
        return self.engine.inventory(source, cancelled=cancelled)

    def similarity_map(
        self,
        *,
        progress: Callable[[int, int], None] = lambda done, total: None,
        cancelled: Callable[[], bool] = lambda: False,
    ) -> SimilarityMap:
        """A place on a plane for each photo, beside the photos that look like it, and groups with names.

        New photos are placed first; the others stay where they are. `engine.similarity` has the rest: update(),
        map(), photos_of().
        progress : called with steps done and all steps
        Raises ModelNotInstalled if no model is installed, or none has embedded a photo.
        """
        self.engine.similarity.update(progress=progress, cancelled=cancelled)
        return self.engine.similarity.map()

    def people(self, *, least: int = 2) -> list[Person]:
        """The people in the library's photos, named ones first, then groups of like faces without a name.

        least : faces of a group without a name. Empty while people is off; `engine.people` has the rest: switch(),
        read(), name(), merge(), split(), suggestions(), erase().
        """
        return self.engine.people.all(least=least)

    # --- marks ---

    def place(self, photos: Sequence[PathLike], at: str | tuple[float, float]) -> Placed:
        """Say where photos were taken. Photos with a position keep theirs, and no file is changed.

        at : a town, such as "Lisbon" or "Paris, Texas", or latitude and longitude in degrees
        Returns the photos that had no position; `engine.marks.take_back(placed.step)` undoes it. `engine.marks` also
        has ratings, flags, labels and keywords. Raises QueryUnusable for an unknown town, CbirError if a photo is not
        in the library or the position is not on earth.
        """
        marks, ids = self.engine.marks, self.engine.find_photos([_path(photo) for photo in photos])
        return marks.place_at(ids, at)[0] if isinstance(at, str) else marks.place(ids, *at)

    # --- measuring ---

    def embeddings(self) -> Embeddings:
        """The vectors of all photos that the library's model has embedded.

        Raises ModelNotInstalled if no model is installed, or none has embedded a photo.
        """
        model, photos, vectors = self.engine.models.embeddings()
        return Embeddings(
            model=model.name,
            photos=tuple(photo.photo for photo in photos),
            paths=tuple(photo.path for photo in photos),
            vectors=vectors,
        )

    def embed_texts(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """(n, d) float32, the vectors of texts in the space of embeddings(); their dot products are cosines."""
        if isinstance(texts, str):
            raise QueryUnusable("Pass a list of texts, such as [{0}].", repr(texts))
        return self.engine.models.embed_texts(list(texts))

    def evaluate(
        self,
        dataset: PathLike | Dataset,
        *,
        measures: Sequence[str] | None = None,
        options: SearchOptions | None = None,
        progress: Callable[[int, int], None] = lambda done, total: None,
        cancelled: Callable[[], bool] = never_cancelled,
    ) -> Figures:
        """Measure the library's answers to queries whose right photos are known: see docs/evaluation.md.

        dataset : a folder with an index.json, or a Dataset. measures : such as "P@5" and "nDCG@10"
        progress : called with the numbers of queries answered and of all queries
        Raises CbirError if the data set cannot be read or a measure is unknown, and Cancelled.
        """
        from cbir.evaluation import USUAL_MEASURES, Run, answers, figures_of, find_measure, load_dataset

        chosen = tuple(measures or USUAL_MEASURES)
        for measure in chosen:
            find_measure(measure)  # before the searches, which may take long
        queries = load_dataset(_path(dataset)) if isinstance(dataset, str | os.PathLike) else dataset
        scores = {}
        for done, answer in enumerate(
            answers(self.engine, queries, options or SearchOptions(top=1000)), start=1
        ):
            if cancelled():
                raise Cancelled("The evaluation was cancelled.")
            scores[answer.topic.id] = answer.scores
            progress(done, len(queries.topics))
        return figures_of(queries, Run(tag="cbir", scores=scores), chosen)

    def learn_order(
        self,
        dataset: PathLike | Dataset | None = None,
        *,
        progress: Callable[[int, int], None] = lambda done, total: None,
        cancelled: Callable[[], bool] = never_cancelled,
    ) -> Learned:
        """Learn from right and wrong hits how much each engine counts: see docs/evaluation.md.

        dataset : as for evaluate(); None: searches that were judged in the window
        Searches use the order from then on if `better` of the answer is true; otherwise the standard one. See
        use_learned_order(). Raises CbirError if there are too few searches with a right photo, and Cancelled.
        """
        from cbir.evaluation import judged_dataset, learn_order, load_dataset

        judgements = self.engine.marks.judgements
        if dataset is None:
            dataset = judged_dataset(judgements.all(), self.engine.folder)
        queries = load_dataset(_path(dataset)) if isinstance(dataset, str | os.PathLike) else dataset
        learned = learn_order(self.engine, queries, progress=progress, cancelled=cancelled)
        judgements.keep_order(learned.order if learned.better else None)
        return learned

    def use_learned_order(self, on: bool) -> None:
        """Search in the learned order, or in the standard one. Raises CbirError if none was learned."""
        self.engine.marks.judgements.use_order(on)

    def info(self) -> LibraryInfo:
        """Numbers of photos, its folders, models and sizes."""
        return self.engine.info()

    def _picture(self, photo: PhotoId, max_side_px: int | None) -> NDArray[np.uint8]:
        if max_side_px is None:
            return self.engine.thumbnail(photo)
        return self.engine.picture(photo=photo, max_side_px=max_side_px).pixels


def changes(first: PathLike, second: PathLike) -> Changes:
    """Boxes around what only one of two pictures of the same thing has, the clearest first.

    The pictures are files; they need not be in a library. `changes` of the answer has the `first` and `second` box of
    each change in full-resolution pixels and its `strength`; `evidence` is None if the pictures do not show the same
    thing. Raises ImageUnreadable.
    """
    return changes_in_files(_path(first), _path(second))


def open_library(
    folder: PathLike | None = None,
    *,
    create: bool = False,
    device: Device = "auto",
    encoder: Encoder | None = None,
    features: Detector | None = None,
) -> Library:
    """Open the library in a folder; without one, the library of the program's window and command line.

    create : make it if there is none. device : on which models run: "auto", "cpu" or "cuda"
    encoder : two functions that embed pictures and texts, in place of a model
    features : a function that detects and describes local features, in place of SIFT
    A library belongs to the encoder and the features with which it was indexed: index it again after a change.
    Raises CbirError if there is none, CatalogTooNew if a newer version made it.
    """
    if folder is not None and not os.fspath(folder):
        raise CbirError("The library's folder is an empty name.")
    options = LibraryOptions(device=device, encoder=encoder)
    if features is not None:
        own = FeatureOptions(detector=detector_name(features))
        options = replace(options, indexing=replace(options.indexing, features=own))
    engine = Engine.open(None if folder is None else _path(folder), create=create, options=options)
    return Library(engine)


def _path(path: PathLike) -> Path:
    return Path(path).expanduser()
