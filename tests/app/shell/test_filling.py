"""`cbir demo`: the window is there at once, takes pictures in as they come, and searches when all are there."""

from functools import partial
from pathlib import Path
from types import SimpleNamespace

from PySide6.QtCore import QObject, Signal

from cbir.base.types import IndexReport
from cbir.cli.demo import DemoInTheMaking
from cbir_app.__main__ import fill
from cbir_app.sessions import part_of_file


class Library(QObject):
    finished = Signal(object)

    def __init__(self):
        super().__init__()
        self.added = []

    def add(self, folders):
        self.added.append(folders)


def has_added(library, runs):
    return len(library.added) == runs


def test_folders_are_added_until_nothing_more_comes_and_then_the_query_is_asked(qtbot):
    library = Library()
    searched = []
    window = SimpleNamespace(
        library=library,
        results=SimpleNamespace(select=lambda _row: None),
        search=SimpleNamespace(search=searched.append),
    )
    states = iter([True, False])
    filling = SimpleNamespace(
        folders=(Path("pictures"),), query=Path("query.jpg"), growing=lambda: next(states)
    )
    fill(window, filling)
    for runs in (1, 2, 3):  # one while pictures come, one after the last, and the report of that one
        qtbot.waitUntil(partial(has_added, library, runs))
        assert searched == []
        library.finished.emit(IndexReport(indexed=1, unchanged=0, removed=0))
    assert searched == [part_of_file(Path("query.jpg"))]
    assert library.added == [(Path("pictures"),)] * 3


def test_somebody_elses_folder_is_refused_with_a_reason(tmp_path, qtbot):
    (tmp_path / "mine.txt").write_text("mine")
    with DemoInTheMaking(tmp_path) as making:
        qtbot.waitUntil(lambda: not making.growing(), timeout=60_000)
        assert not making.ready()
        assert making.refusal is not None
        assert "not empty" in making.refusal
    assert [path.name for path in tmp_path.iterdir()] == ["mine.txt"]
