"""The index of a library's local descriptors: when it is used, when it is built, and its only open copy."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Literal

from cbir.base.errors import ArtifactMismatch, QueryUnusable
from cbir.base.layout import Layout
from cbir.base.types import Device, PhotoFeatures, SearchOptions
from cbir.catalog import Catalog
from cbir.matching import FeatureStore, read_features
from cbir.state import Snapshot, remove_own
from cbir.vectors import (
    BYTES_PER_DESCRIPTOR,
    DescribedPhoto,
    DescriptorIndex,
    build_descriptor_index,
    find_descriptor_index,
    is_of_descriptors,
)
from cbir.visual_words import Codebook

DETAILS_SETTING = "nndr"
Choice = Literal["auto", "library", "shortlist"]
AUTOMATIC = range(10_000, 50_001)
"""Numbers of photos with which the index is built unasked: docs/benchmarks.md. With 2,756 photos, it led to no further
right photo; with 10,000, to two of 88. It takes 34 KB a photo of the disk: 1.7 GB for 50,000."""
_STALE = 4  # the index is made anew when a quarter as many photos have been added or deleted

_log = logging.getLogger(__name__)


class Details:
    """The index of one library. Its methods may be called from several threads."""

    def __init__(self, layout: Layout, device: Device = "auto") -> None:
        self._layout = layout
        self.on_card = device != "cpu"
        self._lock = threading.Lock()
        self._open: dict[str, DescriptorIndex] = {}

    def index(self, codebook: str) -> DescriptorIndex | None:
        """The index of a codebook's descriptors, if one was built. An open one is used as long as it is the newest."""
        with self._lock:
            newest = find_descriptor_index(
                self._layout.vector_cache(codebook), codebook=codebook, earlier=self._open.get(codebook)
            )
            if newest is None:
                self._open.pop(codebook, None)
            else:
                self._open[codebook] = newest
            return newest

    def ready(self, codebook: str) -> DescriptorIndex | None:
        """The index of a codebook's descriptors, loaded; None without one, or if it is damaged."""
        index = self.index(codebook)
        try:
            if index is not None:
                index.load()
        except (ArtifactMismatch, OSError) as error:
            _log.warning("An index of details cannot be used: %s", error)
            return None
        return index

    def are_used(self, options: SearchOptions, snapshot: Snapshot) -> bool:
        """True if this search compares the details of the whole library, on request or because an index was built."""
        if options.nndr == "shortlist" or snapshot.index.remote is not None:
            return False
        if options.nndr == "auto" and chosen(snapshot.settings) == "shortlist":
            return False
        return any(self.ready(codebook) is not None for codebook in snapshot.index.codebooks)

    def refuse_ignored(self, options: SearchOptions, snapshot: Snapshot) -> None:
        """Raise QueryUnusable if the whole library's details were asked for, and there is no index of them."""
        if options.nndr == "library" and not self.are_used(options, snapshot):
            raise QueryUnusable(
                "The details of the whole library cannot be compared: there is no index of them. Make one with: {0}",
                "cbir library vectors --nndr library",
            )

    def build(
        self,
        catalog: Catalog,
        codebook: Codebook,
        *,
        progress: Callable[[float], None] = lambda share: None,
        cancelled: Callable[[], bool] = lambda: False,
    ) -> bool:
        """Build or extend the index if it is wanted and missing or stale. Returns True if it did.

        The caller must hold the writer lock. Raises Cancelled.
        """
        self._remove_retired(catalog)
        count, earlier = catalog.photos.count(), self.index(codebook.fingerprint)
        if not is_wanted(chosen(catalog.settings.all()), count):
            return False
        if earlier is not None and abs(count - len(earlier)) <= len(earlier) // _STALE:
            return False  # without a look at the documents, of which a large library has many
        stores = {
            row.name: FeatureStore.open(self._layout.features(row.name))
            for row in catalog.segments.all("features")
            if row.codebook == codebook.fingerprint
        }
        photos = {
            int(photo.document): photo
            for photo in catalog.photos.of_documents(catalog.documents.live().tolist()).values()
            if photo.store in stores
        }

        def read(documents: Sequence[int]) -> Iterator[DescribedPhoto]:
            places = [(photos[document].store, photos[document].store_row) for document in documents]
            by_place: dict[tuple[str, int], PhotoFeatures] = {}
            for name in dict.fromkeys(name for name, _ in places):
                rows = [row for store, row in places if store == name]
                features = read_features([(stores[name], rows)])
                by_place.update(zip([(name, row) for row in rows], features, strict=True))
            for document, place in zip(documents, places, strict=True):
                yield DescribedPhoto(document, by_place[place].words, by_place[place].codes)

        build_descriptor_index(
            sorted(photos),
            read,
            self._layout.vector_cache(codebook.fingerprint),
            codebook,
            codebook=codebook.fingerprint,
            progress=progress,
            cancelled=cancelled,
        )
        return True

    def _remove_retired(self, catalog: Catalog) -> None:
        """Delete indexes of codebooks that no photo is indexed with any more."""
        codebooks = {row.codebook for row in catalog.segments.all("features")}
        for folder in self._layout.all_caches.glob("*/"):
            if folder.name not in codebooks and is_of_descriptors(folder):
                remove_own(self._layout, folder)

    def remove_unwanted(self, catalog: Catalog, codebook: Codebook) -> None:
        """Delete the index of a library that should have none. The caller must hold the writer lock."""
        if not is_wanted(chosen(catalog.settings.all()), catalog.photos.count()):
            remove_own(self._layout, self._layout.vector_cache(codebook.fingerprint))

    @staticmethod
    def choice(snapshot: Snapshot) -> Choice:
        return chosen(snapshot.settings)

    def describe(self, codebooks: Sequence[str], photos: int) -> str:
        """A few words for the user: the size of the index and what it covers."""
        indexes = [index for codebook in codebooks if (index := self.index(codebook)) is not None]
        if not indexes:
            return "of the shortlist"
        covered = sum(map(len, indexes))
        megabytes = sum(index.descriptors for index in indexes) * BYTES_PER_DESCRIPTOR / 1e6
        share = "" if covered >= photos else f" of {photos:,}"
        lists, photos_indexed = f"IVF of {indexes[0].lists:,} lists", f"{covered:,}{share} photos"
        return f"of the library: {lists}, 4-bit codes as stored, {photos_indexed}, {megabytes:,.0f} MB"


def chosen(settings: Mapping[str, str]) -> Choice:
    match settings.get(DETAILS_SETTING):
        case "library":
            return "library"
        case "shortlist":
            return "shortlist"
        case _:
            return "auto"


def is_wanted(choice: Choice, photos: int) -> bool:
    """True if a library of so many photos should have an index."""
    return choice == "library" or (choice == "auto" and photos in AUTOMATIC)
