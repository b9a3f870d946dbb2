"""The layering contract holds, and it can fail: faults planted in a copy are found."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent

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
        ("cbir/search/search.py", "import cbir.catalog.schema", "by its door"),
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
