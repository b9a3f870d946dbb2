"""Roots that go and come back are told of within seconds: by renaming, by another volume at the same place."""

import queue
import sqlite3
import threading
import time

import pytest

from cbir.base.drives import Mount, Place, Volumes
from cbir.base.errors import CbirError
from cbir.catalog import Root
from cbir.state import RootMonitor, is_online

NOTICED_S = 3.0


def test_a_folder_that_goes_and_comes_back_is_told_of_within_three_seconds(tmp_path):
    drive, other = tmp_path / "drive", tmp_path / "other"
    for folder in (drive, other):
        folder.mkdir()
    told = queue.SimpleQueue()
    monitor = RootMonitor(lambda: {root: root.is_dir() for root in (drive, other)}, told.put)
    monitor.start()
    try:
        time.sleep(0.1)
        away = drive.rename(tmp_path / "drawer")
        assert told.get(timeout=NOTICED_S) == {drive: False, other: True}
        away.rename(drive)
        assert told.get(timeout=NOTICED_S) == {drive: True, other: True}
        assert told.empty()
    finally:
        monitor.stop()


def test_another_volume_at_the_mount_point_is_a_drive_that_went(tmp_path):
    root = Root(id=1, path=tmp_path, place=Place(volume="uuid:archive", path="/"))
    volumes = [Volumes([Mount(point=tmp_path, volume="uuid:archive")])]
    told = queue.SimpleQueue()
    monitor = RootMonitor(lambda: {tmp_path: is_online(root, volumes[-1])}, told.put, every_s=0.01)
    monitor.start()
    try:
        time.sleep(0.1)
        volumes.append(Volumes([Mount(point=tmp_path.parent, volume="uuid:system")]))
        assert told.get(timeout=NOTICED_S) == {tmp_path: False}
    finally:
        monitor.stop()


def test_a_root_that_was_added_is_no_drive_that_came(tmp_path):
    roots = {tmp_path: True}
    told = []
    monitor = RootMonitor(lambda: dict(roots), told.append, every_s=0.01)
    monitor.start()
    try:
        time.sleep(0.05)
        roots[tmp_path / "new"] = True
        time.sleep(0.1)
    finally:
        monitor.stop()
    assert told == []


def test_a_root_that_was_added_and_went_before_the_next_look_is_a_drive_that_went(tmp_path):
    roots = {}
    told = queue.SimpleQueue()
    monitor = RootMonitor(lambda: dict(roots), told.put, every_s=0.01)
    monitor.start()
    try:
        time.sleep(0.05)
        roots[tmp_path] = False
        assert told.get(timeout=NOTICED_S) == {tmp_path: False}
    finally:
        monitor.stop()


def test_a_drive_that_never_answers_does_not_keep_the_program_from_ending(tmp_path):
    answers = threading.Event()

    def hangs():
        answers.wait()
        return {}

    monitor = RootMonitor(hangs, lambda online: pytest.fail("nothing changed"), every_s=0.05)
    monitor.start()
    started = time.monotonic()
    monitor.stop()
    assert time.monotonic() - started < 1
    answers.set()


def test_a_look_that_fails_is_not_the_last_one(tmp_path):
    answers = [sqlite3.OperationalError("disk I/O error"), True, CbirError("damaged"), False]
    told = queue.SimpleQueue()

    def online():
        answer = answers.pop(0) if len(answers) > 1 else answers[0]
        if isinstance(answer, Exception):
            raise answer
        return {tmp_path: bool(answer)}

    monitor = RootMonitor(online, told.put, every_s=0.01)
    monitor.start()
    try:
        assert told.get(timeout=NOTICED_S) == {tmp_path: False}
    finally:
        monitor.stop()
