"""A seed -> faults in the program, one at a time -> do the nearest tests notice.

NAMED are faults that once went unnoticed; draw() takes others from the syntax of a module. A copy of the tree is
changed, never the tree itself: Plant(folder).run(fault) says whether the tests failed.
"""

from __future__ import annotations

import ast
import json
import os
import random
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, Self

ROOT = Path(__file__).resolve().parent.parent
Verdict = Literal["noticed", "survived", "never ended"]

_PATIENCE_S = 300.0  # a fault may make a test wait for ever
_OUTPUT = "output.txt"  # of the tests that ran last
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
_COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
}  # fmt: skip
_SUMS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.FloorDiv: ast.Mult, ast.Div: ast.Mult,
}  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """One change of one module.

    old, new : source, of which `old` stands at `start`. tests : files or folders
    line : the source line where it begins, by which it is known when lines above come and go
    """

    what: str
    module: str
    old: str
    new: str
    tests: tuple[str, ...]
    start: int = -1
    line: str = ""

    def plant(self, source: str) -> str:
        start = source.index(self.old) if self.start < 0 else self.start
        if source[start : start + len(self.old)] != self.old:
            raise ValueError(f"{self.module} has changed: {self.what}")
        return source[:start] + self.new + source[start + len(self.old) :]


def _named(what: str, module: str, old: str, new: str, *tests: str) -> Fault:
    return Fault(what=what, module=module, old=old, new=new, tests=tests)


NAMED = (
    _named("a backup may name places outside", "cbir/maintenance/backup.py",
           "if not path.is_relative_to(folder) or not is_own(layout, path):", "if False:",
           "tests/cbir/maintenance/test_maintenance.py"),
    _named("orders are reversed", "cbir/catalog/full_text.py", "if downwards != backwards", "if downwards == backwards",
           "tests/cbir/catalog"),
    _named("IMG_10 comes before IMG_2", "cbir/catalog/rows.py", "int(part) if at % 2 else part", "part",
           "tests/cbir/catalog"),
    _named("an unreadable folder removes its photos", "cbir/indexing/plan.py",
           "and not _is_below_any(root.path / path, unreadable)", "", "tests/cbir/library/test_robustness.py",
           "tests/cbir/library/test_refusals.py", "tests/cbir/library/test_indexing.py"),
    _named("another drive at the same place removes photos", "cbir/state/roots.py",
           "return not _on_another_volume(root, volumes)", "return True", "tests/cbir/state"),
    _named("a scan enters libraries", "cbir/indexing/scan.py", "if current != root and _is_a_library(current)",
           "if False", "tests/cbir/indexing/test_scan.py"),
    _named("the socket is open to all", "app/shell/single_instance.py", "SocketOption.UserAccessOption",
           "SocketOption.WorldAccessOption", "tests/app/shell/test_saved_and_settings.py"),
    _named("ten times as many pixels", "cbir/images/header.py", "max_pixels: int = 200_000_000",
           "max_pixels: int = 2_000_000_000", "tests/cbir/images/test_images.py"),
    _named("a codebook's fingerprint is not checked", "cbir/visual_words/codebook.py",
           'if codebook.fingerprint != about.get("fingerprint"):', "if False:",
           "tests/cbir/visual_words/test_codebook.py"),
    _named("the name before the manifest", "cbir/base/artifacts.py",
           """        write_atomically(temporary / MANIFEST, sealed_json({**about, "files": files}))
        flush_folder(temporary)
        temporary.replace(folder)
""", """        temporary.replace(folder)
        write_atomically(folder / MANIFEST, sealed_json({**about, "files": files}))
""", "tests/cbir/base/test_storage.py"),
    _named("redo is kept after a new step", "app/base/undo.py", "        self._undone.clear()\n", "",
           "tests/app/base/test_undo.py"),
    _named("a folder is not flushed", "cbir/base/storage.py", "        os.fsync(descriptor)\n", "        pass\n",
           "tests/cbir/base/test_storage.py"),
    _named("synchronous is off", "cbir/catalog/catalog.py", "synchronous = NORMAL", "synchronous = OFF",
           "tests/cbir/catalog/test_catalog.py"),
    _named("marks are not durable", "cbir/catalog/catalog.py", "synchronous = FULL", "synchronous = NORMAL",
           "tests/cbir/catalog/test_catalog.py"),
    _named("answers of a dead engine are taken", "app/engine/client.py",
           "if generation != self._generation or self._closed:", "if self._closed:", "tests/app/engine/test_engine.py"),
)  # fmt: skip


def draw(module: str, chance: random.Random, count: int, tests: tuple[str, ...]) -> list[Fault]:
    """Some faults of a module, by a seed, each of another place."""
    source = (ROOT / module).read_text(encoding="utf-8")
    lines = source.splitlines()
    found = list(_faults(source))
    chance.shuffle(found)
    return [
        Fault(
            what=f"line {number}: {new}",
            module=module,
            old=old,
            new=new,
            start=start,
            tests=tests,
            line=lines[number - 1].strip(),
        )
        for number, start, old, new in found[:count]
    ]


def _faults(source: str) -> Iterator[tuple[int, int, str, str]]:
    """Which line is changed, where the change begins, what stands there and what comes in its place."""
    lines = [0]
    for line in source.splitlines(keepends=True):
        lines.append(lines[-1] + len(line.encode()))
    encoded = source.encode()
    tree = ast.parse(source)
    mute = {id(part) for node in ast.walk(tree) for part in _mute(node)}
    for node in ast.walk(tree):
        changed = None if id(node) in mute else _changed(node)
        if changed is None or not isinstance(node, ast.expr | ast.stmt) or node.end_lineno is None:
            continue
        start = len(encoded[: lines[node.lineno - 1] + node.col_offset].decode())
        end = len(encoded[: lines[node.end_lineno - 1] + (node.end_col_offset or 0)].decode())
        yield node.lineno, start, source[start:end], changed


def _mute(node: ast.AST) -> Iterator[ast.AST]:
    """What changes no answer: annotations, the switches of dataclasses and compilers, and lines for the log."""
    match node:
        case ast.ClassDef():
            silent: list[ast.AST | None] = [*node.decorator_list]
        case ast.FunctionDef():
            silent = [*node.decorator_list, node.returns]
        case ast.arg() | ast.AnnAssign():
            silent = [node.annotation]
        case ast.Expr(ast.Call(ast.Attribute(ast.Name("_log")))):
            silent = [node]
        case _:
            return
    for part in silent:
        if part is not None:
            yield from ast.walk(part)


def _changed(node: ast.AST) -> str | None:
    """A node as a slip of the hand would have written it; None where it is left alone."""
    match node:
        case ast.Compare(left, [op], [right]) if type(op) in _COMPARISONS:
            return f"({ast.unparse(ast.Compare(left, [_COMPARISONS[type(op)]()], [right]))})"
        case ast.BoolOp(op, values):
            other = ast.Or() if isinstance(op, ast.And) else ast.And()
            return f"({ast.unparse(ast.BoolOp(other, values))})"
        case ast.UnaryOp(ast.Not(), operand):
            return f"({ast.unparse(operand)})"
        case ast.BinOp(left, op, right) if type(op) in _SUMS and not isinstance(
            left, ast.Constant | ast.JoinedStr
        ):
            return f"({ast.unparse(ast.BinOp(left, _SUMS[type(op)](), right))})"
        case ast.Constant(bool() as value):
            return str(not value)
        case ast.Constant(int() as value):
            return str(value + 1)
        case ast.Expr(ast.Call()):
            return "pass"
        case ast.IfExp(test, body, orelse):
            return f"({ast.unparse(ast.IfExp(test, orelse, body))})"
        case ast.Return(value) if value is not None and not isinstance(value, ast.Constant):
            return "return None"
    return None


# A process that has imported what is slow to import and none of the program, and becomes pytest for each fault anew.
_PRELOADED = ("numpy", "cv2", "numba", "PIL.Image", "psutil", "PySide6.QtWidgets", "PySide6.QtTest")
_RUNNER = """
import importlib, json, os, select, signal, sys
import pytest
for name in sys.argv[1:]:
    importlib.import_module(name)
for line in sys.stdin:
    patience_s, output, *tests = json.loads(line)
    child = os.fork()
    if not child:
        os.setsid()
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        for stream in (1, 2):
            os.dup2(os.open(output, os.O_WRONLY | os.O_CREAT | os.O_TRUNC), stream)
        os._exit(pytest.main(["-x", "-q", "-p", "no:cacheprovider", *tests]))
    with open(os.pidfd_open(child)) as watched:
        ended = select.select([watched], [], [], patience_s)[0]
    try:
        os.killpg(child, signal.SIGKILL)
    except ProcessLookupError:
        pass
    status = os.waitpid(child, 0)[1]
    print(os.waitstatus_to_exitcode(status) if ended else "null", flush=True)
"""


class Plant:
    """A copy of the tree in a folder, in which one fault at a time is planted and looked for."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._sound: set[tuple[str, ...]] = set()  # tests that pass without a fault
        folder.mkdir(parents=True)
        for name in _COPIED:
            shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
        for name in _LINKED:
            (folder / name).symlink_to(ROOT / name)

        self._runner = subprocess.Popen(
            [sys.executable, "-c", _RUNNER, *_PRELOADED],
            cwd=folder,
            env={**os.environ, "PYTHONPATH": str(folder), "QT_QPA_PLATFORM": "offscreen"},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._runner.communicate()

    def run(self, fault: Fault) -> Verdict:
        there = tuple(test for test in fault.tests if (self._folder / test).exists())
        path = self._folder / fault.module
        source = path.read_text(encoding="utf-8")
        path.write_text(fault.plant(source), encoding="utf-8")
        try:
            verdict = self._verdict(there)
        finally:
            path.write_text(source, encoding="utf-8")
        # Tests that fail without a fault would notice every one.
        if verdict != "survived" and there not in self._sound and self._verdict(there) != "survived":
            said = (self._folder / _OUTPUT).read_text(encoding="utf-8", errors="replace")[-3000:]
            raise SystemExit(
                f"{said}\nThese tests fail without any fault: {' '.join(there)}. Mend them first."
            )
        self._sound.add(there)
        return verdict

    def _verdict(self, tests: tuple[str, ...]) -> Verdict:
        """How the tests ended, up to the first that fails."""
        assert self._runner.stdin is not None
        assert self._runner.stdout is not None
        self._runner.stdin.write(json.dumps([_PATIENCE_S, _OUTPUT, *tests]) + "\n")
        self._runner.stdin.flush()
        code = json.loads(self._runner.stdout.readline())
        return "never ended" if code is None else "survived" if code == 0 else "noticed"
