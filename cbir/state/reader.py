"""The reading side of a library: its connections, its index, and snapshots of both.

Searching needs no lock and works while this process or another one writes: see `IndexReader.snapshot`.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
import threading
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from cbir.base.drives import Volumes
from cbir.base.errors import ArtifactMismatch, CbirError, LibraryClosed, PhotoGone
from cbir.base.layout import Layout
from cbir.base.messages import Message, sentences
from cbir.base.types import Hit, PhotoId
from cbir.catalog import Catalog, IndexedPhoto, compare_pages, remove_log
from cbir.state.codebooks import CodebookShelf
from cbir.state.opening import damaged_index, explain_disk_trouble
from cbir.state.remote_index import RemoteIndex, cluster_wing
from cbir.state.roots import folders_now, is_below_away, online_roots
from cbir.state.snapshot import MappedIndex, OpenSegments, Places, Snapshot

_IDLE = 2  # open connections that wait for the next long read
LARGE_CATALOG_BYTES = 1 << 27  # of more than 100,000 photos; checking it takes more than a tenth of a second


def _open_remote_index(layout: Layout) -> RemoteIndex | None:
    if layout.milvus_note.exists():
        raise CbirError(
            "The index of this library is on Milvus, which cbir does not use any more. Delete milvus.json and "
            "milvus.db in {0}: the library then uses the index in its own folder, with all photos and marks.",
            layout.folder,
        )
    return cluster_wing().open_index(layout) if layout.on_server else None


class IndexReader:
    """Reads one library. Its methods may be called from several threads."""

    def __init__(self, layout: Layout, shelf: CodebookShelf) -> None:
        self._layout = layout
        self._shelf = shelf
        self._opened_catalog = Catalog.open(layout.catalog, writable=False)
        self._lock = threading.RLock()  # around the connection for short reads and the index
        self.idle: list[Catalog] = []
        self._lent = 0
        self._returned = threading.Condition(self._lock)
        self._index: MappedIndex | None = None
        self.opened = OpenSegments(layout)
        self.remote = _open_remote_index(layout)
        self._closed = False
        self._looking = ThreadPoolExecutor(1, "catalog-check")
        self._doubts: Future[Message | None] | None = None

    def close(self) -> None:
        self._looking.shutdown(wait=True)
        with self._lock:
            while self._lent:
                self._returned.wait()
            self._index = None
            self.opened.keep_only((), ())
            if not self._closed:
                self._closed = True
                for catalog in (self._opened_catalog, *self.idle):
                    catalog.close()
                remove_log(self._layout.catalog)
                if self.remote is not None:
                    self.remote.close()

    @property
    def _catalog(self) -> Catalog:
        """The connection for short reads; the caller holds the lock. Raises LibraryClosed."""
        if self._closed:
            raise LibraryClosed
        if self._opened_catalog.is_outlived():
            self._opened_catalog.close()
            self._opened_catalog = Catalog.open(self._layout.catalog, writable=False)
        return self._opened_catalog

    @contextmanager
    def kept_up(self, catalog: Catalog) -> Iterator[None]:
        """Context for a merge of segments. The server, if the library has one, first receives new photos."""
        with contextlib.nullcontext() if self.remote is None else self.remote.kept_up(catalog):
            yield

    def check_remote(self) -> None:
        """Raise IndexUnreachable if the library is on a server that does not answer."""
        if self.remote is not None:
            self.remote.check()

    def waiting_for_remote(self, snapshot: Snapshot) -> int:
        """The number of photos that the server has not received yet. Searches do not find them."""
        return 0 if self.remote is None else self.remote.waiting(snapshot.catalog)

    @contextmanager
    def catalog(self) -> Iterator[Catalog]:
        """A snapshot of the catalog for this thread, within the block."""
        with self.connection() as catalog, catalog.reading():
            yield catalog

    @contextmanager
    def connection(self) -> Iterator[Catalog]:
        """A connection to the catalog for long work, which may begin its own transactions.

        Other threads can read at the same time: a list of 100,000 photos takes a second, and thumbnails do not wait.
        """
        with self._lock:
            if self._closed:
                raise LibraryClosed
            while self.idle and self.idle[-1].is_outlived():
                self.idle.pop().close()
            catalog = self.idle.pop() if self.idle else Catalog.open(self._layout.catalog, writable=False)
            self._lent += 1
        try:
            yield catalog
        finally:
            with self._lock:
                self._lent -= 1
                self._returned.notify_all()
                if len(self.idle) < _IDLE:
                    self.idle.append(catalog)
                else:
                    catalog.close()

    @contextmanager
    def snapshot(self) -> Iterator[Snapshot]:
        """A snapshot of the library. A search reads nothing else, and holds it until it ends, some seconds later.

        Meanwhile writers can commit, but the log of the catalog is folded only up to this snapshot. A segment that they
        replace stays on the disk until no older snapshot is left (`remove_orphans`). Every segment that the snapshot
        lists can therefore be opened, unless it is damaged.
        Raises ArtifactMismatch and CbirError, as sentences, if index, catalog or disk fail within the block.
        """
        try:
            with explain_disk_trouble(self._layout.folder), self.catalog() as catalog:
                moment = catalog.moment()
                yield Snapshot(
                    self._layout, catalog, moment, self.index_at(catalog, moment.revision), self._places()
                )
        except (ArtifactMismatch, FileNotFoundError) as error:
            raise damaged_index(error) from error

    def current_index(self) -> MappedIndex:
        """The present index. A writer may replace and delete its files; a search therefore uses a snapshot."""
        with self.catalog() as catalog:
            return self.index_at(catalog, catalog.index_revision())

    def index_at(self, catalog: Catalog, revision: int) -> MappedIndex:
        """The index of a transaction's revision. Other changes of the catalog, such as a star, need no new index."""
        with self._lock:
            if self._index is None or self._index.revision < revision:
                self._index = self._load(catalog, self.opened, self._index)
            elif (
                self._index.revision > revision
            ):  # another thread took a newer snapshot, and opened that index
                return self._load(catalog, OpenSegments(self._layout), None)
            return self._index

    def _load(self, catalog: Catalog, opened: OpenSegments, before: MappedIndex | None) -> MappedIndex:
        remote = None if self.remote is None else (self.remote, self._find_documents)
        return MappedIndex.load(catalog, opened, self._shelf.load, before, remote)

    def _places(self) -> Places | None:
        return None

    def _find_documents(self, documents: Sequence[int]) -> dict[int, IndexedPhoto]:
        """Find the photos of documents that the server names, outside any snapshot."""
        with self._lock:
            return self._catalog.photos.of_documents(documents)

    def look_for_damage_early(self) -> None:
        """Begin look_for_damage() before a search needs it, unless that would keep the disk busy for long."""
        if not self._is_large():
            self.look_for_damage()

    def look_for_damage(self) -> Future[Message | None]:
        """Begin to compare the catalog with its checksums, once; a sentence for whoever gets an answer from it."""
        with self._lock:
            if self._doubts is None:
                self._doubts = self._looking.submit(self._compare_pages)
            return self._doubts

    def doubts(self) -> Message | None:
        """A message if the catalog is damaged, else None. For a large catalog, also None until the check is done."""
        large = self._is_large()
        looking = self.look_for_damage()
        return None if large and not looking.done() else looking.result()

    def _is_large(self) -> bool:
        return self._layout.catalog.stat().st_size > LARGE_CATALOG_BYTES

    def _compare_pages(self) -> Message | None:
        try:
            changed = compare_pages(self._layout.catalog).changed
        except (sqlite3.DatabaseError, OSError) as error:
            unchecked = Message("The catalog could not be checked for damage ({0}).", error)
            return sentences(unchecked, Message("{Run}: {check}"))
        if not changed:
            return None
        return sentences(
            Message("Some of this may be wrong: the catalog is damaged."),
            Message("To see what to do, {run}: {check}"),
        )

    def codebook_file(self, fingerprint: str) -> Path:
        """The file from which workers read a codebook. Raises ArtifactMismatch if it is damaged."""
        return self._shelf.path(fingerprint)

    def find_photo(self, photo: PhotoId) -> IndexedPhoto:
        with self._lock:
            row = self._catalog.photos.find(photo)
        if row is None:
            raise PhotoGone("This photo is no longer in the library.")
        return row

    def find_path(self, path: Path) -> IndexedPhoto | None:
        """The photo that the catalog has at a path, even if its file is gone; None without one."""
        with self._lock:
            return self._catalog.photos.find_path(Path(os.path.normpath(path.absolute())))

    def is_away(self, path: Path) -> bool:
        """True if a photo's drive is not connected, so that its file need not be tried."""
        return self.is_below_away(path.parent, self.online())

    is_below_away = staticmethod(is_below_away)

    def online(self) -> dict[Path, bool]:
        """Each root's path, and True if its drive is connected."""
        with self._lock:
            roots = self._catalog.roots.all()
        volumes = Volumes.now()
        return online_roots(roots, volumes)

    @staticmethod
    def mark_offline(hits: Sequence[Hit], online: Mapping[Path, bool]) -> tuple[Hit, ...]:
        """Mark the hits whose drives are not connected."""
        if all(online.values()):
            return tuple(hits)
        return tuple(
            replace(hit, offline=not next((online[at] for at in hit.path.parents if at in online), True))
            for hit in hits
        )

    def folders_now(self) -> list[Path]:
        """The present paths of the roots whose drives are connected."""
        with self._lock:
            roots = self._catalog.roots.all()
        volumes = Volumes.now()
        return folders_now(roots, volumes)
