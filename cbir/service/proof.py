"""A page that shows how a picture and a hit agree."""

from __future__ import annotations

from dataclasses import dataclass, field

from cbir.base.types import Hit, ProofWords, Term
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

    evidence = next((evidence for evidence in request.hit.evidence if evidence.term == request.term), None)
    page = proof_page(
        request.hit,
        evidence,
        picture(request.source),
        picture(Term(photo=request.hit.photo)),
        words=request.words,
    )
    return ProofPageAnswer(html=page.html)
