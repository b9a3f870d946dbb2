"""Things: what several photos show together; to find them, and what a person says of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from cbir.base.types import Accepted, Offer, PhotoId, Thing, ThingReport
from cbir.service.link import LibraryChanged
from cbir.service.maintenance import MaintenanceProgress
from cbir.service.registry import Answer, Call, Declaration, Lane, Most, Request, handles

ThingChange = Literal["name", "join", "part", "icon"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ThingsAnswer(Answer):
    """things : named ones first, then the largest"""

    things: tuple[Thing, ...]


@Declaration(answer=ThingsAnswer, lane=Lane.CATALOG, repeatable=True)
@dataclass(frozen=True, slots=True, kw_only=True)
class ThingsRequest(Request):
    """Ask for all things."""


@dataclass(frozen=True, slots=True, kw_only=True)
class UpdateThingsAnswer(Answer):
    report: ThingReport


@Declaration(answer=UpdateThingsAnswer, lane=Lane.MEASURE, interim=(MaintenanceProgress,))
@dataclass(frozen=True, slots=True, kw_only=True)
class UpdateThingsRequest(Request):
    """Compare new photos with the library and form the things anew. When cancelled, it keeps what it compared."""


@Declaration(answer=ThingsAnswer, lane=Lane.MARKS, cancellable=False)
@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeThingRequest(Request):
    """Name a thing, join others to it, part photos from it, or choose the photo that represents it.

    others : to join. photos : to part; or one, to represent it
    """

    change: ThingChange
    thing: int
    name: str = ""
    others: Annotated[tuple[int, ...], Most(1000)] = ()
    photos: Annotated[tuple[PhotoId, ...], Most(10_000)] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class OffersAnswer(Answer):
    offers: tuple[Offer, ...]


@Declaration(answer=OffersAnswer, lane=Lane.CATALOG, repeatable=True)
@dataclass(frozen=True, slots=True, kw_only=True)
class OffersRequest(Request):
    """Ask what photos lack that others of their thing have.

    things : only these; empty for all. dismissed : the dismissed offers in place of the others
    """

    things: Annotated[tuple[int, ...], Most(1000)] = ()
    dismissed: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class DismissedAnswer(Answer):
    """offers : number of those that changed"""

    offers: int


@Declaration(answer=DismissedAnswer, lane=Lane.MARKS, cancellable=False)
@dataclass(frozen=True, slots=True, kw_only=True)
class DismissOffersRequest(Request):
    """Offer values to photos no longer; with dismissed=False, offer them again."""

    offers: Annotated[tuple[Offer, ...], Most(10_000)]
    dismissed: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class AcceptedAnswer(Answer):
    accepted: Accepted


@Declaration(answer=AcceptedAnswer, lane=Lane.MARKS, cancellable=False)
@dataclass(frozen=True, slots=True, kw_only=True)
class AcceptOffersRequest(Request):
    """Give photos what was offered, as far as it still is. LibraryChanged comes before the answer."""

    offers: Annotated[tuple[Offer, ...], Most(10_000)]


@dataclass(frozen=True, slots=True, kw_only=True)
class TakenBackAnswer(Answer):
    """photos : number of photos that lost values"""

    photos: int


@Declaration(answer=TakenBackAnswer, lane=Lane.MARKS, cancellable=False)
@dataclass(frozen=True, slots=True, kw_only=True)
class TakeBackRequest(Request):
    """Take back everything that was accepted at once. step : of Accepted"""

    step: int


@handles(OffersRequest)
def _offers(call: Call, request: OffersRequest) -> OffersAnswer:
    offers = call.library.things.offers(request.things or None, dismissed=request.dismissed)
    return OffersAnswer(offers=tuple(offers))


@handles(DismissOffersRequest)
def _dismiss(call: Call, request: DismissOffersRequest) -> DismissedAnswer:
    return DismissedAnswer(offers=call.library.things.dismiss(request.offers, dismissed=request.dismissed))


@handles(AcceptOffersRequest)
def _accept(call: Call, request: AcceptOffersRequest) -> AcceptedAnswer:
    accepted = call.library.things.accept(request.offers)
    call.announce(LibraryChanged(photos=call.library.photo_count()))
    return AcceptedAnswer(accepted=accepted)


@handles(TakeBackRequest)
def _take_back(call: Call, request: TakeBackRequest) -> TakenBackAnswer:
    photos = call.library.things.take_back(request.step)
    call.announce(LibraryChanged(photos=call.library.photo_count()))
    return TakenBackAnswer(photos=photos)


@handles(ThingsRequest)
def _things(call: Call, request: ThingsRequest) -> ThingsAnswer:
    return ThingsAnswer(things=tuple(call.library.things.all()))


@handles(UpdateThingsRequest)
def _update(call: Call, request: UpdateThingsRequest) -> UpdateThingsAnswer:
    report = call.library.things.update(
        progress=lambda done, total: call.tell(MaintenanceProgress(done=done, total=total)),
        cancelled=call.cancelled,
    )
    return UpdateThingsAnswer(report=report)


@handles(ChangeThingRequest)
def _change(call: Call, request: ChangeThingRequest) -> ThingsAnswer:
    things = call.library.things
    match request.change:
        case "name":
            things.rename(request.thing, request.name)
        case "join":
            things.join(request.thing, request.others)
        case "part":
            things.part(request.thing, request.photos)
        case "icon" if request.photos:
            things.choose_icon(request.thing, request.photos[0])
    return ThingsAnswer(things=tuple(things.all()))
