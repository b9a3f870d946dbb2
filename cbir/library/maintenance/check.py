"""Check of a library for problems, which are mended if possible.

The plain check compares every byte of the index with its checksums and lets SQLite check the catalog. The deep check
also compares catalog, postings, features and thumbnails with each other, photo by photo. Parts that cannot be mended
from the library alone are made again from the photos by the next index run. The photos keep their ids.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import numpy as np

from cbir.base.artifacts import read_manifest, remove_artifact, verify_checksums
from cbir.base.errors import ArtifactMismatch, CbirError, message_of
from cbir.base.layout import Layout
from cbir.base.messages import Message
from cbir.base.storage import make_private_folder, write_atomically
from cbir.base.types import DocumentId, Problem
from cbir.catalog import Catalog, PageComparison, SegmentRow
from cbir.embeddings import PARTS
from cbir.images import decode_thumbnail
from cbir.library.maintenance.segments import merge_into_one
from cbir.matching import FEATURES, FeatureStore
from cbir.state import AlbumTable, CodebookShelf, check_searches, load_codebook
from cbir.vectors import STRUCTURE, VECTORS, VectorSegment
from cbir.visual_words import POSTINGS, PostingsSegment

_FORMATS: Mapping[str, tuple[str, int, tuple[int, ...], Mapping[str, type]]] = {
    "postings": POSTINGS,
    "features": FEATURES,
    "vectors": VECTORS,
}
_OPEN: Mapping[str, Callable[[Path], PostingsSegment | FeatureStore | VectorSegment]] = {
    "postings": PostingsSegment.open,
    "features": FeatureStore.open,
    "vectors": VectorSegment.open,
}
"""Readers of segments, which verify their contents beyond the checksums."""
MakeThumbnail = Callable[[Path], bytes | None]


def check_library(
    catalog: Catalog,
    layout: Layout,
    pages: PageComparison,
    *,
    mend: bool,
    deep: bool = False,
    make_thumbnail: MakeThumbnail = lambda path: None,
) -> list[Problem]:
    """Check a library. With `mend` the caller holds the writer lock and `catalog` is writable.

    pages : of the catalog, compared with their checksums before anything was written
    make_thumbnail : encodes the thumbnail of a photo; returns None if the photo cannot be read now
    """
    if problems := _damaged_catalog(catalog, layout, deep=deep):
        return problems  # its other contents are unreliable
    check = Check(catalog, layout, mend=mend)
    check.catalog(pages)
    check.segments()
    check.codebooks()
    check.caches()
    check.searches()
    if deep:
        check.agreement()
        check.thumbnails(make_thumbnail)
    check.contradictions()
    check.unsearchable()
    return check.problems


def _damaged_catalog(catalog: Catalog, layout: Layout, *, deep: bool) -> list[Problem]:
    damages = catalog.audit.damage(deep=deep)
    if not damages:
        return []
    more = Message(" and {0} more", len(damages) - 1) if len(damages) > 1 else ""
    remedy = Message(
        "Restore the library from a backup with {restore}, or move its folder away and index your "
        "folders again."
    )
    return [
        Problem(
            what=Message("The catalog {0} is damaged: {1}{2}.", layout.catalog, damages[0], more),
            remedy=remedy,
        )
    ]


class Check:
    """One check. problems : found so far"""

    def __init__(self, catalog: Catalog, layout: Layout, *, mend: bool) -> None:
        self._catalog = catalog
        self._layout = layout
        self._mend = mend
        self.problems: list[Problem] = []
        self._taken_out = 0  # photos whose damaged segment was dropped

    def catalog(self, comparison: PageComparison) -> None:
        """Check for changed bytes that SQLite itself cannot notice, such as in a name or a rating."""
        if comparison.changed:
            what = Message(
                "The catalog {0} has changed since it was written: {1} of its {2} pages differ.",
                self._layout.catalog,
                comparison.changed,
                comparison.pages,
            )
            remedy = Message(
                "Restore the library from a backup with {restore}. "
                "Without one, use the command cbir library rebuild, which reads every photo again; "
                "then look through your ratings and keywords."
            )
            self.problems.append(Problem(what=what, remedy=remedy))
        if comparison.checksums_damaged:
            mended = self._mend and not comparison.changed
            if mended:
                self._catalog.renew_checksums()
            what = Message(
                "The checksums of the catalog in {0} were damaged.", self._layout.catalog_checksums
            )
            remedy = Message("They are rewritten once the catalog is repaired.")
            if mended:
                remedy = Message("They were rewritten from the present catalog.")
            self.problems.append(Problem(what=what, remedy=remedy, mended=mended))

    def segments(self) -> None:
        """Check manifests, sizes and checksums of all segments in the catalog, postings first.

        Features of documents are no longer needed once their postings are gone.
        """
        for segment in sorted(self._catalog.segments.all(), key=lambda row: row.kind, reverse=True):
            if trouble := self._trouble(segment):
                self._drop(segment, trouble)

    def codebooks(self) -> None:
        """Check the codebooks of segments and of new photos; the shipped one can be copied again."""
        shelf = CodebookShelf(self._layout)
        used = {segment.codebook for segment in self._catalog.segments.all() if segment.kind != "vectors"}
        if current := shelf.chosen(self._catalog):
            used.add(current)
        for codebook in sorted(used):
            try:
                load_codebook(self._layout.codebook(codebook), codebook)
            except (ArtifactMismatch, OSError) as error:
                self._mend_codebook(shelf, codebook, message_of(error))

    def _mend_codebook(self, shelf: CodebookShelf, codebook: str, trouble: Message) -> None:
        if self._mend and shelf.restore(codebook):
            remedy = Message("It comes with the program and was copied from there again.")
            self.problems.append(Problem(what=trouble, remedy=remedy, mended=True))
            return
        remedy = Message(
            "Copy the codebook {0} from a backup, or move the library away and index again.", codebook
        )
        self.problems.append(Problem(what=trouble, remedy=remedy))

    def caches(self) -> None:
        """Check trained structures over embeddings: searches work without them, and an index run makes them again."""
        kind, format, _, fields = STRUCTURE
        for folder in sorted(self._layout.all_caches.glob("*/*/")):
            try:
                manifest = read_manifest(folder, kind=kind, format=format, fields=fields)
                verify_checksums(folder, manifest)
            except (ArtifactMismatch, OSError) as error:
                if self._mend:
                    remove_artifact(folder)
                remedy = Message("{Run} {scan}: it is made again.")
                self.problems.append(Problem(what=message_of(error), remedy=remedy, mended=self._mend))

    def searches(self) -> None:
        if problem := check_searches(self._layout.searches, mend=self._mend):
            self.problems.append(problem)
        for name, reason in self._catalog.table(AlbumTable).unreadable():
            what = Message(
                'The search of the album "{0}" cannot be read ({1}); the other albums are not affected.',
                name,
                reason,
            )
            self.problems.append(
                Problem(what=what, remedy=Message("Restore the library from a backup to have it again."))
            )

    def agreement(self) -> None:
        """Check that every document is once in postings and once in features, with the same visual words in both."""
        for segment in self._catalog.segments.all("postings"):
            try:
                trouble = self._disagreement(segment)
            except (ArtifactMismatch, OSError) as error:
                trouble = message_of(error)
            if trouble:
                self._drop(segment, Message("postings/{0} {1}.", segment.name, trouble))

    def thumbnails(self, make_thumbnail: MakeThumbnail) -> None:
        lost = 0
        mended = 0
        for fingerprint, path in self._catalog.files.fingerprints(only_searchable=True):
            file = self._layout.thumbnail(fingerprint)
            try:
                decode_thumbnail(file.read_bytes())
                continue
            except (OSError, CbirError):
                lost += 1
            if self._mend and (thumbnail := make_thumbnail(path)) is not None:
                make_private_folder(file.parent)
                write_atomically(file, thumbnail)
                mended += 1
        if mended:
            what = Message("{0} thumbnails were missing or damaged.", mended)
            self.problems.append(Problem(what=what, remedy=Message("They were made again."), mended=True))
        if lost > mended:
            self.problems.append(
                Problem(
                    what=Message(
                        "{0} thumbnails are lost, and their photos cannot be read now.", lost - mended
                    ),
                    remedy=Message("Plug in the drive of the photos, then {run}: {check_deep}"),
                )
            )

    def contradictions(self) -> None:
        for what in self._catalog.audit.contradictions():
            remedy = Message(
                "Restore the library from a backup, or move its folder away and index your folders again."
            )
            self.problems.append(
                Problem(what=Message("The catalog contradicts itself: {0}.", what), remedy=remedy)
            )

    def unsearchable(self) -> None:
        """Report photos that this check took out of the search. Photos that are only listed are no problem."""
        if self._taken_out:
            what = Message("{0} photos are not searchable until they are read again.", self._taken_out)
            self.problems.append(Problem(what=what, remedy=Message("{Run} {scan}.")))

    def _trouble(self, segment: SegmentRow) -> Message | None:
        folder = self._layout.segment(segment.kind, segment.codebook, segment.name)
        kind, format, older, fields = _FORMATS[segment.kind]
        try:
            manifest = read_manifest(folder, kind=kind, format=format, older=older, fields=fields)
            verify_checksums(folder, manifest)
            made_by = "model" if segment.kind == "vectors" else "codebook"
            if manifest[made_by] != segment.codebook:
                return Message(
                    "{0}/{1} was made by another {2} than the catalog says ({3}).",
                    segment.kind,
                    segment.name,
                    made_by,
                    folder,
                )
            _OPEN[segment.kind](folder).verify()
        except ArtifactMismatch as error:
            return message_of(error)
        except OSError as error:
            return Message(
                "{0}/{1} cannot be read: {2} ({3}).",
                segment.kind,
                segment.name,
                error.strerror or error,
                folder,
            )
        return None

    def _disagreement(self, segment: SegmentRow) -> Message | None:
        """The difference between postings and the catalog and features of their documents; None if there is none."""
        postings = PostingsSegment.open(self._layout.postings(segment.name))
        documents = self._catalog.documents.in_postings(segment.name)
        if [document for document, _, _ in documents] != postings.members.tolist():
            return Message("does not contain the documents that the catalog lists")
        stores: dict[str, FeatureStore] = {}
        counts = np.zeros(len(postings.offsets) - 1, np.int64)
        for (document, name, row), length in zip(documents, postings.lengths.tolist(), strict=True):
            if name not in stores:
                stores[name] = FeatureStore.open(self._layout.features(name))
            words = stores[name].words(row)
            if len(words) != length or (length and words[-1] >= len(counts)):
                return Message("and features/{0} disagree about document {1}", name, document)
            counts += np.bincount(words, minlength=len(counts))
        if not np.array_equal(counts, np.diff(postings.offsets.astype(np.int64))):
            return Message("does not contain the visual words that the features list")
        return None

    def _drop(self, segment: SegmentRow, trouble: Message) -> None:
        """Take a damaged segment out of the library; its photos are read again later."""
        if not self._mend:
            remedy = Message("Make the library writable and {run}: {check}")
            self.problems.append(Problem(what=trouble, remedy=remedy))
            return
        if segment.kind == "vectors":
            with self._catalog.transaction():
                self._catalog.segments.replace_vectors([segment.name], None)
            photos = segment.documents // (PARTS if segment.options else 1)
            remedy = Message("{Run} {scan}: {0} photos will be encoded again.", photos)
            self.problems.append(Problem(what=trouble, remedy=remedy, mended=True))
            return
        photos = self._drop_store(segment) if segment.kind == "features" else self._drop_postings(segment)
        self._taken_out += photos
        remedy = Message("{Run} {scan}: {0} photos will be read again.", photos)
        self.problems.append(Problem(what=trouble, remedy=remedy, mended=True))

    def _drop_postings(self, segment: SegmentRow) -> int:
        with self._catalog.transaction():
            return self._catalog.segments.forget(segment.name)

    def _drop_store(self, segment: SegmentRow) -> int:
        """Rewrite the postings without a damaged store's documents, so that nothing of them remains."""
        lost: list[DocumentId] = [document for document, _ in self._catalog.documents.in_store(segment.name)]
        holding = set(self._catalog.segments.postings_of_store(segment.name))
        affected = [row for row in self._catalog.segments.all("postings") if row.name in holding]
        photos = 0

        def forget() -> None:
            nonlocal photos
            photos = self._catalog.segments.forget(segment.name)

        merge_into_one(self._catalog, self._layout, affected, without=lost, and_then=forget)
        return photos
