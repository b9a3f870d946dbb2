"""Files of a person that are given new bytes or tidied around: what is theirs stays."""

import errno
import os
import re
import stat
import sys
import time
from pathlib import Path

import numpy as np
import pytest

from cbir.base.artifacts import new_mapped_array, remove_artifact
from cbir.base.errors import CbirError
from cbir.base.layout import default_folder
from cbir.base.storage import (
    TEMPORARY_PREFIX,
    machine_name,
    make_private_folder,
    remove_abandoned,
    remove_known,
    remove_unfinished,
    replace_content,
    temporary_name,
)
from cbir.embeddings.store import default_store
from cbir.loops import machine_code

posix = pytest.mark.skipif(sys.platform == "win32", reason="links and modes as POSIX has them")


def test_a_user_without_a_home_is_told(monkeypatch):
    def nowhere(*_, **__):
        raise RuntimeError("could not determine the home directory")

    for name in ("data", "cache"):
        monkeypatch.setattr(f"platformdirs.user_{name}_path", nowhere)
    monkeypatch.delenv("CBIR_MODELS", raising=False)
    for place in (default_folder, default_store):
        with pytest.raises(CbirError, match="Set the environment variable HOME"):
            place()
    assert all(folder.name == "__pycache__" for folder in machine_code.code_folders())


@posix
def test_a_new_file_has_the_mode_of_the_umask_and_an_old_one_keeps_its_own(tmp_path):
    before = os.umask(0o026)
    try:
        replace_content(tmp_path / "new", b"new")
    finally:
        os.umask(before)
    old = tmp_path / "old"
    old.write_bytes(b"old")
    old.chmod(0o604)
    replace_content(old, b"new")
    assert [(path.read_bytes(), stat.S_IMODE(path.stat().st_mode)) for path in (tmp_path / "new", old)] == [
        (b"new", 0o640),
        (b"new", 0o604),
    ]
    assert len(list(tmp_path.iterdir())) == 2


@posix
def test_a_file_of_one_name_is_replaced_and_one_of_two_written_in_place(tmp_path):
    alone, first, second = (tmp_path / name for name in ("alone", "first", "second"))
    for path in (alone, first):
        path.write_bytes(b"longer than what comes")
    second.hardlink_to(first)
    numbers = [path.stat().st_ino for path in (alone, first)]
    for path in (alone, first):
        replace_content(path, b"short")
    assert [path.read_bytes() for path in (alone, first, second)] == [b"short"] * 3
    assert [a == b.stat().st_ino for a, b in zip(numbers, (alone, first), strict=True)] == [False, True]
    assert len(list(tmp_path.iterdir())) == 3


@posix
def test_a_replaced_file_keeps_its_owner(tmp_path):
    path = tmp_path / "file"
    path.write_bytes(b"old")
    group = 12345 if os.geteuid() == 0 else next((g for g in os.getgroups() if g != os.getegid()), None)
    if group is None:
        pytest.skip("this account is in one group alone")
    os.chown(path, -1, group)
    replace_content(path, b"new")
    assert (path.read_bytes(), path.stat().st_gid) == (b"new", group)


@posix
def test_a_replaced_file_is_flushed_and_then_its_folder(tmp_path, monkeypatch):
    flushed = []
    (tmp_path / "file").write_bytes(b"old")

    def fsync(descriptor):
        is_folder = stat.S_ISDIR(os.fstat(descriptor).st_mode)
        flushed.append((is_folder, (tmp_path / "file").read_bytes()))

    monkeypatch.setattr(os, "fsync", fsync)
    replace_content(tmp_path / "file", b"new")
    assert flushed == [(False, b"old"), (True, b"new")]


@posix
@pytest.mark.parametrize("names", [1, 2])
def test_a_file_is_flushed_whole_and_its_content_is_of_now(tmp_path, monkeypatch, names):
    path = tmp_path / "file"
    path.write_bytes(b"old")
    os.utime(path, (1e9, 1e9))
    if names == 2:
        (tmp_path / "second").hardlink_to(path)
    flushed = {}

    def fsync(descriptor):
        flushed[os.fstat(descriptor).st_ino] = os.fstat(descriptor).st_size

    monkeypatch.setattr(os, "fsync", fsync)
    replace_content(path, b"what is new")
    assert flushed[path.stat().st_ino] == len(b"what is new")
    assert time.time() - path.stat().st_mtime < 60


@posix
def test_a_file_of_another_owner_is_written_in_place_where_that_cannot_be_given(tmp_path, monkeypatch):
    path = tmp_path / "file"
    path.write_bytes(b"old")
    number, real = path.stat().st_ino, Path.stat

    def of_another(self, *, follow_symlinks=True):
        found = real(self, follow_symlinks=follow_symlinks)
        return os.stat_result((*found[:4], found.st_uid + (self == path), *found[5:]))

    def refuse(*_):
        raise PermissionError(errno.EPERM, os.strerror(errno.EPERM))

    with monkeypatch.context() as patched:
        patched.setattr(Path, "stat", of_another)
        patched.setattr(os, "chown", refuse)
        replace_content(path, b"new")
    assert (path.read_bytes(), path.stat().st_ino) == (b"new", number)
    assert list(tmp_path.iterdir()) == [path]


def test_a_folder_that_another_process_makes_just_now_is_as_good(tmp_path, monkeypatch):
    make_private_folder(tmp_path / "folder")
    with monkeypatch.context() as patched:
        patched.setattr(Path, "exists", lambda path: path == tmp_path)
        make_private_folder(tmp_path / "folder" / "within")
    assert (tmp_path / "folder" / "within").is_dir()


@posix
def test_a_full_disk_leaves_a_file_of_two_names_as_it_was(tmp_path, monkeypatch):
    path = tmp_path / "first"
    path.write_bytes(b"what somebody wrote")
    (tmp_path / "second").hardlink_to(path)
    real, calls = os.fsync, 0

    def fsync(descriptor):
        nonlocal calls
        calls += 1
        if calls == 2:  # the first is of the copy beside it
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        real(descriptor)

    monkeypatch.setattr(os, "fsync", fsync)
    with pytest.raises(OSError, match=re.escape(os.strerror(errno.ENOSPC))):
        replace_content(path, b"new")
    assert path.read_bytes() == b"what somebody wrote"
    assert len(list(tmp_path.iterdir())) == 2


def test_what_is_unfinished_goes_and_what_a_link_leads_to_stays(tmp_path):
    theirs = tmp_path / "theirs"
    theirs.mkdir()
    (theirs / "photo.jpg").touch()
    file, folder, link = (tmp_path / f"{TEMPORARY_PREFIX}{name}" for name in ("file", "folder", "link"))
    file.touch()
    folder.mkdir()
    (folder / "in it").touch()
    if sys.platform != "win32":
        link.symlink_to(theirs, target_is_directory=True)
    for path in (file, folder, link, tmp_path / "never there"):
        remove_unfinished(path)
    assert list(tmp_path.iterdir()) == [theirs]
    assert (theirs / "photo.jpg").is_file()


def test_of_a_folder_that_cannot_be_emptied_goes_what_can(tmp_path, monkeypatch):
    for name in "abc":
        (tmp_path / name).touch()
    real = os.unlink

    def refuse(path, **how):
        if Path(path).name == "b":
            raise PermissionError
        real(path, **how)

    monkeypatch.setattr(os, "unlink", refuse)
    remove_unfinished(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["b"]


def test_only_what_a_dead_process_of_this_machine_left_is_abandoned(tmp_path, monkeypatch):
    own = temporary_name(tmp_path / "file.part")
    monkeypatch.setattr("os.getpid", lambda: 2**31 - 1)  # nobody's
    dead, other_ending = (temporary_name(tmp_path / name) for name in ("file.part", "file.jpg"))
    with monkeypatch.context() as elsewhere_too:
        elsewhere_too.setattr("socket.gethostname", lambda: "another machine")
        machine_name.cache_clear()
        elsewhere = temporary_name(tmp_path / "file.part")
    machine_name.cache_clear()
    for path in (own, dead, other_ending, elsewhere):
        path.touch()
    remove_abandoned(tmp_path, ".part")
    assert set(tmp_path.iterdir()) == {own, other_ending, elsewhere}
    remove_abandoned(tmp_path)
    assert set(tmp_path.iterdir()) == {own, elsewhere}


def test_a_private_folder_is_not_made_where_a_file_lies(tmp_path):
    (tmp_path / "file").touch()
    make_private_folder(tmp_path / "deep" / "er")
    with pytest.raises(FileExistsError):
        make_private_folder(tmp_path / "file")


def test_known_files_go_and_all_else_stays_and_is_told(tmp_path):
    folder = tmp_path / "folder"
    for path in ("own", "known/own", "known/theirs", "empty known/own", "theirs"):
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).touch()
    (folder / "an empty one").mkdir()

    def is_known(path):
        return path.name == "own" or path.name.endswith("known")

    assert remove_known(folder, is_known) == [
        folder / "an empty one",
        folder / "known" / "theirs",
        folder / "theirs",
    ]
    assert sorted(path.name for path in folder.iterdir()) == ["an empty one", "known", "theirs"]
    assert remove_known(folder, lambda path: True) == []
    assert not folder.exists()


@posix
def test_a_known_name_that_is_a_link_stays_with_what_it_leads_to(tmp_path):
    theirs, folder = tmp_path / "theirs", tmp_path / "folder"
    for made in (theirs, folder):
        made.mkdir()
    (theirs / "photo.jpg").touch()
    (folder / "known").symlink_to(theirs, target_is_directory=True)
    assert remove_known(folder, lambda path: True) == [folder / "known"]
    assert (theirs / "photo.jpg").is_file()


@posix
def test_of_an_artifact_only_its_own_files_go_and_a_linked_one_stays(tmp_path):
    folder = tmp_path / "artifact"
    for name in ("manifest.json", "rows.u32", "my rows.u32", "deeper/rows.u32"):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).touch()
    (tmp_path / "link").symlink_to(folder, target_is_directory=True)
    assert remove_artifact(tmp_path / "link") == [tmp_path / "link"]
    assert (folder / "rows.u32").exists()
    assert remove_artifact(folder) == [folder / "deeper" / "rows.u32", folder / "my rows.u32"]
    assert {path.name for path in folder.iterdir()} == {"deeper", "my rows.u32"}


@pytest.mark.parametrize("reserves", [True, False])
@pytest.mark.parametrize("length", [0, 1, 300_000])
def test_a_new_mapped_array_holds_zeros_and_what_is_written(tmp_path, monkeypatch, reserves, length):
    if not reserves:

        def unsupported(*_):
            raise OSError(errno.EOPNOTSUPP, os.strerror(errno.EOPNOTSUPP))

        monkeypatch.setattr(os, "posix_fallocate", unsupported, raising=False)
    path = tmp_path / "array"
    array = new_mapped_array(path, "<u4", length)
    assert array.tolist() == [0] * length
    array[:] = np.arange(length)
    del array
    assert np.fromfile(path, "<u4").tolist() == (list(range(length)) if length else [])
    assert path.stat().st_size == 4 * length


@posix
def test_a_full_disk_is_told_before_an_array_is_mapped(tmp_path, monkeypatch):
    def full(*_):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "posix_fallocate", full, raising=False)
    with pytest.raises(OSError, match=re.escape(os.strerror(errno.ENOSPC))):
        new_mapped_array(tmp_path / "array", "<u4", 10)
