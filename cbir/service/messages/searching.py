"""Searches, and the choices of the filters."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from cbir.base.types import Facets, PhotoId, Places, SearchOptions, SearchResult, Term
from cbir.service.bounds import Most


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchRequest:
    """Search. album : id of an album to open instead; it uses the options' order, and `top` for its less likely hits

    The photos of an opened album count as seen: none is new the next time. renewed : the album is already open, and
    its new photos stay new
    """

    terms: tuple[Term, ...]
    options: SearchOptions
    album: str = ""
    renewed: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class PartialResults:
    """The first hits, while the search continues."""

    result: SearchResult


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchAnswer:
    result: SearchResult


@dataclass(frozen=True, slots=True, kw_only=True)
class FacetsRequest:
    """Ask for the choices of the filters, with counts over the whole library, or only over `photos`."""

    photos: Annotated[tuple[PhotoId, ...] | None, Most(100_000)] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class FacetsAnswer:
    facets: Facets


@dataclass(frozen=True, slots=True, kw_only=True)
class PlacesRequest:
    """Ask which folders hold photos, and which keywords there are."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlacesAnswer:
    places: Places


Request = SearchRequest | FacetsRequest | PlacesRequest
Interim = PartialResults
Answer = SearchAnswer | FacetsAnswer | PlacesAnswer
