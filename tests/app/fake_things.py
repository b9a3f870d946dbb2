"""The things of a fake library."""

from dataclasses import dataclass, field, replace
from pathlib import Path

from cbir.base.types import PhotoId, Thing, ThingPhoto, ThingReport
from cbir.service import (
    ChangeThingRequest,
    ThingsAnswer,
    ThingsRequest,
    UpdateThingsAnswer,
    UpdateThingsRequest,
)


def thing(id, name="", photos=3):
    shown = tuple(
        ThingPhoto(photo=PhotoId(10 * id + at), path=Path(f"/photos/{id} {at}.jpg")) for at in range(photos)
    )
    return Thing(id=id, name=name, icon=shown[0].photo, photos=shown)


@dataclass
class FakeThings:
    things: tuple[Thing, ...] = ()
    found: tuple[Thing, ...] = field(default_factory=lambda: (thing(1), thing(2)))

    def answer(self, request):
        if isinstance(request, ThingsRequest):
            return ThingsAnswer(things=self.things)
        if isinstance(request, UpdateThingsRequest):
            self.things = self.found
            photos = sum(len(thing.photos) for thing in self.things)
            return UpdateThingsAnswer(
                report=ThingReport(compared=9, left=0, skipped=0, things=len(self.things), photos=photos)
            )
        if isinstance(request, ChangeThingRequest):
            return self._change(request)
        return None

    def _change(self, request):
        if request.change == "name":
            self.things = tuple(
                replace(thing, name=request.name) if thing.id == request.thing else thing
                for thing in self.things
            )
        if request.change == "join":
            others = [thing for thing in self.things if thing.id in request.others]
            photos = sum((thing.photos for thing in others), ())
            self.things = tuple(
                replace(thing, photos=thing.photos + photos) if thing.id == request.thing else thing
                for thing in self.things
                if thing not in others
            )
        return ThingsAnswer(things=self.things)
