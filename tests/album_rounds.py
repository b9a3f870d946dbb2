"""Random additions, moves, deletions and corrections -> albums beside searching anew plus the hand's in and out.

The rounds keep a model of their own: what every file is, what was said of it and what was seen. Whatever happens, an
album has what its search finds then, with what was put in and is there, without what was taken out.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from cbir.base.errors import CbirError
from cbir.base.types import Album, SearchOptions
from cbir.library import Library

KINDS = ("add", "add", "move", "edit", "delete", "return", "correct", "correct", "correct", "open")
FOLDERS = ("", "sea", "trips/2019", "trips/2020")


@dataclass
class Item:
    """One photo through all that happens to it. path : where it is, None while it is gone"""

    name: str
    content: bytes
    path: Path | None = None


@dataclass
class Rounds:
    """make : a new picture's bytes, all different, by a number"""

    library: Library
    folder: Path
    make: Callable[[int], bytes]
    albums: Sequence[Album]
    chance: random.Random
    items: list[Item] = field(default_factory=list)
    said: dict[str, dict[str, bool]] = field(default_factory=dict)
    seen: dict[str, set[str]] = field(default_factory=dict)
    made: int = 0
    steps: dict[str, int] = field(default_factory=dict)

    def begin(self, photos):
        """Add some photos."""
        for _ in range(photos):
            self._add()
        self._index()

    def keep(self, albums):
        """Keep albums, and open each once."""
        self.albums = albums
        self.library.albums.keep(albums)
        for album in albums:
            self.said[album.id] = {}
            self._open(album)

    def step(self):
        kind = self.chance.choice(KINDS)
        here = [item for item in self.items if item.path is not None]
        gone = [item for item in self.items if item.path is None]
        album = self.chance.choice(self.albums)
        if (kind == "return" and not gone) or (kind in ("move", "edit", "delete") and len(here) < 4):
            kind = "add"
        if kind == "correct":
            self._correct(album, self.chance.sample(here, self.chance.randint(1, 3)))
        elif kind == "open":
            self._open(album)
        else:
            match kind:
                case "add":
                    self._add()
                case "move":
                    self._move(self.chance.choice(here))
                case "edit":
                    self._write(self.chance.choice(here), self._content())
                case "delete":
                    self._delete(self.chance.choice(here))
                case "return":
                    item = self.chance.choice(gone)
                    item.path = self._place(item)
                    self._write(item, item.content)
            self._index()
        self.steps[kind] = self.steps.get(kind, 0) + 1
        return kind

    def problems(self, *, counted=True):
        """The errors of an album. counted : check its count, too, which searches again"""
        albums = self.library.albums.all()
        return [trouble for album in albums if (trouble := self._trouble(album, counted=counted))]

    def found(self, album):
        """The hits of an album's search, asked anew and separated here; None if it cannot be done."""
        options = SearchOptions(
            top=200 if album.has_picture else 10_000,
            filters=album.filters,
            engine=album.engine,
            look_again=True,
        )
        if not album.searches:
            return set()
        try:
            result = self.library.search(album.terms, options)
        except CbirError:
            return None
        shown = [hit for hit in result.hits if hit.verified or (hit.strong and not album.has_picture)]
        return {self._name_of(hit.path) for hit in shown}

    def _trouble(self, album, *, counted):
        said = self.said[album.id]
        here = {item.name for item in self.items if item.path is not None}
        inside = {name for name, is_in in said.items() if is_in} & here
        outside = {name for name, is_in in said.items() if not is_in}
        found = self.found(album)
        try:
            shown = self.library.albums.search(album.id, SearchOptions(top=0))
            count = self.library.albums.count(album.id) if counted else None
        except CbirError as error:
            return "" if found is None and not inside else f"{album.name}: {error}"
        if found is None and not inside:
            return f"{album.name}: its search cannot be done, and nobody says so"
        wanted = (set() if found is None else found - outside) | inside
        members = {self._name_of(hit.path) for hit in shown.hits}
        assert shown.album is not None
        new = {self._name_of(hit.path) for hit in shown.hits if hit.photo in shown.album.new}
        if len(shown.hits) != len(members) or members != wanted:
            return f"{album.name}: lacks {sorted(wanted - members)}, has {sorted(members - wanted)} too much"
        if new != wanted - self.seen[album.id]:
            return f"{album.name}: {sorted(new)} are new in place of {sorted(wanted - self.seen[album.id])}"
        if count is not None and (count.photos, count.new) != (len(wanted), len(new)):
            return f"{album.name}: {count} in place of {len(wanted)} and {len(new)}"
        return ""

    def _correct(self, album, items):
        said = {}
        photos = self.library.find_photos([item.path for item in items if item.path is not None])
        before = dict(self.said[album.id])
        for item, photo in zip(items, photos, strict=True):
            said[photo] = inside = self.chance.choice((True, False, None))
            if inside is None:
                self.said[album.id].pop(item.name, None)
            else:
                self.said[album.id][item.name] = inside
        told = self.library.albums.correct(album.id, said)
        assert list(told.values()) == [before.get(item.name) for item in items]

    def _open(self, album):
        try:
            shown = self.library.albums.search(album.id, SearchOptions(top=0))
        except CbirError:
            self.seen.setdefault(album.id, set())
            return
        assert shown.album is not None
        self.library.albums.note_opened(album.id, shown.album.members)
        self.seen.setdefault(album.id, set()).update(self._name_of(hit.path) for hit in shown.hits)

    def _add(self):
        item = Item(f"{self.made:03}", b"")
        item.path = self._place(item)
        self._write(item, self._content())
        self.items.append(item)

    def _content(self):
        self.made += 1
        return self.make(self.made - 1)

    def _place(self, item):
        words = self.chance.choice(("boat", "red", "red boat", "house"))
        return self.folder / self.chance.choice(FOLDERS) / f"{words} {item.name}.jpg"

    def _write(self, item, content):
        assert item.path is not None
        item.path.parent.mkdir(parents=True, exist_ok=True)
        item.path.write_bytes(content)
        item.content = content

    def _move(self, item):
        assert item.path is not None
        target = self._place(item)
        target.parent.mkdir(parents=True, exist_ok=True)
        item.path = item.path.rename(target)

    def _delete(self, item):
        assert item.path is not None
        item.path.unlink()
        item.path = None

    def _index(self):
        self.library.index([self.folder])

    @staticmethod
    def _name_of(path):
        return path.stem.split()[-1]
