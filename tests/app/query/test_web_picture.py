"""A picture on the web: fetched from a server of the test's own, and what is refused."""

from __future__ import annotations

import subprocess
import sys
import threading
from email.message import Message
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import ClassVar

import pytest
from PySide6.QtCore import QObject, QUrl

from cbir_app.query import WebPicture
from cbir_app.query.web_picture import TIMEOUT_MS
from tests.app.handling import PNG

SMALL, LARGE = 100_000, 100_001  # bytes of what is still fetched, where the tests allow so many


class Pages(BaseHTTPRequestHandler):
    heard: ClassVar[list[Message]] = []  # the headers of every request
    asked: ClassVar[list[str]] = []  # their paths
    let_go: ClassVar[threading.Event] = threading.Event()  # of a page that else does not end

    def do_GET(self):  # the library's name
        self.heard.append(self.headers)
        self.asked.append(self.path)
        kinds = {
            "/boat.png": "image/png",
            "/boat.avif": "Image/AVIF; q=1",
            "/boat": "application/octet-stream",
            "/page": "text/html; charset=utf-8",
            "/xhtml": "application/xhtml+xml",
            "/film": "video/mp4",
        }
        if self.path in {"/small", "/announced", "/empty"} or self.path.startswith("/round"):
            sizes = {"/small": SMALL, "/announced": LARGE}
            self.send_response(302 if self.path.startswith("/round") else 200)
            self.send_header("Location", f"{self.path}/round")
            self.send_header("Set-Cookie", "who=me; Path=/")
            self.send_header("Content-Type", "image/png")
            self.send_header("Content-Length", str(sizes.get(self.path, 0)))
            self.end_headers()
            self.wfile.write(bytes(SMALL if self.path == "/small" else 0))
            return
        if self.path == "/endless":
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.let_go.wait(60)
            return
        if self.path == "/moved":
            self.send_response(302)
            self.send_header("Location", "/boat.png")
            self.end_headers()
            return
        if self.path == "/large":
            self.send_response(200)
            self.send_header("Content-Type", "image/png")
            self.end_headers()
            try:
                for _ in range(400):
                    self.wfile.write(bytes(1000))
            except OSError:
                return  # the other side has had enough
            return
        if self.path not in kinds:
            self.send_error(404)
            return
        self.send_response(200)
        self.send_header("Content-Type", kinds[self.path])
        self.send_header("Content-Length", str(len(PNG)))
        self.end_headers()
        self.wfile.write(PNG)

    def log_message(self, format, *args):
        """Say nothing."""


@pytest.fixture
def server():
    made = ThreadingHTTPServer(("127.0.0.1", 0), Pages)
    thread = threading.Thread(target=made.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{made.server_address[1]}"
    made.shutdown()
    made.server_close()
    thread.join()


@pytest.fixture
def picture(qtbot):
    """A fetcher of pictures from the test's own server, which has no certificate."""
    made = WebPicture(schemes=("http",))
    yield made
    made.stop()
    made.deleteLater()


class Heard(QObject):
    """The result of a fetch."""

    def __init__(self, picture):
        super().__init__()
        self.contents = []
        self.refusals = []
        picture.arrived.connect(self.contents.append)
        picture.failed.connect(self.refusals.append)

    def anything(self):
        return bool(self.contents or self.refusals)


@pytest.mark.parametrize("path", ["/boat.png", "/boat.avif", "/boat", "/moved"])
def test_a_picture_arrives_as_its_bytes(qtbot, picture, server, path):
    heard = Heard(picture)
    picture.fetch(QUrl(server + path))
    qtbot.waitUntil(heard.anything)
    assert (heard.contents, heard.refusals) == ([PNG], [])


@pytest.mark.parametrize(
    ("path", "why"),
    [
        ("/page", "This address is a web page."),
        ("/xhtml", "This address is a web page."),
        ("/film", "There is no picture at this address."),
        ("/empty", "There is no picture at this address."),
        ("/announced", "The picture is larger than"),
        ("/missing.png", "The picture could not be fetched"),
        ("/large", "The picture is larger than"),
    ],
)
def test_what_is_refused_says_why(qtbot, picture, server, path, why, monkeypatch):
    monkeypatch.setattr("cbir_app.query.web_picture.MAX_BYTES", SMALL)
    heard = Heard(picture)
    picture.fetch(QUrl(server + path))
    qtbot.waitUntil(heard.anything)
    assert heard.contents == []
    assert heard.refusals[0].startswith(why)


def test_what_is_refused_is_not_waited_for(qtbot, picture, server):
    Pages.let_go.clear()
    heard = Heard(picture)
    picture.fetch(QUrl(f"{server}/endless"))
    qtbot.waitUntil(heard.anything)
    Pages.let_go.set()
    assert heard.refusals[0].startswith("This address is a web page.")


def test_an_address_that_leads_on_and_on_is_given_up_soon(qtbot, picture, server):
    Pages.asked.clear()
    heard = Heard(picture)
    picture.fetch(QUrl(f"{server}/round"))
    qtbot.waitUntil(heard.anything)
    # Qt asks again where a connection ends under a request, so that an address may be asked for twice.
    assert set(Pages.asked) == {"/round" * times for times in range(1, 7)}


def test_a_picture_as_large_as_is_allowed_arrives(qtbot, picture, server, monkeypatch):
    monkeypatch.setattr("cbir_app.query.web_picture.MAX_BYTES", SMALL)
    heard = Heard(picture)
    picture.fetch(QUrl(f"{server}/small"))
    qtbot.waitUntil(heard.anything)
    assert (len(heard.contents[0]), heard.refusals) == (SMALL, [])


def test_a_refusal_is_of_one_address_and_not_of_the_next(qtbot, picture, server):
    heard = Heard(picture)
    for path, contents, refusals in (("/page", 0, 1), ("/boat.png", 1, 0), ("/film", 0, 1)):
        heard.contents.clear()
        heard.refusals.clear()
        picture.fetch(QUrl(server + path))
        qtbot.waitUntil(heard.anything)
        assert (len(heard.contents), len(heard.refusals)) == (contents, refusals)


def test_pictures_are_asked_for_and_no_cookie_is_kept(qtbot, picture, server):
    heard = Heard(picture)
    Pages.heard.clear()
    for fetched in (1, 2):
        picture.fetch(QUrl(f"{server}/small"))
        qtbot.waitUntil(lambda fetched=fetched: len(heard.contents) == fetched)
    assert [headers["Accept"] for headers in Pages.heard] == ["image/*"] * 2
    assert [headers["Cookie"] for headers in Pages.heard] == [None] * 2
    assert picture.network is not None
    assert picture.network.transferTimeout() == TIMEOUT_MS, "a server that says nothing is given up"


def test_what_is_given_up_is_not_told_of(qtbot, picture, server):
    heard = Heard(picture)
    picture.fetch(QUrl(f"{server}/boat.png"))
    reply = picture.reply
    assert reply is not None
    with qtbot.waitSignal(reply.destroyed):
        picture.stop()
        assert not reply.isRunning()
    picture.stop()
    assert not heard.anything()


@pytest.mark.parametrize(
    ("address", "allowed"),
    [
        ("https://example.org/a.jpg", True),
        ("HTTPS://example.org", True),
        ("http://example.org/a.jpg", False),
        ("https:///a.jpg", False),
        ("file:///a.jpg", False),
    ],
)
def test_an_address_names_a_host_and_begins_with_https(qapp, address, allowed):
    assert (WebPicture().refusal(QUrl(address)) == "") is allowed


def test_only_https_is_fetched(qtbot, server):
    picture = WebPicture()
    heard = Heard(picture)
    picture.fetch(QUrl(f"{server}/boat.png"))
    assert heard.refusals == ["Only addresses that begin with https:// are fetched."]
    assert picture.network is None


def test_a_newer_address_gives_the_older_up(qtbot, picture, server):
    heard = Heard(picture)
    picture.fetch(QUrl(f"{server}/page"))
    picture.fetch(QUrl(f"{server}/boat.png"))
    qtbot.waitUntil(heard.anything)
    assert (heard.contents, heard.refusals) == ([PNG], [])


def test_where_qt_has_no_network_the_window_opens_and_says_why_nothing_is_fetched(qtbot, monkeypatch):
    without = "import sys; sys.modules['PySide6.QtNetwork'] = None; import cbir_app.__main__, cbir_app.shell"
    subprocess.run([sys.executable, "-c", without], check=True)
    monkeypatch.setitem(sys.modules, "PySide6.QtNetwork", None)
    picture = WebPicture()
    heard = Heard(picture)
    picture.fetch(QUrl("https://example.org/boat.png"))
    assert heard.refusals[0].startswith("The picture could not be fetched")
