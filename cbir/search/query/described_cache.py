"""Pictures that were described lately: another filter, weight or page of a search does not describe them again."""

from __future__ import annotations

import hashlib
import threading
import time
from collections import OrderedDict
from collections.abc import Hashable
from pathlib import Path
from typing import Generic, TypeVar

_Described = TypeVar("_Described")
_UNSETTLED_S = 2.0  # a file this new may change again without another time or size, on coarse file systems


class DescribedCache(Generic[_Described]):
    """The descriptions of a few pictures; methods may be called from several threads.

    most : pictures; 3,000 features take about a megabyte
    """

    def __init__(self, most: int = 8) -> None:
        self._most = most
        self._lock = threading.Lock()
        self._kept: OrderedDict[Hashable, _Described] = OrderedDict()

    @staticmethod
    def key(source: Path | bytes, *settings: Hashable) -> Hashable | None:
        """Name a picture's content and how it is described; None where the content may still change.

        source : a file, named by its path, size and time, or an encoded picture, named by its checksum
        """
        if isinstance(source, bytes):
            return (hashlib.blake2b(source, digest_size=16).digest(), *settings)
        try:
            status = source.stat()
        except OSError:  # describing it says what is wrong
            return None
        if abs(time.time() - status.st_mtime) < _UNSETTLED_S:
            return None
        return (source, status.st_size, status.st_mtime_ns, *settings)

    def get(self, key: Hashable | None) -> _Described | None:
        with self._lock:
            if key is None or key not in self._kept:
                return None
            self._kept.move_to_end(key)
            return self._kept[key]

    def put(self, key: Hashable | None, described: _Described) -> None:
        if key is None:
            return
        with self._lock:
            self._kept[key] = described
            self._kept.move_to_end(key)
            if len(self._kept) > self._most:
                self._kept.popitem(last=False)
