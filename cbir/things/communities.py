"""Pairs of photos and a person's corrections -> communities, and the photo that represents each.

Pairs are joined from the strongest on. A photo joins a community of several by pairs with two of its photos. Two
communities join if every photo of the smaller one has a pair with the other. So a table or a second cover, which
photos of two things show behind them, does not join the two. Last, a photo with one pair joins if the pair is about as
strong as those inside.
"""

from __future__ import annotations

import statistics
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from cbir.things.pairs import Pair

_DAMPING, _ROUNDS = 0.85, 30  # Page, Brin and others, "The PageRank citation ranking", 1998


@dataclass(frozen=True, slots=True, kw_only=True)
class CommunityOptions:
    """Chosen on hard/, distractors/ and covers 1 to 50: docs/benchmarks.md, things.

    bridge_share : share of the smaller community's photos that need a pair with the larger one, and no fewer than two
    lone_agreement : of a photo's only pair with a community, as a share of the median agreement inside
    """

    bridge_share: float = 1.0
    lone_agreement: float = 0.5


def communities(
    pairs: Iterable[Pair],
    *,
    together: Iterable[tuple[str, str]] = (),
    apart: Iterable[tuple[str, str]] = (),
    names: Mapping[str, int] | None = None,
    options: CommunityOptions = CommunityOptions(),
) -> list[frozenset[str]]:
    """Communities of contents, the largest first.

    together, apart : contents that a person joined or parted; a person's word counts more than any pair
    names : contents of things with a name, by thing; pairs never join two things that a person named
    """
    clusters = _Clusters(apart, names or {})
    for first, second in together:
        clusters.join(first, second)
    waiting = sorted(pairs, key=lambda pair: (-pair.strength, pair))
    for lone in (False, True):
        joined = True
        while joined:  # a community that grew may now share enough pairs with another one
            waiting, joined = _join(clusters, waiting, options, lone=lone)
    formed = [frozenset(members) for members in clusters.members.values() if len(members) > 1]
    return sorted(formed, key=lambda members: (-len(members), min(members)))


def _join(
    clusters: _Clusters, pairs: Sequence[Pair], options: CommunityOptions, *, lone: bool
) -> tuple[list[Pair], bool]:
    """Join what the pairs allow. Returns the pairs that join nothing yet, and True if any did.

    lone : a single pair may join a photo to a community
    """
    links: dict[frozenset[str], set[str]] = defaultdict(set)
    waiting, joined = list[Pair](), False
    for pair in pairs:
        roots = frozenset((clusters.root(pair.first), clusters.root(pair.second)))
        if len(roots) == 1:
            clusters.agreements[next(iter(roots))].append(pair.agreement)
            continue
        links[roots] |= {pair.first, pair.second}
        if _may_join(clusters, roots, links[roots], pair, options, lone=lone) and clusters.join(
            pair.first, pair.second
        ):
            clusters.agreements[clusters.root(pair.first)].append(pair.agreement)
            joined = True
        else:
            waiting.append(pair)
    return waiting, joined


def _may_join(
    clusters: _Clusters,
    roots: Collection[str],
    ends: Collection[str],
    pair: Pair,
    options: CommunityOptions,
    *,
    lone: bool,
) -> bool:
    """True if the pairs between two communities suffice. ends : the photos of these pairs. pair : the weakest one"""
    smaller, larger = sorted((clusters.members[root] for root in roots), key=len)
    linked = min(len(smaller.intersection(ends)), len(larger.intersection(ends)))
    if len(smaller) > 1:
        return linked >= max(2, options.bridge_share * len(smaller))
    if len(larger) <= 2 or len(larger.intersection(ends)) >= 2:
        return True
    inside = [agreement for root in roots for agreement in clusters.agreements[root]]
    return lone and (not inside or pair.agreement >= options.lone_agreement * statistics.median(inside))


class _Clusters:
    """Disjoint sets that respect pairs which must stay apart, and names."""

    def __init__(self, apart: Iterable[tuple[str, str]], names: Mapping[str, int]) -> None:
        self._root: dict[str, str] = {}
        self._name_of_root = dict(names)
        self.members: dict[str, set[str]] = {}
        self.agreements: dict[str, list[float]] = defaultdict(list)  # of the pairs inside
        self._apart: dict[str, set[str]] = defaultdict(set)
        for first, second in apart:
            self._apart[first].add(second)
            self._apart[second].add(first)

    def root(self, content: str) -> str:
        if content not in self._root:
            self._root[content] = content
            self.members[content] = {content}
        return self._root[content]

    def join(self, first: str, second: str) -> bool:
        """Join the sets of two contents, unless any two of their members must stay apart. Returns whether it did."""
        smaller, larger = sorted(
            (self.root(first), self.root(second)), key=lambda root: len(self.members[root])
        )
        if smaller == larger or self._must_stay_apart(smaller, larger):
            return False
        name = self._name_of_root.pop(smaller, None)
        if name is not None:
            self._name_of_root[larger] = name
        moving = self.members.pop(smaller)
        self.members[larger] |= moving
        self.agreements[larger] += self.agreements.pop(smaller, [])
        self._root.update(dict.fromkeys(moving, larger))
        return True

    def _must_stay_apart(self, smaller: str, larger: str) -> bool:
        names = {self._name_of_root[root] for root in (smaller, larger) if root in self._name_of_root}
        if len(names) > 1:
            return True
        others = self.members[larger]
        return any(
            content in self._apart and not self._apart[content].isdisjoint(others)
            for content in self.members[smaller]
        )


def most_central(members: Collection[str], pairs: Iterable[Pair]) -> str:
    """The member that PageRank over the strength of pairs puts first: many other photos show what it shows."""
    order = sorted(members)
    at = {content: position for position, content in enumerate(order)}
    linked = [pair for pair in pairs if pair.first in at and pair.second in at]
    first = np.array([at[pair.first] for pair in linked], np.intp)
    second = np.array([at[pair.second] for pair in linked], np.intp)
    weight = np.array([pair.strength for pair in linked])
    total = np.bincount(np.concatenate([first, second]), np.concatenate([weight, weight]), len(order))
    given = 1 / np.maximum(total, 1e-12)
    rank = np.full(len(order), 1 / len(order))
    for _ in range(_ROUNDS):
        share = rank * given
        received = np.bincount(first, weight * share[second], len(order))
        received += np.bincount(second, weight * share[first], len(order))
        rank = (1 - _DAMPING) / len(order) + _DAMPING * received
    return order[int(np.argmax(rank))]


def by_content(communities: Sequence[Collection[str]]) -> Mapping[str, int]:
    """The position of each content's community."""
    return {content: at for at, members in enumerate(communities) for content in members}
