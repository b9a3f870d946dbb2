"""Addresses of libraries on Milvus: what they name, and what is said of those that name nothing."""

import shutil
import sys

import pytest

from cbir.base.errors import CbirError
from cbir.base.layout import Layout
from cbir.cli import main
from cbir.cluster import Address, library_folder
from cbir.cluster.address import own_address, read_address
from cbir.library import Library


@pytest.fixture(autouse=True)
def _own_data(tmp_path, monkeypatch):
    monkeypatch.setattr("cbir.cluster.address.default_folder", lambda: tmp_path / "data" / "library")


def test_a_path_is_a_folder_and_gets_no_note(tmp_path):
    assert library_folder(str(tmp_path / "photos")) == tmp_path / "photos"
    assert not (tmp_path / "photos").exists()
    assert read_address(Layout(tmp_path)) is None


def test_a_server_has_a_folder_of_its_own_and_is_found_again(tmp_path):
    folder = library_folder("milvus://museum:19530/photos")
    assert folder == tmp_path / "data" / "milvus" / "museum-19530" / "photos"
    assert read_address(Layout(folder)) == Address(server="http://museum:19530", name="photos")
    assert library_folder("milvus://museum/photos") == folder  # Milvus' own port
    assert library_folder("milvus://museum:19531/photos") != folder


def test_a_folder_can_be_named_with_the_server(tmp_path):
    text = f"milvus://[::1]:19530/photos?folder={tmp_path / 'here'}"
    assert library_folder(text) == tmp_path / "here"
    assert read_address(Layout(tmp_path / "here")) == Address(server="http://[::1]:19530", name="photos")
    with pytest.raises(CbirError, match="belongs to the library photos on http"):
        library_folder(f"milvus://elsewhere/photos?folder={tmp_path / 'here'}")


def test_a_server_may_be_spoken_to_over_tls(tmp_path):
    secret = library_folder("milvus://museum/photos?tls=on")
    assert read_address(Layout(secret)) == Address(server="https://museum:19530", name="photos")
    with pytest.raises(CbirError, match="belongs to the library photos on https"):
        library_folder("milvus://museum/photos?tls=off")
    for strange in ("tls=yes", "tls=on&tls=off", "TLS=on"):
        with pytest.raises(CbirError, match="is not a library address"):
            library_folder(f"milvus://elsewhere/photos?{strange}")


def test_libraries_of_one_name_have_ids_of_their_own(tmp_path):
    one, two, lite = (
        library_folder(f"milvus:{rest}")
        for rest in (
            f"//museum/photos?folder={tmp_path / 'one'}",
            f"//museum/photos?folder={tmp_path / 'two'}",
            f"{tmp_path / 'lite'}",
        )
    )
    kept = own_address(Layout(one))
    assert kept is not None and kept.id and kept.id == id_of(one)
    assert id_of(two) not in (None, "", kept.id)
    assert own_address(Layout(lite)) == Address(server=None, name="photos") and id_of(lite) == ""
    shutil.copytree(one, tmp_path / "copy")
    assert id_of(tmp_path / "copy") == kept.id, "searches find what the other one sent"
    own_address(Layout(tmp_path / "copy"))
    assert id_of(tmp_path / "copy") not in (None, "", kept.id)
    Layout(two).milvus_note.write_text('{"server": "http://museum:19530", "name": "photos"}')
    assert id_of(two) == "", "as libraries were made before there were ids"
    own_address(Layout(two))
    assert id_of(two) not in (None, "", kept.id)


def id_of(folder):
    address = read_address(Layout(folder))
    return None if address is None else address.id


@pytest.mark.parametrize(
    "text",
    [
        "milvus:",
        "milvus://museum",
        "milvus://museum/two words",
        "milvus:///photos",
        "milvus://museum:many/photos",
        "milvus://me:secret@museum/photos",
        "milvus://museum/photos?fold=x",
    ],
)
def test_what_is_no_address_is_explained_and_leaves_nothing(text, tmp_path):
    with pytest.raises(CbirError, match="milvus://localhost:19530/photos"):
        library_folder(text)
    assert not list(tmp_path.iterdir())


def test_a_local_library_is_not_taken_over(tmp_path):
    Library.open(tmp_path / "library", create=True).close()
    with pytest.raises(CbirError, match="index is on this computer"):
        library_folder(f"milvus:{tmp_path / 'library'}")


def test_a_damaged_note_is_explained(tmp_path):
    folder = library_folder(f"milvus:{tmp_path / 'library'}")
    for damage in (
        "",
        "{}",
        "[]",
        '{"server": null, "name": "a", "id": "; drop"}',
        '{"server": 3, "name": "photos"}',
        '{"server": null, "name": "; drop"}',
    ):
        Layout(folder).milvus_note.write_text(damage)
        with pytest.raises(CbirError, match=r"milvus\.json"):
            Library.open(folder, create=True)


def test_without_a_library_the_command_says_how_to_make_one(tmp_path, capsys):
    for folder in (tmp_path / "new" / "library", tmp_path / "mine"):
        (tmp_path / "mine").mkdir(exist_ok=True)
        assert main(["library", "info", "--library", f"milvus:{folder}"]) == 2
        assert "Make one with: cbir index FOLDER" in capsys.readouterr().err
    assert main(["index", str(tmp_path / "none"), "--library", "milvus://nowhere.invalid/photos"]) == 2
    assert [one.name for one in tmp_path.rglob("*")] == ["mine"]


def test_a_library_on_milvus_is_not_moved(tmp_path, capsys):
    address = f"milvus:{tmp_path / 'library'}"
    Library.open(library_folder(address), create=True).close()
    assert main(["library", "move", str(tmp_path / "new"), "--library", address]) == 2
    assert "cannot be moved" in capsys.readouterr().err


def test_nothing_of_milvus_is_imported_for_a_local_library(tmp_path):
    before = set(sys.modules)
    with Library.open(tmp_path / "library", create=True) as library:
        assert library.info(sizes=False).photos == 0
    new = set(sys.modules) - before
    assert not [name for name in new if name.split(".")[0] in {"pymilvus", "milvus_lite", "grpc"}]
    assert not [name for name in new if name.startswith("cbir.cluster.m")]
