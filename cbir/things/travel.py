"""Photos of a thing -> keywords, titles, captions and positions that some have, offered to those that lack them.

Nothing is written until a person accepts an offer. A value travels along verified pairs; its evidence is the weakest
pair on the best way. It never travels on from a photo that it travelled to.
"""

from __future__ import annotations

import heapq
import math
import time
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from cbir.base.types import (
    Metadata,
    Offer,
    OfferKind,
    PhotoId,
    Received,
    Thing,
    ThingPhoto,
    keyword_key,
)
from cbir.catalog import Catalog, Handover, distance_km, through_step
from cbir.things.pairs import Pair
from cbir.things.records import Dismissal, ThingTables


@dataclass(frozen=True, slots=True, kw_only=True)
class TravelOptions:
    """Chosen on hard/, distractors/ and covers 1 to 50: docs/benchmarks.md, things.

    least_strength : of each pair on the way, see Pair.strength
    most_doubt_m : positions of a thing that are farther apart are not offered: it was moved, or is a mountain
    """

    least_strength: float = 0.0
    most_doubt_m: float = 1000.0

    def allows(self, pair: Pair) -> bool:
        return pair.strength >= self.least_strength


class _Way(NamedTuple):
    """The best way from a photo that has a value. source : its content. points : of the weakest pair on the way"""

    strength: float
    points: int
    source: str


@dataclass(frozen=True, slots=True, kw_only=True)
class _Member:
    """A photo of a thing. own : its metadata without received ones. effective : see HandedOverTable.effective"""

    shown: ThingPhoto
    content: str
    own: Metadata
    effective: Metadata


@dataclass(frozen=True, slots=True, kw_only=True)
class _Channel:
    """A kind of value, or one keyword. key : the same for all its values"""

    kind: OfferKind
    key: str = ""

    def value(self, metadata: Metadata) -> str:
        """The value that metadata have; "" for none."""
        match self.kind:
            case "keyword":
                return next((word for word in metadata.keywords if keyword_key(word) == self.key), "")
            case "title":
                return metadata.title or ""
            case "caption":
                return metadata.caption or ""
            case "position":
                if metadata.latitude is None or metadata.longitude is None:
                    return ""
                return f"{metadata.latitude:.6f}, {metadata.longitude:.6f}"


def offers_of(
    catalog: Catalog,
    things: Iterable[Thing],
    options: TravelOptions = TravelOptions(),
    *,
    dismissed: bool = False,
) -> list[Offer]:
    """Offers to the photos of things, by thing, kind and keyword, the strongest evidence first.

    dismissed : those that a person dismissed, in place of the others
    """
    things = list(things)
    tables = catalog.table(ThingTables)
    content_of = tables.contents_of([photo.photo for thing in things for photo in thing.photos])
    thing_of = {content_of[photo.photo]: thing.id for thing in things for photo in thing.photos}
    pairs_of: dict[int, list[Pair]] = defaultdict(list)
    for pair in tables.pairs():
        number = thing_of.get(pair.first)
        if number is not None and number == thing_of.get(pair.second) and options.allows(pair):
            pairs_of[number].append(pair)
    offers = list[Offer]()
    for thing in things:
        members = [
            _Member(
                shown=photo,
                content=content_of[photo.photo],
                own=catalog.handed_over.as_marked(photo.photo),
                effective=catalog.handed_over.effective(photo.photo),
            )
            for photo in thing.photos
        ]
        offers += _offers_in(thing.id, members, pairs_of[thing.id], options)
    refused = tables.dismissed()
    return [offer for offer in offers if (_dismissal(content_of[offer.photo], offer) in refused) is dismissed]


def dismiss(catalog: Catalog, offers: Collection[Offer], *, dismissed: bool) -> int:
    """Offer values to photos no longer, or again. Returns the number of offers that changed.

    The catalog must be in a transaction.
    """
    tables = catalog.table(ThingTables)
    content_of = tables.contents_of([offer.photo for offer in offers])
    values = {_dismissal(content_of[offer.photo], offer) for offer in offers if offer.photo in content_of}
    return tables.dismiss(values, dismissed=dismissed)


def _dismissal(content: str, offer: Offer) -> Dismissal:
    value = keyword_key(offer.text) if offer.kind == "keyword" else offer.text
    value = value.encode("utf-8", "replace").decode()  # half a surrogate pair is no text for SQLite
    return Dismissal(content, offer.kind, value)


def accept(catalog: Catalog, offers: Collection[Offer]) -> int:
    """Give photos what was offered. Returns the step, to take it back. The catalog must be in a transaction."""
    step = time.time_ns() // 1000  # exact in JSON
    offers_by_pair: dict[tuple[PhotoId, PhotoId], list[Offer]] = defaultdict(list)
    for offer in offers:
        offers_by_pair[offer.photo, offer.source].append(offer)
    content_of = catalog.table(ThingTables).contents_of([offer.source for offer in offers])
    for (photo, source), values in offers_by_pair.items():
        received = Received(
            source=values[0].source_path,
            by_thing=True,
            keywords=tuple(offer.text for offer in values if offer.kind == "keyword"),
            title=next((offer.text for offer in values if offer.kind == "title"), None),
            caption=next((offer.text for offer in values if offer.kind == "caption"), None),
            latitude=next((offer.latitude for offer in values if offer.kind == "position"), None),
            longitude=next((offer.longitude for offer in values if offer.kind == "position"), None),
        )
        handover = Handover(
            photo=photo,
            goes=source,
            received=received,
            fingerprint=content_of[source],
            through=through_step(step),
        )
        catalog.handed_over.give(handover)
    return step


def _offers_in(
    thing: int, members: Sequence[_Member], pairs: Iterable[Pair], options: TravelOptions
) -> Iterator[Offer]:
    neighbours: dict[str, list[tuple[str, Pair]]] = defaultdict(list)
    for pair in pairs:
        neighbours[pair.first].append((pair.second, pair))
        neighbours[pair.second].append((pair.first, pair))
    keys = sorted({keyword_key(word) for member in members for word in member.own.keywords})
    channels = [_Channel(kind="keyword", key=key) for key in keys]
    channels += [_Channel(kind=kind) for kind in ("title", "caption", "position")]
    for channel in channels:
        sources = {member.content: member for member in members if channel.value(member.own)}
        takers = [member for member in members if not channel.value(member.effective)]
        if not sources or not takers:
            continue
        ways = _best_ways(sources, neighbours)
        offered = [
            _offer(thing, channel, taker, sources, ways[taker.content])
            for taker in takers
            if taker.content in ways
        ]
        yield from sorted(
            (offer for offer in offered if (offer.doubt_m or 0.0) <= options.most_doubt_m),
            key=lambda offer: (-offer.points, offer.path),
        )


def _offer(thing: int, channel: _Channel, taker: _Member, sources: Mapping[str, _Member], way: _Way) -> Offer:
    source = sources[way.source]
    is_place = channel.kind == "position"
    return Offer(
        thing=thing,
        kind=channel.kind,
        text=channel.value(source.own),
        photo=taker.shown.photo,
        path=taker.shown.path,
        source=source.shown.photo,
        source_path=source.shown.path,
        points=way.points,
        latitude=source.own.latitude if is_place else None,
        longitude=source.own.longitude if is_place else None,
        doubt_m=_doubt_m(source, sources.values()) if is_place else None,
    )


def _doubt_m(source: _Member, others: Iterable[_Member]) -> float | None:
    """The largest distance from a photo to others with a position, in metres. None: there is no other."""
    distances = [
        1000 * distance_km(*_position(source), *_position(other)) for other in others if other is not source
    ]
    return max(distances, default=None)


def _position(member: _Member) -> tuple[float, float]:
    assert member.own.latitude is not None and member.own.longitude is not None
    return member.own.latitude, member.own.longitude


def _best_ways(
    sources: Collection[str], neighbours: Mapping[str, Sequence[tuple[str, Pair]]]
) -> dict[str, _Way]:
    """For each content, the way from a source whose weakest pair is the strongest. Dijkstra's, with widths."""
    waiting = [(-math.inf, 0, source, source) for source in sorted(sources)]
    ways: dict[str, _Way] = {}
    while waiting:
        width, points, content, source = heapq.heappop(waiting)
        if content in ways:
            continue
        ways[content] = _Way(-width, points, source)
        for other, pair in neighbours.get(content, ()):
            if other not in ways:
                weakest = (width, points) if -width < pair.strength else (-pair.strength, pair.inliers)
                heapq.heappush(waiting, (*weakest, other, source))
    return ways
