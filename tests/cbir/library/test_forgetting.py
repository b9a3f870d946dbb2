"""A folder that was forgotten stays out of the library until the user names it again."""

import threading
from collections.abc import Callable

import pytest

from cbir.cli import main
from cbir.indexing import WatchOptions
from cbir.library import Library
from tests.cbir.stage_data import write_pictures
from tests.pictures import POSTERS

Make = Callable[..., Library]


def write_photos(folder):
    for part, number in (("", 0), ("sub", 1), ("sub/inner", 2)):
        write_pictures(folder / part, POSTERS[number : number + 1])


def excluded(library):
    return [folder for root in library.info().roots for folder in root.excluded]


def photos(library):
    return library.info().photos


def test_a_forgotten_folder_is_not_brought_back_by_a_run_around_it(library, pictures):
    assert library.forget(pictures / "sub") == 2
    assert library.rebuild().indexed == 1
    assert library.index([pictures]).indexed == 0
    assert (photos(library), excluded(library)) == (1, [pictures / "sub"])
    assert library.check(deep=True) == []


def test_a_folder_whose_name_begins_alike_is_not_forgotten_with_it(library, pictures):
    write_pictures(pictures / "sub 2", POSTERS[3:4])
    library.index([pictures])
    assert library.forget(pictures / "sub") == 2
    assert photos(library) == 2


def test_of_nested_roots_the_inner_one_leaves_a_forgotten_folder_out(library, pictures):
    library.index([pictures.parent])
    library.forget(pictures / "sub")
    left_out = {root.path: root.excluded for root in library.info().roots}
    assert left_out == {pictures: (pictures / "sub",), pictures.parent: ()}


def test_naming_a_forgotten_folder_takes_it_in_again(library, pictures):
    library.forget(pictures / "sub")
    assert library.index([pictures / "sub"]).indexed == 2
    assert (photos(library), excluded(library), len(library.info().roots)) == (3, [], 1)
    assert library.rebuild().indexed == 3


def test_a_folder_in_a_forgotten_one_can_be_named_alone(library, pictures):
    library.forget(pictures / "sub")
    assert library.index([pictures / "sub" / "inner"]).indexed == 1
    assert library.rebuild().indexed == 2
    assert (photos(library), excluded(library)) == (2, [pictures / "sub"])
    assert library.index([pictures / "sub"]).indexed == 1


def test_a_forgotten_folder_that_the_user_had_named_stays_out_of_the_one_around_it(make_library, pictures):
    library = make_library()
    library.index([pictures / "sub"])
    library.index([pictures])
    assert [root.path for root in library.info().roots] == [pictures, pictures / "sub"]
    library.forget(pictures / "sub")
    library.rebuild()
    assert (photos(library), excluded(library)) == (1, [pictures / "sub"])


def test_a_forgotten_folder_is_not_reached_through_a_link(library, pictures):
    library.forget(pictures / "sub")
    try:
        (pictures / "the same").symlink_to(pictures / "sub", target_is_directory=True)
    except OSError:
        pytest.skip("this system makes no links")
    assert library.index([pictures]).indexed == 0


def test_a_change_in_a_forgotten_folder_does_not_take_it_in(library, pictures):
    library.forget(pictures / "sub")
    reports = []
    done = threading.Event()

    def on_report(report):
        reports.append(report)
        done.set()

    watch = library.watch(on_report=on_report, options=WatchOptions(quiet_s=0.1, longest_s=0.2))
    thread = threading.Thread(target=watch.run)
    thread.start()
    try:
        while not watch.watched:
            done.wait(0.01)
        write_pictures(pictures / "sub", POSTERS[3:4])
        done.wait(1.0)
        write_pictures(pictures, POSTERS[4:5])
        assert done.wait(30)
    finally:
        watch.stop()
        thread.join()
    assert [report.indexed for report in reports] == [1]
    assert excluded(library) == [pictures / "sub"]


def test_library_info_lists_what_was_forgotten(library, pictures, capsys):
    at = ["--library", str(library.folder)]
    assert main(["library", "forget", str(pictures / "sub"), *at]) == 0
    assert main(["library", "info", *at]) == 0
    assert f"forgotten\t{pictures / 'sub'}\n" in capsys.readouterr().out
    assert main(["index", str(pictures / "sub"), *at]) == 0
    assert main(["library", "info", *at]) == 0
    assert "forgotten" not in capsys.readouterr().out
