"""Where numba keeps what it compiled for the frozen program: the user's cache folder, filled from the program's own.

numba's own locators go by the file of a function, which a frozen program lacks, and by the current folder.
entry.py names Locator in NUMBA_CACHE_LOCATOR_CLASSES.
"""

from __future__ import annotations

import contextlib
import functools
import os
import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any

from numba.core.caching import _CacheLocator
from platformdirs import user_cache_path

SHIPPED = Path(getattr(sys, "_MEIPASS", "")) / "compiled"
STAMP = Path(getattr(sys, "_MEIPASS", "")) / "build.txt"


@functools.cache
def stamp() -> str:
    """What tells one build from another: functions that others call are compiled into them."""
    return STAMP.read_text(encoding="utf-8").strip()


@functools.cache
def folder() -> Path:
    """The folder of this build in the user's cache, made at its first use; those of builds before go."""
    home = user_cache_path("cbir", appauthor=False) / "compiled"
    mine = home / stamp()
    try:
        if not mine.is_dir():
            home.mkdir(parents=True, exist_ok=True)
            for other in home.iterdir():
                shutil.rmtree(other, ignore_errors=True)
            making = Path(tempfile.mkdtemp(dir=home))
            if SHIPPED.is_dir():
                shutil.copytree(SHIPPED, making, dirs_exist_ok=True)
            with contextlib.suppress(OSError):  # another process was faster
                making.rename(mine)
        if os.access(mine, os.W_OK):
            return mine
    except OSError:
        pass
    return Path(tempfile.mkdtemp(prefix="cbir-compiled-"))  # compiled again at each start, but it works


class Locator(_CacheLocator):  # type: ignore[misc]
    def __init__(self, function: Any) -> None:
        self._module = function.__module__
        self._line = function.__code__.co_firstlineno

    @classmethod
    def from_function(cls, function: Any, _file: str) -> Locator:
        locator = cls(function)
        locator.ensure_cache_path()
        return locator

    def get_cache_path(self) -> str:
        return str(folder() / self._module)

    def get_source_stamp(self) -> str:
        return stamp()

    def get_disambiguator(self) -> str:
        return str(self._line)
