"""All views of a thing laid over one of them: which, each as a picture, and all as a film."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from cbir.base.types import PhotoId, ThingView, ThingViews
from cbir.service.maintenance import MaintenanceProgress
from cbir.service.pictures import PictureAnswer
from cbir.service.registry import Answer, Call, Declaration, Lane, Most, Request, handles


@dataclass(frozen=True, slots=True, kw_only=True)
class ViewsAnswer(Answer):
    views: ThingViews


@Declaration(answer=ViewsAnswer, lane=Lane.LOOK, repeatable=True)
@dataclass(frozen=True, slots=True, kw_only=True)
class ViewsRequest(Request):
    """Ask for the views of a thing. anchor : the photo below the others; None: the one that represents the thing"""

    thing: int
    anchor: PhotoId | None = None


@Declaration(answer=PictureAnswer, lane=Lane.LOOK, repeatable=True)
@dataclass(frozen=True, slots=True, kw_only=True)
class ViewFrameRequest(Request):
    """Ask for a view laid over the anchor."""

    view: ThingView
    anchor: PhotoId
    max_side_px: Annotated[int, Most(2048)] = 1280


@dataclass(frozen=True, slots=True, kw_only=True)
class FilmAnswer(Answer):
    """views : number of those in the film"""

    views: int


@Declaration(answer=FilmAnswer, lane=Lane.LOOK, interim=(MaintenanceProgress,))
@dataclass(frozen=True, slots=True, kw_only=True)
class FilmRequest(Request):
    """Write views as a film. file : .gif or .mp4; an existing one is replaced"""

    views: ThingViews
    file: Path


@handles(ViewsRequest)
def _views(call: Call, request: ViewsRequest) -> ViewsAnswer:
    return ViewsAnswer(
        views=call.library.things.views(request.thing, request.anchor, cancelled=call.cancelled)
    )


@handles(ViewFrameRequest)
def _frame(call: Call, request: ViewFrameRequest) -> PictureAnswer:
    from cbir.library import view_frame

    frame = view_frame(call.library, request.view, request.anchor, request.max_side_px)
    return PictureAnswer(pixels=frame.pixels, full_size=frame.full_size)


@handles(FilmRequest)
def _film(call: Call, request: FilmRequest) -> FilmAnswer:
    from cbir.library import write_film

    views = write_film(
        call.library,
        request.views,
        request.file,
        progress=lambda done, total: call.tell(MaintenanceProgress(done=done, total=total)),
        cancelled=call.cancelled,
    )
    return FilmAnswer(views=views)
