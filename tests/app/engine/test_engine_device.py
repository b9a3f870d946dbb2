"""Choice of the device for models, given to the engine's process and to its successor when it changes."""

import threading
from pathlib import Path

import pytest

from cbir.base.types import SearchOptions, Term
from cbir.service import (
    Failure,
    IndexAnswer,
    IndexRequest,
    LibraryAnswer,
    LibraryRequest,
    SearchAnswer,
    SearchRequest,
    WatchRequest,
)
from cbir_app.engine import STOPPED, Engine, engine_process

SEARCH = SearchRequest(terms=(Term(data=b"\x89PNG"),), options=SearchOptions())


def tell_device(connection, _library, device):
    """An engine that refuses every library, and says for which device it was started."""
    connection.send((0, Failure(message=device)))
    connection.close()


@pytest.mark.parametrize("device", ["auto", "cpu"])
def test_the_process_is_told(qtbot, tmp_path, device):
    engine = Engine(engine_process(tell_device, tmp_path))
    engine.use(device)
    try:
        with qtbot.waitSignal(engine.refused, timeout=30_000) as refused:
            engine.start()
        assert refused.args == [device]
    finally:
        engine.close()


def test_it_is_automatic_unless_somebody_chose(qtbot, engine, fake):
    with qtbot.waitSignal(engine.ready):
        engine.start()
    assert fake.devices == ["auto"] and not engine.outdated


def test_an_idle_engine_is_replaced_and_answers(qtbot, engine, fake):
    lost = []
    engine.lost.connect(lambda *said: lost.append(said))
    with qtbot.waitSignal(engine.ready):
        engine.start()
    assert engine.link is not None
    first = engine.link.runner
    with qtbot.waitSignal(engine.ready):
        engine.use("cpu")
    assert first is not None and not first.is_alive(), "two engines would want to write to one library"
    got = []
    engine.request(LibraryRequest(), got.append)
    qtbot.waitUntil(lambda: bool(got))
    assert isinstance(got[0], LibraryAnswer)
    assert fake.devices == ["auto", "cpu"] and lost == []
    engine.use("cpu")
    assert not engine.outdated and fake.starts == 2, "nothing has changed"


def test_what_is_asked_when_it_changes_is_answered_by_the_next_engine(qtbot, engine, fake):
    fake.script.hold_search = True
    found = []
    watched = []
    engine.start()
    engine.request(SEARCH, found.append)
    engine.request(WatchRequest(), watched.append)
    qtbot.waitUntil(lambda: SEARCH in fake.seen)
    engine.use("cpu")
    assert watched == [Failure(message=STOPPED)], "its session begins again when the next engine is ready"
    fake.release.set()
    qtbot.waitUntil(lambda: bool(found))
    assert [type(answer) for answer in found] == [SearchAnswer]
    assert fake.devices == ["auto", "cpu"]


def test_an_indexing_ends_first(qtbot, engine, fake):
    fake.script.index_total = 100_000
    got = []
    steps = []
    engine.start()
    ticket = engine.request(IndexRequest(folders=(Path("a"),)), got.append, steps.append)
    qtbot.waitUntil(lambda: len(steps) > 2)
    engine.use("cpu")
    assert engine.outdated
    told = len(steps)
    qtbot.waitUntil(lambda: len(steps) > told + 2)
    assert fake.starts == 1
    with qtbot.waitSignal(engine.ready):
        engine.stop(ticket)
    assert len(got) == 1 and isinstance(got[0], IndexAnswer)
    assert fake.devices == ["auto", "cpu"] and not engine.outdated


def test_who_chooses_back_in_time_keeps_the_engine(qtbot, engine, fake):
    fake.script.index_total = 100_000
    got = []
    engine.start()
    ticket = engine.request(IndexRequest(folders=(Path("a"),)), got.append)
    engine.use("cpu")
    engine.use("auto")
    assert not engine.outdated
    engine.stop(ticket)
    qtbot.waitUntil(lambda: bool(got))
    assert fake.devices == ["auto"]


def test_what_is_cancelled_holds_nothing_up(qtbot, engine, fake):
    fake.script.index_total = 100_000
    engine.start()
    ticket = engine.request(IndexRequest(folders=(Path("a"),)), lambda _answer: None)
    engine.use("cpu")
    with qtbot.waitSignal(engine.ready):
        engine.cancel(ticket)
    qtbot.waitUntil(lambda: not engine.outdated)
    qtbot.waitUntil(lambda: fake.devices == ["auto", "cpu"])


def test_a_window_that_closes_meanwhile_starts_no_other(qtbot, engine, fake):
    with qtbot.waitSignal(engine.ready):
        engine.start()
    assert engine.link is not None
    first, let_go = engine.link.runner, threading.Event()
    assert first is not None
    join = first.join
    first.join = lambda timeout=None: (let_go.wait(5), join(timeout))[1]
    engine.use("cpu")
    engine.closed = True  # as close() does first
    let_go.set()
    qtbot.waitUntil(lambda: engine.link is not None and not engine.link.reader.is_alive())
    assert fake.devices == ["auto"]
