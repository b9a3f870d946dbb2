"""The chosen faults and modules follow the source: a stale one would end a run of `tests.benchmarks.faults`."""

import pytest

from tests.planting.chosen import HARMLESS, MODULES, NAMED
from tests.planting.faults import ROOT


@pytest.mark.parametrize("fault", NAMED, ids=lambda fault: fault.what)
def test_a_named_fault_replaces_one_place_of_its_module(fault):
    source = (ROOT / fault.module).read_text(encoding="utf-8")
    assert source.count(fault.old) == 1
    assert all((ROOT / test).exists() for test in fault.tests)


@pytest.mark.parametrize("module", MODULES)
def test_a_module_and_its_tests_are_there(module):
    assert (ROOT / module).is_file()
    assert [test for test in MODULES[module] if not (ROOT / test).exists()] == []


def test_harmless_faults_name_modules_that_are_there():
    assert [module for module, _ in HARMLESS if not (ROOT / module).is_file()] == []
