"""Metadata for a copy, in EXIF."""

import pytest
from PIL import Image

from cbir.base.types import Metadata
from cbir.metadata.writing import exif_of

RATING = 0x4746  # Microsoft's


@pytest.mark.parametrize(("rating", "written"), [(None, None), (-1, None), (0, 0), (1, 1), (5, 5)])
def test_stars_are_written_and_a_rejection_is_not(rating, written):
    exif = Image.Exif()
    exif.load(exif_of(Metadata(rating=rating)))
    assert exif.get(RATING) == written
