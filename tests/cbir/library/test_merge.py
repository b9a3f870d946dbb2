"""The choice of segments to merge, and searches that do not notice it."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cbir.base.layout import Layout
from cbir.base.types import SearchOptions, Term
from cbir.catalog import Catalog, SegmentRow
from cbir.library import index_runs
from cbir.library.maintenance import compact_library, merge_postings
from cbir.library.maintenance.segments import GROWTH, choose_merge
from cbir.visual_words import PostingsSegment
from tests.cbir.old_segments import rewrite_in_format_1, rewrite_in_format_2
from tests.cbir.stage_data import write_pictures
from tests.pictures import POSTERS

NAMES = ("coffee", "chelsea", "rocket", *POSTERS[:5])


def rows(sizes):
    return [
        SegmentRow(name=f"{i:04}", kind="postings", codebook="c", options="o", documents=size)
        for i, size in enumerate(sizes)
    ]


def merged(sizes):
    """Merge sizes until nothing is chosen any more, and count a merge that does not end as a failure."""
    for _ in range(len(sizes) + 1):
        chosen = choose_merge(rows(sizes))
        if not chosen:
            return sizes
        positions = {int(segment.name) for segment in chosen}
        total = sum(segment.documents for segment in chosen)
        sizes = [size for i, size in enumerate(sizes) if i not in positions] + [total]
    raise AssertionError("merging does not end")


@pytest.mark.parametrize(
    ("sizes", "chosen"),
    [([], []), ([5], []), ([5, 5], [5, 5]), ([5, 15], []), ([5, 14], [5, 14]), ([1, 1, 100], [1, 1])],
)
def test_segments_of_like_size_are_merged(sizes, chosen):
    assert [segment.documents for segment in choose_merge(rows(sizes))] == chosen


@given(st.lists(st.integers(1, 5000), max_size=40))
def test_what_is_left_grows_geometrically(sizes):
    left = sorted(merged(sizes))
    assert sum(left) == sum(sizes)
    for smaller, larger in pairwise(left):
        assert larger >= GROWTH * smaller


@given(st.lists(st.integers(0, 3), min_size=1, max_size=40))
def test_merging_ends_with_empty_segments_too(sizes):
    assert sum(merged(sizes)) == sum(sizes)


def test_adding_photos_one_by_one_leaves_few_segments_and_few_rewrites():
    sizes = []
    written = 0
    for _ in range(500):
        before = sizes
        sizes = merged([*sizes, 1])
        written += sum(size for size in sizes if size not in before)
    assert len(sizes) <= 7
    assert written < 500 * 10


OPTIONS = {"commit_after_photos": 1}


def write_photos(folder):
    write_pictures(folder, NAMES[:5])


def fill(library, pictures):
    """Index eight photos, one by one and in two runs."""
    library.index([pictures])
    write_pictures(pictures, NAMES[5:])
    library.index([pictures])


def segments(library, kind):
    with Catalog.open(Layout(library.folder).catalog, writable=False) as catalog:
        return catalog.segments.all(kind)


def all_hits(library, folder):
    return {
        path.name: [
            (hit.path.name, round(hit.score, 6))
            for hit in library.search([Term(path=path)], SearchOptions(top=50)).hits
        ]
        for path in sorted(folder.iterdir())
    }


def test_an_index_run_leaves_few_postings_and_their_files_alone(library):
    stores = segments(library, "features")
    assert len(stores) > 4, "features by photo are written once"
    assert sum(store.documents for store in stores) == 8
    assert len(segments(library, "postings")) <= 2
    library.index([library.folder.parent / "pictures"])
    on_disk = {folder.name for folder in Layout(library.folder).all_postings.iterdir()}
    assert on_disk == {segment.name for segment in segments(library, "postings")}


def test_a_search_does_not_notice_that_segments_were_rewritten(library, tmp_path):
    (tmp_path / "pictures" / "chelsea.jpg").unlink()
    (tmp_path / "pictures" / "rocket.jpg").unlink()
    (tmp_path / "pictures" / "coffee.jpg").unlink()
    before = segments(library, "postings")
    library.index([tmp_path / "pictures"])
    hits = all_hits(library, tmp_path / "pictures")
    assert "chelsea.jpg" not in {name for some in hits.values() for name, _ in some}
    layout = Layout(library.folder)
    with Catalog.open(layout.catalog, writable=True) as catalog:
        assert merge_postings(catalog, layout) == 0, "the run has merged what there was"
        assert catalog.segments.all("postings") != before
        assert sum(segment.documents for segment in catalog.segments.all("postings")) == 5
        assert catalog.documents.deleted() == [], "more than a quarter of tombstones is written out"
    assert all_hits(library, tmp_path / "pictures") == hits


def test_few_tombstones_are_left_in_place(library, tmp_path):
    (tmp_path / "pictures" / "chelsea.jpg").unlink()
    before = segments(library, "postings")
    library.index([tmp_path / "pictures"])
    if len(before) == 1:
        assert segments(library, "postings") == before
    assert sum(segment.documents for segment in segments(library, "postings")) in {7, 8}


def on_disk(library):
    return {folder.name for folder in Layout(library.folder).all_postings.iterdir()}


def test_a_run_leaves_no_file_that_it_replaced(library):
    assert on_disk(library) == {segment.name for segment in segments(library, "postings")}


def test_a_run_that_is_stopped_leaves_few_postings(make_library, tmp_path):
    """Nobody waits for a merge after having said stop; what came before was merged as it came."""
    write_pictures(tmp_path / "pictures", NAMES)
    library = make_library(commit_after_photos=1, queued_per_worker=1)
    searchable = []
    report = library.index(
        [tmp_path / "pictures"],
        progress=lambda progress: searchable.append(progress.searchable),
        cancelled=lambda: max(searchable, default=0) >= 6,
    )
    assert report.cancelled
    assert sum(segment.documents for segment in segments(library, "postings")) >= 6
    assert len(segments(library, "postings")) <= 4, "three in their order of size, and the last"
    assert on_disk(library) == {segment.name for segment in segments(library, "postings")}


def test_a_run_merges_only_small_postings_before_its_end(make_library, tmp_path, monkeypatch):
    monkeypatch.setattr(index_runs, "SMALL", 2)
    monkeypatch.setattr(
        index_runs,
        "merge_postings",
        lambda *of, largest=None, **how: largest and merge_postings(*of, largest=largest, **how),
    )
    write_pictures(tmp_path / "pictures", NAMES)
    library = make_library(commit_after_photos=1)
    library.index([tmp_path / "pictures"])
    sizes = [segment.documents for segment in segments(library, "postings")]
    assert sum(sizes) == 8
    assert all(1 < size <= 3 for size in sizes[:-1])


@pytest.mark.parametrize("work", ["merge", pytest.param("compact", marks=pytest.mark.long)])
def test_merging_stops_at_any_moment_and_keeps_the_library(make_library, tmp_path, monkeypatch, work):
    monkeypatch.setattr(index_runs, "merge_postings", lambda *_, **__: 0)
    write_pictures(tmp_path / "pictures", NAMES)
    library = make_library(commit_after_photos=2)
    library.index([tmp_path / "pictures"])
    layout = Layout(library.folder)
    hits = all_hits(library, tmp_path / "pictures")
    query = tmp_path / "pictures" / f"{NAMES[0]}.jpg"
    before = segments(library, "postings")
    for steps in range(1, 200):
        asked = iter(range(steps))
        stopped = False

        def cancelled(asked=asked):
            nonlocal stopped
            stopped = stopped or next(asked, None) is None
            return stopped

        with Catalog.open(layout.catalog, writable=True) as catalog:
            if work == "merge":
                merge_postings(catalog, layout, cancelled=cancelled)
            else:
                compact_library(catalog, layout, cancelled=cancelled)
        assert on_disk(library) == {segment.name for segment in segments(library, "postings")}
        if segments(library, "postings") != before:
            break
        assert library.search([Term(path=query)]).hits[0].path == query
    assert steps > 3, "it was stopped within a merge"
    assert len(segments(library, "postings")) == 1
    assert all_hits(library, tmp_path / "pictures") == hits
    assert library.check(deep=True) == []


def test_a_library_whose_photos_are_all_gone_is_empty_and_fills_again(library, tmp_path):
    pictures = tmp_path / "pictures"
    query = (pictures / "coffee.jpg").rename(tmp_path / "query.jpg")
    for path in pictures.iterdir():
        path.unlink()
    write_pictures(pictures, ["astronaut"])  # a folder that is empty as a whole would keep its photos
    report = library.index([pictures])
    assert (report.indexed, report.removed) == (1, 8)
    assert [hit.path.name for hit in library.search([Term(path=query)]).hits if hit.verified] == []
    query.rename(pictures / "coffee.jpg")
    library.index([pictures])
    assert library.search([Term(path=pictures / "coffee.jpg")]).hits[0].path.name == "coffee.jpg"


@pytest.mark.parametrize("rewrite", [rewrite_in_format_1, rewrite_in_format_2])
def test_a_library_of_an_old_format_answers_grows_and_is_written_anew_by_compacting(
    library,
    make_library,
    tmp_path,
    rewrite,
):
    hits = all_hits(library, tmp_path / "pictures")
    library.close()
    for folder in Layout(library.folder).all_postings.iterdir():
        rewrite(folder)
    library = make_library()
    assert all_hits(library, tmp_path / "pictures") == hits
    assert library.check(deep=True) == []
    write_pictures(tmp_path / "more", ["astronaut"])
    library.index([tmp_path / "more"])
    query = tmp_path / "more" / "astronaut.jpg"
    assert library.search([Term(path=query)]).hits[0].path == query
    library.compact()
    (merged,) = segments(library, "postings")
    assert not PostingsSegment.open(Layout(library.folder).postings(merged.name)).outdated
    rewrite(Layout(library.folder).postings(merged.name))
    library.compact()
    (merged,) = segments(library, "postings")
    assert not PostingsSegment.open(Layout(library.folder).postings(merged.name)).outdated, "alone, too"
    assert library.search([Term(path=query)]).hits[0].path == query
    assert library.check(deep=True) == []
