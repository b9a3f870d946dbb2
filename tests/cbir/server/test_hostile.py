"""Wrong tokens, too much, too often, too slow, ended midway: refused in a sentence, and the service goes on."""

import asyncio
import contextlib
import gc
import http.client
import io
import random
import socket
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any, cast

import pytest

from cbir.base.errors import CbirError
from cbir.base.types import SearchResult, Timings
from cbir.server import token_file
from tests.bombs import BOMBS
from tests.cbir.server.conftest import direct
from tests.cbir.server.sockets import answered, connected, head, rest_of, seen, told


@pytest.fixture
def held_back(monkeypatch):
    """A function that lets a service's searches last until they are stopped, or let go."""

    def hold(service):
        state = {"let go": threading.Event(), "begun": 0, "stopped": 0}

        def search(terms, options, *, cancelled):
            state["begun"] += 1
            while not state["let go"].wait(0.02):
                if cancelled():
                    state["stopped"] += 1
                    raise CbirError("It was stopped.")
            return SearchResult(hits=(), took_ms=Timings(), searched=0)

        monkeypatch.setattr(service.library, "search", search)
        return state

    return hold


def test_a_token_is_asked_for_and_may_no_more_than_its_role(serve):
    service = serve(writable=True)
    for path in ("/api/library", "/api/search?text=a", "/api/photos/1/thumbnail", "/api/photos/1/original"):
        assert service.get(path, token=None).code == "token_missing"
        refused = service.get(path, token="cbir_wrong")
        assert (refused.status, refused.code) == (401, "token_unknown")
        assert refused.headers["www-authenticate"] == "Bearer"
    assert service.get("/api/library", token=None, Authorization=f"Basic {service.token}").status == 401
    rating = ("PUT", "/api/photos/1/rating", {"rating": 1})
    assert service.send_json(*rating).code == "token_for_reading"
    assert service.send_json("POST", "/api/albums", {"name": "x"}).code == "token_for_reading"
    assert service.ask("DELETE", "/api/albums/x").code == "token_for_reading"
    writing = service.tokens.add("writer", "write", 1)
    assert service.send_json(*rating, token=writing).status == 200
    service.tokens.remove("writer")
    assert service.send_json(*rating, token=writing).code == "token_unknown"


def test_a_service_is_for_reading_unless_told(serve):
    service = serve("write")
    assert service.send_json("PUT", "/api/photos/1/rating", {"rating": 1}).code == "read_only"
    assert service.get("/api/library").json["writable"] is False


def test_an_expired_token_is_refused_as_one(serve, monkeypatch):
    service = serve()
    monkeypatch.setattr("cbir.server.tokens.Token.expired", property(lambda _token: True))
    assert (service.get("/api/library").status, service.get("/api/library").code) == (401, "token_expired")


@pytest.mark.parametrize(
    "damaged", ["{", "[" * 100_000, '{"tokens": [{"role": "read"}]}', "another role", "a number"]
)
def test_a_damaged_file_of_tokens_lets_nobody_in(serve, damaged):
    service = serve()
    file = token_file(service.library.folder)
    sound = file.read_text()
    assert '"read"' in sound
    damaged = {
        "another role": sound.replace('"read"', '"all"'),
        "a number": sound.replace('"read"', "1"),
    }.get(damaged, damaged)
    file.write_text(damaged)
    refused = service.get("/api/library")
    assert (refused.status, refused.code) == (503, "tokens_unreadable")


def test_guesses_are_slowed_and_whoever_has_a_token_is_not(serve):
    service = serve()
    with ThreadPoolExecutor(8) as several:
        answers = list(
            several.map(lambda n: service.get("/api/library", token=f"guess {n}").status, range(70))
        )
    assert set(answers) == {401, 429} and answers.count(429) >= 5
    assert service.get("/api/library").status == 200


@direct
def test_without_tokens_only_this_computers_own_page_is_answered(serve):
    service = serve(None, open_to_all=True)
    assert service.get("/api/library").status == 200
    assert service.get("/api/library", Host="evil.example:80").code == "other_site"
    assert service.get("/api/library", Sec_Fetch_Site="cross-site").code == "other_site"
    assert service.send_json("PUT", "/api/photos/1/rating", {"rating": 1}).code == "read_only"


def test_too_much_is_refused_before_it_is_there(serve):
    service = serve("write", max_upload_bytes=100_000, writable=True)
    announced = head(service, "Content-Length: 100001")
    with connected(service) as connection:
        connection.sendall(announced)  # and not a byte of it
        assert answered(connection) == (413, "too_large")
    with connected(service) as connection:
        connection.sendall(head(service, "Transfer-Encoding: chunked"))
        for _ in range(4):
            connection.sendall(b"8000\r\n" + bytes(0x8000) + b"\r\n")
        assert answered(connection) == (413, "too_large")
    for path in ("/api/search?text=coffee", "/api/photos/1"):
        with connected(service) as connection:
            connection.sendall(head(service, "Content-Length: 100000000", method="GET", path=path))
            assert answered(connection) == (413, "too_large")
    assert service.send_json("POST", "/api/albums", {"name": "x" * 70_000}).code == "too_large"
    assert service.ask("POST", "/api/search", bytes(100_000)).code == "picture_unreadable"
    multipart = service.ask("POST", "/api/search", b"x", Content_Type="multipart/form-data; boundary=x")
    assert multipart.code == "send_the_picture"
    assert service.ask("POST", "/api/search", b"").code == "no_picture"


def test_a_body_that_grows_too_large_under_its_answer_is_no_fault_of_the_service(serve, monkeypatch, caplog):
    service, sent = serve(originals=True), threading.Event()

    class Slow(io.BytesIO):
        def read(self, size=-1):
            return super().read(size) if not self.tell() or sent.wait() else b""

    monkeypatch.setattr(service.library.files, "original", lambda _: Slow(bytes(1 << 20)))
    lines = "Transfer-Encoding: chunked", "Connection: close"
    asked = head(service, *lines, method="GET", path="/api/photos/1/original")
    with connected(service) as connection:
        connection.sendall(asked)
        assert connection.recv(15) == b"HTTP/1.1 200 OK"
        connection.sendall(b"11170\r\n" + bytes(70_000))
        time.sleep(0.2)  # the service reads it
        sent.set()
        assert len(rest_of(connection)) > 1 << 20
    assert [record.message for record in caplog.records if record.levelname == "ERROR"] == []


def test_a_body_that_is_refused_after_the_answer_leaves_no_trace_in_the_log():
    pytest.importorskip("fastapi", reason="the service needs the extra `serve`")
    from cbir.server.limits import Gate

    class Late:
        async def receive(self):
            time.sleep(0.3)  # by now the answer is there
            raise RuntimeError("too large")

    async def ask(gate):
        said = []
        asyncio.get_running_loop().set_exception_handler(lambda _, context: said.append(str(context)))
        assert await gate.run(cast(Any, Late()), lambda stopped: "the answer", 5) == "the answer"
        await asyncio.sleep(0)
        gc.collect()
        return said

    gate = Gate("look", 1, 1)
    try:
        assert asyncio.run(ask(gate)) == []
    finally:
        gate.close()


@pytest.mark.timeout(30)
def test_an_error_whose_causes_go_in_a_circle_is_answered():
    pytest.importorskip("fastapi", reason="the service needs the extra `serve`")
    from cbir.server.limits import Gate

    class Patient:
        async def receive(self):
            await asyncio.sleep(30)
            return {"type": "http.disconnect"}

    def work(stopped):
        first, second = OSError("first"), OSError("second")
        first.__cause__, second.__context__ = second, first
        raise CbirError("The index cannot be reached.") from first

    gate = Gate("search", 1, 1)
    try:
        with pytest.raises(CbirError, match="cannot be reached") as caught:
            asyncio.run(gate.run(cast(Any, Patient()), work, 5))
        assert caught.value.__cause__ is not None
        assert caught.value.__cause__.__traceback__ is None
    finally:
        gate.close()


def test_uploads_together_take_no_more_memory_than_is_theirs(serve):
    service = serve(max_upload_bytes=100_000, upload_memory_bytes=200_000)
    with contextlib.ExitStack() as open_ones:
        for number in range(3):  # each stops short of its end
            held = open_ones.enter_context(connected(service))
            held.sendall(head(service, "Content-Length: 90001") + bytes(90_000))
            came = f"cbir_uploaded_bytes_total {90_000 * (number + 1)}".encode()
            assert number == 2 or seen(lambda: came in service.get("/metrics").body)  # noqa: B023
        assert answered(held) == (503, "busy")
    assert seen(lambda: b"cbir_searches_held 0" in service.get("/metrics").body)
    assert service.ask("POST", "/api/search", bytes(90_000)).code == "picture_unreadable"


def test_an_answer_does_not_wait_for_an_acknowledgement(serve):
    service = serve()
    times = []
    with connected(service) as connection:
        for _ in range(30):
            began = time.perf_counter()
            connection.sendall(head(service, method="GET", path="/health"))
            answer = http.client.HTTPResponse(connection)
            answer.begin()
            answer.read()
            times.append(time.perf_counter() - began)
    assert sorted(times)[5] < 0.03  # Nagle's algorithm makes nearly each of them 40 ms


def test_an_upload_that_ends_midway_or_never_comes_frees_its_place(serve):
    service = serve(upload_s=0.5, searches=1, waiting=15)
    for _ in range(5):
        with connected(service) as connection:
            connection.sendall(head(service, "Content-Length: 5000") + bytes(100))
    with connected(service) as connection:
        connection.sendall(head(service, "Content-Length: 5000") + bytes(100))
        assert answered(connection) == (408, "too_slow")
    with connected(service) as connection:
        connection.sendall(head(service, "Content-Length: 5000") + b"abc")
        connection.shutdown(socket.SHUT_WR)
        assert told(rest_of(connection)) == (400, "ended_midway")
    assert seen(lambda: b"cbir_searches_held 0" in service.get("/metrics").body)
    assert service.get("/api/search?text=coffee&engine=metadata").status == 200


def test_who_sends_no_head_and_who_reads_no_answer_is_left(serve):
    service = serve(request_s=0.4)
    with connected(service) as silent, connected(service) as slow, connected(service) as deaf:
        slow.sendall(b"GET /health HTTP/1.1\r\nHost:")
        deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        with pytest.raises(ConnectionError):  # and no timeout: the service hung up
            for _ in range(200_000):  # answers that fill what the system keeps for a connection
                deaf.sendall(head(service, method="GET", path="/openapi.json"))
        assert rest_of(silent) == b"" and rest_of(slow) == b""
    assert service.get("/health").status == 200


def test_what_is_no_http_is_told_so(serve):
    service = serve()
    for sent in (
        b"\x16\x03\x01\x02\x00\x01\x00",
        b"GET / HTTP/1.1\r\nA B\r\n\r\n",
        b"G" * 70_000 + b"\r\n\r\n",
    ):
        with connected(service) as connection:
            connection.sendall(sent)
            assert told(rest_of(connection)) == (400, "not_http")


def test_past_what_it_can_do_it_sheds_and_stays_well(serve, held_back):
    service = serve(searches=1, waiting=3)
    state = held_back(service)
    several = [service.tokens.add(f"another {number}", "read", 1) for number in range(3)]

    def ask(number):
        return service.get("/api/search?text=a", token=several[number % 3])

    with ThreadPoolExecutor(12) as many:
        answers = [many.submit(ask, number) for number in range(12)]
        assert seen(lambda: sum(answer.done() for answer in answers) == 8)  # one is searched for, three wait
        assert service.get("/health").status == 200 and service.get("/api/library").status == 200
        state["let go"].set()
        statuses = sorted(answer.result().status for answer in answers)
    assert statuses == [200] * 4 + [503] * 8
    shed = next(answer.result() for answer in answers if answer.result().status == 503)
    assert shed.code == "busy" and 1 <= int(shed.headers["retry-after"]) <= 30
    assert b"cbir_searches_shed_total 8" in service.get("/metrics").body


def test_one_who_asks_a_lot_leaves_room_for_others(serve, held_back):
    service = serve(searches=1, waiting=3)
    state = held_back(service)
    other = service.tokens.add("other", "read", 1)
    with ThreadPoolExecutor(6) as many:
        first = [many.submit(service.get, "/api/search?text=a") for _ in range(4)]
        assert seen(lambda: sum(one.done() for one in first) == 2)
        second = many.submit(service.get, "/api/search?text=a", token=other)
        time.sleep(0.2)
        assert not second.done()
        state["let go"].set()
        assert second.result().status == 200


def test_a_search_that_takes_too_long_or_nobody_waits_for_is_stopped(serve, held_back):
    service = serve(search_s=0.4, searches=1)
    state = held_back(service)
    answer = service.get("/api/search?text=a")
    assert (answer.status, answer.code, state["stopped"]) == (503, "too_slow", 1)
    patient = serve(searches=1)
    with connected(patient) as connection:
        connection.sendall(head(patient, method="GET", path="/api/search?text=a"))
        assert seen(lambda: state["begun"] == 2)
    assert seen(lambda: state["stopped"] == 2, 20)


def test_searches_are_counted_by_the_minute(serve):
    service = serve(per_minute=3)
    words = "/api/search?text=coffee&engine=metadata"
    assert [service.get(words).status for _ in range(4)] == [200, 200, 200, 429]
    refused = service.get(words)
    assert refused.code == "too_many_requests" and 1 <= int(refused.headers["retry-after"]) <= 20
    assert service.get("/health").status == 200
    assert service.get(words, token=service.tokens.add("other", "read", 1)).status == 200


def test_hostile_pictures_cost_a_sentence_each(serve):
    service = serve()
    bombs = ("circle.jpg", "laughs.jpg", "cut.ppm")
    pictures = [BOMBS[name][0](random.Random(name)) for name in bombs]
    china = (service.photos / "china.jpg").read_bytes()
    pictures += [china[:200], b"<svg/>", b"\0" * 50, b"\xff\xd8\xff" + b"\0" * 5000, b"GIF89a"]
    for data in pictures:
        answer = service.ask("POST", "/api/search", data)
        assert answer.status in (200, 422), answer
    assert service.ask("POST", "/api/search", china).json["verified"] == 1
