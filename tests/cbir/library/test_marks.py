"""Ratings and keywords set here: they win, they stay, and they go into sidecars on request, never into photos."""

import os
import sqlite3
import threading
from collections.abc import Callable

import pytest

from cbir.base.errors import CbirError
from cbir.base.layout import Layout
from cbir.base.types import Filters, Marks, Metadata, PhotoId, SearchOptions, Term
from cbir.catalog import Catalog, change_keywords
from cbir.cli import main
from cbir.library import Library
from cbir.library.maintenance import restore
from cbir.metadata import extract
from cbir.state.locking import writer_lock
from tests.cbir.library.test_metadata_search import embed, later, packet
from tests.docs.schemas import fitting
from tests.pictures import photo, write_jpeg

Make = Callable[..., Library]


def write_photos(folder):
    write_jpeg(folder / "coffee.jpg", photo("coffee"))
    write_jpeg(folder / "trips" / "rocket.jpg", photo("rocket"))
    write_jpeg(folder / "trips" / "cat.jpg", photo("chelsea"))
    embed(folder / "coffee.jpg", packet(2, "Cup", "Café", date="2019-07-14T12:00:00", camera="X-T3"))


def one(library, path):
    (found,) = library.find_photos([path])
    return found


def names(library, text, **filters):
    options = SearchOptions(filters=Filters(**filters))
    terms = [Term(text=text)] if text else []
    return {hit.path.name for hit in library.search(terms, options).hits}


def known(library, photo):
    (metadata,) = library.metadata([photo])
    assert metadata is not None
    return metadata.rating, metadata.keywords


def test_a_rating_set_here_wins_and_the_files_own_is_kept_beside(library, pictures):
    photo = one(library, pictures / "coffee.jpg")
    assert known(library, photo) == (2, ("Cup", "Café"))
    assert library.marks.set_rating([photo], 5).photos == 1
    assert known(library, photo) == (5, ("Cup", "Café"))
    assert library.marks.of([photo]) == [Marks(rating=5)]
    assert names(library, "rating:5") == {"coffee.jpg"}
    assert names(library, "cup", min_rating=4) == {"coffee.jpg"}
    assert [(count.value, count.photos) for count in library.facets().ratings] == [("5", 1), ("0", 2)]
    with Catalog.open(Layout(library.folder).catalog, writable=False) as catalog:
        own = catalog.metadata.of_file(photo)
        assert own is not None
        assert own.rating == 2
    library.marks.set_rating([photo], None)
    assert (known(library, photo)[0], library.marks.of([photo])) == (2, [Marks()])
    assert names(library, "rating:2") == {"coffee.jpg"}


def test_keywords_are_added_to_the_files_and_taken_from_them(library, pictures):
    photo = one(library, pictures / "coffee.jpg")
    library.marks.set_keywords([photo], add=["Frühstück", "Best of", "cup"], remove=["café"])
    assert known(library, photo)[1] == ("Cup", "Frühstück", "Best of")
    assert names(library, "keyword:fruhstuck") == names(library, '"best of"') == {"coffee.jpg"}
    assert names(library, "keyword:café") == set()
    library.marks.set_keywords([photo], add=["CAFÉ"], remove=["best OF"])
    assert known(library, photo)[1] == ("Cup", "Café", "Frühstück")
    library.marks.set_keywords([photo], remove=["Frühstück"])
    assert library.marks.of([photo]) == [Marks()]
    assert names(library, "frühstück") == set()


def test_a_keyword_that_is_typed_twice_is_added_once():
    """Capitals make no difference."""
    assert change_keywords(Metadata(), Marks(), ["Boat", "boat", "sea"], []).added == ("Boat", "sea")


def test_keywords_that_a_file_gets_later_are_found_beside_those_set_here(library, pictures):
    photo = one(library, pictures / "coffee.jpg")
    library.marks.set_keywords([photo], add=["mine"], remove=["Cup"])
    library.marks.set_rating([photo], 0)
    embed(pictures / "coffee.jpg", packet(1, "Cup", "Lisboa", date="2019-07-14T12:00:00", camera="X-T3"))
    later(pictures / "coffee.jpg")
    assert library.index([pictures]).updated == 1
    assert known(library, photo) == (0, ("Lisboa", "mine"))
    assert names(library, "lisboa mine") == {"coffee.jpg"}
    assert names(library, "cup") == set()


def change_nothing(library, pictures, tmp_path):
    library.rebuild()
    return pictures / "trips" / "rocket.jpg"


def rename(library, pictures, tmp_path):
    new = pictures / "rocket at night.jpg"
    (pictures / "trips" / "rocket.jpg").rename(new)
    assert library.index([pictures]).moved == 1
    return new


def edit_pixels(library, pictures, tmp_path):
    path = write_jpeg(pictures / "trips" / "rocket.jpg", photo("rocket")[:300])
    later(path)
    assert library.index([pictures]).indexed == 1
    return path


def go_and_come_back(library, pictures, tmp_path):
    (pictures / "trips" / "rocket.jpg").rename(tmp_path / "aside.jpg")
    assert library.index([pictures]).removed == 1
    new = pictures / "back again.jpg"
    (tmp_path / "aside.jpg").rename(new)
    assert library.index([pictures]).indexed == 1
    return new


def fail_for_a_while(library, pictures, tmp_path):
    path = pictures / "trips" / "rocket.jpg"
    path.write_bytes(b"half of a file that is being saved")
    assert len(library.index([pictures]).skipped) == 1
    write_jpeg(path, photo("rocket")[:300])
    assert library.index([pictures]).indexed == 1
    return path


@pytest.mark.parametrize("what", [change_nothing, rename, edit_pixels, go_and_come_back, fail_for_a_while])
def test_what_was_set_survives(library, pictures, tmp_path, what):
    first = one(library, pictures / "trips" / "rocket.jpg")
    library.marks.set_rating([first], 4)
    library.marks.set_keywords([first], add=["Apollo"])
    photo = one(library, what(library, pictures, tmp_path))
    assert known(library, photo) == (4, ("Apollo",))
    assert len(names(library, "keyword:apollo", min_rating=4)) == 1
    assert library.check(deep=True) == []


def test_another_file_under_the_name_of_a_removed_one_gets_nothing(library, pictures):
    path = pictures / "trips" / "rocket.jpg"
    library.marks.set_rating([one(library, path)], 4)
    path.unlink()
    library.index([pictures])
    write_jpeg(path, photo("astronaut"))
    library.index([pictures])
    assert known(library, one(library, path)) == (None, ())


def test_what_was_set_is_in_a_backup(library, pictures, tmp_path):
    library.marks.set_rating([one(library, pictures / "trips" / "cat.jpg")], 3)
    library.back_up(tmp_path / "backup.zip")
    restore(tmp_path / "backup.zip", tmp_path / "restored")
    with Library.open(tmp_path / "restored") as restored:
        assert names(restored, "rating:3") == {"cat.jpg"}
        assert restored.check(deep=True) == []


def test_photos_can_be_rated_while_somebody_else_writes_to_the_library(library, pictures):
    photo = one(library, pictures / "coffee.jpg")
    holding, done = threading.Event(), threading.Event()

    def hold():
        with writer_lock(Layout(library.folder)):
            holding.set()
            done.wait(30)

    holder = threading.Thread(target=hold)
    holder.start()
    assert holding.wait(30)
    try:
        library.marks.set_rating([photo], 1)
    finally:
        done.set()
        holder.join()
    assert known(library, photo)[0] == 1


def test_what_makes_no_sense_sets_nothing(library, pictures):
    photo = one(library, pictures / "coffee.jpg")
    for rating in (-2, 6):
        with pytest.raises(CbirError, match="not a rating"):
            library.marks.set_rating([photo], rating)
    with pytest.raises(CbirError, match="not a keyword"):
        library.marks.set_keywords([photo], add=["fine", " \0 "])
    with pytest.raises(CbirError, match="no longer"):
        library.marks.set_rating([photo, PhotoId(999)], 3)
    with pytest.raises(CbirError, match="not a photo of the library"):
        library.find_photos([pictures / "coffee.jpg", pictures / "nowhere.jpg"])
    assert library.marks.of([photo]) == [Marks()]


def test_the_deep_check_notices_a_rating_that_filters_do_not_know(library, pictures):
    library.marks.set_rating([one(library, pictures / "coffee.jpg")], 5)
    with sqlite3.connect(Layout(library.folder).catalog) as connection:
        connection.execute("UPDATE facet SET rating = 1 WHERE rating = 5")
    connection.close()
    assert any("wrong rating" in problem.what for problem in library.check(deep=True))


def test_sidecars_are_written_on_request_and_the_photos_never(library, pictures):
    path = pictures / "coffee.jpg"
    before = path.read_bytes(), path.stat().st_mtime_ns
    photo = one(library, path)
    library.marks.set_keywords([photo], add=["mine"])
    library.marks.set_rating([photo], 3)
    assert not path.with_name("coffee.jpg.xmp").exists()
    assert library.marks.set_rating([photo], 4, sidecar=True).sidecars == 1
    library.marks.set_keywords([photo], remove=["Cup"], sidecar=True)
    found = extract(b"", path.with_name("coffee.jpg.xmp").read_bytes())
    assert (found.rating, found.keywords) == (4, ("Café", "mine"))
    assert (path.read_bytes(), path.stat().st_mtime_ns) == before
    report = library.index([pictures])
    assert (report.indexed, report.updated) == (0, 1)
    assert known(library, photo) == (4, ("Café", "mine"))
    library.marks.set_rating([photo], None, sidecar=True)
    assert extract(b"", path.with_name("coffee.jpg.xmp").read_bytes()).rating is None


def test_a_sidecar_that_cannot_be_written_is_told_and_the_library_has_the_rating(library, pictures):
    sidecar = pictures / "coffee.jpg.xmp"
    sidecar.write_bytes(b"not XML at all")
    found = library.find_photos([pictures / "coffee.jpg", pictures / "trips" / "cat.jpg"])
    (pictures / "trips" / "cat.jpg").unlink()
    report = library.marks.set_rating(found, 3, sidecar=True)
    assert (report.photos, report.sidecars) == (2, 0)
    assert {problem.path.name for problem in report.problems} == {"coffee.jpg", "cat.jpg"}
    assert all(problem.reason.endswith(".") for problem in report.problems)
    assert sidecar.read_bytes() == b"not XML at all"
    assert names(library, "rating:3") == {"coffee.jpg", "cat.jpg"}


@pytest.mark.skipif(os.name == "nt", reason="links need a right that tests lack there")
def test_a_photo_may_be_named_through_a_link(library, pictures, tmp_path):
    (tmp_path / "link").symlink_to(pictures / "trips", target_is_directory=True)
    assert one(library, tmp_path / "link" / "cat.jpg") == one(library, pictures / "trips" / "cat.jpg")


def test_the_commands_rate_and_name(library, pictures, capsys):
    at = ["--library", str(library.folder)]
    coffee, cat = str(pictures / "coffee.jpg"), str(pictures / "trips" / "cat.jpg")
    assert main(["rate", coffee, cat, "5", *at]) == 0
    assert capsys.readouterr().out == "2 photos rated\n"
    assert main(["rate", cat, "reject", "--sidecar", *at]) == 0
    assert capsys.readouterr().out == "1 photo rated, 1 sidecar written\n"
    assert names(library, "rating:5") == {"coffee.jpg"}
    assert names(library, "rating:-1") == {"cat.jpg"}
    assert main(["rate", cat, "none", *at]) == 0
    assert main(["keyword", cat, "--add", "tomcat", "--add", "Home", *at]) == 0
    capsys.readouterr()
    assert main(["keyword", coffee, cat, *at]) == 0
    assert capsys.readouterr().out == f"{coffee}\tCup\tCafé\n{cat}\ttomcat\tHome\n"
    assert main(["keyword", cat, "--remove", "HOME", *at]) == 0
    assert main(["rate", cat, "many", *at]) == 2
    assert "many is not a rating" in capsys.readouterr().err
    (pictures / "coffee.jpg.xmp").write_bytes(b"?")
    assert main(["rate", coffee, "1", "--sidecar", *at]) == 1
    assert "left as it is" in capsys.readouterr().err


def test_the_command_places_photos_at_a_town_and_takes_it_back(library, pictures, capsys):
    at = ["--library", str(library.folder)]
    cat, rocket = str(pictures / "trips" / "cat.jpg"), str(pictures / "trips" / "rocket.jpg")
    before = library.positions()[:, 0].tolist()
    assert main(["place", cat, cat, "--at", "Lisbon", *at]) == 0
    out, err = capsys.readouterr()
    assert out == "1 photo placed\n"
    assert names(library, "near:Lisbon~1km") == {"cat.jpg"}
    step = err.strip().rpartition(" ")[2]
    assert main(["place", cat, rocket, "--at", "-33.9,18.4", "--json", *at]) == 0
    placed = fitting("place", capsys.readouterr().out)
    assert (placed["photos"], placed["kept"]) == (1, 1) and names(library, "near:-33.9,18.4~1km") == {
        "rocket.jpg"
    }
    assert main(["place", "--take-back", step, *at]) == 0
    assert capsys.readouterr().out == "1 photo without a position again\n"
    assert main(["place", "--take-back", str(placed["step"]), "--json", *at]) == 0
    assert fitting("place", capsys.readouterr().out) == {"photos": 1}
    assert library.positions()[:, 0].tolist() == before


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        (["--at", "Lisbon"], "Give photos and a place"),
        (["{cat}"], "Give photos and a place"),
        (["{cat}", "--take-back", "1"], "give its number alone"),
        (["{cat}", "--at", "91,0"], "nowhere on earth"),
        (["{cat}", "--at", "Lisbonnn"], "Did you mean Lisbon"),
    ],
)
def test_a_position_that_makes_no_sense_is_refused_with_what_to_write(
    library, pictures, capsys, arguments, error
):
    cat = str(pictures / "trips" / "cat.jpg")
    typed = [argument.format(cat=cat) for argument in arguments]
    assert main(["place", *typed, "--library", str(library.folder)]) == 2
    assert error in capsys.readouterr().err


def test_a_sidecar_of_the_name_without_suffix_is_shared_only_with_another_picture(library, pictures):
    photo = one(library, pictures / "coffee.jpg")
    library.marks.set_rating([photo], 2, sidecar=True)
    common = (pictures / "coffee.jpg.xmp").rename(pictures / "coffee.xmp")
    (pictures / "coffee.txt").write_text("notes")
    assert library.marks.set_rating([photo], 4, sidecar=True).sidecars == 1
    assert not (pictures / "coffee.jpg.xmp").exists(), "the others of this name are no pictures"
    assert extract(b"", common.read_bytes()).rating == 4
    (pictures / "coffee.CR2").write_bytes(b"raw")
    library.marks.set_rating([photo], 5, sidecar=True)
    assert extract(b"", (pictures / "coffee.jpg.xmp").read_bytes()).rating == 5
    assert extract(b"", common.read_bytes()).rating == 4, "it is the raw file's, too"


def test_unflagging_leaves_other_photos_and_their_sidecars(library, pictures):
    coffee, cat = (one(library, pictures / name) for name in ("coffee.jpg", "trips/cat.jpg"))
    library.marks.set_rating([cat], 4)
    library.marks.set_rating([coffee], -1)
    report = library.marks.unflag([coffee, cat], sidecar=True)
    assert report.after == (Marks(), Marks(rating=4))
    assert (known(library, coffee)[0], known(library, cat)[0]) == (2, 4), "the file's own stars count again"
    assert not list(pictures.rglob("cat.jpg.xmp")), "what did not change is not written"


def test_a_rejected_photo_has_its_stars_again_once_it_is_unflagged_or_picked(library, pictures):
    photo = one(library, pictures / "coffee.jpg")
    library.marks.set_rating([photo], 4)
    for take_back in (library.marks.unflag, lambda photos: library.marks.set_pick(photos, True)):
        library.marks.set_rating([photo], -1)
        library.marks.set_rating([photo], -1)
        assert known(library, photo)[0] == -1
        assert names(library, "rating:-1") == {"coffee.jpg"}
        take_back([photo])
        assert known(library, photo)[0] == 4
    library.marks.set_rating([photo], -1)
    library.marks.set_rating([photo], 2)
    library.marks.unflag([photo])
    assert library.marks.of([photo]) == [Marks(rating=2)], "stars that are given later count"


def test_the_stars_of_a_rejected_photo_wait_for_it_to_come_back(library, pictures):
    path = pictures / "trips" / "cat.jpg"
    photo = one(library, path)
    library.marks.set_rating([photo], 4)
    library.marks.set_rating([photo], -1)
    away = path.rename(pictures.parent / "cat.jpg")
    library.index([pictures])
    away.rename(path)
    library.index([pictures])
    photo = one(library, path)
    library.marks.unflag([photo])
    assert known(library, photo)[0] == 4


def test_a_photo_without_a_position_is_given_one_and_it_is_taken_back(library, pictures):
    path = pictures / "trips" / "cat.jpg"
    photo = one(library, path)
    before = library.positions()[:, 0].tolist()
    placed = library.marks.place([photo], 38.7223, 0.0)
    assert placed.photos == (photo,)
    assert [38.7223, 0.0] in library.positions()[:, 1:].tolist()
    assert library.marks.place([photo], 10, 10).photos == (), "a photo with a position keeps it"
    moved = path.rename(pictures / "moved.jpg")
    library.index([pictures])
    (metadata,) = library.metadata([one(library, moved)])
    assert (metadata.latitude, metadata.longitude) == (38.7223, 0.0)
    assert library.marks.take_back(placed.step) == 1
    assert library.positions()[:, 0].tolist() == before
    with pytest.raises(CbirError, match="nowhere on earth"):
        library.marks.place([photo], 91, 0)


def test_a_photo_whose_file_says_rejected_has_no_stars_once_it_is_unflagged(library, pictures):
    path = pictures / "trips" / "rocket.jpg"
    embed(path, packet(-1, "Start", "Rakete", date="2019-07-14T12:00:00", camera="X-T3"))
    later(path)
    library.index([pictures])
    photo = one(library, path)
    assert known(library, photo)[0] == -1
    assert main(["flag", str(path), "none", "--library", str(library.folder)]) == 0
    assert known(library, photo)[0] == 0


def flags_of(library, *photos):
    return [metadata.flag for metadata in library.metadata(photos)]


def test_a_pick_and_a_rejection_exclude_each_other_and_both_are_found(library, pictures):
    coffee, cat = (one(library, pictures / name) for name in ("coffee.jpg", "trips/cat.jpg"))
    library.marks.set_rating([cat], -1)
    library.marks.set_pick([coffee, cat], True)
    assert flags_of(library, coffee, cat) == ["pick", "pick"]
    assert known(library, cat)[0] is None
    library.marks.set_rating([cat], -1)
    assert flags_of(library, coffee, cat) == ["pick", "reject"]
    assert names(library, "flag:pick") == names(library, "", flag="pick") == {"coffee.jpg"}
    assert names(library, "flag:reject") == {"cat.jpg"}
    assert names(library, "flag:none") == {"rocket.jpg"}
    facets = library.facets()
    assert [(count.value, count.photos) for count in facets.flags] == [("pick", 1), ("reject", 1)]
    library.marks.unflag([coffee, cat])
    assert library.marks.of([coffee, cat]) == [Marks(), Marks()]
    with pytest.raises(CbirError, match="flag:blue is not known"):
        names(library, "flag:blue")


def test_labels_set_here_win_over_the_files_and_are_found(library, pictures):
    path = pictures / "coffee.jpg"
    embed(
        path,
        packet(2, "Cup", "Cafe", date="2019-07-14T12:00:00", camera="X-T3").replace(
            b'xmp:Rating="2"', b'xmp:Rating="2" xmp:Label="Green"'
        ),
    )
    later(path)
    library.index([pictures])
    coffee, cat = (one(library, pictures / name) for name in ("coffee.jpg", "trips/cat.jpg"))
    assert names(library, "label:green") == {"coffee.jpg"}
    library.marks.set_label([coffee], "")
    library.marks.set_label([cat], "Red")
    assert names(library, "label:green") == set()
    assert names(library, "label:red") == names(library, "", label="red") == {"cat.jpg"}
    assert [(count.value, count.photos) for count in library.facets().labels] == [("Red", 1)]
    library.marks.set_label([coffee], None)
    assert [metadata.label for metadata in library.metadata([coffee, cat])] == ["Green", "Red"]
    with pytest.raises(CbirError, match="no letter or digit"):
        library.marks.set_label([cat], "--")


def test_flags_and_labels_go_into_sidecars_and_come_back_from_them(library, pictures):
    coffee = one(library, pictures / "coffee.jpg")
    sidecar = pictures / "coffee.jpg.xmp"
    library.marks.set_pick([coffee], True, sidecar=True)
    library.marks.set_label([coffee], "Blue", sidecar=True)
    read = extract(b"", sidecar.read_bytes())
    assert (read.pick, read.label, read.rating) == (True, "Blue", None)
    library.marks.set_rating([coffee], -1, sidecar=True)
    read = extract(b"", sidecar.read_bytes())
    assert (read.pick, read.rating) == (None, -1), "a reject is no pick in other programs either"
    library.marks.set_pick([coffee], True, sidecar=True)
    library.marks.set_pick([coffee], None)
    library.marks.set_label([coffee], None)
    library.marks.set_rating([coffee], None)
    later(sidecar)
    library.index([pictures])
    assert library.marks.of([coffee]) == [Marks()]
    assert flags_of(library, coffee) == ["pick"], "now the sidecar says so"
    library.marks.unflag([coffee], sidecar=True)
    assert extract(b"", sidecar.read_bytes()).pick is False, (
        "so that the file's own pick does not count again"
    )


def test_a_pick_and_a_label_survive_a_move_a_removal_and_a_backup(library, pictures, tmp_path):
    cat = one(library, pictures / "trips" / "cat.jpg")
    library.marks.set_pick([cat], True)
    library.marks.set_label([cat], "Purple")
    marks = Marks(pick=True, label="Purple")
    moved = (pictures / "trips" / "cat.jpg").rename(pictures / "kitten.jpg")
    library.index([pictures])
    assert library.marks.of([one(library, moved)]) == [marks]
    away = moved.rename(tmp_path / "kitten.jpg")
    library.index([pictures])
    away.rename(pictures / "again.jpg")
    library.index([pictures])
    assert library.marks.of([one(library, pictures / "again.jpg")]) == [marks]
    library.back_up(tmp_path / "backup.zip")
    restore(tmp_path / "backup.zip", tmp_path / "restored")
    with Library.open(tmp_path / "restored") as restored:
        assert restored.marks.of(restored.find_photos([pictures / "again.jpg"])) == [marks]
