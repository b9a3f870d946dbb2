"""Marks handed over when a copy goes to the trash, and taken along again when it comes back."""

import json
import os
import shutil
import sqlite3
from collections.abc import Callable
from dataclasses import replace

import pytest

from cbir.base.layout import Layout
from cbir.base.types import Album, Judged, SearchOptions, Term
from cbir.catalog import Catalog
from cbir.cli import main
from cbir.library import Library, restore_photos
from tests.cbir.library.test_restore import _trash as _freedesktop_trash
from tests.pictures import photo, write_jpeg

Make = Callable[..., Library]
trash = _freedesktop_trash

SPACES = (
    'xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:dc="http://purl.org/dc/elements/1.1/" '
    'xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:exif="http://ns.adobe.com/exif/1.0/" '
    'xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/"'
)
KNOWN = (
    "<dc:title>Grandma</dc:title><dc:description>harbour at dusk</dc:description>"
    "<dc:subject><rdf:Bag><rdf:li>family</rdf:li><rdf:li>Sea</rdf:li></rdf:Bag></dc:subject>"
    "<exif:GPSLatitude>38,42N</exif:GPSLatitude><exif:GPSLongitude>9,6W</exif:GPSLongitude>"
    "<exif:DateTimeOriginal>2019-07-14T11:00:00</exif:DateTimeOriginal>"
    "<photoshop:City>Lisbon</photoshop:City><xmp:Rating>4</xmp:Rating>"
)


def with_xmp(path, inside):
    """Put a packet into a JPEG, whose pixels stay."""
    packet = f'<rdf:RDF {SPACES}><rdf:Description rdf:about="">{inside}</rdf:Description></rdf:RDF>'.encode()
    body = b"http://ns.adobe.com/xap/1.0/\0" + packet
    data = path.read_bytes()
    path.write_bytes(data[:2] + b"\xff\xe1" + (len(body) + 2).to_bytes(2, "big") + body + data[2:])
    return path


class Two:
    """A bare photo, and a copy of it that somebody worked on."""

    def __init__(self, library, folder, own="", known=KNOWN):
        self.library, self.folder = library, folder
        self.bare = write_jpeg(folder / "card" / "bare.jpg", photo("coffee"))
        self.rich = write_jpeg(folder / "sorted" / "rich.jpg", photo("coffee"))
        write_jpeg(folder / "sorted" / "rocket.jpg", photo("rocket"))
        if own:
            with_xmp(self.bare, own)
        with_xmp(self.rich, known)
        os.utime(self.bare, (1_500_000_000, 1_500_000_000))
        library.index([folder])

    def id(self, path):
        return self.library.find_photos([path])[0]

    def judge(self):
        gone = self.id(self.rich)
        self.library.duplicates.say([Judged(kept=self.id(self.bare), other=gone, verdict="trash")])
        return gone

    def trash(self, *, sidecar=False):
        return self.library.duplicates.trash([self.judge()], sidecar=sidecar)

    @property
    def kept(self):
        (metadata,) = self.library.metadata([self.id(self.bare)])
        assert metadata is not None
        return metadata

    def names(self, text):
        hits = self.library.search([Term(text=text)], SearchOptions(engine="metadata")).hits
        return {hit.path.name for hit in hits}

    def rows(self):
        """All that the catalog says of the two, whatever their ids are."""
        with sqlite3.connect(Layout(self.library.folder).catalog) as connection:
            tables = (
                "metadata",
                "own_metadata",
                "mark",
                "album_photo",
                "judgement",
                "handed_over",
                "facet_total",
            )
            kept, gone = self.id(self.bare), self.id(self.rich)
            names = {kept: "kept", gone: "gone"}
            own = {
                "metadata": 0,
                "own_metadata": 0,
                "mark": 0,
                "album_photo": 1,
                "judgement": 1,
                "handed_over": 1,
            }
            return {
                table: sorted(
                    (
                        tuple(
                            names.get(value, value) if index == own.get(table) else value
                            for index, value in enumerate(row)
                        )
                        for row in connection.execute(f"SELECT * FROM {table}")
                        if table != "facet_total" or row[-1]
                    ),
                    key=repr,
                )
                for table in tables
            }


@pytest.fixture(name="two")
def _two(make_library, tmp_path, trash):
    return Two(make_library(), tmp_path / "pictures")


def test_what_stays_is_shown_with_what_it_will_receive_and_then_has_it(two):
    gone = two.judge()
    plan = two.library.duplicates.plan_trash()
    (receives,) = plan.receives
    assert (receives.path, receives.received.source) == (two.bare, two.rich)
    assert (receives.received.title, receives.received.rating) == ("Grandma", 4)
    assert two.kept.title is None, "showing it hands nothing over"
    assert two.library.duplicates.trash([gone]).photos == 1
    kept = two.kept
    assert (kept.title, kept.caption, kept.keywords) == ("Grandma", "harbour at dusk", ("family", "Sea"))
    assert (kept.rating, kept.places, kept.taken_at) == (4, ("Lisbon",), "2019-07-14T11:00:00")
    assert kept.latitude == pytest.approx(38.7)
    assert kept.received == (receives.received,)
    assert not two.bare.with_name("bare.jpg.xmp").exists(), "sidecars are off"
    for text in (
        "grandma",
        "harbour",
        "lisbon",
        "keyword:sea",
        "rating:4",
        "taken:2019-07",
        "near:38.7,-9.1",
    ):
        assert two.names(text) == {"bare.jpg"}, text
    facets = two.library.facets()
    assert {rating.value: rating.photos for rating in facets.ratings} == {"4": 1, "0": 1}
    assert two.library.places().keywords
    with Catalog.open(Layout(two.library.folder).catalog, writable=False) as catalog:
        assert catalog.audit.contradictions() == []


def test_a_files_own_values_stay_and_keywords_are_united(make_library, tmp_path, trash):
    own = (
        "<dc:title>Mine</dc:title><xmp:Rating>2</xmp:Rating><exif:DateTimeOriginal>2019-07-14T12:00:00"
        "</exif:DateTimeOriginal><dc:subject><rdf:Bag><rdf:li>sea</rdf:li></rdf:Bag></dc:subject>"
    )
    two = Two(make_library(), tmp_path / "pictures", own)
    two.trash()
    assert (two.kept.title, two.kept.rating, two.kept.keywords) == ("Mine", 2, ("sea", "family"))
    assert two.kept.taken_at == "2019-07-14T11:00:00", (
        "the file that was written later has the corrected date"
    )
    two.library.marks.set_keywords([two.id(two.bare)], remove=["family"])
    assert two.kept.keywords == ("sea",)


def test_names_of_people_and_further_texts_are_handed_over(make_library, tmp_path, trash):
    known = (
        "<photoshop:Headline>Regatta</photoshop:Headline><xmp:Label>Red</xmp:Label>"
        '<ext:PersonInImage xmlns:ext="http://iptc.org/std/Iptc4xmpExt/2008-02-29/"><rdf:Bag><rdf:li>Anna</rdf:li>'
        "<rdf:li>Bob</rdf:li></rdf:Bag></ext:PersonInImage><dc:creator><rdf:Seq><rdf:li>Lee</rdf:li></rdf:Seq>"
        "</dc:creator><dc:rights>© Lee</dc:rights>"
    )
    own = KNOWN.replace("<dc:title>", "<xmp:Label>Blue</xmp:Label><dc:title>")
    two = Two(make_library(), tmp_path / "photos", own=own, known=known)
    two.trash(sidecar=True)
    kept = two.kept
    assert (kept.headline, kept.label, kept.creator, kept.copyright) == ("Regatta", "Blue", "Lee", "© Lee")
    assert kept.people == ("Anna", "Bob")
    assert two.names("anna regatta") == {"bare.jpg"}
    two.library.index([two.folder])
    assert two.kept.people == ("Anna", "Bob"), "its sidecar has them now"


def test_an_earlier_files_date_corrects_nothing(make_library, tmp_path, trash):
    two = Two(
        make_library(),
        tmp_path / "pictures",
        "<exif:DateTimeOriginal>2019-07-14T12:00:00</exif:DateTimeOriginal>",
    )
    os.utime(two.rich, (1_400_000_000, 1_400_000_000))
    two.library.index([two.folder])
    two.trash()
    assert two.kept.taken_at == "2019-07-14T12:00:00"


@pytest.mark.parametrize("by", ["file", "person"])
def test_a_rejection_stays_with_its_photo(make_library, tmp_path, trash, by):
    known = KNOWN.replace(">4<", ">-1<") if by == "file" else KNOWN
    two = Two(make_library(), tmp_path / "pictures", known=known)
    if by == "person":
        two.library.marks.set_rating([two.id(two.rich)], -1)
    two.trash()
    assert (two.kept.rating, two.kept.title) == (None, "Grandma")


def test_it_is_there_after_the_file_was_read_again_forgotten_and_restored_from_a_backup(
    two, tmp_path, make_library
):
    two.trash()
    received = two.kept
    two.library.index([two.folder], read_again=True)
    assert two.kept == received
    with_xmp(two.bare, "<dc:description>my own</dc:description>")
    two.library.index([two.folder])
    assert two.kept == replace(received, caption="my own")
    two.library.forget(two.bare.parent)
    two.library.index([two.bare.parent])
    assert two.kept == replace(received, caption="my own")
    two.bare = two.bare.rename(two.bare.with_name("moved.jpg"))
    with_xmp(two.bare, "<dc:description>other</dc:description>")
    two.library.index([two.folder])
    assert two.kept.title == "Grandma"


def test_what_a_person_said_is_handed_over_and_undoing_takes_it_back(two):
    library = two.library
    kept, gone = two.id(two.bare), two.id(two.rich)
    rocket = two.id(two.folder / "sorted" / "rocket.jpg")
    library.marks.set_rating([gone], 5)
    library.marks.set_keywords([gone], add=["added"], remove=["family"])
    album = Album(id="ab" * 16, name="Holidays", terms=(Term(text="sea"),), labels=("sea",))
    pictured = Album(id="cd" * 16, name="Coffee", terms=(Term(photo=gone),), labels=("coffee",))
    library.albums.keep([album, pictured])
    library.albums.correct(album.id, {gone: True, rocket: True})
    library.marks.judgements.set([Term(text="boat")], ["boat"], [gone], True)
    before = two.rows()
    report = two.trash()
    assert (two.kept.rating, two.kept.keywords) == (5, ("Sea", "added"))
    (gift,) = two.kept.received
    assert (gift.albums, gift.judgements) == (("Holidays",), 1)
    assert library.albums.corrections(album.id) == {kept: True, rocket: True}
    assert library.marks.judgements.of([Term(text="boat")]) == {kept: True}
    assert [term.photo for term in library.albums.find("Coffee").terms] == [kept]
    assert restore_photos(library, report.trashed).problems == ()
    assert two.rows() == before
    assert [term.photo for term in library.albums.find("Coffee").terms] == [two.id(two.rich)]


@pytest.mark.parametrize("there", [False, True])
def test_sidecars_receive_it_where_they_are_on_and_are_what_they_were_after_undoing(two, there):
    sidecar = two.bare.with_name("bare.jpg.xmp")
    if there:
        sidecar.write_text(
            f'<rdf:RDF {SPACES}><rdf:Description rdf:about=""><!-- mine -->\n</rdf:Description></rdf:RDF>'
        )
        two.library.index([two.folder])
    content = sidecar.read_bytes() if there else None
    before = two.rows()
    report = two.trash(sidecar=True)
    assert report.problems == ()
    text = sidecar.read_text()
    assert all(word in text for word in ("Grandma", "family", "38,42", "2019-07-14", "Lisbon", ">4<"))
    received = two.kept
    two.library.index([two.folder])
    assert replace(two.kept, longitude=received.longitude, latitude=received.latitude) == received
    assert restore_photos(two.library, report.trashed).problems == ()
    assert (sidecar.read_bytes() if sidecar.exists() else None) == content
    after = two.rows()
    if there:  # its time is another
        for rows in (before, after):
            rows["metadata"] = [row[:2] + row[3:] for row in rows["metadata"]]
    assert after == before


def test_a_sidecar_that_somebody_changed_since_keeps_what_it_received(two):
    report = two.trash(sidecar=True)
    sidecar = two.bare.with_name("bare.jpg.xmp")
    sidecar.write_bytes(sidecar.read_bytes() + b"<!-- mine -->")
    problems = restore_photos(two.library, report.trashed).problems
    assert [(problem.path, "changed since" in problem.reason) for problem in problems] == [(sidecar, True)]
    assert b"mine" in sidecar.read_bytes()


def test_values_pass_through_copies_that_go_one_after_another(two):
    last = write_jpeg(two.folder / "last.jpg", photo("coffee"))
    two.library.index([two.folder])
    first = two.trash()
    bare, rich = two.id(two.bare), two.rich
    two.library.duplicates.say([Judged(kept=two.id(last), other=bare, verdict="trash")])
    second = two.library.duplicates.trash([bare])
    (metadata,) = two.library.metadata([two.id(last)])
    assert metadata is not None and (metadata.title, metadata.received[0].source) == ("Grandma", rich)
    restore_photos(two.library, first.trashed)
    (metadata,) = two.library.metadata([two.id(last)])
    assert metadata is not None and (metadata.title, metadata.received) == (None, ())
    restore_photos(two.library, second.trashed)
    assert (two.kept.title, two.kept.received) == (None, ())


class Killed(BaseException):
    pass


@pytest.mark.parametrize("moved", [False, True])
def test_nothing_is_lost_where_the_program_is_killed_around_the_move(two, moved, monkeypatch):
    import send2trash

    gone, send = two.judge(), send2trash.send2trash

    def kill(path):
        if moved:
            send(path)
        raise Killed

    monkeypatch.setattr("send2trash.send2trash", kill)
    with pytest.raises(Killed):
        two.library.duplicates.trash([gone])
    two.library.index([two.folder])
    assert two.rich.exists() is not moved
    assert two.kept.title == ("Grandma" if moved else None)
    assert two.names("grandma") == ({"bare.jpg"} if moved else {"rich.jpg"})


def test_a_copy_that_stays_after_all_takes_back_what_it_handed_over(two, monkeypatch):
    before = two.rows()

    def refuse(path):
        raise OSError(30, "read-only")

    monkeypatch.setattr("send2trash.send2trash", refuse)
    assert two.trash().photos == 0
    assert two.rows() == before


def test_an_index_run_that_ends_between_the_two_steps_takes_nothing_away(two, monkeypatch):
    import send2trash

    send = send2trash.send2trash

    def index_first(path):
        with (
            Catalog.open(Layout(two.library.folder).catalog, writable=True) as catalog,
            catalog.transaction(),
        ):
            assert catalog.handed_over.take_back_returned() == 1
        send(path)

    gone = two.judge()
    monkeypatch.setattr("send2trash.send2trash", index_first)
    assert two.library.duplicates.trash([gone]).photos == 1
    assert two.kept.title == "Grandma"


def test_the_command_line_shows_what_is_handed_over(two, capsys):
    at = ["--library", str(two.library.folder), "--keep", str(two.bare.parent)]
    two.library.close()
    assert main(["duplicates", "--trash", "--dry-run", *at]) == 0
    lines = [line.split("\t") for line in capsys.readouterr().out.splitlines()]
    (line,) = [line for line in lines if line[0] == "receives"]
    assert line[1:4] == [str(two.bare), f"from {two.rich}", "title: Grandma"]
    assert main(["duplicates", "--trash", "--dry-run", "--json", *at]) == 0
    (entry,) = json.loads(capsys.readouterr().out)["receives"]
    assert (entry["path"], entry["from"], entry["rating"]) == (str(two.bare), str(two.rich), 4)


def test_a_second_copy_that_says_the_same_hands_nothing_over(two):
    again = two.folder / "again.jpg"
    shutil.copy(two.rich, again)
    two.library.index([two.folder])
    for other in (two.rich, again):
        two.library.duplicates.say([Judged(kept=two.id(two.bare), other=two.id(other), verdict="trash")])
    (offer,) = two.library.duplicates.plan_trash().receives
    assert offer.received.title == "Grandma"
