"""Photos that an earlier version indexed -> what this version stores of them, in short transactions.

A run that is stopped or killed continues where it ended.
"""

from __future__ import annotations

import logging
import sqlite3
import time
from collections.abc import Callable

from cbir.base.errors import CbirError, ImageUnreadable
from cbir.base.layout import Layout
from cbir.catalog import Catalog
from cbir.images import color_shares, decode_thumbnail
from cbir.state.opening import unlocked_write

log = logging.getLogger(__name__)

_TEXTS_AT_ONCE = 200  # photos in a transaction of some 30 ms: other writers wait no longer
_COLORS_AT_ONCE = 100  # photos between two transactions: a fifth of a second
_PAUSE_S = 0.01  # after a transaction, to let a waiting writer in


def has_old_texts(layout: Layout) -> bool:
    """True if photos of a library still have the text of an earlier version."""
    return Catalog.has_old_texts(layout.catalog)


def fold_old_texts(layout: Layout, stopped: Callable[[], bool]) -> None:
    """Index the text of an earlier version anew."""

    def fold(catalog: Catalog) -> bool:
        with catalog.transaction():
            return catalog.full_text.fold_more(_TEXTS_AT_ONCE)

    _step_by_step(layout, stopped, fold)


def lacks_colors(layout: Layout) -> bool:
    """True if photos of an earlier version may lack the shares of their colours."""
    return Catalog.lacks_colors(layout.catalog)


def add_old_colors(layout: Layout, stopped: Callable[[], bool]) -> None:
    """Add the shares of colours of an earlier version's photos, from their thumbnails."""

    def add(catalog: Catalog) -> bool:
        photos = catalog.colors.next(_COLORS_AT_ONCE)
        shares = [(photo, _shares(layout, fingerprint)) for photo, fingerprint in photos]
        with catalog.transaction():
            catalog.colors.set(shares)
            catalog.colors.note_reached(photos[-1][0] if photos else None)
        return bool(photos)

    _step_by_step(layout, stopped, add)


def _shares(layout: Layout, fingerprint: str) -> bytes:
    """The shares of a thumbnail's colours; empty if there is none, until its photo is indexed again."""
    try:
        return color_shares(decode_thumbnail(layout.thumbnail(fingerprint).read_bytes()))
    except (OSError, ImageUnreadable):
        return b""


def _step_by_step(layout: Layout, stopped: Callable[[], bool], step: Callable[[Catalog], bool]) -> None:
    """Run a step, which takes the newest photos first, until none are left or it is stopped.

    step : returns True while photos are left
    If it cannot write, as on a full disk, the rest waits for the next time.
    """
    try:
        with unlocked_write(layout) as catalog:
            while not stopped() and step(catalog):
                time.sleep(_PAUSE_S)
    except (CbirError, OSError, sqlite3.Error) as error:
        log.info("Photos of an earlier version wait: %s", error)
