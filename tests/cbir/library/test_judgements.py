"""Hits that are called right or wrong: kept with the library, and in its backups."""

import shutil

import pytest

from cbir.base.errors import CbirError
from cbir.base.types import LearnedOrder, SearchOptions, Term
from cbir.evaluation import judged_dataset
from cbir.library import Library
from cbir.library.maintenance import restore
from tests.cbir.stage_data import small_options
from tests.pictures import flat, write_jpeg

RED, FRAMED = (
    (Term(text="red"),),
    (Term(data=b"picture", region=(1.0, 2.0, 3.0, 4.0)), Term(text="sea", sign=-1)),
)


def write_photos(folder):
    for name in ("a", "b", "c"):
        write_jpeg(folder / f"{name}.jpg", flat(60 + ord(name), 40))


def photos(library, *names):
    return library.find_photos([library.folder.parent / "pictures" / f"{name}.jpg" for name in names])


def grades(library):
    return [{path.stem: grade for path, grade in query.grades} for query in library.marks.judgements.all()]


def test_what_is_said_of_hits_is_kept_and_taken_back(library):
    judgements = library.marks.judgements
    a, b, c = photos(library, "a", "b", "c")
    judgements.set(RED, ["red"], [a, b], True)
    judgements.set(RED, ["red"], [c], False)
    judgements.set(FRAMED, ["picture", "sea"], [c], True)
    assert grades(library) == [{"a": 1, "b": 1, "c": 0}, {"c": 1}]
    assert judgements.of(RED) == {a: True, b: True, c: False} and judgements.of((Term(text="blue"),)) == {}
    judgements.set(RED, ["red"], [a], False)
    judgements.set(FRAMED, ["picture", "sea"], [c], None)
    (left,) = judgements.all()
    assert left.terms == RED and left.labels == ("red",) and grades(library) == [{"a": 0, "b": 1, "c": 0}]
    region = FRAMED[0].region
    judgements.set(FRAMED, ["picture", "sea"], [a], True)
    assert judgements.all()[1].terms == FRAMED and judgements.all()[1].terms[0].region == region


def test_judgements_are_a_data_set_in_which_a_photo_is_no_answer_to_itself(library):
    a, b = photos(library, "a", "b")
    with pytest.raises(CbirError, match="nothing to measure"):
        judged_dataset(library.marks.judgements.all(), library.folder)
    library.marks.judgements.set((Term(photo=a),), ["a"], [a, b], True)
    (topic,) = judged_dataset(library.marks.judgements.all(), library.folder).topics
    assert topic.own in topic.grades and len(topic.grades) == 2 and topic.has_answer


def test_a_photo_that_goes_takes_its_judgements_along(library):
    a, b = photos(library, "a", "b")
    library.marks.judgements.set(RED, ["red"], [a], True)
    library.marks.judgements.set(FRAMED, ["", ""], [a, b], True)
    library.forget(library.folder.parent / "pictures")
    assert library.marks.judgements.all() == []
    with pytest.raises(CbirError, match="no longer in the library"):
        library.marks.judgements.set(RED, ["red"], [a], True)
    with pytest.raises(CbirError, match="Search for something"):
        library.marks.judgements.set((), (), [], True)


def test_judgements_come_back_with_their_photos(library):
    folder, judgements = library.folder.parent / "pictures", library.marks.judgements
    a, b, c = photos(library, "a", "b", "c")
    judgements.set(RED, ["red"], [a], True)
    judgements.set((Term(photo=a),), ["a"], [b], True)
    judgements.set((Term(photo=a), Term(text=f'say "photo": {a}, twice')), ["a", ""], [c], False)
    before = grades(library)
    library.forget(folder)
    elsewhere = folder.rename(folder.with_name("elsewhere"))
    (elsewhere / "c.jpg").rename(elsewhere / "d.jpg")
    (elsewhere / "a.jpg").rename(elsewhere.parent / "a.jpg")
    library.index([elsewhere])
    assert {path.stem for query in judgements.all() for path, _ in query.grades} == {"b", "d"}
    assert all(query.own is None for query in judgements.all())
    (elsewhere.parent / "a.jpg").rename(elsewhere / "a.jpg")
    library.index([elsewhere])
    found = sorted(
        judgements.all(),
        key=lambda query: before.index({path.stem.replace("d", "c"): grade for path, grade in query.grades}),
    )
    red, asked, both = found
    assert red.terms == RED and [(path.name, grade) for path, grade in red.grades] == [("a.jpg", 1)]
    assert asked.own == both.own == elsewhere / "a.jpg"
    assert both.terms[1].text == f'say "photo": {a}, twice' and both.grades[0][0] == elsewhere / "d.jpg"
    (again,) = library.find_photos([elsewhere / "a.jpg"])
    assert again != a and judgements.of((Term(photo=again),)) == {
        library.find_photos([elsewhere / "b.jpg"])[0]: True
    }


def test_of_two_copies_each_brings_back_its_own(library):
    folder = library.folder.parent / "pictures"
    shutil.copy(folder / "a.jpg", folder / "copy.jpg")
    library.index([folder])
    a, copy = photos(library, "a", "copy")
    library.marks.judgements.set(RED, ["red"], [a], True)
    library.marks.judgements.set(RED, ["red"], [copy], False)
    library.forget(folder)
    library.index([folder])
    assert grades(library) == [{"a": 1, "copy": 0}]


def test_a_backup_has_the_judgements(library, tmp_path):
    library.marks.judgements.set(RED, ["red"], photos(library, "b"), True)
    library.back_up(tmp_path / "backup")
    restore(tmp_path / "backup", tmp_path / "again")
    with Library.open(tmp_path / "again", options=small_options()) as again:
        assert [query.terms for query in again.marks.judgements.all()] == [RED]
        assert grades(again) == [{"b": 1}]


def test_searches_use_a_learned_order_while_it_is_switched_on(library):
    judgements, (a, b, c) = library.marks.judgements, photos(library, "a", "b", "c")
    library.marks.set_keywords([a, b, c], add=["sea"])
    library.marks.set_keywords([b], add=["sea view", "sea wall"])

    def found(**options):
        return [hit.photo for hit in library.search([Term(text="sea")], SearchOptions(**options)).hits]

    standard = found()
    assert sorted(standard) == sorted((a, b, c)) and judgements.order() is None
    with pytest.raises(CbirError, match="No order was learned yet"):
        judgements.use_order(True)
    backwards = LearnedOrder(
        weights=(0.0, -1.0, 0.0, 0.0), searches=9, before=0.1, after=0.2, low=0.01, high=0.2, p=0.04
    )
    judgements.keep_order(backwards)
    assert found() == standard[::-1] and found(learned_order=False) == standard
    assert found(top=1) == standard[-1:] and found(top=1, skip=2) == standard[:1]
    assert not judgements.use_order(False).on
    assert found() == standard and found(learned_order=True) == standard[::-1]
    assert judgements.use_order(True) == backwards
    judgements.keep_order(None)
    assert judgements.order() is None and found() == standard
