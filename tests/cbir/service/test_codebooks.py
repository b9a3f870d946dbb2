"""A person's decision about learned visual words reaches the library."""

from types import SimpleNamespace

import pytest

from cbir.service import DecideWordsAnswer, DecideWordsRequest
from cbir.service.registry import Call, answer


@pytest.mark.parametrize(("keep", "done"), [(True, ["keep"]), (False, ["discard"])])
def test_learned_words_are_kept_or_discarded_as_decided(keep, done):
    asked = []
    words = SimpleNamespace(
        keep=lambda *, progress: asked.append("keep"), discard=lambda: asked.append("discard")
    )
    call = Call(SimpleNamespace(words=words))
    assert answer(call, DecideWordsRequest(keep=keep)) == DecideWordsAnswer(kept=keep)
    assert asked == done
