"""Where the frozen program starts: the command line, its window, the engine's process and the workers alike."""

from __future__ import annotations

import os
import sys
from multiprocessing import freeze_support
from pathlib import Path

# x86-64-v3. Loops that were compiled for it ahead of time run on every computer that has these.
_LEVEL = "avx avx2 bmi1 bmi2 f16c fma abm movbe popcnt sse4_1 sse4_2 ssse3".split()
_LLVM_NAMES = {"bmi1": "bmi", "abm": "lzcnt", "sse4_1": "sse4.1", "sse4_2": "sse4.2"}


def main() -> int:
    # First: a child of multiprocessing is this program once more, and goes on in there.
    freeze_support()
    from cbir.cli import main as command_line

    # The second program of Windows, without a console, and the bundle of macOS open the window.
    windowed = Path(sys.executable).name.lower() == "cbir-window.exe" or (
        sys.platform == "darwin" and ".app/Contents/MacOS" in sys.executable and "TERM" not in os.environ
    )
    return command_line(["gui", *sys.argv[1:]] if windowed else None)


def _use_compiled_loops() -> None:
    os.environ["NUMBA_CACHE_LOCATOR_CLASSES"] = "frozen_cache.Locator"
    try:
        flags = (
            Path("/proc/cpuinfo").read_text(encoding="utf-8").partition("flags")[2].partition("\n")[0].split()
        )
    except OSError:  # not Linux: compiled for this very computer at first use
        return
    if set(_LEVEL) <= set(flags):
        os.environ["NUMBA_CPU_NAME"] = "haswell"
        features = sorted(_LLVM_NAMES.get(name, name) for name in _LEVEL)
        os.environ["NUMBA_CPU_FEATURES"] = ",".join(f"+{name}" for name in features)


def _leave_other_programs_alone() -> None:
    """What is started from here, such as a photo viewer, loads the system's libraries, not this program's."""
    before = os.environ.pop("LD_LIBRARY_PATH_ORIG", None)
    os.environ.pop("LD_LIBRARY_PATH", None)
    if before is not None:
        os.environ["LD_LIBRARY_PATH"] = before


if __name__ == "__main__":
    _leave_other_programs_alone()
    _use_compiled_loops()
    sys.exit(main())
