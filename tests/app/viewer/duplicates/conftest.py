"""A session of duplicates on a library that answers at once."""

from __future__ import annotations

from typing import cast

import pytest

from cbir_app.base.undo import UndoStack
from cbir_app.engine import Engine
from cbir_app.sessions import DuplicateSession
from tests.app.viewer.duplicates.fake_library import Library


@pytest.fixture(name="library")
def _library() -> Library:
    return Library()


@pytest.fixture(name="undo")
def _undo() -> UndoStack:
    return UndoStack()


@pytest.fixture(name="session")
def _session(library: Library, undo: UndoStack) -> DuplicateSession:
    return DuplicateSession(cast(Engine, library), undo)
