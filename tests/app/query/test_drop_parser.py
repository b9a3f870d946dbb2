"""Drops and pastes: files, encoded pictures, bitmaps, addresses, folders, text, nothing."""

import base64
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QUrl
from PySide6.QtGui import QColor, QGuiApplication, QImage

from cbir.base.types import Term
from cbir_app.sessions import clipboard, may_hold_picture, read_mime
from cbir_app.sessions.drop_parser import NO_PICTURE_DROPPED, NO_PICTURE_PASTED

pytestmark = pytest.mark.usefixtures("qapp")


def mime(urls=None, **formats):
    data = QMimeData()
    if urls is not None:
        data.setUrls([QUrl(url) for url in urls])
    for name, content in formats.items():
        data.setData(name.replace("_", "/"), content)
    return data


def test_a_file_becomes_a_term_with_its_path(tmp_path):
    path = tmp_path / "Kiosk, at night #1 – ñ.jpg"
    path.write_bytes(b"x")
    query = read_mime(mime([QUrl.fromLocalFile(str(path)).toString()])).part
    assert query is not None
    assert query.term == Term(path=path)
    assert query.label == path.name


def test_of_several_files_the_first_picture_is_taken_and_said_so(tmp_path):
    names = ["notes.txt", "a.png", "b.jpg"]
    for name in names:
        (tmp_path / name).write_bytes(b"x")
    parsed = read_mime(mime([QUrl.fromLocalFile(str(tmp_path / name)).toString() for name in names]))
    assert parsed.part is not None
    assert parsed.part.term.path == tmp_path / "a.png"
    assert parsed.sentence == "Searching with the first of 2 pictures."


def test_a_file_without_a_suffix_is_left_to_the_engine_to_judge(tmp_path):
    (tmp_path / "scan").write_bytes(b"x")
    parsed = read_mime(mime([QUrl.fromLocalFile(str(tmp_path / "scan")).toString()]))
    assert parsed.part is not None
    assert parsed.part.term.path == tmp_path / "scan"


def test_a_folder_is_offered_to_the_library(tmp_path):
    parsed = read_mime(mime([QUrl.fromLocalFile(str(tmp_path)).toString()]))
    assert parsed.part is None
    assert parsed.folders == (tmp_path,)


@pytest.mark.parametrize("format_", ["image/png", "image/jpeg", "image/webp", "image/avif", "image/gif"])
def test_encoded_bytes_travel_as_they_came(format_):
    content = bytes(range(256)) * 3
    data = QMimeData()
    data.setData(format_, content)
    query = read_mime(data).part
    assert query is not None
    assert query.term == Term(data=content)


def test_a_browser_that_gives_address_and_picture_is_taken_by_the_picture():
    data = mime(["https://example.org/boat.jpg"], image_png=b"\x89PNG picture")
    query = read_mime(data).part
    assert query is not None
    assert query.term == Term(data=b"\x89PNG picture")


def test_png_is_preferred_to_gif_and_bmp():
    query = read_mime(mime(image_gif=b"gif", image_bmp=b"bmp", image_png=b"png")).part
    assert query is not None
    assert query.term.data == b"png"


def test_a_bare_bitmap_is_encoded_as_png():
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
def test_a_web_address_without_a_picture_is_asked_about(address):
    assert read_mime(mime([address])).address == address
    text = QMimeData()
    text.setText(address)
    assert read_mime(text).address == address
    text.setText(f"see {address}")
    assert read_mime(text).address == "", "a sentence with an address in it is words"


def test_a_picture_inside_an_address_needs_no_network():
    content = b"\x89PNG\r\n\x1a\n and more"
    address = "data:image/png;base64," + base64.b64encode(content).decode()
    for data in (mime([address]), QMimeData()):
        if not data.hasUrls():
            data.setText(address)
        query = read_mime(data).part
        assert query is not None
        assert query.term == Term(data=content)


def test_a_path_copied_as_text_is_a_file(picture_file):
    data = QMimeData()
    data.setText(f'"{picture_file}"')
    query = read_mime(data, pasted=True).part
    assert query is not None
    assert query.term.path == picture_file


@pytest.mark.parametrize("text", ["", "hello", "two\nlines", "/no/such/file.jpg", "data:image/png;base64,!"])
def test_what_holds_no_picture_says_so(text):
    data = QMimeData()
    data.setText(text)
    assert read_mime(data).sentence == NO_PICTURE_DROPPED
    assert read_mime(data, pasted=True).sentence == NO_PICTURE_PASTED


def test_a_drag_is_accepted_when_its_drop_would_be_answered(qapp):
    assert may_hold_picture(mime(["https://example.org"]))
    assert may_hold_picture(mime(image_webp=b"x"))
    assert not may_hold_picture(mime())
    assert not may_hold_picture(mime(application_pdf=b"x"))


def test_what_was_dropped_and_what_was_pasted_are_called_so():
    for pasted, label in ((False, "Dropped picture"), (True, "Pasted picture")):
        part = read_mime(mime(image_png=b"png"), pasted=pasted).part
        assert part is not None
        assert part.label == label


def test_one_picture_is_searched_with_without_a_word_whatever_the_case_of_its_suffix(tmp_path):
    (tmp_path / "notes.txt").write_bytes(b"x")
    (tmp_path / "IMG_1.JPG").write_bytes(b"x")
    parsed = read_mime(mime([file_url(tmp_path / name) for name in ("notes.txt", "IMG_1.JPG")]))
    assert parsed.part is not None
    assert parsed.part.label == "IMG_1.JPG"
    assert parsed.sentence is None


def file_url(path):
    return QUrl.fromLocalFile(str(path)).toString()


def test_folders_are_offered_to_the_library_though_a_file_lies_between_them(tmp_path):
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
    (tmp_path / "notes.txt").write_bytes(b"x")
    parsed = read_mime(mime([file_url(tmp_path / name) for name in ("notes.txt", "a", "b")]))
    assert parsed.folders == (tmp_path / "a", tmp_path / "b")


def test_a_folder_copied_as_text_is_offered_to_the_library_too(tmp_path):
    data = QMimeData()
    data.setText(f"{tmp_path}\n")
    assert read_mime(data).folders == (tmp_path,)


def test_a_format_that_is_offered_without_bytes_gives_way_to_the_next():
    query = read_mime(mime(image_png=b"", image_gif=b"gif")).part
    assert query is not None
    assert query.term.data == b"gif"


@pytest.mark.parametrize(
    ("address", "content"),
    [
        ("data:image/svg+xml,%3Csvg%2F%3E", b"<svg/>"),
        ("data:image/svg+xml;charset=utf-8,%3Csvg%2F%3E", b"<svg/>"),
        ("DATA:IMAGE/PNG;BASE64,cGljdHVyZQ==", b"picture"),
        ("data:image/png;base64,cGljdHVyZQ%3D%3D", b"picture"),
        (" data:image/png;base64,cGljdHVyZQ== ", b"picture"),
    ],
)
def test_a_picture_inside_an_address_is_read_however_it_is_written(address, content):
    data = QMimeData()
    data.setText(address)
    query = read_mime(data).part
    assert query is not None
    assert query.term == Term(data=content)


def test_of_several_addresses_the_first_that_holds_a_picture_counts():
    parsed = read_mime(mime(["https://example.org/", "data:image/png;base64,cGljdHVyZQ=="]))
    assert parsed.part is not None
    assert parsed.part.term.data == b"picture"


def test_a_bitmap_without_pixels_is_no_picture():
    data = QMimeData()
    data.setImageData(QImage())
    assert read_mime(data).sentence == NO_PICTURE_DROPPED


@pytest.mark.parametrize("text", ["HTTPS://example.org/a.jpg", "  https://example.org/a.jpg\n"])
def test_an_address_is_one_in_capitals_and_between_spaces_too(text):
    data = QMimeData()
    data.setText(text)
    assert read_mime(data).address == text.strip()


@pytest.mark.parametrize("text", ["a\0.jpg", "/a\0.jpg", f"/{'a' * 300}", f"/{'a' * 5000}"])
def test_text_that_no_file_is_called_by_is_no_path(text):
    data = QMimeData()
    data.setText(text)
    assert read_mime(data).sentence == NO_PICTURE_DROPPED


def test_a_name_without_its_folder_is_no_path(tmp_path, monkeypatch):
    """Words that happen to be the name of a file where the program was started are words."""
    (tmp_path / "boat").write_bytes(b"x")
    monkeypatch.chdir(tmp_path)
    data = QMimeData()
    data.setText("boat")
    assert read_mime(data).part is None


def test_what_lies_in_a_folder_that_may_not_be_entered_is_left_to_the_engine_and_as_text_is_words(
    tmp_path, monkeypatch
):
    path = tmp_path / "locked" / "scan"

    def refuse(_path, *, follow_symlinks=True):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "stat", refuse)
    part = read_mime(mime([file_url(path)])).part
    assert part is not None
    assert part.term.path == path
    data = QMimeData()
    data.setText(str(path))
    assert read_mime(data).sentence == NO_PICTURE_DROPPED


def test_a_drag_of_words_or_of_a_bitmap_is_accepted():
    words, bitmap = QMimeData(), QMimeData()
    words.setText("boat")
    bitmap.setImageData(QImage(2, 2, QImage.Format.Format_RGB32))
    assert may_hold_picture(words)
    assert may_hold_picture(bitmap)


def test_where_the_platform_shares_no_clipboard_nothing_is_on_it(monkeypatch):
    class Unshared:
        def mimeData(self):
            return None

    monkeypatch.setattr(QGuiApplication, "clipboard", Unshared)
    assert clipboard().formats() == []
