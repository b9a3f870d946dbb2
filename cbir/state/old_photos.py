"""Photos that an earlier version indexed -> the shares of their colours, from their thumbnails, in short transactions.

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

_AT_ONCE = 100  # photos between two transactions: a fifth of a second
_PAUSE_S = 0.01  # after a transaction, to let a waiting writer in


def lacks_colors(layout: Layout) -> bool:
    """True if photos of an earlier version may lack the shares of their colours."""
    return Catalog.lacks_colors(layout.catalog)


def add_old_colors(layout: Layout, stopped: Callable[[], bool]) -> None:
    """Add the colours of an earlier version's photos, the newest first, until all are there or it is stopped.

    If it cannot write, as on a full disk, the rest waits for the next time.
    """
    try:
        with unlocked_write(layout) as catalog:
            while not stopped():
                photos = catalog.colors.next(_AT_ONCE)
                shares = [(photo, _shares(layout, fingerprint)) for photo, fingerprint in photos]
                with catalog.transaction():
                    catalog.colors.set(shares)
                    catalog.colors.note_reached(photos[-1][0] if photos else None)
                if not photos:
                    return
                time.sleep(_PAUSE_S)
    except (CbirError, OSError, sqlite3.Error) as error:
        log.info("The colours of an earlier version's photos wait: %s", error)


def _shares(layout: Layout, fingerprint: str) -> bytes:
    """The shares of a thumbnail's colours; empty if there is none, until its photo is indexed again."""
    try:
        return color_shares(decode_thumbnail(layout.thumbnail(fingerprint).read_bytes()))
    except (OSError, ImageUnreadable):
        return b""
