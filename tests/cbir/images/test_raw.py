"""Camera raw files: real DNGs through LibRaw, by preview and by sensor, upright, and what is said without rawpy."""

import io
import sqlite3
import struct
import sys
from collections.abc import Callable
from concurrent.futures import Future

import cv2
import numpy as np
import pytest
from PIL import Image as PilImage

from cbir.base.errors import ImageUnreadable, UnreadableNow
from cbir.base.types import Filters, SearchOptions, Term
from cbir.catalog import Catalog
from cbir.catalog.schema import MIGRATIONS
from cbir.evaluation import encode_jpeg
from cbir.images import decode, decode_region, formats, read_header, sniff, still_needs_package
from cbir.library import Library
from cbir.metadata import extract
from cbir.metadata.xmp_editing import edit_xmp
from tests import exiftool
from tests.pictures import photo, photo_file
from tests.raw_files import write_dng

Make = Callable[..., Library]


@pytest.fixture(scope="module", name="upright")
def _upright():
    """600 x 900 or so: a picture that no turn leaves as it is."""
    return np.asarray(cv2.resize(photo("coffee"), (900, 600), interpolation=cv2.INTER_AREA), np.uint8)


def stored(upright, orientation):
    """An upright picture as a camera in this orientation stores it (the inverse of EXIF's turn)."""
    return np.rot90(upright, {1: 0, 3: 2, 6: 1, 8: -1}[orientation])


def jpeg(pixels, side=640):
    scale = side / max(pixels.shape)
    size = (round(pixels.shape[1] * scale), round(pixels.shape[0] * scale))
    return encode_jpeg(np.ascontiguousarray(cv2.resize(pixels, size, interpolation=cv2.INTER_AREA)), 95)


def likeness(one, other):
    """Correlation of two pictures in grey (a test's sensor has colours of its own), at the size of a stamp."""
    grey = [cv2.cvtColor(each, cv2.COLOR_RGB2GRAY) for each in (one, other)]
    small = [cv2.resize(each, (48, 32), interpolation=cv2.INTER_AREA).ravel() for each in grey]
    return float(np.corrcoef(small[0], small[1])[0, 1])


@pytest.mark.parametrize("orientation", [1, 3, 6, 8])
def test_a_raw_file_is_decoded_by_its_preview_and_stands_upright(upright, orientation):
    sensor = stored(upright, orientation)
    data = write_dng(np.full_like(sensor, 128), jpeg(sensor), orientation)
    assert sniff(data) == "TIFF"
    header = read_header(data)
    assert (header.format, header.size, header.orientation) == ("camera raw", (900, 600), orientation)
    image = decode(data, max_side_px=None)
    assert (image.full_size, image.pixels.shape) == ((900, 600), (427, 640, 3))
    assert likeness(image.pixels, upright) > 0.99
    assert 80 <= max(decode(data, max_side_px=100).pixels.shape) <= 100


def test_a_preview_that_stands_upright_already_is_not_turned_again(upright):
    data = write_dng(stored(upright, 6), jpeg(upright), 6)
    assert likeness(decode(data, max_side_px=None).pixels, upright) > 0.99


@pytest.mark.parametrize("preview", ["none", "icon", "damaged"])
@pytest.mark.parametrize("orientation", [1, 6])
def test_without_a_preview_worth_the_name_the_sensor_is_developed(upright, orientation, preview):
    sensor = stored(upright, orientation)
    previews = {"none": None, "icon": jpeg(255 - sensor, 160), "damaged": jpeg(sensor)[:700] + bytes(9000)}
    image = decode(write_dng(sensor, previews[preview], orientation), max_side_px=800)
    assert (image.full_size, image.pixels.shape) == ((900, 600), (533, 800, 3))
    assert likeness(image.pixels, upright) > 0.9


def test_a_region_of_a_raw_file_is_in_pixels_of_the_whole(upright):
    region = decode_region(write_dng(upright, jpeg(upright)), (300, 100, 300, 200), 200)
    assert region.full_size == (300, 200)
    assert likeness(region.pixels, np.ascontiguousarray(upright[100:300, 300:600])) > 0.97


def test_a_raw_file_cut_anywhere_is_used_or_refused_in_a_sentence(upright):
    data = write_dng(upright, jpeg(upright))
    outcomes = set()
    for length in (9, 60, 1100, 2060, 4096, 9000, len(data) // 2, len(data) - 10):
        try:
            outcomes.add(decode(data[:length], max_side_px=100).full_size)
        except ImageUnreadable as error:
            assert str(error).endswith(".")
            assert not isinstance(error, UnreadableNow)
            outcomes.add(None)
    assert outcomes == {None, (900, 600)}


def test_a_raw_file_whose_sensor_was_left_out_is_damaged(upright):
    """LibRaw shows a packed sensor that is not there as black or as stripes."""
    data = write_dng(np.zeros((1200, 1600, 3), np.uint8), None)
    at = data.rindex(struct.pack("<HHI", 259, 3, 1)) + 8
    data = data[:at] + struct.pack("<H", 7) + data[at + 2 :]  # lossless JPEG
    with pytest.raises(ImageUnreadable, match="no part of the picture can be decoded"):
        decode(data[: 1200 * 1600 // 34], max_side_px=64)


def test_a_tiff_is_not_taken_for_a_raw_file():
    file = io.BytesIO()
    PilImage.new("RGB", (30, 20), "red").save(file, "TIFF", tiffinfo={271: "Testmaker"})
    assert read_header(file.getvalue()).format == "TIFF"


def test_without_rawpy_a_sentence_says_how_to_get_it(monkeypatch, upright):
    data = write_dng(upright, jpeg(upright))
    with monkeypatch.context() as patch:
        patch.setitem(sys.modules, "rawpy", None)
        for call in (read_header, lambda data: decode(data, max_side_px=10)):
            with pytest.raises(UnreadableNow, match="pip install rawpy"):
                call(data)
    assert decode(data, max_side_px=10).full_size == (900, 600)


def test_without_pi_heif_a_sentence_says_how_to_get_it(monkeypatch):
    monkeypatch.setitem(sys.modules, "pi_heif", None)
    with pytest.raises(UnreadableNow, match="pip install pi-heif"):
        decode(b"\0\0\0\x18ftypheic\0\0\0\0mif1heic" + bytes(60), max_side_px=10)


def test_raw_photos_come_back_when_rawpy_was_installed(
    make_library,
    workers,
    upright,
    tmp_path,
    monkeypatch,
):
    pictures = tmp_path / "photos"
    pictures.mkdir()
    (pictures / "IMG_1.DNG").write_bytes(write_dng(upright, jpeg(upright)))
    real = workers.submit

    def without_rawpy(function, *args, priority=0):
        failed = Future()
        failed.set_exception(formats.missing_package("rawpy"))
        return failed if function.__name__ == "ingest_photo" else real(function, *args, priority=priority)

    library = make_library()
    with monkeypatch.context() as patch:
        patch.setattr(workers, "submit", without_rawpy)
        patch.setattr(formats, "is_installed", lambda package: package != "rawpy")
        (skipped,) = library.index([pictures]).skipped
        assert "pip install rawpy" in skipped.reason
        assert still_needs_package(skipped.reason)
        workers.submitted.clear()
        assert library.index([pictures]).skipped == (skipped,)
        assert workers.submitted == [], "while it is missing the file is not read again and again"
    report = library.index([pictures])
    assert (report.indexed, report.skipped) == (1, ())
    hit = library.search([Term(path=photo_file("coffee"))]).hits[0]
    assert (hit.path.name, hit.verified, hit.size) == ("IMG_1.DNG", True, (900, 600))
    (metadata,) = library.metadata([hit.photo])
    assert metadata is not None
    assert metadata.camera == "Testmaker Model 1"
    options = SearchOptions(filters=Filters(formats=("raw",)))
    assert [hit.path.name for hit in library.search([Term(text="img")], options).hits] == ["IMG_1.DNG"]


def test_pictures_of_several_frames_are_indexed_by_the_first_and_counted(make_library, tmp_path):
    pictures = tmp_path / "photos"
    pictures.mkdir()
    frames = [PilImage.fromarray(photo(name)).resize((300, 200)) for name in ("coffee", "rocket", "chelsea")]
    frames[0].save(pictures / "moving.gif", save_all=True, append_images=frames[1:])
    frames[0].save(pictures / "pages.tif", save_all=True, append_images=frames[1:])
    frames[0].save(pictures / "still.png")
    library = make_library()
    report = library.index([pictures])
    assert report.indexed == 3
    assert report.notes == ("2 pictures have several frames or pages: only the first was indexed.",)
    hits = library.search([Term(path=photo_file("coffee"))]).hits
    assert {hit.path.name for hit in hits if hit.verified} == {"moving.gif", "pages.tif", "still.png"}
    assert library.index([pictures]).notes == ()


def test_a_library_of_before_tries_its_failed_files_again_and_keeps_their_sentences(tmp_path):
    path = tmp_path / "catalog.sqlite"
    connection = sqlite3.connect(path, isolation_level=None)
    for number, migration in enumerate(MIGRATIONS[:3], start=1):
        connection.executescript(f"{migration}; PRAGMA user_version = {number};")
    connection.execute("INSERT INTO root (path, added_at) VALUES ('/old', 1.0)")
    for name, reason in (
        ("a.cr2", "This is a camera raw file; that format cannot be read."),
        ("b.jpg", "The file is empty."),
    ):
        connection.execute("INSERT INTO failure VALUES (1, ?, 1, 2, ?, 1, 3.0)", (name, reason))
    connection.close()
    with Catalog.open(path, writable=True) as catalog:
        known = catalog.files.states(catalog.roots.all()[0], codebook="c", options="o")
        reasons = [failure.reason for failure in catalog.files.failures()]
    assert {name: state.lasting for name, state in known.items()} == {"a.cr2": False, "b.jpg": False}
    assert reasons == ["This is a camera raw file; that format cannot be read.", "The file is empty."]


def box(kind, *content):
    body = b"".join(content)
    return (8 + len(body)).to_bytes(4, "big") + kind + body


def tiff(*entries):
    """A TIFF structure of one directory: tag, kind (2 text, 5 rational), value."""
    head, behind = struct.pack("<2sHIH", b"II", 42, 8, len(entries)), b""
    more_at = len(head) + 12 * len(entries) + 4
    for tag, kind, value in entries:
        number = len(value) // (8 if kind == 5 else 1)
        place = value.ljust(4, b"\0") if len(value) <= 4 else struct.pack("<I", more_at + len(behind))
        behind += value if len(value) > 4 else b""
        head += struct.pack("<HHI", tag, kind, number) + place
    return head + bytes(4) + behind


def canon_raw():
    """A CR3 with only the parts that have metadata."""
    rational = struct.Struct("<6I").pack
    exif = (
        tiff((271, 2, b"Canon\0"), (272, 2, b"Canon EOS R5\0"), (306, 2, b"2023:01:02 03:04:05\0")),
        tiff((36867, 2, b"2021:07:14 12:30:05\0"), (36881, 2, b"+02:00\0"), (42036, 2, b"RF35mm F1.8\0")),
        tiff(
            (1, 2, b"N\0"), (2, 5, rational(38, 1, 42, 1, 30, 1)),
            (3, 2, b"W\0"), (4, 5, rational(9, 1, 8, 1, 0, 1)),
        ),
    )  # fmt: skip
    named = (box(name, block) for name, block in zip((b"CMT1", b"CMT2", b"CMT4"), exif, strict=True))
    canon = box(b"uuid", bytes.fromhex("85c0b687820f11e08111f4ce462b6a48"), *named)
    xmp = edit_xmp(None, {"xmp:Rating": ("4",), "dc:subject": ("Lisboa",)})
    return (
        box(b"ftyp", b"crx \0\0\0\1crx isom")
        + box(b"moov", canon)
        + box(b"uuid", bytes.fromhex("be7acfcb97a942e89c71999491e3afac"), xmp)
    )


def test_the_metadata_of_a_cr3_is_read():
    found = extract(canon_raw())
    assert (found.taken_at, found.camera, found.lens) == (
        "2021-07-14T12:30:05+02:00", "Canon EOS R5", "RF35mm F1.8",
    )  # fmt: skip
    assert (found.latitude, found.longitude) == pytest.approx((38.708333, -9.133333))
    assert (found.rating, found.keywords) == (4, ("Lisboa",))
    for length in range(0, len(canon_raw()), 7):
        extract(canon_raw()[:length])


@exiftool.needs_exiftool
def test_exiftool_reads_the_same_from_a_cr3(tmp_path):
    (tmp_path / "a.cr3").write_bytes(canon_raw())
    (tags,) = exiftool.read_tags(tmp_path / "a.cr3").values()
    found = extract(canon_raw())
    assert tags["IFD0:Model"] == found.camera
    assert tags["ExifIFD:DateTimeOriginal"] == "2021:07:14 12:30:05"
    assert (tags["GPS:GPSLatitude"], tags["XMP-xmp:Rating"]) == (pytest.approx(found.latitude), found.rating)


@pytest.mark.parametrize(
    ("theirs", "tiff_s"), [(b"IIRO", b"II*\0"), (b"IIU\0", b"II*\0"), (b"MMOR", b"MM\0*")]
)
def test_raw_files_of_other_signatures_are_read_as_the_tiff_that_they_are(theirs, tiff_s):
    order = "<" if tiff_s[:1] == b"I" else ">"
    behind = struct.pack(order + "IHHHII", 8, 1, 271, 2, 8, 26) + bytes(4) + b"OLYMPUS\0"
    assert sniff(theirs + behind + bytes(64)) == "camera raw"
    assert extract(theirs + behind).make == extract(tiff_s + behind).make == "OLYMPUS"
