"""After a power cut a library opens, is whole, and has lost no photo, no mark and no file."""

import os
import random
import shutil
import subprocess
import sys

import pytest

from tests.kill_scenarios import ACTIONS, prepare, shared_pool
from tests.power_cut import Data, Names, Sync, record
from tests.power_rounds import cut_round, expect, measure_cuts


def _strace_works():
    return (
        sys.platform == "linux"
        and shutil.which("strace") is not None
        and subprocess.run(
            ["strace", "-qq", "-e", "none", "true"], capture_output=True, check=False
        ).returncode
        == 0
    )


pytestmark = pytest.mark.skipif(
    not _strace_works(), reason="strace, which records what reaches the disk, cannot run here"
)

CUTS = int(os.environ.get("CBIR_ROUNDS", "4"))  # of each kind of write
_WRITER = """
import os, sys
folder = sys.argv[1]
with open(folder + "/part", "wb") as file:
    file.write(b"x" * 5000)
    file.flush()
    os.fsync(file.fileno())
os.replace(folder + "/part", folder + "/whole")
os.mkdir(folder + "/empty")
at = os.open(folder, os.O_RDONLY)
os.fsync(at)
with open(folder + "/loose", "wb") as file:
    file.write(b"y" * 5000)
print("said 1")
"""


@pytest.fixture(scope="module")
def pool():
    with shared_pool() as started:
        yield started


@pytest.fixture(name="simple", scope="module")
def _simple(tmp_path_factory):
    folder = tmp_path_factory.mktemp("simple")
    (folder / "data").mkdir()
    (folder / "data" / "old").write_bytes(b"old")
    return record([sys.executable, "-c", _WRITER, str(folder / "data")], folder / "data", folder / "log")


def test_what_was_recorded_and_all_done_again_is_what_the_disk_holds(simple):
    tree = simple.state(len(simple.ops), "all of it", random.Random(1)).tree
    assert tree.contents() == {"old": b"old", "whole": b"x" * 5000, "loose": b"y" * 5000}


def test_what_was_flushed_stays_and_the_rest_goes(simple):
    last = simple.state(len(simple.ops), "what was flushed", random.Random(1))
    assert last.tree.contents() == {"old": b"old", "whole": b"x" * 5000}
    assert [(one.word, one.number) for one in last.said] == [("said", 1)]
    renamed = next(at for at, op in enumerate(simple.ops) if isinstance(op, Names) and len(op.changes) == 2)
    before = simple.state(renamed + 1, "what was flushed", random.Random(1))
    assert before.tree.contents() == {"old": b"old"}


def test_a_folder_that_was_made_and_has_nothing_in_it_is_a_folder(simple, tmp_path):
    simple.state(len(simple.ops), "what was flushed", random.Random(1)).tree.write(tmp_path / "disk")
    assert (tmp_path / "disk" / "empty").is_dir()
    assert (tmp_path / "disk" / "whole").is_file()


def test_a_mixture_tears_what_was_not_flushed(simple):
    chance = random.Random(2)
    found = {
        simple.state(len(simple.ops), "a mixture", chance).tree.contents().get("loose") for _ in range(40)
    }
    assert {None, b"", b"y" * 5000} <= found
    assert len(found) > 4
    assert all(isinstance(op, Data | Names | Sync) or op.word == "said" for op in simple.ops)


@pytest.mark.parametrize(
    "action", [pytest.param(name, marks=() if name == "marks" else pytest.mark.long) for name in ACTIONS]
)
def test_what_was_confirmed_survives_a_power_cut(action, tmp_path, pool):
    cuts = expect(measure_cuts(prepare(action, tmp_path / "scenario", pool), tmp_path / "log"), pool)
    assert len(cuts.recording.ops) > 20
    for state in cuts.recording.states(random.Random(f"power {action}"), CUTS):
        assert cut_round(cuts, state, pool) == (), (state.after, state.how)
