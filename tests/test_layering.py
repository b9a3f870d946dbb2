"""The layering contract holds and modules import each other in no circle; faults planted in a copy are found."""

from __future__ import annotations

import ast
import os
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
MOST_LINES, MOST_MODULES = 400, 16

_LINT = "from importlinter.cli import lint_imports_command; lint_imports_command()"


def lint(tree: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", _LINT, "--no-logo", "--no-cache"],
        cwd=tree,
        env={**os.environ, "PYTHONPATH": str(tree)},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    for name in ("app", "cbir"):
        shutil.copytree(ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    (tmp_path / "tests").mkdir()
    for name in ("__init__.py", "doors.py"):
        shutil.copy(ROOT / "tests" / name, tmp_path / "tests")
    return tmp_path


def test_the_tree_keeps_its_layers(copy: Path) -> None:
    done = lint(copy)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize(
    ("file", "planted", "broken"),
    [
        ("cbir/matching/__init__.py", "import cbir.visual_words", "engine's floors"),
        ("cbir/base/errors.py", "import cbir.catalog", "engine's floors"),
        ("cbir/unplaced.py", "import cbir.base.errors", "engine's floors"),
        ("cbir/service/server.py", "import cbir.cli", "engine's floors"),
        (
            "cbir/search/search.py",
            "import cbir.indexing",
            "engine's floors",
        ),  # closes no circle, crosses a floor
        ("cbir/catalog/rows.py", "import cbir.state", "engine's floors"),  # closes a circle
        ("app/base/page.py", "import app.results", "window's floors"),
        ("app/query/query.py", "import app.shell", "window's floors"),  # closes a circle
        ("cbir/search/search.py", "import cbir.catalog.rows", "by its door"),
        ("cbir/search/search.py", "from cbir.state import reader", "by its door"),
        ("app/viewer/pages.py", "import app.results.result_view", "by its door"),
        ("cbir/base/types/photo.py", "import PySide6.QtCore", "never imports Qt"),
        ("cbir/service/server.py", "import app.engine", "never imports Qt"),
        ("app/base/wording.py", "import cbir.catalog", "front door"),
        ("cbir/catalog/__init__.py", "import faiss", "FAISS"),
    ],
)
def test_a_planted_fault_is_found(copy: Path, file: str, planted: str, broken: str) -> None:
    with (copy / file).open("a", encoding="utf-8") as stream:
        stream.write(f"\n{planted}\n")
    done = lint(copy)
    assert done.returncode != 0
    assert any(broken in line and "BROKEN" in line for line in done.stdout.splitlines()), done.stdout


# ---- circles


def imports(tree: Path, package: str) -> dict[str, set[str]]:
    """Return which modules of a package each of them imports, those for the type checker alone among them."""
    files = {
        ".".join(file.relative_to(tree).with_suffix("").parts).removesuffix(".__init__"): file
        for file in sorted((tree / package).rglob("*.py"))
    }
    found: dict[str, set[str]] = {}
    for module, file in files.items():
        named = set(_named(ast.parse(file.read_text(encoding="utf-8"))))
        inner = {name for name in named if name in files}
        inner |= {home for name in named - inner if (home := name.rpartition(".")[0]) in files}
        found[module] = inner - {module}
    return found


def _named(module: ast.Module) -> Iterator[str]:
    for node in ast.walk(module):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def circles(graph: dict[str, set[str]]) -> set[tuple[str, ...]]:
    """Return the groups of modules in which each reaches every other."""

    def reached(start: str) -> set[str]:
        seen: set[str] = set()
        left = [start]
        while left:
            new = graph[left.pop()] - seen
            seen |= new
            left += new
        return seen

    reach = {module: reached(module) for module in graph}
    return {
        tuple(sorted({module} | {other for other in reach[module] if module in reach[other]}))
        for module in graph
        if module in reach[module]
    }


@pytest.mark.parametrize("package", ["app", "cbir"])
def test_no_modules_import_each_other_in_a_circle(package: str) -> None:
    assert circles(imports(ROOT, package)) == set()


@pytest.mark.parametrize(
    "planted",
    [
        "import app.viewer.match_scene",
        "from app.viewer import match_scene",
        "def late():\n    from app.viewer.match_scene import MatchScene",
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from app.viewer.match_view import MatchView",
    ],
)
def test_a_planted_circle_is_found(copy: Path, planted: str) -> None:
    with (copy / "app/viewer/overlay.py").open("a", encoding="utf-8") as stream:
        stream.write(f"\n{planted}\n")
    assert any("app.viewer.overlay" in circle for circle in circles(imports(copy, "app")))


def test_no_module_is_long_and_no_room_is_full() -> None:
    modules = [path for tree in ("app", "cbir") for path in sorted((ROOT / tree).rglob("*.py"))]
    lines = {str(path): path.read_text(encoding="utf-8").count("\n") for path in modules}
    assert {path: count for path, count in lines.items() if count > MOST_LINES} == {}
    rooms = Counter(str(path.parent) for path in modules if not path.name.startswith("__"))
    assert {room: held for room, held in rooms.items() if held > MOST_MODULES} == {}
