"""What was found -> the sections of the wall, and the line with a title that each begins with."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import groupby

from PySide6.QtCore import QDate, QLocale, QPoint, QRect, Qt
from PySide6.QtGui import QColor, QFont, QPainter

from cbir.base.types import NO_DAY, AlbumPhotos, Hit, Listing, Metadata, SearchResult, asked_for
from cbir_app.base import wording
from cbir_app.base.language import tr
from cbir_app.base.theme import Theme
from cbir_app.results import wording as result_wording
from cbir_app.results.sort_keys import SortKey, arrange
from cbir_app.sessions import Query

HEADER_PX = 42
CHEVRON_PX = 16
FEW_MATCHES, LARGE, LARGER = 12, 1.25, 1.7  # matches stand in taller lines, few in the tallest
SPARSE = 4  # photos a month, on average: with fewer, sections are years, or many would hold one photo

SHORTEST_STAY = 4  # photos at a town: fewer belong to the stay before

Run = tuple[str | None, int]  # town, rows


@dataclass(frozen=True, slots=True)
class Section:
    """Rows of the model from `first` on, `rows` of them, under a line with a title (none when empty).

    year : of a month in a timeline; empty elsewhere and without a date
    folded : its rows are not shown; None: they always are. scale : of the height of its lines
    """

    first: int
    rows: int
    title: str = ""
    remark: str = ""
    year: str = ""
    folded: bool | None = None
    scale: float = 1.0


@dataclass(frozen=True, slots=True)
class PlacedSection:
    section: Section
    top: int  # of the header, in pixels of the whole content
    cells_top: int
    lines: int
    bottom: int


@dataclass(frozen=True, slots=True)
class Shape:
    """How what was found is wanted.

    timeline : by month. partial : nothing tells yet what is sure. unfolded : with what is less likely
    cut : so many of a sentence's photos count as found; None: as many as the engine says
    """

    sort_key: SortKey
    backwards: bool
    timeline: bool = False
    partial: bool = False
    unfolded: bool = False
    cut: int | None = None


def arranged(
    result: SearchResult,
    query: Query,
    shape: Shape,
    details: Callable[[Hit], Metadata | None],
    folded: Callable[[Sequence[Hit]], Sequence[Hit]] = lambda hits: hits,
) -> tuple[Sequence[Hit], tuple[Section, ...]]:
    """Return the hits that are shown, in their order, and their sections.

    folded : hits without those that another one stands for
    """
    if isinstance(result.hits, Listing):
        in_time = shape.timeline or shape.sort_key in ("best", "taken")
        months = by_month(result.hits, places=shape.timeline) if in_time else ()
        return result.hits, months if any(one.year for one in months) else (Section(0, len(result.hits)),)

    def ordered(hits: Sequence[Hit]) -> Sequence[Hit]:
        return folded(arrange(tuple(hits), shape.sort_key, details, backwards=shape.backwards))

    if shape.partial:
        hits = ordered(result.hits)
        return hits, (Section(0, len(hits)),)
    asked, rest = told_apart(result.hits, query, shape.cut, result.album)
    sure = ordered(asked)
    sections = by_month(sure, places=True) if shape.timeline else (Section(0, len(sure), scale=_scale(sure)),)
    if not rest:
        return sure, sections
    hidden = bool(sure) and not shape.unfolded
    less_likely = () if hidden else ordered(rest)
    title = tr("Less likely (%Ln)", "photos", len(rest))
    below = Section(len(sure), len(less_likely), title, folded=hidden if sure else None)
    return (*sure, *less_likely), (*sections, below)


def told_apart(
    hits: Sequence[Hit], query: Query, cut: int | None = None, album: AlbumPhotos | None = None
) -> tuple[tuple[Hit, ...], tuple[Hit, ...]]:
    """Return what was asked for, and the rest, each best first.

    Of an album that is what is in it; else what the engine holds for it, or of a sentence the first `cut`.
    """
    ranked = arrange(tuple(hits), "best", lambda _hit: None)
    if album is not None:
        inside = tuple(hit for hit in ranked if hit.photo in album.members)
        return inside, tuple(hit for hit in ranked if hit.photo not in album.members)
    if cut is not None and not query.has_picture:
        sure = min(cut, len(ranked))
    else:
        sure = len(asked_for(ranked, pictured=query.has_picture))
    return ranked[:sure], ranked[sure:]


def _scale(sure: Sequence[Hit]) -> float:
    if not sure or not sure[0].verified:
        return 1.0
    return LARGER if len(sure) <= FEW_MATCHES else LARGE


def by_month(hits: Sequence[Hit], *, places: bool = False) -> tuple[Section, ...]:
    """Return a section for each month, or for each year where there are few, of hits in the order of time.

    What has no date is one section. places : a month is divided into the stays at its towns
    """
    spans = _months_of_days(hits) if isinstance(hits, Listing) else _months_of_hits(hits)
    months = [rows for month, rows in spans if month is not None]
    if len(months) > 1 and sum(months) < SPARSE * len(months):
        years = groupby(spans, key=lambda span: None if span[0] is None else span[0][:4])
        spans, places = [(year, sum(rows for _, rows in group)) for year, group in years], False
    made = []
    first = 0
    for span, rows in spans:
        if span is None:
            made.append(Section(first, rows, tr("No date"), result_wording.undated(rows)))
        elif places:
            made += stays(hits, first, rows, span)
        else:
            made.append(Section(first, rows, month_name(span), wording.photos(rows), span[:4]))
        first += rows
    return tuple(made)


def _months_of_hits(hits: Sequence[Hit]) -> list[tuple[str | None, int]]:
    return [(month, sum(1 for _ in group)) for month, group in groupby(hits, key=month_of)]


def _months_of_days(listing: Listing) -> list[tuple[str | None, int]]:
    import numpy as np

    if not len(listing):
        return []
    changes = np.flatnonzero(np.append(True, listing.days[1:] != listing.days[:-1]))
    days = listing.days[changes]  # a library has far fewer than photos
    months = days.astype("datetime64[D]").astype("datetime64[M]")
    months[days == NO_DAY] = np.datetime64("NaT")
    numbers = months.astype(np.int64)
    begins = np.append(True, numbers[1:] != numbers[:-1])
    firsts, months, numbers = changes[begins], months[begins], numbers[begins]
    if len(numbers) > len(set(numbers.tolist())):  # not by time: another order is on its way
        return [(None, len(listing))]
    counts = np.diff(np.append(firsts, len(listing)))
    names = [None if name == "NaT" else name for name in months.astype(str).tolist()]
    return list(zip(names, counts.tolist(), strict=True))


def month_of(hit: Hit) -> str | None:
    """Return year and month as in `2019-07`, the year where no month is known, None without a date."""
    return hit.taken_at[:7] if hit.taken_at else None


def stays(hits: Sequence[Hit], first: int, rows: int, month: str) -> list[Section]:
    """Return the sections of a month that begins at row `first`: one for each stay, or one for all of it."""
    made = []
    for town, count in _runs(_towns(hits, first, rows)):
        days = _days(hits, first, count) if town else None
        title = month_name(month) if town is None or days is None else _stay_name(town, *days)
        made.append(Section(first, count, title, wording.photos(count), month[:4]))
        first += count
    return made


def _towns(hits: Sequence[Hit], first: int, rows: int) -> list[str | None]:
    """Return the town of each row; None where it is not known."""
    if isinstance(hits, Listing):
        return [None if at < 0 else hits.towns[at] for at in hits.town_of[first : first + rows].tolist()]
    return [hit.town for hit in hits[first : first + rows]]


def _runs(towns: Sequence[str | None]) -> list[Run]:
    """Return the runs of one town, or of none. Few photos belong to the run before, the first to the next."""
    runs: list[Run] = []
    lead = 0  # rows before the first run that is long enough
    for town, group in groupby(towns):
        rows = sum(1 for _ in group)
        if runs and (runs[-1][0] == town or rows < SHORTEST_STAY):
            runs[-1] = (runs[-1][0], runs[-1][1] + rows)
        elif rows < SHORTEST_STAY:
            lead += rows
        else:
            runs.append((town, rows + lead))
            lead = 0
    return runs or [(None, lead)]


def _days(hits: Sequence[Hit], first: int, rows: int) -> tuple[QDate, QDate] | None:
    """Return the first and the last day of some rows, where their days are known."""
    if isinstance(hits, Listing):
        days = hits.days[first : first + rows]
        known = days[days != NO_DAY]
        if not len(known):
            return None
        epoch = QDate(1970, 1, 1)
        return epoch.addDays(int(known.min())), epoch.addDays(int(known.max()))
    dates = [QDate.fromString((hit.taken_at or "")[:10], "yyyy-MM-dd") for hit in hits[first : first + rows]]
    found = [date for date in dates if date.isValid()]
    return (min(found), max(found)) if found else None


def _stay_name(town: str, first: QDate, last: QDate) -> str:
    """Return the words for a stay within one month. town : with its country, which is left out"""
    name, month = town.rpartition(", ")[0], QLocale().monthName(first.month())
    if first == last:
        return tr("{town}, {day} {month} {year}", town=name, day=first.day(), month=month, year=first.year())
    return tr(
        "{town}, {first} to {last} {month} {year}",
        town=name,
        first=first.day(),
        last=last.day(),
        month=month,
        year=first.year(),
    )


def month_name(month: str) -> str:
    """Return `2019-07` in the user's own words."""
    date = QDate.fromString(f"{month}-01", "yyyy-MM-dd")
    if not date.isValid():
        return month[:4]
    return f"{QLocale().standaloneMonthName(date.month()).capitalize()} {date.year()}"


def paint_header(painter: QPainter, section: Section, rect: QRect, theme: Theme) -> None:
    """Paint a section's title and remark; before what can be folded, the sign that says which way it is."""
    plain, colours = painter.font(), theme.colours
    if section.folded is not None:
        sign = theme.pixmap(
            "chevron-right" if section.folded else "chevron-down",
            CHEVRON_PX,
            colours.text,
            painter.device().devicePixelRatioF(),
        )
        painter.drawPixmap(QPoint(rect.left() - 2, rect.center().y() - CHEVRON_PX // 2 + 1), sign)
        rect = rect.adjusted(CHEVRON_PX + 4, 0, 0, 0)
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
