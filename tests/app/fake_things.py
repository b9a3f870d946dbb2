"""The things of a fake library."""

from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np

from cbir.base.types import Accepted, Offer, PhotoId, Thing, ThingPhoto, ThingReport, ThingView, ThingViews
from cbir.service import (
    AcceptedAnswer,
    AcceptOffersRequest,
    ChangeThingRequest,
    DismissedAnswer,
    DismissOffersRequest,
    FilmAnswer,
    FilmRequest,
    OffersAnswer,
    OffersRequest,
    PictureAnswer,
    TakeBackRequest,
    TakenBackAnswer,
    ThingsAnswer,
    ThingsRequest,
    UpdateThingsAnswer,
    UpdateThingsRequest,
    ViewFrameRequest,
    ViewsAnswer,
    ViewsRequest,
)


def thing(id, name="", photos=3):
    shown = tuple(
        ThingPhoto(photo=PhotoId(10 * id + at), path=Path(f"/photos/{id} {at}.jpg")) for at in range(photos)
    )
    return Thing(id=id, name=name, icon=shown[0].photo, photos=shown)


def offer(thing, at=0, source=2, kind="keyword", text="castle", points=40, **place):
    of, having = thing.photos[at], thing.photos[source]
    return Offer(
        thing=thing.id,
        kind=kind,
        text=text,
        photo=of.photo,
        path=of.path,
        source=having.photo,
        source_path=having.path,
        points=points,
        **place,
    )


@dataclass
class FakeThings:
    things: tuple[Thing, ...] = ()
    offers: tuple[Offer, ...] = ()
    dismissed: tuple[Offer, ...] = ()
    steps: list[tuple[Offer, ...]] = field(default_factory=list)
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
        if isinstance(request, OffersRequest):
            things = request.things or tuple(thing.id for thing in self.things)
            offers = self.dismissed if request.dismissed else self.offers
            return OffersAnswer(offers=tuple(offer for offer in offers if offer.thing in things))
        if isinstance(request, ViewsRequest):
            return ViewsAnswer(views=self._views(request.thing))
        if isinstance(request, ViewFrameRequest):
            pixels = np.full((60, 80, 3), 10 * (request.view.photo % 10), np.uint8)
            return PictureAnswer(pixels=pixels, full_size=(800, 600))
        if isinstance(request, FilmRequest):
            return FilmAnswer(views=len(request.views.views))
        if isinstance(request, DismissOffersRequest):
            self._dismiss(request)
            return DismissedAnswer(offers=len(request.offers))
        if isinstance(request, AcceptOffersRequest):
            self.steps.append(request.offers)
            self.offers = tuple(offer for offer in self.offers if offer not in request.offers)
            count = len(request.offers)
            return AcceptedAnswer(accepted=Accepted(step=len(self.steps), offers=count, photos=count))
        if isinstance(request, TakeBackRequest):
            self.offers = (*self.steps[request.step - 1], *self.offers)
            return TakenBackAnswer(photos=1)
        if isinstance(request, ChangeThingRequest):
            return self._change(request)
        return None

    def _views(self, number):
        (shown,) = [thing for thing in self.things if thing.id == number]
        views = tuple(
            ThingView(
                photo=photo.photo,
                path=photo.path,
                taken_at=f"201{at}-05-01",
                transform=(1, 0, 0, 0, 1, 0, 0, 0, 1),
            )
            for at, photo in enumerate(shown.photos)
        )
        return ThingViews(thing=number, anchor=shown.icon, views=views, left_out=1)

    def _dismiss(self, request):
        offers = [*self.offers, *self.dismissed]
        dismissed = {*self.dismissed, *request.offers}
        if not request.dismissed:
            dismissed -= set(request.offers)
        self.dismissed = tuple(offer for offer in offers if offer in dismissed)
        self.offers = tuple(offer for offer in offers if offer not in dismissed)

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
