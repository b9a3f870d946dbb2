"""Faces -> groups, each of one person, that grow as photos arrive.

A face joins the group to whose faces its root mean square distance is least, if that is small enough; otherwise it
begins a group. Then its group and another are joined under the same condition. This is average linkage, kept up to
date: a group is represented by its size, its mean and its spread, so a new face costs one product with the means. Two
faces of one photo are never of one person.

"Small enough" depends on the faces. The network was trained on adults, most of them in good light, and puts others
close together: small children are as near to each other as two pictures of one actor. So a distance is compared with
the rarity of both faces: how far they are from the nearest typical face, a mean of many strangers. This is Lowe's ratio
of distances, with typical faces in place of the second neighbour, and needs no guess at anyone's age.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Self, TypeVar

import numpy as np
from numpy.typing import NDArray

from cbir.faces.networks import typical_faces

GroupId = int
_Number = TypeVar("_Number", bound=np.generic)
_ROOM = 64  # rows by which the arrays grow at first; then they double


@dataclass(frozen=True, slots=True, kw_only=True)
class GroupingOptions:
    """Distances are of the describer's 128 numbers.

    same_person : largest distance, as a share of the mean rarity of both, at which faces are put together without
        asking. Half A (see FindingOptions) has no two strangers under .75 if the typical faces come from the rest of it
    at_most : and largest distance as such, for faces that are rare because they are odd
    may_be : largest distance at which a person is asked: dlib's
    """

    same_person: float = 0.72
    at_most: float = 0.5
    may_be: float = 0.6


class FaceGroups:
    """Groups of faces, by number. Not for several threads."""

    def __init__(self, options: GroupingOptions = GroupingOptions()) -> None:
        self._options = options
        self._sums = np.zeros((0, 128), np.float64)
        self._means = np.zeros((0, 128), np.float32)
        self._lengths = np.zeros(0, np.float32)  # squared, of the means
        self._squares = np.zeros(0, np.float64)  # sums of the squared lengths of the faces
        self._spreads = np.zeros(0, np.float32)  # mean squared distance of the faces from their mean
        self._rarities = np.zeros(0, np.float64)  # sums
        self._counts = np.zeros(0, np.int64)
        self._resize(_ROOM)
        self._photos: list[set[int]] = []
        self._ids: list[GroupId] = []
        self._row_of: dict[GroupId, int] = {}

    @classmethod
    def of(
        cls,
        groups: NDArray[np.int64],
        numbers: NDArray[np.float32],
        photos: NDArray[np.int64],
        options: GroupingOptions = GroupingOptions(),
    ) -> Self:
        """Groups that are already known. groups, photos : (n,), of each face. numbers : (n, 128)"""
        made = cls(options)
        if not len(groups):
            return made
        ids, rows = np.unique(groups, return_inverse=True)
        room = max(_ROOM, 2 * len(ids))
        order = np.argsort(rows, kind="stable")
        begins = np.searchsorted(rows[order], np.arange(len(ids)))
        exact = numbers.astype(np.float64)
        made._resize(room)
        made._sums[: len(ids)] = np.add.reduceat(exact[order], begins)
        made._squares[: len(ids)] = np.bincount(rows, np.einsum("ij,ij->i", exact, exact))
        made._rarities[: len(ids)] = np.bincount(rows, _rarity(numbers))
        made._counts[: len(ids)] = np.bincount(rows)
        means = made._sums[: len(ids)] / made._counts[: len(ids), None]
        lengths = np.einsum("ij,ij->i", means, means)
        made._means[: len(ids)], made._lengths[: len(ids)] = means, lengths
        mean_squares = made._squares[: len(ids)] / made._counts[: len(ids)]
        made._spreads[: len(ids)] = np.maximum(mean_squares - lengths, 0)
        made._ids = ids.tolist()
        made._photos = [set(part.tolist()) for part in np.split(photos[order], begins[1:])]
        made._row_of = {group: row for row, group in enumerate(made._ids)}
        return made

    def __len__(self) -> int:
        return len(self._row_of)

    def __contains__(self, group: GroupId) -> bool:
        return group in self._row_of

    def put(self, group: GroupId, numbers: NDArray[np.float32], photo: int) -> None:
        """Put a face into a group, which is made if it is new. numbers : (128,)"""
        row = self._row_of.get(group)
        if row is None:
            row = self._new_row(group)
        exact = numbers.astype(np.float64)
        self._sums[row] += exact
        self._squares[row] += exact @ exact
        self._rarities[row] += _rarity(numbers[None])[0]
        self._counts[row] += 1
        self._photos[row].add(photo)
        self._refresh(row)

    def nearest(
        self, numbers: NDArray[np.float32], photo: int, *, refused: Collection[GroupId] = ()
    ) -> GroupId | None:
        """The group that a face belongs to; None if it is like no group. refused : groups that it is not of"""
        if not self._row_of:
            return None
        apart = self._apart(numbers, 0.0)
        others = {self._row_of[group] for group in refused if group in self._row_of}
        return self._best(apart, float(_rarity(numbers[None])[0]), {photo}, others)

    def joinable(self, group: GroupId, *, refused: Collection[GroupId] = ()) -> GroupId | None:
        """Another group of the same person as this one; None if there is none."""
        row = self._row_of[group]
        apart = self._apart(self._means[row], float(self._spreads[row]))
        others = {self._row_of[other] for other in refused if other in self._row_of}
        rarity = float(self._rarities[row] / self._counts[row])
        return self._best(apart, rarity, self._photos[row], {row, *others})

    def join(self, group: GroupId, other: GroupId) -> None:
        """Put the faces of another group into a group, and end that one."""
        row, gone = self._row_of[group], self._row_of.pop(other)
        self._sums[row] += self._sums[gone]
        self._squares[row] += self._squares[gone]
        self._rarities[row] += self._rarities[gone]
        self._counts[row] += self._counts[gone]
        self._photos[row] |= self._photos[gone]
        self._counts[gone] = 0
        self._photos[gone] = set()
        self._refresh(row)

    def distances(self, group: GroupId) -> dict[GroupId, float]:
        """Root mean square distance from the faces of a group to those of each other group."""
        row = self._row_of[group]
        apart = self._apart(self._means[row], float(self._spreads[row]))
        return {
            other: float(np.sqrt(max(apart[at], 0.0))) for other, at in self._row_of.items() if other != group
        }

    def _apart(self, mean: NDArray[np.float32], spread: float) -> NDArray[np.float32]:
        """Mean squared distance of faces, given by their mean and spread, to those of each row."""
        rows = len(self._ids)
        products = self._means[:rows] @ mean
        return np.asarray(
            self._lengths[:rows] - 2 * products + float(mean @ mean) + self._spreads[:rows] + spread
        )

    def _best(
        self, apart: NDArray[np.float32], rarity: float, photos: Collection[int], excluded: Collection[int]
    ) -> GroupId | None:
        """The nearest row that is near enough. rarity : of the faces that `apart` was measured from"""
        counts = self._counts[: len(apart)]
        rarities = (self._rarities[: len(apart)] / np.maximum(counts, 1) + rarity) / 2
        limits = np.minimum(self._options.same_person * rarities, self._options.at_most)
        near = np.nonzero((apart < limits**2) & (counts > 0))[0]
        order: list[int] = near[np.argsort(apart[near], kind="stable")].tolist()
        for row in order:
            if row not in excluded and self._photos[row].isdisjoint(photos):
                return self._ids[row]
        return None

    def _new_row(self, group: GroupId) -> int:
        row = len(self._ids)
        if row == len(self._counts):
            self._resize(2 * row)
        self._ids.append(group)
        self._photos.append(set())
        self._row_of[group] = row
        return row

    def _resize(self, room: int) -> None:
        """Make room for so many groups."""
        self._sums, self._squares = _longer(self._sums, room), _longer(self._squares, room)
        self._means, self._lengths = _longer(self._means, room), _longer(self._lengths, room)
        self._spreads, self._counts = _longer(self._spreads, room), _longer(self._counts, room)
        self._rarities = _longer(self._rarities, room)

    def _refresh(self, row: int) -> None:
        mean = self._sums[row] / self._counts[row]
        self._means[row] = mean
        self._lengths[row] = mean @ mean
        self._spreads[row] = max(0.0, self._squares[row] / self._counts[row] - float(mean @ mean))


def _rarity(numbers: NDArray[np.float32]) -> NDArray[np.float64]:
    """(n,): distances to the nearest typical face. numbers : (n, 128)"""
    apart = numbers[:, None].astype(np.float64) - typical_faces()
    return np.asarray(np.sqrt(np.einsum("nkj,nkj->nk", apart, apart)).min(axis=1))


def _longer(values: NDArray[_Number], room: int) -> NDArray[_Number]:
    more = np.zeros((room - len(values), *values.shape[1:]), values.dtype)
    return np.concatenate([values, more])
