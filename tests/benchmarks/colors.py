"""The first ten photos of each colour, by their shares: does a person see the colour in them?

    python -m tests.benchmarks.colors

240 photos, drawn by chance from captioned/five, captioned_noisy, distractors, covers, hard, objects, people and the
prints of training/, are in color_truth.tsv. Their colours were labelled by eye, on contact sheets, before this ranking
was seen. The limits of cbir/images/colors.py were set on other photos; those of black, red and yellow were corrected
once after the first hits among 1,600 photos, 152 of them drawn here. A colour with hardly ten labelled photos cannot
reach 1.
"""

from pathlib import Path

import cv2
import numpy as np

from cbir.base.types import COLORS
from cbir.images import color_shares
from tests.benchmarks.report import parser

TRUTH = Path(__file__).with_name("color_truth.tsv")
DEPTH = 10


def read_truth():
    """The colours that each photo shows, by its path in the shared data."""
    lines = TRUTH.read_text(encoding="utf-8").splitlines()
    rows = (line.split("\t") for line in lines if not line.startswith("#"))
    return {path: frozenset(colors.split()) for path, colors in rows}


def main():
    folder = parser(__doc__).parse_args().data
    truth = read_truth()
    shares = []
    for path in truth:
        pixels = cv2.imread(str(folder / path), cv2.IMREAD_COLOR_RGB)
        shares.append(np.frombuffer(color_shares(pixels), np.uint8))
    print("colour\tphotos\tP@10\tchance")
    for number, color in enumerate(COLORS):
        right = np.array([color in colors for colors in truth.values()])
        best = np.argsort([-int(share[number]) for share in shares], kind="stable")[:DEPTH]
        if right.any():
            print(f"{color}\t{right.sum()}\t{right[best].mean():.1f}\t{right.mean():.2f}")


if __name__ == "__main__":
    main()
