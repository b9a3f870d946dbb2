"""A folder on a drive that no longer answers, such as that of a network that is gone: whoever asks gets an error."""

from __future__ import annotations

import contextlib
import ctypes
import errno
import os
import struct
import subprocess
from collections.abc import Callable, Iterator
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


@contextlib.contextmanager
def mounted(folder: Path, *, silent: bool = False) -> Iterator[bool]:
    """Mount a drive whose program is gone, as sshfs leaves it; false where this system lets nobody. For Linux.

    silent : its program is there, and answers nothing, as that of a network does whose server is gone
    """
    try:
        device = os.open(_FUSE, os.O_RDWR)
    except OSError:
        yield False
        return
    options = f"fd={device},rootmode=40000,user_id=0,group_id=0".encode()
    done = ctypes.CDLL(None).mount(b"dead", os.fsencode(folder), b"fuse", 0, options) == 0
    if done and silent:
        _introduce(device)
    else:
        os.close(device)
    try:
        yield done
    finally:
        if done and silent:
            os.close(device)  # which answers whoever still waits
        if done:
            subprocess.run(["umount", "--lazy", str(folder)], check=True)


def _introduce(device: int) -> None:
    """Answer the kernel's first question, FUSE_INIT: without that nothing else is asked."""
    (question,) = struct.unpack_from("Q", os.read(device, 1 << 17), 8)
    said = struct.pack("IIIIHHIIHHI28x", 7, 31, 1 << 16, 0, 12, 10, 1 << 16, 1, 0, 0, 0)
    os.write(device, struct.pack("IiQ", 16 + len(said), 0, question) + said)
