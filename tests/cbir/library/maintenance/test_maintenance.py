"""Check, mend, compact, back up, restore, forget, move and rebuild a library."""

import contextlib
import errno
import hashlib
import json
import os
import shutil
import sqlite3
import subprocess
import sys
import zipfile
from concurrent.futures import ThreadPoolExecutor, wait
from functools import partial
from pathlib import Path

import numpy as np
import pytest

from cbir.base.errors import CbirError
from cbir.base.types import SearchOptions, Term
from cbir.catalog import Catalog
from cbir.images import decode_thumbnail
from cbir.library import Library
from cbir.library.maintenance import restore
from tests.kill_nursery import OPTIONS
from tests.pictures import POSTERS, poster, write_jpeg


@pytest.fixture(scope="module")
def original(tmp_path_factory, pool):
    """A library and its photos, for copies."""
    folder = tmp_path_factory.mktemp("original")
    for number, name in enumerate(POSTERS[:5]):
        parent = folder / "pictures" / ("some" if number < 2 else "")
        write_jpeg(parent / f"{number}.jpg", poster(name)[::3, ::3].copy())
    with Library.open(folder / "library", create=True, options=OPTIONS, pool=pool) as opened:
        assert opened.index([folder / "pictures"]).indexed == 5
        assert opened.check(deep=True) == []
    return folder


def hits(library, query):
    found = library.search([Term(path=query)], SearchOptions(top=20))
    return [(hit.path, hit.score, hit.verified) for hit in found.hits]


def ids(library):
    with Catalog.open(library.folder / "catalog.sqlite", writable=False) as catalog:
        return {value.path.name: value.photo for value in catalog.photos.of_documents(range(1, 300)).values()}


def files_of(library, kind):
    return sorted(path for path in (library.folder / kind).rglob("*") if path.is_file())


def change(library, statement):
    connection = sqlite3.connect(library.folder / "catalog.sqlite")
    connection.execute(statement)
    connection.commit()
    connection.close()


# --- check ---


def test_damaged_features_cost_only_their_own_photos_and_no_ids(library, pictures):
    before = ids(library)
    expected = hits(library, pictures / "2.jpg")
    damaged = next(path for path in files_of(library, "features") if path.name == "records")
    content = bytearray(damaged.read_bytes())
    content[len(content) // 2] ^= 1
    damaged.write_bytes(content)
    mended, waiting = library.check()
    assert not waiting.mended and "until they are read again" in waiting.what
    assert damaged.parent.name in mended.what and mended.mended and "read again" in mended.remedy
    assert library.info().photos == 5, "the others are still listed"
    assert 0 < library.info().searchable < 5, "the photos of the other stores are still searchable"
    report = library.index([pictures])
    assert report.indexed + report.unchanged == 5 and report.unchanged > 0
    assert ids(library) == before
    assert library.check(deep=True) == []
    assert hits(library, pictures / "2.jpg") == expected


def test_missing_postings_are_made_again(library, pictures):
    before = ids(library)
    for folder in (library.folder / "postings").iterdir():
        shutil.rmtree(folder)
    assert any(problem.mended for problem in library.check())
    assert library.index([pictures]).indexed > 0
    assert ids(library) == before
    assert library.check(deep=True) == []


def test_only_the_deep_check_sees_that_catalog_and_index_disagree(library, pictures):
    # two documents of one store change rows: all files are sound, but they are not each other's words
    change(
        library,
        "UPDATE document SET store_row = 1 - store_row WHERE store = "
        "(SELECT store FROM document GROUP BY store HAVING count(*) = 2 LIMIT 1)",
    )
    assert library.check() == []
    problems = library.check(deep=True)
    assert any("disagree" in problem.what and problem.mended for problem in problems)
    library.index([pictures])
    assert library.check(deep=True) == []


def test_a_catalog_that_contradicts_itself_is_told(library):
    change(library, "DELETE FROM facet WHERE photo_id = (SELECT min(photo_id) FROM facet)")
    (problem,) = library.check()
    assert "filters" in problem.what and not problem.mended


def test_lost_and_damaged_thumbnails_are_made_again(library):
    first, second, *_ = files_of(library, "thumbnails")
    first.unlink()
    second.write_bytes(b"no picture")
    (problem,) = library.check(deep=True)
    assert problem.mended and problem.what.startswith("2 thumbnails")
    assert first.stat().st_size > 500 and second.stat().st_size > 500
    assert library.check(deep=True) == []


def test_a_thumbnail_of_one_flipped_bit_is_made_again_and_one_without_a_checksum_is_kept(
    library,
):
    first, second, *_ = files_of(library, "thumbnails")
    jpeg = first.read_bytes()
    first.write_bytes(jpeg[:600] + bytes([jpeg[600] ^ 1]) + jpeg[601:])
    decoded = decode_thumbnail(second.read_bytes())
    second.write_bytes(second.read_bytes()[:-4])  # as programs of before wrote it
    (problem,) = library.check(deep=True)
    assert problem.mended and problem.what.startswith("1 thumbnails")
    assert first.read_bytes() == jpeg
    assert np.array_equal(decode_thumbnail(second.read_bytes()), decoded)


def test_a_damaged_codebook_of_the_program_is_taken_again(library):
    (codebook,) = files_of(library, "codebooks")
    sound = codebook.read_bytes()
    codebook.write_bytes(sound[:-1])
    (problem,) = library.check()
    assert problem.mended and "codebook" in problem.what
    assert codebook.read_bytes() == sound


# --- compact ---


def test_compacting_drops_what_only_deleted_photos_need(library, pictures):
    expected = [hit for hit in hits(library, pictures / "3.jpg") if hit[0].name not in {"0.jpg", "2.jpg"}]
    before = ids(library)
    (pictures / "some" / "0.jpg").unlink()
    (pictures / "2.jpg").unlink()
    library.index([pictures])
    report = library.compact()
    assert report.bytes_after < report.bytes_before
    assert library.check(deep=True) == []
    assert ids(library) == {name: photo for name, photo in before.items() if name not in {"0.jpg", "2.jpg"}}
    assert [hit[0] for hit in hits(library, pictures / "3.jpg")] == [hit[0] for hit in expected]
    assert len(files_of(library, "thumbnails")) == 3
    connection = sqlite3.connect(library.folder / "catalog.sqlite")
    assert connection.execute("SELECT count(*) FROM document WHERE NOT live").fetchone() == (0,)
    assert connection.execute(
        "SELECT kind, count(*), sum(documents) FROM segment GROUP BY kind"
    ).fetchall() == [
        ("features", 1, 3),
        ("postings", 1, 3),
    ]
    connection.close()


def test_compacting_a_compact_or_empty_library_changes_nothing(library, pictures, tmp_path, pool):
    library.compact()
    before = files_of(library, "features") + files_of(library, "postings")
    library.compact()
    assert files_of(library, "features") + files_of(library, "postings") == before
    with Library.open(tmp_path / "empty", create=True, options=OPTIONS, pool=pool) as empty:
        empty.compact()
        assert empty.check(deep=True) == []


def test_a_reader_with_an_older_view_goes_on_after_compacting(library, pictures, pool):
    with Library.open(library.folder, options=OPTIONS, pool=pool) as reader:
        hits(reader, pictures / "3.jpg")
        (pictures / "2.jpg").unlink()
        library.index([pictures])
        library.compact()
        assert hits(reader, pictures / "3.jpg") == hits(library, pictures / "3.jpg")


# --- backup, restore, move ---


def test_a_restored_backup_is_the_same_library(library, pictures, tmp_path, pool):
    file = tmp_path / "library.backup"
    written = []
    read = []
    assert library.back_up(file, progress=lambda *told: written.append(told)) == file.stat().st_size
    assert file.stat().st_mode & 0o077 == 0 or os.name == "nt"
    with zipfile.ZipFile(file) as archive:
        *members, _contents = archive.infolist()
    assert {member.external_attr >> 16 for member in members} == {0o600}, "whatever unpacks it"
    restore(file, tmp_path / "restored", progress=lambda *told: read.append(told))
    for told in (written, read):
        assert told == sorted(told) and told[-1] == (sum(member.file_size for member in members),) * 2
    with Library.open(tmp_path / "restored", options=OPTIONS, pool=pool) as restored:
        assert restored.check(deep=True) == []
        assert ids(restored) == ids(library)
        assert hits(restored, pictures / "3.jpg") == hits(library, pictures / "3.jpg")
        assert restored.index([pictures]).unchanged == 5


@pytest.fixture
def flushed(monkeypatch):
    """The folders that are made durable, and what is in them at that moment."""
    told = []

    def flush(folder):
        told.append((folder, frozenset(path.name for path in folder.iterdir())))
        raise OSError(errno.EINVAL, "not on this drive")

    monkeypatch.setattr("cbir.library.maintenance.backup.flush_folder", flush)
    return told


def test_a_power_cut_keeps_a_backup_that_was_written_and_a_library_that_was_restored(
    library, tmp_path, flushed
):
    backup = tmp_path / "backup.cbir"
    library.back_up(backup)
    assert flushed.pop()[0] == tmp_path
    restore(backup, tmp_path / "restored")
    *inside, (last, names) = flushed
    assert last == tmp_path and "restored" in names
    folders = {path.relative_to(library.folder) for path in library.folder.rglob("*") if path.is_dir()}
    kept = {folder.relative_to(inside[0][0]) for folder, _ in inside}
    assert kept - {Path()} <= folders and len(kept) > 3
    assert all(tmp_path / "restored" != folder for folder, _ in inside), "before it has its name"


def test_every_file_of_a_backup_a_restored_and_a_copied_library_is_flushed_whole(
    library, tmp_path, monkeypatch
):
    flushed = {}
    real = os.fsync

    def fsync(descriptor):
        status = os.fstat(descriptor)
        flushed[status.st_ino] = status.st_size
        real(descriptor)

    def no_link(*_):
        raise OSError(errno.EXDEV, "on another drive")

    def check_flushed(*files):
        assert {file: flushed.get(file.stat().st_ino) for file in files} == {
            file: file.stat().st_size for file in files
        }

    monkeypatch.setattr(os, "fsync", fsync)
    monkeypatch.setattr(Path, "hardlink_to", no_link)
    library.back_up(tmp_path / "backup")
    check_flushed(tmp_path / "backup")
    restore(tmp_path / "backup", tmp_path / "restored")
    check_flushed(*(path for path in (tmp_path / "restored").rglob("*") if path.is_file()))
    library.move(tmp_path / "moved")
    by_sqlite = {"catalog.sqlite", "catalog.checksums"}
    check_flushed(
        *(path for path in (tmp_path / "moved").rglob("*") if path.is_file() and path.name not in by_sqlite)
    )


def test_what_is_interrupted_leaves_nothing_behind(library, tmp_path, monkeypatch):
    library.back_up(tmp_path / "backup")
    before = sorted(tmp_path.iterdir())

    def stop(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr("cbir.library.maintenance.backup.link_or_copy", stop)
    for interrupted in (
        lambda: library.back_up(tmp_path / "another", progress=stop),
        lambda: restore(tmp_path / "backup", tmp_path / "restored", progress=stop),
        lambda: library.move(tmp_path / "moved"),
    ):
        with pytest.raises(KeyboardInterrupt):
            interrupted()
        assert sorted(tmp_path.iterdir()) == before
    assert library.check(deep=True) == []


def test_nothing_is_restored_onto_a_drive_of_a_network(library, tmp_path, monkeypatch):
    library.back_up(tmp_path / "backup")
    monkeypatch.setattr("cbir.base.drives.Volumes.is_network", lambda *_: True)
    with pytest.raises(CbirError, match="on a network drive"):
        restore(tmp_path / "backup", tmp_path / "restored")
    with pytest.raises(CbirError, match="on a network drive"):
        library.move(tmp_path / "moved")
    assert library.check() == [] and not (tmp_path / "restored").exists()


def test_a_power_cut_leaves_a_library_that_is_moved_at_one_place_at_least(
    library,
    tmp_path,
    flushed,
    monkeypatch,
):
    old, unlink = library.folder / "library.json", Path.unlink

    def unlink_old(path, missing_ok=False):
        if path == old:
            assert (tmp_path, "moved") in {(folder, name) for folder, names in flushed for name in names}
        unlink(path, missing_ok=missing_ok)

    monkeypatch.setattr(Path, "unlink", unlink_old)
    library.move(tmp_path / "moved")
    assert not old.exists()
    with Library.open(tmp_path / "moved", options=OPTIONS) as moved:
        assert moved.check(deep=True) == []


def test_a_power_cut_leaves_no_part_of_a_moved_library_that_looks_like_one(library, tmp_path, flushed):
    library.move(tmp_path / "moved")
    left = [names for folder, names in flushed if folder == library.folder]
    assert any("postings" in names and not names & {"library.json", "catalog.sqlite"} for names in left)


def test_a_backup_replaces_no_file_and_lies_outside_of_the_library(library, tmp_path):
    (tmp_path / "there").write_text("precious")
    with pytest.raises(CbirError, match="already"):
        library.back_up(tmp_path / "there")
    with pytest.raises(CbirError, match="inside the library"):
        library.back_up(library.folder / "backup")
    with pytest.raises(CbirError, match="no folder"):
        library.back_up(tmp_path / "nowhere" / "backup")
    assert (tmp_path / "there").read_text() == "precious"


def test_restoring_refuses_what_is_not_a_whole_backup_and_leaves_nothing(library, tmp_path):
    file = tmp_path / "backup"
    library.back_up(file)
    content = file.read_bytes()
    for name, broken in (
        ("cut", content[: len(content) // 2]),
        (
            "flipped",
            bytes([*content[: len(content) // 3], content[len(content) // 3] ^ 1])
            + content[len(content) // 3 + 1 :],
        ),
        ("other", b"no archive"),
    ):
        (tmp_path / name).write_bytes(broken)
        with pytest.raises(CbirError, match="not a whole backup"):
            restore(tmp_path / name, tmp_path / "target")
        assert not (tmp_path / "target").exists()
    with pytest.raises(CbirError, match="no file"):
        restore(tmp_path / "missing", tmp_path / "target")
    with pytest.raises(CbirError, match="not empty"):
        restore(file, library.folder)
    for taken in (tmp_path / "other", tmp_path / "pictures"):
        for put in (partial(restore, file), library.move):
            with pytest.raises(CbirError, match="not empty"):
                put(taken)
    assert [path for path in tmp_path.iterdir() if path.name.startswith(".")] == []


def rewritten(
    library,
    file,
    *,
    contents=lambda contents: contents,
    change=lambda members: None,
    compression=zipfile.ZIP_STORED,
):
    """A backup of a library whose members, or whose list of them, somebody has changed; its checksums are right."""
    library.back_up(file)
    with zipfile.ZipFile(file) as archive:
        members = {name: archive.read(name) for name in archive.namelist() if name != "backup.json"}
    change(members)
    listed = {
        name: {"bytes": len(data), "blake2b": hashlib.blake2b(data, digest_size=16).hexdigest()}
        for name, data in members.items()
    }
    with zipfile.ZipFile(file, "w", compression) as archive:
        for name, data in members.items():
            archive.writestr(name, data)
        archive.writestr("backup.json", json.dumps(contents({"format": 1, "files": listed})))
    return file


def test_a_backup_that_was_rewritten_as_it_was_is_restored(library, tmp_path):
    """So that the refusals below are for what they say."""
    restore(rewritten(library, tmp_path / "backup"), tmp_path / "target")
    assert (tmp_path / "target" / "catalog.sqlite").is_file()


def test_a_backup_cannot_write_where_a_library_has_no_file(library, tmp_path):
    inside = ("thumbnails/../../outside", "a\\..\\outside", "C:outside", "x" * 300)
    for number, place in enumerate(("../outside", "/outside", *inside)):
        file = rewritten(
            library, tmp_path / f"evil {number}", change=partial(dict.update, **{place: b"evil"})
        )
        with pytest.raises(CbirError, match="it names the place"):
            restore(file, tmp_path / "target")
        assert not (tmp_path / "target").exists()
        assert not (tmp_path / "outside").exists()


def test_a_backup_never_unpacks_to_more_than_its_own_size(library, tmp_path):
    with pytest.raises(CbirError, match="is compressed"):
        restore(rewritten(library, tmp_path / "evil", compression=zipfile.ZIP_DEFLATED), tmp_path / "target")

    def understated(contents):
        return {
            **contents,
            "files": {name: {**about, "bytes": 1} for name, about in contents["files"].items()},
        }

    with pytest.raises(CbirError, match="not as long as it says"):
        restore(rewritten(library, tmp_path / "short", contents=understated), tmp_path / "target")
    assert not (tmp_path / "target").exists()


def test_a_backup_whose_files_share_their_bytes_is_refused_before_anything_is_written(
    library, tmp_path, monkeypatch
):
    """Many names for one part of a small file would unpack to many times its size."""
    file = rewritten(library, tmp_path / "whole")
    with zipfile.ZipFile(file) as archive:
        thumbnail = next(entry for entry in archive.infolist() if entry.filename.startswith("thumbnails/"))
        data = archive.read(thumbnail)
    name = f"{thumbnail.filename[:14]}{'f' * 32}.jpg"
    listed = rewritten(library, tmp_path / "overlapping", change=partial(dict.update, **{name: data}))
    raw = bytearray(listed.read_bytes())
    with zipfile.ZipFile(listed) as archive:
        target = archive.getinfo(thumbnail.filename).header_offset
    central = (
        raw.rindex(name.encode()) - 46
    )  # PKWARE, APPNOTE.TXT, 4.3.12: where its local header begins is at 42
    raw[central + 42 : central + 46] = target.to_bytes(4, "little")
    listed.write_bytes(raw)

    def fail(_folder):
        raise AssertionError("a folder is made")

    with monkeypatch.context() as patch:
        patch.setattr("cbir.library.maintenance.backup.make_private_folder", fail)
        with pytest.raises(CbirError, match=r"not a whole backup.*(overlaps|Overlapped)"):
            restore(listed, tmp_path / "target")
    assert not (tmp_path / "target").exists()


def test_a_backup_that_has_a_name_twice_is_refused(library, tmp_path):
    file = rewritten(library, tmp_path / "twice")
    with zipfile.ZipFile(file, "a") as archive, pytest.warns(UserWarning, match="Duplicate name"):
        archive.writestr("library.json", archive.read("library.json"))
    with pytest.raises(CbirError, match=r"library\.json twice"):
        restore(file, tmp_path / "target")


def test_a_backup_copies_the_catalog_beside_itself_and_the_next_removes_what_a_killed_one_left(
    library, tmp_path, monkeypatch
):
    (tmp_path / "temporary").mkdir()
    (tmp_path / "there").mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "temporary"))
    code = (
        "import sys, os\nfrom pathlib import Path\nimport cbir.library.maintenance.backup as backup\n"
        "from cbir.library import Library\n"
        "backup._write_archive = lambda *_: os._exit(9)\n"
        "Library.open(Path(sys.argv[1])).back_up(Path(sys.argv[2]))\n"
    )
    file = tmp_path / "there" / "saved"
    library.close()
    killed = subprocess.run([sys.executable, "-c", code, str(library.folder), str(file)], check=False)
    assert killed.returncode == 9
    assert list((tmp_path / "temporary").iterdir()) == []
    assert any(path.is_dir() for path in (tmp_path / "there").iterdir()), "the copy of the catalog"
    with Library.open(library.folder) as again:
        again.back_up(file)
    assert [path.name for path in (tmp_path / "there").iterdir()] == ["saved"]


def test_a_list_of_files_that_is_none_is_a_sentence(library, tmp_path):
    wrong = (
        lambda contents: [],
        lambda contents: {**contents, "files": []},
        lambda contents: {**contents, "files": ["library.json"]},
        lambda contents: {**contents, "files": {}},
        lambda contents: {**contents, "files": {"library.json": contents["files"]["library.json"]}},
        lambda contents: {**contents, "format": "1e9"},
    )
    for number, contents in enumerate(wrong):
        with pytest.raises(CbirError, match="not a whole backup"):
            restore(rewritten(library, tmp_path / f"evil {number}", contents=contents), tmp_path / "target")
        assert not (tmp_path / "target").exists()


def test_deeply_nested_contents_and_a_file_in_place_of_a_folder_are_sentences(library, tmp_path):
    file = rewritten(library, tmp_path / "deep")
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("backup.json", "[" * 100_000)
    with pytest.raises(CbirError, match="not a whole backup"):
        restore(file, tmp_path / "target")

    def a_file_first(members):
        rest = dict(members)
        members.clear()
        members.update({"codebooks": b"a file", **rest})

    with pytest.raises(CbirError, match="not a whole backup"):
        restore(rewritten(library, tmp_path / "file", change=a_file_first), tmp_path / "target")
    assert not (tmp_path / "target").exists()


def test_a_planted_trigger_is_neither_restored_nor_overlooked(library, tmp_path):
    def plant(path):
        with contextlib.closing(sqlite3.connect(path)) as catalog, catalog:
            catalog.execute("CREATE TRIGGER evil AFTER INSERT ON photo BEGIN DELETE FROM mark; END")

    def planted(members):
        (tmp_path / "catalog").write_bytes(members["catalog.sqlite"])
        plant(tmp_path / "catalog")
        members["catalog.sqlite"] = (tmp_path / "catalog").read_bytes()

    with pytest.raises(CbirError, match="a trigger evil that cbir does not make"):
        restore(rewritten(library, tmp_path / "evil.backup", change=planted), tmp_path / "target")
    assert not (tmp_path / "target").exists()
    plant(library.folder / "catalog.sqlite")
    assert "a trigger evil that cbir does not make" in library.check()[0].what


def test_a_moved_library_is_the_same_and_the_old_place_is_gone(library, pictures, tmp_path, pool):
    before, expected = ids(library), hits(library, pictures / "3.jpg")
    for refused in (library.folder / "inside", pictures):
        with pytest.raises(CbirError):
            library.move(refused)
    (tmp_path / "else" / "where").mkdir(parents=True)  # made by hand, and empty
    library.move(tmp_path / "else" / "where")
    assert not library.folder.exists()
    with Library.open(tmp_path / "else" / "where", options=OPTIONS, pool=pool) as moved:
        assert (ids(moved), hits(moved, pictures / "3.jpg")) == (before, expected)
        assert moved.check(deep=True) == []


def test_a_mark_that_is_set_during_a_move_is_moved_or_refused(library, pictures, tmp_path, pool, monkeypatch):
    copy_to = Catalog.copy_to
    set_by_others = []

    def copy_then_mark(catalog, path):
        copy_to(catalog, path)
        photos = other.find_photos([pictures / "3.jpg"])
        set_by_others.append(thread.submit(other.marks.set_rating, photos, 4))
        wait(set_by_others, timeout=0.5)

    monkeypatch.setattr(Catalog, "copy_to", copy_then_mark)
    with (
        Library.open(library.folder, options=OPTIONS, pool=pool) as other,
        ThreadPoolExecutor(1) as thread,
    ):
        library.move(tmp_path / "moved")
        with pytest.raises(CbirError, match="moved or removed"):
            set_by_others[0].result(timeout=60)
        with pytest.raises(CbirError, match="moved or removed"):
            other.index([pictures])
    assert not (library.folder / "catalog.sqlite").exists()
    with Library.open(tmp_path / "moved", options=OPTIONS, pool=pool) as moved:
        assert moved.marks.of(moved.find_photos([pictures / "3.jpg"]))[0].rating is None, "as it was said"


# --- forget, rebuild ---


def test_forgetting_a_folder_keeps_its_files(library, pictures):
    assert library.forget(pictures / "some") == 2
    assert library.info().photos == 3
    assert (pictures / "some" / "0.jpg").exists()
    with pytest.raises(CbirError, match="has no photos from"):
        library.forget(pictures.parent / "library")
    assert library.forget(pictures) == 3
    assert (library.info().photos, library.info().roots) == (0, ())
    assert library.check(deep=True) == []
    assert library.index([pictures]).indexed == 5


def test_rebuilding_reads_every_photo_again_and_keeps_its_id(library, pictures):
    before, expected = ids(library), hits(library, pictures / "3.jpg")
    report = library.rebuild()
    assert (report.indexed, report.unchanged, report.removed) == (5, 0, 0)
    assert ids(library) == before
    assert hits(library, pictures / "3.jpg") == expected
    assert library.check(deep=True) == []


# --- privacy ---


@pytest.mark.skipif(os.name == "nt", reason="access lists there, not modes")
def test_nobody_else_can_read_a_library_whatever_the_umask(tmp_path, pictures, pool):
    before = os.umask(0)
    try:
        with Library.open(tmp_path / "deep" / "library", create=True, options=OPTIONS, pool=pool) as library:
            library.index([pictures])
            (pictures / "2.jpg").unlink()
            library.index([pictures])
            library.compact()
            entries = [tmp_path / "deep", library.folder, *library.folder.rglob("*")]
            assert len(entries) > 10
            assert [path for path in entries if path.stat().st_mode & 0o077] == []
    finally:
        os.umask(before)
