"""The start of the frozen program: the command line, its window, the engine's process and the workers."""

from __future__ import annotations

import os
import sys
from multiprocessing import freeze_support
from pathlib import Path


def main() -> int:
    # First: a child process of multiprocessing is this program again, and continues in here.
    freeze_support()
    from cbir.cli import main as command_line

    # The second program of Windows, without a console, and the bundle of macOS open the window.
    windowed = Path(sys.executable).name.lower() == "cbir-window.exe" or (
        sys.platform == "darwin" and ".app/Contents/MacOS" in sys.executable and "TERM" not in os.environ
    )
    return command_line(["gui", *sys.argv[1:]] if windowed else None)


def _leave_other_programs_alone() -> None:
    """Let other programs, such as a photo viewer, load the system's libraries and not this program's.

    The program's own workers start as if the user had started them, and so find their libraries again.
    """
    os.environ["PYINSTALLER_RESET_ENVIRONMENT"] = "1"
    before = os.environ.pop("LD_LIBRARY_PATH_ORIG", None)
    os.environ.pop("LD_LIBRARY_PATH", None)
    if before is not None:
        os.environ["LD_LIBRARY_PATH"] = before


if __name__ == "__main__":
    _leave_other_programs_alone()
    sys.exit(main())
