"""Pairs of duplicates: their order, verdicts, and the rest once some are gone."""

from dataclasses import replace
from pathlib import Path

import pytest

from cbir.base.types import DuplicateGroup, DuplicateReport, DuplicateSearch, Judged, PhotoId
from cbir.service import DuplicatesAnswer, DuplicatesSoFar, Failure, MaintenanceProgress
from tests.app.viewer.duplicates.fake_library import copy, photo


@pytest.fixture(name="found")
def _found(session):
    """With two groups: 1 and its copies 2 and 3, and 4 with its copy 5."""
    session.find(DuplicateSearch())
    return session


def others(session):
    return [copy.photo.photo for _, copy in session.pairs]


def last_copies(session):
    return [one.path for one in session.plan.last]


def test_a_search_that_is_running_goes_on(session, library):
    library.later = []
    session.find(DuplicateSearch())
    session.find(DuplicateSearch())
    assert (len(library.later), library.cancelled) == (1, [])
    session.give_up()
    assert library.cancelled == [1]
    assert not session.searching


def test_what_was_given_up_is_no_failure(session, library):
    said = []
    session.search_failed.connect(said.append)
    for cancelled, told in ((True, []), (False, ["It ended."])):
        library.later = []
        session.find(DuplicateSearch())
        library.later[0](Failure(message="It ended.", cancelled=cancelled))
        assert said == told


def test_what_was_taken_back_is_still_to_be_judged(found, undo):
    found.say("both")
    assert found.left == 2
    undo.undo()
    assert found.left == 3


def test_another_cause_begins_at_its_first_pair(found):
    found.step(2)
    found.choose(None)
    assert found.at == 0


def test_where_no_pair_has_the_chosen_cause_any_more_all_are_shown(found, library):
    found.choose("edited")
    assert others(found) == [5]
    library.groups = library.groups[:1]
    found.find(DuplicateSearch())
    assert found.cause is None
    assert others(found) == [2, 3]


def test_the_current_pair_stays_when_more_is_found(found, library):
    found.step(2)
    photos = [one.photo for one in (found.current[0].kept, found.current[1].photo)]
    library.groups = (DuplicateGroup(kept=photo(7), copies=(copy(8, "edited"),)), *library.groups)
    found.find(DuplicateSearch())
    assert found.at == 3
    assert [one.photo for one in (found.current[0].kept, found.current[1].photo)] == photos


def test_what_is_known_is_there_before_the_search_ends(session, library):
    library.later, grown = [], []
    session.grew.connect(lambda: grown.append(len(session.pairs)))
    session.find(DuplicateSearch())
    (answer,) = library.later
    answer(DuplicatesSoFar(report=DuplicateReport(groups=library.groups[1:], photos=5)))
    assert (grown, session.searching) == ([1], True)
    assert session.progress is None
    for done in (0, 10, 20):
        answer(MaintenanceProgress(done=done, total=40))
    assert session.progress is not None
    assert session.progress.seconds_left is not None
    answer(DuplicatesAnswer(report=DuplicateReport(groups=library.groups, photos=5), plan=library.plan))
    assert (len(session.pairs), session.searching, session.progress) == (3, False, None)


def test_all_copies_in_a_folder_are_one_step(session, library, undo):
    def at(number, folder):
        return replace(photo(number), path=Path(folder) / f"{number}.jpg")

    def group(kept, other, cause):
        return DuplicateGroup(kept=kept, copies=(replace(copy(9, cause), photo=other),))

    library.groups = (
        group(at(1, "/photos"), at(2, "/backup/phone"), "re-encoded"),
        group(at(3, "/backup/phone"), at(4, "/photos"), "identical"),
        group(at(5, "/backup/phone"), at(6, "/photos"), "re-encoded"),
        group(at(7, "/photos"), at(8, "/photos"), "identical"),
    )
    session.find(DuplicateSearch())
    offered = {str(folder.folder): [judged.other for judged in folder.judged] for folder in session.folders()}
    assert offered == {"/backup/phone": [2, 3], "/photos": [4, 6]}
    entry = next(folder for folder in session.folders() if folder.folder == Path("/backup/phone"))
    plans = []
    session.ask_plan(entry.judged, plans.append)
    assert ([one.photo for one in plans[0].photos], library.said) == ([2, 3], {}), "nothing is stored yet"
    session.trash_judged(entry.judged, [PhotoId(2), PhotoId(3)])
    assert library.trashed[0].photos == (2, 3)


def test_a_group_is_judged_as_one_step(found, library, undo):
    group = next(one for one in found.groups if len(one.copies) == 2)
    found.say_of_group(group, "trash")
    assert [value.other for value in library.said.values()] == [2, 3]
    undo.undo()
    assert not library.said
    undo.redo()
    assert [value.other for value in library.said.values()] == [2, 3]
    assert [one.copies[0].cause for one in found.groups] == ["cropped", "edited"], "by cause"


def test_shots_of_a_burst_do_not_go_with_their_group(session, library):
    library.groups = (DuplicateGroup(kept=photo(1), copies=(copy(2, "burst"),)),)
    session.find(DuplicateSearch())
    session.say_of_group(session.groups[0], "trash")
    assert not library.said
    assert not session.goes_without_a_copy()
    session.say("trash")  # somebody who looks at the pair may choose so
    assert [value.other for value in library.said.values()] == [2]
    assert session.goes_without_a_copy()


def test_what_was_to_go_on_an_earlier_day_comes_with_the_pairs(session, library):
    library.said[1, 2] = Judged(kept=PhotoId(1), other=PhotoId(2), verdict="trash")
    session.find(DuplicateSearch())
    assert [one.photo for one in session.plan.photos] == [2]


def test_only_what_the_library_says_was_judged(found, library):
    found.say("trash")
    found.find(DuplicateSearch())
    assert found.verdict is None
    assert found.left == 3


def test_the_last_word_counts_whichever_of_the_two_goes(found):
    for swapped, other in ((False, 2), (True, 1), (False, 2)):
        found.say("trash", swapped=swapped)
        found.step(-1)
        assert found.verdict is not None
        assert found.verdict.other == other


def test_undo_gives_back_what_was_said_before(found, library, undo):
    for verdict in ("both", "trash"):
        found.say(verdict)
        found.step(-1)
    undo.undo()
    assert found.verdict is not None
    assert found.verdict.verdict == library.said[1, 2].verdict == "both"


def test_a_photo_that_the_trash_does_not_take_stays_and_frees_nothing(found, library):
    library.refused = {2}
    found.say("trash")
    found.say("trash")
    found.trash([PhotoId(2), PhotoId(3)], last=False)
    assert others(found) == [2, 5]
    assert [one.photo for one in found.plan.photos] == [2]
    assert found.freed == 1_000_000


def test_once_some_went_the_library_says_which_are_last_copies_now(found, library):
    found.say("trash")
    found.say("trash")
    assert last_copies(found) == []
    library.last = {3}
    found.trash([PhotoId(2)], last=False)
    assert last_copies(found) == [photo(3).path]


def test_with_the_photo_that_a_group_stands_for_all_its_pairs_go(found):
    found.say("trash", swapped=True)
    found.trash([PhotoId(1)], last=False)
    assert others(found) == [5]
    assert found.at == 0


def test_that_nothing_went_to_the_trash_is_said(qtbot, found, library):
    trashed = []
    found.trashed.connect(trashed.append)
    library.failure = "The disk is full."
    with qtbot.waitSignal(found.failed) as failed:
        found.trash([PhotoId(2)], last=False)
    assert (failed.args, trashed) == (["The disk is full."], [])
    assert others(found) == [2, 3, 5]


def test_up_leads_to_the_first_pair_of_the_group_before(found, library):
    library.groups += (DuplicateGroup(kept=photo(6), copies=(copy(7, "edited"), copy(8, "edited"))),)
    found.find(DuplicateSearch())
    found.step(2)
    found.step_group(-1)
    assert found.at == 0
    found.step_group(-1)
    assert found.at == 0, "there is none before the first"
    found.step(4)
    found.step_group(1)
    assert found.at == 4, "there is none behind the last"
