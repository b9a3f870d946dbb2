"""The link to the engine: tickets, late answers, death and restart, an end that leaves nothing behind."""

import json
import sys
import threading
from pathlib import Path

import pytest
from PySide6.QtCore import QObject, Signal

from cbir.base.types import SearchOptions, Term
from cbir.service import (
    Failure,
    IndexAnswer,
    IndexRequest,
    LibraryAnswer,
    LibraryRequest,
    PictureAnswer,
    PictureRequest,
    SearchAnswer,
    SearchRequest,
)
from cbir_app.engine import STOPPED, Engine, engine_process
from cbir_app.engine.client import GAVE_UP, RESTARTING, STOPPED_TWICE
from tests.app.fake_engine import FakeEngine, Script, in_thread, serve
from tests.app.slow_engines import hang, work_on

SEARCH = SearchRequest(terms=(Term(data=b"\x89PNG"),), options=SearchOptions())


def test_answers_come_on_the_thread_of_the_window(qtbot, engine):
    threads = []
    engine.start()
    engine.request(LibraryRequest(), lambda _answer: threads.append(threading.current_thread()))
    qtbot.waitUntil(lambda: bool(threads))
    assert threads == [threading.main_thread()]


def test_what_is_asked_before_the_first_start_is_answered_after_it(qtbot, engine, fake):
    got = []
    engine.request(LibraryRequest(), got.append)
    given_up = engine.request(PictureRequest(data=b"x"), got.append)
    engine.cancel(given_up)
    qtbot.wait(20)
    assert got == []
    engine.start()
    qtbot.waitUntil(lambda: len(got) == 1)
    assert isinstance(got[0], LibraryAnswer)
    assert not any(isinstance(request, PictureRequest) for request in fake.seen)


def test_each_answer_goes_to_whoever_asked(qtbot, engine):
    got = []
    engine.start()
    engine.request(LibraryRequest(), got.append)
    engine.request(PictureRequest(data=b"x"), got.append)
    qtbot.waitUntil(lambda: len(got) == 2)
    assert isinstance(got[0], LibraryAnswer)
    assert isinstance(got[1], PictureAnswer)
    assert got[1].pixels.shape == (600, 900, 3)


def test_a_late_answer_to_a_cancelled_ticket_is_dropped(qtbot, engine, fake):
    late = []
    wanted = []
    fake.script.hold_search = True
    engine.start()
    ticket = engine.request(SEARCH, late.append)
    engine.cancel(ticket)
    engine.request(SEARCH, wanted.append)
    fake.release.set()
    qtbot.waitUntil(lambda: bool(wanted))
    qtbot.wait(50)
    assert isinstance(wanted[0], SearchAnswer)
    assert late == []
    assert "Cancel" in [type(request).__name__ for request in fake.seen]


def test_stopping_an_indexing_still_brings_its_report(qtbot, engine, fake):
    fake.script.index_total = 100_000
    got = []
    steps = []
    engine.start()
    ticket = engine.request(IndexRequest(folders=(Path("a"),)), got.append, steps.append)
    qtbot.waitUntil(lambda: len(steps) > 2)
    engine.stop(ticket)
    qtbot.waitUntil(lambda: bool(got))
    assert isinstance(got[0], IndexAnswer)
    assert got[0].report.cancelled
    assert 0 < got[0].report.indexed < 100_000


def test_what_reads_is_asked_again_after_the_engine_died_and_what_writes_is_not(qtbot, engine, fake):
    fake.script.die_on, fake.script.die_times, fake.script.hold_search = "IndexRequest", 1, True
    found = []
    indexed = []
    engine.start()
    engine.request(SEARCH, found.append)
    with qtbot.waitSignal(engine.lost) as lost:
        engine.request(IndexRequest(folders=(Path("a"),)), indexed.append)
    assert lost.args == [RESTARTING, True]
    assert indexed == [Failure(message=STOPPED)]
    assert found == []
    fake.release.set()
    qtbot.waitUntil(lambda: bool(found))
    assert isinstance(found[0], SearchAnswer)
    assert fake.starts == 2


def test_what_holds_an_engine_up_is_told_until_it_ends(qtbot, engine, fake):
    with qtbot.waitSignal(engine.ready):
        engine.start()
    with qtbot.waitSignal(engine.delayed, check_params_cb=bool) as delayed:
        fake.tell_delay("This computer is very busy; still working.")
    assert delayed.args[0].startswith("This computer is very busy")
    fake.script.die_on = "LibraryRequest"
    with qtbot.waitSignal(engine.delayed) as delayed:
        engine.request(LibraryRequest(), lambda _answer: None)
    assert delayed.args == [""]


def test_what_ended_two_engines_is_not_asked_a_third_time(qtbot, engine, fake):
    fake.script.die_on = "SearchRequest"
    got = []
    engine.start()
    engine.request(SEARCH, got.append)
    qtbot.waitUntil(lambda: bool(got))
    assert got == [Failure(message=STOPPED_TWICE)]
    engine.request(LibraryRequest(), got.append)
    qtbot.waitUntil(lambda: len(got) == 2)
    assert fake.starts == 3
    assert fake.seen.count(SEARCH) == 2


def test_what_is_asked_between_two_engines_waits_for_the_second(qtbot, engine, fake):
    fake.script.die_on, fake.script.die_times = "PictureRequest", 1
    got = []
    engine.start()
    with qtbot.waitSignal(engine.lost):
        given_up = engine.request(PictureRequest(data=b"x"), got.append)
    engine.cancel(given_up)
    engine.request(LibraryRequest(), got.append)
    qtbot.waitUntil(lambda: bool(got))
    assert [type(answer) for answer in got] == [LibraryAnswer]


def test_an_engine_that_keeps_dying_is_given_up(qtbot, engine, fake):
    fake.script.die_on = "LibraryRequest"
    said = []
    engine.lost.connect(lambda text, again: said.append((text, again)))
    engine.ready.connect(lambda _info: engine.request(LibraryRequest(), lambda _answer: None))
    engine.start()
    qtbot.waitUntil(lambda: bool(said) and not said[-1][1], timeout=10_000)
    assert said == [(RESTARTING, True)] * Engine.RESTARTS + [(GAVE_UP, False)]
    assert fake.starts == Engine.RESTARTS + 1
    fake.script.die_on = ""
    with qtbot.waitSignal(engine.ready):
        engine.restart()


def test_deaths_that_lie_apart_are_not_counted_together(qtbot, engine, monkeypatch):
    now = 0.0
    monkeypatch.setattr("cbir_app.engine.client.time.monotonic", lambda: now)
    again = []
    for pause in (50.0, 5.0, 5.0, 1.0, 49.0, 50.0, 10.1, 0.1):
        now += pause
        again.append(engine.may_restart())
    assert again == [True, True, True, False, False, True, True, True]


def test_nothing_wakes_an_engine_that_was_closed_between_two(qtbot, engine, fake):
    fake.script.die_on = "LibraryRequest"
    engine.start()
    with qtbot.waitSignal(engine.lost) as lost:
        engine.request(LibraryRequest(), lambda _answer: None)
    assert lost.args == [RESTARTING, True]
    assert engine.restart_timer.isActive()
    engine.close()
    assert not engine.restart_timer.isActive()
    assert fake.starts == 1


def test_a_request_to_an_engine_that_is_gone_fails_and_does_not_hang(qtbot, engine, fake):
    fake.script.refuse = "The library was written by a newer version of the program. Upgrade the program."
    with qtbot.waitSignal(engine.refused) as refused:
        engine.start()
    assert refused.args == [fake.script.refuse]
    qtbot.waitUntil(lambda: engine.link is None)
    got = []
    engine.request(LibraryRequest(), got.append)
    qtbot.waitUntil(lambda: bool(got))
    assert isinstance(got[0], Failure)
    assert fake.starts == 1


def test_sending_a_large_picture_to_a_busy_engine_returns_at_once(qtbot, tmp_path):
    """Nobody reads the other end, so that a plain send() of this size would never return."""
    import multiprocessing

    ours, theirs = multiprocessing.Pipe(duplex=True)
    ended = threading.Event()

    class Nobody:
        def is_alive(self):
            return not ended.is_set()

        def join(self, timeout=None):
            ended.wait(timeout)

        def terminate(self):
            ended.set()
            theirs.close()

        kill = terminate

    engine = Engine(lambda _device: (ours, Nobody()))
    engine.start()
    engine.request(PictureRequest(data=bytes(32 << 20)), lambda _answer: None)
    engine.close(0.05)
    assert ended.is_set()


def test_a_process_is_started_and_leaves_when_told(qtbot, tmp_path):
    engine = Engine(engine_process(serve, tmp_path))
    with qtbot.waitSignal(engine.ready, timeout=30_000):
        engine.start()
    got = []
    engine.request(LibraryRequest(), got.append)
    qtbot.waitUntil(lambda: bool(got))
    assert engine.link is not None
    runner = engine.link.runner
    assert runner is not None
    assert runner.is_alive()
    engine.close()
    assert not runner.is_alive()
    assert [t.name for t in threading.enumerate() if t.name.startswith("engine-")] == []


@pytest.mark.parametrize("target", [work_on, hang])
def test_an_engine_that_is_told_to_end_is_waited_for_while_it_works_and_no_longer(qtbot, tmp_path, target):
    engine = Engine(engine_process(target, tmp_path))
    engine.start()
    assert engine.link is not None
    link = engine.link
    engine.close(0.3)
    assert (tmp_path / "done").exists()
    assert link.runner is not None
    assert not link.runner.is_alive()


def test_a_process_that_is_killed_is_started_again(qtbot, tmp_path):
    engine = Engine(engine_process(serve, tmp_path))
    try:
        with qtbot.waitSignal(engine.ready, timeout=30_000):
            engine.start()
        assert engine.link is not None
        assert engine.link.runner is not None
        with qtbot.waitSignal(engine.lost, timeout=10_000) as lost:
            engine.link.runner.kill()
        assert lost.args == [RESTARTING, True]
        with qtbot.waitSignal(engine.ready, timeout=30_000):
            pass
    finally:
        engine.close()


def test_a_process_that_dies_on_one_request_says_so(qtbot, tmp_path):
    (tmp_path / "script.json").write_text(json.dumps({"die_on": "SearchRequest"}))
    engine = Engine(engine_process(serve, tmp_path))
    try:
        got = []
        engine.start()
        engine.request(SEARCH, got.append)
        qtbot.waitUntil(lambda: bool(got), timeout=60_000)
        assert got == [Failure(message=STOPPED_TWICE)]
    finally:
        engine.close()


class _Emitter(QObject):
    fired = Signal(bool)


def test_emitting_does_not_lose_references(qtbot):
    """PySide6 6.12.0 loses one of True at each emit on Python 3.11, and the program ends in bool_dealloc."""
    emitter = _Emitter()
    got = []
    emitter.fired.connect(got.append)
    emitter.fired.emit(True)
    got.clear()
    before = sys.getrefcount(True)
    for _ in range(500):
        emitter.fired.emit(True)
    kept = len(got)
    got.clear()
    # On Python 3.12 and newer True is immortal and its count never changes.
    assert kept == 500
    assert sys.getrefcount(True) - before > -50


@pytest.mark.parametrize("script", [Script(photos=0), Script(photos=5)])
def test_ready_tells_what_the_library_holds(qtbot, tmp_path, script):
    engine = Engine(in_thread(FakeEngine(script), tmp_path))
    try:
        with qtbot.waitSignal(engine.ready) as ready:
            engine.start()
        assert ready.args is not None
        assert ready.args[0].photos == script.photos
    finally:
        engine.close(1.0)


def test_a_late_answer_of_a_dead_engine_is_dropped(qtbot, engine, fake):
    fake.script.die_on, fake.script.die_times, fake.script.hold_search = "IndexRequest", 1, True
    got = []
    engine.start()
    ticket = engine.request(SEARCH, got.append)
    first = engine.generation
    engine.request(IndexRequest(folders=(Path("a"),)), lambda _answer: None)
    qtbot.waitUntil(lambda: fake.starts == 2)
    engine.arrived.emit(first, ticket, Failure(message="from the grave"))
    fake.release.set()
    qtbot.waitUntil(lambda: bool(got))
    assert [type(answer) for answer in got] == [SearchAnswer]
