"""A library whose runs need no workers."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cbir.indexing.by_hand import RunsByHand


@pytest.fixture
def runs(tmp_path: Path) -> Iterator[RunsByHand]:
    made = RunsByHand(tmp_path)
    yield made
    made.catalog.close()
