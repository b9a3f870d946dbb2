"""Indexed photos without current metadata or embeddings -> workers read them again -> added, batch by batch.

Metadata are read again if a sidecar changed or this version extracts more. Embeddings are added if a model was
installed or changed after the photos were indexed. Neither touches the photos' features.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from concurrent.futures import Future

import numpy as np
from numpy.typing import NDArray

from cbir.base.errors import Cancelled, CbirError, ImageUnreadable
from cbir.base.messages import Message
from cbir.base.types import DocumentId, Preprocessing
from cbir.catalog import Catalog
from cbir.images import DecodeOptions
from cbir.indexing.commit import Batch, EmbeddingKind, set_metadata
from cbir.indexing.plan import Job
from cbir.workers import EncodingRemarks, Workers, prepare_photo, read_metadata, run_all


def read_details(
    catalog: Catalog,
    pool: Workers,
    jobs: Sequence[Job],
    *,
    batch_size: int,
    cancelled: Callable[[], bool],
) -> int:
    """Read the metadata of unchanged photos again, without decoding. Returns their number.

    batch_size : photos per transaction
    A file that cannot be read now keeps its stored metadata, and the next run tries again.
    """
    updated = 0
    for start in range(0, len(jobs), batch_size):
        futures = run_all(
            pool,
            read_metadata,
            ((job, (job.path, job.sidecar)) for job in jobs[start : start + batch_size]),
            cancelled=cancelled,
        )
        results = []
        for job, future in futures:
            try:
                results.append((job, future.result()))
            except (ImageUnreadable, MemoryError):
                continue
        if cancelled():
            break
        with catalog.transaction():
            for job, metadata in results:
                set_metadata(catalog, job, metadata)
        updated += len(results)
    return updated


def encode_missing(
    pool: Workers,
    new_batch: Callable[[], Batch],
    jobs: Sequence[Job],
    embedded: Mapping[EmbeddingKind, Collection[int]],
    *,
    preprocessing: Preprocessing,
    working_side_px: int,
    limits: DecodeOptions,
    batch_size: int,
    encoded: Callable[[Job], None],
    cancelled: Callable[[], bool],
) -> EncodingRemarks:
    """Encode indexed photos that the model has not embedded. Returns remarks on photos that were not encoded.

    seen : the documents that have embeddings of each kind
    batch_size : photos per transaction. encoded : called for each photo
    """
    remarks = EncodingRemarks()
    for start in range(0, len(jobs), batch_size):
        batch = new_batch()
        batch_jobs = jobs[start : start + batch_size]
        futures = run_all(
            pool,
            prepare_photo,
            (
                (
                    job,
                    (
                        job.path,
                        working_side_px,
                        limits,
                        preprocessing,
                        _lacks_parts(_document(job), embedded),
                    ),
                )
                for job in batch_jobs
            ),
            cancelled=cancelled,
        )
        for job, future in futures:
            remarks += EncodingRemarks(problem=_add_pictures(batch, job, future, embedded))
            encoded(job)
        remarks += batch.commit(stopped=cancelled())
        if cancelled():
            break
    return remarks


def _document(job: Job) -> DocumentId:
    assert job.state is not None
    assert job.state.document is not None
    return job.state.document


def _lacks_parts(document: DocumentId, embedded: Mapping[EmbeddingKind, Collection[int]]) -> bool:
    return any(kind.of_parts and document not in documents for kind, documents in embedded.items())


def _add_pictures(
    batch: Batch,
    job: Job,
    future: Future[tuple[NDArray[np.uint8], NDArray[np.uint8] | None]],
    embedded: Mapping[EmbeddingKind, Collection[int]],
) -> Message | None:
    """Add the kinds of pictures that a photo lacks to the batch. Returns the reason if there are none, or None."""
    try:
        whole, parts = future.result()
    except (Cancelled, MemoryError):
        return None
    except ImageUnreadable as error:
        return None if job.vanished() else Message("{0}: {1}", job.path, error)
    except CbirError:
        raise  # no worker can start: not the photo's fault
    except Exception as error:  # one photo never stops a run
        return Message("{0} could not be decoded ({1}: {2}).", job.path, type(error).__name__, error)
    document = _document(job)
    batch.add_pictures(
        document, whole, parts, [kind for kind, documents in embedded.items() if document not in documents]
    )
    return None
