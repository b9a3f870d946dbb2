"""Killed at any moment of a write, a library opens, is whole, and has lost no photo, no mark and no file."""

import os
import random
import sys

import pytest

from tests.kill_rounds import Nursery, kill_round, measure
from tests.kill_scenarios import ACTIONS, MERGING, prepare, shared_pool

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="there are no process groups to kill there")

ROUNDS = int(os.environ.get("CBIR_ROUNDS", "2"))  # of each action; of those that merge, half within a merge
AT_EACH_LANDING = ("index",)
_TRIES = 24


@pytest.fixture(scope="module")
def nursery():
    with Nursery() as started:
        yield started


@pytest.fixture(scope="module")
def pool():
    with shared_pool() as started:
        yield started


@pytest.mark.long
@pytest.mark.parametrize("state", ["listed", "searchable"])
def test_killed_in_either_state_photos_stay_and_the_next_run_goes_on(state, tmp_path, nursery, pool):
    scenario = measure(
        prepare("index", tmp_path / "scenario", pool), tmp_path / "round", nursery, pool, merges=False
    )
    chance = random.Random(f"kill {state}")
    for _ in range(_TRIES):  # a busy machine kills late
        done = kill_round(scenario, tmp_path / "round", nursery, pool, chance, kill_at=(state, 4))
        assert done.problems == ()
        assert done.kept >= 4
        if done.struck and (done.searchable == 0) == (state == "listed"):
            return
    raise AssertionError(f"no kill came while photos were only {state}")


@pytest.mark.parametrize(
    "action",
    [pytest.param(name, marks=() if name in AT_EACH_LANDING else pytest.mark.long) for name in ACTIONS],
)
def test_a_library_survives_sigkill(action, tmp_path, nursery, pool):
    merges = action in MERGING
    prepared = prepare(action, tmp_path / "scenario", pool)
    scenario = measure(prepared, tmp_path / "round", nursery, pool, merges=merges)
    assert len(scenario.expected.hits[0]) > 1
    chance = random.Random(f"kill {action}")

    def kill(*, in_merge):
        done = kill_round(scenario, tmp_path / "round", nursery, pool, chance, in_merge=in_merge)
        assert done.problems == ()
        return done.struck

    struck = [kill(in_merge=False) for _ in range(ROUNDS // 2 if merges else ROUNDS)]
    while not any(struck) and len(struck) < _TRIES:  # a busy machine shifts moments
        struck.append(kill(in_merge=False))
    assert any(struck), "every write had ended before it was killed"
    if merges:
        assert scenario.moments > 10
        assert all(kill(in_merge=True) for _ in range(ROUNDS // 2))
