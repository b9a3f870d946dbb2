"""Every view, dialog and state of a window, one after the other, to check that all of it fits."""

import contextlib
import tempfile
from collections.abc import Callable
from pathlib import Path

import numpy as np
from PySide6.QtCore import QLocale
from PySide6.QtWidgets import QApplication, QDialog

from cbir.base.types import (
    Change,
    Copy,
    DuplicateGroup,
    EngineCoverage,
    FacetCount,
    Filters,
    IndexProgress,
    LibraryPhoto,
    Moment,
    Origin,
    OriginPhoto,
    PhotoId,
    Places,
    Problem,
    ShelfItem,
    SimilarityGroup,
    SimilarityMap,
    Skipped,
    Term,
    TrashPlan,
)
from cbir.service import PositionsAnswer
from cbir_app.base import language
from cbir_app.panels.export import Recipe
from cbir_app.panels.export.dialog import ExportDialog
from cbir_app.panels.library import AddFoldersDialog, AddressDialog
from cbir_app.panels.models import ArchitectureDialog
from cbir_app.sessions import part_of_file
from cbir_app.shell.help_dialogs import GuideDialog
from cbir_app.shell.settings import SettingsDialog
from cbir_app.shell.tour import Tour
from tests.app.fake_collection import LARGE, RESEARCH, SMALL, FakeCollection, installed
from tests.app.fake_engine import NO_MAP, FakeEngine, Script
from tests.app.fake_people import FakePeople, person
from tests.app.fake_things import FakeThings, offer, thing
from tests.app.fits import faults
from tests.app.handling import found, settle

Act = Callable[[], object]


@contextlib.contextmanager
def in_language(app, code):
    language.install(app, code, QLocale.c() if code == "en" else QLocale("it_IT"))
    yield code
    language.install(app, "en", QLocale.c())


def searched_at(size, qtbot, make_window, picture_file):
    """A window of a size that shows the matches of a picture."""
    window = make_window()
    window.resize(*size)
    qtbot.waitUntil(lambda: window.library.info is not None)
    window.search.search(part_of_file(picture_file))
    found(qtbot, window)
    return window


def faults_of(acts, qtbot, window, engine, faults_in=faults):
    """The faults of the window after each act, by its name."""
    seen = {}
    for name, act in acts.items():
        act()
        settle(qtbot, window, engine)
        for _ in range(3):  # a layout in a layout takes a turn of its own
            QApplication.processEvents()
        seen[name] = faults_in(window)
    return {name: wrong for name, wrong in seen.items() if wrong}


def full_engine():
    """An engine with something to say in every view."""
    two = [
        LibraryPhoto(
            photo=PhotoId(n),
            path=Path(f"/home/me/Pictures/{name}.jpg"),
            fingerprint=str(n),
            size=(4000, 3000),
            bytes=4_200_000,
            format="JPEG",
        )
        for n, name in ((1, "harbour"), (2, "copy of harbour"))
    ]
    landed = ((100.0, 50.0), (300.0, 50.0), (300.0, 200.0), (100.0, 200.0))
    copy = Copy(photo=two[1], cause="re-encoded", outline=landed, why=("more pixels", "the older file"))
    going = TrashPlan(
        photos=(two[1],),
        bytes=two[1].bytes,
        stays=(Skipped(path=two[0].path, reason="Its drive is not connected."),),
    )
    script = Script(
        problems=(
            Problem(what="A thumbnail is missing.", remedy="Choose “Scan for changes”.", mended=False),
        ),
        coverage=(
            EngineCoverage(engine="match", photos=20, name="c0ffee"),
            EngineCoverage(engine="semantic", photos=12, name="ViT-B-32", device="the processor"),
        ),
        waiting=4,
        places=Places(keywords=(FacetCount(value="boat", photos=1234), FacetCount(value="sea", photos=5))),
        stacks=((PhotoId(1), PhotoId(2), PhotoId(3)),),
        moments={4: Moment(Path("/home/me/Videos/A walk along the harbour in the evening.mp4"), 3_683_000)},
    )
    collection = FakeCollection(
        installed=(installed(SMALL),),
        current=SMALL.name,
        arrived={LARGE.name: 123_000_000},
        learned=("Anna", "Bruno"),
        duplicates=(DuplicateGroup(kept=two[0], copies=(copy,)),),
        plan=going,
    )
    named = thing(1, "Castle of the old town above the river")
    people = (person(1, "Anna Schneider-Hohenberg", 1234), person(2), person(3, "Bo", hidden=True))
    return FakeEngine(
        script,
        collection=collection,
        people=FakePeople(on=True, people=people, asked=((1, 2),), waiting=9876),
        things=FakeThings(things=(named, thing(2)), offers=(offer(named), offer(named, at=1, text="river"))),
        similarity=similarity_map(),
        origin=origin(),
        shelf=tuple(
            ShelfItem(photo=photo.photo, path=photo.path, points=1234, corners=landed) for photo in two
        ),
        changes=(Change(first=(10, 20, 30, 40), second=(50, 60, 30, 40), strength=2.0),),
    )


def similarity_map():
    """Two groups with names, one at each side of the map."""
    places = np.array([(0, 0), (1, 0), (0, 1), (50, 30), (51, 30), (50, 31)], np.float32)
    groups = tuple(
        SimilarityGroup(id=id, parent=parent, name=name, photo=PhotoId(1), photos=3, x=x, y=x)
        for id, parent, name, x in (
            *((1, None, "boats in a harbour in the evening", 0), (2, None, "dog", 50)),
            *((3, 1, "boats in a harbour in the evening", 0), (4, 2, "puppy", 50)),
        )
    )
    return SimilarityMap(
        arrangement=1,
        photos=np.arange(1, 7),
        places=places,
        group_of=np.array([3, 3, 3, 4, 4, 4]),
        groups=groups,
        waiting=0,
    )


def origin(count=3):
    """A photo, and prints of it that were photographed."""
    photos = tuple(
        OriginPhoto(
            photo=PhotoId(n),
            path=Path(f"/home/me/Pictures/poster on the wall of the old town {n}.jpg"),
            parent=PhotoId(1) if n > 1 else None,
            step="photographed" if n > 1 else "original",
            size=(4000, 3000),
            taken_at="2019-07-04T12:00:00",
        )
        for n in range(1, count + 1)
    )
    return Origin(photos=photos, asked=PhotoId(1))


def views(window):
    """The actions that lead to each view of a window with matches, one after another."""
    bar, actions = window.results.bar, window.actions_

    def side_by_side():
        window.pages.show_results()
        window.pages.show_side_by_side()

    return {
        "matches": lambda: None,
        "unfolded": window.results.toggle_fold,
        "list": lambda: bar.choose_shape("list"),
        "by date": lambda: bar.choose_shape("timeline"),
        "wall": lambda: bar.choose_shape("grid"),
        "left column": lambda: actions.library_column.setChecked(True),
        "details": lambda: actions.evidence_column.setChecked(True),
        "notice": lambda: window.notice.say("Something was copied, and something else was not.", topic="t"),
        "photo": window.pages.show_photo,
        "match": window.pages.show_match,
        "side by side": side_by_side,
    }


def more_views(window):
    """The views that the quick test leaves out."""
    pages, status, bar = window.pages, window.status, window.model_bar

    def over():
        pages.show_results()
        window.results.select(0)
        pages.show_match()
        pages.match.over_button.setChecked(True)

    def four_photos():
        pages.match.over_button.setChecked(False)
        pages.show_results()
        window.results.select_all()
        pages.show_side_by_side()

    def adding():
        pages.set_bare(False)
        pages.show_results()
        status.show_running(True)
        for done in range(20_000, 20_010):
            status.show_progress(IndexProgress(done=done, total=98_765, searchable=done), 98_765)

    def asking():
        status.show_running(False)
        window.notice.say("A question of the web?", topic="t", action="Fetch", on_action=lambda: None)

    def working():
        bar.hide()
        window.controls.duplicates.show()

    return {
        "match, wiped": over,
        "four side by side": four_photos,
        "frame": pages.show_frame,
        "photo alone": _in_turn(pages.show_results, lambda: pages.set_bare(True), pages.show_photo),
        "adding photos": adding,
        "notice with a button": asking,
        "offer of a model": _in_turn(window.notice.hide, lambda: bar.offer(SMALL)),
        "offer of a larger model": lambda: bar.offer(RESEARCH, larger=True),
        "model paused": lambda: bar.show_paused(window.model_session, LARGE),
        "model not installed": lambda: bar.show_failure("The drive is full. Free 605 MB and try again."),
        "duplicates": working,
        "a pair of duplicates": window.controls.duplicates.page.show_large,
        "duplicates, wiped": lambda: window.controls.duplicates.page.show_way("wipe"),
        **pages_beside_the_photos(window),
        "results again": pages.show_results,
    }


def pages_beside_the_photos(window):
    """Both maps, people, things and what is made of them, a shelf, an origin, a moment and what changed.

    Selected entries have their tools.
    """
    people, things = window.controls.people, window.controls.things
    similarity, inventory = window.controls.similarity, window.controls.inventory
    pages = window.pages
    on_map = PositionsAnswer(
        photos=np.arange(1, 25),
        latitudes=np.linspace(36, 60, 24),
        longitudes=np.linspace(-9, 16, 24),
        dated=np.arange(1, 21),
        months=np.arange(20) * 7 + 12 * 2012,
    )
    one_on_map = PositionsAnswer(
        photos=np.array([1]),
        latitudes=np.array([38.7]),
        longitudes=np.array([-9.1]),
        dated=np.zeros(0, int),
        months=np.zeros(0, int),
    )

    def select_all(page):
        page.grid.selectAll()

    def arranging():
        pages.open(similarity.page)
        similarity.page.show_progress(1, 3)

    def chosen_group():
        similarity.page.choose_group(similarity.page.map.named[0])

    def shelf():
        file = Path(tempfile.gettempdir()) / "shelf.jpg"
        file.write_bytes(b"\xff\xd8")
        inventory.page.show_shelf(Term(path=file))

    def photo_at(row):
        def show():
            pages.show_results()
            window.results.select(row)
            pages.show_photo()

        return show

    def match():
        pages.show_results()
        window.results.select(0)
        pages.show_match()

    return {
        "similarity map being arranged": arranging,
        "similarity map": similarity.show,
        "similarity map, a group chosen": chosen_group,
        "map": lambda: window.controls.map.show_answer(on_map),
        "map and photos to put on it": lambda: window.controls.map.show_answer(one_on_map),
        "people": people.show,
        "people, selected": lambda: select_all(people.page),
        "a person": lambda: people.page.open_entry(people.page.selected()[0]),
        "things": things.show,
        "things, selected": lambda: select_all(things.page),
        "what things offer": things.show_offers,
        "through time": lambda: things.show_time(things.page.selected()[0]),
        "inventory": inventory.show,
        "inventory of a shelf": shelf,
        "photo with a face": photo_at(0),
        "naming a face": lambda: pages.name_faces(("Anna", "Bruno")),
        "origin": _in_turn(photo_at(0), window.controls.origin.show),
        "moment of a video": photo_at(3),
        "match to compare": match,
        "what changed": lambda: pages.match.changes_button.setChecked(True),
        "what changed, no more": lambda: pages.match.changes_button.setChecked(False),
    }


def overlays(window):
    """Widgets over the window or beside it, which are examined alone."""
    popover = window.bar.filter_popover

    def opened(kind):
        window.pages.show_results()
        popover.open(kind, window.bar.filter_button)
        return popover

    def adding():
        popover.close()
        dialog = AddFoldersDialog(lambda _folders, _leave_out: None, ("*.tmp.jpg",), window)
        for name in ("Pictures", "Pictures of a long summer by the sea"):
            dialog.folders.add(Path("/home/me") / name)
        dialog.show()
        return dialog

    def addressing():
        dialog = AddressDialog(lambda _folder: None, window)
        dialog.address.setText("http://photos.example.org")
        dialog.show()
        dialog.open_button.click()
        return dialog

    def exporting():
        dialog = ExportDialog(window.results.model.hits[:2], Recipe(), lambda _recipe: None, window)
        dialog.show()
        return dialog

    def touring():
        popover.close()
        window.dialogs.show_tour()
        (tour,) = window.findChildren(Tour)
        return tour

    def reading():
        window.dialogs.show_guide()
        (dialog,) = window.findChildren(GuideDialog)
        return dialog

    return {
        "tour": touring,
        "guide": reading,
        "export": exporting,
        **{f"filter: {kind}": lambda kind=kind: opened(kind) for kind in popover.pages.of_kind},
        "add folders": adding,
        "another computer": addressing,
    }


def dialogs(window):
    """The actions that open each dialog and each question. The last open one is examined."""
    show, controls = window.dialogs, window.controls

    def over_settings(act):
        def opened():
            show.show_models()
            act(window.findChildren(SettingsDialog)[-1])

        return opened

    def of_weights(parent):
        ArchitectureDialog(Path("weights of a model.safetensors"), ("ViT-B-32", "ViT-L-14"), parent).open()

    info = window.library.info
    assert info is not None
    return {
        "settings": show.show_settings,
        "models": show.show_models,
        "remove a model": over_settings(lambda over: controls.models.ask_remove(installed(LARGE), over)),
        "for research only": over_settings(lambda over: controls.models.ask_install(RESEARCH, over)),
        "import a model": over_settings(of_weights),
        "library": show.show_library,
        "check": controls.maintenance.check,
        "learn from my photos": controls.maintenance.learn_words,
        "forget a folder": lambda: controls.maintenance.forget(info.roots[0]),
        "could not be read": controls.folders.show_skipped,
        "measure": show.show_measure,
        "trash": controls.trash.ask,
        "trash of duplicates": controls.duplicates.ask_trash,
        "keys": show.show_keys,
        "palette": show.show_palette,
        "what’s new": show.show_news,
        "about": show.show_about,
    }


def top_dialog():
    """The dialog that is seen above the others."""
    shown = [
        widget
        for widget in QApplication.topLevelWidgets()
        if isinstance(widget, QDialog) and widget.isVisible()
    ]
    return max(shown, key=lambda one: len(_parents(one)))


def _parents(widget):
    parent = widget.parentWidget()
    return [] if parent is None else [parent, *_parents(parent)]


def messages(window, fake, picture):
    """The messages of a centre without photos. Afterwards the library is empty and the engine has ended."""
    search, results, script = window.search, window.results, fake.script
    week = Filters(taken_from="2019-07-04", taken_to="2019-07-09", min_rating=3)

    def nothing():
        script.hits = script.words_hits = 0
        search.clear()
        search.search(part_of_file(picture))

    def no_duplicates():
        fake.collection.duplicates = ()
        window.controls.duplicates.show()

    def people_off():
        fake.people.on = False
        window.controls.people.show()

    def no_things():
        fake.things.things = ()
        window.controls.things.show()

    none = np.zeros(0, int)
    nowhere = PositionsAnswer(
        photos=none, latitudes=np.zeros(0), longitudes=np.zeros(0), dated=none, months=none
    )

    def no_origin():
        fake.origin = origin(1)
        window.pages.show_results()
        window.results.select(0)
        window.controls.origin.show()

    def nothing_arranged():
        fake.similarity = NO_MAP
        window.controls.similarity.show()

    def empty_shelf():
        fake.shelf = ()
        window.controls.inventory.show()
        window.controls.inventory.page.show_shelf(Term(path=picture))

    def empty():
        script.photos = 0
        search.clear()
        window.library.ask()

    return {
        "no origin": no_origin,
        "no match": nothing,
        "no match with filters": lambda: search.set_filters(week),
        "no photos with these words": _in_turn(search.clear, lambda: search.type("boat"), search.commit),
        "no such picture": lambda: search.search(part_of_file(picture.with_name("gone.jpg"))),
        "no duplicates": no_duplicates,
        "people switched off": people_off,
        "no things": no_things,
        "no similarity map": nothing_arranged,
        "no item of a shelf": empty_shelf,
        "no position": lambda: window.controls.map.show_answer(nowhere),
        "empty library": empty,
        "a model for an empty library": lambda: results.propose(LARGE),
        "no engine": lambda: _break(results),
    }


def _in_turn(*acts):
    def all_of_them():
        for act in acts:
            act()

    return all_of_them


def _break(results):
    results.set_broken(
        ("The library cannot be opened", "Another program is writing to it. Close that first.")
    )
