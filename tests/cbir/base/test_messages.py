"""Messages: a template and values, and the English that they make."""

import copy
import dataclasses
import json
import pickle
from pathlib import Path

import pytest

from cbir.base.errors import CbirError, DiskFull, ImageUnreadable, refusal
from cbir.base.messages import Message, from_json, sentences, to_json, without_steps
from cbir.base.types import Skipped

SKIPPED = Message("{0} cannot be read: {1}", Path("a.jpg"), Message("The file is larger than {0} GB.", 2))


def test_a_message_reads_as_its_english_sentence():
    assert SKIPPED == "a.jpg cannot be read: The file is larger than 2 GB."
    assert f"{SKIPPED}" == str(SKIPPED) == "".join(SKIPPED)


def test_a_message_keeps_its_template_and_values():
    assert SKIPPED.template == "{0} cannot be read: {1}"
    name, reason = SKIPPED.values
    assert name == "a.jpg"
    assert isinstance(reason, Message)
    assert (reason.template, reason.values) == ("The file is larger than {0} GB.", ("2",))


@pytest.mark.parametrize(
    "name", ["{1}", "{0}", "{check}", "{", "}{", "%s", "\\1 \\g<0>", "{0.__class__}", "{0:9999999}"]
)
def test_braces_in_a_value_are_text(name):
    assert Message("There is no file {0} in {1}.", name, "x") == f"There is no file {name} in x."


def test_a_template_without_enough_values_keeps_its_places():
    assert Message("{0} and {1}", "a") == "a and {1}"


def test_a_step_is_a_command_in_english():
    assert Message("{Run} {check_deep}.") == "Run cbir library check --deep."


def test_sentences_follow_each_other_and_stay_apart():
    both = sentences(Message("The file is empty."), "", Message("{Run} {scan}."))
    assert both == "The file is empty. Run cbir index on your folders."
    assert [value.template for value in both.values if isinstance(value, Message)] == [
        "The file is empty.",
        "{Run} {scan}.",
    ]


@pytest.mark.parametrize(
    ("message", "left"),
    [
        (sentences(Message("It is damaged."), Message("{Run} {check}.")), "It is damaged."),
        (
            Message("Not searched: {0}", sentences(Message("No model."), Message("See {models}"))),
            "Not searched: No model.",
        ),
        (Message("{Run} {check}."), "Run cbir library check."),
        (
            sentences(Message("{Run} {check}."), Message("{Run} {scan}.")),
            "Run cbir library check. Run cbir index on your folders.",
        ),
        (Message("The file is empty."), "The file is empty."),
        ("Run cbir library check.", "Run cbir library check."),
    ],
)
def test_a_step_can_be_left_out(message, left):
    assert without_steps(message) == left


@pytest.mark.parametrize("again", [copy.copy, copy.deepcopy, lambda it: pickle.loads(pickle.dumps(it))])
def test_a_message_survives_a_pipe_and_a_copy(again):
    message = again(SKIPPED)
    assert message == SKIPPED
    assert (message.template, message.values) == (SKIPPED.template, SKIPPED.values)
    assert isinstance(message.values[1], Message)


def test_a_message_survives_json_and_plain_json_shows_its_english():
    message = from_json(json.loads(json.dumps(to_json(SKIPPED))))
    assert isinstance(message, Message)
    assert (message, message.template, message.values) == (SKIPPED, SKIPPED.template, SKIPPED.values)
    assert json.dumps(dataclasses.asdict(Skipped(path="a.jpg", reason=SKIPPED))) == json.dumps(
        {"path": "a.jpg", "reason": str(SKIPPED)}
    )


def test_a_plain_sentence_of_an_older_program_is_text():
    text = from_json("The file {0} is empty.")
    assert text == "The file {0} is empty."
    assert text.values == ("The file {0} is empty.",)
    assert to_json(text) == str(text)


@pytest.mark.parametrize("plain", [None, 7, [], [7], ["{0}", 7], ["{0}", {}], {"m": "x"}])
def test_what_is_no_message_is_refused(plain):
    with pytest.raises(ValueError, match="no message"):
        from_json(plain)


def test_a_message_of_another_computer_cannot_grow_without_end():
    plain = ["{0}" * 100, "letters"]
    for _ in range(4):
        plain = ["{0}" * 100, plain]
    with pytest.raises(ValueError, match="too long"):
        from_json(plain)


# ---- errors


def test_an_error_has_a_message():
    error = CbirError("There is no folder {0}.", Path("a"))
    assert str(error) == "There is no folder a."
    assert (error.message.template, error.message.values) == ("There is no folder {0}.", ("a",))


def test_an_error_within_an_error_stays_a_message():
    inner = ImageUnreadable("The file is larger than {0} GB.", 2)
    outer = CbirError("{0} cannot be searched for: {1}", "a.jpg", inner)
    assert outer.message.values[1] is inner.message
    assert CbirError(inner.message).message is inner.message
    assert CbirError("{0}", OSError("of the system")).message.values == ("of the system",)


class Counted(CbirError):
    def __init__(self, count):
        super().__init__("{0} photos are too many.", count)
        self.count = count


def test_an_error_survives_a_pipe_with_all_that_it_has():
    error = Counted(3)
    error.add_note("of the worker")
    sent = pickle.loads(pickle.dumps(error))
    assert (type(sent), str(sent), sent.message.template) == (Counted, str(error), error.message.template)
    assert (sent.count, sent.__notes__) == (3, ["of the worker"])
    full = pickle.loads(pickle.dumps(DiskFull("/x")))
    assert str(full) == "The disk that holds /x is full. Free some space; nothing was changed."


def test_a_refusal_of_the_system_names_the_file():
    message = refusal(PermissionError(13, "Permission denied", "a.jpg"))
    assert message == "a.jpg cannot be used: Permission denied."
    assert message.values == ("a.jpg", "Permission denied")
