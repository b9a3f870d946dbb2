"""Libraries larger than one computer: visual words and embeddings in PostgreSQL, Dask workers.

The library's folder stays the truth: catalog, features by photo, embeddings. The server has only the vectors that name
candidates, and can be refilled from the folder at any time. Workers return their results, and one process writes
them. psycopg and distributed are imported on first use.

The core never imports this wing. Importing it hands it in: cli and service do, before they open a library.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cbir.base import wings
from cbir.base.lazy import lazy_door

if TYPE_CHECKING:
    from cbir.cluster.address import Address, library_folder
    from cbir.cluster.far_encoder import FarEncoder
    from cbir.cluster.far_workers import FarWorkers
    from cbir.cluster.postgres import PostgresCollections
    from cbir.cluster.remote_index import RemoteIndex, open_remote_index
    from cbir.state import Cluster

__getattr__ = lazy_door(
    __name__,
    {
        "address": ("Address", "library_folder"),
        "far_encoder": ("FarEncoder",),
        "far_workers": ("FarWorkers",),
        "postgres": ("PostgresCollections",),
        "remote_index": ("RemoteIndex", "open_remote_index"),
    },
)


def _load() -> Cluster:
    from cbir.cluster.wing import WING

    return WING


wings.cluster = _load
