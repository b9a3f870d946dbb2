"""A client that writes to a service's socket itself, and its answers."""

import contextlib
import http.client
import json
import socket
import time

import pytest


def own_place(service):
    """HOST:PORT of a service itself, for tests of its own connections."""
    if "/" in service.address:
        pytest.skip("about the service's own connections, which nginx has in place of visitors")
    return service.address


@contextlib.contextmanager
def connected(service):
    host, _, port = own_place(service).rpartition(":")
    with socket.create_connection((host, int(port)), timeout=20) as connection:
        yield connection


def head(service, *lines, method="POST", path="/api/search"):
    given = (
        f"{method} {path} HTTP/1.1",
        "Host: here",
        f"Authorization: Bearer {service.token}",
        *lines,
        "",
        "",
    )
    return "\r\n".join(given).encode()


def answered(connection):
    """The status and the code of the next answer, an error."""
    answer = http.client.HTTPResponse(connection)
    answer.begin()
    return answer.status, json.loads(answer.read())["error"]["code"]


def rest_of(connection):
    """All bytes until the service closes the connection."""
    parts = []
    with contextlib.suppress(ConnectionError):
        while part := connection.recv(1 << 16):
            parts.append(part)
    return b"".join(parts)


def told(answer):
    """The status and the code of an error as it came from the socket."""
    first, _, body = answer.partition(b"\r\n\r\n")
    return int(first.split()[1]), json.loads(body)["error"]["code"]


def seen(what, within_s=10):
    until = time.monotonic() + within_s
    while not what() and time.monotonic() < until:
        time.sleep(0.02)
    return what()
