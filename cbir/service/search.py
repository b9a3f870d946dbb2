"""Searches, and the choices of the filters."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

from cbir.base.errors import CbirError
from cbir.base.types import Completion, Facets, PhotoId, Places, SearchOptions, SearchResult, Term
from cbir.service.albums import wait_for_changes
from cbir.service.registry import (
    LONG,
    SHORT,
    Answer,
    Call,
    Declaration,
    Interim,
    Lane,
    Most,
    Request,
    handles,
)

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchAnswer(Answer):
    result: SearchResult


@dataclass(frozen=True, slots=True, kw_only=True)
class PartialResults(Interim):
    """The first hits, while the search continues."""

    result: SearchResult


@Declaration(
    answer=SearchAnswer,
    lane=Lane.SEARCH,
    interim=(PartialResults,),
    visitors=LONG,
    repeatable=True,
    lists_photos=True,
)
@dataclass(frozen=True, slots=True, kw_only=True)
class SearchRequest(Request):
    """Search. album : id of an album to open instead; it uses the options' order, and `top` for its less likely hits

    The photos of an opened album count as seen: none is new the next time. renewed : the album is already open, and
    its new photos stay new
    """

    terms: tuple[Term, ...]
    options: SearchOptions
    album: str = ""
    renewed: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class FacetsAnswer(Answer):
    facets: Facets


@Declaration(answer=FacetsAnswer, lane=Lane.CATALOG, visitors=SHORT, repeatable=True)
@dataclass(frozen=True, slots=True, kw_only=True)
class FacetsRequest(Request):
    """Ask for the choices of the filters, with counts over the whole library, or only over `photos`."""

    photos: Annotated[tuple[PhotoId, ...] | None, Most(100_000)] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PositionsAnswer(Answer):
    """photos : (n,) int64, ids. latitudes, longitudes : (n,) float64, degrees

    dated : (m,) int64, those of the photos that have a date. months : (m,) int64, 12 * year + month, from 0 in January
    """

    photos: NDArray[np.int64]
    latitudes: NDArray[np.float64]
    longitudes: NDArray[np.float64]
    dated: NDArray[np.int64]
    months: NDArray[np.int64]


@Declaration(answer=PositionsAnswer, lane=Lane.CATALOG, repeatable=True)
@dataclass(frozen=True, slots=True, kw_only=True)
class PositionsRequest(Request):
    """Ask for the positions of all photos that have one. A service on another computer does not tell them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlacesAnswer(Answer):
    places: Places


@Declaration(answer=PlacesAnswer, lane=Lane.CATALOG, visitors=SHORT, repeatable=True)
@dataclass(frozen=True, slots=True, kw_only=True)
class PlacesRequest(Request):
    """Ask which folders hold photos, and which keywords there are."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CompleteAnswer(Answer):
    completions: tuple[Completion, ...]


@Declaration(answer=CompleteAnswer, lane=Lane.LOOK, visitors=None, repeatable=True)
@dataclass(frozen=True, slots=True, kw_only=True)
class CompleteRequest(Request):
    """Ask what the end of a typed text may mean. Names that are not read yet are left out, not waited for."""

    text: str


@handles(SearchRequest)
def _search(call: Call, request: SearchRequest) -> SearchAnswer:
    """Search, or open an album, whose photos then count as seen."""
    library = call.library
    on_partial = (lambda part: call.tell(PartialResults(result=part))) if call.heard else None
    if not request.album:
        result = library.search(
            request.terms, request.options, cancelled=call.cancelled, on_partial=on_partial
        )
        return SearchAnswer(result=result)
    wait_for_changes(call)
    result = library.albums.search(
        request.album,
        request.options,
        cancelled=call.cancelled,
        on_partial=on_partial,
        renewed=request.renewed,
    )
    if result.album is not None and not request.renewed:
        try:
            library.albums.note_opened(request.album, result.album.members)
        except CbirError as error:  # still return the hits
            _log.warning("What was seen of an album is not kept: %s", error)
    return SearchAnswer(result=result)


@handles(FacetsRequest)
def _facets(call: Call, request: FacetsRequest) -> FacetsAnswer:
    return FacetsAnswer(facets=call.library.facets(request.photos))


@handles(PositionsRequest)
def _positions(call: Call, request: PositionsRequest) -> PositionsAnswer:
    rows, months = call.library.positions(), call.library.months_of_positions()
    return PositionsAnswer(
        photos=rows[:, 0].astype("int64"),
        latitudes=rows[:, 1].copy(),
        longitudes=rows[:, 2].copy(),
        dated=months[:, 0].copy(),
        months=months[:, 1].copy(),
    )


@handles(PlacesRequest)
def _places(call: Call, request: PlacesRequest) -> PlacesAnswer:
    return PlacesAnswer(places=call.library.places())


@handles(CompleteRequest)
def _complete(call: Call, request: CompleteRequest) -> CompleteAnswer:
    return CompleteAnswer(completions=tuple(call.library.complete(request.text, wait=False)))
