"""Colours from files to hits: at indexing, in a library of a version that knew none, and as a reason."""

from types import SimpleNamespace

import numpy as np

from cbir.base.layout import Layout
from cbir.base.types import Filters, SearchOptions, Term
from tests.cbir.catalog_rows import execute
from tests.pictures import write_jpeg

NAMES = SearchOptions(engine="metadata")


def picture(left, right):
    pixels = np.zeros((120, 160, 3), np.uint8)
    pixels[:, :80], pixels[:, 80:] = left, right
    pixels[::8] //= 2
    return pixels


def write_photos(folder):
    red, blue, grey = (200, 25, 25), (30, 60, 200), (120, 120, 120)
    write_jpeg(folder / "one.jpg", picture(red, red))
    write_jpeg(folder / "two.jpg", picture(red, grey))
    write_jpeg(folder / "three.jpg", picture(blue, grey))


def names(result):
    return [hit.path.stem for hit in result.hits]


def test_indexing_stores_colours_that_words_fields_and_filters_find(make_library, tmp_path):
    write_photos(tmp_path / "pictures")
    library = make_library()
    library.index([tmp_path / "pictures"])
    assert names(library.search([Term(text="color:red")], NAMES)) == ["one", "two"]
    assert names(library.search([Term(text="rouge")], NAMES)) == ["one", "two"]
    assert names(library.search([], SearchOptions(filters=Filters(colors=("blue",))))) == ["three"]
    (photo,) = (hit.photo for hit in library.search([Term(text="red two")], NAMES).hits if hit.strong)
    fields = {field.field: field for field in library.reasons.fields([Term(text="red two")], [photo])[photo]}
    assert fields["color"].words == ("red",) and 30 < int(fields["color"].text.rstrip("%")) < 60


def test_a_library_of_before_says_which_colours_are_missing_and_gets_them(
    make_library, tmp_path, monkeypatch
):
    write_photos(tmp_path / "pictures")
    library = make_library()
    library.index([tmp_path / "pictures"])
    catalog = SimpleNamespace(path=Layout(library.folder).catalog)
    execute(catalog, "DELETE FROM color")
    execute(catalog, "INSERT INTO setting VALUES ('photos_to_color', 1000000)")
    result = library.search([Term(text="color:red")], NAMES)
    assert names(result) == []
    assert any("colors of 3 of 3 photos are not known yet" in str(note) for note in result.notes)
    library.index([tmp_path / "pictures"])
    result = library.search([Term(text="color:red")], NAMES)
    assert names(result) == ["one", "two"] and not any("not known" in str(note) for note in result.notes)
