"""The window's process stays light, and decodes nothing that it was not shipped with."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

APP = Path(__file__).resolve().parents[3] / "app" / "cbir_app"
HEAVY = ("cv2", "faiss", "numba", "sklearn", "scipy", "skimage", "torch", "onnxruntime", "PIL", "sqlite3")

_IMPORT_ALL = """
import importlib, pkgutil, sys
import cbir_app
for module in pkgutil.walk_packages(cbir_app.__path__, "cbir_app."):
    importlib.import_module(module.name)
from cbir_app.engine import Engine
import cbir.service
print(*sorted(set(m.split(".")[0] for m in sys.modules)))
"""


def test_the_whole_window_imports_no_heavy_library():
    run = subprocess.run(
        [sys.executable, "-c", _IMPORT_ALL], capture_output=True, text=True, check=True, cwd=APP.parent
    )
    loaded = set(run.stdout.split())
    assert "PySide6" in loaded
    assert loaded.isdisjoint(HEAVY), f"loaded: {sorted(loaded.intersection(HEAVY))}"


def test_a_start_does_without_numpy_until_the_first_frame():
    """It takes 130 ms of processor time, and no widget of the first frame needs it."""
    code = "import cbir.service, cbir_app.engine, cbir_app.shell, sys; print('numpy' in sys.modules)"
    run = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=APP.parent
    )
    assert run.stdout.strip() == "False"


def test_the_entry_can_be_imported_again_by_the_engine_process_without_qt():
    """Spawn imports the main module once more in the child; Qt would cost it 80 ms and 40 MB."""
    code = "import cbir_app.__main__, cbir_app.engine.process, sys; print('PySide6' in sys.modules)"
    run = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=APP.parent
    )
    assert run.stdout.strip() == "False"


@pytest.mark.parametrize("file", sorted(APP.rglob("*.py")), ids=lambda path: path.relative_to(APP).as_posix())
def test_a_module_knows_the_engine_by_its_front_door_alone(file):
    allowed = {
        "cbir.service",
        *(
            f"cbir.base.{name}"
            for name in (
                "allocator",
                "at_login",
                "chosen_device",
                "cores",
                "drives",
                "errors",
                "folding",
                "lazy",
                "liveness",
                "messages",
                "resources",
                "types",
            )
        ),
    }
    imported = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module:
            imported.add(node.module)
        elif isinstance(node, ast.Import):
            imported.update(name.name for name in node.names)
    assert {name for name in imported if name.split(".")[0] == "cbir"} <= allowed


@pytest.mark.parametrize("file", sorted(APP.rglob("*.py")), ids=lambda path: path.relative_to(APP).as_posix())
def test_no_module_hands_a_file_to_qts_decoders(file):
    """QImage(path), QPixmap(path), load, loadFromData and QImageReader decode in this process."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if not isinstance(node, ast.Call):
            continue
        name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
        if ast.unparse(node.func) == "QBitmap.fromData":  # raw bits: nothing is decoded
            continue
        assert name not in ("QImageReader", "QMovie", "loadFromData", "fromData"), f"line {node.lineno}"
        if name in ("QImage", "QPixmap") and len(node.args) == 1:
            only = node.args[0]
            sized = isinstance(only, ast.Call) and getattr(only.func, "attr", "") in ("size", "QSize")
            assert sized, f"{name} of something that may be a path in line {node.lineno}"
