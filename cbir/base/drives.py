"""Folders on drives that come and go: whether one is there, its volume, and its place on the volume.

stat() on a network drive whose server is gone may never return, and nothing can interrupt it. Therefore it runs in a
daemon thread, and a folder for which a thread still waits is not checked again.

A volume is a file system with its own name: its UUID on Linux, its serial number on Windows, its share on a network,
its name below /Volumes on macOS. A drive keeps the name when it is connected elsewhere. A root is therefore found again
under another mount point, and nothing has to be written to the drive.
"""

from __future__ import annotations

import contextlib
import functools
import os
import stat
import sys
import threading
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

PATIENCE_S = 3.0
"""Time that a caller waits for a drive. A disk that takes longer to spin up is seen by a later call."""
WAKING_S = 20.0
"""Time that a caller waits for a folder that the user named: a sleeping disk takes about ten seconds to spin up."""

_lock = threading.Lock()
# folders whose drive has not answered yet, and the thread that waits for it
waiting_threads: dict[Path, threading.Thread] = {}


def folders_there(folders: Iterable[Path], *, patience_s: float | None = None) -> dict[Path, bool | None]:
    """The existence of each folder. True: it exists; False: it does not; None: unknown, or not a folder.

    patience_s : time to wait for each drive that does not answer. A folder that is still pending from an earlier call
        is None at once.
    """
    states_by_folder: dict[Path, bool | None] = dict.fromkeys(folders)
    pending = _not_pending(states_by_folder)
    while pending:
        question = _Question(pending)
        question.start()
        question.answered.wait(PATIENCE_S if patience_s is None else patience_s)
        states = question.take()
        states_by_folder.update(states)
        pending = pending[len(states) + 1 :]  # without the pending folder
    return states_by_folder


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
        waiting = waiting_threads.get(folder)
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
            answer = state_of(folder)
            with _lock:
                if self._taken:
                    if waiting_threads.get(folder) is self:
                        del waiting_threads[folder]
                    return  # the caller checks the rest in another thread
                self._answers[folder] = answer
        self.answered.set()

    def take(self) -> dict[Path, bool | None]:
        """Return the answers so far; the folder that this thread still waits for becomes pending."""
        with _lock:
            if len(self._answers) < len(self._folders):
                self._taken = True
                waiting_threads[self._folders[len(self._answers)]] = self
            return self._answers


def _not_pending(folders: Iterable[Path]) -> list[Path]:
    with _lock:
        return [folder for folder in folders if folder not in waiting_threads]


def state_of(folder: Path) -> bool | None:
    with contextlib.suppress(OSError, ValueError):
        try:
            return True if stat.S_ISDIR(folder.stat().st_mode) else None
        except (FileNotFoundError, NotADirectoryError):
            return False
    return None


NETWORK_FILE_SYSTEMS = frozenset(
    (
        "nfs nfs4 cifs smb2 smb3 smbfs ncpfs afs afpfs coda davfs webdav 9p vboxsf prl_fs vmhgfs "
        "ceph glusterfs lustre gpfs beegfs gfs2 ocfs2 "
        "fuse.sshfs fuse.rclone fuse.glusterfs fuse.ceph fuse.davfs2 fuse.curlftpfs fuse.s3fs fuse.gcsfuse "
        "fuse.smbnetfs fuse.gvfsd-fuse fuse.vmhgfs-fuse fuse.juicefs fuse.seaweedfs fuse.google-drive-ocamlfuse"
    ).split()
)
"""File systems that other machines may write to: they report no changes, and machines do not share mapped memory.

Other kinds of FUSE hold local files, such as encrypted ones.
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Mount:
    """A volume, or a part of it, mounted at a place.

    top : the part of the volume that appears at `point`, "/" for all of it
    """

    point: Path
    volume: str
    kind: str = ""
    top: str = "/"


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """A folder by volume, independent of its mount point. path : with forward slashes"""

    volume: str
    path: str

    @property
    def lasting(self) -> bool:
        """True if the volume keeps its name after it was unplugged or the machine was restarted."""
        return not self.volume.startswith("device:")


class Volumes:
    """The volumes of this machine at one moment."""

    def __init__(self, mounts: Sequence[Mount]) -> None:
        # a later mount covers an earlier one at the same point
        self._mounts = {mount.point: mount for mount in mounts}

    @classmethod
    def now(cls) -> Volumes:
        """The volumes that the system reports now."""
        if sys.platform == "win32":
            return cls(_windows_mounts())
        if sys.platform == "darwin":
            return cls(_macos_mounts())
        try:
            table = Path("/proc/self/mountinfo").read_text(encoding="utf-8", errors="surrogateescape")
        except OSError:
            return cls(())
        return _volumes(table, tuple(sorted(_uuids(Path("/dev/disk/by-uuid")).items())))

    def place(self, folder: Path) -> Place | None:
        """The place of an absolute folder, which need not exist; None if its volume has no name."""
        folder = Path(os.path.realpath(folder))
        mount = self._mount_of(folder)
        if mount is None:
            return None
        below = folder.relative_to(mount.point).as_posix()
        return Place(volume=mount.volume, path=str(PurePosixPath(mount.top, below)))

    def folders(self, place: Place) -> list[Path]:
        """The existing folders where a place is mounted now."""
        mounted = []
        for mount in self._mounts.values():
            path = PurePosixPath(place.path)
            if mount.volume == place.volume and path.is_relative_to(mount.top):
                folder = mount.point / path.relative_to(mount.top)
                # another mount may cover it
                if self._mount_of(folder) == mount and folder_is_there(folder):
                    mounted.append(folder)
        return sorted(mounted)

    def is_mount(self, folder: Path) -> bool:
        """True if a volume is mounted at a folder. Accesses no drive."""
        return folder in self._mounts

    def is_network(self, folder: Path) -> bool:
        """True if other machines may write there: their changes are not reported, and locks are unreliable."""
        folder = Path(os.path.realpath(folder))
        if folder.drive.startswith("\\\\") and folder.drive[2:4] not in {"?\\", ".\\"}:
            return True  # Windows: a share without a letter
        mount = self._mount_of(folder)
        return mount is not None and mount.kind in NETWORK_FILE_SYSTEMS

    def _mount_of(self, folder: Path) -> Mount | None:
        return next((self._mounts[at] for at in (folder, *folder.parents) if at in self._mounts), None)


@functools.lru_cache(maxsize=1)  # each search asks, and the table hardly ever changes
def _volumes(table: str, uuids: tuple[tuple[str, str], ...]) -> Volumes:
    return Volumes(parse_mountinfo(table, dict(uuids)))


def parse_mountinfo(table: str, uuids: dict[str, str]) -> list[Mount]:
    """Read Linux' /proc/self/mountinfo; see proc(5) for its fields.

    uuids : by device, such as /dev/sda1. A file system without one is named by its source if that is a network share,
        otherwise by its device number, which lasts until the machine restarts.
    """
    mounts = []
    for line in table.splitlines():
        fields = line.split(" ")
        if "-" not in fields[6:]:
            continue
        kind, source = fields[fields.index("-", 6) + 1 :][:2]
        source = _unescape(source)
        if source in uuids:
            volume = f"uuid:{uuids[source]}"
        elif kind in NETWORK_FILE_SYSTEMS:
            volume = f"share:{source}"
        else:
            volume = f"device:{fields[2]}:{source}"
        point = Path(_unescape(fields[4]))
        mounts.append(Mount(point=point, volume=volume, kind=kind, top=_unescape(fields[3])))
    return mounts


def _unescape(field: str) -> str:
    for code, sign in (("\\040", " "), ("\\011", "\t"), ("\\012", "\n"), ("\\134", "\\")):
        field = field.replace(code, sign)
    return field


def _uuids(links: Path) -> dict[str, str]:
    try:
        return {os.path.realpath(link): link.name for link in links.iterdir()}
    except OSError:
        return {}


def _windows_mounts() -> list[Mount]:
    mounts: list[Mount] = []
    if sys.platform == "win32":
        import ctypes

        kernel = ctypes.windll.kernel32
        for number, letter in enumerate("ABCDEFGHIJKLMNOPQRSTUVWXYZ"):
            if not kernel.GetLogicalDrives() >> number & 1:
                continue
            point, serial = f"{letter}:\\", ctypes.c_uint32()
            has_name = kernel.GetVolumeInformationW(point, None, 0, ctypes.byref(serial), None, None, None, 0)
            if has_name and serial.value:
                kind = "cifs" if kernel.GetDriveTypeW(point) == 4 else ""  # DRIVE_REMOTE
                mounts.append(Mount(point=Path(point), volume=f"serial:{serial.value:08x}", kind=kind))
    return mounts


def _macos_mounts() -> list[Mount]:
    """Mounts by their names below /Volumes: a drive keeps its name when it is connected again."""
    import psutil  # type: ignore[import-untyped]

    kinds = {Path(disk.mountpoint): str(disk.fstype) for disk in psutil.disk_partitions(all=True)}
    mounts = [
        Mount(point=point, volume=f"share:{point}", kind=kind)
        for point, kind in kinds.items()
        if kind in NETWORK_FILE_SYSTEMS
    ]
    mounts.append(Mount(point=Path("/"), volume="name:/", kind=kinds.get(Path("/"), "")))
    try:
        drives = [path for path in Path("/Volumes").iterdir() if path.is_mount() and not path.is_symlink()]
    except OSError:
        return mounts
    return mounts + [
        Mount(point=drive, volume=f"name:{drive.name}", kind=kinds.get(drive, "")) for drive in drives
    ]
