"""Each value of EXIF, IPTC and XMP for itself: where it may stand, how it may be written, and what is none."""

import struct

import pytest

from cbir.base.types import Metadata
from cbir.metadata.dates import iso_date, iso_offset
from cbir.metadata.exif import (
    Exif,
    read_exif,
    split_keywords,
    stars,
    stars_of_percent,
)
from cbir.metadata.extraction import located
from cbir.metadata.iptc import read_iptc
from cbir.metadata.xmp import MAX_XMP_BYTES, read_xmp, xmp_date
from tests.cbir.metadata.test_metadata import tiff

ASCII, SHORT, LONG, RATIONAL, UNDEFINED, FLOAT = 2, 3, 4, 5, 7, 11


def text(tag, value):
    return tag, ASCII, len(value), value


def number(tag, value, order="<"):
    return tag, SHORT, 1, struct.pack(order + "H", value)


def degrees(tag, *parts):
    return tag, RATIONAL, len(parts), b"".join(struct.pack("<II", *part) for part in parts)


def wide(tag, value):
    encoded = value.encode("utf-16-le")
    return tag, 1, len(encoded), encoded


def exif(*entries):
    return read_exif(tiff(sorted(entries)))


# --- EXIF ---


def test_tags_of_exif_and_of_gps_may_stand_in_the_first_directory():
    """As in Canon's raw files, which have a structure for each."""
    found = exif(
        text(0x9003, b"2019:07:14 12:30:05\0"),
        text(0xA434, b"50 mm\0"),
        *(
            text(1, b"S\0"),
            degrees(2, (38, 1), (42, 1), (30, 1)),
            text(3, b"W\0"),
            degrees(4, (9, 1), (8, 1)),
        ),
    )
    assert (found.taken_at, found.lens) == ("2019-07-14T12:30:05", "50 mm")
    assert found.latitude == pytest.approx(-(38 + 42 / 60 + 30 / 3600))
    assert found.longitude == pytest.approx(-(9 + 8 / 60))


@pytest.mark.parametrize(
    ("latitude", "longitude", "located"),
    [
        (degrees(2, (90, 1), (0, 1)), degrees(4, (180, 1), (0, 1)), True),
        (degrees(2, (91, 1), (0, 1)), degrees(4, (9, 1), (0, 1)), False),
        (degrees(2, (38, 1), (0, 1)), degrees(4, (181, 1), (0, 1)), False),
        (degrees(2, (38, 0), (0, 1)), degrees(4, (9, 1), (0, 1)), False),
        (degrees(2, (38, 1), (42, 0)), degrees(4, (9, 1), (0, 1)), False),
        (degrees(2, (38, 1), (0, 0), (0, 0)), degrees(4, (9, 1), (0, 1)), True),
        (degrees(2, (38, 1), (0, 1)), text(4, b"nine\0"), False),
        (text(2, b"many\0"), degrees(4, (9, 1), (0, 1)), False),
    ],
)
def test_a_place_has_two_coordinates_on_the_globe(latitude, longitude, located):
    found = exif(latitude, longitude)
    assert (found.latitude is not None, found.longitude is not None) == (located, located)


def test_the_hour_of_the_shutter_counts_before_that_of_the_scanner_each_with_its_own_offset():
    taken, digitised = text(0x9003, b"2019:07:14 12:30:05\0"), text(0x9004, b"2020:01:01 00:00:00\0")
    offsets = [
        text(tag, value)
        for tag, value in ((0x9010, b"+01:00\0"), (0x9011, b"+02:00\0"), (0x9012, b"+03:00\0"))
    ]
    assert exif(taken, digitised, *offsets).taken_at == "2019-07-14T12:30:05+02:00"
    assert exif(digitised, *offsets).taken_at == "2020-01-01T00:00:00+03:00"
    changed = exif(text(0x0132, b"2021:01:01 00:00:00\0"), *offsets)
    assert (changed.taken_at, changed.changed_at) == (None, "2021-01-01T00:00:00+01:00")


@pytest.mark.parametrize(
    ("written", "iso"),
    [
        ("2016:12:31 23:59:60", "2016-12-31"),
        ("2019:12:31 24:00:00", "2019-12-31"),
        ("2019/07/14 12.30.05", "2019-07-14T12:30:05"),
        ("2019:07:14", "2019-07-14"),
        ("2019:07:14 12:30", "2019-07-14T12:30:00"),
        ("2019:07:14 12:30:  ", "2019-07-14T12:30:00"),
        ("2019:07:32 12:30:05", None),
        ("2019:00:14 12:30:05", None),
        ("2019:07:00 12:30:05", None),
        ("2019:07:14 25:00:00", "2019-07-14"),
        ("2019:07:14 12:60:00", "2019-07-14"),
        ("2019:07:14 12:30:61", "2019-07-14"),
        ("2019:02:31 10:00:00", None),
        ("2019:02:29 10:00:00", None),
        ("2020:02:29 10:00:00", "2020-02-29T10:00:00"),
        ("2019:11:31 10:00:00", None),
        ("0000:01:01 10:00:00", None),
        ("19:07:14 12:30:05", None),
        ("2019:07:14 12:30:05+02:00", "2019-07-14T12:30:05+02:00"),
        ("2019:07:14 12:30:05.43-0330", "2019-07-14T12:30:05.43-03:30"),
        ("2019:07:14 12:30:05 UTC+2", "2019-07-14T12:30:05+02:00"),
        ("2019:07:14 12:30:05Z", "2019-07-14T12:30:05+00:00"),
        ("2019:07:14 12:30:05 CEST", "2019-07-14T12:30:05+02:00"),
        ("2019:07:14 12:30:05 (EDT)", "2019-07-14T12:30:05-04:00"),
        ("2019:07:14 12:30:05 Europe/Berlin", "2019-07-14T12:30:05+02:00"),
        ("2019:01:14 12:30:05 Europe/Berlin", "2019-01-14T12:30:05+01:00"),
        ("2019:07:14 12:30:05 IST", "2019-07-14T12:30:05"),
        ("2019:07:14 12:30:05 Nowhere/Else", "2019-07-14T12:30:05"),
        ("2019:07:14 07:30:05 PM", "2019-07-14T19:30:05"),
        ("2019:07:14 12:30:05 a.m.", "2019-07-14T00:30:05"),
        ("20190714T123005Z", "2019-07-14T12:30:05+00:00"),
        ("Sun, 14 Jul 2019 12:30:05 +0200", "2019-07-14T12:30:05+02:00"),
        ("Sun Jul 14 12:30:05 2019", "2019-07-14T12:30:05"),
        ("31 Feb 2019 12:30:05 GMT", None),
        ("2019年06月15日", "2019-06-15"),
        ("2019年6月15日 12時30分05秒", "2019-06-15T12:30:05"),
        ("2019年06月15日 下午3:30:05", "2019-06-15T15:30:05"),
        ("2019년 6월 15일 오전 3시 30분", "2019-06-15T03:30:00"),
        ("2019年13月15日", None),
        ("2019:07", None),
        (None, None),
    ],
)
def test_a_date_is_written_in_many_ways(written, iso):
    assert iso_date(written) == iso


@pytest.mark.parametrize(
    ("written", "iso"),
    [
        *(
            ("Z", "+00:00"),
            ("z", "+00:00"),
            ("+0200", "+02:00"),
            (" -03:30 ", "-03:30"),
            ("+14:00", "+14:00"),
        ),
        *(
            ("+15:00", ""),
            ("+02:60", ""),
            ("02:00", ""),
            ("+2:00", "+02:00"),
            ("UTC+9", "+09:00"),
            ("+14:30", ""),
            ("+٠٢:٠٠", ""),
            ("+ab:cd", ""),
            (None, ""),
        ),
    ],
)
def test_an_offset_is_written_in_many_ways(written, iso):
    assert iso_offset(written) == iso


def test_stars_are_whole_numbers_from_rejected_to_five():
    values = [-1, 0, 3.9, 5, -1.5, 5.5, float("nan"), float("inf"), None]
    assert [stars(value) for value in values] == [-1, 0, 3, 5, None, None, None, None, None]
    shares = [0, 1, 24, 25, 50, 75, 98, 99, 100, 101, -1, None]
    assert [stars_of_percent(share) for share in shares] == [0, 1, 1, 2, 3, 4, 4, 5, 5, None, None, None]


def test_a_rating_of_nought_is_one():
    assert exif(number(0x4746, 0), number(0x4749, 99)).rating == 0
    assert exif(number(0x4749, 75)).rating == 4
    assert exif(number(0x4746, 9), number(0x4749, 75)).rating == 4


@pytest.mark.parametrize(("value", "orientation"), [(0, None), (1, 1), (8, 8), (9, None)])
def test_an_orientation_is_one_of_eight(value, orientation):
    assert exif(number(0x0112, value)).orientation == orientation


def test_a_number_that_is_not_whole_is_no_orientation():
    assert exif((0x0112, FLOAT, 1, struct.pack("<f", 6))).orientation is None


def test_a_caption_is_the_first_of_three_that_a_person_wrote():
    comment = (0x9286, UNDEFINED, 16, b"ASCII\0\0\0A comment"[:16])
    description, remark = text(0x010E, b"A tram\0"), wide(0x9C9C, "A remark")
    assert exif(description, remark, comment).caption == "A tram"
    assert exif(text(0x010E, b"File written by Adobe Photoshop\0"), remark, comment).caption == "A remark"
    assert exif(text(0x010E, b"DCIM\\100\0"), comment).caption == "A commen"
    assert exif(text(0x010E, b"SDC\0")).caption is None


def comment_of(charset, raw, order="<"):
    body = charset.ljust(8, b"\0") + raw
    return read_exif(tiff([(0x9286, UNDEFINED, len(body), body)], order)).caption


def test_a_comment_says_its_charset():
    assert comment_of(b"ASCII", b"sea\0rest") == "sea"
    assert comment_of(b"", "água".encode()) == "água"
    assert comment_of(b"JIS", "海".encode("iso2022_jp")) == "海"
    assert comment_of(b"MAKER", b"sea") is None
    assert comment_of(b"ASCII", b"") is None


@pytest.mark.parametrize("order", ["<", ">"])
@pytest.mark.parametrize("little", [True, False])
def test_a_comment_in_unicode_is_read_in_either_order(order, little):
    raw = "sea and sky\0rest".encode("utf-16-le" if little else "utf-16-be")
    assert comment_of(b"UNICODE", raw, order) == "sea and sky"
    marked = (b"\xff\xfe" if little else b"\xfe\xff") + "海と空".encode(
        "utf-16-le" if little else "utf-16-be"
    )
    assert comment_of(b"UNICODE", marked, order) == "海と空"


def test_windows_own_tags_end_at_their_first_nought():
    found = exif(wide(0x9C9B, "Tram\0rest"), wide(0x9C9E, "sea; ;sky\0"))
    assert (found.title, found.keywords) == ("Tram", ("sea", "sky"))
    assert exif(wide(0x9C9B, "A tram " * 20)).title == ("A tram " * 20).strip()
    assert split_keywords("a,b;c") == ("a,b", "c")
    assert exif(text(0x010F, b"Canon\0rest\0")).make == "Canon"


def test_blocks_within_a_structure_are_found():
    records = b"\x1c\x02\x69\x00\x04tram"
    resources = b"8BIM\x04\x04\0\0" + struct.pack(">I", len(records)) + records + b"\0" * (len(records) % 2)
    found = exif(
        (0x02BC, 1, 5, b"<xmp>"),
        (0x83BB, LONG, len(records), records[:8] * 4),
        (0x8649, UNDEFINED, len(resources), resources),
    )
    assert found.xmp == (b"<xmp>",)
    assert found.iptc[0].startswith(records[:8])
    assert found.iptc[1] == records
    assert exif((0x02BC, 1, 4, b"<x/>")).xmp == (b"<x/>",)


def test_of_equal_tags_the_first_counts_and_a_cut_text_says_its_beginning():
    assert exif(text(0x010F, b"Canon\0"), text(0x010F, b"Nikon\0")).make == "Canon"
    whole = tiff([text(0x010F, b"Canon EOS\0")])
    assert read_exif(whole[:-4]).make == "Canon"
    assert exif(text(0x010F, b"abc\0")).make == "abc"
    short = tiff([(0x0112, SHORT, 4, struct.pack("<4H", 6, 0, 0, 0))])
    assert read_exif(short).orientation == 6
    assert read_exif(short[:-1]).orientation is None


def test_a_directory_does_not_lie_in_the_header():
    """If it did, its second entry would have to be this one."""
    entry = struct.pack("<HHI", 0x010F, ASCII, 4) + b"abc\0"
    assert read_exif(b"II*\0" + struct.pack("<I", 0) + bytes(6) + entry + bytes(64)) == Exif()


# --- IPTC ---


def iim(*records):
    return b"".join(b"\x1c" + bytes([r, d]) + struct.pack(">H", len(body)) + body for r, d, body in records)


def test_places_are_the_first_city_region_and_country_in_this_order():
    found = read_iptc(iim((2, 101, b"Portugal"), (2, 90, b"Faro"), (2, 90, b"Lagos"), (2, 95, b"Algarve")))
    assert found.places == ("Faro", "Algarve", "Portugal")


def test_only_the_second_record_says_something_of_the_picture():
    assert read_iptc(iim((1, 5, b"no title"), (3, 5, b"none"), (2, 5, b"Tram"))).title == "Tram"


def test_a_charset_that_is_said_counts_for_every_text():
    raw = "Évora".encode("cp1252")
    assert read_iptc(iim((2, 5, raw))).title == "Évora"
    assert read_iptc(iim((1, 90, b"\x1b%G"), (2, 5, raw))).title == "\ufffdvora"


def test_a_long_value_says_how_long_its_length_is():
    long = b"\x1c\x02\x78" + struct.pack(">HI", 0x8004, 5) + b"A sea"
    found = read_iptc(long + iim((2, 5, b"Tram")))
    assert (found.caption, found.title) == ("A sea", "Tram")


def test_a_last_record_without_a_value_is_whole():
    assert read_iptc(iim((2, 25, b"sea"), (2, 25, b""))).keywords == ("sea",)
    assert read_iptc(iim((2, 55, b"20190714"))[:4]).taken_at is None


@pytest.mark.parametrize(
    ("clock", "iso"),
    [
        (b"123005+0200", "2019-07-14T12:30:05+02:00"),
        (b"12:30:05-03:00", "2019-07-14T12:30:05-03:00"),
        (b"123005", "2019-07-14T12:30:05"),
        (b"1230", "2019-07-14"),
        (b"", "2019-07-14"),
    ],
)
def test_a_day_may_have_a_time(clock, iso):
    assert read_iptc(iim((2, 55, b"20190714"), (2, 60, clock))).taken_at == iso
    assert read_iptc(iim((2, 55, b"20191314"), (2, 60, clock))).taken_at is None
    assert read_iptc(iim((2, 55, b"2019"), (2, 60, clock))).taken_at is None


# --- XMP ---

SPACES = {
    "xmp": "http://ns.adobe.com/xap/1.0/",
    "exif": "http://ns.adobe.com/exif/1.0/",
    "photoshop": "http://ns.adobe.com/photoshop/1.0/",
    "MicrosoftPhoto": "http://ns.microsoft.com/photo/1.0/",
    "dc": "http://purl.org/dc/elements/1.1/",
    "tiff": "http://ns.adobe.com/tiff/1.0/",
}


def packet(*descriptions):
    """Each the attributes of a description; what begins with < stands inside of it."""
    spaces = "".join(f' xmlns:{prefix}="{uri}"' for prefix, uri in SPACES.items())
    inside = "".join(
        f"<rdf:Description>{description}</rdf:Description>"
        if description.startswith("<")
        else f"<rdf:Description {description}/>"
        for description in descriptions
    )
    return f'<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"{spaces}>{inside}</rdf:RDF>'.encode()


@pytest.mark.parametrize(
    ("attributes", "rating"),
    [
        ('xmp:Rating="0" MicrosoftPhoto:Rating="99"', 0),
        ('MicrosoftPhoto:Rating="75"', 4),
        ('xmp:Rating="five" MicrosoftPhoto:Rating="50"', 3),
        ('xmp:Rating="five"', None),
        ('xmp:Rating="-1"', -1),
    ],
)
def test_stars_count_before_windows_percentages(attributes, rating):
    assert read_xmp(packet(attributes)).rating == rating


def test_the_first_description_that_says_something_counts():
    assert read_xmp(packet('xmp:Rating="3"', 'xmp:Rating="4"')).rating == 3
    assert read_xmp(packet('xmp:Rating=" "', 'xmp:Rating="4"')).rating == 4


def test_dates_count_in_the_order_of_what_they_are_of():
    names = ["exif:DateTimeOriginal", "photoshop:DateCreated", "exif:DateTimeDigitized", "xmp:CreateDate"]
    for at in range(len(names)):
        attributes = [f'{name}="20{10 + number}"' for number, name in enumerate(names)][at:]
        assert read_xmp(packet(" ".join(reversed(attributes)))).taken_at == f"20{10 + at}"


@pytest.mark.parametrize(
    ("written", "iso"),
    [
        *(("2019", "2019"), ("2019-07", "2019-07"), ("2019-07-14", "2019-07-14")),
        ("2019-07-14T12:30", "2019-07-14T12:30:00"),
        ("2019-07-14T12:30:05.25+02:00", "2019-07-14T12:30:05.25+02:00"),
        ("2019-07-14T12:30:5", "2019-07-14T12:30:05"),
        ("2019-07-14 12:30:05Z", "2019-07-14T12:30:05+00:00"),
        ("2019-13", None),
        ("2019-07-14T25:00", "2019-07-14"),
        ("2019-07-14T24:00:00", "2019-07-14"),
        ("2019-02-31T10:00:00Z", None),
        ("0000", None),
        ("14:07:2019", None),
        (None, None),
    ],
)
def test_a_date_may_say_as_little_as_the_year(written, iso):
    assert xmp_date(written) == iso


@pytest.mark.parametrize(
    ("written", "iso"),
    [
        ("19:07:14 12:30:05", None),
        ("2019:07:14 12:30:05", "2019-07-14T12:30:05"),
        ("2019:07:14", "2019-07-14"),
        ("2019:13:14", None),
        ("20190714", "2019-07-14"),
        ("4294967295/1", None),
    ],
)
def test_exifs_own_way_to_write_a_date_is_understood(written, iso):
    assert xmp_date(written) == iso


@pytest.mark.parametrize(
    ("latitude", "longitude", "place"),
    [
        ("38,42.5N", "9,8W", (38 + 42.5 / 60, -(9 + 8 / 60))),
        ("38,42,30s", "9,8,30e", (-(38 + 42 / 60 + 30 / 3600), 9 + 8 / 60 + 30 / 3600)),
        ("90,0N", "180,0w", (90.0, -180.0)),
        ("91,0N", "9,8W", None),
        ("38,42.5N", "181,0W", None),
        ("38,42.5N", "", None),
        ("", "9,8W", None),
        ("38.7", "-9.1", None),
    ],
)
def test_a_place_of_xmp_has_two_coordinates(latitude, longitude, place):
    found = read_xmp(packet(f'exif:GPSLatitude="{latitude}" exif:GPSLongitude="{longitude}"'))
    assert (found.latitude, found.longitude) == (pytest.approx(place) if place else (None, None))


def test_keywords_may_stand_where_windows_puts_them_and_in_elements_of_their_own():
    bag = "<{0}><rdf:Bag><rdf:li>sea</rdf:li><rdf:li><rdf:value>x</rdf:value></rdf:li></rdf:Bag></{0}>"
    assert read_xmp(packet(bag.format("MicrosoftPhoto:LastKeywordXMP"))).keywords == ("sea",)
    named = '<dc:subject><rdf:Bag><rdf:li rdf:value="sky"/><rdf:li>sea</rdf:li></rdf:Bag></dc:subject>'
    assert read_xmp(packet(named)).keywords == ("sky", "sea")
    both = packet(bag.format("MicrosoftPhoto:LastKeywordXMP"), named)
    assert read_xmp(both).keywords == ("sky", "sea")


@pytest.mark.parametrize(("value", "orientation"), [("0", None), ("1", 1), ("8", 8), ("9", None)])
def test_an_orientation_of_xmp_is_one_of_eight(value, orientation):
    assert read_xmp(packet(f'tiff:Orientation="{value}"')).orientation == orientation


def test_a_packet_that_is_too_large_holds_nothing():
    small = packet('xmp:Rating="3"')
    assert read_xmp(small.ljust(MAX_XMP_BYTES)).rating == 3
    assert read_xmp(small.ljust(MAX_XMP_BYTES + 1)).rating is None


@pytest.mark.parametrize("kind", "1B 3H 4I 5II 6b 8h 9i 10ii 13I".split())
def test_a_number_of_every_kind_is_read_and_one_below_nothing_is_no_orientation(kind):
    number, code = int(kind.rstrip("BHIbhi")), kind.lstrip("0123456789")
    for value, expected in ((6, 6), (-2 if code.islower() else 9, None)):
        packed = struct.pack(f"<{code}", *((value, 1) if len(code) == 2 else (value,)))
        inside = packed.ljust(4, b"\0") if len(packed) <= 4 else struct.pack("<I", 26)
        entry = struct.pack("<HHI", 0x0112, number, 1) + inside
        assert read_exif(b"II*\0\x08\0\0\0\1\0" + entry + bytes(4) + packed).orientation == expected


def test_half_a_position_is_none():
    for half in (Metadata(latitude=38.7), Metadata(longitude=-9.1), Metadata()):
        assert located(half) is None
    assert located(Metadata(latitude=38.7, longitude=0.0)) == (38.7, 0.0)
