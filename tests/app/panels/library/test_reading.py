"""Reading text: switched on for a library, shown while it goes on, off again where it cannot be done."""

import pytest

from cbir.base.types import BackgroundProgress
from cbir.service import ReadTextRequest
from cbir_app.sessions import ReadingSession
from cbir_app.shell.settings import read_text


def asked(fake):
    return sum(isinstance(request, ReadTextRequest) for request in fake.seen)


@pytest.fixture
def session(qtbot, engine, preferences):
    made = ReadingSession(engine, preferences)
    with qtbot.waitSignal(engine.ready):
        engine.start()
    return made


def test_nothing_is_read_unless_it_was_switched_on_and_that_is_remembered(
    qtbot, session, engine, preferences, fake
):
    session.read()
    assert asked(fake) == 0, "it is off"
    told = []
    session.progressed.connect(told.append)
    session.switch(True)
    qtbot.waitUntil(lambda: len(told) == 3)
    session.read()  # photos came meanwhile
    fake.release.set()
    qtbot.waitUntil(lambda: asked(fake) == 2)
    qtbot.waitUntil(lambda: told[-1] is None and session.ticket is None)
    assert [one.done for one in told if one is not None][:3] == [0, 1, 2]
    with qtbot.waitSignal(engine.ready):
        engine.restart()
    qtbot.waitUntil(lambda: asked(fake) == 3)
    session.switch(False)
    assert preferences.flag(session.key, True) is False


def test_switching_off_ends_the_run(qtbot, session, fake):
    told = []
    session.progressed.connect(told.append)
    session.switch(True)
    qtbot.waitUntil(lambda: len(told) == 3)
    session.switch(False)
    assert told[-1] is None and session.ticket is None
    session.switch(True)
    qtbot.waitUntil(lambda: asked(fake) == 2)


def test_where_nothing_can_be_read_a_sentence_says_so_and_it_is_off(qtbot, session, fake):
    fake.script.no_reader = "Reading text in photos needs the package rapidocr."
    with qtbot.waitSignal(session.troubled) as told:
        session.switch(True)
    assert told.args == [fake.script.no_reader]
    assert not session.on


def test_the_bottom_line_shows_how_far_it_is(qtbot, window):
    status = window.status
    status.show_reading(BackgroundProgress(done=1, total=3, results=1))
    assert status.doing.text() == "Reading text: 1 of 3" and status.bar.maximum() == 3
    status.show_reading(BackgroundProgress(done=2, total=3, results=1, paused=True))
    assert status.doing.text() == "Reading text is paused: 2 of 3"
    status.show_reading(BackgroundProgress(done=3, total=3, results=1))
    assert status.doing.text() != "Reading text is paused: 2 of 3"


def test_the_setting_says_what_it_takes():
    def remark(photos):
        return read_text(photos, ("Latin",), False, bool).remark

    assert "17 minute" in remark(2000)
    assert "1 minute" in remark(3), "never nothing"
