"""Photos of a library on another computer: fetched when another program asks for them, and why if they are not."""

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtGui import QGuiApplication

from cbir.service import Failure, OriginalAnswer
from cbir_app.panels.export import PHOTOS, Originals, files_mime, name_within, originals
from cbir_app.panels.export.originals import URLS
from tests.app.by_hand import hits, library_of

FAR = Path("/nas:8080/Photos")


class Service:
    """answers : by photo; None: there is none. later : they come while somebody waits"""

    def __init__(self):
        self.answers = {}
        self.asked = []
        self.later = False

    def ask(self, request, on_answer):
        self.asked.append(request.photo)
        answer = self.answers.get(request.photo, OriginalAnswer(path=Path(f"/tmp/{request.photo}.jpg")))
        if answer is not None:
            if self.later:
                QTimer.singleShot(0, lambda: on_answer(answer))
            else:
                on_answer(answer)
        return 0


@pytest.fixture
def service():
    return Service()


@pytest.fixture
def far(qapp, service):
    """The originals of a library on another computer, which sends its photos' files."""
    made = Originals(service.ask)
    made.note(replace(library_of(), service="https://nas:8080"))
    return made


@pytest.fixture
def refused(far):
    told = []
    far.refused.connect(told.append)
    return told


def photos(count):
    return hits(count, FAR)


def test_of_this_computer_the_files_that_are_there_are_dragged_and_all_paths_told(service):
    one, two = photos(2)
    shown = (one, replace(two, offline=True, rank=7))
    data = Originals(service.ask).mime(shown)
    assert [url.toLocalFile() for url in data.urls()] == [str(one.path)]
    assert data.text() == f"{one.path}\n{two.path}"
    assert bytes(data.data(PHOTOS).data()) == b"1,2"
    assert not service.asked


def test_files_are_fetched_once_when_another_program_asks(far, service):
    one, two = photos(2)
    data = far.mime((one, replace(two, offline=True)))
    assert data.text() == "Photos/Holidays/IMG_0001.jpg\nPhotos/Holidays/IMG_0002.jpg"
    assert bytes(data.data(PHOTOS).data()) == b"1,2"
    assert data.hasFormat(URLS) and not service.asked, "nobody has asked for them yet"
    for _ in range(2):
        assert [url.toLocalFile() for url in data.urls()] == ["/tmp/1.jpg"]
    assert service.asked == [1], "what is away is not asked for, and nothing twice"


def test_a_drag_without_a_file_offers_none(far, refused):
    away = tuple(replace(photo, offline=True) for photo in photos(1))
    assert URLS not in far.mime(away).formats()
    far.note(replace(library_of(), service="https://nas:8080", originals=False))
    data = far.mime(photos(1))
    assert URLS not in data.formats() and not data.urls()
    assert len(refused) == 1 and refused[0].endswith("doesn’t send original files to other programs.")


def test_who_drops_waits_for_files_that_take_their_time(far, service):
    service.later = True
    assert far.fetch(photos(2)) == [Path("/tmp/1.jpg"), Path("/tmp/2.jpg")]
    assert QGuiApplication.overrideCursor() is None


def test_after_one_that_cannot_be_had_the_others_are_not_asked_for(far, service, refused):
    service.answers[2] = Failure(message="The service is busy.")
    assert far.fetch(photos(3)) == [Path("/tmp/1.jpg")]
    assert (service.asked, refused) == ([1, 2], ["The service is busy."])
    assert QGuiApplication.overrideCursor() is None


def test_an_answer_that_never_comes_is_given_up(far, service, refused, monkeypatch):
    monkeypatch.setattr(originals, "WAIT_MS", 1)
    service.answers[1] = None
    assert far.fetch(photos(1)) == []
    assert refused == ["It cannot be read now"]


@pytest.mark.parametrize(("count", "said"), [(100, 0), (101, 1)])
def test_of_very_many_the_first_ones_are_fetched_and_that_is_said(far, service, refused, count, said):
    assert len(far.fetch(photos(count))) == 100
    assert len(refused) == said
    assert len(service.asked) == 100


def test_a_photo_of_another_computer_is_named_from_its_folder_on():
    (one,) = hits(1)
    assert name_within(replace(one, path=Path("/nas/Photos/a.jpg"))) == "Photos/a.jpg"
    assert name_within(replace(one, path=Path("/nas"))) == "nas"
    assert files_mime((one,)).text() == str(one.path)
