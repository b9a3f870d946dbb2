"""The default for `cancelled` parameters."""

from __future__ import annotations


def never_cancelled() -> bool:
    """False: the caller waits until the work is done."""
    return False
