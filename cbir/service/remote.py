"""Requests of the window -> a service on another computer, over HTTP -> the same answers as of an engine here.

One search at a time, some looks beside it; each waits in a thread of its own, so that giving one up closes its
connection and a server that is gone holds nothing up.
"""

from __future__ import annotations

import contextlib
import http.client
import json
import logging
import os
import queue
import socket
import ssl
import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

from cbir.base.errors import Cancelled, CbirError, ImageUnreadable
from cbir.base.types import Listing, Region, SearchOptions, Term
from cbir.service.messages import (
    AlbumsRequest,
    Answer,
    Cancel,
    CountAlbumRequest,
    FacetsAnswer,
    Failure,
    LibraryAnswer,
    LibraryRequest,
    ModelsAnswer,
    ModelsRequest,
    PictureAnswer,
    PictureRequest,
    PlacesAnswer,
    Ready,
    Request,
    SearchRequest,
    Shutdown,
    StacksAnswer,
    StacksRequest,
    ThumbnailRequest,
    WatchRequest,
)
from cbir.service.server import Connection
from cbir.service.service_address import ServiceAddress, service_of
from cbir.service.visiting import BELOW, LONG, MARKS, SHORT
from cbir.service.wire import MOST_BYTES, below, request_to_json, unpacked

_log = logging.getLogger(__name__)
_WAIT_S = 45.0  # a service gives up a search after 30
_PATIENCE = 4  # how often it may say that it is busy
_LOOKS = 6
_MAX_SIDE_PX = 2048  # that a service draws
NOT_HERE = (
    "This library is on another computer. Here it can be searched and looked at; whoever runs the service can do the "
    "rest there."
)


def serve(connection: Connection, folder: Path) -> None:
    """Answer requests until the pipe closes or Shutdown arrives. Errors become Failure answers; nothing is raised."""
    try:
        address = service_of(folder)
        if address is None:
            raise CbirError(f"{folder} names no service. Open the library's address again.")
    except CbirError as error:
        connection.send((0, Failure(message=str(error))))
        return
    with contextlib.closing(_Remote(connection, folder, address)) as remote:
        try:
            ready = Ready(info=remote.info())
        except CbirError as error:
            connection.send((0, Failure(message=str(error))))
            return
        connection.send((0, ready))
        remote.run()


class _Gone(Exception):
    """A connection that was kept open had been closed by the other side."""


class _Remote:
    def __init__(self, connection: Connection, folder: Path, address: ServiceAddress) -> None:
        self._connection, self._folder, self._address = connection, folder, address
        self._place = Path("/", address.host)  # where paths of the answers seem to lie
        self._own = threading.local()
        self._made: list[http.client.HTTPConnection] = []  # one for each thread that asks
        self._open: dict[int, http.client.HTTPConnection] = {}  # by ticket
        self._cancelled: dict[int, threading.Event] = {}
        self._outbox: queue.SimpleQueue[tuple[int, Answer] | None] = queue.SimpleQueue()
        self._searching = ThreadPoolExecutor(1, "search")
        self._looking = ThreadPoolExecutor(_LOOKS, "look")

    def info(self) -> Any:
        answer = self._ask_engine(0, LibraryRequest(sizes=False))
        assert isinstance(answer, LibraryAnswer)
        return replace(answer.info, folder=self._folder, service=self._address.url)

    def run(self) -> None:
        writer = threading.Thread(target=self._write, name="answers", daemon=True)
        writer.start()
        while True:
            try:
                ticket, request = self._connection.recv()
            except (EOFError, OSError):
                break
            if isinstance(request, Shutdown):
                break
            if isinstance(request, Cancel):
                self._give_up(request.ticket)
                continue
            if isinstance(request, WatchRequest):
                continue  # photos that come there are found by the next search
            self._cancelled[ticket] = threading.Event()
            long = isinstance(request, SearchRequest | CountAlbumRequest)
            (self._searching if long else self._looking).submit(self._answer, ticket, request)
        for ticket in list(self._cancelled):
            self._give_up(ticket)
        for pool in (self._searching, self._looking):
            pool.shutdown(wait=True, cancel_futures=True)
        self._outbox.put(None)
        writer.join(5)

    def close(self) -> None:
        for connection in self._made:
            connection.close()

    def _give_up(self, ticket: int) -> None:
        if event := self._cancelled.get(ticket):
            event.set()
        opened = self._open.get(ticket)
        if opened is not None and opened.sock is not None:
            with contextlib.suppress(OSError):
                opened.sock.shutdown(socket.SHUT_RDWR)

    def _answer(self, ticket: int, request: Request) -> None:
        event = self._cancelled[ticket]
        try:
            if event.is_set():
                raise Cancelled("It was cancelled.")
            answer = self._do(ticket, request)
        except CbirError as error:
            answer = Failure(message=str(error), cancelled=event.is_set())
        except Exception as error:
            _log.exception("A request failed")
            answer = Failure(
                message=f"Something went wrong inside the program ({type(error).__name__}: {error})."
            )
        finally:
            self._cancelled.pop(ticket, None)
        self._outbox.put((ticket, answer))

    def _do(self, ticket: int, request: Request) -> Any:
        match request:
            case LibraryRequest():
                return LibraryAnswer(info=self.info())
            case ThumbnailRequest():
                pixels, _ = self._drawn(ticket, f"/api/photos/{request.photo}/thumbnail")
                return PictureAnswer(pixels=pixels, full_size=(pixels.shape[1], pixels.shape[0]))
            case PictureRequest():
                return self._picture(ticket, request)
            case ModelsRequest():
                return ModelsAnswer(offers=(), installed=(), current=None)
            case StacksRequest():
                return StacksAnswer(stacks=())
            case AlbumsRequest() if request.keep or request.removed:
                raise CbirError(NOT_HERE)
        if not isinstance(request, LONG | SHORT | MARKS):
            raise CbirError(NOT_HERE)
        return self._ask_engine(ticket, self._for_others(request))

    # --- requests ---

    def _for_others(self, request: Any) -> Any:
        """A request without places of this computer: pictures are sent, folders are named as there."""
        if isinstance(request, SearchRequest):
            options: SearchOptions = request.options
            inside = f"{self._place.as_posix()}/"
            folders = tuple(
                BELOW + one.removeprefix(inside) if one.startswith(inside) else one
                for one in (Path(one).as_posix() for one in options.filters.folders)
            )
            options = replace(options, filters=replace(options.filters, folders=folders))
            request = replace(request, options=options, renewed=True)
        if hasattr(request, "terms"):
            request = replace(request, terms=tuple(map(_sent, request.terms)))
        if hasattr(request, "term"):
            request = replace(request, term=_sent(request.term))
        return request

    def _ask_engine(self, ticket: int, request: Request) -> Any:
        kinds = ((LONG, ""), (MARKS, "/marks"), (SHORT, "/look"))
        path = "/api/engine" + next(path for kind, path in kinds if isinstance(request, kind))
        _, data = self._ask(ticket, "POST", path, request_to_json(request))
        try:
            return _told_here(unpacked(data, self._place), self._place)
        except (ValueError, LookupError, TypeError, AttributeError, RecursionError) as error:
            raise CbirError(
                f"What {self._address.host} answers cannot be read. It may have another version of the program."
            ) from error

    def _picture(self, ticket: int, request: PictureRequest) -> PictureAnswer:
        if request.photo is None:
            return _decoded_here(request)
        side = min(request.max_side_px, _MAX_SIDE_PX)
        region = (
            ""
            if request.region is None
            else "&region=" + ",".join(f"{max(0.0, x):.3f}" for x in request.region)
        )
        pixels, headers = self._drawn(ticket, f"/api/photos/{request.photo}/picture?side={side}{region}")
        width, height, *stand_in = str(headers.get("Cbir-Size") or "").split() or map(
            str, pixels.shape[1::-1]
        )
        return PictureAnswer(pixels=pixels, full_size=(int(width), int(height)), stand_in=bool(stand_in))

    def _drawn(self, ticket: int, path: str) -> tuple[Any, Any]:
        from cbir.images import DecodeOptions, decode

        headers, data = self._ask(ticket, "GET", path)
        image = decode(data, max_side_px=None, options=DecodeOptions(max_pixels=_MAX_SIDE_PX**2))
        return image.pixels, headers

    # --- HTTP ---

    def _ask(self, ticket: int, method: str, path: str, body: bytes | None = None) -> tuple[Any, bytes]:
        """Headers and body of an answer. Raises CbirError with a sentence for the user."""
        cancelled = self._cancelled.get(ticket, threading.Event())
        for attempt in range(_PATIENCE):
            status, headers, data = self._ask_once(ticket, cancelled, method, path, body)
            wait = str(headers.get("Retry-After") or "")
            if status not in (429, 503) or not wait.isdecimal() or attempt == _PATIENCE - 1:
                break
            if cancelled.wait(min(10, int(wait))):
                raise Cancelled("It was cancelled.")
        if status == 200:
            return headers, data
        raise CbirError(self._refusal(status, data))

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
        kept: http.client.HTTPConnection | None = getattr(self._own, "connection", None)
        connection = kept or self._connect()
        self._own.connection = self._open[ticket] = connection
        headers = {"Content-Type": "application/octet-stream"}
        if self._address.token:
            headers["Authorization"] = f"Bearer {self._address.token}"
        try:
            connection.request(method, path, body, headers)
            answer = connection.getresponse()
        except (http.client.RemoteDisconnected, ConnectionError) as error:
            self._forget()
            if kept is not None:
                raise _Gone from error
            raise
        data = answer.read(MOST_BYTES)
        return answer.status, answer.headers, data

    def _connect(self) -> http.client.HTTPConnection:
        scheme, _, place = self._address.url.partition("://")
        if scheme == "http":
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

    def _refusal(self, status: int, data: bytes) -> str:
        try:
            told = str(json.loads(data)["error"]["message"])
        except (ValueError, LookupError, TypeError):
            return f"{self._address.host} answers, but not as a service of this program does ({status})."
        if status == http.HTTPStatus.UNAUTHORIZED and not self._address.token:
            return "This library asks for a token. Open its address again, with the one that you were given."
        if status == http.HTTPStatus.UNAUTHORIZED:
            return f"{told} Open the library's address again, with a token that is valid."
        return told

    def _write(self) -> None:
        while (message := self._outbox.get()) is not None:
            try:
                self._connection.send(message)
            except (OSError, ValueError):
                return  # the window is gone


def _why(host: str, error: Exception) -> str:
    """What to tell a person of a connection that failed."""
    if isinstance(error, ssl.SSLCertVerificationError):
        if "self" in error.verify_message:
            return (
                f"The certificate of {host} is signed by nobody whom this computer trusts. If it is yours, add it to "
                "this system's certificates."
            )
        return f"The certificate of {host} is not valid here: {error.verify_message}. Nothing was sent."
    if isinstance(error, ssl.SSLError):
        return f"{host} does not speak HTTPS there. Look at the address and its port."
    if isinstance(error, socket.gaierror):
        return f"No computer is known by the name {host}. Look at the address, and whether you are online."
    if isinstance(error, TimeoutError):
        return f"{host} did not answer within {_WAIT_S:.0f} seconds. Try again later."
    return f"{host} cannot be reached. The service may not be running, or you are offline. Try again later."


def _sent(term: Term) -> Term:
    if term.path is None:
        return term
    try:
        return replace(term, path=None, data=term.path.read_bytes())
    except OSError as error:
        raise ImageUnreadable("The file has moved, or its drive is disconnected.") from error


def _told_here(answer: Any, place: Path) -> Any:
    """Folders that are texts, as paths below the place of this library."""

    def named(folder: str) -> str:
        return str(below(place, folder.removeprefix(BELOW)))

    if isinstance(answer, FacetsAnswer | PlacesAnswer):
        field = "facets" if isinstance(answer, FacetsAnswer) else "places"
        told = getattr(answer, field)
        folders = tuple(replace(one, value=named(one.value)) for one in told.folders)
        changed: dict[str, Any] = {field: replace(told, folders=folders)}
        return replace(answer, **changed)
    hits: Any = getattr(getattr(answer, "result", None), "hits", None)
    if isinstance(hits, Listing):
        for name in hits.texts.column(0):
            if name != os.fsencode(Path(os.fsdecode(name)).name):
                raise ValueError("this name leads out of its folder")
        hits = replace(hits, folders=tuple(map(named, hits.folders)))
        return replace(answer, result=replace(answer.result, hits=hits))
    return answer


def _decoded_here(request: PictureRequest) -> PictureAnswer:
    """A picture of this computer, which need not go to another one to be looked at."""
    from cbir.images import decode, decode_region

    data = request.data
    if data is None and request.path is not None:
        data = _sent(Term(path=request.path)).data
    if data is None:
        raise ImageUnreadable("There is no picture to show.")
    region: Region | None = request.region
    if region is None:
        image = decode(data, max_side_px=request.max_side_px)
    else:
        image = decode_region(data, region, request.max_side_px)
    return PictureAnswer(pixels=image.pixels, full_size=image.full_size)
