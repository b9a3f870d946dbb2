"""The model, the grid and its thumbnails."""

from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QSize, Qt
from PySide6.QtGui import QAccessible, QColor, QPixmap
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractItemView

from cbir.base.types import Metadata, TextLine
from cbir.service import Cancel, PictureRequest, ThumbnailRequest, WordPlacesRequest
from cbir_app.base.theme import MARK
from cbir_app.engine import Thumbnails, WordPlaces
from cbir_app.engine.thumbnails import SMALL_PX
from cbir_app.results.result_delegate import ResultDelegate
from cbir_app.results.result_model import HIT_ROLE, ResultModel
from cbir_app.results.result_sections import HEADER_PX, Section
from cbir_app.results.result_view import ResultView
from tests.app.fake_engine import hit


def hits(count, verified=0):
    return tuple(hit(n, n <= verified, Path("/photos")) for n in range(1, count + 1))


@pytest.fixture
def model():
    return ResultModel()


@pytest.fixture
def thumbnails(engine):
    return Thumbnails(engine)


@pytest.fixture
def view(qtbot, thumbnails, theme, model):
    made = ResultView(thumbnails, theme)
    made.setModel(model)
    made.setItemDelegate(ResultDelegate(thumbnails, theme, made))
    qtbot.addWidget(made)
    made.resize(780, 700)
    made.show()
    return made


def fill(view, count, verified):
    model = view.model()
    assert isinstance(model, ResultModel)
    model.show(hits(count, verified))
    lots = (Section(0, verified), Section(verified, count - verified, f"Less likely ({count - verified})"))
    view.set_sections(lots, [1.2] * count)


def marked_points(view, model):
    """The places in the second tile with the colour of marks; the pointer may be on the first."""
    picture = view.viewport().grab().toImage()
    tile = view.visualRect(model.index(1, 0))
    return [
        QPoint(x, y)
        for x in range(tile.left(), tile.right())
        for y in range(tile.top(), tile.bottom())
        if picture.pixelColor(x, y) == QColor(MARK)
    ]


def test_typed_words_are_outlined_where_they_are_written(qtbot, view, model, engine, fake):
    with qtbot.waitSignal(engine.ready):
        engine.start()
    places, delegate = WordPlaces(engine), view.itemDelegate()
    assert isinstance(delegate, ResultDelegate)
    delegate.word_places = places.of
    places.changed.connect(view.viewport().update)
    width, height = hits(1)[0].size
    left, right, top, bottom = 0.5 * width, 0.9 * width, 0.2 * height, 0.4 * height
    corners = ((left, top), (right, top), (right, bottom), (left, bottom))
    fake.script.written = (TextLine(text="nine", quad=corners, confidence=0.9),)
    model.show(hits(2))
    view.set_sections((Section(0, 2),), [1.2] * 2)
    assert not marked_points(view, model), "nothing was typed"
    places.look_for(("nine",))
    qtbot.waitUntil(lambda: bool(marked_points(view, model)))
    points, tile = marked_points(view, model), view.visualRect(model.index(1, 0))
    across = [(point.x() - tile.left()) / tile.width() for point in points]
    down = [(point.y() - tile.top()) / tile.height() for point in points]
    found = (min(across), max(across), min(down), max(down))
    assert found == pytest.approx((0.5, 0.9, 0.2, 0.4), abs=0.02)
    (asked,) = [request for request in fake.seen if isinstance(request, WordPlacesRequest)]
    assert (set(asked.photos), asked.texts) == ({one.photo for one in hits(2)}, ("nine",))
    places.look_for(())
    assert not marked_points(view, model)


def test_a_tile_shows_which_part_the_words_fit(view, model):
    """The border of the part is painted, dashed, at its place on the tile, and said to a screen reader."""

    def marked():
        return marked_points(view, model)

    plain = hits(1)[0]
    width, height = plain.size
    part = (0.6 * width, 0.0, 0.4 * width, 0.4 * height)
    with_part = replace(plain, part=part)
    for shown, drawn in (
        (replace(plain, kind="looks similar"), False),
        (replace(with_part, kind="looks similar"), True),
    ):
        model.show((plain, shown))
        view.set_sections((Section(0, 2),), [1.2] * 2)
        places = marked()
        assert bool(places) == drawn
        spoken = model.index(1, 0).data(Qt.ItemDataRole.AccessibleTextRole)
        assert ("A part of it fits better" in spoken) == drawn
    model.show((plain, with_part))
    view.selectionModel().clear()
    assert not marked(), "of what is less likely only where it is pointed at or selected"
    view.setCurrentIndex(model.index(1, 0))
    places = marked()
    tile = view.visualRect(model.index(1, 0))
    assert min(point.x() for point in places) > tile.left() + 0.55 * tile.width()
    assert max(point.y() for point in places) < tile.top() + 0.45 * tile.height()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize(("strength", "filled"), [(0.95, 3), (0.6, 2), (0.1, 1)])
def test_a_tile_shows_the_strength_of_its_evidence_as_dots(view, model, theme, scheme, strength, filled):
    theme.set_scheme(scheme)
    plain = hits(1)[0]
    copied = replace(plain, kind="same picture", strength=strength)
    model.show((plain, copied))
    view.set_sections((Section(0, 2),), [1.2] * 2)
    points, tile = marked_points(view, model), view.visualRect(model.index(1, 0))
    columns = sorted({point.x() for point in points})
    dots = 1 + sum(after - before > 1 for before, after in pairwise(columns))
    assert dots == filled and max(point.y() for point in points) < tile.top() + 30
    assert min(columns) > tile.right() - 50
    model.show((plain, plain))
    assert not marked_points(view, model), "of what is less likely nothing is said"


def test_dots_fit_on_the_narrowest_tile(view, model):
    model.show((hits(1)[0], replace(hits(1)[0], kind="possibly", strength=0.95)))
    view.set_sections((Section(0, 2),), [1.2, 0.1])
    tile = view.visualRect(model.index(1, 0))
    assert all(tile.contains(point) for point in marked_points(view, model))


def test_a_tile_outlines_the_part_that_is_shared_and_not_the_whole_picture(view, model):
    whole = hit(1, True, Path("/photos"))
    (proof,) = whole.evidence
    corner = np.array([[600, 400], [700, 400], [700, 500], [600, 500], [650, 450]], np.float32)
    part = replace(whole, kind="shares a part", evidence=(replace(proof, proof="part", photo_xy=corner),))

    def outlined(shown):
        model.show((whole, shown))
        view.set_sections((Section(0, 2),), [1.5] * 2)
        tile = view.visualRect(model.index(1, 0))
        points = [point for point in marked_points(view, model) if point.y() > tile.top() + 30]
        across = [(point.x() - tile.left()) / tile.width() for point in points]
        down = [(point.y() - tile.top()) / tile.height() for point in points]
        return min(across), max(across), min(down), max(down)

    assert outlined(part) == pytest.approx((600 / 900, 700 / 900, 400 / 600, 500 / 600), abs=0.04)
    assert outlined(whole)[0] == pytest.approx(50 / 900, abs=0.02)


def test_every_rated_tile_shows_its_stars(view, model, thumbnails, theme):
    """While a hundred photos are culled, the stars of those before stay in sight."""
    ratings = {1: 4, 2: 1, 3: 0}
    delegate = ResultDelegate(
        thumbnails, theme, view, lambda one: Metadata(rating=ratings.get(int(one.photo)))
    )
    view.setItemDelegate(delegate)
    model.show(hits(5))
    view.set_sections((Section(0, 5),), [1.2] * 4 + [0.2])
    picture = view.viewport().grab().toImage()

    def white(row):
        tile = view.visualRect(model.index(row, 0))
        corner = QRect(tile.left(), tile.bottom() - 30, tile.width(), 30)
        return [
            x
            for x in range(corner.left(), corner.right())
            if any(picture.pixelColor(x, y) == QColor("white") for y in range(corner.top(), corner.bottom()))
        ]

    four, one = white(0), white(1)
    assert len(four) > 3 * len(one) > 0
    assert min(four) > view.visualRect(model.index(0, 0)).center().x(), "at the right"
    assert not white(2) and not white(3), "neither for no star nor for what is not known"


def test_a_photo_in_two_files_shows_says_and_lists_the_other(view, model):
    plain = hits(2)
    items = (plain[0], replace(plain[1], beside="IMG_0002.DNG"))

    def corners():
        picture = view.viewport().grab().toImage()
        tiles = [view.visualRect(model.index(row, 0)) for row in range(2)]
        return [picture.copy(tile.left() + 4, tile.top() + 4, 60, 24) for tile in tiles]

    model.show(plain)
    view.set_sections((Section(0, 2),), [1.2] * 2)
    before = corners()
    model.show(items)
    after = corners()
    assert before[0] == after[0] and before[1] != after[1]
    assert model.index(1, 0).data() == "IMG_0002.jpg + IMG_0002.DNG"
    spoken = model.index(1, 0).data(Qt.ItemDataRole.AccessibleTextRole)
    assert "One item with IMG_0002.DNG." in spoken
    assert "IMG_0002.DNG" in model.index(1, 0).data(Qt.ItemDataRole.ToolTipRole)
    assert "One item" not in model.index(0, 0).data(Qt.ItemDataRole.AccessibleTextRole)


def test_a_mark_is_painted_at_once(qtbot, view, model):
    """Nobody moves the pointer between two keys, so nothing else would paint the tile again."""
    model.show(hits(5))
    view.set_sections((Section(0, 5),), [1.2] * 5)
    view.show()
    qtbot.waitExposed(view)
    QTest.qWait(100)
    painted = []

    class Painting(QObject):
        def eventFilter(self, watched, event):
            if event.type() == QEvent.Type.Paint:
                painted.append(watched)
            return False

    filter_ = Painting()
    view.viewport().installEventFilter(filter_)
    model.refresh()
    qtbot.waitUntil(lambda: bool(painted), timeout=2000)


@pytest.mark.parametrize("count", [0, 1, 2, 300])
def test_the_model_is_a_correct_one(qtmodeltester, model, count):
    model.show(hits(count, 1))
    qtmodeltester.check(model)
    model.show(hits(3))
    qtmodeltester.check(model)


def test_the_model_shows_the_tuple_in_its_order(model):
    shown = hits(3, 1)
    model.show(shown)
    assert [model.index(row, 0).data(HIT_ROLE) for row in range(3)] == list(shown)
    assert model.index(0, 0).data() == "IMG_0001.jpg"
    spoken = model.index(0, 0).data(Qt.ItemDataRole.AccessibleTextRole)
    assert spoken == "IMG_0001.jpg. The same thing: 59 points agree. Very likely right."


@pytest.mark.parametrize(
    ("rating", "said"), [(4, " 4 stars."), (1, " 1 star."), (-1, " Rejected."), (0, ""), (None, "")]
)
def test_a_screen_reader_says_the_stars_of_a_tile(rating, said):
    model = ResultModel(marks=lambda _hit: Metadata(rating=rating))
    model.show(hits(3, 1))
    spoken = model.index(0, 0).data(Qt.ItemDataRole.AccessibleTextRole)
    assert spoken == f"IMG_0001.jpg. The same thing: 59 points agree. Very likely right.{said}"


def test_what_is_less_likely_stands_below_a_title(view):
    fill(view, 12, 6)
    last_verified, first_unsure = view.laid.cell(5), view.laid.cell(6)
    assert first_unsure.top() >= last_verified.bottom() + HEADER_PX
    assert first_unsure.left() == view.laid.cell(0).left()


@pytest.mark.parametrize(("count", "verified"), [(0, 0), (1, 0), (1, 1), (9, 0), (9, 9), (23, 6)])
def test_every_cell_is_found_again_at_its_place(view, count, verified):
    fill(view, count, verified)
    cells = [view.laid.cell(row) for row in range(count)]
    for row, cell in enumerate(cells):
        view.scrollTo(view.model().index(row, 0))
        rect = view.visualRect(view.model().index(row, 0))
        assert view.viewport().rect().contains(rect)
        assert view.indexAt(rect.center()).row() == row
        assert not any(cell.intersects(other) for other in cells[:row])
    assert not view.indexAt(QPoint(2, 2)).isValid()


def test_arrows_go_to_the_photo_nearest_above_and_below(view):
    fill(view, 16, 6)  # lines of rows: 0-3, 4-5 | 6-9, 10-13, 14-15
    move = view.laid.next_line
    assert [move(1, 1), move(5, 1), move(4, 1), move(7, -1), move(9, -1)] == [5, 7, 6, 5, 5]
    assert [move(0, -1), move(3, 1), move(13, 1), move(15, 1)] == [0, 5, 15, 15]


def test_the_keyboard_walks_opens_and_previews(qtbot, view):
    fill(view, 16, 6)
    view.setCurrentIndex(view.model().index(0, 0))
    for key, row in (
        (Qt.Key.Key_Right, 1),
        (Qt.Key.Key_Down, 5),
        (Qt.Key.Key_Down, 7),
        (Qt.Key.Key_Left, 6),
        (Qt.Key.Key_End, 15),
        (Qt.Key.Key_Right, 15),
        (Qt.Key.Key_Home, 0),
        (Qt.Key.Key_Left, 0),
        (Qt.Key.Key_PageDown, 10),
        (Qt.Key.Key_PageUp, 0),
    ):
        QTest.keyClick(view, key)
        assert view.currentIndex().row() == row, key
    with qtbot.waitSignal(view.opened):
        QTest.keyClick(view, Qt.Key.Key_Return)
    with qtbot.waitSignal(view.previewed):
        QTest.keyClick(view, Qt.Key.Key_Space)


def test_a_click_selects_and_a_double_click_opens(qtbot, view):
    fill(view, 5, 2)
    place = view.visualRect(view.model().index(3, 0)).center()
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert view.currentIndex().row() == 3
    with qtbot.waitSignal(view.opened) as opened:
        QTest.mouseDClick(view.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert opened.args is not None
    assert opened.args[0].row() == 3


def test_of_a_hundred_thousand_rows_only_those_in_view_are_asked_for(view, model):
    one = hit(1, False, Path("/photos"))
    many = (one,) * 100_000
    model.show(many)
    view.set_sections((Section(0, 100_000),), [1.5] * 100_000)
    asked = []
    cell = view.laid.cell

    def counted(row):
        asked.append(row)
        return cell(row)

    view.laid.cell = counted
    view.scrollTo(model.index(99_999, 0), QAbstractItemView.ScrollHint.PositionAtCenter)
    view.viewport().grab()
    assert 0 < len(asked) < 500
    assert max(asked) == 99_999


def test_the_grid_speaks_to_a_screen_reader(view):
    fill(view, 5, 2)
    interface = QAccessible.queryAccessibleInterface(view)
    assert interface.role() in (QAccessible.Role.List, QAccessible.Role.Table)
    assert interface.text(QAccessible.Text.Name) == "Search results"
    assert interface.childCount() == 5
    assert interface.child(0).text(QAccessible.Text.Name).startswith("IMG_0001.jpg. The same thing")


def test_visible_thumbnails_come_and_are_kept(qtbot, view, engine, fake, thumbnails):
    engine.start()
    fill(view, 400, 6)
    shown = hits(400, 6)
    qtbot.waitUntil(lambda: thumbnails.get(shown[0]) is not None)
    qtbot.waitUntil(lambda: not thumbnails.tickets)
    asked = [request.photo for request in fake.seen if isinstance(request, ThumbnailRequest)]
    assert asked[:4] == [1, 2, 3, 4]
    assert len(asked) < 60


def test_what_scrolled_away_is_given_up(qtbot, engine, fake):
    thumbnails = Thumbnails(engine, in_flight=3)
    far = hits(100)
    thumbnails.show(far[:20])
    assert len(thumbnails.tickets) == 3
    thumbnails.show(far[80:90])
    engine.start()
    qtbot.wait(10)
    thumbnails.show(far[80:90])
    qtbot.waitUntil(lambda: all(thumbnails.get(one) is not None for one in far[80:90]))
    assert all(thumbnails.get(one) is None for one in far[:20])


def test_requests_in_flight_are_cancelled_when_their_rows_leave(qtbot, engine, fake):
    thumbnails = Thumbnails(engine, in_flight=3)
    with qtbot.waitSignal(engine.ready):
        engine.start()
    far = hits(100)
    thumbnails.show(far[:20])
    thumbnails.show(far[50:52])
    qtbot.waitUntil(lambda: thumbnails.get(far[51]) is not None)
    assert sum(isinstance(request, Cancel) for request in fake.seen) == 3


def test_memory_is_bounded_and_the_oldest_leave_first(qtbot, engine):
    one = 256 * 171 * 4
    thumbnails = Thumbnails(engine, limit_bytes=5 * one)
    engine.start()
    shown = hits(12)
    for row in shown:
        thumbnails.show([row])
        qtbot.waitUntil(lambda row=row: thumbnails.get(row) is not None)
    assert [thumbnails.get(row) is not None for row in shown] == [False] * 7 + [True] * 5


def test_what_is_on_screen_stays_though_it_is_more_than_the_limit_holds(qtbot, engine):
    one = 256 * 171 * 4
    thumbnails = Thumbnails(engine, limit_bytes=5 * one)
    engine.start()
    shown = hits(12)
    thumbnails.show(shown[:9])
    qtbot.waitUntil(lambda: all(thumbnails.get(row) is not None for row in shown[:9]))
    thumbnails.show(shown[9:])
    qtbot.waitUntil(lambda: all(thumbnails.get(row) is not None for row in shown[9:]))
    assert sum(thumbnails.get(row) is not None for row in shown) == 5


def test_an_edited_photo_gets_a_new_thumbnail(qtbot, engine):
    thumbnails = Thumbnails(engine)
    engine.start()
    old = hits(1)[0]
    thumbnails.show([old])
    qtbot.waitUntil(lambda: isinstance(thumbnails.get(old), QPixmap))
    assert thumbnails.get(replace(old, fingerprint="edited")) is None


def test_a_large_tile_gets_a_larger_picture_once_the_small_ones_are_there(qtbot, engine, fake):
    thumbnails = Thumbnails(engine)
    engine.start()
    shown = hits(6)
    thumbnails.show(shown, [shown[1], replace(shown[2], offline=True)])
    box = QSize(600, 400)
    qtbot.waitUntil(lambda: bool(thumbnails.large))
    kinds = [type(request).__name__ for request in fake.seen]
    assert kinds.index("PictureRequest") > kinds.index("ThumbnailRequest")
    assert [request.photo for request in fake.seen if isinstance(request, PictureRequest)] == [2]
    assert list(thumbnails.large) == [(2, "f2")]
    large = thumbnails.covering(shown[1], box, 1.0)
    assert large is not None
    assert large.width() > SMALL_PX
    small = thumbnails.covering(shown[1], QSize(60, 40), 1.0)
    assert small is not None
    assert small.width() < 120, "scaled beforehand, or the painter would miss pixels"
    thumbnails.show(shown, [shown[1]])
    qtbot.wait(20)
    assert sum(isinstance(request, PictureRequest) for request in fake.seen) == 1, "it is kept"
