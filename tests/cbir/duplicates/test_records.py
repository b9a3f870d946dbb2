"""Records: what was said is kept, replaced and taken back; an old catalog has none."""

import sqlite3
from pathlib import Path

from cbir.base.types import DocumentId, PhotoId
from cbir.catalog import NewDocument
from cbir.duplicates import DuplicateTables, PairVerdict
from tests.new_catalog import new_catalog


def test_what_is_said_again_of_two_photos_replaces_what_was_whichever_is_kept(tmp_path):
    with new_catalog(tmp_path / "catalog.sqlite") as catalog:
        tables = catalog.table(DuplicateTables)
        tables.say(
            [
                PairVerdict(kept="a", other="b", verdict="both"),
                PairVerdict(kept="a", other="c", verdict="different"),
            ]
        )
        tables.say([PairVerdict(kept="b", other="a", verdict="different")])
        assert {(verdict.kept, verdict.other, verdict.verdict) for verdict in tables.verdicts()} == {
            ("b", "a", "different"),
            ("a", "c", "different"),
        }
        tables.unsay(tables.verdicts())
        assert tables.verdicts() == []


def test_comparisons_of_another_version_are_not_known(tmp_path):
    with new_catalog(tmp_path / "catalog.sqlite") as catalog:
        tables = catalog.table(DuplicateTables)
        tables.add_compared(1, [("a", "b", "cropped", "[]"), ("a", "c", "", "")])
        assert tables.compared(1) == {("a", "b"): ("cropped", "[]"), ("a", "c"): ("", "")}
        assert tables.compared(2) == {}
        assert tables.compared(1, ["b", "a"]) == {("a", "b"): ("cropped", "[]")}
        assert tables.compared(1, []) == {}


def test_a_catalog_of_before_that_cannot_be_written_to_knows_nothing_yet():
    tables = DuplicateTables(sqlite3.connect(":memory:"))
    assert (tables.hashes(), tables.compared(1), tables.verdicts()) == ({}, {}, [])


def test_photos_are_known_by_their_ids_by_what_they_show_and_by_what_goes_with_them(tmp_path):
    raws = ("trip/a.nef", "trip/a.cr2", "trip/a2.nef", "trip/a/b.nef", "a.nef", "trip/a.b.nef")
    with new_catalog(tmp_path / "catalog.sqlite") as catalog:
        here, there = (catalog.roots.add(Path(folder)).id for folder in ("/here", "/there"))
        files = [
            (here, "trip/a.jpg"),
            *((here, path) for path in raws),
            (here, "trip/a.png"),
            (there, raws[0]),
        ]
        documents = [
            NewDocument(
                root=root, path=path, size=1, mtime_ns=1, fingerprint=f"f{at}",
                format="camera raw" if path in raws else "JPEG",
                width=4, height=3, document=DocumentId(at), store_row=at,
            )
            for at, (root, path) in enumerate(files)
        ]  # fmt: skip
        with catalog.transaction():
            catalog.documents.add(documents, store="s", postings="p")
        tables = catalog.table(DuplicateTables)
        jpeg, raw, *others = tables.photos()
        assert (jpeg.place, jpeg.file) == (f"{here}/trip/a.jpg", Path("/here/trip/a.jpg"))
        assert tables.photos_of([PhotoId(raw.photo), PhotoId(jpeg.photo), PhotoId(99)]) == [jpeg, raw]
        assert tables.photos_with([jpeg.fingerprint, others[-1].fingerprint, "none"]) == [jpeg, others[-1]]
        assert [row.path for row in tables.companions(jpeg)] == ["trip/a.nef", "trip/a.cr2"]
        assert [row.path for row in tables.companions(raw)] == ["trip/a.jpg", "trip/a.png"]
