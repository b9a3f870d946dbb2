"""Files that come with the program, by name."""

from __future__ import annotations

from pathlib import Path


def resource(name: str) -> Path:
    """Path of a file or folder of cbir_resources. name : relative to it, with "/" between folders"""
    from importlib.resources import files  # 8 ms, which not every command needs

    return Path(str(files("cbir_resources"))) / name
