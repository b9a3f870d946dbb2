"""Named modules -> the lines of them that run, in this process and in those that it starts.

Covered(modules).start(); `now` is the set that lines are added to, and may be changed for another at any time.
A process of Python that finds PLANTING_LINES in its environment writes its lines into that folder (see `follow`).
"""

import json
import os
import sys
import threading
from contextlib import contextmanager
from pathlib import Path

Line = tuple[str, int]

_FOLDER, _MODULES = "PLANTING_LINES", "PLANTING_MODULES"


class Covered:
    """modules : the path of each as Python knows it, and the name that its lines are told by."""

    def __init__(self, modules):
        self._modules = modules
        self.now = set()

    def start(self):
        threading.settrace(self._call)
        sys.settrace(self._call)

    def add(self, line):
        self.now.add(line)

    def _call(self, frame, event, argument):
        module = self._modules.get(frame.f_code.co_filename)
        if module is None:
            return None

        def line(frame, event, argument):
            if event == "line":
                self.add((module, frame.f_lineno))
            return line

        self.add((module, frame.f_lineno))
        return line


class _Written(Covered):
    """In a child: each new line goes to a file at once, as the child may be killed."""

    def __init__(self, modules, folder):
        super().__init__(modules)
        flags = os.O_WRONLY | os.O_CREAT | os.O_APPEND
        self._file = os.open(Path(folder) / str(os.getpid()), flags, 0o600)

    def add(self, line):
        if line not in self.now:
            self.now.add(line)
            os.write(self._file, (json.dumps(line) + "\n").encode())


def follow():
    """Called by sitecustomize in a process that the tests start."""
    if _FOLDER in os.environ:
        _Written(json.loads(os.environ[_MODULES]), os.environ[_FOLDER]).start()


class Children:
    """The lines of the processes that this one starts from now on."""

    def __init__(self, folder, modules):
        self._folder = folder
        self._read = {}
        folder.mkdir(parents=True)
        site = folder / "site"
        site.mkdir()
        (site / "sitecustomize.py").write_text("from tests.planting.covered import follow\n\nfollow()\n")
        lines = folder / "lines"
        lines.mkdir()
        self._lines = lines
        os.environ[_FOLDER], os.environ[_MODULES] = str(lines), json.dumps(modules)
        os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, (str(site), os.environ.get("PYTHONPATH"))))

    def new(self):
        """The lines since the last call."""
        for path in self._lines.iterdir():
            with path.open(encoding="utf-8") as file:
                file.seek(self._read.get(path, 0))
                for line in file.read().splitlines():
                    module, number = json.loads(line)
                    yield module, number
                self._read[path] = file.tell()


@contextmanager
def apart(covered, lines):
    """Let lines go to another set meanwhile."""
    before, covered.now = covered.now, lines
    try:
        yield
    finally:
        covered.now = before
