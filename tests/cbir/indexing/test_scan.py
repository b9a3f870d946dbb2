"""Walking folders: what counts as a picture, what is left out, links, and what cannot be read."""

import os
import sys
from collections import Counter
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest

from cbir.base.storage import size_and_time
from cbir.base.types import Skipped
from cbir.images import kind_of_file
from cbir.indexing import scan_folder
from cbir.indexing.scan import ScannedFile
from tests.pictures import flat, write_jpeg

links = pytest.mark.skipif(sys.platform == "win32", reason="links need a privilege on Windows")


def scanned(root, folder=None, **options):
    return [file.path for file in scan_folder(root, folder or root, **options)]


@pytest.fixture(name="root")
def _root(tmp_path):
    root = tmp_path / "photos"
    for name in ("b.jpg", "a.jpg", "deep/er/c.jpg", "deep/d.JPEG"):
        write_jpeg(root / name, flat(8, 8))
    return root


def test_pictures_are_found_by_name_or_content_in_a_stable_order(root):
    write_jpeg(root / "no suffix", flat(8, 8))
    (root / "notes.txt").write_text("not a picture", encoding="utf-8")
    (root / "empty.png").touch()
    assert scanned(root) == ["a.jpg", "b.jpg", "empty.png", "no suffix", "deep/d.JPEG", "deep/er/c.jpg"]
    assert scanned(root) == scanned(root)


def test_videos_and_formats_that_are_not_read_are_counted_by_their_kind(root):
    for name in ("film.MP4", "clip.mov", "drawing.svg", "old.PCX", "deep/light.hdr", "deep/more.hdr"):
        (root / name).write_bytes(b"?")
    (root / "no suffix").write_bytes(b"\0\0\0\x18ftypisom\0\0\0\0isomiso2")
    (root / "neither").write_bytes(b"#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n")
    (root / "odd.unknown").write_bytes(b"qoif" + bytes(20))
    write_jpeg(root / "really a jpeg.pcx", flat(8, 8))
    (root / "notes.txt").write_text("neither", encoding="utf-8")
    others = []
    found = scanned(root, on_other=others.append)
    assert found == ["a.jpg", "b.jpg", "really a jpeg.pcx", "deep/d.JPEG", "deep/er/c.jpg"]
    assert Counter(others) == {"video": 3, ".svg": 1, ".pcx": 1, ".hdr": 2, "Radiance": 1, "QOI": 1}


def test_sizes_and_times_are_those_of_the_file(root):
    os.utime(root / "a.jpg", ns=(1, 1_500_000_000_123_456_700))
    (file, *_) = scan_folder(root, root)
    status = (root / "a.jpg").stat()
    assert file == ScannedFile(path="a.jpg", size=status.st_size, mtime_ns=status.st_mtime_ns)


@pytest.mark.parametrize(
    ("seconds", "mtime_ns"),
    [(-(1 << 40), -(1 << 63)), (-1, -(10**9)), (1 << 33, (1 << 33) * 10**9), (1 << 40, (1 << 63) - 1)],
)
def test_times_of_other_ages_end_where_the_numbers_of_the_catalog_do(seconds, mtime_ns):
    status = SimpleNamespace(st_size=7, st_mtime_ns=seconds * 10**9)
    assert size_and_time(cast(os.stat_result, status)) == (7, mtime_ns)


def test_paths_are_below_the_root_also_where_only_a_part_is_scanned(root):
    assert scanned(root, root / "deep") == ["deep/d.JPEG", "deep/er/c.jpg"]


def test_an_empty_folder_has_no_pictures(tmp_path):
    assert scanned(tmp_path) == []


@pytest.mark.parametrize("name", [".thumbnails", "@eaDir", "node_modules", "$RECYCLE.BIN", "__MACOSX"])
def test_folders_of_machines_are_left_out(root, name):
    write_jpeg(root / name / "x.jpg", flat(8, 8))
    write_jpeg(root / "deep" / name / "x.jpg", flat(8, 8))
    assert len(scanned(root)) == 4
    assert scanned(root / name) == ["x.jpg"], "unless it is what the user named"


@pytest.mark.parametrize(
    "name", [".trashed-1790000000-IMG_1.jpg", ".pending-1790000000-IMG_1.jpg", "._IMG_1.jpg"]
)
def test_files_of_machines_are_no_photos(root, name):
    before = scanned(root)
    write_jpeg(root / name, flat(8, 8))
    assert scanned(root) == before
    assert scanned(root, is_picture=lambda path: True) == scanned(
        root, is_picture=lambda path: "IMG_1" not in path
    )


def test_folders_are_left_out_by_name_or_pattern(root):
    assert scanned(root, exclude_dirs=["deep"]) == ["a.jpg", "b.jpg"]
    assert scanned(root, exclude_dirs=["e?"]) == ["a.jpg", "b.jpg", "deep/d.JPEG"]
    assert len(scanned(root, exclude_dirs=["d", "a.jpg"])) == 4, "names of folders, whole"


def test_other_roots_are_not_entered(root):
    assert scanned(root, not_entered=[root / "deep"]) == ["a.jpg", "b.jpg"]


def test_a_folder_that_cannot_be_is_left_out_without_a_word(root):
    assert scanned(root, not_entered=[root / "a\0b"]) == scanned(root)


def test_known_files_are_not_opened_to_find_out(root):
    (root / "odd.bin").write_bytes(b"nothing that looks like a picture")
    assert "odd.bin" not in scanned(root)
    assert "odd.bin" in scanned(root, is_picture={"odd.bin"}.__contains__)


@links
def test_links_to_folders_are_followed_once_and_loops_survived(root, tmp_path):
    (root / "deep" / "up").symlink_to(root, target_is_directory=True)
    (root / "again").symlink_to(root / "deep", target_is_directory=True)
    (root / "itself").symlink_to(root / "itself")
    write_jpeg(tmp_path / "elsewhere" / "far.jpg", flat(8, 8))
    (root / "out").symlink_to(tmp_path / "elsewhere", target_is_directory=True)
    found = scanned(root)
    assert "out/far.jpg" in found
    assert len(found) == len({(root / path).resolve() for path in found}) == 5


@links
def test_links_to_files_count_and_broken_ones_are_told(root):
    (root / "link.jpg").symlink_to(root / "a.jpg")
    (root / "broken.jpg").symlink_to(root / "nowhere.jpg")
    (root / "broken.txt").symlink_to(root / "nowhere.txt")
    skipped = []
    found = scanned(root, on_skip=skipped.append)
    assert "link.jpg" in found
    assert "broken.jpg" not in found
    assert [one.path.name for one in skipped] == ["broken.jpg"]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes here")
def test_what_is_no_file_is_told_where_its_name_is_a_pictures(root):
    os.mkfifo(root / "pipe.jpg")
    os.mkfifo(root / "pipe")
    (root / "zero.jpg").symlink_to("/dev/zero")
    skipped = []
    found = scanned(root, on_skip=skipped.append)
    assert "pipe.jpg" not in found
    assert [(one.path.name, one.reason) for one in skipped] == [
        ("pipe.jpg", "It is a device, a pipe or a socket, not a file."),
        ("zero.jpg", "It is a device, a pipe or a socket, not a file."),
    ]


def test_a_folder_that_cannot_be_read_is_told_and_the_rest_goes_on(root, monkeypatch):
    real = os.scandir

    def forbidden(path):
        if Path(path).name == "er":
            raise PermissionError(13, "Permission denied")
        return real(path)

    skipped = []
    with monkeypatch.context() as patched:
        patched.setattr("cbir.indexing.scan.os.scandir", forbidden)
        assert scanned(root, on_skip=skipped.append) == ["a.jpg", "b.jpg", "deep/d.JPEG"]
    assert skipped == [
        Skipped(path=root / "deep" / "er", reason="The folder cannot be read: Permission denied.")
    ]


@links
def test_a_file_that_cannot_be_looked_at_is_told_and_a_strange_link_only_where_its_name_is_a_pictures(
    root, monkeypatch
):
    (root / "b.jpg").rename(root / "b")
    (root / "itself.jpg").symlink_to(root / "itself.jpg")
    (root / "itself").symlink_to(root / "itself")
    real = kind_of_file

    def refused(path):
        if path.name == "b":
            raise PermissionError(13, "Permission denied")
        return real(path)

    monkeypatch.setattr("cbir.indexing.scan.kind_of_file", refused)
    skipped = []
    assert scanned(root, on_skip=skipped.append) == ["a.jpg", "deep/d.JPEG", "deep/er/c.jpg"]
    assert [one.path.name for one in skipped] == ["b", "itself.jpg"]
    assert skipped[0].reason == "The file cannot be read: Permission denied."


def test_the_sidecar_of_a_picture_is_known_by_name_size_and_time(root):
    for name, size in (("a.jpg.XMP", 3), ("a.xmp", 4), ("b.XMP", 5), ("deep/c.xmp", 6), ("deep/er/d.xmp", 7)):
        (root / name).write_bytes(bytes(size))
        os.utime(root / name, ns=(1, 1_500_000_000_000_000_000 + size))
    (root / "deep" / "d.JPEG.xmp").mkdir()
    found = {file.path: (file.sidecar, file.sidecar_stamp) for file in scan_folder(root, root)}
    assert found == {
        "a.jpg": ("a.jpg.XMP", "3:1500000000000000003"),
        "b.jpg": ("b.XMP", "5:1500000000000000005"),
        "deep/d.JPEG": ("", ""),
        "deep/er/c.jpg": ("", ""),
    }


@links
def test_a_broken_sidecar_is_none_and_the_next_one_counts(root):
    (root / "a.jpg.xmp").symlink_to(root / "nowhere")
    assert next(iter(scan_folder(root, root))).sidecar == ""
    (root / "a.xmp").touch()
    assert next(iter(scan_folder(root, root))).sidecar == "a.xmp"


def test_half_of_a_library_is_a_folder_and_a_root_is_scanned_whatever_it_is(root):
    for name in ("library.json", "catalog.sqlite"):
        (root / "deep" / name).touch()
        assert len(scanned(root)) == (4 if name == "library.json" else 2)
    (root / "deep" / "library.json").unlink()
    assert len(scanned(root)) == 4
    for name in ("library.json", "catalog.sqlite"):
        (root / name).touch()
    assert len(scanned(root)) == 4


def test_a_named_pipe_does_not_stop_the_walk(root):
    if not hasattr(os, "mkfifo"):
        pytest.skip("this system has no named pipes")
    os.mkfifo(root / "pipe.jpg")
    assert len(scanned(root)) == 4


def test_globs_leave_out_by_name_and_by_path(tmp_path):
    for path in ("a.jpg", "b.png", "scans/a.jpg", "scans/old/c.jpg", "keep/scans.jpg"):
        (tmp_path / path).parent.mkdir(exist_ok=True, parents=True)
        (tmp_path / path).touch()
    assert scanned(tmp_path) == ["a.jpg", "b.png", "keep/scans.jpg", "scans/a.jpg", "scans/old/c.jpg"]
    assert scanned(tmp_path, exclude=["*.png"]) == [
        "a.jpg",
        "keep/scans.jpg",
        "scans/a.jpg",
        "scans/old/c.jpg",
    ]
    assert scanned(tmp_path, exclude=["scans"]) == ["a.jpg", "b.png", "keep/scans.jpg"]
    assert scanned(tmp_path, exclude=["scans/old"]) == ["a.jpg", "b.png", "keep/scans.jpg", "scans/a.jpg"]
    assert scanned(tmp_path, exclude=["*/a.jpg"]) == ["a.jpg", "b.png", "keep/scans.jpg", "scans/old/c.jpg"]


@links
def test_links_in_circles_upwards_and_into_other_roots_end(tmp_path):
    root, other = tmp_path / "root", tmp_path / "other"
    for folder in (root / "deep", other):
        folder.mkdir(parents=True)
        (folder / "a.jpg").touch()
    (tmp_path / "outside.jpg").touch()
    (root / "deep" / "loop").symlink_to(root)
    (root / "up").symlink_to(tmp_path)
    (root / "itself").symlink_to(root / "itself")
    (root / "second").symlink_to(other)
    assert scanned(root) == ["deep/a.jpg", "second/a.jpg"]
    assert scanned(root, not_entered=[other]) == ["deep/a.jpg"]


def test_other_libraries_are_not_entered(root):
    library = root / "deep" / "library"
    write_jpeg(library / "thumbnails" / "t.jpg", flat(8, 8))
    with_it = scanned(root)
    (library / "library.json").touch()
    (library / "catalog.sqlite").touch()
    assert "deep/library/thumbnails/t.jpg" in with_it
    assert scanned(root) == ["a.jpg", "b.jpg", "deep/d.JPEG", "deep/er/c.jpg"]
