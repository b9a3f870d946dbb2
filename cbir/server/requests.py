"""Addresses and bodies of requests -> queries to the library; FastAPI checks and describes them."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Annotated, Literal

from fastapi import Depends, Path, Query
from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from cbir.base.errors import QueryUnusable
from cbir.base.types import EngineName, Flag, PhotoId, Region, SearchOptions, Term
from cbir.service import check_texts

_MAX_PAGE = 200
_MAX_ID = 2**31 - 1

Text = Annotated[str, StringConstraints(min_length=1, max_length=500)]
Name = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=500)]
PhotoArgument = Annotated[int, Path(ge=0, le=_MAX_ID)]
AlbumArgument = Annotated[str, Path(max_length=100)]
RegionArgument = Annotated[
    str | None,
    Query(
        pattern=r"^\d{1,6}(\.\d{1,3})?(,\d{1,6}(\.\d{1,3})?){3}$",
        description="X,Y,W,H: a part of the first picture, in pixels of the upright picture.",
    ),
]
TopArgument = Annotated[int, Query(ge=1, le=_MAX_PAGE, description="Photos per page.")]
SkipArgument = Annotated[int, Query(ge=0, le=100_000, description="Photos on the pages before.")]


class Body(BaseModel):
    """The JSON body of a request; an unknown name is reported as an error."""

    model_config = ConfigDict(extra="forbid")


class Rating(Body):
    """0 to 5 stars, -1 for rejected, null for the rating in the file."""

    rating: Annotated[int, Field(ge=-1, le=5)] | None


class Flagged(Body):
    """pick, reject, or null for neither."""

    flag: Flag | None


class Label(Body):
    """Red, Yellow, Green, Blue, Purple or any other text; empty for none, null for the label in the file."""

    label: Annotated[str, StringConstraints(max_length=500)] | None


class Keywords(Body):
    add: list[Text] = Field(default_factory=list, max_length=50)
    remove: list[Text] = Field(default_factory=list, max_length=50)


class NewAlbum(Body):
    """text, photos : the search that the album follows; without any, its photos are added by hand."""

    name: Name
    text: list[Text] = Field(default_factory=list, max_length=8)
    photos: list[Annotated[int, Field(ge=0, le=_MAX_ID)]] = Field(default_factory=list, max_length=8)


class Correction(Body):
    """add, remove : photos to add or remove by hand. undo : photos to leave to the search again"""

    add: list[Annotated[int, Field(ge=0, le=_MAX_ID)]] = Field(default_factory=list, max_length=1000)
    remove: list[Annotated[int, Field(ge=0, le=_MAX_ID)]] = Field(default_factory=list, max_length=1000)
    undo: list[Annotated[int, Field(ge=0, le=_MAX_ID)]] = Field(default_factory=list, max_length=1000)


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchQuery:
    """The query of a search's address."""

    texts: tuple[str, ...]
    photos: tuple[PhotoId, ...]
    region: Region | None
    options: SearchOptions


def read_query(
    text: Annotated[list[Text] | None, Query(max_length=8, description="Words and fields.")] = None,
    photo: Annotated[
        list[Annotated[int, Field(ge=0, le=_MAX_ID)]] | None, Query(max_length=8, description="A photo's id.")
    ] = None,
    region: RegionArgument = None,
    engine: Literal["auto", "match", "semantic", "metadata"] = "auto",
    top: TopArgument = 20,
    skip: SkipArgument = 0,
    mirror: Annotated[bool, Query(description="Find mirrored copies too.")] = False,
    look_harder: Annotated[
        bool, Query(description="Compare the best photos' files, which takes seconds.")
    ] = False,
) -> SearchQuery:
    name: EngineName = engine
    return SearchQuery(
        texts=tuple(text or ()),
        photos=tuple(map(PhotoId, photo or ())),
        region=None if region is None else read_region(region),
        options=SearchOptions(
            top=top, skip=skip, engine=name, mirror=mirror, look_harder=look_harder, people=False
        ),
    )


QueryArgument = Annotated[SearchQuery, Depends(read_query)]


def terms_of(query: SearchQuery, data: bytes | None) -> list[Term]:
    """The terms of a query. The region frames the upload, or the first photo if there is none."""
    terms = [] if data is None else [Term(data=data, region=query.region)]
    for number, photo in enumerate(query.photos):
        framed = query.region if data is None and number == 0 else None
        terms.append(Term(photo=photo, region=framed))
    if query.region is not None and not terms:
        raise QueryUnusable("A region frames a part of a picture: send one, or name a photo.")
    check_texts(*query.texts)
    terms.extend(Term(text=text) for text in query.texts)
    if not terms:
        raise QueryUnusable("There is nothing to search for. Give text, photo, or a picture as the body.")
    return terms


def read_region(text: str) -> Region:
    x, y, width, height = map(float, text.split(","))
    if not (width > 0 and height > 0 and math.isfinite(x + y)):
        raise QueryUnusable("A region needs a width and a height above 0: X,Y,W,H.")
    return (x, y, width, height)
