"""Index runs, and the watch that starts them automatically."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass

from cbir.base import types
from cbir.base.messages import Message
from cbir.base.types import IndexProgress, IndexReport
from cbir.service.link import LibraryChanged
from cbir.service.registry import Answer, Call, Declaration, Interim, Lane, Request, handles


@dataclass(frozen=True, slots=True, kw_only=True)
class IndexAnswer(Answer):
    report: IndexReport


@dataclass(frozen=True, slots=True, kw_only=True)
class Progress(Interim):
    progress: IndexProgress


@Declaration(answer=IndexAnswer, lane=Lane.INDEX, interim=(Progress,))
@dataclass(frozen=True, slots=True, kw_only=True)
class IndexRequest(types.IndexRequest, Request):
    """Index folders, as Library.index does."""


@Declaration(answer=IndexAnswer, lane=Lane.INDEX, interim=(Progress,))
@dataclass(frozen=True, slots=True, kw_only=True)
class RetryRequest(Request):
    """Retry the files that could not be read, in all connected folders."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WatchAnswer(Answer):
    pass


@dataclass(frozen=True, slots=True, kw_only=True)
class Watched(Interim):
    """A run of the watch changed something."""

    report: IndexReport


@dataclass(frozen=True, slots=True, kw_only=True)
class WatchTrouble(Interim):
    """message : a sentence for the user about what cannot be followed."""

    message: Message


@Declaration(answer=WatchAnswer, lane=Lane.WATCH, interim=(Progress, Watched, WatchTrouble), endless=True)
@dataclass(frozen=True, slots=True, kw_only=True)
class WatchRequest(Request):
    """Watch all folders of the library until the ticket is cancelled; then WatchAnswer comes."""


@handles(IndexRequest)
def _index(call: Call, request: IndexRequest) -> IndexAnswer:
    report = call.library.index(request, progress=index_progress(call), cancelled=call.cancelled)
    return IndexAnswer(report=report)


@handles(RetryRequest)
def _retry(call: Call, request: RetryRequest) -> IndexAnswer:
    call.library.forget_failures()
    roots = call.library.info(sizes=False).roots
    return _index(call, IndexRequest(folders=tuple(root.path for root in roots if root.online)))


@handles(WatchRequest)
def _watch(call: Call, request: WatchRequest) -> WatchAnswer:
    """Watch the folders until the request is cancelled; its runs wait for runs that the user started."""
    watching = call.library.watch(
        progress=index_progress(call),
        on_report=lambda report: call.tell(Watched(report=report)),
        on_trouble=lambda sentence: call.tell(WatchTrouble(message=sentence)),
        queue=lambda run: call.run_in(Lane.INDEX, run),
    )
    ended = threading.Event()

    def stop_when_cancelled() -> None:
        while not ended.wait(0.1):
            if call.cancelled():
                watching.stop()

    stopper = threading.Thread(target=stop_when_cancelled, name="watch-stop", daemon=True)
    stopper.start()
    try:
        watching.run()
    finally:
        ended.set()
        stopper.join()
    return WatchAnswer()


def index_progress(call: Call) -> Callable[[IndexProgress], None]:
    """A callback for an index run: tells the sender its progress, and everybody when a count of photos changed."""
    announced = (-1, -1)

    def progress(state: IndexProgress) -> None:
        nonlocal announced
        call.tell(Progress(progress=state))
        if (state.listed, state.searchable) != announced:
            announced = state.listed, state.searchable
            call.announce(LibraryChanged(photos=state.listed))

    return progress
