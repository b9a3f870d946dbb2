"""A real drag from another program and a real paste, by pointer and keyboard, on a display of their own."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.app.virtual_desktop import Desktop, Program, missing

pytestmark = [
    pytest.mark.skipif(not sys.platform.startswith("linux"), reason="Xvfb is for X11 systems"),
    pytest.mark.skipif(bool(missing()), reason=f"not installed: {', '.join(missing())}"),
]


@pytest.fixture
def desktop() -> Iterator[Desktop]:
    with Desktop() as made:
        yield made


@pytest.fixture
def picture(tmp_path: Path) -> Path:
    from skimage import data

    path = tmp_path / "chelsea.png"
    path.write_bytes((Path(data.__file__).parent / "chelsea.png").read_bytes())
    return path


@pytest.fixture
def window(desktop: Desktop, tmp_path: Path) -> Program:
    """The window, open and ready, at the left of the screen."""
    library = tmp_path / "library"
    library.mkdir()
    (library / "script.json").write_text(json.dumps({"photos": 12, "verified": 3}))
    program = desktop.python("tests.app.run_window", str(library))
    program.wait_for("ready")
    desktop.move_window(desktop.wait_for_window("^cbir$"), 10, 30)
    return program


def drag_in(desktop: Desktop, kind: str, picture: Path) -> None:
    desktop.python("tests.app.drag_source", kind, str(picture), "1100", "300")
    source = desktop.wait_for_window("drag source")
    desktop.move_window(source, 1150, 300)
    desktop.drag(desktop.centre(source), desktop.centre(desktop.wait_for_window("^cbir$")))


def test_a_file_is_dragged_in_from_another_program(desktop: Desktop, window: Program, picture: Path) -> None:
    drag_in(desktop, "file", picture)
    assert window.wait_for("query") == f"query {picture} None"
    assert window.wait_for("result") == "result 3"


def test_a_picture_is_dragged_in_from_a_browser(desktop: Desktop, window: Program, picture: Path) -> None:
    drag_in(desktop, "browser", picture)
    assert window.wait_for("query") == f"query None {picture.stat().st_size}"
    assert window.wait_for("result") == "result 3"


def test_a_picture_is_pasted_from_another_program(desktop: Desktop, window: Program, picture: Path) -> None:
    with desktop.clipboard(picture, "image/png"):
        desktop.xdotool("windowactivate", "--sync", desktop.wait_for_window("^cbir$"))
        desktop.xdotool("key", "ctrl+v")
        assert window.wait_for("query") == f"query None {picture.stat().st_size}"
        assert window.wait_for("result") == "result 3"
