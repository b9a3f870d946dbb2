"""Two pictures compared, and the page that shows it."""

import hashlib
import json
import re

import numpy as np
import pytest

from cbir.base.errors import ImageUnreadable
from cbir.cli import main
from cbir.library import prove_files
from tests.pictures import photo, write_jpeg


@pytest.fixture(scope="module", name="pair")
def _pair(tmp_path_factory):
    """A photo, and a part of it under a name that HTML would read as a tag."""
    folder = tmp_path_factory.mktemp("pair")
    whole = write_jpeg(folder / "whole & <b>.jpg", photo("coffee"))
    return write_jpeg(folder / "part.jpg", photo("coffee")[80:320, 120:480]), whole


@pytest.fixture(scope="module", name="page")
def _page(pair):
    return prove_files(*pair)


def test_a_part_is_proven_and_its_transform_places_it(page):
    assert page.proven
    assert page.evidence.inliers >= 8
    corner = page.transform @ [0, 0, 1]
    assert np.allclose(corner[:2] / corner[2], [120, 80], atol=2)
    assert page.deviation_px < 1.5


def test_the_page_has_both_checksums_and_all_points(page, pair):
    for file in pair:
        assert hashlib.sha256(file.read_bytes()).hexdigest() in page.html
    table = page.html[page.html.index('<table class="points">') :]
    assert table.count("<tr>") == len(page.evidence.query_xy)


def test_the_page_needs_no_other_file(page):
    assert {source[:5] for source in re.findall(r'(?:src|href)="([^"]*)', page.html)} == {"data:"}
    assert "<script" not in page.html


def test_names_are_text(page):
    assert "<b>.jpg" not in page.html
    assert "whole &amp; &lt;b&gt;.jpg" in page.html


def test_pictures_of_different_things_prove_nothing(tmp_path):
    page = prove_files(
        write_jpeg(tmp_path / "a.jpg", photo("coffee")), write_jpeg(tmp_path / "b.jpg", photo("rocket"))
    )
    assert not page.proven
    assert "Too few points agree" in page.html


def test_a_file_beside_itself_is_proven(tmp_path):
    file = write_jpeg(tmp_path / "a.jpg", photo("coffee"))
    page = prove_files(file, file)
    assert page.proven
    assert page.kind == "same picture"


def test_a_broken_picture_is_named(tmp_path, pair):
    broken = tmp_path / "broken.jpg"
    broken.write_bytes(b"\xff\xd8\xff\xe0 no picture")
    for files in ((pair[0], broken), (broken, pair[0])):
        with pytest.raises(ImageUnreadable, match=r"read|picture"):
            prove_files(*files)


def test_the_command_writes_a_page_once(tmp_path, pair, capsys):
    out = tmp_path / "page.html"
    arguments = ["proof", *map(str, pair), "--out", str(out)]
    assert main([*arguments, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["page"] == str(out)
    assert "SHA-256" in out.read_text(encoding="utf-8")
    assert main(arguments) == 2
    assert "exists already" in capsys.readouterr().err


def test_the_command_names_a_missing_file(tmp_path, pair, capsys):
    assert main(["proof", str(pair[0]), str(tmp_path / "none.jpg")]) == 2
    assert "There is no file" in capsys.readouterr().err
