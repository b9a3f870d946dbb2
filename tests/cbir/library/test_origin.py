"""Where a photo comes from: a chain of copies, told from their pixels."""

import json
import os

import cv2
import numpy as np
import pytest

from cbir.base.errors import CbirError
from cbir.cli import main
from cbir.library import Library, origin_of
from tests.pictures import photo, write_jpeg


@pytest.fixture(scope="module", name="made")
def _made(tmp_path_factory):
    """An original, its crop, a screenshot of the crop, a smaller original; and another photo."""
    folder = tmp_path_factory.mktemp("origin")
    whole = photo("coffee")
    crop = whole[60:340, 90:500]
    screen = np.full((380, 520, 3), 240, np.uint8)
    screen[50:330, 60:470] = crop
    pictures = {
        "whole": whole,
        "crop": crop,
        "screen": screen,
        "small": cv2.resize(whole, None, fx=0.6, fy=0.6, interpolation=cv2.INTER_AREA),
        "other": photo("rocket"),
    }
    for name, pixels in pictures.items():
        os.utime(write_jpeg(folder / "pictures" / f"{name}.jpg", pixels), (1_700_000_000, 1_700_000_000))
    with Library.open(folder / "library", create=True, writable=True) as library:
        library.index([folder / "pictures"])
        yield library, folder / "pictures"


def parents(library, path):
    tree = origin_of(library, library.find_photos([path])[0])
    name_of = {entry.photo: entry.path.stem for entry in tree.photos}
    return {entry.path.stem: (name_of.get(entry.parent), entry.step) for entry in tree.photos}


EXPECTED = {
    "whole": (None, "original"),
    "small": ("whole", "saved anew"),
    "crop": ("whole", "cropped"),
    "screen": ("crop", "framed"),
}


@pytest.mark.parametrize("asked", ["whole", "screen"])
def test_each_photo_has_the_parent_that_it_was_made_from(made, asked):
    library, pictures = made
    assert parents(library, pictures / f"{asked}.jpg") == EXPECTED


def test_a_photo_without_relatives_is_alone(made):
    library, pictures = made
    assert parents(library, pictures / "other.jpg") == {"other": (None, "original")}


def test_the_command_prints_the_tree(made, capsys):
    library, pictures = made
    arguments = ["origin", str(pictures / "crop.jpg"), "--library", str(library.folder)]
    assert main(arguments) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == f"original\t{pictures / 'whole.jpg'}"
    assert f"    framed\t{pictures / 'screen.jpg'}" in lines
    assert main([*arguments, "--json"]) == 0
    photos = {entry["path"]: entry for entry in json.loads(capsys.readouterr().out)["photos"]}
    assert photos[str(pictures / "small.jpg")]["parent"] == str(pictures / "whole.jpg")
    assert main(["origin", str(pictures / "other.jpg"), "--library", str(library.folder)]) == 1


@pytest.mark.parametrize(
    ("absent", "told"),
    [(["crop"], "crop.jpg cannot be opened now"), (["whole", "small", "screen"], "may be related")],
)
def test_absent_files_are_no_reason_to_say_that_nothing_is_related(made, absent, told):
    library, pictures = made
    (asked,) = library.find_photos([pictures / "crop.jpg"])
    for name in absent:
        (pictures / f"{name}.jpg").rename(pictures / f"{name}.away")
    try:
        with pytest.raises(CbirError, match=told):
            origin_of(library, asked)
    finally:
        for name in absent:
            (pictures / f"{name}.away").rename(pictures / f"{name}.jpg")
