"""A request from another computer -> the library -> an answer that tells of no place on this one.

Only what reads is answered. A path is said as `folder/below/name.jpg`, from the folder on that was indexed; a folder to
search in comes as `//folder/below`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cbir.base.errors import QueryUnusable
from cbir.base.types import FacetCount, Filters, Listing, SearchResult, Term
from cbir.service.messages import (
    AlbumsAnswer,
    AlbumsRequest,
    Answer,
    CountAlbumAnswer,
    CountAlbumRequest,
    FacetsAnswer,
    FacetsRequest,
    HeatMapRequest,
    KeypointsAnswer,
    KeypointsRequest,
    LibraryAnswer,
    LibraryRequest,
    MetadataAnswer,
    MetadataRequest,
    PlacesAnswer,
    PlacesRequest,
    ReasonsRequest,
    SearchAnswer,
    SearchRequest,
    SharedWordsRequest,
    WrittenAnswer,
    WrittenRequest,
)
from cbir.service.reasons import answer_reason
from cbir.service.wire import packed, request_from_json

if TYPE_CHECKING:
    from cbir.library import Library

LONG = (
    SearchRequest
    | CountAlbumRequest
    | KeypointsRequest
    | ReasonsRequest
    | SharedWordsRequest
    | HeatMapRequest
)
SHORT = LibraryRequest | FacetsRequest | PlacesRequest | MetadataRequest | AlbumsRequest | WrittenRequest
_FOLDER_FIELD = re.compile(r"(?<![^\W_])in\s*:", re.IGNORECASE)
"""What keeps a core busy, and what takes moments: all that is answered to another computer but pictures."""
MOST_TERMS = 64
MOST_HITS = 1000
BELOW = "//"


def answer_visitor(
    library: Library,
    data: bytes,
    for_visitors: Callable[[str], str],
    cancelled: Callable[[], bool],
    *,
    long: bool,
) -> bytes:
    """Answer what came as JSON. long : whether it may keep a core busy. for_visitors : a sentence without places

    Raises CbirError; QueryUnusable where this is nothing that is answered to another computer.
    """
    request = request_from_json(data)
    if not isinstance(request, LONG if long else SHORT):
        raise QueryUnusable("The service does not answer this.")
    terms = getattr(request, "terms", ()) or [one for one in (getattr(request, "term", None),) if one]
    _check(terms)
    answer = _answer(library, request, for_visitors, cancelled)
    return packed(answer, lambda path: library.files.below_roots([path])[0])


def _check(terms: Sequence[Term]) -> None:
    if len(terms) > MOST_TERMS:
        raise QueryUnusable(f"A search takes {MOST_TERMS} terms, not {len(terms)}.")
    for term in terms:
        if term.path is not None:
            raise QueryUnusable("Send the picture itself: a path of another computer says nothing here.")
        if term.text is not None:
            check_words(term.text)


def check_words(text: str) -> None:
    """Words, and not a place on the disk, which hits would tell to be right. Raises QueryUnusable."""
    if _FOLDER_FIELD.search(text) and any(sign in text for sign in "/\\~"):
        raise QueryUnusable(
            "Name a folder by words of its name, such as in:holidays. Paths are not looked up here."
        )


def _answer(
    library: Library, request: Any, said: Callable[[str], str], cancelled: Callable[[], bool]
) -> Answer:
    match request:
        case SearchRequest():
            return SearchAnswer(result=_searched(library, request, said, cancelled))
        case CountAlbumRequest():
            return CountAlbumAnswer(count=library.albums.count(request.album, cancelled=cancelled))
        case KeypointsRequest():
            return KeypointsAnswer(keypoints=library.keypoints(request.term, cancelled))
        case ReasonsRequest() | SharedWordsRequest() | HeatMapRequest():
            return answer_reason(library, request, lambda _: None, cancelled)
        case LibraryRequest():
            return LibraryAnswer(info=_info(library))
        case FacetsRequest():
            facets = library.facets(request.photos)
            return FacetsAnswer(facets=replace(facets, folders=_folders(library, facets.folders)))
        case PlacesRequest():
            places = library.places()
            return PlacesAnswer(places=replace(places, folders=_folders(library, places.folders)))
        case MetadataRequest():
            marks = tuple(library.marks.of(request.photos))
            return MetadataAnswer(metadata=tuple(library.metadata(request.photos)), marks=marks)
        case WrittenRequest():
            written = library.text.places([request.photo], request.texts) if request.texts else {}
            return WrittenAnswer(
                lines=library.text.of(request.photo), places=tuple(written.get(request.photo, ()))
            )
        case _:
            if request.keep or request.removed:
                raise QueryUnusable("The service does not answer this.")
            # neither terms nor filters: they may name files and folders outside of the library
            kept = library.albums.all()
            return AlbumsAnswer(
                albums=tuple(replace(one, terms=(), labels=(), filters=Filters()) for one in kept)
            )


def _searched(
    library: Library, request: SearchRequest, said: Callable[[str], str], cancelled: Callable[[], bool]
) -> SearchResult:
    options = request.options
    if not 0 <= options.top <= MOST_HITS or options.skip < 0:
        raise QueryUnusable(f"A search gives {MOST_HITS} hits at most.")
    folders = [real for one in options.filters.folders for real in _real(library, one)]
    options = replace(options, filters=replace(options.filters, folders=tuple(folders)))
    if request.album:
        found = library.albums.search(request.album, options, cancelled=cancelled, renewed=True)
    else:
        found = library.search(request.terms, options, cancelled=cancelled)
    hits = found.hits
    if isinstance(hits, Listing):
        hits = replace(hits, folders=tuple(library.files.below_roots([*map(Path, hits.folders)])))
    return replace(found, hits=hits, notes=tuple(map(said, found.notes)))


def _info(library: Library) -> Any:
    info = library.info(sizes=False)
    return replace(
        info,
        folder=Path(),
        skipped=(),
        left_out=(),
        roots=tuple(replace(root, excluded=()) for root in info.roots),
        coverage=tuple(replace(one, skipped=()) for one in info.coverage),
    )


def _folders(library: Library, them: Sequence[FacetCount]) -> tuple[FacetCount, ...]:
    names = library.files.below_roots([Path(one.value) for one in them])
    return tuple(replace(one, value=BELOW + name) for one, name in zip(them, names, strict=True))


def _real(library: Library, folder: str) -> list[str]:
    """The folders that a name from outside stands for; words of a folder's name stay words."""
    if not folder.startswith(BELOW):
        if any(sign in folder for sign in "/\\~"):
            raise QueryUnusable("Name a folder by words of its name. Paths are not looked up here.")
        return [folder]
    first, _, rest = folder.removeprefix(BELOW).partition("/")
    if ".." in rest.split("/"):
        raise QueryUnusable("The library has no such folder.")
    real = [str(root / rest) for root in library.online() if root.name == first]
    if not real:
        raise QueryUnusable("The library has no such folder.")
    return real
