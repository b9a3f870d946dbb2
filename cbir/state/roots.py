"""Roots on drives that come and go -> their present paths.

A drive may come back under another mount point. It is recognised by its volume: a root is on the volume on which it was
last seen.
"""

from __future__ import annotations

import logging
import os
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path, PurePath, PurePosixPath

from cbir.base.drives import Volumes, answering, folder_is_there, folders_there
from cbir.base.file_identity import as_listed, file_id, folded, folder_ids, is_same, spelled
from cbir.base.messages import Message
from cbir.catalog import Catalog, Root

_log = logging.getLogger(__name__)
LOOK_EVERY_S = 1.0
"""A look reads the table of mounts and calls stat once for each root, which takes 0.1 ms."""


class RootMonitor:
    """Reports when a root's drive is disconnected or connected, from start() to stop().

    online : returns each root's path, and True if it is online; may be slow, such as for a network drive
    tell : called in the monitor's own thread, with the result of online
    """

    def __init__(
        self,
        online: Callable[[], Mapping[Path, bool]],
        tell: Callable[[Mapping[Path, bool]], object],
        *,
        every_s: float = LOOK_EVERY_S,
    ) -> None:
        self._online, self._tell, self._every_s = online, tell, every_s
        self._stopping = threading.Event()
        # A daemon: a drive that never answers must not keep the program from ending.
        self._thread = threading.Thread(target=self._run, name="drives", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        self._stopping.set()
        self._thread.join(timeout=2 * self._every_s)

    def _run(self) -> None:
        before = self._look() or {}
        while not self._stopping.wait(self._every_s):
            if (now := self._look()) is None:
                continue
            # A new or forgotten root is no change: another part reports it, and a new root is online.
            changed = any(is_there != before.get(root, True) for root, is_there in now.items())
            before = now
            if changed and not self._stopping.is_set():
                self._tell(now)

    def _look(self) -> Mapping[Path, bool] | None:
        """The result of online; None if the catalog cannot be read now. The next look tries again."""
        try:
            return self._online()
        except Exception:
            if not self._stopping.is_set():
                _log.warning("The library's drives cannot be looked at.", exc_info=True)
            return None


def known_as(path: Path, roots: Sequence[Root], volumes: Volumes) -> Iterator[tuple[Root, str]]:
    """Roots and paths below them under which a library may have a file or folder, the most likely first.

    path : absolute; may lead through links and mounts, or have another spelling than the roots
    """
    if "\0" in str(path):  # a name that no file has, and no system call takes
        return
    yielded = set()
    for root, below in _ways_to(path, sorted(roots, key=lambda root: -len(root.path.parts)), volumes):
        if (root.id, below) not in yielded:
            yielded.add((root.id, below))
            yield root, below.as_posix()


def as_known(folder: Path, roots: Sequence[Root], volumes: Volumes) -> Path:
    """A folder in the library's spelling, if it is in a root by any of its names; else unchanged."""
    return next((root.path / below for root, below in known_as(folder, roots, volumes)), folder)


def _ways_to(path: Path, roots: Sequence[Root], volumes: Volumes) -> Iterator[tuple[Root, PurePath]]:
    awake = answering([path, *(root.path for root in roots)])
    named = list(dict.fromkeys((path, Path(os.path.realpath(path))))) if path in awake else [path]
    for name in named:
        for root in roots:
            if name.is_relative_to(root.path):
                below = name.relative_to(root.path)
                yield root, as_listed(root.path, below) if {path, root.path} <= awake else below
    if path not in awake:
        return
    ids = folder_ids(root.path for root in roots)
    by_id = {ids[root.path]: root for root in reversed(roots) if root.path in ids}
    for name in named:
        for above in (name, *name.parents):
            if (root_here := by_id.get(file_id(above) or "")) is not None:
                yield root_here, as_listed(root_here.path, name.relative_to(above))
    for (
        root
    ) in roots:  # a part of it is mounted elsewhere, its drive is away, or the file system invents inodes
        if root.path not in awake:
            continue
        real_root, real = Path(os.path.realpath(root.path)), named[-1]
        if real.is_relative_to(real_root):
            yield root, real.relative_to(real_root)
        if folded(str(real)).startswith(folded(str(real_root))) and root.path in ids:
            listed, around_listed = spelled(real), spelled(real_root)
            if listed.is_relative_to(around_listed):
                yield root, listed.relative_to(around_listed)
        place, around = volumes.place(path), volumes.place(root.path)
        if place is None or around is None or place.volume != around.volume:
            continue
        if PurePosixPath(place.path).is_relative_to(around.path):
            below_place = PurePosixPath(place.path).relative_to(around.path)
            if is_same(path, root.path / below_place):
                yield root, below_place


def is_online(root: Root, volumes: Volumes) -> bool:
    """True if a root exists, and its folder is not merely the mount point of an absent drive."""
    return online_roots([root], volumes)[root.path]


def is_below_away(folder: Path, online: Mapping[Path, bool]) -> bool:
    """True if a folder is below a root that is offline. online : from online_roots()"""
    return not next((online[at] for at in (folder, *folder.parents) if at in online), True)


def online_roots(roots: Sequence[Root], volumes: Volumes) -> dict[Path, bool]:
    """Each root's path, and True if it is online."""
    existing = folders_there(root.path for root in roots)
    return {
        root.path: existing[root.path] is True and not _on_another_volume(root, volumes) for root in roots
    }


def is_gone(root: Root, volumes: Volumes) -> bool:
    """True if a root's folder was deleted or renamed: its volume is mounted, but without the folder."""
    is_missing = folder_is_there(root.path) is False
    return is_missing and root.place is not None and volumes.place(root.path) == root.place


def relocate_roots(catalog: Catalog, volumes: Volumes) -> list[Message]:
    """Find roots on drives that are mounted elsewhere now, and give them their new places.

    Returns sentences for the user. The caller holds the writer lock.
    """
    if not _lasting_and_offline(catalog, volumes):  # the usual case: no transaction is necessary
        return []
    notes = []
    with catalog.transaction():
        for root in _lasting_and_offline(catalog, volumes):
            if folder_is_there(root.path) and not _is_set_aside(root):
                # Another drive has taken its mount point, so the folder there is not this root.
                aside = root.path.with_name(root.path.name + _set_aside_name(root))
                catalog.roots.move(root, path=aside, place=root.place)
        paths = {root.path for root in catalog.roots.all()}
        for root in _lasting_and_offline(catalog, volumes):
            assert root.place is not None
            new_path = next((folder for folder in volumes.folders(root.place) if folder not in paths), None)
            if new_path is not None:
                paths.add(new_path)
                catalog.roots.move(root, path=new_path, place=root.place)
                notes.append(
                    Message("The folder {0} is at {1} now: its photos were kept.", root.path, new_path)
                )
    return notes


def _lasting_and_offline(catalog: Catalog, volumes: Volumes) -> list[Root]:
    return [
        root
        for root in catalog.roots.all()
        if root.place is not None and root.place.lasting and not is_online(root, volumes)
    ]


def folders_now(roots: Sequence[Root], volumes: Volumes) -> list[Path]:
    """The present paths of the roots, perhaps under other mount points, without roots whose drives are away."""
    online = online_roots(roots, volumes)
    places = (root.path if online[root.path] else _elsewhere(root, volumes) for root in roots)
    return [folder for folder in places if folder is not None]


def _elsewhere(root: Root, volumes: Volumes) -> Path | None:
    if root.place is None or not root.place.lasting:
        return None
    return next(iter(volumes.folders(root.place)), None)


def note_place(catalog: Catalog, root: Root, volumes: Volumes) -> None:
    """Store the present volume of a root that was just seen."""
    place = volumes.place(root.path)
    if place != root.place:
        with catalog.transaction():
            catalog.roots.move(root, path=root.path, place=place)


def _on_another_volume(root: Root, volumes: Volumes) -> bool:
    if root.place is None or not root.place.lasting:
        return False
    now = volumes.place(root.path)
    return now is not None and now.volume != root.place.volume


def _is_set_aside(root: Root) -> bool:
    return root.path.name.endswith(_set_aside_name(root))


def _set_aside_name(root: Root) -> str:
    return f" (drive {root.place.volume.rpartition(':')[2]})" if root.place is not None else ""
