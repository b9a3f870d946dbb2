"""Checksums of blocks: what is used is compared first, once, and nothing else is read."""

import mmap
import zlib

import numpy as np
import pytest

from cbir.base.artifacts import (
    BlockChecksums,
    building_artifact,
    read_ahead,
    read_manifest,
    read_through,
    write_array,
)
from cbir.base.errors import ArtifactMismatch

BLOCK = 4096
SIZES = {"first.u8": 5 * BLOCK + 1, "second.u8": 2 * BLOCK, "none.u8": 0}


@pytest.fixture(name="folder")
def _folder(tmp_path):
    folder = tmp_path / "things" / "abc"
    with building_artifact(folder, {"kind": "thing", "format": 1}, large=list(SIZES)) as temporary:
        for name, size in SIZES.items():
            write_array(temporary / name, np.random.default_rng(size).integers(0, 256, size).astype(np.uint8))
    return folder


@pytest.fixture(name="seen")
def _seen(monkeypatch):
    """The lengths of what was compared."""
    lengths = []
    real = zlib.crc32

    def crc32(data):
        lengths.append(len(data))
        return real(data)

    monkeypatch.setattr(zlib, "crc32", crc32)
    return lengths


def checksums(folder):
    return BlockChecksums(folder, read_manifest(folder, kind="thing", format=1, fields={}), list(SIZES))


def compare(blocks, name, *ranges):
    starts, stops = np.array(ranges, np.int64).reshape(-1, 2).T
    blocks.compare(name, starts, stops)


@pytest.mark.parametrize(
    ("ranges", "blocks"),
    [
        ([], 0),
        ([(7, 7)], 0),
        ([(0, 1)], 1),
        ([(BLOCK - 1, BLOCK)], 1),
        ([(BLOCK - 1, BLOCK + 1)], 2),
        ([(BLOCK, 2 * BLOCK)], 1),
        ([(0, 1), (2, 3), (1, BLOCK)], 1),
        ([(3 * BLOCK, 4 * BLOCK), (0, 1), (9, 9)], 2),
        ([(0, 5 * BLOCK + 1)], 6),
    ],
)
def test_the_blocks_of_some_bytes_are_compared_and_no_others(folder, seen, ranges, blocks):
    opened = checksums(folder)
    seen.clear()
    compare(opened, "first.u8", *ranges)
    assert len(seen) == blocks
    compare(opened, "first.u8", *ranges)
    assert len(seen) == blocks, "each once"
    compare(opened, "first.u8", (0, SIZES["first.u8"]))
    assert sorted(seen) == [1, *[BLOCK] * 5], "and the others when they are asked for"


@pytest.mark.parametrize(("name", "at"), [("first.u8", 5 * BLOCK), ("first.u8", 0), ("second.u8", BLOCK)])
def test_a_flipped_bit_is_told_when_its_block_is_used(folder, name, at):
    data = bytearray((folder / name).read_bytes())
    data[at] ^= 1
    (folder / name).write_bytes(data)
    opened = checksums(folder)
    others = [other for other in range(0, SIZES[name], BLOCK) if other != at]
    compare(opened, name, *((start, min(start + BLOCK, SIZES[name])) for start in others))
    with pytest.raises(ArtifactMismatch, match=f"things/abc is damaged: {name} has changed"):
        compare(opened, name, (at, at + 1))
    with pytest.raises(ArtifactMismatch):  # and every time that it is used
        compare(opened, name, (at, at + 1))


def test_checksums_that_do_not_fit_are_told(folder, tmp_path):
    manifest = read_manifest(folder, kind="thing", format=1, fields={})
    with pytest.raises(ArtifactMismatch, match="its checksums do not fit its files"):
        BlockChecksums(folder, manifest, ["first.u8"])
    blocks = folder / "blocks.u32"
    blocks.write_bytes(bytes(blocks.stat().st_size))
    with pytest.raises(ArtifactMismatch, match=r"blocks\.u32 has changed"):
        checksums(folder)


def test_where_there_are_none_nothing_is_compared(folder, seen):
    manifest = read_manifest(folder, kind="thing", format=1, fields={})
    opened = checksums(folder)
    seen.clear()
    compare(opened, "another.u8", (0, 1))
    del manifest["files"]["blocks.u32"]
    compare(BlockChecksums(folder, manifest, list(SIZES)), "first.u8", (0, 1))
    assert seen == []


class Mapped:
    """A stand-in for a mapped file that records the requests."""

    nbytes = 1 << 30

    def __init__(self):
        self.asked = []
        self._mmap = self

    def madvise(self, *advice):
        self.asked.append(advice)


@pytest.mark.skipif(not hasattr(mmap, "MADV_WILLNEED"), reason="the system takes no advice")
def test_what_is_used_is_read_ahead_and_nothing_else():
    page, mapped = mmap.PAGESIZE, Mapped()
    far = 100 * page
    starts, stops = (
        np.array([page + 5, page + 9, 3 * page, far]),
        np.array([page + 9, page + 9, 4 * page, far + 1]),
    )
    assert read_ahead(mapped, starts, stops) == 2
    assert mapped.asked == [
        (mmap.MADV_RANDOM,),
        (mmap.MADV_WILLNEED, page, 3 * page),  # what lies near is read at once
        (mmap.MADV_WILLNEED, far, 1),
    ]
    mapped.asked.clear()
    assert read_ahead(mapped, starts[:0], stops[:0]) == 0
    assert mapped.asked == [(mmap.MADV_RANDOM,)]
    read_through(mapped)
    assert mapped.asked[1:] == [(mmap.MADV_NORMAL,)]
    read_through(np.zeros(3))  # of a segment in memory


@pytest.mark.skipif(not hasattr(mmap, "MADV_WILLNEED"), reason="the system takes no advice")
@pytest.mark.parametrize(("more", "reads"), [(0, 1), (1, 2)])
def test_sixteen_kilobytes_are_sooner_read_than_sought(more, reads):
    page, mapped = mmap.PAGESIZE, Mapped()
    second = page + (1 << 14) + more * page
    starts, stops = np.array([0, second]), np.array([page, second + 9])
    assert read_ahead(mapped, starts, stops) == reads


def test_a_small_file_is_left_to_the_system():
    mapped = Mapped()
    mapped.nbytes = (1 << 25) - 1
    assert read_ahead(mapped, np.array([0]), np.array([9])) == 0
    in_memory = np.zeros(1 << 26, np.uint8)  # of a segment
    assert read_ahead(in_memory, np.array([0]), np.array([9])) == 0
    assert mapped.asked == []
    mapped.nbytes += 1
    assert read_ahead(mapped, np.array([0]), np.array([9])) == 1


def test_the_disk_is_asked_for_blocks_that_are_compared_the_first_time(folder, monkeypatch):
    asked = []

    def read_ahead(_mapped, starts, stops):
        asked.append((starts.tolist(), stops.tolist()))

    monkeypatch.setattr("cbir.base.artifacts.read_ahead", read_ahead)
    opened = checksums(folder)
    compare(opened, "first.u8", (0, 1), (SIZES["first.u8"] - 1, SIZES["first.u8"]))
    compare(opened, "first.u8", (1, 2))
    last = (SIZES["first.u8"] - 1) // BLOCK * BLOCK
    assert asked == [([0, last], [BLOCK, SIZES["first.u8"]]), ([], [])]
