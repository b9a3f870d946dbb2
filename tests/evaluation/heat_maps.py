"""Heat maps checked against their scores: the photo is removed place by place, and put together likewise.

Petsiuk, Das and Saenko, "RISE: randomized input sampling for explanation of black-box models", BMVC 2018.
"""

import numpy as np
from numpy.typing import NDArray

STEPS = 16
Pixels = NDArray[np.uint8]


def deleted_and_inserted(square, heat, score):
    """The mean score while places go, the hottest first, and while they come, on the scale from none to all.

    square : (s, s, 3). heat : (n, n). score : (m, s, s, 3) -> (m,). What is missing has the photo's mean colour.
    A good map has a low first and a high second value; one that knows nothing has the same for both.
    """
    n = len(heat)
    edges = np.rint(np.arange(n + 1) * len(square) / n).astype(int)
    empty = np.broadcast_to(square.mean(axis=(0, 1)).astype(np.uint8), square.shape)
    going, coming = square.copy(), empty.copy()
    pictures = [[going.copy()], [coming.copy()]]
    for places in np.array_split(np.argsort(-heat.ravel(), kind="stable"), STEPS):
        for row, column in zip(*np.unravel_index(places, heat.shape), strict=True):
            place = np.s_[edges[row] : edges[row + 1], edges[column] : edges[column + 1]]
            going[place], coming[place] = empty[place], square[place]
        pictures[0].append(going.copy())
        pictures[1].append(coming.copy())
    scores = score(np.stack([*pictures[0], *pictures[1]]))
    went, came = scores[: STEPS + 1], scores[STEPS + 1 :]
    nothing, everything = float(came[0]), float(went[0])
    scale = abs(everything - nothing) or 1.0
    return float((went - nothing).mean()) / scale, float((came - nothing).mean()) / scale
