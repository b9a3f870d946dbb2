"""Packages that some formats need and an installation may lack."""

from __future__ import annotations

import functools
import importlib.util

from cbir.base.errors import UnreadableNow

_SENTENCES = {
    "rawpy": "Reading camera raw files needs the package rawpy, which is not installed (pip install rawpy).",
    "pillow_jxl": (
        "Reading JPEG XL pictures needs the package pillow-jxl-plugin, which is not installed"
        " (pip install pillow-jxl-plugin)."
    ),
    "pillow_heif": (
        "Reading HEIC pictures needs the package pillow-heif, which is not installed (pip install pillow-heif)."
    ),
}


def missing_package(package: str) -> UnreadableNow:
    """The error for a file whose format needs a package that is not there."""
    return UnreadableNow(_SENTENCES[package])


def still_needs_package(reason: str) -> bool:
    """Say whether a file that failed for this reason would fail again: its package is still not there.

    So an index run skips such files until the package is installed.
    """
    return any(reason == sentence and not _installed(package) for package, sentence in _SENTENCES.items())


@functools.cache
def _installed(package: str) -> bool:
    return importlib.util.find_spec(package) is not None
