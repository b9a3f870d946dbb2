"""What the engine's tests share: a codebook that is small enough to train in a test run."""

from __future__ import annotations

import numpy as np
import pytest

from cbir.local_features import FeatureOptions, describe
from cbir.visual_words import Codebook
from cbir.visual_words.training import train_codebook
from tests.pictures import photo

TINY_WORDS = 256
TRAINED_ON = ("astronaut", "coffee", "rocket")


@pytest.fixture(scope="session")
def tiny_codebook() -> Codebook:
    """256 words learned from three photos."""
    options = FeatureOptions(max_features=1500)
    descriptors = [describe(photo(name), options).descriptors for name in TRAINED_ON]
    return train_codebook(
        np.concatenate(descriptors), words=TINY_WORDS, about={"trained_on": list(TRAINED_ON)}
    )
