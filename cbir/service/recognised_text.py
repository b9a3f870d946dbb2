"""Text recognition in photos, and the recognised text."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from cbir.base.types import PhotoId, ReadingReport, Term, TextLine
from cbir.service.background import BackgroundProgressed, in_background
from cbir.service.registry import SHORT, Answer, Call, Declaration, Lane, Most, Request, handles


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadTextAnswer(Answer):
    report: ReadingReport


@Declaration(answer=ReadTextAnswer, lane=Lane.TEXT, interim=(BackgroundProgressed,), endless=True)
@dataclass(frozen=True, slots=True, kw_only=True)
class ReadTextRequest(Request):
    """Recognise the text of all remaining photos, until that is done or the ticket is cancelled."""


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
    return ReadTextAnswer(report=in_background(call, call.library.text.read))


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
