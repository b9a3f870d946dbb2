"""Dates in a typed sentence: `in July 2019`, `Christmas 2020`, `since 2022`, `last summer`, `vor drei Jahren`.

A bare year is no date here: it is a word of the full text, which has every photo's date, and may be a number of a name.
"""

from __future__ import annotations

import calendar
import datetime
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from cbir.base.folding import fold


@dataclass(frozen=True, slots=True, kw_only=True)
class DateSpan:
    """start, end : the place of the phrase in the text. first, last : `2019-07-01`, or "" at an open end"""

    start: int
    end: int
    first: str
    last: str

    @property
    def field(self) -> str:
        """The same as a field of the query syntax."""
        if not self.last:
            return f"taken:>={self.first}"
        return f"taken:{self.first}..{self.last}" if self.first else f"taken:<={self.last}"


def _numbered(lists: str) -> dict[str, int]:
    return {
        fold(name): number
        for line in lists.strip().splitlines()
        for number, names in enumerate(line.split(), start=1)
        for name in names.split("/")
    }


_MONTHS = _numbered(  # a line for each language
    """january february march april may june july august september october november december
    jan feb mar apr may jun jul aug sep/sept oct nov dec
    januar/jänner februar märz april mai juni juli august september oktober/okt november dezember/dez
    janvier février mars avril mai juin juillet août septembre octobre novembre décembre
    gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre
    enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre"""
)
_SEASONS = _numbered(
    """spring summer autumn/fall winter
    frühling/frühjahr sommer herbst winter
    printemps été automne hiver
    primavera estate autunno inverno
    primavera verano otoño invierno"""
)
_DAYS = {
    **dict.fromkeys(
        map(fold, "christmas xmas weihnachten noël natale navidad".split()), ((12, 20), (12, 31))
    ),
    **dict.fromkeys(map(fold, "halloween".split()), ((10, 30), (11, 1))),
    **dict.fromkeys(map(fold, "silvester".split()), ((12, 31), (12, 31))),
}
_COUNTS = {
    **_numbered(
        """one/a/an two three four five six seven eight nine ten
        ein/einem/einen zwei drei vier fünf sechs sieben acht neun zehn
        un/une deux trois quatre cinq six sept huit neuf dix
        un/uno due tre quattro cinque sei sette otto nove dieci
        un/uno dos tres cuatro cinco seis siete ocho nueve diez"""
    ),
}
_UNITS = {
    **dict.fromkeys(
        map(fold, "year years jahr jahre jahren an ans année années anno anni año años".split()), 12
    ),
    **dict.fromkeys(map(fold, "month months monat monate monaten mois mese mesi mes meses".split()), 1),
}
_LAST = frozenset(
    map(
        fold,
        "last letzten letzter letztes letztem letzte vergangenen dernier dernière scorso scorsa pasado pasada".split(),
    )
)
_FROM = frozenset(map(fold, "since after seit nach depuis après dal dopo desde después".split()))
_UNTIL = frozenset(map(fold, "before until bis vor avant jusqu prima fino antes hasta".split()))
_AFTER = frozenset(map(fold, "after nach après dopo después".split()))
_BEFORE = frozenset(map(fold, "before vor avant prima antes".split()))
_LEADING = frozenset(
    map(
        fold,
        "the in from of during im aus von jahr year en de du année nel del della anno l di a au el año dell".split(),
    )
)
_AGO = frozenset(map(fold, "ago fa".split()))
_AGO_BEFORE = frozenset(map(fold, "vor hace".split()))
_YESTERDAY = {fold(word): 1 for word in "yesterday gestern hier ieri ayer".split()} | {
    fold(word): 0 for word in "today heute oggi hoy".split()
}
_TOKEN = re.compile(r"[^\W_]+")
_YEAR = re.compile(r"(?:19|20)\d\d")
_Y = r"((?:19|20)\d\d)"
_THE = r"\s+(?:(?:the|il|el|dem|den)\s+)?"
_RANGE = re.compile(
    rf"""(?<![\w-])(?:
    (?:between|from|zwischen|von|entre|depuis|de|tra|fra|dal|desde){_THE}{_Y}
        \s+(?:and|to|until|und|bis|et|à|jusqu.à|y|e|al?|hasta){_THE}{_Y}
    | {_Y}(?:\s?[-–]\s?|\s+(?:to|until|bis|hasta)\s+){_Y})(?![\w-])""",
    re.VERBOSE | re.IGNORECASE,
)
"""Two years: `2018-2020`, `2018 to 2020`, `between 2018 and 2020`, `dal 2018 al 2020`."""


def date_words() -> frozenset[str]:
    """The words of which dates consist, folded: names of months and seasons, `since`, `Jahr`."""
    return frozenset((*_MONTHS, *_SEASONS, *_DAYS, *_COUNTS, *_UNITS, *_LAST, *_FROM, *_UNTIL, *_LEADING))


def dates_in(text: str, today: datetime.date | None = None) -> list[DateSpan]:
    """The dates that a text names, from left to right. today : for dates such as `last summer`"""
    today = today or datetime.datetime.now().astimezone().date()
    spans = [
        DateSpan(start=match.start(), end=match.end(), first=f"{first}-01-01", last=f"{last}-12-31")
        for match in _RANGE.finditer(text)
        for first, last in [filter(None, match.groups())]
        if first <= last
    ]
    tokens = list(_TOKEN.finditer(text))
    words = [fold(token[0]) for token in tokens]
    at = 0
    while at < len(words):
        named = next(_named(words, at, today), None)
        if named is None or any(span.start <= tokens[at].start() < span.end for span in spans):
            at += 1
            continue
        length, first, last = named
        begin = at
        if words[at] == "a" and length == 3:  # il y a trois ans
            begin = max(at - 2, 0) if words[max(at - 2, 0) : at] == ["il", "y"] else at - 1
        while (
            begin
            and words[begin - 1] in _LEADING
            and not any(span.end > tokens[begin - 1].start() for span in spans)
        ):
            begin -= 1
        before = words[begin - 1] if begin else ""
        if before in _FROM:
            begin, first, last = begin - 1, _next_day(last) if before in _AFTER else first, ""
        elif before in _UNTIL:
            begin, first, last = begin - 1, "", _day_before(first) if before in _BEFORE else last
        is_bare = length == 1 and _YEAR.fullmatch(words[at]) is not None
        if not is_bare or begin < at:
            spans.append(
                DateSpan(
                    start=tokens[begin].start(), end=tokens[at + length - 1].end(), first=first, last=last
                )
            )
        at += length
    return sorted(spans, key=lambda span: span.start)


def _named(words: Sequence[str], at: int, today: datetime.date) -> Iterator[tuple[int, str, str]]:
    """(words, first day, last day) of dates that begin at a word."""
    word, after = words[at], (*words[at + 1 : at + 4], "", "", "")
    year_at = 1 if after[0] not in ("de", "of", "del", "di", "im", "in", "nel") else 2
    year = after[year_at - 1]
    if _YEAR.fullmatch(year):
        number = int(year)
        if word in _MONTHS:
            yield year_at + 1, *_months(number, _MONTHS[word], 1)
        elif word in _SEASONS:
            yield year_at + 1, *_season(number, _SEASONS[word])
        elif word in _DAYS:
            (month, day), (last_month, last_day) = _DAYS[word]
            yield year_at + 1, f"{number}-{month:02}-{day:02}", f"{number}-{last_month:02}-{last_day:02}"
    if _YEAR.fullmatch(word) and int(word) <= today.year + 1:
        yield 1, f"{word}-01-01", f"{word}-12-31"
    yield from _relative(words, at, today)


def _relative(words: Sequence[str], at: int, today: datetime.date) -> Iterator[tuple[int, str, str]]:
    word, after = words[at], (*words[at + 1 : at + 3], "", "")
    pairs = [(word, after[0])] if word in _LAST else [(after[0], word)] if after[0] in _LAST else []
    for _, named in pairs:
        if _UNITS.get(named) == 12:
            yield 2, f"{today.year - 1}-01-01", f"{today.year - 1}-12-31"
        elif named in _UNITS:
            yield 2, *_months(*_months_ago(today, 1), 1)
        elif named in _SEASONS:
            first, last = _season(today.year, _SEASONS[named])
            if last >= today.isoformat():
                first, last = _season(today.year - 1, _SEASONS[named])
            yield 2, first, last
    for begin, count, unit, ends in (
        (1, after[0], after[1], True)
        if word in _AGO_BEFORE or (word == "a" and words[at - 1 : at] == ["y"])
        else (0, "", "", False),
        (0, word, after[0], after[1] in _AGO),
    ):
        number = _COUNTS.get(count) or (int(count) if count.isdecimal() and len(count) < 3 else 0)
        if ends and number and unit in _UNITS:
            length = begin + 2 + (begin == 0)
            if _UNITS[unit] == 12:
                yield length, f"{today.year - number}-01-01", f"{today.year - number}-12-31"
            else:
                yield length, *_months(*_months_ago(today, number), 1)
    if word in _YESTERDAY and len(words) > 1:
        day = (today - datetime.timedelta(days=_YESTERDAY[word])).isoformat()
        yield 1, day, day


def _months_ago(today: datetime.date, months: int) -> tuple[int, int]:
    year, month = divmod(today.year * 12 + today.month - 1 - months, 12)
    return year, month + 1


def _months(year: int, month: int, count: int) -> tuple[str, str]:
    """The first and the last day of some months."""
    last_year, last = divmod(year * 12 + month - 1 + count - 1, 12)
    last += 1
    return f"{year}-{month:02}-01", f"{last_year}-{last:02}-{calendar.monthrange(last_year, last)[1]:02}"


def _season(year: int, season: int) -> tuple[str, str]:
    """Spring is March to May. The winter of a year begins in its December."""
    return _months(year, 3 * season, 3)


def _next_day(day: str) -> str:
    return (datetime.date.fromisoformat(day) + datetime.timedelta(days=1)).isoformat()


def _day_before(day: str) -> str:
    return (datetime.date.fromisoformat(day) - datetime.timedelta(days=1)).isoformat()
