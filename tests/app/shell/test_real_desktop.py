"""A real drag from another program and a real paste, by pointer and keyboard, on a display of their own."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from PIL import Image as PillowImage

from tests.app.virtual_desktop import ROOT, Desktop, Hand, missing

pytestmark = [
    pytest.mark.skipif(not sys.platform.startswith("linux"), reason="Xvfb is for X11 systems"),
    pytest.mark.skipif(bool(missing()), reason=f"not installed: {', '.join(missing())}"),
]


@pytest.fixture
def desktop():
    with Desktop() as made:
        yield made


@pytest.fixture
def picture(tmp_path):
    from skimage import data

    for name in ("coffee.png", "chelsea.png"):
        path = tmp_path / name
        path.write_bytes((Path(data.__file__).parent / name).read_bytes())
    return path


@pytest.fixture
def window(desktop, tmp_path):
    """The window, open and ready, at the left of the screen."""
    library = tmp_path / "library"
    library.mkdir()
    (library / "script.json").write_text(json.dumps({"photos": 12, "verified": 3}))
    program = desktop.python("tests.app.run_window", str(library))
    program.wait_for("ready")
    desktop.move_window(desktop.wait_for_window("^cbir$"), 10, 30)
    return program


@pytest.fixture
def real_window(desktop, tmp_path, picture):
    """The window on the real engine, whose library holds the picture, a small copy of it and another one."""
    photos = tmp_path / "photos"
    photos.mkdir()
    (photos / "same.png").write_bytes(picture.read_bytes())
    with PillowImage.open(picture) as image:
        image.resize((320, 213)).save(photos / "small.jpg", quality=80)
    (photos / "other.png").write_bytes((picture.parent / "coffee.png").read_bytes())
    library = tmp_path / "library"
    command = [sys.executable, "-m", "cbir", "index", str(photos), "--library", str(library)]
    subprocess.run(command, check=True, capture_output=True, env=desktop.environment, cwd=ROOT)
    program = desktop.python("tests.app.run_window", str(library), "real", "parts")
    program.wait_for("ready", 60)
    desktop.move_window(desktop.wait_for_window("^cbir$"), 10, 30)
    return program


def drag_in(desktop, kind, picture):
    desktop.python("tests.app.drag_source", kind, str(picture), "1100", "300")
    source = desktop.wait_for_window("drag source")
    desktop.move_window(source, 1150, 300)
    desktop.drag(desktop.centre(source), desktop.centre(desktop.wait_for_window("^cbir$")))


def test_a_file_is_dragged_in_from_another_program(desktop, window, picture):
    drag_in(desktop, "file", picture)
    assert window.wait_for("query") == f"query {picture} None"
    assert window.wait_for("result") == "result 3"


@pytest.mark.long
def test_a_picture_is_dragged_in_from_a_browser(desktop, window, picture):
    drag_in(desktop, "browser", picture)
    assert window.wait_for("query") == f"query None {picture.stat().st_size}"
    assert window.wait_for("result") == "result 3"


@pytest.mark.long
def test_a_picture_is_pasted_from_another_program(desktop, window, picture):
    with desktop.clipboard(picture, "image/png"):
        desktop.xdotool("windowactivate", "--sync", desktop.wait_for_window("^cbir$"))
        desktop.xdotool("key", "ctrl+v")
        assert window.wait_for("query") == f"query None {picture.stat().st_size}"
        assert window.wait_for("result") == "result 3"


@pytest.mark.long
def test_a_file_dragged_in_is_found_by_the_real_engine(desktop, real_window, picture):
    drag_in(desktop, "file", picture)
    assert real_window.wait_for("query") == f"query {picture} None"
    assert real_window.wait_for("result", 60) == "result 2"


@pytest.mark.long
def test_a_hit_is_dragged_out_as_a_file_and_into_the_query_as_a_photo(desktop, window, picture, tmp_path):
    drag_in(desktop, "file", picture)
    window.wait_for("query")
    window.wait_for("result")
    hit, bar = (place(window.wait_for(name)) for name in ("hit", "bar"))
    target = desktop.python("tests.app.drop_target", "1150", "500")
    target.wait_for("ready")
    there = desktop.wait_for_window("drop target")
    desktop.move_window(there, 1150, 500)
    desktop.drag(hit, desktop.centre(there))
    file = tmp_path / "library" / "Holidays" / "IMG_0001.jpg"
    assert target.wait_for("dropped") == f"dropped CopyAction {file}"
    desktop.drag(hit, bar)
    window.wait_for("query")  # the picture that was dragged in, and then:
    assert window.wait_for("query") == "query None None"
    assert window.wait_for("result") == "result 3"


def test_a_part_of_the_screen_is_framed_and_searched_for(desktop, window):
    shown = desktop.wait_for_window("^cbir$")
    desktop.xdotool("windowactivate", "--sync", shown)
    before = desktop.xdotool("getwindowgeometry", shown)
    desktop.xdotool("key", "ctrl+shift+s")
    desktop.wait_for_window("^Frame a part of the screen$")
    words = "mousemove 200 150 mousedown 1 sleep 0.1 mousemove 300 200 sleep 0.1 mousemove 500 350 sleep 0.1 mouseup 1"
    desktop.xdotool(*words.split())
    asked = window.wait_for("query None")
    assert int(asked.split()[-1]) > 100  # bytes of a picture
    assert window.wait_for("result") == "result 3"
    assert desktop.xdotool("getwindowgeometry", desktop.wait_for_window("cbir$")) == before


def place(line):
    _, x, y = line.split()
    return int(x), int(y)


@pytest.mark.long
def test_a_picture_pasted_is_found_by_the_real_engine(desktop, real_window, picture):
    with desktop.clipboard(picture, "image/png"):
        desktop.xdotool("windowactivate", "--sync", desktop.wait_for_window("^cbir$"))
        desktop.xdotool("key", "ctrl+v")
        assert real_window.wait_for("query") == f"query None {picture.stat().st_size}"
        assert real_window.wait_for("result", 60) == "result 2"


@pytest.mark.long
def test_wipe_star_trash_undo_and_export_take_a_mouse_alone(desktop, real_window, tmp_path):
    hand = Hand(desktop, real_window)
    photo, pictures = tmp_path / "photos" / "small.jpg", Path(os.environ["HOME"], "Pictures")
    content = photo.read_bytes()
    pictures.mkdir()

    hand.point_at("photo same.png")
    hand.press("button Search with this photo")
    hand.see("headline 1 match")  # the photo itself is none
    hand.press("photo small.jpg", times=2)
    hand.press("button Lay your picture over the photo")
    hand.press("list Way to lay your picture over the photo")
    hand.press("row Wipe")
    hand.drag("edge at 50", to="place of 80")
    hand.see("edge at 80")

    hand.press("star 4")
    hand.see("4 of 5 stars")
    hand.press("button Close this notice")  # that it was rated, and how to undo that
    hand.press("menu Photo")
    hand.press("item Move to the trash…")
    hand.press("button Move to the trash")
    hand.see("button Undo")
    assert not photo.exists()
    hand.press("button Undo")
    hand.press("button Back to the results")
    hand.press("photo small.jpg", times=2)
    assert photo.read_bytes() == content
    hand.see("4 of 5 stars")  # it came back with them
    hand.press("button Back to the results")

    hand.press("photo small.jpg")
    hand.press("menu Photo")
    hand.press("item Export…")
    hand.press("button Export")
    hand.press("button Choose")
    hand.see("button Show the folder")
    assert (pictures / "small.jpg").read_bytes() == content


@pytest.mark.long
def test_the_program_starts_with_a_query_and_leaves_on_ctrl_c(desktop, picture, tmp_path):
    library = tmp_path / "library"
    command = [sys.executable, "-m", "cbir_app", "--library", str(library), str(picture)]
    process = subprocess.Popen(
        command, env=desktop.environment, cwd=ROOT, stderr=subprocess.PIPE, text=True, start_new_session=True
    )
    desktop.wait_for_window("^chelsea.png – cbir")
    os.killpg(process.pid, signal.SIGINT)  # as a terminal does: to all processes at once
    _, said = process.communicate(timeout=60)
    assert process.returncode == 0
    assert said == ""


@pytest.mark.long
def test_a_second_start_hands_its_picture_to_the_window_that_is_open(desktop, picture, tmp_path):
    command = [sys.executable, "-m", "cbir_app", "--library", str(tmp_path / "library")]
    first = subprocess.Popen(command, env=desktop.environment, cwd=ROOT, start_new_session=True)
    try:
        desktop.wait_for_window("^cbir$")
        second = subprocess.run(
            [*command, str(picture)], env=desktop.environment, cwd=ROOT, timeout=60, check=False
        )
        assert second.returncode == 0
        desktop.wait_for_window("^chelsea.png – cbir")
        assert first.poll() is None
    finally:
        os.killpg(first.pid, signal.SIGINT)
        assert first.wait(timeout=60) == 0
