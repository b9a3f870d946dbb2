"""Checks every request before it is read: the visitor and their rights, and the size and speed of the body.

A request that changes something is recognised by its method, not by its route, so that no new route lacks the check.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from dataclasses import dataclass
from http import HTTPStatus

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from cbir.base.errors import CbirError
from cbir.server.access_log import note_access
from cbir.server.limits import RateLimit
from cbir.server.metrics import Metrics
from cbir.server.options import ServeOptions
from cbir.server.proxies import Person, Proxies
from cbir.server.refusals import Refusal, answer_of, ending
from cbir.server.tokens import Tokens
from cbir.service import ENGINE_PATHS, LONG, MARKS, SHORT

_log = logging.getLogger(__name__)
UPLOAD = "/api/search"
_READING = (UPLOAD, ENGINE_PATHS[LONG], ENGINE_PATHS[SHORT])
_LIGHT = ("/api/library", "/metrics", ENGINE_PATHS[SHORT], ENGINE_PATHS[MARKS])
_MAX_JSON_BYTES = 64 << 10
_MAX_HEADERS, _MAX_VALUES = 100, 64  # headers of a request, and values in its query string
_LOCAL_NAMES = ("localhost", "127.0.0.1", "[::1]")
_GUESSES_PER_MINUTE = 60  # from one address, without a valid token
_HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Visitor:
    """The sender of a request. name : of the token or the person, or the address

    may_write : may change marks and albums. positions : may see where photos were taken
    people : may find photos by people
    """

    name: str
    may_write: bool = False
    positions: bool = False
    people: bool = False


class Guard:
    """ASGI middleware around the application."""

    def __init__(self, app: ASGIApp, options: ServeOptions, tokens: Tokens, metrics: Metrics) -> None:
        self._app, self._options, self._tokens, self._metrics = app, options, tokens, metrics
        self._proxies = Proxies(options)
        self._rates = RateLimit(options.per_minute)
        self._guesses = RateLimit(_GUESSES_PER_MINUTE)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        began, status, sent_bytes = time.perf_counter(), 0, 0
        scope = self._proxies.unwrapped(scope)
        if scope["method"] == "HEAD":  # used by monitors; the server below omits the body
            scope = {**scope, "method": "GET"}

        async def send_with_headers(message: Message) -> None:
            nonlocal status, sent_bytes
            sent_bytes += len(message.get("body", b""))
            if message["type"] == "http.response.start":
                status = message["status"]
                headers = MutableHeaders(scope=message)
                for name, value in {**_HEADERS, "Cache-Control": "no-store"}.items():
                    headers.setdefault(name, value)
            await send(message)

        try:
            _check_head(scope)
            visitor = self._admit(scope)
            scope.setdefault("state", {}).update(who=visitor.name, visitor=visitor)
            await self._app(scope, self._bounded(scope, receive, lambda: status != 0), send_with_headers)
        except Refusal as refusal:
            await answer_of(refusal)(scope, receive, send_with_headers)
        except asyncio.CancelledError:  # the server is ending
            if status != 0:
                raise
            await answer_of(ending())(scope, receive, send_with_headers)
        finally:
            route = getattr(scope.get("route"), "path", "none")
            method = scope["method"] if scope["method"] in ("GET", "POST", "PUT", "DELETE") else "other"
            seconds = time.perf_counter() - began
            self._metrics.note(method, route, status, seconds)
            note_access(scope, status, sent_bytes, seconds)

    def _admit(self, scope: Scope) -> Visitor:
        """Identify the visitor and their rights. Raises Refusal if they may not make this request."""
        path, method, headers = scope["path"], scope["method"], Headers(scope=scope)
        if not path.startswith("/api/") and path != "/metrics":
            # the page, its files, the description of the service, and its health
            return Visitor(name="")
        address = scope["client"][0] if scope["client"] else ""
        changing = method != "GET" and path not in _READING
        person = None if "authorization" in headers else self._proxies.person(scope)
        by_token = person is not None or not self._options.open_to_all or "authorization" in headers
        if person is not None:
            _refuse_other_pages(headers, changing=changing)
            visitor = self._visitor_of_proxy(person)
        elif not by_token:
            self._refuse_other_sites(headers)
            visitor = Visitor(name=address, positions=self._options.positions)
        else:
            visitor = self._visitor_with_token(headers, address)
        if changing and not self._options.writable:
            raise Refusal(
                403, "read_only", "This service is read-only. Start it with --writable to allow changes."
            )
        if changing and not visitor.may_write:
            raise Refusal(
                403, "token_for_reading", "This token is for reading. Ask for one with the role write."
            )
        light = path.endswith("/thumbnail") or path in _LIGHT
        self._rates.take(visitor.name, 0.1 if light else 1.0, by_token=by_token)
        return visitor

    def _visitor_of_proxy(self, person: Person) -> Visitor:
        return Visitor(
            name=person.name,
            may_write=self._options.writable and person.may_write,
            positions=self._options.positions,
        )

    def _visitor_with_token(self, headers: Headers, address: str) -> Visitor:
        """Identify a visitor by their token. Raises Refusal if it is missing or not valid."""
        scheme, _, given = headers.get("authorization", "").partition(" ")
        try:
            token = self._tokens.find(given.strip()) if scheme.lower() == "bearer" and given else None
        except CbirError as error:
            _log.warning("%s", error)
            raise Refusal(
                503, "tokens_unreadable", "The service cannot read its tokens now.", retry_after_s=30
            ) from error
        if token is not None and not token.expired:
            return Visitor(
                name=token.name,
                may_write=self._options.writable and token.role == "write",
                positions=self._options.positions and token.positions,
                people=token.people,
            )
        self._guesses.take(address, by_token=False)
        if token is not None:
            raise Refusal(
                HTTPStatus.UNAUTHORIZED, "token_expired", "This token has expired. Ask for a new one."
            )
        if given:
            raise Refusal(
                HTTPStatus.UNAUTHORIZED, "token_unknown", "This token is not valid, or was withdrawn."
            )
        raise Refusal(
            HTTPStatus.UNAUTHORIZED, "token_missing", "Send a token: the header Authorization: Bearer TOKEN."
        )

    def _refuse_other_sites(self, headers: Headers) -> None:
        """Refuse requests from pages of other sites, which could search this library if no token is required.

        Such a page could use its own name, or a name that resolves to this computer.
        """
        name = headers.get("host", "").rpartition(":")[0] or headers.get("host", "")
        proxied = "x-forwarded-for" in headers or "forwarded" in headers or "x-real-ip" in headers
        if (
            proxied  # the sender is behind a proxy on this computer, and may be anywhere
            or name.lower() not in _LOCAL_NAMES
            or headers.get("sec-fetch-site", "none") not in ("none", "same-origin")
        ):
            raise Refusal(
                403, "other_site", "Without a token, this service answers only its own page on this computer."
            )

    def _bounded(self, scope: Scope, receive: Receive, answered: Callable[[], bool]) -> Receive:
        """Pass the body on as it arrives. Raise Refusal as soon as it is too large or too slow.

        answered : True once the answer has begun. It is then too late to refuse, and the rest is discarded
        """
        # an album may also contain a picture to search with
        upload = scope["path"] in (UPLOAD, *ENGINE_PATHS.values())
        limit = self._options.max_upload_bytes if upload else _MAX_JSON_BYTES
        until = time.monotonic() + self._options.upload_s
        declared = Headers(scope=scope).get("content-length", "0")
        received_bytes, whole = 0, False
        if declared.isdecimal() and int(declared) > limit:
            raise _too_large(limit)

        async def refusing() -> Message:
            nonlocal received_bytes, whole
            if whole:
                return await receive()
            try:
                message = await asyncio.wait_for(receive(), max(0.0, until - time.monotonic()))
            except TimeoutError:
                raise Refusal(
                    408, "too_slow", "The body did not arrive within {0} s.", f"{self._options.upload_s:g}"
                ) from None
            received_bytes += len(message.get("body", b""))
            if upload:
                self._metrics.uploaded_bytes += len(message.get("body", b""))
            if received_bytes > limit:
                raise _too_large(limit)
            whole = not message.get("more_body", False)
            return message

        async def bounded() -> Message:
            try:
                return await refusing()
            except Refusal:
                if not answered():
                    raise
                while (message := await receive())["type"] != "http.disconnect":
                    pass
                return message

        return bounded


def _refuse_other_pages(headers: Headers, *, changing: bool) -> None:
    """Refuse requests from pages of other sites: a browser would send the proxy's cookie with them, too.

    Every current browser sends Sec-Fetch-Site. A program that omits it may read, but not change anything.
    """
    site = headers.get("sec-fetch-site", "" if changing else "none")
    if site not in ("same-origin", *(() if changing else ("none",))):
        raise Refusal(
            403, "other_site", "This service answers only its own page here. Programs need a token."
        )


def _check_head(scope: Scope) -> None:
    """Raise Refusal if the head leaves the length of the body in doubt, or is larger than any request needs.

    A proxy and this service could disagree on the end of such a body, and see a second request in it: RFC 9112, 6.3.
    """
    names = [name for name, _ in scope["headers"]]
    chunked = b"transfer-encoding" in names
    if chunked and (b"content-length" in names or scope["http_version"] != "1.1"):
        raise Refusal(400, "length_in_doubt", "Send either Content-Length or Transfer-Encoding.", close=True)
    if len(names) > _MAX_HEADERS or scope["query_string"].count(b"&") >= _MAX_VALUES:
        raise Refusal(
            400,
            "too_many_values",
            "Send {0} headers and {1} values at most.",
            _MAX_HEADERS,
            _MAX_VALUES,
            close=True,
        )


def _too_large(limit: int) -> Refusal:
    amount = f"{limit / (1 << 20):g} MB" if limit >= 1 << 20 else f"{limit >> 10} KB"
    return Refusal(413, "too_large", "The request is larger than {0}. Send less.", amount)
