"""Runs over photos in the background: their progress, and the pauses in which they would disturb somebody."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol, TypeVar

from cbir.base.types import BackgroundProgress
from cbir.service.registry import Call, Interim

WORKING_S = 3.0  # after a request of the window
_BATTERY_CHECK_S = 20.0

Report_co = TypeVar("Report_co", covariant=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class BackgroundProgressed(Interim):
    progress: BackgroundProgress


class Run(Protocol[Report_co]):
    """A run of the library over its photos, such as the recognition of their text."""

    def __call__(
        self,
        *,
        progress: Callable[[BackgroundProgress], None],
        cancelled: Callable[[], bool],
        paused: Callable[[], bool],
    ) -> Report_co: ...


def in_background(call: Call, run: Run[Report_co]) -> Report_co:
    """Run until the end or until the ticket is cancelled; pause while the engine asks for it."""
    return run(
        progress=lambda progress: call.tell(BackgroundProgressed(progress=progress)),
        cancelled=call.cancelled,
        paused=call.paused,
    )


class Pauses:
    """Decides when runs pause: on battery, and while the person works in the window.

    May be used from any thread.
    """

    def __init__(self) -> None:
        self._worked_at = 0.0
        self._checked_at = float("-inf")
        self._on_battery = False

    def note_work(self) -> None:
        """Note that the person does something in the window."""
        self._worked_at = time.monotonic()

    def due(self) -> bool:
        """True while runs should pause."""
        now = time.monotonic()
        if now - self._checked_at > _BATTERY_CHECK_S:
            self._checked_at, self._on_battery = now, on_battery()
        return self._on_battery or now - self._worked_at < WORKING_S


def on_battery() -> bool:
    """True if the computer has a battery and is not plugged in."""
    import psutil  # type: ignore[import-untyped]

    try:
        battery = psutil.sensors_battery()
    except (AttributeError, OSError):  # a system without such a sensor
        return False
    return battery is not None and battery.power_plugged is False
