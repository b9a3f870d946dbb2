"""A service's address -> its answers to requests over HTTP, or a sentence for the user.

Each calling thread has its own connection, so that cancelling a request closes it, and a service that has disappeared
blocks nothing else.
"""

from __future__ import annotations

import contextlib
import http.client
import json
import socket
import ssl
import threading
from typing import Any
from urllib.parse import urlsplit

from cbir.base.errors import Cancelled, CbirError
from cbir.base.messages import MESSAGE_HEADER, Message, from_json
from cbir.service.service_address import ServiceAddress
from cbir.service.wire import MOST_BYTES

_WAIT_S = 45.0  # a service abandons a search after 30 s
_PATIENCE = 4  # attempts while the service says that it is busy


class _Gone(Exception):
    """A reused connection had been closed by the other side."""


class ServiceLink:
    """Connections to a service. Methods may be called from several threads."""

    def __init__(self, address: ServiceAddress) -> None:
        self._address = address
        self._path = urlsplit(address.url).path  # a proxy's, in front of every path
        self._own = threading.local()
        self._made: list[http.client.HTTPConnection] = []  # one for each calling thread
        self._open: dict[int, http.client.HTTPConnection] = {}  # by ticket

    def close(self) -> None:
        for connection in self._made:
            connection.close()

    def give_up(self, ticket: int) -> None:
        """Break off the request of a ticket, whose `cancelled` is set."""
        opened = self._open.get(ticket)
        if opened is not None and opened.sock is not None:
            with contextlib.suppress(OSError):
                opened.sock.shutdown(socket.SHUT_RDWR)

    def ask(
        self, ticket: int, cancelled: threading.Event, method: str, path: str, body: bytes | None = None
    ) -> tuple[Any, bytes]:
        """Headers and body of an answer. Raises CbirError with a sentence for the user."""
        for attempt in range(_PATIENCE):
            status, headers, data = self._ask_once(ticket, cancelled, method, path, body)
            wait = str(headers.get("Retry-After") or "")
            if status not in (429, 503) or not wait.isdecimal() or attempt == _PATIENCE - 1:
                break
            if cancelled.wait(min(10, int(wait))):
                raise Cancelled("It was cancelled.")
        if status == 200:
            return headers, data
        raise CbirError(self._refusal(status, headers, data))

    def _ask_once(
        self, ticket: int, cancelled: threading.Event, method: str, path: str, body: bytes | None
    ) -> tuple[int, Any, bytes]:
        host = self._address.host
        try:
            try:
                return self._exchange(ticket, method, path, body)
            except _Gone:
                return self._exchange(ticket, method, path, body)
        except (OSError, http.client.HTTPException, _Gone) as error:
            self._forget()
            if cancelled.is_set():
                raise Cancelled("It was cancelled.") from error
            raise CbirError(_why(host, error)) from error
        finally:
            self._open.pop(ticket, None)

    def _exchange(self, ticket: int, method: str, path: str, body: bytes | None) -> tuple[int, Any, bytes]:
        reused: http.client.HTTPConnection | None = getattr(self._own, "connection", None)
        connection = reused or self._connect()
        self._own.connection = self._open[ticket] = connection
        headers = {"Content-Type": "application/octet-stream"}
        if self._address.token:
            headers["Authorization"] = f"Bearer {self._address.token}"
        try:
            connection.request(method, self._path + path, body, headers)
            answer = connection.getresponse()
        except (http.client.RemoteDisconnected, ConnectionError) as error:
            self._forget()
            if reused is not None:
                raise _Gone from error
            raise
        data = answer.read(MOST_BYTES)
        if answer.length:  # bytes that remain
            self._forget()
            raise CbirError("The answer of {0} is larger than {1} MB.", self._address.host, MOST_BYTES >> 20)
        return answer.status, answer.headers, data

    def _connect(self) -> http.client.HTTPConnection:
        parts = urlsplit(self._address.url)
        place = parts.netloc
        if parts.scheme == "http":
            made = http.client.HTTPConnection(place, timeout=_WAIT_S)
        else:
            import truststore

            context = truststore.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
            made = http.client.HTTPSConnection(place, timeout=_WAIT_S, context=context)
        self._made.append(made)
        return made

    def _forget(self) -> None:
        connection: http.client.HTTPConnection | None = getattr(self._own, "connection", None)
        self._own.connection = None
        if connection is not None:
            connection.close()
            self._made.remove(connection)

    def _refusal(self, status: int, headers: Any, data: bytes) -> Message:
        try:
            message = Message("{0}", json.loads(data)["error"]["message"])
            if MESSAGE_HEADER in headers:
                message = from_json(json.loads(headers[MESSAGE_HEADER]))
        except (ValueError, LookupError, TypeError, RecursionError):
            return Message(
                "{0} answers, but not as a service of this program does ({1}).", self._address.host, status
            )
        if status == http.HTTPStatus.UNAUTHORIZED and not self._address.token:
            return Message(
                "This library asks for a token. Open its address again, with the one that you were given."
            )
        if status == http.HTTPStatus.UNAUTHORIZED:
            return Message("{0} Open the library's address again, with a token that is valid.", message)
        return message


def _why(host: str, error: Exception) -> Message:
    """A sentence for a person about a failed connection."""
    if isinstance(error, ssl.SSLCertVerificationError):
        if "self" in error.verify_message:
            return Message(
                "This computer does not trust the signer of the certificate of {0}. If it is "
                "yours, add it to this system's certificates.",
                host,
            )
        return Message(
            "The certificate of {0} is not valid here: {1}. Nothing was sent.", host, error.verify_message
        )
    if isinstance(error, ssl.SSLError):
        return Message("{0} does not use HTTPS there. Check the address and its port.", host)
    if isinstance(error, socket.gaierror):
        return Message("No computer has the name {0}. Check the address and your connection.", host)
    if isinstance(error, TimeoutError):
        return Message("{0} did not answer within {1} seconds. Try again later.", host, f"{_WAIT_S:.0f}")
    return Message(
        "{0} cannot be reached. The service may not be running, or you are offline. Try again later.", host
    )
