"""`cbir codebook use`: another codebook for a library, by the command line, and what it refuses."""

import hashlib
import io
import json
import threading
import zipfile
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from cbir.cli import main
from cbir.indexing import IndexingOptions
from cbir.library import Library, LibraryOptions
from cbir.state import shipped_codebook
from cbir.visual_words import Codebook
from tests.cbir.stage_data import write_pictures

pytestmark = pytest.mark.usefixtures("workers")

Captured = pytest.CaptureFixture[str]
Run = Callable[..., tuple[int, str, str]]
NAMES = ("astronaut", "chelsea", "coffee", "rocket")
ARRAYS = ("mean", "projection", "rotation", "levels", "coarse", "words", "medians", "steps")


@pytest.fixture(name="photos")
def _photos(tmp_path):
    write_pictures(tmp_path / "photos", NAMES)
    return tmp_path / "photos"


@pytest.fixture(name="run")
def _run(tmp_path, capsys):
    """A function that runs a command on the library of the test: exit code, stdout and stderr."""

    def run(*arguments):
        capsys.readouterr()
        code = main([*map(str, arguments), "--library", str(tmp_path / "library")])
        out, err = capsys.readouterr()
        assert "Traceback" not in err
        return code, out, err

    return run


def known(run):
    code, out, _ = run("library", "info", "--json")
    assert code == 0
    answer = json.loads(out)
    return answer


def check_that_all_are_found(run, photos):
    for name in NAMES:
        code, out, _ = run("search", photos / f"{name}.jpg", "--json", "--engine", "match")
        hit = json.loads(out)["hits"][0]
        assert code == 0
        assert (Path(hit["path"]).stem, hit["verified"]) == (name, True)


@pytest.mark.long
def test_the_old_words_answer_until_an_index_run_has_moved_every_photo(
    run, photos, tmp_path, tiny_codebook_file
):
    run("index", photos)
    before = known(run)
    assert (before["codebook_name"], before["waiting"]) == ("default", 0)

    code, out, err = run("codebook", "use", tiny_codebook_file)
    assert (code, out) == (0, f"codebook\t{known(run)['codebook']}\t256 words\tastronaut, coffee, rocket\n")
    assert "4 photos keep the old words until they are read again: run cbir index on your folders." in err
    assert (known(run)["codebook_name"], known(run)["waiting"]) == ("astronaut, coffee, rocket", 4)
    check_that_all_are_found(run, photos)

    stopping = threading.Event()

    def stop_in_the_middle(progress):
        if progress.total == 4 and progress.done == 2:
            stopping.set()

    options = LibraryOptions(
        indexing=IndexingOptions(commit_after_photos=1, queued_per_worker=1, progress_every_s=0)
    )
    with Library.open(tmp_path / "library", options=options) as library:
        report = library.index([photos], progress=stop_in_the_middle, cancelled=stopping.is_set)
    assert report.cancelled
    assert 1 <= known(run)["waiting"] <= 3
    assert f"waiting\t{known(run)['waiting']} photos" in run("library", "info")[1]
    check_that_all_are_found(run, photos)

    assert run("index", photos)[0] == 0
    assert known(run)["waiting"] == 0
    assert "waiting" not in run("library", "info")[1]
    check_that_all_are_found(run, photos)
    assert [path.stem for path in (tmp_path / "library" / "codebooks").iterdir()] == [known(run)["codebook"]]
    with Library.open(tmp_path / "library") as library:
        (only,) = library.reader.current_index().codebooks
        assert only == known(run)["codebook"]
    assert run("library", "check", "--deep")[0] == 0


def test_a_library_goes_back_to_the_codebook_of_the_program(run, photos, tiny_codebook_file):
    run("codebook", "use", tiny_codebook_file)
    run("index", photos)
    assert known(run)["words"] == 256
    code, out, _ = run("codebook", "use", "--default", "--json")
    answer = json.loads(out)
    assert code == 0
    assert (answer["codebook_name"], answer["words"], answer["photos"], answer["waiting"]) == (
        "default",
        65_536,
        4,
        4,
    )
    assert answer["codebook"] == Codebook.load(shipped_codebook()).fingerprint
    run("index", photos)
    assert known(run)["waiting"] == 0
    check_that_all_are_found(run, photos)


def test_using_what_is_in_use_changes_nothing(run, photos, tiny_codebook_file):
    run("codebook", "use", tiny_codebook_file)
    run("index", photos)
    code, _, err = run("codebook", "use", tiny_codebook_file)
    assert (code, err) == (0, "")
    assert run("index", photos)[1] == "0 indexed, 4 unchanged, 0 removed, 0 skipped\n"


def test_a_codebook_is_trained_and_used_at_once(run, photos, tmp_path):
    run("index", photos)
    file = tmp_path / "own.codebook"
    code, out, err = run("codebook", "train", photos, "-o", file, "--words", 64, "--use", "--json")
    trained = json.loads(out)
    assert code == 0
    assert (trained["words"], trained["waiting"]) == (64, 4)
    assert "run cbir index" in err
    assert (known(run)["codebook"], known(run)["codebook_name"]) == (trained["fingerprint"], "photos")
    run("index", photos)
    check_that_all_are_found(run, photos)


def test_the_copy_in_the_library_is_made_whole_again(run, photos, tmp_path, tiny_codebook_file):
    run("codebook", "use", tiny_codebook_file)
    (copy,) = (tmp_path / "library" / "codebooks").iterdir()
    copy.write_bytes(copy.read_bytes()[:-1000])
    assert run("codebook", "use", tiny_codebook_file)[0] == 0
    assert copy.read_bytes() == tiny_codebook_file.read_bytes()


@pytest.mark.parametrize("arguments", [(), ("own.codebook", "--default")], ids=["neither", "both"])
def test_a_file_or_the_default_is_named(run, arguments):
    code, _, err = run("codebook", "use", *arguments)
    assert code == 2
    assert err == "Give a codebook file, or --default for the one that comes with the program.\n"


# --- what is no codebook ---


def write(path, codebook, manifest=None, **changed):
    """A codebook's file with some arrays changed, None: left out, under a checksum that fits."""
    arrays = {name: getattr(codebook, name) for name in ARRAYS} | changed
    digest = hashlib.blake2b(digest_size=8)
    with zipfile.ZipFile(path, "w") as archive:
        for name, array in arrays.items():
            if array is not None:
                data = io.BytesIO()
                np.save(data, array)
                archive.writestr(f"{name}.npy", data.getvalue())
                digest.update(np.ascontiguousarray(array).data)
        about = {"format": 1, "fingerprint": digest.hexdigest()} if manifest is None else manifest
        archive.writestr("manifest.json", json.dumps(about))
    return path


def _not_finite(array):
    changed = array.copy()
    changed.flat[3] = np.nan
    return changed


def _cut_off(path, codebook):
    codebook.save(path)
    path.write_bytes(path.read_bytes()[:-500])


def _flip(path, codebook):
    codebook.save(path)
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 16
    path.write_bytes(data)


def _another_zip(path):
    with path.open("wb") as file:
        np.savez(file, words=np.zeros(4))


FOREIGN = {
    "nothing there": lambda path, _: None,
    "a folder": lambda path, _: path.mkdir(),
    "empty": lambda path, _: path.write_bytes(b""),
    "text": lambda path, _: path.write_text("words, words, words"),
    "cut off": _cut_off,
    "a flipped bit": _flip,
    "another zip": lambda path, _: _another_zip(path),
    "a manifest that is a list": lambda path, good: write(path, good, manifest=[1]),
    "another format": lambda path, good: write(path, good, manifest={"format": 99}),
    "an array missing": lambda path, good: write(path, good, medians=None),
    "words of 32 dimensions": lambda path, good: write(path, good, words=good.words[:, :32]),
    "descriptors of 64 dimensions": lambda path, good: write(path, good, projection=good.projection[:, :64]),
    "too few medians": lambda path, good: write(path, good, medians=good.medians[:-1]),
    "no words": lambda path, good: write(
        path, good, words=good.words[:0], medians=good.medians[:0], coarse=good.coarse[:0]
    ),
    "numbers of another kind": lambda path, good: write(path, good, mean=good.mean.astype(np.float64)),
    "not finite": lambda path, good: write(path, good, coarse=_not_finite(good.coarse)),
}


@pytest.mark.parametrize("kind", FOREIGN)
def test_what_is_no_codebook_is_refused_and_the_library_stays_as_it_is(
    run, tmp_path, tiny_codebook, tiny_codebook_file, kind
):
    run("codebook", "use", tiny_codebook_file)
    copies = list((tmp_path / "library" / "codebooks").iterdir())
    file = tmp_path / "foreign.codebook"
    FOREIGN[kind](file, tiny_codebook)
    code, out, err = run("codebook", "use", file)
    assert (code, out) == (2, "")
    assert len(err.splitlines()) == 1
    assert str(file) in err
    assert err.endswith("Name a file that cbir codebook train wrote. Nothing was changed.\n")
    assert known(run)["codebook"] == tiny_codebook.fingerprint
    assert list((tmp_path / "library" / "codebooks").iterdir()) == copies
    assert run("codebook", "info", file)[0] == 2


def test_a_good_file_of_the_same_making_is_taken(run, tmp_path, tiny_codebook):
    assert run("codebook", "use", write(tmp_path / "own.codebook", tiny_codebook))[0] == 0
    assert known(run)["words"] == 256


@pytest.mark.long
def test_the_use_of_the_words_is_told_and_drawn(run, photos, tmp_path, tiny_codebook_file):
    run("codebook", "use", tiny_codebook_file)
    empty = json.loads(run("codebook", "info", "--json")[1])
    assert (empty["words"], empty["used"], empty["zipf"], empty["heaps"]) == (256, 0, [], [])
    run("index", photos)
    code, out, _ = run("codebook", "info", "--json", "--plot", tmp_path / "words.png")
    told = json.loads(out)
    assert code == 0
    assert (told["photos"], told["fingerprint"]) == (4, known(run)["codebook"])
    assert 100 < told["used"] <= 256
    assert 6 < told["entropy_bits"] <= 8
    assert told["zipf"][0][1] <= 4 and told["zipf"][-1][0] == told["used"]
    assert told["heaps"][-1] == [4, told["used"]]
    assert (tmp_path / "words.png").read_bytes().startswith(b"\x89PNG")
    assert f"used\t{told['used']}\n" in run("codebook", "info")[1]
    code, _, err = run("codebook", "info", tiny_codebook_file)
    assert (code, "not both" in err) == (2, True)


def test_words_are_drawn_of_a_library_alone(tmp_path, capsys):
    assert main(["codebook", "info", "--plot", str(tmp_path / "words.png")]) == 2
    assert "name the library with --library" in capsys.readouterr().err
