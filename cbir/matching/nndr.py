"""Two sets of descriptors -> pairs that are unambiguous."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

_BLOCK = 256  # query rows at a time: the block of products stays in the second-level cache


@dataclass(frozen=True, slots=True, kw_only=True)
class NndrOptions:
    max_ratio: float = 0.8  # Lowe 2004, 7.1
    mutual: bool = True  # false inliers fall from 172 to 6 (measured over unrelated pairs)


@dataclass(frozen=True, slots=True, kw_only=True)
class NearPairs:
    """Query descriptors and their nearest in a photo, where the second nearest is farther, in the order of the query.

    rows : (k, 2) int64, of query and photo. nearest, second : (k,) float32, squared distances
    """

    rows: NDArray[np.int64]
    nearest: NDArray[np.float32]
    second: NDArray[np.float32]


def near_pairs(query: NDArray[np.float32], photo: NDArray[np.float32], max_ratio: float) -> NearPairs:
    """Pairs whose nearest is closer than max_ratio times the second nearest, for match_nndr to choose from.

    query, photo : (n, d), (m, d) float32. n = 0 or m < 2 gives no pair: a ratio needs two neighbours.
    """
    n, m = len(query), len(photo)
    if n == 0 or m < 2:
        return NearPairs(
            rows=np.zeros((0, 2), np.int64), nearest=np.zeros(0, np.float32), second=np.zeros(0, np.float32)
        )
    from cbir.matching import kernels, ratio_kernels

    query_norms, photo_norms = np.einsum("ij,ij->i", query, query), np.einsum("ij,ij->i", photo, photo)
    if m <= ratio_kernels.MOST_COLUMNS:
        rows, nearest, second = ratio_kernels.near_by_ratio(query, photo, query_norms, photo_norms, max_ratio)
        return NearPairs(rows=rows, nearest=nearest, second=second)
    columns = np.ascontiguousarray(photo.T)
    rows = np.empty((n, 2), np.int64)
    two = np.empty(2, np.float32)
    nearest, second = np.empty(n, np.float32), np.empty(n, np.float32)
    count = 0
    for start in range(0, n, _BLOCK):
        products = query[start : start + _BLOCK] @ columns
        count = kernels.nearest_by_ratio(
            products,
            products.view(np.int32),
            photo_norms,
            query_norms,
            max_ratio**2,
            start,
            rows,
            nearest,
            second,
            count,
            two,
            two.view(np.int32),
        )
    return NearPairs(rows=rows[:count], nearest=nearest[:count], second=second[:count])


def match_nndr(
    query: NDArray[np.float32],
    photo: NDArray[np.float32],
    options: NndrOptions = NndrOptions(),
    near: NearPairs | None = None,
) -> tuple[NDArray[np.intp], NDArray[np.float32]]:
    """Pair each query descriptor with its nearest, when the second nearest is much farther.

    query, photo : (n, d), (m, d) float32
    near : near_pairs of this query and photo, with max_ratio or a larger one
    Returns (k, 2) intp rows of query and photo, and (k,) float32 ratios d1 / d2, in the order of the query.
    Equal distances give none: 0 < 0.8 * 0 is false.
    Lowe, IJCV 60(2), 2004, section 7.1: keep d1 < 0.8 d2 on true (not squared) L2 distances.
    """
    near = near_pairs(query, photo, options.max_ratio) if near is None else near
    chosen = near.nearest < np.float32(options.max_ratio**2) * near.second
    rows = near.rows[chosen]
    ratios = np.sqrt(near.nearest[chosen] / np.maximum(near.second[chosen], 1e-12))
    if options.mutual and len(rows):
        # Few pairs are left: only their photo descriptors need their nearest query descriptor.
        asked, position = np.unique(rows[:, 1], return_inverse=True)
        back = photo[asked] @ query.T
        np.subtract(np.einsum("ij,ij->i", query, query) / 2, back, out=back)
        kept = back.argmin(axis=1)[position] == rows[:, 0]
        rows, ratios = rows[kept], ratios[kept]
    return rows, ratios.astype(np.float32)
