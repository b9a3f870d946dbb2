"""Text recognition in photos, and the recognised text."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from cbir.base.types import PhotoId, ReadingProgress, ReadingReport, Term, TextLine
from cbir.service.registry import SHORT, Answer, Declaration, Interim, Lane, Most, Request


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
