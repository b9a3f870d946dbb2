"""The service over the small library of kept.py -> requests over HTTP that make no sense; files of tokens likewise.

ask() raises where the answer is a fault of the program, or none at all. It needs the extra `serve`.
"""

from __future__ import annotations

import asyncio
import functools
import json
import random
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote_from_bytes

from cbir.server import ServeOptions, Tokens
from tests.fuzzing.kept import held
from tests.fuzzing.odd_values import TEXTS, WHOLE, odd_json
from tests.mutations import mutate

if TYPE_CHECKING:
    from cbir.server.application import Application

_BODIES = (
    b'{"rating": 3}',
    b'{"add": ["boat"], "remove": ["red"]}',
    b'{"name": "Boats", "text": ["boat", "in:red"], "photos": [1]}',
    b'{"add": [1], "remove": [2], "undo": [3]}',
)
_ROUTES = (
    ("GET", "/api/search"), ("POST", "/api/search"), ("GET", "/api/library"), ("GET", "/api/albums"),
    ("POST", "/api/albums"), ("GET", "/api/albums/{}"), ("DELETE", "/api/albums/{}"), ("POST", "/api/albums/{}/photos"),
    ("GET", "/api/photos/{}"), ("GET", "/api/photos/{}/thumbnail"), ("GET", "/api/photos/{}/picture"),
    ("GET", "/api/photos/{}/original"), ("PUT", "/api/photos/{}/rating"), ("POST", "/api/photos/{}/keywords"),
    ("GET", "/metrics"), ("GET", "/health"), ("GET", "/openapi.json"), ("GET", "/{}"),
)  # fmt: skip
_METHODS = ("GET", "POST", "PUT", "DELETE", "HEAD", "PATCH")
_NAMES = ("text", "photo", "region", "engine", "top", "skip", "mirror", "look_harder", "side", "x")
_VALUES = (
    "1",
    "2",
    "3",
    "0,0,30,20",
    "0,0,0,0",
    "match",
    "metadata",
    "true",
    "boat",
    "in:red",
    "taken:2019",
    *TEXTS,
)
_HEADERS = (
    "content-length",
    "content-type",
    "if-none-match",
    "host",
    "origin",
    "range",
    "accept",
    "sec-fetch-site",
)


@dataclass(frozen=True)
class _Service:
    application: Application
    loop: asyncio.AbstractEventLoop
    token: str
    logged: list[str]


@functools.cache
def _service():
    from cbir.server.application import Application

    library = held().library
    tokens = Tokens(held().folder / "tokens.json")
    options = ServeOptions(port=0, writable=True, originals=True, per_minute=10**9)
    loop, logged = asyncio.new_event_loop(), list[str]()
    loop.set_exception_handler(lambda _, context: logged.append(f"{context}"))
    return _Service(Application(library, options, tokens), loop, tokens.add("fuzz", "write", 1), logged)


def ask(data):
    """The bytes draw a request."""
    chance = random.Random(data)
    service = _service()
    text = functools.partial(_text, chance)
    method, path = chance.choice(_ROUTES)
    path = path.replace("{}", text(("1", "2", "fuzzed", *map(str, WHOLE))))
    pairs = [f"{chance.choice(_NAMES)}={text(_VALUES)}" for _ in range(chance.choice((0, 1, 1, 2, 5)))]
    headers = [(b"authorization", f"Bearer {service.token}".encode()), (b"content-type", b"application/json")]
    headers += [
        (chance.choice(_HEADERS).encode(), mutate(b"0-1/2", chance)) for _ in range(chance.choice((0, 0, 1)))
    ]
    body = odd_json(chance.choice(_BODIES), chance) if chance.random() < 0.7 else chance.randbytes(99)
    scope = {
        "type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "scheme": "http", "root_path": "",
        "method": method if chance.random() < 0.9 else chance.choice(_METHODS),
        "path": path, "raw_path": path.encode("utf-8", "replace"),
        "query_string": "&".join(pairs).encode("utf-8", "replace"),
        "headers": headers, "client": ("127.0.0.1", 1), "server": ("127.0.0.1", 2),
    }  # fmt: skip
    status = service.loop.run_until_complete(_status(service.application, scope, body))
    logged, service.logged[:] = service.logged[:], []
    if logged or status == 500 or not 200 <= status < 600:
        raise AssertionError(
            f"{logged} {status} for {scope['method']} {path} {scope['query_string']!r} {body[:300]!r}"
        )


def _text(chance, choices):
    found = chance.choice(choices)
    if chance.random() < 0.3:
        return quote_from_bytes(mutate(found.encode("utf-8", "surrogatepass") or b"a", chance))
    return found.encode("utf-8", "replace").decode()


async def _status(application, scope, body):
    """The status of the answer; 0 where there is none."""
    left = [{"type": "http.request", "body": body, "more_body": False}]
    told = []
    over = asyncio.Event()

    async def receive():
        if left:
            return left.pop()
        await over.wait()  # it is still there, and says nothing more
        return {"type": "http.disconnect"}

    async def send(message):
        told.append(message)

    await application.asgi(scope, receive, send)
    over.set()
    await asyncio.sleep(0)  # for what still listens
    return next((int(one["status"]) for one in told if one["type"] == "http.response.start"), 0)


def sound_tokens():
    with tempfile.TemporaryDirectory() as folder:
        tokens = Tokens(Path(folder) / "tokens.json")
        tokens.add("ann", "read", 30)
        tokens.add("ben", "write", 3)
        return json.dumps(json.loads((Path(folder) / "tokens.json").read_bytes())).encode()


def read_tokens(data):
    """Every token in the file is listed, found and recognised by name."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "tokens.json"
        file.write_bytes(data)
        tokens = Tokens(file)
        tokens.find("cbir_none")
        for token in tokens.all():
            _ = token.expired, hash(token.name), token.name.strip(), token.role.strip(), token.created.strip()
