"""Whether somebody still waits for an answer."""

from __future__ import annotations


def never_cancelled() -> bool:
    """For whoever waits until it is done."""
    return False
