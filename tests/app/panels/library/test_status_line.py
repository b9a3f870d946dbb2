"""The bottom line, alone: what is seen of the work that goes on, and nothing while none does."""

from dataclasses import replace

import pytest

from cbir.base.types import BackgroundProgress, IndexProgress, Skipped
from cbir_app.panels.library import StatusLine
from cbir_app.panels.library.status_line import pace
from tests.app.by_hand import library_of

INFO = library_of()


@pytest.fixture
def line(under, theme):
    """The status line of an idle library with 100 photos."""
    under.resize(900, 60)
    made = StatusLine(theme, under)
    made.show_info(INFO)
    under.show()
    return made


def step(done, total, searchable=100, skipped=0):
    return IndexProgress(done=done, total=total, searchable=searchable, skipped=skipped)


def reading(done, *, paused=False):
    return BackgroundProgress(done=done, total=9, results=0, paused=paused)


def bar(line):
    return line.bar.value(), line.bar.maximum()


def test_it_is_seen_while_something_goes_on_or_nothing_is_known_yet(line):
    assert line.isHidden()
    line.show_task("Backing up…", 1, 4)
    assert not line.isHidden() and (line.doing.text(), bar(line)) == ("Backing up…", (1, 4))
    line.end_task()
    assert line.isHidden()
    line.say("Starting the search engine…")
    assert not line.isHidden() and line.coverage.text() == "Starting the search engine…"
    assert line.doing.isHidden() and line.bar.isHidden()


def test_it_says_what_holds_the_work_up_beside_the_work_and_alone(line):
    line.show_delay("This computer is very busy; still working.")
    assert not line.isHidden() and line.delay.text() == "This computer is very busy; still working."
    assert line.doing.isHidden() and line.bar.isHidden()
    line.show_task("Backing up…", 1, 4)
    assert line.delay.isVisibleTo(line) and line.doing.isVisibleTo(line)
    line.end_task()
    line.show_delay("")
    assert line.isHidden()


@pytest.mark.parametrize(("photos", "said"), [(0, "No photos yet"), (1, "1 photo searchable")])
def test_it_says_how_many_photos_can_be_found(line, photos, said):
    line.show_info(replace(INFO, photos=photos))
    assert line.coverage.text() == said


def test_listed_photos_and_those_that_are_ready_to_search_are_counted_apart(line):
    line.show_info(replace(INFO, photos=1200, unsearched=900))
    assert line.coverage.text() == "1,200 photos, 300 ready to search by content"
    line.show_running(True)
    line.show_progress(replace(step(5, 2000, 310), listed=1500), 2000)
    assert line.coverage.text() == "1,500 photos, 310 ready to search by content"
    line.show_progress(replace(step(2000, 2000, 2000), listed=2000), 2000)
    assert line.coverage.text() == "2,000 photos searchable"


def test_a_run_says_how_far_it_is_and_can_be_paused_and_stopped(line):
    assert not any(one.isVisibleTo(line) for one in (line.pause, line.cancel, line.resume))
    line.show_running(True)
    assert line.doing.text() == "Looking for photos…" and bar(line)[1] == 0
    line.show_progress(step(40, None), 100)
    assert line.doing.text() == "Looking for photos… 40 so far" and bar(line)[1] == 0
    line.show_progress(step(5, 40, 90), 130)
    assert (line.doing.text(), bar(line)) == ("Adding photos: 5 of 40", (5, 40))
    assert line.coverage.text() == "100 of 130 photos searchable", "more were known before"
    line.show_progress(step(40, 40, 130), 130)
    assert line.coverage.text() == "130 photos searchable"
    assert line.pause.isVisibleTo(line) and line.cancel.isEnabled()
    line.show_cancelling()
    assert line.doing.text() == "Stopping…"
    assert not line.pause.isEnabled() and not line.cancel.isEnabled()
    line.show_running(False)
    assert line.isHidden()
    line.show_running(True)
    assert line.cancel.isEnabled() and line.doing.text() == "Looking for photos…", "another run"


def test_a_pause_offers_to_go_on_unless_something_else_is_under_way(line):
    line.show_paused()
    assert line.doing.text() == "Adding photos is paused" and line.bar.isHidden()
    assert line.resume.isVisibleTo(line)
    line.show_task("Backing up…", 1, 4)
    assert line.doing.text() == "Backing up…" and line.resume.isVisibleTo(line)
    line.end_task()
    line.show_running(True)
    assert not line.resume.isVisibleTo(line)


def test_a_run_goes_before_a_task_that_before_the_watch_and_that_before_reading(line):
    line.show_reading(reading(2))
    assert (line.doing.text(), bar(line)) == ("Reading text: 2 of 9", (2, 9))
    line.show_watch(step(1, 3))
    assert (line.doing.text(), bar(line)) == ("Adding photos: 1 of 3", (1, 3))
    line.show_task("Checking…", 0, 0)
    assert (line.doing.text(), bar(line)[1]) == ("Checking…", 0)
    line.show_running(True)
    line.show_progress(step(7, 8), 100)
    assert line.doing.text() == "Adding photos: 7 of 8"
    line.show_running(False)
    line.end_task()
    line.show_watch(None)
    assert line.doing.text() == "Reading text: 2 of 9"
    line.show_reading(reading(3, paused=True))
    assert line.doing.text() == "Reading text is paused: 3 of 9"
    line.show_reading(reading(9))
    assert line.isHidden(), "it is done"


def test_the_watch_is_seen_until_it_is_done(line):
    line.show_watch(step(5, None))
    assert line.doing.text() == "Looking for photos… 5 so far"
    line.show_watch(step(3, 3))
    assert line.isHidden()


def test_files_that_cannot_be_read_are_counted_while_they_come(line):
    assert not line.skipped.isVisibleTo(line)
    unread = tuple(Skipped(path=INFO.folder / str(n), reason="It is broken.") for n in range(3))
    line.show_info(replace(INFO, skipped=unread))
    line.show_running(True)
    line.show_progress(step(5, 40, skipped=1), 100)
    assert line.skipped.text() == "3 files could not be read", "those of the runs before"
    line.show_progress(step(9, 40, skipped=4), 100)
    assert line.skipped.text() == "4 files could not be read" and line.skipped.isVisibleTo(line)
    asked = []
    line.skipped_asked.connect(lambda: asked.append("skipped"))
    line.coverage_asked.connect(lambda: asked.append("coverage"))
    line.skipped.click()
    line.coverage.click()
    assert asked == ["skipped", "coverage"]


def test_the_speed_is_told_from_steps_forward_alone(line):
    line.show_running(True)
    for done in (1, 2, 2, 3, 4):
        line.show_progress(step(done, 40), 100)
    assert line.pace.text() == "" and not line.pace.isVisibleTo(line)
    line.show_progress(step(5, 40), 100)
    assert line.pace.isVisibleTo(line)
    line.show_progress(step(5, None), 100)
    assert line.pace.text() == "", "files that are found are none that were read"
    for done in range(1, 6):
        line.show_progress(step(done, 40), 100)
    line.show_running(True)
    line.show_progress(step(6, 40), 100)
    assert line.pace.text() == "", "another run has another speed"


@pytest.mark.parametrize(
    ("each_s", "total", "said"),
    [
        (10.0, 1000, "10 a second · 2 minutes left"),
        (9.5, 1000, "9.5 a second · 2 minutes left"),
        (10.0, 640, "10 a second · 1 minute left"),
        (10.0, 630, "10 a second · less than a minute left"),
    ],
)
def test_the_time_left_is_that_of_the_photos_left(each_s, total, said):
    paces = [(float(second), round(each_s * second)) for second in (0, 1, 2, 3, 4)]
    assert pace(paces, total) == said
    assert pace(paces[:4], total) == "" and pace(paces, None) == ""
    assert pace([(0.0, done) for done in range(5)], 10), "though the clock stood still"
