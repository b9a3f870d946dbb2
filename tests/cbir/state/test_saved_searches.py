"""Searches as a program before saved them in the library's folder: read with care; albums kept in their order."""

import json
import os
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Literal, cast

import pytest

from cbir.base.errors import CbirError
from cbir.base.storage import remove_abandoned
from cbir.base.types import Album, Filters, PhotoId, Term
from cbir.library import Library
from cbir.service import AlbumsRequest
from cbir.service.server import Server
from cbir.state import check_searches, read_searches, read_term, write_searches
from cbir.state.albums import is_a

FULL = Album(
    name="Boats – ñ",
    terms=(
        Term(path=Path("/photos/boat.jpg"), region=(1.0, 2.5, 30.0, 40.0), weight=2.0),
        Term(data=b"\x89PNG\x00"),
        Term(photo=PhotoId(7), sign=-1),
        Term(text='"at night"'),
        Term(photo=PhotoId(8), sign=-1, marked=True),
    ),
    labels=("boat.jpg", "Pasted picture", "seven.jpg", '"at night"', "eight.jpg"),
    filters=Filters(folders=("/photos",), taken_from="2019", cameras=("Fuji",), min_rating=3),
)


def read(file):
    return [replace(album, id="") for album in read_searches(file)]


NO_STAR = Album(name="not rejected", filters=Filters(min_rating=0))


@pytest.mark.parametrize("searches", [[], [FULL], [FULL, Album(name="only filters"), NO_STAR]])
def test_what_is_written_is_read(tmp_path, searches):
    file = tmp_path / "searches.json"
    write_searches(file, searches)
    assert read(file) == searches
    assert len({album.id for album in read_searches(file)}) == len(searches)


def test_sweeping_unfinished_files_never_disturbs_a_save(tmp_path):
    saved = threading.Event()

    def sweep():
        while not saved.is_set():
            remove_abandoned(tmp_path)

    with ThreadPoolExecutor(1) as thread:
        sweeping = thread.submit(sweep)
        try:
            for number in range(200):
                write_searches(tmp_path / "searches.json", [Album(name=str(number))])
        finally:
            saved.set()
        sweeping.result()
    assert read(tmp_path / "searches.json") == [Album(name="199")]


def test_no_file_is_no_search(tmp_path):
    assert read_searches(tmp_path / "searches.json") == []


@pytest.mark.parametrize(
    "content",
    [
        *(b"", b"[]", b"{", b'{"format": 1}', b"\xff\xfe", b'{"format": 1, "searches": [{"name": "x"}]}'),
        b'{"format": 1, "searches": [{"name": "x", "terms": [{}], "labels": [], "filters": {}}]}',
        b'{"format": 1, "searches": [{"name": "x", "terms": [], "labels": [], "filters": {"nose": 1}}]}',
    ],
)
def test_a_damaged_file_is_said_and_left_alone(tmp_path, content):
    file = tmp_path / "searches.json"
    file.write_bytes(content)
    with pytest.raises(CbirError, match=r"searches\.json cannot be read"):
        read_searches(file)
    assert file.read_bytes() == content


def test_a_number_that_the_catalog_cannot_hold_is_no_photo():
    for held in (2**63 - 1, -(2**63) + 1):
        assert read_term({"photo": held}) == Term(photo=PhotoId(held))
    for beyond in (2**63, -(2**63), 2**64 - 1):
        with pytest.raises(ValueError, match="the photo of a term cannot be"):
            read_term({"photo": beyond})


@pytest.mark.parametrize(
    ("kind", "fitting", "others"),
    [
        (int, [0, -(2**63) + 1, 2**63 - 1], [1.0, True, "1", None, -(2**63), 2**63]),
        (float, [0, 1.5, -7], [False, "1", None, float("nan"), float("inf"), -(2.0**63)]),
        (str, ["", "a"], [1, None, ["a"]]),
        (bool, [True, False], [1, 0, None]),
        (tuple[float, ...], [[], [1, 2.5]], [(1.0,), [1, "2"], [None], 1.0, "12", None]),
        (tuple[float, ...] | None, [None, [1.5]], [0, ["a"]]),
        (Literal[1, -1], [1, -1], [0, 2, True, 1.0, "1", None]),
        (Literal["day", "off"], ["day"], ["da", 1, None]),
    ],
)
def test_a_value_fits_a_field_of_its_kind_alone(kind, fitting, others):
    assert all(is_a(kind, value) for value in fitting)
    assert not any(is_a(kind, value) for value in others)


def test_what_a_field_cannot_be_is_said_in_short():
    with pytest.raises(ValueError, match=r"^the weight of a term cannot be 'x{5,20}\.\.\.x{5,20}'$"):
        read_term({"text": "a", "weight": "x" * 10_000})


def test_every_flipped_bit_is_said(tmp_path):
    file = tmp_path / "searches.json"
    write_searches(file, [FULL])
    sound = file.read_bytes()
    for bit in range(len(sound) * 8):
        broken = bytearray(sound)
        broken[bit // 8] ^= 1 << bit % 8
        file.write_bytes(broken)
        with pytest.raises(CbirError, match=r"searches\.json cannot be read"):
            read_searches(file)


def test_a_check_keeps_the_searches_that_can_still_be_read(tmp_path):
    file = tmp_path / "searches.json"
    second = Album(name="second")
    write_searches(file, [FULL, second])
    assert check_searches(file, mend=True) is None
    damaged = file.read_bytes().replace(b'"labels"', b'"lapels"', 1)
    file.write_bytes(damaged)
    problem = check_searches(file, mend=False)
    assert problem is not None and not problem.mended and file.read_bytes() == damaged
    problem = check_searches(file, mend=True)
    assert problem is not None and problem.mended and "1 were kept" in problem.remedy
    assert read(file) == [second]


def test_searches_beyond_reading_are_put_aside_and_never_thrown_away(tmp_path):
    file = tmp_path / "searches.json"
    file.write_bytes(b"[" * 100_000)
    problem = check_searches(file, mend=True)
    assert problem is not None and problem.mended and "searches-damaged.json" in problem.remedy
    assert (tmp_path / "searches-damaged.json").read_bytes() == b"[" * 100_000
    assert read_searches(file) == []
    file.write_text(json.dumps({"format": 2, "searches": []}))
    problem = check_searches(file, mend=True)
    assert problem is not None and not problem.mended and "newer" in problem.what
    assert file.exists()


def test_searches_of_a_program_without_a_checksum_are_read(tmp_path):
    file = tmp_path / "searches.json"
    write_searches(file, [FULL])
    content = json.loads(file.read_bytes())
    del content["checksum"]
    file.write_text(json.dumps(content), encoding="utf-8")
    assert read(file) == [FULL]


def test_a_newer_file_is_not_guessed_at(tmp_path):
    file = tmp_path / "searches.json"
    file.write_text(json.dumps({"format": 2, "searches": []}))
    with pytest.raises(CbirError, match="newer version"):
        read_searches(file)


class OneAtATime:
    """A library that notices when two save at once."""

    def __init__(self):
        self.inside, self.most = 0, 0
        self.saved = []

    def info(self): ...

    def start(self): ...

    @property
    def albums(self):
        return self

    def keep(self, albums, *, removed):
        self.inside += 1
        self.most = max(self.most, self.inside)
        time.sleep(0.05 if albums[0].name == "0" else 0.0)  # the first is the slowest
        self.saved.append(albums[0].name)
        self.inside -= 1

    def all(self):
        return []

    def online(self):
        return {}


class Pipe:
    """Sends what a test has put in, and keeps nothing of what comes back."""

    def __init__(self, requests):
        self._requests = list(enumerate(requests, start=1))

    def recv(self):
        if self._requests:
            return self._requests.pop(0)
        time.sleep(0.3)
        raise EOFError

    def send(self, message, /): ...


def test_saves_happen_in_their_order_and_never_two_at_once():
    library = OneAtATime()
    requests = [AlbumsRequest(keep=(Album(name=str(n)),)) for n in range(5)]
    Server(Pipe([*requests]), cast(Library, library)).run()
    assert library.saved == ["0", "1", "2", "3", "4"]
    assert library.most == 1


@pytest.mark.skipif(os.name != "posix", reason="file names are no bytes there")
def test_a_picture_whose_name_is_no_utf8_can_be_saved(tmp_path):
    picture = tmp_path / os.fsdecode(b"caf\xe9.jpg")
    search = Album(name="of a disk of long ago", terms=(Term(path=picture),), labels=(picture.name,))
    write_searches(tmp_path / "searches.json", [search])
    assert read(tmp_path / "searches.json") == [search]
