"""The order of requests: those that keep it, those that wait for others, those answered all the same."""

import errno
import os
from collections.abc import Callable
from pathlib import Path
from typing import cast

import pytest

from cbir import service
from cbir.base.types import Album, Exclusions, Filters
from cbir.library import Library
from cbir.service import background
from cbir.service.server import Server
from tests.cbir.service.test_service import NAMES, PATIENCE_S, Engine, Slow
from tests.cbir.service.test_service import _start as _start  # noqa: PLC0414  # a fixture
from tests.cbir.stage_data import write_pictures

Start = Callable[[Path], Engine]


def best(number):
    return service.AlbumsRequest(
        keep=(Album(name=f"Best {number}", filters=Filters(min_rating=5), id=str(number)),)
    )


def test_an_album_is_opened_once_all_is_kept_that_was_said_before(start, tmp_path):
    engine = start(tmp_path / "library")
    for number in range(20):
        engine.send(best(number))
    opened = engine.ask(service.CountAlbumRequest(album="19"))
    assert isinstance(opened, service.CountAlbumAnswer)
    assert opened.count.photos == 0


def test_albums_that_were_asked_for_are_kept_though_the_window_closes(start, tmp_path):
    engine = start(tmp_path / "library")
    engine.wait_for(0)
    for ticket in [engine.send(best(number)) for number in range(20)]:
        engine.send(service.Cancel(ticket=ticket))
    engine.send(service.Shutdown())
    engine.process.join(PATIENCE_S)
    with Library.open(tmp_path / "library") as library:
        assert sorted(int(album.id) for album in library.albums.all()) == list(range(20))


def report_of(answer):
    assert isinstance(answer, service.IndexAnswer), answer
    return answer.report


def test_who_writes_waits_for_the_one_before(start, tmp_path):
    photos = write_pictures(tmp_path / "photos", NAMES[:2])[0].parent
    engine = start(tmp_path / "library")
    index = service.IndexRequest(folders=(photos,))
    asked = [engine.send(request) for request in (index, service.CheckRequest(), index)]
    answers = [engine.wait_for(ticket) for ticket in asked]
    assert [report_of(answer).indexed for answer in answers[::2]] == [2, 0]
    assert isinstance(answers[1], service.CheckAnswer)
    assert answers[1].problems == ()


def test_what_is_to_be_left_out_is_not_indexed(start, tmp_path):
    photos = write_pictures(tmp_path / "photos", NAMES[:2])[0].parent
    engine = start(tmp_path / "library")
    left_out = Exclusions(patterns=(f"{NAMES[0]}.*",))
    assert report_of(engine.ask(service.IndexRequest(folders=(photos,), leave_out=left_out))).indexed == 1
    assert report_of(engine.ask(service.IndexRequest(folders=(photos,)))).indexed == 0, "from then on"


def test_files_that_could_not_be_read_are_tried_again_where_their_folder_is_there(start, tmp_path):
    (file,) = write_pictures(tmp_path / "photos", NAMES[:1])
    drive = write_pictures(tmp_path / "drive", NAMES[1:2])[0].parent
    sound = file.read_bytes()

    def write(data):
        file.write_bytes(data)
        os.utime(file, ns=(10**18, 10**18))

    write(bytes(len(sound)))
    engine = start(tmp_path / "library")
    report = report_of(engine.ask(service.IndexRequest(folders=(file.parent, drive))))
    assert (report.indexed, len(report.skipped)) == (1, 1)
    write(sound)
    drive.rename(tmp_path / "away")
    unchanged = report_of(engine.ask(service.IndexRequest(folders=(file.parent,))))
    assert unchanged.indexed == 0, "for all that is known it is the same file"
    again = report_of(engine.ask(service.RetryRequest()))
    assert (again.indexed, again.notes) == (1, ())


class Recording(Slow):
    """The messages that were sent to the window."""

    def __init__(self, *requests):
        super().__init__(0, *requests)
        self.sent = []

    def send(self, message, /):
        self.sent.append(message)


def test_a_fault_of_the_program_is_answered_and_no_request_is_remembered():
    library = Recording(service.FacetsRequest())  # which this library does not know
    server = Server(library, cast(Library, library))
    server.run()
    (answer,) = (answer for ticket, answer in library.sent if ticket == 1)
    assert isinstance(answer, service.Failure)
    assert answer.message.startswith("Something went wrong inside the program (AttributeError: ")
    assert server.cancelled == {}


def test_what_a_drive_refuses_is_answered_with_its_reason(monkeypatch):
    def fail(*_):
        raise OSError(errno.ENOTCONN, "Transport endpoint is not connected", "/nas/photos")

    library = Recording(service.FacetsRequest())
    monkeypatch.setattr(library, "facets", fail, raising=False)
    Server(library, cast(Library, library)).run()
    (answer,) = (answer for ticket, answer in library.sent if ticket == 1)
    assert answer.message == "/nas/photos cannot be used: Transport endpoint is not connected."


@pytest.mark.parametrize(
    ("asked", "waits"),
    [
        (service.LibraryRequest(), True),
        (service.FacetsRequest(), True),
        (service.ReadTextRequest(), False),
        (service.WatchRequest(), False),
    ],
)
def test_reading_waits_for_what_the_person_asks_and_not_for_itself_nor_for_watching(
    monkeypatch, asked, waits
):
    monkeypatch.setattr(background, "on_battery", lambda: False)
    monkeypatch.setattr(background, "WORKING_S", float(PATIENCE_S))
    library = Recording(asked)
    server = Server(library, cast(Library, library))
    server.run()
    assert server.pauses.due() is waits
