"""The engine's messages in the window: menus where it names commands, templates where it speaks English."""

import ast
import re
from pathlib import Path

import pytest

from cbir.base.messages import COMMANDS, Message, sentences
from cbir.base.types import Problem, SearchResult, Skipped, Timings, TrashReport
from cbir.service import CheckAnswer, Failure, SearchAnswer, TrashAnswer
from cbir_app.engine import in_user_words
from cbir_app.engine.words import MENUS, reworded
from tests.app.translations import APP, CBIR, PLACE, engine_texts, error_classes, templates_of

COMMAND = re.compile(r"\bcbir (?:index|search|models|library (?:check|info))\b")
TEXTS = {"note", "notes", "reason", "remedy", "message", "sentence", "problem", "why", "error"}
"""What messages are called. A name of these is compared by its template, never read."""
READING = {"startswith", "endswith", "find", "index", "partition", "rpartition", "split", "count"}


# ---- how messages are written


def calls():
    errors = error_classes()
    for file in sorted(CBIR.rglob("*.py")):
        if file.parent.name == "base" and file.name == "messages.py":
            continue  # it makes them
        tree = ast.parse(file.read_text(encoding="utf-8"))
        by_template = {id(template): template for template in templates_of(tree, errors)}
        for node in ast.walk(tree):
            if isinstance(node, ast.Call):
                for argument in node.args:
                    if id(argument) in by_template:
                        yield f"{file.relative_to(CBIR)}:{argument.lineno}", node, argument


def faults(call, template):
    """The problems of a template. The window finds no translation of a text that was put together earlier."""
    for choice in getattr(template, "values", None) or (
        getattr(template, "body", None),
        getattr(template, "orelse", None),
    ):
        if isinstance(template, ast.BoolOp | ast.IfExp) and choice is not None:
            yield from faults(call, choice)
    if isinstance(template, ast.JoinedStr | ast.BinOp):
        yield "a text that is put together; a template and values can be translated"
    if isinstance(template, ast.Call) and getattr(template.func, "attr", "") in ("format", "join"):
        yield "a text that is put together; a template and values can be translated"
    if isinstance(template, ast.Call) and getattr(template.func, "id", "") == "str":
        yield "str() forgets the template"
    if isinstance(template, ast.Constant) and isinstance(template.value, str):
        values = call.args[call.args.index(template) + 1 :] if template in call.args else []
        places = [place.strip("{}") for place in PLACE.findall(template.value)]
        for place in places:
            if not place.isdecimal() and place not in COMMANDS:
                yield f"{{{place}}} is no step"
        numbered = {int(place) for place in places if place.isdecimal()}
        if not any(isinstance(value, ast.Starred) for value in values):
            named = "{installs}" in template.value  # its command has a place of its own
            if values and numbered != set(range(len(values))) and not named:
                yield f"{len(values)} values for the places {sorted(numbered)}"


@pytest.fixture(name="every", scope="module")
def _every():
    return list(calls())


def test_every_message_of_the_engine_is_a_template_and_values(every):
    assert len(every) > 600
    assert [f"{where} {fault}" for where, call, template in every for fault in faults(call, template)] == []


@pytest.mark.parametrize(
    "source",
    [
        'raise CbirError(f"There is no file {path}.")',
        'raise ImageUnreadable("There is no file " + name)',
        'raise QueryUnusable("{} is too long.".format(name))',
        'raise CbirError(reason or f"There is no file {path}.")',
        "raise CbirError(str(error))",
        'Message("There is no file {0}.", path, name)',
        'Message("There is no {1}.", path)',
        'Message("{Run} {chek}.")',
        'raise Refusal(400, "no_file", f"There is no file {path}.")',
        'class Lost(CbirError):\n    def __init__(self):\n        super().__init__(f"{self} is lost.")',
    ],
)
def test_a_text_that_is_put_together_would_be_noticed(source):
    tree = ast.parse(source)
    (template,) = templates_of(tree, error_classes() | {"Lost"})
    call = next(node for node in ast.walk(tree) if isinstance(node, ast.Call) and template in node.args)
    assert list(faults(call, template))


# ---- nothing reads a sentence


def named(node):
    if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "str" and node.args:
        return named(node.args[0])
    return getattr(node, "attr", getattr(node, "id", "")) in TEXTS


def readings(tree):
    """Yield decisions that depend on the text of a message."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Compare) and isinstance(node.ops[0], ast.In | ast.NotIn):
            if (
                isinstance(node.left, ast.Constant)
                and isinstance(node.left.value, str)
                and named(node.comparators[0])
            ):
                yield node
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            if node.func.attr in READING and named(node.func.value):
                yield node
            if getattr(node.func.value, "id", "") == "re" and any(map(named, node.args)):
                yield node


def test_the_window_reads_no_sentence():
    found = [
        f"{file.relative_to(APP)}:{node.lineno}"
        for file in sorted(APP.rglob("*.py"))
        for node in readings(ast.parse(file.read_text(encoding="utf-8")))
    ]
    assert found == []


@pytest.mark.parametrize(
    "source",
    [
        'any("metadata" in note for note in result.notes)',
        'if "disk" not in answer.message: pass',
        'failure.message.startswith("The disk")',
        're.search("cbir (.*)", problem.remedy)',
        '"no such file" in str(error)',
    ],
)
def test_a_decision_from_a_sentence_would_be_noticed(source):
    assert list(readings(ast.parse(source)))


# ---- steps


def test_every_step_has_a_command_and_a_menu():
    assert MENUS.keys() == COMMANDS.keys()


def test_a_step_in_a_note_of_a_search_is_a_sentence_of_its_own(every):
    """A service leaves such sentences out: its visitors cannot choose the step."""
    rooms = ("search/", "state/reader.py", "embeddings/store.py")
    steps = [
        (where, template.value)
        for where, _, template in every
        if where.startswith(rooms) and isinstance(template, ast.Constant)
        if any(f"{{{name}}}" in template.value for name in COMMANDS)
    ]
    assert len(steps) > 6
    assert [step for step in steps if ". " in step[1] or "{0}" in step[1]] == []


def test_no_command_of_the_terminal_reaches_the_window():
    assert [text for text in engine_texts() if COMMAND.search(text)] == []
    assert all(
        COMMAND.search(command) or name in ("run", "Run", "restore") for name, command in COMMANDS.items()
    )


def test_a_step_is_a_menu_here_and_a_command_in_the_terminal():
    empty = sentences(Message("The library has no photos yet."), Message("Add some with: {add}"))
    assert empty == "The library has no photos yet. Add some with: cbir index FOLDER"
    assert (
        in_user_words(empty)
        == "The library has no photos yet. Add some with: “Add folder…” in the menu Library"
    )
    changed = Message("The file has changed since it was indexed, and stays. {Run} {scan_folder} first.")
    assert in_user_words(changed).endswith("stays. Choose “Scan for changes” first.")


def test_a_name_that_looks_like_a_step_is_left_alone():
    assert in_user_words(Message("There is no file {0}.", "{check} cbir index FOLDER.jpg")) == (
        "There is no file {check} cbir index FOLDER.jpg."
    )


def test_a_plain_sentence_of_an_older_service_is_shown_as_it_is():
    assert in_user_words("Run cbir index on your folders.") == "Run cbir index on your folders."


def test_every_kind_of_answer_is_reworded():
    command = Message("{Run} {scan}.")
    shown = "Choose “Scan for changes”."
    assert reworded(Failure(message=command)) == Failure(message=shown)
    result = SearchResult(hits=(), took_ms=Timings(), searched=0, notes=(command,))
    answer = reworded(SearchAnswer(result=result))
    assert isinstance(answer, SearchAnswer)
    assert answer.result.notes == (command,), "results.wording translates them"
    checked = reworded(CheckAnswer(problems=(Problem(what=Message("Damage."), remedy=command),)))
    assert checked == CheckAnswer(problems=(Problem(what="Damage.", remedy=shown),))
    problem = Skipped(path=Path("a.jpg"), reason=command)
    trashed = reworded(TrashAnswer(report=TrashReport(photos=0, problems=(problem,))))
    assert isinstance(trashed, TrashAnswer)
    assert trashed.report.problems[0].reason == shown
