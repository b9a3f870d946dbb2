"""Stages that try harder on the pictures for which nothing was proven, one after the other, until something is."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from typing import TypeVar

from cbir.search.results import StageResult, TermMatches, match_result
from cbir.search.stages.stage import Search

_Item = TypeVar("_Item")


def has_undecided(search: Search) -> bool:
    """True where nothing at all is proven for some wanted picture that was compared."""
    result = search.results.get("match")
    return result is not None and any(map(_is_undecided, result.matches))


def try_harder(search: Search, step: Callable[[TermMatches], TermMatches]) -> StageResult:
    """The match engine's answer, with what a step makes of each undecided picture."""
    result = search.results["match"]
    return match_result(
        [step(term) if _is_undecided(term) else term for term in result.matches], result.refused
    )


def _is_undecided(term: TermMatches) -> bool:
    return term.wanted and term.verdicts is not None and not term.verified


def take_turns(nearest: Sequence[_Item], *orders: Sequence[_Item]) -> list[_Item]:
    """Each once; two of the nearest, which are right more often here, to one of each other order."""
    turns = itertools.chain.from_iterable(itertools.zip_longest(nearest[::2], nearest[1::2], *orders))
    return list(dict.fromkeys(item for item in turns if item is not None))
