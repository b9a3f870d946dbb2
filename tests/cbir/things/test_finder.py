"""Things of a library with views of three subjects and two photos that show nothing else."""

import random

import cv2
import numpy as np
import pytest

from cbir.base.errors import CbirError
from cbir.base.layout import Layout
from cbir.base.types import SearchOptions, Term
from cbir.library import Library
from cbir.library.maintenance import restore
from cbir.matching import MatchOptions
from cbir.state import unlocked_write
from cbir.things import ThingTables, finder
from cbir.things.pairs import PairOptions
from tests.cbir.stage_data import small_options
from tests.pictures import photo, write_jpeg

SUBJECTS = {"chelsea": 3, "coffee": 3, "rocket": 2}
ALONE = ("astronaut", "china")


def view(pixels, number):
    """One of several views: shifted in perspective, smaller, lighter."""
    height, width = pixels.shape[:2]
    corners = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    rng = np.random.default_rng(number)
    moved = corners + rng.uniform(-0.08, 0.08, (4, 2)).astype(np.float32) * [width, height]
    transform = cv2.getPerspectiveTransform(corners, moved.astype(np.float32))
    return cv2.convertScaleAbs(
        cv2.warpPerspective(pixels, transform, (width, height)), alpha=1 + 0.05 * number
    )


def write_photos(folder):
    for name, views in SUBJECTS.items():
        for number in range(views):
            write_jpeg(folder / f"{name} {number}.jpg", view(photo(name), number))
    for name in ALONE:
        write_jpeg(folder / f"{name}.jpg", photo(name))


def names_of(thing):
    return sorted(photo.path.stem for photo in thing.photos)


def shown(library):
    return sorted(names_of(thing) for thing in library.things.all())


def of(name):
    return [f"{name} {number}" for number in range(SUBJECTS[name])]


EVERY = sorted(of(name) for name in SUBJECTS)


@pytest.fixture
def things(library):
    library.things.update()
    return library.things


def thing_of(things, name):
    (found,) = [thing for thing in things.all() if f"{name} 0" in names_of(thing)]
    return found


def photos_of(thing, *names):
    return [photo.photo for photo in thing.photos if photo.path.stem in names]


def test_views_of_one_subject_are_a_thing(library):
    report = library.things.update()
    assert shown(library) == EVERY
    assert (report.compared, report.left, report.things, report.photos) == (10, 0, 3, 8)


def test_a_second_update_compares_nothing(library):
    library.things.update()
    assert library.things.update().compared == 0


def test_new_photos_come_to_their_thing(library, things, pictures):
    coffee = thing_of(things, "coffee").id
    write_jpeg(pictures / "coffee 7.jpg", view(photo("coffee"), 7))
    library.index([pictures])
    assert things.update().compared == 1
    assert names_of(thing_of(things, "coffee")) == [*of("coffee"), "coffee 7"]
    assert thing_of(things, "coffee").id == coffee


def test_a_stopped_update_keeps_what_it_compared_and_goes_on(library, monkeypatch):
    monkeypatch.setattr(finder, "AT_ONCE", 2)
    batches = []

    def stop_after_two():
        return len(batches) > 2

    report = library.things.update(
        progress=lambda done, total: batches.append(done), cancelled=stop_after_two
    )
    assert (report.compared, report.left) == (4, 6)
    assert library.things.update().compared == 6
    assert shown(library) == EVERY


def test_an_update_stops_at_its_budget(library):
    report = library.things.update(budget_s=0)
    assert (report.compared, report.left, report.things) == (0, 10, 0)


def test_a_new_version_compares_again_and_keeps_names(library, things, monkeypatch):
    things.rename(thing_of(things, "coffee").id, "My cup")
    monkeypatch.setattr(finder, "PAIR_VERSION", finder.PAIR_VERSION + 1)
    stopped = things.update(budget_s=0)
    assert stopped.left == 10
    assert shown(library) == EVERY, "the things stay until they were made anew"
    assert things.update().compared == 10
    assert names_of(things.find("my cup")) == of("coffee")


def test_a_name_is_searched_for(library, things):
    things.rename(thing_of(things, "chelsea").id, "Old Town Hall")
    for text in ("old town hall", 'thing:"old town"', f"thing:#{thing_of(things, 'chelsea').id}"):
        hits = library.search([Term(text=text)], SearchOptions(engine="metadata")).hits
        assert sorted(hit.path.stem for hit in hits) == of("chelsea"), text


def test_photos_that_come_later_have_the_name(library, things, pictures):
    things.rename(thing_of(things, "chelsea").id, "Tibbles")
    write_jpeg(pictures / "later.jpg", view(photo("chelsea"), 8))
    library.index([pictures])
    things.update()
    hits = library.search([Term(text="tibbles")], SearchOptions(engine="metadata")).hits
    assert "later" in {hit.path.stem for hit in hits}


def test_a_name_that_is_taken_away_is_no_longer_found(library, things):
    cat = thing_of(things, "chelsea").id
    things.rename(cat, "Tibbles")
    things.rename(cat, " ")
    assert not library.search([Term(text="tibbles")], SearchOptions(engine="metadata")).hits


def test_two_things_do_not_share_a_name(things):
    things.rename(thing_of(things, "chelsea").id, "Here")
    with pytest.raises(CbirError, match="already"):
        things.rename(thing_of(things, "coffee").id, "HERE")


def test_joined_things_stay_joined(library, things):
    things.rename(thing_of(things, "rocket").id, "Both")
    things.join(thing_of(things, "chelsea").id, [thing_of(things, "rocket").id])
    assert names_of(things.find("both")) == sorted(of("chelsea") + of("rocket"))
    things.update()
    assert names_of(things.find("both")) == sorted(of("chelsea") + of("rocket"))


def test_parted_photos_stay_apart(library, things):
    coffee = thing_of(things, "coffee")
    things.rename(coffee.id, "Cup")
    new = things.part(coffee.id, photos_of(coffee, "coffee 1", "coffee 2"))
    things.update()
    (parted,) = things.all([new])
    assert names_of(parted) == ["coffee 1", "coffee 2"]
    assert not parted.name
    things.join(coffee.id, [new])
    assert names_of(things.find("cup")) == of("coffee")


def test_a_single_photo_that_is_taken_out_forms_no_thing(library, things):
    coffee = thing_of(things, "coffee")
    assert things.part(coffee.id, photos_of(coffee, "coffee 2")) is None
    assert names_of(thing_of(things, "coffee")) == ["coffee 0", "coffee 1"]


def test_not_every_photo_can_be_parted(things):
    coffee = thing_of(things, "coffee")
    with pytest.raises(CbirError, match="all photos"):
        things.part(coffee.id, photos_of(coffee, *of("coffee")))


def test_photos_of_another_thing_are_refused(things):
    with pytest.raises(CbirError, match="not among"):
        things.part(thing_of(things, "coffee").id, photos_of(thing_of(things, "chelsea"), "chelsea 0"))


def test_a_chosen_icon_stays(library, things, pictures):
    coffee = thing_of(things, "coffee")
    other = next(photo.photo for photo in coffee.photos if photo.photo != coffee.icon)
    things.choose_icon(coffee.id, other)
    write_jpeg(pictures / "coffee 7.jpg", view(photo("coffee"), 7))
    library.index([pictures])
    things.update()
    assert thing_of(things, "coffee").icon == other


def test_names_survive_moved_files_and_a_removed_thing_returns(library, things, pictures):
    things.rename(thing_of(things, "coffee").id, "Cup")
    away = pictures.parent / "away"
    away.mkdir()
    for name in of("coffee"):
        (pictures / f"{name}.jpg").rename(away / f"{name}.jpg")
    library.index([pictures])
    assert thing_of(things, "chelsea")
    assert all(thing.name != "Cup" for thing in things.all())
    for name in of("coffee"):
        (away / f"{name}.jpg").rename(pictures / f"{name} moved.jpg")
    library.index([pictures])
    assert names_of(things.find("cup")) == [f"{name} moved" for name in of("coffee")]


def test_backups_have_things_and_names(library, things, tmp_path):
    things.rename(thing_of(things, "coffee").id, "Cup")
    library.back_up(tmp_path / "backup")
    restore(tmp_path / "backup", tmp_path / "again")
    with Library.open(tmp_path / "again", options=small_options()) as copy:
        assert names_of(copy.things.find("cup")) == of("coffee")


def test_corrections_survive_random_moves(library, things):
    """Joins, partings and names in random order, checked against sets that are kept beside the library."""
    rng = random.Random(61)
    groups = [set(names) for names in shown(library)]
    for _ in range(40):
        listed = things.all()
        move = rng.choice(["join", "part", "name", "update"]) if len(listed) > 1 else "part"
        if move == "join":
            first, second = rng.sample(listed, 2)
            things.join(first.id, [second.id])
            both = set(names_of(first) + names_of(second))
            groups = [group for group in groups if not group & both] + [both]
        elif move == "part":
            thing = rng.choice([thing for thing in listed if len(thing.photos) > 1])
            out = set(rng.sample(names_of(thing), rng.randint(1, len(thing.photos) - 1)))
            things.part(thing.id, photos_of(thing, *out))
            rest = set(names_of(thing)) - out
            groups = [group for group in groups if not group & (out | rest)]
            groups += [part for part in (out, rest) if len(part) > 1 or (part == rest and thing.name)]
        elif move == "name":
            things.rename(rng.choice(listed).id, f"Thing {rng.random()}")
        else:
            things.update()
        assert shown(library) == sorted(map(sorted, groups))
        if all(len(group) < 2 for group in groups):
            break


def test_a_thing_that_is_gone_is_said(things):
    with pytest.raises(CbirError, match="no longer"):
        things.rename(999, "x")
    with pytest.raises(CbirError, match='no thing "x"'):
        things.find("x")


def test_two_things_on_one_table_are_not_one(make_library, pictures):
    """The table around them agrees, and what is in the middle does not."""
    for name in ("coffee", "rocket"):
        table = cv2.resize(photo("china"), (960, 720))
        table[150:570, 200:760] = cv2.resize(photo(name), (560, 420))
        write_jpeg(pictures / "tables" / f"{name}.jpg", table)
    library = make_library()
    library.index([pictures / "tables"])
    layout, reader = Layout(library.folder), library.reader
    blind = finder.ThingOptions(pairs=PairOptions(least_middle=0.0))
    assert finder.ThingFinder(layout, reader, MatchOptions(), blind).update().things == 1, "the table agrees"
    with unlocked_write(layout) as catalog, catalog.transaction():
        catalog.table(ThingTables).forget_pairs()
    assert library.things.update().things == 0
