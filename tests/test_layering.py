"""The layering contract holds and modules import each other in no circle; faults planted in a copy are found."""

import ast
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
APP = "app/cbir_app"

_LINT = "from importlinter.cli import lint_imports_command; lint_imports_command()"


def lint(tree):
    return subprocess.run(
        [sys.executable, "-c", _LINT, "--no-logo", "--no-cache"],
        cwd=tree,
        env={**os.environ, "COLUMNS": "200", "PYTHONPATH": os.pathsep.join((str(tree), str(tree / "app")))},
        capture_output=True,
        text=True,
        check=False,
    )


# Where a fault is planted, what, which contract it breaks, and how that is told.
PLANTED = (
    ("cbir/matching/__init__.py", "import cbir.visual_words", "engine's floors", "cbir.matching -> cbir.visual_words"),
    ("cbir/base/errors.py", "import cbir.catalog", "engine's floors", "cbir.base.errors -> cbir.catalog"),
    ("cbir/unplaced.py", "import cbir.base.errors", "engine's floors", "cbir.unplaced"),
    ("cbir/service/server.py", "import cbir.cli", "engine's floors", "cbir.service.server -> cbir.cli"),
    # closes no circle, crosses a floor
    ("cbir/search/search.py", "import cbir.indexing", "engine's floors", "cbir.search.search -> cbir.indexing"),
    # closes a circle
    ("cbir/catalog/rows.py", "import cbir.state", "engine's floors", "cbir.catalog.rows -> cbir.state"),
    (f"{APP}/base/page.py", "import cbir_app.results", "window's floors", "cbir_app.base.page -> cbir_app.results"),
    # closes a circle
    (f"{APP}/query/chip.py", "import cbir_app.shell", "window's floors", "cbir_app.query.chip -> cbir_app.shell"),
    ("cbir/search/search.py", "import cbir.catalog.rows", "by its door", "of cbir.catalog: cbir.catalog.rows"),
    ("cbir/search/search.py", "from cbir.state import reader", "by its door", "of cbir.state: cbir.state.reader"),
    (f"{APP}/viewer/pages.py", "import cbir_app.results.result_view", "by its door", "cbir_app.results.result_view"),
    ("cbir/base/types/photo.py", "import PySide6.QtCore", "never imports Qt", "cbir.base.types.photo -> PySide6"),
    ("cbir/service/server.py", "import cbir_app.engine", "never imports Qt", "cbir.service.server -> cbir_app.engine"),
    (f"{APP}/base/wording.py", "import cbir.catalog", "front door", "cbir_app.base.wording -> cbir.catalog"),
    ("cbir/library/library.py", "import cbir.cluster", "never imports a wing", "cbir.library.library -> cbir.cluster"),
    ("cbir/state/reader.py", "import cbir.cluster", "never imports a wing", "cbir.state.reader -> cbir.cluster"),
    ("cbir/search/search.py", "import cbir.training", "never imports a wing", "cbir.search.search -> cbir.training"),
    ("cbir/catalog/__init__.py", "import faiss", "FAISS", "cbir.catalog -> faiss"),
)  # fmt: skip


def copied(tree):
    for folder in (APP, "cbir"):
        shutil.copytree(ROOT / folder, tree / folder, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", tree)
    (tree / "tests").mkdir()
    for name in ("__init__.py", "doors.py"):
        shutil.copy(ROOT / "tests" / name, tree / "tests")
    return tree


def plant(tree, file, planted):
    with (tree / file).open("a", encoding="utf-8") as stream:
        stream.write(f"\n{planted}\n")


@pytest.fixture
def copy(tmp_path):
    return copied(tmp_path)


@pytest.fixture(scope="module")
def found(tmp_path_factory):
    """The message for each broken contract when all faults are planted at once."""
    tree = copied(tmp_path_factory.mktemp("planted"))
    for file, planted, *_ in PLANTED:
        plant(tree, file, planted)
    done = lint(tree)
    assert done.returncode != 0
    said = {}
    contract, lines = "", done.stdout.partition("Broken contracts")[2].splitlines()
    for line, below in zip(lines, [*lines[1:], ""], strict=True):
        if line and below and not below.strip("-"):
            contract = line
        said.setdefault(contract, []).append(line)
    return said


def test_the_tree_keeps_its_layers(copy):
    done = lint(copy)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize(("contract", "told"), [fault[2:] for fault in PLANTED])
def test_a_planted_fault_is_found(found, contract, told):
    said = [line for name, lines in found.items() if contract in name for line in lines]
    assert any(line.partition(" (l.")[0].endswith(told) for line in said), said


def test_a_fault_alone_breaks_the_contract(copy):
    plant(copy, *PLANTED[0][:2])
    done = lint(copy)
    assert done.returncode != 0
    assert [line for line in done.stdout.splitlines() if "engine's floors" in line and "BROKEN" in line]


# ---- circles


def imports(folder):
    """Return which modules of a package each of them imports, those for the type checker alone among them."""
    files = {
        ".".join(file.relative_to(folder.parent).with_suffix("").parts).removesuffix(".__init__"): file
        for file in sorted(folder.rglob("*.py"))
    }
    found = {}
    for module, file in files.items():
        named = set(_named(ast.parse(file.read_text(encoding="utf-8"))))
        inner = {name for name in named if name in files}
        inner |= {home for name in named - inner if (home := name.rpartition(".")[0]) in files}
        found[module] = inner - {module}
    return found


def _named(module):
    for node in ast.walk(module):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def circles(graph):
    """Return the groups of modules in which each reaches every other."""

    def reached(start):
        seen = set()
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


@pytest.mark.parametrize("folder", [APP, "cbir"])
def test_no_modules_import_each_other_in_a_circle(folder):
    assert circles(imports(ROOT / folder)) == set()


@pytest.mark.parametrize(
    "planted",
    [
        "import cbir_app.viewer.match_view",
        "from cbir_app.viewer import match_view",
        "def late():\n    from cbir_app.viewer.match_view import MatchView",
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from cbir_app.viewer.match_view import MatchView",
    ],
)
def test_a_planted_circle_is_found(copy, planted):
    plant(copy, f"{APP}/viewer/match_scene.py", planted)
    assert any("cbir_app.viewer.match_scene" in circle for circle in circles(imports(copy / APP)))
