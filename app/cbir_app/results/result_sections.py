"""Sections of the wall: sorts and divides the hits of a search, and paints the sections' titles."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, Literal

from PySide6.QtCore import QDate, QLocale, QPoint, QRect, Qt
from PySide6.QtGui import QColor, QFont, QPainter

from cbir.base.types import (
    DATE_SOURCES,
    HIT_KINDS,
    NO_DAY,
    AlbumPhotos,
    Hit,
    HitKind,
    Listing,
    ListOrder,
    Metadata,
    SearchResult,
    date_key,
    natural_key,
)
from cbir_app.base import wording
from cbir_app.base.evidence import is_copy, kind_of
from cbir_app.base.language import QT_TR_NOOP, tr
from cbir_app.base.theme import Theme
from cbir_app.results import wording as result_wording
from cbir_app.sessions import Query

SortKey = Literal["best", "name", "taken", "camera", "rating", "size", "folder"]
SORT_KEYS: dict[SortKey, tuple[str, str]] = {
    "best": (QT_TR_NOOP("Best first"), QT_TR_NOOP("Best first")),
    "taken": (QT_TR_NOOP("Newest first"), QT_TR_NOOP("Oldest first")),
    "name": (QT_TR_NOOP("Name, A to Z"), QT_TR_NOOP("Name, Z to A")),
    "size": (QT_TR_NOOP("Largest first"), QT_TR_NOOP("Smallest first")),
    "folder": (QT_TR_NOOP("Folder, A to Z"), QT_TR_NOOP("Folder, Z to A")),
    "camera": (QT_TR_NOOP("Camera, A to Z"), QT_TR_NOOP("Camera, Z to A")),
    "rating": (QT_TR_NOOP("Most stars first"), QT_TR_NOOP("Fewest stars first")),
}
"""The wording of each sort key, and of its reverse order."""

OF_METADATA: frozenset[SortKey] = frozenset({"camera", "rating"})
"""Sort keys whose values come from a photo's metadata. The hits carry the values of the others."""

LISTED: dict[SortKey, ListOrder] = {
    "best": "score",
    "taken": "date",
    "name": "name",
    "size": "size",
    "folder": "folder",
    "camera": "camera",
    "rating": "rating",
}
"""The engine's name for each sort key."""

DOWNWARDS: frozenset[SortKey] = frozenset({"best", "taken", "size", "rating"})
"""Sort keys that begin with the greatest value."""


def arrange(
    hits: tuple[Hit, ...],
    sort_key: SortKey,
    get: Callable[[Hit], Metadata | None],
    *,
    backwards: bool = False,
) -> tuple[Hit, ...]:
    """Return hits sorted by a key. The sort is stable: equal hits stay in the order "best first".

    "best" groups the hits by kind of evidence and cannot be reversed. "taken" puts photos last that have no date but
    that of their file.
    """
    if sort_key == "best":
        return tuple(sorted(hits, key=lambda hit: HIT_KINDS.index(kind_of(hit))))

    def metadata_of(hit: Hit) -> Metadata:
        return get(hit) or Metadata()

    keys: dict[SortKey, Callable[[Hit], Any]] = {
        "taken": lambda hit: date_key(hit.taken_at) if hit.taken_at else None,
        "name": lambda hit: natural_key(hit.path.name),
        "size": lambda hit: hit.size[0] * hit.size[1],
        "folder": lambda hit: (natural_key(str(hit.path.parent)), natural_key(hit.path.name)),
        "camera": lambda hit: natural_key(metadata_of(hit).camera) if metadata_of(hit).camera else None,
        "rating": lambda hit: metadata_of(hit).rating or None,
    }
    key = keys[sort_key]
    keyed = [(key(hit), hit) for hit in hits]
    placed = [pair for pair in keyed if pair[0] is not None]
    placed.sort(key=lambda pair: pair[0], reverse=(sort_key in DOWNWARDS) != backwards)
    if sort_key == "taken":
        placed.sort(key=lambda pair: pair[1].dated_by == "file")
    return tuple(hit for _, hit in placed) + tuple(hit for value, hit in keyed if value is None)


HEADER_PX = 42
CHEVRON_PX = 16
FEW_MATCHES = 12
LARGE, LARGER = 1.25, 1.7  # factors for the height of lines: of matches, and of at most FEW_MATCHES
_WHOLE: tuple[HitKind, ...] = ("same picture", "same thing")
_PROVEN: tuple[HitKind, ...] = (*_WHOLE, "shares a part")
SPARSE = 4  # photos a month, on average. Below that, a section is a year: months would have hardly any photo

SHORTEST_STAY = 4  # photos in a town. Fewer photos join the previous stay

Run = tuple[str | None, int]  # town, rows


@dataclass(frozen=True, slots=True)
class Section:
    """Consecutive rows of the model under a title.

    first, rows : first row, and number of rows. title : no title line is shown if empty
    year : year of a month in a timeline; empty elsewhere and without a date
    folded : True if its rows are hidden; None if it cannot be folded. scale : factor for the height of its lines
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
    """Options of the arrangement.

    timeline : divide the hits by month. partial : the search is unfinished, and its hits are not divided yet
    unfolded : show the less likely hits, too
    cut : number of hits of a text above "Less likely"; None for the engine's choice
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
    """Return the visible hits, in their order, and their sections.

    folded : reduces each closed stack to one hit
    """
    if isinstance(result.hits, Listing):
        in_time = shape.timeline or shape.sort_key in ("best", "taken")
        months = by_month(result.hits, places=shape.timeline) if in_time else ()
        return result.hits, months if any(month.year for month in months) else (Section(0, len(result.hits)),)

    def ordered(hits: Sequence[Hit]) -> Sequence[Hit]:
        return folded(arrange(tuple(hits), shape.sort_key, details, backwards=shape.backwards))

    if shape.partial:
        hits = ordered(result.hits)
        return hits, (Section(0, len(hits)),)
    above = result_wording.above(result)
    if query.asks_picture and result.album is None and (above or not query.is_of_library):
        closest = query.is_of_library and above == sum(map(is_copy, result.hits))
        return _by_kind(result.hits, shape, ordered, closest=closest)
    likely, rest = told_apart(result.hits, shape.cut, result.album)
    sure = ordered(likely)
    sections = by_month(sure, places=True) if shape.timeline else (Section(0, len(sure)),)
    if not rest:
        return sure, sections
    if not sure and result.album is None:  # the headline names the closest photos
        shown = ordered(rest)
        return shown, (Section(0, len(shown)),)
    less_likely, below = _folding(rest, len(sure), shape, ordered)
    return (*sure, *less_likely), (*sections, below)


def _by_kind(
    hits: Sequence[Hit],
    shape: Shape,
    ordered: Callable[[Sequence[Hit]], Sequence[Hit]],
    *,
    closest: bool,
) -> tuple[Sequence[Hit], tuple[Section, ...]]:
    """Return the hits of a picture, and a section for each kind of evidence. The less likely hits are folded.

    closest : the matches are only copies of the query photo; the hits below them are the photos most like it
    In a timeline, the matches are divided into months; without matches, the most likely hits are.
    """
    groups: dict[HitKind, list[Hit]] = {kind: [] for kind in HIT_KINDS}
    for hit in arrange(tuple(hits), "best", lambda _hit: None):
        groups[kind_of(hit)].append(hit)
    if closest:
        groups["looks similar"], groups["less likely"] = groups["less likely"], []
    proven = any(groups[kind] for kind in _PROVEN)
    matches = [len(groups[kind]) for kind in _WHOLE if groups[kind]]
    tall = (
        LARGER if len(matches) == 1 and sum(matches) <= FEW_MATCHES else LARGE
    )  # so that two sections are in view
    rows: list[Hit] = []
    sections: list[Section] = []
    if shape.timeline:
        first = [kind for kind in HIT_KINDS[:-1] if kind in _PROVEN or not proven]
        dated = ordered([hit for kind in first for hit in groups[kind]])
        sections += by_month(dated, places=True)
        rows += dated
        groups |= {kind: [] for kind in first}
    for kind in HIT_KINDS[:-1]:
        if group := groups[kind]:
            shown = ordered(group)
            scale = tall if kind in _WHOLE else 1.0
            sections.append(Section(len(rows), len(shown), kind_title(kind, len(group)), scale=scale))
            rows += shown
    if rest := groups["less likely"]:
        less_likely, below = _folding(rest, len(rows), shape, ordered)
        rows += less_likely
        sections.append(below)
    return tuple(rows), tuple(sections)


def _folding(
    rest: Sequence[Hit], first: int, shape: Shape, ordered: Callable[[Sequence[Hit]], Sequence[Hit]]
) -> tuple[Sequence[Hit], Section]:
    """Return the visible less likely hits, and their section, which opens and closes with a click."""
    shown = ordered(rest) if shape.unfolded else ()
    title = kind_title("less likely", len(rest))
    return shown, Section(first, len(shown), title, folded=not shape.unfolded)


def kind_title(kind: HitKind, hits: int) -> str:
    match kind:
        case "same picture":
            return tr("Same picture (%Ln)", "photos", hits)
        case "same thing":
            return tr("Same thing (%Ln)", "photos", hits)
        case "shares a part":
            return tr("Shares a part (%Ln)", "photos", hits)
        case "possibly":
            return tr("Possibly (%Ln)", "photos", hits)
        case "looks similar":
            return tr("Looks similar (%Ln)", "photos", hits)
        case "less likely":
            return tr("Less likely (%Ln)", "photos", hits)


def told_apart(
    hits: Sequence[Hit], cut: int | None = None, album: AlbumPhotos | None = None
) -> tuple[tuple[Hit, ...], tuple[Hit, ...]]:
    """Return the hits that answer a text or an album, and the rest, each best first.

    For an album, its members are the answer; for a text, the first `cut` hits, or all but the less likely ones.
    """
    ranked = arrange(tuple(hits), "best", lambda _hit: None)
    if album is not None:
        inside = tuple(hit for hit in ranked if hit.photo in album.members)
        return inside, tuple(hit for hit in ranked if hit.photo not in album.members)
    sure = sum(kind_of(hit) != "less likely" for hit in ranked) if cut is None else min(cut, len(ranked))
    return ranked[:sure], ranked[sure:]


def by_month(hits: Sequence[Hit], *, places: bool = False) -> tuple[Section, ...]:
    """Return a section for each month of hits sorted by time, or for each year if months have few photos.

    Photos without a date of their own form one section: the date of a file is often that of a copy or a scan. If no
    photo has a date of its own, the dates of files are used.
    places : divide a month into stays in towns
    """
    spans = _months_of_days(hits) if isinstance(hits, Listing) else _months_of_hits(hits)
    months = [rows for month, rows in spans if month is not None]
    if len(months) > 1 and sum(months) < SPARSE * len(months):
        years = groupby(spans, key=lambda span: None if span[0] is None else span[0][:4])
        spans, places = [(year, sum(rows for _, rows in group)) for year, group in years], False
    sections = []
    first = 0
    for span, rows in spans:
        if span is None:
            sections.append(Section(first, rows, tr("No date"), result_wording.undated(rows)))
        elif places:
            sections += stays(hits, first, rows, span)
        else:
            sections.append(Section(first, rows, month_name(span), wording.photos(rows), span[:4]))
        first += rows
    return tuple(sections)


def _months_of_hits(hits: Sequence[Hit]) -> list[tuple[str | None, int]]:
    dated = any(hit.taken_at and hit.dated_by != "file" for hit in hits)

    def month(hit: Hit) -> str | None:
        return None if dated and hit.dated_by == "file" else month_of(hit)

    return [(month, sum(1 for _ in group)) for month, group in groupby(hits, key=month)]


def _months_of_days(listing: Listing) -> list[tuple[str | None, int]]:
    import numpy as np

    if not len(listing):
        return []
    by_file = listing.dated_by == DATE_SOURCES.index("file")
    dated = ((listing.days != NO_DAY) & ~by_file).any()
    every = np.where(by_file, NO_DAY, listing.days) if dated else listing.days
    changes = np.flatnonzero(np.append(True, every[1:] != every[:-1]))
    days = every[changes]  # far fewer than photos
    months = days.astype("datetime64[D]").astype("datetime64[M]")
    months[days == NO_DAY] = np.datetime64("NaT")
    numbers = months.astype(np.int64)
    begins = np.append(True, numbers[1:] != numbers[:-1])
    firsts, months, numbers = changes[begins], months[begins], numbers[begins]
    if len(numbers) > len(set(numbers.tolist())):  # not sorted by time yet: the new order is about to arrive
        return [(None, len(listing))]
    counts = np.diff(np.append(firsts, len(listing)))
    names = [None if name == "NaT" else name for name in months.astype(str).tolist()]
    return list(zip(names, counts.tolist(), strict=True))


def month_of(hit: Hit) -> str | None:
    """Return year and month, such as `2019-07`; only the year if the month is unknown; None without a date."""
    return hit.taken_at[:7] if hit.taken_at else None


def stays(hits: Sequence[Hit], first: int, rows: int, month: str) -> list[Section]:
    """Return the sections of a month that begins at row `first`: one for each stay, or one for the whole month."""
    sections = []
    for town, count in _runs(_towns(hits, first, rows)):
        days = _days(hits, first, count) if town else None
        title = month_name(month) if town is None or days is None else _stay_name(town, *days)
        sections.append(Section(first, count, title, wording.photos(count), month[:4]))
        first += count
    return sections


def _towns(hits: Sequence[Hit], first: int, rows: int) -> list[str | None]:
    """Return the town of each row; None if it is unknown."""
    if isinstance(hits, Listing):
        return [None if at < 0 else hits.towns[at] for at in hits.town_of[first : first + rows].tolist()]
    return [hit.town for hit in hits[first : first + rows]]


def _runs(towns: Sequence[str | None]) -> list[Run]:
    """Return the runs of rows with the same town, or without one.

    A short run joins the previous run. At the beginning, it joins the next one.
    """
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
    """Return the first and the last known day of rows; None if no day is known."""
    if isinstance(hits, Listing):
        days = hits.days[first : first + rows]
        dated = days[days != NO_DAY]
        if not len(dated):
            return None
        epoch = QDate(1970, 1, 1)
        return epoch.addDays(int(dated.min())), epoch.addDays(int(dated.max()))
    dates = [QDate.fromString((hit.taken_at or "")[:10], "yyyy-MM-dd") for hit in hits[first : first + rows]]
    valid = [date for date in dates if date.isValid()]
    return (min(valid), max(valid)) if valid else None


def _stay_name(town: str, first: QDate, last: QDate) -> str:
    """Return the title of a stay within one month. town : name and country; the title omits the country"""
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
    """Return a month such as `2019-07` in the user's language."""
    date = QDate.fromString(f"{month}-01", "yyyy-MM-dd")
    if not date.isValid():
        return month[:4]
    return f"{QLocale().standaloneMonthName(date.month()).capitalize()} {date.year()}"


def paint_header(painter: QPainter, section: Section, rect: QRect, theme: Theme) -> None:
    """Paint a section's title and remark. A foldable section has a chevron in front."""
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
