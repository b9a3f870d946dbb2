"""One window for each library: a second start passes its picture to the first and ends.

The first listens on a local socket (a named pipe on Windows) that only its own user may open. The socket is in a
folder of that user, and both sides check the other side's user. In the temporary folder another account could take
the name first, and would then receive the searches.
"""

from __future__ import annotations

import hashlib
import json
import logging
import os
import socket as sockets
import stat
import struct
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from cbir.base.liveness import Limits, Watch

if TYPE_CHECKING:
    from PySide6.QtNetwork import QLocalServer, QLocalSocket

    from cbir_app.shell.main_window import MainWindow

_log = logging.getLogger(__name__)
CONNECT_MS = 500
LOOK_MS = 100
LIMITS = Limits(cpu_s=20.0, idle_s=2.0)  # for the other window's answer
MAX_BYTES = 1 << 16
HEARD = b"heard\n"


def instance_name(library: Path) -> str:
    """Return the socket's path for a user and library; on Windows the name of a pipe.

    Raises OSError if this user has no folder that only they can write to.
    """
    key = f"{Path.home()}\0{library.expanduser().resolve()}"
    name = f"cbir-{hashlib.sha256(key.encode('utf-8', 'surrogateescape')).hexdigest()[:20]}"
    return name if sys.platform == "win32" else str(_private_folder() / name)


def _private_folder() -> Path:
    """Return the user's run-time folder, or a folder in the user's cache if the system provides none."""
    from platformdirs import user_cache_path

    given = os.environ.get("XDG_RUNTIME_DIR", "")
    if given and _is_private(Path(given)):
        return Path(given)
    folder = user_cache_path("cbir", appauthor=False) / "run"
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    if not _is_private(folder):
        raise PermissionError(f"{folder} is open to other accounts")
    return folder


def _is_private(folder: Path) -> bool:
    try:
        status = folder.lstat()
    except OSError:
        return False
    mine = not hasattr(os, "getuid") or status.st_uid == os.getuid()
    return stat.S_ISDIR(status.st_mode) and mine and not status.st_mode & 0o022


def _is_own(socket: QLocalSocket) -> bool:
    """Return True if the process at the other end runs as this user, or if the system does not tell."""
    credentials = _credentials(socket)
    # Without credentials, only the permissions of the folder or pipe protect the socket.
    return credentials is None or credentials[1] == os.getuid()


def _owner(socket: QLocalSocket) -> int | None:
    """Return the id of the process at the other end, None if the system does not tell."""
    credentials = _credentials(socket)
    return None if credentials is None else credentials[0]


def _credentials(socket: QLocalSocket) -> tuple[int, int, int] | None:
    """Return process, user and group at the other end of a socket, None if the system does not tell."""
    if not hasattr(sockets, "SO_PEERCRED"):
        return None
    with sockets.socket(fileno=os.dup(int(socket.socketDescriptor()))) as descriptor:
        credentials = descriptor.getsockopt(sockets.SOL_SOCKET, sockets.SO_PEERCRED, struct.calcsize("3i"))
    process_id, user, group = struct.unpack("3i", credentials)
    return process_id, user, group


def _answer(socket: QLocalSocket) -> bytes:
    """Return the other window's answer; empty if it hangs. A window that gets no processor time is waited for."""
    watch = Watch(_owner(socket), LIMITS)
    while not socket.waitForReadyRead(LOOK_MS):
        if socket.state() != socket.LocalSocketState.ConnectedState or watch.overrun() is not None:
            return b""
    return bytes(socket.readAll().data())


def hand_over(library: Path, query: Path | None) -> bool:
    """Ask a window that is already open to come forward and search. Returns True if one answered."""
    try:
        name = instance_name(library)
        if sys.platform != "win32" and not Path(name).exists():
            return False  # nobody listens; this saves loading Qt's network before the first frame
        from PySide6.QtNetwork import QLocalSocket
    except (ImportError, OSError):  # Qt's network needs a system library (libgssapi)
        return False  # each start then opens its own window
    socket = QLocalSocket()
    socket.connectToServer(name)
    if not socket.waitForConnected(CONNECT_MS) or not _is_own(socket):
        return False
    message = {"query": None if query is None else str(query.absolute())}
    socket.write(json.dumps(message).encode() + b"\n")
    socket.flush()
    answered = _answer(socket) == HEARD
    socket.disconnectFromServer()
    return answered


def picture_asked_for(message: bytes) -> Path | None:
    """Return the picture in a message of another start; None to only come forward. Raises ValueError if malformed."""
    try:
        query = json.loads(message)["query"]
    except (LookupError, TypeError, RecursionError) as error:
        raise ValueError("this is no message of another start") from error
    if not isinstance(query, str):
        return None
    if b"\0" in os.fsencode(query):
        raise ValueError("no file has such a name")
    return Path(query)


class SingleInstance(QObject):
    """Listens for later starts of the program, until close()."""

    requested = Signal(object)  # Path of a picture, or None: come forward

    def __init__(self, library: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._library = library
        self.server: QLocalServer | None = None

    def listen(self) -> None:
        """Begin to listen. Call it after the first frame, which loading Qt's network would delay."""
        if self.server is not None:
            return
        try:
            from PySide6.QtNetwork import QLocalServer

            name = instance_name(self._library)
        except (ImportError, OSError) as error:
            _log.info("no second start will find this window: %s", error)
            return
        self.server = QLocalServer(self)
        self.server.setSocketOptions(QLocalServer.SocketOption.UserAccessOption)
        self.server.newConnection.connect(self._accept)
        if not self.server.listen(name):
            QLocalServer.removeServer(name)  # left by a crashed window: nobody answered on it
            if not self.server.listen(name):
                _log.info("no second start will find this window: %s", self.server.errorString())

    def speak_for(self, window: MainWindow) -> None:
        """Pass later starts to a window until it closes: a closing window would lose them."""
        self.requested.connect(window.come_forward)
        window.closing.connect(self.close)

    def close(self) -> None:
        if self.server is not None:
            self.server.close()

    def _accept(self) -> None:
        assert self.server is not None
        while (socket := self.server.nextPendingConnection()) is not None:
            socket.disconnected.connect(socket.deleteLater)
            if not _is_own(socket):
                socket.abort()
                continue
            socket.readyRead.connect(lambda socket=socket: self._read(socket))
            self._read(socket)

    def _read(self, socket: QLocalSocket) -> None:
        if not socket.canReadLine():
            if socket.bytesAvailable() > MAX_BYTES:
                socket.abort()
            return
        try:
            query = picture_asked_for(bytes(socket.readLine(MAX_BYTES).data()))
        except ValueError:
            socket.abort()
            return
        socket.write(HEARD)
        socket.flush()
        self.requested.emit(query)
