"""The first ten of 2,392 photos of each colour, by their shares: does a person see the colour in them?

    python -m tests.benchmarks.colors

The photos are those of captioned/five, captioned_noisy, distractors, hard, objects, people, the references of covers
and the prints of training/. color_truth.tsv has the colours of 240 of them, drawn by chance and labelled by eye before
any ranking was seen, and of all that a ranking put among its first ten, labelled in drawn order without their rank. A
photo without a label counts as wrong. The limits of cbir/images/colors.py were set on captioned/one and the scenes of
training/; those of black, red and yellow were corrected once after the first hits among 1,600 of these photos.
"""

from pathlib import Path

import cv2
import numpy as np

from cbir.base.types import COLORS
from cbir.images import color_shares
from tests.benchmarks.report import parser

TRUTH = Path(__file__).with_name("color_truth.tsv")
PHOTOS = (
    "captioned/five/*.jpg",
    "captioned_noisy/*.jpg",
    "distractors/*.jpg",
    "hard/query/*",
    "hard/reference/*",
    "objects/*.jpg",
    "people/*.jpg",
    "covers/Reference/*.jpg",
    "training/label*.jpg",
    "training/print*.jpg",
)
DEPTH = 10


def read_truth():
    """The colours that each photo shows, by its path in the shared data."""
    lines = TRUTH.read_text(encoding="utf-8").splitlines()
    rows = (line.split("\t") for line in lines if not line.startswith("#"))
    return {path: frozenset(colors.split()) for path, colors in rows}


def main():
    folder = parser(__doc__).parse_args().data
    truth = read_truth()
    photos = [path for pattern in PHOTOS for path in sorted(folder.glob(pattern))]
    names = [path.relative_to(folder).as_posix() for path in photos]
    shares = [
        np.frombuffer(color_shares(cv2.imread(str(path), cv2.IMREAD_COLOR_RGB)), np.uint8) for path in photos
    ]
    print("colour\tlabelled\tP@10\tunlabelled")
    for number, color in enumerate(COLORS):
        best = np.argsort([-int(share[number]) for share in shares], kind="stable")[:DEPTH]
        right = [color in truth.get(names[photo], ()) for photo in best]
        known = sum(color in colors for colors in truth.values())
        print(f"{color}\t{known}\t{np.mean(right):.1f}\t{sum(names[photo] not in truth for photo in best)}")


if __name__ == "__main__":
    main()
