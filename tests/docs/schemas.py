"""What a command printed with --json -> the value, after it was compared with the command's published schema."""

import copy
import json
from pathlib import Path

import jsonschema

ROOT = Path(__file__).resolve().parents[2]
SCHEMAS = {
    file.stem: json.loads(file.read_text(encoding="utf-8"))
    for file in sorted((ROOT / "docs" / "schemas").glob("*.json"))
}


def closed(schema):
    """The schema without room for fields that it does not name."""
    if isinstance(schema, dict):
        schema = {key: closed(value) for key, value in schema.items()}
        if "properties" in schema and all(isinstance(inner, dict) for inner in schema["properties"].values()):
            schema.setdefault("additionalProperties", False)
        return schema
    return [closed(inner) for inner in schema] if isinstance(schema, list) else schema


def faults_of(command, value):
    schema = closed(copy.deepcopy(SCHEMAS[command.replace(" ", "-")]))
    errors = jsonschema.Draft202012Validator(schema).iter_errors(value)
    return [f"{command}: {error.json_path}: {error.message[:300]}" for error in errors]


def fitting(command, printed):
    value = json.loads(printed)
    assert faults_of(command, value) == []
    return value
