"""Changes in folders -> automatic index runs.

FolderWatch(index, folders).run() until stop(): the system reports changes (watchdog), a quiet period ends a burst of
them, and the changed folders are indexed. Folders without reports, such as network drives or trees with more folders
than the system can watch, are rescanned periodically. All folders are, less often, because events can be lost.
Reconnected drives are noticed.
"""

from __future__ import annotations

import logging
import os
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from cbir.base.drives import Volumes, folders_there
from cbir.base.errors import CbirError, LibraryLocked
from cbir.base.messages import Message
from cbir.base.types import IndexReport

if TYPE_CHECKING:
    from watchdog.events import FileSystemEvent, FileSystemEventHandler
    from watchdog.observers.api import BaseObserver, ObservedWatch

_log = logging.getLogger(__name__)
MAX_FOLDERS = 32  # that changed at once; above, their whole roots are scanned


@dataclass(frozen=True, slots=True, kw_only=True)
class WatchOptions:
    quiet_s: float = 2.0  # without a change, after which a burst is over; copying many files is one burst
    longest_s: float = 30.0  # after which an endless burst is indexed anyway
    rescan_s: float = 300.0  # for folders without reports, or with a failed last run
    full_rescan_s: float = 6 * 3600.0  # for all: events are lost if a queue overflows or the computer sleeps
    retry_s: float = 10.0  # while another process is writing
    drives_s: float = 1.0  # between two checks for disconnected and reconnected drives


class Index(Protocol):
    """A watch's call for changed folders: Library.index with its exclusions."""

    def __call__(self, folders: Sequence[Path], cancelled: Callable[[], bool], /) -> IndexReport: ...


class FolderWatch:
    """Keeps a library up to date with folders until it is stopped.

    folders : called again at each rescan, as roots may have been relocated
    on_report : called for every run that changed something; on_trouble : called with sentences about problems
    """

    def __init__(
        self,
        index: Index,
        folders: Callable[[], Sequence[Path]],
        *,
        leave_out: Sequence[Path] = (),
        on_report: Callable[[IndexReport], None] = lambda report: None,
        on_trouble: Callable[[Message], None] = lambda sentence: None,
        options: WatchOptions = WatchOptions(),
    ) -> None:
        self._index = index
        self._folders = folders
        self._leave_out = tuple(leave_out)
        self._on_report = on_report
        self._on_trouble = on_trouble
        self.options = options
        self.wake = threading.Condition()
        self._changed: dict[Path, None] = {}
        self._first_change = self._last_change = 0.0
        self._stopping = False
        self._troubles: set[str] = set()
        self.observer: BaseObserver | None = None
        self.watched: dict[Path, ObservedWatch] = {}
        self.silent: set[Path] = set()
        self.failed: set[Path] = set()

    def stop(self) -> None:
        """End `run` soon; an index run in progress keeps its finished photos. Callable from any thread."""
        with self.wake:
            self._stopping = True
            self.wake.notify_all()

    def run(self) -> None:
        """Index the folders once, then whenever something changes in them. Returns after `stop`."""
        from watchdog.observers import Observer

        self.observer = Observer()
        self.observer.start()
        try:
            self.watch_all()  # before the first run, so that no change is missed between the two
            self.index_changed(list(self._folders()))
            next_full = time.monotonic() + self.options.full_rescan_s
            next_silent = time.monotonic() + self.options.rescan_s
            next_missing = time.monotonic() + self.options.drives_s
            while not self._stopping:
                if changed := self.wait_for_changes(min(next_full, next_silent, next_missing)):
                    self.index_changed(changed)
                now = time.monotonic()
                if now >= next_missing:
                    next_missing = now + self.options.drives_s
                    if returned := self.watch_all():
                        self.index_changed(returned)
                if now >= next_silent:
                    next_silent = now + self.options.rescan_s
                    self.index_changed(sorted(self.silent | self.failed))
                if now >= next_full:
                    next_full = now + self.options.full_rescan_s
                    self.index_changed(list(self._folders()))
        finally:
            self.observer.stop()
            self.observer.join()

    # --- listening ---

    def watch_all(self) -> list[Path]:
        """Watch all present folders. Returns those that were not watched before."""
        assert self.observer is not None
        present = {folder for folder, is_present in folders_there(self._folders()).items() if is_present}
        for folder in self.watched.keys() - present:
            # watchdog keeps its watch on a missing folder, so it is replaced when the folder is back
            self.observer.unschedule(self.watched.pop(folder))
        self.silent &= present
        new = sorted(present - self.watched.keys() - self.silent)
        volumes = Volumes.now() if new else None
        for folder in new:
            if volumes is not None and volumes.is_network(folder):
                self.silent.add(folder)
                continue
            try:
                watch = self.observer.schedule(listener(self.note), str(folder), recursive=True)
                self.watched[folder] = watch
            except OSError as error:
                self.silent.add(folder)
                self._tell(
                    Message(
                        "The system cannot watch {0} ({1}): it is scanned every {2} minutes instead.",
                        folder,
                        error.strerror or error,
                        f"{self.options.rescan_s / 60:.0f}",
                    )
                )
        return new

    def note(self, paths: Sequence[Path]) -> None:
        """Record that files changed. Called in watchdog's thread."""
        folders = [
            path.parent for path in paths if not any(path.is_relative_to(out) for out in self._leave_out)
        ]
        if not folders:
            return
        with self.wake:
            now = time.monotonic()
            if not self._changed:
                self._first_change = now
            self._last_change = now
            self._changed.update(dict.fromkeys(folders))
            self.wake.notify_all()

    def wait_for_changes(self, until: float) -> list[Path]:
        """Wait for the end of a burst of changes, or until a time. Returns the changed folders."""
        with self.wake:
            while not self._stopping:
                now = time.monotonic()
                if self._changed:
                    due = min(
                        self._last_change + self.options.quiet_s,
                        self._first_change + self.options.longest_s,
                    )
                    if now >= due:
                        changed, self._changed = list(self._changed), {}
                        return changed
                    self.wake.wait(due - now)
                elif now >= until:
                    return []
                else:
                    self.wake.wait(until - now)
        return []

    # --- indexing ---

    def index_changed(self, changed: Sequence[Path]) -> None:
        """Index folders. While another process writes, wait for it; after an error, leave them for a rescan."""
        folders = self.to_index(changed)
        while folders and not self._stopping:
            try:
                report = self._index(folders, lambda: self._stopping)
            except LibraryLocked as error:
                self._tell(error.message)
                with self.wake:
                    self.wake.wait_for(lambda: self._stopping, self.options.retry_s)
                continue
            except CbirError as error:
                self._tell(error.message)
                self.failed.update(folders)
                return
            self._troubles.clear()
            self.failed = {folder for folder in self.failed if not any(map(folder.is_relative_to, folders))}
            if report.indexed or report.updated or report.removed or report.moved or report.cancelled:
                self._on_report(report)
            return

    def to_index(self, changed: Sequence[Path]) -> list[Path]:
        """Existing folders inside the watched ones. A missing folder is replaced by its nearest existing parent."""
        roots = [Path(os.path.normpath(folder.absolute())) for folder in self._folders()]
        existing: dict[Path, None] = {}
        for folder in changed:
            inside = [root for root in roots if folder.is_relative_to(root)]
            if not inside:
                continue
            root = max(inside, key=lambda root: len(root.parts))
            while folder != root and not os.path.isdir(folder):
                folder = folder.parent
            if os.path.isdir(folder):
                existing[folder] = None
        if len(existing) > MAX_FOLDERS:
            existing = {
                root: None for root in roots if any(folder.is_relative_to(root) for folder in existing)
            }
        return list(existing)

    def _tell(self, sentence: Message) -> None:
        """Report each problem once, until a run succeeds."""
        if sentence not in self._troubles:
            self._troubles.add(sentence)
            self._on_trouble(sentence)


def listener(note: Callable[[Sequence[Path]], None]) -> FileSystemEventHandler:
    from watchdog.events import FileSystemEventHandler

    class Listener(FileSystemEventHandler):
        def on_any_event(self, event: FileSystemEvent) -> None:
            if event.event_type in {"opened", "closed_no_write"}:
                return  # reading changes nothing, and an index run reads
            if event.is_directory and event.event_type == "modified":
                return  # a file in it changed, and has its own event
            note([Path(os.fsdecode(path)) for path in (event.src_path, event.dest_path) if path])

    return Listener()
