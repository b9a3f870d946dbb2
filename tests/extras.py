"""Extras that tests need and that may not be installed."""

import importlib.util

import pytest


def needs(*packages, reason):
    """Skip the module of tests that calls this where one of the packages is absent.

    Unlike pytest.importorskip it imports none of them, which takes seconds in each process that runs tests.
    """
    for package in packages:
        if importlib.util.find_spec(package) is None:
            pytest.skip(reason, allow_module_level=True)
