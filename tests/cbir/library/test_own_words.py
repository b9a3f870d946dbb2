"""Words that a library learns from its own photos: beside the old ones, resumed, kept or discarded, always whole."""

import contextlib
import os
import shutil
from collections import namedtuple
from collections.abc import Callable

import numpy as np
import pytest

from cbir.base.errors import Cancelled, CbirError, LibraryLocked
from cbir.base.layout import Layout
from cbir.base.storage import temporary_name
from cbir.base.types import OWN_PHOTOS, SearchOptions, Term
from cbir.library import Library
from cbir.library.maintenance import LearningOptions, restore
from cbir.state import StagedWords, exclusive_write
from cbir.visual_words import Codebook
from tests.cbir.stage_data import write_pictures

NAMES = ("astronaut", "chelsea", "coffee", "rocket", "china")
LATER = "camera"
FEW = LearningOptions(words=64, batch_photos=2)
MakeLibrary = Callable[..., Library]


def write_photos(folder):
    write_pictures(folder, NAMES)


def found(library, pictures):
    """The photos that come first when they are searched for, and whether they are proven."""
    first = {}
    for path in sorted(pictures.glob("*.jpg")):
        hits = library.search([Term(data=path.read_bytes())], SearchOptions(engine="match")).hits
        assert hits[0].path == path
        first[path.stem] = hits[0].verified
    return first


def answering(library):
    return library.reader.current_index().codebooks


def staged(library):
    return StagedWords(Layout(library.folder))


def check_that_all_is_well(library):
    assert library.check(deep=True) == []


def test_the_old_words_answer_until_the_new_ones_are_kept(library, pictures):
    before = answering(library)
    told = []
    library.words.learn(FEW, progress=lambda _step, done, total: told.append((done, total)))
    assert (library.folder / "learning").stat().st_mode & 0o077 == 0 or os.name == "nt"
    assert len(told) > 3 and all(0 <= done <= (total or 0) for done, total in told)
    assert answering(library) == before
    assert all(found(library, pictures).values())
    with library.words.searcher() as new:
        hits = new.search([Term(path=pictures / "coffee.jpg")], SearchOptions(engine="match")).hits
        assert (hits[0].path.stem, hits[0].verified) == ("coffee", True)
        assert new.rank(Term(path=pictures / "rocket.jpg"))[0].path.stem == "rocket"

    kept = library.words.keep()
    assert answering(library) == (kept,) != before
    assert not (library.folder / "learning").exists(), "at once, and not with the next run"
    assert [path.stem for path in (library.folder / "codebooks").iterdir()] == [kept]
    assert all(
        found(library, pictures).values()
    )  # queries that were described for the old words are described anew
    info = library.info()
    assert (info.codebook, info.words, info.codebook_name, info.waiting) == (kept, 64, OWN_PHOTOS, 0)
    assert len(info.codebook_created) == len("2026-11-23")
    assert library.index([pictures]).indexed == 0  # no photo is read again
    assert [path.stem for path in (library.folder / "codebooks").iterdir()] == [kept]
    assert not (library.folder / "learning").exists()
    check_that_all_is_well(library)


def test_a_detail_keeps_its_code_and_gets_the_word_that_its_code_is_nearest_to(library):
    with library.reader.catalog() as catalog:
        documents = list(catalog.photos.of_documents(range(1, 100)).values())
    old = library.reader.current_index()
    before = {
        document.document: old.features(document.store).read(document.store_row) for document in documents
    }
    library.words.learn(FEW)
    library.words.keep()
    snapshot = library.reader.current_index()
    ((codebook, index),) = snapshot.indexes
    with library.reader.catalog() as catalog:
        for one in catalog.photos.of_documents(before).values():
            after = snapshot.features(one.store).read(one.store_row)
            assert sorted(map(bytes, after.codes)) == sorted(map(bytes, before[one.document].codes))
            assert np.array_equal(after.words, codebook.assign(codebook.decompress(after.codes)))
            assert np.all(np.diff(after.words.astype(int)) >= 0)
    assert len(index.documents) == len(NAMES)


def test_a_stopped_run_goes_on_where_it_was(library, pictures):
    steps = []

    def stop_after_a_batch():
        return len(staged(library).batches()) == 1

    with pytest.raises(Cancelled, match="kept for the next time"):
        library.words.learn(FEW, cancelled=stop_after_a_batch)
    assert all(found(library, pictures).values())
    plan = library.words.plan(FEW)
    assert (plan.photos, plan.done, plan.learned, plan.words) == (5, 2, True, 64)
    assert 0 < plan.seconds < 60, "three photos are left"
    learned = staged(library).codebook
    assert learned is not None

    library.words.learn(FEW, progress=lambda step, done, total: steps.append((step, done)))
    assert steps == [("Giving photos the new words", 2), ("Giving photos the new words", 4)]
    assert library.words.keep() == learned.fingerprint
    check_that_all_is_well(library)


def test_what_a_kill_left_unfinished_is_done_again(library, pictures, monkeypatch):
    library.words.learn(FEW)
    first, second, whole = staged(library).batches()  # by name, which is drawn
    learning = library.folder / "learning"
    shutil.rmtree(learning / "postings" / first.name)  # killed between the features and the postings
    (learning / "features" / second.name / "records").write_bytes(b"")
    (learning / "postings" / ".unfinished-x").mkdir()
    (learning / "codebooks" / "0.codebook").write_bytes(b"damaged")
    with monkeypatch.context() as patched:
        patched.setattr("os.getpid", lambda: 2**31 - 1)  # nobody's
        temporary_name(learning / "codebooks" / "x.codebook").touch()
    assert library.words.plan(FEW).done == len(whole.documents)
    library.words.learn(FEW)
    assert library.words.plan(FEW).done == 5
    codebook = staged(library).codebook
    assert codebook is not None
    assert [path.stem for path in (learning / "codebooks").iterdir()] == [codebook.fingerprint]
    library.words.keep()
    assert all(found(library, pictures).values())
    check_that_all_is_well(library)


def test_a_batch_is_whole_with_postings_and_features_of_the_same_photos_and_of_the_new_words(
    library,
):
    library.words.learn(FEW)
    learning, batches = library.folder / "learning", staged(library).batches()
    assert sorted(len(batch.documents) for batch in batches) == [1, 2, 2]
    with library.reader.catalog() as catalog:
        for row in catalog.segments.all():
            copy = learning / row.kind / "of the old words"
            shutil.copytree(Layout(library.folder).segment(row.kind, row.codebook, row.name), copy)
    assert staged(library).batches() == batches
    one, two, *_ = sorted((len(batch.documents), batch.name) for batch in batches)
    features = learning / "features"
    (features / one[1]).rename(features / "between")
    (features / two[1]).rename(features / one[1])
    (features / "between").rename(features / two[1])
    assert [batch.name for batch in staged(library).batches()] == [
        batch.name for batch in batches if batch.name not in (one[1], two[1])
    ]


def test_tidying_removes_a_codebook_that_was_being_written(library, monkeypatch):
    library.words.learn(FEW)
    codebooks = library.folder / "learning" / "codebooks"
    with monkeypatch.context() as patched:
        patched.setattr("os.getpid", lambda: 2**31 - 1)  # nobody's
        unfinished = temporary_name(codebooks / "x.codebook")
    unfinished.touch()
    staged(library).tidy()
    assert len(list(codebooks.iterdir())) == 1 and not unfinished.exists()


def test_a_kill_before_the_commit_leaves_the_old_words(library, pictures, monkeypatch):
    before = answering(library)
    library.words.learn(FEW)

    def killed(*_):
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr("cbir.state.codebooks.CodebookShelf.choose", killed)
        with pytest.raises(KeyboardInterrupt):
            library.words.keep()
    assert answering(library) == before
    assert all(found(library, pictures).values())
    library.index([pictures])  # removes what nobody lists
    check_that_all_is_well(library)
    library.words.learn(FEW)
    assert answering(library) == before
    library.words.keep()
    assert answering(library) != before
    assert all(found(library, pictures).values())
    check_that_all_is_well(library)


def test_photos_that_come_meanwhile_are_found_by_both(library, pictures):
    library.words.learn(FEW)
    write_pictures(pictures, [LATER])
    library.index([pictures])
    assert found(library, pictures)[LATER]
    assert library.words.plan(FEW).done == 5
    library.words.keep()
    assert found(library, pictures)[LATER]
    assert library.info().waiting == 0
    check_that_all_is_well(library)


@pytest.mark.parametrize("compacted", [False, True])
def test_photos_that_go_meanwhile_are_gone(library, pictures, *, compacted):
    library.words.learn(FEW)
    (pictures / "coffee.jpg").unlink()
    library.index([pictures])
    if compacted:
        library.compact()  # the catalog forgets the document
    library.words.keep()
    assert set(found(library, pictures)) == {*NAMES} - {"coffee"}
    assert library.photo_count() == 4
    check_that_all_is_well(library)
    library.compact()
    check_that_all_is_well(library)


def test_discarded_words_leave_the_library_as_it_was(library, pictures):
    before = answering(library)
    library.words.learn(FEW)
    (library.folder / "learning" / "mine.txt").write_text("precious")
    library.words.discard()
    left = [path.name for path in (library.folder / "learning").rglob("*")]
    assert (answering(library), left) == (before, ["mine.txt"])
    with pytest.raises(CbirError, match="There are no new words"):
        library.words.keep()
    assert all(found(library, pictures).values())


def test_words_are_learned_by_one_process_at_a_time_and_kept_while_nobody_writes(library):
    library.words.learn(FEW)
    with exclusive_write(Layout(library.folder)), pytest.raises(LibraryLocked, match="is being written to"):
        library.words.keep()
    with library.words.learner(FEW).alone():
        for asked in (lambda: library.words.learn(FEW), library.words.keep, library.words.discard):
            with pytest.raises(LibraryLocked, match="Another process is learning words"):
                asked()
    assert library.words.keep()


@pytest.mark.parametrize("learning", [False, True], ids=["alone", "while somebody learns"])
def test_words_of_a_library_that_changed_its_codebook_are_stale(
    library, pictures, tiny_codebook, tmp_path, *, learning
):
    library.words.learn(FEW)
    other = tmp_path / "other.codebook"
    medians = np.array(tiny_codebook.medians)
    medians[0] += 1
    Codebook(
        **{
            name: getattr(tiny_codebook, name)
            for name in ("mean", "projection", "rotation", "levels", "coarse")
        },
        words=tiny_codebook.words,
        medians=medians,
        steps=tiny_codebook.steps,
    ).save(other)
    library.models.use_codebook(other)
    with pytest.raises(CbirError, match="no new words for the library's present photos"):
        library.words.keep()
    with library.words.learner(FEW).alone() if learning else contextlib.nullcontext():
        library.index([pictures])
    assert (library.folder / "learning").exists() == learning
    library.words.learn(FEW, progress=lambda *_: check_that_nobody_else_learns(library))
    kept = library.words.keep()
    assert answering(library) == (kept,)
    assert all(found(library, pictures).values())
    check_that_all_is_well(library)


def check_that_nobody_else_learns(library):
    with pytest.raises(LibraryLocked, match="Another process is learning words"):
        library.words.discard()


def test_too_few_details_and_too_little_room_are_said(library, monkeypatch):
    with pytest.raises(CbirError, match=r"needs 40,960 details, and the library's 5 photos have [\d,]+"):
        library.words.plan()
    usage = namedtuple("usage", "total used free")
    monkeypatch.setattr("shutil.disk_usage", lambda _: usage(100, 99, 1))
    with pytest.raises(CbirError, match=r"The new words need \d+ MB .* Free some space"):
        library.words.learn(FEW)
    assert staged(library).codebook is None


def test_a_backup_and_a_moved_library_do_without_what_is_not_kept(library, pictures, tmp_path, make_library):
    library.words.learn(LearningOptions(words=64))  # all in one batch
    assert len(staged(library).batches()) == 1
    library.back_up(tmp_path / "backup")
    restore(tmp_path / "backup", tmp_path / "restored")
    assert not (tmp_path / "restored" / "learning").exists()
    check_that_all_is_well(make_library(tmp_path / "restored"))
    assert library.move(tmp_path / "moved") == []
    assert not library.folder.exists()
    moved = make_library(tmp_path / "moved")
    moved.words.learn(LearningOptions(words=64))
    moved.words.keep()
    assert all(found(moved, pictures).values())
