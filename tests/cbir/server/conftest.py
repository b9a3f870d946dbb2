"""A service on loopback: uvicorn itself in a thread, over a small library, asked through sockets."""

from __future__ import annotations

import contextlib
import http.client
import json
import multiprocessing
import os
import shutil
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from cbir.library import Library
from cbir.server import ServeOptions, Tokens, token_file
from cbir.service import Shutdown
from cbir.service import serve as serve_engine
from tests.cbir.conftest import let_locks_hold
from tests.cbir.copies import copy_library
from tests.cbir.server.behind_nginx import PREFIX, behind_nginx, nginx
from tests.cbir.stage_data import small_options, write_pictures

BEHIND_NGINX = bool(os.environ.get("CBIR_TEST_BEHIND_NGINX")) and nginx() is not None
PROXIED = {"root_path": PREFIX, "trusted_proxies": ("127.0.0.1",)}
direct = pytest.mark.skipif(BEHIND_NGINX, reason="about the service's own connections")
NAMES = ("astronaut", "coffee", "rocket", "china")


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def json(self):
        return json.loads(self.body)

    @property
    def code(self):
        """The code of an error, which always has this form and a complete sentence."""
        error = self.json["error"]
        assert set(self.json) == {"error"} and set(error) == {"code", "message"}
        assert (error["message"][0].isupper() or error["message"][0] == "`") and error["message"].endswith(
            (".", "/openapi.json", "/api/albums")
        )
        return str(error["code"])


@dataclass(frozen=True, slots=True, kw_only=True)
class Running:
    """address : HOST:PORT, with /photos behind nginx. library : what is served. photos : their folder

    tokens : of which `token` is valid
    """

    address: str
    library: Library
    photos: Path
    tokens: Tokens
    token: str | None
    stop: Callable[[], None] = lambda: None

    def ask(self, method, path, body=None, *, token="", **headers):
        """token : another one than the valid one; None for no header"""
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        given = self.token if token == "" else token
        if given is not None:
            sent["Authorization"] = f"Bearer {given}"
        place, slash, below = self.address.partition("/")
        connection = http.client.HTTPConnection(place, timeout=30)
        try:
            connection.request(method, slash + below + path, body, sent)
            answer = connection.getresponse()
            return Answer(
                status=answer.status,
                headers={name.lower(): value for name, value in answer.getheaders()},
                body=answer.read(),
            )
        finally:
            connection.close()

    def get(self, path, **given):
        return self.ask("GET", path, **given)

    def send_json(self, method, path, value, **given):
        return self.ask(method, path, json.dumps(value).encode(), Content_Type="application/json", **given)

    def photo(self, name):
        (found,) = self.library.find_photos([self.photos / f"{name}.jpg"])
        return found


Serve = Callable[..., Running]


@dataclass(slots=True)
class Asking:
    """The window's end of an engine's pipe. first : what the engine said at its start"""

    ours: Any
    first: Any = None
    tickets: Iterator[int] = field(default_factory=lambda: count(1))

    def ask(self, request):
        ticket = next(self.tickets)
        self.ours.send((ticket, request))
        return self.answer(ticket)

    def answer(self, ticket):
        while self.ours.poll(60):
            told, answer = self.ours.recv()
            if told == ticket and not type(answer).__name__.startswith("Partial"):
                return answer
        raise AssertionError("there is no answer")


Open = Callable[..., Asking]


@pytest.fixture
def engine():
    """A function that starts an engine for a folder, in a thread."""
    started = []

    def start(folder, run=serve_engine):
        ours, theirs = multiprocessing.Pipe()
        thread = threading.Thread(target=run, args=(theirs, folder), daemon=True)
        thread.start()
        started.append((ours, thread))
        asking = Asking(ours)
        asking.first = asking.answer(0)
        return asking

    yield start
    for ours, thread in started:
        with contextlib.suppress(BrokenPipeError):  # it has ended where it could not begin
            ours.send((0, Shutdown()))
        thread.join(60)
        assert not thread.is_alive()
        ours.close()


@pytest.fixture(scope="session")
def _four_photos(_empty_library, _session_workers, tmp_path_factory):
    """A library with four photos, for copies."""
    folder = tmp_path_factory.mktemp("four")
    write_pictures(folder / "pictures", NAMES)
    shutil.copytree(_empty_library, folder / "library")
    with pytest.MonkeyPatch.context() as monkeypatch:
        let_locks_hold(monkeypatch)
        with Library.open(folder / "library", options=small_options(), pool=_session_workers) as library:
            library.index([folder / "pictures"])
    return folder


@pytest.fixture
def serve(make_library, _four_photos, tmp_path):
    """A function that serves four photos. role : of its token, None for none. changes : of ServeOptions

    With CBIR_TEST_BEHIND_NGINX, nginx is in front of it (`.ci/long`).
    """
    pytest.importorskip("fastapi", reason="the service needs the extra `serve`")
    pytest.importorskip("uvicorn", reason="the service needs the extra `serve`")
    from cbir.server.running import Service

    running = []
    photos = tmp_path / "secret place" / "holidays"
    shutil.copytree(_four_photos / "pictures", photos)
    copy_library(_four_photos, tmp_path, photos)
    library = make_library()

    def start(role="read", **changes):
        tokens = Tokens(token_file(library.folder))
        token = None if role is None else tokens.add(f"{role} {len(tokens.all())}", role, 1)
        usual = {"port": 0, "per_minute": 6000, **(PROXIED if BEHIND_NGINX else {})}
        service = Service(library, ServeOptions(**{**usual, **changes}))
        listening, addresses = threading.Event(), list[str]()

        def told(address):
            addresses.append(address.partition("://")[2])
            listening.set()

        thread = threading.Thread(target=service.run, args=(told,))
        thread.start()
        running.append((service, thread))
        assert listening.wait(30)
        address = addresses[0]
        if BEHIND_NGINX:
            address = proxies.enter_context(behind_nginx(address, tmp_path / f"nginx{len(running)}"))
        return Running(
            address=address,
            library=library,
            photos=photos,
            tokens=tokens,
            token=token,
            stop=service.stop,
        )

    proxies = contextlib.ExitStack()
    yield start
    proxies.close()
    for service, thread in running:
        service.stop()
        thread.join(30)
        assert not thread.is_alive()
