"""Catalog and segments -> the library at one moment, which a search reads from its first step to its last.

A `Snapshot` is a read transaction of the catalog, and the `MappedIndex` of the revision that the transaction sees. All
snapshots of a revision share its index. Its segments are mapped on first use.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Collection, Hashable, Mapping, Sequence
from pathlib import Path
from typing import Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from cbir.base.cached import cached_property
from cbir.base.drives import Volumes
from cbir.base.errors import CbirError, PhotoGone, QueryUnusable
from cbir.base.layout import Layout
from cbir.base.types import DocumentId, PhotoFeatures, PhotoId, QueryFeatures
from cbir.catalog import Catalog, IndexedPhoto, Moment, SegmentRow
from cbir.images import decode_thumbnail
from cbir.matching import FeatureStore, read_features
from cbir.state.remote_index import FindDocuments, RemoteIndex
from cbir.state.roots import is_below_away, online_roots
from cbir.visual_words import Codebook, InvertedIndex, PostingsSegment

Places = Mapping[DocumentId, tuple[str, int]]
_Key = TypeVar("_Key", bound=Hashable)
_Opened = TypeVar("_Opened")


class OpenedOnce(Generic[_Key, _Opened]):
    """A cache of immutable resources by key, each opened on first use. Several threads may use it."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self.opened: dict[_Key, _Opened] = {}

    def get(self, key: _Key, make: Callable[[], _Opened]) -> _Opened:
        with self._lock:
            if key not in self.opened:
                self.opened[key] = make()
            return self.opened[key]

    def keep_only(self, keys: Collection[_Key]) -> None:
        with self._lock:
            self.opened = {key: opened for key, opened in self.opened.items() if key in keys}


class OpenSegments:
    """The mapped postings and features of a library. They are shared by successive revisions of the index."""

    def __init__(self, layout: Layout) -> None:
        self._layout = layout
        self._postings = OpenedOnce[str, PostingsSegment]()
        self._features = OpenedOnce[str, FeatureStore]()
        self._words = OpenedOnce[DocumentId, NDArray[np.uint32]]()

    @property
    def mapped(self) -> list[str]:
        """The names of the segments that are mapped now."""
        return [*self._postings.opened, *self._features.opened]

    def postings(self, name: str) -> PostingsSegment:
        return self._postings.get(name, lambda: PostingsSegment.open(self._layout.postings(name)))

    def features(self, name: str) -> FeatureStore:
        return self._features.get(name, lambda: FeatureStore.open(self._layout.features(name)))

    def words(self, document: DocumentId, store: str, row: int) -> NDArray[np.uint32]:
        """The distinct words of a deleted document. They do not change when its features move to another store."""
        return self._words.get(document, lambda: np.unique(self.features(store).read(row).words))

    def keep_only(self, segments: Collection[str], tombstones: Collection[DocumentId]) -> None:
        """Release everything that is no longer part of the index."""
        self._postings.keep_only(segments)
        self._features.keep_only(segments)
        self._words.keep_only(tombstones)


class MappedIndex:
    """The segments of a library at one revision of its catalog.

    revision : of the index, see Catalog.index_revision. photos : number of photos that can be searched
    live : (n,) int64, the documents that are not deleted, ascending; empty if there are no embeddings
    vectors : segments of photos' embeddings, by model in the order of their names. parts : of embeddings of photos'
        parts, by model and kind of parts
    remote : the remote index that names candidates, with a function that finds documents in the catalog; None if this
        index names them
    """

    def __init__(
        self,
        *,
        revision: int,
        photos: int,
        live: NDArray[np.int64],
        segments: Sequence[SegmentRow],
        tombstones: Sequence[tuple[DocumentId, str, int]],
        opened: OpenSegments,
        codebooks: Callable[[str], Codebook],
        remote: tuple[RemoteIndex, FindDocuments] | None = None,
    ) -> None:
        self.revision = revision
        self.photos = photos
        self.live = live
        self._segments = sorted(segments, key=lambda segment: segment.name)
        self._tombstones = tombstones
        self._opened = opened
        self._load_codebook = codebooks
        self._remote = remote
        self.remote = None if remote is None else remote[0]

    @classmethod
    def load(
        cls,
        catalog: Catalog,
        opened: OpenSegments,
        codebooks: Callable[[str], Codebook],
        before: MappedIndex | None,
        remote: tuple[RemoteIndex, FindDocuments] | None = None,
    ) -> MappedIndex:
        """Read the lists of segments and documents. New segments are mapped on first use.

        catalog : in a read transaction. before : an earlier revision of the same library
        """
        revision = catalog.index_revision()
        segments = catalog.segments.all()
        tombstones = catalog.documents.deleted()
        photos = catalog.photos.searchable()
        live = np.zeros(0, np.int64)
        if any(segment.kind == "vectors" for segment in segments):
            live = _live_documents(catalog, before, photos, [document for document, _, _ in tombstones])
        opened.keep_only({segment.name for segment in segments}, {document for document, _, _ in tombstones})
        return cls(
            revision=revision,
            photos=photos,
            live=live,
            segments=segments,
            tombstones=tombstones,
            opened=opened,
            codebooks=codebooks,
            remote=remote,
        )

    def prepare(self) -> None:
        """Do the work for which the first search would wait. Raises ArtifactMismatch if a segment is damaged."""
        _ = self.indexes
        if self.remote is not None:
            self.remote.prepare((row.kind, row.codebook) for row in self._segments if row.kind != "features")

    @cached_property
    def codebooks(self) -> tuple[str, ...]:
        """Fingerprints of the codebooks with which photos are indexed."""
        return tuple(sorted({segment.codebook for segment in self._of_kind("postings")}))

    @cached_property
    def indexes(self) -> tuple[tuple[Codebook, InvertedIndex], ...]:
        """The inverted index of each codebook. Raises ArtifactMismatch if a segment is damaged."""
        store_codebook = {segment.name: segment.codebook for segment in self._of_kind("features")}
        deleted: dict[str, list[int]] = {}
        deleted_words: dict[str, list[NDArray[np.uint32]]] = {}
        for document, store, row in self._tombstones:
            codebook = store_codebook[store]
            deleted.setdefault(codebook, []).append(document)
            deleted_words.setdefault(codebook, []).append(self._opened.words(document, store, row))
        indexes = []
        for name in self.codebooks:
            loaded = self._load_codebook(name)
            segments = [
                self._opened.postings(segment.name)
                for segment in self._of_kind("postings")
                if segment.codebook == name
            ]
            for segment in segments:
                segment.refuse_other_words(len(loaded))
            deleted_rows = np.array(deleted.get(name, []), np.uint32)
            indexes.append((loaded, self._index(loaded, segments, deleted_rows, deleted_words.get(name, []))))
        return tuple(indexes)

    def _index(
        self,
        codebook: Codebook,
        segments: Sequence[PostingsSegment],
        deleted: NDArray[np.uint32],
        deleted_words: Sequence[NDArray[np.uint32]],
    ) -> InvertedIndex:
        if self._remote is None:
            return InvertedIndex(segments, words=len(codebook), deleted=deleted, deleted_words=deleted_words)
        remote, find = self._remote
        return remote.words(
            segments,
            codebook=codebook,
            deleted=deleted,
            deleted_words=deleted_words,
            find=find,
            features=self._opened.features,
        )

    def features(self, name: str) -> FeatureStore:
        """The feature store with a name. Raises ArtifactMismatch if it is damaged."""
        return self._opened.features(name)

    @cached_property
    def vectors(self) -> Mapping[str, tuple[SegmentRow, ...]]:
        return _by_maker([row for row in self._of_kind("vectors") if not row.options])

    @cached_property
    def parts(self) -> Mapping[str, tuple[SegmentRow, ...]]:
        return _by_maker([row for row in self._of_kind("vectors") if row.options])

    def _of_kind(self, kind: str) -> list[SegmentRow]:
        return [segment for segment in self._segments if segment.kind == kind]


def stored_thumbnail(layout: Layout, photo: IndexedPhoto) -> NDArray[np.uint8] | None:
    """(h, w, 3) uint8 RGB; None if it was lost."""
    try:
        return decode_thumbnail(layout.thumbnail(photo.fingerprint).read_bytes())
    except (OSError, CbirError):
        return None


class Snapshot:
    """A library at one moment, for one search. The catalog is not opened a second time.

    catalog : in a read transaction, which lasts as long as the snapshot. index : of the same moment
    places : of documents whose features are not in the place that the catalog names
    settings : the library's own settings, by name. photos : number of photos, searchable or only listed
    Several threads may read the index. Only the thread that opened the snapshot may use the catalog.
    """

    def __init__(
        self,
        layout: Layout,
        catalog: Catalog,
        moment: Moment,
        index: MappedIndex,
        places: Places | None = None,
    ) -> None:
        self.catalog, self.index = catalog, index
        self._layout = layout
        self.settings, self.photos = moment.settings, moment.photos
        self._roots = moment.roots
        self._places = places or {}
        self._features: dict[tuple[str, int], PhotoFeatures] = {}

    def find_photo(self, photo: PhotoId) -> IndexedPhoto:
        """The photo with an id. Raises PhotoGone if the library no longer has it."""
        row = self.catalog.photos.find(photo)
        if row is None:
            raise PhotoGone("This photo is no longer in the library.")
        return row

    def stored(self, photo: IndexedPhoto) -> tuple[FeatureStore, int]:
        """The store with a photo's features, and its row there.

        Raises QueryUnusable for a photo that is not searchable yet, ArtifactMismatch if the store is damaged.
        """
        name, row = self._place(photo)
        return self.index.features(name), row

    def features(self, photos: Sequence[IndexedPhoto]) -> list[PhotoFeatures]:
        """The stored features of some photos. They are read only once, although several stages of a search need them.

        Raises QueryUnusable for a photo that is not searchable yet, ArtifactMismatch if they are damaged.
        """
        places = [self._place(photo) for photo in photos]
        unread: dict[str, list[int]] = {}
        for name, row in dict.fromkeys(places):
            if (name, row) not in self._features:
                unread.setdefault(name, []).append(row)
        if unread:
            read = read_features([(self.index.features(name), rows) for name, rows in unread.items()])
            rows_of = [(name, row) for name, rows in unread.items() for row in rows]
            self._features.update(zip(rows_of, read, strict=True))
        return [self._features[place] for place in places]

    def thumbnail(self, photo: IndexedPhoto) -> NDArray[np.uint8] | None:
        """The stored thumbnail of a photo; None if it was lost. It is made again when somebody looks at the photo."""
        return stored_thumbnail(self._layout, photo)

    @cached_property
    def online(self) -> dict[Path, bool]:
        """Each root's path, and True if its drive is connected."""
        return online_roots(self._roots, Volumes.now())

    def is_away(self, path: Path) -> bool:
        """True if a photo's drive is not connected, so that its file need not be tried."""
        return is_below_away(path.parent, self.online)

    def _place(self, photo: IndexedPhoto) -> tuple[str, int]:
        if not photo.document:  # see IndexedPhoto; its property would be a call for each photo
            raise QueryUnusable("{0} is not ready to search by content yet.", photo.path.name)
        return self._places.get(photo.document, (photo.store, photo.store_row))


def _by_maker(rows: Sequence[SegmentRow]) -> dict[str, tuple[SegmentRow, ...]]:
    return {
        made_by: tuple(row for row in rows if row.codebook == made_by)
        for made_by in sorted({row.codebook for row in rows})
    }


def _live_documents(
    catalog: Catalog, before: MappedIndex | None, photos: int, tombstones: Sequence[DocumentId]
) -> NDArray[np.int64]:
    """All live documents. If possible, only new ones are read, and the others are taken from the earlier index.

    Deleted documents never come back, and no id is used twice. The earlier documents minus the tombstones therefore
    include all older live ones. If the total number is right, they include nothing else.
    """
    if before is not None and len(before.live):
        older = np.setdiff1d(before.live, np.array(tombstones, np.int64), assume_unique=True)
        new = catalog.documents.live(after=int(before.live[-1]))
        if len(older) + len(new) == photos:
            return np.concatenate([older, new])
    return catalog.documents.live()


def recall_features(photo: PhotoFeatures, codebook: Codebook, scale: float) -> QueryFeatures:
    """The stored features of a photo as features of a query. scale : see QueryFeatures"""
    projected = codebook.decompress(photo.codes)
    return QueryFeatures(
        words=photo.words,
        signatures=codebook.sign(projected, photo.words),
        projected=projected,
        xy=photo.xy,
        sigma=photo.sigma,
        angle=photo.angle,
        size=photo.size,
        scale=scale,
    )
