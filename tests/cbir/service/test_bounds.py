"""The size of a visitor's request, checked before anything is made of it or the library hears of it."""

import json
import time
from typing import cast

import pytest

from cbir.base.errors import QueryUnusable
from cbir.base.types import Filters, PhotoId, SearchOptions, Term
from cbir.library import Library
from cbir.service import LONG, SHORT, FacetsRequest, MetadataRequest, SearchRequest, answer_visitor
from cbir.service.wire import request_from_json, request_to_json
from tests.hostile_requests import all_that_is_allowed, too_much

ALLOWED = {"FacetsRequest.photos[same]", "FacetsRequest.photos[distinct]"}  # of a long list


class Unasked:
    """A library that nobody may ask."""

    def __getattr__(self, name):
        raise AssertionError(f"the library was asked for {name}")


def ask(body, kinds):
    return answer_visitor(
        cast(Library, Unasked()), body, kinds, str, lambda: False,
        may_write=True, originals=False, positions=True,
    )  # fmt: skip


def test_too_much_in_any_place_of_any_request_is_refused_before_the_library_is_asked():
    answered, slow = set(), set()
    for request in too_much(150_000):
        for _ in range(2):  # collecting the garbage of other tests is no time of a request
            began = time.thread_time()
            try:
                ask(request.body, request.kinds)
            except QueryUnusable:
                pass
            except AssertionError:
                answered.add(request.name)
            if time.thread_time() - began < 0.5:
                break
        else:
            slow.add(request.name)
    assert answered <= ALLOWED
    assert not slow


def test_as_much_as_each_field_declares_is_read():
    requests = list(all_that_is_allowed())
    assert len(requests) > 100
    for request in requests:
        assert request_from_json(request.body), request.name


@pytest.mark.parametrize(
    "body",
    [
        b"[" * 150_000,
        b'{"c":' * 100_000,
        b'{"c": "FacetsRequest", "v": {"photos": [' + b"1," * 300_000 + b"1]}}",
        b'{"c": "SearchRequest", "v": {"terms": [' + b"[" * 900 + b"]" * 900 + b'], "options": {}}}',
        b'{"c": "CountAlbumRequest", "v": {"album": ' + b"9" * 5000 + b"}}",
        '{"c": "CountAlbumRequest", "v": {"album": "😀"}}'.encode(),
        b'{"c": "CountAlbumRequest", "v": {"album": "a"}, "x": 1}',
        b'{"c": ["CountAlbumRequest"], "v": {}}',
        b"7",
    ],
    ids=range(9),
)
def test_deep_long_and_strange_json_is_refused_at_once(body):
    began = time.process_time()
    with pytest.raises(QueryUnusable):
        ask(body, LONG | SHORT)
    assert time.process_time() - began < 0.5


@pytest.mark.parametrize(
    "request_",
    [
        SearchRequest(terms=(Term(data=b"picture", region=(1, 2.5, 3, 4)), Term(photo=PhotoId(7), sign=-1)),
                      options=SearchOptions(filters=Filters(places=("Lisbon",), min_rating=3), sort="date")),
        SearchRequest(terms=(Term(text="ünï", weight=2),), options=SearchOptions(), album="a", renewed=True),
        FacetsRequest(photos=None),
        MetadataRequest(photos=(PhotoId(1), PhotoId(2**31 - 1))),
    ],
)  # fmt: skip
def test_a_request_comes_as_it_was_sent(request_):
    assert request_from_json(request_to_json(request_)) == request_


@pytest.mark.parametrize(
    "terms",
    [
        [{"c": "Term", "v": {"text": " ".join(["word"] * 300)}}],
        [{"c": "Term", "v": {"text": "x" * 1500}}] * 3,
        [{"c": "Term", "v": {"data": {"b": "AAAA"}}}] * 9,
    ],
    ids=("words", "letters", "pictures"),
)
def test_all_texts_and_pictures_together_are_bounded_too(terms):
    options = {"c": "SearchOptions", "v": {}}
    body = json.dumps({"c": "SearchRequest", "v": {"terms": terms, "options": options}}).encode()
    with pytest.raises(QueryUnusable, match="at most"):
        ask(body, LONG)
