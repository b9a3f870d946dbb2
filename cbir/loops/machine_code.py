"""Compiled loops at the level of LLVM: passing of arguments, and machine code stored for this computer."""

from __future__ import annotations

import contextlib
import ctypes
import functools
import hashlib
import importlib
import os
import platform
import sys
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import FunctionType
from typing import Any

import numpy as np
from numpy.typing import DTypeLike, NDArray

from cbir.base.errors import CbirError
from cbir.base.layout import user_folder
from cbir.base.resources import resource
from cbir.base.storage import make_private_folder, write_atomically

LEVELS: dict[str, tuple[str, ...]] = {
    "icelake-server": ("AVX512_ICL",),
    "haswell": ("AVX2", "FMA3", "POPCNT", "F16C"),
    "x86-64": ("SSE2",),
    "generic": ("ASIMD",),
}
"""Processors with shipped machine code, best first: LLVM's name, and NumPy's names of the required features."""

X86 = platform.machine().lower() in ("x86_64", "amd64")
_INSTALLED = frozenset(("site-packages", "dist-packages"))
_CHECKSUM_BYTES = 16  # before the object file
# Length 0, so that any array is long enough. The type stubs do not know that arrays have a buffer.
_NOTHING: Any = ctypes.c_char * 0
_C_TYPES: dict[np.dtype[Any], Any] = {
    np.dtype(np.int64): ctypes.c_int64,
    np.dtype(np.float32): ctypes.c_float,
    np.dtype(np.float64): ctypes.c_double,
}


@dataclass(frozen=True, slots=True)
class Parameter:
    """A number (dimensions = 0), or a C-contiguous array."""

    dtype: np.dtype[Any]
    dimensions: int

    def __str__(self) -> str:
        return f"{self.dtype.descr}x{self.dimensions}"

    @property
    def c_types(self) -> tuple[Any, ...]:
        """C types of a numba argument; for an array: owner (twice), length, bytes per element, data, shape, strides."""
        if not self.dimensions:
            return (_C_TYPES[self.dtype],)
        sizes = (ctypes.c_int64,) * (2 * self.dimensions)
        return (ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int64, ctypes.c_int64, ctypes.c_void_p, *sizes)

    def values(self, given: Any) -> tuple[Any, ...]:
        if not self.dimensions:
            return (float(given) if self.dtype.kind == "f" else int(given),)
        array: NDArray[Any] = given
        flags = array.flags
        if array.dtype != self.dtype or array.ndim != self.dimensions or not flags.c_contiguous:
            raise TypeError(f"an array of {array.dtype}, {array.shape}, is not a contiguous one of {self}")
        # NumPy takes three times as long as ctypes to give the address, but ctypes requires a writable array.
        data = _NOTHING.from_buffer(array) if flags.writeable else array.ctypes.data
        return (None, None, array.size, array.itemsize, data, *array.shape, *array.strides)


def array(dtype: DTypeLike, dimensions: int = 1) -> Parameter:
    return Parameter(np.dtype(dtype), dimensions)


def popcount(x: np.uint64) -> int:
    """Set bits of a 64-bit word; compiled, one instruction."""
    return int(x).bit_count()


def look_at_tile(
    rows: NDArray[np.int32],
    columns: NDArray[np.int32],
    block: int,
    offsets: NDArray[np.int32],
    least: NDArray[np.int32],
) -> int:
    """Subtract the products of four rows with a block of columns from the columns' offsets; keep the two least results.

    rows : (4, k) int32, each two int16 numbers. columns : (blocks, k, 16) int32, likewise. offsets : (blocks, 16)
        int32. All sums must fit.
    least : (2, 4, 16) int32, the least and the second least result so far, for each row and each place in a block; the
        last 12 bits are the number of the block
    The compiled version multiplies and adds sixteen or more numbers per instruction.
    """
    factors = rows.view(np.int16).reshape(4, -1, 2).astype(np.int32)
    others = columns[block].view(np.int16).reshape(-1, 16, 2).astype(np.int32)
    left = offsets[block] - np.einsum("rki,kci->rc", factors, others)
    least[:] = np.sort([*least, left & ~0xFFF | block], axis=0)[:2]
    return 0


def functions_in(function: FunctionType) -> Iterator[tuple[str, Any]]:
    """The global names that a function uses, with their values."""
    for name in function.__code__.co_names:
        if name in function.__globals__:
            yield name, function.__globals__[name]


@functools.cache
def processor() -> tuple[str, ...]:
    """The processor that machine code is compiled for, and the versions of the compilers."""
    import llvmlite.binding

    try:
        features = llvmlite.binding.get_host_cpu_features().flatten()
    except RuntimeError:  # LLVM cannot query the system
        features = ""
    return llvmlite.binding.get_host_cpu_name(), features, llvmlite.__version__, sys.version, sys.platform


@functools.cache
def target_machine() -> Any:
    import llvmlite.binding as llvm

    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    name, features, *_ = processor()
    return llvm.Target.from_default_triple().create_target_machine(
        cpu=name,
        features=features,
        opt=3,
        reloc="default",
        codemodel="jitdefault",
        jit=True,
    )


_engine_lock = threading.Lock()


@functools.cache
def _engine() -> Any:
    import llvmlite.binding as llvm

    return llvm.create_mcjit_compiler(llvm.parse_assembly(""), target_machine())


def load_code(symbol: str, code: bytes) -> int:
    import llvmlite.binding as llvm

    with _engine_lock:
        engine = _engine()
        engine.add_object_file(llvm.ObjectFileRef.from_data(code))
        engine.finalize_object()
        return int(engine.get_function_address(symbol))


@functools.cache
def shipped_loops() -> ctypes.CDLL | None:
    """A library of all loops, compiled in advance for this processor: a packaged program has neither numba nor LLVM."""
    folder = resource("loops")
    if not folder.is_dir():
        return None
    has = importlib.import_module("numpy._core._multiarray_umath").__cpu_features__
    for level, features in LEVELS.items():
        library = folder / f"{level.replace('-', '_')}.so"
        if all(has.get(feature, False) for feature in features) and library.is_file():
            return ctypes.CDLL(str(library))
    return None


def shipped_code(name: str) -> int | None:
    """The address of a loop in the program's own library; None without one, or if it is from another build."""
    library = shipped_loops()
    try:
        return None if library is None else ctypes.cast(library[name], ctypes.c_void_p).value
    except AttributeError:
        return None


def place_of_code() -> Path | None:
    """The library of shipped loops, or the folder of stored ones; None if nothing can be stored."""
    if (library := shipped_loops()) is not None:
        return Path(library._name)
    for folder in code_folders():
        if os.access(folder, os.W_OK):
            return folder
    return None


def code_folders() -> Iterator[Path]:
    """Folders for machine code: in a checkout beside the bytecode, else in the user's cache.

    An installed program stores nothing among its files, since pip would leave it behind.
    """
    local_folder = Path(__file__).parent / "__pycache__"
    if local_folder.is_dir() and not _INSTALLED.intersection(local_folder.parts):
        yield local_folder
    with contextlib.suppress(CbirError):
        yield user_folder("cache")


def read_kept(symbol: str) -> bytes | None:
    for folder in code_folders():
        with contextlib.suppress(OSError):
            content = (folder / f"{symbol}.loop").read_bytes()
            checksum, code = content[:_CHECKSUM_BYTES], content[_CHECKSUM_BYTES:]
            if checksum == _checksum(code):
                return code
    return None


def keep(symbol: str, code: bytes) -> None:
    for folder in code_folders():
        with contextlib.suppress(OSError):
            make_private_folder(folder)
            write_atomically(folder / f"{symbol}.loop", _checksum(code) + code, durable=False)
            return


@contextlib.contextmanager
def one_compiles(symbol: str) -> Iterator[None]:
    """Let one process at a time compile a loop; the others use its code. Without a place to lock, each compiles it."""
    from filelock import FileLock

    with contextlib.ExitStack() as held:
        for folder in code_folders():
            place = folder / f"{symbol}.lock"
            try:
                make_private_folder(folder)
                held.enter_context(FileLock(place, fallback_to_soft=False))
            except (OSError, NotImplementedError):
                continue
            held.callback(_forget, place)
            break
        yield


def _forget(lock: Path) -> None:
    """Remove a lock while it is held; waiting processes then find the stored loop. Windows removes it automatically."""
    with contextlib.suppress(OSError):
        lock.unlink()


def _checksum(code: bytes) -> bytes:
    return hashlib.blake2b(code, digest_size=_CHECKSUM_BYTES).digest()
