"""Text recognition in photos: in the background, and paused while it would disturb anyone."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from cbir.service.messages import (
    Answer,
    ReadPictureRequest,
    ReadTextAnswer,
    ReadTextRequest,
    TextProgress,
    WordPlacesAnswer,
    WordPlacesRequest,
    WrittenAnswer,
    WrittenRequest,
)

if TYPE_CHECKING:
    from cbir.library import Library

ReadingRequest = ReadTextRequest | WrittenRequest | ReadPictureRequest | WordPlacesRequest

_WORKING_S = 3.0  # after a request of the window
_BATTERY_CHECK_S = 20.0


class Pauses:
    """Decides when text recognition pauses. May be used from any thread."""

    def __init__(self) -> None:
        self._worked_at = 0.0
        self._checked_at = float("-inf")
        self._on_battery = False

    def note_work(self) -> None:
        """Note that the person does something in the window."""
        self._worked_at = time.monotonic()

    def due(self) -> bool:
        """True while text recognition should pause."""
        now = time.monotonic()
        if now - self._checked_at > _BATTERY_CHECK_S:
            self._checked_at, self._on_battery = now, on_battery()
        return self._on_battery or now - self._worked_at < _WORKING_S


def on_battery() -> bool:
    """True if the computer has a battery and is not plugged in."""
    import psutil  # type: ignore[import-untyped]

    try:
        battery = psutil.sensors_battery()
    except (AttributeError, OSError):  # a system without such a sensor
        return False
    return battery is not None and battery.power_plugged is False


def answer_reading(
    library: Library,
    request: ReadingRequest,
    pauses: Pauses,
    tell: Callable[[Answer], None],
    cancelled: Callable[[], bool],
) -> Answer:
    """Answer a request about text in photos. tell : receives the progress"""
    if isinstance(request, ReadPictureRequest):
        return WrittenAnswer(lines=library.text.read_picture(request.term))
    if isinstance(request, WordPlacesRequest):
        return answer_word_places(library, request)
    if isinstance(request, WrittenRequest):
        places = library.text.places([request.photo], request.texts) if request.texts else {}
        return WrittenAnswer(
            lines=library.text.of(request.photo), places=tuple(places.get(request.photo, ()))
        )
    report = library.text.read(
        progress=lambda progress: tell(TextProgress(progress=progress)),
        cancelled=cancelled,
        paused=pauses.due,
    )
    return ReadTextAnswer(report=report)


def answer_word_places(library: Library, request: WordPlacesRequest) -> WordPlacesAnswer:
    places = library.text.places(request.photos, request.texts)
    return WordPlacesAnswer(places={photo: tuple(lines) for photo, lines in places.items()})
