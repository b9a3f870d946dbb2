"""Requests that compare pictures: the page of a proof, changes, the origin of a photo, the items of a shelf."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from cbir.base.errors import QueryUnusable
from cbir.base.types import Change, Evidence, Hit, Origin, PhotoId, ProofWords, ShelfItem, Term
from cbir.service.pictures import file_bytes
from cbir.service.registry import Answer, Call, Declaration, Lane, Request, handles


@dataclass(frozen=True, slots=True, kw_only=True)
class ProofPageAnswer(Answer):
    """html : one file that needs no other"""

    html: str


@Declaration(answer=ProofPageAnswer, lane=Lane.LOOK)
@dataclass(frozen=True, slots=True, kw_only=True)
class ProofPageRequest(Request):
    """Ask for a page with both pictures, agreeing points, transform, strength and checksums.

    source : the picture that was searched with. term : of the evidence that the page shows
    """

    source: Term
    hit: Hit
    term: int
    words: ProofWords = field(default_factory=ProofWords)


@handles(ProofPageRequest)
def _proof_page(call: Call, request: ProofPageRequest) -> ProofPageAnswer:
    from cbir.library import ProofPicture, proof_page

    if request.source.text is not None:
        raise QueryUnusable("The match engine compares pictures, not words. Give a picture file.")

    def picture(term: Term) -> ProofPicture:
        preview = call.library.picture(photo=term.photo, path=term.path, data=term.data, max_side_px=1600)
        path = term.path
        if term.photo is not None:
            with call.library.files.original(term.photo) as file:
                content = file.read()
            path = call.library.files.of(term.photo).path
        else:
            content = term.data if term.data is not None else b"" if path is None else file_bytes(path)
        return ProofPicture(
            name="" if path is None else path.name,
            folder="" if path is None else str(path.parent),
            content=content,
            preview=preview,
        )

    page = proof_page(
        request.hit,
        _evidence(request),
        picture(request.source),
        picture(Term(photo=request.hit.photo)),
        words=request.words,
    )
    return ProofPageAnswer(html=page.html)


def _evidence(request: ProofPageRequest | ChangesRequest) -> Evidence | None:
    return next((evidence for evidence in request.hit.evidence if evidence.term == request.term), None)


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangesAnswer(Answer):
    """changes : the clearest first"""

    changes: tuple[Change, ...]


@Declaration(answer=ChangesAnswer, lane=Lane.LOOK, repeatable=True)
@dataclass(frozen=True, slots=True, kw_only=True)
class ChangesRequest(Request):
    """Ask what only one of two pictures has.

    source : the picture that was searched with. term : of the hit's evidence by which the two are aligned
    """

    source: Term
    hit: Hit
    term: int


@handles(ChangesRequest)
def _changes(call: Call, request: ChangesRequest) -> ChangesAnswer:
    from cbir.library import CHANGES_SIDE_PX, changes_between

    evidence = _evidence(request)
    if evidence is None:
        return ChangesAnswer(changes=())
    source = request.source
    first = call.library.picture(
        photo=source.photo, path=source.path, data=source.data, max_side_px=CHANGES_SIDE_PX
    )
    second = call.library.picture(photo=request.hit.photo, max_side_px=CHANGES_SIDE_PX)
    return ChangesAnswer(changes=changes_between(first, second, evidence))


@dataclass(frozen=True, slots=True, kw_only=True)
class OriginAnswer(Answer):
    origin: Origin


@Declaration(answer=OriginAnswer, lane=Lane.LOOK, repeatable=True)
@dataclass(frozen=True, slots=True, kw_only=True)
class OriginRequest(Request):
    """Ask which photos a photo was made from, and which were made from it. It takes seconds."""

    photo: PhotoId


@handles(OriginRequest)
def _origin(call: Call, request: OriginRequest) -> OriginAnswer:
    from cbir.library import origin_of

    return OriginAnswer(origin=origin_of(call.library, request.photo, cancelled=call.cancelled))


@dataclass(frozen=True, slots=True, kw_only=True)
class InventoryAnswer(Answer):
    """items : from the top left on"""

    items: tuple[ShelfItem, ...]


@Declaration(answer=InventoryAnswer, lane=Lane.LOOK, repeatable=True)
@dataclass(frozen=True, slots=True, kw_only=True)
class InventoryRequest(Request):
    """Ask which photos show items of a shelf. One of the two is the shelf's picture. It takes seconds."""

    path: Path | None = None
    data: bytes | None = None


@handles(InventoryRequest)
def _inventory(call: Call, request: InventoryRequest) -> InventoryAnswer:
    picture = request.data if request.path is None else request.path
    return InventoryAnswer(items=tuple(call.library.inventory(picture or b"", cancelled=call.cancelled)))
