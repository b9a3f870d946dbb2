"""Dates, towns, countries and regions in a typed sentence, as queries."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from cbir.catalog.dates_in_text import WiderSpan, dates_in
from cbir.catalog.regions import regions_in
from cbir.catalog.towns_in_text import towns_in


@dataclass(frozen=True, slots=True, kw_only=True)
class FactInText:
    """A phrase from `start` to `end`. field : the query for its photos

    is_word : it may mean something else. adjective : of a country, as in `italian horses`
    needs : a query that must match a photo; otherwise this is no fact
    wider : spans to search in if no photo has the date itself
    """

    start: int
    end: int
    field: str
    kind: Literal["date", "place"]
    is_word: bool = False
    adjective: bool = False
    needs: str | None = None
    wider: tuple[WiderSpan, ...] = ()


def facts_in(text: str) -> tuple[FactInText, ...]:
    """The facts of a text, the surest first. They may overlap."""
    towns = towns_in(text)
    long = [town for town in towns if " " in town.name]  # Monaco di Baviera is not in Monaco
    dates = [
        FactInText(start=date.start, end=date.end, field=date.field, kind="date", wider=date.wider)
        for date in dates_in(text)
    ]
    regions = [
        FactInText(
            start=region.start,
            end=region.end,
            field=region.field,
            kind="place",
            is_word=not region.named,
            adjective=not region.named,
        )
        for region in regions_in(text)
        if not any(town.start <= region.start < town.end for town in long)
    ]
    return (
        *dates,
        *regions,
        *(
            FactInText(
                start=town.start,
                end=town.end,
                field=town.near_or_named,
                kind="place",
                is_word=not town.sure,
                needs=None if town.sure else town.near,
            )
            for town in towns
        ),
    )
