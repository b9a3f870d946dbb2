"""Reading text waits for whoever works and for the mains; what was read is told by photo."""

from types import SimpleNamespace

import pytest

from cbir.service import background
from cbir.service.background import Pauses, on_battery


@pytest.mark.parametrize(
    ("battery", "waits"),
    [
        (None, False),
        (SimpleNamespace(power_plugged=True), False),
        (SimpleNamespace(power_plugged=None), False),
        (SimpleNamespace(power_plugged=False), True),
    ],
)
def test_it_waits_on_battery_alone(battery, waits, monkeypatch):
    monkeypatch.setattr("psutil.sensors_battery", lambda: battery, raising=False)
    assert on_battery() is waits
    assert Pauses().due() is waits


def test_it_waits_while_the_person_works(monkeypatch):
    now = 1000.0
    monkeypatch.setattr(background, "on_battery", lambda: False)
    monkeypatch.setattr(background, "time", SimpleNamespace(monotonic=lambda: now))
    pauses = Pauses()
    assert not pauses.due()
    pauses.note_work()
    assert pauses.due()
    now += 10
    assert not pauses.due()
