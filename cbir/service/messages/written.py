"""Text recognition in photos, and the recognised text."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from cbir.base.types import PhotoId, ReadingProgress, ReadingReport, Term, TextLine
from cbir.service.bounds import Most


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadTextRequest:
    """Recognise the text of all remaining photos, until that is done or the ticket is cancelled.

    Pauses while the computer runs on battery, and while the person works in the window.
    """


@dataclass(frozen=True, slots=True, kw_only=True)
class TextProgress:
    progress: ReadingProgress


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadTextAnswer:
    report: ReadingReport


@dataclass(frozen=True, slots=True, kw_only=True)
class WrittenRequest:
    """Ask for the recognised text of a photo. texts : query texts whose words are to be located in it"""

    photo: PhotoId
    texts: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadPictureRequest:
    """Ask for the text in the picture of a term, or in its framed part; recognised now if it was not before."""

    term: Term


@dataclass(frozen=True, slots=True, kw_only=True)
class WrittenAnswer:
    """lines : in reading order; None if the photo's text is not recognised yet. places : of the typed words"""

    lines: tuple[TextLine, ...] | None
    places: tuple[TextLine, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class WordPlacesRequest:
    """Ask where the words of query texts are written in photos that are shown small."""

    photos: Annotated[tuple[PhotoId, ...], Most(1000)]
    texts: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class WordPlacesAnswer:
    """places : only of photos that have any"""

    places: dict[PhotoId, tuple[TextLine, ...]]


Request = ReadTextRequest | WrittenRequest | ReadPictureRequest | WordPlacesRequest
Interim = TextProgress
Answer = ReadTextAnswer | WrittenAnswer | WordPlacesAnswer
