"""Searches, saved ones too, and what the filters can choose from."""

from __future__ import annotations

from dataclasses import dataclass

from cbir.base.types import Facets, PhotoId, Places, SavedSearch, SearchOptions, SearchResult, Term


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchRequest:
    terms: tuple[Term, ...]
    options: SearchOptions


@dataclass(frozen=True, slots=True, kw_only=True)
class PartialResults:
    """The first hits that are known, while the search goes on."""

    result: SearchResult


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchAnswer:
    result: SearchResult


@dataclass(frozen=True, slots=True, kw_only=True)
class CountRequest:
    """Ask how many photos a query finds. Searches wait for it: cancel it when one is wanted."""

    terms: tuple[Term, ...]
    options: SearchOptions


@dataclass(frozen=True, slots=True, kw_only=True)
class CountAnswer:
    """photos : verified or strong ones; for words alone also those whose names and metadata fit"""

    photos: int


@dataclass(frozen=True, slots=True, kw_only=True)
class FacetsRequest:
    """Ask what filters can choose from, with counts over the whole library, or over some photos alone."""

    photos: tuple[PhotoId, ...] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class FacetsAnswer:
    facets: Facets


@dataclass(frozen=True, slots=True, kw_only=True)
class PlacesRequest:
    """Ask which folders hold photos, and which keywords there are."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlacesAnswer:
    places: Places


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchesRequest:
    """Ask for the saved searches; `replace` puts others in their place first."""

    replace: tuple[SavedSearch, ...] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchesAnswer:
    searches: tuple[SavedSearch, ...]


Request = SearchRequest | CountRequest | FacetsRequest | PlacesRequest | SearchesRequest
Interim = PartialResults
Answer = SearchAnswer | CountAnswer | FacetsAnswer | PlacesAnswer | SearchesAnswer
