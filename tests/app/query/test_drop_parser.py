"""What is dropped and pasted: files, encoded pictures, bitmaps, addresses, folders, text, nothing."""

from __future__ import annotations

import base64
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QUrl
from PySide6.QtGui import QColor, QImage
from PySide6.QtWidgets import QApplication

from app.query import may_hold_picture, read_mime
from app.query.drop_parser import NO_PICTURE_DROPPED, NO_PICTURE_PASTED
from cbir.base.types import Term

pytestmark = pytest.mark.usefixtures("qapp")


def mime(urls: list[str] | None = None, **formats: bytes) -> QMimeData:
    data = QMimeData()
    if urls is not None:
        data.setUrls([QUrl(url) for url in urls])
    for name, content in formats.items():
        data.setData(name.replace("_", "/"), content)
    return data


def test_a_file_becomes_a_term_with_its_path(tmp_path: Path) -> None:
    path = tmp_path / "Kiosk, at night #1 – ñ.jpg"
    path.write_bytes(b"x")
    query = read_mime(mime([QUrl.fromLocalFile(str(path)).toString()])).part
    assert query is not None
    assert query.term == Term(path=path)
    assert query.label == path.name


def test_of_several_files_the_first_picture_is_taken_and_said_so(tmp_path: Path) -> None:
    names = ["notes.txt", "a.png", "b.jpg"]
    for name in names:
        (tmp_path / name).write_bytes(b"x")
    parsed = read_mime(mime([QUrl.fromLocalFile(str(tmp_path / name)).toString() for name in names]))
    assert parsed.part is not None
    assert parsed.part.term.path == tmp_path / "a.png"
    assert parsed.sentence == "Searching with the first of 2 pictures."


def test_a_file_without_a_suffix_is_left_to_the_engine_to_judge(tmp_path: Path) -> None:
    (tmp_path / "scan").write_bytes(b"x")
    parsed = read_mime(mime([QUrl.fromLocalFile(str(tmp_path / "scan")).toString()]))
    assert parsed.part is not None
    assert parsed.part.term.path == tmp_path / "scan"


def test_a_folder_is_offered_to_the_library(tmp_path: Path) -> None:
    parsed = read_mime(mime([QUrl.fromLocalFile(str(tmp_path)).toString()]))
    assert parsed.part is None
    assert parsed.folders == (tmp_path,)


@pytest.mark.parametrize("format_", ["image/png", "image/jpeg", "image/webp", "image/avif", "image/gif"])
def test_encoded_bytes_travel_as_they_came(format_: str) -> None:
    content = bytes(range(256)) * 3
    data = QMimeData()
    data.setData(format_, content)
    query = read_mime(data).part
    assert query is not None
    assert query.term == Term(data=content)


def test_a_browser_that_gives_address_and_picture_is_taken_by_the_picture() -> None:
    data = mime(["https://example.org/boat.jpg"], image_png=b"\x89PNG picture")
    query = read_mime(data).part
    assert query is not None
    assert query.term == Term(data=b"\x89PNG picture")


def test_png_is_preferred_to_gif_and_bmp() -> None:
    query = read_mime(mime(image_gif=b"gif", image_bmp=b"bmp", image_png=b"png")).part
    assert query is not None
    assert query.term.data == b"png"


def test_a_bare_bitmap_is_encoded_as_png() -> None:
    image = QImage(7, 5, QImage.Format.Format_RGB32)
    image.fill(QColor("red"))
    data = QMimeData()
    data.setImageData(image)
    query = read_mime(data, pasted=True).part
    assert query is not None
    assert query.term.data is not None
    assert query.term.data.startswith(b"\x89PNG\r\n\x1a\n")
    assert query.label == "Pasted picture"


@pytest.mark.parametrize("address", ["https://example.org/a.jpg", "http://example.org/page"])
def test_a_web_address_without_a_picture_is_asked_about(address: str) -> None:
    assert read_mime(mime([address])).address == address
    text = QMimeData()
    text.setText(address)
    assert read_mime(text).address == address
    text.setText(f"see {address}")
    assert read_mime(text).address == "", "a sentence with an address in it is words"


def test_a_picture_inside_an_address_needs_no_network() -> None:
    content = b"\x89PNG\r\n\x1a\n and more"
    address = "data:image/png;base64," + base64.b64encode(content).decode()
    for data in (mime([address]), QMimeData()):
        if not data.hasUrls():
            data.setText(address)
        query = read_mime(data).part
        assert query is not None
        assert query.term == Term(data=content)


def test_a_path_copied_as_text_is_a_file(picture_file: Path) -> None:
    data = QMimeData()
    data.setText(f'"{picture_file}"')
    query = read_mime(data, pasted=True).part
    assert query is not None
    assert query.term.path == picture_file


@pytest.mark.parametrize("text", ["", "hello", "two\nlines", "/no/such/file.jpg", "data:image/png;base64,!"])
def test_what_holds_no_picture_says_so(text: str) -> None:
    data = QMimeData()
    data.setText(text)
    assert read_mime(data).sentence == NO_PICTURE_DROPPED
    assert read_mime(data, pasted=True).sentence == NO_PICTURE_PASTED


def test_a_drag_is_accepted_when_its_drop_would_be_answered(qapp: QApplication) -> None:
    assert may_hold_picture(mime(["https://example.org"]))
    assert may_hold_picture(mime(image_webp=b"x"))
    assert not may_hold_picture(mime())
    assert not may_hold_picture(mime(application_pdf=b"x"))
