"""Prepared pictures -> the workers of a Dask cluster, each with its own tower -> embeddings.

Workers that lack the model, or that died, cost no photo: this computer encodes the remaining pictures.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import CancelledError, Future
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from cbir.base.errors import Cancelled, CbirError, ModelNotInstalled
from cbir.base.messages import Message
from cbir.base.types import Device
from cbir.cluster.far_workers import FarWorkers
from cbir.workers import PictureEmbeddings, PictureEncoder, WorkerDied

if TYPE_CHECKING:
    from cbir.embeddings import InstalledModel


class FarEncoder:
    """A PictureEncoder on workers, for several threads. device : of each worker. near : encoder of this computer"""

    def __init__(
        self, workers: FarWorkers, model: InstalledModel, device: Device, near: PictureEncoder
    ) -> None:
        self._workers, self._model, self._device, self._near = workers, model, device, near
        self._note: Message | None = None  # set once workers lack the model: they get no more pictures

    def submit(
        self, pictures: Sequence[NDArray[np.uint8]], *, priority: int = 0
    ) -> Future[PictureEmbeddings]:
        """See Encoder.submit."""
        answer: Future[PictureEmbeddings] = Future()
        if self._note is not None:
            self._encode_near(answer, pictures, priority)
        else:
            request = self._workers.encode(self._model, self._device, np.stack(pictures))
            request.add_done_callback(partial(self._receive, answer, pictures, priority))
        return answer

    def _receive(
        self,
        answer: Future[PictureEmbeddings],
        pictures: Sequence[NDArray[np.uint8]],
        priority: int,
        request: Future[PictureEmbeddings],
    ) -> None:
        """Pass on the workers' answer, or encode on this computer if there is none."""
        error = CancelledError() if request.cancelled() else request.exception()
        if error is None or isinstance(error, (Cancelled, CancelledError)):
            _settle(answer, request)
            return
        if isinstance(error, ModelNotInstalled):
            self._note = Message(
                "{0} This computer encodes the photos instead. To have the workers do it, install the same model "
                "on each of them.",
                error,
            )
        if isinstance(error, (CbirError, WorkerDied)):
            self._encode_near(answer, pictures, priority)
        else:  # the model's error, which this computer would get too
            _settle(answer, request)

    def _encode_near(
        self, answer: Future[PictureEmbeddings], pictures: Sequence[NDArray[np.uint8]], priority: int
    ) -> None:
        near = self._near.submit(pictures, priority=priority)
        near.add_done_callback(partial(_settle, answer, note=self._note))


def _settle(
    answer: Future[PictureEmbeddings], done: Future[PictureEmbeddings], note: Message | None = None
) -> None:
    if not answer.set_running_or_notify_cancel():
        return
    error = CancelledError() if done.cancelled() else done.exception()
    if error is not None:
        answer.set_exception(error)
    else:
        embeddings = done.result()
        answer.set_result(embeddings if note is None else replace(embeddings, note=note))
