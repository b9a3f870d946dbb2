"""Tasks for test_workers.py: workers import this module, and nothing heavy with it."""

import ctypes
import os
import sys
import time

from cbir.base.liveness import waiting
from cbir.workers import WorkerPool, grant

_initialized_with = []


def initialize(value):
    _initialized_with.append(value)


def initialized_with():
    return _initialized_with


def fail_to_initialize():
    raise RuntimeError("the codebook is missing")


def fail_two_starts_of_three(log):
    append_line(log, "started")
    if len(log.read_text(encoding="utf-8").splitlines()) % 3:
        raise RuntimeError("the drive is not there yet")


def double(value):
    return 2 * value


def process_id():
    return os.getpid()


def leave(code):
    os._exit(code)


def crash():
    ctypes.string_at(0)  # a segmentation fault


def sleep(seconds):
    time.sleep(seconds)
    return seconds


def hang_with_the_interpreter_locked():
    ctypes.PyDLL(None).sleep(60)


def compute_for_ever():
    while True:
        pass


def compute(cpu_s):
    ends = time.process_time() + cpu_s
    while time.process_time() < ends:
        pass
    return cpu_s


def compute_now_and_then(seconds):
    ends = time.monotonic() + seconds
    while time.monotonic() < ends:
        until = time.process_time() + 0.01
        while time.process_time() < until:
            pass
        time.sleep(0.09)
    return seconds


def touch_then_wait(started, go):
    """Say that the task runs, and run until told to end."""
    started.touch()
    while not go.exists():
        time.sleep(0.01)


def append_line(path, line):
    with path.open("a", encoding="utf-8") as file:
        file.write(line + "\n")


class Odd(Exception):
    """An exception that pickle cannot make again."""

    def __init__(self, one, two):
        super().__init__(f"{one} and {two}")


def raise_key_error():
    raise KeyError("nothing under this key")


def raise_odd():
    raise Odd(1, 2)


def return_unpicklable():
    return lambda: None


class Unreadable:
    """A result that can be sent, and not read again."""

    def __reduce__(self):
        return int, ("no number",)


def return_unreadable():
    return Unreadable()


def hold(n_bytes, log, name, seconds):
    """Write down when a share of the budget is held; lines of this length are written in one piece."""
    with grant(n_bytes):
        append_line(log, f"+{name}")
        time.sleep(seconds)
        append_line(log, f"-{name}")


def grow_for_ever():
    held = []
    while True:
        held.append(b"x" * (8 << 20))
        time.sleep(0.01)


def size_after_freeing(n_bytes):
    """The growth of a worker after a block was allocated and freed, in bytes. A smaller block before lets it settle."""
    import psutil

    for _ in range(2):
        bytearray(b"x") * (n_bytes // 2)
    before = int(psutil.Process().memory_info().rss)
    blocks = [bytearray(b"x") * n_bytes for _ in range(4)]
    del blocks
    return int(psutil.Process().memory_info().rss) - before


def die_holding(n_bytes):
    with grant(n_bytes):
        os._exit(3)


def raise_holding(n_bytes):
    with grant(n_bytes):
        raise ValueError("while holding")


def nest_grants():
    with grant(1), grant(1):
        pass


def say_to_stderr(text):
    os.write(2, text.encode())


def opencv_threads():
    import cv2

    return cv2.getNumThreads()


def main_module_file():
    return getattr(sys.modules["__main__"], "__file__", None)


def run_a_pool_for_ever(report, hang):
    """The parent process of the test that kills it."""
    pool = WorkerPool(2)
    futures = [pool.submit(process_id) for _ in range(2)]
    for future in futures:
        future.result(30)
    task = hang_with_the_interpreter_locked if hang else compute_for_ever
    busy = pool.submit(task)
    while not busy.running():
        time.sleep(0.01)
    time.sleep(0.2)
    report.with_suffix(".part").write_text(" ".join(map(str, pool.process_ids)))
    report.with_suffix(".part").replace(report)
    time.sleep(60)


def niceness():
    return os.nice(0)


def compile_slowly(cpu_s):
    """Compute, rest and take memory as no task may."""
    with waiting("compiling"):
        memory = b"x" * (200 << 20)
        compute(cpu_s)
        time.sleep(0.5)
        del memory
    return cpu_s


def die_compiling():
    with waiting("compiling"):
        os._exit(3)
