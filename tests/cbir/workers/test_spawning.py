"""Ends of a worker process beside threads that start others."""

import multiprocessing
import os
import threading

import pytest

from cbir.workers.spawning import end


@pytest.mark.skipif(not hasattr(os, "waitid"), reason="no children to collect on this system")
def test_a_process_that_another_thread_collects_first_is_released():
    process = multiprocessing.get_context("spawn").Process(target=os.getpid, daemon=True)
    process.start()
    started = process._popen
    os.waitpid(started.pid, 0)  # as a thread does that starts another process
    noted = threading.Timer(0.05, lambda: setattr(started, "returncode", 0))
    noted.start()
    assert end(process) == 0
    with pytest.raises(ValueError, match="closed"):
        process.join()
