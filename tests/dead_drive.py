"""Drives that do not respond: every call is an error (a dead network mount), or never returns (a silent one)."""

import contextlib
import ctypes
import errno
import os
import select
import struct
import subprocess
import threading
from pathlib import Path

_FUSE = Path("/dev/fuse")


def let_die(monkeypatch, folder):
    """Let every system call on a folder and what lies below it fail until the test ends."""

    def failing(call):
        def attempt(path, *more, **named):
            if not isinstance(path, int) and Path(os.fsdecode(path)).absolute().is_relative_to(folder):
                raise OSError(errno.ENOTCONN, os.strerror(errno.ENOTCONN), os.fspath(path))
            return call(path, *more, **named)

        return attempt

    for name in ("stat", "lstat", "scandir", "listdir", "mkdir"):
        monkeypatch.setattr(os, name, failing(getattr(os, name)))


@contextlib.contextmanager
def mounted(folder, *, silent=False, listening=False):
    """Mount a FUSE drive whose program has ended, as a crashed sshfs leaves it. Yields whether that worked. Linux only.

    silent : the program runs but never answers, like a network drive whose server is gone
    listening : it takes the questions even so; nothing can end a process that waits for such an answer
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
    ended = threading.Event()
    listener = threading.Thread(target=_take, args=(device, ended), daemon=True)
    if done and listening:
        listener.start()
    try:
        yield done
    finally:
        ended.set()
        if listener.ident is not None:
            listener.join()  # otherwise it would read from whatever gets the number of the closed device
        if done and silent:
            os.close(device)  # which answers whoever still waits
        if done:
            subprocess.run(["umount", "--lazy", str(folder)], check=True)


def _take(device, ended):
    os.set_blocking(device, False)
    while not ended.is_set():
        if select.select([device], [], [], 0.02)[0]:
            with contextlib.suppress(OSError):  # the question was withdrawn
                os.read(device, 1 << 17)


def _introduce(device):
    """Answer the kernel's first question, FUSE_INIT: without that nothing else is asked."""
    (question,) = struct.unpack_from("Q", os.read(device, 1 << 17), 8)
    said = struct.pack("IIIIHHIIHHI28x", 7, 31, 1 << 16, 0, 12, 10, 1 << 16, 1, 0, 0, 0)
    os.write(device, struct.pack("IiQ", 16 + len(said), 0, question) + said)
