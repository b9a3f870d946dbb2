"""Videos in the window: switched on, named by their time, opened at it, copied as pictures."""

from dataclasses import replace
from pathlib import Path

from cbir.base.messages import Message
from cbir.base.types import VIDEOS_INDEXED, IndexReport, Moment
from cbir.service import IndexRequest
from cbir_app.base import desktop
from cbir_app.panels.export.export import Recipe, name_of
from cbir_app.sessions import part_of_file
from tests.app.fake_engine import hit
from tests.app.handling import found

MOMENT = Moment(Path("/films/holiday.mp4"), 83_500)


def index_requests(fake):
    return [request for request in fake.seen if isinstance(request, IndexRequest)]


def test_videos_are_indexed_from_the_menu_and_the_tick_stays_while_the_run_waits(window, fake, qtbot):
    qtbot.waitUntil(window.actions_.videos.isEnabled)
    assert not window.actions_.videos.isChecked()
    window.actions_.videos.trigger()
    qtbot.waitUntil(lambda: len(index_requests(fake)) == 1)
    assert index_requests(fake)[0].videos == 8
    assert window.actions_.videos.isChecked()
    window.actions_.videos.trigger()
    qtbot.waitUntil(lambda: len(index_requests(fake)) == 2)
    assert index_requests(fake)[1].videos == 0


def test_a_player_that_can_be_told_a_time_starts_there(monkeypatch):
    monkeypatch.setattr("shutil.which", lambda name: f"/bin/{name}" if name == "vlc" else None)
    assert desktop.player_command(MOMENT) == ("/bin/vlc", ["--start-time=83.5", "/films/holiday.mp4"])
    monkeypatch.setattr("shutil.which", lambda name: None)
    opened = []
    monkeypatch.setattr(
        desktop.QDesktopServices, "openUrl", lambda url: bool(opened.append(url.toLocalFile()))
    )
    desktop.open_in_viewer(MOMENT.path)
    assert opened == ["/films/holiday.mp4"]


def test_a_copy_of_a_moment_is_a_picture_named_by_video_and_time():
    moment = replace(hit(1, False, Path("/library")), path=MOMENT.path)
    assert name_of(moment, 0, 1, Recipe()) == "holiday 1-23.jpg"
    assert name_of(moment, 0, 1, Recipe(format="png", pattern="{number} {name}")) == "1 holiday 1-23.png"


def test_that_videos_were_indexed_is_no_warning(window):
    remark = Message(VIDEOS_INDEXED.template, 2, 11)
    run = IndexReport(indexed=11, unchanged=0, removed=0, notes=(remark,))
    window.library.finished.emit(run)
    assert window.notice.text.text() == "Videos indexed: 2. Frames kept: 11."
    assert window.notice.property("tone") == "info"
    window.library.finished.emit(replace(run, notes=(remark, Message("The folder {0} is missing.", "X"))))
    assert window.notice.property("tone") == "warning"


def test_details_name_the_folder_of_a_video_and_not_the_video(window, fake, picture_file, qtbot):
    fake.script.moments = {1: MOMENT}
    window.search.search(part_of_file(picture_file))
    found(qtbot, window)
    window.results.select(0)
    window.pages.show_photo()
    facts = window.pages.photo.facts.values
    assert facts["File"].text().replace("\u200b", "") == "holiday.mp4 · 1:23"
    assert facts["Folder"].text().replace("\u200b", "") == "/films"
