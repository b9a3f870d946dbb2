"""The inner loops of matching, compiled. They take plain arrays. The callers cite the papers."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from cbir.loops import array, compiled

_WORDS, _CODES, _ROWS = array(np.uint32), array(np.uint8, 2), array(np.int64, 2)
_TABLE, _FLOATS, _COUNTS = array(np.float32, 2), array(np.float32), array(np.int64)
_BITS, _LIMITS = array(np.int32, 2), (np.float32,) * 4


def decompress(codes: NDArray[np.uint8], levels: NDArray[np.float32]) -> NDArray[np.float32]:
    """(n, 32) uint8 codes, (16, 64) levels -> (n, 64) float32."""
    out = np.empty((len(codes), 2 * codes.shape[1]), np.float32)
    _decompress(codes, levels, out)
    return out


@compiled(_CODES, _TABLE, _TABLE)
def _decompress(codes, levels, out):
    n, half = codes.shape
    for i in range(n):
        for j in range(half):
            code = codes[i, j]
            out[i, 2 * j] = levels[code & 15, 2 * j]
            out[i, 2 * j + 1] = levels[code >> 4, 2 * j + 1]
    return n


def join_photos(
    query_words: NDArray[np.uint32],
    query_vectors: NDArray[np.float32],
    words: NDArray[np.uint32],
    codes: NDArray[np.uint8],
    bounds: NDArray[np.int64],
    levels: NDArray[np.float32],
    max_products: int,
) -> tuple[NDArray[np.int64], NDArray[np.float32], NDArray[np.int64]]:
    """Pair features of a query and of each of many photos that have the same word and are mutually nearest.

    words, codes : of all photos, one after another; words ascend within a photo
    bounds : (photos + 1,) first row of each photo in words and codes, and their length
    max_products : words with more pairs in a photo belong to repeated patterns and are left out
    Returns (k, 2) int64 rows, (k,) float32 squared distances, and (photos + 1,) the first pair of each photo, and k.
    """
    most = int(np.minimum(np.diff(bounds), len(query_words)).sum())
    rows, distances = np.empty((most, 2), np.int64), np.empty(most, np.float32)
    begins = np.empty_like(bounds)
    table = np.empty(max_products, np.float32)
    k = _join_photos(
        query_words,
        query_vectors,
        words,
        codes,
        bounds,
        levels,
        max_products,
        table,
        rows,
        distances,
        begins,
    )
    return rows[:k], distances[:k], begins


@compiled(_WORDS, _TABLE, _WORDS, _CODES, _COUNTS, _TABLE, np.int64, _FLOATS, _ROWS, _FLOATS, _COUNTS)
def _join_photos(
    query_words, query_vectors, words, codes, bounds, levels, max_products, table, rows, distances, begins
):
    """See join_photos. Returns k. table : scratch for the squared distances of the pairs of one word"""
    n, k = len(query_words), 0
    for photo in range(len(bounds) - 1):
        begins[photo] = k
        i, j, m = 0, bounds[photo], bounds[photo + 1]
        while i < n and j < m:
            word = query_words[i]
            if word < words[j]:
                i += 1
                continue
            if word > words[j]:
                j += 1
                continue
            i_end, j_end = i, j
            while i_end < n and query_words[i_end] == word:
                i_end += 1
            while j_end < m and words[j_end] == word:
                j_end += 1
            wide = j_end - j
            if (i_end - i) * wide <= max_products:
                for q in range(i, i_end):
                    for p in range(j, j_end):
                        table[(q - i) * wide + p - j] = _squared(query_vectors, q, codes, p, levels)
                for q in range(i_end - i):
                    p = _smallest(table, q * wide, 1, wide)
                    if _smallest(table, p, wide, i_end - i) == q:
                        rows[k, 0], rows[k, 1] = i + q, j + p
                        distances[k] = table[q * wide + p]
                        k += 1
            i, j = i_end, j_end
    begins[len(bounds) - 1] = k
    return k


def _squared(vectors, q, codes, p, levels):
    """The squared distance between a vector and a decompressed code."""
    total = np.float32(0)
    for c in range(codes.shape[1]):
        code = codes[p, c]
        low = vectors[q, 2 * c] - levels[code & 15, 2 * c]
        high = vectors[q, 2 * c + 1] - levels[code >> 4, 2 * c + 1]
        total += low * low + high * high
    return total


def _smallest(values, first, step, n):
    """Index of the smallest of n values, beginning with `first` and `step` apart; the first of equal ones."""
    best = 0
    for i in range(1, n):
        if values[first + i * step] < values[first + best * step]:
            best = i
    return best


def vote(
    query_frames: NDArray[np.float32],
    photo_frames: NDArray[np.float32],
    position_px: float,
    position_share: float,
    max_log_scale: float,
    max_angle: float,
    bounds: NDArray[np.int64] | None = None,
) -> NDArray[np.int64]:
    """Let every pair propose the similarity transform of its two frames, and count which pairs agree with it.

    query_frames, photo_frames : (k, 4) float32 x, y, log sigma, angle of paired features
    A pair agrees if the transform takes its query point to within position_px + position_share * (distance from the
    proposing pair) of its photo point, and if its scale ratio and turn differ from the proposal's within the limits.
    Two orientations of one keypoint are one observation: they do not agree.
    bounds : the first pair of each photo, and k; the pairs of each photo vote separately. None: one photo
    Returns (k,) votes. A proposal does not vote for itself.
    """
    votes = np.empty(len(query_frames), np.int64)
    limits = (position_px, position_share, max_log_scale, max_angle)
    bounds = np.array([0, len(votes)]) if bounds is None else bounds
    _vote(_proposals(query_frames, photo_frames), bounds, *limits, np.empty(len(votes), np.uint8), votes)
    return votes


def agreeing(
    query_frames: NDArray[np.float32],
    photo_frames: NDArray[np.float32],
    i: int,
    position_px: float,
    position_share: float,
    max_log_scale: float,
    max_angle: float,
) -> NDArray[np.bool_]:
    """(k,) bool: the pairs that agree with the proposal of pair i, including pair i."""
    members = np.empty(len(query_frames), np.uint8)
    limits = (position_px, position_share, max_log_scale, max_angle)
    _agreeing(_proposals(query_frames, photo_frames), i, *limits, members)
    members[i] = 1
    return members.view(np.bool_)


def _proposals(query_frames: NDArray[np.float32], photo_frames: NDArray[np.float32]) -> NDArray[np.float32]:
    """(8, k): query x and y, photo x and y, log of the scale ratio, turn, and a and b of the similarity's matrix."""
    proposals = np.empty((8, len(query_frames)), np.float32)
    proposals[:2], proposals[2:4] = query_frames[:, :2].T, photo_frames[:, :2].T
    proposals[4:6] = (photo_frames[:, 2:] - query_frames[:, 2:]).T
    scale = np.exp(proposals[4])
    proposals[6], proposals[7] = scale * np.cos(proposals[5]), scale * np.sin(proposals[5])
    return proposals


@compiled(_TABLE, _COUNTS, *_LIMITS, array(np.uint8), _COUNTS)
def _vote(proposals, bounds, position_px, position_share, max_log_scale, max_angle, members, votes):
    limits = position_px, position_share, max_log_scale, max_angle
    for photo in range(len(bounds) - 1):
        for i in range(bounds[photo], bounds[photo + 1]):
            votes[i] = _agree(proposals, bounds[photo], bounds[photo + 1], i, *limits, members)
    return len(votes)


@compiled(_TABLE, np.int64, *_LIMITS, array(np.uint8))
def _agreeing(proposals, i, position_px, position_share, max_log_scale, max_angle, members):
    limits = position_px, position_share, max_log_scale, max_angle
    return _agree(proposals, 0, proposals.shape[1], i, *limits, members)


def _agree(proposals, first, stop, i, position_px, position_share, max_log_scale, max_angle, members):
    """Mark and count the pairs that agree with pair i. It has no branch, so it vectorises."""
    half_turn, turn = np.float32(np.pi), np.float32(2 * np.pi)
    x, y, to_x, to_y = proposals[0, i], proposals[1, i], proposals[2, i], proposals[3, i]
    a, b = proposals[6, i], proposals[7, i]
    count = np.int64(0)
    for j in range(np.uint64(first), np.uint64(stop)):
        off = abs(proposals[5, j] - proposals[5, i])
        off = off - turn if off > turn else off
        off = turn - off if off > half_turn else off
        step_x, step_y = proposals[0, j] - x, proposals[1, j] - y
        px, py = proposals[2, j] - to_x, proposals[3, j] - to_y
        dx, dy = a * step_x - b * step_y - px, b * step_x + a * step_y - py
        allowed = position_px + position_share * np.float32(np.sqrt(px * px + py * py))
        agrees = (
            np.uint8(abs(proposals[4, j] - proposals[4, i]) <= max_log_scale)
            & np.uint8(off <= max_angle)
            & np.uint8(dx * dx + dy * dy <= allowed * allowed)
            & (np.uint8(step_x != 0) | np.uint8(step_y != 0))
        )
        members[j] = agrees
        count += agrees
    return count


@compiled(
    *(_TABLE, _BITS, _TABLE, _TABLE),
    *(_COUNTS, _COUNTS, _COUNTS),
    *(np.float32, np.float32, np.float32),
    *(_FLOATS, array(np.int32), _COUNTS),
)
def nearest_about(
    distances,
    bits,
    expected,
    photo_frames,
    by_x,
    begins,
    ends,
    radius,
    max_log_scale,
    max_angle,
    near,
    elsewhere_bits,
    at,
):
    """For each query point, the nearest descriptor around its predicted place, and the nearest elsewhere.

    distances : (n, m) squared, of query and photo descriptors, none negative. photo_frames : (m, 4) x, y, log sigma,
        angle. expected : (n, 4) the same of each query point, as predicted in the photo
    by_x : (m,) photo rows sorted by x. begins, ends : (n,) range in by_x within `radius` of the predicted x
    near, elsewhere : (n,) squared distances within `radius` of the place, at a similar scale and angle, and outside it;
        infinite if there is none. at : (n,) photo row of `near`, or -1: then `elsewhere` is not computed
    bits, elsewhere_bits : views as int32, see nearest_by_ratio
    """
    half_turn, turn = np.float32(np.pi), np.float32(2 * np.pi)
    reach = radius * radius
    infinite = np.int32(0x7F800000)
    for i in range(distances.shape[0]):
        near[i], elsewhere_bits[i], at[i] = np.float32(np.inf), infinite, -1
        x, y = expected[i, 0], expected[i, 1]
        for place in range(begins[i], ends[i]):
            j = by_x[place]
            dx, dy = x - photo_frames[j, 0], y - photo_frames[j, 1]
            if dx * dx + dy * dy <= reach and distances[i, j] < near[i]:
                off = abs(photo_frames[j, 3] - expected[i, 3]) % turn
                off = turn - off if off > half_turn else off
                if abs(photo_frames[j, 2] - expected[i, 2]) <= max_log_scale and off <= max_angle:
                    near[i], at[i] = distances[i, j], j
        if at[i] >= 0:
            least = infinite
            for j in range(np.uint64(distances.shape[1])):  # no branch, so it vectorises
                dx, dy = x - photo_frames[j, 0], y - photo_frames[j, 1]
                value = bits[i, j] if dx * dx + dy * dy > reach else infinite
                least = value if value < least else least
            elsewhere_bits[i] = least
    return distances.shape[0]


def load() -> None:
    """Load the loops of a search ahead of their first use."""
    for loop in (
        _decompress,
        _join_photos,
        _vote,
        _agreeing,
        nearest_by_ratio,
        nearest_about,
    ):
        loop.load()


@compiled(
    _TABLE,
    _BITS,
    _FLOATS,
    _FLOATS,
    np.float32,
    np.int64,
    _ROWS,
    _FLOATS,
    _FLOATS,
    np.int64,
    _FLOATS,
    array(np.int32),
    fused=True,
)
def nearest_by_ratio(
    products,
    bits,
    photo_norms,
    query_norms,
    max_ratio_squared,
    first,
    rows,
    nearest,
    second,
    n,
    two,
    two_bits,
):
    """Query descriptors whose nearest photo descriptor is much nearer than the second nearest.

    products : (b, m) float32, of query descriptors first .. first + b - 1 with all of a photo; replaced by the squared
        distances |q|^2 + |p|^2 - 2 q.p
    bits : products as int32. Non-negative floats are ordered like their bits, and LLVM vectorises a minimum only of
        integers
    photo_norms : (m,) |p|^2. query_norms : (all query descriptors,) |q|^2. max_ratio_squared : of the distances
    n : present number of results. Appends to rows (query, photo), and to nearest and second (squared distances).
    Returns the new number of results.
    two, two_bits : (2,) float32 scratch and its view as int32
    """
    m = products.shape[1]
    zero = np.float32(0)
    most = np.int32(0x7FFFFFFF)
    for i in range(products.shape[0]):
        norm = query_norms[first + i]
        for j in range(m):
            squared = norm + photo_norms[j] - np.float32(2) * products[i, j]
            products[i, j] = squared if squared > zero else zero
        smallest = most
        for j in range(m):
            value = bits[i, j]
            smallest = value if value < smallest else smallest
        above = most  # second smallest - smallest - 1; the smallest itself wraps around to `most`
        for j in range(m):
            value = np.int32((bits[i, j] - smallest - 1) & most)
            above = value if value < above else above
        two_bits[0], two_bits[1] = smallest, min(np.int64(above) + smallest + 1, np.int64(most))
        if two[0] < max_ratio_squared * two[1]:
            j = 0
            while bits[i, j] != smallest:
                j += 1
            rows[n, 0], rows[n, 1] = first + i, j
            nearest[n], second[n] = two[0], two[1]
            while j + 1 < m and bits[i, j + 1] != smallest:
                j += 1
            n += j + 1 == m  # otherwise two are equally near, and neither is much nearer than the other
    return n
