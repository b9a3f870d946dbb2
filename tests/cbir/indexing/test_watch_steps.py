"""The steps of a watch one by one, by a clock of the test's own: bursts, folders, troubles, and who is listened to."""

import threading
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from watchdog.events import (
    DirModifiedEvent,
    FileClosedEvent,
    FileClosedNoWriteEvent,
    FileModifiedEvent,
    FileMovedEvent,
    FileOpenedEvent,
)

from cbir.base.drives import Mount, Volumes
from cbir.base.errors import CbirError, LibraryLocked
from cbir.base.types import IndexReport
from cbir.indexing import FolderWatch, WatchOptions
from cbir.indexing.watch import MAX_FOLDERS, listener
from tests.dead_drive import let_die

NOTHING = IndexReport(indexed=0, unchanged=3, removed=0)


class Clock:
    """Time stands still but while somebody waits."""

    def __init__(self, monkeypatch):
        self.now = 100.0
        monkeypatch.setattr("cbir.indexing.watch.time", SimpleNamespace(monotonic=lambda: self.now))


class Waking(threading.Condition):
    """Waits by moving a clock on. meanwhile : what happens at which time"""

    def __init__(self, clock):
        super().__init__()
        self._clock = clock
        self.meanwhile = []

    def wait(self, timeout=None):
        assert timeout is not None
        until = self._clock.now + timeout
        if self.meanwhile and self.meanwhile[0][0] <= until:
            self._clock.now, happens = self.meanwhile.pop(0)
            happens()
            return True
        self._clock.now = until
        return False

    def wait_for(self, predicate, timeout=None):
        assert timeout is not None
        until = self._clock.now + timeout
        while not (held := predicate()) and self._clock.now < until:
            self.wait(until - self._clock.now)
        return held


class Steps:
    """A watch of some folders whose index runs a test answers for."""

    def __init__(self, monkeypatch, *folders, **more):
        self.folders = list(folders)
        self.answers = []
        self.asked = []
        self.reports = []
        self.told = []
        self.cancelled = lambda: False  # of the last run
        self.clock = Clock(monkeypatch)
        self.waking = Waking(self.clock)
        self.on_index = lambda: None  # at the start of each run
        self.watch = FolderWatch(
            self._index,
            lambda: list(self.folders),
            on_report=self.reports.append,
            on_trouble=self.told.append,
            **more,
        )
        self.watch.wake = self.waking

    def _index(self, folders, cancelled, /):
        self.on_index()
        self.asked.append(list(folders))
        self.cancelled = cancelled
        answer = self.answers.pop(0) if self.answers else NOTHING
        if isinstance(answer, CbirError):
            raise answer
        return answer

    def change(self, *paths):
        self.watch.note(paths)

    def at(self, time, *paths):
        self.waking.meanwhile.append((100 + time, lambda: self.change(*paths)))


@pytest.fixture
def steps(tmp_path, monkeypatch):
    return Steps(monkeypatch, tmp_path)


# ---- bursts


def test_a_burst_is_over_when_nothing_changed_for_a_while(steps, tmp_path):
    steps.change(tmp_path / "a" / "1.jpg")
    steps.at(1.5, tmp_path / "b" / "2.jpg")
    steps.at(3.0, tmp_path / "a" / "3.jpg")
    assert steps.watch.wait_for_changes(1000) == [tmp_path / "a", tmp_path / "b"]
    assert steps.clock.now == 105.0
    assert steps.watch.wait_for_changes(110) == [], "they are told of once"
    assert steps.clock.now == 110.0


def test_a_burst_that_does_not_end_is_indexed_all_the_same(steps, tmp_path):
    steps.change(tmp_path / "1.jpg")
    for second in range(1, 60):
        steps.at(second, tmp_path / "1.jpg")
    assert steps.watch.wait_for_changes(1000) == [tmp_path]
    assert steps.clock.now == 100 + WatchOptions().longest_s


def test_what_changes_in_the_library_itself_is_no_change(tmp_path, monkeypatch):
    steps = Steps(monkeypatch, tmp_path, leave_out=[tmp_path / "library"])
    steps.change(tmp_path / "library" / "thumbnails" / "1.jpg")
    assert steps.watch.wait_for_changes(101) == []
    steps.change(tmp_path / "library" / "1.jpg", tmp_path / "a" / "1.jpg")
    assert steps.watch.wait_for_changes(1000) == [tmp_path / "a"]


@pytest.mark.parametrize("ended", [False, True])
def test_whoever_waits_is_woken_by_a_change_and_by_the_end(tmp_path, ended):
    options = WatchOptions(quiet_s=0.0)
    watch = FolderWatch(lambda folders, cancelled: NOTHING, lambda: [tmp_path], options=options)
    waiting = threading.Event()
    watch.wake = Told(waiting)
    thread = threading.Thread(target=watch.wait_for_changes, args=(float("inf"),))
    thread.start()
    assert waiting.wait(10)
    if ended:
        watch.stop()
    else:
        watch.note([tmp_path / "1.jpg"])
    thread.join(10)
    assert not thread.is_alive()


class Told(threading.Condition):
    """It tells that somebody waits."""

    def __init__(self, waiting):
        super().__init__()
        self._waiting = waiting

    def wait(self, timeout=None):
        self._waiting.set()
        return super().wait(None)


# ---- folders


def test_the_nearest_folder_that_is_there_is_indexed_and_none_outside(steps, tmp_path):
    root, inner = tmp_path / "root", tmp_path / "root" / "inner"
    (inner / "deep").mkdir(parents=True)
    steps.folders = [root, inner]
    watch = steps.watch
    assert watch.to_index([inner / "deep" / "gone" / "gone too"]) == [inner / "deep"]
    assert watch.to_index([tmp_path / "elsewhere", inner / "deep", root]) == [inner / "deep", root]
    (inner / "deep").rmdir()
    inner.rmdir()
    assert watch.to_index([inner / "deep"]) == [], "of a root that is gone nothing is known"
    assert watch.to_index([root / "a", root / "b"]) == [root]


@pytest.mark.parametrize(("many", "whole"), [(MAX_FOLDERS, False), (MAX_FOLDERS + 1, True)])
def test_where_very_many_folders_changed_their_roots_are_looked_through(steps, tmp_path, many, whole):
    one, other = tmp_path / "one", tmp_path / "other"
    other.mkdir()
    changed = [one / str(n) for n in range(many)]
    for folder in changed:
        folder.mkdir(parents=True)
    steps.folders = [one, other]
    assert steps.watch.to_index(changed) == ([one] if whole else changed)


# ---- runs


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        ({}, False),
        ({"indexed": 1}, True),
        ({"updated": 1}, True),
        ({"removed": 1}, True),
        ({"moved": 1}, True),
        ({"cancelled": True}, True),
    ],
)
def test_a_run_that_changed_something_is_told_of(steps, tmp_path, changed, told):
    report = replace(NOTHING, **changed)
    steps.answers = [report]
    steps.watch.index_changed([tmp_path])
    assert steps.reports == ([report] if told else [])


def test_a_library_that_is_being_written_is_tried_again_soon_and_an_error_is_not(steps, tmp_path):
    steps.answers = [LibraryLocked("It is being written to."), CbirError("The disk is full.")]
    steps.watch.index_changed([tmp_path])
    assert steps.asked == [[tmp_path]] * 2
    assert steps.told == ["It is being written to.", "The disk is full."]
    assert steps.clock.now == 100.0 + WatchOptions().retry_s


def test_a_trouble_is_told_once_until_a_run_went_well(steps, tmp_path):
    full = CbirError("The disk is full.")
    for answers, told in (([full], 1), ([full], 1), ([NOTHING], 1), ([full], 2)):
        steps.answers = list(answers)
        steps.watch.index_changed([tmp_path])
        assert len(steps.told) == told


def test_the_run_that_goes_on_is_told_to_stop(steps, tmp_path):
    steps.watch.index_changed([tmp_path])
    seen = [steps.cancelled()]
    steps.watch.stop()
    seen.append(steps.cancelled())
    assert seen == [False, True]


def test_a_watch_that_was_stopped_looks_at_nothing_and_does_not_wait(steps, tmp_path):
    steps.answers = [LibraryLocked("It is being written to.")] * 3
    steps.waking.meanwhile = [(101.0, steps.watch.stop)]
    steps.watch.index_changed([tmp_path])
    assert (len(steps.asked), steps.clock.now) == (1, 101.0)
    steps.watch.index_changed([tmp_path])
    assert len(steps.asked) == 1
    assert steps.watch.wait_for_changes(1000) == []
    assert steps.clock.now == 101.0


# ---- listening


class Observer:
    """Writes down what it listens to. refuse : folders that it will not"""

    def __init__(self):
        self.listening = []
        self.refuse = set()

    def schedule(self, _handler, path, *, recursive):
        assert recursive
        if path in self.refuse:
            raise OSError(28, "inotify watch limit reached")
        self.listening.append(path)
        return path

    def unschedule(self, watch):
        self.listening.remove(watch)


def test_folders_that_come_are_listened_to_and_those_that_go_are_not(steps, tmp_path):
    observer = Observer()
    steps.watch.observer = cast(Any, observer)
    one, other = tmp_path / "one", tmp_path / "other"
    one.mkdir()
    steps.folders = [one, other]
    assert steps.watch.watch_all() == [one]
    assert steps.watch.watch_all() == []
    other.mkdir()
    one.rename(tmp_path / "drawer")
    assert steps.watch.watch_all() == [other]
    assert observer.listening == [str(other)]
    (tmp_path / "drawer").rename(one)
    assert steps.watch.watch_all() == [one], "it is back, and was not listened to"
    assert sorted(observer.listening) == [str(one), str(other)]


def test_a_drive_that_does_not_answer_is_not_listened_to_and_ends_nothing(steps, tmp_path, monkeypatch):
    observer = Observer()
    steps.watch.observer = cast(Any, observer)
    nas, here = tmp_path / "nas", tmp_path / "here"
    for folder in (nas, here):
        folder.mkdir()
    steps.folders = [nas, here]
    assert steps.watch.watch_all() == [here, nas]
    with monkeypatch.context() as patch:
        let_die(patch, nas)
        assert steps.watch.watch_all() == []
        assert observer.listening == [str(here)]
        steps.watch.index_changed([nas / "2019", here])
    assert steps.asked == [[here]]
    assert steps.watch.watch_all() == [nas]


def test_what_tells_of_nothing_is_known_and_looked_at_again_when_it_comes_back(steps, tmp_path, monkeypatch):
    observer = Observer()
    steps.watch.observer = cast(Any, observer)
    share, large = tmp_path / "share", tmp_path / "large"
    for folder in (share, large):
        folder.mkdir()
    monkeypatch.setattr(
        Volumes, "now", lambda: Volumes([Mount(point=share, volume="share:nas", kind="nfs4")])
    )
    observer.refuse = {str(large)}
    steps.folders = [share, large]
    assert steps.watch.watch_all() == [large, share]
    assert steps.watch.silent == {share, large}
    assert observer.listening == []
    assert len(steps.told) == 1 and "every 5 minutes" in steps.told[0]
    assert steps.watch.watch_all() == []
    share.rmdir()
    steps.watch.watch_all()
    assert steps.watch.silent == {large}
    share.mkdir()
    assert steps.watch.watch_all() == [share]


def test_reading_is_no_change_and_what_moved_changed_two_folders():
    noted = []
    listening = listener(lambda paths: noted.append(list(paths)))

    def heard(event):
        noted.clear()
        listening.on_any_event(event)
        return noted[0] if noted else []

    for quiet in (FileOpenedEvent("/a/1.jpg"), FileClosedNoWriteEvent("/a/1.jpg"), DirModifiedEvent("/a")):
        assert heard(quiet) == []
    for event in (FileModifiedEvent("/a/1.jpg"), FileClosedEvent("/a/1.jpg")):
        assert heard(event) == [Path("/a/1.jpg")]
    assert heard(FileMovedEvent("/a/1.jpg", "/b/2.jpg")) == [Path("/a/1.jpg"), Path("/b/2.jpg")]


# ---- all of it


class Loop:
    """A watch that runs until it was asked for so many runs, by the test's own clock."""

    def __init__(self, steps, monkeypatch, runs):
        self.times = []

        def counted():
            self.times.append(steps.clock.now - 100)
            if len(self.times) == runs:
                steps.watch.stop()

        steps.on_index = counted
        self.done = []
        observer = Observer()
        for name in ("start", "stop", "join"):
            setattr(observer, name, lambda name=name: self.done.append(name))
        self.listening = observer
        monkeypatch.setattr("watchdog.observers.Observer", lambda: observer)


def test_all_folders_are_looked_through_from_time_to_time(steps, tmp_path, monkeypatch):
    loop = Loop(steps, monkeypatch, runs=3)
    steps.watch.options = WatchOptions(drives_s=1000.0, rescan_s=1000.0, full_rescan_s=6 * 3600.0)
    steps.watch.run()
    assert loop.times == [0.0, 21_600.0, 43_200.0]
    assert steps.asked == [[tmp_path]] * 3
    assert loop.done == ["start", "stop", "join"]


def test_folders_that_tell_of_nothing_are_looked_through_more_often_while_they_are_there(
    steps, tmp_path, monkeypatch
):
    share, other = tmp_path / "share", tmp_path / "other"
    share.mkdir()
    other.mkdir()
    monkeypatch.setattr(
        Volumes, "now", lambda: Volumes([Mount(point=share, volume="share:nas", kind="nfs4")])
    )
    steps.folders = [share, other]
    loop = Loop(steps, monkeypatch, runs=3)
    steps.watch.options = WatchOptions(drives_s=1e9, rescan_s=300.0)
    steps.watch.run()
    assert loop.times == [0.0, 300.0, 600.0]
    assert steps.asked == [[share, other], [share], [share]]


def test_folders_whose_run_failed_are_looked_through_until_one_goes_well(steps, tmp_path, monkeypatch):
    full, done = tmp_path / "full", tmp_path / "done"
    full.mkdir()
    done.mkdir()
    steps.answers = [
        NOTHING,
        CbirError("The disk is full."),
        NOTHING,
        CbirError("The disk is full."),
        NOTHING,
    ]
    loop = Loop(steps, monkeypatch, runs=8)
    steps.watch.options = WatchOptions(drives_s=1e9, rescan_s=300.0, full_rescan_s=1000.0)
    steps.at(10.0, full / "1.jpg")
    steps.at(20.0, done / "1.jpg")
    steps.waking.meanwhile.append((420.0, lambda: steps.change(done / "2.jpg")))
    steps.watch.run()
    assert loop.times == [0.0, 12.0, 22.0, 300.0, 322.0, 600.0, 1000.0, 2000.0]
    assert steps.asked == [[tmp_path], [full], [done], [full], [done], [full], [tmp_path], [tmp_path]]


def test_a_run_of_a_folder_is_one_of_all_in_it(steps, tmp_path):
    inside = tmp_path / "inside"
    inside.mkdir()
    steps.answers = [CbirError("The disk is full."), NOTHING]
    for folder in (inside, tmp_path):
        steps.watch.index_changed([folder])
        assert steps.watch.failed == ({inside} if folder == inside else set())


def test_a_drive_that_comes_back_is_indexed_at_the_next_look_for_drives(steps, tmp_path, monkeypatch):
    drive = tmp_path / "drive"
    steps.folders = [drive, tmp_path / "here"]
    (tmp_path / "here").mkdir()
    loop = Loop(steps, monkeypatch, runs=3)
    steps.waking.meanwhile = [(100.5, drive.mkdir), (103.5, lambda: steps.change(drive / "1.jpg"))]
    steps.watch.run()
    assert loop.times == [0.0, 1.0, 5.5]
    assert steps.asked == [[tmp_path / "here"], [drive], [drive]]
    assert loop.listening.listening == [str(tmp_path / "here"), str(drive)]
