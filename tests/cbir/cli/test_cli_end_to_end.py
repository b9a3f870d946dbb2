"""The command line over the real engine: index the demo's pictures, search them, and what goes wrong."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import pytest

from cbir.cli import main
from cbir.demo import QUERY_OF, alterations, build_demo
from tests.cbir.copies import copy_library, copy_pictures
from tests.pictures import POSTERS, flat, photo, poster, write_jpeg
from tests.source_tree import python_path

Captured = pytest.CaptureFixture[str]
SCHEMA = {"library", "query", "took_ms", "verified", "hits"}


@dataclass(frozen=True, slots=True)
class Built:
    pictures: Path
    library: Path
    query: Path
    count: int


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """The demo with its library: the gates try it as a command, and long tests look closer."""
    demo = build_demo(tmp_path_factory.mktemp("demo"))
    assert main(["index", str(demo.pictures), "--library", str(demo.library)]) == 0
    count = sum(path.is_file() for path in demo.pictures.rglob("*"))
    return Built(pictures=demo.pictures, library=demo.library, query=demo.query, count=count)


@pytest.fixture(scope="module")
def four(tmp_path_factory):
    """A library of four pictures that no test changes."""
    folder = tmp_path_factory.mktemp("four")
    pictures, library = folder / "pictures", folder / "library"
    for name in POSTERS[:3]:
        write_jpeg(pictures / f"{name}.jpg", poster(name))
    write_jpeg(pictures / "flat.jpg", flat(300, 200))
    assert main(["index", str(pictures), "--library", str(library)]) == 0
    query = write_jpeg(folder / "query.jpg", poster(POSTERS[0])[100:700])
    return Built(pictures=pictures, library=library, query=query, count=4)


@pytest.fixture
def own(four, tmp_path, workers):
    """A library of four pictures that a test may change."""
    pictures = copy_pictures(four.pictures.parent, tmp_path)
    return replace(four, pictures=pictures, library=copy_library(four.library.parent, tmp_path))


def search_json(capsys, *arguments):
    capsys.readouterr()
    code = main(["search", "--json", *map(str, arguments)])
    answer = json.loads(capsys.readouterr().out)
    assert code == (0 if answer["verified"] or answer["strong"] else 1)
    assert set(answer) >= SCHEMA
    return answer


def reindex(capsys, built, *more):
    capsys.readouterr()
    assert main(["index", str(built.pictures), "--library", str(built.library), *more]) == 0
    return capsys.readouterr().out.strip()


@pytest.mark.long
def test_the_snapshot_finds_its_picture_and_all_copies_and_nothing_else(built, capsys):
    answer = search_json(capsys, built.query, "--library", built.library, "-t", "30")
    verified = {Path(hit["path"]).stem for hit in answer["hits"] if hit["verified"]}
    copies = {f"{QUERY_OF}, {kind}" for kind in alterations()}
    assert verified <= copies | {QUERY_OF}
    # The caption covers the middle third, and the snapshot leaves a part out: one of nine may be missed.
    assert len(verified) >= len(copies)
    assert answer["verified"] == len(verified)
    flags = [hit["verified"] for hit in answer["hits"]]
    assert flags == sorted(flags, reverse=True), "verified hits come first"
    assert [hit["rank"] for hit in answer["hits"]] == list(range(1, len(flags) + 1))


def test_the_outline_lies_where_the_picture_is(four, workers, capsys):
    (hit, *_) = search_json(capsys, four.query, "--library", four.library)["hits"]
    assert Path(hit["path"]) == four.pictures / f"{POSTERS[0]}.jpg"
    (evidence,) = hit["evidence"]
    assert evidence["term"] == 0
    assert evidence["inliers"] >= 8
    assert evidence["coverage"] > 0.5
    # The query is rows 100 to 700 of the poster, which is 600 pixels wide.
    expected = np.array([[0, 100], [600, 100], [600, 700], [0, 700]])
    assert np.abs(np.array(evidence["outline"]) - expected).max() < 6


def test_a_second_run_opens_nothing(own, capsys):
    assert reindex(capsys, own) == f"0 indexed, {own.count} unchanged, 0 removed, 0 skipped"


def test_changed_new_vanished_and_broken_files_are_accounted_for(own, capsys):
    write_jpeg(own.pictures / f"{POSTERS[1]}.jpg", photo("coffee"))
    write_jpeg(own.pictures / "deeper" / "new.jpg", photo("rocket"))
    (own.pictures / f"{POSTERS[0]}.jpg").unlink()
    (own.pictures / "broken.jpg").write_bytes(b"\xff\xd8\xff\xe0 and no more")
    (own.pictures / "notes.txt").write_text("not a picture", encoding="utf-8")
    answer = json.loads(reindex(capsys, own, "--json"))
    assert (answer["indexed"], answer["unchanged"], answer["removed"]) == (2, 2, 1)
    (skipped,) = answer["skipped"]
    assert Path(skipped["path"]) == own.pictures / "broken.jpg"
    assert skipped["reason"]
    found = search_json(capsys, own.query, "--library", own.library)
    assert found["verified"] == 0, "the poster that vanished is not found any more"


def test_a_folder_that_is_missing_as_a_whole_keeps_its_photos(own, capsys):
    other = own.pictures.with_name("other")
    write_jpeg(other / "coffee.jpg", photo("coffee"))
    own.pictures.rename(own.pictures.with_name("unplugged"))
    main(["index", str(other), str(own.pictures), "--library", str(own.library)])
    capsys.readouterr()
    main(["library", "info", "--json", "--library", str(own.library)])
    assert json.loads(capsys.readouterr().out)["photos"] == own.count + 1


def test_excluded_folders_are_left_out(own, capsys):
    write_jpeg(own.pictures / "cache" / "copy.jpg", photo("rocket"))
    assert reindex(capsys, own, "--exclude-dir", "cache").startswith("0 indexed, 4 unchanged")
    assert reindex(capsys, own).startswith("1 indexed, 4 unchanged")


def test_a_region_searches_for_what_it_frames(four, workers, tmp_path, capsys):
    left, right = poster(POSTERS[0]), poster(POSTERS[1])
    both = write_jpeg(tmp_path / "both.jpg", np.hstack([left, right]))
    for x, name in ((0, POSTERS[0]), (600, POSTERS[1])):
        answer = search_json(capsys, both, "--region", f"{x},0,600,840", "--library", four.library)
        verified = [Path(hit["path"]).stem for hit in answer["hits"] if hit["verified"]]
        assert verified == [name]


def test_a_region_outside_of_the_picture_is_a_sentence(four, workers, capsys):
    arguments = ["search", str(four.query), "--region", "9000,9000,10,10", "--library", str(four.library)]
    assert main(arguments) == 2
    assert "region" in capsys.readouterr().err.lower()


def test_a_mirrored_copy_is_found_and_said_to_be_one(four, workers, tmp_path, capsys):
    flipped = np.ascontiguousarray(poster(POSTERS[2])[:, ::-1])
    query = write_jpeg(tmp_path / "flipped.jpg", flipped)
    (hit, *_) = search_json(capsys, query, "--library", four.library)["hits"]
    assert (Path(hit["path"]).stem, hit["verified"]) == (POSTERS[2], True)
    assert hit["evidence"][0]["mirrored"] is True


@pytest.mark.parametrize("weighting", ["hamming", "tfidf", "bm25"])
def test_every_weighting_puts_the_same_picture_first(four, workers, weighting, capsys):
    answer = search_json(capsys, four.query, "--weighting", weighting, "--library", four.library)
    assert Path(answer["hits"][0]["path"]).stem == POSTERS[0]


def test_two_pictures_are_searched_together(four, workers, tmp_path, capsys):
    other = write_jpeg(tmp_path / "other.jpg", poster(POSTERS[1]))
    answer = search_json(capsys, four.query, "-a", other, "--library", four.library)
    assert {Path(hit["path"]).stem for hit in answer["hits"] if hit["verified"]} == set(POSTERS[:2])


def test_a_query_without_a_keypoint_is_a_sentence_not_a_crash(four, workers, tmp_path, capsys):
    grey = write_jpeg(tmp_path / "grey.jpg", flat(400, 300))
    code = main(["search", str(grey), "--library", str(four.library)])
    captured = capsys.readouterr()
    assert code in (1, 2)
    assert captured.out == ""
    assert captured.err.strip()
    assert "Traceback" not in captured.err


def test_an_unreadable_query_is_a_sentence(four, workers, tmp_path, capsys):
    broken = tmp_path / "broken.jpg"
    broken.write_bytes(b"this is no picture")
    assert main(["search", str(broken), "--library", str(four.library)]) == 2
    captured = capsys.readouterr()
    assert "broken.jpg" in captured.err
    assert "Traceback" not in captured.err


def test_a_library_that_is_not_there_is_a_sentence_and_is_not_made(tmp_path, capsys):
    query = write_jpeg(tmp_path / "query.jpg", photo("coffee"))
    for arguments in (["search", str(query)], ["library", "info"], ["library", "check"]):
        assert main([*arguments, "--library", str(tmp_path / "nowhere")]) == 2
        assert "cbir index" in capsys.readouterr().err
    assert not (tmp_path / "nowhere").exists()


def test_an_empty_folder_is_a_sentence_and_no_error(tmp_path, capsys):
    empty = tmp_path / "empty"
    empty.mkdir()
    assert main(["index", str(empty), "--library", str(tmp_path / "library")]) == 0
    captured = capsys.readouterr()
    assert captured.out == "0 indexed, 0 unchanged, 0 removed, 0 skipped\n"
    assert "No pictures were found" in captured.err


def test_searching_an_empty_library_finds_nothing(tmp_path, capsys):
    empty = tmp_path / "empty"
    empty.mkdir()
    main(["index", str(empty), "--library", str(tmp_path / "library")])
    query = write_jpeg(tmp_path / "query.jpg", photo("coffee"))
    assert main(["search", str(query), "--library", str(tmp_path / "library")]) == 1


def test_a_library_of_a_newer_format_is_refused_and_left_alone(own, capsys):
    stamp = own.library / "library.json"
    newer = {
        key: 999 if isinstance(value, int) else value for key, value in json.loads(stamp.read_text()).items()
    }
    stamp.write_text(json.dumps(newer))
    for arguments in (["search", str(own.query)], ["index", str(own.pictures)], ["library", "info"]):
        assert main([*arguments, "--library", str(own.library)]) == 2
        assert "newer" in capsys.readouterr().err
    assert json.loads(stamp.read_text()) == newer


def test_a_damaged_segment_is_named_by_check_and_the_next_index_rebuilds_it(own, capsys):
    assert main(["library", "check", "--library", str(own.library)]) == 0
    largest = max(
        (own.library / "postings").rglob("*"), key=lambda path: path.stat().st_size * path.is_file()
    )
    largest.write_bytes(bytes(byte ^ 0xFF for byte in largest.read_bytes()))
    capsys.readouterr()
    assert main(["library", "check", "--library", str(own.library)]) == 1
    line = capsys.readouterr().out
    assert largest.parent.name in line
    assert "cbir index" in line
    reindex(capsys, own)
    assert main(["library", "check", "--library", str(own.library)]) == 0
    assert search_json(capsys, own.query, "--library", own.library)["verified"] == 1


def test_a_library_on_a_file_is_a_sentence(tmp_path, capsys):
    file = tmp_path / "file"
    file.write_bytes(b"")
    (tmp_path / "photos").mkdir()
    assert main(["index", str(tmp_path / "photos"), "--library", str(file / "library")]) == 2
    assert "Traceback" not in capsys.readouterr().err


def test_library_info_counts_what_is_there(four, workers, capsys):
    assert main(["library", "info", "--json", "--library", str(four.library)]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["photos"] == four.count
    (root,) = answer["roots"]
    assert (Path(root["path"]), root["photos"]) == (four.pictures, four.count)
    assert answer["segments"] >= 1
    assert answer["words"] == 65536
    assert answer["bytes"] > 1000


def test_the_shipped_codebook_says_what_it_is(capsys):
    assert main(["codebook", "info", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["words"] == 65536
    assert answer["bytes"] <= 16 * 2**20
    assert answer["trained_on"]


def test_a_codebook_can_be_trained_and_looked_at(four, workers, tmp_path, capsys):
    file = tmp_path / "own.codebook"
    capsys.readouterr()
    assert main(["codebook", "train", str(four.pictures), "-o", str(file), "--words", "64"]) == 0
    assert main(["codebook", "info", str(file), "--json"]) == 0
    out = capsys.readouterr().out
    answer = json.loads(out[out.index("{") :])
    assert answer["words"] == 64


def test_an_engine_without_a_model_says_how_to_get_one(four, workers, tmp_path, capsys, monkeypatch):
    monkeypatch.setenv("CBIR_MODELS", str(tmp_path / "none"))
    assert main(["search", str(four.query), "--engine", "semantic", "--library", str(four.library)]) == 2
    assert "cbir models install" in capsys.readouterr().err


def test_training_from_nothing_is_a_sentence(tmp_path, capsys):
    (tmp_path / "empty").mkdir()
    assert main(["codebook", "train", str(tmp_path / "empty"), "-o", str(tmp_path / "x.codebook")]) == 2
    assert "Traceback" not in capsys.readouterr().err
    assert not (tmp_path / "x.codebook").exists()


@pytest.mark.long
def test_the_demo_explains_itself_in_the_terminal(built, capsys):
    capsys.readouterr()
    assert main(["demo", "--no-gui", "--folder", str(built.query.parent)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert "snapshot" in lines[0]
    assert sum(line.endswith("\tverified") for line in lines) >= len(alterations())
    assert lines[-1] == "Now your own photos: cbir index ~/Pictures"


@pytest.mark.long
@pytest.mark.skipif(sys.platform == "win32", reason="a console's Ctrl-C cannot be sent to one process there")
def test_ctrl_c_keeps_the_finished_photos_and_the_next_run_completes(built, tmp_path, capsys):
    pictures, library = tmp_path / "pictures", tmp_path / "library"
    pictures.mkdir()
    count = 60  # enough to be still at work when the signal comes
    for path in sorted(path for path in built.pictures.rglob("*") if path.is_file())[:count]:
        shutil.copy(path, pictures / path.name)
    environment = {**os.environ, "PYTHONPATH": python_path()}
    soon = (
        "import sys; from cbir.cli import main; from cbir.indexing import IndexingOptions; "
        "IndexingOptions.__init__.__kwdefaults__['commit_after_photos'] = 8; sys.exit(main())"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", soon, "index", str(pictures), "--library", str(library), "--json"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment,
        start_new_session=True,
    )
    try:
        deadline = time.monotonic() + 60
        while not list(library.glob("postings/*")) and time.monotonic() < deadline and process.poll() is None:
            time.sleep(0.05)
        os.killpg(process.pid, signal.SIGINT)  # as a terminal does: to every process of the job
        out, err = process.communicate(timeout=60)
    finally:
        process.kill()
        process.wait()
    assert process.returncode == 130, err.decode()
    assert b"Traceback" not in err
    kept = json.loads(out)["indexed"]
    assert 0 < kept < count
    capsys.readouterr()
    assert main(["index", str(pictures), "--library", str(library), "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert (answer["indexed"], answer["unchanged"]) == (count - kept, kept)
    assert main(["library", "check", "--library", str(library)]) == 0
