"""Nothing that runs in a test run meets the home of whoever runs it."""

import os
from pathlib import Path

import pytest

HOMES = ("HOME", "USERPROFILE", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME")


def homes():
    return [Path(os.environ[name]) for name in HOMES]


@pytest.fixture(scope="module", name="shared")
def _shared():
    return homes(), os.environ["CBIR_BUILT_IN_MODEL"]


def test_fixtures_of_a_module_have_a_home_and_no_built_in_model(shared, tmp_path_factory):
    assert all(home.is_relative_to(tmp_path_factory.getbasetemp()) for home in shared[0])
    assert shared[1] == ""


def test_a_test_has_a_home_of_its_own(shared):
    assert not set(homes()) & set(shared[0])
