"""Dates, positions and texts of MP4 and QuickTime files."""

import struct
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cbir.base.types import Metadata, Moment
from cbir.metadata import extract_video
from tests.mp4 import APPLE, box, keys, movie, mvhd, user_text


@pytest.fixture(name="read")
def _read(tmp_path):
    def read(data, name="a.mov", ms=0):
        path = tmp_path / name
        path.write_bytes(data)
        with path.open("rb", buffering=0) as file:
            return extract_video(file, Moment(path, ms))

    return read


PHONE = {
    APPLE + "location.ISO6709": "+48.8577+002.2950+035.000/",
    APPLE + "make": "Apple",
    APPLE + "model": "iPhone 12",
    APPLE + "creationdate": "2019-07-14T12:30:05+0200",
    APPLE + "keywords": "tower, dusk",
    APPLE + "title": "Evening",
}


@pytest.mark.parametrize("iso", [False, True])
def test_a_telephone_writes_date_place_and_camera_by_keys(read, iso):
    video = read(movie(mvhd("2019-07-14T10:30:05+00:00"), keys(PHONE, iso=iso)))
    assert video.taken_at == "2019-07-14T12:30:05+02:00"
    assert (video.latitude, video.longitude) == (48.8577, 2.295)
    assert (video.camera, video.keywords, video.title) == ("Apple iPhone 12", ("tower", "dusk"), "Evening")


def test_user_data_has_the_same_under_names_of_four_letters(read):
    texts = [user_text("©xyz", "-33.8568+151.2153/"), user_text("©day", "2018-01-02T03:04:05+1100")]
    texts += [user_text("©mak", "Sony"), user_text("©mod", "A7")]
    video = read(movie(mvhd("2018-01-01T16:04:05+00:00"), box(b"udta", *texts)))
    assert video.taken_at == "2018-01-02T03:04:05+11:00"
    assert (video.latitude, video.longitude, video.camera) == (-33.8568, 151.2153, "Sony A7")


def test_a_position_of_3gpp_is_read(read):
    place = struct.pack(">IH", 0, 0x15C7) + b"here\0\0" + struct.pack(">iii", int(2.5 * 65536), 48 * 65536, 0)
    video = read(movie(box(b"udta", box(b"loci", place, b"earth\0\0"))))
    assert (video.latitude, video.longitude) == (48, 2.5)


@pytest.mark.parametrize(
    ("text", "position"),
    [
        ("+48.8577+002.2950/", (48.8577, 2.295)),
        ("+4851.46+00217.70/", (48 + 51.46 / 60, 2 + 17.7 / 60)),
        ("-485127.6-0021742/", (-(48 + 51 / 60 + 27.6 / 3600), -(2 + 17 / 60 + 42 / 3600))),
        ("+00.0000+000.0000/", None),
        ("+98.0000+002.2950/", None),
        ("48.8577, 2.2950", None),
        ("", None),
    ],
)
def test_a_position_has_degrees_minutes_and_seconds(read, text, position):
    video = read(movie(box(b"udta", user_text("©xyz", text))))
    assert (video.latitude, video.longitude) == (pytest.approx(position) if position else (None, None))


@pytest.mark.parametrize("wide", [False, True])
def test_a_header_without_a_key_has_the_time_in_utc(read, wide):
    assert read(movie(mvhd("2019-07-14T10:30:05+00:00", wide=wide))).taken_at == "2019-07-14T10:30:05+00:00"


def test_a_header_that_counts_from_1970_is_understood_and_a_clock_never_set_is_none(read):
    assert read(movie(mvhd("2019-07-14T10:30:05+00:00", epoch=1970))).taken_at == "2019-07-14T10:30:05+00:00"
    assert read(movie(mvhd("1904-01-01T00:00:00+00:00"))).taken_at is None
    assert read(movie(mvhd("1980-01-01T00:00:00+00:00"))).taken_at is None


@pytest.mark.parametrize(
    ("name", "length_s", "taken_at"),
    [
        ("VID_20190714_123005.mp4", 0, "2019-07-14T12:30:05+02:00"),
        ("VID_20190714_160004.mp4", 0, "2019-07-14T16:00:04+05:30"),
        ("VID_20190714_122205.mp4", 480, "2019-07-14T12:22:05+02:00"),  # the header has the end
        ("VID_20190714_123705.mp4", 0, "2019-07-14T10:30:05+00:00"),  # another time
        ("VID_20190716_123005.mp4", 0, "2019-07-14T10:30:05+00:00"),  # another day
        ("2019-07-14.mp4", 0, "2019-07-14T10:30:05+00:00"),
    ],
)
def test_the_clock_in_a_name_gives_the_headers_time_its_zone(read, name, length_s, taken_at):
    assert read(movie(mvhd("2019-07-14T10:30:05+00:00", length_s)), name).taken_at == taken_at


def test_a_moment_is_later_than_its_video_began(read):
    data = movie(keys(PHONE))
    assert read(data, ms=65_250).taken_at == "2019-07-14T12:31:10.250+02:00"
    assert read(data, ms=65_000).taken_at == "2019-07-14T12:31:10+02:00"


def test_an_xmp_packet_adds_what_a_person_wrote(read):
    packet = (
        b'<x:xmpmeta xmlns:x="adobe:ns:meta/"><r:RDF xmlns:r="http://www.w3.org/1999/02/22-rdf-syntax-ns#">'
        b'<r:Description xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmp:Rating="4"/></r:RDF></x:xmpmeta>'
    )
    for packed in (
        box(b"uuid", bytes.fromhex("be7acfcb97a942e89c71999491e3afac"), packet),
        box(b"moov", box(b"udta", box(b"XMP_", packet))),
    ):
        assert read(movie(keys(PHONE)) + packed).rating == 4


def test_only_headers_are_read_however_long_the_video(tmp_path):
    path = tmp_path / "long.mov"
    with path.open("wb") as file:
        file.write(box(b"ftyp", b"qt  ", bytes(4)) + struct.pack(">I4sQ", 1, b"mdat", 16 + (5 << 30)))
        file.seek(5 << 30, 1)  # nothing is written: a hole
        file.write(box(b"moov", mvhd("2019-07-14T10:30:05+00:00"), box(b"trak", bytes(9 << 20)), keys(PHONE)))

    class Counting:
        bytes = 0

        def __init__(self, file):
            self.seek = file.seek
            self.file = file

        def read(self, size):
            data = self.file.read(size)
            Counting.bytes += len(data)
            return data

    with path.open("rb", buffering=0) as file:
        video = extract_video(Counting(file), Moment(path, 0))
    assert video.taken_at == "2019-07-14T12:30:05+02:00" and Counting.bytes < 10_000


def test_boxes_that_never_end_are_left_after_a_while(read):
    assert read(box(b"free") * 200_000 + movie(keys(PHONE))).taken_at is None


def test_other_files_have_no_metadata(read):
    assert read(b"") == read(b"RIFF" + bytes(500)) == read(b"\x1a\x45\xdf\xa3" + bytes(500)) == Metadata()


WHOLE = movie(
    mvhd("2019-07-14T10:30:05+00:00"),
    keys(PHONE),
    box(b"udta", user_text("©xyz", "+48+002/"), box(b"loci", bytes(30))),
)


@settings(max_examples=200, deadline=None)
@given(
    st.lists(st.tuples(st.integers(5008, len(WHOLE) - 1), st.integers(0, 255)), max_size=12), st.integers(0)
)
def test_damage_never_raises(tmp_path_factory, changes, cut):
    data = bytearray(WHOLE)
    for at, value in changes:
        data[at] = value
    path = tmp_path_factory.getbasetemp() / "damaged.mov"
    path.write_bytes(data[: len(data) - cut % 400])
    with path.open("rb", buffering=0) as file:
        assert isinstance(extract_video(file, Moment(Path("a.mov"), 5)), Metadata)
