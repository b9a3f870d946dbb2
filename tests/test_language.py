"""The program's English, as far as a test can read it: docs/design.md has the rest."""

import ast
import re

import pytest

from tests.source_tree import ROOT

RELATIVE = re.compile(r"(What|Where|Of|Those|That|How|Whether)\b")
VAGUE = {"one", "said", "known", "found"}
VAGUE_UNLESS_STORED = {"kept", "wanted", "each", "it"}  # a record's fields keep the names of earlier versions


def modules():
    return [
        path for folder in ("cbir", "app", "installers") for path in sorted((ROOT / folder).rglob("*.py"))
    ]


@pytest.fixture(scope="module")
def nodes():
    """Each node of the program's source, with its module."""
    return [
        (path.relative_to(ROOT).as_posix(), node)
        for path in modules()
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
    ]


def test_no_docstring_begins_with_a_relative_clause(nodes):
    documented = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef
    assert [
        (module, text.partition("\n")[0])
        for module, node in nodes
        if isinstance(node, documented) and (text := ast.get_docstring(node)) and RELATIVE.match(text)
    ] == []


def test_variables_are_nouns(nodes):
    assert [
        (module, node.lineno, name)
        for module, node in nodes
        if isinstance(node, ast.arg) or (isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store))
        if (name := node.arg if isinstance(node, ast.arg) else node.id) in VAGUE
    ] == []


def test_variables_that_are_no_fields_are_nouns(nodes):
    fields = {id(node.target) for _, node in nodes if isinstance(node, ast.AnnAssign)}
    assert [
        (module, node.lineno, node.id)
        for module, node in nodes
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
        if node.id in VAGUE_UNLESS_STORED and id(node) not in fields
    ] == []
