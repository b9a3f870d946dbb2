"""Full text and filters in the catalog, against a plain loop over the same photos."""

from __future__ import annotations

import itertools
import random
import sqlite3
import unicodedata
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cbir.base.errors import QueryUnusable
from cbir.base.folding import indexed
from cbir.base.name_dates import date_in_name
from cbir.base.stems import stems_of_text
from cbir.base.types import DocumentId, Filters, Marks, Metadata, PhotoId
from cbir.catalog import Catalog, Move, NewDocument, parse_query
from cbir.catalog.catalog import open_to_read
from cbir.catalog.migration import provide_functions
from cbir.catalog.schema import MIGRATIONS
from cbir.catalog.schema.folded import MIGRATION_TO_FOLDED_TEXT
from tests.cbir.catalog.old_catalog import catalog_before
from tests.cbir.catalog.test_query import PIECES
from tests.cbir.catalog_rows import execute, execute_by_its_own
from tests.new_catalog import new_catalog


@dataclass(frozen=True, slots=True, kw_only=True)
class Photo:
    path: str
    metadata: Metadata = field(default_factory=Metadata)
    format: str = "JPEG"
    size: tuple[int, int] = (4000, 3000)


PHOTOS = (
    Photo(
        path="2019/Lisboa/IMG_2031.JPG",
        metadata=Metadata(
            taken_at="2019-07-14T12:30:05+02:00",
            make="FUJIFILM",
            model="X-T3",
            lens="XF35mm",
            rating=4,
            keywords=("eléctrico", "red tram"),
            places=("Lisbon", "Portugal"),
        ),
    ),
    Photo(
        path="2019/Lisboa/IMG_2032.JPG",
        metadata=Metadata(taken_at="2019-12-31T23:59:59", make="Canon", model="Canon EOS 5D", rating=2),
        size=(3000, 4500),
    ),
    Photo(path="scans/letter from lisbon.tif", format="TIFF", size=(1000, 1000)),
    Photo(
        path="2020/tram.heic",
        format="HEIF",
        metadata=Metadata(taken_at="2020", rating=-1, title="Rua São Jorge"),
    ),
    Photo(path="Müller/Straße.png", format="PNG", metadata=Metadata(rating=0), size=(800, 600)),
)


def add(catalog, root, photos):
    first = catalog.documents.next_id()
    with catalog.transaction():
        catalog.documents.add(
            [
                NewDocument(
                    root=root.id,
                    path=photo.path,
                    size=1,
                    mtime_ns=1,
                    fingerprint="f",
                    format=photo.format,
                    width=photo.size[0],
                    height=photo.size[1],
                    document=DocumentId(first + at),
                    store_row=at,
                    metadata=photo.metadata,
                    extractor=1,
                )
                for at, photo in enumerate(photos)
            ],
            store="s",
            postings="p",
        )


@pytest.fixture
def catalog(tmp_path):
    with new_catalog(tmp_path / "catalog.sqlite") as opened:
        with opened.transaction():
            root = opened.roots.add(Path("/home/me/Fotos"))
        add(opened, root, PHOTOS)
        yield opened


def test_keywords_are_counted_with_what_was_set_and_taken_away(catalog):
    first, second, *_ = sorted(
        catalog.full_text.in_order([], Filters(), order="name", backwards=False, top=None)
    )
    with catalog.transaction():
        catalog.marks.set(first, Marks(added=("boat",), removed=("red tram",)))
        catalog.marks.set(second, Marks(added=("boat",)))
    assert catalog.metadata.keywords(10) == {"boat": 2, "eléctrico": 1}
    assert catalog.metadata.keywords(1) == {"boat": 2}


def names(catalog, text, filters=Filters()):  # noqa: B008 (frozen)
    """File names of the hits of a query, best first; documents and hits must be the same."""
    node = parse_query(text)
    matched = catalog.full_text.search([node], filters, top=100)
    found = catalog.photos.find_all([one.photo for one in matched])
    documents = catalog.full_text.allowed_documents([node], filters)
    assert documents is not None
    assert documents.tolist() == sorted(found[one.photo].document for one in matched)
    return [found[one.photo].path.name for one in matched]


FIRST, SECOND, LETTER, TRAM, STREET = (photo.path.rpartition("/")[2] for photo in PHOTOS)


@pytest.mark.parametrize(
    ("text", "hits"),
    [
        ("lisbon 2019", {FIRST}),
        ("lisboa", {FIRST, SECOND}),
        ("LISBOA ", {FIRST, SECOND}),
        ("electrico ", {FIRST}),
        ("sao jorge ", {TRAM}),
        ('"jorge sao"', set()),
        ('"são jorge"', {TRAM}),
        ("IMG_2031", {FIRST}),
        ("IMG_2031.JPG", {FIRST}),
        ("img_20", {FIRST, SECOND}),
        ("img_20 ", {FIRST, SECOND}),
        ('"img_20"', set()),
        ("lis letter", {LETTER}),
        ("letters", {LETTER}),
        ("trams -scans", {FIRST, TRAM}),
        ("lisbon -letters", {FIRST}),
        ("-lisb lett", {LETTER}),
        ("strassen", {STREET}),
        ("straßen", {STREET}),
        ("scan", {LETTER}),
        ("keyword:trams", {FIRST}),
        ("muller", {STREET}),
        ("tram OR letter ", {FIRST, TRAM, LETTER}),
        ("tram -keyword:tram", {TRAM}),
        ("fotos", {photo.path.rpartition("/")[2] for photo in PHOTOS}),
        ("camera:fuji", {FIRST}),
        ("camera:x-t3", {FIRST}),
        ("camera:eos", {SECOND}),
        ('camera:"canon 5d"', {SECOND}),
        ("lens:xf", {FIRST}),
        ("-camera:fuji", {SECOND, LETTER, TRAM, STREET}),
        ("after:2019-08", {SECOND, TRAM}),
        ("before:2020", {FIRST, SECOND, LETTER, STREET}),
        ("after:2019-06 before:2019-12-31", {FIRST}),
        ("to:2019", {FIRST, SECOND, LETTER, STREET}),
        ("date:2019-12", {SECOND}),
        ("date:2019..2020", {FIRST, SECOND, TRAM}),
        ("-date:2019", {LETTER, TRAM, STREET}),
        ("rating:>=2", {FIRST, SECOND}),
        ("rating:4", {FIRST}),
        ("rating:-1", {TRAM}),
        ("rating:0..3", {SECOND, STREET, LETTER}),
        ("rating:0", {STREET, LETTER}),
        ("rating:<3", {SECOND, STREET, LETTER}),
        ("rating:<=0", {STREET, LETTER}),
        ("rating:>=0", {FIRST, SECOND, STREET, LETTER}),
        ("stars:<=5 ", {FIRST, SECOND, STREET, LETTER}),
        ("rating:none", {LETTER}),
        ("rating:None -folder:scans", set()),
        ("-rating:none", {FIRST, SECOND, TRAM, STREET}),
        ("rating:-1..0", {TRAM, STREET, LETTER}),
        ("rating:>=-1", {FIRST, SECOND, TRAM, STREET, LETTER}),
        ("rating:<=-1", {TRAM}),
        ("-rating:>=2", {LETTER, TRAM, STREET}),
        ("folder:lisboa", {FIRST, SECOND}),
        ("-folder:scans", {FIRST, SECOND, TRAM, STREET}),
        ("in:scans", {LETTER}),
        ("in:/home/me/Fotos/2019", {FIRST, SECOND}),
        ("in:/home/me/Fotos/20", set()),
        ("in:~nobody-of-this-name", set()),
        ("in:/home/me", {photo.path.rpartition("/")[2] for photo in PHOTOS}),
        ("in:/home/me/Fotos/2020 OR format:png", {TRAM, STREET}),
        ("format:heic", {TRAM}),
        ("format:jpg", {FIRST, SECOND}),
        ("orientation:portrait", {SECOND}),
        ("orientation:square", {LETTER}),
        ("megapixels:>=12", {FIRST, SECOND, TRAM}),
        ("mp:12", {FIRST, TRAM}),
        ("tram rating:>0", {FIRST}),
        ("(camera:fuji OR rating:-1) -2020 ", {FIRST}),
    ],
)
def test_a_query_finds(catalog, text, hits):
    assert set(names(catalog, text)) == hits


def test_a_name_counts_more_than_a_keyword_and_without_words_the_newest_comes_first(catalog):
    assert names(catalog, "tram ") == [TRAM, FIRST]
    assert names(catalog, "-folder:none")[:3] == [TRAM, SECOND, FIRST]


FILTERS = (
    (Filters(), lambda photo: True),
    (Filters(folders=("/home/me/Fotos/2019",)), lambda photo: photo.path.startswith("2019/")),
    (Filters(folders=("scans", "2020")), lambda photo: photo.path.startswith(("scans/", "2020/"))),
    (Filters(taken_from="2019-12"), lambda photo: (photo.metadata.taken_at or "") >= "2019-12"),
    (Filters(taken_to="2019"), lambda photo: (photo.metadata.taken_at or "1970")[:4] <= "2019"),
    (Filters(cameras=("fuji", "canon")), lambda photo: photo.metadata.camera != ""),
    (Filters(min_rating=0), lambda photo: photo.metadata.rating != -1),
    (Filters(min_rating=2), lambda photo: (photo.metadata.rating or 0) >= 2),
    (Filters(orientation="landscape"), lambda photo: photo.size[0] > photo.size[1]),
    (Filters(min_megapixels=1), lambda photo: photo.size[0] * photo.size[1] >= 1_000_000),
    (Filters(formats=("jpg", "png")), lambda photo: photo.format in ("JPEG", "PNG")),
)


@pytest.mark.parametrize("pair", list(itertools.combinations(range(len(FILTERS)), 2)))
def test_filters_and_their_pairs_agree_with_a_plain_loop(catalog, pair):
    both = [FILTERS[at] for at in pair]
    merged = Filters(
        **{
            name: value
            for one, _ in both
            for name in Filters.__slots__
            if (value := getattr(one, name)) not in ((), None)
        }
    )
    if sum(bool(one.folders) for one, _ in both) > 1:
        both = both[1:]  # several folders mean any of them, and the later one has replaced the other
    expected = {p.path.rpartition("/")[2] for p in PHOTOS if all(fits(p) for _, fits in both)}
    assert set(names(catalog, "", merged)) == expected


def test_a_filter_that_makes_no_sense_is_a_sentence(catalog):
    with pytest.raises(QueryUnusable, match="not a date"):
        catalog.full_text.search([], Filters(taken_from="soon"), top=1)


def test_nothing_asked_for_allows_every_document(catalog):
    assert catalog.full_text.allowed_documents([], Filters()) is None


@settings(max_examples=100, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(text=st.lists(PIECES, max_size=20).map("".join), place=st.text(max_size=12))
def test_no_text_makes_sqlite_complain(catalog, text, place):
    filters = Filters(folders=(place,), cameras=(place,), formats=(place,)) if place.strip() else Filters()
    try:
        node = parse_query(text)
        catalog.full_text.search([node], filters, top=3)
        catalog.full_text.allowed_documents([node], filters)
    except QueryUnusable:
        pass


def state(catalog):
    """The full text and the facets as they would be if they were made anew."""
    rows = execute_by_its_own(catalog, "SELECT rowid, * FROM photo_text ORDER BY rowid")
    anew = execute_by_its_own(catalog, "SELECT * FROM photo_words ORDER BY id")
    assert rows == [
        (row[0], *map(indexed, row[1:-1]), indexed(row[-1], runs=False), stems_of_text(" ".join(row[1:5])))
        for row in anew
    ]
    facets = execute(catalog, "SELECT * FROM facet ORDER BY photo_id")
    expected = execute(
        catalog,
        """SELECT photo.id, document.id, root_id, taken_at, rating, format, width, height, path, mtime_ns FROM photo
           LEFT JOIN document ON document.photo_id = photo.id AND live
           LEFT JOIN metadata ON metadata.photo_id = photo.id ORDER BY photo.id""",
    )
    assert facets == [
        (*row[:3], date, *row[4:8], source) for row in expected for date, source in [_dated(row)]
    ]
    execute(catalog, "INSERT INTO photo_text (photo_text, rank) VALUES ('integrity-check', 1)")
    wrong = [contradiction for contradiction in catalog.audit.contradictions() if "numbers" in contradiction]
    assert not wrong, "the counts of what filters offer follow, too"
    return facets


def _dated(row):
    """The date of a photo, and who says it: row holds what it says, its path and the time of its file."""
    said, path, mtime_ns = row[3], row[8], row[9]
    if said is not None:
        return said, "metadata"
    if (named := date_in_name(path)) is not None:
        return named, "name"
    return datetime.fromtimestamp(mtime_ns // 1_000_000_000).isoformat(), "file"


def test_full_text_and_facets_follow_every_change(catalog):
    draw = random.Random(3)
    (root,) = catalog.roots.all()
    with catalog.transaction():
        other = catalog.roots.add(Path("/mnt/archive/Lisbon trip"))
    add(catalog, other, PHOTOS[:2])
    state(catalog)
    with catalog.transaction():
        catalog.files.move(
            [
                Move(photo=PhotoId(1), root=other.id, path="moved/b.jpg", size=1, mtime_ns=1),
                Move(photo=PhotoId(3), root=root.id, path=PHOTOS[0].path, size=1, mtime_ns=1),
            ]
        )
    assert "b.jpg" in names(catalog, "moved")
    state(catalog)
    with catalog.transaction():
        catalog.files.move(
            [
                Move(
                    photo=PhotoId(4),
                    root=root.id,
                    path="IMG-20190704-WA0001.jpg",
                    size=1,
                    mtime_ns=5 * 10**18,
                )
            ]
        )
        catalog.files.update(PhotoId(5), size=2, mtime_ns=6 * 10**17, fingerprint="f")
    state(catalog)
    add(catalog, root, PHOTOS[1:3])  # new versions of photos that are there
    with catalog.transaction():
        catalog.metadata.set(PhotoId(2), Metadata(title="Night train", rating=5), extractor=1, sidecar="")
    assert names(catalog, "night rating:5") == [SECOND]
    state(catalog)
    with catalog.transaction():
        catalog.roots.move(other, path=Path("/mnt/archive/Porto trip"), place=None)
    assert names(catalog, "folder:lisbon") == []
    assert len(names(catalog, "folder:porto")) == 3
    with catalog.transaction():
        catalog.files.add_failure(root, PHOTOS[4].path, size=1, mtime_ns=2, reason="broken", lasting=True)
        catalog.files.remove(root, [draw.choice(PHOTOS[1:3]).path])
    assert STREET not in names(catalog, "")
    state(catalog)


def test_names_that_are_no_text_are_found_by_what_is_text_in_them(catalog):
    (root,) = catalog.roots.all()
    add(catalog, root, (Photo(path="2019/caf\udce9 lisbon \udcff.jpg"),))
    assert "caf\udce9 lisbon \udcff.jpg" in names(catalog, "lisbon in:/home/me/Fotos/2019")


@pytest.mark.parametrize(
    ("name", "word"),
    [
        ("한국어 바다", "바다"),
        ("озеро Байкал", "байкал"),
        ("озеро Байкал", "байк"),  # as it is typed
        ("θάλασσα", "θάλασσα"),
        ("ガラス", "ガラス"),
        ("Bãi biển", "biển"),
        ("Bãi biển", "bien"),
        ("Strände", "strand"),  # by its stem
    ],
)
@pytest.mark.parametrize("field", ["", "name:"])
def test_words_are_found_in_either_spelling_of_their_marks(catalog, name, word, field):
    (root,) = catalog.roots.all()
    written = [unicodedata.normalize(form, f"{name} {form}.jpg") for form in ("NFC", "NFD")]
    add(catalog, root, tuple(Photo(path=f"2019/{one}") for one in written))
    if field and word == "strand":
        return  # stems are of all fields
    for form in ("NFC", "NFD"):
        found = names(catalog, f"{field}{unicodedata.normalize(form, word)}")
        assert set(written) <= set(found), form
    whole = unicodedata.normalize("NFD", name.rsplit(maxsplit=1)[-1])
    assert set(names(catalog, f"jpg -{field}{whole}")).isdisjoint(written)


@pytest.mark.parametrize(
    ("word", "found"),
    [
        ("猫", ["海辺の猫.jpg"]),
        ("海辺", ["海辺の猫.jpg"]),
        ("辺の猫", ["海辺の猫.jpg"]),
        ("猫海", []),
        ("猫 海", ["海辺の猫.jpg"]),
        ("タワー", ["東京タワー2019夜景.jpg"]),
        ("ー夜", []),  # a number stands between
        ("야경", ["서울타워야경.jpg"]),
        ("家族", ["a.jpg"]),  # among the keywords
        ("-猫 海辺", []),
    ],
)
@pytest.mark.parametrize("form", ["NFC", "NFD"])
def test_words_are_found_within_names_without_spaces(catalog, word, found, form):
    (root,) = catalog.roots.all()
    written = ("海辺の猫.jpg", "東京タワー2019夜景.jpg", "서울타워야경.jpg")
    photos = [Photo(path=f"2019/{unicodedata.normalize(form, name)}") for name in written]
    add(catalog, root, (*photos, Photo(path="2019/a.jpg", metadata=Metadata(keywords=("大家族写真",)))))
    here = [unicodedata.normalize("NFC", name) for name in names(catalog, word)]
    assert here == found
    if found:
        (photo, *_) = catalog.full_text.search([parse_query(word)], Filters(), top=1)
        (match, *_) = catalog.full_text.fields_with([word], photo.photo)
        assert match.field == ("keywords" if found == ["a.jpg"] else "name")


def folded(catalog, limit=100):
    """Whether some texts of an earlier version were left after each step."""
    left = [True]
    while left[-1]:
        with catalog.transaction():
            left.append(catalog.full_text.fold_more(limit))
    return left[1:]


@pytest.fixture
def library_of_before(tmp_path, monkeypatch):
    """The catalog of the version before folded words, with five photos."""
    path = tmp_path / "catalog.sqlite"
    with catalog_before(MIGRATION_TO_FOLDED_TEXT, path, monkeypatch) as catalog:
        with catalog.transaction():
            root = catalog.roots.add(Path("/home/me/Fotos"), None)
        paths = ("Ёлка.jpg", "HolidayBeach.jpg", "harbour.jpg", "Łódź.jpg", "海辺の猫.jpg")
        add(catalog, root, [Photo(path=path) for path in paths])
    return path


def test_a_library_of_before_is_folded_in_steps_and_goes_on_after_a_stop(library_of_before):
    with Catalog.open(library_of_before, writable=True) as catalog:
        assert catalog.full_text.left_to_fold() == 5 and Catalog.has_old_texts(library_of_before)
        assert names(catalog, "harbour") == ["harbour.jpg"], "what was found before is found meanwhile"
        with catalog.transaction():
            assert catalog.full_text.fold_more(2)
        assert catalog.full_text.left_to_fold() == 3
        assert (names(catalog, "猫"), names(catalog, "lodz")) == (["海辺の猫.jpg"], ["Łódź.jpg"]), (
            "newest first"
        )
        assert names(catalog, "елка") == []
    with Catalog.open(library_of_before, writable=True) as catalog:
        (first, *_) = sorted(
            catalog.full_text.in_order([], Filters(), order="added", backwards=False, top=None)
        )
        with catalog.transaction():
            catalog.marks.set(first, Marks(added=("Αθήνα",)))
        assert names(catalog, "αθηνα елка") == ["Ёлка.jpg"], "a photo that changes is folded at once"
        assert folded(catalog, 2) == [True, False]
        assert catalog.full_text.left_to_fold() == 0 and not Catalog.has_old_texts(library_of_before)
        assert names(catalog, "beach") == ["HolidayBeach.jpg"]
        execute(catalog, "INSERT INTO photo_text (photo_text, rank) VALUES ('integrity-check', 1)")
        assert not [text for text in catalog.audit.contradictions() if "full text" in text]


def test_a_library_of_before_can_be_searched_by_name_at_once(tmp_path):
    path = tmp_path / "catalog.sqlite"
    connection = sqlite3.connect(path)
    for version in range(2):
        connection.executescript(f"{MIGRATIONS[version]} PRAGMA user_version = {version + 1};")
    connection.execute("INSERT INTO root (path, added_at) VALUES ('/home/me/Fotos', 0)")
    connection.execute(
        "INSERT INTO photo (root_id, path, size, mtime_ns, fingerprint, format, width, height) "
        "VALUES (1, '2019/Lisboa/a.jpg', 1, 1, 'f', 'JPEG', 40, 30)"
    )
    connection.execute("INSERT INTO document VALUES (1, 1, 1, 's', 0, 'p')")
    connection.commit()
    connection.close()
    with Catalog.open(path, writable=True) as catalog:
        assert names(catalog, "lisboa format:jpg") == ["a.jpg"]
        assert catalog.metadata.unread() == 1
        folded(catalog)
        (root,) = catalog.roots.all()
        (known,) = catalog.files.states(root, codebook="", options="").values()
        assert known.extractor == 0
        state(catalog)


BEFORE_STEMS, BEFORE_DATES = 11, 12  # versions of a catalog


def catalog_before_stems(path):
    """One photo called boats.jpg, in a catalog as the version before wrote it."""
    connection = sqlite3.connect(path)
    for version, migration in enumerate(MIGRATIONS[:BEFORE_STEMS], start=1):
        connection.executescript(f"{migration} PRAGMA user_version = {version};")
    connection.execute("INSERT INTO root (path, added_at) VALUES ('/home/me/Fotos', 0)")
    connection.execute(
        "INSERT INTO photo (root_id, path, size, mtime_ns, fingerprint, format, width, height) "
        "VALUES (1, 'barche.jpg', 1, 1, 'f', 'JPEG', 40, 30)"
    )
    connection.execute("INSERT INTO document VALUES (1, 1, 1, 's', 0, 'p')")
    connection.commit()
    connection.close()


def test_a_library_of_before_gets_its_stems_when_it_is_opened_to_write(tmp_path):
    catalog_before_stems(tmp_path / "catalog.sqlite")
    with Catalog.open(tmp_path / "catalog.sqlite", writable=True) as catalog:
        assert names(catalog, "barca") == ["barche.jpg"]
        folded(catalog)
        state(catalog)


def test_a_library_of_before_that_cannot_be_written_to_is_brought_up_to_date_in_memory(tmp_path, monkeypatch):
    (tmp_path / "library").mkdir()
    path = tmp_path / "library" / "catalog.sqlite"
    catalog_before_stems(path)
    before = path.read_bytes()
    with Catalog.open(path, writable=False) as catalog:
        assert names(catalog, "barca") == ["barche.jpg"]
    monkeypatch.setattr("cbir.catalog.catalog.open_to_read", _refusing_to_write(open_to_read))
    monkeypatch.setattr("os.access", lambda *_: False)
    with Catalog.open(path, writable=False) as catalog:
        assert names(catalog, "barca") == ["barche.jpg"]
    assert path.read_bytes() == before


def test_a_library_of_before_has_a_date_for_every_photo_at_once(tmp_path):
    path = tmp_path / "catalog.sqlite"
    connection = sqlite3.connect(path)
    provide_functions(connection)
    for version, migration in enumerate(MIGRATIONS[:BEFORE_DATES], start=1):
        connection.executescript(f"{migration} PRAGMA user_version = {version};")
    connection.execute("INSERT INTO root (path, added_at) VALUES ('/home/me/Fotos', 0)")
    for number, name in enumerate(
        ("IMG_1.jpg", "IMG-20190704-WA0001.jpg", "IMG-20180704-WA0002.jpg"), start=1
    ):
        connection.execute(
            "INSERT INTO photo (root_id, path, size, mtime_ns, fingerprint, format, width, height) "
            "VALUES (1, ?, 1, 1500000000000000000, 'f', 'JPEG', 40, 30)",
            (name,),
        )
        connection.execute("INSERT INTO document VALUES (?, ?, 1, 's', 0, 'p')", (number, number))
    connection.execute(
        "INSERT INTO metadata (photo_id, extractor, sidecar, taken_at, keywords, places) "
        "VALUES (3, 1, '', '2017-01-02', '[]', '[]')"
    )
    connection.commit()
    connection.close()
    with Catalog.open(path, writable=True) as catalog:
        folded(catalog)
        state(catalog)
        found = catalog.photos.find_all([PhotoId(1), PhotoId(2), PhotoId(3)])
        assert [value.dated_by for value in found.values()] == ["file", "name", "metadata"]
        assert names(catalog, "date:2017") == ["IMG_1.jpg", "IMG-20180704-WA0002.jpg"]
        assert names(catalog, "date:2019-07-04") == ["IMG-20190704-WA0001.jpg"]
        assert catalog.audit.contradictions() == [
            "3 documents are in postings that are not there",
            "3 documents have features that are not there",
        ]


def _refusing_to_write(open_to_read):
    def opened(path, mode):
        if mode == "mode=ro":
            raise sqlite3.OperationalError("unable to open database file")
        return open_to_read(path, mode)

    return opened


@pytest.mark.parametrize(
    ("keyword", "typed"),
    [
        ("boats", "boat"),
        ("boat", "boats"),
        ("sleeping", "sleeps"),
        ("montagne", "montagna"),
        ("spiaggia", "spiagge"),
        ("Strände", "Strand"),
        ("Häuser", "Haus"),
        ("cheval", "chevaux"),
        ("château", "chateaux"),
    ],
)
def test_a_keyword_is_found_by_its_other_forms_in_four_languages(tmp_path, keyword, typed):
    photos = (
        Photo(path="a.jpg", metadata=Metadata(keywords=(keyword,))),
        Photo(path="b.jpg", metadata=Metadata(keywords=("nothing",))),
    )
    with new_catalog(tmp_path / "catalog.sqlite") as opened:
        with opened.transaction():
            root = opened.roots.add(Path("/home/me/Fotos"))
        add(opened, root, photos)
        assert names(opened, typed) == names(opened, f"{typed} ") == ["a.jpg"]
        assert names(opened, f"fotos -{typed}") == ["b.jpg"]


def fold(text):
    return "".join(c for c in unicodedata.normalize("NFD", text.casefold()) if not unicodedata.combining(c))


def test_words_agree_with_a_plain_loop_over_folded_text(catalog):
    vocabulary = ("lisboa", "tram", "rua", "sao", "muller", "letter", "portugal", "nothing")
    nodes = [(word, parse_query(f"{word} ")) for word in vocabulary]
    for word, node in nodes:
        expected = []
        for at, photo in enumerate(PHOTOS, start=1):
            known = photo.metadata
            texts = (
                photo.path,
                *known.keywords,
                *known.places,
                known.title or "",
                known.camera,
                known.lens or "",
            )
            tokens = {
                part
                for text in texts
                for part in "".join(c if c.isalnum() else " " for c in fold(text)).split()
            }
            if word in tokens:
                expected.append(at)
        found = catalog.full_text.allowed_documents([node], Filters())
        assert found is not None
        assert np.array_equal(found, expected), word
