"""Errors -> a status, a code for programs and a sentence for people, always in the same form:

{"error": {"code": "upload_too_large", "message": "The picture is larger than 32 MB. Send a smaller one."}}
"""

from __future__ import annotations

import json
import logging
import re
from dataclasses import dataclass
from http import HTTPStatus
from pathlib import Path

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, Response
from starlette.exceptions import HTTPException

from cbir.base.disk_room import is_full
from cbir.base.errors import (
    ArtifactMismatch,
    Cancelled,
    CatalogTooNew,
    CbirError,
    DiskFull,
    ImageUnreadable,
    IndexUnreachable,
    LibraryLocked,
    ModelNotInstalled,
    PhotoGone,
    QueryUnusable,
)
from cbir.base.messages import MESSAGE_HEADER, Message, to_json, without_steps

_log = logging.getLogger(__name__)
_PLACE = re.compile(r"""(?:^|[^\w/.~-])(?:~[\w/]|/[^\s/]|\\\\\w|[A-Za-z]:[\\/]|\w+://)|\bat \S+:\d{2,5}\b""")
_KINDS: tuple[tuple[type[CbirError], int, str], ...] = (
    (PhotoGone, 404, "no_such_photo"),
    (ImageUnreadable, 422, "picture_unreadable"),
    (QueryUnusable, 400, "query_unusable"),
    (ModelNotInstalled, 422, "model_not_installed"),
    (IndexUnreachable, 503, "index_unreachable"),
    (LibraryLocked, 503, "library_busy"),
    (Cancelled, 503, "ending"),
    (DiskFull, 507, "disk_full"),
    (CatalogTooNew, 500, "library_unusable"),
    (ArtifactMismatch, 500, "library_unusable"),
    (CbirError, 400, "refused"),
)
_MOST_HEADER = 4096  # bytes of a message in a header; h11 and http.client take more
_SENTENCES = {
    404: "There is nothing at this address. All addresses: /openapi.json",
    405: "This address does not take this method. All methods: /openapi.json",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Complaint:
    """code : stable, for programs. message : a sentence for people"""

    code: str
    message: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """The body of every refusal."""

    error: Complaint


class Refusal(HTTPException):
    """Raised when a request is refused.

    retry_after_s : time until the next attempt. close : end the connection, as the start of its next request is unclear
    """

    def __init__(
        self,
        status: int,
        code: str,
        template: str,
        *values: object,
        retry_after_s: int | None = None,
        close: bool = False,
    ) -> None:
        headers = {} if retry_after_s is None else {"Retry-After": str(retry_after_s)}
        if status == HTTPStatus.UNAUTHORIZED:
            headers["WWW-Authenticate"] = "Bearer"
        if close:
            headers["Connection"] = "close"
        super().__init__(status, Message(template, *values), headers)
        self.code = code


def ending() -> Refusal:
    """The refusal of a service that was told to end."""
    return Refusal(503, "ending", "The service is stopping. Ask again in 30 s.", retry_after_s=30)


def for_visitors(message: Message) -> Message:
    """A message of the library for a visitor, without paths (visitors must not learn any) and without commands."""
    if _PLACE.search(message):
        _log.warning("%s", message)
        return Message(
            "The library cannot do this now. The service's administrator can find the reason in the log."
        )
    return without_steps(message)


def answer_of(error: Exception) -> Response:
    """The answer to a request that raised an error."""
    if isinstance(error, HTTPException):
        status, headers = error.status_code, dict(error.headers or {})
        if isinstance(error, Refusal):
            return _answer(status, error.code, error.detail, headers)
        code = HTTPStatus(status).phrase.lower().replace(" ", "_")
        return _answer(status, code, _SENTENCES.get(status, f"{error.detail}."), headers)
    if isinstance(error, RequestValidationError):
        return _answer(422, "not_understood", " ".join(map(_complaint, error.errors()[:3])))
    if isinstance(error, OSError) and is_full(error, Path()):
        error = DiskFull()
    for kind, status, code in _KINDS:
        if isinstance(error, kind):
            headers = {"Retry-After": "5"} if status == HTTPStatus.SERVICE_UNAVAILABLE else {}
            sentence = for_visitors(error.message)
            if isinstance(error, IndexUnreachable):
                _log.warning("%s", error)
                sentence = Message("The search index cannot be reached now. Try again later.")
            if isinstance(error, DiskFull):
                sentence = Message("The service's disk is full. Its administrator can free some space.")
            return _answer(status, code, sentence, headers)
    return _answer(
        500, "fault", Message("Internal error. The service's administrator can find it in the log.")
    )


def take_over(app: FastAPI) -> None:
    """Make an application answer every error in the form of this module."""

    async def answer(_: Request, error: Exception) -> Response:
        return answer_of(error)

    for kind in (HTTPException, RequestValidationError, CbirError, Exception):
        app.add_exception_handler(kind, answer)


def _answer(status: int, code: str, sentence: str, headers: dict[str, str] | None = None) -> Response:
    headers = dict(headers or {})
    if isinstance(sentence, Message) and len(for_windows := json.dumps(to_json(sentence))) < _MOST_HEADER:
        headers[MESSAGE_HEADER] = for_windows
    return JSONResponse({"error": {"code": code, "message": sentence}}, status, headers)


def _complaint(error: dict[str, object]) -> str:
    """Pydantic's complaint about a value in plain words, without the value."""
    where, limits = error.get("loc"), error.get("ctx")
    names = (
        [str(part) for part in where[1:] if isinstance(part, str)] if isinstance(where, tuple | list) else []
    )
    name, limit = (
        ".".join(names) or "body",
        next(iter(limits.values()), "") if isinstance(limits, dict) else "",
    )
    match error.get("type"):
        case "json_invalid":
            return "The body is not valid JSON."
        case "missing":
            return f"`{name}` is missing."
        case "extra_forbidden":
            return f"`{name}` is not known here."
        case "int_parsing" | "int_parsing_size" | "int_type" | "int_from_float":
            return f"`{name}` must be a whole number."
        case "bool_parsing" | "bool_type":
            return f"`{name}` must be true or false."
        case "greater_than_equal":
            return f"`{name}` must be {limit} or more."
        case "less_than_equal":
            return f"`{name}` must be {limit} or less."
        case "literal_error":
            return f"`{name}` must be {limit}."
    what = str(error.get("msg", "")).removeprefix("Value error, ").rstrip(".")
    return f"`{name}` cannot be used: {what[:1].lower()}{what[1:200]}."
