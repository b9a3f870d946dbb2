"""The real networks on a few rendered pages, and the geometry around them on its own."""

import dataclasses
import itertools
import time

import cv2
import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper, numpy_helper
from PIL import Image, ImageDraw, ImageFont

from cbir.base.types import TextLine
from cbir.ocr import ReaderMissing, ReadingOptions, TextReader, find_models, models
from cbir.ocr.detection import DetectionOptions, detector_input, find_blobs, has_fine_strokes
from cbir.ocr.reader import both, in_order, in_other_script, is_like_words, is_mixed
from cbir.ocr.recognition import cut_line, decode_line
from tests.cbir.written_pages import page
from tests.pictures import photo, write_jpeg


@pytest.fixture(scope="module")
def reader():
    pytest.importorskip("rapidocr", reason="reading needs the extra `ocr`")
    return TextReader(options=ReadingOptions(glance_side_px=0), threads=1)


def words(read):
    return {word.casefold() for line in read.lines for word in line.text.split()}


def test_lines_are_read_in_order_with_their_places(reader):
    started = time.perf_counter()
    read = reader.read(page("Platform nine", "Departure 10:45", "Lisbon"), (1280, 1280))
    took_ms = (time.perf_counter() - started) * 1000
    steps = (read.glance_ms, read.detect_ms, read.turn_ms, read.recognise_ms)
    assert min(steps) >= 0
    assert 0.5 * took_ms < sum(steps) <= took_ms
    assert [line.text for line in read.lines] == ["Platform nine", "Departure 10:45", "Lisbon"]
    assert all(line.confidence > 0.9 for line in read.lines)
    first = read.lines[0]
    (left, top), (right, _), (_, bottom), _ = first.quad
    assert 300 < left < 420 and 860 < right < 980, "in pixels of the full size, twice the page's"
    assert 440 < top < 560 and 540 < bottom < 640
    assert len(first.spans) == 2
    assert all(round(place, 3) == place for span in first.spans for place in span), "kept in few digits"
    _, (last, _), _, _ = first.place_of(0)
    assert left < last < (left + right) / 2 + 80, "the first word ends before the second begins"


def test_its_steps_are_told_in_milliseconds(reader, monkeypatch):
    seconds = itertools.count()
    monkeypatch.setattr("cbir.ocr.reader.time.perf_counter", lambda: float(next(seconds)))
    read = reader.read(page("EXIT"), (640, 640))
    assert (read.glance_ms, read.detect_ms, read.turn_ms, read.recognise_ms) == (1000, 1000, 1000, 1000)


@pytest.mark.parametrize("angle", [90, 180, 12])
def test_turned_pages_are_read(reader, angle):
    read = reader.read(page("Emergency exit", "keep clear", dark=True, angle=angle), (640, 640))
    assert {"emergency", "exit", "keep", "clear"} <= words(read)


def test_a_first_look_finds_large_letters_and_leaves_pages_without_any():
    reader = TextReader(options=ReadingOptions(), threads=1)
    blank = reader.read(np.full((640, 640, 3), 90, np.uint8), (640, 640))
    assert blank.glanced_only and blank.detect_ms == 0
    both = reader.read(page("EXIT", size_px=200), (640, 640))
    assert [line.text for line in both.lines] == ["EXIT"], "what two looks found is told once"
    assert not both.glanced_only


def test_a_plate_that_fills_the_picture_is_no_8_but_letters_that_do_are_read(tmp_path):
    reader = TextReader(options=ReadingOptions(), threads=1)
    write_jpeg(tmp_path / "coffee.jpg", photo("coffee"))
    plate = np.asarray(Image.open(tmp_path / "coffee.jpg"))
    assert reader.read(plate, plate.shape[1::-1]).lines == ()
    filled = page("OK", size_px=480)
    assert "OK" in {line.text for line in reader.read(filled, filled.shape[1::-1]).lines}


def test_a_page_without_letters_has_no_lines(reader):
    for pixels in (
        np.full((640, 640, 3), 90, np.uint8),
        np.zeros((1, 1, 3), np.uint8),
        np.zeros((3, 900, 3), np.uint8),
    ):
        assert reader.read(pixels, pixels.shape[1::-1]).lines == ()


def test_a_missing_package_and_a_damaged_model_are_sentences(tmp_path, monkeypatch):
    monkeypatch.setattr(models, "PACKAGE", "no_such_package")
    with pytest.raises(ReaderMissing, match="pip install"):
        find_models()
    package = tmp_path / "half_a_reader"
    (package / "models").mkdir(parents=True)
    (package / "__init__.py").touch()
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(models, "PACKAGE", "half_a_reader")
    with pytest.raises(ReaderMissing, match="lacks its models"):
        find_models()
    for part in ("det", "cls", "rec"):
        (package / "models" / f"PP-OCRv6_{part}_b.onnx").write_bytes(b"no network")
    with pytest.raises(ReaderMissing, match="damaged"):
        TextReader(find_models())


@pytest.mark.parametrize("angle", [0, 10, -10])
def test_a_blob_becomes_a_grown_rectangle_from_its_top_left(angle):
    centre, along = np.array([160.0, 100.0]), np.deg2rad(angle)
    y, x = np.mgrid[0:200, 0:320]
    u = (x - centre[0]) * np.cos(along) + (y - centre[1]) * np.sin(along)
    v = -(x - centre[0]) * np.sin(along) + (y - centre[1]) * np.cos(along)
    blob = ((abs(u) < 50) & (abs(v) < 10)).astype(np.float32)
    (quad,) = (found.quad for found in find_blobs(blob, (640, 400), DetectionOptions()))
    sides = np.linalg.norm(np.roll(quad, -1, axis=0) - quad, axis=1) / 2
    grown = 100 * 20 * 1.6 / 120
    np.testing.assert_allclose(sides, [100 + grown, 20 + grown] * 2, rtol=0.08)
    assert quad[0][0] < quad[1][0] and quad[0][1] < quad[3][1]


def test_a_blob_of_three_pixels_is_a_line_and_a_thinner_one_is_none():
    for rows in (2, 3):
        blob = np.zeros((64, 64), np.float32)
        blob[30 : 30 + rows, 10:50] = 1
        assert len(find_blobs(blob, (64, 64), DetectionOptions())) == (rows == 3)


@pytest.mark.parametrize("turns", range(4))
def test_a_blob_that_leaves_the_map_is_a_line_as_far_as_the_picture_goes(turns):
    y, x = np.mgrid[0:96, 0:96]
    slanted = np.deg2rad(20)
    across = -(x - 95) * np.sin(slanted) + (y - 48) * np.cos(slanted)
    blob = np.rot90((abs(across) < 8) & (x > 40), turns).astype(np.float32)
    (quad,) = (found.quad for found in find_blobs(np.ascontiguousarray(blob), (192, 192), DetectionOptions()))
    edge = (quad[:, 0].max(), quad[:, 1].min(), quad[:, 0].min(), quad[:, 1].max())[turns]
    assert edge == (191, 0, 0, 191)[turns]
    assert quad.min() >= 0 and quad.max() <= 191


def test_a_line_of_the_networks_height_is_cut_as_it_is_and_each_pixel_of_a_large_one_counts():
    pixels = np.random.default_rng(0).integers(0, 256, (480, 960, 3), np.uint8)
    small = pixels[:48, :96]
    line, _ = cut_line(small, np.array([(0, 0), (96, 0), (96, 48), (0, 48)], np.float32))
    np.testing.assert_array_equal(line, small)
    line, _ = cut_line(pixels, np.array([(0, 0), (960, 0), (960, 480), (0, 480)], np.float32))
    np.testing.assert_allclose(line, pixels.reshape(48, 10, 96, 10, 3).mean(axis=(1, 3)), atol=1)


def test_a_line_that_runs_upwards_is_cut_to_read_from_left_to_right():
    pixels = np.zeros((200, 100, 3), np.uint8)
    pixels[100:180, 40:60] = 255  # the lower half: where text that runs upwards begins
    line, quad = cut_line(pixels, np.array([(30, 20), (70, 20), (70, 180), (30, 180)], np.float32))
    assert line.shape[0] == 48 and line.shape[1] > 150
    assert line[24, : line.shape[1] // 2 - 8].mean() > 200 > 50 > line[24, line.shape[1] // 2 + 8 :].mean()
    assert tuple(quad[0]) == (30, 180)


def test_a_sign_is_read_once_where_columns_name_it_and_again_after_none():
    """Twenty columns, of which half are beyond the line; each names one of four signs, the first of them none."""
    named = [0, 1, 1, 0, 1, 0, 3, 2, 2, 0] + [0] * 10
    scores = np.zeros((20, 4), np.float32)
    scores[range(20), named] = 0.99
    scores[[1, 4, 6, 7], [1, 1, 3, 2]] = (0.9, 0.7, 0.8, 0.6)
    read = decode_line(scores, ["", "a", "b", " "], 0.5)
    assert read.text == "aa b"
    assert read.confidence == pytest.approx(0.75)
    half = 0.5 / 4
    assert [pytest.approx(span) for span in read.spans] == [
        (0.15 - half, 0.45 + half),
        (0.75 - half, 0.75 + half),
    ]
    assert decode_line(scores[9:], ["", "a", "b", " "], 0.5).text == ""


def test_rows_are_read_from_left_to_right_though_one_box_is_higher():
    def line(text, x, y, height=20):
        return TextLine(
            text=text, quad=((x, y), (x + 50, y), (x + 50, y + height), (x, y + height)), confidence=1.0
        )

    lines = [line("three", 0, 60), line("two", 100, 2), line("one", 0, 6, 26)]
    assert [one.text for one in in_order(lines)] == ["one", "two", "three"]
    assert in_order([]) == []


@pytest.mark.parametrize(
    ("tall", "top", "bottom", "one_row"),
    [
        (20, 9.9, 29.9, True),
        (20, 10.1, 29.8, False),  # above the middle of what comes before
        (20, 0, 39.8, True),
        (20, 0, 40.2, False),  # its own middle is below it
        (40, 19.9, 24, True),
        (40, 20.1, 24, False),
        (40, 15, 20.1, True),
        (40, 15, 19.9, False),
    ],
)
def test_lines_are_of_one_row_where_each_crosses_the_middle_of_the_other(tall, top, bottom, one_row):
    def line(text, x, top, bottom):
        quad = ((x, top), (x + 50, top), (x + 50, bottom), (x, bottom))
        return TextLine(text=text, quad=quad, confidence=1.0)

    for first, second in ((0, 100), (100, 0)):
        lines = [line("first", first, 0, tall), line("second", second, top, bottom)]
        expected = ["second", "first"] if one_row and second < first else ["first", "second"]
        assert [one.text for one in in_order(lines)] == expected


@pytest.mark.parametrize(
    ("coarse", "confidence", "fine", "kept"),
    [
        ("CASINO", 0.8, ["ASINO"], ["CASINO"]),
        ("CASINO", 0.79, ["ASINO"], ["ASINO"]),
        ("casino", 0.9, ["CASINO"], ["CASINO"]),
        ("a whole line", 0.9, ["a who", "le line"], ["a who", "le line"]),
        ("STAR WARS", 0.9, ["WTAR", "EPISODE I"], ["WTAR", "EPISODE I", "STAR WARS"]),
        ("MY BIG WEDDING", 0.9, ["MY", "WEDDING"], ["MY BIG WEDDING"]),
        ("EXIT X", 0.9, ["EXIT"], ["EXIT"]),
        ("CASINO", 0.6, [], ["CASINO"]),
    ],
)
def test_of_two_looks_at_one_place_no_word_is_lost_and_none_told_twice(coarse, confidence, fine, kept):
    def line(text, confidence):
        return TextLine(text=text, quad=((0, 0), (9, 0), (9, 9), (0, 9)), confidence=confidence)

    found = both(line(coarse, confidence), [line(text, 0.9) for text in fine])
    assert [one.text for one in found] == kept


def test_small_print_that_the_first_look_misses_is_read():
    reader = TextReader(threads=1)
    small = page("Opening hours", "Monday closed", size_px=9)
    assert reader.glance(small) == [], "a trace on the map"
    assert {"opening", "hours", "monday", "closed"} <= words(reader.read(small, (640, 640)))
    full = page(*["Opening hours Monday closed " * 12] * 26, size_px=15, side_px=1280)
    assert reader.detector(detector_input(full, 320)).max() < 0.3
    assert reader.glance(full) == [], "a page full of it leaves none"


def test_strokes_are_told_from_a_plain_page_whichever_is_lighter():
    full = page(*["Opening hours Monday closed " * 12] * 26, size_px=15, side_px=1280)
    for pixels, has_some in ((full, True), (255 - full, True), (page("EXIT"), False), (full[:1, :1], False)):
        assert has_fine_strokes(np.ascontiguousarray(pixels)) is has_some


LONG = "The quarterly harvest of saffron began on Wednesday morning"
FONT = ImageFont.load_default(48)


def line_of(text, size=48):
    font = ImageFont.load_default(size)
    line = Image.new("RGB", (int(font.getlength(text)) + 80, size + 80), "white")
    ImageDraw.Draw(line).text((40, 30), text, font=font, fill="black")
    return line


def on_an_arc(text, radius, side=900):
    """Letters with their tops outwards, around a point below the middle."""
    picture = Image.new("RGB", (side, side), "white")
    angle = -FONT.getlength(text) / radius / 2
    for letter in text:
        width = FONT.getlength(letter)
        at = angle + width / 2 / radius
        tile = Image.new("L", (96, 96))
        ImageDraw.Draw(tile).text((48 - width / 2, 24), letter, font=FONT, fill=255)
        tile = tile.rotate(-np.degrees(at), resample=Image.Resampling.BICUBIC)
        x, y = side / 2 + radius * np.sin(at), side / 2 + 100 - radius * np.cos(at)
        picture.paste("black", (int(x - 48), int(y - 48)), tile)
        angle += width / radius
    return picture


def in_perspective(text):
    line = np.asarray(line_of(text, 72))
    height, width = line.shape[:2]
    corners = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float32)
    seen = np.array([(50, 150), (700, 20), (700, 480), (50, 270)], np.float32)
    matrix = cv2.getPerspectiveTransform(corners, seen)
    return Image.fromarray(cv2.warpPerspective(line, matrix, (760, 520), borderValue=(255, 255, 255)))


def stacked(text, pitch, font=None):
    font = font or ImageFont.load_default(80)
    sign = Image.new("RGB", (220, len(text) * pitch + 60), (20, 60, 120))
    for at, letter in enumerate(text):
        place = (110 - font.getlength(letter) / 2, 10 + at * pitch)
        ImageDraw.Draw(sign).text(place, letter, font=font, fill="white")
    return sign


@pytest.mark.parametrize(
    ("picture", "text"),
    [
        *((line_of(LONG).rotate(angle, expand=True), LONG) for angle in (90, 180, 270)),
        *(
            (
                line_of("Hidden Valley Farm").rotate(angle, expand=True, fillcolor="white"),
                "Hidden Valley Farm",
            )
            for angle in (45, -45)
        ),
        (on_an_arc("MUSEUM OF NATURAL HISTORY", 300), "MUSEUM OF NATURAL HISTORY"),
        (on_an_arc("Grand Central Bakery", 400), "Grand Central Bakery"),
        (in_perspective("SALE TODAY ONLY"), "SALE TODAY ONLY"),
        (stacked("PHARMACY", 105), "PHARMACY"),
        (stacked("HOTEL", 90), "HOTEL"),
    ],
    ids=["90", "180", "270", "45", "-45", "arc", "wide arc", "perspective", "stacked", "stacked closely"],
)
def test_turned_bent_and_stacked_lines_are_read(reader, picture, text):
    pixels = np.asarray(picture)
    (line,) = reader.read(pixels, picture.size).lines
    assert line.text == text and line.confidence > 0.85


@pytest.mark.parametrize(
    ("text", "pitch", "size"), [("HOTEL", 46, 40), ("TAXI", 70, 60), ("CINEMA", 40, 30), ("TOURS", 46, 40)]
)
def test_stacked_letters_in_one_blob_or_several_are_read_one_by_one(reader, text, pitch, size):
    """As a line that runs downwards they become HＯＴＥＬ and ＴＡメＩ."""
    try:
        font = ImageFont.truetype("DejaVuSans.ttf", size)
    except OSError:
        pytest.skip("this system has no DejaVu")
    sign = Image.new("RGB", (400, 700), (20, 60, 120))
    for at, letter in enumerate(text):
        place = (200 - font.getlength(letter) / 2, at * pitch + (700 - len(text) * pitch) // 2 - 10)
        ImageDraw.Draw(sign).text(place, letter, font=font, fill="white")
    lines = TextReader(threads=1).read(np.asarray(sign), sign.size).lines
    assert [line.text for line in lines] == [text]


def script_line(text, size=48):
    font = ImageFont.truetype("DejaVuSans.ttf", size)
    line = Image.new("RGB", (int(font.getlength(text)) + 80, size + 80), "white")
    ImageDraw.Draw(line).text((40, 30), text, font=font, fill="black")
    return line


@pytest.mark.parametrize(
    "text",
    [
        *("Съешь ещё этих мягких булок", "Καλημέρα φίλε μου καλέ", "ΕΛΛΑΔΑ ΤΑΒΕΡΝΑ", "εστιατόριο θάλασσα"),
        *("Վտանգ", "Բարի գալուստ", "საფრთხე აქ"),
    ],
)
def test_text_in_scripts_that_are_not_read_is_left_out(reader, text):
    try:
        picture = script_line(text)
    except OSError:
        pytest.skip("this system has no font with these letters")
    assert reader.read(np.asarray(picture), picture.size).lines == ()


def test_letters_that_follow_each_other_in_no_language_are_told_from_misread_words():
    for text in ("LRINLU", "aanusalw", "CHQU XQILU", "CLLCSO LCNSO", "wwsnaun"):
        assert not is_like_words(text), text
    for text in (
        "CHINE JSHANSSOND",
        "Modical",
        "prcessUride",
        "Wasserfall",
        "IDESCREEN",
        "12:30",
        "東京",
        "",
    ):
        assert is_like_words(text), text


def test_a_few_misread_signs_leave_the_typical_confidence_of_a_line():
    scores = np.zeros((5, 4), np.float32)
    scores[np.arange(5), [1, 2, 3, 1, 2]] = [0.99, 0.98, 0.2, 0.97, 0.96]
    line = decode_line(scores, ["", "a", "b", "c"], 1.0)
    assert line.text == "abcab"
    assert (round(line.confidence, 2), round(line.typical, 2)) == (0.82, 0.97)


def test_a_single_letter_of_another_script_is_a_sign(reader):
    assert not in_other_script("2π r, 50 µm, Łódź 東京", reader.scripts)
    assert in_other_script("AΠTEKA", reader.scripts) and in_other_script("МОСКВА", reader.scripts)
    assert is_mixed("4LIA410") and is_mixed("BOK3AI")
    assert not (is_mixed("IMG2031") or is_mixed("24h") or is_mixed("2nd") or is_mixed("platform 9"))


def test_recognisers_of_further_scripts_are_found_by_their_names(tmp_path, monkeypatch):
    package = tmp_path / "a_reader"
    (package / "models").mkdir(parents=True)
    (package / "__init__.py").touch()
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(models, "PACKAGE", "a_reader")
    for name in ("PP-OCRv6_det_small", "ch_ppocr_mobile_v2.0_cls_mobile", "PP-OCRv6_rec_small"):
        (package / "models" / f"{name}.onnx").write_bytes(b"")
    assert find_models().scripts == ("Latin", "Chinese", "Japanese")
    before = find_models().fingerprint
    for name in ("th_PP-OCRv5_rec_mobile", "eslav_PP-OCRv5_rec_mobile"):
        (package / "models" / f"{name}.onnx").write_bytes(b"another")
    further = find_models()
    assert further.scripts == ("Latin", "Chinese", "Japanese", "Cyrillic", "Thai")
    assert further.recogniser.name == "PP-OCRv6_rec_small.onnx" and further.fingerprint != before


def recogniser_of(text, path):
    """A recogniser that takes every line for one text."""
    signs = list(dict.fromkeys(text))
    columns = [0, *(place for letter in text for place in (signs.index(letter) + 1, 0))]
    scores = np.eye(len(signs) + 2, dtype=np.float32)[columns][None]
    graph = helper.make_graph(
        [helper.make_node("Constant", [], ["y"], value=numpy_helper.from_array(scores))],
        "one text",
        [helper.make_tensor_value_info("x", TensorProto.FLOAT, [1, 3, 48, "w"])],
        [helper.make_tensor_value_info("y", TensorProto.FLOAT, scores.shape)],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 13)], ir_version=8)
    helper.set_model_props(model, {"character": "\n".join(signs)})
    onnx.save(model, path)


def test_a_line_that_is_in_doubt_is_read_by_the_recogniser_of_another_script(reader, tmp_path):
    path = tmp_path / "eslav_PP-OCRv5_rec_mobile.onnx"
    recogniser_of("булок", path)
    further = TextReader(
        dataclasses.replace(find_models(), further={"Cyrillic": path}),
        ReadingOptions(glance_side_px=0),
        threads=1,
    )
    assert further.scripts == reader.scripts | {"CYRILLIC"}
    sure = line_of("Emergency exit")
    assert words(further.read(np.asarray(sure), sure.size)) == {"emergency", "exit"}
    unread = Image.fromarray(
        np.asarray(line_of("Emergency exit"))[::1, ::-1].copy()
    )  # mirrored: no script at all
    assert words(further.read(np.asarray(unread), unread.size)) == {"булок"}
