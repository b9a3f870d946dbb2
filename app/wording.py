"""Numbers and facts -> the sentences that the window shows."""

from __future__ import annotations

import sys

from app.grades import by_words, tally
from app.query import Query
from cbir.types import Evidence, Hit, SearchResult

SAME_PICTURE_COVERAGE = 0.4
"""Above it the matching points span so much of the query that it is one picture. Measured: a picture against
itself .49 to .89, because no keypoint lies on a border or in a clear sky; phone photos of covers on a table
against the covers alone .08 to .36."""


TRASH = {"win32": "Recycle Bin", "darwin": "Bin"}.get(sys.platform, "trash")
"""What the system calls it."""


def count(n: int, one: str, many: str) -> str:
    return f"{n:,} {one if n == 1 else many}"


def photos(n: int) -> str:
    return count(n, "photo", "photos")


def points_agree(n: int) -> str:
    return "1 point agrees" if n == 1 else f"{n:,} points agree"


def headline(result: SearchResult, query: Query) -> str:
    if not result.searched:
        return "The library is still empty"
    counts = tally(result.hits)
    if not query.has_picture and not counts.judged:
        what = "words" if query.has_words else "filters"
        if not result.hits:
            return f"No photo fits the {what}"
        return f"1 photo fits the {what}" if len(result.hits) == 1 else f"{len(result.hits):,} fit the {what}"
    if not query.has_picture and counts.strong:
        return "1 photo fits well" if counts.strong == 1 else f"{counts.strong:,} fit well"
    if not result.verified:
        return "Nothing here shows the same thing" if counts.strong else "Nothing here matches"
    return (
        "1 photo shows the same thing" if result.verified == 1 else f"{result.verified:,} show the same thing"
    )


UNPROVED = "nearest first; too few points agree to prove it"


def weak(n: int) -> tuple[str, str]:
    """Return the title and the remark of what is below the line under strong hits."""
    return "Weak", f"{photos(n)} that hardly {'fits' if n == 1 else 'fit'}, nearest first"


def undated(n: int) -> str:
    return f"{photos(n)} that {'does' if n == 1 else 'do'} not say when {'it was' if n == 1 else 'they were'} taken"


def similar(n: int, verified: int, *, words: bool = False) -> str:
    more = " more" if verified else ""
    if words:
        one, many = "looks similar or fits the words", "look similar or fit the words"
        return f"{n:,}{more} {one if n == 1 else many}"
    return f"1{more} looks similar" if n == 1 else f"{n:,}{more} look similar"


def searched(result: SearchResult) -> str:
    return f"{photos(result.searched)} searched in {seconds(result.took_ms.total)}"


def megabytes(size: int, *, digits: int = 1) -> str:
    """Return a size in words. digits : behind the point of megabytes; gigabytes have one more"""
    return f"{size / 1e6:,.{digits}f} MB" if size < 1e9 else f"{size / 1e9:,.{digits + 1}f} GB"


def seconds(ms: float) -> str:
    return f"{ms:.0f} ms" if ms < 1000 else f"{ms / 1000:.1f} s"


def score(value: float) -> str:
    return f"{value:.3f}" if value >= 0.0005 else "below 0.001"


OFFLINE = "Its drive is not connected."


def best_evidence(hit: Hit) -> Evidence | None:
    return max(hit.evidence, key=lambda evidence: evidence.inliers, default=None)


def verdict(hit: Hit) -> str:
    """What the evidence says about a hit, in a few words."""
    evidence = best_evidence(hit)
    if by_words(hit):
        return "Fits the words" if hit.score else "Fits the filters"
    if not hit.verified or evidence is None:
        if any(one.engine == "match" for one in hit.engines) or not hit.engines:
            return "Looks similar"
        return "Fits well" if hit.strong else "Fits weakly"
    what = "The same picture" if evidence.coverage >= SAME_PICTURE_COVERAGE else "Shares a part of it"
    return f"{what}, mirrored" if evidence.mirrored else what


def megapixels(size: tuple[int, int]) -> str:
    return f"{size[0]:,} × {size[1]:,} px"


def breakable(text: str) -> str:
    """Let a long path break after each folder."""
    return text.replace("/", "/\u200b").replace("\\", "\\\u200b").replace("_", "_\u200b")


WORDS_NOTE = "Words were looked for in names and metadata."


def notes(result: SearchResult, query: Query) -> tuple[str, ...]:
    """Return the engine's remarks, and where words were looked for if it does not say so itself."""
    said = any("metadata" in note for note in result.notes)
    return result.notes if said or not query.has_words else (WORDS_NOTE, *result.notes)
