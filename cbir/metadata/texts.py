"""Bytes of unknown origin -> clean text."""

from __future__ import annotations

import re

MAX_TEXT = 65_536  # stored characters of a title or caption

_CONTROLS = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]+")


def decode(raw: bytes) -> str:
    """Decode UTF-8 if it is valid, else Windows-1252, which programs without a declared charset write."""
    raw = raw[: 4 * MAX_TEXT]
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError:
        return raw.decode("cp1252", "replace")


def clean(text: str) -> str | None:
    """Remove control characters and blanks at both ends; None if nothing remains."""
    text = text[:MAX_TEXT].encode("utf-8", "replace").decode("utf-8")  # replaces halves of surrogate pairs
    return _CONTROLS.sub(" ", text).strip() or None
