"""The window on a fake engine: from the empty library to a compared hit, and all that can go wrong."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QAccessible, QDragEnterEvent, QDropEvent, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from app import desktop
from app.dialogs import KeysDialog, SkippedDialog
from app.engine import GAVE_UP, STOPPED, Engine
from app.intake import ON_THE_WEB, query_of_file
from app.main_window import MainWindow
from app.preferences import Preferences
from app.theme import DARK, LIGHT, Theme
from cbir.service import Failure, IndexRequest, PictureRequest, SearchRequest
from cbir.types import PhotoId, Term
from tests.app.conftest import MakeWindow
from tests.app.fake_engine import FakeEngine

PNG = b"\x89PNG\r\n\x1a\n"


def drop(window: MainWindow, data: QMimeData) -> None:
    """Drop data on the middle of the window, as the platform does."""
    middle = QPoint(window.width() // 2, window.height() // 2)
    no = Qt.KeyboardModifier.NoModifier
    left = Qt.MouseButton.LeftButton
    either = Qt.DropAction.CopyAction | Qt.DropAction.MoveAction
    enter = QDragEnterEvent(middle, either, data, left, no)
    QApplication.sendEvent(window, enter)
    assert enter.isAccepted()
    assert enter.dropAction() == Qt.DropAction.CopyAction
    dropped = QDropEvent(QPointF(middle), either, data, left, no)
    QApplication.sendEvent(window, dropped)
    assert dropped.isAccepted()


def urls(*paths: Path | str) -> QMimeData:
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(p)) if isinstance(p, Path) else QUrl(p) for p in paths])
    return data


def found(qtbot: QtBot, window: MainWindow) -> None:
    qtbot.waitUntil(lambda: bool(window.results.model.hits) and window.search.picture is not None)


def search_requests(fake: FakeEngine) -> list[SearchRequest]:
    return [request for request in fake.seen if isinstance(request, SearchRequest)]


def button(window: QWidget, text: str) -> QPushButton:
    buttons = [b for b in window.findChildren(QPushButton) if b.text() == text and b.isVisibleTo(window)]
    assert buttons, f"no button {text!r}"
    return buttons[-1]


def test_an_empty_library_says_what_to_do(qtbot: QtBot, make_window: MakeWindow, fake: FakeEngine) -> None:
    fake.script.photos = 0
    window = make_window()
    qtbot.waitUntil(lambda: window.library.info is not None)
    assert window.results.message.title.text() == "Find a photo by a picture"
    assert "Choose the folders" in window.results.message.text.text()
    button(window.results, "Choose folders…").click()
    dialog = window.findChild(QFileDialog)
    assert dialog is not None
    dialog.fileSelected.emit("/photos/Holidays")
    dialog.close()
    qtbot.waitUntil(lambda: any(isinstance(request, IndexRequest) for request in fake.seen))
    qtbot.waitUntil(lambda: window.library.info is not None and window.library.info.photos == 20)
    assert window.results.message.title.text() == "What are you looking for?"


def test_a_dropped_file_is_searched_for(
    qtbot: QtBot, window: MainWindow, fake: FakeEngine, picture_file: Path
) -> None:
    drop(window, urls(picture_file))
    found(qtbot, window)
    assert search_requests(fake)[0].terms == (Term(path=picture_file),)
    assert window.bar.chip.words.text() == "query.jpg"
    assert window.results.headline.text() == "7 show the same thing"
    assert window.results.view._sections[1].title == "17 more look similar"
    assert window.windowTitle().startswith("query.jpg")


def test_a_dropped_picture_without_a_file_travels_as_its_bytes(
    qtbot: QtBot, window: MainWindow, fake: FakeEngine
) -> None:
    data = urls("https://example.org/boat.png")
    data.setData("image/png", PNG)
    drop(window, data)
    found(qtbot, window)
    assert search_requests(fake)[0].terms == (Term(data=PNG),)


def test_a_dropped_web_address_is_explained_in_place(
    qtbot: QtBot, window: MainWindow, fake: FakeEngine
) -> None:
    drop(window, urls("https://example.org/boat.png"))
    assert window.notice.isVisible()
    assert window.notice.text.text() == ON_THE_WEB
    assert search_requests(fake) == []


def test_a_dropped_folder_is_offered_to_the_library(
    qtbot: QtBot, window: MainWindow, fake: FakeEngine, tmp_path: Path
) -> None:
    drop(window, urls(tmp_path))
    assert window.notice.action is not None
    window.notice.action.click()
    qtbot.waitUntil(lambda: any(isinstance(request, IndexRequest) for request in fake.seen))
    requests = [request for request in fake.seen if isinstance(request, IndexRequest)]
    assert requests[0].folders == (tmp_path,)


def test_paste_takes_the_picture_on_the_clipboard(qtbot: QtBot, window: MainWindow, fake: FakeEngine) -> None:
    data = QMimeData()
    data.setData("image/png", PNG)
    QGuiApplication.clipboard().setMimeData(data)
    window.actions_.paste.trigger()
    found(qtbot, window)
    assert search_requests(fake)[0].terms == (Term(data=PNG),)
    assert window.bar.chip.words.text() == "Pasted picture"


def test_an_unreadable_query_is_answered_in_place(qtbot: QtBot, window: MainWindow, tmp_path: Path) -> None:
    drop(window, urls(tmp_path / "gone.jpg"))
    qtbot.waitUntil(lambda: window.search.failure is not None)
    assert window.results.message.title.text() == "This picture could not be searched for"
    assert window.results.message.text.text() == "There is no file gone.jpg."
    assert QApplication.activeModalWidget() is None


def test_nothing_verified_is_a_headline(
    qtbot: QtBot, window: MainWindow, fake: FakeEngine, picture_file: Path
) -> None:
    fake.script.verified = 0
    window.search.search(query_of_file(picture_file))
    found(qtbot, window)
    assert window.results.headline.text() == "Nothing here matches"
    assert window.results.view._sections[1].title == "24 look similar"


def test_no_hit_at_all_is_a_sentence(
    qtbot: QtBot, window: MainWindow, fake: FakeEngine, picture_file: Path
) -> None:
    fake.script.hits = 0
    window.search.search(query_of_file(picture_file))
    qtbot.waitUntil(lambda: window.search.result is not None)
    assert window.results.message.title.text() == "Nothing here matches"
    assert not window.evidence.isVisible()


def test_the_right_column_gives_numbers_and_says_which_kind_of_match(
    qtbot: QtBot, window: MainWindow, picture_file: Path
) -> None:
    window.search.search(query_of_file(picture_file))
    found(qtbot, window)
    panel = window.evidence
    assert (panel.agree.text(), panel.verdict.text()) == ("59 points agree", "The same picture")
    assert "80%" in panel.why.text()
    QTest.keyClick(window.results.view, Qt.Key.Key_Right)
    assert (panel.agree.text(), panel.verdict.text()) == ("58 points agree", "Shares a part of it")
    QTest.keyClick(window.results.view, Qt.Key.Key_End)
    assert (panel.agree.text(), panel.verdict.text()) == ("No proof", "Looks similar")


def test_a_newer_search_replaces_an_older_one(
    qtbot: QtBot, window: MainWindow, fake: FakeEngine, picture_file: Path, tmp_path: Path
) -> None:
    fake.script.hold_search = True
    results: list[object] = []
    window.search.finished.connect(results.append)
    window.search.failed.connect(results.append)
    window.search.search(query_of_file(tmp_path / "gone.jpg"))
    window.search.search(query_of_file(picture_file))
    fake.release.set()
    found(qtbot, window)
    qtbot.wait(30)
    assert len(results) == 1
    assert window.bar.chip.words.text() == "query.jpg"


def test_a_slow_search_takes_the_old_hits_away(
    qtbot: QtBot, window: MainWindow, fake: FakeEngine, picture_file: Path
) -> None:
    window.search.search(query_of_file(picture_file))
    found(qtbot, window)
    fake.script.hold_search = True
    window.search.again()
    qtbot.waitUntil(lambda: window.results.headline.text() == "Searching…")
    assert window.results.model.hits == ()
    fake.release.set()
    qtbot.waitUntil(lambda: window.results.headline.text() == "7 show the same thing")


def test_a_framed_region_is_searched_in_pixels_of_the_full_picture(
    qtbot: QtBot, window: MainWindow, fake: FakeEngine, picture_file: Path
) -> None:
    window.search.search(query_of_file(picture_file))
    found(qtbot, window)
    window.actions_.frame.trigger()
    canvas = window.framing.frame_canvas
    assert window.pages.currentWidget() is window.framing
    start, end = canvas.mapFromScene(90.0, 60.0), canvas.mapFromScene(450.0, 300.0)
    QTest.mousePress(canvas.viewport(), Qt.MouseButton.LeftButton, pos=start)
    QTest.mouseMove(canvas.viewport(), end)
    QTest.mouseRelease(canvas.viewport(), Qt.MouseButton.LeftButton, pos=end)
    QTest.keyClick(canvas, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: len(search_requests(fake)) == 2)
    region = search_requests(fake)[1].terms[0].region
    assert region is not None
    assert region == pytest.approx((90, 60, 360, 240), abs=3)
    assert window.pages.currentWidget() is window.results
    assert window.bar.chip.remark.text() == "framed"
    window.actions_.back.trigger()
    qtbot.waitUntil(lambda: len(search_requests(fake)) == 3)
    assert search_requests(fake)[2].terms[0].region is None


def test_a_frame_can_be_drawn_and_sized_with_the_keyboard(
    qtbot: QtBot, window: MainWindow, fake: FakeEngine, picture_file: Path
) -> None:
    window.search.search(query_of_file(picture_file))
    found(qtbot, window)
    window.actions_.frame.trigger()
    canvas = window.framing.frame_canvas
    QTest.keyClick(canvas, Qt.Key.Key_Right)
    assert window.framing.region() == pytest.approx((225, 150, 450, 300))
    for _ in range(60):
        QTest.keyClick(canvas, Qt.Key.Key_Right)
    assert window.framing.region() == pytest.approx((450, 150, 450, 300))
    for _ in range(60):
        QTest.keyClick(canvas, Qt.Key.Key_Left, Qt.KeyboardModifier.ShiftModifier)
    assert window.framing.region() == pytest.approx((450, 150, 22.5, 300))
    button(window.framing, "Whole picture").click()
    assert window.pages.currentWidget() is window.results
    assert len(search_requests(fake)) == 1  # it was whole before, so there is nothing to search again


def test_mirrored_pictures_are_found_when_asked_for(
    qtbot: QtBot, window: MainWindow, fake: FakeEngine, picture_file: Path
) -> None:
    window.search.search(query_of_file(picture_file))
    found(qtbot, window)
    window.actions_.mirror.trigger()
    qtbot.waitUntil(lambda: len(search_requests(fake)) == 2)
    assert [request.options.mirror for request in search_requests(fake)] == [False, True]


def test_a_hit_is_compared_by_enter_and_left_by_escape(
    qtbot: QtBot, window: MainWindow, picture_file: Path
) -> None:
    window.search.search(query_of_file(picture_file))
    found(qtbot, window)
    QTest.keyClick(window.results.view, Qt.Key.Key_Return)
    match = window.match
    assert window.pages.currentWidget() is match
    qtbot.waitUntil(lambda: match.lines is not None)
    assert match.lines is not None
    assert match.outline is not None
    assert match.lines.path().elementCount() == 2 * 59
    qtbot.waitUntil(lambda: match.outline is not None and match.outline.polygon().count() == 4)
    photo_left = 1000 * 900 / 600 + 36
    landed = pytest.approx(photo_left + 50 * 1000 / 600, abs=4)
    qtbot.waitUntil(lambda: match.outline is not None and match.outline.boundingRect().left() == landed)
    assert match.lines.isVisible()
    QTest.keyClick(match.canvas, Qt.Key.Key_L)
    assert not match.lines.isVisible()
    fitted = match.canvas.zoom
    QTest.keyClick(match.canvas, Qt.Key.Key_Plus)
    assert match.canvas.zoom > fitted
    QTest.keyClick(match.canvas, Qt.Key.Key_0)
    assert match.canvas.zoom == pytest.approx(fitted)
    QTest.keyClick(match.canvas, Qt.Key.Key_Escape)
    assert window.pages.currentWidget() is window.results
    assert match.canvas.scene().items() == []


def test_space_shows_one_photo_large(
    qtbot: QtBot, window: MainWindow, fake: FakeEngine, picture_file: Path
) -> None:
    window.search.search(query_of_file(picture_file))
    found(qtbot, window)
    QTest.keyClick(window.results.view, Qt.Key.Key_Space)
    assert window.pages.currentWidget() is window.photo
    qtbot.waitUntil(lambda: bool(window.photo.canvas.scene().items()))
    assert window.photo.title.text() == "IMG_0001.jpg"
    asked = [request for request in fake.seen if isinstance(request, PictureRequest)]
    assert asked[-1].photo == PhotoId(1)
    assert asked[-1].max_side_px > 2000


def test_a_hit_becomes_the_query(
    qtbot: QtBot, window: MainWindow, fake: FakeEngine, picture_file: Path
) -> None:
    window.search.search(query_of_file(picture_file))
    found(qtbot, window)
    QTest.keyClick(window.results.view, Qt.Key.Key_Right)
    window.actions_.search_hit.trigger()
    qtbot.waitUntil(lambda: len(search_requests(fake)) == 2)
    assert search_requests(fake)[1].terms == (Term(photo=PhotoId(2)),)
    assert window.bar.chip.words.text() == "IMG_0002.jpg"


def test_a_hit_goes_to_the_desktop(
    qtbot: QtBot, window: MainWindow, picture_file: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    shown: list[tuple[str, Path]] = []

    def no_viewer(path: Path) -> bool:
        shown.append(("open", path))
        return False

    monkeypatch.setattr(desktop, "open_in_viewer", no_viewer)
    monkeypatch.setattr(desktop, "show_in_file_manager", lambda path: shown.append(("reveal", path)))
    window.search.search(query_of_file(picture_file))
    found(qtbot, window)
    window.actions_.open_hit.trigger()
    window.actions_.reveal_hit.trigger()
    window.actions_.copy_path.trigger()
    path = tmp_path / "Holidays" / "IMG_0001.jpg"
    assert shown == [("open", path), ("reveal", path)]
    assert "No program was found" in window.notice.text.text()
    assert QGuiApplication.clipboard().text() == str(path)


def test_the_file_manager_is_asked_in_each_platforms_way() -> None:
    path = Path("/p/a, b.jpg")
    assert desktop.reveal_command(path, "win32") == ("explorer.exe", ["/select,", str(path)])
    assert desktop.reveal_command(path, "darwin") == ("open", ["-R", str(path)])
    program, arguments = desktop.reveal_command(path, "linux")
    assert program == "dbus-send"
    assert "array:string:file:///p/a%2C%20b.jpg" in arguments


def test_indexing_shows_its_progress_and_can_be_stopped(
    qtbot: QtBot, window: MainWindow, fake: FakeEngine
) -> None:
    fake.script.index_total = 100_000
    window.library.add([Path("/photos")])
    status = window.status
    qtbot.waitUntil(lambda: "Adding photos" in status.doing.text())
    assert status.bar.isVisible()
    assert "of 100,024 photos searchable" in status.coverage.text()
    status.cancel.click()
    assert "Stopping" in status.doing.text()
    assert not status.cancel.isEnabled()
    qtbot.waitUntil(lambda: not window.library.running)
    assert not status.bar.isVisible()
    assert window.notice.text.text() == "Stopped. The photos that were finished are kept."


def test_looking_again_at_a_known_folder_does_not_count_it_twice(
    qtbot: QtBot, window: MainWindow, fake: FakeEngine
) -> None:
    fake.script.index_total = 24
    seen: list[int] = []
    window.library.progressed.connect(lambda step: seen.append(window.library.expected - step.searchable))
    window.actions_.update_library.trigger()
    qtbot.waitUntil(lambda: not window.library.running)
    assert seen
    assert set(seen) == {0}


def test_new_photos_are_announced_and_the_result_is_left_alone(
    qtbot: QtBot, window: MainWindow, fake: FakeEngine, picture_file: Path
) -> None:
    window.search.search(query_of_file(picture_file))
    found(qtbot, window)
    before = window.search.result
    window.library.add([Path("/photos")])
    qtbot.waitUntil(lambda: window.notice.topic == "fresh" and window.notice.isVisible())
    assert window.notice.text.text() == "20 photos can be searched that this result does not cover."
    assert window.search.result is before
    assert len(search_requests(fake)) == 1
    assert window.notice.action is not None
    window.notice.action.click()
    qtbot.waitUntil(lambda: len(search_requests(fake)) == 2)
    qtbot.waitUntil(lambda: not window.search.busy)
    assert not window.notice.isVisible()


def test_the_skipped_count_opens_the_list_with_reasons(qtbot: QtBot, window: MainWindow) -> None:
    assert window.status.skipped.text() == "2 could not be read"
    window.status.skipped.click()
    dialog = window.findChild(SkippedDialog)
    assert dialog is not None
    assert dialog.list.topLevelItemCount() == 2
    item = dialog.list.topLevelItem(0)
    assert item is not None
    assert item.text(0) == "broken_0.jpg"
    assert item.text(1) == "The file ends in the middle of the picture."
    dialog.copy()
    assert QGuiApplication.clipboard().text().count("\n") == 1
    dialog.close()


def test_a_library_that_cannot_be_opened_says_why(
    qtbot: QtBot, make_window: MakeWindow, fake: FakeEngine
) -> None:
    fake.script.refuse = "The library was written by a newer version. Upgrade the program."
    window = make_window()
    qtbot.waitUntil(lambda: window.results.message.text.text() == fake.script.refuse)
    assert window.results.message.title.text() == "The library cannot be opened"
    fake.script.refuse = ""
    button(window.results, "Try again").click()
    qtbot.waitUntil(lambda: window.results.message.title.text() == "What are you looking for?")


def test_the_end_of_the_engine_is_said_and_survived(
    qtbot: QtBot, window: MainWindow, fake: FakeEngine, picture_file: Path
) -> None:
    fake.script.die_on, fake.script.die_times = "SearchRequest", 1
    window.search.search(query_of_file(picture_file))
    qtbot.waitUntil(lambda: window.notice.topic == "engine" and window.notice.isVisible())
    assert window.results.message.text.text() == STOPPED
    qtbot.waitUntil(lambda: not window.notice.isVisible())
    button(window.results, "Try again").click()
    found(qtbot, window)
    assert window.results.headline.text() == "7 show the same thing"


def test_an_engine_that_keeps_dying_is_given_up_in_words(
    qtbot: QtBot, window: MainWindow, engine: Engine, fake: FakeEngine
) -> None:
    fake.script.die_on = "LibraryRequest"
    engine.ready.connect(lambda _info: window.library._ask())
    window.library._ask()
    qtbot.waitUntil(lambda: window.results.message.text.text() == GAVE_UP, timeout=10_000)
    assert not window.notice.isVisible()


def test_light_and_dark_are_both_there(qtbot: QtBot, window: MainWindow, theme: Theme) -> None:
    window._set_scheme("dark")
    assert theme.colours is DARK
    assert window.palette().base().color().name() == DARK.base
    window._set_scheme("light")
    assert theme.colours is LIGHT
    assert window.palette().base().color().name() == LIGHT.base


@pytest.mark.parametrize("colours", [LIGHT, DARK], ids=["light", "dark"])
def test_text_can_be_read_on_its_ground(colours: object) -> None:
    """WCAG 2.1, 1.4.3: at least 4.5 to 1."""

    def luminance(name: str) -> float:
        text = getattr(colours, name)
        parts = [int(text[at : at + 2], 16) / 255 for at in (1, 3, 5)]
        r, g, b = (p / 12.92 if p <= 0.03928 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
        return float(0.2126 * r + 0.7152 * g + 0.0722 * b)

    pairs = [(text, on) for text in ("text", "dim") for on in ("base", "panel", "raised", "accent_soft")]
    pairs += [("accent_text", "base"), ("accent_text", "panel"), ("on_accent", "accent")]
    pairs += [("text", "warning_soft")]
    for text, ground in pairs:
        high, low = sorted((luminance(text), luminance(ground)), reverse=True)
        assert (high + 0.05) / (low + 0.05) >= 4.5, (text, ground)


def test_every_control_has_a_name_for_those_who_hear_it(
    qtbot: QtBot, window: MainWindow, picture_file: Path
) -> None:
    window.search.search(query_of_file(picture_file))
    found(qtbot, window)
    unnamed = []
    for page in (window.show_match, window.show_photo, window.show_frame, window.show_results):
        page()
        for widget in window.findChildren(QWidget):
            if widget.focusPolicy() == Qt.FocusPolicy.NoFocus or not widget.isVisible():
                continue
            interface = QAccessible.queryAccessibleInterface(widget)
            if not interface.text(QAccessible.Text.Name):
                unnamed.append(f"{type(widget).__name__} {widget.objectName()} in {widget.parent()}")
    assert sorted(set(unnamed)) == []


def test_no_key_has_two_meanings(qtbot: QtBot, window: MainWindow) -> None:
    keys = [key.toString() for action in window.actions_.all for key in action.shortcuts()]
    assert len(keys) == len(set(keys))
    for wanted in ("Ctrl+O", "Ctrl+V", "Ctrl+F", "Ctrl+I", "Ctrl+C", "F11", "F1", "?"):
        assert wanted in keys


def test_the_main_job_is_done_by_keyboard_alone(
    qtbot: QtBot, window: MainWindow, picture_file: Path, fake: FakeEngine
) -> None:
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(picture_file))])
    QGuiApplication.clipboard().setMimeData(data)
    QTest.keyClick(window, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    found(qtbot, window)
    focus = QApplication.focusWidget()
    assert focus is window.results.view
    QTest.keyClick(focus, Qt.Key.Key_Right)
    QTest.keyClick(focus, Qt.Key.Key_Return)
    assert window.pages.currentWidget() is window.match
    QTest.keyClick(window.match.canvas, Qt.Key.Key_Escape)
    assert QApplication.focusWidget() is window.results.view
    QTest.keyClick(window, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    assert QApplication.focusWidget() is window.bar.field
    QTest.keyClick(window.bar.field, Qt.Key.Key_Delete)
    assert window.search.query is None
    assert not window.results.model.hits


def test_the_keys_are_listed_from_the_actions_themselves(qtbot: QtBot, window: MainWindow) -> None:
    window.actions_.show_keys.trigger()
    dialog = window.findChild(KeysDialog)
    assert dialog is not None
    dialog.close()


def test_columns_fold_away_and_the_window_remembers(
    qtbot: QtBot, window: MainWindow, preferences: Preferences, engine: Engine, theme: Theme
) -> None:
    window.actions_.library_column.trigger()
    assert not window.panel.isVisible()
    window.resize(760, 600)
    window.close()
    assert preferences.flag("library column", True) is False
    again = MainWindow(engine, theme, preferences)
    qtbot.addWidget(again)
    again.show()
    assert not again.panel.isVisible()
    assert not again.actions_.library_column.isChecked()
    assert (again.width(), again.height()) == (760, 600)


def test_a_failed_indexing_is_a_sentence_not_a_dialog(
    qtbot: QtBot, window: MainWindow, fake: FakeEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    no = Failure(message="The folder /photos does not exist.")
    monkeypatch.setattr(fake, "_index", lambda *_: no)
    window.library.add([Path("/photos")])
    qtbot.waitUntil(window.notice.isVisible)
    assert window.notice.text.text() == no.message
    assert not window.status.bar.isVisible()
