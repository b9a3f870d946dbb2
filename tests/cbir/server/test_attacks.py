"""One visitor who asks for far too much, beside another who is answered as ever; and how a service ends at work."""

import contextlib
import signal
import socket
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from cbir.base.layout import Layout
from cbir.base.stopping import is_stopped, raise_if_stopped
from cbir.base.types import PhotoId, SearchOptions, Term
from cbir.catalog import Catalog
from cbir.catalog.rows import Table
from cbir.service import MetadataRequest, SearchRequest
from cbir.service.wire import request_to_json
from tests.cbir.server.sockets import connected, head, rest_of, told
from tests.hostile_requests import all_that_is_allowed

_STUCK = """
import sys, time
from pathlib import Path
from cbir.library import Library
from cbir.server import ServeOptions, serve

def stuck(*_, **__):
    while True:  # it hears of no end
        time.sleep(0.01)

with Library.open(Path(sys.argv[1])) as library:
    library.search = library.metadata = stuck
    options = ServeOptions(port=0, open_to_all=True, end_s=float(sys.argv[2]))
    serve(library, options, lambda address: print(address, flush=True))
"""


def test_who_holds_what_cannot_be_given_up_leaves_the_others_their_thumbnails_and_searches(
    serve, monkeypatch
):
    service, let_go = serve(search_s=2, searches=2), threading.Event()
    other = service.tokens.add("other", "read", 1)
    photo, metadata, search = service.photo("china"), service.library.metadata, service.library.search
    overdue = {"metadata": threading.Event(), "search": threading.Event()}

    def hold(work):
        while not let_go.wait(0.01):
            if is_stopped():
                overdue[work].set()

    def held(photos):
        if len(photos) > 9:
            hold("metadata")
        return metadata(photos)

    def searched(terms, options, **given):
        if terms[0].text == "hold":
            hold("search")
        return search(terms, options, **given)

    monkeypatch.setattr(service.library, "metadata", held)
    monkeypatch.setattr(service.library, "search", searched)
    bodies = (
        ("/api/engine/look", request_to_json(MetadataRequest(photos=(PhotoId(photo),) * 900))),
        ("/api/engine", request_to_json(SearchRequest(terms=(Term(text="hold"),), options=SearchOptions()))),
    )
    with ThreadPoolExecutor(16) as many:
        try:
            attacks = [many.submit(service.ask, "POST", *bodies[number % 2]) for number in range(16)]
            assert all(event.wait(60) for event in overdue.values())
            # Nothing of that ends before it is let go: what waits for it is not answered.
            for path in (
                f"/api/photos/{photo}/thumbnail",
                f"/api/photos/{photo}",
                "/api/search?text=china&engine=metadata",
                "/api/albums",
            ):
                for _ in range(5):
                    assert service.get(path, token=other).status == 200, path
        finally:
            let_go.set()
        assert {attack.result().status for attack in attacks} <= {200, 503}


@pytest.mark.long
def test_as_much_as_is_allowed_is_answered_soon(serve):
    service, dear = serve(), ("Stacks", "Metadata", "Written", "WordPlaces")
    for request in all_that_is_allowed():
        if request.name.startswith(dear):
            began = time.process_time()
            assert service.ask("POST", request.path, request.body).status in (200, 400), request.name
            assert time.process_time() - began < 2, request.name


def test_a_read_of_the_catalog_ends_when_its_time_is_over(serve, monkeypatch):
    service, ended = serve(search_s=0.3), threading.Event()
    info = service.library.info

    def endless(**given):
        try:
            while True:
                info(**given)
        finally:
            ended.set()

    monkeypatch.setattr(service.library, "info", endless)
    assert service.get("/api/library").code == "too_slow"
    assert ended.is_set()


def test_one_long_statement_of_the_catalog_ends_when_its_time_is_over(serve, monkeypatch):
    service = serve(search_s=0.3)

    class Endless(Table):
        def count(self):
            numbers = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)"
            return self._count(f"{numbers} SELECT count(*) FROM n")

    def count(**_):
        catalog = Catalog.open(Layout(service.library.folder).catalog, writable=False)
        with contextlib.closing(catalog):
            catalog.table(Endless).count()

    monkeypatch.setattr(service.library, "info", count)
    began = time.perf_counter()
    assert service.get("/api/library").code == "too_slow"
    assert time.perf_counter() - began < 5


def test_a_service_that_ends_gives_up_what_it_does_and_says_so(serve, monkeypatch):
    service = serve(end_s=1)
    begun = threading.Event()

    def endless(**_):
        begun.set()
        while True:
            raise_if_stopped()
            time.sleep(0.01)

    monkeypatch.setattr(service.library, "info", endless)
    with ThreadPoolExecutor(1) as one:
        asked = one.submit(service.get, "/api/library")
        assert begun.wait(10)
        service.stop()
        assert (asked.result().status, asked.result().code) == (503, "ending")


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGTERM")
def test_a_service_is_gone_in_time_whatever_it_does_when_it_is_told_to_end(
    make_library,
):
    pytest.importorskip("uvicorn", reason="the service needs the extra `serve`")
    command = [sys.executable, "-c", _STUCK, str(make_library().folder), "1"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            host, _, port = process.stdout.readline().strip().rpartition("/")[2].rpartition(":")
            with contextlib.ExitStack() as connections:
                for sent in (
                    b"GET /api/search?text=a HTTP/1.1\r\nHost: localhost\r\n\r\n",
                    b"GET /api/photos/1 HTTP/1.1\r\nHost: localhost\r\n\r\n",
                    b"POST /api/search HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\nx",
                    b"GET /api/lib",
                ):
                    connection = socket.create_connection((host, int(port)), timeout=20)
                    connections.enter_context(connection).sendall(sent)
                time.sleep(0.3)
                process.send_signal(signal.SIGTERM)
                began = time.perf_counter()
                assert process.wait(20) == 0
                assert 0.7 < time.perf_counter() - began < 3
        finally:
            process.kill()


def test_a_body_whose_end_is_in_doubt_closes_the_connection(serve):
    service = serve()
    for path in ("/api/search", "/api/engine", "/health", "/"):
        for version, *lines in (
            ("1.1", "Content-Length: 5", "Transfer-Encoding: chunked"),
            ("1.1", "Transfer-Encoding: chunked", "Content-Length: 5"),
            ("1.0", "Transfer-Encoding: chunked"),
        ):
            asked = head(service, *lines, path=path).replace(b"HTTP/1.1", f"HTTP/{version}".encode())
            with connected(service) as connection:
                connection.sendall(asked + b"0\r\n\r\n" + head(service, method="GET", path="/api/library"))
                answer = rest_of(connection)
            assert told(answer) == (400, "length_in_doubt")
            assert answer.count(b"HTTP/1.1 ") == 1 and b"connection: close" in answer.lower()


def test_more_values_and_headers_than_any_request_needs_are_refused(serve):
    service = serve()
    assert service.get("/api/search?" + "text=a&" * 100).code == "too_many_values"
    assert (
        service.get("/api/library", **{f"x{number}": "y" for number in range(120)}).code == "too_many_values"
    )
    assert service.get("/api/search?" + "text=a+b&" * 9).code == "not_understood"
