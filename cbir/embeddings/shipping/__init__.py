"""An architecture of open_clip -> graphs without weights for the program to ship, proven against open_clip."""

from typing import TYPE_CHECKING

from cbir.base.lazy import lazy_door

if TYPE_CHECKING:
    from cbir.embeddings.shipping.build import build_graphs, write_merges
    from cbir.embeddings.shipping.prove import Proof, prove_graphs

__all__ = ["Proof", "build_graphs", "prove_graphs", "write_merges"]

__getattr__ = lazy_door(
    __name__, {"build": ("build_graphs", "write_merges"), "prove": ("Proof", "prove_graphs")}
)
