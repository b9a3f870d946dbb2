"""A photo -> the photos of the library that were made from it or that it was made from, as a tree.

Two photos of one exposure are compared pixel by pixel. The frame, the border of the smaller one, the perspective, and
the pixels for the same part tell which of them was made from the other; dates decide where nothing else does.
"""

from __future__ import annotations

import contextlib
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from cbir.base.errors import CbirError
from cbir.base.stopping import never_cancelled
from cbir.base.types import (
    Derivation,
    Metadata,
    Origin,
    OriginPhoto,
    PhotoId,
    Preview,
    SearchOptions,
    Term,
    shown_name,
)
from cbir.duplicates import COMPARED_PX, Comparison, compare
from cbir.library.files import PhotoFile
from cbir.library.library import Library
from cbir.matching import Matrix


@dataclass(frozen=True, slots=True, kw_only=True)
class OriginOptions:
    """Chosen on chains made from half A of the photos: docs/benchmarks.md, origin.

    most : photos of a tree. least_agreeing, least_detailed : of two photos of one exposure, see Comparison
    whole : share of a photo that another must show to contain it
    askew : deviation of an outline from a rectangle, as a share of its sides, from which it was photographed
    resolved : ratio of pixels for the same part that is no rounding
    edited : difference in light or colour, in grey levels, of an edit
    """

    most: int = 12
    least_agreeing: float = 0.6
    least_detailed: float = 0.45
    whole: float = 0.97
    askew: float = 0.02
    resolved: float = 1.03
    edited: float = 3.5


@dataclass(frozen=True, slots=True, kw_only=True)
class _Link:
    """A possible derivation. likeness : of the two photos; the likest of several parents counts"""

    parent: PhotoId
    child: PhotoId
    step: Derivation
    likeness: float


def origin_of(
    library: Library,
    photo: PhotoId,
    options: OriginOptions = OriginOptions(),
    *,
    cancelled: Callable[[], bool] = never_cancelled,
) -> Origin:
    """The tree of the photos that share an exposure with this one. It takes about a second for five photos.

    Raises CbirError if the photo is not in the library or its file cannot be read now, and Cancelled.
    """
    relatives = _Relatives(library, photo, options, cancelled)
    photos, files, metadata = relatives.photos, relatives.files, relatives.metadata
    parents = _tree(photos, relatives.links)
    joined = _joined(photo, parents)
    if len(joined) < 2 and relatives.unread:
        raise CbirError(
            "Photos that may be related cannot be opened now. Have they moved, or is their drive not connected?"
        )
    return Origin(
        photos=tuple(
            OriginPhoto(
                photo=at,
                path=files[at].path,
                parent=parents[at].parent if at in parents else None,
                step=parents[at].step if at in parents else "original",
                size=files[at].size,
                taken_at=None if (facts_of := metadata[at]) is None else facts_of.taken_at,
            )
            for at in _from_the_root(joined, parents)
        ),
        asked=photo,
    )


class _Relatives:
    """The photo, and the photos of its exposure, found by way of one another; only these are searched with in turn."""

    def __init__(
        self, library: Library, photo: PhotoId, options: OriginOptions, cancelled: Callable[[], bool]
    ) -> None:
        self._library, self._options, self._cancelled = library, options, cancelled
        self.photos: list[PhotoId] = []
        self.files: dict[PhotoId, PhotoFile] = {}
        self.metadata: dict[PhotoId, Metadata | None] = {}
        self.unread = False  # a photo that shows the same has a file that cannot be read now
        self._pictures: dict[PhotoId, Preview | None] = {}
        self._links: dict[tuple[PhotoId, PhotoId], _Link | None] = {}
        if self._picture(photo) is None:
            raise CbirError(
                "{0} cannot be opened now. Has it moved, or is its drive not connected?",
                shown_name(self.files[photo].path),
            )
        self.photos.append(photo)
        for at in self.photos:  # which grows
            if len(self.photos) < options.most:
                candidates = self._shown_with(at)
                self._compare(at, candidates)
                for other in candidates:
                    if self._links[at, other] is not None and len(self.photos) < options.most:
                        self.photos.append(other)
        for row, at in enumerate(self.photos):
            self._compare(at, self.photos[row + 1 :])

    @property
    def links(self) -> list[_Link]:
        """The possible derivations among the photos."""
        return [link for link in self._links.values() if link is not None]

    def _shown_with(self, photo: PhotoId) -> list[PhotoId]:
        """Further photos that are proven to show the same as this one."""
        chosen = SearchOptions(engine="match", top=self._options.most)
        hits = self._library.search([Term(photo=photo)], chosen, cancelled=self._cancelled).hits
        return [hit.photo for hit in hits if hit.verified and hit.photo not in self.photos]

    def _compare(self, first: PhotoId, others: Sequence[PhotoId]) -> None:
        """Compare a photo with others, unless that was done."""
        others = [other for other in others if (first, other) not in self._links]
        transforms = self._library.things.transforms_onto(first, others) if others else {}
        for second in others:
            self._links[first, second] = (
                self._link(first, second, transforms[second]) if second in transforms else None
            )

    def _link(self, first: PhotoId, second: PhotoId, onto_first: Matrix) -> _Link | None:
        pictures = self._picture(first), self._picture(second)
        if pictures[0] is None or pictures[1] is None:
            self.unread = True
            return None
        comparison = _compared(pictures[0], pictures[1], np.linalg.inv(onto_first))
        if comparison is None:
            return None
        dates = [_made_at(self.metadata[photo], self.files[photo].path) for photo in (first, second)]
        sizes = [self.files[photo].size for photo in (first, second)]
        return _link(first, second, comparison, sizes, dates, self._options)

    def _picture(self, photo: PhotoId) -> Preview | None:
        """The picture of a photo; None if its file cannot be read now."""
        if photo not in self._pictures:
            self.files[photo] = self._library.files.of(photo)
            (self.metadata[photo],) = self._library.metadata([photo])
            self._pictures[photo] = None
            with contextlib.suppress(CbirError):
                preview = self._library.picture(photo=photo, max_side_px=COMPARED_PX)
                self._pictures[photo] = None if preview.stand_in else preview
        return self._pictures[photo]


def _compared(first: Preview, second: Preview, guess: Matrix) -> Comparison | None:
    """The comparison, with its scale in pixels of the files."""
    resized = first.full_size != second.full_size
    comparison = compare(first.pixels, second.pixels, guess, resized=resized)
    if comparison is None:
        return None
    shrinks = [max(picture.pixels.shape[:2]) / max(picture.full_size) for picture in (first, second)]
    return replace(comparison, scale=comparison.scale * shrinks[0] / shrinks[1])


def _made_at(metadata: Metadata | None, path: Path) -> tuple[bool, float]:
    """A sort key: files with the date of a shot first, then those that were written first."""
    try:
        written = path.stat().st_mtime
    except OSError:
        written = math.inf
    return metadata is None or metadata.taken_at is None, written


def _link(
    first: PhotoId,
    second: PhotoId,
    comparison: Comparison,
    sizes: Sequence[tuple[int, int]],
    dates: Sequence[tuple[bool, float]],
    options: OriginOptions,
) -> _Link | None:
    """The derivation of one of two photos from the other; None if they are two exposures."""
    if comparison.agreeing < options.least_agreeing or comparison.detailed < options.least_detailed:
        return None
    to_second = np.diag([*map(float, sizes[1]), 1.0]) @ comparison.transform
    to_second = to_second @ np.diag([1 / sizes[0][0], 1 / sizes[0][1], 1.0])
    difference = max(comparison.light, comparison.colour)
    likeness = comparison.first_seen * comparison.second_seen * comparison.agreeing
    likeness -= 0.01 * min(difference, 40.0) + 0.05 * abs(math.log2(max(comparison.scale, 1e-6)))
    ways = (first, second), (second, first)
    first_whole, second_whole = (
        share >= options.whole for share in (comparison.first_seen, comparison.second_seen)
    )
    inner = 0 if comparison.first_seen > comparison.second_seen else 1  # contained in the other
    askew = _askew(to_second, sizes[0])
    if askew > options.askew and not (first_whole and second_whole and difference < options.edited):
        # The photograph of a print shows it at an angle, with what is around it.
        child = 1 - inner
        return _Link(parent=ways[child][1], child=ways[child][0], step="photographed", likeness=likeness)
    if first_whole and second_whole:
        return _same_frame(ways, comparison, dates, difference, likeness, options)
    if comparison.parted:  # something else is around the inner one
        return _Link(parent=ways[inner][0], child=ways[inner][1], step="framed", likeness=likeness)
    step: Derivation = "cropped" if difference < options.edited else "cropped and edited"
    return _Link(parent=ways[inner][1], child=ways[inner][0], step=step, likeness=likeness)


def _same_frame(
    ways: tuple[tuple[PhotoId, PhotoId], tuple[PhotoId, PhotoId]],
    comparison: Comparison,
    dates: Sequence[tuple[bool, float]],
    difference: float,
    likeness: float,
    options: OriginOptions,
) -> _Link:
    """The derivation of two photos with one frame: the one with more pixels is first, then the earlier one."""
    step: Derivation = "edited" if difference >= options.edited else "saved anew"
    if abs(math.log(max(comparison.scale, 1e-6))) > math.log(options.resolved):
        parent = 1 if comparison.scale > 1 else 0
    elif dates[0] != dates[1]:
        parent = 0 if dates[0] < dates[1] else 1
    else:
        parent = 0 if ways[0] < ways[1] else 1
    return _Link(parent=ways[parent][0], child=ways[parent][1], step=step, likeness=likeness)


def _askew(to_second: Matrix, size: tuple[int, int]) -> float:
    """Distance of a picture's outline in another one from a parallelogram, as a share of its sides."""
    width, height = size
    corners = np.array([[0, 0, 1], [width, 0, 1], [width, height, 1], [0, height, 1]], np.float64)
    landed = corners @ to_second.T
    landed = landed[:, :2] / landed[:, 2:]
    gap = np.linalg.norm(landed[0] + landed[2] - landed[1] - landed[3])
    sides = np.linalg.norm(landed - np.roll(landed, 1, axis=0), axis=1)
    return float(gap / max(sides.mean(), 1e-6))


def _tree(photos: Sequence[PhotoId], links: Sequence[_Link]) -> dict[PhotoId, _Link]:
    """The likest parent of each photo, without circles."""
    parents: dict[PhotoId, _Link] = {}
    for link in sorted(links, key=lambda link: -link.likeness):
        if link.child in parents:
            continue
        above: PhotoId | None = link.parent
        while above is not None and above != link.child:
            above = parents[above].parent if above in parents else None
        if above is None:
            parents[link.child] = link
    return parents


def _joined(photo: PhotoId, parents: Mapping[PhotoId, _Link]) -> list[PhotoId]:
    """The photo and all that the tree joins with it."""
    joined = [photo]
    for at in joined:
        near = [link.child for link in parents.values() if link.parent == at]
        if at in parents:
            near.append(parents[at].parent)
        joined += [other for other in near if other not in joined]
    return joined


def _from_the_root(photos: Sequence[PhotoId], parents: Mapping[PhotoId, _Link]) -> list[PhotoId]:
    """Photos of one tree, each parent followed by what was made from it."""
    order = list[PhotoId]()

    def add(photo: PhotoId) -> None:
        order.append(photo)
        for child in sorted(at for at in photos if at in parents and parents[at].parent == photo):
            add(child)

    for root in sorted(at for at in photos if at not in parents):
        add(root)
    return order
