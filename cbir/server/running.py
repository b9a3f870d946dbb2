"""A socket, TLS and uvicorn around the application, with time limits for connections."""

from __future__ import annotations

import asyncio
import asyncio.sslproto
import contextlib
import logging
import os
import signal
import socket
import ssl
import struct
import sys
import threading
from collections.abc import Callable
from functools import partial
from types import FrameType
from typing import Any

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from cbir.base.errors import CbirError
from cbir.library import Library
from cbir.server.access_log import open_access_log
from cbir.server.application import Application
from cbir.server.options import ServeOptions
from cbir.server.refusals import Refusal, answer_of
from cbir.server.tokens import Tokens, token_file

_log = logging.getLogger(__name__)
_BACKLOG = 1024
# shares of the time that the service has to end:
_FINISH = 0.5  # answers may be finished until then; after it, their work is stopped
_ANSWER = 0.75  # then connections are closed, answered or not; the rest is for threads to end
_OTHER_FILES = 256  # open files of the process, without its connections
_REFUSED_POLITELY = 64  # connections above the limit that get a refusal; further ones are closed at once
_TLS_BUFFER_BYTES = 32 << 10  # for each connection, instead of 256 KB: two records of TLS
_IDLE_S = 15
_AT_ONCE = struct.pack("hh" if sys.platform == "win32" else "ii", 1, 0)  # linger for 0 s


class Service:
    """One library's service: run() until stop(), or until the process is told to end."""

    def __init__(self, library: Library, options: ServeOptions) -> None:
        options.check()
        tokens = Tokens(options.tokens or token_file(library.folder))
        needs_no_token = options.open_to_all or options.user_header
        if not needs_no_token and not any(not token.expired for token in tokens.all()):
            raise CbirError(
                "There is no valid token, so nobody could use the service. Make one with `cbir token add NAME`, or let "
                "everybody on this computer read with --open."
            )
        self._library, self._options, self._tokens = library, options, tokens
        self._server: uvicorn.Server | None = None

    def run(self, listening: Callable[[str], object] = lambda address: None) -> None:
        """Accept requests. listening : called with the address when ready"""
        options = self._options
        _check_certificate(options)
        open_access_log(options.access_log)
        connections = _room_for(options.connections)
        with contextlib.closing(_Listener(_socket(options), connections + _REFUSED_POLITELY)) as listener:
            self._library.start()
            application = Application(self._library, options, self._tokens)
            listener.refused = application.metrics.note_refused
            protocol: Any = partial(PatientProtocol, options, connections, listener.refused)
            config = uvicorn.Config(
                application.asgi,
                http=protocol,
                loop="asyncio",
                ws="none",
                lifespan="off",
                log_config=None,
                log_level="error",  # clients that do not speak HTTP must not fill the log
                access_log=False,
                server_header=False,
                proxy_headers=False,
                timeout_keep_alive=_IDLE_S,
                timeout_graceful_shutdown=_ANSWER * options.end_s,  # type: ignore[arg-type]
                ssl_certfile=options.tls_cert,
                ssl_keyfile=options.tls_key,
            )
            announce = partial(listening, _address(options, listener))
            self._server = _Server(config, options, announce, application.end)
            try:
                with _ending_quietly():
                    asyncio.run(self._server.serve(sockets=[listener]))
            finally:
                application.close()

    def stop(self) -> None:
        """End the service from another thread."""
        if self._server is not None:
            self._server.should_exit = True


class _Server(uvicorn.Server):
    """A uvicorn server that announces its start and ends in time. give_up : stops the work of requests"""

    def __init__(
        self,
        config: uvicorn.Config,
        options: ServeOptions,
        listening: Callable[[], object],
        give_up: Callable[[], object],
    ) -> None:
        super().__init__(config)
        self._options, self._listening, self._give_up = options, listening, give_up

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        if self.config.is_ssl:  # uvicorn leaves TLS to asyncio, which waits for a minute
            asyncio.sslproto.SSLProtocol.max_size = _TLS_BUFFER_BYTES
            loop: Any = asyncio.get_running_loop()
            loop.create_server = partial(
                loop.create_server,
                ssl_handshake_timeout=self._options.request_s,
                ssl_shutdown_timeout=self._options.request_s,
            )
        await super().startup(sockets)
        self._listening()
        tell_systemd("READY=1")

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        tell_systemd("STOPPING=1")
        later = asyncio.get_running_loop().call_later(_FINISH * self._options.end_s, self._give_up)
        try:
            await super().shutdown(sockets)
        finally:
            later.cancel()
            self._give_up()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Begin to end, after a signal. The process then exits in time, even if its threads do not end.

        The catalog rolls back unfinished work: a change is one transaction, and searches only read.
        """
        if not self.should_exit:
            leaving = threading.Timer(
                self._options.end_s, _leave, (0 if sig == signal.SIGTERM else 128 + sig,)
            )
            leaving.daemon = True
            leaving.start()
        super().handle_exit(sig, frame)


def _leave(code: int) -> None:
    """End the process now. Its workers end with it, and the locks of the library's files are released."""
    _log.warning("Some of the work did not finish in time: the service stops without it.")
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(OSError, ValueError):
            stream.flush()
    os._exit(code)


class _Listener(socket.socket):
    """A listening socket that closes new connections while there are too many.

    The HTTP protocol sees a connection only after TLS has begun. Silent clients could otherwise use up all files that
    the process may open, and lock everybody else out.
    """

    def __init__(self, bound: socket.socket, most: int) -> None:
        super().__init__(bound.family, bound.type, bound.proto, fileno=bound.detach())
        self._most = most
        self.refused: Callable[[], object] = lambda: None
        self._inside: set[socket.socket] = set()

    def accept(self) -> tuple[socket.socket, Any]:
        connection, address = super().accept()
        if len(self._inside) >= self._most:
            self._inside = {connection for connection in self._inside if connection.fileno() != -1}
        if len(self._inside) >= self._most:
            connection.close()
            self.refused()
            raise ConnectionAbortedError  # asyncio treats it as a client that hung up while waiting
        self._inside.add(connection)
        return connection, address


class PatientProtocol(H11Protocol):
    """HTTP/1.1 with time limits: for the head of a request, and for the client to take the answer.

    uvicorn itself waits for ever for a head that arrives a byte at a time, and for a client that reads nothing.
    """

    def __init__(self, options: ServeOptions, most: int, refused: Callable[[], object], **given: Any) -> None:
        super().__init__(**given)
        self._patience_s, self._most, self._refused = options.request_s, most, refused
        self._waiting: asyncio.TimerHandle | None = None
        self._stuck: asyncio.TimerHandle | None = None
        self._turned_away = False

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        # asyncio does this for sockets with TCP's protocol number, but the sockets of create_server do not have it.
        # Without it, an answer in two writes waits 40 ms for the client's acknowledgement of the first.
        transport.get_extra_info("socket").setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._wait()
        if len(self.connections) > self._most:
            self._turned_away = True
            self._refused()
            self._say(
                503, "too_many_connections", "Too many are connected. Ask again in 2 s.", retry_after_s=2
            )

    def data_received(self, data: bytes) -> None:
        if self._turned_away:
            return
        super().data_received(data)
        self._stop_waiting_during_request()

    def eof_received(self) -> None:
        """Answer a client that ends its upload early but still reads; asyncio then closes the connection."""
        if self.conn.their_state is h11.SEND_BODY and self.conn.our_state is h11.SEND_RESPONSE:
            self._say(400, "ended_midway", "The upload ended before the whole picture was there.")

    def on_response_complete(self) -> None:
        self._wait()  # limits the wait for the rest of a refused body as well
        super().on_response_complete()  # starts a request that arrived meanwhile
        self._stop_waiting_during_request()

    def connection_lost(self, exc: Exception | None) -> None:
        self._wait(on=False)
        self.resume_writing()
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        super().pause_writing()
        self._stuck = self.loop.call_later(self._patience_s, self._hang_up)

    def _hang_up(self) -> None:
        """End a connection whose client reads nothing.

        Does not linger: otherwise the system would keep the unsent data, and the client would not notice the end.
        """
        self.transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _AT_ONCE)
        self.transport.abort()

    def resume_writing(self) -> None:
        super().resume_writing()
        if self._stuck is not None:
            self._stuck.cancel()
            self._stuck = None

    def send_400_response(self, msg: str) -> None:
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            self._say(400, "not_http", "This is not a valid HTTP request.")
        else:
            self.transport.abort()

    def _stop_waiting_during_request(self) -> None:
        cycle: Any = self.cycle  # None before the first
        if cycle is not None and not cycle.response_complete:
            self._wait(on=False)

    def _wait(self, *, on: bool = True) -> None:
        if self._waiting is not None:
            self._waiting.cancel()
        self._waiting = self.loop.call_later(self._patience_s, self.transport.abort) if on else None

    def _say(self, status: int, code: str, sentence: str, retry_after_s: int | None = None) -> None:
        answer = answer_of(Refusal(status, code, sentence, retry_after_s=retry_after_s))
        head = [f"HTTP/1.1 {status} Refused".encode(), b"connection: close"]
        head += [name + b": " + value for name, value in answer.raw_headers]
        self.transport.write(b"\r\n".join([*head, b"", bytes(answer.body)]))
        self.transport.close()


@contextlib.contextmanager
def _ending_quietly() -> Any:
    """Ignore the SIGTERM that uvicorn raises again after the service has ended."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGTERM, lambda *_: None)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _socket(options: ServeOptions) -> socket.socket:
    try:
        family, _, _, _, address = socket.getaddrinfo(options.host, options.port, type=socket.SOCK_STREAM)[0]
        bound = socket.create_server(address[:2], family=family, backlog=_BACKLOG)
    except (OSError, UnicodeError, OverflowError) as error:
        reason = error.strerror if isinstance(error, OSError) else None
        raise CbirError(
            "Nothing can listen on {0}, port {1}: {2}. Choose others with --host and --port.",
            options.host,
            options.port,
            reason or error,
        ) from error
    return bound


def _address(options: ServeOptions, bound: socket.socket) -> str:
    scheme = "http" if options.tls_cert is None else "https"
    host = f"[{options.host}]" if ":" in options.host else options.host
    return f"{scheme}://{host}:{bound.getsockname()[1]}"


def _check_certificate(options: ServeOptions) -> None:
    if options.tls_cert is None or options.tls_key is None:
        return
    try:
        ssl.create_default_context(ssl.Purpose.CLIENT_AUTH).load_cert_chain(options.tls_cert, options.tls_key)
    except OSError as error:  # ssl.SSLError is one
        raise CbirError(
            "The certificate {0} and its key cannot be used: {1}.", options.tls_cert, error.strerror or error
        ) from error


def _room_for(connections: int) -> int:
    """The number of connections that the limit of open files allows, after raising that limit if permitted."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return connections
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    needed = connections + _OTHER_FILES
    if soft != resource.RLIM_INFINITY and soft < needed:
        soft = needed if hard == resource.RLIM_INFINITY else min(hard, needed)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
        connections = min(connections, max(1, soft - _OTHER_FILES))
    _log.debug("%d connections at once", connections)
    return connections


def tell_systemd(state: str) -> None:
    """Send a state such as "READY=1" to systemd, if it started this process in a unit of Type=notify.

    sd_notify(3), without its library.
    """
    address = os.environ.get("NOTIFY_SOCKET", "")
    if not address or not hasattr(socket, "AF_UNIX"):
        return
    if address.startswith("@"):  # an abstract socket
        address = "\0" + address[1:]
    with contextlib.suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.connect(address)
        manager.sendall(state.encode())
