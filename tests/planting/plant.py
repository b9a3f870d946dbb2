"""A copy of the tree -> one fault at a time -> do the tests notice.

Plant(folder).run(fault) plants it in the copy, never in the tree itself, and runs its tests up to the first that fails.
"""

import json
import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from typing import Literal

from tests.planting.faults import ROOT
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
    "LICENSE",
    ".ci",
    ".github",
)


@dataclass(frozen=True, slots=True)
class Result:
    """by : the test that failed first. said : the last line of its complaint"""

    verdict: Verdict
    by: str = ""
    said: str = ""


class Plant:
    def __init__(self, folder):
        self._folder = folder.resolve()
        folder.mkdir(parents=True)
        for name in _COPIED:
            shutil.copytree(ROOT / name, folder / name)
        for name in _LINKED:
            (folder / name).symlink_to(ROOT / name)
        self._planted = 0
        self._unsound = set()  # tests that fail without any fault
        self._sound = set()
        self._server = subprocess.Popen(
            [sys.executable, "-m", "tests.planting.session"],
            cwd=folder,
            env={**os.environ, "PYTHONPATH": python_path(self._folder), "QT_QPA_PLATFORM": "offscreen"},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._server.communicate()

    def run(self, fault):
        """Tests that fail without the fault, too, do not count."""
        while True:
            result = self._run(fault)
            if "::" not in result.by or result.by in self._sound:
                return result
            if not self._answer([result.by]):
                self._sound.add(result.by)
                return result
            self._unsound.add(result.by)
            print(f"{result.by} fails without any fault", file=sys.stderr)

    def _run(self, fault):
        path = self._folder / fault.module
        source, stat = path.read_text(encoding="utf-8"), path.stat()
        path.write_text(fault.plant(source), encoding="utf-8")
        # Python takes compiled code for that of a source of the same size and second.
        self._planted += 1
        os.utime(path, (self._planted, self._planted))
        try:
            answer = self._answer([*fault.tests, *(f"--deselect={test}" for test in sorted(self._unsound))])
        finally:
            path.write_text(source, encoding="utf-8")
            os.utime(path, ns=(stat.st_atime_ns, stat.st_mtime_ns))
        if not answer:
            return Result("survived")
        verdict: Verdict = "never ended" if answer.get("endless") else "noticed"
        return Result(verdict, answer["by"], answer["said"])

    def _answer(self, arguments):
        """The first test that fails in the tree as it is; nothing if all pass."""
        assert self._server.stdin is not None and self._server.stdout is not None
        self._server.stdin.write(json.dumps(arguments) + "\n")
        self._server.stdin.flush()
        return json.loads(self._server.stdout.readline())
