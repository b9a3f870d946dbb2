"""One flipped bit in each kind of file of a library: a check sees it, searches find the same or say a sentence.

tests.benchmarks.flips does twenty in each.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from cbir.workers import WorkerPool
from tests.flip_rounds import Original, build, flip_round, free_pages
from tests.kill_scenarios import shared_pool

KINDS = (
    "cache/*/*/index.faiss",
    "catalog.checksums",
    "catalog.sqlite",
    "codebooks/*.codebook",
    "features/*/manifest.json",
    "features/*/offsets.u64",
    "features/*/records",
    "library.json",
    "postings/*/manifest.json",
    "searches.json",
    "thumbnails/*.jpg",
    "vectors/*/*/vectors.f16",
)


@pytest.fixture(scope="module", name="pool")
def _pool() -> Iterator[WorkerPool]:
    with shared_pool() as started:
        yield started


@pytest.fixture(scope="module", name="original")
def _original(tmp_path_factory: pytest.TempPathFactory, pool: WorkerPool) -> Original:
    return build(tmp_path_factory.mktemp("flips"), pool)


@pytest.mark.parametrize("kind", KINDS)
def test_a_flipped_bit_is_seen_by_a_check_and_changes_no_hits_without_a_word(
    original: Original, pool: WorkerPool, tmp_path: Path, kind: str
) -> None:
    chance = random.Random(f"flip {kind}")
    done = flip_round(original, chance.choice(original.files[kind]), tmp_path / "round", pool, chance)
    assert (done.seen, done.other_hits, done.tracebacks) == (True, False, ()), done.where


def test_every_kind_of_file_is_there_to_be_damaged(original: Original) -> None:
    assert set(KINDS) <= set(original.files)
    assert len(original.files) >= 20
    free, page_bytes = free_pages(original.folder / "catalog.sqlite")
    assert page_bytes == 4096
    assert len(free) * page_bytes < (original.folder / "catalog.sqlite").stat().st_size
