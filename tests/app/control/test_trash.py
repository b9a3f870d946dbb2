"""What went to the trash, from wherever it was asked for: said, and brought back by undo."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from app.shell import MainWindow
from cbir.base.types import Marks, PhotoId, RestoreReport, Skipped, Trashed, TrashReport
from cbir.service import Answer, DuplicatesRequest, Request, RestoreAnswer, RestoreRequest

GONE = Trashed(path=Path("/photos/2.jpg"), kept=Path("/trash/2.jpg"), marks=Marks())


def test_copies_that_went_come_back_and_are_looked_for_again(
    qtbot: QtBot, window: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[Request] = []
    control = window.controls.duplicates
    control.show()
    engine = control._engine

    def request(one: Request, on_answer: Callable[[Answer], None], *_: object) -> int:
        asked.append(one)
        if isinstance(one, RestoreRequest):
            on_answer(RestoreAnswer(report=RestoreReport(photos=(PhotoId(9),))))
        return 0

    monkeypatch.setattr(engine, "request", request)
    control._session.trashed.emit(TrashReport(photos=1, trashed=(GONE,)))
    assert window.notice.text.text().startswith("1 photo moved to the")
    window.undo.undo()
    assert window.notice.text.text() == "1 photo is back."
    assert [one.trashed for one in asked if isinstance(one, RestoreRequest)] == [(GONE,)]
    assert any(isinstance(one, DuplicatesRequest) for one in asked)


def test_what_could_not_be_trashed_is_said_of_two_photos_at_most(window: MainWindow) -> None:
    problems = tuple(Skipped(path=Path(f"/photos/{name}.jpg"), reason="It is in use.") for name in "abc")
    window.controls.trash.say_trashed(TrashReport(photos=0, problems=problems))
    said = window.notice.text.text()
    assert "a.jpg: It is in use. b.jpg: It is in use." in said
    assert "c.jpg" not in said
