"""Reading what is written in photos, and what was read."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from cbir.base.types import PhotoId, ReadingProgress, ReadingReport, Term, TextLine
from cbir.service.bounds import Most


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadTextRequest:
    """Read all photos that have not been read, until that is done or the ticket is cancelled.

    It waits while the computer runs on its battery, and while the person works in the window.
    """


@dataclass(frozen=True, slots=True, kw_only=True)
class TextProgress:
    progress: ReadingProgress


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadTextAnswer:
    report: ReadingReport


@dataclass(frozen=True, slots=True, kw_only=True)
class WrittenRequest:
    """What is written in a photo. texts : typed ones, whose words are to be pointed at"""

    photo: PhotoId
    texts: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadPictureRequest:
    """What is written in the picture of a term, or in its framed part; it is read now where it was not before."""

    term: Term


@dataclass(frozen=True, slots=True, kw_only=True)
class WrittenAnswer:
    """lines : in the order of reading; None where the photo has not been read. places : of the typed words"""

    lines: tuple[TextLine, ...] | None
    places: tuple[TextLine, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class WordPlacesRequest:
    """Where the words of typed texts are written in some photos, which are seen small."""

    photos: Annotated[tuple[PhotoId, ...], Most(1000)]
    texts: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class WordPlacesAnswer:
    """Of the photos in which there are any."""

    places: dict[PhotoId, tuple[TextLine, ...]]


Request = ReadTextRequest | WrittenRequest | ReadPictureRequest | WordPlacesRequest
Interim = TextProgress
Answer = ReadTextAnswer | WrittenAnswer | WordPlacesAnswer
