"""What differs between two files: aligned by their points, listed and drawn."""

import json

import numpy as np
import pytest
from PIL import Image

from cbir.cli import main
from cbir.library import changes_in_files
from tests.pictures import photo, write_jpeg


@pytest.fixture(scope="module", name="pair")
def _pair(tmp_path_factory):
    """A photo, and a part of it in which something was added."""
    folder = tmp_path_factory.mktemp("pair")
    changed = photo("coffee").copy()
    changed[200:270, 250:340] = (40, 200, 60)
    return write_jpeg(folder / "before.jpg", photo("coffee")), write_jpeg(
        folder / "after.jpg", changed[40:380, 60:560]
    )


def test_boxes_are_in_pixels_of_each_file(pair):
    (change,) = changes_in_files(*pair).changes
    assert np.allclose(change.first, (250, 200, 90, 70), atol=7)
    assert np.allclose(change.second, (190, 160, 90, 70), atol=7)


def test_the_order_of_the_files_does_not_matter(pair):
    (change,) = changes_in_files(*pair[::-1]).changes
    assert np.allclose(change.first, (190, 160, 90, 70), atol=7)


def test_pictures_of_different_things_cannot_be_aligned(tmp_path):
    compared = changes_in_files(
        write_jpeg(tmp_path / "a.jpg", photo("coffee")), write_jpeg(tmp_path / "b.jpg", photo("rocket"))
    )
    assert compared.evidence is None
    assert compared.changes == ()


def test_the_command_lists_changes_and_draws_them_once(tmp_path, pair, capsys):
    out = tmp_path / "changes.png"
    arguments = ["changes", *map(str, pair), "--out", str(out)]
    assert main([*arguments, "--json"]) == 0
    printed = json.loads(capsys.readouterr().out)
    assert printed["aligned"]
    assert len(printed["changes"]) == 1
    with Image.open(out) as drawn:
        assert drawn.width == 600 + 500
        left, top, *_ = printed["changes"][0]["first"]
        assert drawn.getpixel((left - 2, top - 2)) == (255, 90, 0), "the corner of the box"
    assert main(arguments) == 2
    assert "exists already" in capsys.readouterr().err


def test_a_missing_or_unwritable_file_is_named(tmp_path, pair, capsys):
    assert main(["changes", str(pair[0]), str(tmp_path / "none.jpg")]) == 2
    assert "none.jpg" in capsys.readouterr().err
    assert main(["changes", *map(str, pair), "--out", str(tmp_path / "changes.odd")]) == 2
    assert "cannot be written" in capsys.readouterr().err
    assert main(["changes", str(pair[0]), str(pair[0])]) == 1
