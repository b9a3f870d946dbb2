"""Links, mounts and spellings: names of one file are no copies, and whatever happens, what stays can be read."""

import os
import random
import subprocess
import sys
from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path
from unittest.mock import patch
from urllib.parse import quote

import pytest

from cbir import service
from cbir.base.types import Album, DuplicateSearch, Judged
from cbir.cli import main
from cbir.library import Library, restore_photos
from cbir.library.trash import kept_in_recycle_bin, trash_photos
from tests.identity_rounds import Rounds, path_alone, picture
from tests.pictures import write_jpeg

Make = Callable[..., Library]
links = pytest.mark.skipif(os.name == "nt", reason="links ask for a right of their own")


class SystemTrash:
    """Stands for the system's trash, as freedesktop.org describes it. also : is called after each move"""

    def __init__(self, data):
        self.folder = data / "Trash"
        self.also = lambda path: None
        for name in ("files", "info"):
            (self.folder / name).mkdir(parents=True)

    def __call__(self, path):
        name = f"{len(self.names())}-{Path(path).name}"
        (self.folder / "info" / f"{name}.trashinfo").write_text(f"[Trash Info]\nPath={quote(path)}\n")
        Path(path).rename(self.folder / "files" / name)
        self.also(Path(path))

    def names(self):
        return sorted(path.name for path in (self.folder / "files").iterdir())


@pytest.fixture(name="trash", autouse=True)
def _trash(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    trash = SystemTrash(tmp_path / "data")
    monkeypatch.setattr("send2trash.send2trash", trash)
    monkeypatch.setattr(
        "cbir.library.trash.kept_in_trash",
        lambda path: next(
            (found for found in (trash.folder / "files").iterdir() if found.name.endswith(f"-{path.name}")),
            None,
        ),
    )
    return trash


@pytest.fixture(name="photos")
def _photos(tmp_path):
    """Two photos, and a folder with a link to each."""
    folder = tmp_path / "photos"
    (folder / "Album").mkdir(parents=True)
    for number in (1, 2):
        write_jpeg(folder / "2024" / f"IMG_{number}.jpg", picture(number))
        (folder / "Album" / f"IMG_{number}.jpg").symlink_to(f"../2024/IMG_{number}.jpg")
    return folder


def photo(library, path):
    (found,) = library.find_photos([path])
    return found


def decide(library, kept, other):
    """Say that one goes and the other stays, and have it moved."""
    library.duplicates.say([Judged(kept=photo(library, kept), other=photo(library, other), verdict="trash")])
    return library.duplicates.trash([photo(library, other)])


@links
def test_an_album_of_links_has_no_copies_and_nothing_to_free(make_library, photos, trash, capfd):
    library = make_library()
    assert library.index([photos]).indexed == 4
    assert library.duplicates.find().groups == ()
    arguments = [
        "duplicates",
        "--keep",
        str(photos / "Album"),
        "--trash",
        "-y",
        "--library",
        str(library.folder),
    ]
    assert main(arguments) == 0
    assert capfd.readouterr().out == "0 photos moved to the trash\n" and trash.names() == []
    report = decide(library, photos / "Album/IMG_1.jpg", photos / "2024/IMG_1.jpg")
    assert report.photos == 0 and "there is nothing to free" in report.problems[0].reason
    judged = Judged(
        kept=photo(library, photos / "Album/IMG_2.jpg"),
        other=photo(library, photos / "2024/IMG_2.jpg"),
        verdict="trash",
    )
    call = service.Call(library)
    service.answer(call, service.JudgeCopiesRequest(judged=(judged,)))
    answer = service.answer(call, service.TrashCopiesRequest(photos=(judged.other,), last=True))
    assert answer.report.photos == 0 and trash.names() == []


def test_a_hard_link_frees_nothing_until_the_last_name_of_its_file_goes(make_library, tmp_path, trash):
    names = [write_jpeg(tmp_path / "photos" / "a.jpg", picture(1))]
    for name in ("b.jpg", "c.jpg"):
        names.append(names[0].with_name(name))
        os.link(names[0], names[-1])
    copy = write_jpeg(tmp_path / "photos" / "kept" / "copy.jpg", picture(1))
    library = make_library()
    library.index([tmp_path / "photos"])
    report = library.duplicates.find(DuplicateSearch(keep=(copy.parent,)))
    (group,) = report.groups
    (other,) = group.copies
    assert {other.photo.path, *other.photo.other_names} == set(names) and report.bytes_to_free == 0
    kept, *others = library.find_photos([copy, *names])
    judged = [Judged(kept=kept, other=other, verdict="trash") for other in others]
    assert library.duplicates.plan_trash(judged[:2]).bytes == 0
    assert library.duplicates.plan_trash(judged).bytes == copy.stat().st_size
    library.duplicates.say(judged)
    assert library.duplicates.trash(others).photos == 3 and copy.is_file() and len(trash.names()) == 3


@links
def test_a_file_stays_that_a_link_of_the_library_leads_to(make_library, photos, trash):
    copy = photos / "copy.jpg"
    copy.write_bytes((photos / "2024/IMG_1.jpg").read_bytes())
    library = make_library()
    library.index([photos])
    (group,) = library.duplicates.find().groups
    assert {group.kept.path, group.copies[0].photo.path} == {copy, photos / "2024/IMG_1.jpg"}
    report = decide(library, copy, photos / "2024/IMG_1.jpg")
    assert report.photos == 0 and "Album/IMG_1.jpg is a link to it" in report.problems[0].reason
    assert decide(library, photos / "Album/IMG_1.jpg", copy).photos == 1
    assert trash.names() == ["0-copy.jpg"] and (photos / "Album/IMG_1.jpg").exists()


@links
def test_what_goes_is_put_back_where_what_stays_goes_with_it(make_library, photos, trash):
    library = make_library()
    library.index([photos])
    library.marks.set_rating(library.find_photos([photos / "2024/IMG_1.jpg"]), 4)
    with patch("cbir.base.file_identity.id_of", path_alone):  # as two mounts of one share are
        report = decide(library, photos / "Album/IMG_1.jpg", photos / "2024/IMG_1.jpg")
    assert report.photos == 0 and report.problems[0].reason.endswith("so it was put back.")
    assert (photos / "Album/IMG_1.jpg").exists() and trash.names() == []
    (metadata,) = library.metadata(library.find_photos([photos / "2024/IMG_1.jpg"]))
    assert metadata is not None and metadata.rating == 4


def test_a_copy_stays_where_the_other_one_changed_before_or_while_it_went(make_library, tmp_path, trash):
    kept, other = (write_jpeg(tmp_path / "photos" / name, picture(1)) for name in ("a.jpg", "b.jpg"))
    library = make_library()
    library.index([kept.parent])
    status, data = kept.stat(), kept.read_bytes()
    changed = data[:-9] + b"x" + data[-8:]
    kept.write_bytes(changed)
    os.utime(kept, ns=(status.st_atime_ns, status.st_mtime_ns))  # neither size nor time tells
    report = decide(library, kept, other)
    assert report.photos == 0 and "has changed since" in report.problems[0].reason
    kept.write_bytes(data)
    os.utime(kept, ns=(status.st_atime_ns, status.st_mtime_ns))
    written = other.stat()
    other.write_bytes(changed)
    os.utime(other, ns=(written.st_atime_ns, written.st_mtime_ns))
    report = library.duplicates.trash([photo(library, other)])
    assert report.photos == 0 and "has changed since it was indexed" in report.problems[0].reason
    other.write_bytes(data)
    os.utime(other, ns=(written.st_atime_ns, written.st_mtime_ns))
    trash.also = lambda path: kept.write_bytes(changed)
    report = library.duplicates.trash([photo(library, other)])
    assert report.photos == 0 and other.read_bytes() == data and trash.names() == []


@links
def test_what_becomes_of_a_files_other_names_is_said(make_library, photos, trash, capfd):
    library = make_library()
    library.index([photos])
    arguments = ["--yes", "--library", str(library.folder)]
    assert main(["trash", str(photos / "Album/IMG_1.jpg"), *arguments]) == 0
    assert f"It was a link. Its file stays: {photos / '2024/IMG_1.jpg'}" in capfd.readouterr().err
    assert main(["trash", str(photos / "2024/IMG_2.jpg"), *arguments]) == 0
    assert "Album/IMG_2.jpg: It is a link to IMG_2.jpg, which is now in the trash." in capfd.readouterr().err
    assert trash.names() == ["0-IMG_1.jpg", "1-IMG_2.jpg"]


@links
def test_a_link_and_its_file_go_together(make_library, photos, trash):
    library = make_library()
    library.index([photos])
    both = library.find_photos([photos / "2024/IMG_1.jpg", photos / "Album/IMG_1.jpg"])
    report = library.trash(both)
    assert (report.photos, report.problems, len(report.trashed)) == (2, (), 2) and len(trash.names()) == 2


@links
def test_a_root_that_the_library_has_by_another_name_is_told_and_not_added(make_library, photos, tmp_path):
    library = make_library()
    library.index([photos])
    other = tmp_path / "other"
    other.symlink_to(photos, target_is_directory=True)
    report = library.index([other])
    assert (report.indexed, report.unchanged) == (0, 4)
    assert report.notes == (
        f"{other} is the same folder as {photos}, which the library has already: its photos count once.",
    )
    assert list(library.online()) == [photos]
    assert library.find_photos([other / "2024/IMG_1.jpg"]) == library.find_photos([photos / "2024/IMG_1.jpg"])
    (other / "2024/IMG_1.jpg").rename(other / "2024/moved.jpg")
    assert library.forget(other) == 4


@links
def test_two_roots_that_are_one_folder_become_one_with_what_was_said_of_both(make_library, photos, tmp_path):
    library = make_library()
    library.index([photos])
    other = tmp_path / "other"
    other.symlink_to(photos, target_is_directory=True)
    with (
        patch("cbir.indexing.plan.as_known", lambda folder, roots, volumes: folder),
        patch("cbir.indexing.plan.merge_roots", lambda *args, **options: []),
    ):
        assert library.index([other]).indexed == 4
        write_jpeg(photos / "2024" / "new.jpg", picture(3))
        assert library.index([other]).indexed == 1
    here, there = ([root / "2024" / f"IMG_{number}.jpg" for number in (1, 2)] for root in (photos, other))
    library.marks.set_rating(library.find_photos(there), 5)
    library.marks.set_rating(library.find_photos([here[0]]), 3)
    library.marks.set_keywords(library.find_photos([here[1]]), add=["sea"])
    library.marks.set_keywords(library.find_photos([there[1]]), add=["boat"])
    library.albums.keep([Album(name="Chosen", id="chosen")])
    library.albums.correct("chosen", dict.fromkeys(library.find_photos(there), True))
    new = library.find_photos([other / "2024/new.jpg"])
    report = library.index([photos])
    assert len(report.notes) == 1 and report.notes[0].startswith(f"{other} and {photos} are one folder")
    assert "1 of them had different stars" in report.notes[0]
    assert (report.indexed, report.removed, library.photo_count()) == (0, 0, 5)
    assert library.find_photos([photos / "2024/new.jpg"]) == new
    metadata = library.metadata(library.find_photos(here))
    assert [one and one.rating for one in metadata] == [3, 5]
    assert metadata[1] is not None and set(metadata[1].keywords) == {"sea", "boat"}
    members = library.albums.search("chosen").hits
    assert {hit.path for hit in members} == set(here)
    assert library.index([photos]).notes == ()


def test_photos_are_found_by_any_spelling_where_a_drive_tells_no_case(make_library, tmp_path, monkeypatch):
    """Linux stands in for such a drive: what is not there is looked for in every spelling."""
    file = write_jpeg(tmp_path / "Photos" / "Café" / "IMG_1.jpg", picture(1))
    library = make_library()
    library.index([tmp_path / "Photos"])
    stat, listdir = Path.stat, os.listdir

    def there(path):
        found = Path(path.anchor)
        for part in path.parts[1:]:
            names = listdir(found) if found.is_dir() else []
            fold = "cafe\u0301" if part.casefold() == "cafe\u0301" else part
            spelled = [name for name in names if name.casefold() == fold.casefold().replace("e\u0301", "é")]
            found /= part if part in names or not spelled else spelled[0]
        return found

    def stat_any(path, **options):
        try:
            return stat(path, **options)
        except FileNotFoundError:
            return stat(there(path), **options)

    monkeypatch.setattr(Path, "stat", stat_any)
    monkeypatch.setattr(os, "listdir", lambda path=".": listdir(there(Path(path))))
    for name in ("PHOTOS/CAFÉ/img_1.JPG", "photos/Cafe\u0301/IMG_1.jpg"):
        assert library.find_photos([tmp_path / name]) == library.find_photos([file])
    report = library.index([tmp_path / "PHOTOS" / "cafe\u0301"])
    assert (report.indexed, report.unchanged, report.removed) == (
        0,
        1,
        0,
    ) and "is the same folder as" in report.notes[0]
    assert len(library.online()) == 1


_MOUNTED = """
import subprocess, sys
from pathlib import Path
from cbir.library import Library, restore_photos
from tests.cbir.stage_data import small_options
from tests.identity_rounds import picture
from tests.pictures import write_jpeg
work = Path(sys.argv[1])
write_jpeg(work / "photos" / "2024" / "a.jpg", picture(1))
for name in ("mirror", "part"):
    (work / name).mkdir()
subprocess.run(["mount", "--bind", work / "photos", work / "mirror"], check=True)
subprocess.run(["mount", "--bind", work / "photos" / "2024", work / "part"], check=True)
with Library.open(work / "library", create=True, options=small_options()) as library:
    print(library.index([work / "part"]).notes)
    print(library.index([work / "mirror"]).notes)
    print(library.index([work / "photos", work / "part"]).notes)
    print(library.photo_count(), *library.online())
"""


def test_one_folder_under_several_mounts_is_one_root(tmp_path):
    mounts = subprocess.run(["unshare", "-m", "true"], check=False) if sys.platform == "linux" else None
    if mounts is None or mounts.returncode:
        pytest.skip("only root can mount here")
    done = subprocess.run(
        ["unshare", "-m", sys.executable, "-c", _MOUNTED, str(tmp_path)],
        capture_output=True,
        text=True,
        check=True,
    )
    alone, outer, both, end = done.stdout.splitlines()
    assert alone == "()" and f"{tmp_path / 'part'} is the folder {tmp_path / 'mirror' / '2024'}" in outer
    assert f"{tmp_path / 'photos'} is the same folder as {tmp_path / 'mirror'}" in both
    assert f"{tmp_path / 'part'} is the same folder as {tmp_path / 'mirror' / '2024'}" in both
    assert end == f"1 {tmp_path / 'mirror'}"


def test_a_recycle_bin_says_where_it_keeps_a_file(tmp_path):
    user = tmp_path / "S-1-5-21"
    user.mkdir()
    for at, (name, time) in enumerate((("$IA1.jpg", 5), ("$IB2.jpg", 9))):
        text = "/photos/a.jpg\0"
        head = (2).to_bytes(8, "little") + (10).to_bytes(8, "little") + time.to_bytes(8, "little")
        (user / name).write_bytes(head + len(text).to_bytes(4, "little") + text.encode("utf-16-le"))
        (user / f"$R{name[2:]}").write_bytes(bytes([at]))
    assert kept_in_recycle_bin(Path("/photos/a.jpg"), tmp_path) == user / "$RB2.jpg"
    assert kept_in_recycle_bin(Path("/photos/b.jpg"), tmp_path) is None


def trust_what_stays(catalog, photos, *, let_go, instead_of):
    """Move copies without opening what stays, as before."""
    return trash_photos(catalog, photos, let_go=let_go)


@links
@pytest.mark.long
@pytest.mark.parametrize("planted", [False, True])
def test_random_decisions_about_links_lose_no_content(make_library, tmp_path, planted):
    """Planted: the identity of before, a path, and nobody opens what stays. Then something is lost."""
    (tmp_path / "photos").mkdir()
    (tmp_path / "other").symlink_to(tmp_path / "photos", target_is_directory=True)
    rounds = Rounds(
        make_library(), tmp_path, random.Random(4), [tmp_path / "other"], blind_share=float(planted) or 0.2
    )
    rounds.begin()
    with patch("cbir.library.duplicates.trash_photos", trust_what_stays) if planted else nullcontext():
        while rounds.steps.total() < (60 if planted else 20) and not rounds.problems:
            rounds.step()
    assert bool(rounds.problems) == planted, rounds.steps


@links
def test_a_photo_is_found_through_any_link_to_its_folder(make_library, tmp_path):
    """Links lead from a root to a folder outside: each is the way to its photos, whichever a scan took."""
    outside, photos = tmp_path / "drive/May", tmp_path / "photos"
    write_jpeg(outside / "IMG_1.jpg", picture(1))
    os.link(outside / "IMG_1.jpg", outside / "IMG_2.jpg")
    photos.mkdir()
    for name in ("a", "b"):
        (photos / name).symlink_to(outside, target_is_directory=True)
    library = make_library()
    assert library.index([photos]).indexed == 2
    for name in ("IMG_1.jpg", "IMG_2.jpg"):
        (known,) = library.find_photos([photos / "a" / name])
        assert library.find_photos([photos / "b" / name, outside / name]) == [known, known]
    assert photo(library, photos / "b/IMG_1.jpg") != photo(library, photos / "b/IMG_2.jpg")
    library.marks.set_rating([photo(library, photos / "b/IMG_2.jpg")], 4)
    report = library.trash([photo(library, photos / "a/IMG_2.jpg")])
    (photos / "a").unlink()  # what goes by one way comes back by it, or by another
    (photos / "a").symlink_to(outside, target_is_directory=True)
    restored = restore_photos(library, report.trashed)
    assert restored.problems == ()
    (metadata,) = library.metadata([photo(library, photos / "b/IMG_2.jpg")])
    assert metadata is not None and metadata.rating == 4
