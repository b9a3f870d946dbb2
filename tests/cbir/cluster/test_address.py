"""Addresses of libraries on a server: what they name, and what is said of those that name nothing."""

import shutil
import sys

import pytest

from cbir.base.errors import CbirError
from cbir.base.layout import Layout
from cbir.base.types import Term
from cbir.cli import main
from cbir.cluster import Address, library_folder
from cbir.cluster.address import own_address, read_address
from cbir.library import Library
from tests.cbir.stage_data import write_pictures


@pytest.fixture(autouse=True)
def _own_data(tmp_path, monkeypatch):
    monkeypatch.setattr("cbir.cluster.address.default_folder", lambda: tmp_path / "data" / "library")


def test_a_path_is_a_folder_and_gets_no_note(tmp_path):
    assert library_folder(str(tmp_path / "photos")) == tmp_path / "photos"
    assert not (tmp_path / "photos").exists()
    assert read_address(Layout(tmp_path)) is None


def test_a_server_has_a_folder_of_its_own_and_is_found_again(tmp_path):
    folder = library_folder("postgresql://anna@museum:5433/photos")
    assert folder == tmp_path / "data" / "postgresql" / "museum-5433" / "photos"
    assert read_address(Layout(folder)) == Address(
        server="postgresql://anna@museum:5433/photos", name="photos"
    )
    assert library_folder("postgresql://anna@museum:5433/photos") == folder
    assert library_folder("postgresql://museum:5434/photos") != folder


def test_a_folder_can_be_named_with_the_server(tmp_path):
    text = f"postgresql://[::1]:5433/photos?folder={tmp_path / 'here'}"
    assert library_folder(text) == tmp_path / "here"
    assert read_address(Layout(tmp_path / "here")) == Address(
        server="postgresql://[::1]:5433/photos", name="photos"
    )
    with pytest.raises(CbirError, match="belongs to the library photos on postgresql"):
        library_folder(f"postgresql://elsewhere/photos?folder={tmp_path / 'here'}")


def test_a_server_may_be_spoken_to_over_tls(tmp_path):
    secret = library_folder("postgresql://museum/photos?tls=on")
    address = read_address(Layout(secret))
    assert address is not None and address.server == "postgresql://museum/photos?sslmode=verify-full"
    with pytest.raises(CbirError, match="belongs to the library photos on postgresql"):
        library_folder("postgresql://museum/photos?tls=off")
    for strange in ("tls=yes", "tls=on&tls=off", "TLS=on"):
        with pytest.raises(CbirError, match="is not a library address"):
            library_folder(f"postgresql://elsewhere/photos?{strange}")


def test_libraries_in_one_database_have_ids_of_their_own(tmp_path):
    one, two = (
        library_folder(f"postgresql://museum/photos?folder={tmp_path / name}") for name in ("one", "two")
    )
    kept = own_address(Layout(one))
    assert kept is not None and kept.id and kept.id == id_of(one)
    assert id_of(two) not in (None, "", kept.id)
    shutil.copytree(one, tmp_path / "copy")
    assert id_of(tmp_path / "copy") == kept.id, "searches find what the other one sent"
    own_address(Layout(tmp_path / "copy"))
    assert id_of(tmp_path / "copy") not in (None, "", kept.id)


def id_of(folder):
    address = read_address(Layout(folder))
    return None if address is None else address.id


@pytest.mark.parametrize(
    "text",
    [
        "postgresql:",
        "postgresql://museum",
        "postgresql://museum/two words",
        "postgresql:///photos",
        "postgresql://museum:many/photos",
        "postgresql://museum/photos?fold=x",
    ],
)
def test_what_is_no_address_is_explained_and_leaves_nothing(text, tmp_path):
    with pytest.raises(CbirError, match="postgresql://localhost/photos"):
        library_folder(text)
    assert not list(tmp_path.iterdir())


def test_a_password_in_an_address_is_refused(tmp_path):
    with pytest.raises(CbirError, match="PGPASSWORD"):
        library_folder("postgresql://me:secret@museum/photos")
    assert not list(tmp_path.iterdir())


def test_a_local_library_is_not_taken_over(tmp_path):
    Library.open(tmp_path / "library", create=True).close()
    with pytest.raises(CbirError, match="index is on this computer"):
        library_folder(f"postgresql://museum/photos?folder={tmp_path / 'library'}")


def test_a_damaged_note_is_explained(tmp_path):
    folder = library_folder(f"postgresql://museum/photos?folder={tmp_path / 'library'}")
    for damage in (
        "",
        "{}",
        "[]",
        '{"server": null, "name": "a", "id": "b"}',
        '{"server": 3, "name": "photos"}',
        '{"server": "postgresql://museum/photos", "name": "a", "id": "; drop"}',
        '{"server": "postgresql://museum/photos", "name": "; drop"}',
    ):
        Layout(folder).server_note.write_text(damage)
        with pytest.raises(CbirError, match=r"server\.json"):
            Library.open(folder, create=True)


def test_without_a_library_the_command_says_how_to_make_one(tmp_path, capsys):
    for folder in (tmp_path / "new" / "library", tmp_path / "mine"):
        (tmp_path / "mine").mkdir(exist_ok=True)
        address = f"postgresql://museum/photos?folder={folder}"
        assert main(["library", "info", "--library", address]) == 2
        assert "Make one with: cbir index FOLDER" in capsys.readouterr().err
    assert [path.name for path in tmp_path.rglob("*")] == ["mine"]


def test_a_library_on_a_server_is_not_moved(tmp_path, capsys):
    address = f"postgresql://museum/photos?folder={tmp_path / 'library'}"
    Library.open(library_folder(address), create=True).close()
    assert main(["library", "move", str(tmp_path / "new"), "--library", address]) == 2
    assert "cannot be moved" in capsys.readouterr().err


def test_a_library_on_milvus_is_told_how_to_become_a_local_one(tmp_path, make_library, capsys):
    write_pictures(tmp_path / "pictures", ["rocket"])
    with make_library(tmp_path / "library") as library:
        library.index([tmp_path / "pictures"])
    Layout(tmp_path / "library").milvus_note.write_text('{"server": null, "name": "photos", "id": ""}')
    with pytest.raises(
        CbirError, match=r"Delete milvus\.json and milvus\.db in .*library: the library then uses"
    ):
        Library.open(tmp_path / "library")
    Layout(tmp_path / "library").milvus_note.unlink()
    with make_library(tmp_path / "library") as library:
        assert [
            hit.path.stem for hit in library.search([Term(path=tmp_path / "pictures" / "rocket.jpg")]).hits
        ]
    for address in ("milvus://museum:19530/photos", f"milvus:{tmp_path / 'library'}"):
        assert main(["library", "info", "--library", address]) == 2
        assert "is on Milvus, which cbir does not use any more. Name the folder" in capsys.readouterr().err


def test_nothing_of_the_wing_is_imported_for_a_local_library(tmp_path):
    before = set(sys.modules)
    with Library.open(tmp_path / "library", create=True) as library:
        assert library.info(sizes=False).photos == 0
    new = set(sys.modules) - before
    assert not [name for name in new if name.split(".")[0] in {"psycopg", "distributed"}]
    assert not [name for name in new if name.startswith("cbir.cluster.")]
