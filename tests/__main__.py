"""Run every check: `python -m tests`.

Formatting, lint and layering first, because they take seconds; types are checked beside the rest. Three
processes share the tests, module by module. The exit code is 0 only when every check passed. Arguments go to pytest:
`python -m tests -k region`, `python -m tests --durations=30` to see what takes long, `python -m tests -n0` for one
process, which the debugger needs.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from types import MappingProxyType

import psutil

ROOT = Path(__file__).resolve().parent.parent

_LINT_IMPORTS = "from importlinter.cli import lint_imports_command; lint_imports_command()"

QUICK = (
    ("format", ("-m", "ruff", "format", "--check", ".")),
    ("lint", ("-m", "ruff", "check", ".")),
    ("layers", ("-c", _LINT_IMPORTS, "--no-logo")),
)
# Compiled once here: otherwise each process that starts before the code is kept compiles it for itself, for 10 s.
LOOPS = ("-c", "from installers.loops import load_all; load_all()")
# pytest keeps the test modules that it has rewritten. In a fresh clone each of its processes would spend 15 s on that.
REWRITE = ("-m", "pytest", "--collect-only", "-qq")
# A module's tests stay together, so that what they share is built once. A third of the time of two processes goes by in
# waiting for the processes that tests start: a third one keeps two cores busy.
TESTS = ("-m", "pytest", "-n", "3", "--dist", "loadscope", "--no-loadscope-reorder")

MEMORY = Path("/dev/shm")
MEMORY_BYTES = 12 << 30  # what the tests write and the processes that run them take, with room to spare


def main(arguments):
    with ThreadPoolExecutor(1) as beside:
        types = beside.submit(_check_types)
        failed = [name for name, command in QUICK if not _run(name, command)]
        if failed:
            print(f"== failed before the tests: {', '.join(failed)}", flush=True)
        with _scratch() as scratch, tempfile.TemporaryDirectory() as home:
            # Tests have homes of their own: what an earlier run kept in the user's caches they would compile again.
            _run("loops", LOOPS, dict.fromkeys(("HOME", "XDG_CACHE_HOME", "LOCALAPPDATA"), home))
            if not any((ROOT / "tests").glob("__pycache__/*-pytest-*.pyc")):
                _run("rewriting", REWRITE, output=subprocess.DEVNULL)
            passed = _run("tests", (*TESTS, *arguments), scratch)
    if not types.result():
        print("== failed beside the tests: types", flush=True)
    return 0 if passed and types.result() and not failed else 1


@contextmanager
def _scratch():
    """The folder for tests: in memory if there is enough, as they make hundreds of libraries with flushed files."""
    if (
        not MEMORY.is_dir()
        or min(shutil.disk_usage(MEMORY).free, psutil.virtual_memory().available) < MEMORY_BYTES
    ):
        yield {}
        return
    with tempfile.TemporaryDirectory(prefix="cbir-", dir=MEMORY, ignore_cleanup_errors=True) as folder:
        yield {"TMPDIR": folder}


def _run(
    name,
    arguments,
    changes=MappingProxyType({}),
    *,
    output=None,
):
    """Run a module of Python and return whether it passed. changes : of the environment. output : None: to ours"""
    print(f"== {name}", flush=True)
    environment = {**_environment(), **changes}
    command = [sys.executable, *arguments]
    return subprocess.run(command, cwd=ROOT, env=environment, stdout=output, check=False).returncode == 0


def _check_types():
    """Run mypy, and print what it says in one piece: the tests print meanwhile."""
    done = subprocess.run(
        [sys.executable, "-m", "mypy"],
        cwd=ROOT,
        env=_environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    print(f"\n== types\n{done.stdout}", end="", flush=True)
    return done.returncode == 0


def _environment():
    """Return this environment with Qt drawing into memory unless a test starts a display of its own.

    Three processes of tests, and what they start, share few cores: threads of OpenMP and OpenBLAS would take a seventh
    more of them to wait for each other.
    """
    threads = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "OMP_WAIT_POLICY": "PASSIVE"}
    return {"QT_QPA_PLATFORM": "offscreen", "PYTHONUTF8": "1", **threads, **os.environ}


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
