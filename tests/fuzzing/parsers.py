"""Healthy input, broken by a seed -> every parser of the program -> what it raised that it must not.

PARSERS names them; each takes bytes, and may raise what its callers catch. try_parser() is one attempt.
"""

from __future__ import annotations

import functools
import json
import random
import tempfile
import weakref
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from cbir.base.artifacts import read_sealed_json, sealed_json
from cbir.base.errors import CbirError, ImageUnreadable
from cbir.base.layout import Layout
from cbir.base.types import Album, DocumentId, Filters, PhotoFeatures, Term, TextLine
from cbir.catalog import Catalog, NewDocument, places_of
from cbir.catalog.query import parse_query, unknown_fields, wanted_words
from cbir.cli.terms import parse_region
from cbir.images import image_data_fingerprint, read_header
from cbir.library import Library, LibraryOptions
from cbir.library.maintenance import restore
from cbir.matching import FeatureStoreBuilder
from cbir.metadata import extract
from cbir.metadata.exif import read_exif
from cbir.metadata.iptc import read_iptc
from cbir.metadata.xmp import read_xmp
from cbir.metadata.xmp_editing import XmpUnclear, edit_xmp
from cbir.state import StagedWords, read_searches, shipped_codebook, write_searches
from cbir.visual_words import Codebook, SegmentBuilder, train_codebook
from cbir_app.sessions.query import Part, Query
from cbir_app.sessions.recent import read_queries, write_queries
from cbir_app.shell.single_instance import picture_asked_for
from tests.fuzzing import web
from tests.fuzzing.kept import answer, read_album_rows, read_backup_of, sound_album
from tests.fuzzing.odd_values import odd_json
from tests.mutations import healthy_files, mutate

_XMP = b"""<?xpacket begin='' id='W5M0MpCehiHzreSzNTczkc9d'?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF
xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about=""
xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/"
xmlns:exif="http://ns.adobe.com/exif/1.0/" xmp:Rating="3" exif:GPSLatitude="38,42.5N">
<dc:subject><rdf:Bag><rdf:li>boat</rdf:li><rdf:li>dusk</rdf:li></rdf:Bag></dc:subject></rdf:Description></rdf:RDF></x:xmpmeta>
<?xpacket end='w'?>"""
_IPTC = b"\x1c\x02\x05\0\4Boat\x1c\x02\x19\0\4dusk\x1c\x02\x19\0\3sea\x1c\x02\x37\0\x0820190611\x1c\x01\x5a\0\3\x1b%G"
_EXIF = (
    b"II*\0\x08\0\0\0\4\0\x0f\1\2\0\6\0\0\0\x40\0\0\0\x12\1\3\0\1\0\0\0\6\0\0\0\x69\x87\4\0\1\0\0\0\x48\0\0\0\x25\x88\4\0"
    b"\1\0\0\0\x60\0\0\0\0\0\0\0Canon\0\0\0\1\0\3\x90\2\0\x14\0\0\0\x72\0\0\0\0\0\0\0\0\0\1\0\2\0\5\0\3\0\0\0\x86\0\0\0"
    b"\0\0\0\x002019:06:11 12:00:00\0\x26\0\0\0\1\0\0\0\x2a\0\0\0\1\0\0\0\0\0\0\0\1\0\0\0"
)
_QUERIES = (
    b'boat OR (camera:fuji -"at night") after:2019-06 rating:>=3',
    b"in:scans NOT kw:sea* mp:12 -(a OR b)",
    b'"',
)
_WINDOW = write_queries(
    [
        Query(
            parts=(
                Part(Term(text="boat", weight=2.0), "boat"),
                Part(Term(path=Path("/a.jpg"), region=(0, 0, 9, 9)), "a"),
            ),
            filters=Filters(folders=("/photos",), min_rating=3),
        )
    ]
).encode()


@dataclass(frozen=True, slots=True)
class Parser:
    """read : takes what was broken. healthy : what it is broken from. allowed : what callers catch. breaks : and how

    needs : a package of an extra
    """

    read: Callable[[bytes], object]
    healthy: Callable[[], Sequence[bytes]]
    allowed: tuple[type[Exception], ...] = ()
    breaks: Callable[[bytes, random.Random], bytes] = mutate
    needs: str = ""


def try_parser(parser, chance):
    """One attempt; what was raised that must not be."""
    healthy = chance.choice(parser.healthy())
    data = (
        chance.randbytes(chance.randrange(200)) if chance.random() < 0.1 else parser.breaks(healthy, chance)
    )
    try:
        parser.read(data)
    except parser.allowed:
        return None
    except Exception as error:
        error.add_note(f"of {data[:300]!r}")
        return error
    return None


@functools.cache
def _pictures():
    return tuple(data for _, data in healthy_files())


@functools.cache
def _searches():
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "searches.json"
        write_searches(file, [Album(name="one", terms=(Term(text="boat", weight=2.0),), labels=("boat",))])
        return file.read_bytes()


@functools.cache
def _backup():
    with tempfile.TemporaryDirectory() as folder:
        with Library.open(
            Path(folder) / "library", create=True, options=LibraryOptions(workers=1)
        ) as library:
            library.back_up(Path(folder) / "backup")
        return (Path(folder) / "backup").read_bytes()


@functools.cache
def _codebook():
    return shipped_codebook().read_bytes()


@functools.cache
def _learned():
    """The files of words that a library is learning from two photos."""
    with tempfile.TemporaryDirectory() as folder:
        layout = Layout(Path(folder)).learning
        rng = np.random.default_rng(0)
        descriptors = rng.integers(0, 256, (600, 128)).astype(np.uint8)
        codebook = train_codebook(descriptors, words=16, about={"learned_from": "others"})
        layout.all_codebooks.mkdir(parents=True)
        codebook.save(layout.codebook(codebook.fingerprint))
        postings = SegmentBuilder(words=16, codebook=codebook.fingerprint)
        features = FeatureStoreBuilder(words=16, codebook=codebook.fingerprint, options="plain")
        for document in (1, 2):
            words = np.sort(rng.integers(0, 16, 5)).astype(np.uint32)
            zeros = np.zeros(5, np.float32)
            features.add(
                PhotoFeatures(words=words, codes=rng.integers(0, 256, (5, 32), dtype=np.uint8), size=(99, 99),
                              xy=np.ones((5, 2), np.float32), sigma=zeros + 2, angle=zeros)
            )  # fmt: skip
            postings.add(DocumentId(document), words, rng.integers(0, 99, 5).astype(np.uint64))
        features.write(layout.features("batch"))
        postings.write(layout.postings("batch"))
        assert len(StagedWords(Layout(Path(folder))).batches()) == 1
        return {
            str(path.relative_to(folder)): path.read_bytes()
            for path in sorted(Path(folder).rglob("*"))
            if path.is_file()
        }


def _read_learned(data):
    """Read trained files with one broken file. data : the name of the broken file, then its content"""
    name, _, content = data.partition(b"\0")
    files = _learned()
    broken = name.decode("utf-8", "replace")
    with tempfile.TemporaryDirectory() as folder:
        for file, sound in files.items():
            path = Path(folder) / file
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content if file == broken else sound)
        words = StagedWords(Layout(Path(folder)))
        words.batches()
        words.tidy()


@functools.cache
def _readings():
    """A catalog of one photo, in which something is written."""
    folder = tempfile.TemporaryDirectory()
    catalog = Catalog.open(Path(folder.name) / "catalog.sqlite", writable=True)
    weakref.finalize(catalog, folder.cleanup)
    with catalog.transaction():
        root = catalog.roots.add(Path("/photos"))
        photo = NewDocument(
            root=root.id, path="page.png", size=1, mtime_ns=1, fingerprint="f", format="PNG",
            width=10, height=10, document=DocumentId(1), store_row=0,
        )  # fmt: skip
        catalog.documents.add([photo], store="s", postings="p")
        catalog.written.set(
            catalog.written.to_read("r", limit=1)[0], [_line("Nara Station, 東京")], reader="r"
        )
    return catalog


def _line(text):
    return TextLine(text=text, quad=((0, 0), (9, 0), (9, 9), (0, 9)), confidence=1.0, spans=())


def _reading(data):
    """Search for a text as recognised text and as typed text."""
    text = data.decode("utf-8", "replace")
    catalog = _readings()
    typed = wanted_words(text)
    places_of(
        [_line(text)], typed, [near for those in catalog.written.near(typed).values() for near in those]
    )
    catalog.written.search_loosely([text], top=3)
    catalog.full_text.search([parse_query(f"written:{text}")], Filters(), top=3)
    with suppress(_Undone), catalog.transaction():
        catalog.written.set(catalog.written.to_read("another", limit=1)[0], [_line(text)], reader="another")
        catalog.written.search_loosely([text], top=3)
        raise _Undone


class _Undone(Exception):
    """Takes a transaction back."""


def _header(data):
    image_data_fingerprint(data, read_header(data))


def _query(text):
    decoded = text.decode("utf-8", "replace")
    parse_query(decoded)
    unknown_fields(decoded)
    wanted_words(decoded)


def _saved(data):
    """Sealed anew where it still is an object: what is behind the checksum is read with care, too."""
    with suppress(ValueError, RecursionError):
        content = json.loads(data)
        if isinstance(content, dict):
            content.pop("checksum", None)
            data = sealed_json(content)
    _in_file(data, read_searches)


def _restored(data):
    _in_file(data, lambda path: restore(path, path.with_name("restored")))


def _loaded(data):
    _in_file(data, Codebook.load)


def _in_file(data, read):
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "file"
        path.write_bytes(data)
        read(path)


def _edited(data):
    with suppress(XmpUnclear):
        edited = edit_xmp(data, {})
        read_xmp(edited)


def _region(data):
    parse_region(data.decode("utf-8", "replace"))


PARSERS = {
    "EXIF": Parser(read_exif, lambda: [_EXIF], (ValueError,)),
    "IPTC": Parser(read_iptc, lambda: [_IPTC]),
    "XMP": Parser(read_xmp, lambda: [_XMP]),
    "XMP, edited": Parser(_edited, lambda: [_XMP]),
    "metadata of files": Parser(extract, _pictures),
    "headers": Parser(_header, _pictures, (ImageUnreadable,)),
    "queries": Parser(_query, lambda: _QUERIES, (CbirError,)),
    "regions": Parser(_region, lambda: [b"10,20,300,400", b"1.5,2,3e2,4"], (CbirError, ValueError)),
    "queries of the window": Parser(
        lambda data: read_queries(data.decode("utf-8", "replace")), lambda: [_WINDOW], (ValueError,), odd_json
    ),
    "manifests": Parser(read_sealed_json, lambda: [sealed_json({"files": {"a": {"bytes": 3}}})], (ValueError,)),
    "saved searches": Parser(_saved, lambda: [_searches()], (CbirError,), odd_json),
    "albums": Parser(read_album_rows, lambda: [sound_album()], (), odd_json),
    "albums in backups": Parser(read_backup_of, lambda: [sound_album()], (), odd_json),
    "requests of the window": Parser(answer, lambda: [b""], (), lambda _, chance: chance.randbytes(8)),
    "requests over HTTP": Parser(
        web.ask, lambda: [b""], (), lambda _, chance: chance.randbytes(8), needs="fastapi"
    ),
    "tokens": Parser(web.read_tokens, lambda: [web.sound_tokens()], (CbirError,), odd_json),
    "backups": Parser(_restored, lambda: [_backup()], (CbirError,)),
    "messages of another start": Parser(
        picture_asked_for, lambda: [b'{"query": "/photos/boat.jpg"}'], (ValueError,), odd_json
    ),
    "own words": Parser(_read_learned, lambda: [name.encode() + b"\0" + data for name, data in _learned().items()]),
    "what is written": Parser(_reading, lambda: ["Zürich Hauptbahnhof 12:05 \"東京タワー\"".encode()], (CbirError,)),
    "codebooks": Parser(_loaded, lambda: [_codebook()], (CbirError,)),
}  # fmt: skip
