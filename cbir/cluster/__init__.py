"""A library's words and embeddings -> collections of Milvus -> candidates, for libraries that outgrow one computer.

The library's folder stays the truth: catalog, features by photo, embeddings. Milvus holds what names candidates, and
can be filled anew from the folder at any time. Nothing here imports pymilvus before a library asks for it.
"""

from typing import TYPE_CHECKING

from cbir.base.lazy import lazy_door

if TYPE_CHECKING:
    from cbir.cluster.address import Address, library_folder
    from cbir.cluster.milvus import Collections
    from cbir.cluster.mirror import Mirror, open_mirror

__getattr__ = lazy_door(
    __name__,
    {
        "address": ("Address", "library_folder"),
        "milvus": ("Collections",),
        "mirror": ("Mirror", "open_mirror"),
    },
)
