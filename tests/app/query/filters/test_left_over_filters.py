"""A filter that hides the match is named, and given up with one click; browsing sets none that lasts."""

from dataclasses import replace

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton

from cbir.base.types import Filters, SearchResult, Timings
from cbir_app.results.wording import headline
from cbir_app.sessions import Query, part_of_file
from tests.app.handling import button, drop, found, search_requests, urls

NOTHING = SearchResult(hits=(), took_ms=Timings(), searched=24, total=0)


def test_the_headline_says_where_nothing_was_found(picture_file):
    picture, words = Query(parts=(part_of_file(picture_file),)), Query(draft="boat")
    folder, camera = Filters(folders=("/photos/Holidays",)), Filters(cameras=("Canon",))
    assert headline(NOTHING, picture) == "No match found"
    assert headline(NOTHING, replace(picture, filters=folder)) == "No match found in “Holidays”"
    assert headline(NOTHING, replace(picture, filters=camera)) == "No match found with these filters"
    assert headline(NOTHING, words) == "No photos found"
    assert headline(NOTHING, replace(words, filters=folder)) == "No photos found in “Holidays”"
    assert headline(NOTHING, replace(words, filters=camera)) == "No photos found with these filters"


def test_search_everywhere_drops_the_filters_and_asks_again(qtbot, window, fake, picture_file):
    fake.script.hits = fake.script.verified = 0
    window.search.set_filters(Filters(folders=("/photos/Holidays",)))
    drop(window, urls(picture_file))
    message = window.results.message
    qtbot.waitUntil(lambda: message.title.text() == "No match found in “Holidays”")
    fake.script.hits, fake.script.verified = 24, 7
    button(message, "Search everywhere").click()
    found(qtbot, window)
    assert [request.options.filters for request in search_requests(fake)[-2:]] == [
        Filters(folders=("/photos/Holidays",)),
        Filters(),
    ]
    assert search_requests(fake)[-1].terms == search_requests(fake)[-2].terms


def test_search_everywhere_stands_beside_what_is_less_likely(qtbot, window, fake, picture_file):
    fake.script.verified = 0
    drop(window, urls(picture_file))
    message, everywhere = window.results.message, window.results.bar.everywhere
    qtbot.waitUntil(lambda: window.search.answered.has_picture and message.isVisible())
    window.results.toggle_fold()
    assert window.results.model.hits and not everywhere.isVisible()  # everywhere is where it was looked for
    window.search.set_filters(Filters(folders=("/photos/Holidays",)))
    qtbot.waitUntil(lambda: message.isVisible() and message.title.text() == "No match found in “Holidays”")
    assert button(message, "Search everywhere")
    window.results.toggle_fold()
    assert everywhere.isVisible()
    everywhere.click()
    qtbot.waitUntil(lambda: not everywhere.isVisible() and not window.search.busy)
    assert window.search.query.filters == Filters()


def browse(window):
    """Press Enter on the only folder in the library's column."""
    tree = window.panel.tree
    item = tree.topLevelItem(0)
    assert item is not None
    tree.setCurrentItem(item)
    tree.itemActivated.emit(item, 0)
    return str(item.data(0, Qt.ItemDataRole.UserRole))


def test_a_new_picture_leaves_the_folder_that_was_merely_browsed(qtbot, window, fake, picture_file):
    window.search.set_filters(Filters(min_rating=3))
    folder = browse(window)
    assert window.search.query.filters == Filters(min_rating=3, folders=(folder,))
    qtbot.waitUntil(lambda: not window.search.busy)
    drop(window, urls(picture_file))
    found(qtbot, window)
    assert window.search.query.filters == Filters(min_rating=3)
    window.search.back()
    assert window.search.query.filters == Filters(min_rating=3, folders=(folder,))


def test_a_new_picture_keeps_the_folder_that_was_set_as_a_filter(qtbot, window, picture_file):
    folder = browse(window)
    window.search.clear()
    window.actions_.only_here.trigger()
    drop(window, urls(picture_file))
    found(qtbot, window)
    assert window.search.query.filters == Filters(folders=(folder,))


def test_words_are_looked_for_in_the_folder_that_is_browsed(qtbot, window, fake):
    folder = browse(window)
    window.search.type("boat")
    window.search.commit()
    qtbot.waitUntil(lambda: bool(search_requests(fake)) and bool(search_requests(fake)[-1].terms))
    assert search_requests(fake)[-1].options.filters == Filters(folders=(folder,))


# ---- started with a picture


def test_a_window_that_starts_with_a_picture_says_that_it_searches(qtbot, make_window, fake, picture_file):
    fake.script.hold_search = True
    window = make_window()
    said = []
    show = window.results.message.show_message

    def listen(icon, title, text, *buttons):
        said.append(title)
        show(icon, title, text, *buttons)

    window.results.message.show_message = listen
    window.come_forward(picture_file)
    qtbot.waitUntil(lambda: window.library.info is not None)
    assert window.results.headline.text() == "Searching…"
    assert window.results.bar.isVisible()
    fake.release.set()
    found(qtbot, window)
    assert said == []


def test_a_picture_handed_over_while_the_engine_starts_again_is_searched_for(
    qtbot, window, fake, picture_file
):
    fake.script.die_on, fake.script.die_times = "FacetsRequest", 1
    with qtbot.waitSignal(window.controls.engine.engine.lost):
        window.library.wants_facets = True
        window.library.ask_facets()
    window.come_forward(picture_file)
    found(qtbot, window)


# ---- the engine ends over a query


def test_a_query_is_repeated_when_the_engine_ended_over_it(qtbot, window, fake, picture_file):
    fake.script.die_on, fake.script.die_times = "SearchRequest", 1
    failed = []
    window.search.failed.connect(failed.append)
    drop(window, urls(picture_file))
    found(qtbot, window)
    assert failed == []
    assert len(search_requests(fake)) == 2
    assert window.results.headline.text() == "7 matches"


def test_a_query_that_ended_two_engines_says_so_and_waits_for_a_person(qtbot, window, fake, picture_file):
    fake.script.die_on = "SearchRequest"
    drop(window, urls(picture_file))
    message = window.results.message
    qtbot.waitUntil(lambda: message.title.text() == "Can’t search with this picture")
    assert "stopped twice" in message.sentence
    qtbot.waitUntil(lambda: not window.notice.isVisible())  # the third engine is there
    assert len(search_requests(fake)) == 2
    fake.script.die_on = ""
    button(message, "Try again").click()
    found(qtbot, window)


def test_where_nothing_is_found_there_is_one_thing_to_do(qtbot, window, fake, picture_file):
    fake.script.hits = fake.script.verified = fake.script.words_hits = 0
    message, camera = window.results.message, Filters(cameras=("Canon",))

    def ways():
        qtbot.waitUntil(lambda: not window.search.busy and message.isVisible())
        return [widget.text() for widget in message.findChildren(QPushButton) if widget.isVisible()]

    drop(window, urls(picture_file))
    found_nothing = "No match found"
    qtbot.waitUntil(lambda: message.title.text() == found_nothing)
    assert ways() == ["Open a picture…"]
    window.search.set_filters(camera)
    qtbot.waitUntil(lambda: message.title.text() == f"{found_nothing} with these filters")
    assert ways() == ["Search everywhere"]
    window.search.set_query(Query(filters=camera))
    qtbot.waitUntil(lambda: message.title.text() == "No photos found with these filters")
    assert ways() == ["Show all photos"]
    fake.script.words_hits = 5
    button(message, "Show all photos").click()
    qtbot.waitUntil(lambda: len(window.results.model.hits) == 5)
    assert window.results.headline.text() == "All photos"
