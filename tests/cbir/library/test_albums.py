"""Albums: searches that are kept, with a hand's corrections, through whatever happens to their photos."""

import random
import sqlite3
import subprocess
import sys
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from cbir.base.errors import CbirError
from cbir.base.types import Album, Filters, SearchOptions, Term
from cbir.catalog import Catalog
from cbir.evaluation import encode_jpeg
from cbir.evaluation.altered import scaled
from cbir.library import Library
from cbir.library.albums import options_of
from cbir.library.maintenance import restore
from cbir.search import SearchService
from cbir.state import AlbumTable, write_searches
from tests.album_rounds import Rounds
from tests.cbir.stage_data import small_options, write_pictures
from tests.pictures import flat, photo, write_jpeg

BOATS = Album(name="Boats", terms=(Term(text="boat"),), labels=("boat",), id="boats")
WIDE = Album(name="Wide", filters=Filters(orientation="landscape"), id="wide")
CHOSEN = Album(name="Chosen", id="chosen")
STEPS = 40


def plain(number):
    """A small picture of its own grey, wide or upright."""
    side = (64, 48) if number % 3 else (48, 64)
    pixels = flat(*side, grey=40 + number % 160)
    pixels[number % 40, :, 0] = 255 - number // 160
    return encode_jpeg(pixels, 90)


def write_photos(folder):
    for name in ("red boat", "blue boat", "house"):
        write_jpeg(folder / f"{name}.jpg", flat(60, 40, grey=60 + 10 * len(name)))


@pytest.fixture(name="library")
def _with_albums(library):
    library.albums.keep([BOATS, CHOSEN])
    return library


def test_an_album_is_counted_without_its_photos_being_read(library, monkeypatch):
    library.albums.keep([WIDE])
    say(library, BOATS, house=True, red_boat=False)
    shown = {album.id: library.albums.search(album.id).album for album in (BOATS, WIDE)}
    monkeypatch.delattr("cbir.catalog.photos.PhotoTable.listing")
    for album, photos in shown.items():
        assert photos is not None and library.albums.count(album).photos == len(photos.members) > 1


def file(library, name):
    return library.folder.parent / "pictures" / f"{name}.jpg"


def say(library, album, **said):
    photos = library.find_photos([file(library, name.replace("_", " ")) for name in said])
    library.albums.correct(album.id, dict(zip(photos, said.values(), strict=True)))


def members(library, album=BOATS):
    """The names of an album's photos, a star after the new ones."""
    found = library.albums.search(album.id, SearchOptions(top=0, listed="name"))
    assert found.album is not None
    new = found.album.new
    return [hit.path.stem + "*" * (hit.photo in new) for hit in found.hits]


def open_album(library, album=BOATS):
    found = library.albums.search(album.id)
    assert found.album is not None
    library.albums.note_opened(album.id, found.album.members)


@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=pytest.mark.long)])
def test_an_album_is_searching_anew_with_the_hands_in_and_out(tmp_path, workers, seed):
    with Library.open(tmp_path / "library", create=True, options=small_options()) as opened:
        rounds = Rounds(opened, tmp_path / "photos", plain, (), random.Random(seed))
        rounds.begin(8)
        trips = Album(
            name="Red trips",
            terms=(Term(text="red"),),
            labels=("red",),
            filters=Filters(folders=("trips",)),
            id="t",
        )
        rounds.keep([BOATS, WIDE, trips, CHOSEN])
        for _ in range(STEPS):
            kind = rounds.step()
            assert not rounds.problems(), kind
        assert len(rounds.steps) >= 6, rounds.steps


def test_corrections_go_with_a_photo_that_is_moved_edited_forgotten_or_comes_back(library):
    say(library, BOATS, house=True, red_boat=False)
    assert members(library) == ["blue boat", "house"]
    moved = file(library, "house").rename(file(library, "villa"))
    library.index([moved.parent])
    assert members(library) == ["blue boat", "villa"]
    write_jpeg(moved, flat(60, 40, grey=7))
    library.index([moved.parent])
    assert members(library) == ["blue boat", "villa"]
    library.forget(moved.parent)
    assert members(library) == []
    moved.rename(moved.with_name("castle.jpg"))
    library.index([moved.parent])
    assert members(library) == ["blue boat", "castle"]
    say(library, BOATS, castle=None, red_boat=None)
    assert members(library) == ["blue boat", "red boat"]


def test_what_came_since_an_album_was_opened_is_new(library):
    assert library.albums.count(BOATS.id).new == 0, "it was never opened"
    write_jpeg(file(library, "green boat"), flat(60, 40, grey=200))
    library.index([file(library, "x").parent])
    say(library, BOATS, house=True)
    assert members(library) == ["blue boat", "green boat*", "house*", "red boat"]
    count = library.albums.count(BOATS.id)
    assert (count.photos, count.new) == (4, 2)
    open_album(library)
    assert library.albums.count(BOATS.id).new == 0
    file(library, "green boat").rename(file(library, "old boat"))
    library.index([file(library, "x").parent])
    assert members(library) == ["blue boat", "house", "old boat", "red boat"], "a move makes nothing new"


def test_an_album_of_the_hand_alone_has_what_was_put_in(library):
    assert members(library, CHOSEN) == []
    say(library, CHOSEN, house=True, red_boat=True)
    assert sorted(members(library, CHOSEN)) == ["house", "red boat"]


def test_a_picture_album_is_what_is_proven_and_keeps_asking_with_a_photo_that_moves(library, tmp_path):
    noise, other = (
        np.random.default_rng(3).integers(0, 255, (2, 30, 40, 3), np.uint8).repeat(8, 1).repeat(8, 2)
    )
    query = write_jpeg(file(library, "wall"), noise)
    write_jpeg(file(library, "wall again"), noise, quality=60)
    write_jpeg(file(library, "fence"), other)
    library.index([query.parent])
    walls = Album(name="Walls", terms=(Term(path=query),), labels=("wall",), id="walls")
    library.albums.keep([walls])
    found = library.albums.search("walls")
    assert found.album is not None and len(found.hits) > len(found.album.members), "the rest follows"
    assert members(library, walls) == ["wall", "wall again"]
    say(library, walls, house=True, wall_again=False)
    assert members(library, walls) == ["wall", "house"]
    assert library.albums.count("walls").photos == 2
    query.rename(file(library, "moved"))
    library.index([query.parent])
    assert members(library, walls) == ["moved", "house"]
    content = file(library, "moved").read_bytes()
    file(library, "moved").unlink()
    library.index([query.parent])
    gone = library.albums.search("walls", SearchOptions(top=0))
    assert [hit.path.stem for hit in gone.hits] == ["house"] and "by hand are shown" in gone.notes[0]
    assert library.albums.count("walls").new == 0
    say(library, walls, house=None)
    with pytest.raises(CbirError, match="no longer in the library"):
        library.albums.search("walls")
    file(library, "back").write_bytes(content)
    library.index([query.parent])
    assert members(library, walls) == ["back"], "asked with under its new id; what was taken out stays out"


def test_a_picture_album_asks_as_the_window_does(library, monkeypatch):
    walls = Album(name="Walls", terms=(Term(path=file(library, "house")),), labels=("wall",), id="walls")
    library.albums.keep([replace(walls, engine="match", filters=Filters(min_rating=2))])
    asked, search = [], SearchService.search

    def recorded(service, terms, options, *rest):
        asked.append(options)
        return search(service, terms, options, *rest)

    monkeypatch.setattr(SearchService, "search", recorded)
    library.albums.count("walls")
    (options,) = asked
    assert options.look_again, "its hits lead to more of the same thing"
    assert (options.engine, options.filters, options.listed) == ("match", Filters(min_rating=2), None)


def test_a_catalog_of_a_program_without_albums_has_none_where_it_may_not_be_written_to():
    with closing(sqlite3.connect(":memory:")) as connection:
        table = AlbumTable(connection)
        assert (table.all(), table.unreadable(), table.corrections("a")) == ([], [], {})
        assert (table.opened("a"), table.seen("a")) == (0, set())


def test_an_album_that_is_not_there_was_never_opened(library):
    with Catalog.open(library.folder / "catalog.sqlite", writable=False) as catalog:
        table = catalog.table(AlbumTable)
        assert (table.opened("nobody's"), table.seen("nobody's")) == (0, set())


def test_albums_are_kept_changed_removed_and_put_back_with_what_was_said(library):
    say(library, BOATS, house=True)
    renamed = Album(name="Ships", terms=BOATS.terms, labels=BOATS.labels, id=BOATS.id, engine="metadata")
    library.albums.keep([renamed])
    assert library.albums.all() == [renamed, CHOSEN]
    library.albums.keep([], removed=[BOATS.id])
    assert library.albums.all() == [CHOSEN]
    with pytest.raises(CbirError, match="removed meanwhile"):
        say(library, BOATS, house=True)
    library.albums.keep([BOATS])
    assert library.albums.all() == [BOATS, CHOSEN] and members(library) == ["blue boat", "house", "red boat"]


@pytest.mark.parametrize(
    ("terms", "asked", "top", "listed"),
    [
        ((Term(path=Path("/a.jpg")),), SearchOptions(listed="name", backwards=True), 200, None),
        ((Term(text="boat"),), SearchOptions(listed="name", backwards=True), 10_000, "name"),
        ((Term(text="boat"),), SearchOptions(), 10_000, "date"),
        ((), SearchOptions(top=3, backwards=True), 10_000, "date"),
    ],
)
def test_an_album_asks_as_the_window_does(terms, asked, top, listed):
    album = replace(WIDE, terms=terms, engine="metadata")
    assert options_of(album, asked) == SearchOptions(
        top=top,
        engine="metadata",
        filters=WIDE.filters,
        listed=listed,
        backwards=asked.backwards,
        look_again=True,
        own=True,
    )


@pytest.mark.parametrize(("days", "kept"), [(30, True), (30 + 1 / 86400, False)])
def test_an_album_that_was_removed_is_kept_for_thirty_days(library, monkeypatch, days, kept):
    say(library, BOATS, house=True)
    monkeypatch.setattr("cbir.state.albums.time.time", lambda: 1e9)
    library.albums.keep([], removed=[BOATS.id])
    monkeypatch.setattr("cbir.state.albums.time.time", lambda: 1e9 + days * 86400)
    library.albums.keep([], removed=[CHOSEN.id])
    library.albums.keep([BOATS])
    assert ("house" in members(library)) == kept, "what was said of it goes with it"


def test_an_album_is_found_by_its_name(library):
    assert library.albums.find("boats") == library.albums.find("BOATS") == BOATS
    with pytest.raises(CbirError, match="no album"):
        library.albums.find("nothing")
    library.albums.keep([Album(name="Chosen", id="2")])
    with pytest.raises(CbirError, match="2 albums are called"):
        library.albums.find("Chosen")
    assert library.albums.find("2").id == "2"


@pytest.mark.parametrize("region", [None, (100.0, 50.0, 300.0, 200.0)])
def test_an_album_keeps_the_picture_that_it_asks_with(library, region):
    """A file dropped from a browser is soon gone. An album that searched with the file itself would be lost with it."""
    pixels = scaled(photo("coffee"), 480).pixels
    write_jpeg(file(library, "coffee"), pixels)
    library.index([file(library, "coffee").parent])
    dropped = write_jpeg(library.folder.parent / "dropped.jpg", np.ascontiguousarray(pixels[:, 40:]))
    asked = Album(
        name="Coffee", terms=(Term(path=dropped, region=region),), labels=("dropped.jpg",), id="coffee"
    )
    library.albums.keep([asked])
    assert members(library, asked) == ["coffee"]
    dropped.unlink()
    assert members(library, asked) == ["coffee"]
    lost = Album(name="Lost", terms=(Term(path=dropped),), labels=("dropped.jpg",), id="lost")
    library.albums.keep([lost])
    with pytest.raises(CbirError, match=r"dropped\.jpg"):
        library.albums.search("lost")


def test_nothing_is_said_where_a_photo_is_gone(library):
    there, gone = library.find_photos([file(library, "house"), file(library, "red boat")])
    file(library, "red boat").unlink()
    library.index([file(library, "x").parent])
    with pytest.raises(CbirError, match="no longer in the library"):
        library.albums.correct(BOATS.id, {there: True, gone: False})
    assert members(library) == ["blue boat"]


def test_a_backup_has_the_albums_and_what_was_said(library, tmp_path):
    say(library, BOATS, house=True, red_boat=False)
    library.back_up(tmp_path / "backup")
    restore(tmp_path / "backup", tmp_path / "again")
    with Library.open(tmp_path / "again", options=small_options()) as again:
        assert again.albums.all() == [BOATS, CHOSEN]
        found = again.albums.search(BOATS.id)
        assert sorted(hit.path.stem for hit in found.hits) == ["blue boat", "house"]


def test_searches_that_a_program_before_saved_become_albums_once(library):
    old = [Album(name="Old", terms=(Term(text="boat"),), labels=("boat",)), Album(name="Older")]
    searches = library.folder / "searches.json"
    write_searches(searches, old)
    content = searches.read_bytes()
    names = ["Old", "Older", "Boats", "Chosen"]
    assert [album.name for album in library.albums.all()] == names
    assert not searches.exists()
    searches.write_bytes(content)  # as if it had been killed before the file went
    library.albums.keep([], removed=[library.albums.find("Older").id])
    assert [album.name for album in library.albums.all()] == ["Old", "Boats", "Chosen"]


def test_damaged_searches_of_before_are_said_and_stay(library):
    searches = library.folder / "searches.json"
    searches.write_bytes(b"{")
    with pytest.raises(CbirError, match="cbir library check recovers"):
        library.albums.all()
    assert searches.read_bytes() == b"{"
    problems = [problem.what for problem in library.check()]
    assert any("damaged" in problem for problem in problems)
    assert library.albums.all() == [BOATS, CHOSEN]


def test_one_damaged_album_is_said_and_hides_no_other(library):
    with closing(sqlite3.connect(library.folder / "catalog.sqlite")) as connection, connection:
        connection.execute("UPDATE album SET query = '{' WHERE id = 'boats'")
    assert library.albums.all() == [CHOSEN]
    assert any('album "Boats"' in problem.what for problem in library.check())


@pytest.mark.parametrize(
    "said", ["[" * 100_000, '{"terms": [{"text": 5}], "labels": ["a"], "filters": {}}', b"\xff{}"]
)
def test_what_no_program_wrote_in_an_album_is_said_and_hides_no_other(library, said):
    with closing(sqlite3.connect(library.folder / "catalog.sqlite")) as connection, connection:
        connection.execute("UPDATE album SET query = CAST(? AS TEXT) WHERE id = 'boats'", (said,))
    assert library.albums.all() == [CHOSEN]
    assert any('album "Boats"' in problem.what for problem in library.check())
    with closing(sqlite3.connect(library.folder / "catalog.sqlite")) as connection, connection:
        connection.execute("UPDATE album SET name = CAST(? AS TEXT) WHERE id = 'chosen'", (b"Caf\xe9",))
    assert [album.name for album in library.albums.all()] == ["Caf\ufffd"]


def test_a_name_in_no_encoding_is_refused_and_nothing_is_kept(library):
    with pytest.raises(CbirError, match="The name of an album"):
        library.albums.keep([Album(name="new", id="new"), Album(name="caf\udce9", id="odd")])
    assert library.albums.all() == [BOATS, CHOSEN]


def test_albums_stand_in_the_order_in_which_they_were_made(library, monkeypatch):
    monkeypatch.setattr(
        "cbir.state.albums.time", SimpleNamespace(time=lambda: 1e9)
    )  # a clock put back, and still
    library.albums.keep([Album(name=name, id=name) for name in ("c", "b", "a")])
    library.albums.keep([Album(name="last", id="0")])
    assert [album.id for album in library.albums.all()] == ["boats", "chosen", "c", "b", "a", "0"]


def test_what_is_less_likely_comes_after_the_album_and_each_photo_once(make_library, tmp_path):
    library = make_library()
    write_pictures(tmp_path / "photos", ("astronaut", "coffee", "rocket"))
    library.index([tmp_path / "photos"])
    asked, other = library.find_photos(
        [tmp_path / "photos" / f"{name}.jpg" for name in ("astronaut", "coffee")]
    )
    library.albums.keep([Album(name="Like it", terms=(Term(photo=asked),), labels=("it",), id="like")])
    members = library.albums.search("like", SearchOptions(top=0)).hits
    assert [hit.path.stem for hit in members] == ["astronaut"]
    hits = library.albums.search("like", SearchOptions(top=1)).hits
    assert len(hits) == 2 and hits[0].photo == asked != hits[1].photo
    library.albums.correct("like", {other: True})
    hits = library.albums.search("like", SearchOptions(top=10)).hits
    assert sorted(hit.path.stem for hit in hits) == ["astronaut", "coffee", "rocket"]
    assert [hit.path.stem for hit in hits[:2]] == ["astronaut", "coffee"]
    assert [hit.rank for hit in hits] == [1, 2, 3]


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL there")
def test_corrections_that_were_said_to_be_saved_survive_a_kill(library):
    albums = [Album(name=str(at), id=str(at)) for at in range(200)]
    library.albums.keep(albums)
    (photo,) = library.find_photos([file(library, "house")])
    library.close()
    code = (
        "import sys; from pathlib import Path; from cbir.library import Library\n"
        "with Library.open(Path(sys.argv[1])) as library:\n"
        "    for at in range(int(sys.argv[2]), 200):\n"
        f"        library.albums.correct(str(at), {{{photo}: at % 2 == 0}})\n"
        "        print(at, flush=True)\n"
    )
    saved = []
    for _ in range(3):
        command = [sys.executable, "-c", code, str(library.folder), str(len(saved))]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as child:
            assert child.stdout is not None
            saved += [int(child.stdout.readline()) for _ in range(5)]
            child.kill()
            saved += [int(line) for line in child.stdout if line.endswith("\n")]
        with Library.open(library.folder, options=small_options()) as again:
            assert [again.albums.corrections(str(at)) for at in saved] == [
                {photo: at % 2 == 0} for at in saved
            ]
