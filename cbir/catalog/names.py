"""File names as SQLite can hold them."""

from __future__ import annotations

import os


def bind_name(path: str) -> str | bytes:
    """A file name as a value of a statement: text, or bytes where it is not text in any encoding."""
    try:
        path.encode()
    except UnicodeEncodeError:
        return os.fsencode(path)
    return path


def read_name(value: str | bytes) -> str:
    return os.fsdecode(value) if isinstance(value, bytes) else value
