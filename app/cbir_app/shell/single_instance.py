"""One window for each library: a second start hands its picture to the first and ends.

The first listens on a local socket (a named pipe on Windows) that only its own user may open. The socket lies in
a folder of that user's, and either side asks who the other is: a name in the temporary folder could be taken by
another account first, which would then be told what is searched.
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
LIMITS = Limits(cpu_s=20.0, idle_s=2.0)  # of a window that is to answer
MAX_BYTES = 1 << 16
HEARD = b"heard\n"


def instance_name(library: Path) -> str:
    """Return the socket's path, one for each user and library; on Windows the name of a pipe.

    Raises OSError where this user has no folder that nobody else can write to.
    """
    key = f"{Path.home()}\0{library.expanduser().resolve()}"
    name = f"cbir-{hashlib.sha256(key.encode('utf-8', 'surrogateescape')).hexdigest()[:20]}"
    return name if sys.platform == "win32" else str(_private_folder() / name)


def _private_folder() -> Path:
    """The user's run-time folder, or one in the user's cache where the system provides none."""
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
    """Whether the process at the other end runs as this user, where the system says."""
    credentials = _credentials(socket)
    # Elsewhere the folder's permissions, or the pipe's, are all there is.
    return credentials is None or credentials[1] == os.getuid()


def _owner(socket: QLocalSocket) -> int | None:
    """The id of the process at the other end, where the system says."""
    credentials = _credentials(socket)
    return None if credentials is None else credentials[0]


def _credentials(socket: QLocalSocket) -> tuple[int, int, int] | None:
    """Process, user and group at the other end of a socket."""
    if not hasattr(sockets, "SO_PEERCRED"):
        return None
    with sockets.socket(fileno=os.dup(int(socket.socketDescriptor()))) as descriptor:
        credentials = descriptor.getsockopt(sockets.SOL_SOCKET, sockets.SO_PEERCRED, struct.calcsize("3i"))
    process_id, user, group = struct.unpack("3i", credentials)
    return process_id, user, group


def _answer(socket: QLocalSocket) -> bytes:
    """What another window answers; nothing where it hangs. One that gets no core is waited for."""
    watch = Watch(_owner(socket), LIMITS)
    while not socket.waitForReadyRead(LOOK_MS):
        if socket.state() != socket.LocalSocketState.ConnectedState or watch.overrun() is not None:
            return b""
    return bytes(socket.readAll().data())


def hand_over(library: Path, query: Path | None) -> bool:
    """Ask a window that is already open to come forward and search; return whether one answered."""
    try:
        name = instance_name(library)
        if sys.platform != "win32" and not Path(name).exists():
            return False  # nobody listens: the first frame need not wait for Qt's network
        from PySide6.QtNetwork import QLocalSocket
    except (ImportError, OSError):  # Qt's network needs a library of the system (libgssapi)
        return False  # then each start is on its own
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
    """What another start wants to search for; None where it only comes forward. Raises ValueError for no message."""
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

    asked = Signal(object)  # Path of a picture, or None: come forward

    def __init__(self, library: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._library = library
        self._server: QLocalServer | None = None

    def listen(self) -> None:
        """Begin to listen. Call it once the window is seen: loading Qt's network would hold the first frame up."""
        if self._server is not None:
            return
        try:
            from PySide6.QtNetwork import QLocalServer

            name = instance_name(self._library)
        except (ImportError, OSError) as error:
            _log.info("no second start will find this window: %s", error)
            return
        self._server = QLocalServer(self)
        self._server.setSocketOptions(QLocalServer.SocketOption.UserAccessOption)
        self._server.newConnection.connect(self._accept)
        if not self._server.listen(name):
            QLocalServer.removeServer(name)  # what a window that crashed left behind: nobody answered on it
            if not self._server.listen(name):
                _log.info("no second start will find this window: %s", self._server.errorString())

    def speak_for(self, window: MainWindow) -> None:
        """Hand later starts to a window, until it closes: one that is closing would swallow them."""
        self.asked.connect(window.come_forward)
        window.closing.connect(self.close)

    def close(self) -> None:
        if self._server is not None:
            self._server.close()

    def _accept(self) -> None:
        assert self._server is not None
        while (socket := self._server.nextPendingConnection()) is not None:
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
        self.asked.emit(query)
