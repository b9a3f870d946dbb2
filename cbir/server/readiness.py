"""States of the service -> systemd, for units of Type=notify: sd_notify(3), without its library."""

from __future__ import annotations

import contextlib
import os
import socket


def tell_systemd(state: str) -> None:
    """Send a state such as "READY=1" to the manager that started this process, if it asked for that."""
    address = os.environ.get("NOTIFY_SOCKET", "")
    if not address or not hasattr(socket, "AF_UNIX"):
        return
    if address.startswith("@"):  # an abstract socket
        address = "\0" + address[1:]
    with contextlib.suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.connect(address)
        manager.sendall(state.encode())
