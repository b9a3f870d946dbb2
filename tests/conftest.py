"""What every test gets: a window that draws into memory, and a home that is not the developer's."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

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
def shared_data() -> Path:
    """Return the folder of photos with ground truth, or skip: it is not part of the repository."""
    if not SHARED_DATA.is_dir():
        pytest.skip("the photos with ground truth (../shared/data) are not here")
    return SHARED_DATA
