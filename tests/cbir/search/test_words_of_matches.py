"""A framed part of a picture and words: the photos that show the part, in the order of the words."""

from pathlib import Path

import cv2
import numpy as np

from cbir.base.types import SearchOptions, Term
from cbir.cli import main
from tests.cbir.colour_model import make_colour_model
from tests.pictures import photo

RGB = {"red": (220, 30, 30), "green": (40, 200, 40), "blue": (30, 40, 220)}
SIDES_PX = (300, 240, 200)  # of the logo: the larger, the more points agree
FRAME = (170.0, 100.0, 300.0, 300.0)


def with_logo(ground, side_px):
    """A coloured picture with a printed thing in its middle."""
    rng = np.random.default_rng(side_px)
    pixels = np.clip(np.array(ground) + rng.normal(0, 4, (480, 640, 3)), 0, 255).astype(np.uint8)
    logo = cv2.resize(photo("coffee")[100:400, 150:450], (side_px, side_px), interpolation=cv2.INTER_AREA)
    top, left = (480 - side_px) // 2, (640 - side_px) // 2
    pixels[top : top + side_px, left : left + side_px] = logo
    return pixels


def write(path, pixels):
    cv2.imwrite(str(path), pixels[..., ::-1])
    return path


def write_photos(folder):
    """The logo on three colours in three sizes, and plain photos of these colours."""
    folder.mkdir()
    for number, colour in enumerate(RGB):
        for turn in range(3):
            side = SIDES_PX[(number + turn) % 3]
            write(folder / f"{colour[0]}{turn}_{side}.png", with_logo(RGB[colour], side))
        write(folder / f"plain_{colour[0]}.png", np.full((480, 640, 3), RGB[colour], np.uint8))


def make_models(folder):
    make_colour_model(folder / "colours")


def names(found):
    return [hit.path.name for hit in found.hits]


def test_of_the_photos_that_show_a_framed_part_those_come_first_that_the_words_fit(library, tmp_path):
    query = Term(path=write(tmp_path / "query.png", with_logo((250, 250, 250), 300)), region=FRAME)
    alone = library.search([query], SearchOptions(top=20))
    assert alone.verified == 9
    assert {name.split("_")[1] for name in names(alone)[:3]} == {"300.png"}, "the most points first"
    for colour in RGB:
        found = library.search([query, Term(text=colour)], SearchOptions(top=20))
        assert found.verified == 9, "words prove nothing"
        assert [name[0] for name in names(found)[:3]] == [colour[0]] * 3
        assert not any(name.startswith("plain") for name in names(found)[:9])


def test_words_in_names_count_before_what_a_photo_looks_like(library, pictures, tmp_path):
    renamed = pictures / "harbour blue.png"
    (pictures / "g0_240.png").rename(renamed)
    library.index([pictures])
    query = Term(path=write(tmp_path / "query.png", with_logo((250, 250, 250), 300)), region=FRAME)
    found = library.search([query, Term(text="blue")], SearchOptions(top=20))
    assert names(found)[0] == renamed.name
    assert [name[0] for name in names(found)[1:4]] == ["b"] * 3


def test_without_a_model_matches_stay_in_the_order_of_their_points(
    make_library, library, tmp_path, monkeypatch
):
    query = Term(path=write(tmp_path / "query.png", with_logo((250, 250, 250), 300)), region=FRAME)
    monkeypatch.setenv("CBIR_BUILT_IN_MODEL", "")
    bare = make_library(models=tmp_path / "none")
    with_words = bare.search([query, Term(text="blue")], SearchOptions(top=9))
    assert names(with_words) == names(bare.search([query], SearchOptions(top=9)))


def test_the_command_takes_a_region_and_words(library, tmp_path, monkeypatch, capsys):
    make_models(tmp_path / "models")
    monkeypatch.setenv("CBIR_MODELS", str(tmp_path / "models"))
    query = write(tmp_path / "query.png", with_logo((250, 250, 250), 300))
    framed = ["--region", ",".join(str(int(value)) for value in FRAME)]
    at = ["--library", str(library.folder), "--filepath-only", "--top", "3"]
    assert main(["search", str(query), *framed, "--add", "green", *at]) == 0
    assert [Path(line).name[0] for line in capsys.readouterr().out.splitlines()] == ["g"] * 3
