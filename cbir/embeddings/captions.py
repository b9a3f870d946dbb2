"""Plain captions of many kinds of photos, with which typed sentences are compared.

The mean of their embeddings is the centre of a model's texts. A search centres texts by it, as it centres pictures by
the mean of the library's own. A photo is a strong hit of a sentence only if the sentence fits it far better than these
captions do.
"""

from __future__ import annotations

import itertools

_PLAIN = (
    "a photo",
    "a photo of a person",
    "a photo of two people talking",
    "a group of friends at a table",
    "a child playing outside",
    "a baby lying on a blanket",
    "a man riding a bicycle",
    "a woman reading a book",
    "an old man sitting on a bench",
    "a crowd at a concert",
    "a wedding couple",
    "a birthday cake with candles",
    "a plate of food on a table",
    "a bowl of fruit",
    "a cup of coffee",
    "a glass of wine",
    "a dog running on grass",
    "a cat sleeping on a sofa",
    "a bird on a branch",
    "horses in a field",
    "cows in a meadow",
    "fish under water",
    "an insect on a flower",
    "a garden full of flowers",
    "a tree in autumn",
    "a forest path",
    "mountains under a blue sky",
    "a lake at sunset",
    "a beach with waves",
    "a boat on the sea",
    "a river with a bridge",
    "a waterfall",
    "a snowy landscape",
    "a desert road",
    "clouds in the sky",
    "the moon at night",
    "a city skyline at night",
    "a street with cars",
    "a bus at a stop",
    "a train at a station",
    "an airplane in the sky",
    "a motorcycle parked at a kerb",
    "an old church",
    "a castle on a hill",
    "a modern office building",
    "a house with a red door",
    "a kitchen with wooden cupboards",
    "a living room with a sofa",
    "a bedroom with a large bed",
    "a bathroom with white tiles",
    "a desk with a computer",
    "a shelf full of books",
    "a market with vegetables",
    "a shop window",
    "a museum hall",
    "a painting on a wall",
    "a statue in a park",
    "a football match",
    "a person skiing down a slope",
    "a swimming pool",
    "a close-up of a hand",
    "a black and white portrait",
    "a page with printed text",
    "a screenshot of a screen",
)

_WHO = "a man, a woman, a child, a baby, two people, a family, a group of people, an old couple"
_WHAT = (
    "a dog, a cat, a horse, a bird, a car, a bicycle, a bus, a train, a boat, an airplane, a table, a chair, a bed, "
    "flowers, trees, food, a cake, a bottle, a book, a computer, a toy, a ball, a clock, a sign, a house, a tower, "
    "a bridge, a statue"
)
_WHERE = (
    "on a beach, in a kitchen, on a street, in a park, in a field, in the snow, in a living room, at night, at sunset, "
    "in the rain, in a city, in the mountains, by a lake, in a forest, on a table, in a garden, in a shop, "
    "in front of a building, on a road, in the water, in black and white, from above, close up, in the background, "
    "in a crowd, with a blue sky"
)


def plain_captions() -> tuple[str, ...]:
    """A thousand captions, always the same."""
    subjects = f"{_WHO}, {_WHAT}".split(", ")
    places = _WHERE.split(", ")
    return (*_PLAIN, *(f"{subject} {place}" for subject, place in itertools.product(subjects, places)))
