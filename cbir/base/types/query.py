"""A query: its terms, its filters and the options of the search."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from cbir.base.types.photo import Color, Flag, Orientation, PhotoId, Region

Weighting = Literal["hamming", "tfidf", "bm25"]
EngineName = Literal["auto", "match", "semantic", "metadata"]
NndrReach = Literal["auto", "library", "shortlist"]
"""The photos whose details are compared for the nearest: of the shortlist, or of the whole library too; auto: of the
whole library if an index of its details was built."""
Ingredient = Literal[
    "hamming",
    "burstiness",
    "wide",
    "verification",
    "patience",
    "nearest",
    "mirror",
    "guided",
    "whole",
    "learned",
    "expansion",
    "library",
]
"""Parts of comparing pictures that a search can leave out, to measure what each is worth.

hamming : signatures; without them visual words count by tf-idf. burstiness : the root over a word's matches
wide : the second ranking. verification : all comparing. patience : comparisons after the tenth failure while
    nothing verifies
library, nearest, mirror, guided, whole, learned, expansion : stages (cbir/search/stages/pipeline.py)
"""
SortKey = Literal["score", "date", "name", "size"]
ListOrder = Literal["score", "date", "added", "name", "size", "folder", "camera", "rating"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Term:
    """A part of a query: exactly one of path, data, photo and text is set.

    marked : a hit that a person judged right, or wrong if the sign is negative. The search learns from it, but photos
        need not match it. It is a whole picture
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
    """Conditions for hits, in addition to the terms. An empty field means no condition.

    folders : any of these; each a path, or words of a folder's name
    taken_from, taken_to : `2019`, `2019-07` or `2019-07-14`, both inclusive
    cameras, formats : any of these; a camera by the beginning of a word of its make or model
    min_rating : stars, 0 to 5. flag : picks, or rejects. label : a colour label, or any other
    keywords : all of these
    places : near any of these; each in the form of `near:`, such as `Lisbon` or `38.7,-9.1~5km`
    lenses : any of these, by beginnings of the words of its name
    colors : all of these, each with a visible share
    iso, aperture, shutter, focal : values of the fields of these names: `<=800`, `<2.8`, `1/60..1/250`, `24..70`
    """

    folders: tuple[str, ...] = ()
    taken_from: str | None = None
    taken_to: str | None = None
    cameras: tuple[str, ...] = ()
    min_rating: int | None = None
    flag: Flag | None = None
    label: str | None = None
    orientation: Orientation | None = None
    min_megapixels: float | None = None
    formats: tuple[str, ...] = ()
    keywords: tuple[str, ...] = ()
    places: tuple[str, ...] = ()
    lenses: tuple[str, ...] = ()
    iso: str | None = None
    aperture: str | None = None
    shutter: str | None = None
    focal: str | None = None
    colors: tuple[Color, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Album:
    """A named search, whose photos follow the library; without terms and filters, a selection by hand.

    labels : a text for each term, to show. id : created with the album; the library stores corrections and seen photos
        under it
    """

    name: str
    terms: tuple[Term, ...] = ()
    labels: tuple[str, ...] = ()
    filters: Filters = Filters()
    engine: EngineName = "auto"
    id: str = ""

    @property
    def searches(self) -> bool:
        """True if it has a search; otherwise its photos are added by hand."""
        return bool(self.terms) or self.filters != Filters()

    @property
    def has_picture(self) -> bool:
        return any(term.text is None for term in self.terms)


SavedSearch = Album  # its former name


@dataclass(frozen=True, slots=True, kw_only=True)
class AlbumCount:
    """photos : in an album. new : added since it was last opened"""

    photos: int
    new: int


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgedQuery:
    """A search with hits that were judged right or wrong.

    grades : of photos in the library, by path; 0: wrong, the higher the better
    own : the query photo, if it is in the library
    """

    terms: tuple[Term, ...]
    labels: tuple[str, ...]
    grades: tuple[tuple[Path, int], ...]
    own: Path | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class FacetCount:
    """A choice of a filter, and the number of its photos in the library."""

    value: str
    photos: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Facets:
    """Choices of the filters; each choice has at least one photo."""

    folders: tuple[FacetCount, ...] = ()  # paths
    cameras: tuple[FacetCount, ...] = ()
    formats: tuple[FacetCount, ...] = ()
    ratings: tuple[FacetCount, ...] = ()
    orientations: tuple[FacetCount, ...] = ()
    years: tuple[FacetCount, ...] = ()
    towns: tuple[FacetCount, ...] = ()  # with the number of photos near each
    lenses: tuple[FacetCount, ...] = ()
    isos: tuple[FacetCount, ...] = ()  # ranges as in Filters, like the three after it
    apertures: tuple[FacetCount, ...] = ()
    shutters: tuple[FacetCount, ...] = ()
    focals: tuple[FacetCount, ...] = ()
    colors: tuple[FacetCount, ...] = ()  # in the order of COLORS
    flags: tuple[FacetCount, ...] = ()
    labels: tuple[FacetCount, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Places:
    """Folders and keywords of photos. folders : that contain photos directly, by path. keywords : by frequency"""

    folders: tuple[FacetCount, ...] = ()
    keywords: tuple[FacetCount, ...] = ()


CompletionKind = Literal["keyword", "person", "place", "date", "album", "camera", "folder", "value", "field"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Completion:
    """A suggestion while a person types.

    name : to show. text : the whole query with it. photos : that have it; None if it was not counted
    value : what a field can have, such as a colour. field : one of the query syntax, such as `near:`
    """

    kind: CompletionKind
    name: str
    text: str
    photos: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchOptions:
    """Options of a search. top : hits on a page. skip : hits before it

    sort : order of the best skip + top hits, including the hits before the page
    without : ingredients of the match engine to leave out, to measure their worth
    k1, b : of the weighting bm25: saturation of counts, and correction for the number of features; None: 1.2 and 0.75
    nprobe : lists of a trained vector index to search; None: the library's choice
    nndr : number of photos to search for nearest neighbours of details
    nndr_ratio : of a match, the largest distance to the nearest over that to the second nearest; None: Lowe's 0.8
    look_harder : compare the best unproven photos again, from their files, which takes seconds; None: only if nothing
        is proven
    own : photos of the library that are part of the query may be hits, too
    expand : assume that the first hits are right, and search again with them: blind relevance feedback
    look_again : search for more with hits that show the same thing, or on which typed words are written; the additional
        hits come later
    leave_out : photos that the search treats as if they were not there, to measure its answer without them; a query
        with pictures
    people : search for faces and confirmed names; False for visitors who may not see them
    positions : search where photos were taken; False for visitors who may not learn it
    learned_order : order hits by weights that judgements taught; None: if the library's are switched on
    forgiving : leave fields out that are unfinished or wrong, and say so, instead of refusing the search
    listed : if only names and metadata decide, return all matching photos as a Listing in this order (`size` in
        pixels) instead of a page. backwards : reverse the order; photos without a value stay last
    """

    top: int = 10
    skip: int = 0
    sort: SortKey = "score"
    engine: EngineName = "auto"
    weighting: Weighting = "hamming"
    k1: float | None = None
    b: float | None = None
    mirror: bool = False
    without: frozenset[Ingredient] = frozenset()
    filters: Filters = Filters()
    nprobe: int | None = None
    nndr: NndrReach = "auto"
    nndr_ratio: float | None = None
    listed: ListOrder | None = None
    backwards: bool = False
    look_harder: bool | None = None
    look_again: bool = False
    own: bool = False
    expand: bool = False
    leave_out: frozenset[PhotoId] = frozenset()
    forgiving: bool = False
    people: bool = True
    positions: bool = True
    learned_order: bool | None = None
