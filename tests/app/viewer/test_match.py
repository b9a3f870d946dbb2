"""Query and hit compared: side by side, one over the other, and in numbers."""

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest
from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QImage, QPainter, QPixmap
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QGraphicsEllipseItem, QGraphicsSimpleTextItem, QStyleOptionGraphicsItem

from cbir.base.types import Change, EngineRank, Evidence, PhotoId, Term, Via
from cbir.service import KeypointsRequest, SharedWordsRequest
from cbir_app.base.pictures import Picture
from cbir_app.base.preferences import CALM
from cbir_app.sessions import part_of_file
from cbir_app.viewer.match_scene import Match, Overlay, homography, project, warped
from cbir_app.viewer.match_view import GAP, HEIGHT, MatchView, Side
from cbir_app.viewer.reasons import figures, placed, placement
from tests.app.fake_engine import SIZE, hit
from tests.app.handling import found

CORNERS = np.array([[60, 40], [300, 70], [280, 260], [40, 220]], np.float32)


def pixels_of(pixmap):
    image = pixmap.toImage().convertToFormat(QImage.Format.Format_RGBA8888)
    data = np.frombuffer(image.constBits(), np.uint8)
    return data.reshape(image.height(), image.bytesPerLine() // 4, 4)[:, : image.width()].copy()


def pixmap_of(pixels):
    height, width = pixels.shape[:2]
    data = np.ascontiguousarray(pixels)
    return QPixmap.fromImage(QImage(data.data, width, height, 3 * width, QImage.Format.Format_RGB888).copy())


def smooth(width, height):
    """A picture without sharp edges, so that two ways to sample it agree."""
    noise = np.random.default_rng(3).integers(0, 255, (height // 20, width // 20, 3)).astype(np.uint8)
    return np.asarray(cv2.resize(noise, (width, height), interpolation=cv2.INTER_CUBIC), np.uint8)


def evidence(matrix, size, *, mirrored=False, term=0):
    """Evidence that a 3 by 3 matrix puts a query of `size` on the photo; mirrored: after it is flipped."""
    points = np.random.default_rng(1).uniform((0, 0), size, (40, 2))
    border = np.array([[0, 0], [size[0], 0], [size[0], size[1]], [0, size[1]]], np.float64) - 0.5

    def move(xy):
        flipped = np.column_stack((size[0] - 1 - xy[:, 0], xy[:, 1])) if mirrored else xy
        landed = np.column_stack((flipped, np.ones(len(xy)))) @ np.asarray(matrix).T
        return np.asarray(landed[:, :2] / landed[:, 2:], np.float32)

    return Evidence(
        term=term,
        inliers=40,
        coverage=0.6,
        outline=move(border),
        query_xy=points.astype(np.float32),
        photo_xy=move(points),
        mirrored=mirrored,
    )


TURNED = np.array(
    [[0.5 * np.cos(0.5), -0.5 * np.sin(0.5), 120], [0.5 * np.sin(0.5), 0.5 * np.cos(0.5), 60], [0, 0, 1]]
)
SEEN_FROM_THE_SIDE = np.array([[0.7, 0.1, 30], [-0.05, 0.6, 50], [0.0002, 0.0004, 1]])


def test_the_warped_query_is_that_of_opencv(qtbot):
    query = smooth(400, 300)
    made = pixels_of(warped(pixmap_of(query), CORNERS, QSize(360, 320)))
    corners = np.array([[0, 0], [400, 0], [400, 300], [0, 300]], np.float32) - np.float32(0.5)
    matrix = cv2.getPerspectiveTransform(corners, CORNERS - np.float32(0.5))
    expected = cv2.warpPerspective(query, matrix, (360, 320), flags=cv2.INTER_LINEAR)
    inside = cv2.erode((made[..., 3] == 255).astype(np.uint8), np.ones((5, 5), np.uint8)).astype(bool)
    assert inside.sum() > 40_000
    assert np.abs(made[inside][:, :3].astype(int) - expected[inside].astype(int)).mean() < 2.0
    assert made[10, 10, 3] == 0  # nothing around it


def test_a_query_that_lands_small_is_scaled_smoothly_first(qtbot):
    """One pixel of each sixteen would make a chessboard of single pixels black or white; its mean is grey."""
    board = np.indices((600, 600)).sum(axis=0) % 2 * 255
    query = pixmap_of(np.repeat(board[..., None], 3, axis=2).astype(np.uint8))
    corners = np.array([[10, 10], [70, 10], [70, 70], [10, 70]], np.float32)
    middle = pixels_of(warped(query, corners, QSize(80, 80)))[20:60, 20:60, :3]
    assert 110 < middle.mean() < 145
    assert middle.std() < 12


@pytest.mark.parametrize("matrix", [TURNED, SEEN_FROM_THE_SIDE], ids=["turned", "from the side"])
@pytest.mark.parametrize("mirrored", [False, True])
def test_the_outline_alone_says_where_every_point_lands(matrix, mirrored):
    shown = evidence(matrix, (400, 300), mirrored=mirrored)
    blank = QPixmap(4, 3)
    match = Match(
        query=Picture(blank, (400, 300)), photo=Picture(blank, (640, 480)), region=None, evidence=shown
    )
    assert match.landed is not None
    onto = homography(match.border, match.landed)
    assert onto is not None
    np.testing.assert_allclose(project(onto, shown.query_xy + 0.5) - 0.5, shown.photo_xy, atol=0.02)
    assert match.deviation_px == pytest.approx(0, abs=0.02)
    moved = replace(shown, photo_xy=shown.photo_xy + np.array([3, 4], np.float32))
    assert replace(match, evidence=moved).deviation_px == pytest.approx(5, abs=0.05)


@pytest.mark.parametrize("mirrored", [False, True])
def test_size_and_turn_are_those_that_were_made(mirrored):
    found_ = placement(evidence(TURNED, (400, 300), mirrored=mirrored))
    assert found_ is not None
    assert found_ == pytest.approx((0.5, np.degrees(0.5)), rel=1e-3)
    said = placed(evidence(TURNED, (400, 300), mirrored=mirrored))
    assert said == "turned 29° clockwise, 0.50 times the size" + (", mirrored" if mirrored else "")


def test_numbers_where_there_is_nothing_to_measure():
    same = evidence(np.eye(3), (400, 300))
    assert placed(same) == "upright, in its own size"
    one = replace(same, query_xy=same.query_xy[:1], photo_xy=same.photo_xy[:1])
    assert placement(one) is None
    stacked = replace(same, query_xy=np.zeros((5, 2), np.float32), photo_xy=np.zeros((5, 2), np.float32))
    assert placement(stacked) is None
    assert placed(None) == ""
    assert figures(hit(1, False, Path("/p")), None) == ()


def test_the_parts_of_the_score_name_each_engine_and_its_place():
    both = replace(
        hit(1, True, Path("/p")),
        engines=(
            EngineRank(engine="match", rank=1, score=0.41),
            EngineRank(engine="semantic", rank=12, score=0.3),
        ),
    )
    shown = figures(both, evidence(TURNED, (400, 300)), deviation_px=1.24)
    assert [(one.value, one.caption) for one in shown] == [
        ("40", "points agree"),
        ("60%", "of your picture"),
        ("1.2 px", "apart"),
        ("↻ 29°", "turned"),
        ("× 0.50", "in size"),
        ("#1", "by visual details"),
        ("#12", "by content"),
    ]
    assert shown[-1].tooltip == "Content: place 12 of its own list, score 0.300."


@pytest.mark.parametrize(
    ("blend", "share", "left", "right"),
    [
        *(("fade", 0.0, 100, 100), ("fade", 0.5, 160, 160), ("fade", 1.0, 220, 220)),
        *(("wipe", 0.0, 100, 100), ("wipe", 0.5, 220, 100), ("difference", 1.0, 120, 120)),
    ],
)
def test_a_blend_shows_its_share_of_both(qtbot, blend, share, left, right):
    photo, query = QPixmap(400, 200), QPixmap(400, 200)
    photo.fill("#646464")  # 100
    query.fill("#dcdcdc")  # 220
    whole = QRectF(0, 0, 400, 200)
    overlay = Overlay(photo, query, whole, whole, ("Your picture", "Photo"), lambda _share: None)
    overlay.show_blend(blend, share)
    drawn = QPixmap(400, 200)
    painter = QPainter(drawn)
    overlay.paint(painter, QStyleOptionGraphicsItem())
    painter.end()
    row = pixels_of(drawn)[180, :, 0]  # below the names of a wipe's sides
    assert abs(int(row[80]) - left) <= 1
    assert abs(int(row[320]) - right) <= 1


def sides(count):
    picture = Picture(pixmap_of(smooth(*SIZE)), SIZE)
    return [
        Side(
            term=term,
            source=Term(path=Path("query.jpg")),
            label=f"query {term}",
            picture=picture,
            region=None,
        )
        for term in range(count)
    ]


@pytest.fixture
def view(qtbot, engine, theme, preferences):
    made = MatchView(engine, theme, preferences)
    qtbot.addWidget(made)
    made.resize(1000, 700)
    made.show()
    engine.start()
    return made


def laid_over(view):
    return view.overlay is not None


def with_evidence(*shown):
    return replace(hit(1, True, Path("/photos")), evidence=shown)


def test_the_query_is_laid_over_the_photo_by_a_key_and_faded_by_others(qtbot, view, preferences):
    view.show_hit(with_evidence(evidence(TURNED, SIZE)), sides(1))
    qtbot.waitUntil(lambda: view.lines is not None)
    assert not laid_over(view)
    QTest.keyClick(view.canvas, Qt.Key.Key_O)
    assert laid_over(view)
    assert view.outline is not None
    top_left = view.outline.polygon().at(0)
    assert (top_left.x(), top_left.y()) == pytest.approx((120 * 1000 / 600, 60 * 1000 / 600), abs=1)
    assert view.slider.isVisible()
    QTest.keyClick(view.canvas, Qt.Key.Key_BracketRight)
    assert view.slider.value() == 55
    QTest.keyClick(view.canvas, Qt.Key.Key_BracketLeft)
    assert view.slider.value() == 50
    QTest.keyClick(view.canvas, Qt.Key.Key_Space)
    assert view.slider.value() == 100
    QTest.keyClick(view.canvas, Qt.Key.Key_Space)
    assert view.slider.value() == 0
    assert preferences.flag("match over", False) is True
    QTest.keyClick(view.canvas, Qt.Key.Key_O)
    assert not laid_over(view)
    assert not view.slider.isVisible()


def test_a_key_shows_what_both_pictures_are_compared_by(qtbot, view, fake):
    view.show_hit(with_evidence(evidence(TURNED, SIZE)), sides(1))
    qtbot.waitUntil(lambda: view.lines is not None)
    QTest.keyClick(view.canvas, Qt.Key.Key_K)
    layer = view.keypoints
    qtbot.waitUntil(lambda: len(layer.items) == 2)
    asked = [request.term for request in fake.seen if isinstance(request, KeypointsRequest)]
    assert asked == [Term(path=Path("query.jpg")), Term(photo=PhotoId(1), marked=True)]
    query, photo = sorted(item.path().boundingRect().left() for item in layer.items)
    scale = HEIGHT / SIZE[1]
    assert query == pytest.approx((50.5 - 12) * scale, abs=1)
    assert photo == pytest.approx(query + SIZE[0] * scale + GAP, abs=1)
    QTest.keyClick(view.canvas, Qt.Key.Key_O)
    assert layer.items == [], "one over the other they would hide both"
    QTest.keyClick(view.canvas, Qt.Key.Key_O)
    qtbot.waitUntil(lambda: len(layer.items) == 2)
    QTest.keyClick(view.canvas, Qt.Key.Key_K)
    assert layer.items == []


def test_a_key_numbers_the_visual_words_that_both_share(qtbot, view, fake):
    view.show_hit(with_evidence(evidence(TURNED, SIZE)), sides(1))
    qtbot.waitUntil(lambda: view.lines is not None)
    QTest.keyClick(view.canvas, Qt.Key.Key_W)
    qtbot.waitUntil(lambda: len(view.words.items) == 8)  # a circle and a number, on both sides, of two words
    (asked,) = [request for request in fake.seen if isinstance(request, SharedWordsRequest)]
    assert (asked.term, asked.photo, asked.mirrored) == (Term(path=Path("query.jpg")), 1, False)
    circles = [one for one in view.words.items if isinstance(one, QGraphicsEllipseItem)]
    scale = HEIGHT / SIZE[1]
    centres = [circle.rect().center() for circle in circles]
    assert (centres[0].x(), centres[0].y()) == pytest.approx((100.5 * scale, 100.5 * scale))
    assert centres[1].x() == pytest.approx(110.5 * scale + SIZE[0] * scale + GAP)
    numbers = [one.text() for one in view.words.items if isinstance(one, QGraphicsSimpleTextItem)]
    assert numbers == ["1", "1", "2", "2"]
    assert circles[0].toolTip() == (
        "Word 1: 50% of the weight of all shared words. It is in 3 photos: idf 5.5."
    )
    assert "2 of 40 visual words are shared" in view.remark.text()
    QTest.keyClick(view.canvas, Qt.Key.Key_O)
    assert view.words.items == [], "one over the other they would hide both"
    QTest.keyClick(view.canvas, Qt.Key.Key_O)
    qtbot.waitUntil(lambda: len(view.words.items) == 8)
    QTest.keyClick(view.canvas, Qt.Key.Key_W)
    assert view.words.items == [] and "visual words" not in view.remark.text()
    fake.reasons.shared = 0
    QTest.keyClick(view.canvas, Qt.Key.Key_W)
    qtbot.waitUntil(lambda: "No visual words are shared" in view.remark.text())


def test_the_edge_of_a_wipe_is_dragged(qtbot, view):
    view.over_button.setChecked(True)
    view.blends.setCurrentIndex(1)
    view.show_hit(with_evidence(evidence(TURNED, SIZE)), sides(1))
    qtbot.waitUntil(lambda: view.overlay is not None)
    overlay, canvas = view.overlay, view.canvas
    assert overlay is not None
    assert [end.text() for end in view.end_labels] == ["Your picture", "Photo"], (
        "as the sides lie on the picture"
    )

    def at(share):
        return canvas.mapFromScene(overlay.reach.left() + overlay.reach.width() * share, 500)

    QTest.mousePress(canvas.viewport(), Qt.MouseButton.LeftButton, pos=at(0.5))
    for share in (0.6, 0.7, 0.8):
        QTest.mouseMove(canvas.viewport(), at(share))
    QTest.mouseRelease(canvas.viewport(), Qt.MouseButton.LeftButton, pos=at(0.8))
    assert view.slider.value() == pytest.approx(80, abs=2)
    QTest.mousePress(canvas.viewport(), Qt.MouseButton.LeftButton, pos=at(0.3))
    QTest.mouseMove(canvas.viewport(), at(0.2))
    QTest.mouseRelease(canvas.viewport(), Qt.MouseButton.LeftButton, pos=at(0.2))
    assert view.slider.value() == pytest.approx(80, abs=2), "away from the edge the picture is moved"
    view.blends.setCurrentIndex(0)
    assert [end.text() for end in view.end_labels] == ["Photo", "Your picture"]


def bounds(outline):
    """Left, top, right and bottom of an outline, in pixels of a picture at the left edge of the scene."""
    assert outline is not None
    box, scale = outline.polygon().boundingRect(), SIZE[1] / HEIGHT
    return [edge * scale for edge in (box.left(), box.top(), box.right(), box.bottom())]


@pytest.mark.parametrize("proof", ["part", "possible"])
def test_the_part_that_agrees_is_outlined_in_both_pictures(qtbot, view, proof):
    square = np.array([[100, 100], [200, 100], [200, 220], [100, 220]], np.float32)
    part = replace(evidence(TURNED, SIZE), proof=proof, query_xy=square, photo_xy=square + np.float32(300))
    view.show_hit(with_evidence(part), sides(1))
    qtbot.waitUntil(lambda: view.lines is not None)
    assert bounds(view.query_part) == pytest.approx([100, 100, 200, 220], abs=15)
    left = SIZE[0] + GAP * SIZE[1] / HEIGHT
    assert bounds(view.outline) == pytest.approx([left + 400, 400, left + 500, 520], abs=15)
    QTest.keyClick(view.canvas, Qt.Key.Key_O)
    assert laid_over(view) and view.query_part is None
    assert bounds(view.outline) == pytest.approx([400, 400, 500, 520], abs=15)


def test_of_the_same_thing_the_border_of_the_whole_query_is_outlined(qtbot, view):
    view.show_hit(with_evidence(evidence(TURNED, SIZE)), sides(1))
    qtbot.waitUntil(lambda: view.lines is not None)
    outline = view.outline
    assert view.query_part is None and outline is not None
    qtbot.waitUntil(lambda: len(outline.polygon()) == 4)


def test_a_copy_says_so_without_points(qtbot, view):
    view.show_hit(replace(with_evidence(), kind="same picture", strength=1.0), sides(1))
    assert view.title.text() == "An exact copy"


def test_what_has_no_place_cannot_be_laid_over(qtbot, view):
    view.over_button.setChecked(True)
    view.show_hit(with_evidence(replace(evidence(TURNED, SIZE), outline=None)), sides(1))
    qtbot.waitUntil(lambda: view.lines is not None)
    assert view.overlay is None
    assert not view.over_button.isEnabled()
    view.show_hit(with_evidence(evidence(TURNED, SIZE)), sides(1))
    qtbot.waitUntil(lambda: view.overlay is not None)  # it is remembered


def test_of_several_pictures_one_is_chosen(qtbot, view):
    weaker = replace(evidence(SEEN_FROM_THE_SIDE, SIZE, term=1), inliers=12)
    view.show_hit(with_evidence(evidence(TURNED, SIZE), weaker), sides(2))
    qtbot.waitUntil(lambda: view.lines is not None)
    assert view.title.text() == "40 points agree"
    assert [view.terms.itemText(at) for at in range(view.terms.count())] == ["query 0", "query 1"]
    view.terms.setFocus()
    QTest.keyClick(view.terms, Qt.Key.Key_Down)
    assert view.title.text() == "12 points agree"
    assert view.figures.shown[0].value == "12"
    view.show_hit(with_evidence(evidence(TURNED, SIZE)), sides(1))
    assert not view.terms.isVisible()


def test_nothing_moves_where_nothing_may(qtbot, view, preferences):
    preferences.set_flag(CALM, True)
    view.show_hit(with_evidence(evidence(TURNED, SIZE)), sides(1))
    qtbot.waitUntil(lambda: view.outline is not None)
    assert view.outline is not None
    photo_left = SIZE[0] * 1000 / 600 + 36
    assert view.outline.polygon().at(0).x() == pytest.approx(photo_left + 120 * 1000 / 600, abs=1)


def test_arrows_go_from_hit_to_hit(qtbot, window, picture_file):
    window.search.search(part_of_file(picture_file))
    found(qtbot, window)
    QTest.keyClick(window.results.view, Qt.Key.Key_Return)
    match = window.pages.match
    qtbot.waitUntil(lambda: match.lines is not None)
    QTest.keyClick(match.canvas, Qt.Key.Key_Left)  # there is none before
    assert match.hit is not None
    assert match.hit.photo == 1
    QTest.keyClick(match.canvas, Qt.Key.Key_Right)
    assert match.hit.photo == 2
    qtbot.waitUntil(lambda: match.lines is not None)
    assert match.figures.shown[0].value == "58"
    QTest.keyClick(match.canvas, Qt.Key.Key_Plus)
    QTest.keyClick(match.canvas, Qt.Key.Key_Right)  # zoomed in, arrows pan
    assert match.hit.photo == 2
    QTest.keyClick(match.canvas, Qt.Key.Key_PageDown)
    assert match.hit.photo == 3
    QTest.keyClick(match.canvas, Qt.Key.Key_Escape)
    current = window.results.current_hit()
    assert current is not None
    assert current.photo == 3


def test_a_hit_by_way_of_another_stands_beside_that_one(qtbot, window, picture_file):
    window.search.search(part_of_file(picture_file))
    found(qtbot, window)
    assert window.search.result is not None
    first, second, *others = window.search.result.hits
    via = Via(photo=first.photo, path=first.path)
    led = replace(second, evidence=tuple(replace(one, proof="via", via=via) for one in second.evidence))
    window.search.mark((first, led, *others))
    window.results.select(1)
    window.pages.show_match()
    qtbot.waitUntil(lambda: window.pages.match.lines is not None)
    assert window.pages.match.remark.text().startswith(f"Found by way of {first.path.name}")
    match, shown = window.pages.match.match, window.search.picture_of(Term(photo=first.photo))
    assert match is not None and shown is not None and window.search.picture is not None
    assert match.query.pixmap.toImage() == shown.pixmap.toImage()
    assert match.query.pixmap.toImage() != window.search.picture.pixmap.toImage()


def test_a_proof_is_saved_as_a_page(window, qtbot, tmp_path, monkeypatch):
    shown = with_evidence(evidence(TURNED, SIZE))
    match = window.pages.match
    match.show_hit(shown, sides(1))
    asked = []
    monkeypatch.setattr(window.controls.proof, "choose", lambda: asked.append(True))
    with qtbot.waitSignal(match.proof_asked):
        match.proof_button.click()
    window.controls.proof.save(tmp_path / "page.html")
    qtbot.waitUntil((tmp_path / "page.html").exists)
    assert "The same thing" in (tmp_path / "page.html").read_text(encoding="utf-8")
    assert "page.html" in window.notice.text.text()


def test_a_hit_without_proof_has_no_page(view):
    view.show_hit(replace(with_evidence(), kind="less likely"), sides(1))
    assert not view.proof_button.isEnabled()


def test_a_page_that_cannot_be_written_is_said(window, qtbot, tmp_path):
    window.pages.match.show_hit(with_evidence(evidence(TURNED, SIZE)), sides(1))
    window.controls.proof.save(tmp_path / "none" / "page.html")
    qtbot.waitUntil(lambda: "cannot be written" in window.notice.text.text())


def test_a_key_boxes_what_only_one_picture_has(qtbot, view, fake):
    view.show_hit(with_evidence(evidence(TURNED, SIZE)), sides(1))
    qtbot.waitUntil(lambda: view.lines is not None)
    fake.changes = (Change(first=(10, 20, 30, 40), second=(50, 60, 30, 40), strength=2.0),)
    QTest.keyClick(view.canvas, Qt.Key.Key_C)
    qtbot.waitUntil(lambda: len(view.changes.items) == 4)  # a dark line and a bright one, in both pictures
    assert "1 change" in view.remark.text()
    QTest.keyClick(view.canvas, Qt.Key.Key_O)
    qtbot.waitUntil(lambda: len(view.changes.items) == 2)
    QTest.keyClick(view.canvas, Qt.Key.Key_C)
    assert view.changes.items == []
    assert "change" not in view.remark.text()


def test_no_change_is_said_and_without_a_place_nothing_is_compared(qtbot, view, fake):
    view.show_hit(with_evidence(evidence(TURNED, SIZE)), sides(1))
    qtbot.waitUntil(lambda: view.lines is not None)
    view.changes_button.click()
    qtbot.waitUntil(lambda: "No change" in view.remark.text())
    view.show_hit(with_evidence(replace(evidence(TURNED, SIZE), outline=None)), sides(1))
    qtbot.waitUntil(lambda: not view.changes_button.isEnabled())
