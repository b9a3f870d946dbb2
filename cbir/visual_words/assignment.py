"""Projected descriptors -> the nearest visual words and the levels of their coordinates: the compiled loops."""

from __future__ import annotations

import numpy as np

from cbir.loops import array, compiled

ROWS = 4  # descriptors at a time: the words of a coarse centroid are read once for all of them

_TABLE, _FLOATS = array(np.float32, 2), array(np.float32)


@compiled(
    *(_TABLE, array(np.int64), array(np.int64)),
    *(array(np.int8, 3), _FLOATS, _TABLE),
    *(_FLOATS, array(np.uint32)),
    fused=True,
)
def assign_nearest(projected, rows, bounds, words, half_norms, scores, best_score, best_word):
    """Replace the best word of each row by a nearer one under the coarse centroids that it is compared with.

    projected : (n, d), in the unit of the words, d a multiple of 4
    rows, bounds : rows[bounds[b] : bounds[b + 1]] are compared with the words of coarse centroid b
    words : (centroids, d, branch) int8. half_norms : of all words. scores : (ROWS, branch), scratch
    best_score, best_word : (n,); a score is y . w - |w|^2 / 2, largest for the nearest word
    """
    branch = words.shape[2]
    for b in range(words.shape[0]):
        first = b * branch
        for start in range(bounds[b], bounds[b + 1], ROWS):
            count = min(ROWS, bounds[b + 1] - start)
            i0, i1 = rows[start], rows[start + min(1, count - 1)]
            i2, i3 = rows[start + min(2, count - 1)], rows[start + count - 1]
            for j in range(np.uint64(branch)):
                value = -half_norms[np.uint64(first) + j]
                scores[0, j], scores[1, j], scores[2, j], scores[3, j] = value, value, value, value
            for k in range(0, words.shape[1], 2):
                a0, a1, a2, a3 = projected[i0, k], projected[i1, k], projected[i2, k], projected[i3, k]
                c0, c1 = projected[i0, k + 1], projected[i1, k + 1]
                c2, c3 = projected[i2, k + 1], projected[i3, k + 1]
                for j in range(np.uint64(branch)):
                    w, v = np.float32(words[b, k, j]), np.float32(words[b, k + 1, j])
                    scores[0, j] = scores[0, j] + a0 * w + c0 * v
                    scores[1, j] = scores[1, j] + a1 * w + c1 * v
                    scores[2, j] = scores[2, j] + a2 * w + c2 * v
                    scores[3, j] = scores[3, j] + a3 * w + c3 * v
            for row in range(count):
                i = rows[start + row]
                highest = scores[row, 0]
                for j in range(np.uint64(branch)):
                    highest = scores[row, j] if scores[row, j] > highest else highest
                if highest > best_score[i]:
                    j = 0
                    while scores[row, j] < highest:
                        j += 1
                    best_score[i], best_word[i] = highest, first + j
    return 0


@compiled(_TABLE, _TABLE, array(np.uint8, 2))
def find_levels(projected, borders, codes):
    """Fill codes: two coordinates in a byte, the even one in the low half; each is the number of borders below it.

    projected : (n, d). borders : (levels - 1, d), ascending. codes : (n, d / 2)
    """
    for i in range(projected.shape[0]):
        for k in range(np.uint64(codes.shape[1])):
            low, high = np.uint8(0), np.uint8(0)
            for level in range(borders.shape[0]):
                low += np.uint8(borders[level, np.uint64(2) * k] < projected[i, np.uint64(2) * k])
                odd = np.uint64(2) * k + np.uint64(1)
                high += np.uint8(borders[level, odd] < projected[i, odd])
            codes[i, k] = low | high << np.uint8(4)
    return 0
