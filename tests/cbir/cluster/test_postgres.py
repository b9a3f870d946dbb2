"""A library whose index is in PostgreSQL: filled once, filled again, and explained where it cannot be asked."""

import os
import subprocess
import sys
import threading
import time
from functools import partial

import numpy as np
import pytest

from cbir.base.errors import CbirError, IndexUnreachable
from cbir.base.types import SearchOptions, Term
from cbir.cluster import Address, PostgresCollections, library_folder
from cbir.cluster.columns import SparseRow
from tests.cbir.cluster.postgres_server import needs_postgres, servers
from tests.cbir.stage_data import write_pictures

pytestmark = pytest.mark.long
NAMES = ("chelsea", "rocket", "coffee")


@pytest.fixture(name="make_server", scope="module")
def _make_server():
    with servers() as make:
        yield make


def opened(server, database, id="ab"):
    return PostgresCollections(Address(server=server.uri(database), name=database, id=id))


@pytest.fixture(name="collections")
def _collections(database):
    collections = opened(*database)
    yield collections
    collections.close()


@pytest.fixture(name="vectors")
def _vectors():
    rows = np.random.default_rng(0).standard_normal((3000, 16)).astype(np.float32)
    return rows / np.linalg.norm(rows, axis=1, keepdims=True)


def words(row):
    """A row of visual words, from their values by word."""
    return SparseRow(
        np.array(sorted(row), np.uint32), np.array([row[word] for word in sorted(row)], np.float32)
    )


def traits(number):
    return {"format": "png" if number % 100 == 0 else "jpeg", "orientation": number % 3 - 1, "pixels": number}


def verified(library, path):
    result = library.search([Term(path=path)], SearchOptions(engine="match"))
    return [hit.path.stem for hit in result.hits if hit.verified]


def test_words_are_found_by_inner_product_and_sent_twice_are_there_once(collections):
    collections.make("words", dimension=None)
    for _ in range(2):
        collections.upsert("words", [1, 2, 3], list(map(words, ({1: 1.0}, {1: 0.5, 2: 1.0}, {3: 1.0}))))
    assert collections.count("words") == 3
    query = words({1: 2.0, 2: 0.5})
    assert collections.nearest("words", query, 9, among=None).tolist() == [1, 2]
    assert collections.nearest("words", query, 1, among=None).tolist() == [1]
    assert collections.nearest("words", query, 9, among=np.array([2])).tolist() == [2]
    collections.delete("words", [1, 99])
    assert collections.nearest("words", query, 9, among=None).tolist() == [2]
    assert collections.count("words") == 2
    collections.upsert("words", [1], [words({1: 1.0})])  # an older copy of the folder has it still
    assert collections.nearest("words", query, 9, among=None).tolist() == [1, 2]
    assert collections.delete_above("words", 3) == 0 and collections.count("words") == 3
    assert collections.delete_above("words", 2) == 1
    assert collections.nearest("words", query, 9, among=None).tolist() == []


def test_many_small_chunks_become_one_with_the_same_answers(collections, database):
    collections.make("words", dimension=None)
    rng = np.random.default_rng(0)
    rows = [{int(word): float(rng.uniform(0.1, 1)) for word in rng.integers(0, 50, 9)} for _ in range(40)]
    for number, row in enumerate(rows):
        collections.upsert("words", [number], [words(row)])
    collections.delete("words", [5, 7])
    query = words({word: 1.0 + word / 50 for word in range(50)})
    before = collections.nearest("words", query, 40, among=None)
    collections.flush("words")
    assert collections.nearest("words", query, 40, among=None).tolist() == before.tolist()
    server, name = database
    assert server.run(name, "SELECT count(*) FROM cbir_ab.words_chunks") == [(1,)]
    assert server.run(name, "SELECT count(*) FROM cbir_ab.words_rows") == [(38,)]
    assert collections.count("words") == 38


def test_vectors_are_found_with_and_without_filters(collections, database, vectors, monkeypatch):
    monkeypatch.setattr(
        "cbir.cluster.postgres.MOST_SCANNED", 10
    )  # the index gives up before a filter has enough
    server, name = database
    server.run(name, f"ALTER DATABASE {name} SET enable_sort = off")  # so few rows would be sorted without it
    collections.make("vectors", dimension=16)
    keys = list(range(len(vectors)))
    collections.upsert("vectors", keys, list(vectors), [traits(key) for key in keys])
    collections.flush("vectors")
    for query in vectors[:20]:
        best = np.argsort(-(vectors @ query))
        assert np.isin(best[:10], collections.nearest("vectors", query, 50, among=None)).mean() > 0.9
        for among, expression in (
            (np.arange(0, 3000, 100), "(format = 'png')"),  # so few that the index alone finds none of them
            (np.arange(1000, 3000), "(pixels >= 1000)"),
            (np.array([7, 8]), None),
        ):
            few = collections.nearest("vectors", query, 20, expression=expression, among=among)
            assert len(few) == min(20, len(among)) and np.isin(few, among).all()
            assert few[0] == best[np.isin(best, among)][0]
    collections.delete("vectors", keys[:2000])
    assert collections.count("vectors") == 1000 and collections.delete_above("vectors", 2498) == 501


def test_a_failed_call_leaves_nothing_behind(collections, vectors, monkeypatch):
    collections.make("words", dimension=None)

    class Broken:
        columns = np.array([1], np.uint32)

        @property
        def values(self):
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        collections.upsert("words", [1], [Broken()])
    assert collections.count("words") == 0


def test_it_is_asked_from_several_threads(collections, vectors):
    collections.make("vectors", dimension=16)
    collections.upsert("vectors", list(range(100)), list(vectors[:100]))
    answers = []

    def ask(number):
        answers.append((number, int(collections.nearest("vectors", vectors[number], 1, among=None)[0])))

    threads = [threading.Thread(target=ask, args=(number,)) for number in range(16)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(number == nearest for number, nearest in answers) and len(answers) == 16


@pytest.mark.timeout(300)
def test_a_server_that_is_killed_midway_loses_nothing(
    make_server, make_library, tiny_codebook_file, tmp_path
):
    server = make_server()
    server.start()
    server.make("photos")
    write_pictures(tmp_path / "pictures", NAMES)
    folder = library_folder(
        f"postgresql://postgres@127.0.0.1:{server.port}/photos?folder={tmp_path / 'library'}"
    )
    with make_library(folder) as library:
        library.models.use_codebook(tiny_codebook_file)
        library.index([tmp_path / "pictures"])
        write_pictures(tmp_path / "pictures", ["astronaut"])
        server.run(  # the statement that adds the photo's words waits, and the server is killed meanwhile
            "photos",
            "CREATE FUNCTION slow() RETURNS trigger LANGUAGE plpgsql AS "
            "'BEGIN PERFORM pg_sleep(60); RETURN NEW; END'",
        )
        ((schema, table),) = server.run(
            "photos", "SELECT schemaname, tablename FROM pg_tables WHERE tablename LIKE '%postings'"
        )
        server.run(
            "photos",
            f"CREATE TRIGGER slow BEFORE INSERT ON {schema}.{table} FOR EACH STATEMENT EXECUTE FUNCTION slow()",
        )
        threading.Timer(3, server.kill).start()
        with pytest.raises(IndexUnreachable, match="cannot be reached"):
            library.index([tmp_path / "pictures"])
        with pytest.raises(IndexUnreachable, match=r"cannot be reached .* Start it"):
            verified(library, tmp_path / "pictures" / "rocket.jpg")
        server.start()
        server.run("photos", f"DROP TRIGGER slow ON {schema}.{table}")
        assert verified(library, tmp_path / "pictures" / "rocket.jpg") == ["rocket"]
        result = library.search(
            [Term(path=tmp_path / "pictures" / "rocket.jpg")], SearchOptions(engine="match")
        )
        assert "1 of 4 photos are not in the index on the server yet" in str(result.notes[0])
        library.index([tmp_path / "pictures"])
        assert verified(library, tmp_path / "pictures" / "astronaut.jpg") == ["astronaut"]


@pytest.mark.timeout(300)
def test_a_replica_that_is_promoted_goes_on_in_the_place_of_the_primary(
    make_server, make_library, tiny_codebook_file, tmp_path
):
    primary = make_server()
    primary.start()
    primary.make("photos")
    replica = make_server(of=primary)
    replica.start("hot_standby=on")
    write_pictures(tmp_path / "pictures", NAMES)
    places = f"127.0.0.1:{primary.port},127.0.0.1:{replica.port}"
    folder = library_folder(f"postgresql://postgres@{places}/photos?folder={tmp_path / 'library'}")
    with make_library(folder) as library:
        library.models.use_codebook(tiny_codebook_file)
        library.index([tmp_path / "pictures"])
        (sent,) = primary.run("postgres", "SELECT pg_current_wal_lsn()")
        while not replica.run("postgres", f"SELECT pg_last_wal_replay_lsn() >= '{sent[0]}'")[0][0]:
            pass
        primary.kill()
        assert verified(library, tmp_path / "pictures" / "coffee.jpg") == [
            "coffee"
        ]  # the replica answers searches
        write_pictures(tmp_path / "pictures", ["astronaut"])
        with pytest.raises(IndexUnreachable, match="is a replica, which only answers searches"):
            library.index([tmp_path / "pictures"])
        replica.promote()
        library.index([tmp_path / "pictures"])
        assert verified(library, tmp_path / "pictures" / "astronaut.jpg") == ["astronaut"]
        assert verified(library, tmp_path / "pictures" / "rocket.jpg") == ["rocket"]


@pytest.mark.skipif(
    sys.platform != "linux" or os.geteuid() != 0, reason="only root may make a small file system"
)
def test_a_full_disk_is_named_and_takes_no_more_than_it_has(make_server, tmp_path):
    small = tmp_path / "small"
    small.mkdir()
    server = make_server()
    server.start()
    if subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=12m,mode=0777", "none", small], check=False
    ).returncode:
        pytest.skip("nothing can be mounted here")
    try:
        for folder in (tmp_path, *tmp_path.parents[:3]):
            folder.chmod(0o755)
        space = small / "space"
        space.mkdir(mode=0o777)
        os.chown(space, server.data.stat().st_uid, -1)
        space.chmod(0o700)
        server.run("postgres", f"CREATE TABLESPACE small LOCATION '{space}'")
        server.run("postgres", "CREATE DATABASE photos TABLESPACE small")
        collections = opened(server, "photos")
        collections.make("vectors", dimension=384)
        rows = np.random.default_rng(0).standard_normal((4000, 384)).astype(np.float32)
        with pytest.raises(
            IndexUnreachable, match=r"The disk of PostgreSQL at .* is full .* nothing is lost"
        ):
            for start in range(0, 40_000, 4000):
                collections.upsert("vectors", list(range(start, start + 4000)), list(rows))
        assert collections.count("vectors") % 4000 == 0
        collections.close()
    finally:
        server.kill()
        subprocess.run(["umount", "-l", small], check=False)


def test_a_server_without_pgvector_or_of_another_version_is_named(make_server, monkeypatch, tmp_path):
    server = make_server()
    server.start()
    server.make("photos")
    collections = opened(server, "photos")
    collections.check()
    control = make_server.programs / "share" / "extension" / "vector.control"
    kept = control.read_text()
    try:
        control.unlink()
        for refused in (collections.check, partial(collections.make, "words", dimension=None)):
            with pytest.raises(IndexUnreachable, match="has no extension pgvector"):
                refused()
        control.write_text(kept.replace("default_version = '0.8", "default_version = '0.7"))
        with pytest.raises(IndexUnreachable, match=r"has pgvector 0\.7.* A library needs 0\.8"):
            collections.check()
    finally:
        control.write_text(kept)
    collections.check()
    monkeypatch.setattr("cbir.cluster.postgres.OLDEST", 99)
    with pytest.raises(IndexUnreachable, match="A library needs PostgreSQL 99"):
        collections.check()
    collections.close()


def test_who_may_not_come_in_or_not_make_tables_is_told_what_to_do(make_server):
    server = make_server()
    server.start()
    server.make("photos")
    server.run("photos", "CREATE ROLE visitor LOGIN PASSWORD 'x'")
    place = f"127.0.0.1:{server.port}"
    visitor = PostgresCollections(
        Address(server=f"postgresql://visitor@{place}/photos", name="photos", id="ab")
    )
    with pytest.raises(IndexUnreachable, match=r"does not allow that .* GRANT CREATE"):
        visitor.make("words", dimension=None)
    rules = server.data / "pg_hba.conf"
    rules.write_text(rules.read_text().replace("trust", "scram-sha-256"))
    visitor.close()
    server.run("postgres", "SELECT pg_reload_conf()")
    last = time.monotonic() + 30
    while True:
        with pytest.raises(IndexUnreachable) as refused:
            visitor.make("words", dimension=None)
        if "does not allow that" not in str(refused.value):
            break
        visitor.close()
        assert time.monotonic() < last
    assert "does not let this program in" in str(refused.value) and "PGPASSWORD" in str(refused.value)
    visitor.close()


def test_a_server_that_is_not_there_is_named():
    needs_postgres()
    nobody = PostgresCollections(Address(server="postgresql://127.0.0.1:9/photos", name="photos", id="ab"))
    with pytest.raises(CbirError, match=r"PostgreSQL at 127\.0\.0\.1:9 cannot be reached .* Start it"):
        nobody.has("words")


def test_libraries_of_one_database_leave_each_other_alone(database, vectors):
    first, second = (opened(*database, id=id) for id in ("aa", "bb"))
    for collections, rows in ((first, vectors[:10]), (second, vectors[10:13])):
        collections.make("vectors", dimension=16)
        collections.upsert("vectors", list(range(len(rows))), list(rows))
    assert (first.count("vectors"), second.count("vectors")) == (10, 3)
    first.close()
    second.close()
