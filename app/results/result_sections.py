"""The sections of the results, and the line with a title that each begins with."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import groupby

from PySide6.QtCore import QDate, QLocale, QRect, Qt
from PySide6.QtGui import QColor, QFont, QPainter

from app.base import wording
from app.base.confidence import Confidence, Tally, confidence_of, tally
from app.base.language import tr
from app.base.theme import Colours
from app.query import Query
from app.results import wording as result_wording
from app.results.sort_keys import SortKey, arrange
from cbir.base.types import Hit, Metadata, SearchResult

HEADER_PX = 46


@dataclass(frozen=True, slots=True)
class Section:
    """Rows of the model from `first` on, `rows` of them, under a line with a title (none when empty)."""

    first: int
    rows: int
    title: str = ""
    remark: str = ""
    year: str = ""  # of a month in a timeline; empty elsewhere and without a date


@dataclass(frozen=True, slots=True)
class PlacedSection:
    section: Section
    top: int  # of the header, in pixels of the whole content
    cells_top: int
    lines: int
    bottom: int


def by_confidence(result: SearchResult, query: Query) -> tuple[Section, ...]:
    """Return the verified, the strong and the weak, each under a line; the headline is the first one's title."""
    counts = tally(result.hits)
    if not query.has_picture and not counts.judged:
        return (Section(0, counts.strong), _last(counts, query, counts.strong, counts.weak))
    made = [Section(0, counts.verified)]
    if counts.judged:
        titled = query.has_picture
        title = (
            result_wording.similar(counts.strong, counts.verified, words=query.has_words) if titled else ""
        )
        made.append(
            Section(counts.verified, counts.strong, title, tr(result_wording.UNVERIFIED) if titled else "")
        )
    sure = sum(section.rows for section in made)
    return (*made, _last(counts, query, sure, len(result.hits) - sure))


def _last(counts: Tally, query: Query, first: int, rows: int) -> Section:
    """Return the section of what is not sure."""
    if counts.judged:
        title, remark = result_wording.weak(rows)
    elif query.has_picture:
        title, remark = (
            result_wording.nearest(rows, counts.verified, words=query.has_words),
            tr(result_wording.UNLIKE),
        )
    else:
        title, remark = result_wording.some_words(rows)
    return Section(first, rows, title, remark)


SPARSE = 4  # photos a month, on average: with fewer, sections are years, or many would hold one photo


def told_apart(hits: tuple[Hit, ...]) -> tuple[tuple[Hit, ...], tuple[Hit, ...]]:
    """Return what is verified or strong, and the rest; where nothing is, all hits and none."""
    sure = tuple(hit for hit in hits if confidence_of(hit) is not Confidence.WEAK)
    return (sure, tuple(hit for hit in hits if confidence_of(hit) is Confidence.WEAK)) if sure else (hits, ())


def by_date(result: SearchResult, query: Query, sure: tuple[Hit, ...]) -> tuple[Section, ...]:
    """Return the months of what is sure, and below them the rest, which would only blur them."""
    months, rest = by_month(sure), len(result.hits) - len(sure)
    if not rest:
        return months
    return (*months, _last(tally(result.hits), query, len(sure), rest))


def in_order(
    result: SearchResult,
    query: Query,
    sort_key: SortKey,
    details: Callable[[Hit], Metadata | None],
    *,
    backwards: bool,
    timeline: bool,
    partial: bool,
) -> tuple[tuple[Hit, ...], tuple[Section, ...]]:
    """Return the hits of a result by a key, and their sections.

    timeline : what is sure by month, and the rest below it. partial : nothing tells yet what is sure
    """
    if timeline:
        sure, unsure = told_apart(result.hits)
        sure = arrange(sure, sort_key, details, backwards=backwards)
        return (*sure, *unsure), by_date(result, query, sure)
    hits = arrange(result.hits, sort_key, details, backwards=backwards)
    if sort_key == "best" and not partial:
        return hits, by_confidence(result, query)
    return hits, (Section(0, len(hits)),)


def by_month(hits: tuple[Hit, ...]) -> tuple[Section, ...]:
    """Return a section for each month, or for each year where there are few, of hits in the order of time.

    What has no date is one section.
    """
    spans = [(month, sum(1 for _ in group)) for month, group in groupby(hits, key=month_of)]
    months = [rows for month, rows in spans if month is not None]
    if len(months) > 1 and sum(months) < SPARSE * len(months):
        years = groupby(spans, key=lambda span: None if span[0] is None else span[0][:4])
        spans = [(year, sum(rows for _, rows in group)) for year, group in years]
    made = []
    first = 0
    for span, rows in spans:
        if span is None:
            made.append(Section(first, rows, tr("No date"), result_wording.undated(rows)))
        else:
            made.append(Section(first, rows, month_name(span), wording.photos(rows), span[:4]))
        first += rows
    return tuple(made)


def month_of(hit: Hit) -> str | None:
    """Return year and month as in `2019-07`, the year where no month is known, None without a date."""
    return hit.taken_at[:7] if hit.taken_at else None


def month_name(month: str) -> str:
    """Return `2019-07` in the user's own words."""
    date = QDate.fromString(f"{month}-01", "yyyy-MM-dd")
    if not date.isValid():
        return month[:4]
    return f"{QLocale().standaloneMonthName(date.month()).capitalize()} {date.year()}"


def paint_header(painter: QPainter, section: Section, rect: QRect, colours: Colours) -> None:
    """Paint a section's title and remark, and a line over the rest of the width."""
    plain = painter.font()
    font = QFont(plain)
    font.setWeight(QFont.Weight.DemiBold)
    painter.setFont(font)
    painter.setPen(QColor(colours.text))
    used = painter.boundingRect(rect, Qt.AlignmentFlag.AlignVCenter, section.title)
    painter.drawText(used, Qt.AlignmentFlag.AlignVCenter, section.title)
    painter.setFont(plain)
    painter.setPen(QColor(colours.dim))
    rest = rect.adjusted(used.width() + 10, 0, 0, 0)
    remark = painter.fontMetrics().elidedText(section.remark, Qt.TextElideMode.ElideRight, rest.width())
    painter.drawText(rest, Qt.AlignmentFlag.AlignVCenter, remark)
    painter.setPen(QColor(colours.line))
    start = rest.left() + painter.fontMetrics().horizontalAdvance(remark) + (12 if remark else 2)
    if start < rect.right():
        painter.drawLine(start, rect.center().y() + 1, rect.right(), rect.center().y() + 1)
