"""Folders -> a codebook file: what it says of itself, what it leaves out, and what it refuses."""

import pytest

from cbir.base.errors import ArtifactMismatch, CbirError
from cbir.state import shipped_codebook
from cbir.training import codebook_info, train_codebook_from_folders
from cbir.visual_words import Codebook
from tests.cbir.stage_data import write_pictures
from tests.pictures import flat, write_jpeg

pytestmark = pytest.mark.usefixtures("workers")


@pytest.fixture(name="folder")
def _folder(tmp_path):
    folder = tmp_path / "photos"
    write_pictures(folder, ["coffee", "rocket"])
    write_jpeg(folder / "flat.jpg", flat(60, 40))
    (folder / "broken.jpg").write_bytes(b"\xff\xd8\xff\xe0 and no more")
    return folder


def test_a_codebook_says_from_what_it_was_made(folder, tmp_path):
    steps = {}
    info = train_codebook_from_folders(
        [folder],
        tmp_path / "new.codebook",
        words=64,
        progress=lambda step, done, total: steps.setdefault(step, []).append(done),
    )
    assert (info.words, info.photos, info.trained_on) == (64, 2, ("photos",))
    assert info.descriptors > 200
    assert info.bytes == (tmp_path / "new.codebook").stat().st_size
    assert info == codebook_info(tmp_path / "new.codebook")
    assert Codebook.load(tmp_path / "new.codebook").fingerprint == info.fingerprint
    assert len(steps) == 2
    assert all(done == sorted(done) for done in steps.values())


def test_training_twice_gives_the_same_codebook(folder, tmp_path, workers):
    one, two = (train_codebook_from_folders([folder], tmp_path / name, words=16) for name in "ab")
    assert one.fingerprint == two.fingerprint
    assert workers.submitted.count("describe_for_training") == 8


def test_what_cannot_be_learned_from_is_refused(folder, tmp_path):
    output = tmp_path / "new.codebook"
    with pytest.raises(CbirError, match="does not exist"):
        train_codebook_from_folders([tmp_path / "nowhere"], output, words=16)
    with pytest.raises(CbirError, match="for the codebook does not exist"):
        train_codebook_from_folders([folder], tmp_path / "nowhere" / "new.codebook", words=16)
    with pytest.raises(CbirError, match="too few for 65,536 words"):
        train_codebook_from_folders([folder], output)
    (tmp_path / "empty").mkdir()
    with pytest.raises(CbirError, match="detail to learn from"):
        train_codebook_from_folders([tmp_path / "empty"], output, words=16)
    assert not output.exists()


def test_the_shipped_codebook_is_what_is_told_of_when_none_is_named(tmp_path):
    info = codebook_info(None)
    assert info.words == 65_536
    assert info.bytes == shipped_codebook().stat().st_size
    with pytest.raises(ArtifactMismatch, match="no codebook"):
        codebook_info(tmp_path / "nowhere")
