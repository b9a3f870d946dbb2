"""The marks of the selected photos: what they have in common, and what is passed on of what a hand does."""

from dataclasses import replace

import pytest

from cbir.base.types import KeywordSuggestion, Metadata, PhotoId
from cbir.service import MetadataAnswer, MetadataRequest
from cbir_app.engine import Details
from cbir_app.panels.marks import MAX_ASKED, MarksPanel
from tests.app.by_hand import hits

HITS = hits(4)


class Panel:
    """A panel, and the photos whose marks a test answers with."""

    def __init__(self, qtbot, hand, theme):
        self.hand = hand
        self._shown = 0
        self.details = Details(hand, hand)
        self.made = MarksPanel(self.details, theme)
        qtbot.addWidget(self.made)
        self.made.show()

    def show(self, *marks):
        """Show as many photos as were not shown before, of which the engine says so much."""
        first = self._shown + 1
        self._shown += len(marks)
        shown = tuple(replace(HITS[0], photo=PhotoId(n)) for n in range(first, self._shown + 1))
        self.details.ask(shown)
        self.hand.answer(MetadataRequest, MetadataAnswer(metadata=marks))
        self.made.show_hits(shown)

    @property
    def words(self):
        return [chip.text() for chip in self.made.keywords.chips]


@pytest.fixture
def panel(qtbot, hand, theme):
    return Panel(qtbot, hand, theme)


def rated(rating):
    return Metadata(rating=rating)


@pytest.mark.parametrize(
    ("ratings", "stars", "remark"),
    [
        ([3], 3, ""),
        ([None], 0, ""),
        ([-1], 0, "rejected"),
        ([3, 3], 3, ""),
        ([3, 4], 0, "different ratings"),
        ([0, 4], 0, "different ratings"),
        ([None, 4], 4, ""),
        ([-1, -1], 0, "rejected"),
    ],
)
def test_the_rating_of_all_is_shown_or_that_they_differ(panel, ratings, stars, remark):
    panel.show(*map(rated, ratings))
    assert (panel.made.stars.value(), panel.made.remark.text()) == (stars, remark)


def test_keywords_of_all_are_shown_the_most_frequent_first_in_their_first_spelling(panel):
    panel.show(
        Metadata(keywords=("Sea", "boat")), Metadata(keywords=("sea",)), Metadata(keywords=("SEA", "dusk"))
    )
    assert panel.words == ["Sea", "boat", "dusk"]
    assert [chip.property("partial") for chip in panel.made.keywords.chips] == [False, True, True]
    assert panel.made.keywords.chips[1].accessibleName() == "Keyword boat (1 of 3 photos): remove it"


def test_it_is_said_how_many_photos_a_change_is_made_to_where_they_are_several(panel):
    for count, said in ((1, ""), (2, "For all 2 photos selected"), (1, "")):
        panel.show(*[Metadata()] * count)
        assert panel.made.reach.text() == said
        assert panel.made.reach.isVisible() is bool(said)


def test_of_several_photos_what_is_not_known_is_asked_for_and_shown_when_it_comes(panel, hand):
    panel.made.show_hits(HITS[:2])
    assert [request.photos for request in hand.asked(MetadataRequest)] == [(1, 2)]
    assert panel.words == []
    found = Metadata(keywords=("sea",))
    hand.answer(MetadataRequest, MetadataAnswer(metadata=(found, found)))
    assert panel.words == ["sea"]
    assert panel.made.keywords.field.completions.stringList() == ["sea"], "and is completed from now on"


def test_of_very_many_photos_some_are_asked_for(panel, hand):
    last = replace(HITS[0], photo=PhotoId(MAX_ASKED + 1))
    panel.details.ask([last])
    hand.answer(MetadataRequest, MetadataAnswer(metadata=(rated(5),)))
    many = tuple(replace(HITS[0], photo=PhotoId(n)) for n in range(1, MAX_ASKED + 2))
    panel.made.show_hits(many)
    assert sum(len(request.photos) for request in hand.asked(MetadataRequest)) == MAX_ASKED
    assert panel.made.reach.text() == "For all 2,001 photos selected"
    assert panel.made.stars.value() == 0, "one that is not asked for does not speak for all"


def test_what_a_hand_does_is_passed_on(panel):
    panel.show(Metadata(keywords=("sea",)))
    told = []
    made = panel.made
    for signal in (made.rated, made.keywords_added, made.keyword_removed, made.suggestion_accepted):
        signal.connect(told.append)
    made.suggestions_wanted.connect(lambda: told.append("wanted"))
    fitting = KeywordSuggestion(word="boat", photos=(PhotoId(1),), margin=1.0)
    made.suggestions.show_suggestions([fitting], 1)
    made.stars.setValue(4)
    made.keywords.field.entered.emit(("dusk",))
    made.keywords.chips[0].click()
    made.keywords.field.digit_pressed.emit(1)
    made.keywords.field.focused.emit()
    assert told == [4, ("dusk",), "sea", fitting, "wanted"]
