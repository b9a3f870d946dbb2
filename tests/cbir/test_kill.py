"""Killed at any moment of a write, a library opens, is whole, holds each photo once, and goes on as before."""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from cbir.workers import WorkerPool
from tests.kill_rounds import ACTIONS, Nursery, kill_round, prepare, shared_pool

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="there are no process groups to kill there")

ROUNDS = 4  # of each action: some thirty moments in all; tests.benchmarks.kill does hundreds


@pytest.fixture(scope="module")
def nursery() -> Iterator[Nursery]:
    with Nursery() as started:
        yield started


@pytest.fixture(scope="module")
def pool() -> Iterator[WorkerPool]:
    with shared_pool() as started:
        yield started


@pytest.mark.parametrize("action", ACTIONS)
def test_a_library_survives_sigkill_at_random_moments(
    action: str, tmp_path: Path, nursery: Nursery, pool: WorkerPool
) -> None:
    scenario = prepare(action, tmp_path / "scenario", nursery, pool)
    assert len(scenario.expected[0]) > 1
    chance = random.Random(f"kill {action}")
    rounds = [
        kill_round(scenario, tmp_path / f"round {number}", nursery, pool, chance) for number in range(ROUNDS)
    ]
    while not any(one.struck for one in rounds) and len(rounds) < 6 * ROUNDS:  # a busy machine shifts moments
        rounds.append(kill_round(scenario, tmp_path / f"round {len(rounds)}", nursery, pool, chance))
    assert [problem for one in rounds for problem in one.problems] == []
    assert any(one.struck for one in rounds), "every write had ended before it was killed"
