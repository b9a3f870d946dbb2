"""What a client writes to a service's socket itself, and what comes back."""

from __future__ import annotations

import contextlib
import http.client
import json
import socket
import time
from collections.abc import Callable, Iterator

from tests.cbir.server.conftest import Running


@contextlib.contextmanager
def connected(service: Running) -> Iterator[socket.socket]:
    host, _, port = service.address.rpartition(":")
    with socket.create_connection((host, int(port)), timeout=20) as connection:
        yield connection


def head(service: Running, *lines: str, method: str = "POST", path: str = "/api/search") -> bytes:
    given = (
        f"{method} {path} HTTP/1.1",
        "Host: here",
        f"Authorization: Bearer {service.token}",
        *lines,
        "",
        "",
    )
    return "\r\n".join(given).encode()


def answered(connection: socket.socket) -> tuple[int, str]:
    """The status and the code of the next answer, an error."""
    answer = http.client.HTTPResponse(connection)
    answer.begin()
    return answer.status, json.loads(answer.read())["error"]["code"]


def rest_of(connection: socket.socket) -> bytes:
    """All bytes until the service closes the connection."""
    parts = []
    with contextlib.suppress(ConnectionError):
        while part := connection.recv(1 << 16):
            parts.append(part)
    return b"".join(parts)


def told(answer: bytes) -> tuple[int, str]:
    """The status and the code of an error as it came from the socket."""
    first, _, body = answer.partition(b"\r\n\r\n")
    return int(first.split()[1]), json.loads(body)["error"]["code"]


def seen(what: Callable[[], bool], within_s: float = 10) -> bool:
    until = time.monotonic() + within_s
    while not what() and time.monotonic() < until:
        time.sleep(0.02)
    return what()
