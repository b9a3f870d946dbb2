"""pytest in a fork: `python -m tests.planting.session` imports what is slow to import and none of the program.

For each line on stdin, a JSON list of arguments, it forks a pytest that runs tests up to the first that fails. The
answer, a line of JSON on stdout: the test that failed and the last line of its complaint, nothing if all passed, or
that a test computed for ever.
"""

import contextlib
import importlib
import json
import math
import os
import resource
import select
import shutil
import signal
import sys
import tempfile
import time
from pathlib import Path

import pytest

_PRELOADED = ("numpy", "cv2", "numba", "PIL.Image", "psutil", "PySide6.QtWidgets", "PySide6.QtTest")
_TEST_CPU_S = 40  # a test that computes for longer never ends
_CPU_S = 60  # for the tests of one fault; those that are left after that are not run
_PATIENCE_S = 900  # a busy machine
_IDLE_S, _POLL_S = 120, 5  # tests whose processes all wait for so long wait for one another
_TRY = Path("../t")  # what the tests of one fault write; a short name, for paths of sockets


class Watch:
    """A plugin of pytest that writes down the first failure, and ends a run that takes too long."""

    def __init__(self, answer):
        self._answer = answer

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection(self):
        import hypothesis  # which pytest wants to import itself

        hypothesis.settings.register_profile("planting", deadline=None)  # the machine may be busy
        hypothesis.settings.load_profile("planting")

    def pytest_runtest_setup(self, item):
        limit = math.ceil(time.process_time() + _TEST_CPU_S)
        resource.setrlimit(resource.RLIMIT_CPU, (limit, resource.RLIM_INFINITY))
        self._answer.with_name("runs").write_text(item.nodeid, encoding="utf-8")
        if time.process_time() > _CPU_S:
            pytest.exit("enough", 0)

    def pytest_runtest_logreport(self, report):
        if report.failed:
            self._say(report.nodeid, str(report.longrepr))

    def pytest_collectreport(self, report):
        if report.failed:
            self._say(report.nodeid or "import", str(report.longrepr))

    def _say(self, by, complaint):
        if not self._answer.exists():
            last = complaint.strip().splitlines()[-1:]
            self._answer.write_text(json.dumps({"by": by, "said": "".join(last)}), encoding="utf-8")


def _run(arguments):
    """The answer of a fork, which is killed with all processes that it started."""
    shutil.rmtree(_TRY, ignore_errors=True)
    _TRY.mkdir()
    answer = _TRY / "answer"
    child = os.fork()
    if not child:
        os.setsid()
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        for stream in (1, 2):
            os.dup2(os.open("output.txt", os.O_WRONLY | os.O_CREAT | os.O_TRUNC), stream)
        tempfile.tempdir = os.environ["TMPDIR"] = str(_TRY.resolve())
        status = 1
        with contextlib.suppress(BaseException):
            options = ["-q", "-x", "-p", "no:cacheprovider", "-p", "no:xdist", "--timeout=0"]
            status = pytest.main([*options, *arguments], plugins=[Watch(answer.resolve())])
        os._exit(int(status))
    ended = _wait(child)
    with contextlib.suppress(ProcessLookupError):
        os.killpg(child, signal.SIGKILL)
    status = os.waitpid(child, 0)[1]
    if answer.exists():
        return json.loads(answer.read_text(encoding="utf-8"))
    if os.WIFEXITED(status) and os.WEXITSTATUS(status) in (0, 5):  # passed, or no tests
        return {}
    runs = _TRY / "runs"
    by = runs.read_text(encoding="utf-8") if runs.exists() else "import"
    if not ended or (os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGXCPU):
        return {"by": by, "said": "it never ends", "endless": True}
    return {"by": by, "said": f"the process ended with {status}"}


def _wait(child):
    """Wait until a process ends. Returns False if it goes on for too long, or only waits."""
    watched, idle, before = os.pidfd_open(child), 0, None
    try:
        for _ in range(_PATIENCE_S // _POLL_S):
            if select.select([watched], [], [], _POLL_S)[0]:
                return True
            worked = _worked(child)
            idle = idle + 1 if worked is not None and worked == before else 0
            if idle * _POLL_S >= _IDLE_S:
                return False
            before = worked
        return False
    finally:
        os.close(watched)


def _worked(child):
    """CPU seconds of a process and its children; None while one of them could run, as on a busy machine."""
    import psutil

    try:
        process = psutil.Process(child)
        group = [process, *process.children(recursive=True)]
        if any(member.status() == psutil.STATUS_RUNNING for member in group):
            return None
        return sum(sum(member.cpu_times()[:2]) for member in group)
    except psutil.Error:
        return None


def serve():
    for name in _PRELOADED:
        importlib.import_module(name)
    for line in sys.stdin:
        print(json.dumps(_run(json.loads(line))), flush=True)


if __name__ == "__main__":
    serve()
