"""`cbir album`: made, listed, shown, corrected, renamed and removed on the command line."""

import json
from collections.abc import Callable

import pytest

from cbir.cli import main
from cbir.library import Library
from tests.cbir.stage_data import small_options
from tests.pictures import flat, write_jpeg

Run = Callable[..., tuple[int, str, str]]


def index(folder):
    with Library.open(folder / "library", create=True, options=small_options()) as library:
        library.index([folder / "photos"])


@pytest.fixture
def run(tmp_path, workers, capsys):
    """A function that runs `cbir album`; returns its exit code, what it printed, and what it said."""
    for name in ("red boat", "blue boat", "house"):
        write_jpeg(tmp_path / "photos" / f"{name}.jpg", flat(60, 40, grey=60 + 10 * len(name)))
    index(tmp_path)

    def album(*arguments):
        code = main(["album", *map(str, arguments), "--library", str(tmp_path / "library")])
        out, err = capsys.readouterr()
        return code, out, err

    return album


def test_an_album_is_made_listed_corrected_and_shown(run, tmp_path):
    photos = tmp_path / "photos"
    assert run("create", "Boats", "boat") == (0, "Boats\t2\t0\n", "")
    code, out, _ = run("correct", "boats", "--in", photos / "house.jpg", "--out", photos / "red boat.jpg")
    assert (code, out) == (0, "2 photos corrected\n")
    assert run("list") == (0, "Boats\t2\t1\n", "")
    blue, house = (str(photos / f"{name}.jpg") for name in ("blue boat", "house"))
    code, out, _ = run("show", "Boats")
    assert code == 0 and sorted(out.splitlines()) == [blue, f"{house}\tnew\tby hand"]
    shown = json.loads(run("show", "Boats", "--json", "--seen")[1])
    assert shown["name"] == "Boats" and shown["out"] == [str(photos / "red boat.jpg")]
    assert {(one["path"], one["new"], one["by_hand"]) for one in shown["photos"]} == {
        (blue, False, False),
        (house, True, True),
    }
    listed = json.loads(run("list", "--json")[1])["albums"]
    assert [(one["name"], one["photos"], one["new"]) for one in listed] == [("Boats", 2, 0)]
    run("correct", "Boats", "--undo", photos / "house.jpg")
    assert run("show", "Boats", "-f")[:2] == (0, f"{blue}\n")
    run("rename", "Boats", "Ships")
    assert run("remove", "ships")[0] == 0
    assert run("list") == (0, "", "")


def test_an_album_that_learned_asks_with_photos_wherever_they_move(run, tmp_path):
    photos = tmp_path / "photos"
    code, out, err = run(
        "create", "Like it", "--like", photos / "house.jpg", "--unlike", photos / "red boat.jpg"
    )
    assert code == 0 and out.startswith("Like it\t"), err
    with Library.open(tmp_path / "library", options=small_options()) as library:
        (album,) = library.albums.all()
    assert [(term.marked, term.sign, term.path) for term in album.terms] == [
        (True, 1, None),
        (True, -1, None),
    ]
    assert all(term.photo is not None for term in album.terms)


def test_what_makes_no_sense_gets_a_sentence(run, tmp_path):
    house = tmp_path / "photos" / "house.jpg"
    assert run("create", "Empty") == (0, "Empty\t0\t0\n", "")
    code, out, err = run("show", "Empty")
    assert (code, out) == (1, "") and "no photos in the album" in err
    for arguments, said in (
        (("create", "empty", "boat"), "There is an album"),
        (("create", "  ", "boat"), "needs a name"),
        (("create", "Lost", tmp_path / "lost.jpg"), "no such file"),
        (("show", "Nothing"), "no album"),
        (("correct", "Empty"), "Name photos"),
        (("correct", "Empty", "--in", house, "--out", house), "named twice"),
        (("correct", "Empty", "--in", tmp_path / "lost.jpg"), "not a photo of the library"),
    ):
        code, out, err = run(*arguments)
        assert (code, out) == (2, "") and said in err, (arguments, err)
    assert run("list") == (0, "Empty\t0\t0\n", "")


def test_an_album_whose_picture_is_gone_says_so_and_the_others_are_listed(run, tmp_path):
    query = write_jpeg(tmp_path / "photos" / "query.jpg", flat(60, 40, grey=9))
    index(tmp_path)
    assert run("create", "Gone", query)[0] == 0
    run("create", "Boats", "boat")
    query.unlink()
    index(tmp_path)
    code, out, err = run("list")
    assert (code, out) == (0, "Gone\t?\t?\nBoats\t2\t0\n") and "Gone: " in err
    run("correct", "Gone", "--in", tmp_path / "photos" / "house.jpg")
    code, out, err = run("show", "Gone", "-f")
    assert (code, out) == (0, f"{tmp_path / 'photos' / 'house.jpg'}\n") and "by hand" in err
