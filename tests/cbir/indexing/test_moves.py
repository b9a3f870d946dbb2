"""Renamed, moved, touched and swapped files keep their photo; drives come back under another mount point."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from cbir.base.errors import CbirError
from cbir.base.types import Term
from cbir.base.volumes import Mount, Place, Volumes, parse_mountinfo
from cbir.catalog import Catalog
from cbir.indexing import scan_folder
from cbir.library import Library, LibraryOptions
from tests.pictures import POSTERS, poster, write_jpeg


@pytest.fixture
def pictures(tmp_path: Path) -> Path:
    folder = tmp_path / "pictures"
    for name in POSTERS[:3]:
        write_jpeg(folder / f"{name}.jpg", poster(name)[::3, ::3].copy())
    return folder


@pytest.fixture
def library(tmp_path: Path, pictures: Path) -> Iterator[Library]:
    with Library.open(tmp_path / "library", create=True, options=LibraryOptions(workers=1)) as opened:
        assert opened.index([pictures]).indexed == 3
        yield opened


def rows(library: Library) -> dict[int, tuple[Path, int]]:
    """The catalog's photos: path and document by id."""
    with Catalog.open(library.folder / "catalog.sqlite", writable=False) as catalog:
        documents = catalog.find_documents(range(1, 200))
    return {found.photo: (found.path, found.document) for found in documents.values()}


def by_name(library: Library) -> dict[str, tuple[int, int]]:
    return {path.name: (photo, document) for photo, (path, document) in rows(library).items()}


def test_a_renamed_and_a_moved_file_keep_their_photo_and_are_not_decoded(
    library: Library, pictures: Path
) -> None:
    before = by_name(library)
    first, second, third = sorted(pictures.iterdir())
    first.rename(first.with_name("renamed.jpg"))
    (pictures / "deeper").mkdir()
    second.rename(pictures / "deeper" / second.name)
    report = library.index([pictures])
    assert (report.indexed, report.unchanged, report.moved, report.removed) == (0, 1, 2, 0)
    after = by_name(library)
    assert after["renamed.jpg"] == before[first.name]
    assert after[second.name] == before[second.name]
    assert after[third.name] == before[third.name]
    hit = library.search([Term(path=pictures / "renamed.jpg")]).hits[0]
    assert (hit.path, hit.verified) == (pictures / "renamed.jpg", True)


def test_a_whole_tree_moved_to_another_root_is_followed_though_only_that_is_indexed(
    library: Library, pictures: Path, tmp_path: Path
) -> None:
    before = by_name(library)
    other = tmp_path / "other" / "tree"
    other.mkdir(parents=True)
    for path in pictures.iterdir():
        path.rename(other / path.name)
    report = library.index([other])
    assert (report.indexed, report.moved, report.removed) == (0, 3, 0)
    assert by_name(library) == before
    assert {path.parent for path, _ in rows(library).values()} == {other}


def test_a_renamed_root_is_followed_and_the_old_one_forgotten(library: Library, pictures: Path) -> None:
    before = by_name(library)
    renamed = pictures.with_name("renamed")
    pictures.rename(renamed)
    assert library.index([renamed]).moved == 3
    assert by_name(library) == before
    assert [root.path for root in library.info().roots] == [renamed]


def test_files_that_change_places_stay_themselves(library: Library, pictures: Path) -> None:
    before = by_name(library)
    first, second, third = sorted(pictures.iterdir())
    first.rename(pictures / "aside")
    second.rename(first)
    third.rename(second)
    (pictures / "aside").rename(third)
    report = library.index([pictures])
    assert (report.indexed, report.moved) == (0, 3)
    after = by_name(library)
    assert after == {
        first.name: before[second.name],
        second.name: before[third.name],
        third.name: before[first.name],
    }


def test_a_touched_file_is_not_decoded(library: Library, pictures: Path) -> None:
    before = by_name(library)
    for path in pictures.iterdir():
        os.utime(path, (1, 1))
    report = library.index([pictures])
    assert (report.indexed, report.unchanged, report.moved) == (0, 3, 0)
    assert by_name(library) == before
    assert library.index([pictures]).unchanged == 3


def test_a_copy_of_the_old_version_does_not_take_the_photo_with_it(library: Library, pictures: Path) -> None:
    before = by_name(library)
    edited = min(pictures.iterdir())
    edited.rename(edited.with_name("backup.jpg"))
    write_jpeg(edited, poster(POSTERS[4])[::3, ::3].copy())
    report = library.index([pictures])
    assert (report.indexed, report.removed) == (2, 0)
    after = by_name(library)
    assert after[edited.name][0] == before[edited.name][0], "the edited file is still the same photo"
    assert after[edited.name][1] != before[edited.name][1], "in another version"


def test_a_copy_is_a_photo_of_its_own(library: Library, pictures: Path) -> None:
    original = min(pictures.iterdir())
    (pictures / "copy.jpg").write_bytes(original.read_bytes())
    report = library.index([pictures])
    assert (report.indexed, report.moved, report.unchanged) == (1, 0, 3)
    assert len(rows(library)) == 4


def test_a_moved_file_that_overwrites_another_photo_replaces_it(library: Library, pictures: Path) -> None:
    before = by_name(library)
    first, second, _ = sorted(pictures.iterdir())
    first.replace(second)
    report = library.index([pictures])
    assert (report.indexed, report.moved, report.removed) == (0, 1, 1)
    assert by_name(library)[second.name] == before[first.name]


def test_nested_roots_own_each_photo_once(library: Library, pictures: Path) -> None:
    outer = pictures.parent
    write_jpeg(outer / "outer.jpg", poster(POSTERS[4])[::3, ::3].copy())
    report = library.index([outer])
    assert (report.indexed, report.unchanged) == (1, 3)
    assert library.index([pictures]).unchanged == 3
    assert {root.path: root.photos for root in library.info().roots} == {outer: 1, pictures: 3}
    for path in pictures.iterdir():
        path.rename(outer / path.name)
    report = library.index([outer])
    assert (report.moved, report.unchanged, report.indexed) == (3, 1, 0)
    assert {root.path: root.photos for root in library.info().roots} == {outer: 4, pictures: 0}


# --- volumes ---

MOUNTS = """\
22 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw
30 22 8:17 / /media/me/My\\040Drive rw,nosuid - vfat /dev/sdb1 rw
31 22 0:40 /photos /mnt/nas rw - nfs4 nas:/volume1 rw
32 22 0:41 / /run rw - tmpfs tmpfs rw
33 22 0:42 /@home /home rw - btrfs /dev/sdc1 rw
"""


def test_mountinfo_names_volumes_by_what_stays() -> None:
    mounts = parse_mountinfo(MOUNTS, {"/dev/sdb1": "1A2B-3C4D", "/dev/sdc1": "cafe"})
    volumes = Volumes(mounts)
    drive = volumes.place(Path("/media/me/My Drive/2019/x"))
    assert drive == Place(volume="uuid:1A2B-3C4D", path="/2019/x")
    assert volumes.place(Path("/mnt/nas/a")) == Place(volume="share:nas:/volume1", path="/photos/a")
    assert volumes.place(Path("/home/me")) == Place(volume="uuid:cafe", path="/@home/me")
    memory = volumes.place(Path("/run/x"))
    assert memory is not None and not memory.lasting
    assert volumes.is_network(Path("/mnt/nas/a"))
    assert not volumes.is_network(Path("/media/me/My Drive"))


def test_a_place_is_found_wherever_its_volume_is_mounted(tmp_path: Path) -> None:
    (tmp_path / "b" / "2019").mkdir(parents=True)
    volumes = Volumes([Mount(point=tmp_path / "b", volume="uuid:x"), Mount(point=tmp_path, volume="uuid:y")])
    assert volumes.folders(Place(volume="uuid:x", path="/2019")) == [tmp_path / "b" / "2019"]
    assert volumes.folders(Place(volume="uuid:x", path="/2020")) == []
    assert volumes.folders(Place(volume="uuid:z", path="/2019")) == []


class Drives:
    """What is plugged in where, as a test wants it."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
        self.at: dict[Path, str] = {}
        self._top = tmp_path
        monkeypatch.setattr(Volumes, "now", self.now)

    def now(self) -> Volumes:
        mounts = [Mount(point=point, volume=f"uuid:{name}") for point, name in self.at.items()]
        return Volumes([Mount(point=self._top, volume="uuid:system"), *mounts])


@pytest.fixture
def drives(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Drives:
    return Drives(monkeypatch, tmp_path)


def test_a_drive_comes_back_under_another_mount_point(drives: Drives, tmp_path: Path) -> None:
    first, second = tmp_path / "media" / "usb", tmp_path / "media" / "usb1"
    photos = first / "photos"
    for name in POSTERS[:2]:
        write_jpeg(photos / f"{name}.jpg", poster(name)[::3, ::3].copy())
    drives.at = {first: "drive"}
    with Library.open(tmp_path / "library", create=True, options=LibraryOptions(workers=1)) as library:
        library.index([photos])
        before = by_name(library)
        first.rename(tmp_path / "unplugged")
        drives.at = {}
        query = tmp_path / "unplugged" / "photos" / f"{POSTERS[0]}.jpg"
        hit = library.search([Term(path=query)]).hits[0]
        assert (hit.path.name, hit.offline) == (query.name, True), (
            "an unplugged drive's photos are searchable"
        )
        assert [root.online for root in library.info().roots] == [False]

        (tmp_path / "unplugged").rename(second)
        drives.at = {second: "drive"}
        report = library.index([second / "photos"])
        assert (report.indexed, report.unchanged, report.moved, report.removed) == (0, 2, 0, 0)
        assert by_name(library) == before
        assert [(root.path, root.online) for root in library.info().roots] == [(second / "photos", True)]
        hit = library.search([Term(path=second / "photos" / query.name)]).hits[0]
        assert (hit.path.parent, hit.offline) == (second / "photos", False)


def test_another_drive_at_the_same_mount_point_takes_nothing_away(drives: Drives, tmp_path: Path) -> None:
    usb = tmp_path / "usb"
    write_jpeg(usb / "one.jpg", poster(POSTERS[0])[::3, ::3].copy())
    drives.at = {usb: "first"}
    with Library.open(tmp_path / "library", create=True, options=LibraryOptions(workers=1)) as library:
        library.index([usb])
        usb.rename(tmp_path / "unplugged")
        write_jpeg(usb / "two.jpg", poster(POSTERS[1])[::3, ::3].copy())
        drives.at = {usb: "second"}
        report = library.index([usb])
        assert (report.indexed, report.removed) == (1, 0)
        assert sorted(by_name(library)) == ["one.jpg", "two.jpg"]
        assert sorted(root.online for root in library.info().roots) == [False, True]

        usb.rename(tmp_path / "second")
        (tmp_path / "unplugged").rename(usb)
        drives.at = {usb: "first", tmp_path / "second": "second"}
        report = library.index([usb])
        assert (report.unchanged, report.indexed, report.removed) == (1, 0, 0)
        assert {root.path for root in library.info().roots} == {usb, tmp_path / "second"}


def test_the_empty_mount_point_of_an_unplugged_drive_removes_nothing(drives: Drives, tmp_path: Path) -> None:
    usb = tmp_path / "usb"
    write_jpeg(usb / "one.jpg", poster(POSTERS[0])[::3, ::3].copy())
    drives.at = {usb: "drive"}
    with Library.open(tmp_path / "library", create=True, options=LibraryOptions(workers=1)) as library:
        library.index([usb])
        usb.rename(tmp_path / "unplugged")
        usb.mkdir()
        drives.at = {}
        other = tmp_path / "other"
        (other / "copy").mkdir(parents=True)
        (other / "copy" / "one.jpg").write_bytes((tmp_path / "unplugged" / "one.jpg").read_bytes())
        report = library.index([other])
        assert (report.indexed, report.moved) == (1, 0), "a copy of what an unplugged drive holds is a copy"
        assert library.info().photos == 2


# --- what a scan leaves out ---


def names(root: Path, **options: object) -> list[str]:
    return [file.path for file in scan_folder(root, root, **options)]  # type: ignore[arg-type]


def test_globs_leave_out_by_name_and_by_path(tmp_path: Path) -> None:
    for path in ("a.jpg", "b.png", "scans/a.jpg", "scans/old/c.jpg", "keep/scans.jpg"):
        (tmp_path / path).parent.mkdir(exist_ok=True, parents=True)
        (tmp_path / path).touch()
    assert names(tmp_path) == ["a.jpg", "b.png", "keep/scans.jpg", "scans/a.jpg", "scans/old/c.jpg"]
    assert names(tmp_path, exclude=["*.png"]) == ["a.jpg", "keep/scans.jpg", "scans/a.jpg", "scans/old/c.jpg"]
    assert names(tmp_path, exclude=["scans"]) == ["a.jpg", "b.png", "keep/scans.jpg"]
    assert names(tmp_path, exclude=["scans/old"]) == ["a.jpg", "b.png", "keep/scans.jpg", "scans/a.jpg"]
    assert names(tmp_path, exclude=["*/a.jpg"]) == ["a.jpg", "b.png", "keep/scans.jpg", "scans/old/c.jpg"]


@pytest.mark.skipif(os.name == "nt", reason="making links needs a privilege there")
def test_links_in_circles_upwards_and_into_other_roots_end(tmp_path: Path) -> None:
    root, other = tmp_path / "root", tmp_path / "other"
    for folder in (root / "deep", other):
        folder.mkdir(parents=True)
        (folder / "a.jpg").touch()
    (tmp_path / "outside.jpg").touch()
    (root / "deep" / "loop").symlink_to(root)
    (root / "up").symlink_to(tmp_path)
    (root / "itself").symlink_to(root / "itself")
    (root / "second").symlink_to(other)
    assert names(root) == ["deep/a.jpg", "second/a.jpg"]
    assert names(root, not_entered=[other]) == ["deep/a.jpg"]


def test_another_library_below_a_root_is_no_photo(tmp_path: Path, library: Library, pictures: Path) -> None:
    assert any(library.folder.rglob("*.jpg")), "it has thumbnails"
    assert all(not path.startswith("library/") for path in names(tmp_path))
    report = library.index([tmp_path])
    assert (report.indexed, report.unchanged) == (0, 3)
    assert any("lies inside" in note for note in report.notes)
    with pytest.raises(CbirError, match="part of the library itself"):
        library.index([library.folder / "thumbnails"])
