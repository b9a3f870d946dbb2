"""Nothing that runs in a test run meets the home of whoever runs it."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

HOMES = ("HOME", "USERPROFILE", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME")


def homes() -> list[Path]:
    return [Path(os.environ[name]) for name in HOMES]


@pytest.fixture(scope="module", name="shared")
def _shared() -> tuple[list[Path], str]:
    return homes(), os.environ["CBIR_BUILT_IN_MODEL"]


def test_fixtures_of_a_module_have_a_home_and_no_built_in_model(
    shared: tuple[list[Path], str], tmp_path_factory: pytest.TempPathFactory
) -> None:
    assert all(home.is_relative_to(tmp_path_factory.getbasetemp()) for home in shared[0])
    assert shared[1] == ""


def test_a_test_has_a_home_of_its_own(shared: tuple[list[Path], str]) -> None:
    assert not set(homes()) & set(shared[0])
