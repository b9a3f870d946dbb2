"""Dates in a typed sentence: `in July 2019`, `Christmas 2020`, `since 2022`, `last summer`, `vor drei Jahren`, `May`.

A bare year is no date here: it is a word of the full text, which has every photo's date, and may be a number of a name.
"""

from __future__ import annotations

import calendar
import datetime
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from cbir.base.folding import fold


@dataclass(frozen=True, slots=True, kw_only=True)
class DateSpan:
    """start, end : the place of the phrase in the text. first, last : `2019-07-01`, or "" at an open end

    months : of any year, instead of first and last
    """

    start: int
    end: int
    first: str = ""
    last: str = ""
    months: tuple[int, ...] = ()

    @property
    def field(self) -> str:
        """The same as a field of the query syntax."""
        if self.months:
            fields = [f"month:{month}" for month in self.months]
            return fields[0] if len(fields) == 1 else f"({' OR '.join(fields)})"
        if not self.last:
            return f"taken:>={self.first}"
        return f"taken:{self.first}..{self.last}" if self.first else f"taken:<={self.last}"

    @property
    def wider(self) -> tuple[WiderSpan, ...]:
        """The whole month and the whole years around it, as far as they are longer."""
        if not (self.first and self.last):
            return ()
        month, last_month = self.first[:7], self.last[:7]
        year, last_year = self.first[:4], self.last[:4]
        spans = []
        if month == last_month and (self.first, self.last) != _months(int(year), int(month[5:]), 1):
            spans.append(WiderSpan(field=f"taken:{month}", label=month))
        if (self.first[4:], self.last[4:]) != ("-01-01", "-12-31"):
            same = year == last_year
            field = f"taken:{year}" if same else f"taken:{year}..{last_year}"
            spans.append(WiderSpan(field=field, label=year if same else f"{year}–{last_year}"))
        return tuple(spans)


@dataclass(frozen=True, slots=True, kw_only=True)
class WiderSpan:
    """field : of the query syntax. label : `2019-07` or `2019`, the same in every language"""

    field: str
    label: str


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
_OFF = frozenset(
    map(fold, "holiday holidays vacation vacations break ferien urlaub vacances vacanze vacaciones".split())
)
"""Words between a season and its year: `summer holidays 2016`."""
_DAYS_OFF = re.compile(r"(?P<season>\w+)(?:ferien|urlaub)")  # Sommerferien

_Day = tuple[int, int]
_DAYS: dict[tuple[str, ...], tuple[_Day, _Day]] = {
    tuple(fold(name).split()): days
    for names, days in (
        ("christmas, xmas, weihnachten, noël, natale, navidad", ((12, 20), (12, 31))),
        ("halloween", ((10, 30), (11, 1))),
        ("new year s eve, silvester, saint sylvestre, nochevieja", ((12, 31), (12, 31))),
        (
            "new year s day, new year, neujahr, nouvel an, jour de l an, capodanno, año nuevo",
            ((12, 31), (1, 1)),
        ),
        (
            "valentine s day, valentine, valentinstag, saint valentin, san valentino, san valentín",
            ((2, 14), (2, 14)),
        ),
        ("independence day", ((7, 4), (7, 4))),
        ("epiphany, dreikönigstag, épiphanie, epifania, befana, epifanía", ((1, 6), (1, 6))),
        ("ferragosto", ((8, 15), (8, 15))),
    )
    for name in names.split(", ")
}
"""Days of a year. The last one may be in the next year."""
_EASTER = {
    fold(name): days
    for names, days in (
        ("easter ostern pâques pasqua pascua", (-2, 1)),
        ("pentecost whitsun pfingsten pentecôte pentecoste pentecostés", (48, 50)),
        ("ascension himmelfahrt ascensione ascensión", (39, 39)),
    )
    for name in names.split()
}
"""Days after Easter Sunday."""
_THANKSGIVING = "thanksgiving"
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
_WEEKS = frozenset(
    map(fold, "week weeks woche wochen semaine semaines settimana settimane semana semanas".split())
)
_WEEKENDS = {
    tuple(fold(name).split())
    for name in "weekend, week end, wochenende, wochenenden, fine settimana, fin de semana, finde".split(", ")
}
_DAY_UNITS = frozenset(map(fold, "day days tag tage tagen jour jours giorno giorni día días".split()))
_WEEKDAYS = _numbered(
    """monday tuesday wednesday thursday friday saturday sunday
    montag dienstag mittwoch donnerstag freitag samstag/sonnabend sonntag
    lundi mardi mercredi jeudi vendredi samedi dimanche
    lunedì martedì mercoledì giovedì venerdì sabato domenica
    lunes martes miércoles jueves viernes sábado domingo"""
)
_LAST = frozenset(
    map(
        fold,
        """last letzten letzter letztes letztem letzte vergangenen vergangene vergangenes dernier dernière scorso scorsa
        pasado pasada""".split(),
    )
)
_LATEST = _LAST | frozenset(
    map(
        fold,
        """past previous derniers dernières ultimi ultime ultimo ultima últimos últimas último última scorsi scorse
        pasados pasadas""".split(),
    )
)
"""In front of a number, or behind it: `the last three weeks`, `les trois dernières semaines`."""
_FROM = frozenset(map(fold, "since after seit nach depuis après dal dopo desde después".split()))
_UNTIL = frozenset(map(fold, "before until bis vor avant jusqu prima fino antes hasta".split()))
_AFTER = frozenset(map(fold, "after nach après dopo después".split()))
_BEFORE = frozenset(map(fold, "before vor avant prima antes".split()))
_LEADING = frozenset(
    map(
        fold,
        """the in on from of during im am aus von vom jahr year en de du année nel del della anno l di a au el año
        dell""".split(),
    )
)
_ABOUT = frozenset(
    map(fold, "around about circa ca um gegen vers environ intorno verso alrededor hacia".split())
)
_THIS = frozenset(
    map(fold, "this diesem diese dieses diesen cette cet questo quest questa este esta".split())
)
_AND = frozenset(map(fold, "and or und oder et ou e o y".split()))
_TO = frozenset(map(fold, "to until bis à a al hasta".split()))
_OF_YEARS = ("de", "of", "del", "di", "im", "in", "nel", "von")
_ALSO_WORDS = frozenset(map(fold, "may march mars april june august mai marzo sept".split()))
"""Months that mean something or somebody else: they need a word such as `in` before them, or a year behind them."""
_SHORT = 3  # letters of a month that is abbreviated
_AGO = frozenset(map(fold, "ago fa".split()))
_AGO_BEFORE = frozenset(map(fold, "vor hace".split()))
_YESTERDAY = {fold(word): 1 for word in "yesterday gestern hier ieri ayer".split()} | {
    fold(word): 0 for word in "today heute oggi hoy".split()
}
_TOKEN = re.compile(r"[^\W_]+")
_YEAR = re.compile(r"(?:19|20)\d\d")
_DAY = re.compile(r"(0?[1-9]|[12]\d|3[01])(?:st|nd|rd|th|er)?")
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
_NUMERIC = re.compile(
    rf"""(?<![\w./:-])(?:{_Y}-(?P<month>0[1-9]|1[0-2])(?:-(?P<day>0[1-9]|[12]\d|3[01]))?
    | (?P<first>0?[1-9]|[12]\d|3[01])(?P<mark>[./])(?P<second>0?[1-9]|[12]\d|3[01])(?P=mark)
        (?P<last>(?:19|20)\d\d))(?![\w/:-])""",
    re.VERBOSE,
)
"""`2015-05-15`, `2015-05`, `15.5.2015`, `15/05/2015`. The day comes first, unless there is no such month."""
_IN = r"(?:(?:in|from|of|aus|dans|en|de|nei|dei|di)\s+)?(?:(?:the|den|les|gli|los|i)\s+)?"
_DECADE = re.compile(
    rf"""(?<![\w-]){_IN}(?:(?P<whole>(?:19|20)\d)0(?:['’]?s|er|ern) | ['’]?(?P<short>\d)0(?:['’]?s|er|ern)
    | (?:années|anni|años)\s+['’]?(?P<named>(?:19|20)?\d)0)(?![\w-])""",
    re.VERBOSE | re.IGNORECASE,
)
"""Ten years: `in the 1990s`, `the 90s`, `aus den 80ern`, `les années 90`."""


def month_named(text: str) -> int | None:
    """The month of a number or a name in any of the languages: `8`, `August`, `aug`, `agosto`."""
    if text.isascii() and text.isdecimal():
        return int(text) if 1 <= int(text) <= 12 else None
    return _MONTHS.get(fold(text))


def date_words() -> frozenset[str]:
    """The words of which dates consist, folded: names of months and seasons, `since`, `Jahr`."""
    return frozenset(
        (
            *(_MONTHS | _SEASONS | _EASTER | _COUNTS | _UNITS | _WEEKDAYS),
            *(_LATEST | _FROM | _UNTIL | _LEADING | _WEEKS | _DAY_UNITS | _OFF | _YESTERDAY.keys()),
            *(word for name in (*_DAYS, *_WEEKENDS) for word in name),
            _THANKSGIVING,
        )
    )


def dates_in(text: str, today: datetime.date | None = None) -> list[DateSpan]:
    """The dates that a text names, from left to right. today : for dates such as `last summer`"""
    today = today or datetime.datetime.now().astimezone().date()
    spans = [
        DateSpan(start=match.start(), end=match.end(), first=f"{first}-01-01", last=f"{last}-12-31")
        for match in _RANGE.finditer(text)
        for first, last in [filter(None, match.groups())]
        if first <= last
    ]
    spans += [*_decades(text, today), *_numeric(text)]
    tokens = list(_TOKEN.finditer(text))
    words = [fold(token[0]) for token in tokens]
    at = 0
    while at < len(words):
        named = next(_named(words, at, today), None)
        if named is None or any(span.start <= tokens[at].start() < span.end for span in spans):
            at += 1
            continue
        length, first, last = named.words, named.first, named.last
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
        if named.months:
            is_date = begin < at or not named.needs_a_lead
        else:
            is_date = length > 1 or _YEAR.fullmatch(words[at]) is None or begin < at
            if before in _FROM:
                begin, first, last = begin - 1, _next_day(last) if before in _AFTER else first, ""
            elif before in _UNTIL:
                begin, first, last = begin - 1, "", _day_before(first) if before in _BEFORE else last
            elif before in _ABOUT and length == 1 and _YEAR.fullmatch(words[at]):
                begin, first, last = begin - 1, f"{int(first[:4]) - 1}-01-01", f"{int(last[:4]) + 1}-12-31"
            is_date = is_date or before in (_FROM | _UNTIL | _ABOUT)
        if is_date:
            spans.append(
                DateSpan(
                    start=tokens[begin].start(),
                    end=tokens[at + length - 1].end(),
                    first=first,
                    last=last,
                    months=named.months,
                )
            )
        at += length
    return sorted(spans, key=lambda span: span.start)


def _decades(text: str, today: datetime.date) -> Iterator[DateSpan]:
    for match in _DECADE.finditer(text):
        decade = match["whole"] or match["short"] or match["named"]
        if len(decade) == 1:
            decade = f"20{decade}" if int(f"20{decade}0") <= today.year else f"19{decade}"
        yield DateSpan(
            start=match.start(), end=match.end(), first=f"{decade}0-01-01", last=f"{decade}9-12-31"
        )


def _numeric(text: str) -> Iterator[DateSpan]:
    for match in _NUMERIC.finditer(text):
        if match["mark"]:
            year, day, month = int(match["last"]), int(match["first"]), int(match["second"])
            if month > 12:
                day, month = month, day
        else:
            year, month, day = int(match[1]), int(match["month"]), int(match["day"] or 0)
        if month <= 12 and day <= calendar.monthrange(year, month)[1]:
            first, last = _months(year, month, 1)
            if day:
                first = last = f"{year}-{month:02}-{day:02}"
            yield DateSpan(start=match.start(), end=match.end(), first=first, last=last)


@dataclass(frozen=True, slots=True)
class _Named:
    """words : their number. first, last : days. months : of any year instead

    needs_a_lead : the words may mean something else without one such as `in` before them
    """

    words: int
    first: str = ""
    last: str = ""
    months: tuple[int, ...] = ()
    needs_a_lead: bool = False


def _named(words: Sequence[str], at: int, today: datetime.date) -> Iterator[_Named]:
    """Dates that begin at a word, the most exact first."""
    word = words[at]
    yield from _days(words, at)
    season, off = _SEASONS.get(word, 0), at + 1
    if match := _DAYS_OFF.fullmatch(word):
        season = _SEASONS.get(match["season"], 0)
    elif season and words[at + 1 : at + 2] and words[at + 1] in _OFF:
        off = at + 2
    if season and (number := _year(words, off)) is not None:
        yield _Named(off - at + number.words, *_season(number.year, season))
    for length, days in _holidays(words, at):
        if (number := _year(words, at + length)) is not None:
            yield _Named(length + number.words, *days(number.year))
    if _YEAR.fullmatch(word) and int(word) <= today.year + 1:
        yield _Named(1, f"{word}-01-01", f"{word}-12-31")
    yield from (_Named(*dated) for dated in (*_weeks(words, at, today), *_relative(words, at, today)))
    if word in _MONTHS:
        length, months = _months_in_a_row(words, at)
        if number := _year(words, at + length):
            first, last = _months(number.year, months[0], 1)[0], _months(number.year, months[-1], 1)[1]
            if first <= last:
                yield _Named(length + number.words, first, last)
        yield _Named(
            length,
            months=months,
            needs_a_lead=length == 1 and (word in _ALSO_WORDS or len(word) <= _SHORT),
        )


@dataclass(frozen=True, slots=True)
class _Year:
    year: int
    words: int


def _year(words: Sequence[str], at: int) -> _Year | None:
    """The year at a word, or behind a small one such as `of`."""
    after = (*words[at : at + 2], "", "")
    small = after[0] in _OF_YEARS
    year = after[int(small)]
    return _Year(int(year), 1 + small) if _YEAR.fullmatch(year) else None


_Days = Callable[[int], tuple[str, str]]


def _holidays(words: Sequence[str], at: int) -> Iterator[tuple[int, _Days]]:
    """The number of words of holidays that begin at a word, the longest first, and their days in a year."""
    for length in range(4, 0, -1):
        if (named := tuple(words[at : at + length])) in _DAYS and len(named) == length:
            (month, day), (last_month, last_day) = _DAYS[named]

            def fixed(
                year: int, begin: str = f"{month:02}-{day:02}", end: str = f"{last_month:02}-{last_day:02}"
            ) -> tuple[str, str]:
                return f"{year - (begin > end)}-{begin}", f"{year}-{end}"

            yield length, fixed
    word = words[at] if at < len(words) else ""
    if (after := _EASTER.get(word)) is not None:
        yield 1, lambda year: _around(_easter(year), *after)
    if word == _THANKSGIVING:
        yield 1, lambda year: _around(_thanksgiving(year), 0, 3)


def _around(day: datetime.date, first: int, last: int) -> tuple[str, str]:
    return (day + datetime.timedelta(first)).isoformat(), (day + datetime.timedelta(last)).isoformat()


def _thanksgiving(year: int) -> datetime.date:
    """The fourth Thursday of November, in the United States."""
    first = datetime.date(year, 11, 1)
    return first + datetime.timedelta((3 - first.weekday()) % 7 + 21)


def _days(words: Sequence[str], at: int) -> Iterator[_Named]:
    """`15 May 2013`, `May 15, 2013`, `15 de mayo de 2013`."""
    word, after = words[at], (*words[at + 1 : at + 3], "", "")
    day, month, length = 0, 0, 2
    if match := _DAY.fullmatch(word):
        between = int(after[0] in _OF_YEARS)
        day, month, length = int(match[1]), _MONTHS.get(after[between], 0), 2 + between
    elif word in _MONTHS and (match := _DAY.fullmatch(after[0])):
        day, month = int(match[1]), _MONTHS[word]
    if month and (number := _year(words, at + length)) is not None:
        day = min(day, calendar.monthrange(number.year, month)[1])
        date = f"{number.year}-{month:02}-{day:02}"
        yield _Named(length + number.words, date, date)


def _months_in_a_row(words: Sequence[str], at: int) -> tuple[int, tuple[int, ...]]:
    """The number of words, and the months of `July and August` or `June to August`."""
    months, length = [_MONTHS[words[at]]], 1
    while at + length + 1 < len(words) and (month := _MONTHS.get(words[at + length + 1])):
        joint = words[at + length]
        if joint in _AND:
            months.append(month)
        elif joint in _TO:
            months += [(months[-1] + step) % 12 + 1 for step in range((month - months[-1]) % 12)]
        else:
            break
        length += 2
    return length, tuple(dict.fromkeys(months))


def _easter(year: int) -> datetime.date:
    """Easter Sunday. Anonymous, Nature 13, 1876, as in Meeus, Astronomical Algorithms, 1991, chapter 8."""
    golden, (century, of_century) = year % 19, divmod(year, 100)
    leaps, left = divmod(century, 4)
    moon = (19 * golden + century - leaps - (century - (century + 8) // 25 + 1) // 3 + 15) % 30
    fours, rest = divmod(of_century, 4)
    week = (32 + 2 * left + 2 * fours - moon - rest) % 7
    late = (golden + 11 * moon + 22 * week) // 451
    month, day = divmod(moon + week - 7 * late + 114, 31)
    return datetime.date(year, month, day + 1)


def _relative(words: Sequence[str], at: int, today: datetime.date) -> Iterator[tuple[int, str, str]]:
    word, after = words[at], (*words[at + 1 : at + 3], "", "")
    if word in _THIS and _UNITS.get(after[0]) == 12:
        yield 2, f"{today.year}-01-01", f"{today.year}-12-31"
    elif word in _THIS and after[0] in _UNITS:
        yield 2, *_months(today.year, today.month, 1)
    elif word in _THIS and after[0] in _SEASONS:
        yield 2, *_season(today.year, _SEASONS[after[0]])
    pairs = [(word, after[0])] if word in _LAST else [(after[0], word)] if after[0] in _LAST else []
    for _, named in pairs:
        if _UNITS.get(named) == 12:
            yield 2, f"{today.year - 1}-01-01", f"{today.year - 1}-12-31"
        elif named in _UNITS:
            yield 2, *_months(*_months_ago(today, 1), 1)
        elif named in _MONTHS and named not in _UNITS:
            yield 2, *_months(today.year - (_MONTHS[named] >= today.month), _MONTHS[named], 1)
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
        number = _count(count)
        length = begin + 2 + (begin == 0)
        if ends and number and unit in _WEEKS:
            yield length, *_around(today, -7 * number - today.weekday(), -7 * number - today.weekday() + 6)
        elif ends and number and unit in _DAY_UNITS:
            yield length, *_around(today, -number, -number)
        elif ends and number and unit in _UNITS:
            if _UNITS[unit] == 12:
                yield length, f"{today.year - number}-01-01", f"{today.year - number}-12-31"
            else:
                yield length, *_months(*_months_ago(today, number), 1)
    if word in _YESTERDAY and (len(words) > 1 or word != "hier"):
        day = (today - datetime.timedelta(days=_YESTERDAY[word])).isoformat()
        yield 1, day, day


def _weeks(words: Sequence[str], at: int, today: datetime.date) -> Iterator[tuple[int, str, str]]:
    """Weeks, weekends, weekdays and holidays, of which the last or this one is named, and the last so many days."""
    monday = today - datetime.timedelta(today.weekday())
    word, after = words[at], (*words[at + 1 : at + 3], "", "")
    before, behind = word in _LAST, 1 if word in _LAST or word in _THIS else 0
    for length in (3, 2, 1):
        name = tuple(words[at + behind : at + behind + length])
        closing = words[at + length : at + length + 1]
        if len(name) < length or not (behind or (closing and closing[0] in _LAST)):
            continue
        is_last = before or not behind
        total = length + 1
        if name in _WEEKENDS:
            saturday = monday + datetime.timedelta(5)
            weeks = 1 if is_last and today <= saturday + datetime.timedelta(1) else 0
            yield total, *_around(saturday - datetime.timedelta(7 * weeks), 0, 1)
        elif length == 1 and name[0] in _WEEKS:
            yield total, *_around(monday - datetime.timedelta(7 * is_last), 0, 6)
        elif length == 1 and name[0] in _WEEKDAYS and is_last:
            ago = (today.weekday() + 1 - _WEEKDAYS[name[0]]) % 7 or 7
            yield total, *_around(today, -ago, -ago)
    if behind:
        for length, days in _holidays(words, at + 1):
            first, last = days(today.year)
            if before and first > today.isoformat():
                first, last = days(today.year - 1)
            yield length + 1, first, last
    else:
        for length, days in _holidays(words, at):
            if words[at + length : at + length + 1] and words[at + length] in _LAST:
                first, last = days(today.year)
                if first > today.isoformat():
                    first, last = days(today.year - 1)
                yield length + 1, first, last
    shapes = [(word in _LATEST, after[0], after[1]), (after[0] in _LATEST, word, after[1])]
    for is_latest, count, unit in shapes:
        number = _count(count)
        if not (is_latest and number > 1):
            continue
        if unit in _DAY_UNITS or unit in _WEEKS:
            yield 3, *_around(today, -number * (7 if unit in _WEEKS else 1), 0)
        elif unit in _UNITS:
            year, month = _months_ago(today, number * _UNITS[unit])
            day = min(today.day, calendar.monthrange(year, month)[1])
            yield 3, f"{year}-{month:02}-{day:02}", today.isoformat()


def _count(word: str) -> int:
    return _COUNTS.get(word) or (int(word) if word.isdecimal() and len(word) < 3 else 0)


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
