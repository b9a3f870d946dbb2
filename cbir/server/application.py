"""The routes, the page, health and metrics -> one ASGI application behind the guard."""

from __future__ import annotations

import asyncio
import time
from http import HTTPStatus
from importlib.metadata import version
from typing import Any

from fastapi import Depends, FastAPI
from fastapi.responses import FileResponse, PlainTextResponse, RedirectResponse, Response
from fastapi.security import HTTPBearer
from starlette.types import ASGIApp

from cbir.base.resources import resource
from cbir.server.guard import UPLOAD, Guard
from cbir.server.limits import Gate
from cbir.server.metrics import CONTENT_TYPE, Metrics
from cbir.server.options import ServeOptions
from cbir.server.refusals import Problem, Refusal, take_over
from cbir.server.routes import Routes
from cbir.server.served_library import ServedLibrary
from cbir.server.tokens import Tokens
from cbir.service import ENGINE_PATHS, LONG, MARKS, SHORT

_PAGE = {
    "/": "web/index.html",
    "/page.css": "web/page.css",
    "/page.js": "web/page.js",
    "/page.svg": "icons/cbir.svg",
}
_SHORT_AT_ONCE, _SHORT_WAITING = 4, 64
_PICTURES_AT_ONCE, _PICTURES_WAITING = 4, 64  # a page requests some dozens of thumbnails
_HEALTH_S = 5.0
_INDEX_CHECKED_S = 5.0  # between two checks that the index can be reached
_PROBLEMS: dict[int | str, dict[str, Any]] = {"4XX": {"model": Problem}, "503": {"model": Problem}}
_PICTURE_BODY: dict[str, Any] = {
    "requestBody": {
        "required": True,
        "content": {"application/octet-stream": {"schema": {"type": "string", "format": "binary"}}},
    }
}


class Application:
    """One library's service as an ASGI application; close() ends its threads."""

    def __init__(self, library: ServedLibrary, options: ServeOptions, tokens: Tokens) -> None:
        self._library = library
        self.metrics = Metrics()
        self._searching = Gate("search", options.searches_at_once, options.waiting)
        self._looking = Gate("look", _SHORT_AT_ONCE, _SHORT_WAITING)
        self._drawing = Gate("draw", _PICTURES_AT_ONCE, _PICTURES_WAITING)
        self._counted: tuple[float, int] = (0.0, 0)
        self._checked: tuple[float, asyncio.Future[None]] | None = None
        # FastAPI's own pages are off: they load scripts from other sites, which would learn about the requests
        app = FastAPI(
            title="cbir",
            version=version("cbir"),
            description="Search the photos of one library by a picture or by words.",
            docs_url=None,
            redoc_url=None,
            redirect_slashes=False,
            # not FastAPI's root_path, which would take the path off a second time, behind the guard
            servers=[{"url": options.root_path}] if options.root_path else None,
            telemetry={"tracing": False, "metrics": False, "logs": False, "auto_configure": False},
        )
        routes = Routes(library, options, self._searching, self._looking, self._drawing)
        self._add_routes(app, routes, options.root_path)
        take_over(app)
        self.asgi: ASGIApp = Guard(app, options, tokens, self.metrics)

    def _add_routes(self, app: FastAPI, routes: Routes, root_path: str) -> None:
        photo, album = "/api/photos/{photo}", "/api/albums/{album}"
        table: tuple[tuple[str, str, Any, dict[str, Any]], ...] = (
            ("GET", UPLOAD, routes.search, {}),
            ("POST", UPLOAD, routes.search_with_picture, {"openapi_extra": _PICTURE_BODY}),
            ("POST", ENGINE_PATHS[LONG], routes.engine, {"include_in_schema": False}),
            ("POST", ENGINE_PATHS[SHORT], routes.engine_look, {"include_in_schema": False}),
            ("POST", ENGINE_PATHS[MARKS], routes.engine_marks, {"include_in_schema": False}),
            ("GET", "/api/library", routes.library, {}),
            ("GET", photo, routes.photo, {}),
            ("GET", f"{photo}/thumbnail", routes.thumbnail, _sends("image/jpeg")),
            ("GET", f"{photo}/picture", routes.picture, _sends("image/jpeg")),
            ("GET", f"{photo}/original", routes.original, _sends("application/octet-stream")),
            ("PUT", f"{photo}/rating", routes.rate, {}),
            ("PUT", f"{photo}/flag", routes.set_flag, {}),
            ("PUT", f"{photo}/label", routes.set_label, {}),
            ("POST", f"{photo}/keywords", routes.set_keywords, {}),
            ("GET", "/api/albums", routes.albums, {}),
            ("POST", "/api/albums", routes.make_album, {}),
            ("GET", album, routes.album, {}),
            ("POST", f"{album}/photos", routes.correct_album, {}),
            ("DELETE", album, routes.remove_album, {}),
        )
        token = [Depends(HTTPBearer(auto_error=False))]  # only for the description: the guard checks it
        for method, path, route, more in table:
            more = {**more, "responses": {**_PROBLEMS, **more.get("responses", {})}}
            app.add_api_route(path, route, methods=[method], dependencies=token, **more)
        app.add_api_route("/metrics", self._tell_metrics, response_class=PlainTextResponse)
        app.add_api_route("/health", self._tell_health)
        for path, file in _PAGE.items():
            app.add_api_route(path, _sending(file), include_in_schema=False)
        if root_path:  # the page's addresses are relative, so its own has to end with a slash
            app.add_api_route(root_path, _redirecting(f"{root_path}/"), include_in_schema=False)

    async def _tell_health(self) -> dict[str, str]:
        """Report that the library can be read now. Needs no token and says nothing else."""
        try:
            await asyncio.wait_for(self._count(), _HEALTH_S)
        except Exception as error:
            raise Refusal(503, "not_well", "The library cannot be read now.", retry_after_s=5) from error
        try:
            await asyncio.wait_for(asyncio.shield(self._check_index()), _HEALTH_S)
        except Exception as error:
            raise Refusal(
                503, "index_unreachable", "The search index cannot be reached now.", retry_after_s=5
            ) from error
        return {"status": "ok"}

    async def _tell_metrics(self) -> PlainTextResponse:
        """Counts and times in Prometheus' text format."""
        gates = {"searches": self._searching, "looks": self._looking, "pictures": self._drawing}
        gauges = {f"{name}_held": float(gate.held) for name, gate in gates.items()}
        shed = {f"{name}_shed_total": float(gate.shed) for name, gate in gates.items()}
        gauges["photos"] = await self._count()
        return PlainTextResponse(self.metrics.text(gauges, shed), media_type=CONTENT_TYPE)

    def _check_index(self) -> asyncio.Future[None]:
        """Check the index: the shared result of at most one check every few seconds, in one thread."""
        now = time.monotonic()
        if self._checked is None or (self._checked[1].done() and now - self._checked[0] > _INDEX_CHECKED_S):
            check = asyncio.ensure_future(asyncio.to_thread(self._library.check_index))
            check.add_done_callback(lambda ended: ended.cancelled() or ended.exception())
            self._checked = now, check
        return self._checked[1]

    async def _count(self) -> int:
        """The number of photos, counted once a second at most, so that frequent probes cost nothing."""
        at, count = self._counted
        if time.monotonic() - at > 1:
            count = await asyncio.to_thread(self._library.photo_count)
            self._counted = time.monotonic(), count
        return count

    def end(self) -> None:
        """Abandon running requests and accept no more."""
        for gate in (self._searching, self._looking, self._drawing):
            gate.end()

    def close(self) -> None:
        """End the threads, after they have abandoned their work."""
        self.end()
        for gate in (self._searching, self._looking, self._drawing):
            gate.close()


def _sends(kind: str) -> dict[str, Any]:
    """The description of a route that answers with bytes."""
    return {"response_class": Response, "responses": {200: {"content": {kind: {}}}}}


def _sending(file: str) -> Any:
    path = resource(file)

    async def send() -> Response:
        return FileResponse(path, headers={"Cache-Control": "no-cache"})

    return send


def _redirecting(address: str) -> Any:
    async def send() -> Response:
        return RedirectResponse(address, HTTPStatus.PERMANENT_REDIRECT)

    return send
