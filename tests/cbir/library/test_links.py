"""Whatever the library writes: a link in the place of a file is never written through."""

from collections.abc import Callable

import pytest

from cbir.base.errors import CbirError
from cbir.base.storage import checksum, write_atomically
from cbir.base.types import Album, Filters, Term
from cbir.catalog import Catalog, compare_pages
from cbir.library import Library
from tests.pictures import photo, write_jpeg

Make = Callable[..., Library]


def write_everything(library, pictures):
    """Index, mark, keep, train, merge, check and throw nothing away."""
    write_jpeg(pictures / "chelsea.jpg", photo("chelsea"))
    write_jpeg(pictures / "coffee.jpg", photo("coffee")[:-9])
    library.index([pictures])
    photos = library.find_photos([pictures / "coffee.jpg"])
    library.marks.set_rating(photos, 4)
    library.albums.keep([Album(name="best", filters=Filters(min_rating=4), id="1")])
    library.duplicates.find()
    library.compact()
    library.check(deep=True)
    assert library.search([Term(path=pictures / "chelsea.jpg")]).hits


@pytest.mark.parametrize("hard", [False, True], ids=["symbolic", "hard"])
def test_every_file_of_a_library_may_be_a_link_and_none_is_written_through(make_library, tmp_path, hard):
    pictures, victims = tmp_path / "pictures", tmp_path / "victims"
    for name in ("coffee", "rocket"):
        write_jpeg(pictures / f"{name}.jpg", photo(name))
    with make_library() as library:
        library.index([pictures])
    names = ["thumbnails/.unfinished-writing", "writer.lock", "writer.json", "catalog.checksums"]
    for name in names:
        (library.folder / name).touch()
    contents = {}
    for path in [path for path in library.folder.rglob("*") if path.is_file()]:
        if path.name == "catalog.sqlite" or (hard and path.name == "writer.lock"):
            continue  # refused, and never written into
        victim = victims / path.relative_to(library.folder)
        victim.parent.mkdir(parents=True, exist_ok=True)
        path.replace(victim)
        (path.hardlink_to if hard else path.symlink_to)(victim)
        contents[victim] = checksum(victim)
    assert {(victims / name) for name in names if not hard or name != "writer.lock"} <= contents.keys()
    with make_library(library.folder) as library:
        write_everything(library, pictures)
    changed = [victim for victim, content in contents.items() if checksum(victim) != content]
    assert changed == []
    assert compare_pages(library.folder / "catalog.sqlite").changed == 0


def test_checksums_that_are_a_link_to_a_file_of_another_are_made_anew(tmp_path):
    catalog, victim = tmp_path / "catalog.sqlite", tmp_path / "diary.txt"
    with Catalog.open(catalog, writable=True):
        pass
    victim.write_bytes(b"Dear diary")
    (tmp_path / "catalog.checksums").unlink()
    (tmp_path / "catalog.checksums").symlink_to(victim)
    with Catalog.open(catalog, writable=True) as opened, opened.transaction():
        opened.settings.set("a", "b")
    assert victim.read_bytes() == b"Dear diary"
    assert not (tmp_path / "catalog.checksums").is_symlink()
    assert compare_pages(catalog).pages > 0


def test_checksums_that_are_a_folder_stop_neither_writing_nor_closing(tmp_path):
    catalog, folder = tmp_path / "catalog.sqlite", tmp_path / "catalog.checksums"
    with Catalog.open(catalog, writable=True):
        pass
    folder.unlink()
    folder.mkdir()
    with Catalog.open(catalog, writable=True) as opened, opened.transaction():
        opened.settings.set("a", "b")
    with Catalog.open(catalog, writable=False) as opened:
        assert opened.settings.get("a") == "b"


def test_a_catalog_that_is_a_link_is_read_and_never_written_to(tmp_path):
    elsewhere, catalog = tmp_path / "elsewhere.sqlite", tmp_path / "catalog.sqlite"
    with Catalog.open(elsewhere, writable=True):
        pass
    catalog.symlink_to(elsewhere)
    with pytest.raises(CbirError, match="is a link, and is not written to"):
        Catalog.open(catalog, writable=True)
    Catalog.open(catalog, writable=False).close()


def test_a_link_under_the_name_of_what_is_about_to_be_written_is_not_followed(tmp_path, monkeypatch):
    victim = tmp_path / "diary.txt"
    victim.write_bytes(b"Dear diary")
    planned = tmp_path / ".unfinished-0-1-2-searches.json"
    planned.symlink_to(victim)
    monkeypatch.setattr("cbir.base.storage.temporary_name", lambda _path: planned)
    with pytest.raises(FileExistsError):
        write_atomically(tmp_path / "searches.json", b"[]")
    assert victim.read_bytes() == b"Dear diary"
