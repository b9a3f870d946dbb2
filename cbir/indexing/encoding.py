"""Embeddings of photos -> segments of vectors and their catalog rows: one kind for whole photos, one for parts.

A Batch encodes its photos. PhotoEncoding.seen gives the photos that need no encoding, `notes` the failures.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass

import numpy as np

from cbir.base.layout import Layout, new_segment_name
from cbir.catalog import Catalog, SegmentRow
from cbir.embeddings import GRID, PARTS, InstalledModel, documents_of, parts_made_by
from cbir.vectors import VectorSegment, write_vector_segment
from cbir.workers import Encoded, EncodingRemarks, PictureEncoder

_PARTS_SETTING = "parts"  # in the catalog


@dataclass(frozen=True, slots=True, kw_only=True)
class EmbeddingKind:
    """A kind of embedding: of whole photos, or of their parts. made_by : name that its segments are stored under"""

    made_by: str
    of_parts: bool = False

    def documents(self, catalog: Catalog, layout: Layout) -> set[int]:
        """The encoded documents, including those without a usable embedding."""
        seen: set[int] = set(catalog.not_embedded.files(self.made_by))
        for row in catalog.segments.all("vectors"):
            if row.codebook == self.made_by:
                rows = VectorSegment.open(layout.vectors(row.codebook, row.name)).documents
                seen.update((np.unique(documents_of(rows)) if self.of_parts else rows).tolist())
        return seen

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

    def notes(self, catalog: Catalog, remarks: EncodingRemarks) -> Iterator[str]:
        """Notes for the person about photos that were not encoded."""
        if remarks.problem is not None:
            yield f"Some photos cannot be found by typing yet: {remarks.problem} The next index tries them again."
        if remarks.note is not None:
            yield remarks.note
        refused = set(remarks.refused)
        files = catalog.not_embedded.files(self.model.info.fingerprint).items()
        paths = [path for document, path in files if document in refused]
        if len(paths) == 1:
            yield (
                f"{paths[0]} can be found by picture and name only: the model {self.model.info.name} gives it no "
                "usable embedding."
            )
        elif paths:
            yield (
                f"{len(paths)} photos can be found by picture and name only, {paths[0]} among them: "
                f"the model {self.model.info.name} gives them no usable embedding."
            )


def why_refused(model: str) -> str:
    """Reason for which a photo that a model has processed cannot be found by meaning. model : its name"""
    return f"The model {model} gives it no usable embedding."


def keeps_parts(catalog: Catalog) -> bool:
    """True if index runs also embed the parts of photos."""
    return catalog.settings.get(_PARTS_SETTING) is not None


def keep_parts(catalog: Catalog, keep: bool) -> None:
    """Set if this and later index runs also embed the parts of photos."""
    with catalog.transaction():
        catalog.settings.set(_PARTS_SETTING, "yes" if keep else None)
