"""A request from another computer -> the library -> an answer that reveals no path of this computer.

Visitors may read, and may change marks, albums and judgements; the photos' files never change. They see no faces.
Those with that right find photos by confirmed names; others do not, and are not told any. A path is sent as
`folder/below/name.jpg`, starting with the indexed folder; a folder to search in arrives as `//folder/below`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from cbir.base.errors import QueryUnusable
from cbir.base.messages import Message
from cbir.base.types import (
    Album,
    FacetCount,
    Filters,
    Hit,
    LibraryInfo,
    Listing,
    Metadata,
    SearchResult,
    Term,
)
from cbir.service.albums import AlbumsAnswer, AlbumsRequest, CountAlbumRequest
from cbir.service.maintenance import LibraryAnswer, LibraryRequest
from cbir.service.marks import FlagRequest, KeywordRequest, LabelRequest, RateRequest, SuggestRequest
from cbir.service.measuring import JudgeRequest
from cbir.service.pictures import MetadataAnswer
from cbir.service.reasons import ReasonsAnswer
from cbir.service.registry import Answer, Call, Request, Visit, answer, visit_of
from cbir.service.search import FacetsAnswer, PlacesAnswer, SearchAnswer, SearchRequest
from cbir.service.wire import packed, request_from_json

if TYPE_CHECKING:
    from cbir.library import Library

_FOLDER_FIELD = re.compile(r"(?<![^\W_])in\s*:", re.IGNORECASE)
MOST_PICTURES = 8  # in a request: each is decoded
MOST_TYPED = 4000  # letters in all texts of a request
MOST_WORDS = 256
MOST_HITS = 1000
MOST_LETTERS = 500  # of a keyword or a name
MOST_SUGGESTED = 50
MOST_STARS = 5
BELOW = "//"
_NEAR = re.compile(r"(?<![A-Za-z])(?:near|country|region):", re.IGNORECASE)
_REFUSED = Message(
    "This service leaves out where photos were taken, so near: and filters by place don't work."
)
_HIDDEN = Message(
    "The search of this album names a file or a folder of the other computer. Its administrator can do this."
)


def answer_visitor(
    library: Library,
    data: bytes,
    visits: Visit,
    for_visitors: Callable[[Message], Message],
    cancelled: Callable[[], bool],
    *,
    may_write: bool,
    originals: bool,
    positions: bool,
    people: bool = False,
) -> bytes:
    """Answer a request in JSON.

    visits : LONG, SHORT or MARKS; the request must be asked so. for_visitors : removes paths from a sentence
    may_write, originals : rights of the visitor, included in answers about the library
    positions : include where photos were taken. people : find photos by confirmed faces, and name these
    Raises CbirError; QueryUnusable for a request that is not answered to other computers.
    """
    request = request_from_json(data)
    visit = visit_of(request)
    if visit is None or visit not in visits:
        raise QueryUnusable("The service does not offer this.")
    _check(getattr(request, "terms", ()) or [term for term in (getattr(request, "term", None),) if term])
    check_texts(*getattr(request, "texts", ()))
    if not positions:
        _refuse_places(request)
    if isinstance(request, AlbumsRequest):
        final: Answer = keep_albums(library, request, positions=positions)
    else:
        final = answer(
            Call(library, cancelled), _admitted(library, request, people=people, positions=positions)
        )
    final = _shown(library, final, for_visitors)
    if isinstance(final, ReasonsAnswer) and not people:
        final = replace(final, fields=tuple(match for match in final.fields if match.field != "people"))
    if isinstance(final, LibraryAnswer):
        final = replace(final, info=replace(final.info, read_only=not may_write, originals=originals))
    if not positions:
        final = without_positions(final)
    return packed(final, lambda path: library.files.below_roots([path])[0])


def _refuse_places(request: Any) -> None:
    filters = request.options.filters if isinstance(request, SearchRequest) else Filters()
    refuse_places(getattr(request, "terms", ()), filters)
    for album in request.keep if isinstance(request, AlbumsRequest) else ():
        refuse_places(album.terms, album.filters)


def _hidden(album: Album) -> Album:
    return replace(album, terms=(), labels=(), filters=Filters())


def _admitted(library: Library, request: Request, *, people: bool, positions: bool) -> Request:
    """A request within what visitors may ask, with the folders of this computer. Raises QueryUnusable."""
    match request:
        case SearchRequest():
            options = request.options
            if not 0 <= options.top <= MOST_HITS or options.skip < 0:
                raise QueryUnusable("A search gives {0} hits at most.", MOST_HITS)
            filters = real_folders(library, options.filters)
            options = replace(options, filters=filters, people=people, positions=positions)
            return replace(request, options=options, renewed=True)
        case CountAlbumRequest():
            return replace(request, people=people, positions=positions)
        case SuggestRequest():
            return replace(request, top=min(max(request.top, 0), MOST_SUGGESTED))
        case LibraryRequest():
            return LibraryRequest(sizes=False)
        case JudgeRequest() if request.photos and len(request.labels) != len(request.terms):
            raise QueryUnusable("The service does not know this request.")
        case RateRequest() | KeywordRequest() | FlagRequest() | LabelRequest():
            _check_marks(request)
            for photo in request.photos:
                library.files.of(photo)  # raises if there is no such photo
            return replace(request, sidecar=False)
    return request


def _check_marks(request: RateRequest | KeywordRequest | FlagRequest | LabelRequest) -> None:
    if isinstance(request, RateRequest):
        if request.rating is not None and not -1 <= request.rating <= MOST_STARS:
            raise QueryUnusable("A rating is 0 to {0}, or -1.", MOST_STARS)
    elif isinstance(request, LabelRequest):
        if len(request.label or "") > MOST_LETTERS:
            raise QueryUnusable("A label has at most {0} letters.", MOST_LETTERS)
    elif isinstance(request, KeywordRequest) and any(
        not 0 < len(word) <= MOST_LETTERS for word in (*request.add, *request.remove)
    ):
        raise QueryUnusable("A keyword has 1 to {0} letters.", MOST_LETTERS)


def _check(terms: Sequence[Term]) -> None:
    if any(term.path is not None for term in terms):
        raise QueryUnusable("Send the picture itself: paths of other computers can't be read here.")
    if sum(term.data is not None for term in terms) > MOST_PICTURES:
        raise QueryUnusable("Send {0} pictures at once at most.", MOST_PICTURES)
    check_texts(*(term.text for term in terms if term.text is not None))


def check_texts(*texts: str) -> None:
    """Raise QueryUnusable for texts that are too long for one search, or that name a path.

    Hits for a path would reveal that it exists on this disk.
    """
    if sum(map(len, texts)) > MOST_TYPED or sum(len(text.split()) for text in texts) > MOST_WORDS:
        raise QueryUnusable(
            "A search takes {0} letters and {1} words at most.", f"{MOST_TYPED:,}", MOST_WORDS
        )
    for text in texts:
        if _FOLDER_FIELD.search(text) and any(sign in text for sign in "/\\~"):
            raise QueryUnusable(
                "Name a folder by words of its name, such as in:holidays. Paths are not looked up here."
            )


def _shown(library: Library, answer: Answer, for_visitors: Callable[[Message], Message]) -> Answer:
    """An answer without paths of this computer."""
    match answer:
        case LibraryAnswer():
            return replace(answer, info=_info(answer.info))
        case SearchAnswer():
            return replace(answer, result=_result(library, answer.result, for_visitors))
        case FacetsAnswer():
            folders = _folders(library, answer.facets.folders)
            return replace(answer, facets=replace(answer.facets, folders=folders))
        case PlacesAnswer():
            folders = _folders(library, answer.places.folders)
            return replace(answer, places=replace(answer.places, folders=folders))
        case MetadataAnswer():
            return replace(answer, metadata=tuple(map(_without_places, answer.metadata)))
    return answer


def _result(
    library: Library, result: SearchResult, for_visitors: Callable[[Message], Message]
) -> SearchResult:
    hits = result.hits
    if isinstance(hits, Listing):
        hits = replace(hits, folders=tuple(library.files.below_roots([*map(Path, hits.folders)])))
    return replace(result, hits=hits, notes=tuple(map(for_visitors, result.notes)))


def _info(info: LibraryInfo) -> LibraryInfo:
    return replace(
        info,
        folder=Path(),
        skipped=(),
        left_out=(),
        roots=tuple(replace(root, excluded=()) for root in info.roots),
        coverage=tuple(replace(coverage, skipped=()) for coverage in info.coverage),
    )


def _without_places(metadata: Metadata | None) -> Metadata | None:
    """Metadata that name the copies in the trash, without their folders."""
    if metadata is None or not metadata.received:
        return metadata
    received = tuple(replace(gift, source=Path(gift.source.name)) for gift in metadata.received)
    return replace(metadata, received=received)


def _folders(library: Library, folders: Sequence[FacetCount]) -> tuple[FacetCount, ...]:
    names = library.files.below_roots([Path(folder.value) for folder in folders])
    return tuple(replace(folder, value=BELOW + name) for folder, name in zip(folders, names, strict=True))


def keep_albums(library: Library, request: AlbumsRequest, *, positions: bool = True) -> AlbumsAnswer:
    """Store albums and delete others. An album with a hidden search can be renamed, but not changed or deleted."""
    before = {album.id: album for album in library.albums.all()}
    shown = shown_albums(library, positions=positions)
    hidden = {id for id, album in before.items() if album.searches and not shown[id].searches}
    if hidden & set(request.removed):
        raise QueryUnusable(_HIDDEN)
    stored = []
    for album in request.keep:
        letters = max(len(album.name), len(album.id))
        if not (album.name.strip() and album.id and letters <= MOST_LETTERS):
            raise QueryUnusable("The name of an album has 1 to {0} letters.", MOST_LETTERS)
        if len(album.labels) != len(album.terms):
            raise QueryUnusable("The service does not know this request.")
        if album.id in hidden:
            stored.append(replace(before[album.id], name=album.name))
        else:
            _check(album.terms)
            stored.append(replace(album, filters=real_folders(library, album.filters)))
    if stored or request.removed:
        library.albums.keep(stored, removed=request.removed)
    return AlbumsAnswer(albums=tuple(shown_albums(library, positions=positions).values()))


def shown_albums(library: Library, *, positions: bool = True) -> dict[str, Album]:
    """Albums as visitors see them, by id: without searches that name a file, or a folder that is not indexed.

    positions : include searches that name a place
    """
    roots = library.online()

    def shown(album: Album) -> Album:
        if not positions and hides_place(album):
            return _hidden(album)
        try:
            _check(album.terms)
            folders = tuple(_shown_folder(library, roots, folder) for folder in album.filters.folders)
        except QueryUnusable:
            return _hidden(album)
        return replace(album, filters=replace(album.filters, folders=folders))

    return {album.id: shown(album) for album in library.albums.all()}


def _shown_folder(library: Library, roots: Collection[Path], folder: str) -> str:
    """A folder in the form that _real() reads. Raises QueryUnusable for one outside the indexed folders."""
    if not any(sign in folder for sign in "/\\~"):
        return folder
    if not any(Path(folder).is_relative_to(root) for root in roots):
        raise QueryUnusable(_HIDDEN)
    return BELOW + library.files.below_roots([Path(folder)])[0]


def real_folders(library: Library, filters: Filters) -> Filters:
    """Filters with the folders of this computer. Raises QueryUnusable."""
    return replace(
        filters, folders=tuple(real for folder in filters.folders for real in _real(library, folder))
    )


def _real(library: Library, folder: str) -> list[str]:
    """The folders that a name from outside denotes; words of a folder's name are left unchanged."""
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


# --- visitors who must not learn where photos were taken ---
#
# Text that a person wrote stays: a caption or a keyword may name a place, and a search for its words finds the photo.


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
            return replace(answer, result=_result_without_positions(answer.result))
        case MetadataAnswer():
            return replace(answer, metadata=tuple(map(metadata_without_position, answer.metadata)))
        case FacetsAnswer():
            return replace(answer, facets=replace(answer.facets, towns=()))
    return answer


def metadata_without_position(metadata: Metadata | None) -> Metadata | None:
    if metadata is None:
        return None
    return replace(metadata, latitude=None, longitude=None, places=(), places_shown=(), town=None)


def _result_without_positions(result: SearchResult) -> SearchResult:
    hits = result.hits
    if isinstance(hits, Listing):
        return replace(result, hits=replace(hits, town_of=np.full(len(hits), -1, np.int8), towns=()))
    return replace(result, hits=tuple(map(_hit_without_town, hits)))


def _hit_without_town(hit: Hit) -> Hit:
    return replace(hit, town=None)
