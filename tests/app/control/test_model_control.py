"""Offers of models: to whom, when and what follows; nothing twice and nothing unasked."""

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtWidgets import QFileDialog, QMessageBox

from cbir.base.types import IndexReport, InstallProgress, PhotoId, SearchResult, Term, Timings
from cbir.service import (
    DiscardDownloadRequest,
    Failure,
    ImportModelRequest,
    IndexAnswer,
    IndexRequest,
    InstallModelRequest,
    InstallProgressed,
    ModelsAnswer,
    ModelsRequest,
    RemoveModelRequest,
    SearchRequest,
)
from cbir_app.control import ModelControl
from cbir_app.control.models import DISMISSED, wants_semantic_search
from cbir_app.panels.models import ArchitectureDialog, ModelBar
from cbir_app.sessions import ModelSession, Part, Query
from tests.app.by_hand import found, hits, library_of
from tests.app.fake_collection import LARGE, RESEARCH, SMALL, installed
from tests.app.handling import button

NOTHING = SearchResult(hits=(), took_ms=Timings(), searched=10)
OFFERS = (SMALL, LARGE, RESEARCH)
NONE = ModelsAnswer(offers=OFFERS, installed=(), current=None)
BUILT_IN = replace(installed(SMALL), name="built-in", built_in=True)


@pytest.fixture
def models(hand):
    return ModelSession(hand, hand)


@pytest.fixture
def bar(under, theme):
    under.show()
    return ModelBar(theme, under)


@pytest.fixture
def control(
    under,
    hand,
    models,
    bar,
    search,
    library,
    preferences,
    notice,
):
    """A control for a library with a folder of photos."""
    made = ModelControl(under, models, bar, search, library, preferences, notice)
    hand.ready.emit(library_of(("/photos", True)))
    return made


def there(hand, answer):
    hand.answer(ModelsRequest, answer)


def told(hand, answer):
    """Let the engine start again, and say which models there are."""
    hand.ready.emit(library_of(("/photos", True)))
    there(hand, answer)


def typed(hand, search, text, *, strong=False):
    """Search for a sentence, which finds two photos."""
    search.set_query(Query(draft=text))
    hand.find(
        found(
            [
                replace(hit, kind="looks similar" if strong and hit.rank == 1 else "less likely")
                for hit in hits(2)
            ]
        )
    )


# ---- the offer


def test_nothing_is_offered_before_it_is_known_what_there_is(hand, control, bar, search):
    typed(hand, search, "a red boat")
    assert bar.isHidden()
    there(hand, NONE)
    typed(hand, search, "a red boat")
    assert bar.offering


def test_the_built_in_model_that_does_well_for_one_photo_is_enough(hand, control, bar, search):
    there(hand, replace(NONE, installed=(BUILT_IN,), current="built-in"))
    typed(hand, search, "a red boat", strong=True)
    assert bar.isHidden()
    typed(hand, search, "a blue boat")
    assert "A larger model knows more" in bar.text.text()


def test_without_any_model_one_is_offered_whatever_was_found(hand, control, bar, search):
    there(hand, NONE)
    typed(hand, search, "a red boat", strong=True)
    assert bar.text.text().startswith("To find photos by what they show")


def test_an_offer_goes_with_the_words_and_what_is_done_meanwhile_stays(hand, control, bar, search, models):
    there(hand, NONE)
    typed(hand, search, "a red boat")
    search.set_query(Query(draft="a blue boat"))
    assert bar.offering
    search.clear()
    assert bar.isHidden()
    models.install(SMALL)
    search.clear()
    assert not bar.isHidden(), "an installation is no offer"
    typed(hand, search, "a red boat")
    assert not bar.offering, "one is on its way"


def test_who_asks_is_offered_the_model_to_begin_with_unless_one_is_being_installed(
    hand, control, bar, models
):
    control.offer()
    assert bar.isHidden(), "nobody knows yet which"
    there(hand, replace(NONE, installed=(BUILT_IN,), current="built-in"))
    control.offer()
    assert "A larger model knows more" in bar.text.text()
    models.install(SMALL)
    control.offer()
    assert not bar.offering


def test_the_first_run_proposes_to_who_has_none_and_has_begun_none(hand, control, models):
    there(hand, replace(NONE, installed=(BUILT_IN,), current="built-in"))
    assert control.first_offer() == SMALL
    for begun in (replace(NONE, arrived=((LARGE.name, 5),)), replace(NONE, installed=(installed(LARGE),))):
        told(hand, begun)
        assert control.first_offer() is None
    told(hand, NONE)
    assert control.first_offer() == SMALL
    models.install(SMALL)
    assert control.first_offer() is None


def test_not_now_is_remembered_unless_it_closes_what_a_model_of_ones_own_says(
    hand, control, bar, models, preferences
):
    there(hand, replace(NONE, installed=(installed(SMALL),), current=SMALL.name))
    bar.show_done("The model is installed.")
    bar.close_button.click()
    assert not preferences.flag(DISMISSED, False)


# ---- the work


def test_the_bar_is_the_way_to_pause_cancel_and_discard(hand, control, bar, models):
    there(hand, NONE)
    control.offer()
    bar.install.click()
    step = InstallProgress(step="Downloading", done=50 << 20, total=100 << 20)
    hand.tell(InstallModelRequest, InstallProgressed(progress=step))
    assert bar.bar.value() == 50
    bar.pause.click()
    assert hand.told_to_stop == [InstallModelRequest(name=SMALL.name)]
    hand.answer(InstallModelRequest, Failure(message="Stopped.", cancelled=True))
    arrived = replace(NONE, arrived=((SMALL.name, 5_000_000),))
    there(hand, arrived)
    assert "is paused" in bar.text.text()
    bar.cancel.click()
    assert bar.isHidden()
    assert hand.asked(DiscardDownloadRequest) == [DiscardDownloadRequest(name=SMALL.name)]
    hand.answer(DiscardDownloadRequest, NONE)
    assert bar.isHidden()
    models.install(SMALL)
    bar.cancel.click()
    hand.answer(InstallModelRequest, Failure(message="Stopped.", cancelled=True))
    assert len(hand.asked(DiscardDownloadRequest)) == 1, "what has come is deleted"


def test_a_paused_download_is_told_once_until_more_of_it_came(hand, control, bar, models):
    def shown(arrived):
        bar.hide()
        told(hand, replace(NONE, arrived=((SMALL.name, arrived),)))
        return not bar.isHidden()

    assert [shown(5), shown(5), shown(6), shown(6)] == [True, False, True, False]
    bar.show_done("The model is installed.")
    told(hand, replace(NONE, arrived=((SMALL.name, 7),)))
    assert bar.text.text() == "The model is installed.", "who reads it is not interrupted"


def test_an_offer_stays_when_models_are_told_again_and_goes_once_there_is_one(hand, control, bar, models):
    there(hand, NONE)
    control.offer()
    told(hand, NONE)
    assert bar.offering
    models.answered = False
    told(hand, replace(NONE, installed=(installed(SMALL),), current=SMALL.name))
    assert bar.isHidden()


def test_a_failure_is_told_where_somebody_looks(
    under,
    control,
    bar,
    models,
    notice,
    monkeypatch,
):
    monkeypatch.setattr(under, "isActiveWindow", lambda: False)
    models.failed.emit("The disk is full.")
    assert (notice.text.text(), notice.property("tone")) == ("The disk is full.", "warning")
    assert bar.isHidden()
    monkeypatch.setattr(under, "isActiveWindow", lambda: True)
    models.failed.emit("The network is gone.")
    assert bar.text.text() == "The network is gone."
    monkeypatch.setattr(under, "isActiveWindow", lambda: False)
    models.failed.emit("The disk is full again.")
    assert bar.text.text() == "The disk is full again.", "it is seen already"
    assert notice.text.text() == "The disk is full."


def test_another_model_reads_the_photos_and_is_asked_at_once_where_words_are(
    hand,
    control,
    bar,
    models,
    search,
    library,
):
    typed(hand, search, "boat")
    models.current = SMALL.name
    models.used.emit()
    assert bar.text.text().startswith("The model is installed and now reads your photos")
    assert hand.asked(IndexRequest) == [IndexRequest(folders=(Path("/photos"),))]
    assert len(hand.asked(SearchRequest)) == 1
    hand.find(found(hits(2)))
    bar.hide()
    models.current = None
    models.used.emit()
    assert bar.isHidden() and hand.asked(SearchRequest) == [], "none is in use: it was removed"


def test_without_words_another_model_asks_nothing_again(hand, control, models, search):
    search.photos = 100
    models.current = SMALL.name
    models.used.emit()
    assert hand.asked(SearchRequest) == []


def test_an_empty_library_says_what_comes_next_until_its_first_run(
    hand,
    control,
    bar,
    models,
    library,
):
    hand.ready.emit(replace(library_of(), photos=0))
    models.current = SMALL.name
    models.used.emit()
    assert "Add a folder, and type" in bar.text.text()
    library.add([Path("/photos")])
    assert bar.isHidden()
    hand.answer(IndexRequest, IndexAnswer(report=IndexReport(indexed=1, unchanged=0, removed=0)))
    control.offer()
    bar.show_done("Another model is installed.")
    library.add([Path("/more")])
    assert not bar.isHidden(), "that was for the first run"


def test_the_first_run_hides_no_installation(hand, control, bar, models, library):
    hand.ready.emit(replace(library_of(), photos=0))
    models.current = SMALL.name
    models.used.emit()
    models.install(LARGE)
    library.add([Path("/photos")])
    assert not bar.isHidden()


@pytest.mark.parametrize(("keep", "said"), [(True, "The parts of your photos"), (False, "Only whole photos")])
def test_parts_that_are_searched_or_no_longer_are_said_and_read(hand, control, models, notice, keep, said):
    models.parts_switched.emit(keep)
    assert notice.text.text().startswith(said)
    assert len(hand.asked(IndexRequest)) == 1


def test_where_there_is_no_photo_no_parts_are_read(hand, control, models, notice):
    hand.ready.emit(replace(library_of(("/photos", True)), photos=0))
    models.parts_switched.emit(True)
    assert notice.isHidden() and hand.asked(IndexRequest) == []


# ---- the settings


def the(parent, kind):
    return next(widget for widget in parent.findChildren(kind) if not widget.isHidden())


def test_what_may_be_used_for_research_only_and_a_removal_are_asked_about_and_a_slip_of_enter_does_nothing(
    under, hand, control
):
    control.ask_install(SMALL, under)
    assert under.findChildren(QMessageBox) == []
    assert hand.asked(InstallModelRequest) == [InstallModelRequest(name=SMALL.name)]
    control.ask_remove(installed(LARGE), under)
    control.ask_install(RESEARCH, under)
    removal, research = sorted(under.findChildren(QMessageBox), key=lambda box: box.objectName())
    for box, act in ((removal, "Remove"), (research, "Install")):
        default = box.defaultButton()
        assert default.text() == "Cancel"
        button(box, act)
        box.close()
    assert hand.asked(RemoveModelRequest) == [] and len(hand.asked(InstallModelRequest)) == 1


def test_a_file_or_folder_is_chosen_and_what_is_published_asks_whose_it_is_each_name_once(
    under, hand, control, tmp_path
):
    there(hand, NONE)
    control.choose_folder(under)
    dialog = the(under, QFileDialog)
    assert isinstance(dialog, QFileDialog)
    assert dialog.fileMode() is QFileDialog.FileMode.Directory
    (tmp_path / "open_clip_model.safetensors").mkdir()
    dialog.fileSelected.emit(str(tmp_path))
    dialog.close()
    assert hand.asked(ImportModelRequest) == [ImportModelRequest(path=tmp_path)], "a folder is no file"
    hand.answer(ImportModelRequest, Failure(message="Stopped.", cancelled=True))
    control.choose_file(under)
    files = the(under, QFileDialog)
    assert isinstance(files, QFileDialog)
    assert files.fileMode() is QFileDialog.FileMode.ExistingFile
    files.fileSelected.emit(str(tmp_path / "weights.pt"))
    files.close()
    (question,) = under.findChildren(ArchitectureDialog)
    assert [question.box.itemText(at) for at in range(question.box.count())] == ["ViT-B-32"]
    question.accept_button.click()
    assert hand.asked(ImportModelRequest) == [
        ImportModelRequest(path=tmp_path / "weights.pt", architecture="ViT-B-32")
    ]


@pytest.mark.parametrize(
    ("term", "wanted"),
    [
        (Term(text='"boat"'), True),
        (Term(text='"'), False),
        (Term(text="boat camera:fuji"), False),
        (Term(text="red boat", sign=-1), False),
        (Term(photo=PhotoId(1)), False),
    ],
)
def test_quotes_are_no_words_and_filters_or_what_is_left_out_ask_for_none(term, wanted):
    assert wants_semantic_search(Query(parts=(Part(term, "one"),)), NOTHING) is wanted
