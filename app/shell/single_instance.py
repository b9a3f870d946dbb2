"""One window for each library: a second start hands its picture to the first and ends.

The first listens on a local socket (a named pipe on Windows) that only its own user may open.
"""

from __future__ import annotations

import hashlib
import json
import logging
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

if TYPE_CHECKING:
    from PySide6.QtNetwork import QLocalServer, QLocalSocket

_log = logging.getLogger(__name__)
CONNECT_MS = 500
ANSWER_MS = 2000
MAX_BYTES = 1 << 16
HEARD = b"heard\n"


def instance_name(library: Path) -> str:
    """Return the socket's name: one for each user and library, short enough for every system."""
    key = f"{Path.home()}\0{library.expanduser().resolve()}"
    return f"cbir-{hashlib.sha256(key.encode('utf-8', 'surrogateescape')).hexdigest()[:20]}"


def hand_over(name: str, query: Path | None) -> bool:
    """Ask a window that is already open to come forward and search; return whether one answered."""
    try:
        from PySide6.QtNetwork import QLocalSocket
    except ImportError:
        return False  # Qt's network needs a library of the system (libgssapi): then each start is on its own
    socket = QLocalSocket()
    socket.connectToServer(name)
    if not socket.waitForConnected(CONNECT_MS):
        return False
    message = {"query": None if query is None else str(query.absolute())}
    socket.write(json.dumps(message).encode() + b"\n")
    socket.flush()
    answered = socket.waitForReadyRead(ANSWER_MS) and bytes(socket.readAll().data()) == HEARD
    socket.disconnectFromServer()
    return bool(answered)


class SingleInstance(QObject):
    """Listens for later starts of the program, until close()."""

    asked = Signal(object)  # Path of a picture, or None: come forward

    def __init__(self, name: str, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._server: QLocalServer | None = None
        try:
            from PySide6.QtNetwork import QLocalServer
        except ImportError as error:
            _log.info("no second start will find this window: %s", error)
            return
        self._server = QLocalServer(self)
        self._server.setSocketOptions(QLocalServer.SocketOption.UserAccessOption)
        self._server.newConnection.connect(self._accept)
        if not self._server.listen(name):
            QLocalServer.removeServer(name)  # what a window that crashed left behind: nobody answered on it
            if not self._server.listen(name):
                _log.info("no second start will find this window: %s", self._server.errorString())

    def close(self) -> None:
        if self._server is not None:
            self._server.close()

    def _accept(self) -> None:
        assert self._server is not None
        while (socket := self._server.nextPendingConnection()) is not None:
            socket.readyRead.connect(lambda socket=socket: self._read(socket))
            socket.disconnected.connect(socket.deleteLater)
            self._read(socket)

    def _read(self, socket: QLocalSocket) -> None:
        if not socket.canReadLine():
            if socket.bytesAvailable() > MAX_BYTES:
                socket.abort()
            return
        try:
            query = json.loads(bytes(socket.readLine(MAX_BYTES).data()))["query"]
        except (ValueError, TypeError, KeyError):
            socket.abort()
            return
        socket.write(HEARD)
        socket.flush()
        self.asked.emit(Path(query) if isinstance(query, str) else None)
