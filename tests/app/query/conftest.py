"""Sessions on an engine that a test answers for."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QApplication

from app.library import LibrarySession
from app.query import SearchSession
from tests.app.query.by_hand import EngineByHand


@pytest.fixture
def hand(qapp: QApplication) -> Iterator[EngineByHand]:
    made = EngineByHand()
    yield made
    made.deleteLater()
    qapp.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)


@pytest.fixture
def search(hand: EngineByHand) -> SearchSession:
    return SearchSession(hand, hand)


@pytest.fixture
def library(hand: EngineByHand) -> LibrarySession:
    return LibrarySession(hand, hand)
