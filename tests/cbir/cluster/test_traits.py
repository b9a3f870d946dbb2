"""An expression in place of names: true for the photos that the catalog lists, or none where it cannot tell."""

import sqlite3

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cbir.base.types import Filters
from cbir.catalog import Comparison, filter_nodes, parse_query
from cbir.catalog.conditions import compile_query
from cbir.cluster.columns import expression_of, traits_of

SIZES = [
    *((1000, 1000), (1000, 999), (999, 1000), (4000, 3000), (3000, 4000), (1, 1), (65_535, 65_535)),
    *((2300, 5000), (2300, 4999), (2301, 5000), (5000, 2500), (5000, 2501), (4999, 2500)),
]
FORMATS = ["JPEG", "PNG", "HEIF", "camera raw", "JPEG 2000", "WebP"]
PHOTOS = [(format, *size) for format in FORMATS for size in SIZES]


def listed(nodes):
    """The catalog's answer."""
    compiled = compile_query(nodes, ())
    assert compiled.match is None and compiled.condition is not None
    with sqlite3.connect(":memory:") as catalog:
        catalog.execute("CREATE TABLE facet (photo_id INTEGER, format TEXT, width INTEGER, height INTEGER)")
        rows = [(number, *photo) for number, photo in enumerate(PHOTOS)]
        catalog.executemany("INSERT INTO facet VALUES (?, ?, ?, ?)", rows)
        asked = f"SELECT photo_id FROM facet WHERE {compiled.condition.sql} ORDER BY 1"
        return [row[0] for row in catalog.execute(asked, compiled.condition.values)]


def expressed(nodes):
    """The photos that fit, by another database's SQL."""
    expression = expression_of(nodes)
    assert expression is not None
    with sqlite3.connect(":memory:") as server:
        server.execute("CREATE TABLE photos (row INTEGER, format TEXT, orientation INTEGER, pixels INTEGER)")
        rows = [{"row": row, **traits_of(*photo)} for row, photo in enumerate(PHOTOS)]
        server.executemany("INSERT INTO photos VALUES (:row, :format, :orientation, :pixels)", rows)
        return [row for (row,) in server.execute(f"SELECT row FROM photos WHERE {expression} ORDER BY 1")]


@pytest.mark.parametrize(
    "typed",
    [
        *("format:heic", "format:JPG", "type:.nef", "format:jp2", "format:webp", "format:nothing"),
        *("format:jpg OR format:raw", "-format:png", "orientation:square", "-orientation:square"),
        *(
            "mp:12",
            "mp:1",
            "mp:0",
            "mp:-1",
            "mp:>=11.5",
            "mp:>11.5",
            "mp:<=12.5",
            "mp:<12.5",
            "mp:11.5..12.5",
        ),
        *("mp:12..2", "mp:>=1 mp:<12 orientation:port", "(format:jpg orientation:land) OR mp:>50"),
        "-(format:jpg OR (mp:>5 -orientation:landscape))",
    ],
)
def test_an_expression_is_true_for_what_the_catalog_lists(typed):
    nodes = [parse_query(typed)]
    assert expressed(nodes) == listed(nodes)


@given(
    formats=st.lists(st.sampled_from(["jpg", ".PNG", "heic", "cr2", "JPEG 2000", "gif"]), max_size=3),
    orientation=st.sampled_from([None, "portrait", "landscape", "square"]),
    megapixels=st.none() | st.sampled_from([0.0, 0.999, 1, 11.5, 12, 12.5]) | st.floats(-1, 5000),
)
def test_filters_are_what_they_are_in_the_catalog(formats, orientation, megapixels):
    nodes = filter_nodes(Filters(formats=tuple(formats), orientation=orientation, min_megapixels=megapixels))
    if nodes:
        assert expressed(nodes) == listed(nodes)
    else:
        assert expression_of(nodes) is None


@given(
    operator=st.sampled_from(["=", "<", "<=", ">", ">="]),
    pixels=st.sampled_from([width * height for _, width, height in PHOTOS]),
    beside=st.sampled_from([0, 0.25, 0.5, -0.25, 1, -1]),
    box=st.booleans(),
)
def test_megapixels_are_exact_to_the_pixel(operator, pixels, beside, box):
    value = (pixels + beside) / 1e6 + (0.5 if box else 0)
    nodes = [Comparison(field="megapixels", operator=operator, value=value)]
    assert expressed(nodes) == listed(nodes)


@pytest.mark.parametrize(
    "typed",
    [
        *("sunset", "format:jpg sunset", "rating:>3", "format:jpg rating:>3", "format:jpg OR rating:5"),
        *("-camera:canon", "format:jpg -camera:canon", "taken:2019 mp:>2", "in:pictures", "keyword:moon"),
        *("mp:>=inf", "mp:<inf", "mp:1e300", "format:j%", "format:jpég", "format:a\\", "format:a'b"),
    ],
)
def test_what_the_fields_cannot_tell_is_no_expression(typed):
    assert expression_of([parse_query(typed)]) is None


def test_no_quotation_mark_ends_a_value():
    for value in ("jpg' or document > 0 or format = 'x", "jpg\x00", "", "a\n"):
        assert expression_of([Comparison(field="format", operator="=", value=value)]) is None
    asked = Filters(formats=("png",), keywords=("moon",))
    assert expression_of(filter_nodes(asked)) is None
    assert expression_of(filter_nodes(Filters(min_megapixels=float("nan")))) is None
