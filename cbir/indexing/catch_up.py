"""Photos that a model has not seen -> prepared by workers -> embeddings beside those that there are.

A model that was installed or changed after the photos were indexed catches up with them here, batch by batch;
each is one segment of embeddings and one transaction.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from concurrent.futures import Future, wait
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cbir.base.errors import Cancelled, CbirError, ImageUnreadable
from cbir.base.layout import Layout, new_segment_name
from cbir.catalog import Catalog, SegmentRow
from cbir.embeddings import InstalledModel
from cbir.images import DecodeOptions
from cbir.indexing.moves import Job
from cbir.vectors import VectorSegment, write_vector_segment
from cbir.workers import Encoded, Encoder, EncodingBatch, EncodingRemarks, WorkerPool, prepare_photo


@dataclass(frozen=True, slots=True, kw_only=True)
class PhotoEncoding:
    """The model that a run encodes photos with, and the process that does it."""

    model: InstalledModel
    encoder: Encoder

    def documents(self, catalog: Catalog, layout: Layout) -> Collection[int]:
        """The documents that the model has seen, those among them that it has no usable embedding for."""
        seen: set[int] = set(catalog.not_embedded(self.model.info.fingerprint))
        for row in vector_segments(catalog, self.model.info.fingerprint):
            seen.update(VectorSegment.open(layout.vectors(row.codebook, row.name)).documents.tolist())
        return seen

    def write(self, encoded: Encoded, layout: Layout) -> SegmentRow | None:
        """Write embeddings as a segment, which `add` makes visible; None where there are none."""
        if not len(encoded.documents):
            return None
        model, name = self.model.info.fingerprint, new_segment_name()
        write_vector_segment(layout.vectors(model, name), encoded.documents, encoded.vectors, model=model)
        return SegmentRow(
            name=name, kind="vectors", codebook=model, options="", documents=len(encoded.documents)
        )

    def add(self, catalog: Catalog, segment: SegmentRow | None, encoded: Encoded) -> None:
        """Note what `write` wrote, and what the model refused, in the caller's transaction."""
        if segment is not None:
            catalog.add_segment(segment)
        catalog.add_not_embedded(encoded.remarks.refused, model=self.model.info.fingerprint)

    def notes(self, catalog: Catalog, remarks: EncodingRemarks) -> Iterator[str]:
        """What a person should know of the photos that were not encoded."""
        if remarks.problem is not None:
            yield f"Some photos cannot be found by typing yet: {remarks.problem} The next index tries them again."
        if remarks.note is not None:
            yield remarks.note
        refused = set(remarks.refused)
        files = catalog.not_embedded(self.model.info.fingerprint).items()
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
    """Why a photo that a model has seen cannot be found by meaning. model : its name"""
    return f"The model {model} gives it no usable embedding."


def vector_segments(catalog: Catalog, model: str) -> list[SegmentRow]:
    """The segments of a model's embeddings, in the order of their names."""
    rows = [row for row in catalog.segments("vectors") if row.codebook == model]
    return sorted(rows, key=lambda row: row.name)


def encode_missing(
    catalog: Catalog,
    layout: Layout,
    pool: WorkerPool,
    encoding: PhotoEncoding,
    jobs: Sequence[Job],
    *,
    working_side_px: int,
    limits: DecodeOptions,
    batch: int,
    encoded: Callable[[Job], None],
    cancelled: Callable[[], bool],
) -> EncodingRemarks:
    """Encode indexed photos that the model has not seen. Returns what became of those that were not.

    batch : photos of a transaction. encoded : told of each photo
    """
    remarks = EncodingRemarks()
    for start in range(0, len(jobs), batch):
        collected = EncodingBatch(encoding.encoder)
        some = jobs[start : start + batch]
        futures = {
            pool.submit(prepare_photo, job.path, working_side_px, limits, encoding.model.preprocessing): job
            for job in some
        }
        waiting: set[Future[NDArray[np.uint8]]] = set(futures)
        while waiting:
            finished, waiting = wait(waiting, timeout=0.2)
            for future in finished:
                remarks += EncodingRemarks(problem=_collect(futures[future], future, collected))
                encoded(futures[future])
            if cancelled():
                for future in waiting:
                    pool.cancel_running(future)
                break
        done = collected.finish(stopped=cancelled())
        remarks += done.remarks
        segment = encoding.write(done, layout)
        with catalog.transaction():
            encoding.add(catalog, segment, done)
        if cancelled():
            break
    return remarks


def _collect(job: Job, future: Future[NDArray[np.uint8]], collected: EncodingBatch) -> str | None:
    """Add a photo's picture to those that are encoded. Returns why there is none, or None."""
    assert job.state is not None
    assert job.state.document is not None
    try:
        picture = future.result()
    except (Cancelled, MemoryError):
        return None
    except ImageUnreadable as error:
        return None if job.vanished() else f"{job.path}: {error}"
    except CbirError:
        raise  # no worker can start: nothing to do with this photo
    except Exception as error:  # one photo never stops a run
        return f"{job.path} could not be decoded ({type(error).__name__}: {error})."
    collected.add(job.state.document, picture)
    return None
