"""Broken files never stop an index run: each is indexed or listed with its reason."""

import pytest

from tests.index_run import index_files
from tests.mutations import healthy_files, write_mutated


def test_healthy_files_of_every_format_are_indexed(tmp_path):
    files = []
    (tmp_path / "files").mkdir()
    for suffix, data in healthy_files():
        files.append(tmp_path / "files" / f"healthy.{suffix}")
        files[-1].write_bytes(data)
    run = index_files(files, tmp_path / "files", tmp_path / "library")
    assert (run.exit_code, run.skipped, run.indexed) == (0, {}, frozenset(files))


@pytest.mark.parametrize("number", [33, pytest.param(1000, marks=pytest.mark.long)])
def test_mutated_files_are_all_accounted_for(tmp_path, number):
    files = write_mutated(tmp_path / "files", number, "continuous integration")
    run = index_files(files, tmp_path / "files", tmp_path / "library")
    assert run.exit_code == 0, run.stderr
    assert "Traceback" not in run.stderr
    assert (run.unaccounted, run.twice, run.problems) == ((), (), ())
    assert run.indexed and run.skipped, "some faults are harmless, some are not"
    assert all(run.skipped.values())
