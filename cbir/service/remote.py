"""Requests of the window -> a service on another computer, over HTTP -> the same answers as from a local engine.

One search runs at a time, with several requests for pictures beside it. Each waits in its own thread, so that
cancelling one closes its connection, and a server that has disappeared blocks nothing else.
"""

from __future__ import annotations

import contextlib
import logging
import os
import queue
import re
import tempfile
import threading
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote

from cbir.base.errors import Cancelled, CbirError, refusal
from cbir.base.messages import Message
from cbir.base.types import Album, Filters, LibraryInfo, Listing, PhotoId, SearchOptions, Term
from cbir.service.albums import AlbumsAnswer, AlbumsRequest
from cbir.service.indexing import WatchRequest
from cbir.service.link import Cancel, Failure, Ready, Shutdown
from cbir.service.maintenance import LibraryAnswer, LibraryRequest
from cbir.service.pictures import MAX_SIDE_PX, file_bytes
from cbir.service.registry import (
    ENGINE_PATHS,
    FAR_HANDLERS,
    SHORT,
    Answer,
    Lane,
    Request,
    changes,
    declaration_of,
    visit_of,
)
from cbir.service.search import FacetsAnswer, PlacesAnswer, SearchRequest
from cbir.service.server import Connection
from cbir.service.service_address import ServiceAddress, service_of
from cbir.service.service_link import ServiceLink
from cbir.service.visiting import BELOW
from cbir.service.wire import below, request_to_json, unpacked

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_log = logging.getLogger(__name__)
_PICTURES_AT_ONCE = 6
_FORBIDDEN = re.compile(r'[<>:"/\\|?*\x00-\x1f]|[. ]$')  # not allowed in file names on some system
NOT_HERE = Message(
    "This library is on another computer. Here you can search it and view its photos; the "
    "service's administrator can do the rest there."
)


def serve(connection: Connection, folder: Path) -> None:
    """Answer requests until the pipe closes or Shutdown arrives. Errors become Failure answers; nothing is raised."""
    try:
        address = service_of(folder)
        if address is None:
            raise CbirError("{0} names no service. Open the library's address again.", folder)
    except CbirError as error:
        connection.send((0, Failure(message=error.message)))
        return
    with contextlib.closing(Remote(connection, folder, address)) as remote:
        try:
            ready = Ready(info=remote.info())
        except CbirError as error:
            connection.send((0, Failure(message=error.message)))
            return
        connection.send((0, ready))
        remote.run()


class Remote:
    def __init__(self, connection: Connection, folder: Path, address: ServiceAddress) -> None:
        self._connection, self._folder, self._address = connection, folder, address
        self._place = Path("/", address.host)  # paths in the answers are below it
        self._link = ServiceLink(address)
        self._cancelled: dict[int, threading.Event] = {}
        self._outbox: queue.SimpleQueue[tuple[int, Answer] | None] = queue.SimpleQueue()
        self._searching = ThreadPoolExecutor(1, "search")
        self._looking = ThreadPoolExecutor(_PICTURES_AT_ONCE, "look")
        self._changing = ThreadPoolExecutor(1, "change")  # in the order of arrival
        self._copies: tempfile.TemporaryDirectory[str] | None = None  # downloaded originals
        self._lock = threading.Lock()

    def info(self) -> LibraryInfo:
        """Ask for the library as the service shows it, with its address."""
        answer = self.ask_engine(0, LibraryRequest(sizes=False))
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
                continue  # the next search finds photos added there
            if changes(request):
                self._changing.submit(self._answer, ticket, request)
                continue
            self._cancelled[ticket] = threading.Event()
            declaration = declaration_of(request)
            searches = declaration is not None and declaration.lane is Lane.SEARCH
            (self._searching if searches else self._looking).submit(self._answer, ticket, request)
        self._changing.shutdown(wait=True)  # finish changes even if the window closes right after them
        for ticket in list(self._cancelled):
            self._give_up(ticket)
        for pool in (self._searching, self._looking):
            pool.shutdown(wait=True, cancel_futures=True)
        self._outbox.put(None)
        writer.join(5)

    def close(self) -> None:
        self._link.close()
        if self._copies is not None:
            self._copies.cleanup()

    def _give_up(self, ticket: int) -> None:
        if event := self._cancelled.get(ticket):
            event.set()
            self._link.give_up(ticket)

    def _answer(self, ticket: int, request: Request) -> None:
        event = self._cancelled.get(ticket, threading.Event())
        try:
            if event.is_set():
                raise Cancelled("It was cancelled.")
            answer = self._do(ticket, request)
        except CbirError as error:
            answer = Failure(message=error.message, cancelled=event.is_set())
        except Exception as error:
            _log.exception("A request failed")
            fault = Message(
                "Something went wrong inside the program ({0}: {1}).", type(error).__name__, error
            )
            answer = Failure(message=refusal(error) or fault)
        finally:
            self._cancelled.pop(ticket, None)
        self._outbox.put((ticket, answer))

    def _do(self, ticket: int, request: Request) -> Any:
        if handler := FAR_HANDLERS.get(type(request)):
            return handler(_Asked(self, ticket), request)
        if visit_of(request) is None:
            raise CbirError(NOT_HERE)
        if getattr(request, "album", "") and not changes(request):
            with contextlib.suppress(RuntimeError):  # the engine is closing
                self._changing.submit(bool).result()  # open the album after the changes that arrived before
        return self.ask_engine(ticket, self._for_service(request))

    # --- requests ---

    def _for_service(self, request: Any) -> Any:
        """A request without paths of this computer: with pictures as data, and folders as the service names them."""
        if isinstance(request, SearchRequest):
            options: SearchOptions = request.options
            options = replace(options, filters=self._folders_for_service(options.filters))
            request = replace(request, options=options, renewed=True)
        if isinstance(request, AlbumsRequest):
            request = replace(request, keep=tuple(map(self._album_for_service, request.keep)))
        if hasattr(request, "terms"):
            request = replace(request, terms=tuple(map(_with_data, request.terms)))
        if hasattr(request, "term"):
            request = replace(request, term=_with_data(request.term))
        return request

    def _folders_for_service(self, filters: Filters) -> Filters:
        inside = f"{self._place.as_posix()}/"
        folders = tuple(
            BELOW + folder.removeprefix(inside) if folder.startswith(inside) else folder
            for folder in (Path(folder).as_posix() for folder in filters.folders)
        )
        return replace(filters, folders=folders)

    def _album_for_service(self, album: Album) -> Album:
        return replace(
            album, terms=tuple(map(_with_data, album.terms)), filters=self._folders_for_service(album.filters)
        )

    def ask_engine(self, ticket: int, request: Request) -> Any:
        path = ENGINE_PATHS[visit_of(request) or SHORT]
        _, data = self._ask(ticket, "POST", path, request_to_json(request))
        try:
            return with_local_paths(unpacked(data, self._place), self._place)
        except (ValueError, LookupError, TypeError, AttributeError, RecursionError) as error:
            raise CbirError(
                "The answer of {0} cannot be read. It may run another version of the program.",
                self._address.host,
            ) from error

    def download(self, ticket: int, photo: PhotoId) -> Path:
        """Download a photo's file under its own name, into a new folder."""
        headers, data = self._ask(ticket, "GET", f"/api/photos/{photo}/original")
        name = unquote(str(headers.get("Content-Disposition") or "").partition("filename*=UTF-8''")[2])
        if not name or name != Path(name).name or _FORBIDDEN.search(name):
            raise CbirError("No file on this computer can have the name of this photo: {0}.", repr(name))
        try:
            with self._lock:
                if self._copies is None:
                    self._copies = tempfile.TemporaryDirectory(prefix="cbir-", ignore_cleanup_errors=True)
            path = Path(tempfile.mkdtemp(dir=self._copies.name)) / name
            path.write_bytes(data)
        except OSError as error:
            raise CbirError("{0} could not be copied to this computer: {1}.", name, error.strerror) from error
        return path

    def _ask(self, ticket: int, method: str, path: str, body: bytes | None = None) -> tuple[Any, bytes]:
        cancelled = self._cancelled.get(ticket, threading.Event())
        return self._link.ask(ticket, cancelled, method, path, body)

    def rendered(self, ticket: int, path: str) -> tuple[NDArray[np.uint8], Mapping[str, str]]:
        """Fetch a picture that the service renders: its pixels, and the headers of the answer."""
        from cbir.images import DecodeOptions, decode

        headers, data = self._ask(ticket, "GET", path)
        image = decode(data, max_side_px=None, options=DecodeOptions(max_pixels=MAX_SIDE_PX**2))
        return image.pixels, headers

    def _write(self) -> None:
        while (message := self._outbox.get()) is not None:
            try:
                self._connection.send(message)
            except (OSError, ValueError):
                return  # the window is gone


class _Asked:
    """The library on another computer, for the handler of one request."""

    def __init__(self, remote: Remote, ticket: int) -> None:
        self._remote, self._ticket = remote, ticket

    def library(self) -> LibraryInfo:
        return self._remote.info()

    def answer(self, asked: Request) -> Any:
        return self._remote.ask_engine(self._ticket, asked)

    def picture(self, path: str) -> tuple[NDArray[np.uint8], Mapping[str, str]]:
        return self._remote.rendered(self._ticket, path)

    def original(self, photo: PhotoId) -> Path:
        return self._remote.download(self._ticket, photo)


def _with_data(term: Term) -> Term:
    if term.path is None:
        return term
    return replace(term, path=None, data=file_bytes(term.path))


def with_local_paths(answer: Any, place: Path) -> Any:
    """An answer whose folders, sent as texts, are paths below the place of this library."""

    def local(folder: str) -> str:
        return str(below(place, folder.removeprefix(BELOW)))

    def album_here(album: Album) -> Album:
        folders = tuple(
            local(folder) if folder.startswith(BELOW) else folder for folder in album.filters.folders
        )
        return replace(album, filters=replace(album.filters, folders=folders))

    if isinstance(answer, AlbumsAnswer):
        return replace(answer, albums=tuple(map(album_here, answer.albums)))
    if isinstance(answer, FacetsAnswer | PlacesAnswer):
        field = "facets" if isinstance(answer, FacetsAnswer) else "places"
        choices = getattr(answer, field)
        folders = tuple(replace(count, value=local(count.value)) for count in choices.folders)
        changed: dict[str, Any] = {field: replace(choices, folders=folders)}
        return replace(answer, **changed)
    hits: Any = getattr(getattr(answer, "result", None), "hits", None)
    if isinstance(hits, Listing):
        for name in hits.texts.column(0):
            if name != os.fsencode(Path(os.fsdecode(name)).name):
                raise ValueError("this name leads out of its folder")
        hits = replace(hits, folders=tuple(map(local, hits.folders)))
        return replace(answer, result=replace(answer.result, hits=hits))
    return answer
