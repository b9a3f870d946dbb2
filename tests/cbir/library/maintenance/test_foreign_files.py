"""A person's files in the program's folders survive whatever the program removes there."""

import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from cbir.base.layout import Layout
from cbir.base.storage import temporary_name
from cbir.embeddings import ModelStore
from cbir.library import Library
from cbir.library.maintenance import restore
from cbir.state import is_own, write_searches
from cbir.vectors import VectorIndexOptions
from tests.cbir.colour_model import make_colour_model
from tests.kill_nursery import OPTIONS
from tests.pictures import POSTERS, poster, write_jpeg

TRAINED = VectorIndexOptions(kind="trained", dimensions=None, lists=2, codes="8bit", nprobe=2)
FOREIGN = (
    *("notes.txt", "photos/1.jpg", "catalog.sqlite.old", "library.json.txt"),
    *("codebooks/mine.codebook", "codebooks/notes.txt"),
    *("postings/notes.txt", "postings/photos/1.jpg", "postings/{postings}/notes.txt"),
    *("postings/0123456789abcdef/notes.txt", "postings/0123456789abcdef/deeper/manifest.json"),
    *("features/notes.txt", "features/{features}/1.jpg", "features/0123456789abcdef/1.jpg"),
    *("vectors/notes.txt", "vectors/{model}/notes.txt", "vectors/{model}/photos/1.jpg"),
    *("cache/notes.txt", "cache/{model}/notes.txt", "cache/{model}/{cache}/notes.txt"),
    *(
        "thumbnails/holiday.jpg",
        "thumbnails/ab/holiday.jpg",
        "thumbnails/ab/deeper/1.jpg",
        "thumbnails/mine/1.jpg",
    ),
)
"""Names that a person could give, at every level of a library's folder."""


@pytest.fixture(scope="module")
def original(tmp_path_factory, pool):
    """A library that has every kind of file: segments of three kinds, a trained index, thumbnails, searches."""
    folder = tmp_path_factory.mktemp("original")
    for number, name in enumerate(POSTERS[:5]):
        write_jpeg(folder / "pictures" / f"{number}.jpg", poster(name)[::3, ::3].copy())
    make_colour_model(folder / "models" / "colours")
    ModelStore(folder / "models").use("colours")
    options = replace(OPTIONS, models=folder / "models")
    with Library.open(folder / "library", create=True, options=options, pool=pool) as opened:
        opened.index([folder / "pictures"])
        opened.models.set_vector_options(TRAINED)
        write_searches(Layout(opened.folder).searches, [])
    return folder


def plant(library):
    """Put a person's files everywhere; returns their content by path below the library's folder."""
    layout = Layout(library.folder)
    (model,) = (folder.name for folder in layout.all_vectors.iterdir())
    names = {
        "postings": min(layout.all_postings.iterdir()).name,
        "features": min(layout.all_features.iterdir()).name,
        "cache": min(layout.vector_cache(model).iterdir()).name,
        "model": model,
    }
    planted = {Path(pattern.format(**names)): f"precious {pattern}" for pattern in FOREIGN}
    for path, content in planted.items():
        (library.folder / path).parent.mkdir(parents=True, exist_ok=True)
        (library.folder / path).write_text(content)
    return planted


def still_there(folder):
    """The contents of the files that are not the library's own."""
    layout = Layout(folder)
    files = [path for path in folder.rglob("*") if path.is_file() and not is_own(layout, path)]
    return {path.relative_to(folder): path.read_text() for path in files}


def test_a_library_knows_all_of_its_own_files_by_name(library):
    own = list(library.folder.rglob("*"))
    assert len(own) > 30
    layout = Layout(library.folder)
    assert [path for path in own if not is_own(layout, path)] == []


def test_moving_a_library_leaves_and_reports_what_is_not_its_own(library, tmp_path):
    planted = plant(library)
    left = library.move(tmp_path / "moved")
    assert sorted(path.relative_to(library.folder) for path in left) == sorted(planted)
    remaining = {path: path.read_text() for path in library.folder.rglob("*") if path.is_file()}
    assert {path.relative_to(library.folder): text for path, text in remaining.items()} == planted
    assert still_there(tmp_path / "moved") == {}, "they were not copied either"


def test_a_linked_folder_is_left_with_all_that_is_in_it(library, tmp_path):
    elsewhere = tmp_path / "elsewhere"
    (elsewhere / "0123456789abcdef").mkdir(parents=True)
    (elsewhere / "0123456789abcdef" / "manifest.json").write_text("precious")
    (library.folder / "postings" / "fedcba9876543210").symlink_to(
        elsewhere / "0123456789abcdef", target_is_directory=True
    )
    library.compact()
    assert library.folder / "postings" / "fedcba9876543210" in library.move(tmp_path / "moved")
    assert (elsewhere / "0123456789abcdef" / "manifest.json").read_text() == "precious"


def test_indexing_compacting_rebuilding_and_training_delete_nothing_of_a_person(library, pictures):
    planted = plant(library)
    (pictures / "0.jpg").unlink()
    library.index([pictures])
    library.rebuild()
    library.compact()
    library.check(deep=True)
    library.models.set_vector_options(replace(TRAINED, lists=1))
    library.models.set_vector_options(None)
    assert still_there(library.folder) == planted
    assert library.info().photos == 4


def test_a_backup_holds_the_library_alone_and_restoring_leaves_what_is_beside_it(library, tmp_path):
    planted = plant(library)
    (tmp_path / "backups").mkdir()
    (tmp_path / "backups" / "notes.txt").write_text("precious")
    library.back_up(tmp_path / "backups" / "one")
    restore(tmp_path / "backups" / "one", tmp_path / "backups" / "restored")
    assert still_there(tmp_path / "backups" / "restored") == {}
    assert still_there(library.folder) == planted
    assert sorted(path.name for path in (tmp_path / "backups").iterdir()) == ["notes.txt", "one", "restored"]


# --- unfinished files of other processes ---


def leftover(path, process):
    """A file and a folder that a process of this machine did not finish, beside a path."""
    file, folder = (
        path.with_name(temporary_name(path).name.replace(f"-{os.getpid()}-", f"-{process}-"))
        for _ in range(2)
    )
    folder.mkdir(parents=True)
    (folder / "records").write_bytes(b"half")
    file.write_bytes(b"half")
    return file, folder


@pytest.fixture
def dead():
    """The id of a process that has ended."""
    process = subprocess.Popen([sys.executable, "-c", ""])
    process.wait()
    return process.pid


def test_what_killed_writers_left_goes_wherever_it_lies(library, dead):
    layout = Layout(library.folder)
    (model,) = (folder.name for folder in layout.all_vectors.iterdir())
    places = (
        *(layout.searches, layout.codebook("x"), layout.postings("x"), layout.features("x")),
        *(layout.vectors(model, "x"), layout.vector_cache(model) / "x", layout.thumbnail("abcdef")),
    )
    left = [path for place in places for path in leftover(place, dead)]
    library.compact()
    assert [path for path in left if path.exists()] == []


def test_what_a_living_process_or_another_computer_writes_without_the_lock_stays(library, tmp_path, dead):
    library.back_up(tmp_path / "first")
    beside = [tmp_path / f"{name}.cbir-part" for name in ("backup", "moved", "restored")]
    places = (library.folder / "searches.json", *beside)
    living = [path for place in places for path in leftover(place, os.getpid())]
    elsewhere = [place.with_name(f".unfinished-00000000-{dead}-1-{place.name}") for place in places]
    for path in elsewhere:
        path.write_bytes(b"half")
    abandoned = [path for place in places for path in leftover(place, dead)]
    library.compact()
    library.back_up(tmp_path / "backup")
    restore(tmp_path / "backup", tmp_path / "restored")
    assert [path for path in living + elsewhere if not path.exists()] == []
    assert [path for path in abandoned if path.exists()] == []
    (another,) = {path for path in leftover(tmp_path / "moved.cbir-part", dead) if path.is_dir()}
    library.move(tmp_path / "moved")
    assert not another.exists()
