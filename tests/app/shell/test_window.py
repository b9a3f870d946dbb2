"""The window on a fake engine: from the empty library to a compared hit, and on to the desktop."""

from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QStandardPaths, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QPushButton

from cbir.base.types import Filters, Listing, PhotoId, Term
from cbir.service import IndexRequest, PictureRequest
from cbir_app.base import desktop
from cbir_app.panels.library import AddFoldersDialog
from cbir_app.results.result_model import rows_of
from cbir_app.results.result_sections import Section
from cbir_app.sessions import Part, part_of_file
from tests.app.handling import PNG, button, drop, found, search_requests, urls


def test_an_empty_library_says_what_to_do(qtbot, make_window, fake):
    fake.script.photos = 0
    window = make_window()
    qtbot.waitUntil(lambda: window.library.info is not None)
    assert window.results.message.title.text() == "Find a photo by a picture"
    assert "Choose or drop folders" in window.results.message.sentence
    assert "Nothing leaves this computer." in window.results.message.sentence
    button(window.results, "Choose folders…").click()
    dialog = window.findChild(QFileDialog)
    assert dialog is not None
    dialog.fileSelected.emit("/photos/Holidays")
    dialog.close()
    adding = window.findChild(AddFoldersDialog)
    assert adding is not None
    adding.start.click()
    qtbot.waitUntil(lambda: any(isinstance(request, IndexRequest) for request in fake.seen))
    qtbot.waitUntil(lambda: window.library.info is not None and window.library.info.photos == 20)
    qtbot.waitUntil(lambda: bool(window.results.model.hits))
    assert window.results.headline.text() == "All photos"
    assert window.results.remark.text() == "5 photos"


def test_the_usual_folder_of_pictures_is_offered(qtbot, make_window, fake, tmp_path, monkeypatch):
    usual = tmp_path / "Pictures"
    usual.mkdir()
    monkeypatch.setattr(QStandardPaths, "writableLocation", lambda _place: str(usual))
    fake.script.photos = 0
    window = make_window()
    qtbot.waitUntil(lambda: window.library.info is not None)
    button(window.results, "Add “Pictures”").click()
    qtbot.waitUntil(lambda: any(isinstance(request, IndexRequest) for request in fake.seen))
    assert [request.folders for request in fake.seen if isinstance(request, IndexRequest)] == [(usual,)]
    qtbot.waitUntil(lambda: not window.library.running)


def test_a_dropped_file_is_searched_for(qtbot, window, fake, picture_file):
    drop(window, urls(picture_file))
    found(qtbot, window)
    assert search_requests(fake)[0].terms == (Term(path=picture_file),)
    assert window.bar.chips[0].words.text() == "query.jpg"
    assert window.results.headline.text() == "7 matches"
    assert window.results.view.sections[1].title == "Less likely (17)"
    assert window.windowTitle().startswith("query.jpg")


def test_a_dropped_picture_without_a_file_travels_as_its_bytes(qtbot, window, fake):
    data = urls("https://example.org/boat.png")
    data.setData("image/png", PNG)
    drop(window, data)
    found(qtbot, window)
    assert search_requests(fake)[0].terms == (Term(data=PNG),)


def test_a_dropped_web_address_is_asked_about_and_nothing_is_fetched_before(qtbot, window, fake):
    drop(window, urls("https://example.org/boat.png"))
    assert window.notice.isVisible()
    assert window.notice.text.text() == "This picture is on the web. Fetch it from example.org?"
    drop(window, urls("http://example.org/boat.png"))
    assert window.notice.text.text() == "Only addresses that begin with https:// are fetched."
    assert window.notice.action.isHidden(), "there is nothing to ask"
    assert window.controls.query.web.network is None
    assert search_requests(fake) == []


def test_a_dropped_folder_is_offered_to_the_library(qtbot, window, fake, tmp_path):
    drop(window, urls(tmp_path))
    assert not window.notice.action.isHidden()
    window.notice.action.click()
    qtbot.waitUntil(lambda: any(isinstance(request, IndexRequest) for request in fake.seen))
    requests = [request for request in fake.seen if isinstance(request, IndexRequest)]
    assert requests[0].folders == (tmp_path,)


def test_paste_takes_the_picture_on_the_clipboard(qtbot, window, fake):
    data = QMimeData()
    data.setData("image/png", PNG)
    QGuiApplication.clipboard().setMimeData(data)
    window.actions_.paste.trigger()
    found(qtbot, window)
    assert search_requests(fake)[0].terms == (Term(data=PNG),)
    assert window.bar.chips[0].words.text() == "Pasted picture"


def test_an_unreadable_query_is_answered_in_place(qtbot, window, tmp_path):
    drop(window, urls(tmp_path / "gone.jpg"))
    qtbot.waitUntil(lambda: window.search.failure is not None)
    assert window.results.message.title.text() == "Can’t search with this picture"
    assert window.results.message.sentence == "There is no file gone.jpg."
    assert QApplication.activeModalWidget() is None


def test_nothing_verified_is_a_headline(qtbot, window, fake, picture_file):
    fake.script.verified = 0
    window.search.search(part_of_file(picture_file))
    results, message = window.results, window.results.message
    qtbot.waitUntil(lambda: message.isVisible() and not window.search.busy)
    assert message.title.text() == "No match found"
    assert not results.model.hits, "no photo below a headline that says none"
    window.actions_.unfold.trigger()
    assert len(results.model.hits) == 24 and results.current_hit() is not None
    assert results.headline.text() == "Less likely (24)", "nor above them once they are seen"
    assert results.view.sections == (Section(0, 24, "Less likely (24)", folded=False),)
    window.actions_.unfold.trigger()
    assert message.isVisible() and not results.model.hits
    show = next(widget for widget in message.findChildren(QPushButton) if "24" in widget.text())
    show.click()
    assert len(results.model.hits) == 24


def test_no_hit_at_all_is_a_sentence(qtbot, window, fake, picture_file):
    fake.script.hits = 0
    window.search.search(part_of_file(picture_file))
    qtbot.waitUntil(lambda: not window.search.busy)
    assert window.results.message.title.text() == "No match found"
    assert not window.evidence.isVisible()


def test_the_right_column_gives_numbers_and_says_which_kind_of_match(qtbot, window, picture_file):
    window.search.search(part_of_file(picture_file))
    found(qtbot, window)
    panel = window.evidence
    assert panel.verdict.text().startswith("The same thing, by 59 point")
    assert panel.strength.text() == "●●●  Very likely right"
    assert "80%" in panel.why.text()
    QTest.keyClick(window.results.view, Qt.Key.Key_Right)
    assert panel.verdict.text().startswith("The same thing, by 58 point")
    window.actions_.unfold.trigger()
    QTest.keyClick(window.results.view, Qt.Key.Key_End)
    assert panel.verdict.text() == "Not confirmed" and not panel.strength.isVisible()


def test_a_newer_search_replaces_an_older_one(qtbot, window, fake, picture_file, tmp_path):
    fake.script.hold_search = True
    results = []
    window.search.finished.connect(results.append)
    window.search.failed.connect(results.append)
    window.search.search(part_of_file(tmp_path / "gone.jpg"))
    window.search.search(part_of_file(picture_file))
    fake.release.set()
    found(qtbot, window)
    qtbot.wait(30)
    assert len(results) == 1
    assert window.bar.chips[0].words.text() == "query.jpg"


def test_a_slow_search_takes_the_old_hits_away(qtbot, window, fake, picture_file):
    window.search.search(part_of_file(picture_file))
    found(qtbot, window)
    fake.script.hold_search = True
    window.search.again()
    qtbot.waitUntil(lambda: window.results.headline.text() == "Searching…")
    assert window.results.model.hits == ()
    fake.release.set()
    qtbot.waitUntil(lambda: window.results.headline.text() == "7 matches")


def test_no_place_of_a_photo_outlives_it(qtbot, window, fake, picture_file):
    window.search.search(part_of_file(picture_file))
    found(qtbot, window)
    assert window.results.view.laid.rows_between(0, 700)
    window.results.set_broken(("The search engine stopped", "It starts again."))
    assert window.results.model.hits == ()
    assert not window.results.view.laid.rows_between(0, 700)


def test_a_slow_search_shows_its_first_hits_and_proves_them_later(qtbot, window, fake, picture_file):
    fake.script.hold_search = True
    fake.script.partial_results = 5
    window.search.search(part_of_file(picture_file))
    results = window.results
    qtbot.waitUntil(lambda: results.headline.text() == "Searching…")
    qtbot.waitUntil(lambda: len(results.model.hits) == 5)
    assert results.busy.isVisible()
    assert [section.title for section in results.view.sections] == [""]
    results.select(3)  # the fourth one, which the whole answer has in another place
    chosen = results.current_hit()
    assert chosen is not None
    fake.release.set()
    qtbot.waitUntil(lambda: not results.busy.isVisible())
    assert results.headline.text() == "7 matches"
    assert len(results.model.hits) == 7
    current = results.current_hit()
    assert current is not None
    assert current.photo == chosen.photo


def test_the_first_hits_of_a_quick_search_are_never_seen(qtbot, window, fake, picture_file):
    fake.script.partial_results = 5
    qtbot.waitUntil(lambda: not window.search.busy)
    window.results.busy_timer.setInterval(60_000)  # quick is what ends before: a busy machine is not
    shown = []
    window.results.model.modelReset.connect(lambda: shown.append(len(window.results.model.hits)))
    window.search.search(part_of_file(picture_file))
    found(qtbot, window)
    assert 5 not in shown


def test_a_framed_region_is_searched_in_pixels_of_the_full_picture(qtbot, window, fake, picture_file):
    window.search.search(part_of_file(picture_file))
    found(qtbot, window)
    window.actions_.frame.trigger()
    canvas = window.pages.framing.frame_canvas
    assert window.pages.currentWidget() is window.pages.framing
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
    assert window.bar.chips[0].remark.text() == "framed"
    window.actions_.back.trigger()
    qtbot.waitUntil(lambda: len(search_requests(fake)) == 3)
    assert search_requests(fake)[2].terms[0].region is None


def test_a_frame_can_be_drawn_and_sized_with_the_keyboard(qtbot, window, fake, picture_file):
    window.search.search(part_of_file(picture_file))
    found(qtbot, window)
    window.actions_.frame.trigger()
    canvas = window.pages.framing.frame_canvas
    QTest.keyClick(canvas, Qt.Key.Key_Right)
    assert window.pages.framing.region() == pytest.approx((225, 150, 450, 300))
    for _ in range(60):
        QTest.keyClick(canvas, Qt.Key.Key_Right)
    assert window.pages.framing.region() == pytest.approx((450, 150, 450, 300))
    for _ in range(60):
        QTest.keyClick(canvas, Qt.Key.Key_Left, Qt.KeyboardModifier.ShiftModifier)
    assert window.pages.framing.region() == pytest.approx((450, 150, 22.5, 300))
    button(window.pages.framing, "Whole picture").click()
    assert window.pages.currentWidget() is window.results
    assert len(search_requests(fake)) == 1  # it was whole before, so there is nothing to search again


def test_mirrored_pictures_are_found_when_asked_for(qtbot, window, fake, picture_file):
    window.search.search(part_of_file(picture_file))
    found(qtbot, window)
    window.actions_.mirror.trigger()
    qtbot.waitUntil(lambda: len(search_requests(fake)) == 2)
    assert [request.options.mirror for request in search_requests(fake)] == [False, True]


def test_a_hit_is_compared_by_enter_and_left_by_escape(qtbot, window, picture_file):
    window.search.search(part_of_file(picture_file))
    found(qtbot, window)
    QTest.keyClick(window.results.view, Qt.Key.Key_Return)
    match = window.pages.match
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
    QTest.keyClick(match.canvas, Qt.Key.Key_F)
    assert match.canvas.zoom == pytest.approx(fitted)
    QTest.keyClick(match.canvas, Qt.Key.Key_Escape)
    assert window.pages.currentWidget() is window.results
    assert match.canvas.scene().items() == []


def test_space_shows_one_photo_large(qtbot, window, fake, picture_file):
    window.search.search(part_of_file(picture_file))
    found(qtbot, window)
    QTest.keyClick(window.results.view, Qt.Key.Key_Space)
    assert window.pages.currentWidget() is window.pages.photo
    qtbot.waitUntil(lambda: bool(window.pages.photo.canvas.scene().items()))
    assert window.pages.photo.title.text() == "IMG_0001.jpg"

    def asked():
        seen = [request for request in fake.seen if isinstance(request, PictureRequest)]
        return [request for request in seen if request.max_side_px > 2000]

    qtbot.waitUntil(lambda: [request.photo for request in asked()] == [PhotoId(1)])


def test_a_hit_becomes_the_query(qtbot, window, fake, picture_file):
    window.search.search(part_of_file(picture_file))
    found(qtbot, window)
    QTest.keyClick(window.results.view, Qt.Key.Key_Right)
    window.actions_.search_hit.trigger()
    qtbot.waitUntil(lambda: len(search_requests(fake)) == 2)
    assert search_requests(fake)[1].terms == (Term(photo=PhotoId(2)),)
    assert window.bar.chips[0].words.text() == "IMG_0002.jpg"


def test_a_hit_goes_to_the_desktop(qtbot, window, picture_file, monkeypatch, tmp_path):
    shown = []

    def no_viewer(path):
        shown.append(("open", path))
        return False

    monkeypatch.setattr(desktop, "open_in_viewer", no_viewer)
    monkeypatch.setattr(desktop, "show_in_file_manager", lambda path: shown.append(("reveal", path)))
    window.search.search(part_of_file(picture_file))
    found(qtbot, window)
    window.actions_.open_hit.trigger()
    window.actions_.reveal_hit.trigger()
    window.actions_.copy_paths.trigger()
    path = tmp_path / "Holidays" / "IMG_0001.jpg"
    assert shown == [("open", path), ("reveal", path)]
    assert "No program was found" in window.notice.text.text()
    assert QGuiApplication.clipboard().text() == str(path)


def test_the_file_manager_is_asked_in_each_platforms_way():
    path = Path("/p/a, b.jpg")
    assert desktop.reveal_command(path, "win32") == ("explorer.exe", ["/select,", str(path)])
    assert desktop.reveal_command(path, "darwin") == ("open", ["-R", str(path)])
    program, arguments = desktop.reveal_command(path, "linux")
    assert program == "dbus-send"
    assert "array:string:file:///p/a%2C%20b.jpg" in arguments


def browse_all(qtbot, window, fake, photos):
    fake.script.photos = fake.script.words_hits = photos
    window.search.set_filters(Filters(formats=("jpeg",)))
    qtbot.waitUntil(lambda: len(window.results.model.hits) == photos)


def test_all_photos_that_fit_are_there_at_once_and_new_ones_move_nothing(qtbot, window, fake):
    browse_all(qtbot, window, fake, 3_000)
    results, view = window.results, window.results.view
    assert results.headline.text() == "3,000 photos"
    QTest.keyClick(view, Qt.Key.Key_End)
    QTest.keyClick(view, Qt.Key.Key_Left, Qt.KeyboardModifier.ShiftModifier)
    chosen = [hit.photo for hit in results.selected_hits()]
    assert chosen == [2996, 3000]  # the last two of those without a date

    # The first row in view keeps its place; the column of details may take some width from those below it.
    anchor = view.anchor()
    assert anchor is not None
    photo, place = results.model.hits[anchor[0]].photo, anchor[1]
    fake.script.photos = fake.script.words_hits = 3_200
    window.search.show_photos(3_200)
    qtbot.waitUntil(lambda: len(results.model.hits) == 3_200)
    row = next(iter(rows_of([photo], results.model.hits)))
    qtbot.waitUntil(lambda: view.visualRect(results.model.index(row, 0)).top() == place)
    assert [hit.photo for hit in results.selected_hits()] == chosen


def test_new_photos_are_seen_by_who_looks_on_from_the_top_and_has_chosen_none(qtbot, window, fake):
    results, view = window.results, window.results.view

    def grow(photos):
        fake.script.photos = fake.script.words_hits = photos
        window.search.show_photos(photos)
        qtbot.waitUntil(lambda: len(results.model.hits) == photos)

    browse_all(qtbot, window, fake, 40)
    first = results.model.hits[0].photo
    grow(60)
    assert results.model.hits[0].photo != first, "newer ones came above it"
    assert (view.verticalOffset(), view.currentIndex().row()) == (0, 0)
    results.select(1)
    chosen, place = results.model.hits[1].photo, view.visualRect(view.currentIndex())
    grow(3_000)
    current = results.current_hit()
    assert current is not None
    assert current.photo == chosen
    assert view.visualRect(view.currentIndex()).top() == place.top(), "what was chosen stays where it is"


def test_the_wall_is_where_it_was_left_when_one_comes_back(qtbot, window, fake, picture_file):
    browse_all(qtbot, window, fake, 3_000)
    results, view, place = window.results, window.results.view, window.search.query.filters
    results.select(1_500)
    current, first = results.current_hit(), results.model.hits[view.anchor()[0]]
    window.search.search(part_of_file(picture_file))
    found(qtbot, window)
    window.search.clear()
    window.search.set_filters(place)
    qtbot.waitUntil(lambda: len(results.model.hits) == 3_000 and not window.search.busy)
    assert results.current_hit() == current
    assert results.model.hits[view.anchor()[0]].rank == pytest.approx(first.rank, abs=8)


@pytest.mark.parametrize("shape", ["as_list", "as_timeline"])
def test_the_engine_orders_all_photos_and_all_are_selected(qtbot, window, fake, shape):
    browse_all(qtbot, window, fake, 2500)
    getattr(window.actions_, shape).trigger()
    window.results.bar.choose_sort_key("taken")
    newest = [99, 199, 299]
    qtbot.waitUntil(lambda: [hit.photo for hit in window.results.model.hits[:3]] == newest)
    assert search_requests(fake)[-1].options.listed == "date"
    window.results.select_all()
    chosen = window.results.selected_hits()
    assert isinstance(chosen, Listing)
    assert len(chosen) == 2500


@pytest.mark.parametrize(("chosen", "order"), [(None, "score"), ("taken", "date")])
def test_words_typed_on_the_wall_are_asked_for_best_first(qtbot, window, fake, chosen, order):
    browse_all(qtbot, window, fake, 500)
    assert search_requests(fake)[-1].options.listed == "date"
    if chosen is not None:
        window.results.bar.choose_sort_key(chosen)
    window.search.search(Part(term=Term(text="boat"), label="boat"))
    qtbot.waitUntil(lambda: bool(search_requests(fake)[-1].terms))
    assert search_requests(fake)[-1].options.listed == order


def test_another_order_of_a_query_that_is_no_longer_asked_is_dropped(qtbot, window, fake):
    browse_all(qtbot, window, fake, 500)
    fake.script.hold_search = True
    window.results.bar.choose_sort_key("name")
    window.search.clear()
    fake.script.words_hits = 300
    fake.release.set()
    qtbot.waitUntil(lambda: window.search.result is not None and not window.search.busy)
    qtbot.wait(100)
    assert window.search.query.empty
    assert len(window.results.model.hits) == 300
