"""A result -> the sentences above, below and beside its hits."""

from __future__ import annotations

from pathlib import Path

from app.base.confidence import best_evidence, by_filters, by_words, tally
from app.base.language import QT_TR_NOOP, tr
from app.base.wording import seconds
from app.engine import translated
from app.filters import NO_FILTERS
from app.query import Query
from cbir.base.types import Filters, Hit, SearchResult

SAME_PICTURE_COVERAGE = 0.4
"""Above it the matching points span so much of the query that it is one picture. Measured: a picture against
itself .49 to .89, because no keypoint lies on a border or in a clear sky; phone photos of covers on a table
against the covers alone .08 to .36."""


def searching(query: Query) -> str:
    return tr("All photos") if query.empty else tr("Searching…")


def headline(result: SearchResult, query: Query) -> str:
    if not result.searched:
        return tr("The library is still empty")
    if query.empty:
        return searching(query)
    counts = tally(result.hits)
    if found_nothing(result, query):
        partly = query.has_words and not query.has_picture and counts.weak and not counts.judged
        return tr("No photo has all the words") if partly and query.filters == NO_FILTERS else _nothing(query)
    if not query.has_picture and not counts.judged:
        found = counts.strong if result.total is None else result.total
        fields_alone = bool(result.hits) and by_filters(result.hits[0])  # the first one scores most
        if query.has_words and not fields_alone:
            return tr("%Ln fit the words", "photos", found)
        return tr("%Ln fit the filters", "photos", found)
    if not query.has_picture:
        return tr("%Ln fit well", "photos", counts.strong)
    return tr("%Ln show the same thing", "photos", result.verified)


def found_nothing(result: SearchResult, query: Query) -> bool:
    """Whether nothing that was found is what was asked for, whatever is listed below the line."""
    counts = tally(result.hits)
    if query.has_picture:
        return not counts.verified
    if counts.judged or result.total is None:
        return not counts.strong
    return not result.total


def may_be_hidden(result: SearchResult, query: Query) -> bool:
    """Whether filters may hide the photo that the terms ask for."""
    return bool(query.terms) and query.filters != NO_FILTERS and found_nothing(result, query)


def _nothing(query: Query) -> str:
    """Say that nothing was found, and where it was looked for."""
    folders = query.filters.folders
    if query.filters == NO_FILTERS:
        return tr("No match found") if query.has_picture else tr("No photos found")
    if query.filters == Filters(folders=folders) and len(folders) == 1:
        folder = Path(folders[0]).name or folders[0]
        if query.has_picture:
            return tr("No match found in “{folder}”", folder=folder)
        return tr("No photos found in “{folder}”", folder=folder)
    return (
        tr("No match found with these filters")
        if query.has_picture
        else tr("No photos found with these filters")
    )


UNVERIFIED = QT_TR_NOOP("nearest first; too few points agree to prove it")


UNLIKE = QT_TR_NOOP("too few points agree to prove that any shows it")


def weak(n: int) -> tuple[str, str]:
    """Return the title and the remark of what is below the line under strong hits."""
    return tr("Weak", "hits"), tr("%Ln photo(s) that hardly fit, nearest first", "", n)


def some_words(n: int) -> tuple[str, str]:
    """Return the title and the remark of photos that do not have all the words."""
    return tr("Some of the words"), tr("%Ln photo(s) that fit one text of the query, not all", "", n)


def undated(n: int) -> str:
    return tr("%Ln photo(s) that do not say when they were taken", "", n)


def similar(n: int, verified: int, *, words: bool = False) -> str:
    if words and verified:
        return tr("%Ln more look similar or fit the words", "photos", n)
    if words:
        return tr("%Ln look similar or fit the words", "photos", n)
    return tr("%Ln more look similar", "photos", n) if verified else tr("%Ln look similar", "photos", n)


def nearest(n: int, verified: int, *, words: bool = False) -> str:
    """Return the title of what is only listed because nothing else is nearer."""
    if words:
        return similar(n, verified, words=True)
    return tr("%Ln more, the nearest first", "photos", n) if verified else tr("The %Ln nearest", "photos", n)


def searched(result: SearchResult, query: Query) -> str:
    if query.empty:
        return tr("%Ln photo(s), the newest first", "", result.searched)
    took = seconds(result.took_ms.total)
    return tr("%Ln photo(s) searched in {time}", "", result.searched, time=took)


def partial_results(n: int) -> str:
    return tr("%Ln so far, not all of them for sure", "photos", n)


def in_vain(result: SearchResult, *, pictured: bool) -> str:
    """Say that a search found nothing. pictured : it had a picture"""
    took = seconds(result.took_ms.total)
    if pictured:
        return tr("%Ln photo(s) searched in {time}, none looks like it.", "", result.searched, time=took)
    return tr("%Ln photo(s) searched in {time}, none fits.", "", result.searched, time=took)


def verdict(hit: Hit) -> str:
    """What the evidence says about a hit, in a few words."""
    evidence = best_evidence(hit)
    if by_words(hit):
        if not hit.strong:
            return tr("Fits some of the words")
        return tr("Fits the filters") if by_filters(hit) else tr("Fits the words")
    if not hit.verified or evidence is None:
        if any(one.engine == "match" for one in hit.engines) or not hit.engines:
            return tr("Looks similar")
        return tr("Fits well") if hit.strong else tr("Fits weakly")
    if evidence.coverage >= SAME_PICTURE_COVERAGE:
        return tr("The same picture, mirrored") if evidence.mirrored else tr("The same picture")
    return tr("Shares a part of it, mirrored") if evidence.mirrored else tr("Shares a part of it")


WORDS_NOTE = QT_TR_NOOP("Words were looked for in names and metadata.")


def notes(result: SearchResult, query: Query) -> tuple[str, ...]:
    """Return the engine's remarks, and where words were looked for if it does not say so itself."""
    said = any("metadata" in note for note in result.notes) or any(
        one.engine == "semantic" for hit in result.hits for one in hit.engines
    )
    remarks = tuple(translated(note) for note in result.notes)
    return remarks if said or not query.has_words else (tr(WORDS_NOTE), *remarks)
