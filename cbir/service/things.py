"""Things: what several photos show together; to find them, and what a person says of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from cbir.base.types import PhotoId, Thing, ThingReport
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
        case "icon":
            things.choose_icon(request.thing, request.photos[0])
    return ThingsAnswer(things=tuple(things.all()))
