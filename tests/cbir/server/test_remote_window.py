"""The window on a library of a service: it is searched and looked at, and says what it cannot do."""

from contextlib import contextmanager
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import QSettings
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication

from cbir.base.types import Term
from cbir.service import serve as serve_engine
from cbir.service import service_folder
from cbir_app.base.language import install
from cbir_app.base.preferences import Preferences
from cbir_app.base.theme import Theme
from cbir_app.engine import Engine, engine_process
from cbir_app.panels.export import Recipe
from cbir_app.panels.library import AddressDialog
from cbir_app.panels.models import GraphicsCard
from cbir_app.sessions import Part, Query, part_of_file
from cbir_app.shell import build_window
from tests.app.virtual_desktop import Desktop, missing
from tests.pictures import photo, write_jpeg

WAIT_MS = 100_000
pytestmark = pytest.mark.qt_log_ignore("does not support", extend=True)  # of the offscreen platform


@pytest.fixture
def served(serve):
    return serve()


@pytest.fixture
def window(qtbot, qapp, tmp_path, served):
    with shown(qtbot, qapp, tmp_path, served) as made:
        yield made


@pytest.fixture
def mine(qtbot, qapp, tmp_path, serve):
    """A window on a library that one may write to, and whose originals are sent."""
    with shown(qtbot, qapp, tmp_path, serve("write", writable=True, originals=True)) as made:
        yield made


@contextmanager
def shown(qtbot, qapp, tmp_path, served):
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


def test_it_is_searched_and_looked_at_like_one_of_this_computer(qtbot, window, served, tmp_path):
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
    for action, why in (
        *((one, "another computer") for one in (actions.add_folder, actions.trash, actions.duplicates)),
        *(
            (one, "token or the service is read-only")
            for one in (actions.ratings[3], actions.save_search, actions.into_album)
        ),
        *((one, "doesn’t send original files") for one in (actions.export, actions.copy_files)),
    ):
        assert not action.isEnabled() and why in action.toolTip()
    for widget, why in (
        (window.panel.add_button, "another computer"),
        (window.bar.save_button, "token or the service is read-only"),
        (window.evidence.marks, "token or the service is read-only"),
        (window.evidence.tools["external"], "another computer"),
    ):
        assert not widget.isEnabled() and why in widget.toolTip()
    served.tokens.remove("read 0")
    window.search.search(part_of_file(picture))
    qtbot.waitUntil(lambda: bool(window.search.failure), timeout=WAIT_MS)
    assert window.search.failure is not None
    assert window.search.failure.startswith("This token is not valid, or was withdrawn.")


@pytest.mark.long
def test_the_graphics_card_of_this_computer_is_no_matter_there(window):
    window.dialogs.show_models()
    (card,) = window.findChildren(GraphicsCard)
    assert not card.choices.isEnabled()
    assert card.remark.text().startswith("The library is on another computer.")
    card.window().close()


def selected(window, name):
    row = [hit.path.stem for hit in window.results.model.hits].index(name)
    window.results.select(row)
    return window.results.model.hits[row]


@pytest.mark.long
def test_albums_and_judgements_are_made_as_in_a_library_here(qtbot, mine):
    actions, albums = mine.actions_, mine.controls.albums
    selected(mine, "china")
    assert actions.into_album.isEnabled() and mine.evidence.marks.isEnabled()
    albums.put_in_new()
    library = mine.controls.albums.session
    qtbot.waitUntil(lambda: mine.notice.text.text().startswith("Added to “New album”"), timeout=WAIT_MS)
    albums.open()
    qtbot.waitUntil(lambda: [hit.path.stem for hit in mine.results.model.hits] == ["china"], timeout=WAIT_MS)
    albums.rename(0)
    mine.panel.albums.rename_asked.emit(0, "Temples")
    qtbot.waitUntil(lambda: [album.name for album in library.albums] == ["Temples"], timeout=WAIT_MS)
    mine.search.set_query(Query(parts=(Part(Term(text="china"), "china"),)))
    qtbot.waitUntil(lambda: mine.search.result is not None and not mine.search.busy, timeout=WAIT_MS)
    selected(mine, "china")
    actions.right.trigger()
    qtbot.waitUntil(
        lambda: mine.notice.text.text().startswith("For this search: 1 photo right"), timeout=WAIT_MS
    )
    assert mine.notice.action is None or not mine.notice.action.isVisible(), "it is measured there"
    albums.remove(0)
    qtbot.waitUntil(lambda: library.albums == () and not library.latest, timeout=WAIT_MS)


def exported(export, file):
    return file.exists() and export.running is None


@pytest.mark.long
def test_files_are_exported_copied_and_dragged_out(qtbot, mine, tmp_path):
    hit, export = selected(mine, "coffee"), mine.controls.export
    (tmp_path / "out").mkdir()
    for recipe, size in ((Recipe(), (480, 320)), (Recipe(format="png", side_px=60), (60, 40))):
        export.export([hit], recipe, tmp_path / "out")
        written = tmp_path / "out" / f"coffee.{recipe.format or 'jpg'}"
        qtbot.waitUntil(partial(exported, export, written), timeout=WAIT_MS)
        made = QImage(str(written))
        assert (made.width(), made.height()) == size
    dragged = mine.results.model.mimeData([mine.results.model.index(0, 0)])
    assert dragged.hasUrls() and dragged.text().startswith("holidays/")
    (url,) = dragged.urls()
    assert Path(url.toLocalFile()).read_bytes()[:2] == b"\xff\xd8"
    assert bytes(dragged.data("text/uri-list").data()).startswith(b"file:///")
    mine.actions_.copy_files.trigger()
    clipboard, said = QApplication.clipboard(), "1 photo copied to the clipboard."
    qtbot.waitUntil(lambda: mine.notice.text.text() == said, timeout=WAIT_MS)
    assert Path(clipboard.mimeData().urls()[0].toLocalFile()).name == "coffee.jpg"
    mine.actions_.copy_paths.trigger()
    assert clipboard.text() == "holidays/coffee.jpg"


@pytest.mark.long
@pytest.mark.skipif(bool(missing()), reason=f"not installed: {', '.join(missing())}")
def test_a_photo_is_dragged_to_another_program(serve):
    served = serve(originals=True)
    folder = service_folder(f"http://{served.address}", served.token or "")
    with Desktop() as desktop:
        window = desktop.python("tests.app.run_window", str(folder), "real")
        x, y = map(int, window.wait_for("hit", 60).split()[1:])
        target = desktop.python("tests.app.drop_target", "1150", "500")
        target.wait_for("ready")
        there = desktop.wait_for_window("drop target")
        desktop.move_window(there, 1150, 500)
        desktop.drag((x, y), desktop.centre(there))
        file = Path(target.wait_for("dropped").removeprefix("dropped CopyAction "))
        assert file.read_bytes() == (served.photos / file.name).read_bytes()


@pytest.mark.long
def test_where_no_originals_are_sent_a_drag_says_so(window):
    dragged = window.results.model.mimeData([window.results.model.index(0, 0)])
    assert not dragged.hasUrls() and "/127.0.0.1" not in dragged.text()
    assert "doesn’t send original files" in window.notice.text.text()


def test_an_address_is_asked_for(qtbot):
    opened = []
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
