"""Text recognition in photos, which pauses while it would disturb anyone, and the recognised text."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Annotated

from cbir.base.types import PhotoId, ReadingProgress, ReadingReport, Term, TextLine
from cbir.service.registry import SHORT, Answer, Call, Declaration, Interim, Lane, Most, Request, handles

_WORKING_S = 3.0  # after a request of the window
_BATTERY_CHECK_S = 20.0


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadTextAnswer(Answer):
    report: ReadingReport


@dataclass(frozen=True, slots=True, kw_only=True)
class TextProgress(Interim):
    progress: ReadingProgress


@Declaration(answer=ReadTextAnswer, lane=Lane.TEXT, interim=(TextProgress,), endless=True)
@dataclass(frozen=True, slots=True, kw_only=True)
class ReadTextRequest(Request):
    """Recognise the text of all remaining photos, until that is done or the ticket is cancelled.

    Pauses while the computer runs on battery, and while the person works in the window.
    """


@dataclass(frozen=True, slots=True, kw_only=True)
class WrittenAnswer(Answer):
    """lines : in reading order; None if the photo's text is not recognised yet. places : of the typed words"""

    lines: tuple[TextLine, ...] | None
    places: tuple[TextLine, ...] = ()


@Declaration(answer=WrittenAnswer, lane=Lane.CATALOG, visitors=SHORT)
@dataclass(frozen=True, slots=True, kw_only=True)
class WrittenRequest(Request):
    """Ask for the recognised text of a photo. texts : query texts whose words are to be located in it"""

    photo: PhotoId
    texts: tuple[str, ...] = ()


@Declaration(answer=WrittenAnswer, lane=Lane.LOOK)
@dataclass(frozen=True, slots=True, kw_only=True)
class ReadPictureRequest(Request):
    """Ask for the text in the picture of a term, or in its framed part; recognised now if it was not before."""

    term: Term


@dataclass(frozen=True, slots=True, kw_only=True)
class WordPlacesAnswer(Answer):
    """places : only of photos that have any"""

    places: dict[PhotoId, tuple[TextLine, ...]]


@Declaration(answer=WordPlacesAnswer, lane=Lane.LOOK, visitors=SHORT)
@dataclass(frozen=True, slots=True, kw_only=True)
class WordPlacesRequest(Request):
    """Ask where the words of query texts are written in photos that are shown small."""

    photos: Annotated[tuple[PhotoId, ...], Most(1000)]
    texts: tuple[str, ...]


@handles(ReadTextRequest)
def _read_all(call: Call, request: ReadTextRequest) -> ReadTextAnswer:
    report = call.library.text.read(
        progress=lambda progress: call.tell(TextProgress(progress=progress)),
        cancelled=call.cancelled,
        paused=call.paused,
    )
    return ReadTextAnswer(report=report)


@handles(WrittenRequest)
def _written(call: Call, request: WrittenRequest) -> WrittenAnswer:
    text = call.library.text
    places = text.places([request.photo], request.texts) if request.texts else {}
    return WrittenAnswer(lines=text.of(request.photo), places=tuple(places.get(request.photo, ())))


@handles(ReadPictureRequest)
def _read_picture(call: Call, request: ReadPictureRequest) -> WrittenAnswer:
    return WrittenAnswer(lines=call.library.text.read_picture(request.term))


@handles(WordPlacesRequest)
def _word_places(call: Call, request: WordPlacesRequest) -> WordPlacesAnswer:
    places = call.library.text.places(request.photos, request.texts)
    return WordPlacesAnswer(places={photo: tuple(lines) for photo, lines in places.items()})


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
