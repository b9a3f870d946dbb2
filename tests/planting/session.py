"""pytest, warm: it collects once, and forks for each order to run some of its tests.

`python -m tests.planting.session` imports what is slow to import and none of the program; for each line on stdin, a
JSON list of an address and test files, it forks a pytest that connects to that address. An order says which lines of
which modules are to be followed (cover), or that tests are to be run up to the first that fails (attempt), with other
code in one function where a fault lies in it.
"""

import contextlib
import gc
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
import traceback
from multiprocessing.connection import Client
from pathlib import Path
from types import CodeType, FunctionType

import pytest
from _pytest.runner import runtestprotocol

from tests.planting.covered import Children, Covered, apart

_PRELOADED = ("numpy", "cv2", "numba", "PIL.Image", "psutil", "PySide6.QtWidgets", "PySide6.QtTest")
# A test may compute for so long and so many times as long as without a fault, and wait on a busy machine:
_CPU_S, _CPU_TIMES = 15, 5
_PATIENCE_S, _PATIENCE_TIMES = 45, 10
_TRY = Path("tries")  # what the tests of one order write, in the tree


class Session:
    """A plugin of pytest that takes orders in the place of running all tests."""

    def __init__(self, orders):
        self._orders = orders
        self._covered = None
        self._by_fixture = {}

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection(self):
        import hypothesis  # which pytest wants to import itself

        hypothesis.settings.register_profile("planting", deadline=None)  # the machine may be busy
        hypothesis.settings.load_profile("planting")

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session):
        self._send({"failed": session.testsfailed})
        items = {item.nodeid: item for item in session.items}
        while True:
            try:
                order = json.loads(self._orders.recv_bytes())
            except EOFError:
                return True
            work = self._cover if order["do"] == "cover" else self._attempt
            self._send(_in_a_child(lambda: work(items, order), order["patience_s"]))  # noqa: B023

    def _send(self, answer):
        self._orders.send_bytes(json.dumps(answer).encode())

    def _attempt(self, items, order):
        """The first test that fails, what it said and how long it took; nothing where none does."""
        if order["function"]:
            _patch(Path(order["path"]), order["before"], order["after"], *order["function"])
        tests = dict(order["tests"])
        if order["all"]:
            tests |= {name: 0.0 for name in items if name not in tests}
        chosen = [(items[name], seconds) for name, seconds in tests.items() if name in items]
        for at, (item, seconds) in enumerate(chosen):
            following = chosen[at + 1][0] if at + 1 < len(chosen) else None
            limit = math.ceil(time.process_time() + _CPU_S + _CPU_TIMES * seconds)
            resource.setrlimit(resource.RLIMIT_CPU, (limit, resource.RLIM_INFINITY))
            # The file says how many seconds may pass until it is written anew.
            (_TRY / "patience").write_text(str(round(_PATIENCE_S + _PATIENCE_TIMES * seconds)))
            started = time.monotonic()
            for report in runtestprotocol(item, nextitem=following, log=False):
                if report.failed:
                    said = str(report.longrepr).strip().splitlines()[-1:]
                    return {"by": item.nodeid, "said": said, "seconds": time.monotonic() - started}
        return {}

    def _cover(self, items, order):
        """By test: whether it passes, its seconds, and the lines of each module that it comes to."""
        modules = {str(Path(name).resolve()): name for name in order["modules"]}
        children = Children(_TRY.resolve() / "followed", modules)
        self._covered = covered = Covered(modules)
        covered.start()
        found = {}
        for item, following in zip(items.values(), [*list(items.values())[1:], None], strict=True):
            lines = set()
            started = time.monotonic()
            with apart(covered, lines):
                reports = runtestprotocol(item, nextitem=following, log=False)
            lines.update(children.new())
            found[item] = reports, time.monotonic() - started, lines
        sys.settrace(None)
        answer = {}
        for item, (reports, seconds, lines) in found.items():
            # What a fixture of several tests came to may be noticed by each of them.
            for name in getattr(item, "fixturenames", ()):
                lines |= self._by_fixture.get(name, set())
            by_module = {}
            for module, line in sorted(lines):
                by_module.setdefault(module, []).append(line)
            failed = [str(report.longrepr)[-500:] for report in reports if report.failed]
            answer[item.nodeid] = {"failed": failed, "seconds": seconds, "lines": by_module}
        return answer

    @pytest.hookimpl(wrapper=True)
    def pytest_fixture_setup(self, fixturedef, request):
        if self._covered is None or fixturedef.scope == "function":
            return (yield)
        with apart(self._covered, self._by_fixture.setdefault(fixturedef.argname, set())):
            return (yield)


def _patch(path, before, after, name, first_line):
    """Give a function, wherever it is held, the code that it has in a changed source."""
    old, new = (list(_functions(compile(source, str(path), "exec"))) for source in (before, after))
    at = next(at for at, code in enumerate(old) if (code.co_name, code.co_firstlineno) == (name, first_line))
    live = [
        one
        for one in gc.get_objects()
        if isinstance(one, FunctionType)
        and one.__code__.co_filename == str(path)
        and one.__code__.co_name == name
        and one.__code__.co_firstlineno == first_line
    ]
    if not live:
        raise LookupError(f"{path} is not imported")
    for function in live:
        function.__code__ = new[at]


def _functions(code):
    """The functions of a module and of its classes, without those inside of others."""
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            if inner.co_flags & 0x2:  # CO_NEWLOCALS: no class
                yield inner
            else:
                yield from _functions(inner)


def _in_a_child(work, patience_s):
    """The result of the work in its own process, which is killed with all processes that it started."""
    shutil.rmtree(_TRY, ignore_errors=True)
    _TRY.mkdir()
    answer = _TRY / "answer"
    child = os.fork()
    if not child:
        os.setsid()
        tempfile.tempdir = os.environ["TMPDIR"] = str(_TRY.resolve())
        try:
            result = work()
        except BaseException:
            result = {"trouble": traceback.format_exc()}
        answer.write_text(json.dumps(result), encoding="utf-8")
        os._exit(0)
    watched = os.pidfd_open(child)
    try:
        ended = _wait(watched, patience_s)
    finally:
        os.close(watched)
        with contextlib.suppress(ProcessLookupError):
            os.killpg(child, signal.SIGKILL)
    status = os.waitpid(child, 0)[1]
    if answer.exists():
        found = json.loads(answer.read_text(encoding="utf-8"))
        return found
    if os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGXCPU:
        return {"by": "", "said": "it computes for ever"}
    return {"by": f"the process ended with {status}"} if ended else {"by": ""}


def _wait(watched, patience_s):
    """True if a process ended in time. Checked every second, as this process may be stopped meanwhile with it."""
    told, waited = 0, 0
    while waited < patience_s:
        if select.select([watched], [], [], 1)[0]:
            return True
        waited += 1
        patience = _TRY / "patience"
        if patience.exists() and patience.stat().st_mtime_ns != told and (text := patience.read_text()):
            told, waited, patience_s = patience.stat().st_mtime_ns, 0, int(text)
    return False


def serve():
    for name in _PRELOADED:
        importlib.import_module(name)
    for line in sys.stdin:
        address, *files = json.loads(line)
        if not os.fork():
            os.setsid()
            os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
            for stream in (1, 2):
                os.dup2(os.open("output.txt", os.O_WRONLY | os.O_CREAT | os.O_TRUNC), stream)
            with Client(address, family="AF_UNIX") as orders:
                pytest.main(["-q", "-p", "no:cacheprovider", *files], plugins=[Session(orders)])
            os._exit(0)


if __name__ == "__main__":
    serve()
