"""Files that go to the trash or stay, messages about those that cannot go, and places of the trash."""

import errno
import os
import sys
from pathlib import Path
from urllib.parse import quote

import pytest
from send2trash import TrashPermissionError

from cbir.base.errors import CbirError
from cbir.base.types import DocumentId, Marks, PhotoId
from cbir.library import trash
from cbir.library.belongings import beside, going_with
from cbir.library.trash import kept_in_trash, trash_photos, why_not
from tests.cbir.catalog_rows import Own
from tests.cbir.library.maintenance.drawn_library import DrawnLibrary

posix = pytest.mark.skipif(os.name == "nt", reason="the trash of freedesktop.org is not there")


class SystemTrash:
    """Stands for the system's trash, as freedesktop.org describes it."""

    def __init__(self, folder):
        self.folder = folder
        self.errors = {}  # by name; None: it says nothing and does nothing
        self.flushed = []
        for name in ("files", "info"):
            (folder / name).mkdir(parents=True)

    def __call__(self, path):
        name = Path(path).name
        if name in self.errors:
            if (error := self.errors[name]) is not None:
                raise error
            return
        self.put(Path(path), name)
        Path(path).rename(self.folder / "files" / name)

    def put(self, origin, name, *, since_ns=None):
        """The record of a file, whose name in the trash may be another. Returns where the file is to be."""
        info = self.folder / "info" / f"{name}.trashinfo"
        info.write_text(
            f"[Trash Info]\nDeletionDate=2026-01-01T00:00:00\nPath={quote(os.fsencode(origin))}\n"
        )
        if since_ns is not None:
            os.utime(info, ns=(since_ns, since_ns))
        return self.folder / "files" / name

    def names(self):
        return {path.name for path in (self.folder / "files").iterdir()}


@pytest.fixture(name="system")
def _system(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setattr(sys, "platform", "linux")
    stands = SystemTrash(tmp_path / "data" / "Trash")
    monkeypatch.setattr("send2trash.send2trash", stands)
    monkeypatch.setattr(trash, "flush_folder", stands.flushed.append)
    return stands


@pytest.fixture(name="drawn")
def _drawn(tmp_path):
    """Three photos whose files are there."""
    drawn = DrawnLibrary(tmp_path / "library")
    drawn.root.path.mkdir()
    for document in drawn.add(3):
        put(file_of(drawn, document))
    yield drawn
    drawn.catalog.close()


def put(path):
    """A file as it was indexed."""
    path.write_bytes(b"1")
    os.utime(path, ns=(1, 1))
    return path


def file_of(drawn, document):
    return drawn.root.path / f"{document}.jpg"


def photos(drawn, *documents):
    found = drawn.catalog.photos.of_documents(documents)
    return [found[document].photo for document in documents]


# --- photos ---


@posix
def test_photos_go_with_their_marks_and_what_lies_beside_them_and_the_library_knows_them_no_more(
    drawn, system
):
    asked = photos(drawn, 1, 2)
    drawn.catalog.marks.set(asked[0], Marks(rating=4))
    sidecar = put(drawn.root.path / "1.jpg.xmp")
    let_go = []
    report = trash_photos(
        drawn.catalog,
        [*asked, asked[0]],
        let_go=lambda file: let_go.append(f"{file.path} {drawn.catalog.table(Own).in_transaction}"),
    )
    assert (report.photos, report.problems, let_go) == (2, (), ["1.jpg True", "2.jpg True"])
    assert system.names() == {"1.jpg", "1.jpg.xmp", "2.jpg"}
    first, second = report.trashed
    assert (first.path, first.kept) == (file_of(drawn, 1), system.folder / "files" / "1.jpg")
    assert first.marks == Marks(rating=4)
    assert first.sidecars == ((sidecar, system.folder / "files" / "1.jpg.xmp"),)
    assert second.sidecars == ()
    assert drawn.catalog.documents.live().tolist() == [3]
    assert system.flushed == [drawn.root.path] * 3


def test_nothing_goes_where_one_photo_is_not_in_the_library(drawn, system):
    with pytest.raises(CbirError, match="Nothing was moved"):
        trash_photos(drawn.catalog, [*photos(drawn, 1), PhotoId(99)])
    assert system.names() == set()


@posix
def test_one_that_cannot_go_stays_in_the_library_and_the_others_go(drawn, system):
    system.errors["2.jpg"] = OSError(errno.EROFS, "Read-only file system")
    file_of(drawn, 3).write_bytes(b"another")
    report = trash_photos(drawn.catalog, photos(drawn, 2, 3, 1))
    assert (report.photos, system.names()) == (1, {"1.jpg"})
    assert [(problem.path.name, problem.reason) for problem in report.problems] == [
        ("2.jpg", "Its drive is read-only, and it stays."),
        (
            "3.jpg",
            "The file has changed since it was indexed, and stays. Run cbir index on its folder first.",
        ),
    ]
    assert drawn.catalog.documents.live().tolist() == [2, 3]


@posix
def test_a_sidecar_that_cannot_go_is_told_and_its_photo_is_gone(drawn, system):
    sidecar = put(drawn.root.path / "1.jpg.xmp")
    system.errors[sidecar.name] = OSError(errno.EACCES, "Permission denied")
    report = trash_photos(drawn.catalog, photos(drawn, 1))
    assert (report.photos, [problem.path for problem in report.problems]) == (1, [sidecar])
    (gone,) = report.trashed
    assert gone.sidecars == ()


@posix
def test_a_photo_whose_place_in_the_trash_is_not_known_cannot_be_brought_back(drawn, system, monkeypatch):
    monkeypatch.setattr(trash, "kept_in_trash", lambda _path: None)
    report = trash_photos(drawn.catalog, photos(drawn, 1))
    assert (report.photos, report.trashed) == (1, ())


@posix
def test_a_library_that_fails_to_forget_a_photo_keeps_it(drawn, system):
    """Its file is in the trash: the next index run finds it gone."""

    def fail(_file):
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        trash_photos(drawn.catalog, photos(drawn, 1), let_go=fail)
    assert DocumentId(1) in drawn.catalog.documents.live().tolist()


# --- one file ---


@pytest.mark.parametrize(
    ("size", "mtime_ns", "stays"), [(1, 1, False), (2, 1, True), (1, 2, True)], ids=["same", "size", "time"]
)
def test_a_file_that_is_not_as_it_was_indexed_stays(tmp_path, size, mtime_ns, stays):
    assert (why_not(put(tmp_path / "a.jpg"), size, mtime_ns) is not None) is stays


def test_a_file_that_is_not_there_is_told(tmp_path):
    assert why_not(tmp_path / "a.jpg", 1, 1) == "The file is not there now."


@pytest.mark.parametrize(
    ("error", "sentence"),
    [
        (TrashPermissionError("a.jpg"), "There is no trash on its drive that you may use, and it stays."),
        (OSError(errno.EROFS, "x"), "Its drive is read-only, and it stays."),
        (OSError(errno.EACCES, "x"), "Permission to move it was denied, and it stays."),
        (OSError(errno.EPERM, "x"), "Permission to move it was denied, and it stays."),
        (
            OSError(errno.EIO, "Input/output error"),
            "It cannot be moved to the trash, and stays (Input/output error).",
        ),
        (OSError("strange"), "It cannot be moved to the trash, and stays (strange)."),
        (None, "The system left it where it is."),
    ],
)
@pytest.mark.parametrize("link", [False, True])
def test_why_a_file_did_not_go_is_a_sentence(tmp_path, system, error, sentence, link):
    path = tmp_path / "a.jpg"
    if link:
        try:
            path.symlink_to(tmp_path / "nowhere")
        except OSError:
            pytest.skip("this system makes no links")
    else:
        put(path)
    system.errors[path.name] = error
    assert trash.to_trash(path) == sentence
    assert os.path.lexists(path)


# --- what goes along ---


@pytest.mark.parametrize(
    ("picture", "beside", "going"),
    [
        ("a.jpg", {"a.jpg.xmp", "a.xmp", "a.aae", "a.txt", "a"}, {"a.jpg.xmp", "a.xmp", "a.aae"}),
        ("a.jpg", {"a.JPG.XMP", "a.jpg.XMP", "a.AAE"}, {"a.jpg.XMP", "a.AAE"}),
        ("a.jpg", {"a.cr2", "a.jpg.xmp", "a.xmp", "a.aae"}, {"a.jpg.xmp"}),
        ("a.jpg", {"a.PNG", "a.xmp"}, set()),
        ("a.jpg", {"b.jpg", "a.b.jpg", "a.xmp", "b.xmp", "a.b.xmp"}, {"a.xmp"}),
        ("a", {"a.xmp", "a.aae"}, {"a.xmp", "a.aae"}),
        (
            "a.cr2",
            {"a.cr2.pp3", "a.cr2.dop", "a.on1", "a.cos", "b.pp3"},
            {"a.cr2.pp3", "a.cr2.dop", "a.on1", "a.cos"},
        ),
        (
            "a.jpg",
            {"a.jpg.json", "a.jpg.supplemental-metadata.json"},
            {"a.jpg.json", "a.jpg.supplemental-metadata.json"},
        ),
        ("a.jpg", {"a.jpg.supplemental-met.json", "a.jpg.other.json"}, {"a.jpg.supplemental-met.json"}),
        ("a(1).jpg", {"a.jpg(1).json", "a.jpg(2).json", "a.jpg.json"}, {"a.jpg(1).json"}),
        ("IMG_1.HEIC", {"IMG_1.AAE", "IMG_O1.AAE", "IMG_1.MOV"}, {"IMG_1.AAE", "IMG_O1.AAE"}),
        ("a.jpg", {"a.thm", "a.mp4", "a.lrv", "a.wav"}, set()),
        ("a.jpg", {"a.thm"}, {"a.thm"}),
        (".jpg", {".xmp", "a.xmp"}, set()),
    ],
)
def test_files_go_with_a_picture_that_are_its_alone(tmp_path, picture, beside, going):
    for name in (picture, *beside):
        (tmp_path / name).touch()
    if len(list(tmp_path.iterdir())) <= len(beside):
        pytest.skip("names of other capitals are the same here")
    assert going_with(tmp_path / picture) == sorted(tmp_path / name for name in going)


@pytest.mark.parametrize(
    ("going", "kept", "along", "left"),
    [
        ((), {}, ["a.jpg.pp3"], ["a.aae", "a.dng", "a.mov"]),
        (("a.dng",), {}, ["a.aae", "a.jpg.pp3"], ["a.mov"]),
        (("a.dng",), {"b.mov": b"the same"}, ["a.aae", "a.jpg.pp3", "a.mov"], []),
        (("a.dng",), {"b.mov": b"another one"}, ["a.aae", "a.jpg.pp3"], ["a.mov"]),
    ],
)
def test_what_stays_beside_a_picture_is_named(tmp_path, going, kept, along, left):
    for name in ("a.jpg", "a.dng", "a.aae", "a.jpg.pp3", "other.mov"):
        put(tmp_path / name)
    (tmp_path / "a.mov").write_bytes(b"the same")
    (tmp_path / "kept").mkdir()
    copy = put(tmp_path / "kept" / "b.jpg")
    for name, content in kept.items():
        (tmp_path / "kept" / name).write_bytes(content)
    gone = {tmp_path / name for name in going}
    goes, stays = beside(tmp_path / "a.jpg", going=gone, copies=[copy])
    assert ([path.name for path in goes], [stay.path.name for stay in stays]) == (along, left)
    assert all(stay.reason for stay in stays)


def test_settings_that_programs_keep_in_folders_of_their_own_go_along(tmp_path):
    put(tmp_path / "a.cr2")
    folder = tmp_path / "CaptureOne" / "Settings153"
    folder.mkdir(parents=True)
    settings = put(folder / "a.cr2.cos")
    put(folder / "b.cr2.cos")
    assert going_with(tmp_path / "a.cr2") == [settings]


@pytest.mark.parametrize(("picture", "goes"), [("a.dng", True), ("a.jpg", False)])
def test_a_sidecar_that_names_its_file_goes_with_that_alone(tmp_path, picture, goes):
    for name in ("a.dng", "a.jpg"):
        put(tmp_path / name)
    sidecar = tmp_path / "a.xmp"
    sidecar.write_text(
        '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" '
        'xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/" photoshop:SidecarForExtension="DNG"/></rdf:RDF>'
    )
    assert going_with(tmp_path / picture) == ([sidecar] if goes else [])


def test_a_folder_that_is_named_as_a_sidecar_stays(tmp_path):
    put(tmp_path / "a.jpg")
    (tmp_path / "a.xmp").mkdir()
    assert going_with(tmp_path / "a.jpg") == []


def test_nothing_goes_along_from_a_folder_that_cannot_be_read(tmp_path):
    assert going_with(tmp_path / "gone" / "a.jpg") == []


# --- the system's trash ---


@posix
@pytest.mark.parametrize(
    "name", ["a.jpg", "a [1].jpg", "Übung 50%.jpg", os.fsdecode(b"latin-\xe9.jpg"), "no suffix"]
)
def test_a_file_is_found_in_the_trash_under_the_name_that_it_has_there(tmp_path, system, name):
    path = tmp_path / name
    kept = system.put(path, f"{path.stem} 2{path.suffix}")
    assert kept_in_trash(path) is None, "there is a record, but no file"
    kept.touch()
    assert kept_in_trash(path) == kept


@posix
def test_of_files_of_one_name_the_one_is_meant_that_came_from_there_last(tmp_path, system):
    path = tmp_path / "a.jpg"
    for name, origin, since in (
        ("a.jpg", path, 5),
        ("a 1.jpg", path, 9),
        ("a 2.jpg", path, 7),
        ("a 3.jpg", tmp_path / "elsewhere" / "a.jpg", 11),
    ):
        system.put(origin, name, since_ns=since).touch()
    assert kept_in_trash(path) == system.folder / "files" / "a 1.jpg"


@posix
def test_a_record_that_says_no_path_or_cannot_be_read_is_passed_over(tmp_path, system):
    path = tmp_path / "a.jpg"
    system.put(path, "a.jpg").touch()
    (system.folder / "info" / "a 1.trashinfo").write_text("[Trash Info]\n")
    (system.folder / "info" / "a 2.trashinfo").mkdir()
    assert kept_in_trash(path) == system.folder / "files" / "a.jpg"


@posix
@pytest.mark.parametrize("place", [".Trash/{}", ".Trash-{}"])
def test_a_trash_of_the_drive_says_paths_below_the_drive(tmp_path, system, monkeypatch, place):
    drive = tmp_path / "drive"
    monkeypatch.setattr(os.path, "ismount", lambda folder: Path(folder) == drive)
    own = SystemTrash(drive / place.format(os.getuid()))
    path = drive / "photos" / "2019" / "a.jpg"
    own.put(Path("photos/2019/a.jpg"), "a.jpg").touch()
    assert kept_in_trash(path) == own.folder / "files" / "a.jpg"


@posix
def test_the_trash_of_a_person_lies_in_the_home_folder_where_nothing_else_is_said(
    tmp_path, system, monkeypatch
):
    monkeypatch.delenv("XDG_DATA_HOME")
    monkeypatch.setattr(Path, "home", lambda: tmp_path / "home")
    theirs = SystemTrash(tmp_path / "home" / ".local" / "share" / "Trash")
    theirs.put(tmp_path / "a.jpg", "a.jpg").touch()
    assert kept_in_trash(tmp_path / "a.jpg") == theirs.folder / "files" / "a.jpg"


def test_the_trash_of_macos_keeps_the_name(tmp_path, monkeypatch):
    monkeypatch.setattr(sys, "platform", "darwin")
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    (tmp_path / ".Trash").mkdir()
    assert kept_in_trash(tmp_path / "photos" / "a.jpg") is None
    (tmp_path / ".Trash" / "a.jpg").touch()
    assert kept_in_trash(tmp_path / "photos" / "a.jpg") == tmp_path / ".Trash" / "a.jpg"
