"""New snapshots of the index: their causes, the parts shared with the one before, and nothing else old."""

import shutil
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

from cbir.base.errors import LibraryClosed
from cbir.base.layout import Layout
from cbir.base.types import DocumentId, Filters, Marks, PhotoId, SearchOptions, Term
from cbir.catalog import Catalog, NewDocument, PageComparison, SegmentRow
from cbir.search.query import describe
from cbir.state import CodebookShelf, IndexReader, MappedIndex, OpenedOnce, reader
from cbir.state.snapshot import OpenSegments
from tests.cbir.stage_data import write_pictures
from tests.pictures import POSTERS

NAMES = ("coffee", "chelsea", "rocket", *POSTERS[:3])
RATE_ELSEWHERE = """
import sys
from pathlib import Path
from cbir.library import Library
with Library.open(Path(sys.argv[1])) as library:
    library.marks.set_rating(library.find_photos([Path(sys.argv[2])]), 4)
"""


def index_of(library):
    return library.reader.current_index()


OPTIONS = {"commit_after_photos": 2}


def write_photos(folder):
    write_pictures(folder, NAMES)


def test_a_star_leaves_the_index_mapped_and_is_seen_by_the_next_search(library, tmp_path):
    photo = tmp_path / "pictures" / "coffee.jpg"
    rated = SearchOptions(filters=Filters(min_rating=4))
    assert not library.search([Term(path=photo)], rated).hits
    before = index_of(library)
    library.marks.set_rating(library.find_photos([photo]), 4)
    assert [hit.path for hit in library.search([Term(path=photo)], rated).hits] == [photo]
    library.marks.set_keywords(library.find_photos([photo]), add=["breakfast"])
    assert library.search([Term(text="breakfast")]).hits[0].path == photo
    assert index_of(library) is before


def test_a_star_that_another_process_gives_is_seen_by_the_next_search(library, tmp_path):
    photo = tmp_path / "pictures" / "coffee.jpg"
    rated = SearchOptions(filters=Filters(min_rating=4))
    assert not library.search([Term(path=photo)], rated).hits
    before = index_of(library)
    subprocess.run([sys.executable, "-c", RATE_ELSEWHERE, library.folder, photo], check=True)
    assert [hit.path for hit in library.search([Term(path=photo)], rated).hits] == [photo]
    assert index_of(library) is before


def test_a_new_segment_is_mapped_beside_those_that_are(make_library, library, tmp_path, monkeypatch):
    reader = make_library(tmp_path / "library")  # as another process would have it
    reader.search([Term(path=tmp_path / "pictures" / "coffee.jpg")])
    before = index_of(reader)
    write_pictures(tmp_path / "more", POSTERS[3:4])
    library.index([tmp_path / "more"])
    found = reader.search([Term(path=tmp_path / "more" / f"{POSTERS[3]}.jpg")])
    assert found.hits[0].path.name == f"{POSTERS[3]}.jpg"
    after = index_of(reader)
    assert after is not before
    ((_, old),), ((_, new),) = before.indexes, after.indexes
    assert len(new.segments) > len(old.segments)
    assert {id(segment) for segment in old.segments} < {id(segment) for segment in new.segments}


def add_photos(catalog, name, count):
    """Photos as one batch adds them."""
    root = catalog.roots.all()[0] if catalog.roots.all() else catalog.roots.add(Path("/photos"))
    first = catalog.documents.next_id()
    with catalog.transaction():
        for kind in ("features", "postings", "vectors"):
            catalog.segments.add(
                SegmentRow(name=f"{kind}-{name}", kind=kind, codebook="c", options="o", documents=count)
            )
        catalog.documents.add(
            [
                NewDocument(
                    root=root.id,
                    path=f"{name}/{number}.jpg",
                    size=1,
                    mtime_ns=1,
                    fingerprint=f"{name}{number}",
                    format="JPEG",
                    width=4,
                    height=3,
                    document=DocumentId(first + number),
                    store_row=number,
                )
                for number in range(count)
            ],
            store=f"features-{name}",
            postings=f"postings-{name}",
        )


@pytest.fixture(name="catalog")
def _catalog(tmp_path):
    with Catalog.open(tmp_path / "catalog.sqlite", writable=True) as catalog:
        add_photos(catalog, "first", 3)
        yield catalog


def merged(catalog):
    row = SegmentRow(name="merged", kind="postings", codebook="c", options="o", documents=3)
    catalog.segments.replace_postings(["postings-first"], row, left_out=())


CHANGES = {
    "photos came": lambda catalog: add_photos(catalog, "second", 1),
    "a photo went": lambda catalog: catalog.files.remove(catalog.roots.all()[0], ["first/1.jpg"]),
    "a merge": merged,
    "features lie elsewhere": lambda catalog: catalog.documents.move([(DocumentId(1), 5)], "other"),
    "a damaged segment went": lambda catalog: catalog.segments.forget("postings-first"),
    "embeddings went": lambda catalog: catalog.segments.replace_vectors(["vectors-first"], None),
    "a structure was trained": lambda catalog: catalog.note_index_change(),
}
OTHERS = {
    "a star": lambda catalog: catalog.marks.set(1, Marks(rating=3)),
    "a setting": lambda catalog: catalog.settings.set("model", "m"),
    "a failure": lambda catalog: catalog.files.add_failure(
        catalog.roots.all()[0], "bad.jpg", size=1, mtime_ns=1, reason="bad", lasting=True
    ),
    "a file written anew": lambda catalog: catalog.files.update(1, size=2, mtime_ns=2, fingerprint="f"),
}


@pytest.mark.parametrize("change", CHANGES)
def test_what_changes_the_index_is_counted(catalog, change):
    before = catalog.index_revision()
    CHANGES[change](catalog)
    assert catalog.index_revision() > before


@pytest.mark.parametrize("change", OTHERS)
def test_what_leaves_the_index_alone_is_not_counted(catalog, change):
    before = catalog.index_revision()
    OTHERS[change](catalog)
    assert catalog.index_revision() == before


def test_a_change_that_was_rolled_back_is_not_counted(catalog):
    before = catalog.index_revision()
    with pytest.raises(ZeroDivisionError), catalog.transaction():
        catalog.files.remove(catalog.roots.all()[0], ["first/1.jpg"])
        raise ZeroDivisionError
    assert catalog.index_revision() == before


def no_codebook(fingerprint):
    raise AssertionError("none of these catalogs has files")


def test_live_documents_follow_every_change(catalog, tmp_path):
    """Whatever happened between two snapshots: photos that came, went, or did both."""
    opened = OpenSegments(Layout(tmp_path))
    rng = np.random.default_rng(0)
    index = None
    for step in range(60):
        for _ in range(int(rng.integers(0, 4))):
            match int(rng.integers(0, 4)):
                case 0:
                    add_photos(catalog, f"step-{step}-{rng.integers(2**40)}", int(rng.integers(1, 4)))
                case 1:  # a merge forgets tombstones, so that only their absence tells of them
                    for row in catalog.segments.all("postings"):
                        again = SegmentRow(
                            name=f"{row.name}+", kind="postings", codebook="c", options="o", documents=1
                        )
                        gone = [document for document, _, _ in catalog.documents.deleted()]
                        catalog.segments.replace_postings([row.name], again, left_out=gone)
                case _:
                    (root,) = catalog.roots.all()
                    paths = sorted(catalog.files.paths(root))
                    catalog.files.remove(root, [str(path) for path in rng.choice(paths, 1)] if paths else [])
        index = MappedIndex.load(catalog, opened, no_codebook, index)
        assert index.live.tolist() == catalog.documents.live().tolist(), step
        assert index.photos == len(index.live)


class OpeningMeanwhile:
    """Keys to keep, all of them; while they are looked through, another thread opens one more."""

    def __init__(self, shelf):
        self.search = threading.Thread(target=lambda: shelf.get("opened meanwhile", object))

    def __contains__(self, key):
        if self.search.ident is None:
            self.search.start()
            self.search.join(0.2)  # it may have to wait until all have been looked through
        return True


def test_a_search_may_open_a_segment_while_a_new_generation_lets_go_of_others():
    shelf = OpenedOnce[str, object]()
    kept = [shelf.get(name, object) for name in "abc"]
    meanwhile = OpeningMeanwhile(shelf)
    shelf.keep_only(meanwhile)
    meanwhile.search.join()
    assert [shelf.get(name, lambda: None) for name in "abc"] == kept
    assert shelf.get("opened meanwhile", lambda: None) is not None


def test_what_many_threads_ask_for_is_opened_once():
    shelf = OpenedOnce[str, object]()
    opened = []

    def open_slowly():
        time.sleep(0.05)
        opened.append(object())
        return opened[-1]

    with ThreadPoolExecutor(4) as threads:
        seen = list(threads.map(lambda _: shelf.get("segment", open_slowly), range(4)))
    assert seen == opened * 4
    shelf.keep_only(())
    assert shelf.get("segment", open_slowly) is opened[1]


def test_a_closed_reader_maps_nothing(library, tmp_path):
    """Windows does not delete what is mapped."""
    library.search([Term(path=tmp_path / "pictures" / "coffee.jpg")])
    reader = library.reader
    assert reader.opened.mapped
    library.close()
    assert reader.opened.mapped == []


def test_a_photo_is_found_and_counted_while_another_thread_lists_all(library):
    reader = library.reader
    with ThreadPoolExecutor(2) as threads, reader.catalog() as catalog:
        photo = catalog.photos.listing([PhotoId(1)])[0]
        assert threads.submit(reader.find_photo, photo.photo).result(10).path == photo.path
        assert threads.submit(library.places).result(10).folders


def test_closing_waits_for_whoever_reads_and_nobody_reads_after_it(library):
    reader = library.reader
    with ThreadPoolExecutor(1) as threads:
        with reader.catalog() as catalog:
            closing = threads.submit(library.close)
            with pytest.raises(TimeoutError):
                closing.result(0.2)
            assert catalog.photos.count() == len(NAMES)
        closing.result(10)
    with pytest.raises(LibraryClosed), reader.catalog():
        pass


def test_connections_are_lent_again_and_few_are_kept(library):
    reader = library.reader
    with reader.catalog() as one, reader.catalog() as two, reader.catalog() as three:
        assert len({id(one), id(two), id(three)}) == 3
    assert len(reader.idle) == 2
    with reader.catalog() as again:
        assert again in (one, two, three)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows removes no file that is mapped")
def test_postings_that_go_while_the_query_is_described_are_searched_all_the_same(
    library, tmp_path, monkeypatch
):
    read = describe.read_or_recall

    def read_late(*arguments):
        shutil.rmtree(library.folder / "postings", ignore_errors=True)
        return read(*arguments)

    monkeypatch.setattr(describe, "read_or_recall", read_late)
    found = library.search([Term(path=tmp_path / "pictures" / "coffee.jpg")], SearchOptions())
    assert found.hits[0].verified


def test_no_answer_waits_for_a_look_through_a_large_catalog(tmp_path, monkeypatch):
    layout = Layout(tmp_path)
    Catalog.open(layout.catalog, writable=True).close()
    go_on = threading.Event()

    def compare_pages(catalog):
        assert go_on.wait(60)
        return PageComparison(pages=9, changed=1)

    monkeypatch.setattr(reader, "compare_pages", compare_pages)
    monkeypatch.setattr(reader, "LARGE_CATALOG_BYTES", 0)
    opened = IndexReader(layout, CodebookShelf(layout))
    try:
        begun = []
        with monkeypatch.context() as watched:
            watched.setattr(opened, "look_for_damage", lambda: begun.append(True))
            opened.look_for_damage_early()
        assert begun == [], "the disk has the search to serve"
        assert opened.doubts() is None, "nobody knows yet"
        go_on.set()
        assert opened.look_for_damage().result(60) is not None
        assert opened.doubts() is not None, "a later answer says it"
    finally:
        go_on.set()
        opened.close()


def test_a_search_ends_with_the_moment_in_which_it_began_though_photos_go_and_segments_are_merged(
    make_library, library, tmp_path, monkeypatch
):
    writer = make_library(tmp_path / "library")  # as another process would have it
    query, gone = (tmp_path / "pictures" / f"{name}.jpg" for name in ("coffee", "chelsea"))
    segments = {path.name for kind in ("postings", "features") for path in (library.folder / kind).iterdir()}
    read = describe.read_or_recall

    def read_late(*arguments):
        if gone.exists():
            gone.unlink()
            writer.index([tmp_path / "pictures"])
            writer.compact()
        return read(*arguments)

    monkeypatch.setattr(describe, "read_or_recall", read_late)
    before = library.search([Term(path=query)])
    assert gone in {hit.path for hit in before.hits} and before.searched == len(NAMES)
    after = library.search([Term(path=query)])
    assert gone not in {hit.path for hit in after.hits} and after.searched == len(NAMES) - 1
    writer.compact()
    left = {path.name for kind in ("postings", "features") for path in (library.folder / kind).iterdir()}
    assert left.isdisjoint(segments), "nobody reads an older moment any more"
