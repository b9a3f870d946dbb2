"""The request that watches all folders until it is cancelled."""

import threading
from types import SimpleNamespace

from cbir import service
from cbir.service import WatchAnswer, WatchRequest


def test_watching_ends_when_nobody_waits_for_it_any_longer():
    class Watching:
        def __init__(self):
            self.stopped = threading.Event()

        def stop(self):
            self.stopped.set()

        def run(self):
            assert self.stopped.wait(30)

    library = SimpleNamespace(watch=lambda **_listeners: Watching())
    assert service.answer(service.Call(library, lambda: True), WatchRequest()) == WatchAnswer()
