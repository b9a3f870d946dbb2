"""Optional packages: what to do about one that is missing or damaged.

A program that was installed without Python has no pip: its sentences never name it.
"""

from __future__ import annotations

import sys

from cbir.base.messages import Message


def is_installed_program() -> bool:
    """True in a program that brings its own Python, such as a .deb, an AppImage or a set-up."""
    return bool(getattr(sys, "frozen", False))


def how_to_install(extra: str) -> Message:
    """A sentence on how to get the packages of an extra."""
    if is_installed_program():
        return Message("This installed program does not bring that; cbir as a Python package does.")
    return Message('Install it: `pip install "cbir[{0}]"`.', extra)


def how_to_repair(extra: str) -> Message:
    """A sentence on how to replace damaged files of an extra."""
    if is_installed_program():
        return Message("Install cbir again.")
    return Message('Install it again: `pip install --force-reinstall "cbir[{0}]"`.', extra)
