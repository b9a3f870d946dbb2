"""Requests of a visitor from another computer, allowed or refused before the library hears of them."""

from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest

from cbir.base.errors import QueryUnusable
from cbir.base.types import Album, Filters, MarkReport, PhotoId, SearchOptions, Term
from cbir.library import Library
from cbir.service import (
    LONG,
    MARKS,
    SHORT,
    AlbumsRequest,
    CheckRequest,
    FlagRequest,
    JudgeRequest,
    KeywordRequest,
    LibraryRequest,
    RateRequest,
    SearchRequest,
    SuggestRequest,
    WordPlacesRequest,
    visiting,
)
from cbir.service.visiting import answer_visitor, keep_albums, real_folders, shown_albums
from cbir.service.wire import request_to_json, unpacked

ONE = PhotoId(1)
ROOTS = {Path("/photos/Holidays"): True, Path("/drive/Holidays"): False, Path("/photos/Scans"): True}


class Asked:
    """A library that writes down what it is asked, and knows some albums."""

    def __init__(self, *albums):
        self.kept = []
        self.tops = []
        self.albums = SimpleNamespace(all=lambda: albums, keep=self._keep)
        self.marks = SimpleNamespace(suggest=self._suggest)
        self.files = SimpleNamespace(
            below_roots=lambda paths: [path.name for path in paths], of=lambda photo: photo
        )

    def online(self):
        return ROOTS

    def _keep(self, albums, removed=()):
        self.kept = list(albums)

    def _suggest(self, _photos, *, top, cancelled):
        self.tops.append(top)
        return ()

    @property
    def library(self):
        return cast(Library, self)


def ask(request, kinds, library=None):
    return answer_visitor(
        (library or Asked()).library, request_to_json(request), kinds, str, lambda: False,
        may_write=True, originals=False, positions=True,
    )  # fmt: skip


def search(terms, top=10):
    return SearchRequest(terms=terms, options=SearchOptions(top=top))


@pytest.mark.parametrize(
    ("request_", "kinds", "said"),
    [
        (CheckRequest(), LONG | SHORT | MARKS, "does not offer this"),
        (LibraryRequest(), LONG, "does not offer this"),
        (search((Term(text="x"),)), SHORT, "does not offer this"),
        (RateRequest(photos=(ONE,), rating=3), SHORT, "does not offer this"),
        (JudgeRequest(terms=(Term(text="x"),)), MARKS, "does not offer this"),  # a question
        (JudgeRequest(terms=(Term(text="x"),), labels=("x",), photos=(ONE,)), SHORT, "does not offer this"),
        (
            JudgeRequest(terms=(Term(text="x"),), labels=(), photos=(ONE,)),
            MARKS,
            "does not know this request",
        ),
        (search((Term(text="x"),) * 65), LONG, "terms takes 64 at most"),
        (search((Term(path=Path("/etc/passwd")),)), LONG, "does not know this request"),
        (search((Term(text="in:/etc"),)), LONG, "Name a folder by words"),
        (search((Term(text="boat -IN : ~me"),)), LONG, "Name a folder by words"),
        (search((Term(text="in:a\\b"),)), LONG, "Name a folder by words"),
        (search((), top=1001), LONG, "1000 hits at most"),
        (RateRequest(photos=(ONE,) * 10_001, rating=3), MARKS, "photos takes 10,000 at most"),
        (SuggestRequest(photos=(ONE,) * 10_001), LONG, "photos takes 10,000 at most"),
        (RateRequest(photos=(ONE,), rating=6), MARKS, "A rating is 0 to 5"),
        (RateRequest(photos=(ONE,), rating=-2), MARKS, "A rating is 0 to 5"),
        (KeywordRequest(photos=(ONE,), add=("",)), MARKS, "1 to 500 letters"),
        (KeywordRequest(photos=(ONE,), remove=("x" * 501,)), MARKS, "1 to 500 letters"),
        (WordPlacesRequest(photos=(ONE,) * 1001, texts=("x",)), SHORT, "photos takes 1,000 at most"),
    ],
)
def test_what_is_too_much_or_not_for_visitors_is_refused(request_, kinds, said):
    with pytest.raises(QueryUnusable, match=said):
        ask(request_, kinds)


@pytest.mark.parametrize("words", ["in:holidays", "a boat in the harbour / sunset", "begin:/x", "cabin: ~"])
def test_other_words_are_words(words):
    visiting.check_texts(words)


@pytest.mark.parametrize(("top", "given"), [(8, 8), (0, 0), (-3, 0), (50, 50), (51, 50), (10**9, 50)])
def test_so_many_keywords_are_suggested_at_most(top, given):
    library = Asked()
    ask(SuggestRequest(photos=(ONE,), top=top), LONG, library)
    assert library.tops == [given]


@pytest.mark.parametrize(
    ("folder", "real"),
    [
        ("holidays", ["holidays"]),
        ("//Scans", ["/photos/Scans"]),
        ("//Scans/1984/x", ["/photos/Scans/1984/x"]),
        ("//Holidays/2019", ["/photos/Holidays/2019", "/drive/Holidays/2019"]),
    ],
)
def test_folders_are_named_from_the_ones_that_were_indexed(folder, real):
    filters = real_folders(Asked().library, Filters(folders=(folder,)))
    assert filters.folders == tuple(str(Path(one)) if "/" in one else one for one in real)


@pytest.mark.parametrize(
    ("folder", "said"),
    [
        *((folder, "no such folder") for folder in ("//Other", "//Scans/../..", "//Scans/a/../../..", "//")),
        *((folder, "Paths are not looked up") for folder in ("/photos/Scans", "~", "..\\x", "a/b")),
    ],
)
def test_no_folder_leads_out_of_what_was_indexed(folder, said):
    with pytest.raises(QueryUnusable, match=said):
        real_folders(Asked().library, Filters(folders=(folder,)))


def kept(library, *albums, removed=()):
    keep_albums(library.library, AlbumsRequest(keep=albums, removed=removed))
    return library.kept


@pytest.mark.parametrize(
    ("album", "said"),
    [
        (Album(name=" ", id="a"), "1 to 500 letters"),
        (Album(name="A", id=""), "1 to 500 letters"),
        (Album(name="x" * 501, id="a"), "1 to 500 letters"),
        (Album(name="A", id="x" * 501), "1 to 500 letters"),
        (Album(name="A", id="a", terms=(Term(text="x"),)), "does not know this request"),
        (Album(name="A", id="a", terms=(Term(path=Path("/etc/x")),), labels=("x",)), "Send the picture"),
        (Album(name="A", id="a", filters=Filters(folders=("/etc",))), "Paths are not looked up"),
    ],
)
def test_an_album_that_nobody_could_open_is_not_kept(album, said):
    library = Asked()
    with pytest.raises(QueryUnusable, match=said):
        kept(library, Album(name="Good", id="good"), album)
    assert library.kept == []


def test_so_many_albums_are_kept_at_once_at_most():
    albums = tuple(Album(name="A", id=str(number)) for number in range(1001))
    library = Asked()
    with pytest.raises(QueryUnusable, match="keep takes 1,000 at most"):
        ask(AlbumsRequest(keep=albums), MARKS, library)
    ask(AlbumsRequest(keep=albums[:1000]), MARKS, library)
    assert len(library.kept) == 1000


def test_a_search_that_names_a_place_is_hidden_and_stays_whatever_a_visitor_says():
    secret = Album(name="Secret", id="s", terms=(Term(path=Path("/home/me/x.jpg")),), labels=("x.jpg",))
    outside = Album(name="Outside", id="o", filters=Filters(folders=("/etc",), min_rating=3))
    inside = Album(name="Inside", id="i", filters=Filters(folders=("/photos/Scans/1984",)))
    library = Asked(secret, outside, inside)
    shown = shown_albums(library.library)
    assert (shown["s"].terms, shown["s"].labels, shown["o"].filters) == ((), (), Filters())
    assert shown["i"].filters.folders == ("//1984",)
    renamed = Album(name="Renamed", id="s", terms=(Term(text="boat"),), labels=("boat",))
    (one,) = kept(library, renamed)
    assert (one.name, one.terms, one.labels) == ("Renamed", secret.terms, secret.labels)
    with pytest.raises(QueryUnusable, match="Its administrator can do this"):
        kept(library, removed=("s",))
    assert kept(library, removed=("i",)) == []


@pytest.mark.parametrize(("flag", "change"), [("pick", True), ("file", None), ("none", "unflagged")])
def test_a_flag_that_is_changed_is_reported(flag, change):
    changes = []

    def report(_photos, change="unflagged", *, sidecar):
        changes.append((change, sidecar))
        return MarkReport(photos=1)

    library = Asked()
    library.marks = SimpleNamespace(set_pick=report, unflag=report)
    answer = ask(FlagRequest(photos=(ONE,), flag=flag), MARKS, library)
    assert changes == [(change, False)]
    assert unpacked(answer, Path("/")).report.photos == 1
