"""Actions of a person on photos: stars, keywords and the trash."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from cbir.base.types import (
    KeywordSuggestion,
    MarkReport,
    PhotoId,
    Placed,
    RestoreReport,
    Trashed,
    TrashReport,
)
from cbir.service.indexing import Progress, index_progress
from cbir.service.link import LibraryChanged
from cbir.service.registry import LONG, MARKS, Answer, Call, Declaration, Lane, Most, Request, handles


@dataclass(frozen=True, slots=True, kw_only=True)
class MarkAnswer(Answer):
    report: MarkReport


@Declaration(answer=MarkAnswer, lane=Lane.MARKS, visitors=MARKS, cancellable=False)
@dataclass(frozen=True, slots=True, kw_only=True)
class RateRequest(Request):
    """Rate photos: 0 to 5 stars, -1 rejected, None for the rating in the file.

    Does not wait for an index run. sidecar : write the rating into XMP sidecars as well
    """

    photos: Annotated[tuple[PhotoId, ...], Most(10_000)]
    rating: int | None
    sidecar: bool = False


FlagChange = Literal["pick", "none", "file"]


@Declaration(answer=MarkAnswer, lane=Lane.MARKS, visitors=MARKS, cancellable=False)
@dataclass(frozen=True, slots=True, kw_only=True)
class FlagRequest(Request):
    """Pick photos, or unflag picks and rejects (none); file : whether a photo is a pick is left to its file.

    A rejection is the rating -1 (RateRequest). Does not wait for an index run.
    """

    photos: Annotated[tuple[PhotoId, ...], Most(10_000)]
    flag: FlagChange
    sidecar: bool = False


@Declaration(answer=MarkAnswer, lane=Lane.MARKS, visitors=MARKS, cancellable=False)
@dataclass(frozen=True, slots=True, kw_only=True)
class LabelRequest(Request):
    """Label photos by colour; an empty label for none, None for the file's. Does not wait for an index run."""

    photos: Annotated[tuple[PhotoId, ...], Most(10_000)]
    label: str | None
    sidecar: bool = False


@Declaration(answer=MarkAnswer, lane=Lane.MARKS, visitors=MARKS, cancellable=False)
@dataclass(frozen=True, slots=True, kw_only=True)
class KeywordRequest(Request):
    """Add keywords to photos and remove others. Does not wait for an index run."""

    photos: Annotated[tuple[PhotoId, ...], Most(10_000)]
    add: tuple[str, ...] = ()
    remove: tuple[str, ...] = ()
    sidecar: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class PlacedAnswer(Answer):
    placed: Placed


@Declaration(answer=PlacedAnswer, lane=Lane.MARKS, cancellable=False)
@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceRequest(Request):
    """Give photos without a position one, in degrees. TakeBackRequest takes it back."""

    photos: Annotated[tuple[PhotoId, ...], Most(10_000)]
    latitude: float
    longitude: float


@dataclass(frozen=True, slots=True, kw_only=True)
class SuggestAnswer(Answer):
    suggestions: tuple[KeywordSuggestion, ...]


@Declaration(answer=SuggestAnswer, lane=Lane.SUGGEST, visitors=LONG)
@dataclass(frozen=True, slots=True, kw_only=True)
class SuggestRequest(Request):
    """Ask which keywords fit the contents of photos. Fails without a model."""

    photos: Annotated[tuple[PhotoId, ...], Most(10_000)]
    top: int = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class TrashAnswer(Answer):
    report: TrashReport


@Declaration(answer=TrashAnswer, lane=Lane.MARKS, cancellable=False)
@dataclass(frozen=True, slots=True, kw_only=True)
class TrashRequest(Request):
    """Move photos to the system's trash and remove them from the library; does not wait for an index run.

    The sender has asked the user. Marks and trash are handled in the order of arrival. LibraryChanged comes before the
    answer.
    """

    photos: tuple[PhotoId, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RestoreAnswer(Answer):
    report: RestoreReport


@Declaration(answer=RestoreAnswer, lane=Lane.INDEX, interim=(Progress,))
@dataclass(frozen=True, slots=True, kw_only=True)
class RestoreRequest(Request):
    """Restore photos from the system's trash, with their marks.

    Waits for a running index run, and is one itself. Progress and LibraryChanged come before the answer.
    """

    trashed: tuple[Trashed, ...]


@handles(RateRequest)
def _rate(call: Call, request: RateRequest) -> MarkAnswer:
    marks = call.library.marks
    return MarkAnswer(report=marks.set_rating(request.photos, request.rating, sidecar=request.sidecar))


@handles(FlagRequest)
def _flag(call: Call, request: FlagRequest) -> MarkAnswer:
    marks = call.library.marks
    if request.flag == "none":
        return MarkAnswer(report=marks.unflag(request.photos, sidecar=request.sidecar))
    pick = True if request.flag == "pick" else None
    return MarkAnswer(report=marks.set_pick(request.photos, pick, sidecar=request.sidecar))


@handles(LabelRequest)
def _label(call: Call, request: LabelRequest) -> MarkAnswer:
    report = call.library.marks.set_label(request.photos, request.label, sidecar=request.sidecar)
    return MarkAnswer(report=report)


@handles(KeywordRequest)
def _set_keywords(call: Call, request: KeywordRequest) -> MarkAnswer:
    report = call.library.marks.set_keywords(
        request.photos, add=request.add, remove=request.remove, sidecar=request.sidecar
    )
    return MarkAnswer(report=report)


@handles(PlaceRequest)
def _place(call: Call, request: PlaceRequest) -> PlacedAnswer:
    placed = call.library.marks.place(request.photos, request.latitude, request.longitude)
    return PlacedAnswer(placed=placed)


@handles(SuggestRequest)
def _suggest(call: Call, request: SuggestRequest) -> SuggestAnswer:
    fitting = call.library.marks.suggest(request.photos, top=request.top, cancelled=call.cancelled)
    return SuggestAnswer(suggestions=fitting)


@handles(TrashRequest)
def _trash(call: Call, request: TrashRequest) -> TrashAnswer:
    report = call.library.trash(request.photos)
    call.announce(LibraryChanged(photos=call.library.photo_count()))
    return TrashAnswer(report=report)


@handles(RestoreRequest)
def _restore(call: Call, request: RestoreRequest) -> RestoreAnswer:
    from cbir.library import restore_photos

    report = restore_photos(
        call.library, request.trashed, progress=index_progress(call), cancelled=call.cancelled
    )
    return RestoreAnswer(report=report)
