"""A query: its terms, its filters and the options of the search."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from cbir.base.types.photo import Orientation, PhotoId, Region

Weighting = Literal["hamming", "tfidf", "bm25"]
EngineName = Literal["auto", "match", "semantic", "metadata"]
Ingredient = Literal[
    "hamming",
    "burstiness",
    "wide",
    "verification",
    "patience",
    "nearest",
    "mirror",
    "guided",
    "photos",
    "expansion",
]
"""Parts of comparing pictures that a search can leave out, to measure what each is worth.

hamming : signatures; without them visual words count by tf-idf. burstiness : the root over a word's matches
wide : the second ranking. verification : all comparing. patience : comparisons after the tenth failure while
    nothing verifies. nearest, mirror, guided, photos, expansion : stages (cbir/search/stages/street.py)
"""
SortKey = Literal["score", "date", "name", "size"]
ListOrder = Literal["score", "date", "added", "name", "size", "folder", "camera", "rating"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Term:
    """One part of a query: exactly one of path, data, photo and text is set.

    marked : a hit that was called right, or wrong by its sign: the search learns from it, and asks nothing of a photo
        for its sake. It is a whole picture
    """

    path: Path | None = None
    data: bytes | None = None  # an encoded picture: pasted, or dropped without a file
    photo: PhotoId | None = None  # a photo of the library
    text: str | None = None
    region: Region | None = None
    sign: Literal[1, -1] = 1
    weight: float = 1.0
    marked: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Filters:
    """What a hit must satisfy beside the terms; an empty field asks for nothing.

    folders : any of them; each a path, or words of a folder's name
    taken_from, taken_to : `2019`, `2019-07` or `2019-07-14`, both inclusive
    cameras, formats : any of them; a camera by the beginning of a word of its make or model
    min_rating : stars, 0 to 5
    keywords : all of them
    places : near any of them; each as `near:` takes it, such as `Lisbon` or `38.7,-9.1~5km`
    """

    folders: tuple[str, ...] = ()
    taken_from: str | None = None
    taken_to: str | None = None
    cameras: tuple[str, ...] = ()
    min_rating: int | None = None
    orientation: Orientation | None = None
    min_megapixels: float | None = None
    formats: tuple[str, ...] = ()
    keywords: tuple[str, ...] = ()
    places: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Album:
    """A search under a name, whose photos follow what the library holds; without terms and filters, a hand's choice.

    labels : the words that stand for each term
    id : made by whoever keeps it first; the library has what was said and seen of its photos under it
    """

    name: str
    terms: tuple[Term, ...] = ()
    labels: tuple[str, ...] = ()
    filters: Filters = Filters()
    engine: EngineName = "auto"
    id: str = ""

    @property
    def searches(self) -> bool:
        """Whether it asks for anything; else it has what was put in by hand."""
        return bool(self.terms) or self.filters != Filters()

    @property
    def has_picture(self) -> bool:
        return any(term.text is None for term in self.terms)


SavedSearch = Album  # its name before


@dataclass(frozen=True, slots=True, kw_only=True)
class AlbumCount:
    """photos : in an album. new : of these, since it was last opened"""

    photos: int
    new: int


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgedQuery:
    """A search some of whose hits somebody called right or wrong.

    grades : of photos that are in the library, by path; 0: wrong, the higher the better
    own : the photo that it asked with, where that is one of the library
    """

    terms: tuple[Term, ...]
    labels: tuple[str, ...]
    grades: tuple[tuple[Path, int], ...]
    own: Path | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class FacetCount:
    """A choice of a filter, and how many photos of the library it has."""

    value: str
    photos: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Facets:
    """What filters can choose from; each choice of a facet has at least one photo."""

    folders: tuple[FacetCount, ...] = ()  # paths
    cameras: tuple[FacetCount, ...] = ()
    formats: tuple[FacetCount, ...] = ()
    ratings: tuple[FacetCount, ...] = ()
    orientations: tuple[FacetCount, ...] = ()
    years: tuple[FacetCount, ...] = ()
    towns: tuple[FacetCount, ...] = ()  # that photos are named after, with how many lie near them


@dataclass(frozen=True, slots=True, kw_only=True)
class Places:
    """Where photos are. folders : each that holds some itself, by path. keywords : the most frequent first"""

    folders: tuple[FacetCount, ...] = ()
    keywords: tuple[FacetCount, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchOptions:
    """top : hits of a page. skip : hits before it

    sort : of the best skip + top hits, those before the page included
    without : ingredients of the match engine to leave out, for measuring what each is worth
    nprobe : lists of a trained vector index to look into; None leaves it to the library
    look_harder : whether the best photos of which nothing is proven are looked at again, from their files, which takes
        seconds; None: where nothing at all is proven
    expand : whether the first hits are taken for right, unseen, and searched with once more: blind feedback
    look_again : whether hits that show the same thing, or on which typed words are written, are looked with for more;
        only what they bring comes later
    listed : where names and metadata alone decide, all photos that fit as a Listing in this order (`size` in pixels),
        and no page of them. backwards : the other way round; what has no value stays last
    """

    top: int = 10
    skip: int = 0
    sort: SortKey = "score"
    engine: EngineName = "auto"
    weighting: Weighting = "hamming"
    mirror: bool = False
    without: frozenset[Ingredient] = frozenset()
    filters: Filters = Filters()
    nprobe: int | None = None
    listed: ListOrder | None = None
    backwards: bool = False
    look_harder: bool | None = None
    look_again: bool = False
    expand: bool = False
