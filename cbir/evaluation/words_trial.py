"""A library's own photos -> altered copies -> comparison of searches by a new and by the current codebook.

The copies are hard on purpose: if both codebooks ranked every photo first, they could not be compared. Copies of one
photo are not independent, so the uncertainty is estimated over photos, not over copies.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

import numpy as np

from cbir.base.errors import Cancelled, CbirError
from cbir.base.types import (
    Hit,
    PhotoId,
    Preview,
    SearchOptions,
    SearchResult,
    Term,
    WordsTrial,
    WordsTrialRow,
)
from cbir.evaluation.altered import (
    Pixels,
    View,
    blurred,
    crop,
    encode_jpeg,
    generator_for,
    lit,
    rotated,
    scaled,
    text_band,
    tilted,
)
from cbir.evaluation.significance import Comparison, compare

# The stage that reads the files is left out: it would hide misses of the visual words, and takes seconds.
_SEARCH = SearchOptions(engine="match", top=10, look_harder=False)
_SIDE_PX = 1600
_MEASURES: tuple[Literal["first", "proven", "words"], ...] = ("first", "proven", "words")


class WordsSearcher(Protocol):
    """Protocol of a library that answers by one codebook."""

    def search(
        self, terms: Sequence[Term], options: SearchOptions = ..., *, cancelled: Callable[[], bool] = ...
    ) -> SearchResult: ...

    def rank(self, term: Term, options: SearchOptions = ...) -> tuple[Hit, ...]: ...


class PhotoLibrary(WordsSearcher, Protocol):
    """Protocol of a library with its current codebook, and its pictures."""

    def picture(self, *, photo: PhotoId, max_side_px: int) -> Preview: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class _Alteration:
    name: str
    alter: Callable[[Pixels, np.random.Generator], View]
    quality: int = 90


def _small_crop(pixels: Pixels, rng: np.random.Generator) -> View:
    return crop(pixels, rng, area=0.04)


def _small_and_turned(pixels: Pixels, rng: np.random.Generator) -> View:
    turned = rotated(pixels, float(rng.uniform(20, 340))).pixels
    return scaled(turned, max(120, max(turned.shape[:2]) // 8))


def _from_the_side(pixels: Pixels, rng: np.random.Generator) -> View:
    return tilted(pixels, tilt_deg=66, axis_deg=float(rng.uniform(0, 360)))


_ALTERATIONS = (
    _Alteration(name="crop to 4 % of the area", alter=_small_crop),
    _Alteration(name="turned, an eighth as large", alter=_small_and_turned),
    _Alteration(name="from the side", alter=_from_the_side),
    _Alteration(name="dark, JPEG quality 8", alter=lit(0.1), quality=8),
    _Alteration(name="blur sigma 8", alter=blurred(8)),
    _Alteration(name="text over the middle third", alter=text_band, quality=30),
)


def try_words(
    photos: Iterable[tuple[PhotoId, str]],
    library: PhotoLibrary,
    new: WordsSearcher,
    *,
    most: int = 40,
    progress: Callable[[int, int], None] = lambda done, total: None,
    cancelled: Callable[[], bool] = lambda: False,
) -> WordsTrial:
    """Search with altered copies of photos by both codebooks.

    photos : ids, and names that seed the random parameters; a photo with an unreadable file is left out
    new : the library with its new codebook. most : number of photos to try
    Raises CbirError if no photo can be read, and Cancelled.
    """
    figures: dict[str, list[tuple[float, float]]] = {measure: [] for measure in _MEASURES}
    differing = done = 0
    for photo, name in photos:
        if done == most:
            break
        preview = library.picture(photo=photo, max_side_px=_SIDE_PX)
        if preview.stand_in:
            continue
        progress(done, most)
        outcomes = []
        for alteration in _ALTERATIONS:
            if cancelled():
                raise Cancelled("The comparison was stopped. The new words are kept for the next time.")
            view = alteration.alter(preview.pixels, generator_for(name, alteration.name))
            term = Term(data=encode_jpeg(view.pixels, alteration.quality))
            both = [_figures(searcher, term, photo, cancelled) for searcher in (library, new)]
            differing += both[0]["first"] != both[1]["first"]
            outcomes.append(both)
        for measure, values in figures.items():
            means = np.mean([[outcome[measure] for outcome in both] for both in outcomes], axis=0)
            values.append((float(means[0]), float(means[1])))
        done += 1
    if not done:
        raise CbirError("None of the library's folders is there now. Plug in their drives and try again.")
    progress(done, done)
    compared = {measure: compare(*np.array(values, np.float64).T) for measure, values in figures.items()}
    first = compared["first"]
    return WordsTrial(
        photos=done,
        copies=done * len(_ALTERATIONS),
        differing=differing,
        rows=tuple(_row(measure, compared[measure]) for measure in _MEASURES),
        better=first.difference > 0 and first.significant and first.interval[0] > 0,
    )


def _figures(
    searcher: WordsSearcher, term: Term, photo: PhotoId, cancelled: Callable[[], bool]
) -> Mapping[str, float]:
    hits = searcher.search([term], _SEARCH, cancelled=cancelled).hits
    ranked = searcher.rank(term, _SEARCH)
    return {
        "first": float(bool(hits) and hits[0].photo == photo),
        "proven": float(any(hit.verified and hit.photo == photo for hit in hits)),
        "words": float(bool(ranked) and ranked[0].photo == photo),
    }


def _row(measure: Literal["first", "proven", "words"], compared: Comparison) -> WordsTrialRow:
    low, high = compared.interval
    return WordsTrialRow(measure=measure, before=compared.mean_a, after=compared.mean_b, low=low, high=high)
