"""Freed memory and the system: glibc keeps more of it than this program's processes can use again."""

from __future__ import annotations

import sys
from contextlib import suppress

# malloc.h of glibc
_TRIM_THRESHOLD, _MMAP_THRESHOLD = -1, -3

_KEPT_BYTES = 16 << 20


def give_back_large_blocks(least_bytes: int = 1 << 20) -> None:
    """Have glibc return blocks of this size to the system once they are freed, and keep little else.

    By default glibc raises its threshold to the largest block ever freed, up to 32 MB. Decoded pictures and columns of
    a million photos then stay in its heap, and the process never shrinks after its largest task.

    least_bytes : blocks that are allocated again and again should be smaller
    """
    _call_glibc("mallopt", _TRIM_THRESHOLD, _KEPT_BYTES)
    _call_glibc("mallopt", _MMAP_THRESHOLD, least_bytes)


def release_freed_memory() -> None:
    """Return the remaining freed memory as well: after a task that is not followed at once by a similar one."""
    _call_glibc("malloc_trim", 0)


def _call_glibc(function: str, *args: int) -> None:
    if sys.platform.startswith("linux"):
        import ctypes

        with suppress(OSError, AttributeError):  # another C library
            getattr(ctypes.CDLL(None), function)(*args)
