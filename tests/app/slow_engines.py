"""Engines that are told to end and take their time: one has work left, one hangs. Without Qt, for processes."""

from __future__ import annotations

import time
from multiprocessing.connection import Connection
from pathlib import Path


def work_on(connection: Connection, library: Path, _device: str) -> None:
    """Compute for a second once it is told to end, and leave a file behind."""
    connection.recv()
    ends = time.process_time() + 1.0
    while time.process_time() < ends:
        pass
    (library / "done").touch()


def hang(connection: Connection, library: Path, _device: str) -> None:
    connection.recv()
    (library / "done").touch()
    time.sleep(3600)
