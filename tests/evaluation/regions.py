"""A query photo -> the part of it that somebody frames.

random_region() draws a rectangle of an exact share of the area inside the middle of the picture, by name.
"""

from cbir.evaluation import generator_for


def random_region(name, size, *, area=0.2, central=0.7, max_aspect=2.0):
    """A rectangle of `area` of the picture's area, inside the central rectangle of `central` of each side.

    name : what it is drawn from, by crc32. size : (width, height) of the upright picture, pixels.
    The shape varies, each side at most max_aspect times the other relative to the picture's own shape.
    """
    width, height = size
    if not 0 < area <= central**2 <= 1:
        raise ValueError("The region does not fit the middle of the picture.")
    rng = generator_for(name, "region")
    # Shares of the sides, x * y = area, both at most `central`, x / y at most max_aspect either way.
    lowest = max(area / central, (area / max_aspect) ** 0.5)
    share_x = float(rng.uniform(lowest, area / lowest))
    share_y = area / share_x
    left = (1 - central) / 2 + float(rng.uniform(0, 1)) * (central - share_x)
    top = (1 - central) / 2 + float(rng.uniform(0, 1)) * (central - share_y)
    return left * width, top * height, share_x * width, share_y * height
