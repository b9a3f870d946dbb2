"""Volumes are known by what stays, and a drive's photos when it comes back under another mount point."""

from pathlib import Path

import pytest

from cbir.base.drives import Mount, Place, Volumes, parse_mountinfo
from cbir.base.types import Term
from cbir.catalog import Catalog, Root
from cbir.library import Library, LibraryOptions
from cbir.state import is_gone, is_online
from tests.dead_drive import let_die
from tests.pictures import POSTERS, poster, write_jpeg

MOUNTS = """\
22 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw
30 22 8:17 / /media/me/My\\040Drive rw,nosuid - vfat /dev/sdb1 rw
31 22 0:40 /photos /mnt/nas rw - nfs4 nas:/volume1 rw
32 22 0:41 / /run rw - tmpfs tmpfs rw
33 22 0:42 /@home /home rw - btrfs /dev/sdc1 rw
"""


def test_mountinfo_names_volumes_by_what_stays():
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


def test_a_place_is_found_wherever_its_volume_is_mounted(tmp_path):
    (tmp_path / "b" / "2019").mkdir(parents=True)
    volumes = Volumes([Mount(point=tmp_path / "b", volume="uuid:x"), Mount(point=tmp_path, volume="uuid:y")])
    assert volumes.folders(Place(volume="uuid:x", path="/2019")) == [tmp_path / "b" / "2019"]
    assert volumes.folders(Place(volume="uuid:x", path="/2020")) == []
    assert volumes.folders(Place(volume="uuid:z", path="/2019")) == []


def test_a_folder_of_a_drive_that_does_not_answer_is_neither_there_nor_gone(tmp_path, monkeypatch):
    folder = tmp_path / "nas" / "2019"
    place = Place(volume="share:nas", path="/2019")
    root = Root(id=1, path=folder, place=place)
    volumes = Volumes([Mount(point=tmp_path / "nas", volume="share:nas")])
    assert (is_online(root, volumes), is_gone(root, volumes)) == (False, True), "its drive says so"
    folder.mkdir(parents=True)
    assert (is_online(root, volumes), is_gone(root, volumes)) == (True, False)
    assert volumes.folders(place) == [folder]
    let_die(monkeypatch, tmp_path / "nas")
    assert (is_online(root, volumes), is_gone(root, volumes)) == (False, False)
    assert volumes.folders(place) == []


class Drives:
    """Drives and their mount points, as a test wants them."""

    def __init__(self, monkeypatch, tmp_path):
        self.at = {}
        self._top = tmp_path
        monkeypatch.setattr(Volumes, "now", self.now)

    def now(self):
        mounts = [Mount(point=point, volume=f"uuid:{name}") for point, name in self.at.items()]
        return Volumes([Mount(point=self._top, volume="uuid:system"), *mounts])


@pytest.fixture
def drives(monkeypatch, tmp_path):
    return Drives(monkeypatch, tmp_path)


def by_name(library):
    """Photo and document of each file."""
    with Catalog.open(library.folder / "catalog.sqlite", writable=False) as catalog:
        found = catalog.photos.of_documents(range(1, 200)).values()
    return {one.path.name: (one.photo, one.document) for one in found}


@pytest.mark.usefixtures("workers")
def test_a_drive_comes_back_under_another_mount_point(drives, tmp_path):
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


@pytest.mark.usefixtures("workers")
def test_another_drive_at_the_same_mount_point_takes_nothing_away(drives, tmp_path):
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


@pytest.mark.usefixtures("workers")
def test_the_empty_mount_point_of_an_unplugged_drive_removes_nothing(drives, tmp_path):
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
