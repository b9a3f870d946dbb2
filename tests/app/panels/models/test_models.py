"""Models in the window: offered once, installed with progress, imported, used, removed; nothing unasked."""

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtWidgets import QFileDialog, QLabel, QMessageBox

from cbir.base.messages import Message
from cbir.base.types import NOT_UNDERSTOOD, InstallProgress, PhotoId, SearchResult, Term, Timings
from cbir.service import (
    DiscardDownloadRequest,
    ImportModelRequest,
    IndexRequest,
    InstallModelRequest,
    RemoveModelRequest,
    UseModelRequest,
)
from cbir_app.control.models import DISMISSED, wants_semantic_search
from cbir_app.panels.models import ArchitectureDialog, ModelsPage
from cbir_app.panels.models.model_words import about_offer, figures, how_far, rating, spoken_offer
from cbir_app.sessions import Part, Query
from cbir_app.sessions.model_session import Pace
from cbir_app.shell.settings import SettingsDialog
from tests.app.fake_collection import COST, LARGE, RESEARCH, SMALL, installed
from tests.app.fake_engine import hit
from tests.app.handling import button, search_requests

NOTHING = SearchResult(hits=(), took_ms=Timings(), searched=10)
SOMETHING = replace(NOTHING, hits=(hit(1, False, Path("/photos")),))


def settled(qtbot, window):
    qtbot.waitUntil(lambda: not window.search.busy)


def asked(fake, kind):
    return [request for request in fake.seen if isinstance(request, kind)]


@pytest.fixture
def asking(qtbot, window):
    """A window whose engine has said that it has no model."""
    qtbot.waitUntil(lambda: window.model_session.answered)
    return window


@pytest.fixture
def offered(qtbot, asking):
    """A window that offers a model, because somebody typed a sentence."""
    asking.search.type("a red boat")
    settled(qtbot, asking)
    assert asking.model_bar.isVisible()
    return asking


@pytest.mark.parametrize(
    ("text", "result", "wanted"),
    [
        ("boat", SOMETHING, False),
        ("boat", NOTHING, True),
        ("a red boat", SOMETHING, True),
        ("rating:3 camera:fuji", NOTHING, False),
        ("", NOTHING, False),
    ],
)
def test_several_words_or_one_in_vain_ask_for_what_photos_show(text, result, wanted):
    assert wants_semantic_search(Query(draft=text), result) is wanted


def test_what_is_left_out_or_a_picture_asks_for_no_model():
    parts = (Part(Term(text="two boats", sign=-1), "two boats"), Part(Term(photo=PhotoId(1)), "one.jpg"))
    assert not wants_semantic_search(Query(parts=parts), NOTHING)


def test_a_sentence_is_offered_a_model_with_its_price(offered, fake):
    text = offered.model_bar.text.text()
    assert text.endswith(
        "install ViT-B-32 (LAION-2B): 605 MB to download · 604 MB on the disk · about 2 min at 50 Mbit/s · English"
        " · licence: MIT. It runs on this computer, and your photos stay here."
    )
    assert asked(fake, InstallModelRequest) == []


def test_no_offer_comes_twice(qtbot, offered):
    offered.model_bar.close_button.click()
    assert offered.preferences.flag(DISMISSED, False)
    offered.search.type("another red boat")
    settled(qtbot, offered)
    assert not offered.model_bar.isVisible()


def test_an_offer_waits_while_nothing_is_typed(qtbot, offered):
    offered.search.clear()
    assert not offered.model_bar.isVisible()
    offered.search.type("a blue boat")
    settled(qtbot, offered)
    assert offered.model_bar.isVisible()


def test_beside_the_built_in_model_a_larger_one_is_offered_where_nothing_fits_well(qtbot, make_window, fake):
    fake.collection.installed = (replace(installed(SMALL), name="built-in", built_in=True),)
    fake.collection.current = "built-in"
    window = make_window()
    qtbot.waitUntil(lambda: window.model_session.answered)
    for text, is_strong in (("a red boat", True), ("a red boat at dusk", False)):
        window.search.type(text)
        settled(qtbot, window)
        window.search.finished.emit(
            replace(
                NOTHING,
                hits=(
                    replace(
                        hit(1, False, Path("/photos")), kind="looks similar" if is_strong else "less likely"
                    ),
                ),
            )
        )
        assert window.model_bar.offering is not is_strong
    assert "than the built-in one" in window.model_bar.text.text()
    window.model_bar.close_button.click()
    assert window.preferences.flag(DISMISSED, False)
    window.search.type("another red boat")
    settled(qtbot, window)
    assert not window.model_bar.isVisible()


def test_words_in_letters_that_no_english_model_knows_are_offered_one_that_does(qtbot, make_window, fake):
    fake.collection.installed = (replace(installed(SMALL), name="built-in", built_in=True),)
    fake.collection.current = "built-in"
    window = make_window()
    qtbot.waitUntil(lambda: window.model_session.answered)
    window.search.type("赤い ボート")
    settled(qtbot, window)
    note = Message(NOT_UNDERSTOOD.template, "赤い ボート", "built-in")
    window.search.finished.emit(replace(NOTHING, notes=(note,)))
    assert window.model_bar.isVisible() and "SigLIP 2" in window.model_bar.text.text()


def test_nobody_with_a_model_is_offered_one(qtbot, make_window, fake):
    fake.collection.installed, fake.collection.current = (installed(SMALL),), SMALL.name
    window = make_window()
    qtbot.waitUntil(lambda: window.model_session.answered)
    window.search.type("a red boat")
    settled(qtbot, window)
    assert not window.model_bar.isVisible()


def test_an_installation_shows_its_progress_and_reads_the_photos(qtbot, offered, fake):
    fake.script.hold_install = True
    searches = len(search_requests(fake))
    offered.model_bar.install.click()
    bar = offered.model_bar
    qtbot.waitUntil(lambda: "0 bytes of 105 MB" in bar.text.text())
    assert bar.text.text().startswith("Installing ViT-B-32 (LAION-2B).")
    assert bar.bar.isVisible()
    assert not bar.close_button.isVisible()
    fake.script.hold_install = False
    qtbot.waitUntil(lambda: bar.text.text().startswith("The model is installed"))
    assert not bar.cancel.isVisible() and not bar.bar.isVisible()
    assert [request.name for request in fake.seen if isinstance(request, InstallModelRequest)] == [SMALL.name]
    qtbot.waitUntil(lambda: len(asked(fake, IndexRequest)) == 1)
    qtbot.waitUntil(lambda: len(search_requests(fake)) > searches)
    qtbot.waitUntil(lambda: not offered.library.running)
    settled(qtbot, offered)


def test_an_installation_is_cancelled_and_can_begin_again(qtbot, offered, fake):
    fake.script.hold_install = True
    offered.model_bar.install.click()
    qtbot.waitUntil(lambda: offered.model_session.progress is not None)
    offered.model_bar.cancel.click()
    assert "Stopping" in offered.model_bar.text.text()
    qtbot.waitUntil(lambda: not offered.model_session.busy)
    qtbot.waitUntil(lambda: len(asked(fake, DiscardDownloadRequest)) == 1)
    qtbot.waitUntil(lambda: not offered.model_session.arrived)
    assert not offered.model_bar.isVisible()
    assert fake.collection.installed == ()
    offered.search.again()
    settled(qtbot, offered)
    assert offered.model_bar.install.isVisible()


def test_a_download_is_paused_and_goes_on(qtbot, offered, fake):
    fake.script.hold_install = True
    bar = offered.model_bar
    bar.install.click()
    qtbot.waitUntil(lambda: bar.pause.isVisible() and offered.model_session.progress is not None)
    bar.pause.click()
    paused = "ViT-B-32 (LAION-2B) is paused: 200 MB of 605 MB downloaded."
    qtbot.waitUntil(lambda: bar.isVisible() and bar.text.text() == paused)
    assert not asked(fake, DiscardDownloadRequest)
    fake.script.hold_install = False
    button(bar, "Resume").click()
    qtbot.waitUntil(lambda: offered.model_session.current == SMALL.name)
    qtbot.waitUntil(lambda: not offered.library.running)
    settled(qtbot, offered)


def test_after_a_restart_a_paused_download_is_offered_or_deleted(qtbot, make_window, fake):
    fake.collection.arrived = {SMALL.name: 300_000_000}
    window = make_window()
    qtbot.waitUntil(window.model_bar.isVisible)
    assert "300 MB of 605 MB downloaded" in window.model_bar.text.text()
    assert asked(fake, InstallModelRequest) == []
    button(window.model_bar, "Cancel").click()
    qtbot.waitUntil(lambda: not window.model_session.arrived)
    assert not window.model_bar.isVisible()


def test_the_first_run_offers_a_model_beside_the_folders(qtbot, make_window, fake, tmp_path):
    fake.script.photos = 0
    window = make_window()
    qtbot.waitUntil(lambda: window.model_session.answered and window.library.info is not None)
    qtbot.waitUntil(lambda: "larger model" in window.results.message.sentence)
    button(window.results.message, "Get a model (605 MB)…").click()
    assert window.model_bar.offering
    assert asked(fake, InstallModelRequest) == []
    window.model_bar.install.click()
    qtbot.waitUntil(lambda: "Add a folder, and type" in window.model_bar.text.text())
    window.library.add([tmp_path])
    qtbot.waitUntil(lambda: not window.model_bar.isVisible())
    qtbot.waitUntil(lambda: not window.library.running)


def test_a_download_that_fails_says_why_and_is_tried_again(qtbot, offered, fake):
    fake.script.install_failure = "The download broke off. Check the network and try again."
    offered.model_bar.install.click()
    qtbot.waitUntil(lambda: offered.model_bar.text.text() == fake.script.install_failure)
    fake.script.install_failure = ""
    button(offered.model_bar, "Try again").click()
    qtbot.waitUntil(lambda: offered.model_session.current == SMALL.name)
    qtbot.waitUntil(lambda: not offered.library.running)
    settled(qtbot, offered)


def page_of(window):
    window.model_bar.others.click()
    dialog = window.findChild(SettingsDialog)
    assert isinstance(dialog, SettingsDialog)
    page = dialog.findChild(ModelsPage)
    assert isinstance(page, ModelsPage)
    assert page.isVisible()
    return dialog, page


def test_the_settings_list_every_model_with_what_it_costs_and_allows(qtbot, offered, fake):
    dialog, page = page_of(offered)
    assert list(page.rows) == [SMALL.name, LARGE.name, RESEARCH.name]
    page.rows[LARGE.name].buttons["Install"].click()
    qtbot.waitUntil(lambda: offered.model_session.current == LARGE.name)
    qtbot.waitUntil(lambda: page.rows[LARGE.name].state.text() == "in use")
    page.rows[SMALL.name].buttons["Install"].click()
    qtbot.waitUntil(lambda: "Use" in page.rows[SMALL.name].buttons)
    page.rows[SMALL.name].buttons["Use"].click()
    qtbot.waitUntil(lambda: page.rows[SMALL.name].state.text() == "in use")
    assert len(asked(fake, UseModelRequest)) == 1
    dialog.close()
    qtbot.waitUntil(lambda: not offered.library.running)
    settled(qtbot, offered)


def test_the_built_in_model_says_what_it_knows_and_cannot_be_removed(offered):
    _, page = page_of(offered)
    models = offered.model_session
    models.installed = (replace(installed(SMALL), name="built-in", title="Small", built_in=True),)
    models.current = "built-in"
    models.changed.emit()
    row = page.rows["built-in"]
    assert not row.buttons and row.state.text() == "in use"
    assert any("common things and scenes" in label.text() for label in row.findChildren(QLabel))
    models.current = SMALL.name
    models.changed.emit()
    assert list(page.rows["built-in"].buttons) == ["Use"]


def test_keywords_are_learned_and_forgotten_on_the_page(qtbot, asking, fake):
    dialog, page = page_of(asking)
    assert "by name" in page.learned.text() and page.forget.isHidden()
    page.learn.click()
    qtbot.waitUntil(lambda: "3 photos" in page.failure.text())
    fake.collection.learnable = ("Bruno", "home")
    page.learn.click()
    qtbot.waitUntil(lambda: page.learned.text() == "Learned from your photos: Bruno, home.")
    assert not page.forget.isHidden()
    page.forget.click()
    qtbot.waitUntil(page.forget.isHidden)
    dialog.close()


def test_parts_of_photos_are_a_switch_that_says_its_cost_before(qtbot, asking, fake):
    dialog, page = page_of(asking)
    qtbot.waitUntil(page.parts.isEnabled)
    assert not page.parts.isChecked()
    assert page.parts_cost.text() == "8,412 photos to read again · about 90 min · 88 MB on the disk"
    runs = len(asked(fake, IndexRequest))
    page.parts.click()
    qtbot.waitUntil(lambda: fake.collection.keeps_parts)
    qtbot.waitUntil(lambda: len(asked(fake, IndexRequest)) == runs + 1)
    fake.collection.parts_cost = replace(COST, photos=0)
    asking.model_session.ask_parts()
    qtbot.waitUntil(lambda: "can be found" in page.parts_cost.text())
    page.parts.click()
    qtbot.waitUntil(lambda: not fake.collection.keeps_parts)
    qtbot.waitUntil(lambda: len(asked(fake, IndexRequest)) == runs + 2)
    fake.collection.parts_cost = None
    asking.model_session.ask_parts()
    qtbot.waitUntil(lambda: page.parts_cost.text() == "This needs a model.")
    assert not page.parts.isEnabled()
    dialog.close()


def test_a_research_licence_and_a_removal_are_asked_about(qtbot, offered, fake):
    dialog, page = page_of(offered)
    page.rows[RESEARCH.name].buttons["Install"].click()
    box = dialog.findChild(QMessageBox, "research only")
    assert isinstance(box, QMessageBox)
    assert "CC-BY-NC-4.0" in box.informativeText()
    assert asked(fake, InstallModelRequest) == []
    button(box, "Install").click()
    qtbot.waitUntil(lambda: RESEARCH.name in page.rows and "Remove…" in page.rows[RESEARCH.name].buttons)
    qtbot.waitUntil(lambda: not offered.library.running)
    page.rows[RESEARCH.name].buttons["Remove…"].click()
    question = dialog.findChild(QMessageBox, "remove model")
    assert isinstance(question, QMessageBox)
    assert asked(fake, RemoveModelRequest) == []
    button(question, "Remove").click()
    qtbot.waitUntil(lambda: "Install" in page.rows[RESEARCH.name].buttons)
    assert offered.model_session.current is None
    dialog.close()
    settled(qtbot, offered)


def test_a_file_needs_an_architecture_and_a_folder_none(qtbot, offered, fake, tmp_path):
    dialog, page = page_of(offered)
    page.from_file.click()
    files = dialog.findChild(QFileDialog)
    assert isinstance(files, QFileDialog)
    files.fileSelected.emit(str(tmp_path / "weights.safetensors"))
    files.close()
    question = dialog.findChild(ArchitectureDialog)
    assert isinstance(question, ArchitectureDialog)
    assert question.box.currentText() == "ViT-B-32"
    question.box.setEditText(" ")
    assert not question.accept_button.isEnabled()
    question.box.setEditText("ViT-L-14")
    question.accept_button.click()
    qtbot.waitUntil(lambda: "weights" in page.rows)
    page.from_folder.click()
    folders = [widget for widget in dialog.findChildren(QFileDialog) if "folder" in widget.windowTitle()]
    folders[-1].fileSelected.emit(str(tmp_path))
    folders[-1].close()
    qtbot.waitUntil(lambda: tmp_path.stem in page.rows)
    published = tmp_path / "published" / "open_clip_model.safetensors"
    published.parent.mkdir()
    published.touch()
    page.from_folder.click()
    folders = [widget for widget in dialog.findChildren(QFileDialog) if "folder" in widget.windowTitle()]
    folders[-1].fileSelected.emit(str(published.parent))
    folders[-1].close()
    dialog.findChildren(ArchitectureDialog)[-1].accept_button.click()
    qtbot.waitUntil(lambda: published.stem in page.rows)
    imports = [request for request in fake.seen if isinstance(request, ImportModelRequest)]
    assert [request.architecture for request in imports] == ["ViT-L-14", None, "ViT-B-32"]
    fake.collection.import_failure = "This is no model."
    offered.model_session.import_model(tmp_path)
    qtbot.waitUntil(page.failure.isVisible)
    assert page.failure.text() == "This is no model."
    dialog.close()
    qtbot.waitUntil(lambda: not offered.library.running)
    settled(qtbot, offered)


def test_models_in_words():
    assert about_offer(SMALL) == (
        "605 MB to download · 604 MB on the disk · about 2 min at 50 Mbit/s · English · licence: MIT"
        " · Quality\xa0★★☆ · Speed\xa0★★★"
    )
    assert figures(SMALL) == "right photo first: Flickr30k 66.8% · 46 ms a photo on two cores"
    assert spoken_offer(SMALL).endswith(f"Quality\xa02\xa0of\xa03 · Speed\xa03\xa0of\xa03 · {figures(SMALL)}")
    assert rating(replace(SMALL, recall=(("coco", 53.2), ("flickr30k", 1.0)), picture_ms=314)) == (
        "Quality\xa0★★★ · Speed\xa0★☆☆"
    )
    assert rating(replace(SMALL, recall=(), picture_ms=103)) == "Speed\xa0★★☆"
    assert rating(replace(SMALL, recall=(), picture_ms=None)) == ""
    assert how_far(None) == "Starting…"
    assert how_far(InstallProgress(step="Checking")) == "Checking…"
    half = InstallProgress(step="Downloading", done=750_000_000, total=1_500_000_000)
    assert how_far(half) == "Downloading: 750 MB of 1.5 GB"
    assert how_far(half, 5_000_000) == "Downloading: 750 MB of 1.5 GB · 5.0 MB a second · 2 min left"


def test_the_pace_is_that_of_the_last_seconds_and_begins_anew_with_a_step():
    pace = Pace()
    assert pace.per_second == 0
    for second in range(20):
        pace.see(1000 * second if second < 10 else 9000 + 5000 * (second - 9), float(second))
    assert pace.per_second == 5000
    pace.see(0, 20.0)
    assert pace.per_second == 0
