"""A library without photos, made once and copied: to make one takes as long as a dozen of these tests."""

import shutil

import pytest

from cbir.base.layout import Layout
from cbir.catalog import Catalog
from cbir.state import prepare


@pytest.fixture(scope="session")
def _library_without_photos(tmp_path_factory):
    folder = tmp_path_factory.mktemp("empty") / "library"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("cbir.state.locking.child_is_kept_out", lambda _database, _lock: True)
        prepare(Layout(folder), create=True, writable=True)
    return folder


@pytest.fixture
def layout(_library_without_photos, tmp_path):
    shutil.copytree(_library_without_photos, tmp_path / "library")
    return Layout(tmp_path / "library")


@pytest.fixture
def writer(layout):
    """Its catalog, to write to."""
    with Catalog.open(layout.catalog, writable=True) as catalog:
        yield catalog
