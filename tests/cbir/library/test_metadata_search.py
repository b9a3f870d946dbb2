"""Names, metadata and filters, from files to hits: what is read, what is found, what is left alone."""

import json
import os
import sqlite3
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from PIL import ExifTags, Image

from cbir.base.errors import QueryUnusable
from cbir.base.types import Filters, SearchOptions, Term
from cbir.cli import main
from cbir.library import Library
from tests.pictures import photo, write_jpeg

Make = Callable[..., Library]
RDF = 'xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"'


def packet(rating, *keywords, date="", camera=""):
    items = "".join(f"<rdf:li>{word}</rdf:li>" for word in keywords)
    return (
        f'<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF {RDF}><rdf:Description rdf:about=""'
        ' xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/"'
        ' xmlns:exif="http://ns.adobe.com/exif/1.0/" xmlns:tiff="http://ns.adobe.com/tiff/1.0/"'
        f' xmp:Rating="{rating}" exif:DateTimeOriginal="{date}" tiff:Model="{camera}">'
        f"<dc:subject><rdf:Bag>{items}</rdf:Bag></dc:subject></rdf:Description></rdf:RDF></x:xmpmeta>"
    ).encode()


def embed(file, xmp):
    """Put a packet into a JPEG in place of the one that is there."""
    data = file.read_bytes()
    head = b"http://ns.adobe.com/xap/1.0/\0"
    rest = data[2:]
    if rest[:2] == b"\xff\xe1" and rest[4:].startswith(head):
        rest = rest[2 + int.from_bytes(rest[2:4], "big") :]
    file.write_bytes(b"\xff\xd8\xff\xe1" + (len(head) + len(xmp) + 2).to_bytes(2, "big") + head + xmp + rest)


def later(path):
    """Give a file another time of change, whatever the clock's steps are."""
    status = path.stat()
    os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns + 2_000_000_000))


def write_photos(folder):
    write_jpeg(folder / "2019" / "coffee.jpg", photo("coffee"))
    write_jpeg(folder / "2019" / "cat.jpg", photo("chelsea"))
    write_jpeg(folder / "scans" / "rocket.jpg", photo("rocket"))
    write_jpeg(folder / "scans" / "coffee copy.jpg", photo("coffee")[20:380, 40:560])
    embed(
        folder / "2019" / "coffee.jpg", packet(4, "Lisboa", "café", date="2019-07-14T12:00:00", camera="X-T3")
    )
    embed(folder / "2019" / "cat.jpg", packet(2, "pets", date="2020-01-02T12:00:00", camera="EOS 5D"))


def search(library, *terms, **options):
    asked = [
        Term(text=term) if isinstance(term, str) else Term(path=term) if isinstance(term, Path) else term
        for term in terms
    ]
    return library.search(asked, SearchOptions(**options))


def names(result):
    return [hit.path.name for hit in result.hits]


def changed(report):
    return report.indexed, report.unchanged, report.updated


def document(library, name):
    """Ids of a photo and of its live document."""
    with sqlite3.connect(library.folder / "catalog.sqlite") as connection:
        row = connection.execute(
            "SELECT photo.id, document.id FROM photo JOIN document ON photo_id = photo.id AND live "
            "WHERE path LIKE ?",
            (f"%{name}",),
        ).fetchone()
    connection.close()
    return row


# --- searching ---


def test_words_are_found_in_names_folders_and_metadata_without_any_worker(library, workers):
    workers.submitted.clear()
    both = search(library, "lisboa 2019")
    assert [(hit.path.name, hit.strong) for hit in both.hits] == [("coffee.jpg", True), ("cat.jpg", False)]
    assert names(search(library, "keyword:cafe")) == ["coffee.jpg"]
    assert names(search(library, "cafe"))[0] == "coffee.jpg"
    assert set(names(search(library, "coffee"))) == {"coffee.jpg", "coffee copy.jpg"}
    assert names(search(library, "camera:x-t3 OR rating:2")) == ["cat.jpg", "coffee.jpg"]
    assert workers.submitted == []


def test_a_hit_says_which_engine_brought_it(library):
    (hit,) = search(library, "lisboa").hits
    assert not hit.verified
    assert [(place.engine, place.rank) for place in hit.engines] == [("metadata", 1)]
    assert 0 < hit.score < 0.5
    assert (hit.size, hit.evidence) == ((600, 400), ())


def test_words_alone_say_that_names_and_metadata_were_searched(library):
    assert "names and metadata" in search(library, "lisboa").notes[0]
    assert search(library, "lisboa", engine="metadata").notes == ()
    assert search(library, "camera:x-t3").notes == ()


def test_a_photo_with_the_words_of_all_texts_is_strong_and_comes_before_those_with_some(
    library,
):
    one_text = search(library, "coffee lisboa")
    assert [hit.path.name for hit in one_text.hits if hit.strong] == ["coffee.jpg"]
    found = search(library, "coffee", "lisboa")
    assert names(found) == ["coffee.jpg", "coffee copy.jpg"]
    assert [hit.strong for hit in found.hits] == [True, False]
    nowhere = search(library, "coffee", "pets")
    assert {hit.path.name for hit in nowhere.hits} >= {"coffee.jpg", "coffee copy.jpg", "cat.jpg"}
    assert nowhere.strong == 0


def test_a_page_says_how_many_there_are_in_all(library):
    for asked in (("coffee",), ("camera:x-t3 OR rating:2",), ("jpg",)):
        whole = search(library, *asked, engine="metadata")
        page = search(library, *asked, engine="metadata", top=1)
        assert whole.total == page.total == len(whole.hits) > 0
        assert page.hits == whole.hits[:1]
    assert search(library, "coffee", "lisboa").total is None, "some photos have one text, some both"


def test_photos_that_fit_the_filters_are_strong(library):
    found = search(library, "camera:x-t3")
    assert found.hits
    assert all(hit.strong for hit in found.hits)


def test_a_field_that_does_not_exist_is_a_word_and_the_answer_says_so(library):
    found = search(library, "width:>600 coffee")
    (note,) = (note for note in found.notes if "field" in note)
    assert note.startswith("There is no field width, so it was searched as a word. The fields are name:, ")
    assert "rating:" in note
    for known in ("camera:x-t3", "see http://coffee", "at 12:30"):
        assert not any("field" in note for note in search(library, known).notes)


def test_a_subtracted_text_is_left_out_of_every_engine(library, pictures):
    minus = Term(text="folder:scans", sign=-1)
    assert names(search(library, "coffee", minus)) == ["coffee.jpg"]
    query = pictures / "2019" / "coffee.jpg"
    assert "coffee copy.jpg" in names(search(library, query))
    assert "coffee copy.jpg" not in names(search(library, query, minus))


def test_a_picture_and_words_are_fused_and_verified_hits_come_first(library, pictures):
    result = search(library, pictures / "scans" / "coffee copy.jpg", "pets")
    assert {hit.path.name for hit in result.hits[:2]} == {"coffee.jpg", "coffee copy.jpg"}
    assert [hit.verified for hit in result.hits[:2]] == [True, True]
    first_similar = result.hits[2]
    assert first_similar.path.name == "cat.jpg"
    assert "metadata" in {place.engine for place in first_similar.engines}
    scores = [hit.score for hit in result.hits]
    assert scores == sorted(scores, reverse=True)
    assert [hit.rank for hit in result.hits] == list(range(1, len(scores) + 1))


def test_the_first_hits_are_told_before_the_answer_is_whole(library, pictures):
    told = []
    terms = [Term(path=pictures / "scans" / "coffee copy.jpg"), Term(text="pets")]
    result = library.search(terms, on_partial=told.append)
    assert [hit.path.name for hit in told[0].hits] == ["cat.jpg"], "names and metadata first"
    assert {hit.path.name for hit in told[1].hits} >= {"cat.jpg", "coffee.jpg"}
    assert len(told) == 2
    assert not any(one.verified for one in told)
    assert all(one.took_ms.total < result.took_ms.total for one in told)
    assert result.verified == 2
    again = library.search(terms)
    assert [(hit.path, hit.score, hit.verified) for hit in again.hits] == [
        (hit.path, hit.score, hit.verified) for hit in result.hits
    ]


def test_nothing_is_told_that_may_be_left_out(library, pictures):
    told = []
    terms = [
        Term(path=pictures / "2019" / "cat.jpg"),
        Term(path=pictures / "2019" / "coffee.jpg", sign=-1),
    ]
    library.search(terms, on_partial=told.append)
    assert told == []
    library.search([Term(text="coffee")], on_partial=told.append)
    assert told == [], "what the catalog alone answers is whole at once"


def test_a_subtracted_picture_leaves_its_photos_out_of_words(library, pictures):
    shown = Term(path=pictures / "2019" / "coffee.jpg", sign=-1)
    assert names(search(library, "coffee OR pets", shown)) == ["cat.jpg"]


@pytest.mark.parametrize(
    ("filters", "expected"),
    [
        (Filters(folders=("scans",)), {"coffee copy.jpg"}),
        (Filters(min_rating=3), {"coffee.jpg"}),
        (Filters(taken_from="2019-08"), {"coffee copy.jpg"}),  # by the time of its file
        (Filters(cameras=("x-t3",)), {"coffee.jpg"}),
        (Filters(orientation="landscape"), {"coffee.jpg", "coffee copy.jpg"}),
        (Filters(orientation="portrait"), set()),
        (Filters(min_megapixels=0.2), {"coffee.jpg"}),
        (Filters(formats=("jpg",)), {"coffee.jpg", "coffee copy.jpg"}),
        (Filters(formats=("png",)), set()),
    ],
)
def test_filters_restrict_what_a_picture_finds(library, pictures, filters, expected):
    result = search(library, pictures / "2019" / "coffee.jpg", filters=filters)
    assert {hit.path.name for hit in result.hits if hit.verified} == expected
    by_field = search(library, pictures / "2019" / "coffee.jpg", "megapixels:>=0.2 camera:x-t3")
    assert names(by_field) == ["coffee.jpg"]


def test_filters_alone_give_the_newest_first(library):
    assert names(search(library, filters=Filters(min_rating=1))) == ["cat.jpg", "coffee.jpg"]
    assert search(library, filters=Filters(min_rating=1), top=1).hits[0].path.name == "cat.jpg"


def test_asked_for_nothing_it_gives_all_photos_the_newest_first(library):
    everything = search(library)
    assert everything.total == len(everything.hits) == everything.searched
    dated = [hit.taken_at for hit in everything.hits if hit.taken_at]
    assert len(dated) > 1
    assert dated == sorted(dated, reverse=True)
    assert [hit.taken_at for hit in everything.hits[: len(dated)]] == dated
    assert names(search(library, top=1)) == names(everything)[:1]


@pytest.mark.parametrize(
    ("terms", "engine", "sentence"),
    [
        (("lisboa",), "match", "compares pictures"),
        ((Path(__file__),), "metadata", "searches names and texts"),
        (("rating:blue",), "auto", "is not a number"),
        (("((",), "auto", "nothing to search for"),
        ((Term(text="lisboa", sign=-1),), "auto", "subtracting alone"),
    ],
)
def test_what_makes_no_sense_is_a_sentence(library, terms, engine, sentence):
    with pytest.raises(QueryUnusable, match=sentence):
        search(library, *terms, engine=engine)


# --- indexing ---


def test_an_edit_of_metadata_alone_keeps_the_index(library, pictures, workers):
    before = document(library, "coffee.jpg")
    embed(pictures / "2019" / "coffee.jpg", packet(5, "Porto"))
    later(pictures / "2019" / "coffee.jpg")
    assert changed(library.index([pictures])) == (0, 4, 1)
    assert document(library, "coffee.jpg") == before
    assert names(search(library, "porto rating:5")) == ["coffee.jpg"]
    assert names(search(library, "lisboa")) == []
    (hit, *_) = search(library, pictures / "2019" / "coffee.jpg").hits
    assert hit.verified
    assert library.thumbnail(hit.photo).shape == (171, 256, 3)
    workers.submitted.clear()
    assert changed(library.index([pictures])) == (0, 4, 0)
    assert workers.submitted == []


def test_an_edit_of_metadata_in_a_format_that_must_be_decoded_keeps_the_index(make_library, tmp_path):
    file = tmp_path / "pictures" / "poster.tif"
    file.parent.mkdir()
    picture = Image.fromarray(photo("coffee"))
    picture.save(file)
    library = make_library()
    library.index([file.parent])
    before = document(library, "poster.tif")
    picture.save(file, description="A cup on a table", compression="tiff_lzw")
    later(file)
    assert changed(library.index([file.parent])) == (0, 1, 1)
    assert document(library, "poster.tif") == before
    assert names(search(library, "cup")) == ["poster.tif"]


def test_an_edit_of_pixels_indexes_that_photo_again_alone(library, pictures):
    before = document(library, "coffee.jpg"), document(library, "cat.jpg")
    write_jpeg(pictures / "2019" / "coffee.jpg", np.ascontiguousarray(photo("coffee")[:, ::-1]))
    later(pictures / "2019" / "coffee.jpg")
    assert changed(library.index([pictures])) == (1, 3, 0)
    assert document(library, "coffee.jpg")[0] == before[0][0]
    assert document(library, "coffee.jpg")[1] > before[0][1]
    assert document(library, "cat.jpg") == before[1]
    assert names(search(library, "lisboa")) == [], "its metadata went with its old content"


@pytest.mark.parametrize("name", ["rocket.jpg.xmp", "rocket.xmp", "ROCKET.XMP"])
def test_a_sidecar_that_appears_changes_or_goes_is_noticed(library, pictures, workers, name):
    sidecar = pictures / "scans" / name
    sidecar.write_bytes(packet(5, "launch"))
    workers.submitted.clear()
    assert changed(library.index([pictures])) == (0, 4, 1)
    assert workers.submitted == ["read_metadata"], "the photo is not decoded"
    assert names(search(library, "launch rating:5")) == ["rocket.jpg"]
    sidecar.write_bytes(packet(1, "start"))
    later(sidecar)
    assert changed(library.index([pictures])) == (0, 4, 1)
    assert names(search(library, "start rating:1")) == ["rocket.jpg"]
    sidecar.unlink()
    assert changed(library.index([pictures])) == (0, 4, 1)
    assert names(search(library, "start")) == []


def test_a_new_photo_comes_with_its_sidecar_and_a_moved_one_keeps_its_metadata(library, pictures):
    write_jpeg(pictures / "hall.jpg", photo("astronaut"))
    (pictures / "hall.jpg.xmp").write_bytes(packet(3, "museum"))
    assert library.index([pictures]).indexed == 1
    assert names(search(library, "museum")) == ["hall.jpg"]
    for file in ("hall.jpg", "hall.jpg.xmp"):
        (pictures / file).rename(pictures / "scans" / file)
    assert library.index([pictures]).moved == 1
    assert names(search(library, "museum folder:scans")) == ["hall.jpg"]
    assert changed(library.index([pictures])) == (0, 5, 0)


def test_photos_that_change_places_keep_their_own_metadata(library, pictures):
    first, second = pictures / "2019" / "coffee.jpg", pictures / "2019" / "cat.jpg"
    first.rename(pictures / "away.jpg")
    second.rename(first)
    (pictures / "away.jpg").rename(second)
    library.index([pictures])
    assert names(search(library, "lisboa")) == ["cat.jpg"]
    assert names(search(library, "keyword:pets")) == ["coffee.jpg"]


def test_a_library_of_before_gets_its_metadata_without_decoding(library, pictures, workers):
    connection = sqlite3.connect(library.folder / "catalog.sqlite")
    connection.execute("DELETE FROM metadata")
    connection.commit()
    connection.close()
    result = search(library, "coffee")
    assert any("4 of 4 photos has not been read" in note for note in result.notes)
    workers.submitted.clear()
    assert changed(library.index([pictures])) == (0, 4, 4)
    assert set(workers.submitted) == {"read_metadata"}
    assert names(search(library, "lisboa")) == ["coffee.jpg"]


# --- the command line ---


def test_the_command_line_searches_words_and_filters(library, pictures, capsys):
    where = ("--library", str(library.folder))
    assert main(["search", "lisboa 2019", "--json", *where]) == 0
    captured = capsys.readouterr()
    answer = json.loads(captured.out)
    assert [Path(hit["path"]).name for hit in answer["hits"] if hit["strong"]] == ["coffee.jpg"]
    assert set(answer["hits"][0]["engines"]) == {"metadata"}
    assert "names and metadata" in captured.err
    assert (
        main(["search", "-f", "--in", str(pictures / "2019"), "--rating", "1", "--to", "2019", *where]) == 0
    )
    assert capsys.readouterr().out == f"{pictures / '2019' / 'coffee.jpg'}\n"
    assert main(["search", "--engine", "metadata", "rocket.jpg", *where]) == 0
    assert capsys.readouterr().out.endswith("rocket.jpg\n")
    assert main(["search", "zebra", *where]) == 1
    assert main(["search", "after:soon", *where]) == 2
    assert "soon is not a date" in capsys.readouterr().err


def test_a_hit_says_the_town_it_was_taken_in_however_it_was_found(tmp_path):
    exif = Image.Exif()
    exif[ExifTags.Base.GPSInfo] = {1: "N", 2: (38.0, 43.0, 0.0), 3: "W", 4: (9.0, 8.0, 0.0)}
    folder = tmp_path / "photos"
    folder.mkdir()
    Image.fromarray(photo("coffee")).save(folder / "coffee.jpg", exif=exif)
    Image.fromarray(photo("chelsea")).save(folder / "cat.jpg")
    with Library.open(tmp_path / "library", create=True) as library:
        library.index([folder])
        for term in (Term(text="coffee"), Term(path=folder / "coffee.jpg"), Term(text="near:Lisbon")):
            assert library.search([term]).hits[0].town == "Lisbon, Portugal"
        assert library.search([Term(text="cat")], SearchOptions(engine="metadata")).hits[0].town is None
        (listed,) = library.search([Term(text="near:Lisbon")], SearchOptions(listed="date")).hits
        assert listed.town == "Lisbon, Portugal"


def test_the_field_that_matched_is_named(make_library, pictures):
    embed(
        pictures / "scans" / "rocket.jpg",
        packet(3, "harbours", "night sky", date="2019-07-14", camera="Xyz 9"),
    )
    library = make_library()
    library.index([pictures])
    rocket, coffee = library.find_photos(
        [pictures / "scans" / "rocket.jpg", pictures / "2019" / "coffee.jpg"]
    )

    def fields(*texts):
        found = library.reasons.fields([Term(text=text) for text in texts], [rocket, coffee])
        return [(one.field, one.words, one.text) for one in found.get(rocket, ())]

    assert fields("rocket") == [("name", ("rocket",), "rocket.jpg")]
    assert fields("roc*") == [("name", ("roc",), "rocket.jpg")]
    assert fields("harbour sky rocket") == [
        ("keywords", ("harbour", "sky"), "harbours, night sky"),
        ("name", ("rocket",), "rocket.jpg"),
    ]
    assert fields("harbouring") == [("keywords", ("harbouring",), "harbours, night sky")]  # by the stem
    assert fields("scans camera:xyz") == [("folder", ("scans",), "pictures scans/")]
    assert fields("xyz 2019") == [("camera", ("xyz",), "Xyz 9"), ("taken", ("2019",), "2019-07-14")]
    assert fields("name:sky", "-rocket", '"') == []
    assert library.reasons.fields([Term(text="rocket", sign=-1), Term(text="lamp")], [rocket]) == {}


def test_a_listing_without_photos_gives_way_to_photos_with_some_of_the_words(library):
    options = SearchOptions(engine="metadata", listed="score")
    assert len(library.search([Term(text="the cat of 2019")], options).hits) == 1, "in the folder 2019"
    partly = library.search([Term(text="the cat on a rocket")], options)
    assert sorted(hit.path.stem for hit in partly.hits) == ["cat", "rocket"]
    assert (partly.total, partly.strong) == (0, 0)
