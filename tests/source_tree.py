"""The folders from which a checkout's packages are imported, for processes that tests start."""

import os
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def python_path(tree=ROOT):
    """PYTHONPATH of a checkout."""
    return os.pathsep.join(str(tree / folder) for folder in (".", "app", "resources"))
