"""A library and its server: sent once, sent again where it was lost, and with the scores of a local library."""

import shutil
from collections.abc import Callable

import pytest

from cbir.base.errors import CbirError, IndexUnreachable
from cbir.base.types import Filters, SearchOptions, Term
from cbir.cluster import PostgresCollections, library_folder
from cbir.cluster.words import RemoteWordIndex
from cbir.evaluation import rotated
from cbir.library import Library
from tests.cbir.stage_data import write_pictures
from tests.pictures import flat, photo, write_jpeg

pytestmark = pytest.mark.long
NAMES = ("chelsea", "rocket", "coffee")


@pytest.fixture(name="pictures")
def _pictures(tmp_path):
    write_pictures(tmp_path / "pictures", NAMES)
    return tmp_path / "pictures"


Fill = Callable[..., Library]


@pytest.fixture
def fill(make_library, tiny_codebook_file):
    """A function that opens a library with a codebook, and has it index some folders."""

    def filled(folder, *photos):
        library = make_library(folder)
        library.models.use_codebook(tiny_codebook_file)
        library.index(photos)
        return library

    return filled


@pytest.fixture(name="folder_of")
def _folder_of(database):
    """A function that makes a folder for a library on the server."""
    server, name = database
    return lambda folder: library_folder(
        f"postgresql://postgres@127.0.0.1:{server.port}/{name}?folder={folder}"
    )


@pytest.fixture(name="far")
def _far(folder_of, tmp_path):
    return folder_of(tmp_path / "library")


@pytest.fixture(name="lose")
def _lose(database):
    """A function that empties the database."""

    def lose():
        server, name = database
        for (schema,) in server.run(name, "SELECT nspname FROM pg_namespace WHERE nspname LIKE 'cbir%'"):
            server.run(name, f"DROP SCHEMA {schema} CASCADE")

    return lose


def verified(library, path):
    result = library.search([Term(path=path)], SearchOptions(engine="match"))
    return [hit.path.stem for hit in result.hits if hit.verified]


def test_what_the_server_lost_is_sent_again(pictures, make_library, far, fill, lose):
    library = fill(far, pictures)
    ((_, index),) = library.reader.current_index().indexes
    assert isinstance(index, RemoteWordIndex)
    library.close()
    lose()
    with make_library(far) as emptied:
        with pytest.raises(CbirError, match="cbir index FOLDER"):
            verified(emptied, pictures / "rocket.jpg")
        emptied.index([pictures])
        assert verified(emptied, pictures / "rocket.jpg") == ["rocket"]


def test_what_was_sent_is_not_sent_again(pictures, monkeypatch, far, fill):
    write_jpeg(pictures / "without words.jpg", flat(320, 240))
    library = fill(far, pictures)
    sent = []
    monkeypatch.setattr(PostgresCollections, "upsert", lambda _self, _name, keys, _rows: sent.extend(keys))
    library.index([pictures])
    library.compact()
    assert sent == []


def test_no_filter_cuts_the_photos_that_fit(pictures, tmp_path, far, fill):
    others = tmp_path / "others"
    write_pictures(others, ["astronaut", "camera", "coffee"])
    write_jpeg(others / "turned.jpg", rotated(photo("rocket"), 25).pixels)
    library = fill(far, pictures, others)
    options = SearchOptions(engine="match", filters=Filters(folders=(str(others),)))
    result = library.search([Term(path=pictures / "rocket.jpg")], options)
    assert [hit.path.stem for hit in result.hits if hit.verified] == ["turned"]


def test_a_filter_that_leaves_nothing_alike_finds_nothing(pictures, tmp_path, far, fill):
    others = tmp_path / "others"
    others.mkdir()
    write_jpeg(others / "without words.jpg", flat(320, 240))
    library = fill(far, pictures, others)
    options = SearchOptions(engine="match", filters=Filters(folders=(str(others),)))
    assert library.search([Term(path=pictures / "rocket.jpg")], options).hits == ()


def test_photos_that_could_not_be_sent_are_told_of_until_they_are(pictures, monkeypatch, far, fill):
    library = fill(far, pictures)

    def notes():
        return library.search([Term(path=pictures / "rocket.jpg")], SearchOptions(engine="match")).notes

    def gone(*_):
        raise IndexUnreachable("The server is gone.")

    assert notes() == ()
    write_pictures(pictures, ["astronaut"])
    with monkeypatch.context() as patched:
        patched.setattr(PostgresCollections, "upsert", gone)
        with pytest.raises(IndexUnreachable):
            library.index([pictures])
    assert "1 of 4 photos are not in the index on the server yet" in notes()[0]
    library.index([pictures])
    assert notes() == ()
    write_pictures(pictures, ["camera"])
    monkeypatch.setattr(PostgresCollections, "check", gone)
    with pytest.raises(IndexUnreachable):
        library.index([pictures])
    assert library.photo_count() == 4, "nothing is committed that cannot be sent"


def test_a_started_library_has_asked_its_server_before_the_first_search(
    pictures,
    make_library,
    monkeypatch,
    far,
    fill,
    lose,
):
    fill(far, pictures).close()
    asked = []
    nearest = PostgresCollections.nearest

    def noted(self, name, *args, **named):
        asked.append(name)
        return nearest(self, name, *args, **named)

    monkeypatch.setattr(PostgresCollections, "nearest", noted)
    with make_library(far) as library:
        library.start()
        assert [name.partition("_")[0] for name in asked] == ["words"]
    lose()
    with make_library(far) as library:
        library.start()  # searches say what is wrong


def test_scores_are_those_of_a_local_library(pictures, tmp_path, make_library, tiny_codebook_file, far):
    near, distant = make_library(), make_library(far)
    distant.models.use_codebook(tiny_codebook_file)
    asked = Term(path=write_jpeg(tmp_path / "turned.jpg", rotated(photo("chelsea"), 25).pixels))
    for step in ("index", "index more", "compact"):
        if step == "index more":
            write_pictures(pictures, ["astronaut"])
        for library in (near, distant):
            if step == "compact":
                library.compact()
            else:
                library.index([pictures])
        local, remote = (
            {hit.path: hit.score for hit in library.rank(asked, SearchOptions(engine="match"))}
            for library in (near, distant)
        )
        assert local == remote
        assert len(local) >= len(NAMES)


def test_libraries_of_one_name_leave_each_other_alone(pictures, tmp_path, make_library, folder_of, fill):
    write_pictures(tmp_path / "others", ["astronaut"])
    folders = [tmp_path / "one", tmp_path / "two"]
    for folder, photos in zip(folders, (pictures, tmp_path / "others"), strict=True):
        fill(folder_of(folder), photos).close()
    with make_library(folders[0]) as library:
        assert verified(library, pictures / "chelsea.jpg") == ["chelsea"]
    shutil.copytree(folders[0], tmp_path / "copy")
    (pictures / "chelsea.jpg").unlink()
    with make_library(tmp_path / "copy") as copy:
        copy.index([pictures, tmp_path / "others"])
        copy.compact()
        assert verified(copy, pictures / "rocket.jpg") == ["rocket"]
    write_pictures(pictures, ["chelsea"])
    with make_library(folders[0]) as library:
        assert verified(library, pictures / "chelsea.jpg") == ["chelsea"]


def test_an_older_copy_in_the_place_of_a_library_is_sent_anew(
    pictures, tmp_path, make_library, folder_of, fill
):
    folder = folder_of(tmp_path / "library")
    fill(folder, pictures).close()
    shutil.copytree(folder, tmp_path / "older")
    shutil.copy(pictures / "chelsea.jpg", tmp_path / "chelsea.jpg")
    (pictures / "chelsea.jpg").unlink()
    write_pictures(pictures, ["astronaut"])
    with make_library(folder) as library:
        library.index([pictures])
        library.compact()
    for path in folder.iterdir():
        shutil.rmtree(path) if path.is_dir() else path.unlink()
    shutil.copytree(tmp_path / "older", folder, dirs_exist_ok=True)
    (pictures / "astronaut.jpg").unlink()
    shutil.copy2(tmp_path / "chelsea.jpg", pictures / "chelsea.jpg")
    with make_library(folder) as library:
        library.index([pictures])
        for name in NAMES:
            assert verified(library, pictures / f"{name}.jpg") == [name]
