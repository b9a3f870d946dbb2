"""Where the program's own files are."""

from __future__ import annotations

import sys
from pathlib import Path


def resource(name: str) -> Path:
    """A file of the resources folder, from a checkout, an installed package or a frozen program."""
    frozen = getattr(sys, "_MEIPASS", None)
    here = Path(frozen) if frozen else Path(__file__).resolve().parents[2]
    return here / "resources" / name
