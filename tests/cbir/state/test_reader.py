"""Answers that hold together while somebody writes, connections that are lent, and what is said of drives."""

import errno
import shutil
import sqlite3
import threading
from contextlib import ExitStack
from pathlib import Path

import pytest

from cbir.base.drives import Place, Volumes
from cbir.base.errors import ArtifactMismatch, CbirError, PhotoGone
from cbir.base.layout import Layout
from cbir.base.types import Hit, PhotoId
from cbir.catalog import PageComparison, SegmentRow
from cbir.state import CodebookShelf, IndexReader, reader, remove_orphans
from tests.cbir.state.test_tidying import add_root


@pytest.fixture(name="opened")
def _opened(layout):
    opened = IndexReader(layout, CodebookShelf(layout))
    yield opened
    opened.close()


# --- a writer beside it ---


def test_a_snapshot_sees_one_moment_whatever_a_writer_commits(opened, writer, tmp_path):
    add_root(writer, tmp_path / "a", "1.jpg", "2.jpg")
    with opened.snapshot() as snapshot:
        before = snapshot.index.revision
        writer.files.remove(writer.roots.all()[0], ["1.jpg"])
        with writer.transaction():
            writer.settings.set("model", "another")
        writer.note_index_change()
        assert snapshot.catalog.metadata.unread() == 2
        assert "model" not in snapshot.settings
        assert snapshot.catalog.index_revision() == before
    with opened.snapshot() as snapshot:
        assert (snapshot.catalog.metadata.unread(), snapshot.settings["model"]) == (1, "another")
        assert snapshot.index.revision > before


def test_an_older_snapshot_has_the_index_of_its_own_moment(opened, writer):
    with ExitStack() as snapshots:
        older = snapshots.enter_context(opened.snapshot())
        writer.note_index_change()
        newer = snapshots.enter_context(opened.snapshot())
        assert newer.index.revision == older.index.revision + 1
        assert older.catalog.index_revision() == older.index.revision
    assert opened.current_index() is newer.index


def test_a_thread_with_an_older_moment_does_not_put_its_index_in_the_place_of_a_newer_one(opened, writer):
    with opened.catalog() as catalog:
        older = catalog.index_revision()  # its moment is chosen by its first read
        writer.note_index_change()
        newer = opened.current_index()
        assert opened.index_at(catalog, older).revision == older < newer.revision
    assert opened.current_index() is newer


@pytest.mark.parametrize(
    "error",
    [FileNotFoundError(errno.ENOENT, "none", "postings/some"), ArtifactMismatch("It is cut.")],
    ids=["a file went", "a file is cut"],
)
def test_what_a_snapshot_cannot_open_is_damage_and_is_not_tried_again(opened, error):
    with pytest.raises(ArtifactMismatch, match="cbir library check"), opened.snapshot():
        raise error


def test_a_disk_that_fails_at_a_search_is_a_sentence(opened):
    with pytest.raises(CbirError, match="reported an error"), opened.snapshot():
        raise OSError(errno.EIO, "Input/output error")


def test_nobody_reads_an_older_state_once_all_of_the_log_is_folded(opened, writer):
    with ExitStack() as older:
        older.enter_context(opened.snapshot())
        assert writer.checkpoint(), "what is read is the last commit"
        writer.note_index_change()
        assert not writer.checkpoint()
        with opened.snapshot():
            assert not writer.checkpoint(), "one is still older"
    assert writer.checkpoint()
    with opened.snapshot():
        assert writer.checkpoint()


def test_a_segment_stays_on_the_disk_while_a_snapshot_may_open_it(opened, writer, layout):
    folder = layout.postings("0123456789abcdef")
    row = SegmentRow(name=folder.name, kind="postings", codebook="c", options="o", documents=0)
    writer.segments.add(row)
    folder.mkdir(parents=True)
    with opened.snapshot():
        writer.segments.replace_postings([folder.name], None, left_out=())
        assert remove_orphans(writer, layout) == 0
        assert folder.exists()
    assert remove_orphans(writer, layout) == 1
    assert not folder.exists()


# --- connections ---


def test_a_block_sees_one_moment_of_the_catalog(opened, writer, tmp_path):
    with opened.catalog() as catalog:
        assert catalog.photos.count() == 0
        add_root(writer, tmp_path / "a", "1.jpg")
        assert catalog.photos.count() == 0
    with opened.catalog() as catalog:
        assert catalog.photos.count() == 1


def test_a_connection_that_is_not_kept_is_closed_and_closing_closes_those_that_are(
    opened,
):
    with opened.connection() as one, opened.connection() as two, opened.connection() as three:
        pass
    assert opened.idle == [three, two]
    with pytest.raises(sqlite3.ProgrammingError):
        one.index_revision()
    opened.close()
    for catalog in (two, three):
        with pytest.raises(sqlite3.ProgrammingError):
            catalog.index_revision()


def test_a_closed_reader_folds_the_log_that_a_killed_writer_left(layout, writer, tmp_path):
    with writer.transaction():
        writer.settings.set("name", "value")
    killed = Layout(tmp_path / "killed")
    shutil.copytree(layout.folder, killed.folder)
    log = killed.catalog.with_name("catalog.sqlite-wal")
    assert log.stat().st_size
    opened = IndexReader(killed, CodebookShelf(killed))
    opened.close()
    opened.close()
    assert not log.exists() or not log.stat().st_size


def test_closing_waits_for_a_look_at_the_catalogs_bytes(layout, monkeypatch):
    begun, go_on = threading.Event(), threading.Event()

    def compare(_catalog):
        begun.set()
        assert go_on.wait(60)
        return PageComparison(pages=1, changed=0)

    monkeypatch.setattr(reader, "compare_pages", compare)
    opened = IndexReader(layout, CodebookShelf(layout))
    looking = opened.look_for_damage()
    assert begun.wait(60)
    closing = threading.Thread(target=opened.close)
    closing.start()
    closing.join(0.05)
    assert closing.is_alive()
    go_on.set()
    closing.join()
    assert looking.result(0) is None


# --- damage ---


def test_the_bytes_of_a_small_catalog_are_looked_at_once_and_the_answer_says_what_they_are(
    opened, monkeypatch
):
    looks, begun = [], threading.Event()

    def compare(catalog):
        looks.append(catalog)
        begun.set()
        return PageComparison(pages=9, changed=1)

    monkeypatch.setattr(reader, "compare_pages", compare)
    opened.look_for_damage_early()
    assert begun.wait(60), "before a search asks"
    assert [opened.doubts() is not None for _ in range(2)] == [True, True]
    assert len(looks) == 1


@pytest.mark.parametrize("error", [sqlite3.DatabaseError("malformed"), OSError("gone")], ids=str)
def test_a_catalog_that_cannot_be_looked_at_is_doubted(opened, monkeypatch, error):
    def fail(_catalog):
        raise error

    monkeypatch.setattr(reader, "compare_pages", fail)
    assert str(error) in (opened.doubts() or "")


# --- photos and their drives ---


def test_a_photo_that_went_is_told(opened):
    with pytest.raises(PhotoGone):
        opened.find_photo(PhotoId(7))


def test_a_photo_is_found_by_any_spelling_of_its_path(opened, writer, tmp_path, monkeypatch):
    add_root(writer, tmp_path / "a", "b/1.jpg")
    monkeypatch.chdir(tmp_path)
    for spelling in (tmp_path / "a/b/1.jpg", tmp_path / "a/x/../b/1.jpg", Path("a/b/1.jpg")):
        found = opened.find_path(spelling)
        assert found is not None and found.path == tmp_path / "a" / "b" / "1.jpg"
    assert opened.find_path(tmp_path / "a" / "1.jpg") is None


@pytest.fixture(name="roots")
def _roots(writer, tmp_path):
    """One that is there and one that is not."""
    here, away = tmp_path / "here", tmp_path / "away"
    here.mkdir()
    for folder in (here, away):
        add_root(writer, folder, "1.jpg")
    return here, away


def test_a_photo_is_away_with_its_drive_and_what_is_below_no_root_is_not(opened, roots, tmp_path):
    here, away = roots
    assert opened.online() == {here: True, away: False}
    assert [opened.is_away(folder / "b" / "1.jpg") for folder in (here, away, tmp_path)] == [
        False,
        True,
        False,
    ]
    assert opened.is_away(away / "1.jpg")


def test_hits_on_drives_that_are_not_there_are_marked(roots, tmp_path):
    here, away = roots
    hits = [hit(folder / "1.jpg") for folder in (here, away, tmp_path)]
    marked = IndexReader.mark_offline(hits, {here: True, away: False})
    assert [one.offline for one in marked] == [False, True, False]


def hit(path):
    return Hit(rank=1, photo=PhotoId(1), path=path, score=1.0, size=(4, 3), fingerprint="f")


def test_the_folders_of_drives_are_where_these_are_mounted_now(
    opened,
    writer,
    roots,
    tmp_path,
    monkeypatch,
):
    here, away = roots
    assert opened.folders_now() == [here]
    (root,) = (root for root in writer.roots.all() if root.path == away)
    place = Place(volume="uuid:1", path="photos")
    with writer.transaction():
        writer.roots.move(root, path=away, place=place)
    there = lambda _self, _place: [tmp_path / "mounted"]  # noqa: E731
    monkeypatch.setattr(Volumes, "folders", there)
    assert opened.folders_now() == [tmp_path / "mounted", here]
