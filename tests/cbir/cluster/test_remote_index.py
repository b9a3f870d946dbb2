"""A library and its Milvus: sent once, sent again where it was lost, and explained where it cannot be asked."""

import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial

import numpy as np
import pytest

from cbir.base.errors import CbirError, IndexUnreachable
from cbir.base.layout import Layout
from cbir.base.types import Filters, SearchOptions, Term
from cbir.cluster import Address, MilvusCollections, library_folder
from cbir.cluster.words import RemoteWordIndex
from cbir.evaluation import rotated
from cbir.library import Library
from tests.cbir.inside import reader_of
from tests.cbir.stage_data import write_pictures
from tests.extras import needs
from tests.pictures import flat, photo, write_jpeg

needs("pymilvus", "milvus_lite", reason="the extra cluster is not installed")
NAMES = ("chelsea", "rocket", "coffee")


@pytest.fixture(name="collections")
def _collections(tmp_path):
    return MilvusCollections(Address(server=None, name="photos"), tmp_path / "milvus.db")


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


@pytest.fixture(name="lite")
def _lite(tmp_path):
    """A folder for a library on Milvus Lite."""
    return library_folder(f"milvus:{tmp_path / 'library'}")


def verified(library, path):
    result = library.search([Term(path=path)], SearchOptions(engine="match"))
    return [hit.path.stem for hit in result.hits if hit.verified]


def test_rows_are_found_by_inner_product_and_sent_twice_are_there_once(collections):
    rows = [{1: 1.0}, {1: 0.5, 2: 1.0}, {3: 1.0}]
    try:
        collections.make("words", dimension=None)
        for _ in range(2):
            collections.upsert("words", [1, 2, 3], rows)
        assert collections.count("words") == 3
        query = {1: 2.0, 2: 0.5}
        assert collections.nearest("words", query, 9, among=None).tolist() == [1, 2]
        assert collections.nearest("words", query, 9, among=np.array([2])).tolist() == [2]
        collections.delete("words", [1, 99])
        assert collections.nearest("words", query, 9, among=None).tolist() == [2]
    finally:
        collections.close()


@pytest.mark.long
def test_what_milvus_lost_is_sent_again(pictures, make_library, lite, fill):
    library = fill(lite, pictures)
    ((_, index),) = reader_of(library).current_index().indexes
    assert isinstance(index, RemoteWordIndex)
    library.close()
    shutil.rmtree(Layout(lite).milvus_data)
    with make_library(lite) as emptied:
        with pytest.raises(CbirError, match="cbir index FOLDER"):
            verified(emptied, pictures / "rocket.jpg")
        emptied.index([pictures])
        assert verified(emptied, pictures / "rocket.jpg") == ["rocket"]


@pytest.mark.long
def test_what_was_sent_is_not_sent_again(pictures, monkeypatch, lite, fill):
    write_jpeg(pictures / "without words.jpg", flat(320, 240))
    library = fill(lite, pictures)
    sent = []
    monkeypatch.setattr(MilvusCollections, "upsert", lambda _self, _name, keys, _rows: sent.extend(keys))
    library.index([pictures])
    library.compact()
    assert sent == []


@pytest.mark.long
def test_no_filter_cuts_the_photos_that_fit(pictures, tmp_path, monkeypatch, lite, fill):
    others = tmp_path / "others"
    write_pictures(others, ["astronaut", "camera", "coffee"])
    write_jpeg(others / "turned.jpg", rotated(photo("rocket"), 25).pixels)
    library = fill(lite, pictures, others)
    monkeypatch.setattr("cbir.cluster.words.MOST_FOUND", 1)  # which is not one that fits
    monkeypatch.setattr("cbir.cluster.naming.MOST_NAMED", 2)  # and four do
    options = SearchOptions(engine="match", filters=Filters(folders=(str(others),)))
    result = library.search([Term(path=pictures / "rocket.jpg")], options)
    assert [hit.path.stem for hit in result.hits if hit.verified] == ["turned"]


@pytest.mark.long
def test_a_filter_that_leaves_nothing_alike_finds_nothing(pictures, tmp_path, lite, fill):
    others = tmp_path / "others"
    others.mkdir()
    write_jpeg(others / "without words.jpg", flat(320, 240))
    library = fill(lite, pictures, others)
    options = SearchOptions(engine="match", filters=Filters(folders=(str(others),)))
    assert library.search([Term(path=pictures / "rocket.jpg")], options).hits == ()


def test_several_requests_name_what_one_would(monkeypatch, collections):
    keys = list(range(1, 42))
    try:
        collections.make("words", dimension=None)
        collections.upsert("words", keys, [{1: (key * 7 % 41) + 1.0} for key in keys])
        among = np.array([1, 2, 4, 5, *range(11, 20), 22, 23, *range(30, 41)])
        best = sorted(among.tolist(), key=lambda key: -(key * 7 % 41))[:12]
        assert collections.nearest("words", {1: 1.0}, 12, among=among).tolist() == best
        monkeypatch.setattr("cbir.cluster.naming.MOST_NAMED", 3)
        monkeypatch.setattr("cbir.cluster.naming.MOST_RANGES", 1)
        assert collections.nearest("words", {1: 1.0}, 12, among=among).tolist() == best
        nothing = np.zeros(0, np.int64)
        assert collections.nearest("words", {1: 1.0}, 12, among=nothing).tolist() == []
    finally:
        collections.close()


def test_a_collection_that_was_made_by_half_is_finished(collections, monkeypatch):
    from pymilvus import MilvusClient
    from pymilvus.exceptions import MilvusException

    def stopped(*_, **__):
        raise MilvusException(message="The server was stopped.")

    try:
        with monkeypatch.context() as patched:
            patched.setattr(MilvusClient, "create_index", stopped)
            with pytest.raises(IndexUnreachable):
                collections.make("words", dimension=None)
        assert not collections.has("words")
        with pytest.raises(IndexUnreachable, match="Index your folders again"):
            collections.nearest("words", {1: 1.0}, 1, among=None)
        collections.make("words", dimension=None)
        collections.upsert("words", [4], [{1: 1.0}])
        assert collections.nearest("words", {1: 1.0}, 1, among=None).tolist() == [4]
    finally:
        collections.close()


@pytest.mark.long
def test_photos_that_could_not_be_sent_are_told_of_until_they_are(pictures, monkeypatch, lite, fill):
    library = fill(lite, pictures)

    def notes():
        return library.search([Term(path=pictures / "rocket.jpg")], SearchOptions(engine="match")).notes

    def gone(*_):
        raise IndexUnreachable("Milvus is gone.")

    assert notes() == ()
    write_pictures(pictures, ["astronaut"])
    with monkeypatch.context() as patched:
        patched.setattr(MilvusCollections, "upsert", gone)
        with pytest.raises(IndexUnreachable):
            library.index([pictures])
    assert "1 of 4 photos are not in the index on the server yet" in notes()[0]
    library.index([pictures])
    assert notes() == ()
    write_pictures(pictures, ["camera"])
    monkeypatch.setattr(MilvusCollections, "check", gone)
    with pytest.raises(IndexUnreachable):
        library.index([pictures])
    assert library.photo_count() == 4, "nothing is committed that cannot be sent"


@pytest.mark.long
def test_a_started_library_has_asked_milvus_before_the_first_search(
    pictures,
    make_library,
    monkeypatch,
    lite,
    fill,
):
    fill(lite, pictures).close()
    asked = []
    nearest = MilvusCollections.nearest

    def noted(self, name, *args, **named):
        asked.append(name)
        return nearest(self, name, *args, **named)

    monkeypatch.setattr(MilvusCollections, "nearest", noted)
    with make_library(lite) as library:
        library.start()
        assert [name.partition("_")[0] for name in asked] == ["words"]
    shutil.rmtree(Layout(lite).milvus_data)
    with make_library(lite) as library:
        library.start()  # searches say what is wrong


@pytest.mark.long
def test_scores_are_those_of_a_local_library(pictures, tmp_path, make_library, tiny_codebook_file):
    near, far = make_library(), make_library(library_folder(f"milvus:{tmp_path / 'far'}"))
    far.models.use_codebook(tiny_codebook_file)
    asked = Term(path=write_jpeg(tmp_path / "turned.jpg", rotated(photo("chelsea"), 25).pixels))
    for step in ("index", "index more", "compact"):
        if step == "index more":
            write_pictures(pictures, ["astronaut"])
        for library in (near, far):
            if step == "compact":
                library.compact()
            else:
                library.index([pictures])
        local, remote = (
            {hit.path: hit.score for hit in library.rank(asked, SearchOptions(engine="match"))}
            for library in (near, far)
        )
        assert local == remote
        assert len(local) >= len(NAMES)


@pytest.fixture(name="server")
def _server(tmp_path):
    """HOST:PORT of a Milvus that is there for several libraries."""
    from milvus_lite.server_manager import server_manager_instance

    data = str(tmp_path / "server.db")
    address = server_manager_instance.start_and_get_uri(data)
    assert address is not None
    yield address.removeprefix("http://")
    server_manager_instance.release_server(data)


@pytest.mark.parametrize(("version", "old"), [("v2.3.21", True), ("2.4.0", False), ("v3.1-dev", False)])
def test_a_server_that_is_too_old_is_named(server, tmp_path, monkeypatch, version, old):
    from pymilvus import MilvusClient

    monkeypatch.setattr(MilvusClient, "get_server_version", lambda *_, **__: version)
    collections = MilvusCollections(Address(server=f"http://{server}", name="photos"), tmp_path / "unused.db")
    try:
        if old:
            with pytest.raises(IndexUnreachable, match=r"is version 2\.3\.21\. A library needs 2\.4"):
                collections.check()
        else:
            collections.check()
    finally:
        collections.close()


@pytest.mark.long
def test_libraries_of_one_name_leave_each_other_alone(pictures, tmp_path, make_library, server, fill):
    write_pictures(tmp_path / "others", ["astronaut"])
    folders = [tmp_path / "one", tmp_path / "two"]
    for folder, photos in zip(folders, (pictures, tmp_path / "others"), strict=True):
        fill(library_folder(f"milvus://{server}/photos?folder={folder}"), photos).close()
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


def test_a_server_that_goes_away_is_noticed(tmp_path, monkeypatch):
    from milvus_lite.server_manager import server_manager_instance

    monkeypatch.setattr("cbir.cluster.milvus.SEARCH_S", 2.0)
    server = server_manager_instance.start_and_get_uri(str(tmp_path / "server.db"))
    collections = MilvusCollections(Address(server=server, name="photos"), tmp_path / "milvus.db")
    try:
        collections.make("words", dimension=None)
        collections.check()
        server_manager_instance.release_server(str(tmp_path / "server.db"))
        with pytest.raises(IndexUnreachable):
            collections.check()
        with pytest.raises(IndexUnreachable):
            collections.nearest("words", {1: 1.0}, 9, among=None)
    finally:
        collections.close()


def _listens(port):
    with socket.socket() as tried:
        return tried.connect_ex(("127.0.0.1", port)) == 0


@pytest.mark.long
@pytest.mark.skipif(sys.platform == "win32", reason="processes cannot be stopped there")
@pytest.mark.timeout(120)
def test_a_server_that_hangs_is_given_up_soon(tmp_path, monkeypatch):
    for limit, seconds in (("_CHECK_S", 1.0), ("SEARCH_S", 2.0), ("_TIMEOUT_S", 600.0)):
        monkeypatch.setattr(f"cbir.cluster.milvus.{limit}", seconds)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    address = Address(server=f"http://127.0.0.1:{port}", name="photos")
    first, second = (MilvusCollections(address, tmp_path / "milvus.db") for _ in range(2))
    command = [sys.executable, "-m", "milvus_lite", "server", "--data-dir", str(tmp_path / "server.db")]
    with subprocess.Popen([*command, "--host", "127.0.0.1", "--port", str(port)]) as process:
        try:
            while not _listens(port):
                time.sleep(0.1)
            first.make("words", dimension=None)
            second.check()
            process.send_signal(signal.SIGSTOP)
            os.waitpid(process.pid, os.WUNTRACED)  # until all its threads have stopped
            for hanging in (
                first.check,
                partial(first.nearest, "words", {1: 1.0}, 9, among=None),
                partial(second.has, "words"),
            ):
                with pytest.raises(IndexUnreachable, match="Deadline Exceeded"):
                    hanging()
        finally:
            process.kill()
            first.close()
            second.close()


@pytest.mark.long
def test_an_older_copy_in_the_place_of_a_library_is_sent_anew(pictures, tmp_path, make_library, server, fill):
    folder = library_folder(f"milvus://{server}/photos?folder={tmp_path / 'library'}")
    fill(folder, pictures).close()
    shutil.copytree(folder, tmp_path / "older")
    shutil.copy(pictures / "chelsea.jpg", tmp_path / "chelsea.jpg")
    (pictures / "chelsea.jpg").unlink()
    write_pictures(pictures, ["astronaut"])
    with make_library(folder) as library:
        library.index([pictures])
        library.compact()
    for one in folder.iterdir():
        shutil.rmtree(one) if one.is_dir() else one.unlink()
    shutil.copytree(tmp_path / "older", folder, dirs_exist_ok=True)
    (pictures / "astronaut.jpg").unlink()
    shutil.copy2(tmp_path / "chelsea.jpg", pictures / "chelsea.jpg")
    with make_library(folder) as library:
        library.index([pictures])
        for name in NAMES:
            assert verified(library, pictures / f"{name}.jpg") == [name]


@pytest.mark.long
def test_a_second_process_is_told_to_wait_for_the_first(tmp_path, collections):
    collections.make("words", dimension=None)
    code = (
        "import sys; from pathlib import Path; from cbir.cluster import Address, MilvusCollections\n"
        "try: MilvusCollections(Address(server=None, name='photos'), Path(sys.argv[1])).has('words')\n"
        "except Exception as error: print(type(error).__name__, error)"
    )
    try:
        asked = [sys.executable, "-c", code, str(tmp_path / "milvus.db")]
        told = subprocess.run(asked, capture_output=True, text=True, check=False, timeout=100)
    finally:
        collections.close()
    assert "IndexUnreachable Milvus Lite cannot open" in told.stdout
    assert "Traceback" not in told.stderr


def test_a_server_that_is_not_there_is_named(tmp_path, monkeypatch, server):
    monkeypatch.setattr("cbir.cluster.milvus.CONNECT_S", 0.5)
    nobody = MilvusCollections(Address(server="http://127.0.0.1:9", name="photos"), tmp_path / "milvus.db")
    with pytest.raises(CbirError, match=r"Milvus at http://127.0.0.1:9 cannot be reached .* Start it"):
        nobody.has("words")


def test_without_the_extra_the_package_is_named(monkeypatch, collections):
    monkeypatch.setitem(sys.modules, "pymilvus", None)
    with pytest.raises(CbirError, match=r'pip install "cbir\[cluster\]"'):
        collections.has("words")
