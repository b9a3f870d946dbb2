"""exiftool, the oracle of what a picture's metadata says (Debian: libimage-exiftool-perl)."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

PROGRAM = shutil.which("exiftool")

needs_exiftool = pytest.mark.skipif(
    PROGRAM is None, reason="exiftool is not installed (Debian: libimage-exiftool-perl)"
)


def run(*arguments: str | Path) -> str:
    assert PROGRAM is not None
    done = subprocess.run(
        [PROGRAM, "-charset", "filename=utf8", *map(str, arguments)],
        capture_output=True,
        encoding="utf-8",
        errors="replace",
        check=False,
        timeout=100,
    )
    return done.stdout


def write_tags(file: Path, tags: Sequence[str]) -> None:
    """Set tags such as `XMP:Rating=3` in place."""
    run("-q", "-overwrite_original", *(f"-{tag}" for tag in tags), file)


def read_tags(*files: Path) -> dict[Path, dict[str, Any]]:
    """All tags by `group:name`, numbers as numbers, of files and of all files below folders."""
    rows = json.loads(run("-json", "-n", "-G1", "-a", "-r", *files) or "[]")
    return {Path(row["SourceFile"]): row for row in rows}
