"""Unfinished and wrong fields while typing: left out with a hint."""

import pytest

from cbir.base.types import Term
from cbir.search.query import forgiven


@pytest.mark.parametrize(
    ("typed", "text", "hint"),
    [
        ("boats near:", "boats", "needs a place right behind it"),
        ("boats iso:", "boats", "iso: needs a value"),
        ("iso:many boats", "boats", "not a number"),
        ("color:dark boats", "boats", "black, white"),
        ("near:Nowhereatall boats", "boats", "Nowhereatall"),
    ],
)
def test_a_wrong_field_is_left_out_and_said(typed, text, hint):
    (term,), (note,) = forgiven([Term(text=typed)])
    assert (term.text or "").strip() == text and hint in str(note)


def test_a_text_that_is_nothing_else_is_dropped():
    assert forgiven([Term(text="near:")])[0] == ()


def test_right_fields_and_words_with_colons_stay():
    terms = (Term(text="iso:800 near:Lisbon title:boat at 12:30"), Term(photo=1))
    assert forgiven(terms) == (terms, ())
