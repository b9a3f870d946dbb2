"""The setting of the graphics card: kept, in force at once or after the task, not for a library of a service."""

from dataclasses import replace

import pytest
from PySide6.QtCore import QSettings, Qt
from PySide6.QtTest import QTest

from cbir.base.types import EngineCoverage
from cbir_app.base.preferences import Preferences
from cbir_app.panels.models import GraphicsCard
from cbir_app.shell import settings
from cbir_app.shell.settings import SettingsDialog
from tests.app.by_hand import library_of

SEMANTIC = EngineCoverage(engine="semantic", photos=100, name="small", device="the graphics card")
ON_THE_CARD = replace(library_of(), coverage=(SEMANTIC,))
ON_THE_PROCESSOR = replace(library_of(), coverage=(replace(SEMANTIC, device="the processor"),))


@pytest.fixture
def card(qtbot, hand):
    made = GraphicsCard(hand, ON_THE_CARD)
    qtbot.addWidget(made)
    return made


def choose_off(window):
    """Choose it with the keyboard on the page of models, as a person does."""
    window.dialogs.show_models()
    (dialog,) = window.findChildren(SettingsDialog)
    (card,) = dialog.findChildren(GraphicsCard)
    card.choices.setFocus()
    QTest.keyClick(card.choices, Qt.Key.Key_Down)
    return card


def test_it_says_what_runs_where(card, hand):
    assert [card.choices.itemText(at) for at in range(card.choices.count())] == ["Automatic", "Off"]
    assert card.choices.accessibleName() == "Graphics card"
    assert card.remark.text().endswith("Searches by content now run on the graphics card.")
    hand.ready.emit(ON_THE_PROCESSOR)
    assert card.remark.text().endswith("Searches by content now run on the processor.")
    assert card.choices.accessibleDescription() == card.remark.text()
    hand.ready.emit(library_of())
    assert card.remark.text().endswith("large libraries by content."), "no model, no searches by content"


def test_what_was_chosen_is_shown_and_said_once(card, hand):
    chosen = []
    card.chosen.connect(chosen.append)
    card.chosen.connect(hand.use)
    for at in (1, 1, 0):
        card.choices.setCurrentIndex(at)
        card.choices.activated.emit(at)
    assert chosen == ["cpu", "auto"]
    hand.use("cpu")
    assert GraphicsCard(hand, None).choices.currentData() == "cpu"


def test_the_library_of_another_computer_is_not_affected(card, hand):
    assert card.isEnabled()
    hand.ready.emit(replace(ON_THE_CARD, service="https://nas:8080"))
    assert not card.isEnabled()
    assert card.remark.text().startswith("The library is on another computer.")


def test_it_is_in_force_at_once_and_kept(qtbot, window, fake, tmp_path):
    card = choose_off(window)
    qtbot.waitUntil(lambda: fake.devices == ["auto", "cpu"])
    qtbot.waitUntil(lambda: window.watch.on)  # as before
    assert card.remark.text() == "Everything runs on the processor."
    kept = Preferences(QSettings(str(tmp_path / "settings.ini"), QSettings.Format.IniFormat))
    assert kept.device == "cpu"
    card.window().close()


@pytest.mark.parametrize("starts", [True, False])
def test_the_program_that_starts_at_login_follows(qtbot, window, monkeypatch, starts):
    told = []
    monkeypatch.setattr(settings, "starts_at_login", lambda _library: starts)
    monkeypatch.setattr(settings, "start_at_login", lambda library, device: told.append((library, device)))
    qtbot.waitUntil(lambda: window.library.info is not None)
    assert window.library.info is not None
    choose_off(window).window().close()
    assert told == ([(window.library.info.folder, "cpu")] if starts else [])


def test_what_was_kept_holds_from_the_first_start(qtbot, preferences, make_window, fake):
    preferences.device = "cpu"
    window = make_window()
    qtbot.waitUntil(lambda: window.library.info is not None)
    assert fake.devices == ["cpu"]


def test_while_photos_are_indexed_it_says_that_it_waits(qtbot, window, fake, tmp_path):
    fake.script.index_total = 100_000
    window.library.add([tmp_path])
    qtbot.waitUntil(lambda: window.library.progress is not None)
    card = choose_off(window)
    assert card.remark.text() == "Everything runs on the processor. Takes effect when the current task ends."
    assert fake.devices == ["auto"]
    window.library.cancel()
    qtbot.waitUntil(lambda: fake.devices == ["auto", "cpu"])
    qtbot.waitUntil(lambda: card.remark.text() == "Everything runs on the processor.")
    card.window().close()


@pytest.mark.parametrize(("written", "device"), [("cpu", "cpu"), ("cuda", "auto"), ("7", "auto")])
def test_what_cannot_be_read_counts_as_never_set(preferences, written, device):
    preferences.set_text("device", written)
    assert preferences.device == device
