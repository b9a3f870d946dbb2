"""The items of a shelf that are in the library."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from cbir.base.types import ShelfItem
from cbir.service.registry import Answer, Call, Declaration, Lane, Request, handles


@dataclass(frozen=True, slots=True, kw_only=True)
class InventoryAnswer(Answer):
    """items : from the top left on"""

    items: tuple[ShelfItem, ...]


@Declaration(answer=InventoryAnswer, lane=Lane.LOOK, repeatable=True)
@dataclass(frozen=True, slots=True, kw_only=True)
class InventoryRequest(Request):
    """Ask which photos show items of a shelf. One of the two is the shelf's picture. It takes seconds."""

    path: Path | None = None
    data: bytes | None = None


@handles(InventoryRequest)
def _inventory(call: Call, request: InventoryRequest) -> InventoryAnswer:
    picture = request.data if request.path is None else request.path
    return InventoryAnswer(items=tuple(call.library.inventory(picture or b"", cancelled=call.cancelled)))
