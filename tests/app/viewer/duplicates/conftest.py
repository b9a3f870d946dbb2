"""A session of duplicates on a library that answers at once."""

from typing import cast

import pytest

from cbir_app.base.undo import UndoStack
from cbir_app.engine import Engine, Thumbnails
from cbir_app.sessions import DuplicateSession
from tests.app.viewer.duplicates.fake_library import Library


@pytest.fixture(name="library")
def _library():
    return Library()


@pytest.fixture(name="undo")
def _undo():
    return UndoStack()


@pytest.fixture(name="session")
def _session(library, undo):
    return DuplicateSession(cast(Engine, library), undo)


@pytest.fixture(name="thumbnails")
def _thumbnails(engine):
    return Thumbnails(engine)
