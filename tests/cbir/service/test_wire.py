"""Every message can cross to another computer."""

import dataclasses
import json
import types
import zlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import numpy as np
import pytest
from numpy.typing import NDArray

from cbir import service
from cbir.base.messages import Message
from cbir.base.types import PhotoId, TextLine
from cbir.service import Failure, WordPlacesAnswer
from cbir.service.wire import packed, request_from_json, request_to_json, unpacked

_TYPING = {"np": np, "NDArray": NDArray}  # imported for the checker of types alone
_PLAIN = (bool, int, float, str, Message, bytes, Path, types.NoneType, np.ndarray)


def _strange(kind, seen):
    """The types in an annotation that the wire cannot carry."""
    origin = get_origin(kind)
    kind = getattr(kind, "__supertype__", kind)  # of a NewType
    if origin is np.ndarray or origin is Literal or kind in _PLAIN or kind is Any or kind is Ellipsis:
        return []
    if origin in (Union, types.UnionType, tuple, frozenset, dict, Sequence):
        return [one for inner in get_args(kind) for one in _strange(inner, seen)]
    if not dataclasses.is_dataclass(kind) or not isinstance(kind, type):
        return [kind]
    if kind in seen:
        return []
    seen.add(kind)
    return [one for hint in get_type_hints(kind, localns=_TYPING).values() for one in _strange(hint, seen)]


def test_the_wire_carries_all_that_the_messages_hold():
    every = [getattr(service, name) for name in dir(service)]
    classes = [
        one for one in every if isinstance(one, type) and issubclass(one, service.Request | service.Answer)
    ]
    classes = [class_ for class_ in classes if dataclasses.is_dataclass(class_)]
    assert len(classes) > 50
    strange = {class_.__name__: found for class_ in classes if (found := _strange(class_, set()))}
    assert strange == {}


def test_an_answer_by_photo_comes_as_it_was():
    line = TextLine(text="Café", quad=((1.5, 2.0), (3.0, 2.0), (3.0, 4.0), (1.5, 4.0)), confidence=0.9)
    for places in ({}, {PhotoId(7): (line,), PhotoId(2): ()}):
        answer = WordPlacesAnswer(places=places)
        assert unpacked(packed(answer), Path("/far")) == answer


def test_a_message_keeps_its_template_and_values_on_the_wire():
    inner = Message("The file is larger than {0} GB.", 2)
    answer = unpacked(packed(Failure(message=Message("{0} cannot be used: {1}", "a.jpg", inner))), Path("/x"))
    assert answer.message == "a.jpg cannot be used: The file is larger than 2 GB."
    assert answer.message.values[1].template == inner.template


def test_a_plain_sentence_of_an_older_service_is_understood():
    assert unpacked(packed(Failure(message="The disk is full.")), Path("/x")).message == "The disk is full."


@pytest.mark.parametrize("message", [[], [1], ["{0}", {"b": "AAAA"}]])
def test_what_is_no_message_is_no_answer(message):
    plain = {"c": "Failure", "v": {"message": {"m": message}}}
    with pytest.raises(ValueError, match="no message"):
        unpacked(zlib.compress(json.dumps(plain).encode()), Path("/x"))


def test_a_renamed_field_keeps_its_name_on_the_wire():
    request = service.CorrectAlbumRequest(album="best", corrections=((PhotoId(3), True), (PhotoId(4), None)))
    sent = request_to_json(request)
    assert set(json.loads(sent)["v"]) == {"album", "said"}, "as services of earlier versions read it"
    assert request_from_json(sent) == request
