"""What every command prints with --json is what its published schema says, and nothing else."""

import copy
import json
import os
import subprocess
import sys
from pathlib import Path

import jsonschema
import pytest

from installers.manual import commands
from tests.conftest import live_in
from tests.docs.json_outputs import NO_JSON, NOT_RUN, RUNS_ON, SAME, outputs

ROOT = Path(__file__).resolve().parents[2]
SCHEMAS = {
    file.stem: json.loads(file.read_text(encoding="utf-8"))
    for file in sorted((ROOT / "docs" / "schemas").glob("*.json"))
}
NAMES = {name.removeprefix("cbir "): command for name, command in commands()}


def closed(schema):
    """The schema without room for fields that it does not name."""
    if isinstance(schema, dict):
        schema = {key: closed(value) for key, value in schema.items()}
        if "properties" in schema and all(isinstance(inner, dict) for inner in schema["properties"].values()):
            schema.setdefault("additionalProperties", False)
        return schema
    return [closed(inner) for inner in schema] if isinstance(schema, list) else schema


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
    wrong = []
    for command, value in printed:
        schema = closed(copy.deepcopy(SCHEMAS[command.replace(" ", "-")]))
        errors = jsonschema.Draft202012Validator(schema).iter_errors(value)
        wrong += [f"{command}: {error.json_path}: {error.message[:300]}" for error in errors]
    assert not wrong, "\n".join(wrong)


def test_every_command_is_run_or_named(printed):
    run = {command for command, _ in printed}
    assert run | set(NOT_RUN) | set(NO_JSON) | set(SAME) | set(RUNS_ON) == set(NAMES)
    assert not run & {*NOT_RUN, *NO_JSON}


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
