"""Copies that lost something: they are never kept for the file that has it, however old they are."""

import os
import struct

import pytest
from PIL import Image as PilImage

from cbir.base.types import DuplicateSearch
from cbir.cli import main
from tests.cbir.library.test_trash import Trash
from tests.pictures import photo, write_jpeg

OLD_S, NEW_S = 1_600_000_000, 1_700_000_000
VIDEO = struct.pack(">I", 24) + b"ftypmp42\0\0\0\0mp42isom" + bytes(range(256)) * 40
LOST = {
    "pages": ("whole.tif", "page.png", "pages"),
    "frames": ("moving.webp", "frame.png", "frames"),
    "video": ("motion.jpg", "still.jpg", "video"),
    "transparency": ("clear.png", "opaque.png", "transparency"),
}


@pytest.fixture(name="folder")
def _folder(tmp_path):
    folder = tmp_path / "pictures"
    folder.mkdir()
    scenes = [PilImage.fromarray(photo(name)).resize((360, 240)) for name in ("coffee", "rocket", "chelsea")]
    scenes[0].save(folder / "whole.tif", save_all=True, append_images=scenes[1:])
    scenes[0].save(folder / "page.png")
    scenes[1].save(
        folder / "moving.webp", save_all=True, append_images=scenes[2:], lossless=True, duration=90
    )
    scenes[1].save(folder / "frame.png")
    still = write_jpeg(folder / "still.jpg", photo("chelsea"))
    (folder / "motion.jpg").write_bytes(still.read_bytes() + VIDEO)
    clear = PilImage.fromarray(photo("astronaut")).resize((360, 240)).convert("RGBA")
    clear.paste((255, 255, 255, 0), (20, 20, 90, 90))
    clear.save(folder / "clear.png")
    white = PilImage.new("RGBA", clear.size, "white")
    PilImage.alpha_composite(white, clear).convert("RGB").save(folder / "opaque.png")
    poorer = {name for _, name, _ in LOST.values()}
    for path in folder.iterdir():
        when = OLD_S if path.name in poorer else NEW_S
        os.utime(path, (when, when))
    return folder


def test_pages_frames_video_and_transparency_are_content_and_the_older_file_without_them_goes_first(
    make_library, folder, tmp_path, monkeypatch
):
    trash = Trash(tmp_path / "trash")
    monkeypatch.setattr("send2trash.send2trash", trash)
    library = make_library()
    library.index([folder])
    found = {}
    for group in library.duplicates.find(DuplicateSearch()).groups:
        for copy in group.copies:
            found[group.kept.path.name] = copy.photo.path.name, copy.cause, copy.detail, copy.is_suggested
    expected = {richer: (poorer, "edited", detail, True) for richer, poorer, detail in LOST.values()}
    assert found == expected
    library.close()
    at = ["--library", str(library.folder)]
    assert main(["duplicates", "--trash", "--yes", *at]) == 0
    assert trash.names() == set()
    assert (
        main(
            ["duplicates", "--trash", "--yes", "--cause", "edited", "--keep", str(folder / "still.jpg"), *at]
        )
        == 0
    )
    assert trash.names() == {
        "page.png",
        "frame.png",
        "opaque.png",
    }  # a person may keep the poorer, not by rule
