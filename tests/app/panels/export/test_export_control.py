"""Export of photos that are there, one at a time, from this computer or another, and its messages."""

import errno
import os
import zipfile
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtGui import QGuiApplication, QImage
from PySide6.QtWidgets import QFileDialog

from cbir.service import CopyAnswer, CopyRequest, Failure, OriginalAnswer, OriginalRequest
from cbir_app.base import desktop
from cbir_app.control import ExportControl
from cbir_app.control.export import FORMAT, QUALITY_OF, SIDE, pasteable
from cbir_app.panels.export import Export, Recipe
from cbir_app.panels.export.dialog import TARGETS, ExportDialog
from cbir_app.panels.export.export import FORMATS, SIZES
from tests.app.by_hand import Chosen, library_of
from tests.app.fake_engine import hit
from tests.app.handling import button


@pytest.fixture
def photos(tmp_path):
    (tmp_path / "Holidays").mkdir()
    made = tuple(hit(n, False, tmp_path) for n in range(1, 6))
    for one in made:
        one.path.write_bytes(b"photo %d" % one.photo)
    return made


@pytest.fixture
def chosen(photos):
    return Chosen(photos[:2])


@pytest.fixture
def control(under, hand, chosen, preferences, notice):
    return ExportControl(under, hand, chosen.control, preferences, notice)


@pytest.fixture
def target(tmp_path):
    made = tmp_path / "out"
    made.mkdir()
    return made


def elsewhere(control, *, originals=True):
    """Let the library be on another computer."""
    control.originals.note(replace(library_of(), service="https://nas:8080", originals=originals))


def chosen_recipe(under, control):
    control.choose()
    return next(widget for widget in under.findChildren(ExportDialog) if widget.isVisible())


def place_asked(under, recipe, control):
    dialog = chosen_recipe(under, control)
    dialog.formats.setCurrentIndex(list(FORMATS).index(recipe.format))
    dialog.sizes.setCurrentIndex(SIZES.index(recipe.side_px))
    dialog.names.setText(recipe.pattern)
    dialog.targets.setCurrentIndex(list(TARGETS).index(recipe.target))
    dialog.start.click()
    return next(widget for widget in under.findChildren(QFileDialog) if widget.isVisible())


def export(qtbot, control, hits, recipe, place):
    with qtbot.waitSignal(control.ended):
        control.export(hits, recipe, place)


def test_what_is_not_there_is_left_out_and_counted(
    qtbot,
    under,
    control,
    chosen,
    photos,
    target,
    notice,
):
    chosen.hits = (photos[0], replace(photos[1], offline=True))
    asked = place_asked(under, Recipe(), control)
    with qtbot.waitSignal(control.ended):
        asked.fileSelected.emit(str(target))
    asked.close()
    assert [path.name for path in target.iterdir()] == ["IMG_0001.jpg"]
    assert notice.text.text() == "1 photo copied to “out”. 1 photo not copied: the drive is not connected."
    assert notice.property("tone") == "warning"


def test_where_nothing_is_there_nothing_is_asked(under, control, chosen, photos):
    chosen.hits = (replace(photos[0], offline=True),)
    control.choose()
    assert under.findChild(ExportDialog) is None


def test_what_was_chosen_last_is_chosen_again_as_far_as_it_is_still_known(under, control, preferences):
    first = chosen_recipe(under, control)
    assert first.names.text() == "{name}"
    first.close()
    recipe = Recipe(format="png", side_px=1200, pattern="{number}")
    place_asked(under, recipe, control).close()
    again = chosen_recipe(under, control)
    assert again.recipe == recipe
    again.close()
    preferences.set_text(FORMAT, "tiff")
    preferences.set_number(SIDE, 1234)
    preferences.set_number(QUALITY_OF, 101)
    assert control.last == Recipe(side_px=1234, pattern="{number}")
    preferences.set_number(SIDE, 7)
    assert control.last == Recipe(pattern="{number}"), "no size"


def test_a_zip_file_is_named_and_a_folder_chosen(under, control, monkeypatch):
    begun = []
    monkeypatch.setattr(desktop, "among_pictures", begun.append)
    packed = place_asked(under, Recipe(target="zip"), control)
    assert packed.acceptMode() is QFileDialog.AcceptMode.AcceptSave
    assert packed.defaultSuffix() == "zip"
    assert [Path(name).name for name in packed.selectedFiles()] == ["photos.zip"]
    packed.close()
    folder = place_asked(under, Recipe(), control)
    assert folder.fileMode() is QFileDialog.FileMode.Directory
    assert folder.testOption(QFileDialog.Option.ShowDirsOnly)
    assert begun == [packed, folder]
    folder.close()


def test_troubles_are_named_up_to_three_and_counted_beyond(
    qtbot,
    control,
    photos,
    target,
    notice,
    monkeypatch,
):
    for photo in photos[1:4]:
        photo.path.unlink()
    export(qtbot, control, photos[:4], Recipe(), target)
    assert notice.text.text().count(os.strerror(errno.ENOENT)) == 3
    assert "other" not in notice.text.text()
    photos[4].path.unlink()
    export(qtbot, control, photos, Recipe(target="zip"), target / "photos.zip")
    assert notice.text.text().count(os.strerror(errno.ENOENT)) == 3
    assert notice.text.text().endswith("And 1 other.")
    opened = []
    monkeypatch.setattr(desktop, "open_folder", opened.append)
    assert not notice.action.isHidden()
    notice.action.click()
    assert opened == [target], "where the file is"


def test_photos_that_are_being_copied_are_counted_until_they_are_done(qtbot, control, photos, target, notice):
    told = []
    control.progressed.connect(lambda *step: told.append(step))
    export(qtbot, control, photos[:2], Recipe(), target)
    assert told == [("Copying photos…", 0, 2), ("Copying photos…", 1, 2)]
    assert notice.property("tone") == "info"
    qtbot.waitUntil(lambda: not control.findChildren(Export))
    export(qtbot, control, photos[:1], Recipe(), target)
    assert (target / "IMG_0001 (2).jpg").exists()


def test_one_export_waits_for_the_one_before(
    qtbot,
    under,
    control,
    hand,
    photos,
    target,
    notice,
):
    control.export(photos[:1], Recipe(format="png"), target)
    qtbot.waitUntil(lambda: bool(hand.asked(CopyRequest)))
    control.export(photos[1:2], Recipe(), target)
    assert notice.text.text() == "Wait until the previous photos are copied."
    chosen_recipe(under, control).start.click()
    assert under.findChildren(QFileDialog) == []
    with qtbot.waitSignal(control.ended):
        hand.answer(CopyRequest, Failure(message="It is not there any more."))
    assert list(target.iterdir()) == []
    assert notice.text.text() == "0 photos copied to “out”. IMG_0001.jpg: It is not there any more."


def test_a_window_that_closes_waits_for_no_picture(
    qtbot,
    control,
    hand,
    photos,
    target,
    notice,
):
    control.export(photos[:3], Recipe(format="png"), target)
    qtbot.waitUntil(lambda: bool(hand.asked(CopyRequest)))
    export = control.running
    assert export is not None
    control.close()
    assert export.isFinished()
    qtbot.waitUntil(lambda: control.running is None)
    assert notice.text.text().endswith("Stopped: 2 were not copied.")
    assert list(target.iterdir()) == []


def test_copies_that_were_pasteable_make_room_for_the_next(qtbot, control, photos, notice):
    places = []
    for photo in photos[:2]:
        with qtbot.waitSignal(control.ended):
            control.to_clipboard((photo,), 1, Recipe(target="clipboard", pattern="{number}"))
        (url,) = QGuiApplication.clipboard().mimeData().urls()
        places.append(Path(url.toLocalFile()))
    assert [place.name for place in places] == ["1.jpg", "1.jpg"]
    assert [place.is_file() for place in places] == [False, True]
    assert notice.text.text().endswith("1 photo not copied: the drive is not connected.")
    assert notice.action.isHidden(), "nobody looks for that folder"
    control.close()


def test_files_as_they_are_are_pasted_without_a_copy(control, photos, notice):
    control.to_clipboard(photos[:2], 0, Recipe(target="clipboard"))
    urls = QGuiApplication.clipboard().mimeData().urls()
    assert [Path(url.toLocalFile()) for url in urls] == [photo.path for photo in photos[:2]]
    assert notice.text.text() == "2 photos copied to the clipboard."


def test_from_another_computer_files_are_fetched_and_names_begin_within_the_library(
    qtbot, control, hand, chosen, tmp_path, notice
):
    far = Path("/nas:8080/Photos/2019/boat.jpg")
    chosen.hits = (replace(hit(1, False, tmp_path), path=far),)
    control.copy_paths()
    assert QGuiApplication.clipboard().text() == str(far)
    elsewhere(control)
    control.copy_paths()
    assert QGuiApplication.clipboard().text() == "Photos/2019/boat.jpg"
    fetched = tmp_path / "fetched.jpg"
    fetched.write_bytes(b"photo")
    with qtbot.waitSignal(control.ended):
        control.copy_files()
        qtbot.waitUntil(lambda: bool(hand.asked(OriginalRequest)))
        hand.answer(OriginalRequest, OriginalAnswer(path=fetched))
    assert notice.text.text() == "1 photo copied to the clipboard."
    (url,) = QGuiApplication.clipboard().mimeData().urls()
    assert (Path(url.toLocalFile()).name, Path(url.toLocalFile()).read_bytes()) == ("boat.jpg", b"photo")
    assert not fetched.exists(), "it was fetched for this alone"
    control.close()


def test_two_copies_are_no_picture_for_the_clipboard():
    image = QImage(2, 2, QImage.Format.Format_RGB32)
    assert pasteable((Path("/a.png"),), image).hasImage()
    assert not pasteable((Path("/a.png"), Path("/b.png")), image).hasImage()


def test_the_top_of_a_drive_has_a_name_too(qtbot, control, notice):
    export(qtbot, control, (), Recipe(), Path("/"))
    assert notice.text.text() == "0 photos copied to “/”."


def test_why_no_files_are_dragged_from_another_computer_is_said(control, chosen, notice):
    elsewhere(control, originals=False)
    control.originals.mime(chosen.hits)
    assert notice.text.text().startswith("Drop it on the search bar.")
    assert notice.property("tone") == "warning"


def test_the_dialog_says_what_becomes_of_the_first_photo(qtbot, photos):
    made = []
    many = photos * 3
    dialog = ExportDialog(many, Recipe(side_px=999, target="clipboard"), made.append)
    qtbot.addWidget(dialog)
    assert (dialog.sizes.currentIndex(), dialog.targets.currentIndex()) == (0, 2)
    dialog.names.setText("{number}")
    assert dialog.example.text() == "Example: 01.jpg", "as many digits as the last one has"
    dialog.names.setText("  ")
    dialog.formats.setCurrentIndex(1)
    assert (
        dialog.example.text()
        == "Example: IMG_0001.jpg · Copies keep date, texts, keywords and marks. Their colors are sRGB."
    )
    dialog.sizes.setCurrentIndex(6)
    assert dialog.recipe == Recipe(format="jpg", side_px=800, target="clipboard")
    dialog.formats.setCurrentIndex(0)
    assert dialog.recipe == Recipe(target="clipboard")
    assert dialog.start.isDefault()
    dialog.show()
    dialog.names.setText("n" * 300)
    assert len(dialog.recipe.pattern) == 200, "no system takes a longer name"
    button(dialog, "Cancel").click()
    assert made == [] and not dialog.isVisible()
    dialog.show()
    dialog.start.click()
    assert len(made) == 1 and not dialog.isVisible()


def test_names_are_left_out_and_faces_blurred_in_copies_alone(qtbot, photos):
    dialog = ExportDialog(photos, Recipe(), list, faces=True)
    qtbot.addWidget(dialog)
    dialog.people.setChecked(False)
    dialog.blur.setChecked(True)
    assert dialog.recipe == Recipe(format="jpg", people=False, blur_faces=True), "a file as it is cannot"
    dialog.formats.setCurrentIndex(0)
    assert dialog.recipe == Recipe()
    plain = ExportDialog(photos, Recipe(format="jpg", blur_faces=True), list)
    qtbot.addWidget(plain)
    assert plain.blur.isHidden() and not plain.recipe.blur_faces, "no face is known"


def test_blurred_copies_are_asked_for_and_no_sharp_picture_is_pasted(qtbot, control, photos, hand):
    recipe = Recipe(format="jpg", people=False, blur_faces=True, target="clipboard")
    control.to_clipboard(photos[:1], 0, recipe)
    qtbot.waitUntil(lambda: bool(hand.asked(CopyRequest)))
    request = hand.asked(CopyRequest)[-1]
    assert (request.recipe.people, request.recipe.blur_faces) == (False, True)
    hand.answer(CopyRequest, CopyAnswer(content=b"copy"))
    qtbot.waitUntil(lambda: control.running is None)
    assert not QGuiApplication.clipboard().mimeData().hasImage()
    control.close()


def test_a_copy_keeps_the_dates_of_its_photo_and_half_of_one_is_none(qtbot, control, photos, target):
    os.utime(photos[0].path, (1_000_000_000, 1_000_000_000))
    export(qtbot, control, photos[:1], Recipe(), target)
    assert (target / "IMG_0001.jpg").stat().st_mtime == 1_000_000_000
    packed = target / "photos.zip"
    export(qtbot, control, photos[:1], Recipe(target="zip"), packed)
    with zipfile.ZipFile(packed) as file:
        assert file.infolist()[0].date_time[0] == 2001


def test_of_nothing_no_zip_file_is_made(qtbot, control, photos, target, notice):
    photos[0].path.unlink()
    export(qtbot, control, photos[:1], Recipe(target="zip"), target / "photos.zip")
    assert list(target.iterdir()) == []
    export(qtbot, control, photos[1:2], Recipe(target="zip"), target / "gone" / "photos.zip")
    assert notice.text.text() == f"0 photos copied to “photos.zip”. photos.zip: {os.strerror(errno.ENOENT)}."


def test_no_copy_goes_into_a_folder_of_the_library(qtbot, under, control, photos, target, notice):
    inside = target / "2019"
    inside.mkdir()
    control.roots = lambda: (target,)
    for recipe, place in ((Recipe(), inside), (Recipe(target="zip"), inside / "a.zip")):
        control.export(photos[:1], recipe, place)
        assert control.running is None
        assert notice.text.text() == (
            f"“{inside}” is in the library, which would add the copies too. Choose another folder."
        )
    assert list(inside.iterdir()) == []
    beside = target.with_name("out of it")
    beside.mkdir()
    export(qtbot, control, photos[:1], Recipe(), beside)
    assert [path.name for path in beside.iterdir()] == ["IMG_0001.jpg"]


def test_size_quality_and_position_can_always_be_changed(under, control):
    dialog = chosen_recipe(under, control)
    assert dialog.recipe.format == ""
    dialog.sizes.setEditText("1234")
    assert dialog.recipe == Recipe(format="jpg", side_px=1234), "files that stay as they are keep their size"
    dialog.sizes.setEditText("7 px")
    assert not dialog.start.isEnabled()
    assert dialog.example.text() == "The longer side is 16 to 30,000 pixels."
    dialog.sizes.setEditText("1,600 px")
    dialog.quality.setValue(80)
    dialog.positions.setChecked(False)
    assert dialog.recipe == Recipe(format="jpg", side_px=1600, quality=80, positions=False)
    dialog.formats.setCurrentIndex(0)
    assert (dialog.recipe.side_px, dialog.positions.isChecked()) == (0, True)
    dialog.positions.setChecked(False)
    assert dialog.recipe.format == "jpg"
    dialog.close()
