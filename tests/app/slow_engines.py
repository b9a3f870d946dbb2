"""Engines that are told to end and take their time: one has work left, one hangs. Without Qt, for processes."""

import time


def work_on(connection, library, _device):
    """Compute for a second once it is told to end, and leave a file behind."""
    connection.recv()
    ends = time.process_time() + 1.0
    while time.process_time() < ends:
        pass
    (library / "done").touch()


def hang(connection, library, _device):
    connection.recv()
    (library / "done").touch()
    time.sleep(3600)
