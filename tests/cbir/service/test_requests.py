"""Every request as it is declared. The tables hold what was decided: a change of one is a decision, too."""

import dataclasses

import pytest

from cbir import service
from cbir.base.types import Album, IndexChoices, IndexRequest, PhotoId, Term
from cbir.service import LONG, MARKS, REQUESTS, SHORT, Visit
from cbir.service.registry import FAR_HANDLERS, HANDLERS, Answer, Interim, Lane, Request, handles, visit_of

# What other computers may ask, and how; the two that either ask or change stand under both.
VISITORS = {
    LONG: "Search CountAlbum Keypoints Reasons SharedWords HeatMap Suggest",
    SHORT: "Library Facets Places Metadata Albums Judge Stacks Written WordPlaces",
    MARKS: "Rate Flag Label Keyword Albums CorrectAlbum Judge",
}
# What the next engine is asked again where one stopped.
REPEATABLE = (
    "Search CountAlbum Picture Keypoints Thumbnail Library Facets Places Metadata Models Albums Stacks "
    "Complete PlanCopies Copy Positions People Faces Things Offers Changes Inventory "
    "Views ViewFrame Similarity Origin PeopleLike"
)
ENDLESS = "Watch ReadText FindFaces"
NOT_CANCELLABLE = (
    "Rate Flag Label Keyword Trash JudgeCopies TrashCopies Albums CorrectAlbum "
    "SwitchPeople ErasePeople ChangePeople WritePeople ChangeThing AcceptOffers DismissOffers TakeBack Place"
)
LANES = {
    Lane.SEARCH: "Search CountAlbum",
    Lane.MARKS: "Rate Flag Label Keyword PeopleLike Trash JudgeCopies PlanCopies TrashCopies Judge Order SwitchPeople "
    "ChangePeople WritePeople ChangeThing AcceptOffers DismissOffers TakeBack Place",
    Lane.ALBUMS: "Albums CorrectAlbum",
    Lane.DUPLICATES: "Duplicates",
    Lane.MEASURE: "Measure LearnWords LearnOrder UpdateThings UpdateSimilarity",
    Lane.TEXT: "ReadText",
    Lane.FACES: "FindFaces",
    Lane.CATALOG: "Metadata Facets Places Positions Written People Faces Things Offers Similarity",
    Lane.SUGGEST: "Suggest Stacks",
    Lane.INDEX: "Index Retry Check Backup Forget Restore DecideWords ErasePeople",
    Lane.WATCH: "Watch",
    Lane.MODELS: "Models InstallModel ImportModel DiscardDownload RemoveModel UseModel LearnKeywords Parts",
    Lane.LOOK: "Thumbnail Picture Original Copy Keypoints Reasons SharedWords HeatMap Library SelfTest WordsPlan "
    "Complete ReadPicture WordPlaces ProofPage Changes Inventory "
    "Views ViewFrame Film Origin",
}
INTERIM = {
    "UpdateThings": "MaintenanceProgress",
    "Film": "MaintenanceProgress",
    "UpdateSimilarity": "MaintenanceProgress",
    "Search": "PartialResults",
    "Index": "Progress",
    "Retry": "Progress",
    "Restore": "Progress",
    "Watch": "Progress Watched WatchTrouble",
    "Backup": "MaintenanceProgress",
    "Duplicates": "MaintenanceProgress DuplicatesSoFar",
    "InstallModel": "InstallProgressed",
    "ImportModel": "InstallProgressed",
    "LearnWords": "WordsProgress",
    "DecideWords": "WordsProgress",
    "LearnOrder": "MeasureProgress",
    "Measure": "MeasureProgress",
    "ReadText": "BackgroundProgressed",
    "FindFaces": "BackgroundProgressed",
    "HeatMap": "HeatMapProgress",
}
EITHER = {
    service.AlbumsRequest: (
        service.AlbumsRequest(),
        service.AlbumsRequest(removed=("1",)),
        service.AlbumsRequest(keep=(Album(name="A", id="1"),)),
    ),
    service.JudgeRequest: (
        service.JudgeRequest(terms=(Term(text="x"),)),
        service.JudgeRequest(terms=(Term(text="x"),), photos=(PhotoId(1),)),
    ),
}


def names(words):
    return {f"{word}Request" for word in words.split()}


def subclasses(kind):
    # dataclass(slots=True) makes a second class of each, and the first is collected later
    return {
        getattr(service, below.__name__, below)
        for subclass in kind.__subclasses__()
        for below in (subclass, *subclasses(subclass))
    }


def test_visitors_may_ask_what_they_could_before():
    ways = {visit: set() for visit in Visit}
    for kind, declared in REQUESTS.items():
        if isinstance(declared.visitors, Visit):
            ways[declared.visitors].add(kind.__name__)
        elif declared.visitors is not None:
            for asked in EITHER[kind]:
                visit = visit_of(asked)
                assert visit is not None
                ways[visit].add(kind.__name__)
    assert ways == {visit: names(words) for visit, words in VISITORS.items()}


@pytest.mark.parametrize("kind", EITHER, ids=lambda kind: kind.__name__)
def test_a_request_that_can_change_something_is_a_change_only_if_it_does(kind):
    question, *changes = EITHER[kind]
    assert visit_of(question) is SHORT
    assert {visit_of(change) for change in changes} == {MARKS}


def test_what_is_no_request_has_no_visitors():
    for stranger in (
        service.Cancel(ticket=1),
        service.Shutdown(),
        service.Failure(message="x"),
        "Search",
        None,
    ):
        assert visit_of(stranger) is None


def test_the_next_engine_is_asked_again_what_it_was_before():
    assert {kind.__name__ for kind, declared in REQUESTS.items() if declared.repeatable} == names(REPEATABLE)
    assert {kind.__name__ for kind, declared in REQUESTS.items() if declared.endless} == names(ENDLESS)


def test_a_change_is_made_even_if_it_is_cancelled():
    kept = {kind.__name__ for kind, declared in REQUESTS.items() if not declared.cancellable}
    assert kept == names(NOT_CANCELLABLE)


def test_each_request_has_its_lane():
    lanes = {lane: set() for lane in Lane}
    for kind, declared in REQUESTS.items():
        lanes[declared.lane].add(kind.__name__)
    assert lanes == {lane: names(words) for lane, words in LANES.items()}


def test_each_request_says_what_comes_before_its_answer():
    declared = {
        kind.__name__.removesuffix("Request"): " ".join(interim.__name__ for interim in declared.interim)
        for kind, declared in REQUESTS.items()
        if declared.interim
    }
    assert declared == INTERIM
    assert subclasses(Interim) == {interim for declared in REQUESTS.values() for interim in declared.interim}


def test_every_request_is_declared_and_every_answer_belongs_to_one_or_is_news():
    assert subclasses(Request) == set(REQUESTS)
    assert all(dataclasses.is_dataclass(kind) for kind in REQUESTS)
    news = {service.Failure, service.Ready, service.LibraryChanged, service.DrivesChanged, service.Delayed}
    answers = {declared.answer for declared in REQUESTS.values()}
    assert subclasses(Answer) - subclasses(Interim) - {Interim} == answers | news


def test_only_what_a_window_opens_on_holds_up_what_else_loads():
    assert [kind.__name__ for kind, declared in REQUESTS.items() if declared.lists_photos] == [
        "SearchRequest"
    ]


def test_every_request_has_one_handler_whose_answer_is_the_declared_one():
    assert set(HANDLERS) == set(REQUESTS)
    for kind, handler in HANDLERS.items():
        assert handler.__annotations__["request"] == kind.__name__
        assert handler.__annotations__["return"] == REQUESTS[kind].answer.__name__
        assert handler.__module__ == kind.__module__, "a request and its handler stand side by side"


def test_a_second_handler_is_refused():
    with pytest.raises(TypeError, match="LibraryRequest has a handler already"):
        handles(service.LibraryRequest)(lambda call, request: service.LibraryAnswer(info=request))


def test_requests_to_a_library_on_another_computer_that_are_not_just_sent_on():
    assert {kind.__name__ for kind in FAR_HANDLERS} == names(
        "Library Thumbnail Picture Original Copy Models SelfTest Metadata"
    )


def test_every_field_of_an_index_request_but_its_folders_is_a_keyword_of_index():
    fields = {field.name for field in dataclasses.fields(IndexRequest)}
    assert {*IndexChoices.__annotations__} == fields - {"folders"}
