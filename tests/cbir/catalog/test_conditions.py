"""What becomes a condition: dates behind a day, folders and words of folders, all of some keywords."""

from __future__ import annotations

from pathlib import Path

import pytest

from cbir.base.types import Filters, Marks, PhotoId, TextLine
from cbir.catalog import Catalog, full_text, parse_query
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
def test_behind_a_day_is_behind_the_whole_of_it(catalog: Catalog, text: str, hits: set[str]) -> None:
    found = set(names(catalog, f"{text} date:<=2020"))
    assert found == hits


def test_a_folder_of_the_home_is_named_by_its_short_form(
    catalog: Catalog, monkeypatch: pytest.MonkeyPatch
) -> None:
    for variable in ("HOME", "USERPROFILE"):
        monkeypatch.setenv(variable, "/home")
    assert set(names(catalog, "in:~/me/Fotos/2019")) == {FIRST, SECOND}


def test_a_word_is_a_folder_only_where_there_is_one(
    catalog: Catalog, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with catalog.transaction():
        root = catalog.roots.add(tmp_path)
    add(catalog, root, (Photo(path="2021/boats/a.jpg"), Photo(path="boats/b.jpg")))
    monkeypatch.chdir(tmp_path)
    assert set(names(catalog, "in:boats")) == {"a.jpg", "b.jpg"}, "it begins a folder's name"
    (tmp_path / "boats").mkdir()
    assert set(names(catalog, "in:boats")) == {"b.jpg"}


def test_a_photo_has_all_keywords_of_a_filter(catalog: Catalog) -> None:
    with catalog.transaction():
        catalog.marks.set(PhotoId(2), Marks(added=("red tram",)))
    assert set(names(catalog, "", Filters(keywords=("red tram",)))) == {FIRST, SECOND}
    assert set(names(catalog, "", Filters(keywords=("red tram", "eléctrico")))) == {FIRST}


def test_what_is_written_in_an_older_photo_does_not_describe_it(
    catalog: Catalog, monkeypatch: pytest.MonkeyPatch
) -> None:
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
