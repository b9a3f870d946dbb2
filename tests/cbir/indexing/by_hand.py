"""Index runs without workers: what a file "decodes" to stands in it, so that a run takes milliseconds."""

import hashlib
from concurrent.futures import Future
from types import SimpleNamespace
from typing import Any, TypeVar, cast

import numpy as np

from cbir.base.drives import Mount, Volumes
from cbir.base.errors import Cancelled, ImageUnreadable, UnreadableNow
from cbir.base.layout import Layout
from cbir.base.types import IndexRequest, Metadata, PhotoFeatures
from cbir.embeddings import PARTS
from cbir.images import QuickThumbnail
from cbir.indexing import IndexingOptions
from cbir.indexing.commit import Batch, PhotoEncoding
from cbir.indexing.indexer import Indexer
from cbir.indexing.plan import Planner
from cbir.state import CurrentCodebook
from cbir.workers import IngestedPhoto, ListedPhoto, SamePicture
from cbir.workers.encoder import PictureEmbeddings
from cbir.workers.pool import WorkersBroken
from tests.new_catalog import new_catalog

Result = TypeVar("Result")
TELLING_ALL = IndexingOptions(progress_every_s=0.0)
ERRORS = {
    b"broken": lambda: ImageUnreadable("The file ends in the middle."),
    b"locked": lambda: UnreadableNow("It is in use."),
    b"huge": MemoryError,
    b"odd": lambda: ValueError("what is this"),
    b"given up": lambda: Cancelled("It was given up."),
    b"no worker": lambda: WorkersBroken("No worker can be started."),
}
"""What happens to a file that begins so; "same" shows what was indexed before, and "pages" has two of them."""


def done(function):
    future = Future()
    try:
        future.set_result(function())
    except BaseException as error:
        future.set_exception(error)
    return future


class WorkersByHand:
    """They do what is asked at once, and write down for which files. before : called with each file that they read"""

    count = 1

    def __init__(self):
        self.asked = []  # of everything but listing
        self.listed = []
        self.prepared_parts = []  # whether those of a photo were asked for, too
        self.before = self.before_listing = lambda path: None

    def submit(self, function, *args, priority=0):
        path = args[0]
        if function.__name__ == "list_photo":
            self.listed.append(path.name)
        else:
            self.asked.append((function.__name__, path.name))
        return done(lambda: getattr(self, f"_{function.__name__}")(*args))

    def cancel_running(self, future):
        future.cancel()

    def read(self, path):
        self.before(path)
        return self._content(path)

    @staticmethod
    def _content(path, *, listing=False):
        try:
            content = path.read_bytes()
        except FileNotFoundError as error:
            raise ImageUnreadable("The file is not there.") from error
        for beginning, error_of in ERRORS.items():
            if content.startswith(beginning):
                raise ImageUnreadable("It cannot be listed.") if listing else error_of()
        return content

    def _fingerprint_file(self, path):
        return hashlib.sha256(self.read(path)).hexdigest()

    def _read_metadata(self, path, sidecar):
        self.read(path)
        return Metadata(make="Again")

    def _prepare_photo(self, path, _side, _limits, _preprocessing, parts):
        self.prepared_parts.append(parts)
        return picture_of(self.read(path), parts)

    def _list_photo(self, path, _limits, _sidecar):
        self.before_listing(path)
        content = self._content(path, listing=True)  # what is broken is told when it is read
        preview = QuickThumbnail(jpeg=b"preview of " + content, is_final=content.startswith(b"small"))
        return ListedPhoto(
            fingerprint=hashlib.sha256(content).hexdigest(),
            format="JPEG",
            size=(40, 30),
            metadata=Metadata(make="Listed"),
            thumbnail=preview if content.startswith((b"small", b"camera")) else None,
        )

    def _ingest_photo(
        self,
        path,
        _codebook,
        _features,
        _limits,
        _sidecar,
        known_pixels,
        preprocessing,
        parts,
        listed,
    ):
        content = self.read(path)
        fingerprint = hashlib.sha256(content).hexdigest()
        if listed is not None and listed.content.fingerprint != fingerprint:
            listed = None
        if content.startswith(b"same") and known_pixels:
            return SamePicture(fingerprint=fingerprint, metadata=Metadata(make="Again"))
        whole, some = (None, None) if preprocessing is None else picture_of(content, parts)
        none = np.zeros(0, np.float32)
        return IngestedPhoto(
            fingerprint=fingerprint,
            format="JPEG",
            size=(40, 30),
            features=PhotoFeatures(
                words=np.zeros(0, np.uint32),
                codes=np.zeros((0, 32), np.uint8),
                xy=np.zeros((0, 2), np.float32),
                sigma=none,
                angle=none,
                size=(40, 30),
            ),
            signatures=np.zeros(0, np.uint64),
            thumbnail=None if listed is not None and listed.has_thumbnail else b"thumbnail of " + content,
            pixels="pixels",
            metadata=None if listed is not None else Metadata(make="First"),
            frames=2 if content.startswith(b"pages") else 1,
            prepared=whole,
            parts=some,
        )


def picture_of(content, parts):
    """A picture whose first pixel says what the encoder makes of it, and its parts, of which some may be useless."""
    whole = np.full((2, 2, 3), content[-1], np.uint8)
    if not parts:
        return whole, None
    some = np.stack([whole] * PARTS)
    some[: PARTS * (b"useless parts" in content) or b"useless part" in content] = ord("0")
    return whole, some


class EncoderByHand:
    """A photo whose content ends with 0 has no usable embedding. problem : raised of batches, or of those of a size"""

    def __init__(self):
        self.batches = []
        self.problem = None
        self.problem_of = None
        self.note = None

    def submit(self, pictures, *, priority=0):
        self.batches.append(len(pictures))

        def encode():
            if self.problem is not None and self.problem_of in {None, len(pictures)}:
                raise self.problem
            rows = [(1.0, 0.0) if picture[0, 0, 0] != ord("0") else (np.nan, 0.0) for picture in pictures]
            return PictureEmbeddings(vectors=np.array(rows, np.float32), note=self.note)

        return done(encode)


def encoding_by(encoder, *, parts=False, model="m"):
    info = SimpleNamespace(fingerprint=model, name="Modell")
    return PhotoEncoding(
        model=cast(Any, SimpleNamespace(info=info, preprocessing="as trained")),
        encoder=cast(Any, encoder),
        parts=parts,
    )


class RunsByHand:
    """A library's catalog and files, and the runs over a folder of photos."""

    def __init__(self, folder):
        self.layout = Layout(folder / "library")
        self.layout.folder.mkdir()
        self.catalog = new_catalog(self.layout.catalog)
        self.photos = folder / "photos"
        self.photos.mkdir()
        self.workers = WorkersByHand()
        self.volumes = Volumes([Mount(point=folder, volume="uuid:a")])
        self.progress = []
        self.commits = 0
        self._codebook = CurrentCodebook(path=self.photos, fingerprint="c", words=16, name="x")

    def write(self, name, content=""):
        """Write a picture. content : by default one that no other has"""
        path = self.photos / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(content or name, encoding="utf-8")
        return path

    def index(
        self,
        *folders,
        cancelled=lambda: False,
        encoding=None,
        options=TELLING_ALL,
        read_again=False,
    ):
        self.workers.asked.clear()
        self.workers.listed.clear()
        self.progress.clear()
        self.commits = 0

        def committed():
            self.commits += 1

        indexer = Indexer(
            self.catalog,
            self.layout,
            self.workers,
            self._codebook,
            options,
            progress=self.progress.append,
            cancelled=cancelled,
            committed=committed,
            encoding=encoding,
            volumes=self.volumes,
        )
        return indexer.run(IndexRequest(folders=folders or (self.photos,), read_again=read_again))

    def plan(self):
        """The plan of a run over the photos."""
        planner = Planner(
            request=IndexRequest(folders=(self.photos,)),
            catalog=self.catalog,
            layout=self.layout,
            volumes=self.volumes,
            codebook="c",
            options=IndexingOptions().features.fingerprint,
        )
        return planner.plan()

    def batch(self):
        return Batch(self.catalog, self.layout, self._codebook, options="o", encoding=None)

    def states(self):
        """The catalog's states of the files of the first root."""
        options = IndexingOptions().features.fingerprint
        return self.catalog.files.states(self.catalog.roots.all()[0], codebook="c", options=options)

    def remove(self, name):
        """Take a photo out of the catalog, as the trash does beside a run."""
        root = next(root for root in self.catalog.roots.all() if root.path == self.photos)
        with self.catalog.transaction():
            self.catalog.files.remove(root, [name])

    def document(self, name):
        document = self.states()[name].document
        assert document is not None
        return document


def counts(report):
    """The counts that are not 0."""
    names = ("indexed", "unchanged", "updated", "moved", "removed")
    found = {name: getattr(report, name) for name in names} | {"skipped": len(report.skipped)}
    return {name: number for name, number in found.items() if number}


def no_worker(_path):
    raise WorkersBroken("No worker can be started.")
