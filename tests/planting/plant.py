"""A copy of the tree -> one fault at a time -> do the tests notice.

Plant(folder).run(fault) plants it in the copy, never in the tree itself, and runs the tests that come to its line:
warm where it lies in a function, in a new process where it takes effect on import. Where no test comes, none is run.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import sys
from collections import Counter
from dataclasses import dataclass
from multiprocessing.connection import Listener
from typing import Literal

from tests.planting.faults import ROOT, Place, place, runs_unseen
from tests.source_tree import python_path

Verdict = Literal["noticed", "survived", "never ended"]

_COPIED = ("app", "cbir", "tests")
_LINKED = (
    "docs",
    "installers",
    "resources",
    "pyproject.toml",
    "README.md",
    "CHANGELOG.md",
    "constraints.txt",
)
_OUTPUT = "output.txt"  # of the tests that ran last
_START_PATIENCE_S = 120  # until the first test begins, which says how long it may take
_COVER_PATIENCE_S = 3600
# A failure that took so much longer may be one of a busy machine: it is asked for again.
_SLOW_S, _SLOW_TIMES = 10.0, 5


@dataclass(frozen=True, slots=True)
class Result:
    """by : the test that failed first, or what else noticed. said : the last line of its complaint"""

    verdict: Verdict
    by: str = ""
    said: str = ""


class Plant:
    """modules : all that faults are planted in. covered : a file that keeps which lines each test comes to."""

    def __init__(self, folder, modules, covered=None):
        self._modules = sorted(set(modules))
        self._folder = folder.resolve()
        folder.mkdir(parents=True)
        for name in _COPIED:
            shutil.copytree(ROOT / name, folder / name)
        for name in _LINKED:
            (folder / name).symlink_to(ROOT / name)
        self._covered = _Covered(covered)
        self._noticed = Counter()
        self._sound = set()  # tests that pass without a fault, after what they ran after with one
        self._planted = 0
        self._warm = None
        self._listener = Listener(str(self._folder / "orders"), family="AF_UNIX")
        self._server = subprocess.Popen(
            [sys.executable, "-m", "tests.planting.session"],
            cwd=folder,
            env={**os.environ, "PYTHONPATH": python_path(self._folder), "QT_QPA_PLATFORM": "offscreen"},
            stdin=subprocess.PIPE,
            text=True,
        )

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._cool()
        self._server.communicate()
        self._listener.close()

    def run(self, fault):
        """Raises SystemExit where its tests fail without it: they would notice every fault."""
        files = self._files(fault.tests)
        self._cover(fault.module, files)
        source = (self._folder / fault.module).read_text(encoding="utf-8")
        start = source.index(fault.old) if fault.start < 0 else fault.start
        where = place(source, start, start + len(fault.old))
        chosen = self._chosen(fault.module, files, where)
        if where.function and not chosen and runs_unseen(source, where.function[0]):
            where = Place(None, range(0))
        if where.function and not chosen:
            return Result("survived", said="no test comes here")
        result = self._attempt(fault, source, where, files, chosen)
        self._noticed[result.by] += result.verdict != "survived"
        names = [name for name, _ in chosen]
        if result.by in names and result.by not in self._sound:
            order = {"tests": chosen[: names.index(result.by) + 1], "patience_s": _COVER_PATIENCE_S}
            if found := self._order(self._session(files), **order, do="attempt", function=None, all=False):
                raise SystemExit(
                    f"{found}\nIt fails without any fault when it runs after {names[0]}. Mend it first."
                )
            self._sound.add(result.by)
        return result

    def _files(self, tests):
        """Test files of files and folders. Raises SystemExit where one is not there: it may have moved."""
        found = {}
        for test in tests:
            path = self._folder / test
            if not path.exists():
                raise SystemExit(f"{test} is not there. Name in tests/planting/chosen.py where it is now.")
            for one in sorted(path.rglob("test_*.py")) if path.is_dir() else [path]:
                found[str(one.relative_to(self._folder))] = True
        return tuple(found)

    def _cover(self, module, files):
        """Run test files without a fault, those of which it is not known what lines of the module they come to."""
        for file in files:
            if not self._covered.knows(self._folder, file, module):
                found = self._followed(file)
                if any(test["failed"] for test in found.values()):
                    found = self._followed(file)  # the machine may have been busy
                if failed := {name: test["failed"][0] for name, test in found.items() if test["failed"]}:
                    raise SystemExit(f"{failed}\nThese tests fail without any fault. Mend them first.")
                for one in self._modules:
                    self._covered.keep(self._folder, file, one, found)

    def _followed(self, file):
        with self._start((file,)) as session:
            order = {"do": "cover", "modules": self._modules, "patience_s": _COVER_PATIENCE_S}
            found = self._order(session, **order)
        if "trouble" in found or "by" in found:
            raise SystemExit(f"{file} cannot be followed: {found}")
        return found

    def _chosen(self, module, files, where):
        """The tests that come to a place and how long they take, those first that notice much in little time."""
        tests = [
            (name, test["seconds"])
            for file in files
            for name, test in self._covered.tests(file, module).items()
            if any(line in where.lines for line in test["lines"]) or where.function is None
        ]
        return sorted(tests, key=lambda test: test[1] / (1 + self._noticed[test[0]]))

    def _attempt(self, fault, source, where, files, chosen):
        path = self._folder / fault.module
        stat = path.stat()
        changed = fault.plant(source)
        order = {
            "do": "attempt",
            "tests": chosen,
            "all": where.function is None,  # a loop that was compiled runs unseen
            "patience_s": _START_PATIENCE_S,
            "path": str(path),
            "before": source,
            "after": changed,
        }
        session = self._session(files) if where.function else None  # with the sound module
        path.write_text(changed, encoding="utf-8")  # for processes that the tests start
        # Python takes compiled code for that of a source of the same size and second.
        self._planted += 1
        os.utime(path, (self._planted, self._planted))
        answer = {"trouble": "cold"}
        try:
            for _ in range(2):
                if session is not None:
                    answer = self._order(session, **order, function=where.function)
                if "trouble" in answer:
                    answer = self._cold(order, files)
                if not _maybe_starved(answer, dict(chosen)):
                    break
        finally:
            path.write_text(source, encoding="utf-8")
            os.utime(path, ns=(stat.st_atime_ns, stat.st_mtime_ns))
        if "trouble" in answer:
            raise SystemExit(answer["trouble"])
        if "by" not in answer:
            return Result("survived")
        if not answer["by"]:
            return Result("never ended", said=answer.get("said", ""))
        return Result("noticed", answer["by"], "".join(answer.get("said", ())))

    def _cold(self, order, files):
        """In a process that has not imported the module yet; a module that cannot be imported is noticed, too."""
        try:
            with self._start(files) as session:
                return self._order(session, **order, function=None)
        except _NotImported:
            return {"by": "import", "said": (self._folder / _OUTPUT).read_text(encoding="utf-8")[-200:]}

    def _session(self, files):
        if self._warm is None or self._warm[0] != files:
            self._cool()
            self._warm = files, self._start(files)
        return self._warm[1]

    def _cool(self):
        if self._warm is not None:
            self._warm[1].close()
            self._warm = None

    def _start(self, files):
        assert self._server.stdin is not None
        self._server.stdin.write(json.dumps([str(self._listener.address), *files]) + "\n")
        self._server.stdin.flush()
        session = self._listener.accept()
        try:
            failed = json.loads(session.recv_bytes())["failed"]
        except EOFError:
            failed = True
        if failed:
            session.close()
            raise _NotImported((self._folder / _OUTPUT).read_text(encoding="utf-8")[-3000:])
        return session

    @staticmethod
    def _order(session, **order):
        session.send_bytes(json.dumps(order).encode())
        answer = json.loads(session.recv_bytes())
        return answer


class _NotImported(Exception):
    """Test files cannot be collected."""


def _maybe_starved(answer, seconds):
    usual = seconds.get(answer.get("by", ""), 0)
    return (answer.get("by") == "" and "said" not in answer) or answer.get("seconds", 0) > max(
        _SLOW_S, _SLOW_TIMES * usual
    )


class _Covered:
    """By test file and module, as both are now: tests, their seconds, and the lines of the module they come to."""

    def __init__(self, file):
        self._file = file
        kept = file.read_text(encoding="utf-8").splitlines() if file and file.exists() else []
        self._found = {}
        for line in kept:
            test_file, module, state, tests = json.loads(line)
            self._found[test_file, module] = state, tests

    def knows(self, tree, file, module):
        return self._found.get((file, module), ("",))[0] == _state(tree, file, module)

    def tests(self, file, module):
        return self._found[file, module][1]

    def keep(self, tree, file, module, found):
        tests = {
            name: {"seconds": round(test["seconds"], 3), "lines": test["lines"][module]}
            for name, test in found.items()
            if module in test["lines"]
        }
        state = _state(tree, file, module)
        self._found[file, module] = state, tests
        if self._file is not None:
            with self._file.open("a", encoding="utf-8") as kept:
                kept.write(json.dumps([file, module, state, tests]) + "\n")


def _state(tree, *files):
    return hashlib.blake2b(b"".join((tree / file).read_bytes() for file in files), digest_size=16).hexdigest()
