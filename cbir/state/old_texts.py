"""Text that an earlier version indexed -> the full text of this one, in short transactions.

A run that is stopped or killed continues where it ended.
"""

from __future__ import annotations

import logging
import sqlite3
import time
from collections.abc import Callable

from cbir.base.errors import CbirError
from cbir.base.layout import Layout
from cbir.catalog import Catalog
from cbir.state.opening import unlocked_write

log = logging.getLogger(__name__)

_AT_ONCE = 200  # photos in a transaction of some 30 ms: other writers wait no longer
_PAUSE_S = 0.01  # between transactions, so that a waiting writer comes in


def has_old_texts(layout: Layout) -> bool:
    """True if photos of a library still have the text of an earlier version."""
    return Catalog.has_old_texts(layout.catalog)


def fold_old_texts(layout: Layout, stopped: Callable[[], bool]) -> None:
    """Index the text of an earlier version anew, the newest photos first, until all is done or it is stopped.

    What keeps it from writing, such as a full disk, leaves the rest for later.
    """
    try:
        with unlocked_write(layout) as catalog:
            left = True
            while left and not stopped():
                with catalog.transaction():
                    left = catalog.full_text.fold_more(_AT_ONCE)
                time.sleep(_PAUSE_S)
    except (CbirError, OSError, sqlite3.Error) as error:
        log.info("The text of an earlier version stays for now: %s", error)
