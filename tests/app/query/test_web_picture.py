"""A picture on the web: fetched from a server of the test's own, and what is refused."""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from PySide6.QtCore import QObject, QUrl
from pytestqt.qtbot import QtBot

from app.query import WebPicture
from tests.app.handling import PNG


class Pages(BaseHTTPRequestHandler):
    def do_GET(self) -> None:  # the library's name
        kinds = {"/boat.png": "image/png", "/page": "text/html; charset=utf-8", "/film": "video/mp4"}
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

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""


@pytest.fixture
def server() -> Iterator[str]:
    made = ThreadingHTTPServer(("127.0.0.1", 0), Pages)
    thread = threading.Thread(target=made.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{made.server_address[1]}"
    made.shutdown()
    made.server_close()
    thread.join()


@pytest.fixture
def picture(qtbot: QtBot) -> Iterator[WebPicture]:
    """What fetches pictures, from the test's own server, which has no certificate."""
    made = WebPicture(schemes=("http",))
    yield made
    made.stop()
    made.deleteLater()


class Heard(QObject):
    """What came of a fetch."""

    def __init__(self, picture: WebPicture) -> None:
        super().__init__()
        self.contents: list[bytes] = []
        self.refusals: list[str] = []
        picture.arrived.connect(self.contents.append)
        picture.failed.connect(self.refusals.append)

    def anything(self) -> bool:
        return bool(self.contents or self.refusals)


@pytest.mark.parametrize("path", ["/boat.png", "/moved"])
def test_a_picture_arrives_as_its_bytes(qtbot: QtBot, picture: WebPicture, server: str, path: str) -> None:
    heard = Heard(picture)
    picture.fetch(QUrl(server + path))
    qtbot.waitUntil(heard.anything)
    assert (heard.contents, heard.refusals) == ([PNG], [])


@pytest.mark.parametrize(
    ("path", "why"),
    [
        ("/page", "This address is a web page."),
        ("/film", "There is no picture at this address."),
        ("/missing.png", "The picture could not be fetched"),
        ("/large", "The picture is larger than"),
    ],
)
def test_what_is_refused_says_why(
    qtbot: QtBot, picture: WebPicture, server: str, path: str, why: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.query.web_picture.MAX_BYTES", 100_000)
    heard = Heard(picture)
    picture.fetch(QUrl(server + path))
    qtbot.waitUntil(heard.anything)
    assert heard.contents == []
    assert heard.refusals[0].startswith(why)


def test_only_https_is_fetched(qtbot: QtBot, server: str) -> None:
    picture = WebPicture()
    heard = Heard(picture)
    picture.fetch(QUrl(f"{server}/boat.png"))
    assert heard.refusals == ["Only addresses that begin with https:// are fetched."]
    assert picture._network is None


def test_a_newer_address_gives_the_older_up(qtbot: QtBot, picture: WebPicture, server: str) -> None:
    heard = Heard(picture)
    picture.fetch(QUrl(f"{server}/page"))
    picture.fetch(QUrl(f"{server}/boat.png"))
    qtbot.waitUntil(heard.anything)
    assert (heard.contents, heard.refusals) == ([PNG], [])


def test_where_qt_has_no_network_the_window_opens_and_says_why_nothing_is_fetched(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    without = "import sys; sys.modules['PySide6.QtNetwork'] = None; import app.__main__, app.shell"
    subprocess.run([sys.executable, "-c", without], check=True)
    monkeypatch.setitem(sys.modules, "PySide6.QtNetwork", None)
    picture = WebPicture()
    heard = Heard(picture)
    picture.fetch(QUrl("https://example.org/boat.png"))
    assert heard.refusals[0].startswith("The picture could not be fetched")
