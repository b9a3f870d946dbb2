"""A raw file and the JPEG of its shot are one item, as are a Live Photo and its video, on the wall and in the trash."""

import json

import pytest

from cbir.base.types import Listing, PhotoId, SearchOptions, Term
from cbir.cli import main
from tests.cbir.library.test_trash import Trash
from tests.pictures import encode_jpeg, photo, write_jpeg
from tests.raw_files import write_dng

XMP = (
    '<x:xmpmeta xmlns:x="adobe:ns:meta/"><r:RDF xmlns:r="http://www.w3.org/1999/02/22-rdf-syntax-ns#">'
    '<r:Description xmlns:exif="http://ns.adobe.com/exif/1.0/" exif:DateTimeOriginal="{0}"/></r:RDF></x:xmpmeta>'
)


def taken(path, at):
    path.with_name(f"{path.name}.xmp").write_text(XMP.format(at))
    return path


@pytest.fixture(name="trash")
def _trash(tmp_path, monkeypatch):
    trash = Trash(tmp_path / "trash")
    monkeypatch.setattr("send2trash.send2trash", trash)
    return trash


@pytest.fixture(name="folder")
def _folder(tmp_path):
    """A shot in two files; two files of one name and two shots; a single raw file."""
    folder = tmp_path / "pictures"
    pictures = {name: photo(name)[:360, :480] for name in ("coffee", "rocket", "chelsea")}
    for stem, name, jpeg_at, raw_at in (
        ("both", "coffee", "2019-07-14T12:30:05.25", "2019-07-14T12:30:05.25"),
        ("two", "rocket", "2019-07-15T12:30:05", "2019-07-16T12:30:05"),
        ("single", "chelsea", None, "2019-07-17T12:30:05"),
    ):
        if jpeg_at is not None:
            taken(write_jpeg(folder / f"{stem}.JPG", pictures[name]), jpeg_at)
        raw = folder / f"{stem}.dng"
        raw.write_bytes(write_dng(pictures[name], encode_jpeg(pictures[name])))
        taken(raw, raw_at)
    return folder


def names(hits):
    return {hit.path.name: hit.beside for hit in hits}


ITEMS = {"both.JPG": "both.dng", "two.JPG": None, "two.dng": None, "single.dng": None}


def test_a_shot_in_two_files_is_one_item_of_the_wall_and_of_a_search(make_library, folder):
    library = make_library()
    assert library.index([folder]).indexed == 5
    listing = library.search([Term(text="date:2019")], SearchOptions(listed="date")).hits
    assert isinstance(listing, Listing) and names(listing) == ITEMS
    assert names(listing[1:]) == {name: ITEMS[name] for name in [hit.path.name for hit in listing][1:]}
    assert library.search([Term(text="date:2019")], SearchOptions(listed="date")).total == 4
    assert names(library.search([Term(text="date:2019")], SearchOptions(top=10)).hits) == ITEMS
    hits = library.search([Term(path=folder / "both.dng")], SearchOptions(top=10)).hits
    assert [hit.beside for hit in hits if hit.path.stem == "both"] == ["both.dng"]
    assert hits[0].path.name == "both.JPG" and hits[0].rank == 1


def test_either_file_alone_is_shown_if_only_it_fits(make_library, folder):
    library = make_library()
    library.index([folder])
    hits = library.search([Term(text="name:both.dng")], SearchOptions(listed="date")).hits
    assert names(hits) == {"both.dng": None}


def test_both_files_go_to_the_trash_and_come_back(make_library, folder, trash):
    library = make_library()
    library.index([folder])
    (item,) = (hit for hit in library.search([Term(text="name:both")], SearchOptions(listed="date")).hits)
    report = library.trash([item.photo])
    assert trash.names() == {"both.JPG", "both.dng", "both.JPG.xmp", "both.dng.xmp"}
    assert report.photos == 1 and not report.problems
    assert [(note.path.name, str(note.reason)) for note in report.notes] == [
        ("both.dng", "It is one item with both.JPG, and is in the trash too.")
    ]
    assert not library.search([Term(text="name:both")], SearchOptions(listed="date")).hits
    for file in trash.folder.iterdir():
        file.rename(folder / file.name)
    library.index([folder])
    assert names(library.search([Term(text="date:2019")], SearchOptions(listed="date")).hits) == ITEMS


def test_another_shot_of_the_same_name_stays(make_library, folder, trash):
    library = make_library()
    library.index([folder])
    by_name = {
        hit.path.name: hit.photo
        for hit in library.search([Term(text="name:two")], SearchOptions(listed="date")).hits
    }
    report = library.trash([by_name["two.JPG"]])
    assert "two.JPG" in trash.names() and "two.dng" not in trash.names()
    assert {note.path.name: str(note.reason) for note in report.notes} == {
        "two.dng": "It is a separate photo, and stays."
    }


def test_the_other_file_stays_where_the_photo_cannot_go(make_library, folder, trash):
    library = make_library()
    library.index([folder])
    (item,) = library.search([Term(text="name:both")], SearchOptions(listed="date")).hits
    trash.error = OSError(30, "read-only")
    report = library.trash([item.photo])
    assert [problem.path.name for problem in report.problems] == ["both.JPG"] and not trash.names()
    assert names(library.search([Term(text="name:both")], SearchOptions(listed="date")).hits) == {
        "both.JPG": "both.dng"
    }


def test_a_file_that_changed_stays_and_a_problem_says_so(make_library, folder, trash):
    library = make_library()
    library.index([folder])
    (item,) = library.search([Term(text="name:both")], SearchOptions(listed="date")).hits
    with (folder / "both.dng").open("ab") as file:
        file.write(b"more")
    report = library.trash([item.photo])
    assert trash.names() >= {"both.JPG"} and (folder / "both.dng").exists()
    assert [problem.path.name for problem in report.problems] == ["both.dng"]


def test_a_live_photo_goes_to_the_trash_with_its_video_and_another_recording_stays(
    make_library, folder, trash
):
    for name in ("two.MOV", "two.wav"):
        (folder / name).write_bytes(b"\0\0\0\x14ftypqt  " + bytes(500))
    (folder / "two.dng").unlink()
    library = make_library()
    library.index([folder])
    (item,) = library.search([Term(text="name:two")], SearchOptions(listed="date")).hits
    report = library.trash([item.photo])
    assert {"two.JPG", "two.MOV"} <= trash.names() and "two.wav" not in trash.names()
    assert {note.path.name for note in report.notes} == {"two.wav"}


def test_the_command_lists_one_line_with_both_files(make_library, folder, tmp_path, capsys):
    library = make_library()
    library.index([folder])
    library.close()
    assert main(["search", "date:2019-07-14", "--library", str(tmp_path / "library"), "--json"]) == 0
    (hit,) = json.loads(capsys.readouterr().out)["hits"]
    assert (hit["path"], hit["beside"]) == (str(folder / "both.JPG"), "both.dng")


def test_a_photo_that_is_not_in_the_library_is_named_and_nothing_goes(make_library, folder, trash):
    library = make_library()
    library.index([folder])
    with pytest.raises(Exception, match="no longer in the library"):
        library.trash([PhotoId(99)])
    assert not trash.names()
