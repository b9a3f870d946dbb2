"""Folders on drives that may not answer: everybody waits for each of them once, and not for long."""

import threading
import time
from pathlib import Path

import pytest

from cbir.base import drives as drives_module
from cbir.base.drives import answers, folder_is_there, folders_there
from tests.dead_drive import let_die

SOON_S = 10.0


class Drives:
    """Drives, some of which answer only when they are allowed to."""

    def __init__(self, monkeypatch):
        self.silent = {}
        self.asked = []
        monkeypatch.setattr(drives_module, "state_of", self.state_of)
        monkeypatch.setattr(drives_module, "waiting_threads", {})

    def state_of(self, folder):
        self.asked.append(folder)
        if (event := self.silent.get(folder)) is not None:
            assert event.wait(SOON_S)
        return True


@pytest.fixture
def drives(monkeypatch):
    made = Drives(monkeypatch)
    yield made
    for event in made.silent.values():
        event.set()
    for thread in threading.enumerate():
        if thread.name == "presence":
            thread.join(SOON_S)


def test_a_folder_is_there_or_not_or_nobody_knows(tmp_path, monkeypatch):
    (tmp_path / "file").touch()
    (tmp_path / "nas").mkdir()
    let_die(monkeypatch, tmp_path / "nas")
    known = {
        tmp_path: True,
        tmp_path / "gone": False,
        tmp_path / "file" / "below": False,
        tmp_path / "file": None,
        tmp_path / "nas" / "photos": None,
        Path("a\0b"): None,
    }
    assert folders_there(known) == known
    assert all(map(answers, known)), "be it an error"
    assert folders_there([]) == {}


def test_a_drive_that_does_not_answer_is_waited_for_once(drives):
    one, nas, two, other_nas, three = (Path(name) for name in ("one", "nas", "two", "other nas", "three"))
    drives.silent = {nas: threading.Event(), other_nas: threading.Event()}
    expected = {one: True, nas: None, two: True, other_nas: None, three: True}
    assert folders_there(expected, patience_s=0.05) == expected
    assert drives.asked == [one, nas, two, other_nas, three]
    began = time.monotonic()
    assert folders_there(expected, patience_s=SOON_S) == expected
    assert not answers(nas) and folder_is_there(nas) is None
    assert time.monotonic() - began < SOON_S, "nobody waits again"
    assert drives.asked[5:] == [one, two, three]
    drives.silent.pop(nas).set()
    until = time.monotonic() + SOON_S
    while not answers(nas) and time.monotonic() < until:
        time.sleep(0.01)
    assert folder_is_there(nas) is True
    assert not answers(other_nas)


def test_an_answer_that_comes_in_time_is_waited_for(drives):
    nas = Path("nas")
    drives.silent = {nas: threading.Event()}
    threading.Timer(0.05, drives.silent[nas].set).start()
    assert folder_is_there(nas) is True


def test_a_disk_that_sleeps_has_time_to_wake_up(drives, monkeypatch):
    monkeypatch.setattr(drives_module, "PATIENCE_S", 0.05)
    monkeypatch.setattr(drives_module, "WAKING_S", SOON_S)
    disk = Path("disk")
    drives.silent = {disk: threading.Event()}
    threading.Timer(0.3, drives.silent[disk].set).start()
    assert folder_is_there(disk) is None and not answers(disk)
    assert answers(disk, may_sleep=True)
    assert folder_is_there(disk) is True


def test_whether_a_drive_answers_is_asked_of_it(drives, monkeypatch):
    monkeypatch.setattr(drives_module, "PATIENCE_S", 0.05)
    nas = Path("nas")
    drives.silent = {nas: threading.Event()}
    assert not answers(nas)
    assert answers(Path("here"))
    assert drives.asked == [nas, Path("here")]


def test_two_callers_may_wait_for_one_drive(drives, monkeypatch):
    monkeypatch.setattr(drives_module, "PATIENCE_S", 0.2)
    faults = []
    monkeypatch.setattr(threading, "excepthook", faults.append)
    nas = Path("nas")
    drives.silent = {nas: threading.Event()}
    callers = [threading.Thread(target=folder_is_there, args=(nas,)) for _ in range(2)]
    for caller in callers:
        caller.start()
    for caller in callers:
        caller.join()
    assert drives.asked == [nas, nas] and not answers(nas)
    drives.silent[nas].set()
    for thread in threading.enumerate():
        if thread.name == "presence":
            thread.join(SOON_S)
    assert faults == [] and folder_is_there(nas) is True
