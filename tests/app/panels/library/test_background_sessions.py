"""Work beside the searches (watching, OCR, own words), with an engine that a test answers for."""

from dataclasses import replace
from pathlib import Path

import pytest

from cbir.base.types import (
    BackgroundProgress,
    IndexProgress,
    IndexReport,
    ReadingReport,
    Term,
    TextLine,
    WordsTrial,
)
from cbir.service import (
    BackgroundProgressed,
    DecideWordsAnswer,
    DecideWordsRequest,
    Failure,
    LearnWordsAnswer,
    LearnWordsRequest,
    Progress,
    ReadPictureRequest,
    ReadTextAnswer,
    ReadTextRequest,
    Watched,
    WatchRequest,
    WatchTrouble,
    WordsPlanRequest,
    WordsProgress,
    WrittenAnswer,
)
from cbir_app.engine import STOPPED
from cbir_app.sessions import ReadingSession, WatchSession, WordsSession
from tests.app.by_hand import library_of
from tests.app.handling import rest, resting

FULL = Failure(message="The disk is full.")
GIVEN_UP = Failure(message="It was cancelled.", cancelled=True)
READ = ReadTextAnswer(report=ReadingReport(read=3, with_text=1, skipped=0, waiting=0, cancelled=False))
PICTURE = Term(path=Path("/photos/sign.jpg"))
TRIAL = WordsTrial(photos=3, copies=9, differing=0, rows=(), better=False)


def heard(*signals):
    told = []
    for signal in signals:
        signal.connect(told.append)
    return told


@pytest.fixture
def reading(hand, preferences):
    made = ReadingSession(hand, preferences)
    hand.ready.emit(library_of())
    return made


@pytest.fixture
def watch(hand, preferences):
    made = WatchSession(hand, preferences)
    hand.ready.emit(library_of())
    return made


@pytest.fixture
def words(hand, library):
    return WordsSession(hand, library)


# ---- reading


def test_photos_that_come_while_it_reads_are_read_after(hand, reading):
    told = heard(reading.progressed)
    assert hand.asked(ReadTextRequest) == []
    reading.switch(True)
    reading.read()
    assert len(hand.asked(ReadTextRequest)) == 1, "one at a time"
    progress = BackgroundProgress(done=1, total=3, results=0)
    hand.tell(ReadTextRequest, BackgroundProgressed(progress=progress))
    hand.answer(ReadTextRequest, READ)
    assert len(hand.asked(ReadTextRequest)) == 1, "for those that came"
    hand.answer(ReadTextRequest, READ)
    assert (hand.waiting, told) == ([], [progress, None, None])
    reading.read()
    assert len(hand.asked(ReadTextRequest)) == 1


def test_reading_that_fails_is_switched_off_and_says_why(hand, reading):
    told = heard(reading.troubled)
    reading.switch(True)
    hand.answer(ReadTextRequest, Failure(message=STOPPED))
    assert (reading.on, told) == (True, []), "the engine ended, and starts again"
    hand.ready.emit(library_of())
    hand.answer(ReadTextRequest, FULL)
    assert (reading.on, told) == (False, [FULL.message])
    hand.ready.emit(library_of())
    assert not reading.on and hand.waiting == []


def test_what_was_switched_off_says_nothing_more(hand, reading):
    reading.switch(True)
    (late,) = hand.waiting
    told = heard(reading.progressed, reading.troubled)
    reading.switch(False)
    assert (hand.cancelled, told) == ([ReadTextRequest()], [None])
    reading.switch(True)
    late.on_answer(GIVEN_UP)
    assert (len(hand.waiting), reading.on, told) == (1, True, [None]), "the new run goes on"


def test_the_words_of_a_picture_are_read_for_the_last_one_asked_for(hand, reading):
    told = heard(reading.picture_read, reading.picture_troubled)
    other = replace(PICTURE, path=Path("/photos/other.jpg"))
    reading.read_picture(PICTURE)
    reading.read_picture(other)
    assert hand.cancelled == [ReadPictureRequest(term=PICTURE)]
    quad = ((0.0, 0.0), (90.0, 0.0), (90.0, 20.0), (0.0, 20.0))
    hand.answer(
        ReadPictureRequest, WrittenAnswer(lines=(TextLine(text="Bahnhof", quad=quad, confidence=1.0),))
    )
    reading.read_picture(PICTURE)
    assert hand.cancelled == [ReadPictureRequest(term=PICTURE)], "the one before had its answer"
    hand.answer(ReadPictureRequest, WrittenAnswer(lines=None))
    reading.read_picture(PICTURE)
    hand.answer(ReadPictureRequest, GIVEN_UP)
    reading.read_picture(PICTURE)
    hand.answer(ReadPictureRequest, FULL)
    assert told == ["bahnhof", "", FULL.message]


def test_a_picture_is_read_where_the_library_is_on_this_computer(hand, reading):
    told = heard(reading.picture_troubled)
    hand.ready.emit(replace(library_of(), service="https://nas:8080"))
    reading.read_picture(PICTURE)
    assert told == ["Text in your picture can be read only for a library on this computer."]
    assert hand.waiting == []


# ---- watching


def test_a_watch_tells_of_its_runs_and_of_trouble(hand, watch):
    assert watch.on, "unless it was switched off"
    told = heard(watch.progressed, watch.changed, watch.troubled)
    progress = IndexProgress(done=1, total=2, searchable=1)
    report = IndexReport(indexed=1, unchanged=0, removed=0)
    hand.tell(WatchRequest, Progress(progress=progress))
    assert resting(watch)
    hand.tell(WatchRequest, Watched(report=report))
    hand.tell(WatchRequest, WatchTrouble(message="The system cannot watch it."))
    rest(watch)
    assert told == [progress, report, "The system cannot watch it.", None]


@pytest.mark.parametrize(
    ("answer", "said"), [(FULL, [FULL.message]), (GIVEN_UP, []), (Failure(message=STOPPED), [])]
)
def test_a_watch_ends_by_itself_only_where_something_is_wrong(hand, watch, answer, said):
    told, switched = heard(watch.troubled), heard(watch.switched)
    hand.answer(WatchRequest, answer)
    assert (told, switched, watch.on) == (said, [False], False)
    hand.ready.emit(library_of())
    assert watch.on, "the next engine follows again"


def test_a_watch_that_was_switched_off_stays_off(hand, watch):
    hand.tell(WatchRequest, Progress(progress=IndexProgress(done=1, total=2, searchable=1)))
    told = heard(watch.progressed)
    watch.switch(False)
    assert (hand.cancelled, told, resting(watch)) == ([WatchRequest()], [None], False)
    hand.ready.emit(library_of())
    hand.ready.emit(replace(library_of(folder="/other"), service="https://nas:8080"))
    assert not watch.on, "nor is one of another computer followed"


# ---- own words


def test_words_that_were_learned_are_decided_on(hand, words):
    told = heard(words.decided, words.progressed)
    words.learn()
    words.learn()
    assert len(hand.asked(LearnWordsRequest)) == 1
    step = WordsProgress(step="Learning", done=1, total=2)
    hand.tell(LearnWordsRequest, step)
    hand.answer(LearnWordsRequest, LearnWordsAnswer(trial=TRIAL))
    assert (words.learning, words.trial) == (False, TRIAL)
    words.decide(keep=True)
    assert words.deciding
    hand.tell(DecideWordsRequest, step)
    hand.answer(DecideWordsRequest, DecideWordsAnswer(kept=True))
    assert (words.deciding, words.trial, told) == (False, None, [step, step, True])
    assert len(hand.asked(WordsPlanRequest)) == 1, "what the next learning would take"


def test_words_are_discarded_at_once_or_when_learning_has_stopped(hand, words):
    words.discard()
    assert hand.asked(DecideWordsRequest) == [DecideWordsRequest(keep=False)]
    hand.answer(DecideWordsRequest, DecideWordsAnswer(kept=False))
    words.learn()
    words.discard()
    assert hand.told_to_stop == [LearnWordsRequest()]
    assert hand.asked(DecideWordsRequest) == [], "not while it works on them"
    hand.answer(LearnWordsRequest, GIVEN_UP)
    assert hand.asked(DecideWordsRequest) == [DecideWordsRequest(keep=False)]


def test_what_it_takes_is_asked_unless_it_goes_on_or_is_to_be_decided(hand, words):
    def asks():
        before = len(hand.asked(WordsPlanRequest))
        words.ask()
        return len(hand.asked(WordsPlanRequest)) > before

    assert asks()
    words.learn()
    assert not asks(), "it goes on"
    hand.answer(LearnWordsRequest, LearnWordsAnswer(trial=TRIAL))
    assert not asks(), "somebody has to decide"
    words.decide(keep=False)
    words.trial = None
    assert not asks(), "it is being decided"


def test_a_pause_asks_what_is_left_and_a_failure_says_why(hand, words):
    words.learn()
    words.pause()
    hand.answer(LearnWordsRequest, GIVEN_UP)
    assert (words.failure, len(hand.asked(WordsPlanRequest))) == ("", 1)
    hand.answer(WordsPlanRequest, Failure(message="There are too few photos."))
    assert (words.failure, words.plan) == ("There are too few photos.", None)
    words.learn()
    assert words.failure == ""
    hand.answer(LearnWordsRequest, FULL)
    assert (words.failure, hand.asked(WordsPlanRequest)) == (FULL.message, [])
    words.decide(keep=True)
    hand.answer(DecideWordsRequest, FULL)
    assert (words.failure, words.deciding) == (FULL.message, False)
