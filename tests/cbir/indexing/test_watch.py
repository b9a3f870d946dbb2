"""A watch indexes what changed after a pause, looks through what tells of nothing, and stops when asked."""

import threading
import time

from cbir.base.drives import Mount, Volumes
from cbir.base.errors import CbirError, LibraryLocked
from cbir.base.types import IndexReport
from cbir.indexing import FolderWatch, WatchOptions

QUICK = WatchOptions(quiet_s=0.2, longest_s=2.0, rescan_s=0.3, full_rescan_s=3600, retry_s=0.1, drives_s=0.1)


class Runs:
    """Stands in for Library.index and remembers what it was asked for."""

    def __init__(self, errors=()):
        self.asked = []
        self._errors = list(errors)
        self._changed = threading.Condition()

    def __call__(self, folders, cancelled, /):
        with self._changed:
            self.asked.append(list(folders))
            self._changed.notify_all()
        if self._errors:
            raise self._errors.pop(0)
        return IndexReport(indexed=1, unchanged=0, removed=0)

    def wait_for(self, count, timeout_s=10):
        with self._changed:
            assert self._changed.wait_for(lambda: len(self.asked) >= count, timeout_s), self.asked


class Running:
    """A watch in a thread of its own."""

    def __init__(self, watch):
        self._watch = watch
        self._thread = threading.Thread(target=watch.run)

    def __enter__(self):
        self._thread.start()

    def __exit__(self, *_):
        self._watch.stop()
        self._thread.join(timeout=20)
        assert not self._thread.is_alive()


def test_a_burst_of_changes_is_one_run_of_the_folders_that_changed(tmp_path):
    for name in ("a", "b", "c"):
        (tmp_path / name).mkdir()
    runs, reports = Runs(), list[IndexReport]()
    with Running(FolderWatch(runs, lambda: [tmp_path], on_report=reports.append, options=QUICK)):
        runs.wait_for(1)
        for number in range(10):
            (tmp_path / "ab"[number % 2] / f"{number}.jpg").write_bytes(b"x")
            time.sleep(0.02)
        runs.wait_for(2)
        (tmp_path / "a" / "0.jpg").rename(tmp_path / "c" / "0.jpg")
        runs.wait_for(3)
    assert [sorted(folders) for folders in runs.asked] == [
        [tmp_path],
        [tmp_path / "a", tmp_path / "b"],
        [tmp_path / "a", tmp_path / "c"],
    ]
    assert len(reports) == 3


def test_a_folder_that_vanished_is_told_by_the_one_it_was_in(tmp_path):
    deep = tmp_path / "a" / "deep"
    deep.mkdir(parents=True)
    (deep / "x.jpg").write_bytes(b"x")
    runs = Runs()
    with Running(FolderWatch(runs, lambda: [tmp_path], options=QUICK)):
        runs.wait_for(1)
        (deep / "x.jpg").unlink()
        deep.rmdir()
        runs.wait_for(2)
    assert runs.asked[1] == [tmp_path / "a"]


def test_what_happens_in_the_library_is_not_listened_to(tmp_path):
    (tmp_path / "library").mkdir()
    runs = Runs()
    with Running(FolderWatch(runs, lambda: [tmp_path], leave_out=[tmp_path / "library"], options=QUICK)):
        runs.wait_for(1)
        (tmp_path / "library" / "thumbnail.jpg").write_bytes(b"x")
        (tmp_path / "photo.jpg").write_bytes(b"x")
        runs.wait_for(2)
    assert runs.asked == [[tmp_path], [tmp_path]]


def test_a_network_drive_is_looked_through_from_time_to_time(tmp_path, monkeypatch):
    share = Volumes([Mount(point=tmp_path, volume="share:nas", kind="nfs4")])
    monkeypatch.setattr(Volumes, "now", lambda: share)
    runs = Runs()
    with Running(FolderWatch(runs, lambda: [tmp_path], options=QUICK)):
        runs.wait_for(3)
    assert runs.asked == [[tmp_path]] * len(runs.asked)


def test_where_the_system_will_not_watch_that_is_said_and_folders_are_looked_through(tmp_path, monkeypatch):
    from watchdog.observers.api import BaseObserver

    def refuse(*_, **__):
        raise OSError(28, "inotify watch limit reached")

    monkeypatch.setattr(BaseObserver, "schedule", refuse)
    runs, told = Runs(), list[str]()
    with Running(FolderWatch(runs, lambda: [tmp_path], on_trouble=told.append, options=QUICK)):
        runs.wait_for(3)
    assert len(told) == 1
    assert "inotify watch limit reached" in told[0]


def test_a_drive_that_comes_back_is_indexed(tmp_path):
    drive = tmp_path / "drive"
    runs = Runs()
    with Running(FolderWatch(runs, lambda: [tmp_path / "drive"], options=QUICK)):
        time.sleep(0.3)
        assert runs.asked == []
        drive.mkdir()
        runs.wait_for(1)
        (drive / "photo.jpg").write_bytes(b"x")
        runs.wait_for(2)


def test_while_another_process_writes_it_waits_and_says_so_once(tmp_path):
    runs, told = Runs([LibraryLocked("It is being written to.")] * 3), list[str]()
    with Running(FolderWatch(runs, lambda: [tmp_path], on_trouble=told.append, options=QUICK)):
        runs.wait_for(4)
    assert told == ["It is being written to."]
    assert runs.asked == [[tmp_path]] * 4


def test_an_error_is_told_and_the_watch_goes_on(tmp_path):
    runs, told = Runs([CbirError("The disk is full.")]), list[str]()
    with Running(FolderWatch(runs, lambda: [tmp_path], on_trouble=told.append, options=QUICK)):
        runs.wait_for(1)
        time.sleep(0.1)
        (tmp_path / "photo.jpg").write_bytes(b"x")
        runs.wait_for(2)
    assert told == ["The disk is full."]


def test_a_drive_that_is_unplugged_and_comes_back_is_listened_to_again(tmp_path):
    """With the watch's own options: it is noticed within three seconds, and the other folder never rests."""
    drive, other = tmp_path / "drive", tmp_path / "other"
    drive.mkdir()
    other.mkdir()
    runs = Runs()
    options = WatchOptions(quiet_s=0.2)
    with Running(FolderWatch(runs, lambda: [drive, other], options=options)):
        runs.wait_for(1)
        drive.rename(tmp_path / "drawer")
        time.sleep(2 * options.drives_s)
        (other / "photo.jpg").write_bytes(b"x")
        runs.wait_for(2)
        (tmp_path / "drawer").rename(drive)
        runs.wait_for(3, timeout_s=3)
        (drive / "photo.jpg").write_bytes(b"x")
        runs.wait_for(4)
    assert runs.asked == [[drive, other], [other], [drive], [drive]]
