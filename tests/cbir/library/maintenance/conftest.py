"""Fixtures of the tests of maintenance: copies of the library that a module makes once, as its fixture `original`."""

from dataclasses import replace

import pytest

from cbir.library import Library
from tests.cbir.copies import copy_library, copy_pictures
from tests.kill_nursery import OPTIONS
from tests.kill_scenarios import shared_pool


@pytest.fixture(scope="module")
def pool():
    with shared_pool() as started:
        yield started


@pytest.fixture
def pictures(original, tmp_path):
    return copy_pictures(original, tmp_path)


@pytest.fixture
def library(original, tmp_path, pictures, pool):
    """A copy of the original, with its models if it has some."""
    models = original / "models"
    options = replace(OPTIONS, models=models) if models.exists() else OPTIONS
    with Library.open(copy_library(original, tmp_path), options=options, pool=pool) as opened:
        yield opened
