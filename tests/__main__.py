"""Run every check: `python -m tests`.

Formatting, lint, types and layering first, because they take seconds; the tests last, so that their summary
ends the output. The exit code is 0 only when every check passed. Arguments go to pytest:
`python -m tests -k region`.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

_LINT_IMPORTS = "from importlinter.cli import lint_imports_command; lint_imports_command()"

CHECKS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("format", ("-m", "ruff", "format", "--check", ".")),
    ("lint", ("-m", "ruff", "check", ".")),
    ("types", ("-m", "mypy")),
    ("layers", ("-c", _LINT_IMPORTS, "--no-logo")),
)


def _run(name: str, arguments: tuple[str, ...]) -> bool:
    print(f"== {name}", flush=True)
    return (
        subprocess.run([sys.executable, *arguments], cwd=ROOT, env=_environment(), check=False).returncode
        == 0
    )


def _environment() -> dict[str, str]:
    """Return this environment with Qt drawing into memory unless a test starts a display of its own."""
    return {"QT_QPA_PLATFORM": "offscreen", "PYTHONUTF8": "1", **os.environ}


def main(arguments: list[str]) -> int:
    failed = [name for name, command in CHECKS if not _run(name, command)]
    if failed:
        print(f"== failed before the tests: {', '.join(failed)}", flush=True)
    passed = _run("tests", ("-m", "pytest", *arguments))
    return 0 if passed and not failed else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
