"""The wing as the core sees it: see cbir.state.Cluster."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from cbir.base.layout import Layout
from cbir.base.types import Device
from cbir.cluster.far_encoder import FarEncoder
from cbir.cluster.far_workers import FarWorkers
from cbir.cluster.remote_index import RemoteIndex, open_remote_index
from cbir.state import Cluster
from cbir.workers import PictureEncoder

if TYPE_CHECKING:
    from cbir.embeddings import InstalledModel


class ClusterWing:
    def open_index(self, layout: Layout) -> RemoteIndex | None:
        return open_remote_index(layout)

    def workers(self, scheduler: str, *, carried: Sequence[Path]) -> FarWorkers:
        return FarWorkers(scheduler, carried=carried)

    def encoder(
        self, workers: FarWorkers, model: InstalledModel, device: Device, near: PictureEncoder
    ) -> FarEncoder:
        return FarEncoder(workers, model, device, near)


WING: Cluster = ClusterWing()
