"""The settings, alone: each takes effect at once, and what could not be changed is as it was."""

from pathlib import Path

import pytest
from PySide6.QtWidgets import QVBoxLayout, QWidget

from cbir_app.shell import settings
from cbir_app.shell.settings import SettingsDialog, Switch, at_login, read_text


def page():
    made = QWidget()
    QVBoxLayout(made)
    return made


@pytest.fixture
def told():
    return []


@pytest.fixture
def dialog(qtbot, told):
    def refuse(on):
        told.append(("refused", on))
        return False

    switches = (
        Switch(words="Watch folders", remark="While it is open.", on=True, change=told.append),
        Switch(words="At login", remark="A small program.", on=False, change=refuse),
    )
    made = SettingsDialog("dark", told.append, "de", told.append, switches, page())
    qtbot.addWidget(made)
    return made


def test_what_is_set_is_shown_and_nothing_is_set_by_that(dialog, told):
    assert dialog.schemes.checkedId() == 2 and dialog.languages.currentData() == "de"
    assert [box.isChecked() for box in dialog.boxes] == [True, False]
    assert dialog.boxes[0].accessibleDescription() == "While it is open."
    assert told == []


def test_a_choice_takes_effect_once(dialog, told):
    dialog.schemes.buttons()[1].click()
    dialog.languages.setCurrentIndex(0)
    dialog.languages.activated.emit(0)
    dialog.boxes[0].click()
    assert told == ["light", "system", False]


def test_what_was_refused_is_as_it_was(dialog, told):
    dialog.boxes[1].click()
    assert told == [("refused", True)] and not dialog.boxes[1].isChecked()


def test_the_page_of_models_is_gone_to(dialog):
    assert dialog.pages.currentIndex() == 0
    dialog.show_models()
    assert dialog.pages.currentIndex() == 1


def test_what_starts_at_login_is_changed_and_why_not_is_said(monkeypatch, told):
    def fail(*_):
        raise OSError(13, "Permission denied")

    library = Path("/library")
    monkeypatch.setattr(settings, "starts_at_login", lambda of: of == library)
    monkeypatch.setattr(settings, "start_at_login", lambda of, device: told.append((of, device)))
    monkeypatch.setattr(settings, "do_not_start_at_login", lambda: told.append("never"))
    switch = at_login(library, lambda: "cpu", told.append)
    assert switch.on and not at_login(Path("/other"), lambda: "cpu", told.append).on
    assert [switch.change(on) for on in (True, False)] == [True, True]
    assert told == [(library, "cpu"), "never"]
    monkeypatch.setattr(settings, "start_at_login", fail)
    assert switch.change(True) is False
    assert told[-1] == "The login setting could not be changed: Permission denied"


@pytest.mark.parametrize(("photos", "said"), [(0, "about 1 minute in"), (12_000, "about 100 minutes in")])
def test_reading_text_says_how_long_it_takes(photos, said):
    remark = read_text(photos, ("Latin", "Thai"), False, lambda _on: None).remark
    assert said in remark and remark.endswith("Scripts: Latin, Thai.")
