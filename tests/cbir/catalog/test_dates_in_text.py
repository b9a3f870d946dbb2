"""A typed sentence -> the dates that it names."""

import datetime

import pytest

from cbir.catalog.dates_in_text import dates_in

TODAY = datetime.date(2026, 11, 28)


@pytest.mark.parametrize(
    ("text", "phrase", "first", "last"),
    [
        ("photos of porto in 2019", "in 2019", "2019-01-01", "2019-12-31"),
        ("wedding in july 2019", "in july 2019", "2019-07-01", "2019-07-31"),
        ("Christmas 2020", "Christmas 2020", "2020-12-20", "2020-12-31"),
        ("trains summer 2023", "summer 2023", "2023-06-01", "2023-08-31"),
        ("winter 2023", "winter 2023", "2023-12-01", "2024-02-29"),
        ("tram before 2016", "before 2016", "", "2015-12-31"),
        ("since 2022", "since 2022", "2022-01-01", ""),
        ("after march 2019", "after march 2019", "2019-04-01", ""),
        ("dog 2018-2020", "2018-2020", "2018-01-01", "2020-12-31"),
        ("dogs last year", "last year", "2025-01-01", "2025-12-31"),
        ("last summer", "last summer", "2026-06-01", "2026-08-31"),
        ("a cat two years ago", "two years ago", "2024-01-01", "2024-12-31"),
        ("cat yesterday", "yesterday", "2026-11-27", "2026-11-27"),
        ("Strand im Sommer 2018", "im Sommer 2018", "2018-06-01", "2018-08-31"),
        ("Katze vor drei Jahren", "vor drei Jahren", "2023-01-01", "2023-12-31"),
        ("letzten Sommer", "letzten Sommer", "2026-06-01", "2026-08-31"),
        ("Noël 2020", "Noël 2020", "2020-12-20", "2020-12-31"),
        ("l'été dernier", "l'été dernier", "2026-06-01", "2026-08-31"),
        ("chat il y a trois ans", "il y a trois ans", "2023-01-01", "2023-12-31"),
        ("matrimonio nel luglio 2019", "nel luglio 2019", "2019-07-01", "2019-07-31"),
        ("tre anni fa", "tre anni fa", "2023-01-01", "2023-12-31"),
        ("boda en julio de 2019", "en julio de 2019", "2019-07-01", "2019-07-31"),
        ("tram on 15 may 2013", "on 15 may 2013", "2013-05-15", "2013-05-15"),
        ("tram on May 15th, 2013", "on May 15th, 2013", "2013-05-15", "2013-05-15"),
        ("tranvía el 15 de mayo de 2013", "el 15 de mayo de 2013", "2013-05-15", "2013-05-15"),
        ("July to September 2019", "July to September 2019", "2019-07-01", "2019-09-30"),
        ("Ostern 2019", "Ostern 2019", "2019-04-19", "2019-04-22"),
        ("cars in the 2010s", "in the 2010s", "2010-01-01", "2019-12-31"),
        ("Autos aus den 80ern", "aus den 80ern", "1980-01-01", "1989-12-31"),
        ("voitures, années 90", "années 90", "1990-01-01", "1999-12-31"),
        ("last December", "last December", "2025-12-01", "2025-12-31"),
        ("dieses Jahr", "dieses Jahr", "2026-01-01", "2026-12-31"),
        ("market around 2015", "around 2015", "2014-01-01", "2016-12-31"),
        ("hace dos años", "hace dos años", "2024-01-01", "2024-12-31"),
        ("photos from last weekend", "from last weekend", "2026-11-21", "2026-11-22"),
        ("le week-end dernier", "week-end dernier", "2026-11-21", "2026-11-22"),
        ("el fin de semana pasado", "el fin de semana pasado", "2026-11-21", "2026-11-22"),
        ("this weekend", "this weekend", "2026-11-28", "2026-11-29"),
        ("last week", "last week", "2026-11-16", "2026-11-22"),
        ("diese Woche", "diese Woche", "2026-11-23", "2026-11-29"),
        ("due settimane fa", "due settimane fa", "2026-11-09", "2026-11-15"),
        ("3 days ago", "3 days ago", "2026-11-25", "2026-11-25"),
        ("last Saturday", "last Saturday", "2026-11-21", "2026-11-21"),
        ("lundi dernier", "lundi dernier", "2026-11-23", "2026-11-23"),
        ("the past two weeks", "the past two weeks", "2026-11-14", "2026-11-28"),
        ("les trois dernières semaines", "trois dernières semaines", "2026-11-07", "2026-11-28"),
        ("gli ultimi 3 mesi", "ultimi 3 mesi", "2026-08-28", "2026-11-28"),
        ("last Christmas", "last Christmas", "2025-12-20", "2025-12-31"),
        ("Noël dernier", "Noël dernier", "2025-12-20", "2025-12-31"),
        ("New Year's Eve 2017", "New Year's Eve 2017", "2017-12-31", "2017-12-31"),
        ("Neujahr 2018", "Neujahr 2018", "2017-12-31", "2018-01-01"),
        ("Valentine's Day 2018", "Valentine's Day 2018", "2018-02-14", "2018-02-14"),
        ("Thanksgiving 2016", "Thanksgiving 2016", "2016-11-24", "2016-11-27"),
        ("Pfingsten 2019", "Pfingsten 2019", "2019-06-08", "2019-06-10"),
        ("summer holidays 2016", "summer holidays 2016", "2016-06-01", "2016-08-31"),
        ("Sommerferien 2016", "Sommerferien 2016", "2016-06-01", "2016-08-31"),
        ("dog 15.05.2015", "15.05.2015", "2015-05-15", "2015-05-15"),
        ("5/15/2015", "5/15/2015", "2015-05-15", "2015-05-15"),
        ("2015-05-15", "2015-05-15", "2015-05-15", "2015-05-15"),
        ("2015-05", "2015-05", "2015-05-01", "2015-05-31"),
        ("gestern", "gestern", "2026-11-27", "2026-11-27"),
    ],
)
def test_a_sentence_names_a_date(text, phrase, first, last):
    (date,) = dates_in(text, TODAY)
    assert (text[date.start : date.end], date.first, date.last) == (phrase, first, last)


@pytest.mark.parametrize(
    ("text", "phrase", "months"),
    [
        ("lighthouses from August", "from August", (8,)),
        ("sunset in may", "in may", (5,)),
        ("november rain", "november", (11,)),
        ("Hochzeiten im Juli und August", "im Juli und August", (7, 8)),
        ("plages de novembre à février", "de novembre à février", (11, 12, 1, 2)),
    ],
)
def test_a_sentence_names_months_of_any_year(text, phrase, months):
    (date,) = dates_in(text, TODAY)
    assert (text[date.start : date.end], date.months) == (phrase, months)


@pytest.mark.parametrize(
    ("text", "labels"),
    [
        ("15 may 2013", ["2013-05", "2013"]),
        ("may 2013", ["2013"]),
        ("winter 2015", ["2015–2016"]),
        ("in 2013", []),
        ("since 2013", []),
        ("in May", []),
    ],
)
def test_a_date_can_be_widened_to_its_month_and_its_year(text, labels):
    (date,) = dates_in(text, TODAY)
    assert [span.label for span in date.wider] == labels


@pytest.mark.parametrize(
    "text",
    [
        "may flowers",
        "mars attacks",
        "lisbon 2019",
        "IMG 2012",
        "march",
        "hier",
        "in 3019",
        "",
        "room 2019b",
    ],
)
def test_numbers_and_names_are_no_dates(text):
    assert dates_in(text, TODAY) == []


@pytest.mark.parametrize(
    "text",
    [
        "this",
        "last",
        "hier",
        "week",
        "weekend",
        "the last of us",
        "new year",
        "last 2 beers",
        "IMG-2015-05-15.jpg",
        "31.02.2015",
    ],
)
def test_other_words_of_weeks_and_days_name_none(text):
    assert dates_in(text, TODAY) == []
