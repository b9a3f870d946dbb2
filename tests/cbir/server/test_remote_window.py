"""The window on a library of a service: it is searched and looked at, and says what it cannot do."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QSettings
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.base.language import install
from app.base.preferences import Preferences
from app.base.theme import Theme
from app.engine import Engine, engine_process
from app.library import AddressDialog
from app.query import part_of_file
from app.shell import MainWindow, build_window
from cbir.service import serve as serve_engine
from cbir.service import service_folder
from tests.cbir.server.conftest import Running, Serve
from tests.pictures import photo, write_jpeg

WAIT_MS = 60_000
pytestmark = pytest.mark.qt_log_ignore("does not support", extend=True)  # of the offscreen platform


@pytest.fixture
def served(serve: Serve) -> Running:
    return serve()


@pytest.fixture
def window(qtbot: QtBot, qapp: QApplication, tmp_path: Path, served: Running) -> Iterator[MainWindow]:
    install(qapp, "en")
    engine = Engine(
        engine_process(serve_engine, service_folder(f"http://{served.address}", served.token or ""))
    )
    settings = QSettings(str(tmp_path / "settings.ini"), QSettings.Format.IniFormat)
    made = build_window(engine, Theme(qapp, "light"), Preferences(settings))
    qtbot.addWidget(made)
    made.show()
    engine.start()
    qtbot.waitUntil(lambda: len(made.results.model.hits) == 4, timeout=WAIT_MS)
    yield made
    made.close()
    engine.close()


def test_it_is_searched_and_looked_at_like_one_of_this_computer(
    qtbot: QtBot, window: MainWindow, served: Running, tmp_path: Path
) -> None:
    info = window.library.info
    assert info is not None and info.service == f"http://{served.address}"
    hit = window.results.model.hits[0]
    qtbot.waitUntil(lambda: window.results.thumbnails.get(hit) is not None, timeout=WAIT_MS)
    picture = write_jpeg(tmp_path / "part.jpg", photo("coffee")[80:380, 120:520])
    window.search.search(part_of_file(picture))
    qtbot.waitUntil(lambda: window.search.result is not None and not window.search.busy, timeout=WAIT_MS)
    assert window.search.result is not None and window.search.result.verified == 1
    (found,) = [hit for hit in window.search.result.hits if hit.verified]
    assert found.path == Path("/127.0.0.1/holidays/coffee.jpg") and found.evidence[0].outline is not None
    actions = window.actions_
    assert actions.compare.isEnabled() and actions.search_hit.isEnabled()
    for action in (actions.add_folder, actions.trash, actions.duplicates, actions.ratings[3]):
        assert not action.isEnabled() and "another computer" in action.toolTip()
    served.tokens.remove("read 0")
    window.search.search(part_of_file(picture))
    qtbot.waitUntil(lambda: bool(window.search.failure), timeout=WAIT_MS)
    assert window.search.failure is not None
    assert window.search.failure.startswith("This token is not valid, or was withdrawn.")


def test_an_address_is_asked_for(qtbot: QtBot) -> None:
    opened: list[Path] = []
    dialog = AddressDialog(opened.append)
    qtbot.addWidget(dialog)
    dialog.show()
    assert not dialog.open_button.isEnabled()
    dialog.address.setText("http://photos.example.org")
    dialog.open_button.click()
    assert "unencrypted" in dialog.trouble.text() and dialog.isVisible() and not opened
    dialog.address.setText("photos.example.org")
    dialog.token.setText("cbir_x")
    assert not dialog.trouble.isVisible()
    dialog.open_button.click()
    (folder,) = opened
    assert folder.name == "photos.example.org" and b"cbir_x" in (folder / "service.json").read_bytes()
    service_folder("https://photos.example.org")  # opened again without a token, it keeps the one it has
    assert b"cbir_x" in (folder / "service.json").read_bytes()
