"""Photos opened with a program of the user's choice."""

import sys
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtWidgets import QFileDialog

from cbir_app.control import open_with
from cbir_app.control.open_with import command_of
from cbir_app.control.programs import entry_folders, mime_types, programs_for
from cbir_app.sessions import part_of_file
from tests.app.handling import found

ENTRY = "[Desktop Entry]\nType=Application\nName=Paint & more\nName[it]=Disegno\nExec={exec}\nMimeType={mime}\n{more}"


def entry(folder, name, command="true %F", mime="image/jpeg;image/png;", more=""):
    file = folder / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(ENTRY.format(exec=command, mime=mime, more=more), encoding="utf-8")


def names(folders, types, language="en_GB"):
    return [one.name for one in programs_for(types, folders, [language])]


def test_programs_that_open_all_the_kinds_are_found_by_name(tmp_path):
    entry(tmp_path, "b.desktop", command="true -b", mime="image/jpeg;")
    entry(tmp_path, "a.desktop", more="Name[en]=Albums\n")
    assert names([tmp_path], {"image/jpeg"}) == ["Albums", "Paint & more"]
    assert names([tmp_path], {"image/jpeg", "image/png"}) == ["Albums"]
    assert names([tmp_path], {"image/jpeg"}, "it_IT") == ["Disegno"] * 2
    assert names([tmp_path], set()) == []
    assert names([tmp_path / "none"], {"image/jpeg"}) == []


@pytest.mark.parametrize(
    "more", ["NoDisplay=true", "Hidden=true", "Terminal=true", "TryExec=no-such-program-at-all"]
)
def test_what_is_not_to_be_shown_or_not_there_is_left_out(tmp_path, more):
    entry(tmp_path, "a.desktop", more=more)
    assert names([tmp_path], {"image/jpeg"}) == []


def test_broken_entries_and_our_own_are_passed_over(tmp_path):
    entry(tmp_path, "cbir.desktop")
    entry(tmp_path, "quote.desktop", command='true "unfinished')
    (tmp_path / "bytes.desktop").write_bytes(b"\xff\xfe[Desktop")
    (tmp_path / "empty.desktop").write_text("")
    entry(tmp_path, "link.desktop", more="Type=Link")
    entry(tmp_path, "none.desktop", command="")
    assert names([tmp_path], {"image/jpeg"}) == []


def test_the_users_own_entry_hides_the_systems(tmp_path):
    own, system = tmp_path / "own", tmp_path / "system"
    entry(system, "kde/paint.desktop")
    entry(own, "kde-paint.desktop", more="Hidden=true")
    assert names([own, system], {"image/jpeg"}) == []
    assert names([system], {"image/jpeg"}) == ["Paint & more"]
    folders = entry_folders({"XDG_DATA_HOME": "/h", "XDG_DATA_DIRS": "/a:/b"}, Path("/home/x"))
    assert folders == [Path("/h/applications"), Path("/a/applications"), Path("/b/applications")]
    assert entry_folders({}, Path("/home/x"))[0] == Path("/home/x/.local/share/applications")


@pytest.mark.parametrize(
    ("command", "expected"),
    [
        ("true %F", [["true", "/p/a b.jpg", "/p/c.jpg"]]),
        ("true --x %U", [["true", "--x", "file:///p/a%20b.jpg", "file:///p/c.jpg"]]),
        ("true %f %i", [["true", "/p/a b.jpg"], ["true", "/p/c.jpg"]]),
        (
            'true "two words" %u',
            [["true", "two words", "file:///p/a%20b.jpg"], ["true", "two words", "file:///p/c.jpg"]],
        ),
        ("true -n %c 100%%", [["true", "-n", "Paint & more", "100%", "/p/a b.jpg"]] * 1),
    ],
)
def test_field_codes_stand_for_the_files(tmp_path, command, expected):
    entry(tmp_path, "a.desktop", command=command)
    (program,) = programs_for({"image/jpeg"}, [tmp_path], ["en"])
    files = [Path("/p/a b.jpg"), Path("/p/c.jpg")]
    assert program.commands(files)[: len(expected)] == expected


def test_kinds_are_told_by_names():
    files = [Path("a.JPG"), Path("b.heic"), Path("c.avif"), Path("no suffix")]
    assert mime_types(files) == {"image/jpeg", "image/heic", "image/avif"}


def test_a_chosen_program_gets_the_files_in_each_platforms_way():
    files = [Path("/p/a.jpg"), Path("/p/b.jpg")]
    assert command_of("/usr/bin/gimp", files, "linux") == ["/usr/bin/gimp", "/p/a.jpg", "/p/b.jpg"]
    assert command_of("/Applications/X.app", files, "darwin")[:3] == ["open", "-a", "/Applications/X.app"]


@pytest.fixture
def started(monkeypatch):
    commands = []

    class Process:
        @staticmethod
        def startDetached(program, arguments):
            commands.append([program, *arguments])
            return program != "broken", 1

    monkeypatch.setattr(open_with, "QProcess", Process)
    return commands


@pytest.mark.skipif(
    not sys.platform.startswith("linux"), reason="Windows and macOS have choosers of their own"
)
def test_the_menu_offers_the_programs_and_starts_one_with_the_selected_photos(
    qtbot,
    window,
    picture_file,
    started,
    tmp_path,
    monkeypatch,
):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("XDG_DATA_DIRS", str(tmp_path / "none"))
    entry(tmp_path / "data" / "applications", "a.desktop")
    window.search.search(part_of_file(picture_file))
    found(qtbot, window)
    window.results.view.selectAll()
    menu = window.controls.open_with.menu
    menu.aboutToShow.emit()
    assert [(action.text(), action.isEnabled()) for action in menu.actions()] == [
        ("Looking for programs…", False)
    ]
    qtbot.waitUntil(lambda: len(menu.actions()) == 3)
    first, _line, other = menu.actions()
    assert (first.text(), other.text()) == ("Paint && more", "Another program…")
    first.trigger()
    assert len(started) == 1
    assert started[0][0] == "true"
    assert len(started[0]) == 1 + 7
    qtbot.waitUntil(lambda: window.controls.open_with.finder is None)
    other.trigger()
    dialog = window.findChild(QFileDialog)
    assert dialog is not None and dialog.isVisible()
    dialog.fileSelected.emit("broken")
    dialog.close()
    assert window.notice.text.text() == "“broken” could not be started."


def test_photos_out_of_reach_are_not_handed_over(qtbot, window, picture_file):
    window.search.search(part_of_file(picture_file))
    found(qtbot, window)
    first = window.results.model.hits[0]
    window.results.model.show((replace(first, offline=True), *window.results.model.hits[1:2]))
    window.results.view.selectAll()
    assert window.controls.open_with.files == [window.results.model.hits[1].path]
