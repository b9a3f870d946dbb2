"""A library -> each photo compared with the rest, in batches -> communities, which keep their identity and name."""

from __future__ import annotations

import itertools
import time
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

from cbir.base.errors import ArtifactMismatch, Cancelled, CbirError, PhotoGone, QueryUnusable
from cbir.base.layout import Layout
from cbir.base.messages import Message
from cbir.base.types import Accepted, Offer, PhotoId, Thing, ThingReport, ThingView, ThingViews
from cbir.matching import MatchOptions, Matrix
from cbir.state import IndexReader, unlocked_write
from cbir.things.communities import CommunityOptions, by_content, communities, most_central
from cbir.things.pairs import Pair, PairFinder, PairOptions
from cbir.things.records import StoredThing, ThingTables
from cbir.things.travel import TravelOptions, accept, dismiss, offers_of
from cbir.things.views import MOST_VIEWS, aligned, transforms_onto

PAIR_VERSION = 2
"""Version of the comparison. A new version compares all photos again; the things stay until it is done."""
AT_ONCE = 64  # photos of a batch: the most that a killed run loses, and whose shortlists are in memory
_GONE = Message("This thing is no longer in the library.")
_SHOWN_AFTER_S = 20.0  # between two looks at the communities of a long run


@dataclass(frozen=True, slots=True, kw_only=True)
class ThingOptions:
    pairs: PairOptions = field(default_factory=PairOptions)
    communities: CommunityOptions = field(default_factory=CommunityOptions)
    travel: TravelOptions = field(default_factory=TravelOptions)


class ThingFinder:
    """Finds the things of one library, and keeps a person's corrections of them."""

    def __init__(
        self,
        layout: Layout,
        reader: IndexReader,
        matching: MatchOptions,
        options: ThingOptions = ThingOptions(),
    ) -> None:
        self._layout, self._reader, self._matching, self._options = layout, reader, matching, options

    def update(
        self,
        *,
        budget_s: float | None = None,
        progress: Callable[[int, int], None] = lambda done, total: None,
        cancelled: Callable[[], bool] = lambda: False,
    ) -> ThingReport:
        """Compare the photos that were not compared before, the newest first, and form the things anew.

        budget_s : stop after this time; the next update goes on. Cancelling it does the same.
        """
        with unlocked_write(self._layout) as catalog:
            tables = catalog.table(ThingTables)
            is_rebuilding = tables.has_older(PAIR_VERSION)
            if is_rebuilding:
                with catalog.transaction():
                    tables.forget_pairs()
        with self._reader.catalog() as catalog:
            waiting = catalog.table(ThingTables).to_compare(PAIR_VERSION)
        ends = None if budget_s is None else time.monotonic() + budget_s
        done = skipped = 0
        shown = time.monotonic()
        progress(0, len(waiting))
        for start in range(0, len(waiting), AT_ONCE):
            batch = waiting[start : start + AT_ONCE]
            if cancelled() or (ends is not None and time.monotonic() >= ends):
                break
            try:
                skipped += self._compare(batch, cancelled)
            except Cancelled:
                break
            done += len(batch)
            progress(done, len(waiting))
            if not is_rebuilding and time.monotonic() - shown > _SHOWN_AFTER_S:
                self._form()
                shown = time.monotonic()
        if done == len(waiting) or not is_rebuilding:
            self._form()
        things = self.all()
        return ThingReport(
            compared=done,
            left=len(waiting) - done,
            skipped=skipped,
            things=len(things),
            photos=sum(len(thing.photos) for thing in things),
        )

    def _compare(self, photos: Sequence[PhotoId], cancelled: Callable[[], bool]) -> int:
        """Compare a batch with the library and store its pairs. Returns the number of photos that could not be."""
        pairs, compared, skipped = list[Pair](), list[str](), 0
        with self._reader.snapshot() as snapshot:
            finder = PairFinder(snapshot, self._matching, self._options.pairs)
            for photo in photos:
                try:
                    row = snapshot.find_photo(photo)
                    pairs += finder.pairs_of(row, cancelled)
                except (PhotoGone, QueryUnusable, ArtifactMismatch):
                    skipped += 1
                else:
                    compared.append(row.fingerprint)
        with unlocked_write(self._layout) as catalog, catalog.transaction():
            tables = catalog.table(ThingTables)
            tables.add_pairs(pairs)
            tables.note_compared(compared, PAIR_VERSION)
        return skipped

    # --- communities

    def _form(self) -> None:
        with unlocked_write(self._layout) as catalog, catalog.transaction():
            self._form_in(catalog.table(ThingTables))

    def _form_in(self, tables: ThingTables) -> None:
        """Form the communities anew. Each takes the identity of the thing with which it has most contents in common."""
        pairs, stored, members = tables.pairs(), tables.stored(), tables.members()
        formed = communities(
            pairs,
            together=tables.choices(together=True),
            apart=tables.choices(together=False),
            names=_things_of({thing.id: members[thing.id] for thing in stored if thing.name}),
            options=self._options.communities,
        )
        identity = identities(formed, stored, members)
        community_of, pairs_of = by_content(formed), [list[Pair]() for _ in formed]
        for pair in pairs:
            if community_of.get(pair.first, -1) == community_of.get(pair.second, -2):
                pairs_of[community_of[pair.first]].append(pair)
        thing_of: dict[str, int] = {}
        for at, contents in enumerate(formed):
            earlier = identity.get(at)
            unchanged = earlier is not None and members[earlier.id] == contents
            if earlier is None:
                number = tables.add(most_central(contents, pairs_of[at]))
            else:
                number = earlier.id
                if not unchanged and not (earlier.is_chosen and earlier.icon in contents):
                    tables.set_icon(number, most_central(contents, pairs_of[at]), chosen=False)
            thing_of.update(dict.fromkeys(contents, number))
        continued = {thing.id for thing in identity.values()}
        for thing in stored:
            if thing.name and thing.id not in continued:  # a name stays with the last of its photos
                thing_of = dict.fromkeys(members[thing.id], thing.id) | thing_of
        tables.place(thing_of)
        tables.remove_empty()

    def all(self, among: Collection[int] | None = None) -> list[Thing]:
        """The things with a name or at least two photos in the library, named ones first, then the largest."""
        with self._reader.catalog() as catalog:
            things = catalog.table(ThingTables).things(among)
        return [thing for thing in things if thing.name or len(thing.photos) > 1]

    def find(self, name: str) -> Thing:
        """A thing by its name, ignoring case, or by its number: "#12". Raises CbirError if there is none."""
        folded = name.casefold().strip()
        for thing in self.all():
            if folded in (thing.name.casefold(), f"#{thing.id}"):
                return thing
        raise CbirError('There is no thing "{0}". List all things with: cbir things list', name)

    def views(
        self, thing: int, anchor: PhotoId | None = None, cancelled: Callable[[], bool] = lambda: False
    ) -> ThingViews:
        """Lay all photos of a thing over one of them, by their stored features. Some milliseconds a photo.

        anchor : default: the photo that represents the thing. Raises CbirError if the thing has no such photo.
        """
        things = self.all([thing])
        if not things:
            raise CbirError(_GONE)
        (subject,) = things
        photos = {photo.photo: photo for photo in subject.photos[:MOST_VIEWS]}
        anchor = subject.icon if anchor is None else anchor
        if anchor not in {photo.photo for photo in subject.photos}:
            raise CbirError("A photo is not among the photos of this thing. Nothing was changed.")
        photos |= {photo.photo: photo for photo in subject.photos if photo.photo == anchor}
        with self._reader.snapshot() as snapshot:
            transforms = aligned(snapshot, self._matching, list(photos), anchor, cancelled)
        views = [
            ThingView(
                photo=photo.photo,
                path=photo.path,
                taken_at=photo.taken_at,
                transform=tuple(transforms[photo.photo].ravel().tolist()),
            )
            for photo in photos.values()
            if photo.photo in transforms
        ]
        left_out = len(subject.photos) - len(views)
        return ThingViews(thing=thing, anchor=anchor, views=tuple(views), left_out=left_out)

    def transforms_onto(self, photo: PhotoId, others: Sequence[PhotoId]) -> dict[PhotoId, Matrix]:
        """(3, 3) from others to a photo, in shares of their sides, as far as their stored features agree with it."""
        with self._reader.snapshot() as snapshot:
            rows = [snapshot.find_photo(other) for other in others]
            middle = snapshot.find_photo(photo)
            agreeing = transforms_onto(snapshot, self._matching, middle, rows, lambda: False)
        return {other: transform for other, (_, transform) in agreeing.items()}

    # --- what travels

    def offers(self, things: Collection[int] | None = None, *, dismissed: bool = False) -> list[Offer]:
        """Keywords, titles, captions and positions that photos lack and others of their thing have; see Offer.

        things : only of these. dismissed : those that were dismissed, in place of the others. Nothing is written.
        """
        chosen = self.all(things)
        with self._reader.catalog() as catalog:
            return offers_of(catalog, chosen, self._options.travel, dismissed=dismissed)

    def dismiss(self, offers: Collection[Offer], *, dismissed: bool = True) -> int:
        """Offer these values to their photos no longer; with dismissed=False, offer them again.

        A photo is known by its content: moved or indexed anew, it stays so. Returns the number of offers that changed.
        """
        with unlocked_write(self._layout) as catalog, catalog.transaction():
            return dismiss(catalog, offers, dismissed=dismissed)

    def accept(self, offers: Collection[Offer]) -> Accepted:
        """Give photos what was offered, as far as it still is. The files are not changed."""
        things = self.all({offer.thing for offer in offers})
        keys = {(offer.photo, offer.kind, offer.text) for offer in offers}
        with unlocked_write(self._layout) as catalog, catalog.transaction():
            valid = [
                offer
                for offer in offers_of(catalog, things, self._options.travel)
                if (offer.photo, offer.kind, offer.text) in keys
            ]
            step = accept(catalog, valid)
        return Accepted(step=step, offers=len(valid), photos=len({offer.photo for offer in valid}))

    def take_back(self, step: int) -> int:
        """Take back what was accepted at once. Returns the number of photos that lose values; 0 if it was done before.

        step : of Accepted
        """
        with unlocked_write(self._layout) as catalog, catalog.transaction():
            return catalog.handed_over.take_back_step(step)

    # --- a person's corrections

    def rename(self, thing: int, name: str) -> None:
        """Give a thing a name; "" takes it away. Raises CbirError if the thing is gone, or another has the name."""
        name = " ".join(name.split())
        with self._changing(thing) as tables:
            if name and any(
                other.id != thing and other.name.casefold() == name.casefold() for other in tables.stored()
            ):
                raise CbirError('There is a thing "{0}" already. Join the two, or take another name.', name)
            tables.rename(thing, name)

    def choose_icon(self, thing: int, photo: PhotoId) -> None:
        """Let a photo represent a thing. Raises CbirError if the thing does not have it."""
        with self._changing(thing) as tables:
            (content,) = self._contents(tables, thing, [photo])
            tables.set_icon(thing, content, chosen=True)

    def join(self, thing: int, others: Collection[int]) -> None:
        """Join things into one, which keeps its name, or takes the first name of the others."""
        with self._changing(thing, *others) as tables:
            name_of, members = {stored.id: stored.name for stored in tables.stored()}, tables.members()
            joined = list(dict.fromkeys((thing, *others)))
            for first, second in itertools.combinations(joined, 2):
                tables.withdraw(members[first], members[second], together=False)
            contents = sorted(set[str]().union(*(members[part] for part in joined)))
            tables.choose([(contents[0], content) for content in contents[1:]], together=True)
            tables.place(_things_of(members) | dict.fromkeys(contents, thing))
            tables.remove_empty()
            tables.rename(thing, next((name_of[part] for part in joined if name_of[part]), ""))
            self._form_in(tables)

    def part(self, thing: int, photos: Collection[PhotoId]) -> int | None:
        """Take photos out of a thing. Returns the thing that they form; None for a single photo.

        Raises CbirError if the thing does not have them, or nothing else.
        """
        with self._changing(thing) as tables:
            parted = sorted(set(self._contents(tables, thing, photos)))
            rest = sorted(tables.members()[thing].difference(parted))
            if not rest:
                raise CbirError("These are all photos of the thing: there is nothing to part them from.")
            tables.withdraw(parted, rest, together=True)
            for same in (parted, rest):
                tables.choose([(same[0], content) for content in same[1:]], together=True)
            tables.choose([(parted[0], content) for content in rest], together=False)
            tables.choose([(rest[0], content) for content in parted], together=False)
            new = tables.add(parted[0])
            tables.place(_things_of(tables.members()) | dict.fromkeys(parted, new))
            self._form_in(tables)
            return new if new in tables.members() else None

    @contextmanager
    def _changing(self, *things: int) -> Iterator[ThingTables]:
        """The tables in a transaction. Raises CbirError if there is no such thing."""
        with unlocked_write(self._layout) as catalog, catalog.transaction():
            tables = catalog.table(ThingTables)
            there = {stored.id for stored in tables.stored()}
            if not there.issuperset(things):
                raise CbirError(_GONE)
            yield tables

    def _contents(self, tables: ThingTables, thing: int, photos: Collection[PhotoId]) -> list[str]:
        contents = tables.contents_of(photos)
        if len(contents) < len(set(photos)) or not tables.members()[thing].issuperset(contents.values()):
            raise CbirError("A photo is not among the photos of this thing. Nothing was changed.")
        return list(contents.values())


def _things_of(members: Mapping[int, Collection[str]]) -> dict[str, int]:
    return {content: thing for thing, contents in members.items() for content in contents}


def identities(
    formed: Sequence[Collection[str]], stored: Iterable[StoredThing], members: Mapping[int, Collection[str]]
) -> dict[int, StoredThing]:
    """The earlier thing that each community continues, by the community's position: named ones choose first."""
    community_of = by_content(formed)
    shared = Counter[tuple[int, int]]()
    things = {thing.id: thing for thing in stored}
    for thing in things:
        for content in members.get(thing, ()):
            if content in community_of:
                shared[thing, community_of[content]] += 1
    continued: dict[int, StoredThing] = {}
    taken: set[int] = set()
    for (thing, at), _ in sorted(
        shared.items(), key=lambda entry: (not things[entry[0][0]].name, -entry[1], entry[0])
    ):
        if at not in continued and thing not in taken:
            continued[at] = things[thing]
            taken.add(thing)
    return continued
