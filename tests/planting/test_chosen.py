"""The chosen faults follow the source: a stale one would end a run of `tests.benchmarks.faults`."""

import pytest

from tests.planting.chosen import HARMLESS, NAMED
from tests.planting.faults import ROOT


@pytest.mark.parametrize("fault", NAMED, ids=lambda fault: fault.what)
def test_a_named_fault_replaces_one_place_of_its_module(fault):
    source = (ROOT / fault.module).read_text(encoding="utf-8")
    assert source.count(fault.old) == 1
    assert all((ROOT / test).exists() for test in fault.tests)


def test_harmless_faults_name_modules_that_are_there():
    assert [module for module, _ in HARMLESS if not (ROOT / module).is_file()] == []
