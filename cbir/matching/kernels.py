"""The inner loops of matching, compiled by numba. Plain functions of arrays; see the callers for the papers."""

from __future__ import annotations

import numba
import numpy as np

_compiled = numba.njit(cache=True, nogil=True)


@_compiled
def decompress(codes, levels):
    """(n, 32) uint8 codes, (16, 64) levels -> (n, 64) float32."""
    n, half = codes.shape
    out = np.empty((n, 2 * half), np.float32)
    for i in range(n):
        for j in range(half):
            code = codes[i, j]
            out[i, 2 * j] = levels[code & 15, 2 * j]
            out[i, 2 * j + 1] = levels[code >> 4, 2 * j + 1]
    return out


@_compiled
def join_words(query_words, query_vectors, photo_words, photo_codes, levels, max_products):
    """Pair features of the same word, each with its nearest, when that is mutual.

    query_words, photo_words : ascending. Words with more than `max_products` pairs are repeated patterns: left out.
    Returns (k, 2) int64 rows of query and photo, and (k,) float32 squared distances.
    """
    n, m = len(query_words), len(photo_words)
    rows = np.empty((min(n, m), 2), np.int64)
    distances = np.empty(min(n, m), np.float32)
    k, i, j = 0, 0, 0
    while i < n and j < m:
        word = query_words[i]
        if word < photo_words[j]:
            i += 1
            continue
        if word > photo_words[j]:
            j += 1
            continue
        i_end, j_end = i, j
        while i_end < n and query_words[i_end] == word:
            i_end += 1
        while j_end < m and photo_words[j_end] == word:
            j_end += 1
        if (i_end - i) * (j_end - j) <= max_products:
            table = np.empty((i_end - i, j_end - j), np.float32)
            for q in range(i, i_end):
                for p in range(j, j_end):
                    total = np.float32(0)
                    for c in range(photo_codes.shape[1]):
                        code = photo_codes[p, c]
                        low = query_vectors[q, 2 * c] - levels[code & 15, 2 * c]
                        high = query_vectors[q, 2 * c + 1] - levels[code >> 4, 2 * c + 1]
                        total += low * low + high * high
                    table[q - i, p - j] = total
            for q in range(i_end - i):
                p = np.argmin(table[q])
                if np.argmin(table[:, p]) == q:
                    rows[k, 0], rows[k, 1] = i + q, j + p
                    distances[k] = table[q, p]
                    k += 1
        i, j = i_end, j_end
    return rows[:k], distances[:k]


@_compiled
def vote(query_frames, photo_frames, position_px, position_share, max_log_scale, max_angle):
    """Let every pair propose the similarity transform of its two frames, and count which pairs agree with it.

    query_frames, photo_frames : (k, 4) float32 x, y, log sigma, angle of paired features
    A pair agrees when the transform takes its query point to within position_px + position_share * (distance from
    the proposing pair) of its photo point, and its scale ratio and turn are within the limits of the proposal's.
    Returns (k,) votes. A proposal does not vote for itself.
    """
    k = len(query_frames)
    votes = np.zeros(k, np.int64)
    for i in range(k):
        log_scale = photo_frames[i, 2] - query_frames[i, 2]
        turn = photo_frames[i, 3] - query_frames[i, 3]
        scale = np.exp(log_scale)
        a, b = scale * np.cos(turn), scale * np.sin(turn)
        for j in range(k):
            if agrees(
                query_frames, photo_frames, i, j, a, b, log_scale, turn,
                position_px, position_share, max_log_scale, max_angle,
            ):  # fmt: skip
                votes[i] += 1
    return votes


@_compiled
def agreeing(query_frames, photo_frames, i, position_px, position_share, max_log_scale, max_angle):
    """(k,) bool: the pairs that agree with the proposal of pair i, itself among them."""
    k = len(query_frames)
    members = np.zeros(k, np.bool_)
    log_scale = photo_frames[i, 2] - query_frames[i, 2]
    turn = photo_frames[i, 3] - query_frames[i, 3]
    scale = np.exp(log_scale)
    a, b = scale * np.cos(turn), scale * np.sin(turn)
    for j in range(k):
        members[j] = i == j or agrees(
            query_frames, photo_frames, i, j, a, b, log_scale, turn,
            position_px, position_share, max_log_scale, max_angle,
        )  # fmt: skip
    return members


@_compiled
def agrees(
    query_frames,
    photo_frames,
    i,
    j,
    a,
    b,
    log_scale,
    turn,
    position_px,
    position_share,
    max_log_scale,
    max_angle,
):
    """One comparison of vote(): scale and turn first, they are cheaper and refuse most."""
    if abs(photo_frames[j, 2] - query_frames[j, 2] - log_scale) > max_log_scale:
        return False
    difference = (photo_frames[j, 3] - query_frames[j, 3] - turn) % (2 * np.pi)
    if min(difference, 2 * np.pi - difference) > max_angle:
        return False
    x, y = query_frames[j, 0] - query_frames[i, 0], query_frames[j, 1] - query_frames[i, 1]
    px, py = photo_frames[j, 0] - photo_frames[i, 0], photo_frames[j, 1] - photo_frames[i, 1]
    if i == j or (x == 0 and y == 0):
        return False  # two orientations of one keypoint are one observation
    dx, dy = a * x - b * y - px, b * x + a * y - py
    allowed = position_px + position_share * np.sqrt(px * px + py * py)
    return dx * dx + dy * dy <= allowed * allowed


@_compiled
def two_nearest(halves, nearest, best, second):
    """The two smallest of each row of a (n, m) float32 block, and the column of the smallest."""
    for row in range(halves.shape[0]):
        b, s, at = np.float32(np.inf), np.float32(np.inf), 0
        for column in range(halves.shape[1]):
            value = halves[row, column]
            if value < b:
                s, b, at = b, value, column
            elif value < s:
                s = value
        nearest[row], best[row], second[row] = at, b, s
