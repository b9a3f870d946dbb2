"""Broken files never stop an index run: each is indexed or listed with its reason."""

import pytest

from tests.index_run import index_files
from tests.mutations import healthy_files, write_mutated


def write_healthy(folder):
    for suffix, data in healthy_files():
        path = folder / f"healthy.{suffix}"
        path.write_bytes(data)
        yield path


@pytest.mark.parametrize("number", [33, pytest.param(1000, marks=pytest.mark.long)])
def test_mutated_files_are_all_accounted_for_and_healthy_ones_of_every_format_indexed(tmp_path, number):
    mutated = write_mutated(tmp_path / "files", number, "continuous integration")
    healthy = frozenset(write_healthy(tmp_path / "files"))
    run = index_files([*mutated, *healthy], tmp_path / "files", tmp_path / "library")
    assert run.exit_code == 0, run.stderr
    assert "Traceback" not in run.stderr
    assert (run.unaccounted, run.twice, run.problems) == ((), (), ())
    assert healthy <= run.indexed
    assert run.indexed > healthy and run.skipped, "some faults are harmless, some are not"
    assert all(run.skipped.values())
