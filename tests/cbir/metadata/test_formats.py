"""Metadata in each format that is indexed, as exiftool writes them, and in structures made byte by byte."""

import struct
import time

import pytest
from PIL import Image

from cbir.base.types import Metadata
from cbir.metadata import extract
from tests import exiftool
from tests.cbir.metadata.test_metadata import PACKET, jpeg_with, segment, tiff
from tests.exiftool import needs_exiftool, write_tags

JPEG_2000 = b"\0\0\0\x0cjP  \r\n\x87\n"
MAKER = tiff([(0x010F, 2, 6, b"Canon\0")])
RECORDS = b"\x1c\x02\x19\0\x04tram"


def resource(kind, body, signature=b"8BIM", name=b"\0\0"):
    return (
        signature
        + struct.pack(">H", kind)
        + name
        + struct.pack(">I", len(body))
        + body
        + b"\0" * (len(body) % 2)
    )


def psd(*resources, version=1, colours=b""):
    inside = b"".join(resources)
    head = b"8BPS" + struct.pack(">H6xHIIHH", version, 3, 1, 1, 8, 3)
    return (
        head + struct.pack(">I", len(colours)) + colours + struct.pack(">I", len(inside)) + inside + b"\0" * 8
    )


def box(kind, body):
    return struct.pack(">I", len(body) + 8) + kind + body


@pytest.mark.parametrize("offset", [b"", b"\0\0\0\0", b"\0\0\0\2ab"])
def test_a_jpeg_xl_file_may_have_compressed_boxes(offset):
    brotli = pytest.importorskip("brotli")
    head = b"\0\0\0\x0cJXL \r\n\x87\n"
    packed = box(b"brob", b"Exif" + brotli.compress(offset + MAKER))
    found = extract(
        head + packed + box(b"brob", b"xml " + brotli.compress(PACKET.encode())) + box(b"jxlc", b".")
    )
    assert (found.make, found.rating) == ("Canon", 4)
    bomb = box(b"brob", b"xml " + brotli.compress(b" " * (40 << 20) + PACKET.encode()))
    assert extract(head + bomb + packed[:-3] + box(b"brob", b"Exif" + b"noise")) == Metadata()


def sub_blocks(body):
    return (
        b"".join(bytes([len(body[at : at + 255])]) + body[at : at + 255] for at in range(0, len(body), 255))
        + b"\0"
    )


def gif(*extensions, frames=1):
    """A GIF with colours for the whole picture, and frames with colours of their own."""
    frame = b"," + struct.pack("<4HB", 0, 0, 1, 1, 0x80) + b"\0" * 6 + b"\2" + sub_blocks(b"D\1")
    return (
        b"GIF89a"
        + struct.pack("<HHBBB", 1, 1, 0x80, 0, 0)
        + b"\0" * 6
        + b"".join(extensions)
        + frame * frames
        + b";"
    )


def gif_xmp(packet):
    return b"!\xff\x0bXMP DataXMP" + packet + bytes([1, *range(255, -1, -1), 0])


@pytest.mark.parametrize("version", [1, 2])
@pytest.mark.parametrize("signature", [b"8BIM", b"MeSa"])
def test_a_photoshop_file_has_blocks_among_its_resources(version, signature):
    data = psd(
        resource(0x03ED, b"odd"),
        resource(0x0424, PACKET.encode(), signature, name=b"\x03one"),
        resource(0x0422, MAKER),
        resource(0x0404, RECORDS),
        version=version,
        colours=b"\1" * 768,
    )
    found = extract(data)
    assert (found.make, found.rating, found.keywords) == ("Canon", 4, ("tram", "São Jorge"))
    assert extract(psd(resource(0x0404, RECORDS))).keywords == ("tram",)


@pytest.mark.parametrize("cut", [1, 8, 20])
def test_a_photoshop_file_that_ends_early_gives_what_came_before(cut):
    whole = psd(resource(0x0422, MAKER), resource(0x0404, RECORDS))
    assert extract(whole[: len(whole) - cut]).make == "Canon"
    assert all(extract(whole[:end]) is not None for end in range(len(whole)))


@pytest.mark.parametrize("name", [b"JpgTiffExif->JP2", bytes.fromhex("0537cdab9d0c4431a72afa561f2a113e")])
def test_a_jpeg_2000_file_has_blocks_in_boxes(name):
    xmp = bytes.fromhex("be7acfcb97a942e89c71999491e3afac") + PACKET.encode()
    found = extract(JPEG_2000 + box(b"uuid", name + MAKER) + box(b"uuid", xmp) + box(b"jp2c", b"\xff\x4f"))
    assert (found.make, found.rating, found.title) == ("Canon", 4, "Tram")
    iptc = bytes.fromhex("33c7a4d2b81d4723a0baf1a3e097ad38") + RECORDS
    assert extract(JPEG_2000 + box(b"uuid", iptc)).keywords == ("tram",)
    assert extract(JPEG_2000 + box(b"xml ", PACKET.encode())).rating == 4
    assert extract(JPEG_2000 + box(b"xml ", b"<gml/>")) == Metadata()


@pytest.mark.parametrize("frames", [0, 1, 3])
def test_a_gif_has_xmp_and_comments_before_and_after_its_frames(frames):
    comment = b"!\xfe" + sub_blocks(b"Lissabon " * 40)
    for data in (
        gif(gif_xmp(PACKET.encode()), comment, frames=frames),
        gif(frames=frames)[:-1] + comment + gif_xmp(PACKET.encode()) + b";",
    ):
        found = extract(data)
        assert (found.rating, found.keywords) == (4, ("tram", "São Jorge"))
        assert found.comment == ("Lissabon " * 40).strip()


def test_imagemagick_puts_iptc_into_a_gif():
    assert extract(gif(b"!\xff\x0bMGKIPTC0000" + sub_blocks(RECORDS))).keywords == ("tram",)
    assert extract(gif(b"!\xff\x0bMGK8BIM0000" + sub_blocks(resource(0x0404, RECORDS)))).keywords == ("tram",)


@pytest.mark.parametrize("order", ["<", ">"])
def test_a_tiff_file_with_wide_numbers_is_read(order):
    text = b"FUJIFILM\0"
    entry = struct.pack(order + "HHQ", 0x010F, 2, len(text)) + struct.pack(order + "Q", 16 + 8 + 20 + 8)
    head = (b"II+\0" if order == "<" else b"MM\0+") + struct.pack(order + "HHQ", 8, 0, 16)
    assert extract(head + struct.pack(order + "Q", 1) + entry + b"\0" * 8 + text).make == "FUJIFILM"


def test_old_raw_files_have_their_structure_in_blocks_of_their_own():
    minolta = b"\0MRM" + struct.pack(">I", 24 + len(MAKER)) + b"\0PRD" + struct.pack(">I8x", 8)
    assert extract(minolta + b"\0TTW" + struct.pack(">I", len(MAKER)) + MAKER).make == "Canon"
    picture = jpeg_with(segment(0xE1, b"Exif\0\0" + MAKER))
    sigma = b"FOVb" + bytes(60) + b"SECi" + bytes(24) + picture
    directory = b"SECd" + struct.pack("<II", 2, 1) + struct.pack("<II4s", 64, len(picture) + 28, b"IMA2")
    assert extract(sigma + directory + struct.pack("<I", len(sigma))).make == "Canon"
    assert extract(tiff([(0x002E, 7, len(picture), picture)])).make == "Canon", "as in Panasonic's"


def test_a_ppm_may_have_a_comment():
    assert extract(b"P6\n# Oma im Garten\n1 1\n255\n\0\0\0").comment == "Oma im Garten"
    assert extract(b"P6\n# Created by GIMP version 2.10 PNM plug-in\n1 1\n255\n\0\0\0") == Metadata()


@pytest.mark.parametrize(
    ("remark", "comment"),
    [
        (b"Oma im Garten", "Oma im Garten"),
        ("Größe".encode("cp1252") + b"\0", "Größe"),
        (b"CREATOR: gd-jpeg v1.0 (using IJG JPEG v62), quality = 90\n", None),
        (b"Created with GIMP", None),
        (b"LEAD Technologies Inc. V1.01\0", None),
        (b"\0\0", None),
    ],
)
def test_a_comment_of_a_jpeg_counts_if_a_person_wrote_it(remark, comment):
    assert extract(jpeg_with(segment(0xFE, remark))).comment == comment


def png_with(**texts):
    from io import BytesIO

    from PIL.PngImagePlugin import PngInfo

    info, file = PngInfo(), BytesIO()
    for name, text in texts.items():
        info.add_text(name.replace("_", " "), text)
    Image.new("RGB", (2, 2)).save(file, "PNG", pnginfo=info)
    return file.getvalue()


def test_a_png_says_who_and_when_in_texts_of_its_own():
    found = extract(
        png_with(
            Author="Lee",
            Copyright="© Lee",
            Comment="Oma",
            Creation_Time="Sun, 14 Jul 2019 12:30:05 +0200",
            Title="Tram",
        )
    )
    assert found == Metadata(
        creator="Lee", copyright="© Lee", comment="Oma", title="Tram", taken_at="2019-07-14T12:30:05+02:00"
    )


@needs_exiftool
@pytest.mark.parametrize("format", ["psd", "jp2", "gif"])
def test_every_format_gives_what_exiftool_wrote_into_it(format, tmp_path):
    file = tmp_path / f"picture.{format}"
    if format == "psd":
        file.write_bytes(psd())
    elif format == "gif":
        Image.new("P", (4, 4)).save(file, save_all=True, append_images=[Image.new("P", (4, 4), 1)])
    else:
        Image.new("RGB", (32, 32)).save(file)
    tags = [
        "XMP-xmp:Rating=3", "XMP-dc:Subject=tram", "XMP-dc:Creator=Lee", "XMP-photoshop:Headline=Trams",
        "XMP-xmp:Label=Red", "XMP-dc:Rights=© Lee", "XMP-photoshop:DateCreated=2011:11:11 11:11:11",
    ]  # fmt: skip
    write_tags(file, tags if format == "gif" else [*tags, "EXIF:Make=Canon", "EXIF:ISO=800"])
    found = extract(file.read_bytes())
    assert (found.rating, found.keywords, found.creator, found.headline) == (3, ("tram",), "Lee", "Trams")
    assert (found.label, found.copyright, found.taken_at) == ("Red", "© Lee", "2011-11-11T11:11:11")
    assert (found.make, found.iso) == ((None, None) if format == "gif" else ("Canon", 800))


@needs_exiftool
def test_names_of_people_are_read_wherever_programs_write_them(tmp_path):
    names = {
        "mwg.jpg": "-RegionInfo={RegionList=[{Name=Anna,Type=Face},{Name=Rex,Type=Pet},{Name=EAN,Type=BarCode},"
        "{Type=Focus}]}",
        "microsoft.jpg": "-XMP-MP:RegionInfoMP={Regions=[{PersonDisplayName=Anna},{PersonDisplayName=Rex}]}",
        "iptc.jpg": "-XMP-iptcExt:PersonInImage=Anna",
        "details.jpg": "-XMP-iptcExt:PersonInImageWDetails=[{PersonName=Anna},{PersonName=Rex}]",
    }
    for name, tag in names.items():
        file = tmp_path / name
        Image.new("RGB", (4, 4)).save(file)
        exiftool.run("-overwrite_original", tag, file)
        people = extract(file.read_bytes()).people
        assert people == (("Anna",) if name == "iptc.jpg" else ("Anna", "Rex")), name


def test_structures_within_structures_take_no_time():
    space = "http://ns.adobe.com/exif/1.0/"
    nested = "<e:Flash>" * 200 + "</e:Flash>" * 200
    packet = PACKET.replace(
        "</rdf:Description>", f'<e:Flash xmlns:e="{space}">{nested}</e:Flash></rdf:Description>'
    )
    started = time.process_time()
    assert extract(b"", packet.encode()).rating == 4
    assert time.process_time() - started < 2


@needs_exiftool
def test_places_created_and_shown_are_read_beside_older_fields(tmp_path):
    file = tmp_path / "place.jpg"
    Image.new("RGB", (4, 4)).save(file)
    exiftool.run(
        "-overwrite_original",
        "-XMP-iptcExt:LocationCreated=[{City=Trondheim,CountryName=Norway,Sublocation=Bakklandet}]",
        "-XMP-iptcExt:LocationShown=[{City=Bergen},{City=Oslo,CountryName=Norway}]",
        file,
    )
    found = extract(file.read_bytes())
    assert found.places == ("Bakklandet", "Trondheim", "Norway")
    assert found.places_shown == ("Bergen", "Oslo", "Norway")
    write_tags(file, ["XMP-photoshop:City=Trondhjem", "XMP-photoshop:Country=Norway"])
    assert extract(file.read_bytes()).places == ("Trondhjem", "Norway", "Bakklandet", "Trondheim")


EXPOSURES = {
    "exif": ["EXIF:ISO=800", "EXIF:FNumber=2.8", "EXIF:ExposureTime=1/250", "EXIF:FocalLength=50",
             "EXIF:FocalLengthIn35mmFormat=75", "EXIF:Flash#=9", "EXIF:LensInfo=24 70 2.8 2.8"],
    "xmp": ["XMP-exif:ISO=800", "XMP-exif:FNumber=2.8", "XMP-exif:ExposureTime=1/250", "XMP-exif:FocalLength=50",
            "XMP-exif:FocalLengthIn35mmFormat=75", "XMP-exif:FlashFired=True", "XMP-aux:LensInfo=24 70 2.8 2.8"],
    "apex": ["EXIF:PhotographicSensitivity=65535", "EXIF:ISOSpeed=800", "EXIF:ApertureValue=2.8",
             "EXIF:ShutterSpeedValue=1/250", "EXIF:FocalLength=50", "EXIF:FocalLengthIn35mmFormat=75", "EXIF:Flash#=1",
             "EXIF:LensModel=24-70mm f/2.8"],
}  # fmt: skip


@needs_exiftool
@pytest.mark.parametrize("kind", EXPOSURES)
def test_an_exposure_is_read_wherever_it_stands(kind, tmp_path):
    file = tmp_path / "exposure.jpg"
    Image.new("RGB", (4, 4)).save(file)
    write_tags(file, EXPOSURES[kind])
    found = extract(file.read_bytes())
    assert (found.iso, found.focal_mm, found.focal_35mm, found.flash) == (800, 50, 75, True)
    assert found.exposure_s == (pytest.approx(1 / 250, rel=0.02) if kind == "apex" else 1 / 250)
    assert (found.aperture, found.lens) == (2.8, "24-70mm f/2.8")


@pytest.mark.parametrize(
    "entries",
    [
        [(0x8827, 3, 1, b"\0\0")],
        [(0x829D, 5, 1, struct.pack("<II", 0, 10))],
        [(0x829D, 5, 1, struct.pack("<II", 28, 0))],
        [(0x829A, 5, 1, struct.pack("<II", 0, 1))],
        [(0x920A, 5, 1, struct.pack("<II", 0, 1))],
        [(0x9201, 10, 1, struct.pack("<ii", -(2**31), 1))],
        [(0x9209, 3, 1, struct.pack("<H", 0x20))],
        [(0xA432, 5, 4, b"\0" * 32)],
    ],
)
def test_a_number_that_no_camera_has_is_none(entries):
    assert extract(tiff(entries)) == Metadata()


@pytest.mark.parametrize("order", ["<", ">"])
def test_an_older_nikon_names_its_lens_in_its_own_note(order):
    lens = struct.pack(order + "8I", 24, 1, 70, 1, 28, 10, 28, 10)
    note = b"Nikon\0\x02\x10\0\0" + tiff([(0x0084, 5, 4, lens)], order)
    assert extract(tiff([(0x927C, 7, len(note), note)])).lens == "24-70mm f/2.8"
    assert extract(tiff([(0x927C, 7, len(note), note), (0xA434, 2, 5, b"AF-S\0")])).lens == "AF-S"
    assert extract(tiff([(0x927C, 7, len(note), note), (0xA434, 2, 5, b"----\0")])).lens == "24-70mm f/2.8"
    assert extract(tiff([(0x927C, 7, 30, note[:30])])).lens is None


def test_no_position_is_written_as_0_0():
    nought = b"\0\0\0\0\1\0\0\0" * 3
    south = struct.pack("<IIIIII", 0, 1, 30, 1, 0, 1)
    entries = [(1, 2, 2, b"N\0"), (2, 5, 3, nought), (3, 2, 2, b"E\0"), (4, 5, 3, nought)]
    assert extract(tiff(entries)).latitude is None
    assert extract(tiff([*entries[:3], (4, 5, 3, south)])).longitude == 0.5, "the equator is a place"


@pytest.mark.parametrize("path", ["animals|birds|robin", "animals | birds | robin"])
def test_a_path_in_a_flat_list_is_its_levels(path):
    packet = PACKET.replace("<rdf:li>tram</rdf:li>", f"<rdf:li>{path}</rdf:li>")
    assert extract(b"", packet.encode()).keywords == ("animals", "birds", "robin", "São Jorge")
