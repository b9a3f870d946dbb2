"""Folders -> whether they are there. A drive that does not answer holds nobody up for long, and nobody twice.

A stat of a network's drive whose server is gone may never return, and nothing ends it but the end of the program.
"""

from __future__ import annotations

import contextlib
import stat
import threading
from collections.abc import Iterable
from pathlib import Path

PATIENCE_S = 3.0
"""Of those that are asked by the way; who asks again a second later hears the answer of a disk that wakes up."""
WAKING_S = 20.0
"""Of a folder that somebody named: a disk that sleeps takes some ten seconds to wake up."""

_lock = threading.Lock()
_asked: dict[Path, threading.Thread] = {}  # what a thread waits for, longer than anybody else did


def folders_there(folders: Iterable[Path], *, patience_s: float | None = None) -> dict[Path, bool | None]:
    """Whether each is a folder that is there. False: its drive says that there is none; None: nobody knows.

    patience_s : for each drive that does not answer; none for one that did not before and has not since
    """
    there: dict[Path, bool | None] = dict.fromkeys(folders)
    left = _not_waited_for(there)
    while left:
        question = _Question(left)
        question.start()
        question.answered.wait(PATIENCE_S if patience_s is None else patience_s)
        answers = question.take()
        there.update(answers)
        left = left[len(answers) + 1 :]  # all but the one that it waits for
    return there


def folder_is_there(folder: Path) -> bool | None:
    """See folders_there."""
    return folders_there([folder])[folder]


def answers(folder: Path) -> bool:
    """Whether a folder's drive says anything of it before a sleeping disk would have woken up, be it an error."""
    folders_there([folder])
    with _lock:
        waiting = _asked.get(folder)
    if waiting is not None:
        waiting.join(WAKING_S)
    return bool(_not_waited_for([folder]))


class _Question(threading.Thread):
    """Asks in a thread of its own, one folder after the other; a daemon, so that it does not outlive the program."""

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
                    del _asked[folder]
                    return  # who asked asked another thread for the rest
                self._answers[folder] = answer
        self.answered.set()

    def take(self) -> dict[Path, bool | None]:
        """The answers so far; what the thread waits for now is not asked for again until it is answered."""
        with _lock:
            if len(self._answers) < len(self._folders):
                self._taken = True
                _asked[self._folders[len(self._answers)]] = self
            return self._answers


def _not_waited_for(folders: Iterable[Path]) -> list[Path]:
    with _lock:
        return [folder for folder in folders if folder not in _asked]


def _ask(folder: Path) -> bool | None:
    with contextlib.suppress(OSError, ValueError):
        try:
            return True if stat.S_ISDIR(folder.stat().st_mode) else None
        except (FileNotFoundError, NotADirectoryError):
            return False
    return None
