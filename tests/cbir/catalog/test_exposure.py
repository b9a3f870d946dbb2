"""Exposure, people and texts in the catalog: found by fields and filters, counted, and given to older libraries."""

import sqlite3
from pathlib import Path

import pytest

from cbir.base.errors import QueryUnusable
from cbir.base.types import Filters, Metadata, PhotoId, date_key
from cbir.catalog import Catalog, parse_query
from cbir.catalog.schema import BANDS, MIGRATIONS
from cbir.metadata import EXTRACTOR_VERSION
from tests.cbir.catalog.test_full_text import Photo, add, names
from tests.cbir.catalog_rows import execute
from tests.new_catalog import new_catalog

FAST = Metadata(
    iso=100, aperture=1.8, exposure_s=1 / 4000, focal_mm=50, focal_35mm=75, flash=False, lens="EF50mm f/1.8"
)
SLOW = Metadata(iso=3200, aperture=2.8, exposure_s=1 / 60, focal_mm=24, flash=True, lens="EF24-70mm f/2.8L")
NIGHT = Metadata(iso=6400, aperture=5.7, exposure_s=30.0, focal_mm=200, lens="EF24-70mm f/2.8L")
PAINTED = Metadata(
    people=("Anna Šimić",), creator="Lee Miller", label="Red", headline="Regatta", comment="a buoy"
)
PHOTOS = (
    Photo(path="fast.jpg", metadata=FAST),
    Photo(path="slow.jpg", metadata=SLOW),
    Photo(path="night.jpg", metadata=NIGHT),
    Photo(path="painted.jpg", metadata=PAINTED),
    Photo(path="lee.jpg", metadata=Metadata(title="Lee and Anna in red", places_shown=("Bergen",))),
)


@pytest.fixture(scope="module")
def catalog(tmp_path_factory):
    with new_catalog(tmp_path_factory.mktemp("exposure") / "catalog.sqlite") as opened:
        with opened.transaction():
            root = opened.roots.add(Path("/home/me/Fotos"))
        add(opened, root, PHOTOS)
        yield opened


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("iso:100", "fast"),
        ("iso:>800", "slow night"),
        ("iso:100..3200", "fast slow"),
        ("iso:ISO3200", "slow"),
        ("f:<2.8", "fast"),
        ("f:<=2.8", "fast slow"),
        ("f:2.8", "slow"),
        ("f:f/2.8", "slow"),
        ("aperture:5.6", "night"),
        ("f:1.8..2.8", "fast slow"),
        ("shutter:1/4000", "fast"),
        ("shutter:1/64", "slow"),
        ("shutter:<1/60", "fast"),
        ("shutter:<=1/60", "fast slow"),
        ("shutter:1/60..1/4000", "fast slow"),
        ("exposure:>1s", "night"),
        ("focal:24..70", "fast slow"),
        ("focal:50mm", "fast"),
        ("mm:>=200", "night"),
        ("equivalent:75", "fast"),
        ("flash:yes", "slow"),
        ("flash:off", "fast"),
        ("lens:ef24-70", "slow night"),
        ("lens:24-70", "slow night"),
        ("-iso:>800 lens:ef", "fast"),
        ("person:simic", "painted"),
        ("people:anna", "painted"),
        ("anna", "painted lee"),
        ("creator:lee", "painted"),
        ("label:red", "painted"),
        ("regatta", "painted"),
        ("buoy", "painted"),
        ("bergen", "lee"),
    ],
)
def test_a_photo_is_found_by_what_its_camera_and_people_recorded(catalog, typed, found):
    assert sorted(names(catalog, typed)) == sorted(f"{name}.jpg" for name in found.split())


@pytest.mark.parametrize("typed", ["iso:high", "shutter:1/0", "focal:..", "flash:maybe", "iso:-3", "f:nan"])
def test_a_value_that_no_camera_has_is_refused_with_an_example(typed):
    with pytest.raises(QueryUnusable):
        parse_query(typed)


@pytest.mark.parametrize(
    ("filters", "photos"),
    [
        (Filters(iso="<=400"), [1]),
        (Filters(aperture="<2.8", lenses=("EF50mm",)), [1]),
        (Filters(shutter=">0.5"), [3]),
        (Filters(focal="18..24.99"), [2]),
        (Filters(lenses=("EF50mm", "EF24-70mm f/2.8L")), [1, 2, 3]),
    ],
)
def test_filters_by_exposure_are_the_same_as_typed_fields(catalog, filters, photos):
    assert sorted(catalog.full_text.listed([], filters).tolist()) == photos


@pytest.mark.parametrize("photos", [None, [PhotoId(1), PhotoId(2), PhotoId(3), PhotoId(4)]])
def test_a_choice_has_as_many_photos_as_its_filter_finds(catalog, photos):
    facets = catalog.facets.count(photos)
    assert [(count.value, count.photos) for count in facets.lenses] == [
        ("EF24-70mm f/2.8L", 2),
        ("EF50mm f/1.8", 1),
    ]
    counted = {
        "iso": facets.isos,
        "aperture": facets.apertures,
        "shutter": facets.shutters,
        "focal": facets.focals,
    }
    for kind, counts in counted.items():
        assert sum(count.photos for count in counts) == 3, kind
        order = [text for text, _ in BANDS[kind]]
        assert [order.index(count.value) for count in counts] == sorted(
            order.index(count.value) for count in counts
        )
        for text, _ in BANDS[kind]:
            found = len(catalog.full_text.listed([], Filters(**{kind: text})))
            assert {count.value: count.photos for count in counts}.get(text, 0) == found, (kind, text)


def test_counts_follow_a_photo_that_is_read_again_or_removed(tmp_path):
    with new_catalog(tmp_path / "catalog.sqlite") as opened:
        with opened.transaction():
            root = opened.roots.add(Path("/home/me/Fotos"))
        add(opened, root, PHOTOS[:2])
        with opened.transaction():
            opened.metadata.set(PhotoId(1), NIGHT, extractor=1, sidecar="")
        execute(opened, "DELETE FROM document WHERE photo_id = 2")
        execute(opened, "DELETE FROM photo WHERE id = 2")
        facets = opened.facets.count()
        assert [(count.value, count.photos) for count in (*facets.isos, *facets.lenses)] == [
            ("3201..6400", 1),
            ("EF24-70mm f/2.8L", 1),
        ]
        assert not opened.audit.damage(deep=True)


def test_one_keyword_in_two_spellings_is_counted_as_one(tmp_path):
    spellings = ("Café", "Cafe\u0301", "CAFÉ", "Café")
    with new_catalog(tmp_path / "catalog.sqlite") as opened:
        with opened.transaction():
            root = opened.roots.add(Path("/home/me/Fotos"))
        add(
            opened,
            root,
            [
                Photo(path=f"{at}.jpg", metadata=Metadata(keywords=(word,)))
                for at, word in enumerate(spellings)
            ],
        )
        assert opened.metadata.keywords(10) == {"Café": 4}
        assert [(count.value, count.photos) for count in opened.facets.places().keywords] == [("Café", 4)]


IN_ORDER = (  # as they were taken, in Lisbon, Berlin and New York; photos without an offset stay by local time
    "2023-10-29T00:30:00+01:00",
    "2023-10-29T02:10:00+02:00",
    "2023-10-29T02:50:00+02:00",
    "2023-10-29T02:05:00+01:00",
    "2023-10-29T02:50:00.250000+01:00",
    "2023-10-29T03:00:00+01:00",
    "2023-11-05T01:59:59-04:00",
    "2023-11-05T01:00:00-05:00",
    "2023-11-05T02:00:00-05:00",
    "2024-01-01T00:10:00",
    "2024-01-01T00:20:00+01:00",
    "2024-01-01T00:30:00",
    "2024-04-06T23:40:00-03:00",
    "2024-04-06T23:10:00-04:00",
    "2024-04-07T01:00:00",
)


def test_photos_are_in_the_order_of_time_when_clocks_go_back(tmp_path):
    assert sorted(IN_ORDER, key=date_key) == list(IN_ORDER)
    with new_catalog(tmp_path / "catalog.sqlite") as opened:
        with opened.transaction():
            root = opened.roots.add(Path("/home/me/Fotos"))
        dated = [(at * 7) % len(IN_ORDER) for at in range(len(IN_ORDER))]
        assert sorted(dated) == list(range(len(IN_ORDER)))
        add(
            opened,
            root,
            [
                Photo(path=f"{at}.jpg", metadata=Metadata(taken_at=IN_ORDER[place]))
                for at, place in enumerate(dated)
            ],
        )
        listed = opened.full_text.in_order([], Filters(), order="date", backwards=True, top=None)
        assert [dated[photo - 1] for photo in listed] == list(range(len(IN_ORDER)))
        newest = opened.full_text.search([], Filters(taken_from="2023"), top=3)
        assert [dated[match.photo - 1] for match in newest] == [14, 13, 12]


def test_photos_that_only_their_files_date_come_last_both_ways(tmp_path):
    with new_catalog(tmp_path / "catalog.sqlite") as opened:
        with opened.transaction():
            root = opened.roots.add(Path("/home/me/Fotos"))
        dated = [Photo(path=f"{at}.jpg", metadata=Metadata(taken_at=f"20{at}-01-01")) for at in (10, 40)]
        add(opened, root, [Photo(path="scan.jpg"), *dated])
        for backwards, order in ((False, [3, 2, 1]), (True, [2, 3, 1])):
            listed = opened.full_text.in_order([], Filters(), order="date", backwards=backwards, top=None)
            assert listed == order


def test_a_library_of_before_is_read_again_only_where_something_new_would_be_found(tmp_path):
    path = tmp_path / "catalog.sqlite"
    before = next(at for at, migration in enumerate(MIGRATIONS) if "focal_35mm" in migration)
    with Catalog.open(path, writable=True) as opened:
        pass
    path.unlink()
    connection = sqlite3.connect(path)
    from cbir.catalog.migration import provide_functions

    provide_functions(connection)
    for version, migration in enumerate(MIGRATIONS[:before], start=1):
        connection.executescript(f"{migration} PRAGMA user_version = {version};")
    connection.execute("INSERT INTO root (path, added_at) VALUES ('/home/me/Fotos', 0)")
    for number, (format, sidecar) in enumerate(
        (("JPEG", ""), ("BMP", ""), ("BMP", "a.xmp 1 2"), ("Photoshop", "")), start=1
    ):
        connection.execute(
            "INSERT INTO photo (root_id, path, size, mtime_ns, fingerprint, format, width, height) "
            "VALUES (1, ?, 1, 1, 'f', ?, 40, 30)",
            (f"{number}.x", format),
        )
        connection.execute("INSERT INTO document VALUES (?, ?, 1, 's', 0, 'p')", (number, number))
        connection.execute(
            "INSERT INTO metadata (photo_id, extractor, sidecar, lens, keywords, places) "
            "VALUES (?, 2, ?, 'EF50mm', '[\"tram\"]', '[]')",
            (number, sidecar),
        )
    connection.commit()
    connection.close()
    with Catalog.open(path, writable=True) as opened:
        (root,) = opened.roots.all()
        states = opened.files.states(root, codebook="", options="")
        assert [name for name, state in states.items() if state.extractor < EXTRACTOR_VERSION] == [
            "1.x",
            "3.x",
            "4.x",
        ]
        assert opened.metadata.outdated(EXTRACTOR_VERSION) == 3
        assert sorted(names(opened, "tram")) == ["1.x", "2.x", "3.x", "4.x"]
        assert [(count.value, count.photos) for count in opened.facets.count().lenses] == [("EF50mm", 4)]
        assert not opened.audit.damage(deep=True)
        with opened.transaction():
            opened.metadata.set(PhotoId(1), FAST, extractor=EXTRACTOR_VERSION, sidecar="")
        assert opened.metadata.outdated(EXTRACTOR_VERSION) == 2
        assert names(opened, "iso:100") == ["1.x"]
