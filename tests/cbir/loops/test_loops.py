"""Loops are compiled once, kept, and loaded by processes that never import numba."""

import shutil
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from cbir.base import liveness
from cbir.loops import Loop, array, compiled, look_at_tile, machine_code, popcount

_SHIFT = 3


def _shifted(values, i, by):
    return values[i] + by + _SHIFT


def _add(values, table, by):
    for i in range(len(values)):
        table[1, i] = _shifted(values, i, by) + np.float32(popcount(np.uint64(i)))
    return len(values)


def _same(x):
    return x


_FLOATS = array(np.float32)


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setattr(machine_code, "code_folders", lambda: iter([tmp_path / "kept"]))
    return tmp_path / "kept"


def _loop():
    return compiled(_FLOATS, array(np.float32, 2), np.float32)(_add)


def test_a_loop_gives_what_its_python_gives_and_is_kept(folder, monkeypatch):
    values = np.arange(40, dtype=np.float32)
    expected, found, again = (np.zeros((2, 40), np.float32) for _ in range(3))
    assert _add(values, expected, np.float32(1.5)) == 40
    assert _loop()(values, found, 1.5) == 40
    assert np.array_equal(found, expected)
    (kept,) = folder.iterdir()

    with monkeypatch.context() as without:
        without.setitem(sys.modules, "cbir.loops.compiler", None)  # an import of it fails
        _loop()(values, again, 1.5)
        assert np.array_equal(again, expected)

    kept.write_bytes(kept.read_bytes()[:-1] + b"?")  # damaged: it is made again
    again[:] = 0
    _loop()(values, again, 1.5)
    assert np.array_equal(again, expected)


def test_two_that_need_a_loop_at_once_compile_it_once_and_say_so(folder, monkeypatch):
    from cbir.loops import compiler as loop_compiler

    real, compiled_by = loop_compiler.compile_loop, []

    def compile_slowly(*args, **options):
        compiled_by.append(threading.get_ident())
        time.sleep(0.1)
        return real(*args, **options)

    monkeypatch.setattr(loop_compiler, "compile_loop", compile_slowly)
    folder.mkdir()
    (folder / f"{_loop().symbol}.lock").touch()  # as of a process that was killed while it compiled
    told = []
    with liveness.listen(lambda wait, begins: told.append((wait, begins))), ThreadPoolExecutor(2) as threads:
        list(threads.map(Loop.load, (_loop(), _loop())))
        assert told == [("compiling", True), ("compiling", False)]
        _loop().load()
    assert len(compiled_by) == 1
    assert len(told) == 2, "what is kept is not compiled again"
    assert [file.suffix for file in folder.iterdir()] == [".loop"]


def test_where_nothing_can_be_kept_loops_are_compiled_all_the_same(monkeypatch):
    monkeypatch.setattr(machine_code, "code_folders", lambda: iter(()))
    assert compiled(np.int64)(_same)(7) == 7


def _look(rows, columns, offsets, least):
    for block in range(columns.shape[0]):
        look_at_tile(rows, columns, block, offsets, least)
    return 0


def test_a_tile_gives_what_its_python_gives(folder):
    rng = np.random.default_rng(0)
    rows = rng.integers(-5000, 5000, (4, 2 * 33)).astype(np.int16).view(np.int32)
    columns = rng.integers(-5000, 5000, (5, 33, 16, 2)).astype(np.int16).view(np.int32)[..., 0]
    offsets = rng.integers(-(10**9), 10**9, (5, 16)).astype(np.int32)
    expected, found = (np.full((2, 4, 16), 0x7FFFFFFF, np.int32) for _ in range(2))
    _look(rows, columns, offsets, expected)
    compiled(array(np.int32, 2), array(np.int32, 3), array(np.int32, 2), array(np.int32, 3))(_look)(
        rows, columns, offsets, found
    )
    assert np.array_equal(found, expected)
    assert len(np.unique(found & 0xFFF)) == 5


def test_code_is_kept_by_what_it_does(monkeypatch):
    before = _loop().symbol
    assert _loop().symbol == before
    assert compiled(_FLOATS, array(np.float32, 2), np.float64)(_add).symbol != before
    monkeypatch.setitem(globals(), "_SHIFT", 4)  # of a function that it calls
    assert _loop().symbol != before


def test_arrays_of_another_kind_are_refused(folder):
    values, table = np.zeros(4, np.float32), np.zeros((2, 4), np.float32)
    for wrong in (values.astype(np.float64), np.zeros((4, 1), np.float32), np.zeros(8, np.float32)[::2]):
        with pytest.raises(TypeError, match="contiguous"):
            _loop()(wrong, table, 1)


def test_a_loop_that_makes_an_array_is_refused(folder):
    def grow(n):
        return len(np.empty(n, np.float32))

    with pytest.raises(Exception, match="empty"):
        compiled(np.int64)(grow)(3)


def test_a_process_that_describes_and_matches_imports_no_numba():
    code = """
import sys
import numpy as np
from cbir.local_features import describe
from cbir.matching import load_kernels as matching
from cbir.visual_words import load_kernels as scoring
describe(np.zeros((40, 40), np.uint8))
matching()
scoring()
print(sorted({"numba", "scipy"} & set(sys.modules)))
"""
    subprocess.run([sys.executable, "-c", code], check=True)  # compiles what is not kept yet
    answer = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert answer.stdout.strip() == "[]"


@pytest.mark.skipif(shutil.which("cc") is None, reason="no compiler to link with")
def test_shipped_machine_code_is_used_and_nothing_is_compiled(tmp_path, monkeypatch):
    loop = compiled(np.int64)(_same)
    (tmp_path / "answer.c").write_text(
        f"""
        #include <stdint.h>
        int32_t ours(int64_t *result, void **error, int64_t x) __asm__("\\"{loop.name_for()}\\"");
        int32_t ours(int64_t *result, void **error, int64_t x) {{ *result = x + 35; return 0; }}
        """
    )
    (tmp_path / "loops").mkdir()
    for level in machine_code.LEVELS:
        library = tmp_path / "loops" / f"{level.replace('-', '_')}.so"
        subprocess.run(["cc", "-shared", "-fPIC", "-o", str(library), str(tmp_path / "answer.c")], check=True)
    monkeypatch.setattr(machine_code, "resource", lambda name: tmp_path / name)
    machine_code.shipped_loops.cache_clear()
    try:
        assert loop(7) == 42
        assert machine_code.place_of_code() is not None
    finally:
        machine_code.shipped_loops.cache_clear()


def test_an_installed_program_keeps_no_machine_code_among_its_files(monkeypatch, tmp_path):
    beside = {}
    for place in ("site-packages", "checkout"):
        room = tmp_path / place / "cbir" / "loops"
        (room / "__pycache__").mkdir(parents=True)
        monkeypatch.setattr(machine_code, "__file__", str(room / "machine_code.py"))
        beside[place] = room / "__pycache__" in list(machine_code.code_folders())
    assert beside == {"site-packages": False, "checkout": True}
