"""Our reading of metadata against exiftool's: on damaged files from everywhere, and on pictures made here."""

from collections import Counter
from typing import Any

import pytest
from PIL import Image

from cbir.base.types import Metadata
from cbir.metadata import extract
from tests import exiftool
from tests.exiftool import needs_exiftool, read_tags, write_tags
from tests.nasty_files import unpack_nasty_files
from tests.pictures import photo_file

pytestmark = needs_exiftool

Row = dict[str, Any]


def first(row, *names):
    """Return the first of some tags that says something."""
    for name in names:
        value = row.get(name)
        if value not in (None, ""):
            return value
    return None


def iso(value):
    """Give exiftool's `2019:07:14 12:30:05.12+02:00` as ISO, without fractions and offset."""
    if not isinstance(value, str) or not value[:4].isdigit() or value.startswith("0000"):
        return None
    date, _, clock = value.partition(" ")
    return f"{date.replace(':', '-')}T{clock[:8]}" if len(clock) >= 8 else date.replace(":", "-")


def oracle(row):
    """exiftool's values, by our precedence."""
    position = None
    latitude, longitude = row.get("GPS:GPSLatitude"), row.get("GPS:GPSLongitude")
    south, west = row.get("GPS:GPSLatitudeRef"), row.get("GPS:GPSLongitudeRef")
    if isinstance(latitude, int | float) and isinstance(longitude, int | float) and abs(latitude) <= 90:
        position = (-latitude if south == "S" else latitude, -longitude if west == "W" else longitude)
    keywords = first(row, "XMP-dc:Subject", "IPTC:Keywords")
    orientation = first(row, "IFD0:Orientation", "XMP-tiff:Orientation")
    return {
        "taken_at": iso(
            first(
                row,
                "ExifIFD:DateTimeOriginal",
                "ExifIFD:CreateDate",
                "XMP-exif:DateTimeOriginal",
                "XMP-photoshop:DateCreated",
                "XMP-exif:DateTimeDigitized",
                "XMP-xmp:CreateDate",
            )
        ),
        "make": first(row, "IFD0:Make"),
        "model": first(row, "IFD0:Model"),
        "position": position,
        "rating": first(row, "XMP-xmp:Rating", "IFD0:Rating"),
        "keywords": None if keywords is None else keywords if isinstance(keywords, list) else [keywords],
        "orientation": orientation if orientation in range(1, 9) else None,
    }


def ours(metadata):
    located = metadata.latitude is not None
    return {
        "taken_at": None if metadata.taken_at is None else metadata.taken_at[:19],
        "make": metadata.make,
        "model": metadata.model,
        "position": (metadata.latitude, metadata.longitude) if located else None,
        "rating": metadata.rating,
        "keywords": list(metadata.keywords) or None,
        "orientation": metadata.orientation,
    }


def compare(field, theirs, mine):
    if field == "position":
        return all(abs(a - b) < 1e-5 for a, b in zip(theirs, mine, strict=True))
    if field in ("make", "model"):
        return bool(str(theirs).strip() == mine)
    if field == "keywords":
        return bool([str(word) for word in theirs] == mine)
    return bool(theirs == mine)


def disagreements(row, metadata):
    theirs, mine = oracle(row), ours(metadata)
    return [
        f"{field}: exiftool {theirs[field]!r}, we {mine[field]!r}"
        for field in theirs
        if theirs[field] is not None
        and mine[field] is not None
        and not compare(field, theirs[field], mine[field])
    ]


@pytest.mark.long
def test_it_agrees_with_exiftool_on_the_files_that_trip_readers(shared_data, tmp_path):
    unpack_nasty_files(shared_data, tmp_path)
    rows = read_tags(tmp_path)
    wrong, both = [], Counter[str]()
    missed = []
    for file, row in rows.items():
        if not file.exists():
            continue  # its name is no text, and JSON cannot hold it
        metadata = extract(file.read_bytes())
        wrong += [f"{file.name}: {line}" for line in disagreements(row, metadata)]
        theirs, mine = oracle(row), ours(metadata)
        both.update(field for field in theirs if theirs[field] is not None and mine[field] is not None)
        if file.suffix.lower() in (".jpg", ".jpeg", ".png", ".webp", ".heic", ".heif", ".hif", ".avif"):
            missed += [
                f"{file.name}: {field} {theirs[field]!r}"
                for field in ("taken_at", "make", "model", "position", "rating", "keywords", "orientation")
                if theirs[field] is not None and mine[field] is None
            ]
    assert not wrong, "\n".join(wrong)
    assert both["orientation"] >= 90
    assert both["taken_at"] >= 15
    assert both["make"] >= 15
    assert both["position"] >= 4
    assert both["rating"] >= 1
    assert len(missed) <= 2, "\n".join(missed)


TAGS = {
    "exif": [
        "EXIF:DateTimeOriginal=2019:07:14 12:30:05",
        "EXIF:OffsetTimeOriginal=+02:00",
        "EXIF:Make=FUJIFILM",
        "EXIF:Model=X-T3",
        "EXIF:LensModel=XF35mmF1.4 R",
        "EXIF:GPSLatitude=38.7169",
        "EXIF:GPSLatitudeRef=S",
        "EXIF:GPSLongitude=9.1399",
        "EXIF:GPSLongitudeRef=W",
        "EXIF:Orientation#=6",
        "EXIF:ImageDescription=São Jorge",
        "EXIF:XPKeywords=tram;Żółw",
        "EXIF:XPTitle=Żółw",
        "EXIF:Rating=4",
    ],
    "xmp": [
        "XMP-exif:DateTimeOriginal=2018:01:02 03:04:05-05:00",
        "XMP-tiff:Make=Canon",
        "XMP-tiff:Model=Canon EOS 5D",
        "XMP-aux:Lens=EF50mm",
        "XMP-exif:GPSLatitude=38.7169",
        "XMP-exif:GPSLongitude=-9.1399",
        "XMP-xmp:Rating=-1",
        "XMP-dc:Subject=tram",
        "XMP-dc:Subject=Lisboa & Porto",
        "XMP-dc:Title=Um título",
        "XMP-dc:Description=東京",
        "XMP-tiff:Orientation#=8",
        "XMP-photoshop:City=Lisboa",
    ],
}
FULL = {
    "exif": Metadata(
        taken_at="2019-07-14T12:30:05+02:00",
        make="FUJIFILM",
        model="X-T3",
        lens="XF35mmF1.4 R",
        latitude=-38.7169,
        longitude=-9.1399,
        rating=4,
        keywords=("tram", "Żółw"),
        title="Żółw",
        caption="São Jorge",
        orientation=6,
    ),
    "xmp": Metadata(
        taken_at="2018-01-02T03:04:05-05:00",
        make="Canon",
        model="Canon EOS 5D",
        lens="EF50mm",
        latitude=38.7169,
        longitude=-9.1399,
        rating=-1,
        keywords=("tram", "Lisboa & Porto"),
        title="Um título",
        caption="東京",
        places=("Lisboa",),
        orientation=8,
    ),
}


def same(a, b):
    for field in Metadata.__slots__:
        mine, wanted = getattr(a, field), getattr(b, field)
        if isinstance(wanted, float):
            assert mine == pytest.approx(wanted, abs=1e-5), field
        else:
            assert mine == wanted, field


def picture(folder, format):
    file = folder / f"picture.{format}"
    with Image.open(photo_file("coffee")) as original:
        if format == "heic":
            import pillow_heif

            pillow_heif.from_pillow(original.convert("RGB")).save(file, quality=50)
        else:
            original.convert("RGB").save(file)
    return file


@pytest.mark.parametrize("kind", ["exif", "xmp"])
@pytest.mark.parametrize("format", ["jpg", "png", "webp", "tif", "heic", "avif"])
def test_every_format_gives_what_exiftool_wrote(format, kind, tmp_path):
    file = picture(tmp_path, format)
    write_tags(file, TAGS[kind])
    row = next(iter(read_tags(file).values()))
    assert first(row, "IFD0:Make", "XMP-tiff:Make") == FULL[kind].make, "exiftool could not write it"
    same(extract(file.read_bytes()), FULL[kind])
    assert not disagreements(row, extract(file.read_bytes()))


@pytest.mark.parametrize("charset", ["", "UTF8"])
@pytest.mark.parametrize("format", ["jpg", "tif"])
def test_iptc_in_both_charsets(format, charset, tmp_path):
    file = picture(tmp_path, format)
    tags = ["IPTC:Keywords=eléctrico", "IPTC:Keywords=tram", "IPTC:ObjectName=São", "IPTC:City=Évora"]
    dates = ["IPTC:DateCreated=2019:07:14", "IPTC:TimeCreated=12:30:05+02:00", "IPTC:Caption-Abstract=Ça"]
    write_tags(file, ([f"IPTC:CodedCharacterSet={charset}"] if charset else []) + tags + dates)
    metadata = extract(file.read_bytes())
    assert metadata.keywords == ("eléctrico", "tram")
    assert (metadata.title, metadata.caption, metadata.places) == ("São", "Ça", ("Évora",))
    assert metadata.taken_at == "2019-07-14T12:30:05+02:00"


def test_sources_come_in_their_documented_order(tmp_path):
    file = picture(tmp_path, "jpg")
    write_tags(file, [*TAGS["exif"], *TAGS["xmp"], "IPTC:Keywords=from iptc", "IPTC:City=Porto"])
    both = extract(file.read_bytes())
    assert both.taken_at == FULL["exif"].taken_at
    assert both.camera == "FUJIFILM X-T3"
    assert both.orientation == 6
    assert (both.rating, both.keywords, both.places) == (-1, FULL["xmp"].keywords, ("Lisboa",))
    sidecar = tmp_path / "picture.jpg.xmp"
    exiftool.run(
        "-XMP-xmp:Rating=5", "-XMP-dc:Subject=beside", "-XMP-tiff:Orientation#=3",
        "-XMP-exif:DateTimeOriginal=2020:02:03 04:05:06", sidecar,
    )  # fmt: skip
    corrected = extract(file.read_bytes(), sidecar.read_bytes())
    assert (corrected.rating, corrected.keywords) == (5, ("beside",))
    assert corrected.taken_at == "2020-02-03T04:05:06"
    assert corrected.camera == "FUJIFILM X-T3"
    assert corrected.orientation == 6, "the picture is turned by what its own file says"


@pytest.mark.parametrize(
    ("comment", "options"),
    [("plain words", ()), ("Zażółć gęślą", ()), ("Zażółć gęślą", ("-api", "ByteOrder=II"))],
)
def test_a_user_comment_in_any_charset_is_the_caption(comment, options, tmp_path):
    file = picture(tmp_path, "jpg")
    exiftool.run("-overwrite_original", *options, f"-EXIF:UserComment={comment}", file)
    assert extract(file.read_bytes()).caption == comment


def test_windows_percentages_are_stars(tmp_path):
    file = picture(tmp_path, "jpg")
    expected = {1: 1, 25: 2, 50: 3, 75: 4, 99: 5}
    found = {}
    for percent in expected:
        write_tags(file, [f"EXIF:RatingPercent={percent}"])
        found[percent] = extract(file.read_bytes()).rating
    assert found == expected


def test_a_keyword_tree_gives_its_words(tmp_path):
    file = picture(tmp_path, "jpg")
    write_tags(file, ["XMP-lr:HierarchicalSubject=Places|Portugal|Lisbon"])
    assert extract(file.read_bytes()).keywords == ("Places", "Portugal", "Lisbon")


EDITS = {
    "rating": lambda file: write_tags(file, ["XMP:Rating=3"]),
    "keywords": lambda file: write_tags(file, ["XMP:Subject=tram"]),
    "everything": lambda file: write_tags(file, [*TAGS["exif"][:5], "XMP-dc:Title=Tram"]),
    "nothing left": lambda file: write_tags(file, ["all="]),
}


@pytest.mark.parametrize("edit", EDITS)
@pytest.mark.parametrize("format", ["jpg", "png", "webp"])
def test_an_edit_of_metadata_leaves_the_image_data_as_it_is(format, edit, tmp_path):
    from cbir.images import image_data_fingerprint, read_header

    def fingerprint():
        return image_data_fingerprint(file.read_bytes(), read_header(file.read_bytes()))

    file = picture(tmp_path, format)
    write_tags(file, ["XMP:Rating=1", "EXIF:Artist=me"])
    before, content = fingerprint(), file.read_bytes()
    EDITS[edit](file)
    assert file.read_bytes() != content
    assert before == fingerprint() != ""
    write_tags(file, ["EXIF:Orientation#=6"])
    assert fingerprint() != before, "a picture that is turned is another one"
