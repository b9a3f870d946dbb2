"""One small library -> albums whose searches say something odd, there and in a backup; requests nobody would send.

read_album_rows(), read_backup_of() and answer() raise what their callers do not catch.
"""

from __future__ import annotations

import dataclasses
import functools
import json
import queue
import random
import shutil
import sqlite3
import tempfile
import threading
import weakref
from pathlib import Path

from cbir import service
from cbir.base.errors import CbirError
from cbir.base.types import Album, Filters, PhotoId, SearchOptions, Term
from cbir.library import Library
from cbir.library.maintenance import restore
from cbir.service.server import Server
from cbir.state.albums import album_entry
from tests.cbir.stage_data import small_options
from tests.fuzzing.odd_values import OddValues
from tests.pictures import flat, write_jpeg

_PATIENCE_S = 120
_ID = "fuzzed"
_SOUND = Album(
    name="Boats",
    terms=(Term(text="boat", weight=2.0), Term(photo=PhotoId(1), sign=-1, region=(0.0, 0.0, 30.0, 20.0))),
    labels=("boat", "one"),
    filters=Filters(folders=("/photos",), taken_from="2019", min_rating=3, places=("38.7,-9.1~5km",)),
)
# Those that end or follow something, go to a network, write where a person said, move files to the system's trash, or
# take minutes: each has tests of its own.
_NOT_ASKED = (
    service.WatchRequest, service.InstallModelRequest, service.ImportModelRequest,
    service.DiscardDownloadRequest, service.RemoveModelRequest, service.BackupRequest, service.TrashRequest,
    service.TrashCopiesRequest, service.RestoreRequest, service.SelfTestRequest, service.LearnWordsRequest,
)  # fmt: skip
_ONE_OF = {Term: ("path", "data", "photo", "text"), service.PictureRequest: ("photo", "path", "data")}
ASKED = tuple(sorted(set(service.REQUESTS) - set(_NOT_ASKED), key=lambda kind: str(kind.__name__)))


@dataclasses.dataclass(frozen=True)
class Held:
    """A library of three photos, and its engine, which answers in threads of this process."""

    folder: Path
    library: Library
    pipe: _Pipe


class _Pipe:
    """Both ends: what is asked, and the final answer of a ticket."""

    def __init__(self):
        self._asked = queue.SimpleQueue()
        self._answers = queue.SimpleQueue()
        self._tickets = 0

    def recv(self):
        message = self._asked.get()
        if message is None:
            raise EOFError
        return message

    def send(self, message, /):
        self._answers.put(message)

    def ask(self, request):
        self._tickets += 1
        self._asked.put((self._tickets, request))
        while True:
            ticket, answer = self._answers.get(timeout=_PATIENCE_S)
            if ticket == self._tickets and not isinstance(answer, service.Interim):
                return answer

    def hang_up(self):
        self._asked.put(None)


@functools.cache
def held():
    folder = tempfile.mkdtemp(prefix="cbir-fuzz-")
    photos = Path(folder) / "photos"
    for number, name in enumerate(("red boat", "blue boat", "house")):
        write_jpeg(photos / f"{name}.jpg", flat(60, 40, grey=60 + 40 * number))
    library = Library.open(Path(folder) / "library", create=True, options=small_options())
    library.index([photos])
    library.albums.keep([dataclasses.replace(_SOUND, id=_ID)])
    pipe = _Pipe()
    serving = threading.Thread(target=Server(pipe, library).run, name="fuzzed engine", daemon=True)
    serving.start()
    opened = Held(Path(folder), library, pipe)

    def end():
        pipe.hang_up()
        serving.join(_PATIENCE_S)
        library.close()
        shutil.rmtree(folder, ignore_errors=True)

    weakref.finalize(opened, end)
    return opened


def sound_album():
    return json.dumps({name: said for name, said in album_entry(_SOUND).items() if name != "name"}).encode()


def _plant(library, query):
    """Let an album's row say something that cbir never writes."""
    catalog = sqlite3.connect(library / "catalog.sqlite")
    try:
        with catalog:
            catalog.execute(
                "UPDATE album SET query = CAST(? AS TEXT), name = CAST(? AS TEXT) WHERE id = ?",
                (query, query[:8], _ID),
            )
    finally:
        catalog.close()


def read_album_rows(query):
    """An album is listed, found, opened, corrected and counted, or it is told as one that cannot be read."""
    at = held()
    _plant(at.folder / "library", query)
    albums = at.library.albums
    known = [album for album in albums.all() if album.id == _ID]
    said = [one for one in at.library.check() if "album" in one.what]
    if len(known) + len(said) != 1:
        raise AssertionError(f"{len(known)} albums and the problems {said}")
    for album in known:
        albums.find(album.id)
        for ask in (lambda: albums.search(_ID, SearchOptions(top=1)), lambda: albums.count(_ID)):
            try:
                ask()
            except CbirError:
                continue  # a sentence, such as of a folder that is not there
        photo = PhotoId(1)
        albums.correct(_ID, {photo: None})
        albums.keep([album])


def read_backup_of(query):
    """A backup with such an album is restored, and its albums are read."""
    at = held()
    _plant(at.folder / "library", query)
    with tempfile.TemporaryDirectory(dir=at.folder) as folder:
        backup, restored = Path(folder) / "backup", Path(folder) / "restored"
        at.library.back_up(backup)
        restore(backup, restored)
        with Library.open(restored, options=small_options()) as library:
            library.albums.all()
            library.check(deep=True)


def answer(data):
    """The bytes draw a request and what is in it; its answer is of its kind, or a Failure with a sentence."""
    at = held()
    photos = at.folder / "photos"
    paths = (
        photos, photos / "house.jpg", photos / "gone.jpg", Path(), Path("a\0b"), photos / ("x" * 300),
        photos / "\udcff.jpg",
    )  # fmt: skip
    odd = OddValues(random.Random(data), paths, (1, 2, 3, _ID, "boat", "Boats"), _ONE_OF)
    request = odd.of(odd.chance.choice(ASKED))
    found = at.pipe.ask(request)
    if isinstance(found, service.Failure) and found.message.startswith("Something went wrong"):
        raise AssertionError(f"{found.message} {request!r:.600}")
