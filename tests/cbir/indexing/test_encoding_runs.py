"""Encoding of new and old photos for a model, and messages about those that cannot be encoded."""

import pytest

from cbir.indexing import IndexingOptions
from cbir.indexing.commit import keep_parts, keeps_parts
from cbir.workers.pool import WorkersBroken
from tests.cbir.indexing.by_hand import EncoderByHand, counts, encoding_by, no_worker


def test_new_photos_are_encoded_and_old_ones_when_there_is_another_model(runs):
    for n in range(1, 4):
        runs.write(f"{n}.jpg", f"picture {n}")
    encoder = EncoderByHand()
    runs.index()
    assert counts(runs.index(encoding=encoding_by(encoder))) == {"unchanged": 3}
    assert [name for name, _ in runs.workers.asked] == ["prepare_photo"] * 3
    assert (runs.progress[-1].done, runs.progress[-1].total) == (3, 3)
    assert runs.workers.prepared_parts == [False] * 3, "they are not wanted"
    runs.write("4.jpg", "picture 4")
    runs.index(encoding=encoding_by(encoder))
    assert runs.workers.asked == [("ingest_photo", "4.jpg")]
    assert encoder.batches == [3, 1]
    runs.index(encoding=encoding_by(encoder, model="other"))
    assert len(runs.workers.asked) == 4
    assert sorted({row.codebook for row in runs.catalog.segments.all("vectors")}) == ["m", "other"]


def test_parts_are_encoded_of_what_lacks_them_and_whole_photos_only_once(runs):
    for n in range(1, 3):
        runs.write(f"{n}.jpg", f"picture {n}")
    encoder = EncoderByHand()
    runs.index(encoding=encoding_by(encoder))
    runs.index(encoding=encoding_by(encoder, parts=True))
    assert encoder.batches == [2, 18]
    runs.write("3.jpg", "picture 3")
    runs.index(encoding=encoding_by(encoder, parts=True))
    assert encoder.batches == [2, 18, 1, 9]
    runs.index(encoding=encoding_by(encoder, parts=True))
    assert runs.workers.asked == []
    options = sorted(row.options for row in runs.catalog.segments.all("vectors"))
    assert options == ["", "", "3x3 of 0.4", "3x3 of 0.4"]


def test_parts_that_are_there_are_not_prepared_again(runs):
    for n in range(1, 3):
        runs.write(f"{n}.jpg", f"picture {n}")
    encoder = EncoderByHand()
    encoder.problem, encoder.problem_of = RuntimeError("no memory"), 2
    runs.index(encoding=encoding_by(encoder, parts=True))
    encoder.problem = None
    runs.index(encoding=encoding_by(encoder, parts=True))
    assert runs.workers.prepared_parts == [False, False]
    assert sorted(encoder.batches) == [2, 2, 18]


def test_as_many_pictures_wait_for_the_model_whatever_a_photo_has_of_them(runs):
    for n in range(1, 5):
        runs.write(f"{n}.jpg", f"picture {n}")
    encoder = EncoderByHand()
    options = IndexingOptions(commit_after_photos=20)
    runs.index(encoding=encoding_by(encoder, parts=True), options=options)
    assert sorted(encoder.batches) == [2, 2, 18, 18]


def test_photos_without_a_usable_embedding_are_named_and_not_tried_again(runs):
    runs.write("a.jpg", "bad 0")
    runs.write("b.jpg", "good 1")
    encoder = EncoderByHand()
    (note,) = runs.index(encoding=encoding_by(encoder)).notes
    assert note == (
        f"{runs.photos / 'a.jpg'} can be found by picture and name only: the model Modell gives it no usable "
        "embedding."
    )
    runs.write("c.jpg", "worse 0")
    runs.write("d.jpg", "even worse 0")
    (note,) = runs.index(encoding=encoding_by(encoder)).notes
    assert note.startswith("2 photos can be found by picture and name only, ")
    assert runs.index(encoding=encoding_by(encoder)).notes == ()
    assert runs.workers.asked == []


def test_a_photo_whose_parts_are_of_no_use_is_told_of_once(runs):
    runs.write("a.jpg", "good 1")
    encoder = EncoderByHand()
    runs.index(encoding=encoding_by(encoder))
    runs.write("a.jpg", "bad 00")
    (note,) = runs.index(encoding=encoding_by(encoder, parts=True)).notes
    assert note.startswith(str(runs.photos / "a.jpg"))
    runs.index(encoding=encoding_by(encoder, parts=True))
    assert runs.workers.asked == []


def test_parts_of_no_use_are_no_reason_to_speak_of_a_photo_that_is_found_as_a_whole(runs):
    """The keys of parts are numbers like the ids of documents."""
    encoder = EncoderByHand()
    for n in range(1, 16):
        runs.write(f"{n}.jpg", f"useless parts of {n}, 1")
    runs.index(encoding=encoding_by(encoder))
    runs.write("bad.jpg", "useless parts, 0")
    assert len(runs.index(encoding=encoding_by(encoder)).notes) == 1
    assert runs.document("bad.jpg") == 16, "as the first part of the first document is called"
    assert runs.index(encoding=encoding_by(encoder, parts=True)).notes == ()


def test_a_photo_with_one_part_of_no_use_is_found_by_the_others(runs):
    runs.write("a.jpg", "useless part 1")
    encoding = encoding_by(EncoderByHand(), parts=True)
    runs.index(encoding=encoding)
    of_parts = encoding.kinds[1]
    assert runs.catalog.not_embedded.files(of_parts.made_by) == {}
    assert of_parts.documents(runs.catalog, runs.layout) == {runs.document("a.jpg")}


def test_whether_parts_are_kept_is_kept_in_mind(runs):
    seen = []
    for keep in (True, False, True):
        keep_parts(runs.catalog, keep)
        seen.append(keeps_parts(runs.catalog))
    assert seen == [True, False, True]


def test_what_could_not_be_encoded_is_said_and_tried_again(runs):
    runs.write("a.jpg", "picture 1")
    encoder = EncoderByHand()
    encoder.problem = RuntimeError("the graph is damaged")
    (note,) = runs.index(encoding=encoding_by(encoder)).notes
    assert "RuntimeError: the graph is damaged" in note and "tries them again" in note
    assert len(runs.index(encoding=encoding_by(encoder)).notes) == 1
    encoder.problem, encoder.note = None, "It runs on the processor."
    assert runs.index(encoding=encoding_by(encoder)).notes == ("It runs on the processor.",)
    assert runs.index(encoding=encoding_by(encoder)).notes == ()


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("broken", "The file ends in the middle."),
        ("odd", "could not be decoded (ValueError: what is this)"),
        ("huge", ""),
        ("given up", ""),
    ],
)
def test_an_indexed_photo_that_cannot_be_read_for_the_model_is_tried_again(runs, content, said):
    path = runs.write("a.jpg", "picture 1")
    runs.index()
    spoiled = path.with_name("spoiled")
    spoiled.write_text(content, encoding="utf-8")
    encoder = EncoderByHand()
    read = runs.workers.read
    runs.workers.read = lambda path: read(spoiled)
    notes = runs.index(encoding=encoding_by(encoder)).notes
    assert len(notes) == bool(said) and all(said in note for note in notes)
    runs.workers.read = read
    runs.index(encoding=encoding_by(encoder))
    assert runs.workers.asked == [("prepare_photo", "a.jpg")]
    assert encoder.batches == [1]


def test_a_photo_that_vanished_before_the_model_saw_it_is_not_told_of(runs):
    path = runs.write("a.jpg", "picture 1")
    runs.write("b.jpg", "picture 2")
    runs.index()
    runs.workers.before = lambda read: path.unlink() if read == path else None
    report = runs.index(encoding=encoding_by(EncoderByHand()))
    assert (report.notes, counts(report)) == ((), {"unchanged": 2})


def test_where_no_worker_starts_no_photo_is_encoded_and_the_run_ends(runs):
    runs.write("a.jpg", "picture 1")
    runs.index()
    runs.workers.before = no_worker
    encoder = EncoderByHand()
    with pytest.raises(WorkersBroken):
        runs.index(encoding=encoding_by(encoder))
    assert encoder.batches == []


def test_a_run_that_is_stopped_while_it_encodes_leaves_the_rest_to_the_next(runs):
    for n in range(1, 5):
        runs.write(f"{n}.jpg", f"picture {n}")
    runs.index()
    encoder = EncoderByHand()
    options = IndexingOptions(commit_after_photos=2)
    report = runs.index(
        encoding=encoding_by(encoder), options=options, cancelled=lambda: bool(encoder.batches)
    )
    assert report.cancelled
    assert encoder.batches == [2]
    runs.index(encoding=encoding_by(encoder), options=options)
    assert encoder.batches[1:] == [2]


def test_pictures_that_wait_for_the_model_when_a_run_is_stopped_are_left_to_the_next(
    runs,
):
    for n in range(1, 3):
        runs.write(f"{n}.jpg", f"picture {n}")
    runs.index()
    encoder = EncoderByHand()
    report = runs.index(
        encoding=encoding_by(encoder),
        cancelled=lambda: any(one.current is not None for one in runs.progress),
    )
    assert report.cancelled
    assert encoder.batches == []
