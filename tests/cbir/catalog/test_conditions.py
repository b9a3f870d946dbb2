"""SQL conditions from filters: dates after a day, folders and words of folders, all of some keywords."""

import os
from pathlib import Path

import pytest

from cbir.base.errors import QueryUnusable
from cbir.base.types import Filters, Marks, PhotoId, TextLine
from cbir.catalog import full_text, parse_query
from tests.cbir.catalog.test_full_text import FIRST, SECOND, TRAM, Photo, add, names
from tests.cbir.catalog.test_full_text import catalog as catalog  # noqa: PLC0414  # a fixture


@pytest.mark.parametrize(
    ("text", "hits"),
    [
        ("date:>2019-07-14", {SECOND, TRAM}),
        ("date:>=2019-07-14", {FIRST, SECOND, TRAM}),
        ("date:>2019", {TRAM}),
    ],
)
def test_behind_a_day_is_behind_the_whole_of_it(catalog, text, hits):
    found = set(names(catalog, f"{text} date:<=2020"))
    assert found == hits


@pytest.mark.parametrize(
    ("text", "hits"),
    [("month:7", {FIRST}), ("month:Juli", {FIRST}), ("month:11..7", {FIRST, SECOND})],
)
def test_a_month_is_one_of_any_year(catalog, text, hits):
    assert set(names(catalog, f"{text} date:2019..2020")) == hits


@pytest.mark.parametrize("text", ["month:13", "month:0", "month:Monday", "month:6.."])
def test_a_month_that_is_none_is_refused_with_an_example(catalog, text):
    with pytest.raises(QueryUnusable, match="month:8"):
        names(catalog, text)


def test_a_folder_of_the_home_is_named_by_its_short_form(catalog, monkeypatch):
    for variable in ("HOME", "USERPROFILE"):
        monkeypatch.setenv(variable, "/home")
    assert set(names(catalog, "in:~/me/Fotos/2019")) == {FIRST, SECOND}


@pytest.fixture
def watched(monkeypatch):
    """The paths for which Python asks the file system."""
    asked = []

    def watch(room, name):
        ask = getattr(room, name)

        def noting(*given, **more):
            asked.append(name)
            return ask(*given, **more)

        monkeypatch.setattr(room, name, noting)

    for name in ("stat", "lstat", "listdir", "scandir", "getcwd", "readlink", "access"):
        watch(os, name)
    for name in ("isdir", "isfile", "exists", "realpath", "abspath"):
        watch(os.path, name)
    return asked


@pytest.mark.parametrize(
    ("text", "hits"),
    [
        ("in:boats", {"a.jpg", "b.jpg"}),
        ("in:2021/boats", {"a.jpg"}),
        ("in:2021/boa", set()),
        ("in:trips/2021", {"a.jpg"}),
        ("in:2021/x/../boats/", {"a.jpg"}),
        ("in:/photos/trips/x/../boats", {"b.jpg"}),
        ("in:/photos", {"a.jpg", "b.jpg"}),
        ("in:etc", set()),
        ("in:/etc", set()),
    ],
)
def test_a_folder_is_looked_for_among_the_indexed_ones_and_never_on_the_disk(catalog, watched, text, hits):
    with catalog.transaction():
        root = catalog.roots.add(Path("/photos/trips"))
    add(catalog, root, (Photo(path="2021/boats/a.jpg"), Photo(path="boats/b.jpg")))
    watched.clear()
    assert set(names(catalog, text)) == hits
    assert watched == []


@pytest.mark.parametrize(
    "text", ["in:.", "in:..", "in:../..", "in:../photos", "in:a/../..", "in:./.", "-in:.."]
)
def test_a_folder_that_depends_on_where_the_program_runs_is_refused(catalog, watched, text):
    with pytest.raises(QueryUnusable, match="Name a folder by its path or by words of its name"):
        names(catalog, text)
    assert watched == []


def test_a_photo_has_all_keywords_of_a_filter(catalog):
    with catalog.transaction():
        catalog.marks.set(PhotoId(2), Marks(added=("red tram",)))
    assert set(names(catalog, "", Filters(keywords=("red tram",)))) == {FIRST, SECOND}
    assert set(names(catalog, "", Filters(keywords=("red tram", "eléctrico")))) == {FIRST}


def test_what_is_written_in_an_older_photo_does_not_describe_it(catalog, monkeypatch):
    with catalog.transaction():
        catalog.marks.set(PhotoId(2), Marks(added=("our first foto",)))
        (shown,) = [one for one in catalog.written.to_read("any", limit=9) if one.photo == 1]
        corners = ((0.0, 0.0), (9.0, 0.0), (9.0, 9.0), (0.0, 9.0))
        line = TextLine(text="fotos", quad=corners, confidence=0.9)
        assert catalog.written.set(shown, [line], reader="any")
    monkeypatch.setattr(full_text, "MAX_RANKED", 16)
    add(catalog, catalog.roots.all()[0], tuple(Photo(path=f"{at}.jpg") for at in range(20)))
    found = [one.photo for one in catalog.full_text.search([parse_query("fotos")], Filters(), top=99)]
    assert found[0] == 2
    assert 1 not in found
