"""Searches, and the choices of the filters."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from cbir.base.types import Facets, PhotoId, Places, SearchOptions, SearchResult, Term
from cbir.service.registry import LONG, SHORT, Answer, Declaration, Interim, Lane, Most, Request


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
class PlacesAnswer(Answer):
    places: Places


@Declaration(answer=PlacesAnswer, lane=Lane.CATALOG, visitors=SHORT, repeatable=True)
@dataclass(frozen=True, slots=True, kw_only=True)
class PlacesRequest(Request):
    """Ask which folders hold photos, and which keywords there are."""
