"""Marked hits: the search finds what they show, leaves out what is wrong, and goes on without one that is gone."""

from dataclasses import replace

import numpy as np
import pytest

from cbir.base.errors import QueryUnusable
from cbir.base.types import SearchOptions, Term, Via
from cbir.evaluation.altered import scaled
from cbir.library import Library
from tests.cbir.stage_data import small_options
from tests.pictures import photo, write_jpeg

OPTIONS = SearchOptions(top=10, engine="match", look_harder=False)


def beside(left, right):
    """Two photos as one picture."""
    parts = [scaled(photo(name), 300).pixels[:200, :290] for name in (left, right)]
    return np.concatenate(parts, axis=1)


@pytest.fixture
def library(tmp_path, workers):
    write_jpeg(tmp_path / "photos" / "both.jpg", beside("coffee", "rocket"))
    for name in ("rocket", "chelsea", "flower"):
        write_jpeg(tmp_path / "photos" / f"{name}.jpg", scaled(photo(name), 300).pixels)
    write_jpeg(tmp_path / "coffee.jpg", scaled(photo("coffee"), 300).pixels)
    opened = Library.open(tmp_path / "library", create=True, options=small_options())
    opened.index([tmp_path / "photos"])
    return opened


def proven(found):
    """The verified hits, in their order, each with the term whose picture it shows best."""
    return {hit.path.stem: hit.evidence[0].term for hit in found.hits if hit.verified}


def test_marked_hits_teach_the_search(library, tmp_path):
    query, photos = Term(path=tmp_path / "coffee.jpg"), tmp_path / "photos"
    right, wrong = (Term(path=photos / "both.jpg", sign=sign, marked=True) for sign in (1, -1))
    before = library.search([query], OPTIONS)
    assert proven(before) == {"both": 0}
    one = library.search([query, right], OPTIONS)
    assert proven(one) == {"both": 0, "rocket": 1}  # by what the right photo shows beside the query
    first, second = one.hits[:2]
    assert (first.path.stem, first.proof, second.proof) == ("both", "same", "via")
    assert second.evidence[0].via == Via(photo=first.photo, path=photos / "both.jpg")
    assert first.score > second.score
    two = library.search([query, right, Term(path=photos / "rocket.jpg", marked=True)], OPTIONS)
    assert proven(two) == {"both": 0, "rocket": 2} and not two.notes
    assert [hit.proof for hit in two.hits if hit.verified] == ["same", "via"]
    assert two.hits[1].evidence[0].via == Via(photo=two.hits[1].photo, path=photos / "rocket.jpg"), (
        "of itself"
    )
    assert {hit.path for hit in two.hits} == {hit.path for hit in before.hits} | {photos / "rocket.jpg"}
    refused = library.search([query, wrong], OPTIONS)
    assert [hit.path for hit in refused.hits] == [hit.path for hit in before.hits if hit.path != right.path]
    alone = library.search([right], OPTIONS)
    assert proven(alone) == {"both": 0, "rocket": 0}
    assert {hit.path.stem: hit.proof for hit in alone.hits if hit.verified} == {
        "both": "via",
        "rocket": "same",
    }
    # A wrong mark names what it shows: the photo that shows both is still more like the query than like the rocket.
    apart = library.search([query, Term(path=photos / "rocket.jpg", sign=-1, marked=True)], OPTIONS)
    assert proven(apart) == {"both": 0} and "rocket" not in {hit.path.stem for hit in apart.hits}
    with pytest.raises(QueryUnusable, match="right and wrong"):
        library.search([query, right, wrong], OPTIONS)
    with pytest.raises(QueryUnusable, match="subtracting alone"):
        library.search([wrong], OPTIONS)
    many = [Term(path=path, marked=True) for path in photos.iterdir()] * 13
    assert library.search([query, *many], OPTIONS).hits[0].verified
    (photo_id,) = library.find_photos([photos / "rocket.jpg"])
    gone = Term(photo=photo_id, marked=True)
    (photos / "rocket.jpg").unlink()
    library.index([photos])
    after = library.search([query, right, gone], OPTIONS)
    assert proven(after) == {"both": 0} and any("no longer in the library" in note for note in after.notes)


def test_the_first_hits_are_taken_for_right_where_one_asks_for_it(library, tmp_path):
    query, photos = Term(path=tmp_path / "coffee.jpg"), tmp_path / "photos"
    plain = library.search([query], OPTIONS)
    found = library.search([query], replace(OPTIONS, expand=True))
    assumed = [hit.path for hit in plain.hits[:3]]
    assert found.assumed == tuple(assumed) and plain.assumed == ()
    marked = library.search([query, *(Term(path=path, marked=True) for path in assumed)], OPTIONS)
    assert [(hit.path, hit.score) for hit in found.hits] == [(hit.path, hit.score) for hit in marked.hits]
    named = ", ".join(path.name for path in assumed)
    assert (
        found.notes[0]
        == f"Searched again as if these hits were right, 1 of {len(assumed)} verified: {named}."
    )
    assert found.notes[1:] == ("1 of the first 2 hits were not among them before.",)
    own = library.search([Term(path=photos / "both.jpg")], replace(OPTIONS, expand=True, top=1, skip=1))
    assert photos / "both.jpg" not in own.assumed and own.assumed and len(own.hits) == 1
    typed = library.search([Term(text="rocket")], replace(OPTIONS, engine="metadata", expand=True))
    assert [hit.path.stem for hit in typed.hits] == ["rocket"] and typed.assumed == ()
    assert "There is no hit to expand the search with." in typed.notes
    with pytest.raises(QueryUnusable, match="subtracting alone"):
        library.search([replace(query, sign=-1)], replace(OPTIONS, expand=True))
    first = library.search([query], replace(OPTIONS, expand=True, top=1))
    assert [hit.path for hit in first.hits] == [marked.hits[0].path]
