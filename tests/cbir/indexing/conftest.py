"""A library whose runs need no workers."""

import pytest

from tests.cbir.indexing.by_hand import RunsByHand


@pytest.fixture
def runs(tmp_path):
    made = RunsByHand(tmp_path)
    yield made
    made.catalog.close()
