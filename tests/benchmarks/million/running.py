"""A process of its own for each thing that is measured, in a memory cgroup where one can be made."""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path

import psutil

_CGROUPS = Path("/sys/fs/cgroup/memory")  # version 1
_LOOK_S = 0.1
_RATE_BYTES = 1 << 28


@dataclass(slots=True)
class MemoryLimit:
    """A cgroup for the measured processes, or none where this user may make none.

    stats : of all processes so far: kills, and the most memory that was not mapped from files, in MB
    """

    limit: int
    folder: Path | None
    stats: dict[str, float] = field(default_factory=lambda: {"kills": 0.0, "anonymous_mb": 0.0})

    def join(self):
        """Called by the new process, before it runs."""
        if self.folder is not None:
            (self.folder / "cgroup.procs").write_text(str(os.getpid()))

    def note(self, anonymous_mb):
        self.stats["anonymous_mb"] = max(self.stats["anonymous_mb"], anonymous_mb)
        if self.folder is not None:
            told = dict(
                line.split() for line in (self.folder / "memory.oom_control").read_text().splitlines()
            )
            self.stats["kills"] = float(told["oom_kill"])


@contextlib.contextmanager
def memory_limit(limit):
    """Limit: bytes for the processes and for the page cache of what they read, together."""
    folder = _CGROUPS / f"cbir-million-{os.getpid()}"
    try:
        folder.mkdir()
        (folder / "memory.limit_in_bytes").write_text(str(limit))
    except OSError:
        yield MemoryLimit(limit, None)
        return
    try:
        yield MemoryLimit(limit, folder)
    finally:
        (folder / "memory.force_empty").write_text("0")
        folder.rmdir()


def measure(kind, library, limit, *, cold, **request):
    """The figures of such a process. cold : nothing of the library is in the page cache when it starts"""
    if cold:
        forget_pages(library)
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.benchmarks.million.asking"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        preexec_fn=limit.join,  # noqa: PLW1509 (no other thread runs by then)
    )
    highest, ended = [0.0], threading.Event()
    watcher = threading.Thread(target=_watch, args=(process.pid, highest, ended))
    watcher.start()
    told, _ = process.communicate(json.dumps({"kind": kind, "folder": str(library), **request}))
    ended.set()
    watcher.join()
    limit.note(highest[0])
    if process.returncode:
        raise SystemExit(f"{kind} of {library.name} ended with {process.returncode}.")
    measured = json.loads(told.splitlines()[-1])
    return measured | {"anonymous_mb": highest[0]}


def forget_pages(folder):
    """Let the page cache forget what lies in a folder."""
    for path in folder.rglob("*"):
        if path.is_file():
            _forget(path)


def _forget(path):
    file = os.open(path, os.O_RDONLY)
    os.fsync(file)
    os.posix_fadvise(file, 0, 0, os.POSIX_FADV_DONTNEED)
    os.close(file)


def read_rate(path):
    """Megabytes a second that the disk gives of a large file, from its beginning on."""
    _forget(path)
    began, read = time.perf_counter(), 0
    with path.open("rb", buffering=0) as file:
        while read < _RATE_BYTES and (piece := file.read(1 << 22)):
            read += len(piece)
    return read / 1e6 / (time.perf_counter() - began)


def _watch(pid, highest, ended):
    """Keep the most anonymous resident memory of a process and all below it, in MB."""
    while not ended.wait(_LOOK_S):
        total = 0
        with contextlib.suppress(psutil.NoSuchProcess, FileNotFoundError):
            parent = psutil.Process(pid)
            for one in (parent, *parent.children(recursive=True)):
                lines = Path(f"/proc/{one.pid}/status").read_text().splitlines()
                total += sum(int(line.split()[1]) * 1024 for line in lines if line.startswith("RssAnon"))
        highest[0] = max(highest[0], total / 1e6)
