"""Folders -> their existence, with a limit on the time that a drive may take to answer.

stat() on a network drive whose server is gone may never return, and nothing can interrupt it. Therefore it runs in a
daemon thread, and a folder for which a thread still waits is not checked again.
"""

from __future__ import annotations

import contextlib
import stat
import threading
from collections.abc import Iterable
from pathlib import Path

PATIENCE_S = 3.0
"""Time that a caller waits for a drive. A disk that takes longer to spin up is seen by a later call."""
WAKING_S = 20.0
"""Time that a caller waits for a folder that the user named: a sleeping disk takes about ten seconds to spin up."""

_lock = threading.Lock()
# folders whose drive has not answered yet, and the thread that waits for it
_pending: dict[Path, threading.Thread] = {}


def folders_there(folders: Iterable[Path], *, patience_s: float | None = None) -> dict[Path, bool | None]:
    """The existence of each folder. True: it exists; False: it does not; None: unknown, or not a folder.

    patience_s : time to wait for each drive that does not answer. A folder that is still pending from an earlier call
        is None at once.
    """
    there: dict[Path, bool | None] = dict.fromkeys(folders)
    left = _not_pending(there)
    while left:
        question = _Question(left)
        question.start()
        question.answered.wait(PATIENCE_S if patience_s is None else patience_s)
        states = question.take()
        there.update(states)
        left = left[len(states) + 1 :]  # without the pending folder
    return there


def folder_is_there(folder: Path) -> bool | None:
    """See folders_there."""
    return folders_there([folder])[folder]


def answering(folders: Iterable[Path]) -> set[Path]:
    """The folders whose drives answer in time, even with an error. Calls on the others may never return."""
    folders = list(folders)
    folders_there(folders)
    return set(_not_pending(folders))


def answers(folder: Path, *, may_sleep: bool = False) -> bool:
    """True if a folder's drive answers in time, even with an error. may_sleep : give a disk time to spin up"""
    folders_there([folder])
    with _lock:
        waiting = _pending.get(folder)
    if waiting is not None and may_sleep:
        waiting.join(WAKING_S)
    return bool(_not_pending([folder]))


class _Question(threading.Thread):
    """Checks folders one after the other, in a daemon thread, which cannot keep the program from ending."""

    def __init__(self, folders: list[Path]) -> None:
        super().__init__(name="presence", daemon=True)
        self.answered = threading.Event()
        self._folders = folders
        self._answers: dict[Path, bool | None] = {}
        self._taken = False

    def run(self) -> None:
        for folder in self._folders:
            answer = _ask(folder)
            with _lock:
                if self._taken:
                    if _pending.get(folder) is self:
                        del _pending[folder]
                    return  # the caller checks the rest in another thread
                self._answers[folder] = answer
        self.answered.set()

    def take(self) -> dict[Path, bool | None]:
        """Return the answers so far; the folder that this thread still waits for becomes pending."""
        with _lock:
            if len(self._answers) < len(self._folders):
                self._taken = True
                _pending[self._folders[len(self._answers)]] = self
            return self._answers


def _not_pending(folders: Iterable[Path]) -> list[Path]:
    with _lock:
        return [folder for folder in folders if folder not in _pending]


def _ask(folder: Path) -> bool | None:
    with contextlib.suppress(OSError, ValueError):
        try:
            return True if stat.S_ISDIR(folder.stat().st_mode) else None
        except (FileNotFoundError, NotADirectoryError):
            return False
    return None
