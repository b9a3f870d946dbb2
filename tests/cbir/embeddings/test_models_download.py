"""Downloads that are cut off, resumed, wrong or refused, from a server that behaves like the hub."""

import hashlib
import re
import sys

import pytest

from cbir.base.errors import Cancelled, CbirError
from cbir.embeddings.installing import download as downloading
from cbir.embeddings.installing.download import HubFile, download, find_file
from tests.cbir.hub_server import COMMIT, files_of_at_most, hub_server

REPOSITORY, NAME = "someone/model", "weights.safetensors"
CONTENT = bytes(range(256)) * 4096  # 1 MB: several chunks


@pytest.fixture
def hub(monkeypatch):
    monkeypatch.setattr(downloading, "WAITS_S", (0.01, 0.01))
    with hub_server({f"{REPOSITORY}/{NAME}": CONTENT}) as (server, address):
        monkeypatch.setenv("HF_ENDPOINT", address)
        yield server


def found():
    file = find_file(REPOSITORY, NAME)
    assert file is not None
    return file


def bring(folder, *, stop_at=None):
    seen = []
    path = download(
        found(),
        folder,
        step="Downloading",
        progress=seen.append,
        cancelled=lambda: stop_at is not None and bool(seen) and seen[-1].done >= stop_at,
    )
    return path, seen


def test_the_hub_says_what_a_file_is_before_it_is_downloaded(hub):
    file = found()
    assert (file.size, file.checksum) == (len(CONTENT), hashlib.sha256(CONTENT).hexdigest())
    assert COMMIT in file.url and file.commit == COMMIT
    assert [method for method, _, _ in hub.requests] == ["HEAD"]


def test_a_file_that_the_repository_has_not_is_none(hub):
    assert find_file(REPOSITORY, "other.bin") is None


def test_a_download_arrives_whole_and_counts_its_bytes(hub, tmp_path):
    path, seen = bring(tmp_path)
    assert path.read_bytes() == CONTENT
    done = [progress.done for progress in seen]
    assert done == sorted(done) and done[-1] == len(CONTENT)
    assert {progress.total for progress in seen} == {len(CONTENT)}
    assert [entry.name for entry in tmp_path.iterdir()] == [NAME]


def test_what_arrives_in_one_go_is_hashed_on_its_way_and_not_read_again(hub, tmp_path, monkeypatch):
    monkeypatch.setattr(downloading, "is_whole", lambda *_: pytest.fail("it was read again"))
    assert bring(tmp_path)[0].read_bytes() == CONTENT


def test_a_file_that_is_there_whole_is_not_downloaded_again(hub, tmp_path):
    bring(tmp_path)
    hub.requests.clear()
    bring(tmp_path)
    assert [method for method, _, _ in hub.requests] == ["HEAD"]


def test_a_connection_that_ends_early_is_resumed_where_it_stopped(hub, tmp_path):
    hub.cut_after, hub.cuts = 300_000, 2
    path, _ = bring(tmp_path)
    assert path.read_bytes() == CONTENT
    asked = [asked for _, path, asked in hub.requests if path.startswith("/content/")]
    assert asked == [None, "bytes=300000-", "bytes=600000-"]


def test_a_download_that_stays_interrupted_says_so_and_goes_on_at_the_next_install(hub, tmp_path):
    hub.cut_after, hub.cuts = 100_000, 3
    with pytest.raises(CbirError, match=r"interrupted.*continue where it stopped"):
        bring(tmp_path)
    hub.requests.clear()
    path, _ = bring(tmp_path)
    assert path.read_bytes() == CONTENT
    assert ("GET", f"/content/{REPOSITORY}/{NAME}", "bytes=300000-") in hub.requests


def test_a_server_that_cannot_resume_sends_all_again(hub, tmp_path):
    hub.cut_after, hub.cuts, hub.ignores_ranges = 300_000, 1, True
    assert bring(tmp_path)[0].read_bytes() == CONTENT


def test_a_wrong_checksum_is_refused_and_nothing_is_kept(hub, tmp_path):
    hub.sent[f"{REPOSITORY}/{NAME}"] = CONTENT[:-1] + b"!"
    with pytest.raises(CbirError, match="checksum"):
        bring(tmp_path)
    assert not list(tmp_path.iterdir())


def test_a_part_of_another_file_is_found_out(hub, tmp_path):
    (tmp_path / f"{NAME}.{COMMIT[:12]}.part").write_bytes(b"x" * 1000)
    with pytest.raises(CbirError, match="checksum"):
        bring(tmp_path)
    assert bring(tmp_path)[0].read_bytes() == CONTENT


def test_a_part_that_is_too_long_is_begun_anew(hub, tmp_path):
    (tmp_path / f"{NAME}.{COMMIT[:12]}.part").write_bytes(b"x" * (len(CONTENT) + 1))
    assert bring(tmp_path)[0].read_bytes() == CONTENT


@pytest.mark.skipif(sys.platform == "win32", reason="limits of file sizes are POSIX")
def test_a_full_disk_is_said_and_the_next_download_goes_on(hub, tmp_path):
    with (
        files_of_at_most(400_000),
        pytest.raises(CbirError, match=r"cannot be saved.*continue where it stopped"),
    ):
        bring(tmp_path)
    hub.requests.clear()
    assert bring(tmp_path)[0].read_bytes() == CONTENT
    assert [asked for _, _, asked in hub.requests if asked]


def test_cancelling_keeps_what_has_arrived(hub, tmp_path):
    with pytest.raises(Cancelled, match="continue where it stopped"):
        bring(tmp_path, stop_at=300_000)
    (part,) = tmp_path.iterdir()
    assert 0 < part.stat().st_size < len(CONTENT)
    assert bring(tmp_path)[0].read_bytes() == CONTENT


def test_a_hub_that_refuses_is_named(hub):
    hub.status = 429
    with pytest.raises(CbirError, match=r"refused.*429"):
        find_file(REPOSITORY, NAME)


def test_without_a_network_the_sentence_says_what_else_can_be_done(monkeypatch):
    monkeypatch.setenv("HF_ENDPOINT", "http://127.0.0.1:9")  # the port that nobody listens on
    address = f"http://127.0.0.1:9/{REPOSITORY}/resolve/main/{NAME}"
    with pytest.raises(
        CbirError, match=f"cannot be reached.*download {re.escape(address)} on another computer"
    ):
        find_file(REPOSITORY, NAME)


def test_a_small_file_is_checked_by_the_checksum_of_git(tmp_path):
    """The hub gives git's own for files that are not stored as large ones."""
    content = b'{"add_eos_token": true}'
    digest = hashlib.sha1(b"blob %d\0" % len(content) + content).hexdigest()
    file = HubFile(url="", name="x.json", commit="main", size=len(content), checksum=digest)
    (tmp_path / "x.json").write_bytes(content)
    assert downloading.is_whole(tmp_path / "x.json", file)
    (tmp_path / "x.json").write_bytes(content[::-1])
    assert not downloading.is_whole(tmp_path / "x.json", file)


@pytest.mark.parametrize("kept_in", ["environment", "file", "nowhere"])
def test_a_token_goes_to_the_hub_and_not_to_where_the_content_is(hub, tmp_path, monkeypatch, kept_in):
    monkeypatch.delenv("HF_TOKEN", raising=False)
    monkeypatch.setenv("HF_HOME", str(tmp_path / "hf"))
    (tmp_path / "hf").mkdir()
    if kept_in == "environment":
        monkeypatch.setenv("HF_TOKEN", "hf_mine")
    elif kept_in == "file":
        (tmp_path / "hf" / "token").write_text("hf_mine\n")
    bring(tmp_path / "models")
    at_the_hub = {said for path, said in hub.tokens if not path.startswith("/content/")}
    elsewhere = {said for path, said in hub.tokens if path.startswith("/content/")}
    assert at_the_hub == {None if kept_in == "nowhere" else "Bearer hf_mine"}
    assert elsewhere == {None}


@pytest.mark.parametrize("damaged", [False, True])
def test_what_another_program_downloaded_is_taken_if_it_is_whole(hub, tmp_path, monkeypatch, damaged):
    monkeypatch.setenv("HF_HUB_CACHE", str(tmp_path / "hub"))
    there = tmp_path / "hub" / "models--someone--model" / "snapshots" / COMMIT
    there.mkdir(parents=True)
    (there / NAME).write_bytes(CONTENT[:-1] + b"?" if damaged else CONTENT)
    path, _ = bring(tmp_path / "models")
    assert path.read_bytes() == CONTENT
    assert bool([method for method, _, _ in hub.requests if method == "GET"]) == damaged


@pytest.mark.parametrize("status", [401, 403])
def test_a_gated_model_is_told_of_with_the_way_in(hub, status):
    hub.status = status
    with pytest.raises(CbirError, match=r"only to people who accepted its terms\. .* set HF_TOKEN"):
        find_file(REPOSITORY, NAME)
