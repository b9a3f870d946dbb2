"""Fields of a photo that match typed text, and cameras in their order."""

import pytest

from cbir.base.types import Filters, Marks, Metadata, PhotoId
from tests.cbir.catalog.test_full_text import FIRST, SECOND, Photo, add
from tests.cbir.catalog.test_full_text import catalog as catalog  # noqa: PLC0414  # a fixture

ONE = PhotoId(1)


def test_the_field_with_most_of_the_words_comes_first(catalog):
    found = catalog.full_text.fields_with(["lisboa red tram "], ONE)
    assert [(one.field, one.words) for one in found] == [
        ("keywords", ("red", "tram")),
        ("folder", ("lisboa",)),
    ]


def test_words_of_one_field_stand_in_no_other(catalog):
    assert [one.field for one in catalog.full_text.fields_with(["keywords:tram"], ONE)] == ["keywords"]
    assert catalog.full_text.fields_with(["title:tram"], ONE) == ()


@pytest.mark.parametrize(
    ("keyword", "typed"),
    [("boats", "boat"), ("boats", "boating"), ("chevaux", "cheval"), ("chevaux", "Cheval")],
)
def test_another_form_of_a_word_stands_where_its_stem_does(catalog, keyword, typed):
    with catalog.transaction():
        catalog.marks.set(ONE, Marks(added=(keyword,)))
    (found,) = catalog.full_text.fields_with([typed], ONE)
    assert (found.field, found.words) == ("keywords", (typed,))


def test_cameras_are_in_the_order_of_their_letters_whatever_their_case(catalog):
    phone = Photo(path="phone.jpg", metadata=Metadata(make="apple", model="iPhone 15"))
    add(catalog, catalog.roots.all()[0], (phone,))
    listed = catalog.full_text.in_order([], Filters(), order="camera", backwards=False, top=3)
    found = catalog.photos.find_all(listed)
    assert [found[photo].path.name for photo in listed] == ["phone.jpg", SECOND, FIRST]
