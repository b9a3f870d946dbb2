"""Photos in an order -> stacks of near-duplicates, each under its first photo.

Nothing is compared here. Findings of earlier searches for duplicates count. For pairs that were never compared the
hashes count, at a distance that none of 1.6 million pairs of different photos had (docs/benchmarks/duplicates.json).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

import numpy as np

from cbir.base.types import COPIES, PhotoId
from cbir.duplicates.candidates import CandidateOptions, near_hashes
from cbir.duplicates.hashes import as_words
from cbir.duplicates.records import PhotoRow, go_together

NEAR_BITS = 12  # of 128
STACKED = {*COPIES, "burst"}

Contents = frozenset[str]


def stacked(
    rows: Sequence[PhotoRow],
    hashes: Mapping[str, bytes],
    compared: Mapping[Contents, str],
    different: Iterable[Contents],
) -> tuple[tuple[PhotoId, ...], ...]:
    """Stacks of two photos and more. Each photo is like the first photo of its stack, so no chains arise.

    rows : the photos, in their order. hashes : by content. compared : causes of pairs of contents, "" for none
    different : pairs that a person called no duplicates
    """
    by_content: dict[str, list[int]] = defaultdict(list)
    for at, row in enumerate(rows):
        by_content[row.fingerprint].append(at)
    different_pairs = set(different)
    pairs = {pair for pair, cause in compared.items() if cause in STACKED}
    pairs |= _near(by_content, hashes) - compared.keys()
    pairs |= _together([(row.pixels, row.fingerprint) for row in rows if row.pixels])
    similar: dict[int, set[int]] = defaultdict(set)
    for first_content, second_content in (sorted(pair) for pair in pairs - different_pairs if len(pair) == 2):
        for first in by_content.get(first_content, ()):
            for second in by_content.get(second_content, ()):
                similar[first].add(second)
                similar[second].add(first)
    for rows_of_content in by_content.values():
        for at in rows_of_content:
            similar[at].update(rows_of_content)
    for rows_of_content in _beside(rows).values():
        for at in rows_of_content:
            similar[at].update(other for other in rows_of_content if go_together(rows[at], rows[other]))
    stacks: list[tuple[PhotoId, ...]] = []
    stacked_rows: set[int] = set()
    for at in range(len(rows)):
        if at in stacked_rows:
            continue
        members = [at, *sorted(similar[at] - stacked_rows - {at})]
        if len(members) > 1:
            stacks.append(tuple(PhotoId(rows[member].photo) for member in members))
            stacked_rows.update(members)
    return tuple(stacks)


def _near(contents: Iterable[str], hashes: Mapping[str, bytes]) -> set[Contents]:
    hashed = [content for content in contents if content in hashes]
    if len(hashed) < 2:
        return set()
    table = as_words([hashes[content] for content in hashed])
    near = near_hashes(table, np.arange(len(hashed)), CandidateOptions(hash_radius=NEAR_BITS))
    upright = near[near[:, 3] == 0]
    return {frozenset((hashed[first], hashed[second])) for first, second, *_ in upright.tolist()}


def _together(named: Iterable[tuple[str, str]]) -> set[Contents]:
    """Pairs of contents with the same pixels, each content with the first one."""
    first: dict[str, str] = {}
    return {frozenset((first.setdefault(pixels, content), content)) for pixels, content in named}


def _beside(rows: Sequence[PhotoRow]) -> Mapping[tuple[int, str], list[int]]:
    """Photos grouped by name without extension."""
    by_name: dict[tuple[int, str], list[int]] = defaultdict(list)
    for at, row in enumerate(rows):
        by_name[row.root_id, row.path.rpartition(".")[0]].append(at)
    return by_name
