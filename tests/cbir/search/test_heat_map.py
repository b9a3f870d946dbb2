"""Heat maps without a model: the score is the light of the picture."""

import numpy as np

from cbir.search.explaining.heat_map import PLACES, draw_heat_map

SIDE = 10 * PLACES


def encode(squares):
    return np.stack([square.mean((0, 1)) for square in squares]).astype(np.float32)


def test_the_map_is_highest_where_covering_costs_most():
    square = np.zeros((SIDE, SIDE, 3), np.uint8)
    square[-10:, -10:] = 255  # the last place of the last row
    seen = []
    heat = draw_heat_map(square, (0, 0, SIDE, SIDE), encode, lambda rows: rows[:, 0], on_map=seen.append)
    assert np.unravel_index(heat.drops.argmax(), heat.drops.shape) == (PLACES - 1, PLACES - 1)
    assert heat.covered == heat.windows == 9 + 49, (
        "each size of window at half its side, all within the photo"
    )
    assert [part.covered for part in seen] == sorted({part.covered for part in seen})
