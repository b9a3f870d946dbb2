"""Reading the text of a library's photos, by the real reader in its own process."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from cbir.base.errors import ImageUnreadable, QueryUnusable, UnreadableNow
from cbir.base.layout import Layout
from cbir.base.types import DocumentId, SearchOptions, Term, TextLine, largest_words
from cbir.catalog import NewDocument
from cbir.cli import main
from cbir.library import Library, background_run, written
from cbir.service import Call, WordPlacesRequest, answer
from cbir.state import exclusive_write
from cbir.workers import ReadingProcess
from tests.cbir.written_pages import page
from tests.extras import needs
from tests.pictures import photo, write_jpeg

needs("rapidocr", reason="reading needs the extra `ocr`")


@pytest.fixture(name="library")
def _library(tmp_path):
    """Three photos that nobody described: only their text is asked for."""
    folder = tmp_path / "pictures"
    write_jpeg(folder / "sign.jpg", page("Platform nine", "Bakerloo line"))
    write_jpeg(folder / "receipt.jpg", page("Espresso 1.20", "Total 7.45"))
    write_jpeg(folder / "coffee.jpg", photo("coffee"))
    with Library.open(tmp_path / "library", create=True) as library:
        with exclusive_write(Layout(library.folder)) as catalog, catalog.transaction():
            root = catalog.roots.add(folder)
            documents = [
                NewDocument(
                    root=root.id,
                    path=path.name,
                    size=path.stat().st_size,
                    mtime_ns=path.stat().st_mtime_ns,
                    fingerprint=path.stem,
                    format="JPEG",
                    width=640,
                    height=640,
                    document=DocumentId(at),
                    store_row=at,
                    extractor=1,
                )
                for at, path in enumerate(sorted(folder.iterdir()), start=1)
            ]
            catalog.documents.add(documents, store="none", postings="none")
        yield library


def found(library, text):
    """Names of the hits, and whether each is strong."""
    result = library.search([Term(text=text)], SearchOptions(engine="metadata"))
    return {hit.path.name: hit.strong for hit in result.hits}


def line(text):
    return (TextLine(text=text, quad=((0, 0), (9, 0), (9, 9), (0, 9)), confidence=0.9),)


class InstantReader:
    """Stands in for the process: answers at once by the file's name. The real one is used in one test."""

    fingerprint = "instant"
    scripts = ("Latin",)
    raising: dict[str, Exception] = {}  # noqa: RUF012 (set by tests)
    asked: list[str] = []  # noqa: RUF012

    def __init__(self, limits, source=Path(), *, urgent=False):
        self._source = source

    def __enter__(self):
        return self

    def __exit__(self, *_): ...

    def submit(self, source):
        self.asked.append(source.name)
        return InstantReader(None, source)

    def result(self, timeout):
        if self._source.name in self.raising:
            raise self.raising[self._source.name]
        return line(f"text of {self._source.stem}")


@pytest.fixture
def instant(monkeypatch):
    monkeypatch.setattr(written, "ReadingProcess", InstantReader)
    monkeypatch.setattr(background_run, "AHEAD", 1)
    monkeypatch.setattr(InstantReader, "raising", {})
    monkeypatch.setattr(InstantReader, "asked", [])
    return InstantReader


def test_photos_are_read_and_found_and_the_places_told(library, capsys):
    told = []
    assert found(library, "bakerloo") == {}
    report = library.text.read(progress=told.append)
    assert (report.read, report.with_text, report.waiting, report.cancelled) == (3, 2, 0, False)
    assert (told[-1].done, told[-1].total, told[-1].results) == (3, 3, 2)
    assert library.text.read().read == 0, "nothing is read twice"
    assert found(library, "bakerloo") == found(library, 'written:"nine bakerloo"') == {"sign.jpg": True}
    assert found(library, "platfarm") == {"sign.jpg": False}, "misread or mistyped: unsure"
    assert found(library, "espresso platform") == {"receipt.jpg": False, "sign.jpg": False}
    assert found(library, "zeppelin") == {}
    folder = str(library.folder)
    assert main(["search", "bakerloo", "--engine", "metadata", "--json", "--library", folder]) == 0
    (hit,) = json.loads(capsys.readouterr().out)["hits"]
    (word,) = hit["written"]
    assert word["text"] == "Bakerloo" and len(word["corners"]) == 4 and word["confidence"] > 0.9
    assert main(["search", "bakerloo", "--engine", "metadata", "--explain", "--library", folder]) == 0
    assert "written: Bakerloo at " in capsys.readouterr().out
    assert main(["read", "--library", folder]) == 0
    assert capsys.readouterr().out == "0 photos read, 0 with text\n"


@pytest.mark.long
def test_a_picture_of_the_query_is_read_or_its_framed_part(library):
    folder = library.folder.parent / "pictures"
    term = Term(path=folder / "sign.jpg")
    assert largest_words(library.text.read_picture(term)) == "platform nine bakerloo line"
    above = replace(term, region=(0.0, 0.0, 640.0, 320.0))
    assert [line.text for line in library.text.read_picture(above)] == ["Platform nine"]
    pasted = Term(data=(folder / "receipt.jpg").read_bytes())
    assert "espresso" in largest_words(library.text.read_picture(pasted))
    (sign,) = library.find_photos([folder / "sign.jpg"])
    assert largest_words(library.text.read_picture(Term(photo=sign))) == "platform nine bakerloo line"
    with pytest.raises(QueryUnusable):
        library.text.read_picture(Term(text="platform"))


@pytest.mark.long
def test_the_places_of_words_in_several_photos_are_told_at_once(library):
    library.text.read()
    folder = library.folder.parent / "pictures"
    sign, receipt = library.find_photos([folder / "sign.jpg", folder / "receipt.jpg"])
    asked = WordPlacesRequest(photos=(sign, receipt), texts=("bakerloo",))
    places = answer(Call(library), asked).places
    assert {photo: [word.text for word in words] for photo, words in places.items()} == {sign: ["Bakerloo"]}


@pytest.mark.long
def test_the_command_line_reads_a_picture_in_no_library(library, tmp_path, capsys):
    pictures = library.folder.parent / "pictures"
    assert main(["read", str(pictures / "sign.jpg")]) == 0
    assert capsys.readouterr().out == "Platform nine\nBakerloo line\n"
    assert main(["read", str(pictures / "receipt.jpg"), "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert said["largest_words"].split()[0] == "espresso"
    assert len(said["lines"][0]["corners"]) == 4
    assert main(["read", str(pictures / "coffee.jpg")]) == 0
    assert capsys.readouterr().err.strip().endswith("No words were found in this picture.")
    assert main(["read", str(tmp_path / "none.jpg")]) == 2


def test_the_largest_words_are_a_title_and_no_page():
    def line(text, height):
        corners = ((0.0, 0.0), (90.0, 0.0), (90.0, height), (0.0, height))
        return TextLine(text=text, quad=corners, confidence=0.9)

    page = (line("a novel by", 20), line("The Bourne", 90), line("Identity", 60), line("7", 200))
    assert largest_words(page) == "the bourne identity", "a lone sign is no word"
    assert largest_words([line("DEAD OR ALIVE", 20)]) == "dead or alive", "no operator"
    assert largest_words([line("one two three four five six seven", 20)]) == "one two three four five six"
    assert largest_words([line("no no no yes", 20)]) == "no yes"
    assert largest_words([line("8", 20)]) == largest_words([]) == ""


def test_a_run_that_was_stopped_goes_on_where_it_was(library, instant):
    asked = []

    def after_one():
        asked.append(True)
        return len(asked) > 1

    first = library.text.read(cancelled=after_one)
    assert (first.read, first.waiting, first.cancelled) == (1, 2, True)
    assert instant.asked[0] not in instant.asked[1:]
    second = library.text.read()
    assert (second.read, second.waiting, second.cancelled) == (2, 0, False)
    assert len(found(library, "text")) == 3


def test_what_is_read_is_kept_while_the_run_goes_on(library, instant, monkeypatch):
    """A run that is killed has read for nothing what was not kept yet."""
    monkeypatch.setattr(background_run, "KEEP_EVERY_S", -1.0)  # after each photo
    kept = []
    library.text.read(progress=lambda told: kept.append((told.done, len(found(library, "text")))))
    assert kept == [(0, 0), (1, 1), (2, 2), (3, 3), (3, 3)]


def test_the_next_photo_waits_in_the_queue_so_that_the_process_never_does(library, instant, monkeypatch):
    monkeypatch.setattr(background_run, "AHEAD", 2)
    submitted = []
    library.text.read(progress=lambda told: submitted.append((told.done, len(instant.asked))))
    assert submitted == [(0, 0), (1, 2), (2, 3), (3, 3), (3, 3)]


def test_it_waits_while_it_should_and_keeps_what_it_has(library, instant):
    told = []

    def paused():
        """After the first photo, until what was read of it is kept."""
        return bool(instant.asked) and not found(library, "text")

    report = library.text.read(paused=paused, progress=told.append)
    assert (report.read, report.cancelled) == (3, False)
    assert [one.done for one in told if one.paused] == [1]


def test_a_damaged_file_is_not_tried_again_and_an_unreachable_one_is(library, instant):
    instant.raising = {
        "sign.jpg": ImageUnreadable("The file is damaged."),
        "receipt.jpg": UnreadableNow("The drive is not there."),
    }
    report = library.text.read()
    assert (report.read, report.with_text, report.skipped, report.waiting) == (2, 1, 1, 0)
    instant.asked.clear()
    instant.raising = {}
    assert library.text.read().read == 1
    assert instant.asked == ["receipt.jpg"]


def test_what_was_read_is_in_a_backup(library, instant, tmp_path):
    library.text.read()
    with exclusive_write(Layout(library.folder)) as catalog:
        copy = tmp_path / "library-2"
        copy.mkdir()
        catalog.copy_to(copy / "catalog.sqlite")
    (copy / "library.json").write_bytes((library.folder / "library.json").read_bytes())
    with Library.open(copy) as restored:
        assert found(restored, '"text of sign"') == {"sign.jpg": True}
        assert restored.text.read().read == 0


def test_without_the_package_a_sentence_says_so(library, monkeypatch, capsys):
    monkeypatch.setattr("cbir.ocr.models.PACKAGE", "no_such_package")
    assert main(["read", "--library", str(library.folder)]) == 2
    assert 'pip install "cbir[ocr]"' in capsys.readouterr().err
    assert (
        main(["index", str(library.folder.parent / "pictures"), "--read", "--library", str(library.folder)])
        == 2
    )


def test_the_process_reads_files_and_refuses_what_is_no_picture(tmp_path):
    (tmp_path / "no.jpg").write_bytes(b"no picture")
    with ReadingProcess() as process, pytest.raises(ImageUnreadable):
        process.submit(tmp_path / "no.jpg").result()
