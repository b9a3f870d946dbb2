"""Copies of photos in other formats say what the library says, as exiftool reads it."""

import io
from typing import get_args

import numpy as np
import pytest
from PIL import Image

from cbir.base.types import CopyFormat, CopyRecipe
from cbir.cli import main
from cbir.images.icc import matrix_profile, sampled_curve
from cbir.metadata import extract
from tests.cbir.library.test_metadata_search import later
from tests.exiftool import needs_exiftool, read_tags, write_tags
from tests.pictures import photo, write_jpeg

SAID = {
    "ExifIFD:DateTimeOriginal": "2019:07:14 18:30:05",
    "ExifIFD:OffsetTimeOriginal": "+02:00",
    "ExifIFD:ISO": 400,
    "ExifIFD:FNumber": 2.8,
    "ExifIFD:ExposureTime": 0.004,
    "ExifIFD:FocalLength": 50,
    "ExifIFD:LensModel": "EF 50mm",
    "IFD0:Model": "EOS 5D",
    "IFD0:Copyright": "© 2019 Zoë",
    "IFD0:Orientation": 1,
    "XMP-dc:Subject": ["Sea", "Ärger", "boat"],
    "XMP-dc:Rights": "© 2019 Zoë",
    "XMP-dc:Title": "Título",
    "XMP-xmp:Rating": 5,
    "XMP-xmp:Label": "Red",
    "ICC_Profile:ProfileDescription": "sRGB built-in",
}


def write_photos(folder):
    path = write_jpeg(folder / "coffee.jpg", photo("coffee"))
    write_jpeg(folder / "bare.jpg", photo("rocket"))
    write_tags(
        path,
        [
            *("EXIF:DateTimeOriginal=2019:07:14 18:30:05", "EXIF:OffsetTimeOriginal=+02:00", "EXIF:ISO=400"),
            *("EXIF:FNumber=2.8", "EXIF:ExposureTime=1/250", "EXIF:FocalLength=50", "EXIF:LensModel=EF 50mm"),
            *("EXIF:Model=EOS 5D", "EXIF:Orientation#=6", "XMP-dc:Rights=© 2019 Zoë", "XMP-dc:Title=Título"),
            *(
                "XMP-dc:Subject=Sea",
                "XMP-dc:Subject=Ärger",
                "EXIF:GPSLatitude=38.7223",
                "EXIF:GPSLatitudeRef=S",
            ),
            *("EXIF:GPSLongitude=9.1393", "EXIF:GPSLongitudeRef=E"),
        ],
    )


pytestmark = needs_exiftool


@pytest.fixture
def coffee(library, pictures):
    (found,) = library.find_photos([pictures / "coffee.jpg"])
    library.marks.set_rating([found], 5)
    library.marks.set_label([found], "Red")
    library.marks.set_keywords([found], add=["boat"])
    return found


@pytest.mark.parametrize("format_", get_args(CopyFormat))
def test_a_copy_says_what_the_library_says(library, coffee, tmp_path, format_):
    path = tmp_path / f"copy.{format_}"
    path.write_bytes(library.copy(coffee, CopyRecipe(format=format_, side_px=200)))
    (tags,) = read_tags(path).values()
    assert {name: tags.get(name) for name in SAID} == SAID
    assert (tags["Composite:GPSLatitude"], tags["Composite:GPSLongitude"]) == (-38.7223, 9.1393)
    assert max(map(int, str(tags["Composite:ImageSize"]).split())) == 200
    assert int(str(tags["Composite:ImageSize"]).split()[1]) == 200, "it is upright"
    again = extract(path.read_bytes(), None)
    assert (again.rating, again.label, again.latitude) == (5, "Red", pytest.approx(-38.7223))


DISPLAY_P3 = (0.3127, 0.329, 0.68, 0.32, 0.265, 0.69, 0.15, 0.06)  # SMPTE EG 432-1, with the white of D65
GREEN = (20, 250, 30)  # in Display P3: more saturated than any green of sRGB


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WebP", "TIFF"])
@pytest.mark.parametrize("format_", get_args(CopyFormat))
def test_a_copy_keeps_colours_that_srgb_does_not_have_and_their_profile(library, tmp_path, kind, format_):
    profile = matrix_profile(DISPLAY_P3, sampled_curve(lambda values: values**2.2))
    source = tmp_path / "green"
    picture = Image.fromarray(np.full((80, 120, 3), GREEN, np.uint8))
    picture.save(source, kind, icc_profile=profile, **({"lossless": True} if kind == "WebP" else {}))
    copied = library.copy(source, CopyRecipe(format=format_, side_px=90))
    with Image.open(io.BytesIO(copied)) as copy:
        assert copy.info["icc_profile"] == profile
        assert max(copy.size) == 90
        assert np.abs(np.asarray(copy.convert("RGB"), int) - GREEN).max() <= 4
    path = tmp_path / f"copy.{format_}"
    path.write_bytes(copied)
    (tags,) = read_tags(path).values()
    assert tags["ICC-header:ColorSpaceData"] == "RGB "


def test_a_grey_copy_is_of_srgb_whatever_profile_its_file_has(library, tmp_path):
    profile = matrix_profile(DISPLAY_P3, sampled_curve(lambda values: values**2.2))
    source = tmp_path / "deep.png"
    Image.fromarray(np.full((40, 60), 30000, np.uint16)).save(source, icc_profile=profile)
    with Image.open(io.BytesIO(library.copy(source, CopyRecipe(format="jpg")))) as copy:
        assert copy.info["icc_profile"] != profile


@pytest.mark.parametrize("format_", get_args(CopyFormat))
def test_positions_can_be_left_out(library, coffee, tmp_path, format_):
    path = tmp_path / f"copy.{format_}"
    path.write_bytes(library.copy(coffee, CopyRecipe(format=format_, side_px=100, positions=False)))
    (tags,) = read_tags(path).values()
    assert not [name for name in tags if "GPS" in name or "Location" in name]
    assert tags["ExifIFD:DateTimeOriginal"] == "2019:07:14 18:30:05"


def test_quality_counts_and_a_guessed_date_is_no_date_of_a_copy(library, pictures, tmp_path):
    (bare,) = library.find_photos([pictures / "bare.jpg"])
    later(pictures / "bare.jpg")
    small, large = (library.copy(bare, CopyRecipe(format="jpg", quality=quality)) for quality in (40, 95))
    assert len(small) < len(large) / 2
    path = tmp_path / "bare.jpg"
    path.write_bytes(large)
    (tags,) = read_tags(path).values()
    assert "ExifIFD:DateTimeOriginal" not in tags


def test_the_command_copies_and_overwrites_nothing(library, pictures, tmp_path, capsys):
    target = tmp_path / "out"
    command = ["export", str(pictures / "coffee.jpg"), "--library", str(library.folder)]
    for _ in range(2):
        assert (
            main([*command, "--to", str(target), "--format", "webp", "--side", "64", "--no-positions"]) == 0
        )
    assert sorted(path.name for path in target.iterdir()) == ["coffee (2).webp", "coffee.webp"]
    capsys.readouterr()
    assert main([*command, "--to", str(pictures / "copies")]) == 2
    assert "is in the library" in capsys.readouterr().err


def test_photos_for_the_map_are_those_with_a_position(library, coffee):
    assert library.positions().tolist() == [[coffee, pytest.approx(-38.7223), pytest.approx(9.1393)]]
    assert library.months_of_positions().tolist() == [[coffee, 12 * 2019 + 6]]
