"""What every command prints with --json is what its published schema says, and nothing else."""

import copy
import os
import subprocess
import sys
from pathlib import Path

import jsonschema
import pytest

from installers.manual import commands
from tests.conftest import live_in
from tests.docs.json_outputs import ELSEWHERE, NO_JSON, SAME, outputs
from tests.docs.schemas import SCHEMAS, closed, faults_of

TESTS = Path(__file__).resolve().parents[1]
NAMES = {name.removeprefix("cbir "): command for name, command in commands()}


@pytest.fixture(name="printed", scope="module")
def _printed(tmp_path_factory):
    with pytest.MonkeyPatch.context() as monkeypatch:
        folder = tmp_path_factory.mktemp("json").resolve()
        live_in(folder / "home", monkeypatch)
        monkeypatch.delenv("CBIR_BUILT_IN_MODEL")
        monkeypatch.chdir(folder)
        yield [(command, value) for command, _, value in outputs(folder)]


@pytest.mark.timeout(400)
def test_all_that_is_printed_fits_its_schema(printed):
    wrong = [fault for command, value in printed for fault in faults_of(command, value)]
    assert not wrong, "\n".join(wrong)


def test_every_command_is_run_or_named(printed):
    run = {command for command, _ in printed}
    assert run | set(ELSEWHERE) | set(NO_JSON) | set(SAME) == set(NAMES)
    assert not run & {*ELSEWHERE, *NO_JSON}
    for command, file in ELSEWHERE.items():
        assert f'fitting("{command}"' in (TESTS / file).read_text(encoding="utf-8"), command


def test_every_command_has_the_option_and_a_schema():
    for name, command in NAMES.items():
        has = any("--json" in option.opts for option in command.params)
        assert has == (name not in NO_JSON), name
        assert (name.replace(" ", "-") in SCHEMAS) == has, name
    for same, as_that in SAME.items():
        assert {**SCHEMAS[same], "title": ""} == {**SCHEMAS[as_that], "title": ""}


@pytest.mark.parametrize("name", SCHEMAS)
def test_a_schema_is_one(name):
    jsonschema.Draft202012Validator.check_schema(SCHEMAS[name])
    assert SCHEMAS[name][
        "title"
    ] == f"cbir {name.replace('-', ' ', name.count('-') and 1)} --json" or name in ("self-test")


def test_a_field_that_no_schema_names_is_noticed():
    schema = closed(copy.deepcopy(SCHEMAS["library-compact"]))
    right = {"bytes_before": 2, "bytes_after": 1, "stopped": False}
    jsonschema.validate(right, schema)
    for fault in ({**right, "more": 1}, {**right, "stopped": "no"}, {"bytes_before": 2}):
        with pytest.raises(jsonschema.ValidationError):
            jsonschema.validate(fault, schema)


def test_a_refused_command_prints_no_json(tmp_path):
    command = [sys.executable, "-m", "cbir", "library", "info", "--json", "--library", str(tmp_path / "none")]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    run = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
    assert (run.returncode, run.stdout) == (2, "")
    assert "no library" in run.stderr
