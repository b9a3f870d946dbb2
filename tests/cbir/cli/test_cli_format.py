"""Output and exit codes of the commands, with a ten-line library at the seam."""

import errno
import json
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from cbir.base.errors import CatalogTooNew
from cbir.base.types import (
    HIT_KINDS,
    EngineRank,
    Evidence,
    Filters,
    Hit,
    IndexReport,
    LibraryInfo,
    PhotoId,
    Problem,
    RootInfo,
    SearchOptions,
    SearchResult,
    Skipped,
    Term,
    Timings,
    Via,
)
from cbir.cli import console, main
from cbir.cli.hits import hit_lines, nothing_sure
from cbir.cli.window import plain_arguments, window_is_possible
from cbir.library import LibraryOptions
from tests.dead_drive import let_die

SIX_POINTS = np.zeros((6, 2), np.float32)


def make_hit(rank, name, *, inliers=0, proof="same"):
    outline = np.array([[0, 0], [99.123, 0], [99, 49], [0, 49]], np.float32)
    evidence = Evidence(
        term=0,
        inliers=inliers,
        coverage=0.75,
        photo_coverage=0.5,
        outline=outline,
        query_xy=SIX_POINTS,
        photo_xy=SIX_POINTS,
        proof=proof,
        found_by="guided",
    )
    return Hit(
        rank=rank,
        photo=PhotoId(rank),
        path=Path("/photos").absolute() / name,
        score=60.0 / rank,
        kind="less likely" if inliers < 8 else "shares a part" if proof == "part" else "same thing",
        size=(100, 50),
        fingerprint="f",
        evidence=(evidence,) if inliers else (),
        engines=(EngineRank(engine="match", rank=rank, score=1.5),),
    )


class FakeLibrary:
    """Answers what it was given, and remembers what it was asked."""

    folder = Path("/library").absolute()

    def __init__(self):
        self.found = SearchResult(hits=(), took_ms=Timings(total=12.3456), searched=3)
        self.report = IndexReport(indexed=3, unchanged=2, removed=1)
        self.problems = []
        self.asked = []
        self.opened = []

    def open(
        self,
        folder=None,
        *,
        create=False,
        writable=False,
        options=None,
        pool=None,
    ):
        self.opened.append((folder, create, writable))
        return self

    def __enter__(self):
        return self

    def __exit__(self, *_): ...

    def knows(self, path):
        return False

    def search(self, terms, options):
        self.asked.append((terms, options))
        return self.found

    def index(self, folders, **_):
        return self.report

    def check(self, *, deep=False):
        return self.problems

    def info(self):
        root = RootInfo(path=Path("/photos"), photos=7, online=False)
        return LibraryInfo(
            folder=self.folder,
            photos=7,
            roots=(root,),
            codebook="abc",
            words=65536,
            segments=2,
            bytes=7168,
            thumbnail_bytes=10,
            skipped=(Skipped(path=Path("/photos/x.jpg"), reason="it is truncated"),),
        )


@pytest.fixture
def library(monkeypatch):
    fake = FakeLibrary()
    module = ModuleType("cbir.library")
    module.Library = fake
    module.LibraryOptions = LibraryOptions
    monkeypatch.setitem(sys.modules, "cbir.library", module)
    return fake


@pytest.fixture
def picture(tmp_path):
    path = tmp_path / "kiosk.jpg"
    path.write_bytes(b"the engine reads it, not the command line")
    return path


Captured = pytest.CaptureFixture[str]


def test_a_line_is_score_tab_path_and_a_third_field_marks_a_verified_hit(library, picture, capsys):
    library.found = SearchResult(
        hits=(make_hit(1, "same.jpg", inliers=57), make_hit(2, "like.jpg")), took_ms=Timings(), searched=2
    )
    assert main(["search", str(picture)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split("\t") for line in lines] == [
        ["60.000", str(Path("/photos/same.jpg").absolute()), "verified"],
        ["30.000", str(Path("/photos/like.jpg").absolute())],
    ]


def test_on_a_terminal_a_line_parts_the_verified_from_the_similar():
    hits = (make_hit(1, "same.jpg", inliers=57), make_hit(2, "like.jpg"), make_hit(3, "far.jpg"))
    lines = list(hit_lines(SearchResult(hits=hits, took_ms=Timings(), searched=9), watched=True))
    assert lines[0].startswith("── Same thing (1) ──")
    assert lines[1].endswith("same.jpg\tverified, 57 points agree")
    assert lines[2].startswith("── Less likely (2) ──")
    assert len(lines) == 5


def test_on_a_terminal_each_kind_has_its_section_and_each_likely_hit_its_strength():
    strengths = (1.0, 0.95, 0.6, 0.3, 0.9, 0.1)
    hits = [
        replace(make_hit(rank, f"{rank}.jpg"), kind=kind, strength=strength)
        for rank, (kind, strength) in enumerate(zip(HIT_KINDS, strengths, strict=True), start=1)
    ]
    lines = list(hit_lines(SearchResult(hits=hits, took_ms=Timings(), searched=9), watched=True))
    assert [line.split(" ──")[0].removeprefix("── ") for line in lines[::2]] == [
        *("Same picture (1)", "Same thing (1)", "Shares a part (1)", "Possibly (1)", "Looks similar (1)"),
        "Less likely (1)",
    ]
    assert [line[:3] for line in lines[1::2]] == ["●●●", "●●●", "●●○", "●○○", "●●○", "10."]


def test_hits_of_a_sentence_are_photos():
    hit = replace(make_hit(1, "boat.jpg"), kind="looks similar", strength=0.4)
    found = SearchResult(hits=(hit,), took_ms=Timings(), searched=9)
    assert next(iter(hit_lines(found, watched=True, pictured=False))).startswith("── 1 photo ──")


def test_what_shares_a_part_is_not_said_to_show_the_same_thing():
    part, like = make_hit(1, "logo.jpg", inliers=12, proof="part"), make_hit(2, "like.jpg")
    found = SearchResult(hits=(part, like), took_ms=Timings(), searched=9)
    assert (found.verified, found.same) == (1, 0)
    lines = list(hit_lines(found, watched=True))
    assert lines[0].startswith("── Shares a part (1) ──")
    assert lines[1].endswith("logo.jpg\tverified part, 12 points agree")
    assert next(iter(hit_lines(found, watched=False))).endswith("logo.jpg\tverified part")
    assert list(nothing_sure(found)) == ["No match found. Photos that share a part of it follow."]


def test_stderr_says_where_nothing_clearly_shows_a_sentence(library, capsys):
    hit = replace(
        make_hit(1, "boat.jpg"), engines=(EngineRank(engine="semantic", rank=1, score=0.2),), strength=0.4
    )
    library.found = SearchResult(hits=(hit,), took_ms=Timings(), searched=9)
    assert main(["search", "a red boat"]) == 1
    assert "No photo clearly shows this. The closest photos follow." in capsys.readouterr().err
    library.found = replace(library.found, hits=(replace(hit, kind="looks similar"),))
    assert main(["search", "a red boat"]) == 0
    assert "No photo clearly" not in capsys.readouterr().err


def test_less_likely_hits_are_printed_and_the_exit_code_says_that_nothing_was_found(library, picture, capsys):
    library.found = SearchResult(hits=(make_hit(1, "like.jpg"),), took_ms=Timings(), searched=2)
    assert main(["search", str(picture)]) == 1
    told = capsys.readouterr()
    assert "like.jpg" in told.out
    assert "No match found" in told.err


def test_paths_end_with_nul_on_request_so_that_any_name_is_one_argument(library, picture, capsys):
    names = "two lines\n.jpg", "b.jpg"
    library.found = SearchResult(
        hits=tuple(make_hit(rank, name, inliers=9) for rank, name in enumerate(names, start=1)),
        took_ms=Timings(),
        searched=2,
    )
    assert main(["search", "-0", str(picture)]) == 0
    *paths, end = capsys.readouterr().out.split("\0")
    assert [Path(path).name for path in paths] == list(names)
    assert end == ""


def test_a_search_without_hits_ends_with_1_and_prints_nothing(library, picture, capsys):
    assert main(["search", str(picture)]) == 1
    captured = capsys.readouterr()
    assert captured.out == ""
    assert "among 3 photos" in captured.err


def test_filepath_only_prints_the_paths_alone(library, picture, capsys):
    library.found = SearchResult(
        hits=(make_hit(1, "a.jpg", inliers=9), make_hit(2, "b.jpg")), took_ms=Timings(), searched=2
    )
    assert main(["search", "-f", str(picture)]) == 0
    paths = [Path("/photos/a.jpg").absolute(), Path("/photos/b.jpg").absolute()]
    assert capsys.readouterr().out.splitlines() == [str(path) for path in paths]


def test_the_json_of_a_search_has_the_documented_keys(library, picture, capsys):
    library.found = SearchResult(
        hits=(make_hit(1, "same.jpg", inliers=57), make_hit(2, "like.jpg")),
        took_ms=Timings(decode=1, features=2, words=3, score=4, verify=5, total=15),
        searched=2,
    )
    assert main(["search", str(picture), "--json", "--region", "1,2,30,40"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["library"] == str(library.folder)
    assert answer["query"][0] == {
        "path": str(picture),
        "text": None,
        "region": [1.0, 2.0, 30.0, 40.0],
        "sign": 1,
        "weight": 1.0,
        "marked": False,
    }
    assert answer["took_ms"] == {
        "decode": 1.0,
        "features": 2.0,
        "words": 3.0,
        "score": 4.0,
        "verify": 5.0,
        "encode": 0.0,
        "total": 15.0,
    }
    assert answer["verified"] == 1
    first, second = answer["hits"]
    assert first["rank"] == 1
    assert Path(first["path"]).is_absolute()
    assert first["verified"] is True
    assert first["engines"] == {"match": {"rank": 1, "score": 1.5}}
    (evidence,) = first["evidence"]
    assert (evidence["term"], evidence["inliers"], evidence["coverage"]) == (0, 57, 0.75)
    assert (evidence["photo_coverage"], evidence["proof"], evidence["found_by"]) == (0.5, "same", "guided")
    assert (answer["same"], first["proof"], second["proof"]) == (1, "same", None)
    assert evidence["outline"] == [[0.0, 0.0], [99.12, 0.0], [99.0, 49.0], [0.0, 49.0]]
    assert second["evidence"] == []


def test_a_hit_by_way_of_another_names_it_and_is_no_plain_verified_one(library, picture, capsys):
    (evidence,) = make_hit(2, "b.jpg", inliers=12, proof="via").evidence
    via = Via(photo=PhotoId(1), path=Path("/photos").absolute() / "a.jpg")
    led = replace(make_hit(2, "b.jpg", inliers=12), evidence=(replace(evidence, via=via),))
    found = SearchResult(hits=(make_hit(1, "a.jpg", inliers=30), led), took_ms=Timings(), searched=3)
    assert [line.split("\t")[2:] for line in hit_lines(found, watched=False)] == [
        ["verified"],
        ["verified by way"],
    ]
    said = "\n".join(hit_lines(found, watched=True))
    assert "── Same thing (2) ──" in said
    assert "verified by way, 12 points agree with a.jpg" in said
    library.found = found
    main(["search", str(picture), "--json"])
    answer = json.loads(capsys.readouterr().out)
    assert [hit["proof"] for hit in answer["hits"]] == ["same", "via"]
    assert [hit["evidence"][0]["via"] for hit in answer["hits"]] == [None, str(via.path)]
    assert answer["same"] == 1


def test_a_strong_hit_by_recognised_text_names_the_photo_that_has_the_text():
    (evidence,) = make_hit(2, "b.jpg", inliers=12, proof="via").evidence
    via = Via(photo=PhotoId(1), path=Path("/photos").absolute() / "poster.jpg")
    led = replace(evidence, via=via, found_by="written")
    hit = replace(make_hit(2, "b.jpg"), kind="looks similar", strength=0.9)

    def line(found_by):
        hits = (replace(hit, evidence=(replace(led, found_by=found_by),)),)
        return [*hit_lines(SearchResult(hits=hits, took_ms=Timings(), searched=3), watched=True)][-1]

    assert line("written").endswith("shows the same as poster.jpg, which has the text")
    assert "which has the text" not in line("guided")


def test_json_without_hits_is_still_an_object(library, picture, capsys):
    assert main(["search", str(picture), "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["hits"] == []


def test_every_option_reaches_the_library(library, picture, tmp_path):
    other = tmp_path / "other.png"
    other.write_bytes(b"x")
    main(
        [
            *("search", str(picture), "-a", str(other), "-s", str(other), "-t", "3"),
            *("--engine", "match", "--weighting", "bm25", "--mirror", "--library", str(tmp_path)),
            *("--k1", "2", "--b", "0.5"),
            *("--no-look-harder", "--look-again", "--like", str(picture), "--unlike", str(other)),
        ]
    )
    ((terms, options),) = library.asked
    asked, marked = terms[:3], terms[3:]
    assert [(term.path, term.sign, term.marked) for term in asked] == [
        (picture, 1, False),
        (other, 1, False),
        (other, -1, False),
    ]
    assert marked == (Term(path=picture, marked=True), Term(path=other, sign=-1, marked=True))
    assert options == SearchOptions(
        top=3,
        engine="match",
        weighting="bm25",
        k1=2.0,
        b=0.5,
        mirror=True,
        look_harder=False,
        look_again=True,
    )
    assert library.opened == [(tmp_path, False, False)]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ((), "Give a picture"),
        (("missing.jpg",), "There is no such file: missing.jpg"),
        (("photos/missing",), "There is no such file"),
        (("file:///photos/missing%20one.jpg",), "There is no such file: "),
        (("",), "A term of the search is empty."),
        (("kiosk.jpg", "-a", " "), "A term of the search is empty."),
        (("", "--engine", "metadata"), "A term of the search is empty."),
        (("https://example.org/a.jpg",), "Web addresses are not opened"),
        (("kiosk.jpg", "--region", "1,2,3"), "needs four numbers"),
        (("kiosk.jpg", "--region", "1,2,x,4"), "needs four numbers"),
        (("kiosk.jpg", "--region", "1,2,0,4"), "must be more than 0"),
        (("kiosk.jpg", "--region", "-1,2,3,4"), "start at 0"),
        (("kiosk.jpg", "--region", "nan,2,3,4"), "start at 0"),
        (("-a", "kiosk.jpg", "--region", "1,2,3,4"), "frames a part of QUERY"),
        (("-s", "kiosk.jpg"), "nothing to search for"),
        ((".",), "is a folder"),
        (("a red boat", "--region", "1,2,3,4"), 'there is no file "a red boat"'),
    ],
)
def test_a_query_that_makes_no_sense_is_one_sentence_and_ends_with_2(
    arguments,
    sentence,
    library,
    picture,
    monkeypatch,
    capsys,
):
    monkeypatch.chdir(picture.parent)
    assert main(["search", *arguments]) == 2
    captured = capsys.readouterr()
    assert sentence in captured.err
    assert "Traceback" not in captured.err
    assert captured.out == ""
    assert library.asked == []


@pytest.mark.skipif(not Path("/dev/null").is_char_device(), reason="needs a device")
def test_a_device_is_no_picture(library, capsys):
    assert main(["search", "/dev/null"]) == 2
    assert "/dev/null is a device or a pipe, not a picture's file." in capsys.readouterr().err
    assert library.asked == []


@pytest.mark.parametrize("name", ["a b.jpg", "50% #1?.jpg", "\u00e9\u00e9.jpg", os.fsdecode(b"caf\xe9.jpg")])
def test_the_address_of_a_file_is_its_path(library, tmp_path, name):
    photo = tmp_path / name
    photo.write_bytes(b"x")
    main(["search", f"2:{photo.as_uri()}", "-a", photo.as_uri().replace("file", "FILE", 1)])
    main(["search", "--like", photo.as_uri(), "--unlike", photo.as_uri()])
    (terms, _options), (marks, _options) = library.asked
    assert [(term.path, term.weight) for term in terms] == [(photo, 2.0), (photo, 1.0)]
    assert [(term.path, term.sign) for term in marks] == [(photo, 1), (photo, -1)]


def test_a_mark_needs_a_photo(library, picture, capsys):
    assert main(["search", str(picture), "--unlike", "none.jpg"]) == 2
    assert "--unlike needs a photo, and there is none at none.jpg" in capsys.readouterr().err
    assert main(["search", "--like", str(picture)]) == 1 and not library.asked[0][0][0].text


def test_words_beside_a_picture_and_filters_reach_the_library(library, picture):
    filters = (
        "--in",
        "2019",
        "--in",
        "scans",
        "--from",
        "2019",
        "--to",
        "2020-06",
        "--camera",
        "fuji",
        "--near",
        "Lisbon",
    )
    more = ("--rating", "3", "--orientation", "portrait", "--min-megapixels", "12", "--format", "heic")
    main(["search", str(picture), "-a", "at night", "-s", "in:/photos/old", *filters, *more])
    ((terms, options),) = library.asked
    assert [(term.path, term.text, term.sign) for term in terms] == [
        (picture, None, 1),
        (None, "at night", 1),
        (None, "in:/photos/old", -1),
    ]
    assert options.filters == Filters(
        folders=("2019", "scans"),
        taken_from="2019",
        taken_to="2020-06",
        cameras=("fuji",),
        places=("Lisbon",),
        min_rating=3,
        orientation="portrait",
        min_megapixels=12,
        formats=("heic",),
    )


@pytest.mark.parametrize("text", ["lisbon 2019/07", "x" * 5000, "in:/photos/old tram", "-camera:fuji"])
def test_text_that_is_no_file_is_words(text, library):
    main(["search", "--", text])
    ((terms, _),) = library.asked
    assert [term.text for term in terms] == [text]


def test_the_metadata_engine_takes_every_term_for_words(library, picture):
    main(["search", str(picture), "-s", "missing.jpg", "--engine", "metadata"])
    ((terms, _),) = library.asked
    assert [(term.text, term.sign) for term in terms] == [(str(picture), 1), ("missing.jpg", -1)]


def test_filters_alone_are_a_query(library):
    main(["search", "--rating", "4"])
    assert library.asked == [((), SearchOptions(filters=Filters(min_rating=4)))]


def test_an_error_of_the_library_is_its_sentence_and_ends_with_2(library, picture, capsys, monkeypatch):
    def refuse(*_, **__):
        raise CatalogTooNew("This library was written by a newer version.")

    monkeypatch.setattr(library, "open", refuse)
    assert main(["search", str(picture)]) == 2
    captured = capsys.readouterr()
    assert captured.err == "This library was written by a newer version.\n"
    assert captured.out == ""


def test_a_fault_of_the_program_does_not_end_with_the_code_of_nothing_found(
    library, picture, capsys, monkeypatch
):
    def fail(*_, **__):
        raise ZeroDivisionError("a fault")

    monkeypatch.setattr(library, "search", fail)
    assert main(["search", str(picture)]) == 2
    assert "ZeroDivisionError: a fault" in capsys.readouterr().err


def test_what_a_drive_refuses_is_no_fault_of_the_program(library, picture, capsys, monkeypatch):
    errors = [
        OSError(errno.EIO, "Input/output error", b"/nas/photos"),
        OSError(errno.EIO, "Input/output error", 7),
        OSError(errno.ENOENT, "No such file or directory", "/nas/photos"),
    ]

    def fail(*_, **__):
        raise errors.pop(0)

    monkeypatch.setattr(library, "search", fail)
    assert main(["search", str(picture)]) == 2
    assert capsys.readouterr().err == "/nas/photos cannot be used: Input/output error.\n"
    for _ in range(2):
        assert main(["search", str(picture)]) == 2
        assert "This is a fault of the program" in capsys.readouterr().err


def test_a_folder_that_cannot_be_asked_is_left_to_the_library(library, tmp_path, capsys, monkeypatch):
    library.report = IndexReport(indexed=3, unchanged=0, removed=0)
    assert main(["index", str(tmp_path / "nas")]) == 2
    assert "There is no such folder" in capsys.readouterr().err
    let_die(monkeypatch, tmp_path / "nas")
    assert main(["index", str(tmp_path / "nas")]) == 0


def test_the_last_line_of_an_index_run_accounts_for_every_file(library, tmp_path, capsys):
    skipped = Skipped(path=tmp_path / "bad.jpg", reason="it is truncated")
    library.report = IndexReport(indexed=3, unchanged=2, removed=1, skipped=(skipped,))
    assert main(["index", str(tmp_path)]) == 0
    captured = capsys.readouterr()
    assert captured.out == "3 indexed, 2 unchanged, 1 removed, 1 skipped\n"
    assert f"skipped {tmp_path / 'bad.jpg'}: it is truncated" in captured.err
    assert library.opened == [(None, True, True)]


def test_the_json_of_an_index_run_lists_what_was_skipped(library, tmp_path, capsys):
    library.report = IndexReport(
        indexed=0, unchanged=0, removed=0, skipped=(Skipped(path=Path("/a.jpg"), reason="why"),)
    )
    assert main(["index", str(tmp_path), "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert (answer["indexed"], answer["unchanged"], answer["removed"]) == (0, 0, 0)
    assert answer["skipped"] == [{"path": str(Path("/a.jpg")), "reason": "why"}]


def test_a_cancelled_index_run_ends_with_130_and_says_what_is_kept(library, tmp_path, capsys):
    library.report = IndexReport(indexed=5, unchanged=0, removed=0, cancelled=True)
    assert main(["index", str(tmp_path)]) == 130
    captured = capsys.readouterr()
    assert "5 indexed" in captured.out
    assert "finished photos are kept" in captured.err


def test_a_missing_folder_ends_with_2_and_opens_no_library(library, tmp_path, capsys):
    assert main(["index", str(tmp_path / "nowhere")]) == 2
    assert "There is no such folder" in capsys.readouterr().err
    assert library.opened == []


def test_a_file_is_not_a_folder(library, picture, capsys):
    assert main(["index", str(picture)]) == 2
    assert "is a file" in capsys.readouterr().err


def test_library_info_in_json_has_the_documented_keys(library, capsys):
    assert main(["library", "info", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["photos"] == 7
    assert answer["roots"] == [{"path": str(Path("/photos")), "photos": 7, "online": False, "forgotten": []}]
    assert (answer["codebook"], answer["segments"], answer["bytes"]) == ("abc", 2, 7168)


def test_library_info_in_words_names_folders_that_are_not_there(library, capsys):
    assert main(["library", "info"]) == 0
    out = capsys.readouterr().out
    assert "7 photos, not there now" in out
    assert "1.0 KB a photo" in out


def test_library_check_ends_with_1_when_a_problem_is_left(library, capsys):
    assert main(["library", "check"]) == 0
    assert "All is well" in capsys.readouterr().out
    library.problems = [Problem(what="a file was left over", remedy="it was removed", mended=True)]
    assert main(["library", "check"]) == 0
    capsys.readouterr()
    library.problems.append(Problem(what="the codebook is missing", remedy="restore it"))
    assert main(["library", "check"]) == 1
    assert capsys.readouterr().out.splitlines() == [
        "problem\tthe codebook is missing\trestore it",
        "mended\ta file was left over\tit was removed",
    ]


def test_the_window_without_a_display_is_a_sentence_not_a_crash(monkeypatch, capsys):
    monkeypatch.setattr(sys, "platform", "linux")
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"):
        monkeypatch.delenv(name, raising=False)
    assert main(["gui"]) == 2
    assert "no display" in capsys.readouterr().err


@pytest.mark.skipif(sys.platform == "win32", reason="file names are Unicode there")
def test_a_file_name_that_is_not_utf8_comes_out_as_its_own_bytes(tmp_path):
    code = (
        "from cbir.cli.console import prepare_streams, result, result_json\n"
        "import os; prepare_streams(); name = os.fsdecode(b'caf\\xe9.jpg'); result(name); result_json([name])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True)
    line, _, as_json = done.stdout.partition(b"\n")
    assert line == b"caf\xe9.jpg"
    (name,) = json.loads(as_json)
    assert name.encode("utf-8", "surrogateescape") == b"caf\xe9.jpg"


@pytest.mark.skipif(sys.platform == "win32", reason="a shell of Windows closes no stream")
def test_no_file_takes_the_place_of_a_stream_that_was_closed(tmp_path):
    """Otherwise a C library's messages to stderr would be written into the cbir library."""
    code = (
        "import os, subprocess, sys; from cbir.cli.console import prepare_streams, result, say; prepare_streams(); "
        "result('x'); say('y'); opened = os.open(sys.argv[1], os.O_CREAT | os.O_WRONLY); "
        "child = subprocess.run([sys.executable, '-c', 'import os; os.write(2, b\"z\")']); "
        "os.write(opened, f'{opened > 2} {child.returncode}'.encode())"
    )
    started = 'exec "$0" "$@" 0<&- 1>&- 2>&-'
    subprocess.run(
        ["sh", "-c", started, sys.executable, "-c", code, str(tmp_path / "said")], check=True, timeout=60
    )
    assert (tmp_path / "said").read_text() == "True 0"


def test_help_and_version_load_no_heavy_library():
    code = (
        "import sys, cbir.cli.application; "
        "print([name for name in ('cv2', 'faiss', 'numba', 'PIL', 'PySide6', 'scipy', 'sklearn', 'torch') "
        "if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True)
    assert done.stdout.strip() == "[]"


def test_the_version_is_printed(capsys, monkeypatch):
    monkeypatch.setattr("importlib.metadata.version", lambda name: f"7.8.9 of {name}")
    assert main(["--version"]) == 0
    assert capsys.readouterr().out == "cbir 7.8.9 of cbir\n"


@pytest.mark.parametrize(
    "arguments", [["search", "-t", "0", "a.jpg"], ["search", "--nonsense"], ["nonsense"], ["index"]]
)
def test_wrong_usage_ends_with_2(arguments, capsys):
    assert main(arguments) == 2
    assert capsys.readouterr().out == ""


def test_the_first_ctrl_c_asks_to_stop_and_the_second_interrupts():
    import signal

    from cbir.cli.console import stop_on_interrupt

    def interrupt_twice(stopping):
        assert not stopping()
        signal.raise_signal(signal.SIGINT)
        assert stopping()
        signal.raise_signal(signal.SIGINT)

    inherited = signal.getsignal(signal.SIGINT)
    signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background job ignores it
    try:
        with stop_on_interrupt() as stopping, pytest.raises(KeyboardInterrupt):
            interrupt_twice(stopping)
        assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    finally:
        signal.signal(signal.SIGINT, inherited)


@pytest.mark.parametrize(
    ("arguments", "asked"),
    [
        (["gui"], (None, None)),
        (["gui", "a.jpg"], (Path("a.jpg"), None)),
        (["gui", "--library", "lib", "a.jpg"], (Path("a.jpg"), Path("lib"))),
        (["gui", "--library=lib"], (None, Path("lib"))),
        (["gui", "--help"], None),
        (["gui", "-h"], None),
        (["gui", "--nonsense", "a.jpg"], None),
        (["gui", "a.jpg", "b.jpg"], None),
        (["gui", "--library"], None),
        (["gui", "--library", __file__], None),
        (["search", "a.jpg"], None),
        ([], None),
    ],
)
def test_a_plain_call_of_the_window_is_read_without_the_parser_of_all_commands(arguments, asked, monkeypatch):
    monkeypatch.delenv("CBIR_LIBRARY", raising=False)
    assert plain_arguments(arguments) == asked


def test_the_window_opens_on_the_library_that_the_environment_names(monkeypatch):
    opened = []

    def open_window(folder, query):
        opened.append((folder, query))
        return 0

    monkeypatch.setenv("CBIR_LIBRARY", "of-the-environment")
    monkeypatch.delenv("QT_QPA_PLATFORM", raising=False)
    monkeypatch.setattr("cbir.cli.window.display_is_there", lambda: True)
    monkeypatch.setattr("cbir.cli.window.open_window", open_window)
    assert main(["gui"]) == 0
    assert main(["gui", "--library", "named"]) == 0
    assert opened == [(Path("of-the-environment"), None), (Path("named"), None)]


def test_without_the_extra_of_the_window_a_sentence_says_how_to_get_it(monkeypatch, capsys):
    monkeypatch.setattr("cbir.cli.window.display_is_there", lambda: True)
    assert window_is_possible()
    monkeypatch.setattr("cbir.cli.window.find_spec", lambda name: None)
    assert main(["gui"]) == 2
    assert 'pip install "cbir[gui]"' in capsys.readouterr().err
    assert not window_is_possible()  # the demo shows its hits in the terminal


@pytest.mark.parametrize("arguments", [["gui", "gone.jpg"], ["gui", "a.jpg", "b.jpg"], ["gui", "--library"]])
def test_a_wrong_call_of_the_window_is_a_sentence(arguments, capsys):
    assert main(arguments) == 2
    assert capsys.readouterr().err.strip()


HOSTILE = "a\x1b[2J\nskipped b\u202egpj.exe \x9b1m é 猫 👩‍🚀"
SHOWN = "a\\x1b[2J\\nskipped b\\u202egpj.exe \\x9b1m é 猫 👩‍🚀"


@pytest.mark.parametrize("watched", [True, False], ids=["terminal", "program"])
def test_a_file_name_cannot_act_on_the_terminal(watched, monkeypatch, capsys):
    monkeypatch.setattr(console, "result_is_watched", lambda: watched)
    console.result(f"0.500\t{HOSTILE}")
    console.result_json({"path": HOSTILE})
    console.say(f"skipped {HOSTILE} \udcff: It is empty.")
    said = capsys.readouterr()
    line, written = said.out.split("{", 1)
    assert line == f"0.500\t{SHOWN if watched else HOSTILE}\n"
    assert json.loads("{" + written)["path"] == HOSTILE
    assert said.err == rf"skipped {SHOWN} \xff: It is empty." + "\n"
