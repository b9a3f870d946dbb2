"""No parser of the program raises what its callers do not catch, whatever the bytes."""

import random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.fuzzing.kept import held
from tests.fuzzing.parsers import PARSERS, try_parser

_SLOW = {
    "backups": 8, "codebooks": 6, "saved searches": 40, "own words": 20, "what is written": 60, "headers": 60,
    "metadata of files": 60, "albums": 40, "albums in backups": 6, "requests of the window": 60,
}  # fmt: skip
# Each landing makes a part of the attempts. What takes seconds for one of them is left to the others.
_SHARE = 0.25
_LONG_ALONE = ("codebooks", "albums", "albums in backups", "backups")


@pytest.fixture(scope="module", autouse=True)
def _engine_ends():
    """End the fuzzed engine with these tests: it would go on following its library during all later ones."""
    yield
    held.cache_clear()


@pytest.mark.parametrize(
    ("name", "share"),
    [
        *((name, _SHARE) for name in PARSERS if name not in _LONG_ALONE),
        *(pytest.param(name, 1, marks=pytest.mark.long) for name in PARSERS),
    ],
)
def test_no_parser_is_surprised(name, share):
    if needed := PARSERS[name].needs:
        pytest.importorskip(needed, reason=f"{name} needs an extra that has {needed}")

    @settings(
        max_examples=int(share * _SLOW.get(name, 150)), deadline=None, derandomize=True, database=None,
        suppress_health_check=list(HealthCheck),
    )  # fmt: skip
    @given(st.integers(0, 2**32))
    def attempt(seed):
        error = try_parser(PARSERS[name], random.Random(seed))
        if error is not None:
            raise error

    attempt()
