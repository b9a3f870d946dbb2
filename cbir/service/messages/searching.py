"""Searches, and what the filters can choose from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from cbir.base.types import Facets, PhotoId, Places, SearchOptions, SearchResult, Term
from cbir.service.bounds import Most


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchRequest:
    """Search. album : open this one instead, by its id; of the options it takes the order, and `top` of the rest

    What an album has then was seen: none of it is new the next time. renewed : it is open, and nothing of that changes
    """

    terms: tuple[Term, ...]
    options: SearchOptions
    album: str = ""
    renewed: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class PartialResults:
    """The first hits that are known, while the search goes on."""

    result: SearchResult


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchAnswer:
    result: SearchResult


@dataclass(frozen=True, slots=True, kw_only=True)
class FacetsRequest:
    """Ask what filters can choose from, with counts over the whole library, or over some photos alone."""

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
