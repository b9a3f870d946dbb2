"""The catalog: transactions, versions, documents and their tombstones, odd names, newer and broken files."""

import os
import sqlite3
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing

import pytest

from cbir.base.drives import Place
from cbir.base.errors import CatalogTooNew, CbirError
from cbir.base.messages import Message
from cbir.base.types import DocumentId, Metadata, PhotoId
from cbir.catalog import Catalog, NewDocument, SegmentRow
from cbir.catalog.migration import check_version, migrate, provide_functions, statements
from cbir.catalog.rows import Table
from cbir.catalog.schema import MIGRATIONS
from tests.cbir.catalog_rows import connect, execute, execute_by_its_own


@pytest.fixture(name="path")
def _path(tmp_path):
    return tmp_path / "catalog.sqlite"


@pytest.fixture(name="catalog")
def _catalog(path):
    with Catalog.open(path, writable=True) as catalog:
        yield catalog


@pytest.fixture(name="root")
def _root(catalog, tmp_path):
    return catalog.roots.add(tmp_path / "photos")


def new(root, path, document, row=0, fingerprint="f"):
    return NewDocument(
        root=root.id,
        path=path,
        size=10,
        mtime_ns=20,
        fingerprint=fingerprint,
        format="JPEG",
        width=4,
        height=3,
        document=DocumentId(document),
        store_row=row,
    )


def add(catalog, root, paths, store, postings):
    """Add photos as one batch does, and return their documents."""
    first = catalog.documents.next_id()
    documents = [new(root, path, first + i, row=i) for i, path in enumerate(paths)]
    with catalog.transaction():
        for name, kind in ((store, "features"), (postings, "postings")):
            catalog.segments.add(
                SegmentRow(name=name, kind=kind, codebook="c", options="o", documents=len(paths))
            )
        catalog.documents.add(documents, store=store, postings=postings)
    return [document.document for document in documents]


def test_a_new_catalog_is_empty_and_of_today(catalog, path):
    assert catalog.roots.all() == []
    assert catalog.photos.count() == 0
    assert catalog.segments.all() == []
    assert catalog.files.failures() == []
    assert catalog.documents.deleted() == []
    assert catalog.photos.of_documents([]) == {}
    assert catalog.photos.find(PhotoId(1)) is None
    assert catalog.documents.next_id() == 1
    with sqlite3.connect(path) as connection:
        assert connection.execute("PRAGMA user_version").fetchone()[0] == len(MIGRATIONS)
        assert connection.execute("PRAGMA integrity_check").fetchone()[0] == "ok"
    connection.close()


@pytest.mark.parametrize("version", range(len(MIGRATIONS)))
def test_a_catalog_of_any_earlier_version_is_brought_up_to_date(path, version):
    connection = sqlite3.connect(path, isolation_level=None)
    provide_functions(connection)
    for number in range(version):
        connection.executescript(f"{MIGRATIONS[number]}; PRAGMA user_version = {number + 1};")
    if version:
        connection.execute("INSERT INTO root (path, added_at) VALUES ('/old', 1.0)")
        connection.execute(
            "INSERT INTO photo (root_id, path, size, mtime_ns, fingerprint, format, width, height) "
            "VALUES (1, 'a.jpg', 1, 2, 'f', 'JPEG', 3, 4)"
        )
        connection.execute(
            "INSERT INTO document (photo_id, store, store_row, postings) VALUES (1, 's', 0, 'p')"
        )
    connection.close()
    with Catalog.open(path, writable=True) as catalog:
        assert catalog.photos.count() == (1 if version else 0)
        assert len(catalog.roots.all()) == (1 if version else 0)
    with Catalog.open(path, writable=False) as catalog:
        assert catalog.photos.count() == (1 if version else 0)


@pytest.mark.parametrize("writable", [True, False])
def test_a_catalog_of_a_newer_version_is_refused_and_left_alone(path, writable):
    Catalog.open(path, writable=True).close()
    connection = sqlite3.connect(path)
    connection.execute(f"PRAGMA user_version = {len(MIGRATIONS) + 1}")
    connection.close()
    before = path.read_bytes()
    with pytest.raises(CatalogTooNew, match=r"newer version of cbir.*nothing was changed"):
        Catalog.open(path, writable=writable)
    assert path.read_bytes() == before


@pytest.mark.parametrize("writable", [True, False])
def test_a_file_that_is_no_catalog_is_refused_in_a_sentence(path, writable):
    path.write_bytes(b"this was a catalog before the disk failed " * 200)
    with pytest.raises(CbirError, match=r"cannot be opened.*backup"):
        Catalog.open(path, writable=writable)


def test_a_missing_catalog_cannot_be_read(path):
    with pytest.raises(CbirError, match="cannot be opened"):
        Catalog.open(path, writable=False)
    assert not path.exists()


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no permission bits")
def test_a_catalog_is_for_its_owner_alone(catalog, path):
    catalog.settings.set("a", "b")
    assert {file.stat().st_mode & 0o777 for file in path.parent.iterdir()} == {0o600}


def test_a_failed_transaction_leaves_nothing(catalog, root):
    with pytest.raises(ZeroDivisionError), catalog.transaction():
        catalog.files.add_failure(root, "a.jpg", size=1, mtime_ns=2, reason="bad", lasting=True)
        catalog.settings.set("name", "value")
        raise ZeroDivisionError
    assert catalog.files.failures() == []
    assert catalog.settings.get("name") is None
    with catalog.transaction():
        catalog.settings.set("name", "value")
    assert catalog.settings.get("name") == "value"


def test_a_reader_sees_what_was_committed_and_its_version_changes(catalog, path):
    with Catalog.open(path, writable=False) as reader:
        before = reader.data_version()
        assert reader.data_version() == before
        with catalog.transaction():
            catalog.settings.set("name", "value")
            assert reader.settings.get("name") is None
        assert reader.settings.get("name") == "value"
        assert reader.data_version() != before


def test_reads_inside_one_block_see_one_moment(catalog, root, path):
    with Catalog.open(path, writable=False) as reader:
        with reader.reading():
            assert reader.photos.count() == 0
            add(catalog, root, ["a.jpg"], "s", "p")
            assert reader.photos.count() == 0
            assert reader.segments.all() == []
        assert reader.photos.count() == 1


def test_a_reader_cannot_write(catalog, path):
    with Catalog.open(path, writable=False) as reader, pytest.raises(sqlite3.OperationalError):
        reader.settings.set("name", "value")


def test_documents_are_found_with_their_photos(catalog, root):
    first, second = add(catalog, root, ["a.jpg", "sub/b.jpg"], "s", "p")
    found = catalog.photos.of_documents([second, first, 99])
    assert found.keys() == {first, second}
    assert found[second].path == root.path / "sub" / "b.jpg"
    assert (found[second].store, found[second].store_row) == ("s", 1)
    assert (found[second].width, found[second].height) == (4, 3)
    assert catalog.photos.find(found[first].photo) == found[first]
    assert catalog.photos.count(root) == 2


def test_more_documents_than_sqlite_takes_variables_are_found(catalog, root):
    documents = add(catalog, root, [f"{i}.jpg" for i in range(1203)], "s", "p")
    assert catalog.photos.of_documents(documents).keys() == set(documents)


def test_a_photo_keeps_its_id_and_every_version_has_a_new_document(catalog, root):
    (first,) = add(catalog, root, ["a.jpg"], "s1", "p1")
    photo = catalog.photos.of_documents([first])[first].photo
    (second,) = add(catalog, root, ["a.jpg"], "s2", "p2")
    assert second > first
    assert catalog.photos.of_documents([first, second]).keys() == {second}
    assert catalog.photos.of_documents([second])[second].photo == photo
    assert catalog.documents.deleted() == [(first, "s1", 0)]
    assert catalog.photos.count() == 1


def test_removed_files_leave_tombstones_and_ids_are_never_used_twice(catalog, root):
    documents = add(catalog, root, ["a.jpg", "b.jpg"], "s", "p")
    photos = {value.photo for value in catalog.photos.of_documents(documents).values()}
    with catalog.transaction():
        assert catalog.files.remove(root, ["a.jpg", "b.jpg", "never there.jpg"]) == 2
    assert catalog.photos.count() == 0
    assert [document for document, _, _ in catalog.documents.deleted()] == documents
    assert catalog.documents.deleted_in("p") == 2
    (again,) = add(catalog, root, ["a.jpg"], "s2", "p2")
    assert again > max(documents)
    assert catalog.photos.of_documents([again])[again].photo not in photos


def test_replacing_postings_forgets_the_tombstones_that_they_left_out(catalog, root):
    first, second = add(catalog, root, ["a.jpg", "b.jpg"], "s1", "p1")
    (third,) = add(catalog, root, ["c.jpg"], "s2", "p2")
    with catalog.transaction():
        catalog.files.remove(root, ["a.jpg"])
        merged = SegmentRow(name="m", kind="postings", codebook="c", options="o", documents=2)
        catalog.segments.replace_postings(["p1", "p2"], merged, left_out=[first])
    assert [segment.name for segment in catalog.segments.all("postings")] == ["m"]
    assert len(catalog.segments.all("features")) == 2, "features by photo are never rewritten"
    assert catalog.documents.deleted() == []
    assert catalog.photos.of_documents([first, second, third]).keys() == {second, third}
    (fourth,) = add(catalog, root, ["d.jpg"], "s3", "p3")
    assert fourth == third + 1


def test_the_photos_of_a_forgotten_segment_are_no_longer_found(catalog, root):
    add(catalog, root, ["a.jpg", "b.jpg"], "s1", "p1")
    (kept,) = add(catalog, root, ["c.jpg"], "s2", "p2")
    with catalog.transaction():
        assert catalog.segments.forget("p1") == 2
    assert (catalog.photos.count(), catalog.photos.searchable()) == (3, 1)
    assert catalog.photos.of_documents([kept]).keys() == {kept}
    assert "p1" not in {segment.name for segment in catalog.segments.all()}
    states = catalog.files.states(root, codebook="c", options="o")
    assert {path: state.current for path, state in states.items()} == {
        "a.jpg": False,
        "b.jpg": False,
        "c.jpg": True,
    }, "the next run reads them again"


def test_a_failure_replaces_the_photo_and_a_success_the_failure(catalog, root):
    add(catalog, root, ["a.jpg"], "s1", "p1")
    with catalog.transaction():
        catalog.files.add_failure(root, "a.jpg", size=5, mtime_ns=6, reason="It is damaged.", lasting=True)
    assert catalog.photos.count() == 0
    assert [(failure.path, failure.reason) for failure in catalog.files.failures()] == [
        (root.path / "a.jpg", "It is damaged.")
    ]
    state = catalog.files.states(root, codebook="c", options="o")["a.jpg"]
    assert (state.photo, state.size, state.mtime_ns, state.lasting) == (None, 5, 6, True)
    add(catalog, root, ["a.jpg"], "s2", "p2")
    assert catalog.files.failures() == []
    assert catalog.photos.count() == 1


def test_photos_of_another_codebook_or_other_options_are_not_current(catalog, root):
    add(catalog, root, ["a.jpg"], "s", "p")
    for codebook, options, current in (("c", "o", True), ("x", "o", False), ("c", "x", False)):
        assert catalog.files.states(root, codebook=codebook, options=options)["a.jpg"].current == current


@pytest.mark.parametrize(
    "name",
    ["naïve ☕ 写真.jpg", "a'b\"c;--.jpg", "%_*?.jpg", " .jpg", os.fsdecode(b"latin-\xe9.jpg")],
    ids=["unicode", "quotes", "wildcards", "space", "not utf-8"],
)
def test_any_file_name_is_kept_as_it_is(catalog, root, name):
    (document,) = add(catalog, root, [name], "s", "p")
    assert catalog.photos.of_documents([document])[document].path == root.path / name
    assert catalog.files.states(root, codebook="c", options="o").keys() == {name}
    with catalog.transaction():
        catalog.files.add_failure(root, name, size=1, mtime_ns=1, reason="bad", lasting=False)
    assert [failure.path.name for failure in catalog.files.failures()] == [name]
    with catalog.transaction():
        catalog.files.remove(root, [name])
    assert catalog.files.failures() == []


def test_of_two_processes_that_find_an_old_catalog_one_migrates_and_the_other_waits(tmp_path):
    path = tmp_path / "old.sqlite"
    first, second = (
        sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=30) for _ in range(2)
    )
    first.execute("PRAGMA journal_mode = WAL")
    first.executescript(f"BEGIN; {MIGRATIONS[0]} PRAGMA user_version = 1; COMMIT;")
    waiting = threading.Event()
    second.set_trace_callback(lambda statement: waiting.set() if statement.startswith("BEGIN") else None)
    first.execute("BEGIN IMMEDIATE")
    with ThreadPoolExecutor(1) as thread:
        migrated = thread.submit(migrate, second)
        assert waiting.wait(10), "it has read the old version and asks for the lock"
        for statement in statements(MIGRATIONS[1]):
            first.execute(statement)
        first.execute("PRAGMA user_version = 2")
        first.execute("COMMIT")
        migrated.result(timeout=30)
    tables = "SELECT type, name, sql FROM sqlite_master ORDER BY type, name"
    new = sqlite3.connect(":memory:", isolation_level=None)
    migrate(new)
    assert second.execute(tables).fetchall() == new.execute(tables).fetchall()
    assert check_version(first) == len(MIGRATIONS)
    for connection in (first, second, new):
        connection.close()


def test_a_power_cut_takes_back_a_run_and_never_a_mark(catalog):
    """https://www.sqlite.org/pragma.html#pragma_synchronous: 1 is NORMAL, 2 is FULL."""

    def synchronous():
        return execute_by_its_own(catalog, "PRAGMA synchronous")[0][0]

    assert synchronous() == 1
    catalog.make_durable()
    assert synchronous() == 2


def test_photos_are_counted_as_they_come_and_go(catalog, root, path):
    def counted():
        assert not catalog.audit.contradictions()
        return catalog.photos.count(), catalog.photos.searchable(), catalog.metadata.unread()

    add(catalog, root, ["a.jpg", "b.jpg", "c.jpg"], "s1", "p1")
    assert counted() == (3, 3, 3)
    with catalog.transaction():
        (photo, *_) = catalog.photos.of_documents([1]).values()
        catalog.metadata.set(photo.photo, Metadata(), extractor=1, sidecar="")
    assert counted() == (3, 3, 2)
    with catalog.transaction():
        catalog.metadata.set(photo.photo, Metadata(rating=3), extractor=2, sidecar="")
    assert counted() == (3, 3, 2), "read again"
    add(catalog, root, ["b.jpg", "d.jpg"], "s2", "p2")
    assert counted() == (4, 4, 3), "b.jpg took the place of what it was"
    with catalog.transaction():
        catalog.files.remove(root, ["a.jpg", "d.jpg"])
    assert counted() == (2, 2, 2)
    with catalog.transaction():
        catalog.segments.forget("s2")
    assert counted() == (2, 1, 2), "b.jpg is listed until it is read again"
    with sqlite3.connect(path) as other:
        other.execute("UPDATE total SET searchable = 9")
    other.close()
    assert len(catalog.audit.contradictions()) == 1
    assert catalog.photos.searchable() == 9, "read, and not counted anew each time"
    execute(catalog, "UPDATE facet_total SET photos = 9 WHERE kind = 'format'")
    assert len(catalog.audit.contradictions()) == 2


def test_what_filters_offer_is_counted_without_looking_at_photos(catalog, root, monkeypatch):
    add(catalog, root, ["a.jpg", "sub/b.jpg", "sub/c.jpg"], "s1", "p1")
    with catalog.transaction():
        (photo, *_) = catalog.photos.of_documents([1]).values()
        catalog.metadata.set(
            photo.photo, Metadata(rating=3, make="Leica", model="M6"), extractor=1, sidecar=""
        )
        catalog.files.remove(root, ["sub/c.jpg"])
    kept = catalog.facets.count(), catalog.photos.count(root)
    monkeypatch.setattr(Table, "has_table", lambda *_: False)
    assert (catalog.facets.count(), catalog.photos.count(root)) == kept
    assert kept[1] == 2
    assert [(camera.value, camera.photos) for camera in kept[0].cameras] == [("Leica M6", 1)]


def test_what_a_commit_asks_looks_through_no_table(catalog, root, tmp_path):
    """A commit of one photo to a library of a million took three times as long as to one of 10,000."""
    add(catalog, root, ["a.jpg"], "s1", "p1")
    other = catalog.roots.add(tmp_path / "others")
    asked = []
    connection = connect(catalog)
    connection.set_trace_callback(asked.append)
    catalog = Catalog(connection, catalog.path)
    catalog.files.states(other, codebook="c", options="o")
    catalog.files.of_sizes([1, 2], codebook="c", options="o")
    catalog.documents.deleted_in("p1")
    catalog.photos.indexed_otherwise("c", "o")
    add(catalog, other, ["b.jpg"], "s2", "p2")
    with catalog.transaction():
        catalog.segments.replace_postings(["p2"], None, left_out=())
    connection.set_trace_callback(None)
    statements = [
        request for request in asked if request.split()[0] in {"SELECT", "INSERT", "UPDATE", "DELETE"}
    ]
    for statement in statements:
        for *_, step in connection.execute(f"EXPLAIN QUERY PLAN {statement}"):
            assert not step.startswith(("SCAN photo", "SCAN facet", "SCAN metadata")), (step, statement)
            assert (step != "SCAN document" and "document_by_postings (postings=?)" not in step) or (
                "live" not in statement
            ), (step, statement)
    assert len(statements) > 10


def test_an_old_catalog_that_may_not_be_written_to_is_counted(path):
    connection = sqlite3.connect(path, isolation_level=None)
    provide_functions(connection)
    for number, migration in enumerate(MIGRATIONS[:-1], start=1):
        connection.executescript(f"{migration}; PRAGMA user_version = {number};")
    connection.execute("INSERT INTO root (path, added_at) VALUES ('/old', 1.0)")
    connection.execute(
        "INSERT INTO photo (root_id, path, size, mtime_ns, fingerprint, format, width, height) "
        "VALUES (1, 'a.jpg', 1, 2, 'f', 'JPEG', 3, 4)"
    )
    connection.execute("INSERT INTO document (photo_id, store, store_row, postings) VALUES (1, 's', 0, 'p')")
    connection.close()
    with Catalog.open(path, writable=False) as catalog:
        assert (catalog.photos.count(), catalog.metadata.unread()) == (1, 1)


def test_a_root_is_kept_with_its_place_on_its_drive_and_goes_with_it(catalog, tmp_path):
    place = Place(volume="A1B2-C3D4", path="DCIM")
    first, second = catalog.roots.add(tmp_path / "card", place), catalog.roots.add(tmp_path / "photos")
    assert (first.place, second.place) == (place, None)
    assert catalog.roots.all() == [first, second]
    moved = catalog.roots.move(first, path=tmp_path / "elsewhere", place=None)
    assert catalog.roots.all() == [moved, second]
    assert (moved.id, moved.path, moved.place) == (first.id, tmp_path / "elsewhere", None)


def test_what_is_left_out_of_a_root_and_what_failed_in_it_goes_with_it(catalog, tmp_path):
    kept, gone = (catalog.roots.add(tmp_path / name) for name in ("kept", "gone"))
    for root in (kept, gone):
        for name in ("b", "a/deeper", "a", "a"):
            catalog.roots.exclude(root, root.path / name)
        catalog.files.add_failure(root, "broken.jpg", size=1, mtime_ns=2, reason="bad", lasting=True)
    catalog.roots.include(kept, kept.path / "a")
    catalog.roots.remove(gone)
    assert catalog.roots.all() == [kept]
    assert catalog.roots.excluded(kept) == [kept.path / "a/deeper", kept.path / "b"]
    assert [failure.path for failure in catalog.files.failures()] == [kept.path / "broken.jpg"]
    assert (catalog.roots.excluded(gone), catalog.files.paths(gone)) == ([], [])


def test_a_deep_look_finds_a_row_that_its_index_does_not_have(path):
    with Catalog.open(path, writable=True) as catalog:
        root = catalog.roots.add(path.parent)
        catalog.documents.add([new(root, "a.jpg", 1)], store="s1", postings="p1")
        assert (catalog.audit.damage(deep=False), catalog.audit.damage(deep=True)) == ([], [])
    index = "type = 'index' AND name = 'photo_by_size'"
    for change in (
        "CREATE TABLE kept AS SELECT * FROM sqlite_schema WHERE " + index,
        "DELETE FROM sqlite_schema WHERE " + index,
        "UPDATE photo SET size = size + 1",  # the index does not see it
        "INSERT INTO sqlite_schema SELECT * FROM kept",
        "DROP TABLE kept",
    ):
        with closing(sqlite3.connect(path, isolation_level=None)) as connection:
            provide_functions(connection)
            connection.execute("PRAGMA writable_schema = ON")
            connection.execute(change)
    with Catalog.open(path, writable=True) as opened:
        assert opened.audit.damage(deep=False) == []
        assert any("photo_by_size" in line for line in opened.audit.damage(deep=True))


def test_the_reason_of_a_failure_keeps_its_template_and_values(tmp_path):
    reason = Message("{0} cannot be used: {1}", "\udcff.jpg", Message("The file is larger than {0} GB.", 2))
    with Catalog.open(tmp_path / "catalog.sqlite", writable=True) as catalog, catalog.transaction():
        root = catalog.roots.add(tmp_path)
        catalog.files.add_failure(root, "a.jpg", size=1, mtime_ns=2, reason=reason, lasting=True)
        (failure,) = catalog.files.failures()
        state = catalog.files.states(root, codebook="c", options="o")["a.jpg"]
    assert failure.reason == state.reason == reason
    assert failure.reason.values[1].template == "The file is larger than {0} GB."
