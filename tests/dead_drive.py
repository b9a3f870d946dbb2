"""A folder on a drive that no longer answers, such as that of a network that is gone: whoever asks gets an error."""

from __future__ import annotations

import ctypes
import errno
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

_FUSE = Path("/dev/fuse")


def let_die(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    """Let every question about a folder, and about what lies below, fail until the test ends."""

    def asked(ask: Callable[..., Any]) -> Callable[..., Any]:
        def answer(path: Any, *more: Any, **named: Any) -> Any:
            if not isinstance(path, int) and Path(os.fsdecode(path)).absolute().is_relative_to(folder):
                raise OSError(errno.ENOTCONN, os.strerror(errno.ENOTCONN), os.fspath(path))
            return ask(path, *more, **named)

        return answer

    for name in ("stat", "lstat", "scandir", "listdir", "mkdir"):
        monkeypatch.setattr(os, name, asked(getattr(os, name)))


def mount_dead(folder: Path) -> bool:
    """Mount a drive whose program is gone, as sshfs leaves it; false where this system lets nobody. For Linux."""
    try:
        device = os.open(_FUSE, os.O_RDWR)
    except OSError:
        return False
    try:
        options = f"fd={device},rootmode=40000,user_id=0,group_id=0".encode()
        return bool(ctypes.CDLL(None).mount(b"dead", os.fsencode(folder), b"fuse", 0, options) == 0)
    finally:
        os.close(device)
