"""Hits sorted by a key. A photo with an unknown key comes last in both directions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

from cbir.base.types import Hit, ListOrder, Metadata, natural_key
from cbir_app.base.confidence import confidence_of, tally
from cbir_app.base.language import QT_TR_NOOP

SortKey = Literal["best", "name", "taken", "camera", "rating", "size", "folder"]
SORT_KEYS: dict[SortKey, tuple[str, str]] = {
    "best": (QT_TR_NOOP("Best first"), QT_TR_NOOP("Best first")),
    "taken": (QT_TR_NOOP("Newest first"), QT_TR_NOOP("Oldest first")),
    "name": (QT_TR_NOOP("Name, A to Z"), QT_TR_NOOP("Name, Z to A")),
    "size": (QT_TR_NOOP("Largest first"), QT_TR_NOOP("Smallest first")),
    "folder": (QT_TR_NOOP("Folder, A to Z"), QT_TR_NOOP("Folder, Z to A")),
    "camera": (QT_TR_NOOP("Camera, A to Z"), QT_TR_NOOP("Camera, Z to A")),
    "rating": (QT_TR_NOOP("Most stars first"), QT_TR_NOOP("Fewest stars first")),
}
"""The wording of each sort key, and of its reverse."""

OF_METADATA: frozenset[SortKey] = frozenset({"camera", "rating"})
"""Sort keys that hits do not carry: they need the metadata."""

LISTED: dict[SortKey, ListOrder] = {
    "best": "score",
    "taken": "date",
    "name": "name",
    "size": "size",
    "folder": "folder",
    "camera": "camera",
    "rating": "rating",
}
"""The engine's names of the sort keys."""

DOWNWARDS: frozenset[SortKey] = frozenset({"best", "taken", "size", "rating"})
"""Sort keys with the greatest value first."""


def arrange(
    hits: tuple[Hit, ...],
    sort_key: SortKey,
    get: Callable[[Hit], Metadata | None],
    *,
    backwards: bool = False,
) -> tuple[Hit, ...]:
    """Return hits sorted by a key. The sort is stable: equal hits stay in the order "best first".

    "best" cannot be reversed. If an engine separates strong from weak hits, it groups verified, strong and weak hits,
    in this order.
    """
    if sort_key == "best":
        judged = tally(hits).judged
        return tuple(sorted(hits, key=confidence_of if judged else lambda hit: not hit.verified))

    def metadata_of(hit: Hit) -> Metadata:
        return get(hit) or Metadata()

    keys: dict[SortKey, Callable[[Hit], Any]] = {
        "taken": lambda hit: hit.taken_at or None,
        "name": lambda hit: natural_key(hit.path.name),
        "size": lambda hit: hit.size[0] * hit.size[1],
        "folder": lambda hit: (natural_key(str(hit.path.parent)), natural_key(hit.path.name)),
        "camera": lambda hit: natural_key(metadata_of(hit).camera) if metadata_of(hit).camera else None,
        "rating": lambda hit: metadata_of(hit).rating or None,
    }
    key = keys[sort_key]
    keyed = [(key(hit), hit) for hit in hits]
    placed = [pair for pair in keyed if pair[0] is not None]
    placed.sort(key=lambda pair: pair[0], reverse=(sort_key in DOWNWARDS) != backwards)
    return tuple(hit for _, hit in placed) + tuple(hit for value, hit in keyed if value is None)
