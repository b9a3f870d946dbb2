"""Processed photos -> segments of postings and of vectors on disk -> one transaction that makes them visible.

Batch(...), add() for each photo, commit(). The files are finished and flushed first, so that an interrupted run
leaves the photos of all earlier batches and never half a batch. All embeddings of photos are made here: for new
photos, and for photos that a new model has not embedded. PhotoEncoding.seen gives the photos that need no encoding,
`notes` the failures.
"""

from __future__ import annotations

import time
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from cbir.base.layout import Layout, new_segment_name
from cbir.base.messages import Message
from cbir.base.storage import make_private_folder, write_atomically
from cbir.base.types import DocumentId, Metadata
from cbir.catalog import Catalog, NewDocument, SegmentRow
from cbir.embeddings import GRID, PARTS, InstalledModel, documents_of, part_keys, parts_made_by
from cbir.indexing.plan import Job
from cbir.matching import FeatureStoreBuilder
from cbir.metadata import EXTRACTOR_VERSION
from cbir.state import CurrentCodebook
from cbir.vectors import VectorSegment, write_vector_segment
from cbir.visual_words import SegmentBuilder
from cbir.workers import Encoded, EncodingBatch, EncodingRemarks, IngestedPhoto, PictureEncoder, SamePicture

_PARTS_SETTING = "parts"  # in the catalog


@dataclass(frozen=True, slots=True, kw_only=True)
class EmbeddingKind:
    """A kind of embedding: of whole photos, or of their parts. made_by : name that its segments are stored under"""

    made_by: str
    of_parts: bool = False

    def documents(self, catalog: Catalog, layout: Layout) -> set[int]:
        """The encoded documents, including those without a usable embedding."""
        document_ids: set[int] = set(catalog.not_embedded.files(self.made_by))
        for row in catalog.segments.all("vectors"):
            if row.codebook == self.made_by:
                rows = VectorSegment.open(layout.vectors(row.codebook, row.name)).documents
                document_ids.update((np.unique(documents_of(rows)) if self.of_parts else rows).tolist())
        return document_ids

    def write(self, encoded: Encoded, layout: Layout) -> SegmentRow | None:
        """Write embeddings as a segment, which `add` makes visible; None if there are none."""
        if not len(encoded.documents):
            return None
        name = new_segment_name()
        write_vector_segment(
            layout.vectors(self.made_by, name), encoded.documents, encoded.vectors, model=self.made_by
        )
        return SegmentRow(
            name=name,
            kind="vectors",
            codebook=self.made_by,
            options=GRID if self.of_parts else "",
            documents=len(encoded.documents),
        )

    def add(self, catalog: Catalog, segment: SegmentRow | None, encoded: Encoded) -> None:
        """Record the segment of `write`, and the documents that the model refused, in the caller's transaction."""
        refused = encoded.remarks.refused
        if self.of_parts:  # a photo with one usable part can be found by it
            usable = set(documents_of(encoded.documents).tolist())
            refused = tuple(set(documents_of(np.array(refused, np.int64)).tolist()) - usable)
        if segment is not None:
            catalog.segments.add(segment)
        catalog.not_embedded.add(refused, model=self.made_by)


@dataclass(frozen=True, slots=True, kw_only=True)
class PhotoEncoding:
    """The model and the encoder of a run. parts : the photos' parts are encoded, too"""

    model: InstalledModel
    encoder: PictureEncoder
    parts: bool = False

    @property
    def kinds(self) -> tuple[EmbeddingKind, ...]:
        """The kinds of embeddings, whole photos first."""
        whole = EmbeddingKind(made_by=self.model.info.fingerprint)
        of_parts = EmbeddingKind(made_by=parts_made_by(self.model.info.fingerprint), of_parts=True)
        return (whole, of_parts) if self.parts else (whole,)

    @property
    def pictures(self) -> int:
        """Number of pictures that are encoded per photo."""
        return 1 + PARTS if self.parts else 1

    def seen(self, catalog: Catalog, layout: Layout) -> Mapping[EmbeddingKind, Collection[int]]:
        """The documents that have embeddings of each kind, or cannot have any."""
        return {kind: kind.documents(catalog, layout) for kind in self.kinds}

    def notes(self, catalog: Catalog, remarks: EncodingRemarks) -> Iterator[Message]:
        """Notes for the person about photos that were not encoded."""
        if remarks.problem is not None:
            yield Message(
                "Some photos cannot be found by typing yet: {0} The next index tries them again.",
                remarks.problem,
            )
        if remarks.note is not None:
            yield remarks.note
        refused = set(remarks.refused)
        files = catalog.not_embedded.files(self.model.info.fingerprint).items()
        paths = [path for document, path in files if document in refused]
        if len(paths) == 1:
            yield Message(
                "{0} can be found by picture and name only: the model {1} gives it no usable embedding.",
                paths[0],
                self.model.info.name,
            )
        elif paths:
            yield Message(
                "{0} photos can be found by picture and name only, {1} among them: "
                "the model {2} gives them no usable embedding.",
                len(paths),
                paths[0],
                self.model.info.name,
            )


def why_refused(model: str) -> Message:
    """Reason for which a photo that a model has processed cannot be found by meaning. model : its name"""
    return Message("The model {0} gives it no usable embedding.", model)


def keeps_parts(catalog: Catalog) -> bool:
    """True if index runs also embed the parts of photos."""
    return catalog.settings.get(_PARTS_SETTING) is not None


def keep_parts(catalog: Catalog, keep: bool) -> None:
    """Set if this and later index runs also embed the parts of photos."""
    with catalog.transaction():
        catalog.settings.set(_PARTS_SETTING, "yes" if keep else None)


class Batch:
    """One batch; the caller holds the writer lock.

    options : fingerprint of the options of the features. encoding : None if no model is installed
    """

    def __init__(
        self,
        catalog: Catalog,
        layout: Layout,
        codebook: CurrentCodebook,
        *,
        options: str,
        encoding: PhotoEncoding | None,
    ) -> None:
        self._catalog = catalog
        self._layout = layout
        self._codebook = codebook
        self._options = options
        self._first = catalog.documents.next_id()
        self._postings = SegmentBuilder(words=codebook.words, codebook=codebook.fingerprint)
        self._store = FeatureStoreBuilder(
            words=codebook.words, codebook=codebook.fingerprint, options=options, signed=layout.on_server
        )
        kinds = () if encoding is None else encoding.kinds
        self._encoded = {kind: EncodingBatch(encoding.encoder) for kind in kinds if encoding is not None}
        self._documents: list[NewDocument] = []
        self._jobs: list[Job] = []  # of the documents
        self._thumbnails: dict[str, bytes] = {}
        self._failures: list[tuple[Job, Message, bool]] = []
        self._same: list[tuple[Job, SamePicture]] = []
        self._started = 0.0
        self.dropped = 0  # documents of the committed batch whose photos were removed meanwhile

    def __len__(self) -> int:
        return len(self._documents) + len(self._failures) + len(self._same)

    def due(self, *, photos: int, after_s: float) -> bool:
        """True if the batch has this many files, or its first one was added this long ago."""
        return len(self) >= photos or (len(self) > 0 and time.monotonic() - self._started >= after_s)

    def add(self, job: Job, photo: IngestedPhoto) -> None:
        """Add a photo that was decoded and described."""
        self._touch()
        document = DocumentId(self._first + len(self._documents))
        self._postings.add(document, photo.features.words, photo.signatures)
        self._jobs.append(job)
        if photo.thumbnail is not None:
            self._thumbnails[photo.fingerprint] = photo.thumbnail
        self.add_pictures(document, photo.prepared, photo.parts, self._encoded)
        self._documents.append(
            NewDocument(
                root=job.root.id,
                path=job.file.path,
                size=job.file.size,
                mtime_ns=job.file.mtime_ns,
                fingerprint=photo.fingerprint,
                format=photo.format,
                width=photo.size[0],
                height=photo.size[1],
                document=document,
                store_row=self._store.add(replace(photo.features, signatures=photo.signatures)),
                colors=photo.colors,
                pixels=photo.pixels,
                metadata=photo.metadata or Metadata(),
                sidecar=job.file.sidecar_stamp,
                extractor=0 if photo.metadata is None else EXTRACTOR_VERSION,
            )
        )

    def add_same(self, job: Job, same: SamePicture) -> None:
        """Add a file that was rewritten with the same picture."""
        self._touch()
        self._same.append((job, same))

    def add_pictures(
        self,
        document: DocumentId,
        whole: NDArray[np.uint8] | None,
        parts: NDArray[np.uint8] | None,
        kinds: Collection[EmbeddingKind],
    ) -> None:
        """Add a photo's pictures, prepared for the model: the whole and its parts. kinds : of missing embeddings"""
        for kind in kinds:
            if kind.of_parts and parts is not None:
                self._encoded[kind].add(part_keys(np.array([document], np.int64)).tolist(), list(parts))
            elif not kind.of_parts and whole is not None:
                self._encoded[kind].add([document], [whole])

    def add_failure(self, job: Job, reason: Message, *, lasting: bool) -> None:
        """Add a file that cannot be read as a photo. lasting : the same bytes would fail again"""
        self._touch()
        self._failures.append((job, reason, lasting))

    def commit(self, *, stopped: bool) -> EncodingRemarks:
        """Write the collected files and make them visible. Returns remarks on photos that were not encoded.

        stopped : the run was stopped; the next run encodes the rest
        """
        rows = self._write_segments()
        embeddings = self._write_embeddings(stopped=stopped)
        with self._catalog.transaction():
            for row in rows:
                self._catalog.segments.add(row)
            if self._documents:
                self._add_documents(postings=rows[0].name, store=rows[1].name)
            for kind, encoded, segment in embeddings:
                kind.add(self._catalog, segment, encoded)
            for job, same in self._same:
                self._keep_picture(job, same)
            for job, reason, lasting in self._failures:
                if was_removed(self._catalog, job):
                    continue
                self._catalog.files.add_failure(
                    job.root,
                    job.file.path,
                    size=job.file.size,
                    mtime_ns=job.file.mtime_ns,
                    reason=reason,
                    lasting=lasting,
                )
        remarks = EncodingRemarks()
        for kind, encoded, _ in embeddings:  # without a usable part, the whole photo can still be found
            remarks += replace(encoded.remarks, refused=()) if kind.of_parts else encoded.remarks
        return remarks

    def _add_documents(self, *, postings: str, store: str) -> None:
        """Make the documents visible; tombstones if their photos went to the trash."""
        remaining = []
        for job, document in zip(self._jobs, self._documents, strict=True):
            if was_removed(self._catalog, job):
                assert job.photo is not None
                self._catalog.documents.add_tombstone(
                    document.document,
                    job.photo,
                    store=store,
                    store_row=document.store_row,
                    postings=postings,
                )
            else:
                remaining.append(document)
        self._catalog.documents.add(remaining, store=store, postings=postings)
        self.dropped = len(self._documents) - len(remaining)

    def _touch(self) -> None:
        """Start the clock at the first file."""
        if not len(self):
            self._started = time.monotonic()

    def _write_segments(self) -> list[SegmentRow]:
        """Write thumbnails, postings and features. Returns the segment rows of postings and features, in this order."""
        if not self._documents:
            return []
        for fingerprint, thumbnail in self._thumbnails.items():
            write_thumbnail(self._layout, fingerprint, thumbnail)
        postings, store = (
            SegmentRow(
                name=new_segment_name(),
                kind=kind,
                codebook=self._codebook.fingerprint,
                options=self._options,
                documents=len(self._documents),
            )
            for kind in ("postings", "features")
        )
        self._postings.write(self._layout.postings(postings.name))
        self._store.write(self._layout.features(store.name))
        return [postings, store]

    def _write_embeddings(self, *, stopped: bool) -> list[tuple[EmbeddingKind, Encoded, SegmentRow | None]]:
        """Write the embeddings. Returns each kind with the row of its segment, or None without any."""
        finished = [(kind, batch.finish(stopped=stopped)) for kind, batch in self._encoded.items()]
        return [(kind, encoded, kind.write(encoded, self._layout)) for kind, encoded in finished]

    def _keep_picture(self, job: Job, same: SamePicture) -> None:
        """Store the new metadata of a photo with a rewritten file; its index stays."""
        assert job.photo is not None
        photo = self._catalog.photos.find(job.photo)
        if photo is None:
            return  # removed meanwhile: the next run reads the file as a new one
        old, new = self._layout.thumbnail(photo.fingerprint), self._layout.thumbnail(same.fingerprint)
        if old.exists() and not new.exists():
            write_thumbnail(self._layout, same.fingerprint, old.read_bytes())
        self._catalog.files.update(
            photo.photo, size=job.file.size, mtime_ns=job.file.mtime_ns, fingerprint=same.fingerprint
        )
        set_metadata(self._catalog, job, same.metadata)


def write_thumbnail(layout: Layout, fingerprint: str, thumbnail: bytes) -> None:
    """Write the thumbnail of a content, in place of the camera's preview with which it may have been listed."""
    path = layout.thumbnail(fingerprint)
    make_private_folder(path.parent)
    write_atomically(path, thumbnail, durable=False)


def was_removed(catalog: Catalog, job: Job) -> bool:
    """True if the catalog had the photo when the run was planned, and no longer has it: it went to the trash.

    No other removal happens during a run. Call this within the transaction that writes.
    """
    return job.photo is not None and catalog.files.photo_at(job.root, job.file.path) is None


def set_metadata(catalog: Catalog, job: Job, metadata: Metadata) -> None:
    """Store new metadata of a photo in the catalog, unless it went to the trash meanwhile."""
    assert job.photo is not None
    if was_removed(catalog, job):
        return
    catalog.metadata.set(job.photo, metadata, extractor=EXTRACTOR_VERSION, sidecar=job.file.sidecar_stamp)
