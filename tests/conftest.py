"""Fixtures of every test: a window that draws into memory, a home of its own, no built-in model."""

import contextlib
import ctypes
import gc
import itertools
import os
import sys
from pathlib import Path

import pytest

from tests.fonts import bring_fonts

# Compiled loops are kept beside the bytecode. Without that place each process of a test, whose home is new, would
# compile them again: seconds of every command.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

# Before Qt is imported by anything. A test that needs a real display starts its own and says so.
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ["QT_SCALE_FACTOR"] = (
    "1"  # pixels are compared; fit_everywhere.py starts programs with other scales
)
bring_fonts()

_KEPT = {-1: 512 << 20, -3: 32 << 20, -8: 2}  # M_TRIM_THRESHOLD, M_MMAP_THRESHOLD, M_ARENA_MAX of <malloc.h>
SHARED_DATA = Path(__file__).resolve().parent.parent.parent / "shared" / "data"


@pytest.fixture(scope="session", autouse=True)
def _homes(tmp_path_factory):
    """New home folders. Fixtures of modules and of the session run before any test has its own, and get the first."""
    # One folder for all, because mktemp scans every earlier one for the next number. A short name, because the path of
    # a socket in a home may have only 106 characters.
    folder = tmp_path_factory.mktemp("h")
    homes = (folder / str(number) for number in itertools.count())
    with pytest.MonkeyPatch.context() as monkeypatch:
        live_in(next(homes), monkeypatch)
        yield homes


@pytest.fixture(autouse=True)
def a_home_of_its_own(_homes, monkeypatch):
    """Keep every test away from the libraries, settings and caches of whoever runs it."""
    live_in(next(_homes), monkeypatch)


def live_in(home, monkeypatch):
    home.mkdir()
    monkeypatch.delenv("CBIR_LIBRARY", raising=False)
    monkeypatch.setenv("CBIR_BUILT_IN_MODEL", "")  # to encode every test's photos would take most of the time
    for name in ("HOME", "USERPROFILE"):
        monkeypatch.setenv(name, str(home))
    for name, folder in (
        ("XDG_DATA_HOME", "data"),
        ("XDG_CACHE_HOME", "cache"),
        ("XDG_CONFIG_HOME", "config"),
        ("LOCALAPPDATA", "local"),
        ("APPDATA", "roaming"),
    ):
        monkeypatch.setenv(name, str(home / folder))


def pytest_collection_modifyitems(items):
    """Order the modules so that the processes that share them end together, which they do when the last ones are short.

    Tests that spend most of their time waiting for other processes come first.
    """
    items.sort(
        key=lambda item: (
            item.path.parent.name not in ("workers", "training")
            and item.path.name != "test_fuzzed_parsers.py"
        )
    )


def pytest_collection_finish():
    """Keep the garbage collector from scanning what stays alive: collections took 4 % of the window's tests."""
    gc.freeze()
    _keep_freed_memory()


def _keep_freed_memory():
    """Have glibc keep what is freed in this process: to take it again, zeroed by the system, took 5 % of a run."""
    if sys.platform == "linux":
        with contextlib.suppress(AttributeError):  # other C libraries
            mallopt = ctypes.CDLL(None).mallopt
            for option, value in _KEPT.items():
                mallopt(option, value)


@pytest.fixture(scope="session")
def shared_data():
    """Return the folder of photos with ground truth, or skip: it is not part of the repository."""
    if not SHARED_DATA.is_dir():
        pytest.skip("the photos with ground truth (../shared/data) are not here")
    return SHARED_DATA
