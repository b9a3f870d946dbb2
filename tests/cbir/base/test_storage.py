"""Files that are whole or not there: interrupted writes, full disks, checksums, privacy."""

import contextlib
import errno
import json
import os
import re
import stat
import sys
import threading
from pathlib import Path

import numpy as np
import pytest

from cbir.base.artifacts import (
    building_artifact,
    map_array,
    read_manifest,
    read_sealed_json,
    reserve,
    sealed_json,
    verify_checksums,
    write_array,
)
from cbir.base.errors import ArtifactMismatch
from cbir.base.storage import TEMPORARY_PREFIX, checksum, folder_bytes, write_atomically

posix = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no permission bits")


def build(folder):
    with building_artifact(folder, {"kind": "thing", "format": 1}) as temporary:
        write_array(temporary / "numbers.u32", np.arange(100, dtype="<u4"))
        write_array(temporary / "none.u32", np.zeros(0, "<u4"))
    return folder


def left_behind(folder):
    return list(folder.rglob(f"{TEMPORARY_PREFIX}*"))


def test_a_file_is_replaced_whole(tmp_path):
    path = tmp_path / "file"
    for data in (b"first", b"", b"the third is longer"):
        write_atomically(path, data)
        assert path.read_bytes() == data
    assert not left_behind(tmp_path)


@pytest.mark.parametrize("step", ["builtins.open", "os.fsync", "pathlib.Path.replace"])
def test_a_failed_write_leaves_the_old_file_and_nothing_else(tmp_path, monkeypatch, step):
    path = tmp_path / "file"
    write_atomically(path, b"old")

    def no_space(*_, **__):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as full, pytest.raises(OSError, match=re.escape(os.strerror(errno.ENOSPC))):
        full.setattr(step, no_space)
        write_atomically(path, b"new")
    assert path.read_bytes() == b"old"
    assert not left_behind(tmp_path)


def test_a_reader_never_sees_half_a_file(tmp_path):
    path = tmp_path / "file"
    contents = {bytes([value]) * 200_000 for value in range(30)}
    write_atomically(path, bytes(200_000), durable=False)
    seen = set()
    done = threading.Event()

    def read():
        while not done.is_set():
            seen.add(path.read_bytes())

    reader = threading.Thread(target=read)
    reader.start()
    for data in sorted(contents):
        write_atomically(path, data, durable=False)
    done.set()
    reader.join()
    assert seen <= contents


def test_an_artifact_appears_whole_with_its_manifest(tmp_path):
    folder = build(tmp_path / "deeper" / "thing")
    manifest = read_manifest(folder, kind="thing", format=1, fields={})
    assert manifest["files"]["numbers.u32"] == {
        "bytes": 400,
        "blake2b": checksum(folder / "numbers.u32"),
    }
    assert map_array(folder / "numbers.u32", "<u4").tolist() == list(range(100))
    assert map_array(folder / "numbers.u32", "<u4", (-1, 2)).shape == (50, 2)
    verify_checksums(folder, manifest)
    assert not left_behind(tmp_path)


@pytest.mark.parametrize("shape", [None, (0,), (0, 2), (-1, 2), (0, 7)])
def test_an_empty_file_is_an_empty_array(tmp_path, shape):
    array = map_array(build(tmp_path / "thing") / "none.u32", "<u4", shape)
    assert array.size == 0
    assert array.shape == np.zeros(0).reshape(shape or 0).shape
    assert array.dtype == np.uint32
    assert not array.flags.writeable


def test_an_interrupted_artifact_leaves_nothing(tmp_path):
    with (
        pytest.raises(KeyboardInterrupt),
        building_artifact(tmp_path / "thing", {"kind": "thing", "format": 1}) as temporary,
    ):
        write_array(temporary / "numbers.u32", np.arange(3))
        assert not (tmp_path / "thing").exists()
        raise KeyboardInterrupt
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("files", [0, 1, 2])
def test_a_writer_may_stop_before_each_file_is_flushed(tmp_path, files):
    asked = 0

    def go_on():
        nonlocal asked
        asked += 1
        if asked == files:
            raise KeyboardInterrupt

    stopped = pytest.raises(KeyboardInterrupt) if files else contextlib.nullcontext()
    with (
        stopped,
        building_artifact(tmp_path / "thing", {"kind": "thing", "format": 1}, go_on=go_on) as temporary,
    ):
        for name in ("a", "b"):
            write_array(temporary / name, np.arange(3))
    assert (asked, (tmp_path / "thing").exists()) == ((files, False) if files else (2, True))
    assert not left_behind(tmp_path)


@posix
def test_all_files_are_flushed_whole_and_their_folder_before_the_artifact_has_its_name(tmp_path, monkeypatch):
    flushed = {}
    real = os.fsync

    def fsync(descriptor):
        status = os.fstat(descriptor)
        flushed[status.st_ino] = status.st_size, (tmp_path / "thing").exists()
        real(descriptor)

    monkeypatch.setattr(os, "fsync", fsync)
    folder = build(tmp_path / "thing")
    assert len(list(folder.iterdir())) == 3
    for path in (folder, *folder.iterdir()):
        assert flushed[path.stat().st_ino] == (path.stat().st_size, False)
    assert flushed[tmp_path.stat().st_ino][1]


def test_a_checksum_is_the_one_that_backups_and_manifests_have(tmp_path):
    (tmp_path / "file").write_bytes(b"abc")
    assert checksum(tmp_path / "file") == "cf4ab791c62b8d2b2109c90275287816"


@posix
def test_every_file_and_folder_that_is_written_is_closed(tmp_path):
    before = len(list(Path("/dev/fd").iterdir()))
    for _ in range(9):
        write_atomically(tmp_path / "file", b"1")
    assert len(list(Path("/dev/fd").iterdir())) == before


def test_an_error_is_told_though_what_was_written_has_gone(tmp_path):
    with (
        pytest.raises(ValueError, match="what went wrong"),
        building_artifact(tmp_path / "thing", {"kind": "thing", "format": 1}) as temporary,
    ):
        temporary.rmdir()
        raise ValueError("what went wrong")


def test_what_is_sealed_has_the_form_that_it_had_before():
    content = {"b": 1, "a": {"y": "ü", "x": [1.5, None]}}
    sealed = (
        b'{\n "a": {\n  "x": [\n   1.5,\n   null\n  ],\n  "y": "\\u00fc"\n },\n "b": 1,\n'
        b' "checksum": "66fb3772d0084ce2984a317a58c68c72"\n}'
    )
    assert sealed_json(content) == sealed
    assert read_sealed_json(sealed) == content


def test_a_file_of_another_length_and_a_missing_one_are_damage(tmp_path):
    folder = build(tmp_path / "things" / "abc")
    for length in (399, 401, 0):
        os.truncate(folder / "numbers.u32", length)
        with pytest.raises(ArtifactMismatch, match=r"things/abc is damaged: numbers\.u32 is missing or has"):
            read_manifest(folder, kind="thing", format=1, fields={})
    os.truncate(folder / "numbers.u32", 400)
    read_manifest(folder, kind="thing", format=1, fields={})
    (folder / "none.u32").unlink()
    with pytest.raises(ArtifactMismatch, match=r"none\.u32 is missing or has another size"):
        read_manifest(folder, kind="thing", format=1, fields={})


@pytest.mark.parametrize("trouble", [errno.EOPNOTSUPP, errno.EINVAL, errno.ENOSYS])
@pytest.mark.parametrize("size", [1, 1 << 20, (1 << 20) + 1, 5 << 19])
def test_room_is_reserved_by_writing_where_a_drive_can_do_no_better(tmp_path, monkeypatch, trouble, size):
    def refuse(*_):
        raise OSError(trouble, os.strerror(trouble))

    monkeypatch.setattr(os, "posix_fallocate", refuse, raising=False)
    with (tmp_path / "file").open("w+b") as file:
        reserve(file, size)
        assert file.tell() == size
        file.seek(0)
        assert not any(file.read())


def test_one_changed_byte_is_found_by_its_checksum(tmp_path):
    folder = build(tmp_path / "things" / "abc")
    manifest = read_manifest(folder, kind="thing", format=1, fields={})
    with (folder / "numbers.u32").open("r+b") as file:
        file.seek(123)
        file.write(b"\xff")
    read_manifest(folder, kind="thing", format=1, fields={})  # the size is right
    with pytest.raises(ArtifactMismatch, match=r"things/abc is damaged: numbers\.u32 has changed"):
        verify_checksums(folder, manifest)


def test_every_flipped_bit_of_a_manifest_is_found(tmp_path):
    folder = build(tmp_path / "things" / "abc")
    sound = (folder / "manifest.json").read_bytes()
    for bit in range(len(sound) * 8):
        broken = bytearray(sound)
        broken[bit // 8] ^= 1 << bit % 8
        (folder / "manifest.json").write_bytes(broken)
        with pytest.raises(ArtifactMismatch, match="things/abc has no readable manifest"):
            read_manifest(folder, kind="thing", format=1, fields={})


def test_an_artifact_of_another_kind_or_format_is_named_with_both(tmp_path):
    folder = build(tmp_path / "things" / "abc")
    for kind, format in (("word", 1), ("thing", 2)):
        said = f"^things/abc is a thing of format 1, not a {kind} of format {format}\\.$"
        with pytest.raises(ArtifactMismatch, match=said):
            read_manifest(folder, kind=kind, format=format, fields={})
    assert read_manifest(folder, kind="thing", format=2, older=[0, 1], fields={})["format"] == 1


def test_a_manifest_without_a_checksum_of_its_own_is_read(tmp_path):
    folder = build(tmp_path / "thing")
    manifest = json.loads((folder / "manifest.json").read_bytes())
    del manifest["checksum"]
    (folder / "manifest.json").write_text(json.dumps(manifest), encoding="utf-8")
    assert read_manifest(folder, kind="thing", format=1, fields={}) == manifest


ENTRY = {"bytes": 400, "blake2b": "x"}


@pytest.mark.parametrize(
    "manifest",
    [
        "[" * 100_000,
        "null",
        "[]",
        '"thing"',
        {"kind": "thing", "format": 1},
        {"kind": "thing", "format": True, "words": 1, "files": {}},
        {"kind": ["thing"], "format": 1, "words": 1, "files": {}},
        {"kind": "thing", "format": 1, "words": "1", "files": {}},
        {"kind": "thing", "format": 1, "words": -1, "files": {}},
        {"kind": "thing", "format": 1, "words": 1, "files": []},
        {"kind": "thing", "format": 1, "words": 1, "files": {"numbers.u32": 400}},
        {"kind": "thing", "format": 1, "words": 1, "files": {"numbers.u32": {"bytes": 400}}},
        {"kind": "thing", "format": 1, "words": 1, "files": {"numbers.u32": {**ENTRY, "bytes": "400"}}},
        {"kind": "thing", "format": 1, "words": 1, "files": {"numbers.u32": {**ENTRY, "blake2b": None}}},
        {"kind": "thing", "format": 1, "words": 1, "files": {"../abc/numbers.u32": ENTRY}},
        {"kind": "thing", "format": 1, "words": 1, "files": {"nul\0": ENTRY}},
        {"kind": "thing", "format": 1, "words": 1, "files": {}, "checksun": "0"},
    ],
    ids=lambda value: str(value)[:60],
)
def test_a_manifest_of_wrong_types_is_a_sentence(tmp_path, manifest):
    folder = build(tmp_path / "things" / "abc")
    text = manifest if isinstance(manifest, str) else json.dumps(manifest)
    (folder / "manifest.json").write_text(text, encoding="utf-8")
    with pytest.raises(ArtifactMismatch, match="things/abc has no readable manifest"):
        read_manifest(folder, kind="thing", format=1, fields={"words": int})


def test_an_array_of_half_a_number_is_a_sentence(tmp_path):
    folder = build(tmp_path / "things" / "abc")
    os.truncate(folder / "numbers.u32", 397)
    for shape in (None, (50, 2)):
        with pytest.raises(ArtifactMismatch, match=r"things/abc is damaged: numbers\.u32 is not as long"):
            map_array(folder / "numbers.u32", "<u4", shape)


@posix
def test_what_is_written_is_for_its_owner_alone(tmp_path):
    folder = build(tmp_path / "new" / "thing")
    write_atomically(tmp_path / "new" / "file", b"secret")
    files = [path for path in (tmp_path / "new").rglob("*") if path.is_file()]
    assert len(files) == 4
    assert {stat.S_IMODE(path.stat().st_mode) for path in files} == {0o600}
    assert {stat.S_IMODE(path.stat().st_mode) for path in (folder, folder.parent)} == {0o700}


def test_bytes_of_a_folder_count_all_files_below_it(tmp_path):
    assert folder_bytes(tmp_path / "nowhere") == 0
    assert folder_bytes(tmp_path) == 0
    write_atomically(tmp_path / "a", b"123")
    build(tmp_path / "b" / "thing")
    manifest = (tmp_path / "b" / "thing" / "manifest.json").stat().st_size
    assert folder_bytes(tmp_path) == 3 + 400 + manifest
    write_atomically(tmp_path / "b" / "file", b"1")
    assert folder_bytes(tmp_path) == 4 + 400 + manifest
    assert folder_bytes(tmp_path, without=tmp_path / "b") == 3
    assert folder_bytes(tmp_path, without=tmp_path / "b" / "thing") == 4
    if sys.platform != "win32":
        (tmp_path / "c").mkdir()
        (tmp_path / "c" / "link").symlink_to(tmp_path / "b")
        assert folder_bytes(tmp_path / "c") == (tmp_path / "b").stat().st_size, (
            "what it leads to is elsewhere"
        )


def test_a_folder_may_change_while_its_bytes_are_counted(tmp_path, monkeypatch):
    """An index run writes and renames while the window asks how large the library is."""
    for name in "abc":
        write_atomically(tmp_path / name, b"123")
    real = os.scandir

    @contextlib.contextmanager
    def vanishing(folder):
        with real(folder) as entries:
            listed = list(entries)
        (tmp_path / "b").unlink()
        yield iter(listed)

    monkeypatch.setattr(os, "scandir", vanishing)
    assert folder_bytes(tmp_path) == 6


@posix
def test_the_folder_is_flushed_after_the_name_is_there(tmp_path, monkeypatch):
    flushed = []
    real = os.fsync

    def fsync(descriptor):
        flushed.append((stat.S_ISDIR(os.fstat(descriptor).st_mode), (tmp_path / "file").exists()))
        real(descriptor)

    monkeypatch.setattr(os, "fsync", fsync)
    write_atomically(tmp_path / "file", b"content")
    assert flushed == [(False, False), (True, True)]


@posix
def test_an_artifact_has_its_manifest_before_its_name(tmp_path, monkeypatch):
    named = []
    real = Path.replace

    def replace(path, target):
        if target == tmp_path / "thing":
            named.append((path / "manifest.json").is_file())
        return real(path, target)

    monkeypatch.setattr(Path, "replace", replace)
    build(tmp_path / "thing")
    assert named == [True]
