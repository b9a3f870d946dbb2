"""Answers without the places where photos were taken, for visitors who must not learn them.

Text that a person wrote stays: a caption or a keyword may name a place, and a search for its words finds the photo.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from cbir.base.errors import QueryUnusable
from cbir.base.types import Album, Filters, Hit, Listing, Metadata, SearchResult, Term
from cbir.service.messages import FacetsAnswer, MetadataAnswer, SearchAnswer

_NEAR = re.compile(r"(?<![A-Za-z])near:", re.IGNORECASE)
_REFUSED = (
    "This service leaves out where photos were taken, so that near: and filters by place are not answered."
)


def refuse_places(terms: Sequence[Term], filters: Filters) -> None:
    """Raise QueryUnusable for a search by place: its hits would reveal the hidden positions."""
    if names_place(terms, filters):
        raise QueryUnusable(_REFUSED)


def names_place(terms: Sequence[Term], filters: Filters) -> bool:
    return bool(filters.places) or any(_NEAR.search(term.text) for term in terms if term.text is not None)


def hides_place(album: Album) -> bool:
    """True if an album's search names a place."""
    return names_place(album.terms, album.filters)


def without_positions(answer: Any) -> Any:
    """The same answer, to any request, without positions and the towns derived from them."""
    match answer:
        case SearchAnswer():
            return replace(answer, result=_result(answer.result))
        case MetadataAnswer():
            return replace(answer, metadata=tuple(map(metadata_without_position, answer.metadata)))
        case FacetsAnswer():
            return replace(answer, facets=replace(answer.facets, towns=()))
    return answer


def metadata_without_position(metadata: Metadata | None) -> Metadata | None:
    if metadata is None:
        return None
    return replace(metadata, latitude=None, longitude=None, places=(), town=None)


def _result(result: SearchResult) -> SearchResult:
    hits = result.hits
    if isinstance(hits, Listing):
        return replace(result, hits=replace(hits, town_of=np.full(len(hits), -1, np.int8), towns=()))
    return replace(result, hits=tuple(map(_hit, hits)))


def _hit(hit: Hit) -> Hit:
    return replace(hit, town=None)
