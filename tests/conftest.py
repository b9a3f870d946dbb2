"""What every test gets: a window that draws into memory, and a home that is not the developer's."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.cbir.trained_model import TrainedInTests

# Before Qt is imported by anything. A test that needs a real display starts its own and says so.
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

SHARED_DATA = Path(__file__).resolve().parent.parent.parent / "shared" / "data"


@pytest.fixture(autouse=True)
def a_home_of_its_own(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep every test away from the libraries, settings and caches of whoever runs it."""
    home = tmp_path_factory.mktemp("home")
    monkeypatch.delenv("CBIR_LIBRARY", raising=False)
    for name in ("HOME", "USERPROFILE"):
        monkeypatch.setenv(name, str(home))
    for name, folder in (
        ("XDG_DATA_HOME", "data"),
        ("XDG_CACHE_HOME", "cache"),
        ("XDG_CONFIG_HOME", "config"),
        ("LOCALAPPDATA", "local"),
        ("APPDATA", "roaming"),
    ):
        monkeypatch.setenv(name, str(home / folder))


@pytest.fixture(scope="session")
def trained_model(tmp_path_factory: pytest.TempPathFactory) -> TrainedInTests:
    """The small model, trained from nothing by the real command, once for all tests: some three minutes."""
    for package in ("torch", "matplotlib"):
        pytest.importorskip(package, reason="training needs the extras `models` and `train`")
    from tests.cbir.trained_model import train_in_tests

    return train_in_tests(tmp_path_factory.mktemp("trained") / "scenes")


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """Return the folder of photos with ground truth, or skip: it is not part of the repository."""
    if not SHARED_DATA.is_dir():
        pytest.skip("the photos with ground truth (../shared/data) are not here")
    return SHARED_DATA
