"""A library that outgrows one computer: its words and embeddings in Milvus, its photos described by workers of Dask.

The library's folder stays the truth: catalog, features by photo, embeddings. Milvus holds what names candidates, and
can be filled anew from the folder at any time. Workers return what they found, and one process writes it. Nothing
here imports pymilvus or distributed before somebody asks for them.
"""

from typing import TYPE_CHECKING

from cbir.base.lazy import lazy_door

if TYPE_CHECKING:
    from cbir.cluster.address import Address, library_folder
    from cbir.cluster.far_encoder import FarEncoder
    from cbir.cluster.far_workers import FarWorkers
    from cbir.cluster.milvus import Collections
    from cbir.cluster.remote_index import RemoteIndex, open_remote_index

__getattr__ = lazy_door(
    __name__,
    {
        "address": ("Address", "library_folder"),
        "far_encoder": ("FarEncoder",),
        "far_workers": ("FarWorkers",),
        "milvus": ("Collections",),
        "remote_index": ("RemoteIndex", "open_remote_index"),
    },
)
