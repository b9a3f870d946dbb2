"""One flipped bit in each kind of file of a library: a check sees it, searches find the same or say a sentence."""

import os
import random
import shutil

import pytest

from cbir.library import Library
from tests.flip_rounds import build, flip_round, free_pages
from tests.kill_nursery import OPTIONS
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
    "thumbnails/*.jpg",
    "vectors/*/*/vectors.f16",
)
ROUNDS = int(os.environ.get("CBIR_ROUNDS", "1"))
AT_EACH_LANDING = ("catalog.sqlite", "features/*/records", "vectors/*/*/vectors.f16")


@pytest.fixture(scope="module", name="pool")
def _pool():
    with shared_pool() as started:
        yield started


@pytest.fixture(scope="module", name="original")
def _original(tmp_path_factory, pool):
    return build(tmp_path_factory.mktemp("flips"), pool)


@pytest.mark.parametrize(
    "kind", [pytest.param(kind, marks=() if kind in AT_EACH_LANDING else pytest.mark.long) for kind in KINDS]
)
def test_a_flipped_bit_is_seen_by_a_check_and_changes_no_hits_without_a_word(original, pool, tmp_path, kind):
    chance = random.Random(f"flip {kind}")
    for _ in range(ROUNDS):
        done = flip_round(original, chance.choice(original.files[kind]), tmp_path / "round", pool, chance)
        assert (done.seen, done.other_hits, done.tracebacks) == (True, False, ()), done.where


def test_every_kind_of_file_is_there_to_be_damaged(original):
    assert set(KINDS) <= set(original.files)
    assert len(original.files) >= 20
    free, page_bytes = free_pages(original.folder / "catalog.sqlite")
    assert page_bytes == 4096
    assert len(free) * page_bytes < (original.folder / "catalog.sqlite").stat().st_size


def test_a_flip_in_a_page_that_opening_writes_again_is_still_seen(original, pool, tmp_path):
    """In another place than it was made in, a library notes there that the locks hold."""
    shutil.copytree(original.folder, tmp_path / "copied")
    catalog = tmp_path / "copied" / "catalog.sqlite"
    content = bytearray(catalog.read_bytes())
    page = content.index(b"locks") // 4096
    content[page * 4096 + 300] ^= 1  # between its rows
    catalog.write_bytes(content)
    with Library.open(catalog.parent, options=OPTIONS, pool=pool) as library:
        (problem,) = library.check()
    assert "1 of its" in problem.what and not problem.mended
